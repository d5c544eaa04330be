"""Whole games and counts of lines: in the engine if it can run, else in the library."""

from __future__ import annotations

import atexit
import warnings
from collections.abc import Iterator
from functools import cache
from random import Random

from attrs import frozen

from toledo_lab.engine._face import Engine, is_installed
from toledo_rules import (
    Seat,
    State,
    apply,
    chance_outcomes,
    determinize,
    legal_actions,
    outcome,
    step,
    view,
)
from toledo_rules.testing import perft


class SlowEngineWarning(UserWarning):
    """The library plays, because the engine cannot run."""


@frozen
class Playout:
    """A game that was played to its end by chance."""

    actions: int
    points: tuple[int, ...]
    winners: tuple[Seat, ...]


@cache
def running() -> Engine | None:
    """The engine of this process; nothing, and a warning, if it cannot run."""
    if is_installed():
        atexit.register(running.cache_clear)  # wasmtime cannot tidy up when its modules are gone
        return Engine()
    text = (
        "the library plays, twenty times slower than the engine: pip install 'toledo-lab[engine]'"
    )
    warnings.warn(text, SlowEngineWarning, stacklevel=3)
    return None


def playouts(state: State, *, games: int, seed: int, deal: bool = False) -> tuple[Playout, ...]:
    """Play games from a position to their ends, each action as likely as any other.

    With `deal` the cards that nobody sees are dealt again before each game: from a first position that makes games of
    their own. The same seed gives the same games, in the engine and in the library each.

    Raises:
        EngineError: if the edition is beyond the bounds of the engine.
    """
    engine = running()
    if engine is None:
        return tuple(by_the_library(state, games, Random(seed), deal=deal))
    answer = engine.ask("playouts", state, games=games, seed=seed, deal=deal)
    return tuple(
        Playout(actions, tuple(points), tuple(sorted(winners)))
        for actions, _, points, winners in answer["games"]
    )


def by_the_library(state: State, games: int, rng: Random, *, deal: bool) -> Iterator[Playout]:
    for _ in range(games):
        now, actions = determinize(view(state, None), rng) if deal else state, 0
        while now.chance:
            draws, odds = zip(*chance_outcomes(now), strict=True)
            now = step(now, rng.choices(draws, odds)[0]).state
        while not now.over:
            now = apply(now, rng.choice(legal_actions(now)), rng)
            actions += 1
        end = outcome(now)
        assert end is not None
        points = tuple(sheet.total for sheet in end.sheets)
        yield Playout(actions, points, tuple(sorted(end.winners)))


def count_lines(state: State, depth: int) -> int:
    """Return the number of lines of so many moves, those of chance too (*perft*)."""
    engine = running()
    if engine is None:
        return perft(state, depth)
    lines: int = engine.ask("perft", state, depth=depth)["lines"]
    return lines
