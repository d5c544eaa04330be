"""Positions that aim at the readings of an edition: by chance play they matter in few (9 of 360).

    python -m tests.spec.aimed --positions 20000    # compare library and specification there, for each reading

A pile of one or two cards while chance deals (A-22), turns that a tile card has opened (A-82), players
who can do little but return a figure (A-109, A-160), several swords in front of a player (A-120), and fees that can
be paid to an owner (A-130).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from random import Random

from attrs import evolve

from tests.spec.agreement import Disagreement, disagreements
from toledo_rules import (
    MOVEMENT,
    PlayCard,
    State,
    UseSpace,
    invariants,
    legal_actions,
    score,
    shipped_edition,
    step,
)
from toledo_rules._multiset import multiset
from toledo_rules.edition import USUAL, Edition
from toledo_rules.editions import other_readings
from toledo_rules.state import Arrived, Drawing, Duel, Phase, Shop
from toledo_rules.testing import lay_out, moves
from toledo_rules.testing._games import CHANCES

READ = (
    *(f"kosmos-2008 {word}" for word in other_readings()),
    " ".join(("kosmos-2008", *other_readings())),
    " ".join(("tiny-duel", *other_readings())),
)
"""Every unusual reading alone, and all together."""


def aimed(edition: Edition, players: int, rng: Random) -> Iterator[State]:
    """Positions in which the readings of an edition are likely to matter."""
    at = [nearly_used_up] if edition.readings.a22 == "used_up" else []
    at += [opened_by_tile] if edition.readings.a82 == "if_possible" else []
    at += (
        [idle]
        if {edition.readings.a109, edition.readings.a160} != {"on_road", "compulsory"}
        else []
    )
    at += [with_swords] if edition.readings.a120 == "sum" else []
    at += [owing] if edition.readings.a130 == "forgotten" else []
    while True:
        found = rng.choice(at)(edition, players, rng)
        if found is not None and not [*invariants(found)]:
            yield found


def nearly_used_up(edition: Edition, players: int, rng: Random) -> State | None:
    """A position in which chance deals one of the last cards; the others are discards, or in a hand."""
    state = lay_out(edition, players, rng, rng.choice(CHANCES))
    if not state.chance or not state.pile:
        return None
    if rng.random() < 0.7:
        state = evolve(state, phase=_last_draw(state))
    left = rng.sample(state.pile, min(len(state.pile), rng.choice((1, 1, 1, 2))))
    rest = [*state.pile]
    for card in left:
        rest.remove(card)
    if rng.random() < 0.7:
        return evolve(state, pile=multiset(left), discards=multiset((*state.discards, *rest)))
    seat = rng.randrange(players)
    richer = evolve(
        state.players[seat],
        hand=multiset((*state.players[seat].hand, *rest, *state.discards)),
    )
    seats = (*state.players[:seat], richer, *state.players[seat + 1 :])
    return evolve(state, players=seats, pile=multiset(left), discards=())


def _last_draw(state: State) -> Phase:
    """The same with one card to go: of a drawing, or of a duel that stands level."""
    if isinstance(state.phase, Duel):
        wins = state.edition.rounds_to_win - 1
        return evolve(state.phase, attacker_wins=wins, defender_wins=wins)
    assert isinstance(state.phase, Drawing)
    return evolve(state.phase, left=1)


def opened_by_tile(edition: Edition, players: int, rng: Random) -> State | None:
    """A position after a tile card that opened the turn, or some moves later in it."""
    state = lay_out(edition, players, rng, "start")
    if MOVEMENT in state.tiles:
        mine = state.players[state.active]
        holding = evolve(mine, tiles=multiset((*mine.tiles[: edition.tile_limit - 1], MOVEMENT)))
        seats = (*state.players[: state.active], holding, *state.players[state.active + 1 :])
        freed = mine.tiles[edition.tile_limit - 1 :]
        tiles = [tile for tile in state.tiles if tile != MOVEMENT]
        tiles += [MOVEMENT] * (state.tiles.count(MOVEMENT) - 1)
        state = evolve(state, players=seats, tiles=multiset((*tiles, *freed)))
    openings = [a for a in legal_actions(state) if isinstance(a, PlayCard) and a.with_tile]
    if not openings:
        return None
    state = step(state, rng.choice(openings)).state
    for _ in range(rng.choice((0, 0, 1, 1, 4))):
        following = [move for move in moves(state) if not isinstance(move, PlayCard)]
        if state.front is not None or not following:
            break
        after = step(state, rng.choice(following)).state
        if after.active != state.active:
            break
        state = after
    return state


def idle(edition: Edition, players: int, rng: Random) -> State | None:
    """The start of a turn with no card to take, often no shop to place, and few cards, which others guard."""
    state = lay_out(edition, players, rng, "start")
    mine = state.players[state.active]
    kept = rng.sample(mine.hand, min(len(mine.hand), rng.choice((0, 0, 1, 2))))
    rest = [*mine.hand, *state.pile, *state.discards]
    for card in kept:
        rest.remove(card)
    other = (state.active + 1) % players
    seats = [*state.players]
    seats[state.active] = evolve(mine, hand=multiset(kept), known=())
    seats[other] = evolve(seats[other], hand=multiset((*seats[other].hand, *rest)))
    shops = [*state.shops]
    if rng.random() < 0.8:
        for step, space in enumerate(edition.road):
            if space.kind == "site" and shops[step] is None:
                owner = rng.choice([seat for seat in range(players) if seats[seat].shops] or [None])
                if owner is None:
                    break
                tile = rng.choice(seats[owner].shops)
                left = [*seats[owner].shops]
                left.remove(tile)
                seats[owner] = evolve(seats[owner], shops=multiset(left))
                shops[step] = Shop(owner, tile.kind, tile.circles)
    return evolve(state, players=tuple(seats), shops=tuple(shops), pile=(), discards=())


def with_swords(edition: Edition, players: int, rng: Random) -> State | None:
    """A position in which a player has at least two swords; most of them have odd numbers."""
    state = lay_out(edition, players, rng)
    odd = [sword for sword in state.swords if sword.value % edition.sword_divisor]
    if len(odd) < 2:
        return None
    taken = rng.sample(odd, min(len(odd), rng.choice((2, 2, 3, 4))))
    left = [*state.swords]
    for sword in taken:
        left.remove(sword)
    seat = rng.randrange(players)
    richer = evolve(state.players[seat], swords=multiset((*state.players[seat].swords, *taken)))
    seats = (*state.players[:seat], richer, *state.players[seat + 1 :])
    return evolve(state, players=seats, swords=multiset(left))


def owing(edition: Edition, players: int, rng: Random) -> State | None:
    """A position in which a card can be paid to another player, or the next one."""
    state = lay_out(edition, players, rng, "arrived")
    assert isinstance(state.phase, Arrived)
    if state.owner(state.phase.step) in (None, state.active):
        return None
    fees = [move for move in moves(state) if isinstance(move, UseSpace) and move.pay is not None]
    if not fees or rng.random() < 0.8:
        return state if fees else None
    return step(state, rng.choice(fees)).state


def matters(state: State) -> bool:
    """The readings of the edition change what is legal, what follows, or what it counts."""
    usual = evolve(state, edition=evolve(state.edition, readings=USUAL))
    if moves(state) != moves(usual):
        return True
    if any(
        score(state, seat).total != score(usual, seat).total for seat in range(len(state.players))
    ):
        return True
    for move in moves(state):
        after, other = step(state, move), step(usual, move)
        if (after.events, after.state.players) != (other.events, other.state.players):
            return True
    return False


def batch(name: str, number: int, size: int = 40) -> list[State]:
    """Some of these positions, of one table; the number decides which."""
    rng = Random(f"{name}/{number}")
    edition = shipped_edition(name)
    players = rng.randint(edition.least_players, edition.most_players)
    found = aimed(edition, players, rng)
    return [next(found) for _ in range(size)]


def compared(name: str, number: int) -> tuple[list[State], list[Disagreement]]:
    """Some positions, and where library and specification differ in them."""
    states = batch(name, number)
    return states, [*disagreements(states, rng=Random(number))]


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Compare library and specification by reading.")
    parser.add_argument("--positions", type=int, default=2_000, metavar="N", help="for each (2000)")
    options = parser.parse_args()
    for name in READ:
        began, positions, transitions, mattering = time.process_time(), 0, 0, 0
        for number in range(-(-options.positions // 40)):
            states, found = compared(name, number)
            if found:
                print(found[0])
                return 1
            positions += len(states)
            transitions += sum(len(moves(state)) for state in states)
            mattering += sum(map(matters, states))
        spent = time.process_time() - began
        print(
            f"{name}: agree on {positions:,} positions and {transitions:,} transitions; "
            f"the reading matters in {mattering:,} positions ({spent:.0f} s)",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
