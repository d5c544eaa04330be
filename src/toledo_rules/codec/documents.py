"""Documents: values as text that says its format, for files and databases."""

from __future__ import annotations

import json
from collections import Counter
from typing import TypeVar, overload

from toledo_rules._wording import listed
from toledo_rules.codec.checks import check
from toledo_rules.codec.converter import ShapeError, structure, unstructure
from toledo_rules.codec.faults import faults
from toledo_rules.codec.problems import CodecError, Problem, inside, shown
from toledo_rules.codec.shapes import KIND_OF, KINDS, Shape, Value, Word, shape_of

T = TypeVar("T")

FORMAT = 1
"""The format that this library writes. Another number will mean that a document has to be read in another way."""

KEYS = ("format", "kind", "value")
"""The keys of a document."""


def dumps(value: Value, *, indent: int | None = None) -> str:
    """A value as a document: JSON text that says its format and what it holds.

    >>> from toledo_rules import TAKE_CARDS
    >>> dumps(TAKE_CARDS)
    '{"format":1,"kind":"move","value":{"type":"take_cards"}}'
    """
    kind = KIND_OF.get(type(value))
    if kind is None:
        raise TypeError(f"a document holds {Word(tuple(KINDS)).words}, not {value!r}")
    document = dict(zip(KEYS, (FORMAT, kind, unstructure(value)), strict=True))
    return json.dumps(document, indent=indent, separators=(",", ": " if indent else ":"))


@overload
def loads(text: str) -> Value: ...
@overload
def loads(text: str, kind: type[T]) -> T: ...
def loads(text: str, kind: type[T] | None = None) -> Value | T:
    """The value in a document. With a class, it must be a value of that class.

    >>> from toledo_rules import State
    >>> loads('{"format":1,"kind":"move","value":{"type":"take_cards"}}')
    TakeCards()
    >>> loads('{"format":1,"kind":"move","value":{"type":"take_cards"}}', State)
    Traceback (most recent call last):
    toledo_rules.codec.problems.CodecError: $.kind: found "move", expected "state"

    Raises `CodecError`, which lists everything that is wrong with the text.
    """
    found, value = _open(_parse(text), tuple(KINDS) if kind is None else (KIND_OF[kind],))
    loaded = load_shape(value, shape_of(kind or KINDS[found]), inside("$", "value"))
    assert isinstance(loaded, kind or Value)
    return loaded


def load_shape(value: object, shape: Shape, path: str) -> object:
    """The value of a shape, checked in every way."""
    try:
        loaded = structure(value, shape)
    except ShapeError:
        raise CodecError(faults(shape, value, path)) from None
    problems = tuple(check(loaded, path))
    if problems:
        raise CodecError(problems)
    return loaded


def _parse(text: str) -> object:
    try:
        parsed: object = json.loads(text, object_pairs_hook=_object)
    except CodecError:
        raise
    except json.JSONDecodeError as error:
        found = f"a mistake in line {error.lineno}, column {error.colno} ({error.msg})"
    except RecursionError:
        found = "something nested too deeply"
    except ValueError:  # Python does not read a number of thousands of digits
        found = "a number beyond all bounds"
    else:
        return parsed
    raise CodecError([Problem("$", found, "a document in JSON")])


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        key, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise CodecError([Problem("$", f"{shown(key)} twice in one object", "each key once")])
    return made


def _open(document: object, kinds: tuple[str, ...]) -> tuple[str, object]:
    """What a document says that it holds, and what it holds."""
    if not isinstance(document, dict):
        raise CodecError([Problem("$", shown(document), f"an object with {listed(KEYS, 'and')}")])
    number = document.get("format")
    if type(number) is not int or number != FORMAT:  # in which case nothing else can be relied on
        raise CodecError([_under(document, "format", _expected_format(number))])
    problems = [
        Problem(inside("$", key), "an unknown key", f"only {listed(KEYS, 'and')}")
        for key in document
        if key not in KEYS
    ]
    if document.get("kind") not in kinds:
        problems.append(_under(document, "kind", Word(kinds).words))
    if "value" not in document:
        problems.append(_under(document, "value", "what the document is about"))
    if problems:
        raise CodecError(problems)
    return document["kind"], document["value"]


def _under(document: dict[str, object], key: str, expected: str) -> Problem:
    found = shown(document[key]) if key in document else "nothing"
    return Problem(inside("$", key), found, expected)


def _expected_format(number: object) -> str:
    if isinstance(number, int) and number > FORMAT:
        return (
            f"{FORMAT}: a newer version of the library wrote this, and only such a one can read it"
        )
    return f"{FORMAT}, the only format so far"
