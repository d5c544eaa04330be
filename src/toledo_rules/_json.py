"""The JSON of a field: bounds for `typing.Annotated`, types taken apart, and words about JSON.

A class says its own form: `left: Annotated[int, Range(1, 9)]`. Without a bound a whole number is at least 0, and a text
is a name. `toledo_rules._converter` loads and dumps by it, and the schema is written from it.
"""

from __future__ import annotations

import re
from enum import EnumType
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from attrs import fields, has

Json: TypeAlias = dict[str, "Json"] | list["Json"] | str | int | bool | None
"""Anything that JSON can hold, as Python has it; of numbers, only whole ones."""

LARGEST: Final = 2**53 - 1
"""The largest number that programs agree on: JavaScript has no larger ones that are exact."""

LONGEST_SHOWN: Final = 60
"""Characters of a value that a message shows."""


# Bounds


class Range(NamedTuple):
    """A whole number between two others."""

    least: int = 0
    most: int = LARGEST

    @property
    def words(self) -> str:
        """The words for such a number, for a message."""
        if self.most < LARGEST:
            return f"a whole number from {self.least} to {self.most}"
        return "a whole number" + (f" of at least {self.least}" if self.least > -LARGEST else "")


class Pattern(NamedTuple):
    """A text that a regular expression describes, which means the same in Python and in JavaScript."""

    pattern: str
    words: str


class MinLength(NamedTuple):
    """A list with at least this number of entries."""

    entries: int


class Keys(NamedTuple):
    """Pairs, or a mapping, that are an object in JSON, with keys of this pattern."""

    pattern: Pattern
    words: str = "an object whose keys are words"


class Mark(NamedTuple):
    """A bound that is only a name: the converter has a hook for it."""

    name: str


OPTIONAL: Final = Mark("optional")
"""A field that older documents lack: its default stands for it."""
LEFT_OUT: Final = Mark("left out")
"""A field that is left out if it has its default."""
BY_NAME: Final = Mark("by name")
"""An edition that is named if it comes with the library."""
OR_HIDDEN: Final = Mark("or hidden")
"""A card, or null for one that is hidden."""
OR_NOTATION: Final = Mark("or notation")
"""An action, or its notation."""
TAGGED: Final = Mark("tagged")
"""Anything that a sentence names: objects say their type."""

NAME: Final = Pattern(
    "^[a-z0-9]+(-[a-z0-9]+)*$", "a name of lower-case letters and digits, with a dash between words"
)
LINE: Final = Pattern(r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]*$", "a text on one line")
SOME_LINE: Final = Pattern(LINE.pattern.replace("*", "+"), "some text on one line")
WORD: Final = Pattern("^[a-z_]+$", "a word")
PART_ID: Final = Pattern(r"^[a-z0-9_.:()+-]+$", "the id of a part, such as space:8")

Positive: TypeAlias = Annotated[int, Range(1)]
Signed: TypeAlias = Annotated[int, Range(-LARGEST)]
Line: TypeAlias = Annotated[str, LINE]
SomeLine: TypeAlias = Annotated[str, SOME_LINE]


# Types, taken apart


def split(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return a type without its bounds, and the bounds."""
    return (kind.__origin__, kind.__metadata__) if get_origin(kind) is Annotated else (kind, ())


def present(kind: Any) -> Any:
    """Return the type of a field that may be missing, where it is there."""
    base, marks = split(kind)
    return base if marks in ((OPTIONAL,), (LEFT_OUT,)) else kind


def may_be_missing(kind: Any) -> bool:
    """True for the type of a field that a document may lack."""
    marks = split(kind)[1]
    return OPTIONAL in marks or LEFT_OUT in marks


def bound(kind: Any, sort: type) -> Any:
    """Return the bound of a sort that a type has, if it has one."""
    return next((mark for mark in reversed(split(kind)[1]) if isinstance(mark, sort)), None)


@cache
def parts(cls: type) -> dict[str, Any]:
    """Return the types of the fields that make a value of a class, with their bounds."""
    hints = get_type_hints(cls, include_extras=True)
    return {part.name: _in_json(hints[part.name]) for part in fields(cls) if part.init}


def _in_json(hint: Any) -> Any:
    """Return a type as JSON has it: what is hidden is null there."""
    base, marks = split(hint)
    if OR_HIDDEN not in marks:
        return hint
    return Annotated[next(one for one in get_args(base) if is_record(one)) | None, OR_HIDDEN]


def is_record(kind: Any) -> bool:
    """True for a class with fields."""
    return isinstance(kind, type) and has(kind)


def is_union(kind: Any) -> bool:
    """True for a union."""
    return get_origin(kind) in (Union, UnionType)


def options(kind: Any) -> tuple[str, ...] | None:
    """Return the words that a type consists of; None for other types."""
    base = split(kind)[0]
    if isinstance(base, EnumType):
        return tuple(base)
    return get_args(base) if get_origin(base) is Literal else None


@cache
def is_plain(kind: Any) -> bool:
    """True for numbers, texts, words, true, false and null."""
    return split(kind)[0] in (int, str, bool, NoneType) or options(kind) is not None


def without_null(union: Any) -> Any:
    """Return a union without null."""
    return Union[tuple(one for one in get_args(union) if one is not NoneType)]  # noqa: UP007


def is_nullable(union: Any) -> bool:
    """True for null or something with a form of its own: a list, or one of several classes."""
    kinds = [one for one in get_args(union) if one is not NoneType]
    alone = [one for one in kinds if not is_plain(one) and not is_record(one)]
    return NoneType in get_args(union) and bool(alone or (kinds[1:] and all(map(is_record, kinds))))


def entry_type(kind: Any) -> Any:
    """Return the type of the entries of pairs, or of a mapping."""
    base = split(kind)[0]
    return get_args(get_args(base)[0] if get_origin(base) is tuple else base)[1]


# Words


def inside(path: str, key: object) -> str:
    """Return the path of an entry of the object or list at a path.

    >>> inside("$.players", 1), inside("$", "active"), inside("", "active"), inside("$", "no key")
    ('$.players[1]', '$.active', 'active', '$["no key"]')
    """
    if isinstance(key, str) and re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", key):
        return f"{path}.{key}" if path else key
    return f"{path}[{shown(key)}]"


def shown(value: object) -> str:
    """Return a value of a document in a few words: as JSON if that is short.

    >>> shown("4"), shown(True), shown(None), shown([1, 2]), shown({})
    ('"4"', 'true', 'null', 'a list of 2', 'an object')
    """
    from json import dumps  # noqa: PLC0415  # every program would wait for it

    match value:
        case list():
            return f"a list of {len(value)}"
        case dict():
            return "an object"
        case str():
            text = value if len(value) <= LONGEST_SHOWN else f"{value[:LONGEST_SHOWN]}..."
            return dumps(text, ensure_ascii=not text.isprintable())
        case None | bool() | float():
            return dumps(value)
        case int():
            return str(value) if abs(value) <= LARGEST else "a number that is too large"
        case _:  # JSON is an open world: a program can hand over anything
            return f"something that is not JSON ({type(value).__name__})"
