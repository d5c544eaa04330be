"""From values to JSON and back, by cattrs, as `toledo_rules.codec.shapes` says.

The loader takes exactly what has the right shape, and stops at the first thing that has not. What is wrong, and all of
it, is then told by `toledo_rules.codec.faults`, which looks at the document once more.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, lru_cache
from hashlib import sha256
from typing import Any, TypeAlias, get_args, get_origin

from attrs import has
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from toledo_rules.codec.shapes import (
    TAG,
    TAGS,
    EditionReference,
    Either,
    ListOf,
    Null,
    Part,
    Record,
    SetOf,
    Shape,
    TableOf,
    Tagged,
    Value,
    Word,
    keys_of,
    optional_of,
    shapes_of,
)
from toledo_rules.edition import Datum, Edition
from toledo_rules.editions import edition_digest, shipped_edition
from toledo_rules.engine import Transition
from toledo_rules.errors import ToledoError
from toledo_rules.rulebook import Illegality
from toledo_rules.scoring import Outcome
from toledo_rules.state import State
from toledo_rules.views import View

Json: TypeAlias = dict[str, "Json"] | list["Json"] | str | int | bool | None
"""What JSON can hold, as Python has it; of numbers, only whole ones."""

Loader: TypeAlias = Callable[[object, object], object]
"""cattrs hands over a type too. It is of no interest here: the shape says it all."""


DIGEST_LENGTH = 16
"""Hexadecimal digits: 64 bits."""


class ShapeError(ToledoError, ValueError):
    """A value has the wrong shape."""


_converter = Converter(detailed_validation=False)


def unstructure(value: object) -> Json:
    """The JSON of a value."""
    made: Json = _converter.unstructure(value)
    return made


def structure(value: object, shape: Shape) -> object:
    """The value of a JSON document. Raises `ShapeError` if it has another shape."""
    return loader(shape)(value, None)


# Loading


@cache
def loader(shape: Shape) -> Loader:
    """What loads values of a shape."""
    match shape:
        case Record(cls):
            return _record_loader(cls)
        case Tagged(classes):
            return _tagged_loader({TAGS[cls]: loader(Record(cls)) for cls in classes})
        case ListOf(item, least):
            return _list_loader(loader(item), least)
        case SetOf():
            return _set_loader(shape)
        case TableOf(item):
            return _table_loader(loader(item))
        case Either((inner, Null())):
            return _optional_loader(loader(inner))
        case Either(shapes):
            return _either_loader(shape, {shape: loader(shape) for shape in shapes})
        case Word(options):
            return _word_loader({str(option): option for option in options})
        case _:
            return _plain_loader(shape.admits)


def _plain_loader(admits: Callable[[object], bool]) -> Loader:
    def load(value: object, _: object) -> object:
        if admits(value):
            return value
        raise ShapeError

    return load


def _word_loader(options: dict[str, str]) -> Loader:
    def load(value: object, _: object) -> str:
        if isinstance(value, str) and value in options:
            return options[value]  # which is a member, if the words are those of an enumeration
        raise ShapeError

    return load


def _list_loader(load_item: Loader, least: int) -> Loader:
    def load(value: object, _: object) -> tuple[object, ...]:
        if isinstance(value, list) and len(value) >= least:
            return tuple([load_item(item, None) for item in value])
        raise ShapeError

    return load


def _set_loader(shape: SetOf) -> Loader:
    def load(value: object, _: object) -> frozenset[int]:
        if shape.admits(value):
            return frozenset(value)
        raise ShapeError

    return load


def _table_loader(load_item: Loader) -> Loader:
    def load(value: object, _: object) -> tuple[tuple[str, object], ...]:
        if isinstance(value, dict) and all(map(TableOf.key.admits, value)):
            return tuple([(key, load_item(item, None)) for key, item in value.items()])
        raise ShapeError

    return load


def _optional_loader(load_inner: Loader) -> Loader:
    def load(value: object, _: object) -> object:
        return None if value is None else load_inner(value, None)

    return load


def _either_loader(shape: Either, loaders: dict[Shape, Loader]) -> Loader:
    def load(value: object, _: object) -> object:
        chosen = shape.choose(value)
        if chosen is None:
            raise ShapeError
        return loaders[chosen](value, None)

    return load


def _tagged_loader(loaders: dict[str, Loader]) -> Loader:
    def load(value: object, _: object) -> object:
        tag = value.get(TAG) if isinstance(value, dict) else None
        if isinstance(tag, str) and tag in loaders:
            return loaders[tag](value, None)
        raise ShapeError

    return load


def _record_loader(cls: type) -> Loader:
    keys, tag, finish = frozenset(keys_of(cls)), TAGS.get(cls), _FINISH.get(cls)
    optional = optional_of(cls)
    hooks: dict[str, Any] = {
        name: override(struct_hook=loader(shape)) for name, shape in shapes_of(cls).items()
    }
    build: Callable[[dict[str, object], type], object]
    build = make_dict_structure_fn(cls, _converter, **hooks)

    def load(value: object, _: object) -> object:
        if isinstance(value, dict) and value.keys() | optional == keys and value.get(TAG) == tag:
            return build(value, cls)
        raise ShapeError

    if finish is None:
        return load
    return lambda value, _: finish(load(value, None))


# Dumping


def _dumper(cls: type) -> Callable[[object], Json]:
    """What dumps values of a class."""
    hooks: dict[str, Any] = {
        name: override(unstruct_hook=hook) for name, hook in _DUMP.get(cls, {}).items()
    }
    build: Callable[[object], dict[str, Json]] = make_dict_unstructure_fn(cls, _converter, **hooks)
    tag = TAGS.get(cls)
    return build if tag is None else lambda value: {TAG: tag, **build(value)}


def _is_list(kind: object) -> bool:
    return get_origin(kind) is tuple


def _list_dumper(kind: object) -> Callable[[tuple[object, ...]], Json]:
    dump = _converter.get_unstructure_hook(get_args(kind)[0])
    return lambda values: [dump(value) for value in values]


_converter.register_unstructure_hook_factory(has, _dumper)
_converter.register_unstructure_hook_factory(_is_list, _list_dumper)


# Editions inside positions, and digests


def digest(value: Value | Part) -> str:
    """A short text that tells values apart, the same on every machine: 16 hexadecimal digits.

    It is a hash of the canonical JSON: without spaces, with sorted keys. An edition counts by what is in the box, and
    not by its title or by where its data come from.

    >>> from toledo_rules import TAKE_CARDS
    >>> digest(TAKE_CARDS)
    'cd9944de2b523b9d'
    """
    if isinstance(value, Edition):
        return edition_digest(value)
    text = json.dumps(_essence(value), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()[:DIGEST_LENGTH]


def _essence(value: Value | Part) -> Json:
    """What tells a value from others. An edition counts by its digest, whether it is dumped by name or in full."""
    document = unstructure(value)
    assert isinstance(document, dict)
    match value:
        case State() | View():
            document["edition"] = edition_digest(value.edition)
        case Transition():
            document["state"] = _essence(value.state)
        case _:
            pass
    return document


def shipped(name: str) -> Edition | None:
    """The edition of that name that comes with the library, if there is one."""
    try:
        return shipped_edition(name)
    except ValueError:
        return None


def _embed(value: Edition) -> Json:
    """An edition that comes with the library by name and digest, any other in full."""
    if value == shipped(value.name):
        return unstructure(EditionReference(value.name, edition_digest(value)))
    return unstructure(value)


def _resolve(reference: EditionReference) -> Edition:
    """The edition that is meant."""
    found = shipped(reference.name)
    if found is None or edition_digest(found) != reference.digest:
        raise ShapeError
    return found


@lru_cache(maxsize=64)
def _one_of(edition: Edition, _provenance: tuple[Datum, ...]) -> Edition:
    return edition


_FINISH: dict[type, Callable[[Any], object]] = {
    EditionReference: _resolve,
    # Positions of one game share one edition, so that what is known of it is found by identity.
    Edition: lambda edition: _one_of(edition, edition.provenance),
}
_DUMP: dict[type, dict[str, Callable[[Any], Json]]] = {
    State: {"edition": _embed},
    View: {"edition": _embed},
    Illegality: {"parameters": lambda pairs: {name: unstructure(value) for name, value in pairs}},
    Outcome: {"winners": lambda seats: [*sorted(seats)]},
}
