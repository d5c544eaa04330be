"""Taking cards, the draw pile and its reshuffle (TAK)."""

from __future__ import annotations

from collections.abc import Iterator

from toledo_rules._conditions import predicate
from toledo_rules._draft import Draft
from toledo_rules.actions import TAKE_CARDS, TakeCards
from toledo_rules.edition import Card
from toledo_rules.effects import turn
from toledo_rules.rulebook import Code
from toledo_rules.state import Drawing, DrawSource, State


@predicate(Code.NOTHING_TO_DRAW)
def supply_refusal(state: State) -> Code | None:
    """Refuse to take when there is no card to draw (A-27)."""
    return None if state.pile or state.discards else Code.NOTHING_TO_DRAW


def reasons(state: State, _action: TakeCards) -> Iterator[Code]:
    """At the start of a turn, with a card to draw."""
    if code := supply_refusal(state):
        yield code


def options(state: State) -> tuple[TakeCards, ...]:
    """Take cards, if that is possible."""
    return (TAKE_CARDS,) if supply_refusal(state) is None else ()


def carry_out(d: Draft, _action: TakeCards) -> None:
    """The whole turn: cards from the pile, as many as the edition says (TAK-01)."""
    begin_drawing(d, d.edition.cards_taken, "take")


def begin_drawing(d: Draft, cards: int, source: DrawSource) -> None:
    """The active player draws cards, one at a time; there is no hand limit (TAK-03)."""
    d.begin_drawing(cards, source)
    turn_up_needed(d)


def draw_card(d: Draft, pending: Drawing, card: Card) -> None:
    """The next card goes from the pile to the active hand."""
    d.draw(card)
    if isinstance(d.phase, Drawing):
        turn_up_needed(d)
        return
    renew_used_up(d)
    if pending.source == "take":
        turn.end(d)


def turn_up_needed(d: Draft) -> None:
    """A card is needed: if the pile is used up, the discards become the pile (TAK-02, A-22).

    The front card is not discarded yet and stays out (A-26). In a duel the cards turned up before are
    in (A-24), at a tavern the fee is in (A-25).
    """
    if not d.pile:
        d.reshuffle()


def renew_used_up(d: Draft) -> None:
    """No further card is needed: where A-22 is read so, a pile that has just been used up is renewed all the same."""
    if not d.pile and d.discards and d.edition.readings.a22 == "used_up":
        d.reshuffle()
