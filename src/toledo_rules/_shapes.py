"""Shapes of JSON: each loads and dumps values, finds the faults of a document and writes its schema.

A `Shapes` reads the shapes of classes off their types:

>>> from toledo_rules.edition import Sword
>>> sword = Shapes({Sword: {"value": Number(least=1)}}).of(Sword)
>>> sword.load({"value": 12, "metal": 3, "gems": 3})
Sword(12, 3, 3)
>>> for fault in sword.faults({"value": 0, "metal": "3"}, "$"):
...     print(fault)
$.value: found 0, expected a whole number of at least 1
$.metal: found "3", expected a whole number of at least 0
$.gems: found nothing, expected a whole number of at least 0

`load` takes exactly what has the right shape and stops at the first fault; `faults` finds all of them.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import EnumType
from functools import cache, lru_cache
from itertools import starmap
from json.encoder import encode_basestring_ascii
from operator import itemgetter
from types import NoneType, UnionType
from typing import (
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeGuard,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from attrs import field, fields, frozen, has

from toledo_rules.errors import Problem, ToledoError, listed
from toledo_rules.limits import MOST_ENTRIES

Json: TypeAlias = dict[str, "Json"] | list["Json"] | str | int | bool | None
"""Anything that JSON can hold, as Python has it; of numbers, only whole ones."""

Schema: TypeAlias = dict[str, Json]
"""A JSON Schema."""

Refer: TypeAlias = Callable[["Shape"], Schema]
"""Returns the schema of a part, or a reference to it."""

_ENCODE = json.JSONEncoder(separators=(",", ":")).encode

LARGEST = 2**53 - 1
"""The largest number that programs agree on: JavaScript has no larger ones that are exact."""

TAG = "type"
"""The key under which an object says which of several classes it is."""

_LONGEST = 60
"""Characters of a value that a message shows."""
_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_MOST_TEXTS = 8192
"""Texts kept for each class whose values remember their hashes."""
_REMEMBERED = 256
"""Small values kept for each class: more than an edition has kinds of cards."""


def plain_text(value: Json) -> str:
    """Return JSON as text, without blanks. Of a text or a number it is made without an encoder."""
    if type(value) is str:
        return encode_basestring_ascii(value)
    return str(value) if type(value) is int else _ENCODE(value)


class ShapeError(ToledoError, ValueError):
    """A value has the wrong shape."""


class Shape(ABC):
    """A form that JSON can have."""

    @property
    @abstractmethod
    def words(self) -> str:
        """Words for what is expected, for a message."""

    @abstractmethod
    def load(self, value: object) -> object:
        """Return the value that JSON stands for. Raises `ShapeError` if it has another shape."""

    def load_all(self, values: list[object]) -> tuple[object, ...]:
        """Return the values that the entries of a list stand for."""
        return tuple(map(self.load, values))

    @abstractmethod
    def dump(self, value: Any) -> Json:
        """Return the JSON of a value."""

    def text(self, value: Any) -> str:
        """Return the JSON of a value as text, without blanks: what `dump` gives, but faster."""
        return _ENCODE(self.dump(value))

    def entries(self, _value: Any, /) -> int:
        """Return the number of keys in the JSON of a value, those of its parts included: 0 for plain values."""
        return 0

    def entries_of_all(self, values: tuple[Any, ...], /) -> int:
        """Return the number of keys in the JSON of several values."""
        return sum(map(self.entries, values))

    @abstractmethod
    def faults(self, value: object, path: str) -> Iterator[Problem]:
        """All that keeps JSON from having this shape; nothing if it has."""

    @abstractmethod
    def schema(self, refer: Refer, /) -> Schema:
        """Return the JSON Schema, with the parts as `refer` puts them."""


class Leaf(Shape):
    """A shape without parts, which is loaded as it is."""

    @abstractmethod
    def admits(self, value: object) -> bool:
        """True for a value of this shape."""

    def load(self, value: object) -> object:
        if self.admits(value):
            return value
        raise ShapeError

    def dump(self, value: Any) -> Json:
        plain: Json = value
        return plain

    def text(self, value: Any) -> str:
        return plain_text(self.dump(value))

    def entries_of_all(self, _values: tuple[Any, ...], /) -> int:
        return 0

    def faults(self, value: object, path: str) -> Iterator[Problem]:
        if not self.admits(value):
            yield Problem(path, shown(value), self.words)


@frozen
class Number(Leaf):
    """A whole number that every program reading JSON can hold. A 1.0, a ``"1"`` and a ``true`` are none."""

    least: int = 0
    most: int = LARGEST

    @property
    def words(self) -> str:
        if self.most < LARGEST:
            return f"a whole number from {self.least} to {self.most}"
        if self.least == -LARGEST:
            return "a whole number"
        return f"a whole number of at least {self.least}"

    def admits(self, value: object) -> bool:
        return type(value) is int and self.least <= value <= self.most

    def schema(self, _refer: Refer, /) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@frozen
class Flag(Leaf):
    """True or false."""

    words: ClassVar[str] = "true or false"

    def admits(self, value: object) -> bool:
        return isinstance(value, bool)

    def schema(self, _refer: Refer, /) -> Schema:
        return {"type": "boolean"}


@frozen
class Null(Leaf):
    """Nothing."""

    words: ClassVar[str] = "null"

    def admits(self, value: object) -> bool:
        return value is None

    def schema(self, _refer: Refer, /) -> Schema:
        return {"type": "null"}


@frozen
class Choice(Leaf):
    """One of a few texts, which may be the members of an enumeration."""

    options: tuple[str, ...]

    @property
    def words(self) -> str:
        return listed(f'"{option}"' for option in self.options)

    def admits(self, value: object) -> bool:
        return isinstance(value, str) and value in self.options

    def load(self, value: object) -> object:
        if isinstance(value, str) and value in self.options:
            return self.options[self.options.index(value)]
        raise ShapeError

    def dump(self, value: Any) -> Json:
        return str(value)

    def schema(self, _refer: Refer, /) -> Schema:
        return {"enum": [str(option) for option in self.options]}


@frozen
class Text(Leaf):
    """A text of some form."""

    pattern: str
    """A regular expression that means the same in Python and in JavaScript."""
    words: str
    _matches: Callable[[str], object] = field(init=False, eq=False, repr=False)

    @_matches.default
    def _compiled(self) -> Callable[[str], object]:
        return re.compile(self.pattern).fullmatch

    def admits(self, value: object) -> bool:
        return isinstance(value, str) and self._matches(value) is not None

    def schema(self, _refer: Refer, /) -> Schema:
        return {"type": "string", "pattern": self.pattern}


NAME = Text(
    "^[a-z0-9]+(-[a-z0-9]+)*$", "a name of lower-case letters and digits, with a dash between words"
)
LINE = Text(r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]*$", "a text on one line")
SOME_LINE = Text(LINE.pattern.replace("*", "+"), "some text on one line")


@frozen
class ListOf(Shape):
    """A list, which is a tuple in Python."""

    item: Shape
    least: int = 0
    most: ClassVar[int] = MOST_ENTRIES

    @property
    def words(self) -> str:
        return f"a list of at least {self.least}" if self.least else "a list"

    def _fits(self, value: object) -> TypeGuard[list[object]]:
        return isinstance(value, list) and self.least <= len(value) <= self.most

    def load(self, value: object) -> object:
        if self._fits(value):
            return self.item.load_all(value) if value else ()
        raise ShapeError

    def dump(self, value: Any) -> Json:
        return [*map(self.item.dump, value)]

    def text(self, value: Any) -> str:
        return f"[{','.join(map(self.item.text, value))}]"

    def entries(self, value: Any, /) -> int:
        return self.item.entries_of_all(value)

    def faults(self, value: object, path: str) -> Iterator[Problem]:
        if not self._fits(value):
            long = isinstance(value, list) and len(value) > self.most
            yield Problem(path, shown(value), f"at most {self.most}" if long else self.words)
            return
        for place, entry in enumerate(value):
            yield from self.item.faults(entry, inside(path, place))

    def schema(self, refer: Refer, /) -> Schema:
        fewest: Schema = {"minItems": self.least} if self.least else {}
        return {"type": "array", "items": refer(self.item), **fewest, "maxItems": self.most}


@frozen
class SetOf(Shape):
    """A set of numbers, as a list in which each entry is greater than the one before."""

    item: Number
    words: ClassVar[str] = "a list of different numbers in rising order, with at least one"

    def _fits(self, value: object) -> TypeGuard[list[int]]:
        return (
            isinstance(value, list)
            and all(map(self.item.admits, value))
            and value == sorted(set(value)) != []
        )

    def load(self, value: object) -> object:
        if self._fits(value):
            return frozenset(value)
        raise ShapeError

    def dump(self, value: Any) -> Json:
        return sorted(value)

    def faults(self, value: object, path: str) -> Iterator[Problem]:
        if not self._fits(value):
            yield Problem(path, shown(value), self.words)

    def schema(self, refer: Refer, /) -> Schema:
        return {"type": "array", "items": refer(self.item), "minItems": 1, "uniqueItems": True}


@frozen
class TableOf(Shape):
    """An object with keys that depend on what it is about; pairs in Python."""

    item: Shape
    key: Text = Text("^[a-z_]+$", "a word")
    words: ClassVar[str] = "an object whose keys are words"

    def load(self, value: object) -> object:
        if isinstance(value, dict) and all(map(self.key.admits, value)):
            return tuple([(key, self.item.load(entry)) for key, entry in value.items()])
        raise ShapeError

    def dump(self, value: Any) -> Json:
        return {key: self.item.dump(entry) for key, entry in value}

    def text(self, value: Any) -> str:
        return (
            f"{{{','.join([f'{_ENCODE(key)}:{self.item.text(entry)}' for key, entry in value])}}}"
        )

    def entries(self, value: Any, /) -> int:
        return len(value) + sum(self.item.entries(entry) for _, entry in value)

    def faults(self, value: object, path: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(path, shown(value), self.words)
            return
        for key, entry in value.items():
            if not self.key.admits(key):
                yield Problem(inside(path, key), "an invalid key", self.key.words)
            yield from self.item.faults(entry, inside(path, key))

    def schema(self, refer: Refer, /) -> Schema:
        return {
            "type": "object",
            "propertyNames": refer(self.key),
            "additionalProperties": refer(self.item),
        }


@frozen(eq=False)
class RecordOf(Shape):
    """An object with the fields of a class, and its tag if it has one."""

    cls: type
    parts: Mapping[str, Shape]
    """The shapes of the fields."""
    tag: str | None = None
    optional: frozenset[str] = frozenset()
    """Keys that may be missing: parts with a default, which older documents lack."""
    keys: tuple[str, ...] = field(init=False)
    """The keys of the object."""
    _keys: frozenset[str] = field(init=False, repr=False)
    _holders: tuple[tuple[str, Shape], ...] = field(init=False, repr=False)
    """The parts that have parts."""
    _get: Callable[[dict[str, object]], tuple[object, ...]] | None = field(init=False, repr=False)
    """Takes the parts out of the object of a small value such as a card; None if the class has other values."""
    _make: Callable[..., object] = field(init=False, repr=False)
    """Makes a small value once. Types count, since 1, 1.0 and true are equal."""

    _heads: tuple[tuple[str, str, Shape], ...] = field(init=False, repr=False)
    """The parts, each with its key as text."""
    _tag_text: tuple[str, ...] = field(init=False, repr=False)
    _remembers: bool = field(init=False, repr=False)
    _text: Callable[[Any], str] = field(init=False, repr=False)

    @_heads.default
    def _all_heads(self) -> tuple[tuple[str, str, Shape], ...]:
        return tuple([(name, f'"{name}":', shape) for name, shape in self.parts.items()])

    @_tag_text.default
    def _only_tag(self) -> tuple[str, ...]:
        return () if self.tag is None else (f'"{TAG}":"{self.tag}"',)

    @_remembers.default
    def _hash_is_cheap(self) -> bool:
        return issubclass(self.cls, tuple) or hasattr(self.cls, "_attrs_cached_hash")

    @_text.default
    def _texts(self) -> Callable[[Any], str]:
        return lru_cache(_MOST_TEXTS)(self._written)

    @keys.default
    def _all_keys(self) -> tuple[str, ...]:
        return (*([] if self.tag is None else [TAG]), *self.parts)

    @_keys.default
    def _set_of_keys(self) -> frozenset[str]:
        return frozenset(self.keys)

    @_holders.default
    def _parts_with_parts(self) -> tuple[tuple[str, Shape], ...]:
        return tuple(part for part in self.parts.items() if not isinstance(part[1], Leaf))

    @_get.default
    def _getter(self) -> Callable[[dict[str, object]], tuple[object, ...]] | None:
        small = self.tag is None and not self._holders and len(self.parts) > 1
        return itemgetter(*self.parts) if small else None

    @_make.default
    def _maker(self) -> Callable[..., object]:
        return lru_cache(_REMEMBERED, typed=True)(self._made)

    @property
    def words(self) -> str:
        return f"an object with {listed(self.keys, 'and')}"

    def load(self, value: object) -> object:
        if not isinstance(value, dict) or (
            value.keys() != self._keys and value.keys() | self.optional != self._keys
        ):
            raise ShapeError
        if self._get is not None:
            try:
                return self._make(*self._get(value))
            except TypeError:  # a part is a list or an object
                raise ShapeError from None
        if value.get(TAG) != self.tag:
            raise ShapeError
        return self.cls(
            **{name: shape.load(value[name]) for name, shape in self.parts.items() if name in value}
        )

    def load_all(self, values: list[object]) -> tuple[object, ...]:
        """The same as in `Shape`; small values are loaded without a call of Python for each of them."""
        if self._get is None:
            return super().load_all(values)
        if {*map(type, values)} != {dict}:
            raise ShapeError
        objects = cast("list[dict[str, object]]", values)
        if {*map(len, objects)} != {len(self.keys)}:
            raise ShapeError
        try:
            return tuple(starmap(self._make, map(self._get, objects)))
        except (KeyError, TypeError):  # a part is missing; a part is a list or an object
            raise ShapeError from None

    def _made(self, *parts: object) -> object:
        shapes = self.parts.items()
        return self.cls(
            **{name: shape.load(part) for (name, shape), part in zip(shapes, parts, strict=True)}
        )

    def dump(self, value: Any) -> Json:
        tag: dict[str, Json] = {} if self.tag is None else {TAG: self.tag}
        return tag | {name: shape.dump(getattr(value, name)) for name, shape in self.parts.items()}

    def text(self, value: Any) -> str:
        """The same as in `Shape`; that of a value which remembers its hash is remembered too."""
        return self._text(value) if self._remembers else self._written(value)

    def _written(self, value: Any) -> str:
        parts = [f"{head}{shape.text(getattr(value, name))}" for name, head, shape in self._heads]
        return f"{{{','.join([*self._tag_text, *parts])}}}"

    def entries(self, value: Any, /) -> int:
        return len(self.keys) + sum(
            [shape.entries(getattr(value, name)) for name, shape in self._holders]
        )

    def entries_of_all(self, values: tuple[Any, ...], /) -> int:
        return super().entries_of_all(values) if self._holders else len(self.keys) * len(values)

    def faults(self, value: object, path: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(path, shown(value), self.words)
            return
        if value.get(TAG) != self.tag and self.tag is not None:
            yield _bad_tag([self], value, path)
        for name, shape in self.parts.items():
            if name in value:
                yield from shape.faults(value[name], inside(path, name))
            elif name not in self.optional:
                yield Problem(inside(path, name), "nothing", shape.words)
        for key in value:
            if key not in self.keys:
                expected = f"only {listed(self.keys, 'and')}"
                yield Problem(inside(path, key), "an unknown key", expected)

    def schema(self, refer: Refer, /) -> Schema:
        properties: dict[str, Json] = {} if self.tag is None else {TAG: {"const": self.tag}}
        properties |= {name: refer(shape) for name, shape in self.parts.items()}
        return {
            "type": "object",
            "properties": properties,
            "required": [name for name in properties if name not in self.optional],
            "additionalProperties": False,
        }


@frozen
class TaggedUnion(Shape):
    """An object that says under `TAG` which of these classes it is."""

    records: tuple[RecordOf, ...]
    _by_tag: dict[object, RecordOf] = field(init=False, eq=False, repr=False)
    _by_class: dict[type, RecordOf] = field(init=False, eq=False, repr=False)
    words: ClassVar[str] = f'an object with "{TAG}"'

    @_by_tag.default
    def _tags(self) -> dict[object, RecordOf]:
        return {record.tag: record for record in self.records}

    @_by_class.default
    def _classes(self) -> dict[type, RecordOf]:
        return {record.cls: record for record in self.records}

    def _record(self, value: dict[object, object]) -> RecordOf | None:
        tag = value.get(TAG)
        return self._by_tag.get(tag) if isinstance(tag, str) else None

    def load(self, value: object) -> object:
        record = self._record(value) if isinstance(value, dict) else None
        if record is None:
            raise ShapeError
        return record.load(value)

    def dump(self, value: Any) -> Json:
        return self._by_class[type(value)].dump(value)

    def text(self, value: Any) -> str:
        return self._by_class[type(value)].text(value)

    def entries(self, value: Any, /) -> int:
        return self._by_class[type(value)].entries(value)

    def faults(self, value: object, path: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(path, shown(value), self.words)
        elif record := self._record(value):
            yield from record.faults(value, path)
        else:
            yield _bad_tag(self.records, value, path)

    def schema(self, refer: Refer, /) -> Schema:
        """Return a schema that looks at the tag first, so that a mistake is reported once and where it is."""
        tags: list[Json] = [record.tag for record in self.records]
        return {
            "type": "object",
            "properties": {TAG: {"enum": tags}},
            "required": [TAG],
            "allOf": [
                {"if": {"properties": {TAG: {"const": record.tag}}}, "then": refer(record)}
                for record in self.records
            ],
        }


@frozen
class OneOf(Shape):
    """One of several shapes that are distinguishable without a tag."""

    shapes: tuple[Leaf | RecordOf, ...]
    _records: tuple[RecordOf, ...] = field(init=False, eq=False, repr=False)
    _leaves: tuple[Leaf, ...] = field(init=False, eq=False, repr=False)
    _optional: bool = field(init=False, eq=False, repr=False)

    @_records.default
    def _all_records(self) -> tuple[RecordOf, ...]:
        return tuple(shape for shape in self.shapes if isinstance(shape, RecordOf))

    @_leaves.default
    def _all_leaves(self) -> tuple[Leaf, ...]:
        return tuple(shape for shape in self.shapes if isinstance(shape, Leaf))

    @_optional.default
    def _has_null(self) -> bool:
        return Null() in self.shapes

    @property
    def words(self) -> str:
        return listed(shape.words for shape in self.shapes)

    def _choose(self, value: object) -> Leaf | RecordOf | None:
        """Return the shape that JSON has; for an object, the one that shares most keys with it."""
        if isinstance(value, dict):
            if len(self._records) == 1:
                return self._records[0]
            return max(self._records, key=lambda one: len(value.keys() & one.keys), default=None)
        for leaf in self._leaves:
            if leaf.admits(value):
                return leaf
        return None

    def load(self, value: object) -> object:
        if value is None and self._optional:
            return None
        shape = self._choose(value)
        if shape is None:
            raise ShapeError
        return shape.load(value)

    def _record_of(self, value: object) -> RecordOf | None:
        for record in self._records:
            if isinstance(value, record.cls):
                return record
        return None

    def dump(self, value: Any) -> Json:
        record = self._record_of(value)
        plain: Json = value
        return plain if record is None else record.dump(value)

    def text(self, value: Any) -> str:
        if value is None:
            return "null"
        record = self._record_of(value)
        return plain_text(value) if record is None else record.text(value)

    def entries(self, value: Any, /) -> int:
        record = None if value is None else self._record_of(value)
        return 0 if record is None else record.entries(value)

    def faults(self, value: object, path: str) -> Iterator[Problem]:
        shape = self._choose(value)
        if shape is None:
            yield Problem(path, shown(value), self.words)
        else:
            yield from shape.faults(value, path)

    def schema(self, refer: Refer, /) -> Schema:
        """Return a schema that looks first at the type, then at the keys, so that a mistake is reported once."""
        leaves = [leaf.schema(refer) for leaf in self._leaves]
        if not self._records:
            return _merged(leaves)
        *others, last = self._records
        objects = refer(last)
        for record in reversed(others):
            own = {"required": [self._own_key(record)]}
            objects = {"if": {**own}, "then": refer(record), "else": objects}
        if not leaves:
            return objects
        if self._leaves == (Null(),):
            return {"if": {"type": "null"}, "else": objects}
        return {"if": {"type": "object"}, "then": objects, "else": _merged(leaves)}

    def _own_key(self, record: RecordOf) -> Json:
        """Return a key that no other class has."""
        others = {key for other in self._records if other is not record for key in other.keys}
        return next(key for key in record.keys if key not in others)


@frozen
class Nullable(Shape):
    """Null, or something that is a shape of its own: a list, or one of several classes."""

    item: Shape

    @property
    def words(self) -> str:
        return f"{self.item.words} or null"

    def load(self, value: object) -> object:
        return None if value is None else self.item.load(value)

    def dump(self, value: Any) -> Json:
        return None if value is None else self.item.dump(value)

    def text(self, value: Any) -> str:
        return "null" if value is None else self.item.text(value)

    def entries(self, value: Any, /) -> int:
        return 0 if value is None else self.item.entries(value)

    def faults(self, value: object, path: str) -> Iterator[Problem]:
        if value is not None:
            yield from self.item.faults(value, path)

    def schema(self, refer: Refer, /) -> Schema:
        return {"if": {"type": "null"}, "else": refer(self.item)}


def _merged(schemas: list[Schema]) -> Schema:
    """Return one schema for several leaves: each keyword concerns one type only."""
    if "enum" in schemas[0]:  # words, or null
        return {"enum": [word for schema in schemas for word in _words_of(schema)]}
    types: list[Json] = [schema["type"] for schema in schemas]
    return {"type": types, **{k: v for schema in schemas for k, v in schema.items() if k != "type"}}


def _words_of(schema: Schema) -> list[Json]:
    """Return the values that a leaf admits, which are few."""
    found = schema.get("enum", [None])
    assert isinstance(found, list)
    return found


@frozen
class AtLeast:
    """A detail of a field: its list has at least this number of entries."""

    entries: int


Details: TypeAlias = Mapping[type, Mapping[str, Shape | AtLeast]]
"""Details of the JSON of fields that their types do not tell, by class and field."""


class Shapes:
    """The shapes of classes, read off their types: by default a number is at least 0, and a text is a name."""

    def __init__(
        self,
        details: Details,
        tags: Mapping[type, str] | None = None,
        optional: Mapping[type, frozenset[str]] | None = None,
    ) -> None:
        self._details = details
        self._tags = tags or {}
        self._optional = optional or {}
        self._made: dict[object, Shape] = {}

    def extended(self, details: Details, tags: Mapping[type, str]) -> Shapes:
        """Return these shapes and those of more classes."""
        more = Shapes({**self._details, **details}, {**self._tags, **tags}, self._optional)
        more._made.update(self._made)
        return more

    def record(self, cls: type) -> RecordOf:
        """Return the shape of a class with fields."""
        shape = self.of(cls)
        if isinstance(shape, RecordOf):
            return shape
        raise TypeError(f"{cls!r} has no fields")

    def of(self, kind: object) -> Shape:
        """Return the shape of a type.

        >>> Shapes({}).of(int | None).words
        'a whole number of at least 0 or null'
        """
        if kind not in self._made:
            self._made[kind] = self._make(kind)
        return self._made[kind]

    def _make(self, kind: object) -> Shape:
        if kind in _PLAIN:
            return _PLAIN[kind]
        if isinstance(kind, EnumType):
            return Choice(tuple(kind))
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Literal:
            return Choice(arguments)
        if origin is tuple:
            return ListOf(self.of(arguments[0]))
        if origin in (Union, UnionType):
            return self._union([self.of(one) for one in arguments])
        if isinstance(kind, type) and (names := field_names(kind)) is not None:
            hints, details = get_type_hints(kind), self._details.get(kind, {})
            parts = {name: self._part(hints[name], details.get(name)) for name in names}
            return RecordOf(
                kind, parts, self._tags.get(kind), self._optional.get(kind, frozenset())
            )
        raise TypeError(f"{kind!r} has no form in JSON")

    def _part(self, hint: object, detail: Shape | AtLeast | None) -> Shape:
        if isinstance(detail, Shape):
            return detail
        shape = self.of(hint)
        if isinstance(detail, AtLeast) and isinstance(shape, ListOf):
            return ListOf(shape.item, detail.entries)
        return shape

    def _union(self, shapes: list[Shape]) -> Shape:
        records = tuple(shape for shape in shapes if isinstance(shape, RecordOf) and shape.tag)
        if len(records) == len(shapes):
            return TaggedUnion(records)
        if Null() in shapes:
            (*others,) = (shape for shape in shapes if shape != Null())
            some = self._union(others) if len(others) > 1 else others[0]
            if not isinstance(some, Leaf | RecordOf | OneOf):
                return Nullable(some)
        return OneOf(tuple(shape for shape in shapes if isinstance(shape, Leaf | RecordOf)))


_PLAIN: dict[object, Shape] = {int: Number(), bool: Flag(), str: NAME, NoneType: Null()}


def field_names(cls: type) -> tuple[str, ...] | None:
    """Return the names of the fields that make a value of a class; None for a class without fields.

    >>> from toledo_rules.cards import Card
    >>> field_names(Card), field_names(int)
    (('value', 'colour', 'stance'), None)
    """
    if has(cls):
        return tuple(part.name for part in fields(cls) if part.init)
    names: tuple[str, ...] | None = getattr(cls, "_fields", None)  # of a named tuple
    return names


def _bad_tag(records: Iterable[RecordOf], value: dict[object, object], path: str) -> Problem:
    found = shown(value[TAG]) if TAG in value else "nothing"
    tags = Choice(tuple(record.tag for record in records if record.tag))
    return Problem(inside(path, TAG), found, tags.words)


def inside(path: str, key: object) -> str:
    """Return the path of an entry of the object or list at a path.

    >>> inside("$.players", 1), inside("$", "active"), inside("", "active"), inside("$", "no key")
    ('$.players[1]', '$.active', 'active', '$["no key"]')
    """
    if isinstance(key, str) and _PLAIN_KEY.fullmatch(key):
        return f"{path}.{key}" if path else key
    return f"{path}[{shown(key)}]"


def shown(value: object) -> str:
    """Return a value of a document in a few words: as JSON if that is short.

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
            return str(value) if abs(value) <= LARGEST else "a number that is too large"
        case _:  # JSON is an open world: a program can hand over anything
            return f"something that is not JSON ({type(value).__name__})"


