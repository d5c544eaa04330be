"""Instructions per ply: a figure without noise, to see whether a change made the library slower.

    python -m benchmarks.instructions            count, and compare with the recorded figure
    python -m benchmarks.instructions --record   count, and record

It needs valgrind. Two runs of one fixed game are counted, a short and a long one: the difference between
them is the plies alone, without the start of the interpreter. The figure depends on the version of Python
and on the processor's architecture, so both are recorded with it. Takes a minute or two.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from attrs import asdict, frozen

from tests.players import Dice, random_player
from toledo_rules import apply, legal_actions, new_game

RECORD = Path(__file__).with_suffix(".json")
SEED, PLAYERS = 2008, 4
SHORT, LONG = 100, 1_100
TOLERANCE = 0.01
"""How much more is too much."""


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
    """The fixed game: random, from the beginning; the next one if it ends before."""
    dice = Dice(SEED)
    state = new_game(PLAYERS, dice)
    for _ in range(plies):
        state = apply(state, random_player(state, legal_actions(state), dice), dice)
        if state.over:
            state = new_game(PLAYERS, dice)


def instructions(plies: int) -> int:
    """The instructions of a process that plays so many plies."""
    with TemporaryDirectory() as folder:
        command = [
            "valgrind",
            "--tool=callgrind",
            f"--callgrind-out-file={folder}/out",
            sys.executable,
            "-m",
            "benchmarks.instructions",
            "--play",
            str(plies),
        ]
        told = subprocess.run(
            command,
            check=True,
            capture_output=True,
            text=True,
            cwd=Path(__file__).parents[1],
            env={**os.environ, "PYTHONHASHSEED": "0"},
        ).stderr
    found = re.search(r"Collected : (\d+)", told)
    if found is None:
        raise RuntimeError(f"valgrind did not tell how many instructions it counted:\n{told}")
    return int(found[1])


def counted() -> Count:
    """Count now."""
    plies = LONG - SHORT
    per_ply = (instructions(LONG) - instructions(SHORT)) / plies
    return Count(round(per_ply), plies, platform.python_version(), platform.machine())


def recorded() -> Count:
    """What was counted when it was last recorded."""
    return Count(**json.loads(RECORD.read_text(encoding="utf-8")))


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.instructions",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--record", action="store_true", help="record the figure")
    parser.add_argument(
        "--play", type=int, metavar="PLIES", help="only play; this is what is counted"
    )
    options = parser.parse_args()
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
