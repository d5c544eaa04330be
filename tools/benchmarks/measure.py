"""Measuring on a busy machine: programs that are alive at once work in short blocks in turn, compared in pairs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import Self

from attrs import frozen

ROOT = Path(__file__).parents[2]
RESAMPLES = 2_000


@frozen
class Estimate:
    """A figure, and the interval that holds it with a probability of 95 %."""

    value: float
    low: float
    high: float


def typical(values: Sequence[float]) -> Estimate:
    """Return the median, with its interval by the bootstrap: the medians of samples of the sample.

    >>> typical([1.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 9.0])
    Estimate(value=2.0, low=2.0, high=2.0)
    """
    rng = Random(len(values))
    medians = sorted(median(rng.choices(values, k=len(values))) for _ in range(RESAMPLES))
    tail = RESAMPLES // 40
    return Estimate(median(values), medians[tail], medians[-tail - 1])


def ratio(above: Sequence[float], below: Sequence[float]) -> Estimate:
    """Return the median of the ratios of values that were measured in pairs.

    >>> ratio([2.0, 4.0, 20.0], [1.0, 2.0, 10.0])
    Estimate(value=2.0, low=2.0, high=2.0)
    """
    return typical([one / other for one, other in zip(above, below, strict=True)])


@frozen
class Block:
    """What a program did in its turn, and the CPU time that it took."""

    plies: int
    actions: int
    games: int
    seconds: float

    @property
    def per_ply(self) -> float:
        """Microseconds per ply, or per call."""
        return self.seconds / self.plies * 1e6

    @property
    def per_action(self) -> float:
        """Microseconds per legal action."""
        return self.seconds / self.actions * 1e6


class Program:
    """A process that runs `tools.benchmarks.worker` and waits for its turn. Close it by leaving the `with` block.

    With a `path`, the library is imported from there.
    """

    def __init__(self, module: str, task: str, games: int, path: Path | None = None) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tools.benchmarks.worker", module, task, str(games)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=environment(path),
        )
        self.version = ""
        """Folder and build of the library, once the program is ready."""

    def ready(self) -> str | None:
        """Wait until the program is ready. Return the name of the package that is missing if it cannot be."""
        answer = json.loads(self._answer())
        self.version = answer.get("ready", "")
        missing: str | None = answer.get("missing")
        return missing

    def work(self, seconds: float) -> Block:
        """Work for some seconds of CPU time, to the end of a game."""
        return Block(**json.loads(self._answer(f"{seconds}")))

    def bytes_each(self, positions: int) -> float:
        """Store positions, and return the bytes that each takes."""
        return float(self._answer(f"bytes {positions}"))

    def _answer(self, request: str = "") -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        if request:
            print(request, file=self._process.stdin, flush=True)
        if not (line := self._process.stdout.readline()):
            raise RuntimeError("a program that was measured has failed; its error stands above")
        return line

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()  # no more requests, so it ends


def environment(path: Path | None = None) -> dict[str, str]:
    """Return the environment of a program: absolute paths, with `path` before all others."""
    paths = [str(path or ""), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    absolute = [str(Path(part).resolve()) for part in paths if part]
    return os.environ | {"PYTHONPATH": os.pathsep.join(absolute)}


def in_turn(
    programs: dict[str, Program], rounds: int, seconds: float, say: Callable[[str], None]
) -> dict[str, list[Block]]:
    """Let programs work in turn, so that what else the machine does hits all of them alike.

    Every other round goes backwards, so that no program always comes first. A round before the others warms them up.
    """
    blocks: dict[str, list[Block]] = {name: [] for name in programs}
    order: Iterable[str] = list(programs)
    for number in range(rounds + 1):
        say(f"round {number} of {rounds}" if number else "warming up")
        for name in order:
            worked = programs[name].work(seconds)
            if number:
                blocks[name].append(worked)
        order = list(order)[::-1]
    return blocks
