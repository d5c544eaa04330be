"""Tables over a closed set of kinds, which are complete or fail when they are imported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

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
