"""What can be wrong with a JSON document, in words for the person who wrote it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from attrs import frozen

from toledo_rules.errors import ToledoError

MOST_SHOWN = 20
"""A message tells of so many problems; `CodecError.problems` has them all."""

_LONGEST = 60
_LARGEST = 2**53
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@frozen
class Problem:
    """One mistake in a document.

    >>> print(Problem("$.players[1].hand[3].value", '"4"', "a whole number of at least 1"))
    $.players[1].hand[3].value: found "4", expected a whole number of at least 1
    """

    path: str
    """Where it is, from the top of the document, which is ``$``."""
    found: str
    """What stands there."""
    expected: str
    """What could stand there."""

    def __str__(self) -> str:
        return f"{self.path}: found {self.found}, expected {self.expected}"


class CodecError(ToledoError, ValueError):
    """A document cannot be loaded. The message has a line for each problem.

    >>> print(CodecError([Problem("$.format", "2", "1"), Problem("$.kind", "nothing", "a word")]))
    $.format: found 2, expected 1
    $.kind: found nothing, expected a word
    """

    problems: tuple[Problem, ...]
    """All that was found, in the order of the document as far as possible."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems[:MOST_SHOWN]]
        more = len(self.problems) - len(lines)
        return "\n".join([*lines, f"and {more} more"] if more else lines)


def inside(path: str, key: object) -> str:
    """The path of an entry of the object or list at a path.

    >>> inside("$.players", 1), inside("$", "active"), inside("$", "no key")
    ('$.players[1]', '$.active', '$["no key"]')
    """
    if isinstance(key, str) and _PLAIN_KEY.fullmatch(key):
        return f"{path}.{key}"
    return f"{path}[{shown(key)}]"


def shown(value: object) -> str:
    """A value of a document in a few words: as JSON if that is short.

    >>> shown("4"), shown(True), shown(None), shown([1, 2]), shown({})
    ('"4"', 'true', 'null', 'a list of 2', 'an object')
    """
    match value:
        case list():
            return f"a list of {len(value)}"
        case dict():
            return "an object"
        case str():
            text = value if len(value) <= _LONGEST else f"{value[:_LONGEST]}..."
            return json.dumps(text, ensure_ascii=not text.isprintable())
        case None | bool() | float():
            return json.dumps(value)
        case int():
            return str(value) if abs(value) < _LARGEST else "a number beyond all bounds"
        case _:
            return f"something that is not JSON ({type(value).__name__})"
