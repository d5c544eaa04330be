"""Microseconds per call of single functions: python -m tools.benchmarks.calls, from the top of the project."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Any

from toledo_rules import State, apply, determinize, explain, legal_actions, score, transition, view
from toledo_rules.bots import make_bot
from toledo_rules.codec import digest, dump, load
from toledo_rules.describe import describe
from toledo_rules.render import svg, text
from tools.benchmarks import report
from tools.benchmarks.measure import typical
from tools.benchmarks.report import Row
from tools.benchmarks.toledo import recorded, replayed

DESCRIPTION = """\
Time single functions on positions of a game that makes progress, in turn, by CPU time, without the
loop around them."""

SLOW = ("svg", "text")
"""Functions of which a tenth as many calls are enough."""


def calls(seed: int) -> dict[str, tuple[Callable[[Any], object], Sequence[Any]]]:
    """Return the functions, each with the values to call it with."""
    rng = Random(1)
    actions = recorded(seed, make_bot("greedy"))
    plies = [*zip(replayed(seed, actions), actions, strict=False)]
    states = [state for state, _ in plies]
    steps = [transition(state, action, rng) for state, action in plies]
    views = [view(state, state.active) for state in states]
    return {
        "nothing": (lambda _: None, states),
        "legal_actions": (legal_actions, states),
        "explain": (lambda ply: explain(ply[0], ply[1]), plies),
        "apply": (lambda ply: apply(ply[0], ply[1], rng), plies),
        "transition": (lambda ply: transition(ply[0], ply[1], rng), plies),
        "view": (lambda state: view(state, state.active), states),
        "determinize": (lambda seen: determinize(seen, rng), views),
        "score": (lambda state: score(state, 0), states),
        "dump": (dump, states),
        "load": (lambda value: load(value, State), [dump(state) for state in states]),
        "digest": (digest, states),
        "describe an event": (
            lambda pair: describe(*pair),
            [(event, step.state) for step in steps for event in step.seen_by(0)],
        ),
        "describe an action": (lambda ply: describe(ply[1], ply[0]), plies),
        "svg": (svg, views),
        "text": (text, views),
    }


def call_rows(rounds: int, number: int) -> Iterator[Row]:
    """Yield what a call takes."""
    table = calls(seed=1)
    spent: dict[str, list[float]] = {name: [] for name in table}
    rng = Random(1)
    for _ in range(rounds):
        for name, (call, values) in table.items():
            chosen = rng.choices(values, k=max(1, number // 10) if name in SLOW else number)
            start = process_time()
            for value in chosen:
                call(value)
            spent[name].append((process_time() - start) / len(chosen) * 1e6)
    loop = median(spent.pop("nothing"))
    for name, each in spent.items():
        yield Row(name, typical([micros - loop for micros in each]))


def main(words: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.benchmarks.calls", description=DESCRIPTION
    )
    parser.add_argument("--rounds", type=int, default=21, help="rounds (default: %(default)s)")
    parser.add_argument(
        "--calls", type=int, default=300, help="calls of each (default: %(default)s)"
    )
    options = parser.parse_args(words)
    rows = call_rows(options.rounds, options.calls)
    print("\n".join(report.table([("Microseconds per call", [*rows])])))
    return 0


if __name__ == "__main__":
    sys.exit(main())
