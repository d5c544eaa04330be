"""Instructions per ply: a figure without noise, to see whether a change made the library slower.

    python -m tools.benchmarks.instructions            count, and compare with the recorded figure
    python -m tools.benchmarks.instructions --record   count, and record

It needs valgrind. Two runs of one fixed game are counted, a short and a long one: the difference between
them is the plies alone, without the start of the interpreter. The figure depends on the version of Python
and on the processor's architecture, so both are recorded with it. Takes a minute or two.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from shutil import which

from attrs import asdict, frozen

from toledo_rules import apply, legal_actions, new_game, outcome
from tools.benchmarks.measure import ROOT, environment

RECORD = Path(__file__).with_suffix(".json")
SEED, PLAYERS = 2008, 4
SHORT, LONG = 100, 1_100
TOLERANCE = 0.01
"""Increase that is too much."""

FIRST_ACTIONS = """\
from toledo_rules import legal_actions, new_game
class Zero:
    def randrange(self, stop): return 0
legal_actions(new_game(4, Zero()))"""
"""A program that imports the library and asks it once. It needs no other module for chance."""


@frozen
class Count:
    """Instructions per ply, and where they were counted."""

    instructions_per_ply: int
    plies: int
    python: str
    machine: str

    def comparable(self, other: Count) -> bool:
        """Only the figure may differ."""
        return (self.plies, self.python, self.machine) == (other.plies, other.python, other.machine)


def play(plies: int) -> None:
    """Play the fixed game: random, from the beginning; the next one if it ends before."""
    rng = Random(SEED)
    state = new_game(PLAYERS, rng)
    outcome(state)  # which the first game to end would import: that is no cost of a ply
    for _ in range(plies):
        actions = legal_actions(state)
        state = apply(state, actions[rng.randrange(len(actions))], rng)
        if state.over:
            state = new_game(PLAYERS, rng)


def instructions(*words: str, path: Path | None = None) -> int:
    """Return the instructions of a Python process, started with some words, with the library from a `path`."""
    python = [sys.executable, *words]
    surroundings = environment(path) | {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run(python, check=True, cwd=ROOT, env=surroundings)  # all modules are compiled
    told = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *python],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=surroundings,
    ).stderr
    found = re.search(r"Collected : (\d+)", told)
    if found is None:
        raise RuntimeError(f"valgrind did not say how many instructions it counted:\n{told}")
    return int(found[1])


def start_instructions(program: str, path: Path | None = None) -> int:
    """Return the instructions of a program without the start of the interpreter."""
    return instructions("-c", program, path=path) - instructions("-c", "pass", path=path)


def counted() -> Count:
    """Count now."""
    short, long = (
        instructions("-m", "tools.benchmarks.instructions", "--play", str(plies))
        for plies in (SHORT, LONG)
    )
    plies = LONG - SHORT
    return Count(
        round((long - short) / plies), plies, platform.python_version(), platform.machine()
    )


def recorded() -> Count:
    """Return what was counted when it was last recorded."""
    return Count(**json.loads(RECORD.read_text(encoding="utf-8")))


def main(words: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.benchmarks.instructions",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--record", action="store_true", help="record the figure")
    parser.add_argument(
        "--play", type=int, metavar="PLIES", help="only play; this is what is counted"
    )
    options = parser.parse_args(words)
    if options.play is not None:
        play(options.play)
        return 0
    if which("valgrind") is None:
        parser.error("valgrind is not installed")
    now = counted()
    print(f"{now.instructions_per_ply:,} instructions per ply ({now.python}, {now.machine})")
    if options.record:
        RECORD.write_text(json.dumps(asdict(now), indent=2) + "\n", encoding="utf-8")
        return 0
    then = recorded()
    change = now.instructions_per_ply / then.instructions_per_ply - 1
    print(
        f"{then.instructions_per_ply:,} were recorded ({then.python}, {then.machine}): {change:+.2%}"
    )
    if not now.comparable(then):
        print("They cannot be compared: record anew.")
        return 0
    return 1 if change > TOLERANCE else 0


if __name__ == "__main__":
    sys.exit(main())
