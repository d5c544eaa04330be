"""The terminal, or what stands in for it: a pipe, a file, a test."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from io import TextIOWrapper
from textwrap import wrap
from typing import NoReturn

from attrs import frozen

from toledo_rules.describe import Language
from toledo_rules.errors import ToledoError
from toledo_rules.render import BOLD, Painter, Style

with suppress(ImportError):  # where there is none, lines are typed without a history
    import readline  # noqa: F401  `input` uses it by itself

WIDTH = 80
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Wipes a terminal, with what has scrolled off its top."""


class FailedError(ToledoError):
    """What was asked about is wrong: the file, the rule. The message is for people."""

    code = 1


class UsageError(FailedError):
    """The command cannot be meant like that."""

    code = 2


@frozen
class Console:
    """Says things to people, in colour where that is wanted."""

    ink: Painter
    language: Language = "en"
    owner: bool = False
    """Whether this process is there for the command alone, so that it may decide about signals."""

    @classmethod
    def here(
        cls, language: Language = "en", colour: str = "auto", *, owner: bool = False
    ) -> Console:
        """The standard streams. Colour only on a terminal, and unless people ask for none (no-color.org)."""
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(
                encoding="utf-8"
            )  # the frames of the board need it, in a pipe too
        auto = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        ink = Painter(colourful=auto if colour == "auto" else colour == "always")
        return cls(ink, language, owner)

    def say(self, text: str = "", style: Style = "") -> None:
        """Say something, as it is."""
        sys.stdout.write(f"{self.ink.paint((text, style))}\n")

    def heading(self, text: str) -> None:
        """Say what comes next."""
        self.say(text, BOLD)

    def paragraph(self, text: str, *, indent: int = 0, hang: int = 0) -> None:
        """Say something in lines that are not too long; `hang` indents all but the first."""
        for line in self.folded(text, indent=indent, hang=hang):
            self.say(line)

    def folded(self, text: str, *, indent: int = 0, hang: int = 0) -> Iterable[str]:
        """A text in lines that are not too long."""
        return wrap(
            text,
            WIDTH,
            initial_indent=" " * indent,
            subsequent_indent=" " * (indent + hang),
            break_on_hyphens=False,
        )

    def ask(self, prompt: str) -> str:
        """What somebody types. Raises `EOFError` when there is nobody any more."""
        sys.stdout.flush()
        return input(prompt).strip()

    def leave_at_first_interrupt(self) -> None:
        """Ignore every Ctrl-C but the first: whoever presses it several times leaves in good order all the same.

        Nothing changes if whoever started this process had it ignore interrupts, or keeps other things in it.
        """
        if self.owner and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, _first_interrupt)

    def wipe(self) -> None:
        """Leave nothing to be seen of what was said; only a terminal can."""
        if sys.stdout.isatty():
            sys.stdout.write(CLEAR)


def _first_interrupt(_number: int, _frame: object) -> NoReturn:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt
