"""The JSON of every class: read off the class, with details where its types say too little."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, TypeAlias, get_args

from attrs import frozen

from toledo_rules._edition_form import EDITION_SHAPES
from toledo_rules._shapes import (
    LARGEST,
    LINE,
    AtLeast,
    Details,
    Json,
    Leaf,
    ListOf,
    Null,
    Number,
    OneOf,
    RecordOf,
    SetOf,
    Shape,
    ShapeError,
    TableOf,
    Text,
    inside,
    shown,
)
from toledo_rules.actions import Move
from toledo_rules.cards import Card
from toledo_rules.edition import Datum, Edition, ShopTile, Space, Sword
from toledo_rules.editions import edition_digest, shipped_edition
from toledo_rules.engine import Transition
from toledo_rules.errors import Problem
from toledo_rules.events import (
    EVENT_TYPES,
    DrawingBegan,
    Event,
    PaintingTaken,
    PileReshuffled,
)
from toledo_rules.phases import Drawing, Phase
from toledo_rules.rulebook import Illegality, Parameter
from toledo_rules.scoring import Outcome, ScoreLine, ScoreSheet, Standing
from toledo_rules.state import Player, Shop, State
from toledo_rules.views import PlayerView, View

Value: TypeAlias = (
    State | View | Move | Event | Illegality | Transition | Outcome | ScoreSheet | Edition
)
"""Anything that a document can hold."""

Part: TypeAlias = (
    Card | Sword | ShopTile | Shop | Space | Phase | Player | PlayerView | ScoreLine | Standing
)
"""Anything else that has a form in JSON."""

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
"""The values that a document can hold, by the name of their kind."""

KIND_OF: Mapping[type, str] = {
    cls: name for name, kind in KINDS.items() for cls in get_args(kind) or (kind,)
}
"""The kind of document for each class."""


# Editions, which positions name if they come with the library


@frozen
class EditionReference:
    """An edition that comes with the library, by its name. The digest proves that the same edition is meant."""

    name: str
    digest: str


_DIGEST = Text("^[0-9a-f]{16}$", "sixteen hexadecimal digits")
_REFERENCE = EDITION_SHAPES.extended({EditionReference: {"digest": _DIGEST}}, {}).record(
    EditionReference
)
_EDITION = EDITION_SHAPES.record(Edition)


@frozen
class EditionInPosition(OneOf):
    """The edition of a position: a reference, or the whole of it."""

    def load(self, value: object) -> Edition:
        loaded = super().load(value)
        if isinstance(loaded, Edition):
            return _shared(loaded, loaded.provenance)
        assert isinstance(loaded, EditionReference)
        edition = _shipped(loaded.name)
        if edition is None or edition_digest(edition) != loaded.digest:
            raise ShapeError
        return edition

    def dump(self, value: Any) -> Json:
        if value == _shipped(value.name):
            return super().dump(EditionReference(value.name, edition_digest(value)))
        return super().dump(value)

    def entries(self, value: Any, /) -> int:
        return super().entries(_NAMED if value is _shipped(value.name) else value)

    def faults(self, value: object, path: str) -> Iterator[Problem]:
        faults = [*super().faults(value, path)]
        yield from faults
        if not faults and isinstance(value, dict) and value.keys() == {*_REFERENCE.keys}:
            yield from self._unknown(value["name"], value["digest"], path)

    def _unknown(self, name: str, digest: str, path: str) -> Iterator[Problem]:
        edition = _shipped(name)
        if edition is None:
            expected = "an edition that comes with the library; another one must be there in full"
            yield Problem(inside(path, "name"), shown(name), expected)
        elif digest != edition_digest(edition):
            expected = f'"{edition_digest(edition)}": the library has another edition of this name'
            yield Problem(inside(path, "digest"), shown(digest), expected)


_NAMED = EditionReference("", "")
"""Any reference, for counting."""


@lru_cache(maxsize=64)
def _shared(edition: Edition, _provenance: tuple[Datum, ...]) -> Edition:
    """Return one object for equal editions, so that what is known about an edition is found by identity."""
    return edition


def _shipped(name: str) -> Edition | None:
    try:
        return shipped_edition(name)
    except ValueError:
        return None


# Shapes

_ANY = Number(least=-LARGEST)
_ONE = Number(least=1)
_VALUES = ListOf(_ONE)
_RULE = Text("^[A-Z]{1,3}-[0-9]{2,3}$", "the number of a rule, such as MOV-05")
_PARAMETERS: dict[object, Leaf | RecordOf] = {
    int: _ANY,
    str: LINE,
    NoneType: Null(),
    **{cls: EDITION_SHAPES.record(cls) for cls in (Card, Sword, ShopTile)},
}
_TABLE: Mapping[str, Shape | AtLeast] = {
    "edition": EditionInPosition((_REFERENCE, _EDITION)),
    "players": AtLeast(1),
    "tile_value": OneOf((_ONE, Null())),
    "paintings": _VALUES,
}
"""Details that positions and views have in common."""

_DETAILS: Details = {
    Shop: {"circles": _ONE},
    Player: {"paintings": _VALUES},
    PlayerView: {"paintings": _VALUES},
    State: _TABLE,
    View: _TABLE,
    Drawing: {"left": _ONE},
    DrawingBegan: {"cards": _ONE},
    PileReshuffled: {"cards": _ONE},
    PaintingTaken: {"value": _ONE},
    Illegality: {
        "rule": _RULE,
        "parameters": TableOf(OneOf(tuple(_PARAMETERS[kind] for kind in get_args(Parameter)))),
    },
    ScoreLine: {"rule": _RULE, "points": _ANY},
    ScoreSheet: {"total": _ANY},
    Standing: {"place": _ONE, "points": _ANY},
    Outcome: {"winners": SetOf(Number()), "ranking": AtLeast(1), "sheets": AtLeast(1)},
}


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


TAGS: Mapping[type, str] = {
    cls: _snake(cls.__name__) for cls in (*get_args(Phase), *get_args(Move), *EVENT_TYPES)
}
"""The names of the classes of unions in JSON."""

SHAPES = EDITION_SHAPES.extended(_DETAILS, TAGS)
"""The shapes of all classes."""


# Digests

_DIGEST_LENGTH = 16
"""Hexadecimal digits: 64 bits."""


def digest(value: Value | Part) -> str:
    """Return a short text that differs for different values, the same on every machine: 16 hexadecimal digits.

    It is a hash of the canonical JSON: without spaces, with sorted keys. An edition counts by `edition_digest`.

    >>> from toledo_rules import TAKE_CARDS
    >>> digest(TAKE_CARDS)
    'cd9944de2b523b9d'
    """
    return edition_digest(value) if isinstance(value, Edition) else _hash(_essence(value))


def _essence(value: Value | Part) -> Json:
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
