"""Taking cards, the draw pile and its reshuffle (TAK)."""

from __future__ import annotations

from toledo_rules._draft import Draft
from toledo_rules.actions import TAKE_CARDS, TakeCards
from toledo_rules.cards import Card
from toledo_rules.effects import turn
from toledo_rules.events import CardDrawn, DrawingBegan, PileReshuffled
from toledo_rules.multiset import added, removed
from toledo_rules.rulebook import Code, Illegality, illegal
from toledo_rules.state import MOVING, Drawing, DrawSource, State


def why_not(state: State) -> Illegality | None:
    """Taking needs at least one card to draw (A-27)."""
    if refusal := turn.why_not_turn_start(state):
        return refusal
    if not state.drawable:
        return illegal(Code.NOTHING_TO_DRAW, "A-27")
    return None


def options(state: State) -> tuple[TakeCards, ...]:
    """Take cards, if that is possible."""
    return (TAKE_CARDS,) if state.drawable else ()


def carry_out(d: Draft) -> None:
    """The whole turn: two cards from the pile (TAK-01)."""
    begin_drawing(d, d.edition.cards_taken, "take")


def begin_drawing(d: Draft, cards: int, source: DrawSource) -> None:
    """The active player draws cards, one at a time; there is no hand limit (TAK-03)."""
    d.phase = Drawing(cards, source)
    d.tell(DrawingBegan, d.active, cards, source)
    turn_up_needed(d)


def draw(d: Draft, drawing: Drawing, card: Card) -> None:
    """The next card goes from the pile to the active hand."""
    d.pile = removed(d.pile, card)
    d.me.hand = added(d.me.hand, card)
    d.reveals = True
    d.tell(CardDrawn, d.active, card)
    # as many as there are, with a reshuffle in between if need be
    if drawing.left > 1 and (d.pile or d.discards):
        d.phase = Drawing(drawing.left - 1, drawing.source)
        turn_up_needed(d)
    elif drawing.source == "take":
        turn.end(d)
    else:
        d.phase = MOVING


def turn_up_needed(d: Draft) -> None:
    """A card is needed: if the pile is used up, the discards become the pile (TAK-02, A-22).

    The front card is not discarded yet and stays out (A-26). In a duel the cards turned up before are
    in (A-24), at a tavern the fee is in (A-25).
    """
    if not d.pile:
        d.pile, d.discards = d.discards, ()
        d.reveals = True
        d.tell(PileReshuffled, len(d.pile))
