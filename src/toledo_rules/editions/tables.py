"""A table of an edition file that is read key by key, and notes what has the wrong shape."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

from toledo_rules.edition import LEVELS, Datum, Level
from toledo_rules.editions.problems import Problem, listed

W = TypeVar("W", bound=str)

MOST = 999
"""No number of an edition is larger: no box holds more, and nobody wants to wait for such a game."""

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PROVENANCE = ("level", "source")
_WHY: dict[Level, str] = {"published": "who says so", "inferred": "the argument for it"}
"""What a source has to say, for the levels that must have one."""


class Notes:
    """What reading a file brings to light."""

    __slots__ = ("data", "gaps", "problems")

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.data: list[Datum] = []
        self.gaps = 0
        """How many values could not be read."""


class Table:
    """A table at some key of the file. A method that finds no answer notes it and says None."""

    __slots__ = ("content", "key", "notes")

    def __init__(self, key: str, content: object, known: Sequence[str], notes: Notes) -> None:
        self.key = key
        self.notes = notes
        self.content: dict[str, object] = {}
        if isinstance(content, dict):
            self.content = content
            for name in content:
                if name not in known:
                    expected = f"only {listed(known, 'and')}"
                    notes.problems.append(Problem(self.path(name), "an unknown key", expected))
        else:
            notes.problems.append(Problem(key, shown(content), a_table(known)))
            notes.gaps += 1
            self.notes = Notes()  # that was said, and need not be said again for each key

    def path(self, name: str) -> str:
        """The key of an entry, from the top of the file."""
        return f"{self.key}.{name}" if self.key else name

    def reject(self, name: str, expected: str) -> None:
        """Note that an entry is not what is expected."""
        found = shown(self.content[name]) if name in self.content else "nothing"
        self.notes.problems.append(Problem(self.path(name), found, expected))
        self.notes.gaps += 1

    def number(self, name: str, least: int) -> int | None:
        """A whole number."""
        value = self.content.get(name)
        if type(value) is int and least <= value <= MOST:  # in Python, True is an int
            return value
        self.reject(name, f"a whole number from {least} to {MOST}")
        return None

    def numbers(self, name: str, least: int) -> tuple[int, ...] | None:
        """A list of whole numbers."""
        values = self.content.get(name)
        if isinstance(values, list) and all(type(v) is int and least <= v <= MOST for v in values):
            return tuple(values)
        self.reject(name, f"a list of whole numbers from {least} to {MOST}")
        return None

    def text(self, name: str) -> str | None:
        """A text that is not empty."""
        value = self.content.get(name)
        if isinstance(value, str) and value.strip() and value.isprintable():
            return value
        self.reject(name, "some text on one line")
        return None

    def name(self, name: str) -> str | None:
        """A name for a thing of the edition, or for the edition."""
        value = self.content.get(name)
        if isinstance(value, str) and _NAME.fullmatch(value):
            return value
        self.reject(name, "a name of lower-case letters and digits, with a dash between words")
        return None

    def word(self, name: str, words: Sequence[W]) -> W | None:
        """One of these words."""
        value = self.content.get(name)
        for word in words:
            if value == word:
                return word
        self.reject(name, listed(map(shown, words)))
        return None

    def reference(self, name: str, names: Sequence[str], *, complete: bool) -> str | None:
        """A name that stands elsewhere in the file; any name, if those there could not all be read."""
        return self.word(name, names) if complete else self.name(name)

    def table(self, name: str, *known: str) -> Table:
        """A table inside this one."""
        if name in self.content:
            return Table(self.path(name), self.content[name], known, self.notes)
        self.reject(name, a_table(known))
        return Table(self.path(name), {}, known, Notes())

    def fact(self, name: str, *known: str) -> Table:
        """A table inside this one that holds a datum and its provenance."""
        return self.table(name, *known, *_PROVENANCE)

    def tables(self, name: str, *known: str, called: Sequence[str] = ()) -> Iterator[Table]:
        """The tables of a list, whose keys end in the entries `called`, or in their number."""
        entries = self.content.get(name)
        if not isinstance(entries, list):
            self.reject(name, f"a list, each entry {a_table(known)}")
            return
        for number, entry in enumerate(entries, start=1):
            named = [entry.get(part) for part in called] if isinstance(entry, dict) else []
            title = ".".join(str(part) for part in named if isinstance(part, str | int))
            yield Table(f"{self.path(name)}.{title or number}", entry, known, self.notes)

    def facts(self, name: str, *known: str, called: Sequence[str] = ()) -> Iterator[Table]:
        """The tables of a list, each of which holds a datum and its provenance."""
        return self.tables(name, *known, *_PROVENANCE, called=called)

    def note(self, value: object) -> None:
        """Note the provenance of the datum in this table, which is `value` in words."""
        gaps = self.notes.gaps
        level = self.word("level", LEVELS)
        source = ""
        if "source" in self.content:
            source = self.text("source") or ""
        elif level in _WHY:
            self.reject("source", f'{_WHY[level]}, because the level is "{level}"')
        self.notes.data.append(Datum(self.key, str(value), level or "assumed", source))
        self.notes.gaps = gaps  # the datum itself is there

    def stated(self, name: str, least: int) -> int | None:
        """A datum of this table that is a whole number."""
        fact = self.fact(name, "is")
        number = fact.number("is", least)
        fact.note(number)
        return number


def a_table(known: Sequence[str]) -> str:
    """What is expected where a table with these keys should be."""
    return f"a table with {listed(known, 'and')}"


def shown(value: object) -> str:
    """A value of a TOML file, as it is written there.

    >>> shown("pub"), shown(True), shown([1, 2]), shown({})
    ('"pub"', 'true', '[1, 2]', 'a table')
    """
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join('a list' if isinstance(v, list) else shown(v) for v in value)}]"
    return "a table" if isinstance(value, dict) else str(value)
