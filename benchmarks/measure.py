"""Measuring on a noisy machine: short blocks in turn, CPU time, medians, and how far to trust them."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from statistics import median
from time import process_time
from typing import TypeAlias

from attrs import frozen

RESAMPLES = 2_000


@frozen
class Tally:
    """What a block did."""

    plies: int
    """Plies that were played, or calls of the one function that is measured."""
    actions: int = 0
    """Legal actions that were offered, over all plies."""
    games: int = 0


Block: TypeAlias = Callable[[int], Tally]
"""Something to measure, as much of it as is asked for: so many games, or so many times."""


@frozen
class Timing:
    """A block, and the CPU time it took."""

    tally: Tally
    seconds: float

    @property
    def per_ply(self) -> float:
        """Microseconds for a ply."""
        return self.seconds / self.tally.plies * 1e6

    @property
    def per_action(self) -> float:
        """Microseconds for each legal action that was offered."""
        return self.seconds / self.tally.actions * 1e6


Timings: TypeAlias = Mapping[str, Sequence[Timing]]


@frozen
class Estimate:
    """A figure, and the interval in which it lies with a probability of 95 %."""

    value: float
    low: float
    high: float


def timed(block: Block, much: int) -> Timing:
    """Run a block on a tidy heap."""
    gc.collect()
    start = process_time()
    tally = block(much)
    return Timing(tally, process_time() - start)


def alternate(blocks: Mapping[str, Block], rounds: int, seconds: float) -> Timings:
    """Run all blocks in turn, so that what else the machine does hits all of them alike.

    Each block does as much as fits into `seconds`, and every other round goes backwards.
    """
    much = {name: fitting(block, seconds) for name, block in blocks.items()}
    timings: dict[str, list[Timing]] = {name: [] for name in blocks}
    order = list(blocks)
    for _ in range(rounds):
        for name in order:
            timings[name].append(timed(blocks[name], much[name]))
        order.reverse()
    return timings


def fitting(block: Block, seconds: float) -> int:
    """How much of a block fits into that time. To find out also warms it up."""
    much = 1
    while (spent := timed(block, much).seconds) < seconds / 4:
        much *= 2
    return max(1, round(much * seconds / spent))


def typical(values: Sequence[float]) -> Estimate:
    """The median."""
    return resampled(len(values), lambda places: median([values[place] for place in places]))


def ratio(above: Sequence[float], below: Sequence[float]) -> Estimate:
    """The ratio of two medians, of values that were measured side by side."""

    def of_medians(places: Sequence[int]) -> float:
        return median([above[place] for place in places]) / median([below[p] for p in places])

    assert len(above) == len(below)
    return resampled(len(above), of_medians)


def resampled(size: int, figure: Callable[[Sequence[int]], float]) -> Estimate:
    """A figure of a sample, with its interval by the bootstrap: the figure of samples of the sample.

    >>> typical([1.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 9.0])
    Estimate(value=2.0, low=2.0, high=2.0)
    """
    rng = Random(size)
    figures = sorted(figure(rng.choices(range(size), k=size)) for _ in range(RESAMPLES))
    tail = RESAMPLES // 40
    return Estimate(figure(range(size)), figures[tail], figures[-tail - 1])


def bytes_each(positions: Iterator[object], number: int) -> float:
    """The memory that stored positions take, each, without what they all share."""
    next(positions)  # whatever is made once
    gc.collect()
    tracemalloc.start()
    kept = list(islice(positions, number))
    gc.collect()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / len(kept)
