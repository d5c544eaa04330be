"""Do the library and the specification say the same? Asked of positions, in batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from random import Random

from attrs import evolve, frozen
from clingo.symbol import Symbol

from spec.tools import facts
from spec.tools.oracle import Consequence, Oracle, Result
from tests.spec.refusals import differences, drawn
from toledo_rules import (
    KOSMOS_2008,
    Draw,
    Edition,
    State,
    chance_outcomes,
    explain,
    invariants,
    new_game,
    outcome,
    ranking,
    score,
    shipped_edition,
    step,
    universe,
    view,
)
from toledo_rules._multiset import multiset
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.testing import POLICIES, lay_out, moves

TINY = tuple(map(shipped_edition, SHIPPED_EDITIONS[1:]))
BATCH = 40
"""Positions that are answered by one grounding."""

TRIES = 60
"""Actions of the whole universe that are tried in each position."""


@frozen
class Disagreement:
    """A question to which the two give different answers."""

    question: str
    state: State
    library: object
    specification: object

    def __str__(self) -> str:
        return "\n".join(
            (
                f"{self.question}",
                f"  library:       {self.library}",
                f"  specification: {self.specification}",
                f"  position:      {self.state}",
            )
        )


@cache
def the_oracle() -> Oracle:
    """The specification, read once in each process."""
    return Oracle()


def sample(number: int, size: int = BATCH) -> list[State]:
    """A batch of positions of one edition and number of players; the number decides which.

    Three batches in four are of the full edition. Half of the positions come from games, by one policy each, the
    others are laid out at random.
    """
    rng = Random(number)
    edition = rng.choice(TINY) if number % 4 == 3 else KOSMOS_2008
    players = rng.randint(edition.least_players, edition.most_players)
    return some_positions(edition, players, rng, size)


def some_positions(edition: Edition, players: int, rng: Random, size: int) -> list[State]:
    """Positions, half of them from games, the others laid out at random."""
    played = _played(edition, players, rng)
    return [
        lay_out(edition, players, rng) if rng.random() < 0.5 else next(played) for _ in range(size)
    ]


def _played(edition: Edition, players: int, rng: Random) -> Iterator[State]:
    """Positions of games, some moves apart from each other, the end included."""
    while True:
        policy = rng.choice(POLICIES)
        state = new_game(players, rng, edition=edition, first=rng.randrange(players))
        for _ in range(2_000):  # no rule ends a game
            if rng.random() < 0.25 or state.over:
                yield state
            if state.over:
                break
            move = Draw(rng.choice(state.pile)) if state.chance else policy(state, rng)
            state = step(state, move).state


def disagreements(
    states: Sequence[State], oracle: Oracle | None = None, rng: Random | None = None
) -> Iterator[Disagreement]:
    """Everything on which the two differ, in positions of one edition and number of players."""
    oracle, rng = oracle or the_oracle(), rng or Random(len(states))
    edition = facts.edition(states[0].edition, len(states[0].players))
    positions = [facts.position(state) for state in states]
    for state, found in zip(states, oracle.consequences(edition, positions), strict=True):
        yield from _moves(state, found)
        yield from _whole_universe(state, found, rng)
    for state, weights in zip(states, oracle.weights(edition, positions), strict=True):
        yield from _odds(state, weights)
    for state, seen in zip(states, oracle.views(edition, positions), strict=True):
        for seat in (None, *range(len(state.players))):
            yield from _compare(f"view of {seat}", state, facts.view(view(state, seat)), seen[seat])
    for state, result in zip(states, oracle.results(edition, positions), strict=True):
        yield from _results(state, result)


def _compare(
    question: str, state: State, ours: frozenset[Symbol], theirs: frozenset[Symbol]
) -> Iterator[Disagreement]:
    if ours != theirs:
        yield Disagreement(question, state, _shown(ours - theirs), _shown(theirs - ours))


def _shown(symbols: Iterable[Symbol]) -> list[str]:
    return sorted(map(str, symbols))


def _moves(state: State, found: dict[Symbol, Consequence]) -> Iterator[Disagreement]:
    ours = {facts.move(move, state.active): move for move in moves(state)}
    yield from _compare("legal moves", state, frozenset(ours), frozenset(found))
    for name in ours.keys() & found.keys():
        what, theirs, move = step(state, ours[name]), found[name], ours[name]
        yield from _compare(f"after {move}", state, facts.position(what.state), theirs.after)
        if what.reveals != theirs.reveals:
            yield Disagreement(f"reveals {move}", state, what.reveals, theirs.reveals)
        for seat in (None, *range(len(state.players))):
            told = [facts.event(event) for event in what.seen_by(seat)]
            if told != theirs.told[seat]:
                yield Disagreement(f"told {seat} of {move}", state, told, theirs.told[seat])


def _odds(state: State, weights: dict[Symbol, int]) -> Iterator[Disagreement]:
    ours = {facts.move(draw, state.active): chance for draw, chance in chance_outcomes(state)}
    total = sum(weights.values())
    theirs = {move: Fraction(weight, total) for move, weight in weights.items()}
    if ours != theirs:
        yield Disagreement("odds", state, ours, theirs)


def _whole_universe(
    state: State, found: dict[Symbol, Consequence], rng: Random
) -> Iterator[Disagreement]:
    for action in rng.choices(universe(state.edition).actions, k=TRIES):
        refused = explain(state, action)
        if (refused is None) != (facts.move(action, state.active) in found):
            yield Disagreement(f"is {action} legal?", state, refused or "yes", refused is not None)
    seat = rng.randrange(len(state.players))
    for one in differences(state, drawn(state, rng), (None, seat)):
        yield Disagreement(f"why not {one.move}?", state, one.library, one.specification)


_ITEMS = {
    "delivered_sword": "delivered",
    "sword_in_front": "in_front",
    "painting": "paintings",
    "gems": "gems",
    "movement_tile": "movement_tile",
}


def _results(state: State, theirs: Result) -> Iterator[Disagreement]:
    points: dict[tuple[int, str], int] = {}
    for seat in range(len(state.players)):
        for line in score(state, seat).lines:
            item = seat, _ITEMS[line.kind]
            points[item] = points.get(item, 0) + line.points
    ended = outcome(state)
    answers = (
        ("points", points, {item: n for item, n in theirs.points.items() if n or item in points}),
        (
            "goal",
            {seat: score(state, seat).total for seat in range(len(state.players))},
            theirs.goal,
        ),
        ("rank", {place.seat: place.place for place in ranking(state)}, theirs.rank),
        ("winners", set() if ended is None else set(ended.winners), theirs.winners),
    )
    for question, mine, spec in answers:
        if mine != spec:
            yield Disagreement(question, state, mine, spec)


def shrunk(found: Disagreement, oracle: Oracle | None = None) -> Disagreement:
    """The same kind of disagreement in a position with as little as possible in it."""
    kind = found.question.split()[0]
    while True:
        for simpler in _simpler(found.state):
            differ = disagreements([simpler], oracle)
            again = [d for d in differ if d.question.split()[0] == kind]
            if again:
                found = again[0]
                break
        else:
            return found


def _simpler(state: State) -> Iterator[State]:
    """Positions with one thing less in play, as far as they can be."""
    for seat, player in enumerate(state.players):
        changes = [
            evolve(
                player, hand=multiset(c for i, c in enumerate(player.hand) if i != gone), known=()
            )
            for gone in range(len(player.hand))
        ]
        changes += [
            evolve(player, figures=multiset((0, *player.figures[:at], *player.figures[at + 1 :])))
            for at, step_ in enumerate(player.figures)
            if step_
        ]
        for changed in changes:
            players = (*state.players[:seat], changed, *state.players[seat + 1 :])
            lost = [c for c in player.hand if player.hand.count(c) > changed.hand.count(c)]
            lost = lost[: len(player.hand) - len(changed.hand)]
            simpler = evolve(state, players=players, pile=multiset((*state.pile, *lost)))
            if not list(invariants(simpler)):
                yield simpler
    if state.discards:
        yield evolve(state, pile=multiset(state.pile + state.discards), discards=())
