"""Duels over a full space (DUE)."""

from __future__ import annotations

from collections.abc import Sequence

from toledo_rules._draft import Draft
from toledo_rules._universe import universe
from toledo_rules.actions import Challenge
from toledo_rules.cards import Card
from toledo_rules.edition import CATHEDRAL, Step, Tile
from toledo_rules.effects import take, turn
from toledo_rules.events import CircleTaken, DuelBegan, DuelEnded, FigureSentBack, RoundFought
from toledo_rules.multiset import added, removed
from toledo_rules.rulebook import Code, Illegality, illegal
from toledo_rules.state import MOVING, Arrived, Duel, State, Transit


def why_not(state: State, action: Challenge) -> Illegality | None:
    """Another player with a figure on the full space, and a card to turn up.

    OCC-01, OCC-02, DUE-01, A-28; on a shop as on a tavern or the artist (A-52).
    """
    if not isinstance(state.phase, Transit):
        return turn.why_not_now(state) or illegal(Code.NOT_IN_TRANSIT, "A-48")
    if action.rival == state.active:
        return illegal(Code.OWN_FIGURE, "OCC-02")
    if action.rival not in state.standing(state.phase.step):
        return illegal(Code.RIVAL_NOT_THERE, "OCC-01", rival=action.rival, step=state.phase.step)
    if not state.drawable:
        return illegal(Code.NOTHING_TO_REVEAL, "A-28")
    return None


def options(state: State, step: Step) -> list[Challenge]:
    """Each other player on the space once, however many figures he has there (OCC-06, DUE-02, A-46, A-47)."""
    if not state.drawable:
        return []
    challenges = universe(state.edition).challenge
    rivals = sorted(set(state.standing(step)) - {state.active})
    return [challenges[rival] for rival in rivals]


def carry_out(d: Draft, step: Step, action: Challenge) -> None:
    """The challenger turns up the first card (DUE-04)."""
    d.phase = Duel(step, action.rival, 0, 0)
    d.tell(DuelBegan, d.active, action.rival, step)
    take.turn_up_needed(d)


def attacker_wins_round(card: Card, attacker: Sequence[Tile], defender: Sequence[Tile]) -> bool:
    """Who wins a fencing round: by a duel tile if one alone has it (FEN-02, A-94), else by the stance.

    The only place that says so: the engine and the odds ask here, and the bots ask the odds.

    >>> card = Card(3, "violet", "attacker")
    >>> attacker_wins_round(card, (), ()), attacker_wins_round(card, (), ("violet",))
    (True, False)
    """
    attacker_has = card.colour in attacker
    if attacker_has != (card.colour in defender):  # DUE-06
        return attacker_has
    return card.stance == "attacker"  # DUE-07; DUE-08: nobody has a neutral tile


def reveal(d: Draft, duel: Duel, card: Card) -> None:
    """A round: the card is turned up, decides, and lies on the discard pile (DUE-04, DUE-05)."""
    d.pile = removed(d.pile, card)
    d.discard(card)
    d.reveals = True
    won = attacker_wins_round(card, d.look(d.active).tiles, d.look(duel.rival).tiles)
    duel = Duel(duel.step, duel.rival, duel.attacker_wins + won, duel.defender_wins + (not won))
    d.tell(
        RoundFought,
        card,
        d.active if won else duel.rival,
        duel.attacker_wins,
        duel.defender_wins,
    )
    if d.edition.rounds_to_win in (duel.attacker_wins, duel.defender_wins):  # DUE-03, DUE-09
        settle(d, duel)
    else:  # DUE-10
        d.phase = duel
        take.turn_up_needed(d)


def settle(d: Draft, duel: Duel) -> None:
    """The loser's figure goes to the cathedral (DUE-11), and the challenger's turn goes on (DUE-14, A-100).

    It carries nothing that could be lost (A-96), and with the right cards it may come back in the same turn (DUE-15).
    """
    me, rival, step = d.me, d.player(duel.rival), duel.step
    if (
        duel.attacker_wins > duel.defender_wins
    ):  # DUE-13: it takes the circle, and may use the space
        d.tell(DuelEnded, d.active, duel.rival, step)
        rival.figures = added(removed(rival.figures, step), CATHEDRAL)
        d.tell(FigureSentBack, duel.rival, step)
        me.figures = added(me.figures, step)
        d.phase = Arrived(step)
        d.tell(CircleTaken, d.active, step)
    else:  # DUE-12: the defender stays
        d.tell(DuelEnded, duel.rival, d.active, step)
        me.figures = added(me.figures, CATHEDRAL)
        d.phase = MOVING
        d.tell(FigureSentBack, d.active, step)
