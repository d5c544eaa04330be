"""The base of every error of this library, and problems found in what comes from outside."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen


class ToledoError(Exception):
    """Base class of every error that this library raises on purpose."""


@frozen
class Problem:
    """One mistake in a text or a document.

    >>> print(Problem("counts.figures", "0", "a whole number from 1 to 999"))
    counts.figures: found 0, expected a whole number from 1 to 999
    >>> print(Problem("line 12", "", "a step from 0 to 21", text="place m2@", column=10))
    line 12, column 10: expected a step from 0 to 21
        place m2@
                 ^
    """

    where: str
    """The place: a path in a JSON document (``$.players[1].hand``), a key of an edition, a line of a record."""
    found: str
    """The text or value there; empty where the text below shows it."""
    expected: str
    """A description of what could stand there."""
    text: str = ""
    """The text that the column is about, if there is one."""
    column: int = 0
    """The place in that text, counted from 1; 0 if only `where` is known."""

    def __str__(self) -> str:
        column = f", column {self.column}" if self.column else ""
        found = f"found {self.found}, " if self.found else ""
        message = f"{self.where}{column}: {found}expected {self.expected}"
        return f"{message}\n{pointer(self.text, self.column)}" if self.column else message


def pointer(text: str, column: int) -> str:
    """Return a text with a caret under a column. Of a long text only the part around it is shown.

    >>> print(pointer("take 2", 6))
        take 2
             ^
    """
    start = max(0, column - 50)
    part = "".join(c if c.isprintable() else " " for c in text[start : start + 75])
    return f"    {part.rstrip()}\n    {' ' * (column - 1 - start)}^"


def listed(words: Iterable[str], last: str = "or") -> str:
    """Return the words as a phrase.

    >>> listed(["site", "tavern", "artist"])
    'site, tavern or artist'
    >>> listed([])
    'none'
    """
    *most, final = tuple(words) or ("none",)
    return f"{', '.join(most)} {last} {final}" if most else final


def plural(number: int, thing: str) -> str:
    """Return a number with its thing.

    >>> plural(1, "circle"), plural(2, "circle")
    ('1 circle', '2 circles')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
