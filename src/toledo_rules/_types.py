"""Types of values at run time: whether a value that Python let through is what its class promises."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

from attrs import fields, has

from toledo_rules._wording import listed
from toledo_rules.errors import Problem

_LONGEST = 60


def mistyped(value: object, kind: object, where: str) -> Iterator[Problem]:
    """Everything in a value that is not of the declared type. It is strict: a bool is no int, a list no tuple.

    >>> from toledo_rules import Sword
    >>> for problem in mistyped((Sword(2, 1, 0), Sword(True, 1, 0.0), None), tuple[Sword, ...], "swords"):
    ...     print(problem)
    swords[1].value: found True, expected an int
    swords[1].gems: found 0.0, expected an int
    swords[2]: found None, expected a Sword
    """
    return _mistyped(value, kind, where, set())


def _mistyped(value: object, kind: object, where: str, known: set[int]) -> Iterator[Problem]:
    """`known` are the objects inside the value that were looked at: equal cards are mostly one object."""
    origin, found = get_origin(kind), _class(value)
    if origin is tuple and type(value) is tuple:
        item = get_args(kind)[0]
        for place, entry in enumerate(value):
            if id(entry) not in known:
                yield from _mistyped(entry, item, f"{where}[{place}]", known)
    elif origin is Literal and type(value) is str and value in get_args(kind):
        pass
    elif origin in (Union, UnionType) and (one := _members(kind).get(found)):
        yield from _mistyped(value, one, where, known)
    elif origin is None and found is kind:
        hints = _hints(kind)
        prefix = f"{where}." if where else ""
        for name, hint in hints.items():
            yield from _mistyped(getattr(value, name, None), hint, f"{prefix}{name}", known)
        if hints:
            known.add(id(value))
    else:
        yield Problem(where, _brief(value), _words(kind))


def _class(value: object) -> object:
    return type(value)


@cache
def _members(union: object) -> dict[object, object]:
    """Return the members of a union by the classes of their values."""
    return {get_origin(one) or one: one for one in get_args(union)}


@cache
def _hints(cls: object) -> dict[str, object]:
    """Return the types of the fields of a class, by name; none for a class without fields."""
    assert isinstance(cls, type)
    names = [part.name for part in fields(cls)] if has(cls) else getattr(cls, "_fields", [])
    hints = get_type_hints(cls) if names else {}
    return {name: hints[name] for name in names}


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
