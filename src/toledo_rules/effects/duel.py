"""Duels on a full space (DUE)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toledo_rules._conditions import predicate, source
from toledo_rules._draft import Draft
from toledo_rules.actions import Challenge, universe
from toledo_rules.edition import Card, Seat, Step, Tile
from toledo_rules.effects import take
from toledo_rules.rulebook import Code
from toledo_rules.state import Duel, State, Transit


@source(Code.RIVAL_NOT_THERE)
def present(state: State, step: Step) -> list[Seat]:
    """Everybody with a figure on a space, each once (OCC-01, OCC-06, A-46), on a shop, tavern or artist (A-52)."""
    found: list[Seat] = []
    for seat, player in enumerate(state.players):
        if step in player.figures:
            found.append(seat)
    return found


@predicate(Code.OWN_FIGURE)
def rival_refusal(seat: Seat, active: Seat) -> Code | None:
    """Refuse a fight against oneself (OCC-02)."""
    return Code.OWN_FIGURE if seat == active else None


@predicate(Code.NOTHING_TO_REVEAL)
def reveal_refusal(drawable: int) -> Code | None:
    """Refuse a duel when there is no card to turn up (A-28, A-143)."""
    return None if drawable else Code.NOTHING_TO_REVEAL


def rivals(state: State, step: Step) -> list[Seat]:
    """Everybody whom the active player could challenge on a space."""
    active = state.active
    found: list[Seat] = []
    for seat in present(state, step):
        if rival_refusal(seat, active) is None:
            found.append(seat)  # noqa: PERF401  # for so few seats a comprehension takes longer
    return found


def reasons(state: State, action: Challenge) -> Iterator[Code]:
    """A card to turn up, and another player with a figure on the full space (DUE-01, OCC-01)."""
    phase, rival = state.phase, action.rival
    assert isinstance(phase, Transit)
    if code := reveal_refusal(len(state.pile) + len(state.discards)):
        yield code
    if code := rival_refusal(rival, state.active):
        yield code
    elif rival not in present(state, phase.step):
        yield Code.RIVAL_NOT_THERE


def options(state: State) -> list[Challenge]:
    """Each other player on the space once, however many figures they have there (DUE-02, A-47)."""
    phase = state.phase
    assert isinstance(phase, Transit)
    if reveal_refusal(len(state.pile) + len(state.discards)) is not None:
        return []
    challenges = universe(state.edition).challenge
    return [challenges[seat] for seat in rivals(state, phase.step)]


def carry_out(d: Draft, action: Challenge) -> None:
    """The challenger turns up the first card (DUE-04)."""
    assert isinstance(d.phase, Transit)
    d.begin_duel(action.rival, d.phase.step)
    take.turn_up_needed(d)


def attacker_wins_round(card: Card, attacker: Sequence[Tile], defender: Sequence[Tile]) -> bool:
    """Decide a fencing round: by a duel tile if one alone has it (FEN-02, A-94), else by the stance.

    The only place that says so: the engine and the odds ask here, and the bots ask the odds.

    >>> card = Card(3, "violet", "attacker")
    >>> attacker_wins_round(card, (), ()), attacker_wins_round(card, (), ("violet",))
    (True, False)
    """
    attacker_has = card.colour in attacker
    if attacker_has != (card.colour in defender):  # DUE-06
        return attacker_has
    return card.stance == "attacker"  # DUE-07; DUE-08: there is no neutral tile


def reveal(d: Draft, duel: Duel, card: Card) -> None:
    """A round: the card is turned up and decides it (DUE-04, DUE-05)."""
    won = attacker_wins_round(card, d.players[d.active].tiles, d.players[duel.rival].tiles)
    d.fight_round(card, d.active if won else duel.rival)
    fought = d.phase
    assert isinstance(fought, Duel)
    if fought.attacker_wins == d.edition.rounds_to_win:  # DUE-03, DUE-09
        settle(d, duel.step, duel.rival, attacker_wins=True)
    elif fought.defender_wins == d.edition.rounds_to_win:
        settle(d, duel.step, duel.rival, attacker_wins=False)
    else:  # DUE-10
        take.turn_up_needed(d)
        return
    take.renew_used_up(d)


def settle(d: Draft, step: Step, rival: Seat, *, attacker_wins: bool) -> None:
    """The loser's figure goes to the cathedral (DUE-11), and the challenger's turn goes on (DUE-14, A-100).

    It carries nothing that could be lost (A-96), and with the right cards it may come back in the same turn (DUE-15).
    """
    if attacker_wins:  # DUE-13: the attacker takes the circle, and may use the space
        d.end_duel(d.active, rival, step)
        d.send_back(rival, step)
        d.take_circle(step)
    else:  # DUE-12: the defender stays
        d.end_duel(rival, d.active, step)
        d.send_back(d.active, step)
