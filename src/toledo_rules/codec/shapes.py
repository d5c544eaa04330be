"""What the JSON of each class looks like: read off the class, and told in more detail where its types say too little.

A thing with parts is an object with one key for each part, all of them always there; a thing with a name is a text; a
multiset is a sorted list. A class that is one of several that can stand in a place also says which, under ``type``.

From these shapes come the loader, its messages, and the JSON Schema (`spec/tools/schema.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import EnumType
from functools import cache
from types import NoneType, UnionType
from typing import Literal, TypeAlias, TypeGuard, Union, get_args, get_origin, get_type_hints

from attrs import NOTHING, Attribute, fields, frozen

from toledo_rules._wording import listed
from toledo_rules.actions import Move
from toledo_rules.cards import Card
from toledo_rules.edition import Datum, Edition, ShopTile, Space, Sword
from toledo_rules.engine import Transition
from toledo_rules.events import (
    EVENT_TYPES,
    DrawingBegan,
    Event,
    PaintingTaken,
    PileReshuffled,
)
from toledo_rules.rulebook import Illegality, Parameter
from toledo_rules.scoring import Outcome, ScoreLine, ScoreSheet, Standing
from toledo_rules.state import Drawing, Phase, Player, Shop, State
from toledo_rules.views import PlayerView, View

LARGEST = 2**53 - 1
"""The largest number that programs agree on: JavaScript has no larger ones that are exact."""

TAG = "type"
"""The key under which an object says which of several classes it is."""


@frozen
class Number:
    """A whole number, within what every program that reads JSON can hold. A 1.0, a ``"1"`` and a ``true`` are none."""

    least: int = 0
    most: int = LARGEST

    @property
    def words(self) -> str:
        """What is expected, for a message."""
        if self.most < LARGEST:
            return f"a whole number from {self.least} to {self.most}"
        return (
            "a whole number"
            if self.least == -LARGEST
            else f"a whole number of at least {self.least}"
        )

    def admits(self, value: object) -> bool:
        """Whether a value has this shape."""
        return type(value) is int and self.least <= value <= self.most


@frozen
class Flag:
    """True or false."""

    words = "true or false"

    def admits(self, value: object) -> bool:
        """Whether a value has this shape."""
        return isinstance(value, bool)


@frozen
class Null:
    """Nothing."""

    words = "null"

    def admits(self, value: object) -> bool:
        """Whether a value has this shape."""
        return value is None


@frozen
class Word:
    """One of a few texts."""

    options: tuple[str, ...]

    @property
    def words(self) -> str:
        """What is expected, for a message."""
        return listed(f'"{option}"' for option in self.options)

    def admits(self, value: object) -> bool:
        """Whether a value has this shape."""
        return isinstance(value, str) and value in self.options


@frozen
class Text:
    """A text of some form."""

    pattern: str
    """A regular expression that means the same in Python and in JavaScript."""
    words: str

    def admits(self, value: object) -> bool:
        """Whether a value has this shape."""
        return isinstance(value, str) and _compiled(self.pattern).fullmatch(value) is not None


_compiled = cache(re.compile)


@frozen
class ListOf:
    """A list."""

    item: Shape
    least: int = 0

    @property
    def words(self) -> str:
        """What is expected, for a message."""
        return f"a list of at least {self.least}" if self.least else "a list"


@frozen
class SetOf:
    """A set, as a list in which each entry is greater than the one before."""

    item: Number
    words = "a list of different numbers in rising order, with at least one"

    def admits(self, value: object) -> TypeGuard[list[int]]:
        """Whether a value has this shape."""
        return (
            isinstance(value, list)
            and all(map(self.item.admits, value))
            and value == sorted(set(value)) != []
        )


@frozen
class TableOf:
    """An object with keys that depend on what it tells of."""

    item: Shape
    words = "an object whose keys are words"
    key = Text("^[a-z_]+$", "a word")


@frozen
class Record:
    """An object with the fields of an attrs class, and its tag if it has one."""

    cls: type

    @property
    def words(self) -> str:
        """What is expected, for a message."""
        return f"an object with {listed(keys_of(self.cls), 'and')}"


@frozen
class Tagged:
    """An object that says under `TAG` which of these classes it is."""

    classes: tuple[type, ...]

    @property
    def words(self) -> str:
        """What is expected, for a message."""
        return f'an object with "{TAG}"'


@frozen
class Either:
    """One of several shapes that can be told apart by looking."""

    shapes: tuple[Leaf | Record, ...]

    @property
    def words(self) -> str:
        """What is expected, for a message."""
        return listed(shape.words for shape in self.shapes)

    def choose(self, value: object) -> Leaf | Record | None:
        """The shape that a value has, or in case of an object means to have: the one that shares most keys with it."""
        records = [shape for shape in self.shapes if isinstance(shape, Record)]
        if records and isinstance(value, dict):
            return max(records, key=lambda record: len(value.keys() & keys_of(record.cls)))
        leaves = (shape for shape in self.shapes if not isinstance(shape, Record))
        return next((shape for shape in leaves if shape.admits(value)), None)


Leaf: TypeAlias = Number | Flag | Null | Word | Text
Shape: TypeAlias = Leaf | ListOf | SetOf | TableOf | Record | Tagged | Either


@frozen
class EditionReference:
    """An edition that comes with the library, by its name. The digest proves that the same edition is meant."""

    name: str
    digest: str


NAME = Text(
    "^[a-z0-9]+(-[a-z0-9]+)*$", "a name of lower-case letters and digits, with a dash between words"
)
LINE = Text(r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]*$", "a text on one line")
SOME_LINE = Text(LINE.pattern.replace("*", "+"), "some text on one line")
ROW = Text(NAME.pattern.replace("^", "^(").replace("$", ")?$"), f"{NAME.words}, or nothing")
RULE = Text("^[A-Z]{1,3}-[0-9]{2,3}$", "the number of a rule, such as MOV-05")
DIGEST = Text("^[0-9a-f]{16}$", "sixteen hexadecimal digits")

_ANY = Number(least=-LARGEST)
_ONE = Number(least=1)
_SPACE = _ONE
_VALUES = ListOf(_ONE)
_EDITION = Either((Record(EditionReference), Record(Edition)))

_DETAILS: dict[type, dict[str, Shape]] = {
    Card: {"value": _ONE},
    Sword: {"value": _ONE, "metal": _ONE},
    ShopTile: {"circles": _ONE},
    Shop: {"circles": _ONE},
    Space: {"row": ROW},
    Datum: {"key": SOME_LINE, "value": LINE, "source": LINE},
    EditionReference: {"digest": DIGEST},
    Edition: {
        "title": SOME_LINE,
        "colours": ListOf(NAME, least=1),
        "road": ListOf(Record(Space), least=2),
        "cards": ListOf(Record(Card), least=1),
        "paintings": _VALUES,
        **dict.fromkeys(("least_players", "most_players", "figures", "tile_limit"), _ONE),
        **dict.fromkeys(("last_round_at", "cards_taken", "tavern_cards"), _ONE),
        **dict.fromkeys(("rounds_to_win", "gems_per_point", "sword_divisor"), _ONE),
    },
    Player: {"paintings": _VALUES},
    PlayerView: {"paintings": _VALUES},
    State: {
        "edition": _EDITION,
        "players": ListOf(Record(Player), least=1),
        "tile_value": Either((_ONE, Null())),
        "paintings": _VALUES,
    },
    View: {
        "edition": _EDITION,
        "players": ListOf(Record(PlayerView), least=1),
        "tile_value": Either((_ONE, Null())),
        "paintings": _VALUES,
    },
    Drawing: {"left": _ONE},
    DrawingBegan: {"cards": _ONE},
    PileReshuffled: {"cards": _ONE},
    PaintingTaken: {"value": _ONE},
    Illegality: {
        "rule": RULE,
        "parameters": TableOf(
            Either((_ANY, LINE, Record(Card), Record(Sword), Record(ShopTile), Null()))
        ),
    },
    ScoreLine: {"rule": RULE, "points": _ANY},
    ScoreSheet: {"total": _ANY},
    Standing: {"place": _ONE, "points": _ANY},
    Outcome: {
        "winners": SetOf(Number()),
        "ranking": ListOf(Record(Standing), least=1),
        "sheets": ListOf(Record(ScoreSheet), least=1),
    },
}
"""What the types of the fields do not say. Otherwise a number is at least 0, and a text is a name."""

assert set(get_args(Parameter)) == {int, str, Card, Sword, ShopTile, NoneType}


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


TAGS: Mapping[type, str] = {
    cls: _snake(cls.__name__) for cls in (*get_args(Phase), *get_args(Move), *EVENT_TYPES)
}
"""What the classes of unions are called in JSON."""

Value: TypeAlias = (
    State | View | Move | Event | Illegality | Transition | Outcome | ScoreSheet | Edition
)
"""What a document can hold."""

Part: TypeAlias = (
    Card | Sword | ShopTile | Shop | Space | Phase | Player | PlayerView | ScoreLine | Standing
)
"""What has a form in JSON, but is no document of its own."""

KINDS: Mapping[str, type | UnionType] = {
    "state": State,
    "view": View,
    "move": Move,
    "event": Event,
    "illegality": Illegality,
    "transition": Transition,
    "outcome": Outcome,
    "score_sheet": ScoreSheet,
    "edition": Edition,
}
"""What a document can hold, by what the document calls it."""

KIND_OF: Mapping[type, str] = {
    cls: name for name, kind in KINDS.items() for cls in get_args(kind) or (kind,)
}
"""What a document calls each class."""


def shape_of(kind: object) -> Shape:
    """The shape that a type has in JSON."""
    if kind is int:
        return Number()
    if kind is bool:
        return Flag()
    if kind is str:
        return NAME
    if kind is NoneType:
        return Null()
    if isinstance(kind, EnumType):
        return Word(tuple(kind))
    if get_origin(kind) is Literal:
        return Word(get_args(kind))
    if get_origin(kind) is tuple:
        return ListOf(shape_of(get_args(kind)[0]))
    if get_origin(kind) in (Union, UnionType):
        return _union(get_args(kind))
    if isinstance(kind, type) and hasattr(kind, "__attrs_attrs__"):
        return Record(kind)
    raise TypeError(f"{kind!r} has no form in JSON")


def _union(kinds: tuple[type, ...]) -> Tagged | Either:
    if all(kind in TAGS for kind in kinds):
        return Tagged(kinds)
    shapes = [shape_of(kind) for kind in kinds]
    return Either(tuple(s for s in shapes if isinstance(s, Leaf | Record)))


def parts_of(cls: type) -> tuple[Attribute[object], ...]:
    """The fields of a class that are in its JSON: those that make it."""
    return tuple(part for part in fields(cls) if part.init)


@cache
def shapes_of(cls: type) -> Mapping[str, Shape]:
    """The shapes of the fields of a class."""
    details, hints = _DETAILS.get(cls, {}), get_type_hints(cls)
    return {
        part.name: details.get(part.name) or shape_of(hints[part.name]) for part in parts_of(cls)
    }


@cache
def keys_of(cls: type) -> tuple[str, ...]:
    """The keys of the JSON of a class."""
    return (*([TAG] if cls in TAGS else []), *shapes_of(cls))


@cache
def optional_of(cls: type) -> frozenset[str]:
    """Keys that may be missing: the data of an edition that have a default, which older documents lack."""
    return frozenset(
        part.name
        for part in parts_of(cls)
        if cls is Edition and part.eq and part.default is not NOTHING
    )
