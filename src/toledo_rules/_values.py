"""Values that are made, copied, compared and looked up fast: small ones, positions, and tables; and their types.

What a card, a player or a position *is* stands in `edition` and `state`; here are the means, each with its gain: the
share of instructions (see `tools.benchmarks.instructions`) that something takes more without it. *Play* is to ask for
the legal actions and to apply one of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, ValuesView
from functools import cache
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    NamedTuple,
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


# Small values


class CheckedTuple(tuple[Any, ...]):
    """Base of small values, such as a card; it stands before the named tuple that declares the parts.

    Such a value is the tuple of its parts, so it compares, sorts, hashes and pickles at the speed of C. Gain over a
    class of attrs: 125 % of play. Its constructor is strict: a part has exactly the type that it is declared with, so
    that ``True`` and ``1.0`` are no numbers. Like every named tuple, it equals a plain tuple of its parts.
    """

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
    """Make the parts of a value visible to `attrs.fields`, which the codec and the messages use."""
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


def sealed(cls: C) -> C:
    """Forbid subclasses other than drafts, so that every value behaves as its class says."""

    def refuse(subclass: type, /, **_options: object) -> None:
        if not issubclass(subclass, Open):
            raise TypeError(f"{cls.__name__} cannot have subclasses: write functions that take one")

    cls.__init_subclass__ = classmethod(refuse)  # type: ignore[assignment]
    return cls


# Positions: a game makes hundreds of them, each from the last


class HandedOn:
    """Slots of a position besides its fields; its draft has them too.

    What the board offers and the room that is left follow from the fields, so they are neither compared nor stored. A
    position hands them on to the next. Gain: 58 % of play.
    """

    __slots__ = ("free", "ground", "log")


class Open:
    """Base of drafts, before the class that they become: their fields can be changed.

    It adds nothing to the layout of an object, so a draft becomes a value by a new `__class__`, without a copy. Gain:
    50 % of play.
    """

    __slots__ = ()
    if TYPE_CHECKING:
        ...  # a checker goes by the class that it becomes
    else:
        __setattr__ = object.__setattr__
        __delattr__ = object.__delattr__


def copier(cls: type[T], *derived: str) -> Callable[[T, T], None]:
    """Return a function that copies every field of the second argument, and its `derived` slots, to the first.

    It is written out as one would write it by hand, line by line, as attrs does with its methods: a list of fields in
    the code would be a second one. Gain over a loop: 20 % of play.
    """
    lines = [f"target.{name} = source.{name}" for name in (*names(cls), *derived)]
    copy: Callable[[T, T], None] = _written("copy(target, source)", lines)
    return copy


def maker(cls: type[T], shared: type[AttrsInstance], *derived: str) -> Callable[..., T]:
    """Return a function that makes a value of a class from another one that shares some of its fields with it.

    The function takes the other value, whose `derived` slots it hands on too, and the fields that are not shared, by
    position. It does what the constructor does. Gain over a loop: 33 % of `Game.play` and the views of four seats.
    """
    common = names(shared)
    own = [name for name in names(cls) if name not in common]
    lines = [
        "made = new(opened)",
        *[f"made.{name} = source.{name}" for name in (*common, *derived)],
        *[f"made.{name} = {name}" for name in own],
        "made.__class__ = cls",
        "return made",
    ]
    opened = type(cls.__name__, (Open, cls), {"__slots__": (), "__module__": __name__})
    known = {"new": cls.__new__, "opened": opened, "cls": cls}
    make: Callable[..., T] = _written(f"make(source, {', '.join(own)})", lines, known)
    return make


def _written(head: str, lines: Iterable[str], known: dict[str, Any] | None = None) -> Any:
    space = dict(known or {})
    body = "\n    ".join(lines)
    exec(f"def {head}:\n    {body}", space)  # noqa: S102  # nothing in it comes from outside
    return space[head.partition("(")[0]]


_PICKLE_FORM: Final = 2
"""The form of pickles. It grows when the fields of anything in them change."""


class _Stamp:
    """The form of a pickle. It comes first, so it is read before anything that may have changed since."""

    def __reduce__(self) -> tuple[Callable[[int], _Stamp], tuple[int]]:
        return _stamp, (_PICKLE_FORM,)


_STAMP: Final = _Stamp()


def _stamp(form: object) -> _Stamp:
    if form == _PICKLE_FORM:
        return _STAMP
    from pickle import UnpicklingError  # noqa: PLC0415  # only to refuse

    raise UnpicklingError(
        f"this pickle has form {form}, and this version of toledo-rules reads form {_PICKLE_FORM}: "
        "keep games as records or JSON, which every later version reads"
    )


def pickled(value: AttrsInstance) -> tuple[object, ...]:
    """Reduce a value to the form of pickles and its fields."""
    cls = type(value)
    return _made, (_STAMP, cls, *[getattr(value, name) for name in names(cls)])


def _made(stamp: object, cls: type[T], *parts: object) -> T:
    """Make a value of what a pickle holds."""
    if stamp is not _STAMP:
        _stamp(0)  # from before pickles had a form
    return cls(**dict(zip(names(cls), parts, strict=True)))


# Words and tables

_PLAIN = (type(None), bool, int, float, str)
_LONGEST = 60
"""Characters of a value in a message."""
_LARGEST = 2**53
"""Numbers from here on are not printed in messages of wrong types: JSON cannot carry them."""
_DIGITS = 100
"""Digits of a number that messages may have to name: Python refuses to print very large ones."""
_TOO_LONG = 10**_DIGITS


def brief(value: object) -> str:
    """Return what a message says of something that is wrong: a plain or small value as it is, any other by its type.

    It never uses the `repr` of anything else: that of a position would validate the position and recurse, and that of a
    list may be long, or fail.

    >>> brief("4"), brief(None), brief([4]), brief(10**5000)
    ("'4'", 'None', 'a list', 'an int')
    """
    kind = type(value)
    if isinstance(value, CheckedTuple):
        return f"{kind.__name__}({', '.join(map(brief, value))})"
    if kind not in _PLAIN or (isinstance(value, int) and abs(value) >= _LARGEST):
        return f"{'an' if kind.__name__[0] in 'aeiouAEIOU' else 'a'} {kind.__name__}"
    text = repr(value[:_LONGEST] if isinstance(value, str) else value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def check_whole(what: str, number: object) -> None:
    """Raise `TypeError` for anything but a whole number, and `ValueError` for one that is too large for a message.

    >>> check_whole("a seat", "0")
    Traceback (most recent call last):
    TypeError: a seat must be a whole number, not '0'
    """
    if not isinstance(number, int) or isinstance(number, bool):
        raise TypeError(f"{what} must be a whole number, not {brief(number)}")
    if abs(number) >= _TOO_LONG:
        raise ValueError(f"{what} must have at most {_DIGITS} digits")


def check_type(what: str, thing: object, *kinds: type) -> None:
    """Raise `TypeError` for an object of another class.

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
    ValueError: byte 1: found bytes that are not text, expected text in UTF-8
    """
    if isinstance(text, str):
        return text
    if not isinstance(text, bytes | bytearray):
        raise TypeError(f"a text is a str or bytes, not {brief(text)}")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        where = f"byte {error.start + 1}"
        raise refused(Problem(where, "bytes that are not text", "text in UTF-8")) from None


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
    """The entry of a key, as fast as that of a dict: for the rules, which ask thousands of times in a game. Gain: 3.2 %
    of play."""

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
    """Yield everything in a value that is not of the declared type. Objects inside it that are `trusted` are skipped.

    It is strict: a bool is not an int, a list is not a tuple.

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
