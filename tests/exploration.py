"""Every position of a tiny edition: from every deal, by every action and every card that chance can turn up.

    python -m tests.exploration tiny-exhaustive
    python -m tests.exploration kosmos-2008 --players 3 --limit 200000

The search is breadth first, so `Tally.depth` is the number of moves from a deal to the farthest position.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias, TypeVar

from attrs import frozen

from toledo_rules import (
    Cards,
    Edition,
    Move,
    Rng,
    State,
    Transition,
    chance_outcomes,
    invariants,
    legal_actions,
    load_edition,
    shipped_edition,
    step,
    universe,
)
from toledo_rules._multiset import minus
from toledo_rules._setup import deal
from toledo_rules.actions import ACTION_TYPES
from toledo_rules.effects.registry import judge

T = TypeVar("T")

Chances: TypeAlias = dict[T, Fraction]
"""A distribution: how likely each thing is."""

Found: TypeAlias = Sequence[tuple[Move, Transition]]
"""All the moves of a position, each with its transition."""

Visit: TypeAlias = Callable[[State, Found], None]
"""A function to call with each position."""


@frozen
class Tally:
    """What an exploration has found."""

    deals: int
    """Positions at the start of a game."""
    positions: int
    transitions: int
    finished: int
    """Positions in which the game is over."""
    endable: int | None
    """Positions from which some line of play leads to the end of the game; unknown if the search was cut off."""
    depth: int
    moves: Counter[str]
    """How often each kind of move occurs."""
    events: Counter[str]
    """How often each kind of event occurs."""

    @property
    def complete(self) -> bool:
        """True if nothing was left out."""
        return self.endable is not None

    def __str__(self) -> str:
        end = "" if self.complete else " (cut off)"
        return (
            f"{self.positions:,} positions{end}, {self.transitions:,} transitions, "
            f"{self.deals} deals, {self.finished:,} ends, depth {self.depth}"
        )


def deals(edition: Edition, players: int, first: int = 0) -> Iterator[State]:
    """Yield every position that a game can start with (SET-06)."""

    def dealt(pile: Cards, left: int) -> Iterator[tuple[tuple[Cards, ...], Cards]]:
        if not left:
            yield (), pile
            return
        for hand in dict.fromkeys(combinations(pile, edition.hand)):
            for others, rest in dealt(minus(pile, hand), left - 1):
                yield (hand, *others), rest

    for hands, pile in dealt(edition.cards, players):
        yield deal(edition, hands, pile, first)


def moves(state: State) -> tuple[Move, ...]:
    """Return everything that can happen next: the actions of the active player, or the draws of chance."""
    return legal_actions(state) or tuple(draw for draw, _ in chance_outcomes(state))


def explore(
    edition: Edition, players: int, visit: Visit | None = None, *, limit: int | None = None
) -> Tally:
    """Visit every position that can be reached, up to a limit on their number."""
    number = {state: place for place, state in enumerate(deals(edition, players))}
    queue = list(number)  # in the order of discovery, so that the place of a position is its number
    depth = [0] * len(queue)
    came_from: list[list[int]] = [[] for _ in queue]
    starts, transitions = len(queue), 0
    moved: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    ends: list[int] = []
    here = 0
    while here < len(queue) and (limit is None or len(queue) < limit):
        state = queue[here]
        found = [(move, step(state, move)) for move in moves(state)]
        if visit is not None:
            visit(state, found)
        if state.over:
            ends.append(here)
        for move, what in found:
            moved[type(move).__name__] += 1
            happened.update(type(event).__name__ for event in what.seen_by(None))
            place = number.setdefault(what.state, len(queue))
            if place == len(queue):
                queue.append(what.state)
                depth.append(depth[here] + 1)
                came_from.append([])
            came_from[place].append(here)
        transitions += len(found)
        here += 1
    return Tally(
        deals=starts,
        positions=len(queue),
        transitions=transitions,
        finished=len(ends),
        endable=_leading_to(ends, came_from) if here == len(queue) else None,
        depth=max(depth),
        moves=moved,
        events=happened,
    )


def _leading_to(ends: list[int], came_from: list[list[int]]) -> int:
    """The number of positions from which one of these can be reached."""
    seen, open_ = set(ends), list(ends)
    while open_:
        for before in came_from[open_.pop()]:
            if before not in seen:
                seen.add(before)
                open_.append(before)
    return len(seen)


class Scripted:
    """A source of chance that gives the numbers of a script, and gives up at its end."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self._numbers = iter(numbers)

    def randrange(self, stop: int, /) -> int:
        """The next number."""
        for number in self._numbers:
            return number
        raise NotToldError(stop)


class NotToldError(Exception):
    """The script has come to its end: how many numbers were possible next."""


def every_way(result: Callable[[Rng], T]) -> Chances[T]:
    """The exact distribution of a function of a generator: all that the generator could say is tried.

    >>> every_way(lambda rng: rng.randrange(2) + rng.randrange(2))
    {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    """
    chances: Chances[T] = {}
    scripts: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while scripts:
        numbers, chance = scripts.pop(0)
        try:
            outcome = result(Scripted(numbers))
        except NotToldError as more:
            (stop,) = more.args
            scripts += [((*numbers, number), chance / stop) for number in range(stop)]
        else:
            chances[outcome] = chances.get(outcome, Fraction(0)) + chance
    return chances


def check_position(state: State, found: Found) -> None:
    """The laws that can be asked of one position at little cost (laws 1 to 5)."""
    assert list(invariants(state)) == [], "I-01 to I-42"
    legal = legal_actions(state)
    assert bool(legal) == (not state.over and not state.chance), (
        "law 4: there is always something to do"
    )
    reasons = {kind: judge(kind, type(state.phase)) for kind in ACTION_TYPES}  # as `explain` asks
    accepted = [
        action
        for action in universe(state.edition).actions
        if next(iter(reasons[type(action)](state, action)), None) is None
    ]
    assert accepted == list(legal), (
        "laws 2, 4: legal means that nothing speaks against it; in order"
    )
    if state.chance:
        total = sum(probability for _, probability in chance_outcomes(state))
        assert total == 1, "law 5: probabilities sum to 1"
    for _, what in found:
        assert what.events, "law 10: nothing happens without an event"


def main(arguments: Sequence[str] | None = None) -> None:
    """Explore an edition and print what was found."""
    parser = argparse.ArgumentParser(description="Visit every position of an edition.")
    parser.add_argument("edition", help="a file, or the name of an edition of the library")
    parser.add_argument("--players", type=int, help="as few as the edition allows, if not said")
    parser.add_argument("--limit", type=int, help="stop after so many positions")
    parser.add_argument("--fast", action="store_true", help="only count: check no laws")
    options = parser.parse_args(arguments)
    name: str = options.edition
    explored = load_edition(name) if name.endswith(".toml") else shipped_edition(name)
    start, visited = time.monotonic(), 0

    def visit(state: State, found: Found) -> None:
        nonlocal visited
        if not options.fast:
            check_position(state, found)
        visited += 1
        if visited % 10_000 == 0:
            print(f"{visited:>12,} positions, {time.monotonic() - start:6.0f} s", file=sys.stderr)

    tally = explore(explored, options.players or explored.least_players, visit, limit=options.limit)
    print(f"{explored.name}: {tally}")
    if tally.endable is not None and tally.endable < tally.positions:
        print(f"from {tally.positions - tally.endable:,} positions the game cannot end (A-161)")
    for kind, count in [*tally.moves.most_common(), *tally.events.most_common()]:
        print(f"{count:>12,} {kind}")


if __name__ == "__main__":
    main()
