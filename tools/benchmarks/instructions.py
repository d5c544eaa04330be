"""Instructions: figures without noise, to see whether a change made the library slower.

    python -m tools.benchmarks.instructions            count, and compare with the recorded figures
    python -m tools.benchmarks.instructions --record   count, and record

It needs valgrind. A piece of work is counted in two processes, one that does little of it and one that does more: the
difference is the work alone, without the start of the interpreter. Every figure is divided by that of a yardstick, a
loop in plain Python, so that it says the same on another build of Python; on another version, a tenth more or less
means nothing. Takes about a minute.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from shutil import which

from attrs import asdict, frozen

from toledo_rules import Game, State, Update, apply, legal_actions, new_game
from toledo_rules.codec import dumps, loads
from toledo_rules.protocol import encode, table_update
from tools.benchmarks.measure import ROOT, environment

RECORD = Path(__file__).with_suffix(".json")
SEED, PLAYERS = 2008, 4
MIDDLE = 100
"""Plies before the position whose JSON is written and read."""
TOLERANCE, ELSEWHERE = 0.02, 0.1
"""Increase that is too much: on the version of Python that was recorded, and on another one."""

FIRST_ACTIONS = """\
from toledo_rules import legal_actions, new_game
class Zero:
    def randrange(self, stop): return 0
legal_actions(new_game(4, Zero()))"""
"""A program that imports the library and asks it once. It needs no other module for chance."""


def yardstick(times: int) -> None:
    """Do what all Python programs do: call, compare, look up, make tuples."""

    def successor(pair: tuple[int, int]) -> tuple[int, int]:
        return pair[1], (pair[0] + pair[1]) % 1_009

    seen: dict[tuple[int, int], int] = {}
    pair = 0, 1
    for _ in range(times * 100):
        seen[pair] = seen.get(pair, 0) + 1
        pair = successor(pair)


def plies(times: int) -> State:
    """Play a fixed game: random, from the beginning; the next one if it ends before."""
    rng = Random(SEED)
    state = new_game(PLAYERS, rng)
    for _ in range(times):
        actions = legal_actions(state)
        state = apply(state, actions[rng.randrange(len(actions))], rng)
        if state.over:
            state = new_game(PLAYERS, rng)
    return state


def game_plays(times: int) -> None:
    """Play the same by a `Game`, which keeps its history, explains and tells."""
    rng = Random(SEED)
    game = Game(PLAYERS, rng=rng)
    for _ in range(times):
        game.play(game.legal[rng.randrange(len(game.legal))])
        if game.state.over:
            game = Game(PLAYERS, rng=rng)


def writing(times: int) -> None:
    """Write a position as JSON."""
    state = plies(MIDDLE)
    for _ in range(times):
        dumps(state)


def reading(times: int) -> None:
    """Read a position, with all checks."""
    text = dumps(plies(MIDDLE))
    for _ in range(times):
        loads(text, State)


def updates(times: int) -> None:
    """Play, and tell each seat of every change by the protocol."""
    rng = Random(SEED)
    game = Game(PLAYERS, rng=rng)
    for seat in range(PLAYERS):
        game.subscribe(partial(_tell, game), seat)
    for _ in range(times):
        game.play(game.legal[rng.randrange(len(game.legal))])


def _tell(game: Game, news: Update) -> None:
    encode(table_update(game, news.view.seat, news))


@frozen
class Work:
    """Something to count: done a few times and more often."""

    do: Callable[[int], object]
    few: int
    many: int


WORK = {
    "yardstick": Work(yardstick, 10, 110),
    "a ply": Work(plies, 100, 600),
    "a ply of Game.play": Work(game_plays, 50, 200),
    "dumps": Work(writing, 10, 110),
    "loads": Work(reading, 10, 60),
    "a ply and the updates of four seats": Work(updates, 20, 60),
}
START = "import and first legal actions"


@frozen
class Counted:
    """Instructions of every piece of work, and where they were counted."""

    instructions: dict[str, int]
    python: str
    machine: str

    def relative(self, name: str) -> float:
        """Return a figure in yardsticks."""
        return self.instructions[name] / self.instructions["yardstick"]


def instructions(*words: str, path: Path | None = None) -> int:
    """Return the instructions of a Python process, started with some words, with the library from a `path`."""
    python = [sys.executable, *words]
    surroundings = environment(path) | {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run(python, check=True, cwd=ROOT, env=surroundings)  # all modules are compiled
    told = subprocess.run(
        [
            *["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"],
            *python,
        ],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=surroundings,
    ).stderr
    found = re.search(r"I\s+refs:\s+([\d,]+)", told)
    if found is None:
        raise RuntimeError(f"valgrind did not say how many instructions it counted:\n{told}")
    return int(found[1].replace(",", ""))


def start_instructions(program: str, path: Path | None = None) -> int:
    """Return the instructions of a program without the start of the interpreter."""
    return instructions("-c", program, path=path) - instructions("-c", "pass", path=path)


def counted(say: Callable[[str], None] = print) -> Counted:
    """Count now."""
    found = {}
    for name, work in WORK.items():
        few, many = (
            instructions("-m", "tools.benchmarks.instructions", "--do", name, str(times))
            for times in (work.few, work.many)
        )
        found[name] = round((many - few) / (work.many - work.few))
        say(f"{name}: {found[name]:,}")
    found[START] = start_instructions(FIRST_ACTIONS)
    say(f"{START}: {found[START]:,}")
    return Counted(found, platform.python_version(), platform.machine())


def recorded() -> Counted:
    """Return what was counted when it was last recorded."""
    return Counted(**json.loads(RECORD.read_text(encoding="utf-8")))


def slower(now: Counted, then: Counted) -> list[str]:
    """Return a line for each figure that has become too large."""
    same = (now.python, now.machine) == (then.python, then.machine)
    most = TOLERANCE if same else ELSEWHERE
    changes = {name: now.relative(name) / then.relative(name) - 1 for name in then.instructions}
    return [f"{name}: {change:+.1%}" for name, change in changes.items() if change > most]


def main(words: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.benchmarks.instructions",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--record", action="store_true", help="record the figures")
    parser.add_argument(
        "--do",
        nargs=2,
        metavar=("WORK", "TIMES"),
        help="only do some work; this is what is counted",
    )
    options = parser.parse_args(words)
    if options.do is not None:
        name, times = options.do
        WORK[name].do(int(times))
        return 0
    if which("valgrind") is None:
        parser.error("valgrind is not installed")
    now = counted()
    if options.record:
        RECORD.write_text(json.dumps(asdict(now), indent=2) + "\n", encoding="utf-8")
        return 0
    then = recorded()
    lines = slower(now, then)
    print(*lines or [f"not slower than on Python {then.python}, {then.machine}"], sep="\n")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
