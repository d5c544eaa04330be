"""Two simple players for tests, as functions: a position, the legal actions and a source of chance give an action.

Both are honest: of what is hidden they use their own hand only. The golden transcripts, the corpus and the benchmarks
rest on them and on `Dice`: none of it may change. For anything new, use `toledo_rules.bots` and `toledo_rules.Stream`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from toledo_rules import Action, Rng, State
from toledo_rules.bots._players import most_worth

Strategy: TypeAlias = Callable[[State, Sequence[Action], Rng], Action]
"""A way to choose one of the legal actions in a position."""


class Dice:
    """A source of chance that gives the same numbers for a seed in every version of Python.

    Python promises that for `random.Random.random`, and for nothing else in `random`.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 up to `stop` - 1."""
        return int(self._random.random() * stop)


def random_player(_state: State, actions: Sequence[Action], rng: Rng) -> Action:
    """Choose any legal action."""
    return actions[rng.randrange(len(actions))]


def progress_player(state: State, actions: Sequence[Action], rng: Rng) -> Action:
    """Choose as the library's greedy bot does."""
    return most_worth(state, actions, rng)
