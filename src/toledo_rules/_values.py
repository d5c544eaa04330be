"""Values: plain ones that are nothing but their parts, classes that share fields, and tables; and their types.

A `Value`, such as a card, is the tuple of its parts, so it compares, sorts, hashes and pickles at the speed of C,
cannot be rewritten, and needs no table of known values. Its constructor is strict: a part has exactly the type that it
is declared with, so ``True`` and ``1.0`` are no numbers here. Like every named tuple, a value equals a plain tuple of
its parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from functools import cache
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    NamedTuple,
    NoReturn,
    Self,
    TypeVar,
    get_args,
    get_origin,
)

from attrs import AttrsInstance, define, field, fields
from attrs.exceptions import FrozenInstanceError

from toledo_rules._json import is_record, is_union, options, parts, split
from toledo_rules.errors import Problem, listed

ValueType = TypeVar("ValueType", bound="type[CheckedTuple]")


class CheckedTuple(tuple[Any, ...]):
    """Base of all values; it stands before the named tuple that declares the parts."""

    __slots__ = ()

    _types: ClassVar[tuple[type, ...]]
    """The exact type of each part."""

    @classmethod
    def _strict(cls, *parts: object) -> Self:
        """Make a value of parts that have just the declared types."""
        for name, part, kind in zip(cls._fields, parts, cls._types, strict=True):
            if type(part) is not kind:
                raise TypeError(f"{cls.__name__}.{name} must be {kind.__name__}, not {brief(part)}")
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
C = TypeVar("C", bound=type)


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
    opened = type(cls.__name__, cls.__bases__, {"__slots__": vars(cls)["__slots__"]})
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


def sealed(cls: C) -> C:
    """Let nobody make a subclass: whoever takes a value of this class can rely on what it is and does."""

    def refuse(_subclass: type, /, **_options: object) -> NoReturn:
        raise TypeError(f"{cls.__name__} cannot have subclasses: write functions that take one")

    cls.__init_subclass__ = classmethod(refuse)  # type: ignore[assignment]
    return cls


def _written(head: str, lines: Iterable[str], known: dict[str, Any] | None = None) -> Any:
    space = dict(known or {})
    body = "\n    ".join(lines)
    exec(f"def {head}:\n    {body}", space)  # noqa: S102  # nothing in it comes from outside
    return space[head.partition("(")[0]]


_PLAIN = (type(None), bool, int, float, str)
_LONGEST = 60
"""Characters of a value in a message."""
_LARGEST = 2**53
"""A number from which on a message does not write it: Python refuses to write very large ones."""


def brief(value: object) -> str:
    """Return what a message says of something that is wrong: a plain value as it is, anything else by its type.

    A message never asks for the `repr` of a position, which asks whether the position is valid, which makes messages.

    >>> brief("4"), brief(None), brief([4]), brief(10**5000)
    ("'4'", 'None', 'a list', 'an int')
    """
    kind = type(value)
    if kind not in _PLAIN or (isinstance(value, int) and abs(value) >= _LARGEST):
        return f"{'an' if kind.__name__[0] in 'aeiouAEIOU' else 'a'} {kind.__name__}"
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def check_whole(what: str, number: object) -> None:
    """Refuse what is no whole number.

    >>> check_whole("a seat", "0")
    Traceback (most recent call last):
    TypeError: a seat must be a whole number, not '0'
    """
    if not isinstance(number, int) or isinstance(number, bool):
        raise TypeError(f"{what} must be a whole number, not {brief(number)}")


def check_type(what: str, thing: object, *kinds: type) -> None:
    """Refuse what is of none of these classes.

    >>> check_type("card", "4va", tuple)
    Traceback (most recent call last):
    TypeError: card must be a tuple, not '4va'
    """
    if not isinstance(thing, kinds):
        raise TypeError(f"{what} must be {listed(map(_words, kinds))}, not {brief(thing)}")


def as_text(text: str | bytes, refused: Callable[[Problem], Exception]) -> str:
    """Return a text. Bytes are read as UTF-8, with or without a mark before it; `refused` makes an error of others.

    >>> as_text(b"take", lambda problem: ValueError(str(problem)))
    'take'
    >>> as_text(bytes([255]), lambda problem: ValueError(str(problem)))
    Traceback (most recent call last):
    ValueError: byte 1: found something that is no text, expected text in UTF-8
    """
    if isinstance(text, str):
        return text
    if not isinstance(text, bytes | bytearray):
        raise TypeError(f"a text is a str or bytes, not {brief(text)}")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        where = f"byte {error.start + 1}"
        raise refused(Problem(where, "something that is no text", "text in UTF-8")) from None


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

    __slots__ = ("_entries", "at")

    at: Callable[[K], V]
    """The entry of a key, as fast as that of a dict: for the rules, which ask thousands of times in a game."""

    def __init__(self, entries: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        self._entries = dict(entries)
        self.at = self._entries.__getitem__

    def __reduce__(self) -> tuple[type[Self], tuple[dict[K, V]]]:
        return type(self), (self._entries,)

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


# Types of values that a program made


class Declared(NamedTuple):
    """A type as it is declared, taken apart."""

    kind: Any
    words: tuple[str, ...]
    """The texts of a literal."""
    item: Declared | None
    """The type of the entries of a tuple."""
    members: Mapping[Any, Declared]
    """The types of a union, by the classes of their values."""
    parts: Mapping[str, Declared]
    """The types of the fields of a class."""


@cache
def _declared(kind: Any) -> Declared:
    base = split(kind)[0]
    members = [_declared(one) for one in get_args(base)] if is_union(base) else []
    return Declared(
        base,
        options(base) or (),
        _declared(get_args(base)[0]) if get_origin(base) is tuple else None,
        {get_origin(member.kind) or member.kind: member for member in members},
        {name: _declared(part) for name, part in parts(base).items()} if is_record(base) else {},
    )


def type_faults(
    value: object, kind: object, where: str, trusted: Iterable[object] = ()
) -> Iterator[Problem]:
    """Yield everything in a value that is not of the declared type. It is strict: a bool is no int, a list no tuple.

    Objects inside it that are `trusted` are not looked at.

    >>> from toledo_rules import Space
    >>> road = (Space("cathedral"), Space("site", "low", True, 1.0), None)
    >>> for problem in type_faults(road, tuple[Space, ...], "road"):
    ...     print(problem)
    road[1].price: found True, expected an int
    road[1].circles: found 1.0, expected an int
    road[2]: found None, expected a Space
    """
    return _type_faults(value, _declared(kind), where, {*map(id, trusted)})


def _type_faults(value: Any, type_: Declared, where: str, known: set[int]) -> Iterator[Problem]:
    """`known` are the objects inside the value that were looked at: equal cards are mostly one object."""
    found: Any = type(value)
    if _plainly(value, type_, known):
        return
    if type_.item and found is tuple:
        for place, entry in enumerate(value):
            if not _plainly(entry, type_.item, known):
                yield from _type_faults(entry, type_.item, f"{where}[{place}]", known)
    elif found in type_.members:
        yield from _type_faults(value, type_.members[found], where, known)
    elif found is type_.kind:
        for name, part in type_.parts.items():
            entry = getattr(value, name, None)
            if not _plainly(entry, part, known):
                yield from _type_faults(entry, part, f"{where}.{name}".lstrip("."), known)
        known.add(id(value))
    else:
        yield Problem(where, brief(value), _words(type_.kind))


def _plainly(value: object, type_: Declared, known: set[int]) -> bool:
    """True for what needs no closer look, which is nearly everything."""
    if type(value) is type_.kind:
        return not type_.parts or id(value) in known
    return type(value) is str and value in type_.words


def _words(kind: Any) -> str:
    if some := options(kind):
        return listed(map(repr, some))
    if is_union(kind):
        return listed(map(_words, get_args(kind)))
    name = getattr(get_origin(split(kind)[0]) or split(kind)[0], "__name__", str(kind))
    if name == "NoneType":
        return "None"
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
