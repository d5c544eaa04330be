"""The command: python -m tools.benchmarks, from the top of the project."""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import TypeAlias

from attrs import frozen

from tools.benchmarks import report
from tools.benchmarks.instructions import FIRST_ACTIONS, start_instructions
from tools.benchmarks.measure import ROOT, Block, Program, in_turn, ratio, typical
from tools.benchmarks.report import Goal, Row, Section

DESCRIPTION = """\
Compare the speed of the library with that of its peers, and with its own at another revision.

Every program is a separate process, and all of them are alive at once. They work in short
blocks of CPU time in turn, and a figure is the median of the ratios of blocks of the same
round, with a 95 % interval by the bootstrap. The worse end of the interval decides whether a
goal is reached. Everybody plays whole games for as many players as the game is made for (we
play for four), at random: the legal actions are made, one is chosen, it is carried out. We
also play again what greedy bots played, without their thinking ("progress"), since such
games have three times as many legal actions per ply; the peers play at random there too.

"The start" is the import of the library and the first legal actions, in instructions, which
do not depend on what else the machine does. It is counted if valgrind is installed. Peers that
are not installed are left out; pip install --group bench installs them. Takes three minutes on
a quiet machine."""

EPILOG = """\
examples:
  python -m tools.benchmarks                            all figures, against the revision %(base)s
  python -m tools.benchmarks --against HEAD~1           did the last commit make a difference?
  python -m tools.benchmarks --no-peers --against DIR   against a checkout, or an installed package

other commands:
  python -m tools.benchmarks.calls          microseconds per call of single functions, and sizes
  python -m tools.benchmarks.instructions   instructions, against the recorded figures
  python -m tools.benchmarks.scaling        games per second with more workers
  python -m tools.benchmarks.peak           memory of a simulation with more games"""

BASE = "80a6d4a"
"""Revision against which the goals are set: the last one before the core was rebuilt."""

PEERS: dict[str, Goal | None] = {
    "catanatron": Goal(3, 4),
    "catanatron, copying": Goal(7, 9),
    "python-chess, push": None,
    "python-chess, copying": Goal(3, 4),
    "OpenSpiel gin rummy, cloning": Goal(6, 8),
    "OpenSpiel backgammon, cloning": Goal(1.8, 2.5),
}
OURS = ("aimless", "progress", "apply", "hash", "hash apart", "load", "bot")
OTHER = ("aimless", "progress", "load", "bot")
"""What the other revision has to do as well."""


@frozen
class Effort:
    """Time to spend on measuring."""

    rounds: int
    seconds: float
    """CPU time of a block."""
    games: int
    """Games to record for each task that needs some."""
    positions: int
    """Positions to store in each round: about a game, as early positions are smaller than late ones."""


THOROUGH = Effort(rounds=21, seconds=0.25, games=20, positions=1_000)
QUICK = Effort(rounds=2, seconds=0.01, games=1, positions=50)


