"""What can be wrong with an edition file, in words for the person who wrote it."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from toledo_rules.errors import ToledoError


@frozen
class Problem:
    """One mistake in an edition file.

    >>> print(Problem("counts.figures", "0", "a whole number from 1 to 999"))
    counts.figures: found 0, expected a whole number from 1 to 999
    """

    key: str
    """Where it is, for instance ``board.road.5.row``. What stands in a list is named by its step,
    kind or colour, or is counted from 1."""
    found: str
    """What stands there."""
    expected: str
    """What could stand there."""

    def __str__(self) -> str:
        return f"{self.key}: found {self.found}, expected {self.expected}"


class EditionError(ToledoError, ValueError):
    """An edition cannot be had: its text has mistakes, or there is no such file.

    The message has a line for each problem.

    >>> print(EditionError("mine.toml", [Problem("name", "nothing", "a name")]))
    mine.toml: name: found nothing, expected a name
    """

    where: str
    """The file, or what else the text was called."""
    problems: tuple[Problem, ...]
    """All that was found, in the order of the file as far as possible."""

    def __init__(self, where: str, problems: Iterable[Problem]) -> None:
        self.where = where
        self.problems = tuple(problems)
        super().__init__(where, self.problems)

    def __str__(self) -> str:
        return "\n".join(_one_line(f"{self.where}: {problem}") for problem in self.problems)


def _one_line(text: str) -> str:
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def listed(words: Iterable[str], last: str = "or") -> str:
    """The words as a phrase.

    >>> listed(["site", "tavern", "artist"])
    'site, tavern or artist'
    >>> listed([])
    'none'
    """
    *most, final = tuple(words) or ("none",)
    return f"{', '.join(most)} {last} {final}" if most else final


def plural(number: int, thing: str) -> str:
    """The number and its thing.

    >>> plural(1, "circle"), plural(2, "circle")
    ('1 circle', '2 circles')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
