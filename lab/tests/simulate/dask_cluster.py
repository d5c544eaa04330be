"""A Dask cluster as one would start it by hand: a scheduler and workers, each a program of its own, on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from attrs import frozen

PATIENCE = 600.0
"""Seconds that anything may take before it counts as broken. It never takes that long on an idle machine."""


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Wait for something to become true."""
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, f"waited in vain for: {what}"
        time.sleep(0.02)


@frozen
class Cluster:
    """A scheduler, and its workers."""

    scheduler_file: Path
    """It says where the scheduler is."""
    workers: tuple[subprocess.Popen[bytes], ...]

    def kill(self, pid: int) -> None:
        """End a worker without a chance to say goodbye."""
        (worker,) = (worker for worker in self.workers if worker.pid == pid)
        worker.kill()
        worker.wait(PATIENCE)


@contextmanager
def cluster(folder: Path, workers: int, preload: Path) -> Iterator[Cluster]:
    """A cluster whose workers load a module of ours first. What they say is in the folder."""
    scheduler_file = folder / "scheduler.json"
    where = ["--scheduler-file", str(scheduler_file), "--host", "127.0.0.1", "--no-dashboard"]
    work = ["--no-nanny", "--nthreads", "1", "--memory-limit", "0", "--preload", str(preload)]
    work += ["--local-directory", str(folder)]
    with ExitStack() as stack:
        start = "dask_scheduler", *where, "--port", "0"
        stack.enter_context(program(folder / "scheduler.txt", *start))
        started = [
            stack.enter_context(
                program(folder / f"worker-{number}.txt", "dask_worker", *where, *work)
            )
            for number in range(workers)
        ]
        # The workers wait for the scheduler by themselves.
        wait_until(scheduler_file.exists, "the scheduler")
        yield Cluster(scheduler_file, tuple(started))


@contextmanager
def program(log: Path, module: str, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program of Dask's that runs as long as it is needed."""
    # It is not measured: a program that is killed would leave half a file of measurements.
    environment = {key: value for key, value in os.environ.items() if "COVERAGE" not in key}
    command = [sys.executable, "-m", f"distributed.cli.{module}", *words]
    with (
        log.open("wb") as output,
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environment
        ) as running,
    ):
        try:
            yield running
        finally:
            running.kill()
