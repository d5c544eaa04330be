"""Two simple players, as functions: a position, the legal actions and a source of chance give an action.

Both play honestly: of what is hidden they look at their own hand only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from toledo_rules.bots.greedy import most_worth

from toledo_rules import Action, Rng, State

Strategy: TypeAlias = Callable[[State, Sequence[Action], Rng], Action]
"""How to play: which of the legal actions to choose in a position."""


class Dice:
    """A source of chance that gives the same numbers for a seed in every version of Python.

    Python promises that for `random.Random.random`, and for nothing else in `random`.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def randrange(self, stop: int, /) -> int:
        """A number from 0 up to `stop` - 1."""
        return int(self._random.random() * stop)


def random_player(_state: State, actions: Sequence[Action], rng: Rng) -> Action:
    """Does anything that is legal."""
    return actions[rng.randrange(len(actions))]


def progress_player(state: State, actions: Sequence[Action], rng: Rng) -> Action:
    """Does what brings most at once, by rule of thumb: the library's greedy bot."""
    return most_worth(state, actions, rng)
