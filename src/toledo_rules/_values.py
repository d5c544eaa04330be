"""Values that are nothing but their parts: cards, swords, shop tiles.

Each is the tuple of its parts, so it compares, sorts, hashes and pickles at the speed of C, cannot be rewritten, and
needs no table of known values. Its constructor is strict: a part has exactly the type that it is declared with, so
``True`` and ``1.0`` are no numbers here. Like every named tuple, a value equals a plain tuple of its parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from attrs import define, field
from attrs.exceptions import FrozenInstanceError

ValueType = TypeVar("ValueType", bound="type[Value]")


class Value(tuple[Any, ...]):
    """Base of all values; it stands before the named tuple that declares the parts."""

    __slots__ = ()

    _types: ClassVar[tuple[type, ...]]
    """The exact type of each part."""
    if TYPE_CHECKING:
        _fields: ClassVar[Any]  # the names, from the named tuple

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

    if not TYPE_CHECKING:  # typed as the named tuple says

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
