"""The shapes of what front ends get: messages, choices and records, beside those of the game.

In the parameters of a message each thing says under ``type`` what it is, because a sentence may name anything.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from types import UnionType
from typing import Any, ClassVar, TypeAlias, get_args

from attrs import frozen

from toledo_rules._shapes import (
    LINE,
    NAME,
    Details,
    Json,
    Leaf,
    ListOf,
    Null,
    Nullable,
    Number,
    OneOf,
    RecordOf,
    Refer,
    Schema,
    Shape,
    ShapeError,
    TableOf,
    TaggedUnion,
    Text,
    inside,
    shown,
)
from toledo_rules._values import FrozenMap, snake
from toledo_rules.cards import Card
from toledo_rules.choices import (
    Bundle,
    Choices,
    DuelChance,
    Landing,
    MenuEntry,
    MenuOption,
    Offer,
    Part,
    Reason,
)
from toledo_rules.codec import _forms
from toledo_rules.describe import Message, Term, Where, Who
from toledo_rules.edition import Edition, ShopTile, Sword
from toledo_rules.editions import edition_digest
from toledo_rules.engine import Transition
from toledo_rules.errors import Problem
from toledo_rules.record import Entry, Record, ReplayError, replay
from toledo_rules.state import State
from toledo_rules.views import View

Value: TypeAlias = _forms.Value | Message | Choices | Record
"""Anything that a document can hold."""

Fragment: TypeAlias = (
    _forms.Fragment
    | Part
    | Reason
    | Offer
    | Bundle
    | Landing
    | DuelChance
    | MenuEntry
    | MenuOption
    | Who
    | Where
    | Term
    | Entry
)
"""Anything else that has a form in JSON."""

KINDS: Mapping[str, type | UnionType] = {
    **_forms.KINDS,
    "message": Message,
    "choices": Choices,
    "record": Record,
}
"""The values that a document can hold, by the name of their kind."""

KIND_OF: Mapping[type, str] = {
    cls: name for name, kind in KINDS.items() for cls in get_args(kind) or (kind,)
}
"""The kind of document for each class."""


@frozen
class Probability(Leaf):
    """An exact probability, as a text such as ``"3/7"``."""

    pattern: ClassVar[str] = "^(0|[1-9][0-9]*)/[1-9][0-9]*$"
    words: ClassVar[str] = 'a fraction in lowest terms from 0 to 1, such as "3/7"'

    def admits(self, value: object) -> bool:
        return self._read(value) is not None

    def load(self, value: object) -> object:
        fraction = self._read(value)
        if fraction is None:
            raise ShapeError
        return fraction

    def _read(self, value: object) -> Fraction | None:
        if not isinstance(value, str) or len(value) > _LONGEST or not re.match(self.pattern, value):
            return None
        fraction = Fraction(value)
        return fraction if fraction <= 1 and self.dump(fraction) == value else None

    def dump(self, value: Any) -> Json:
        return f"{value.numerator}/{value.denominator}"

    def schema(self, _refer: Refer, /) -> Schema:
        return {"type": "string", "pattern": self.pattern}


_LONGEST = 200
"""Digits of a fraction: the odds of a duel of nine rounds have less than a hundred."""


@frozen(eq=False)
class MapOf(TableOf):
    """An object with keys that depend on what it is about; a mapping in Python."""

    words: ClassVar[str] = "an object whose keys are ids of parts"

    def load(self, value: object) -> object:
        if isinstance(value, dict) and all(map(self.key.admits, value)):
            return FrozenMap([(key, self.item.load(entry)) for key, entry in value.items()])
        raise ShapeError

    def dump(self, value: Any) -> Json:
        dumped = {id(entry): entry for entry in value.values()}  # mostly a few objects, many times
        made = {number: self.item.dump(entry) for number, entry in dumped.items()}
        return {key: made[id(entry)] for key, entry in value.items()}

    def text(self, value: Any) -> str:
        parts = [f'"{key}":{self.item.text(entry)}' for key, entry in value.items()]  # plain keys
        return f"{{{','.join(parts)}}}"

    def entries(self, value: Any, /) -> int:
        return len(value) + sum(map(self.item.entries, value.values()))


class MessageValueShape(Shape):
    """A parameter of a message: a number, a text, a thing that says what it is, or a list of things."""

    words = "a number, a text, a list, or an object that says its type"

    @cached_property
    def things(self) -> TaggedUnion:
        return TaggedUnion(tuple([_tagged(cls) for cls in _THINGS]))

    def load(self, value: object) -> object:
        if isinstance(value, dict):
            return self.things.load(value)
        if isinstance(value, list):
            return tuple(map(self.things.load, value))
        if _NUMBER.admits(value) or LINE.admits(value):
            return value
        raise ShapeError

    def dump(self, value: Any) -> Json:
        if isinstance(value, _THINGS):  # a card is a tuple too
            return self.things.dump(value)
        if isinstance(value, tuple):
            return [*map(self.things.dump, value)]
        plain: Json = value
        return plain

    def text(self, value: Any) -> str:
        return self.things.text(value) if isinstance(value, _THINGS) else super().text(value)

    def entries(self, value: Any, /) -> int:
        if isinstance(value, _THINGS):
            return self.things.entries(value)
        return sum(map(self.things.entries, value)) if isinstance(value, tuple) else 0

    def faults(self, value: object, path: str) -> Iterator[Problem]:
        if isinstance(value, dict):
            yield from self.things.faults(value, path)
        elif isinstance(value, list):
            for place, entry in enumerate(value):
                yield from self.things.faults(entry, inside(path, place))
        elif not (_NUMBER.admits(value) or LINE.admits(value)):
            yield Problem(path, shown(value), self.words)

    def schema(self, refer: Refer, /) -> Schema:
        things = refer(self.things)
        return {
            "if": {"type": "object"},
            "then": things,
            "else": {
                "if": {"type": "array"},
                "then": {"items": things},
                "else": {"type": ["integer", "string"], "pattern": LINE.pattern},
            },
        }


_NUMBER = Number(least=-(2**53 - 1))
_THINGS = (Card, ShopTile, Sword, Who, Where, Term, Message)
"""The things that a message can name."""


def _tagged(cls: type) -> RecordOf:
    """Return the shape of a thing that says what it is."""
    return RecordOf(cls, SHAPES.record(cls).parts, snake(cls))


PART_ID = Text(r"^[a-z0-9_.:()+-]+$", "the id of a part, such as space:8")
_KEY = Text(r"^[a-z_]+\.[a-z0-9_]+$", "a key of the catalogues")
MESSAGE_VALUE = MessageValueShape()

_MESSAGE: Details = {
    Who: {"name": OneOf((LINE, Null()))},
    Term: {"name": LINE},
    Message: {"key": _KEY, "parameters": TableOf(MESSAGE_VALUE)},
    Reason: {"rule": _forms.RULE},
}
_WORDS = _forms.SHAPES.extended(_MESSAGE, {})
_DETAILS: Details = {
    Part: {"id": PART_ID},
    DuelChance: {"wins": Probability()},
    Offer: {"parts": ListOf(PART_ID), "points": _NUMBER},
    MenuOption: {"part": OneOf((PART_ID, Null()))},
    Record: {
        "names": ListOf(LINE),
        "tags": TableOf(LINE, NAME),
        "scores": Nullable(ListOf(_NUMBER)),
    },
    Choices: {"reasons": MapOf(_WORDS.of(Reason), PART_ID)},
}

SHAPES = _WORDS.extended(_DETAILS, {})
"""The shapes of all classes."""


# Checks of loaded values


def check(value: object, path: str) -> Iterator[Problem]:
    """Yield the problems that concern more than one part of a value of the right shape."""
    return _record(value, path) if isinstance(value, Record) else _forms.check(value, path)


def _record(record: Record, path: str) -> Iterator[Problem]:
    start = [*_forms.check(record.start, inside(path, "start"))]
    yield from start
    if not start:
        try:
            deque(replay(record), maxlen=0)
        except ReplayError as misfit:
            at = inside(inside(path, "entries"), max(misfit.number - 1, 0))
            yield Problem(at, "something that does not fit", f"a game by the rules: {misfit.why}")


# Digests

_DIGEST_LENGTH = 16
"""Hexadecimal digits: 64 bits."""


def digest(value: Value | Fragment) -> str:
    """Return a short text that differs for different values, the same on every machine: 16 hexadecimal digits.

    It is a hash of the canonical JSON: without spaces, with sorted keys. An edition counts by `edition_digest`.

    >>> from toledo_rules import TAKE_CARDS
    >>> digest(TAKE_CARDS)
    'cd9944de2b523b9d'
    """
    return edition_digest(value) if isinstance(value, Edition) else _hash(_essence(value))


def _essence(value: Value | Fragment) -> Json:
    """Return the JSON of a value with the digest in place of an edition, which may be there by name or in full."""
    document = SHAPES.of(type(value)).dump(value)
    assert isinstance(document, dict)
    if isinstance(value, State | View):
        document["edition"] = edition_digest(value.edition)
    if isinstance(value, Transition):
        document["state"] = _essence(value.state)
    return document


def _hash(document: Json) -> str:
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()[:_DIGEST_LENGTH]
