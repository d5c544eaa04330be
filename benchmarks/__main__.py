"""The command: python -m benchmarks, from the top of the project."""

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

from attrs import frozen

from benchmarks import report
from benchmarks.instructions import FIRST_ACTIONS, start_instructions
from benchmarks.measure import ROOT, Block, Estimate, Program, exact, in_turn, ratio, typical
from benchmarks.report import Goal, Row, Section

DESCRIPTION = """\
Compare the speed of the library with that of its peers, and with its own at another revision.

Every program is a process of its own, and all of them are alive at once. They work in short
blocks of CPU time in turn, and a figure is the median of the ratios of blocks of the same
round, with a 95 % interval by the bootstrap. The worse end of the interval decides whether a
goal is reached. Everybody plays whole games for as many players as the game is made for (we
play for four), at random: the legal actions are made, one is chosen, it is carried out. We
also play again what greedy bots played, without their thinking ("progress"), since such
games have three times as many legal actions per ply; the peers play at random there too.

Peers that are not installed are left out (pip install --group bench installs them), and
instructions are counted if valgrind is installed. Takes about five minutes."""

EPILOG = """\
examples:
  python -m benchmarks                            all figures, against the revision %(base)s
  python -m benchmarks --against HEAD~1           did the last commit make a difference?
  python -m benchmarks --no-peers --against DIR   against a checkout, or an installed package

other commands:
  python -m benchmarks.calls          microseconds per call of single functions, and sizes
  python -m benchmarks.instructions   instructions per ply, against the recorded figure
  python -m benchmarks.scaling        games per second with more workers
  python -m benchmarks.malformed      damaged input: a clean error, or the same value"""

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
    """Positions of ours to store; of a peer a twentieth, as they are larger."""


THOROUGH = Effort(rounds=21, seconds=0.25, games=20, positions=100_000)
QUICK = Effort(rounds=2, seconds=0.01, games=1, positions=2_000)


@frozen
class Measured:
    """What the programs did. Those that could not take part have a reason instead."""

    blocks: Mapping[str, Sequence[Block]]
    bytes_each: Mapping[str, float]
    """Of a stored position."""
    instructions: Mapping[str, int]
    """Of a start."""
    absent: Mapping[str, str]
    surroundings: list[str]

    def ratio(self, above: str, below: str, *, by: str = "per_ply") -> Estimate | str:
        """Compare the CPU time of two programs."""
        if reason := self._reason(above, below):
            return reason
        one, other = (
            [getattr(block, by) for block in self.blocks[name]] for name in (above, below)
        )
        return ratio(one, other)

    def counts(self, above: str, below: str, *, of: Mapping[str, float]) -> Estimate | str:
        """Compare what was counted of two programs."""
        return self._reason(above, below) or exact(of[above] / of[below])

    def _reason(self, *names: str) -> str | None:
        return next((self.absent[name] for name in names if name in self.absent), None)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
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
    with exported(options.against) as other:
        measured = measure(effort, other, peers=not options.no_peers)
    found = list(sections(measured, options.against))
    print("\n".join([*report.table(found), "", *measured.surroundings]))
    if options.json:
        document = {"surroundings": measured.surroundings, "rows": report.as_json(found)}
        options.json.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    return 0


def measure(effort: Effort, other: Path | str, *, peers: bool) -> Measured:
    """Start all programs and measure them, with the library at `other` beside ours."""
    absent: dict[str, str] = {}
    programs: dict[str, Program] = {}
    with ExitStack() as stack:
        for task in OURS:
            programs[task] = stack.enter_context(Program("toledo", task, effort.games))
            if task not in OTHER:
                continue
            if isinstance(other, Path):
                then = Program("toledo", task, effort.games, other)
                programs[f"then {task}"] = stack.enter_context(then)
            else:
                absent[f"then {task}"] = other
        for peer in PEERS:
            if peers:
                programs[peer] = stack.enter_context(Program("peers", peer, 0))
            else:
                absent[peer] = "left out"
        missing = {name: program.ready() for name, program in programs.items()}
        absent |= {
            name: f"{package} is not installed" for name, package in missing.items() if package
        }
        programs = {name: programs[name] for name in programs if name not in absent}
        say(f"{len(programs)} programs are alive")
        blocks = in_turn(programs, effort.rounds, effort.seconds, say)
        say("memory of stored positions")
        stored = {"aimless": effort.positions, "catanatron, copying": effort.positions // 20}
        sizes = {
            name: programs[name].bytes_each(number)
            for name, number in stored.items()
            if name in programs
        }
        versions = {name: program.version for name, program in programs.items()}
    if effort is QUICK:
        absent["now"] = "not counted with --quick"
    elif which("valgrind") is None:
        absent["now"] = "valgrind is not installed"
    elif isinstance(other, str):
        absent["then"] = other
    counts: dict[str, int] = {}
    if "now" not in absent:
        say("instructions of the start")
        counts["attrs"] = start_instructions("import attrs")
        counts["now"] = start_instructions(FIRST_ACTIONS)
        if isinstance(other, Path):
            counts["then"] = start_instructions(FIRST_ACTIONS, other)
    return Measured(blocks, sizes, counts, absent, [*surroundings(versions)])


def sections(measured: Measured, against: str) -> Iterator[Section]:
    """Yield all figures, section by section."""
    found, counted = measured.ratio, measured.counts
    by_action = found("python-chess, push", "aimless", by="per_action")
    yield (
        "CPU time per ply: the peer's / ours, aimless play",
        [
            *(Row(peer, found(peer, "aimless"), goal) for peer, goal in PEERS.items()),
            Row("python-chess, push, per legal action", by_action, Goal(0.6, 1)),
        ],
    )
    yield (
        "CPU time per ply: the peer's / ours, if ours makes progress",
        [Row(peer, found(peer, "progress")) for peer in PEERS],
    )
    yield (
        f"Ourselves at {against}",
        [
            Row(
                "then / now: a ply of aimless play", found("then aimless", "aimless"), Goal(2, 2.7)
            ),
            Row("then / now: a ply of progress", found("then progress", "progress"), Goal(2, 2.7)),
            Row(
                "now / then: JSON load, with all checks", found("load", "then load"), Goal(0.4, 0.2)
            ),
            Row(
                "now / then: a decision of a random bot", found("bot", "then bot"), Goal(0.5, 0.35)
            ),
            Row(
                "now / then: instructions of import and first use",
                counted("now", "then", of=measured.instructions),
                Goal(0.6, 0.5),
            ),
        ],
    )
    yield (
        "Other costs",
        [
            Row(
                "bytes per stored position, catanatron's / ours",
                counted("catanatron, copying", "aimless", of=measured.bytes_each),
                Goal(25, 31),
            ),
            Row("hash / apply, a position by itself", found("hash apart", "apply"), Goal(0.5, 0.3)),
            Row("hash / apply, after the position before", found("hash", "apply")),
            Row(
                "instructions of import and first use / import attrs",
                counted("now", "attrs", of=measured.instructions),
            ),
        ],
    )
    yield "Microseconds per ply or call on this machine", [*absolute(measured.blocks)]


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


def surroundings(versions: Mapping[str, str]) -> Iterator[str]:
    """Yield what the figures depend on."""
    yield f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}"
    yield f"now: {versions['aimless']}"
    yield f"then: {versions.get('then aimless', 'nothing')}"
    for package in ("attrs", "catanatron", "chess", "open_spiel"):
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            yield f"{package} is not installed"


def say(doing: str) -> None:
    """Say what is going on to whoever is waiting."""
    print(f"... {doing}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
