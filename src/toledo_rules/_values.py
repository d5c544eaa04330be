"""Values: plain ones that are nothing but their parts, classes that share fields, and complete tables.

A `Value`, such as a card, is the tuple of its parts, so it compares, sorts, hashes and pickles at the speed of C,
cannot be rewritten, and needs no table of known values. Its constructor is strict: a part has exactly the type that it
is declared with, so ``True`` and ``1.0`` are no numbers here. Like every named tuple, a value equals a plain tuple of
its parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from attrs import AttrsInstance, define, field, fields
from attrs.exceptions import FrozenInstanceError

ValueType = TypeVar("ValueType", bound="type[Value]")


class Value(tuple[Any, ...]):
    """Base of all values; it stands before the named tuple that declares the parts."""

    __slots__ = ()

    _types: ClassVar[tuple[type, ...]]
    """The exact type of each part."""

    @classmethod
    def _strict(cls, *parts: object) -> Self:
        """Make a value of parts that have just the declared types."""
        for name, part, kind in zip(cls._fields, parts, cls._types, strict=True):
            if type(part) is not kind:
                raise TypeError(f"{cls.__name__}.{name} must be {kind.__name__}, not {part!r}")
        return tuple.__new__(cls, parts)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self))})"

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError

    if TYPE_CHECKING:
        _fields: ClassVar[Any]  # the names; both are typed as the named tuple says
    else:

        @classmethod
        def _make(cls, iterable: Iterable[Any]) -> Self:
            return cls(*iterable)  # so that `_replace` is as strict as the constructor


def value(cls: ValueType) -> ValueType:
    """Let `attrs.fields` know the parts of a value too: that is how the codec and the messages find them."""
    return define(
        cls,
        these={name: field() for name in cls._fields},
        init=False,
        eq=False,
        repr=False,
        slots=False,
        on_setattr=None,
        getstate_setstate=False,
        match_args=False,
    )


T = TypeVar("T", bound=AttrsInstance)


def names(cls: type[AttrsInstance]) -> tuple[str, ...]:
    """Return the names of the fields of a class, those of its bases first."""
    return tuple([part.name for part in fields(cls)])


def copier(cls: type[T]) -> Callable[[T, T], None]:
    """Return a function that copies every field of the second argument to the first, which has no hash yet.

    It is written out as one would write it by hand, line by line, as attrs does with its methods: this is the fastest
    way, and a list of fields in the code would be a second one.
    """
    lines = [f"target.{name} = source.{name}" for name in names(cls)]
    copy: Callable[[T, T], None] = _written("copy(target, source)", ["target._hash = None", *lines])
    return copy


def maker(cls: type[T], shared: type[AttrsInstance], *derived: str) -> Callable[..., T]:
    """Return a function that makes a value of a class from another one that shares some of its fields with it.

    The function takes the other value, whose `derived` slots it hands on too, and the fields that are not shared, by
    position. It does what the constructor does, several times as fast: it fills an object of the same layout that can
    still be changed, which then becomes a value of the class.
    """
    plain = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    opened = type(cls.__name__, (cls,), {"__slots__": (), **plain})
    common = names(shared)
    own = [name for name in names(cls) if name not in common]
    lines = [
        "made = new(opened)",
        "made._hash = None",
        *[f"made.{name} = source.{name}" for name in (*common, *derived)],
        *[f"made.{name} = {name}" for name in own],
        "made.__class__ = cls",
        "return made",
    ]
    known = {"new": cls.__new__, "opened": opened, "cls": cls}
    make: Callable[..., T] = _written(f"make(source, {', '.join(own)})", lines, known)
    return make


def _written(head: str, lines: Iterable[str], known: dict[str, Any] | None = None) -> Any:
    space = dict(known or {})
    body = "\n    ".join(lines)
    exec(f"def {head}:\n    {body}", space)  # noqa: S102  # nothing in it comes from outside
    return space[head.partition("(")[0]]


def snake(kind: type) -> str:
    """Return the name of a class as words with lines between them, as it stands in JSON, in keys and in ids.

    >>> snake(FrozenInstanceError)
    'frozen_instance_error'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


K = TypeVar("K")
V = TypeVar("V")


def complete(table: Mapping[K, V], kinds: Iterable[K], name: str) -> Mapping[K, V]:
    """Return the table if it has an entry for each kind and no other; raise TypeError if not.

    >>> complete({"metal": 1}, ("metal", "gem"), "PRICES")
    Traceback (most recent call last):
    TypeError: PRICES has no entry for 'gem'
    """
    kinds = tuple(kinds)
    for kind in kinds:
        if kind not in table:
            raise TypeError(f"{name} has no entry for {_shown(kind)}")
    for kind in table:
        if kind not in kinds:
            raise TypeError(f"{name} has an entry for {_shown(kind)}, which does not exist")
    return table


def _shown(kind: object) -> str:
    return kind.__name__ if isinstance(kind, type) else repr(kind)


class FrozenMap(Mapping[K, V]):
    """A mapping that cannot be changed, with a hash. It keeps the order in which it was made."""

    __slots__ = ("_entries",)

    def __init__(self, entries: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        self._entries = dict(entries)

    def __getitem__(self, key: K) -> V:
        return self._entries[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def values(self) -> ValuesView[V]:
        """Return the values, as fast as those of a dict."""
        return self._entries.values()

    def items(self) -> ItemsView[K, V]:
        """Return the entries, as fast as those of a dict."""
        return self._entries.items()

    def __hash__(self) -> int:
        return hash(frozenset(self._entries.items()))

    def __repr__(self) -> str:
        return f"FrozenMap({self._entries!r})"
