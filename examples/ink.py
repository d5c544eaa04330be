"""Text for a terminal: a sheet to write on, in colour where that is wanted."""

from __future__ import annotations

import os
import sys
from itertools import groupby
from typing import TypeAlias

Style: TypeAlias = str
"""An ANSI code such as ``"1"``, or nothing for plain text."""

PLAIN: Style = ""
BOLD: Style = "1"
DIM: Style = "2"
COLOURS: dict[str, Style] = {"red": "31", "blue": "94", "green": "32", "yellow": "33"}


class Ink:
    """Paints text, or leaves it as it is."""

    def __init__(self, *, colourful: bool) -> None:
        self.colourful = colourful

    @classmethod
    def for_terminal(cls) -> Ink:
        """Colour only for people: on a terminal, and unless they ask for none (no-color.org)."""
        return cls(colourful=sys.stdout.isatty() and not os.environ.get("NO_COLOR"))

    def paint(self, style: Style, text: str) -> str:
        """The text in that style."""
        return f"\x1b[{style}m{text}\x1b[0m" if self.colourful and style and text else text


class Sheet:
    """A rectangle of characters that can be written on anywhere."""

    def __init__(self, width: int, height: int) -> None:
        self._cells = [[(" ", PLAIN)] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: Style = PLAIN) -> None:
        """Write a text from a place to the right."""
        self._cells[y][x : x + len(text)] = [(letter, style) for letter in text]

    def box(self, x: int, y: int, width: int, height: int, style: Style = PLAIN) -> None:
        """Draw a frame."""
        self.write(x, y, f"╭{'─' * (width - 2)}╮", style)
        self.write(x, y + height - 1, f"╰{'─' * (width - 2)}╯", style)
        for line in range(y + 1, y + height - 1):
            self.write(x, line, "│", style)
            self.write(x + width - 1, line, "│", style)

    def lines(self, ink: Ink) -> list[str]:
        """The lines of the sheet."""
        return [
            "".join(
                ink.paint(style, "".join(letter for letter, _ in run))
                for style, run in groupby(line, key=lambda cell: cell[1])
            ).rstrip()
            for line in self._cells
        ]
