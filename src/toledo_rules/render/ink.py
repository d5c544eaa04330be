"""Text for a terminal: lines of painted pieces, and a sheet to write on anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeAlias

from attrs import frozen

Style: TypeAlias = str
"""An ANSI code such as ``"1"``, or nothing for plain text."""

PLAIN: Style = ""
BOLD: Style = "1"
DIM: Style = "2"
COLOURS: dict[str, Style] = {
    "red": "31",
    "blue": "94",
    "green": "32",
    "yellow": "33",
    "violet": "35",
    "brown": "38;5;137",
    "turquoise": "36",
}
"""The colours that have a name in the shipped edition."""

Piece: TypeAlias = tuple[str, Style]
"""Some text in one style."""


@frozen
class Ink:
    """Paints text, or leaves it as it is.

    >>> Ink(colourful=True).paint(("12", BOLD)) == chr(27) + "[1m12" + chr(27) + "[0m"
    True
    >>> Ink(colourful=False).line([("12", BOLD), (" points", PLAIN)])
    '12 points'
    """

    colourful: bool

    def paint(self, piece: Piece) -> str:
        """A piece in its style."""
        text, style = piece
        return f"\x1b[{style}m{text}\x1b[0m" if self.colourful and style and text.strip() else text

    def line(self, pieces: Iterable[Piece]) -> str:
        """A line of pieces, without blanks at its end."""
        return "".join(map(self.paint, pieces)).rstrip()


def clipped(text: str, width: int) -> str:
    """The text, or as much of it as there is room for.

    >>> clipped("turquoise", 20), clipped("turquoise", 5)
    ('turquoise', 'turq…')
    """
    return text if len(text) <= width else f"{text[: width - 1]}…"


def flow(
    items: Iterable[Sequence[Piece]], width: int, *, gap: int = 3, indent: int = 0
) -> list[list[Piece]]:
    """Items side by side, on as many lines as it takes. No item is broken over two lines.

    >>> flow([[("one", PLAIN)], [("two", BOLD)]], 4, indent=1)
    [[(' ', ''), ('one', '')], [(' ', ''), ('two', '1')]]
    """
    lines: list[list[Piece]] = []
    used = width
    for item in items:
        size = sum(len(text) for text, _ in item)
        if lines and used + gap + size <= width:
            lines[-1] += [(" " * gap, PLAIN), *item]
            used += gap + size
        else:
            room = width - indent
            whole = item if size <= room else [(clipped("".join(t for t, _ in item), room), PLAIN)]
            lines.append([(" " * indent, PLAIN), *whole])
            used = indent + min(size, room)
    return lines


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

    def lines(self) -> list[list[Piece]]:
        """The lines of the sheet, as pieces."""
        return [
            [
                ("".join(letter for letter, _ in run), style)
                for style, run in groupby(line, key=lambda cell: cell[1])
            ]
            for line in self._cells
        ]
