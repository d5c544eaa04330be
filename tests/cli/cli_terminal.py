"""A program on a terminal of its own, as a person has it."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Self

LIMIT = 120.0
"""Seconds to wait for anything: far more than a slow machine needs."""

TAKE_THE_TERMINAL = """
import fcntl, os, signal, sys, termios
terminal = os.open(sys.argv[1], os.O_RDWR)
fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)        # so that Ctrl-C there is an interrupt here
for stream in range(3):
    os.dup2(terminal, stream)
signal.signal(signal.SIGINT, signal.SIG_DFL)       # the parent process may ignore it
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""


class Terminal:
    """A Python program on a terminal: what it writes can be waited for, and keys can be pressed."""

    def __init__(self, *words: str, folder: Path) -> None:
        self._master, slave = pty.openpty()
        self._program = subprocess.Popen(
            [sys.executable, "-c", TAKE_THE_TERMINAL, os.ttyname(slave), *words],
            cwd=folder,
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "TERM": "dumb", "COLUMNS": "80", "LINES": "24"},
        )
        self._slave = slave
        self.output = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._program.kill()
        self._program.wait(LIMIT)
        os.close(self._master)
        os.close(self._slave)

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self._master, keys.encode())

    def wait_for(self, text: str) -> None:
        """Wait until it has written something, since the last time."""
        self._until(lambda: text in self.output, f"no {text!r}")
        self.output = self.output.partition(text)[2]

    def interrupt(self) -> int:
        """Press Ctrl-C until the program ends, and give its exit code.

        Once is not enough: Python waits for a key in a way that misses an interrupt which comes just before the wait.
        The program must bear with all that come after the first.
        """
        self._until(
            lambda: self._program.poll() is not None, "no end", every=lambda: self.press("\x03")
        )
        self._read(0.0)
        return self._program.wait(LIMIT)

    def end(self) -> int:
        """Wait for the program to end by itself."""
        self._until(lambda: self._program.poll() is not None, "no end")
        self._read(0.0)
        return self._program.wait(LIMIT)

    def _until(
        self, done: Callable[[], bool], failure: str, *, every: Callable[[], None] | None = None
    ) -> None:
        """Read until something is so; press a key every half a second, if there is one to press."""
        deadline = monotonic() + LIMIT
        pressed = 0.0
        while not done():
            now = monotonic()
            assert now < deadline, f"{failure} in {self.output!r}"
            if every and now - pressed >= 0.5:
                every()
                pressed = now
            self._read(0.1)

    def _read(self, seconds: float) -> None:
        while select.select([self._master], [], [], seconds)[0]:
            self.output += os.read(self._master, 1 << 16).decode(errors="replace")
            seconds = 0.0
