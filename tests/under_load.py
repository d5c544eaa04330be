"""Run `.ci/run` in a fresh clone, twice, while other processes keep the machine busy.

    python3 -m tests.under_load             # four busy processes, two runs
    python3 -m tests.under_load --busy 8 --runs 1 --minutes 60 -- make test

Each run has a clone of its own, of what is committed. It ends with 0 only if all were green.
What a run that was not green has printed is kept. Every minute it says how far a run is. Whatever it has started ends
with it, also what a run leaves behind, and when it is stopped by SIGTERM.
"""

from __future__ import annotations

import argparse
import math
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUSY = "import os; parent = os.getppid()\nwhile os.getppid() == parent: pass"
LAST = 15
"""Lines of a red run that are printed."""
PAUSE = 60.0
"""Seconds between two progress reports."""
MARK = "TOLEDO_UNDER_LOAD"
"""A variable that all processes of a run inherit, wherever they have gone since."""


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


def marked(mark: str) -> list[int]:
    """Return the processes that have a mark, where the system tells (Linux)."""
    wanted, found = f"{MARK}={mark}".encode(), []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # it has ended, or belongs to another user
            if wanted in path.read_bytes().split(b"\0"):
                found.append(int(path.parent.name))
    return found


def run(command: Sequence[str], log: Path, most: float = math.inf) -> tuple[int | None, float]:
    """Run a command in a fresh clone. Returns how it ended, if it did in time, and its seconds of CPU time."""
    mark = secrets.token_hex(8)
    with tempfile.TemporaryDirectory(prefix="toledo-", ignore_cleanup_errors=True) as folder:
        clone = Path(folder) / "clone"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        before = os.times()
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                cwd=clone,
                env=os.environ | {MARK: mark},
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        try:
            code = _end(process, log, most)
        finally:
            while left := marked(mark):  # one that is being ended may just have started another
                for number in left:
                    with suppress(ProcessLookupError):
                        os.kill(number, signal.SIGKILL)
                time.sleep(0.1)
            process.kill()
            process.wait()
        after = os.times()
    used = after.children_user + after.children_system
    return code, used - before.children_user - before.children_system


def _end(process: subprocess.Popen[bytes], log: Path, most: float) -> int | None:
    """Wait until a process ends, or its time is up, and say every minute how far it is."""
    began = time.monotonic()
    while (took := time.monotonic() - began) < most:
        with suppress(subprocess.TimeoutExpired):
            return process.wait(min(PAUSE, most - took))
        lines = log.read_text(errors="replace").splitlines() or ["nothing yet"]
        minutes = (time.monotonic() - began) / 60
        print(f"  {minutes:.0f} minutes: {lines[-1][-100:]}", file=sys.stderr, flush=True)
    return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.under_load", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--busy", type=int, default=4, help="processes beside it (default: 4)")
    parser.add_argument(
        "--runs", type=int, default=2, help="runs, one after the other (default: 2)"
    )
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="of a run, by the clock (default: no limit)"
    )
    parser.add_argument("command", nargs="*", default=[".ci/run"], help="default: .ci/run")
    options = parser.parse_args(arguments)
    logs = Path(tempfile.mkdtemp(prefix="toledo-under-load-"))
    red = 0
    with busy(options.busy):
        for number in range(1, options.runs + 1):
            log, began = logs / f"{number}.log", time.monotonic()
            code, used = run(options.command, log, 60 * options.minutes)
            took = time.monotonic() - began
            load = ", ".join(f"{one:.0f}" for one in os.getloadavg())
            print(
                f"run {number} of {options.runs}: {_fate(code, log)}; {took / 60:.1f} minutes, "
                f"{used / 60:.1f} of CPU time, load {load} on {os.cpu_count()} cores",
                flush=True,
            )
            if code != 0:
                red += 1
                print("".join(log.read_text(errors="replace").splitlines(keepends=True)[-LAST:]))
    print(f"{options.runs - red} of {options.runs} runs beside {options.busy} busy processes green")
    return 1 if red else 0


def _fate(code: int | None, log: Path) -> str:
    if code == 0:
        return "green"
    return f"red ({'not ended in time' if code is None else f'exit {code}'}), see {log}"


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    raise SystemExit(main())