def mistyped(
    value: object, kind: object, where: str, trusted: Iterable[object] = ()
) -> Iterator[Problem]:
    """Everything in a value that is not of the declared type. It is strict: a bool is no int, a list no tuple.

    Objects inside it that are `trusted` are not looked at.

    >>> from toledo_rules import Space
    >>> road = (Space("cathedral"), Space("site", "low", True, 1.0), None)
    >>> for problem in mistyped(road, tuple[Space, ...], "road"):
    ...     print(problem)
    road[1].price: found True, expected an int
    road[1].circles: found 1.0, expected an int
    road[2]: found None, expected a Space
    """
    declared, known = _declared(kind), {*map(id, trusted)}
    return (
        iter(()) if _plainly(value, declared, known) else _mistyped(value, declared, where, known)
    )


class Declared(NamedTuple):
    """A type as it is declared, taken apart."""

    kind: object
    words: frozenset[object]
    """The texts of a literal."""
    item: Declared | None
    """The type of the entries of a tuple."""
    members: Mapping[object, Declared]
    """The types of a union, by the classes of their values."""
    parts: Mapping[str, Declared]
    """The types of the fields of a class."""


@cache
def _declared(kind: object) -> Declared:
    origin, arguments = get_origin(kind), get_args(kind)
    union = origin in (Union, UnionType)
    return Declared(
        kind,
        frozenset(arguments if origin is Literal else ()),
        _declared(arguments[0]) if origin is tuple else None,
        {get_origin(one) or one: _declared(one) for one in arguments} if union else {},
        {name: _declared(hint) for name, hint in _hints(kind).items()},
    )


