"""Memory of a simulation: python -m tools.benchmarks.peak, from the top of the project."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

DESCRIPTION = """\
Let the command line play few games and many, in processes of their own, and compare the most memory
that each of them ever had. The ratio should be at most 1.10, for any numbers of games."""


def peak(words: Sequence[str]) -> int:
    """Return the most memory of a command, in kilobytes (on Linux)."""
    command = [sys.executable, "-m", "toledo_rules", "simulate", *words]
    silent = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    started = os.posix_spawn(sys.executable, command, os.environ, file_actions=silent)
    _, status, usage = os.wait4(started, 0)
    if status:
        raise SystemExit(f"{' '.join(command)} failed")
    return usage.ru_maxrss


def main(words: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.benchmarks.peak", description=DESCRIPTION
    )
    parser.add_argument("--bots", default="greedy,greedy", help="the players (greedy,greedy)")
    parser.add_argument("--edition", default="kosmos-2008", help="their edition (kosmos-2008)")
    parser.add_argument("--few", type=int, default=1_000, help="games of the first run (1,000)")
    parser.add_argument("--many", type=int, default=100_000, help="of the second (100,000)")
    parser.add_argument("--out", action="store_true", help="save the results, too")
    options = parser.parse_args(words)
    peaks: list[int] = []
    for games in (options.few, options.many):
        with TemporaryDirectory() as folder:
            call = ["--bots", options.bots, "--edition", options.edition, "--games", str(games)]
            saved = ["--out", str(Path(folder) / "games.jsonl")] if options.out else []
            peaks.append(peak([*call, *saved]))
        print(f"{games:,} games: {peaks[-1] / 1024:.1f} MiB", flush=True)
    print(f"ratio: {peaks[1] / peaks[0]:.3f} (at most 1.10)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