Costs: TypeAlias = dict[str, Sequence[float] | str]
"""What was measured, in rounds or once, by its name; or the reason why it could not be measured."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.benchmarks",
        description=DESCRIPTION,
        epilog=EPILOG % {"base": BASE},
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--against",
        metavar="REV",
        default=BASE,
        help="a revision of git, a checkout, or a folder with the package (default: %(default)s)",
    )
    parser.add_argument("--no-peers", action="store_true", help="leave the peers out")
    parser.add_argument(
        "--quick", action="store_true", help="see that it runs; the figures mean nothing"
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the figures there as well")
    options = parser.parse_args(words)
    effort = QUICK if options.quick else THOROUGH
    with exported(options.against) as other, ExitStack() as stack:
        absent, programs = started(effort, other, stack, peers=not options.no_peers)
        say(f"{len(programs)} programs are alive")
        blocks = in_turn(programs, effort.rounds, effort.seconds, say)
        say("memory of stored positions")
        costs: Costs = {**absent}
        for name, program in (("bytes", "aimless"), ("peer's bytes", "catanatron, copying")):
            costs[name] = absent.get(program) or [
                programs[program].bytes_each(effort.positions) for _ in range(effort.rounds)
            ]
        say("instructions of the start")
        costs |= instructions_of_start(other, quick=options.quick)
        versions = [
            programs[name].version for name in ("aimless", "then aimless") if name in blocks
        ]
    costs |= {name: [block.per_ply for block in done] for name, done in blocks.items()}
    for name in ("aimless", "python-chess, push"):
        by_action = [block.per_action for block in blocks.get(name, ())]
        costs[f"{name}, by action"] = by_action or absent[name]
    found = [
        *sections(costs, options.against),
        ("Microseconds on this machine", [*absolute(blocks)]),
    ]
    end = [*surroundings(versions)]
    print("\n".join([*report.table(found), "", *end]))
    if options.json:
        document = {"surroundings": end, "rows": report.as_json(found)}
        options.json.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    return 0


def started(
    effort: Effort, other: Path | str, stack: ExitStack, *, peers: bool
) -> tuple[dict[str, str], dict[str, Program]]:
    """Start the programs. Return why some cannot take part, and those that do."""
    absent: dict[str, str] = {}
    programs: dict[str, Program] = {}
    for task in OURS:
        programs[task] = stack.enter_context(Program("toledo", task, effort.games))
        if task in OTHER and isinstance(other, Path):
            program = Program("toledo", task, effort.games, other)
            programs[f"then {task}"] = stack.enter_context(program)
        elif isinstance(other, str):
            absent[f"then {task}"] = other
    for peer in PEERS:
        if peers:
            programs[peer] = stack.enter_context(Program("peers", peer, 0))
        else:
            absent[peer] = "left out"
    for name, program in programs.items():
        if missing := program.ready():
            absent[name] = f"{missing} is not installed"
    return absent, {name: programs[name] for name in programs if name not in absent}


def instructions_of_start(other: Path | str, *, quick: bool) -> Costs:
    """Count the instructions of an import and the first legal actions, now and then, and of `import attrs`."""
    names = ("start", "then start", "attrs start")
    if quick:
        return dict.fromkeys(names, "not counted with --quick")
    if which("valgrind") is None:
        return dict.fromkeys(names, "valgrind is not installed")
    then = other if isinstance(other, str) else [start_instructions(FIRST_ACTIONS, other)]
    now, attrs = start_instructions(FIRST_ACTIONS), start_instructions("import attrs")
    return {"start": [now], "then start": then, "attrs start": [attrs]}


def sections(costs: Costs, against: str) -> Iterator[Section]:
    """Yield the ratios, section by section."""

    def row(name: str, above: str, below: str, goal: Goal | None = None) -> Row:
        one, other = costs[above], costs[below]
        if isinstance(one, str) or isinstance(other, str):
            return Row(name, one if isinstance(one, str) else str(other), goal)
        return Row(name, ratio(one, other), goal)

    actions = ("python-chess, push, by action", "aimless, by action")
    yield (
        "CPU time per ply: the peer's / ours, aimless play",
        [
            *(row(peer, peer, "aimless", goal) for peer, goal in PEERS.items()),
            row("python-chess, push, per legal action", *actions, Goal(0.6, 1)),
        ],
    )
    yield (
        "CPU time per ply: the peer's / ours, if ours makes progress",
        [row(peer, peer, "progress") for peer in PEERS],
    )
    yield (
        f"Ourselves at {against}",
        [
            row("then / now: a ply of aimless play", "then aimless", "aimless", Goal(2, 2.7)),
            row("then / now: a ply of progress", "then progress", "progress", Goal(2, 2.7)),
            row("now / then: JSON load, with all checks", "load", "then load", Goal(0.4, 0.2)),
            row("now / then: a decision of a random bot", "bot", "then bot", Goal(0.5, 0.35)),
            row("now / then: instructions of the start", "start", "then start", Goal(0.6, 0.5)),
        ],
    )
    yield (
        "Other costs",
        [
            row("bytes of a position, catanatron's / ours", "peer's bytes", "bytes", Goal(25, 31)),
            row("hash / apply, a position by itself", "hash apart", "apply", Goal(0.5, 0.3)),
            row("hash / apply, after the position before", "hash", "apply"),
            row("instructions of the start / of import attrs", "start", "attrs start"),
        ],
    )


def absolute(blocks: Mapping[str, Sequence[Block]]) -> Iterator[Row]:
    """Yield what each program took, and what its games are like."""
    for name, done in blocks.items():
        plies, games = sum(block.plies for block in done), sum(block.games for block in done)
        actions = sum(block.actions for block in done)
        like = f" ({plies / games:.0f} plies, {actions / plies:.1f} actions)" if actions else ""
        yield Row(f"{name}{like}", typical([block.per_ply for block in done]))


@contextmanager
def exported(against: str) -> Iterator[Path | str]:
    """Give the folder that has the package at another revision, or the reason why there is none."""
    if (folder := Path(against)).is_dir():
        yield folder / "src" if (folder / "src").is_dir() else folder
        return
    with TemporaryDirectory() as temporary:
        command = ["git", "archive", against, "src"]
        try:
            archive = subprocess.run(command, check=True, capture_output=True, cwd=ROOT).stdout
        except (OSError, subprocess.CalledProcessError):
            yield f"git has no revision {against} here"
            return
        with tarfile.open(fileobj=BytesIO(archive)) as files:
            files.extractall(temporary, filter="data")
        yield Path(temporary) / "src"


def surroundings(versions: Sequence[str]) -> Iterator[str]:
    """Yield what the figures depend on."""
    yield f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}"
    yield from (f"{when}: {where}" for when, where in zip(("now", "then"), versions, strict=False))
    for package in ("attrs", "catanatron", "chess", "open_spiel"):
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            yield f"{package} is not installed"


def say(doing: str) -> None:
    """Print progress on standard error."""
    print(f"... {doing}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