def _hints(cls: object) -> dict[str, object]:
    """Return the types of the fields of a class, by name; none for a class without fields."""
    if not isinstance(cls, type):
        return {}
    names = [part.name for part in fields(cls)] if has(cls) else getattr(cls, "_fields", [])
    hints = get_type_hints(cls) if names else {}
    return {name: hints[name] for name in names}


def _mistyped(value: object, type_: Declared, where: str, known: set[int]) -> Iterator[Problem]:
    """`known` are the objects inside the value that were looked at: equal cards are mostly one object."""
    found = _class(value)
    if type_.item and type(value) is tuple:
        for place, entry in enumerate(value):
            if not _plainly(entry, type_.item, known):
                yield from _mistyped(entry, type_.item, f"{where}[{place}]", known)
    elif member := type_.members.get(found):
        if not _plainly(value, member, known):
            yield from _mistyped(value, member, where, known)
    elif found is type_.kind:
        prefix = f"{where}." if where else ""
        for name, part in type_.parts.items():
            entry = getattr(value, name, None)
            if not _plainly(entry, part, known):
                yield from _mistyped(entry, part, f"{prefix}{name}", known)
        known.add(id(value))
    else:
        yield Problem(where, _brief(value), _words(type_.kind))


def _plainly(value: object, type_: Declared, known: set[int]) -> bool:
    """True for what needs no closer look, which is nearly everything."""
    if type(value) is type_.kind:
        return not type_.parts or id(value) in known
    return type(value) is str and value in type_.words


def _class(value: object) -> object:
    return type(value)


def _brief(value: object) -> str:
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001  # anything can happen in the repr of anything
        text = f"a {type(value).__name__}"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _words(kind: object) -> str:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return listed(map(repr, arguments))
    if origin in (Union, UnionType):
        return listed(map(_words, arguments))
    name = getattr(origin or kind, "__name__", str(kind))
    if name == "NoneType":
        return "None"
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
