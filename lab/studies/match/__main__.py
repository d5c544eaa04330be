"""Let a bot play against one of an earlier version: ``python -m lab.studies.match``.

The earlier version is taken from git and installed in an environment of its own (``build/match``); both bots play over
pipes. Each deal is played once for every seat of the one bot, all other seats are the other's. It prints the share that
the one bot won, with the 95 % interval over deals, and the CPU time of a decision of both. What was played is added to
``results.jsonl``.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
import venv
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from toledo_lab._statistics import Moments, share_over_deals
from toledo_rules import State, apply, new_game, outcome
from toledo_rules.actions import Action
from toledo_rules.chance import Stream
from toledo_rules.notation import format_position, parse_action
from toledo_rules.state import TurnStart

ROOT = Path(__file__).parents[3]
BUILD = ROOT / "build" / "match"
PLAYER = Path(__file__).with_name("player.py")
RESULTS = Path(__file__).with_name("results.jsonl")


def installed(revision: str) -> Path:
    """Install a revision in an environment of its own, and return its Python."""
    shown = ["git", "rev-parse", "--short", revision]
    commit = subprocess.run(shown, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    folder = BUILD / commit.strip()
    python = folder / "venv" / "bin" / "python"
    if not python.exists():
        packed = ["git", "archive", revision, "src", "pyproject.toml", "README.md", "LICENSE"]
        archive = subprocess.run(packed, cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(folder, filter="data")
        venv.create(folder / "venv", with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", folder], check=True)
    return python


class Side:
    """A bot at one seat, in a process of its own."""

    def __init__(self, python: str | Path, bot: str, seed: str) -> None:
        own = str(python) == sys.executable
        surroundings = {**os.environ} if own else {**os.environ, "PYTHONPATH": ""}
        self._process = subprocess.Popen(
            [python, PLAYER, bot, seed],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=surroundings,
            cwd=ROOT if own else BUILD,
        )
        self.seconds, self.decisions, self.turns = 0.0, 0, 0

    def __enter__(self) -> Side:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: object, _trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait()

    def begin(self) -> None:
        """Begin another game."""
        self._say("")

    def choose(self, state: State) -> Action:
        """Return what it plays."""
        self._say(format_position(state))
        assert self._process.stdout is not None
        action, seconds = self._process.stdout.readline().split("\t")
        self.seconds += float(seconds)
        self.decisions += 1
        self.turns += isinstance(state.phase, TurnStart)
        return parse_action(action, state.edition)

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        print(line, file=self._process.stdin, flush=True)


def play(table: Sequence[Side], seed: str) -> Sequence[int]:
    """Play a game, and return its winners."""
    chance = Stream(seed)
    state = new_game(len(table), chance)
    for side in table:
        side.begin()
    while not state.over:
        state = apply(state, table[state.active].choose(state), chance)
    result = outcome(state)
    assert result is not None
    return sorted(result.winners)


def cost(name: str, sides: Sequence[Side]) -> str:
    """Return the CPU time of a bot in words."""
    seconds = sum(side.seconds for side in sides)
    turns, decisions = sum(side.turns for side in sides), sum(side.decisions for side in sides)
    return (
        f"{name}: {1000 * seconds / decisions:.1f} ms of CPU time for an action, "
        f"{1000 * seconds / turns:.1f} for a turn, {seconds:.0f} s in all"
    )


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Play against a bot of an earlier version.")
    parser.add_argument("--bot", default="searcher:nodes=16000")
    parser.add_argument("--against", default="searcher:level=9")
    parser.add_argument("--revision", default="beeb583", help="whose bot it is")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=12)
    parser.add_argument("--seconds", type=float, help="begin no deal after so much CPU time")
    parser.add_argument("--seed", default="match")
    options = parser.parse_args()
    python, shares = installed(options.revision), list[float]()
    with ExitStack() as stack:
        one = stack.enter_context(Side(sys.executable, options.bot, options.seed))
        others = [
            stack.enter_context(Side(python, options.against, f"{options.seed} {number}"))
            for number in range(1, options.players)
        ]
        for deal in range(options.deals):
            spent = sum(side.seconds for side in (one, *others))
            if options.seconds is not None and spent > options.seconds:
                break
            share = 0.0
            for seat in range(options.players):
                table = [*others[:seat], one, *others[seat:]]
                winners = play(table, f"{options.seed} {deal}")
                share += (seat in winners) / len(winners)
            shares.append(share)
            print(f"deal {deal + 1}: {share:g} of {options.players}", file=sys.stderr)
        won = Moments()
        for share in shares:
            won.add(share / options.players)
        found = share_over_deals(won)
        noted = {
            "date": f"{datetime.now(UTC):%Y-%m-%d}",
            **{
                key: vars(options)[key] for key in ("bot", "against", "revision", "players", "seed")
            },
            "won": shares,
            "share": [round(number, 3) for number in (found.value, found.low, found.high)],
            "seconds": [round(sum(side.seconds for side in some)) for some in ([one], others)],
        }
        with RESULTS.open("a", encoding="utf-8") as results:
            print(json.dumps(noted), file=results)
        print(
            f"{options.bot} against {options.against} of {options.revision}, {options.players} players, "
            f"{len(shares) * options.players} games: {100 * found.value:.0f} % "
            f"({100 * found.low:.0f} to {100 * found.high:.0f}) won"
        )
        print(cost(options.bot, [one]))
        print(cost(options.against, others))
    return 0


if __name__ == "__main__":
    sys.exit(main())
