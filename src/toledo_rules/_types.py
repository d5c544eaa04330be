"""Types of values at run time: whether a value that Python let through is what its class promises."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from attrs import fields, has

from toledo_rules._wording import listed
from toledo_rules.errors import Problem

_LONGEST = 60


def mistyped(
    value: object, kind: object, where: str, trusted: Iterable[object] = ()
) -> Iterator[Problem]:
    """Everything in a value that is not of the declared type. It is strict: a bool is no int, a list no tuple.

    Objects inside it that are `trusted` are not looked at.

    >>> from toledo_rules import Sword
    >>> for problem in mistyped((Sword(2, 1, 0), Sword(True, 1, 0.0), None), tuple[Sword, ...], "swords"):
    ...     print(problem)
    swords[1].value: found True, expected an int
    swords[1].gems: found 0.0, expected an int
    swords[2]: found None, expected a Sword
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
