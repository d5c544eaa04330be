"""Every error of this library, and the problems found in what comes from outside.

Whatever a game refuses is a `RefusedError`, and its `refusal` names the reason and the rule. Whatever cannot be read
lists its mistakes as `Problem`. `toledo_rules.describe.describe` makes a sentence of any of them.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Self

from attrs import frozen

from toledo_rules._json import Line
from toledo_rules._limits import MOST_PROBLEMS

if TYPE_CHECKING:
    from toledo_rules.events import Event
    from toledo_rules.rulebook import Refusal
    from toledo_rules.state import State
    from toledo_rules.storage import FilePath

__all__ = [
    "BotError",
    "CodecError",
    "EditionError",
    "EventMisfitError",
    "HandbookError",
    "IllegalActionError",
    "LanguageError",
    "ListenerError",
    "NotationError",
    "PictureError",
    "Problem",
    "RecordError",
    "RefusedError",
    "ReplayError",
    "StorageError",
    "TableError",
    "ToledoError",
]


class ToledoError(Exception):
    """Base class of every error that this library raises on purpose."""


# What a game refuses


class RefusedError(ToledoError, ValueError):
    """Something cannot be done now, by the rules of the game or of the table. Nothing has changed."""

    refusal: Refusal
    """The reason, and the rule behind it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return str(self.refusal)


