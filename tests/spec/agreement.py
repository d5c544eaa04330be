"""The comparison of library and specification in positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import TypeAlias

from attrs import evolve, frozen

from spec.conformance import terms
from spec.tools import facts
from spec.tools.facts import Position
from spec.tools.logic import Term
from spec.tools.oracle import Now, Oracle, Result, Seen, held, oracle_of
from tests.spec.refusals import drawn
from toledo_rules import (
    KOSMOS_2008,
    Draw,
    Edition,
    Refusal,
    State,
    chance_outcomes,
    explain_all,
    invariants,
    new_game,
    outcome,
    ranking,
    score,
    shipped_edition,
    step,
    view,
)
from toledo_rules._multiset import multiset
from toledo_rules.codec import load
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.testing import POLICIES, lay_out, moves

Rules: TypeAlias = Callable[[Edition, int], Oracle]
"""The compiled rules for an edition and a number of players."""

TINY = tuple(map(shipped_edition, SHIPPED_EDITIONS[1:]))
BATCH = 40
"""Positions of one sample."""


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
    states: Iterable[State], rules: Rules = oracle_of, rng: Random | None = None
) -> Iterator[Disagreement]:
    """Everything on which the two differ."""
    rng = rng or Random(1)
    for state in states:
        oracle = rules(state.edition, len(state.players))
        now = oracle.of(state)
        yield from _moves(state, oracle, now)
        yield from _refusals(state, oracle, now, rng)
        yield from _odds(state, oracle.weights(now))
        for seat in oracle.viewers:
            seen = view(state, seat)
            ours = Seen(facts.pieces_seen(seen), facts.sizes(seen), facts.slots(seen))
            if ours != (theirs := oracle.seen(now, seat)):
                yield _apart(f"view of {seat}", state, ours.fluents(), theirs.fluents())
        yield from _results(state, oracle.results(now))


def _apart(question: str, state: State, ours: Position, theirs: Position) -> Disagreement:
    return Disagreement(question, state, _shown(ours - theirs), _shown(theirs - ours))


def _shown(some: Iterable[Term]) -> list[str]:
    return sorted(map(terms.written, some))


_event = lru_cache(maxsize=1 << 16)(facts.event)


def _moves(state: State, oracle: Oracle, now: Now) -> Iterator[Disagreement]:
    ours = {facts.move(move, state.active): move for move in moves(state)}
    theirs = dict(oracle.moves(now))
    if ours.keys() != theirs.keys():
        yield _apart("legal moves", state, frozenset(ours), frozenset(theirs))
    for name in ours.keys() & theirs.keys():
        move, theirs_ = ours[name], theirs[name]
        what, after = step(state, move), oracle.game.after(theirs_)
        if (facts.pieces(what.state), facts.slots(what.state)) != held(after):
            fluents = frozenset(after.fluents())
            yield _apart(f"after {move}", state, facts.position(what.state), fluents)
        if what.reveals != (reveals := oracle.game.reveals(theirs_)):
            yield Disagreement(f"reveals {move}", state, what.reveals, reveals)
        told = oracle.told(theirs_)
        for seat in oracle.viewers:
            heard = [*map(_event, what.seen_by(seat))]
            if heard != told.get(seat):
                yield Disagreement(f"told {seat} of {move}", state, heard, told.get(seat))


def _odds(state: State, weights: dict[Term, int]) -> Iterator[Disagreement]:
    ours = {facts.move(draw, state.active): chance for draw, chance in chance_outcomes(state)}
    total = sum(weights.values())
    theirs = {move: Fraction(weight, total) for move, weight in weights.items()}
    if ours != theirs:
        yield Disagreement("odds", state, ours, theirs)


@lru_cache(maxsize=1 << 16)
def _refusal(law: str, reason: Term) -> Refusal:
    """A reason of the specification as the library has it."""
    return load(terms.refusal_json(law, reason), Refusal)


def _refusals(state: State, oracle: Oracle, now: Now, rng: Random) -> Iterator[Disagreement]:
    """Some actions, one in ten of them by a seat that may not be on turn."""
    for action in drawn(state, rng):
        seat = state.active if rng.random() < 0.9 else rng.randrange(len(state.players))
        ours = explain_all(state, action, seat=seat)
        reasons = oracle.reasons(now, seat, facts.move(action, seat))
        theirs = tuple(_refusal(*reason) for reason in reasons)
        if ours != theirs:
            yield Disagreement(f"why not {action} by {seat}?", state, ours, theirs)


_ITEMS = {
    "delivered_sword": "delivered",
    "sword_in_front": "in_front",
    "swords_in_front": "in_front",
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


def shrunk(found: Disagreement, rules: Rules = oracle_of) -> Disagreement:
    """The same kind of disagreement in a position with as little as possible in it."""
    kind = found.question.split()[0]
    while True:
        for simpler in _simpler(found.state):
            differ = disagreements([simpler], rules)
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
