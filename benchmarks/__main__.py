"""The command: python -m benchmarks, from the top of the project."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from random import Random

from attrs import frozen

from benchmarks import figures, kit, peers, report, toledo
from benchmarks.measure import Block, alternate
from benchmarks.report import Section

DESCRIPTION = """\
Measures the library on random games and on games that make progress, for four players: the CPU time
of a ply, of its parts, of hashing and importing, of what front ends use, and the memory of stored
positions. Peers that are
installed (pip install --group bench) are measured in the same run, in short blocks in turn, because
only ratios mean much on a machine that does other things too. Takes a few minutes."""


@frozen
class Effort:
    """How long to measure."""

    rounds: int
    """Blocks of each kind; for ratios, pairs."""
    seconds: float
    """CPU time of a block."""
    positions: int
    """Our positions to store."""
    peer_positions: int
    """Positions of a peer to store, which are larger."""
    plies: int
    """Plies on which functions are timed."""
    clock_rounds: int
    """Rounds that are measured by the clock."""
    batch: int
    """Games in a task for a process."""
    shelf: int
    """Different games that make progress."""


THOROUGH = Effort(21, 0.25, 100_000, 5_000, 10_000, 7, 20, 25)
QUICK = Effort(2, 0.01, 300, 50, 300, 1, 1, 2)


def main(words: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=DESCRIPTION)
    parser.add_argument("--quick", action="store_true", help="see that it runs; ignore the figures")
    parser.add_argument("--no-peers", action="store_true", help="measure the library alone")
    options = parser.parse_args(words)
    begin_catan = None if options.no_peers else peers.catan()
    begin_chess = None if options.no_peers else peers.chess()
    sections = list(measured(QUICK if options.quick else THOROUGH, begin_catan, begin_chess))
    print("\n".join(chain(report.table(sections), ("",), surroundings())))
    return 0


def measured(
    effort: Effort, begin_catan: peers.Catan | None, begin_chess: peers.Chess | None
) -> Iterator[Section]:
    """All figures, section by section."""
    blocks = {"random": toledo.random_block(), "progress": toledo.progress_block(effort.shelf)}
    blocks |= peer_blocks(begin_catan, begin_chess)
    say(f"games, in turn: {', '.join(blocks)}")
    games = alternate(blocks, effort.rounds, effort.seconds)
    say("single functions, in turn")
    calls = toledo.function_blocks(toledo.sample(effort.plies))
    functions = alternate(calls, effort.rounds, effort.seconds / 2)
    playing = figures.play_rows(games["random"], report.MICROSECONDS)
    yield "Random play, four players", [*playing, *figures.function_rows(functions)]
    yield "Play that makes progress, four players", figures.play_rows(games["progress"])
    if against := list(figures.peer_rows(games)):
        yield "A peer's CPU time per ply of random play / ours", against
    say("what front ends use")
    kit_timings = alternate(kit.blocks(effort.plies), effort.rounds, effort.seconds / 2)
    sizes = kit.size_rows(effort.shelf)
    yield "For front ends, four players", [*kit.rows(kit_timings), *sizes]
    say("memory")
    catan = peers.catan_positions(begin_catan, Random(1)) if begin_catan else None
    yield "Memory", list(figures.memory_rows(effort.positions, effort.peer_positions, catan))
    say("imports and processes")
    imports = figures.import_rows(effort.rounds)
    processes = figures.process_row(effort.batch, effort.clock_rounds)
    yield "Other costs", [*figures.cost_rows(functions), *imports, processes]


def peer_blocks(
    begin_catan: peers.Catan | None, begin_chess: peers.Chess | None
) -> dict[str, Block]:
    """The peers that are there."""
    blocks: dict[str, Block] = {}
    if begin_catan:
        blocks[figures.CATAN] = peers.catan_block(begin_catan, Random(1), copying=False)
        blocks[figures.CATAN_COPYING] = peers.catan_block(begin_catan, Random(2), copying=True)
    if begin_chess:
        blocks[figures.CHESS] = peers.chess_block(begin_chess, Random(3), copying=False)
        blocks[figures.CHESS_COPYING] = peers.chess_block(begin_chess, Random(4), copying=True)
    return blocks


def say(doing: str) -> None:
    """Tell whoever is waiting what is going on."""
    print(f"... {doing}", file=sys.stderr)


def surroundings() -> Iterator[str]:
    """What the figures depend on."""
    yield f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}"
    for package in ("toledo-rules", "attrs", "catanatron", "chess"):
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            yield f"{package} is not installed"


if __name__ == "__main__":
    sys.exit(main())
