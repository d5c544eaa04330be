"""Compares the library with the specification in many positions.

    python -m tests.spec.long_agreement --positions 50000
    python -m tests.spec.long_agreement --positions 50000 --from 700          # go on where a run was stopped
    python -m tests.spec.long_agreement --exhaust tiny-exhaustive

In each position: the legal moves, the position after every one of them (every card that chance can draw included), what
each seat and a spectator see, scores, places and winners; and whether actions drawn from the whole universe are legal.
On a disagreement it prints a small position that shows it, both answers, and the clauses that had a say.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import count
from random import Random

from tests.exploration import explore
from tests.spec.agreement import Disagreement, disagreements, sample, shrunk
from tests.spec.clauses import fired_in
from toledo_rules import State, load_edition, shipped_edition
from toledo_rules.testing import moves


def compare(number: int) -> tuple[int, int, int, list[Disagreement]]:
    """One batch: its number, how many positions and transitions, and where the two differ."""
    states = sample(number)
    found = list(disagreements(states, rng=Random(number)))
    return number, len(states), sum(len(moves(state)) for state in states), found


def exhaust(name: str, workers: int) -> int:
    """Compare every position of an edition that can be reached, from every deal, with all that chance can do."""
    states: list[State] = []
    edition = load_edition(name) if name.endswith(".toml") else shipped_edition(name)
    tally = explore(edition, 2, lambda state, _: states.append(state))
    batches = [states[start : start + 200] for start in range(0, len(states), 200)]
    began = time.monotonic()
    with ProcessPoolExecutor(workers) as pool:
        for number, found in enumerate(pool.map(compare_all, batches), start=1):
            if found:
                report(number, found)
                return 1
            show(min(200 * number, len(states)), len(states), time.monotonic() - began, number)
    print(f"\nThe library and the specification agree on all of {name}: {tally}.")
    return 0


def compare_all(states: list[State]) -> list[Disagreement]:
    """Where the two differ in these positions."""
    return list(disagreements(states))


def report(number: int, found: list[Disagreement]) -> None:
    """Print a disagreement so that it can be understood."""
    small = shrunk(found[0])
    print(f"\nBatch {number}: {len(found)} disagreements. The first one, made small:\n\n{small}")
    print(f"\n  clauses that fired there: {', '.join(fired_in(small.state))}")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description="Compare the library with the specification.",
        epilog="The exit code is 1 if they disagree anywhere.",
    )
    parser.add_argument("--positions", type=int, default=2_000, metavar="N", help="how many (2000)")
    parser.add_argument("--from", type=int, default=0, dest="start", help="the first batch (0)")
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    parser.add_argument(
        "--exhaust", metavar="EDITION", help="every position of this tiny edition instead"
    )
    options = parser.parse_args()
    if options.exhaust:
        return exhaust(options.exhaust, options.workers)

    began, positions, transitions = time.monotonic(), 0, 0
    numbers = count(options.start)
    with ProcessPoolExecutor(options.workers) as pool:
        waiting: deque[Future[tuple[int, int, int, list[Disagreement]]]] = deque()
        while positions < options.positions:
            while len(waiting) < 2 * options.workers:
                waiting.append(pool.submit(compare, next(numbers)))
            number, more, steps, found = waiting.popleft().result()
            if found:
                report(number, found)
                pool.shutdown(cancel_futures=True)
                return 1
            positions += more
            transitions += steps
            show(positions, options.positions, time.monotonic() - began, number)
        pool.shutdown(cancel_futures=True)
    print(
        f"\nThe library and the specification agree on {positions:,} positions "
        f"and {transitions:,} transitions (batches {options.start} to {number})."
    )
    return 0


def show(done: int, wanted: int, seconds: float, number: int) -> None:
    """A progress bar on a terminal, a line now and then elsewhere."""
    share = min(1.0, done / wanted)
    left = seconds / share - seconds
    line = f"{done:>7,} of {wanted:,}  batch {number}  {seconds:5.0f} s, {left:5.0f} s to go"
    if sys.stderr.isatty():
        bar = "#" * round(30 * share)
        print(f"\r[{bar:<30}] {line}", end="", file=sys.stderr, flush=True)
    elif number % 25 == 0:
        print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
