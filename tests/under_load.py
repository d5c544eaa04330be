"""The tests are green on a busy machine: `.ci/run` in a fresh clone beside busy processes, twice.

    python3 -m tests.under_load             # four busy processes, two runs
    python3 -m tests.under_load --busy 8 --runs 1 -- make test

Each run has a clone of its own, of what is committed, with nothing beside it. It ends with 0 only if all were green.
What a run that was not green has printed is kept.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUSY = "import os; parent = os.getppid()\nwhile os.getppid() == parent: pass"
LAST = 15
"""Lines of a red run that are printed."""


@contextmanager
def busy(number: int) -> Iterator[None]:
    """Let processes do nothing, as fast as they can."""
    processes = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(number)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def run(command: Sequence[str], log: Path) -> tuple[int, float]:
    """Run a command in a fresh clone. Returns how it ended, and its seconds of CPU time."""
    with tempfile.TemporaryDirectory(prefix="toledo-") as folder:
        clone = Path(folder) / "clone"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        before = os.times()
        with log.open("wb") as output:
            ran = subprocess.run(
                command, cwd=clone, stdout=output, stderr=subprocess.STDOUT, check=False
            )
        after = os.times()
    used = after.children_user + after.children_system
    return ran.returncode, used - before.children_user - before.children_system


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.under_load", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--busy", type=int, default=4, help="processes beside it (default: 4)")
    parser.add_argument(
        "--runs", type=int, default=2, help="runs, one after the other (default: 2)"
    )
    parser.add_argument("command", nargs="*", default=[".ci/run"], help="default: .ci/run")
    options = parser.parse_args(arguments)
    logs = Path(tempfile.mkdtemp(prefix="toledo-under-load-"))
    red = 0
    with busy(options.busy):
        for number in range(1, options.runs + 1):
            log, began = logs / f"{number}.log", time.monotonic()
            code, used = run(options.command, log)
            took = time.monotonic() - began
            found = "green" if code == 0 else f"red (exit {code}), see {log}"
            load = ", ".join(f"{one:.0f}" for one in os.getloadavg())
            print(
                f"run {number} of {options.runs}: {found}; {took / 60:.1f} minutes, "
                f"{used / 60:.1f} of CPU time, load {load} on {os.cpu_count()} cores",
                flush=True,
            )
            if code:
                red += 1
                print("".join(log.read_text(errors="replace").splitlines(keepends=True)[-LAST:]))
    print(f"{options.runs - red} of {options.runs} runs beside {options.busy} busy processes green")
    return 1 if red else 0


if __name__ == "__main__":
    raise SystemExit(main())
