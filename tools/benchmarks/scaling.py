"""Gain of a simulation by more workers: python -m tools.benchmarks.scaling, from the top of the project."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from time import perf_counter

from attrs import evolve

from toledo_lab.simulate import Plan, simulate, worker_pool
from tools.benchmarks.measure import ratio, typical

DESCRIPTION = """\
Play the same games here, one after another, and by a pool of workers, in turn, and compare the
times by the clock. On a machine that does other things too, the ratio is smaller than it could be."""


def seconds(plan: Plan, executor: Executor | None) -> float:
    """Return the time that a simulation takes by the clock."""
    start = perf_counter()
    simulate(plan, executor=executor)
    return perf_counter() - start


def main(words: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.benchmarks.scaling", description=DESCRIPTION
    )
    parser.add_argument("--bot", default="greedy", help="plays all seats (greedy)")
    parser.add_argument("--games", type=int, default=60, help="in each block (60)")
    parser.add_argument("--pairs", type=int, default=11, help="of blocks to compare (11)")
    parser.add_argument("--workers", type=int, default=2, help="processes in the pool (2)")
    options = parser.parse_args(words)
    plan = Plan(bots=(options.bot,) * 3, games=options.games)
    alone: list[float] = []
    together: list[float] = []
    with worker_pool(options.workers) as pool:
        seconds(plan, pool)  # all processes are up and warm
        for pair in range(options.pairs):
            block = evolve(plan, seed=pair)
            for times, executor in ((alone, None), (together, pool))[:: 1 if pair % 2 else -1]:
                times.append(seconds(block, executor))
    rate = typical([options.games / time for time in alone])
    gain = ratio(alone, together)
    print(
        f"{options.bot}: {rate.value:.1f} ({rate.low:.1f} to {rate.high:.1f}) games a second here"
    )
    print(
        f"{options.workers} workers: {gain.value:.2f} ({gain.low:.2f} to {gain.high:.2f}) times as fast"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