class IllegalActionError(RefusedError):
    """An action was applied that is not legal. The position that it was applied to is unchanged."""

    args: tuple[object, ...]
    move: object
    """The action, or the draw of chance."""

    def __init__(self, move: object, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.args = (move, refusal)
        self.move = move

    def __str__(self) -> str:
        return f"{self.move!r} is not legal: {self.refusal}"


class ListenerError(ToledoError, RuntimeError):
    """A listener failed. The action stands, is saved, and all other listeners have heard of it."""

    def __init__(self, failures: tuple[Exception, ...]) -> None:
        super().__init__(failures)
        self.failures = failures

    def __str__(self) -> str:
        shown = "; ".join(map(repr, self.failures))
        return f"the action stands, but a listener failed: {shown}"


class EventMisfitError(ToledoError, ValueError):
    """An event cannot have happened where a view says that the game is: something in between was missed."""

    def __init__(self, event: Event, why: str) -> None:
        super().__init__(event, why)
        self.event = event
        self.why = why

    def __str__(self) -> str:
        return f"{self.event!r} does not fit this view ({self.why}): ask for a new view"


# What cannot be read


@frozen
class Problem:
    """One mistake in a text, a document or a position.

    >>> print(Problem("counts.figures", "0", "a whole number from 1 to 999"))
    counts.figures: found 0, expected a whole number from 1 to 999
    >>> print(Problem("line 12", "", "a step from 0 to 21", text="place m2@", column=10))
    line 12, column 10: expected a step from 0 to 21
        place m2@
                 ^
    """

    where: Line
    """The place: a path in a JSON document (``$.players[1].hand``), a key of an edition, a line of a record."""
    found: Line
    """The text or value there; empty where the text below shows it."""
    expected: Line
    """A description of what could stand there."""
    text: Line = ""
    """The text that the column is about, if there is one."""
    column: int = 0
    """The place in that text, counted from 1; 0 if only `where` is known."""

    def __str__(self) -> str:
        column = f", column {self.column}" if self.column else ""
        found = f"found {self.found}, " if self.found else ""
        message = f"{self.where}{column}: {found}expected {self.expected}"
        return f"{message}\n{pointer(self.text, self.column)}" if self.column else message


class CodecError(ToledoError, ValueError):
    """A document cannot be loaded. The message has a line for each problem.

    >>> print(CodecError([Problem("$.format", "2", "1"), Problem("$.kind", "nothing", "a word")]))
    $.format: found 2, expected 1
    $.kind: found nothing, expected a word
    """

    problems: tuple[Problem, ...]
    """All problems up to `toledo_rules._limits.MOST_PROBLEMS`, in the order of the document as far as possible."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(islice(problems, MOST_PROBLEMS))
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(_first_lines(self.problems))


class EditionError(ToledoError, ValueError):
    """An edition cannot be used: its data have mistakes, there is no such edition, or no file can hold it.

    The message has a line for each problem, up to twenty.

    >>> print(EditionError("mine.toml", [Problem("name", "nothing", "a name")]))
    mine.toml: name: found nothing, expected a name
    """

    where: str
    """The file, or another name for the source of the data."""
    problems: tuple[Problem, ...]
    """Everything that was found, in the order of the file as far as possible; of very many mistakes, the first."""

    def __init__(self, where: str, problems: Iterable[Problem]) -> None:
        self.where = where
        self.problems = tuple(problems)
        super().__init__(where, self.problems)

    def __str__(self) -> str:
        return "\n".join(one_line(f"{self.where}: {line}") for line in _first_lines(self.problems))


class NotationError(ToledoError, ValueError):
    """A text that is not in the notation, or a position in writing that no game can reach.

    The message points at the place and says what could stand there.

    >>> print(NotationError("place m2@", 10, "a step from 0 to 21"))
    column 10: expected a step from 0 to 21
        place m2@
                 ^
    """

    text: str
    """The text that was read."""
    column: int
    """Place of the mistake, counted from 1; one past the end of the text if something is missing there."""
    expected: str
    """Description of what could stand there."""
    problems: tuple[Problem, ...]
    """The invariants that a position breaks; empty if the text itself is wrong."""

    def __init__(
        self, text: str, column: int, expected: str, problems: tuple[Problem, ...] = ()
    ) -> None:
        super().__init__(text, column, expected, problems)
        self.text = text
        self.column = column
        self.expected = expected
        self.problems = problems

    def __str__(self) -> str:
        where = f"column {self.column}: expected {self.expected}"
        return "\n".join([where, pointer(self.text, self.column), *map(str, self.problems)])


class RecordError(ToledoError, ValueError):
    """A record cannot be read without loss."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


class ReplayError(ToledoError, ValueError):
    """A record does not fit the rules. All that comes before the entry with this number does."""

    number: int
    """The place of the entry that does not fit, counted from 1; 0 if it is the record as a whole."""
    state: State
    """The position that was reached."""
    refusal: Refusal | None
    """The reason why the entry is not legal; None if the number of the rules or the scores do not fit."""

    def __init__(self, number: int, state: State, refusal: Refusal | None, why: str) -> None:
        super().__init__(number, state, refusal, why)
        self.number = number
        self.state = state
        self.refusal = refusal
        self.why = why

    def __str__(self) -> str:
        return f"entry {self.number}: {self.why}"


# What is not there, or does not work


class LanguageError(ToledoError, ValueError):
    """A language is unknown, or its catalogue has mistakes."""

    def __init__(self, message: str, problems: Iterable[Problem] = ()) -> None:
        super().__init__(message)
        self.problems: tuple[Problem, ...] = tuple(problems)
        """All mistakes of a catalogue, each with its key."""


class HandbookError(ToledoError, LookupError):
    """There is no such text, language or number in the handbook."""


class PictureError(ToledoError, ValueError):
    """A picture cannot be drawn as asked: an unknown theme, layout or extent."""


class BotError(ToledoError, ValueError):
    """A bot does not exist, or its program could not be started, has ended, or gave a malformed answer."""


class TableError(ToledoError, AssertionError):
    """A test cannot go on: its table makes no position of the game, or chance did not go as its script says."""


class StorageError(ToledoError, OSError):
    """A file that cannot be written or read as it should be. Its `errno` says why.

    ``errno.EBUSY``: another program is writing it at this moment; ``errno.ESTALE``: another program has changed it, so
    that saving would lose what it wrote.
    """

    def __init__(self, number: int, why: str, path: FilePath) -> None:
        super().__init__(number, why, os.fspath(path))

    @classmethod
    def busy(cls, path: FilePath) -> Self:
        """Return the error for a file that another program is writing at this moment."""
        return cls(errno.EBUSY, "is being written by another program", path)

    @classmethod
    def changed(cls, path: FilePath) -> Self:
        """Return the error for a file that another program has changed."""
        why = "was changed by another program since this one saved it: load it again, or save to another file"
        return cls(errno.ESTALE, why, path)


# Words for messages

_SHOWN = 20
"""Problems in a message."""


def _first_lines(problems: Sequence[Problem]) -> list[str]:
    lines = [str(problem) for problem in problems[:_SHOWN]]
    more = len(problems) - len(lines)
    return [*lines, f"and {more:,} more"] if more else lines


def one_line(text: str) -> str:
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


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
