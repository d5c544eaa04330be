"""A program that is measured: python -m tools.benchmarks.worker MODULE TASK GAMES. `measure` starts it.

It answers on a pipe. For every line with a number, it works for that many seconds of CPU time, but never stops in the
middle of a game, and answers with a line of JSON: plies, legal actions, games, seconds. For "bytes N", it stores the
next N positions and answers with the bytes that each of them takes.
"""

from __future__ import annotations

import gc
import json
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from time import process_time
from typing import NamedTuple, TypeAlias


class Tally(NamedTuple):
    """What a piece of work was, and the CPU time it took."""

    plies: int
    """Decisions, or calls of the function that is measured."""
    actions: int
    """Legal actions that were offered, over all plies."""
    seconds: float
    """Of the part that is measured."""


Task: TypeAlias = Callable[[], Tally]
"""Something to measure: each call does the next piece of it, for instance one game."""


def timed(work: Callable[[], tuple[int, int]]) -> Tally:
    """Do a piece of work that counts its plies and actions, and time all of it."""
    start = process_time()
    plies, actions = work()
    return Tally(plies, actions, process_time() - start)


def block(task: Task, seconds: float) -> dict[str, float]:
    """Work for some seconds of CPU time, on a tidy heap."""
    gc.collect()
    pieces: list[Tally] = []
    start = process_time()
    while not pieces or process_time() - start < seconds:
        pieces.append(task())
    plies, actions, spent = (sum(column) for column in zip(*pieces, strict=True))
    return {"plies": plies, "actions": actions, "games": len(pieces), "seconds": spent}


def bytes_each(positions: Iterator[object], number: int) -> float:
    """Return the memory that each stored position takes, without what all of them share."""
    next(positions)  # fill the caches
    gc.collect()
    tracemalloc.start()
    kept = list(islice(positions, number))
    gc.collect()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / len(kept)


def main(module: str, name: str, games: str) -> None:
    """Get ready, then answer until the pipe is closed."""
    try:
        programs = import_module(f"tools.benchmarks.{module}")
        task: Task = programs.TASKS[name](int(games))
    except ModuleNotFoundError as missing:
        print(json.dumps({"missing": missing.name}), flush=True)
        return
    positions = programs.POSITIONS.get(name, lambda: iter(()))()
    print(json.dumps({"ready": programs.version()}), flush=True)
    for line in sys.stdin:
        if line.startswith("bytes "):
            print(bytes_each(positions, int(line.split()[1])), flush=True)
        else:
            print(json.dumps(block(task, float(line))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
