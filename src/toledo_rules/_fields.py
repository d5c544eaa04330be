"""Tools for classes that share one list of fields."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar

from attrs import AttrsInstance, fields

T = TypeVar("T", bound=AttrsInstance)


def names(cls: type[AttrsInstance]) -> tuple[str, ...]:
    """Return the names of the fields of a class, those of its bases first."""
    return tuple([part.name for part in fields(cls)])


def copier(cls: type[T]) -> Callable[[T, T], None]:
    """Return a function that copies every field of the second argument to the first.

    It is written out as one would write it by hand, line by line, as attrs does with its methods: this is the fastest
    way, and a list of fields in the code would be a second one.
    """
    lines = "\n".join([f"    target.{name} = source.{name}" for name in names(cls)])
    space: dict[str, Callable[[T, T], None]] = {}
    exec(f"def copy(target, source):\n{lines}", space)  # noqa: S102  # nothing in it comes from outside
    return space["copy"]


def sharer(cls: type[AttrsInstance]) -> Callable[[object], dict[str, Any]]:
    """Return a function that gives every field of a class by its name, to be handed to the constructor of another."""
    shared = names(cls)
    get = attrgetter(*shared)
    return lambda source: dict(zip(shared, get(source), strict=True))
