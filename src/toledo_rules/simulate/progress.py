"""How far a simulation is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import TextIO, TypeAlias

from attrs import frozen


@frozen
class Progress:
    """How far a simulation is.

    >>> progress = Progress(done=150, games=600, found=100, seconds=2.0)
    >>> progress.rate, progress.seconds_left
    (25.0, 18.0)
    """

    done: int
    """Games that are there."""
    games: int
    """Games in all."""
    found: int
    """Those that were in the file already."""
    seconds: float
    """The time since the start, by the clock."""

    @property
    def rate(self) -> float:
        """Games per second; 0 at the very beginning."""
        return (self.done - self.found) / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long it will still take, if it goes on like this; None if nobody can tell yet."""
        return (self.games - self.done) / self.rate if self.rate else None


Listener: TypeAlias = Callable[[Progress], object]
"""What is told at the start and after every game."""


class ProgressBar:
    """Shows progress on one line of a terminal. What is not a terminal is left alone.

    >>> bar = ProgressBar(sys.stdout)                # which is not a terminal here
    >>> bar(Progress(done=150, games=600, found=100, seconds=2.0))
    >>> print(bar.line(Progress(done=150, games=600, found=100, seconds=2.0)))
    [######..................]  150 of 600 games, 25.0 a second, 0:18 left
    """

    width = 24
    """Characters between the brackets."""
    pause = 0.1
    """Seconds between two pictures: nobody reads faster."""

    def __init__(
        self, stream: TextIO | None = None, *, clock: Callable[[], float] = monotonic
    ) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._next = 0.0
        self._last = ""

    def __call__(self, progress: Progress) -> None:
        """Show it, if it is time for that."""
        if not self._stream.isatty():
            return
        now, end = self._clock(), progress.done >= progress.games
        if now < self._next and not end:
            return
        self._next = now + self.pause
        line = self.line(progress)
        self._stream.write(f"\r{line.ljust(len(self._last))}")
        self._last = line
        if end:
            self._stream.write("\n")
            self._last = ""
        self._stream.flush()

    def line(self, progress: Progress) -> str:
        """The line."""
        full = self.width * progress.done // max(progress.games, 1)
        bar = f"[{'#' * full}{'.' * (self.width - full)}]"
        games = f"{progress.done:>{len(str(progress.games))},} of {progress.games:,} games"
        if progress.seconds_left is None:
            return f"{bar}  {games}"
        return f"{bar}  {games}, {progress.rate:.1f} a second, {_clock(progress.seconds_left)} left"


def _clock(seconds: float) -> str:
    """Hours, minutes and seconds, without the hours if there are none."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
