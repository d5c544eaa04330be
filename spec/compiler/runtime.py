"""The runtime of the generated Python. Its text is put in front of the generated functions.

A term is a number, a name, or a tuple of a name and arguments: ``("hand", 0)`` is ``hand(0)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any

UNSET: Any = object()
"""An answer that was not asked for yet."""
NOTHING: dict[Any, int] = {}
"""The contents of an empty place."""


def index(rows: Iterable[Any], mode: str, kind: str) -> Any:
    """A table by its given columns (``b``): whether there is a row, the one row, or all rows of the wanted columns."""
    found: dict[Any, Any] = {}
    given, wanted = picker(mode, "b"), picker(mode, "f")
    for row in rows:
        key, value = given(row), wanted(row)
        if kind == "one" and found.setdefault(key, value) != value:
            raise ValueError(f"two values for one key: {value} and {found[key]}")
        if kind == "rows":
            found.setdefault(key, {})[value] = None
        elif kind == "test":
            found[key] = True
    if kind == "rows":
        found = {key: list(values) for key, values in found.items()}
    if "b" in mode:
        return found
    return found.get((), {"test": False, "one": None, "rows": []}[kind])


def picker(mode: str, wanted: str) -> Callable[[Any], Any]:
    """Return a function that picks some columns of a row. A single column is not wrapped in a tuple."""
    columns = [number for number, letter in enumerate(mode) if letter == wanted]
    if not columns:
        return lambda _row: ()
    return itemgetter(*columns) if len(mode) > 1 else lambda row: row


def relations(facts: Iterable[Any], names: Iterable[str]) -> dict[str, dict[Any, None]]:
    """The facts of an edition, by predicate."""
    found: dict[str, dict[Any, None]] = {name: {} for name in names}
    for name, *cells in facts:
        if name in found:
            found[name][cells[0] if len(cells) == 1 else tuple(cells)] = None
    return found


def carried(at: Any, moves: Iterable[Any], gone: Iterable[Any], new: Iterable[Any]) -> Any:
    """The pieces after a move: what moves is added up, what else is gone or new comes on top."""
    after = at.copy()
    for place, piece, number in gone:
        here = after[place] = after[place].copy()
        if here.get(piece) == number:
            del here[piece]
    for place, pieces in added_up(moves).items():
        before = at.get(place, NOTHING)
        here = after[place] = after.get(place, NOTHING).copy()
        for piece, more in pieces.items():
            number = before.get(piece, 0) + more
            if number > 0 or piece not in before:
                here[piece] = number
            else:
                here.pop(piece, None)
        if not here:
            del after[place]
    for place, piece, number in new:
        here = after[place] = after.get(place, NOTHING).copy()
        if here.setdefault(piece, number) != number:
            raise ValueError(f"two numbers of {piece} at {place}: {here[piece]} and {number}")
    for place, _, _ in gone:
        if not after.get(place, True):
            del after[place]
    return after


def added_up(moves: Iterable[Any]) -> dict[Any, dict[Any, int]]:
    """Return how many more or fewer pieces of each kind there are at each place."""
    found: dict[Any, dict[Any, int]] = {}
    for number, piece, origin, target in moves:
        if origin != "nowhere":
            pieces = found.get(origin)
            if pieces is None:
                found[origin] = {piece: -number}
            else:
                pieces[piece] = pieces.get(piece, 0) - number
        if target != "nowhere":
            pieces = found.get(target)
            if pieces is None:
                found[target] = {piece: number}
            else:
                pieces[piece] = pieces.get(piece, 0) + number
    return found


def quotient(a: int, b: int) -> int:
    """Division that rounds towards zero, as in the logic."""
    return a // b if (a < 0) == (b < 0) else -(-a // b)


def remainder(a: int, b: int) -> int:
    """The remainder of such a division."""
    return a - b * quotient(a, b)


def same(old: Any, new: Any) -> Any:
    """The only value that there can be."""
    if old != new:
        raise ValueError(f"two values: {old} and {new}")
    return new


def add(out: list[Any], seen: set[Any] | None, row: Any) -> set[Any]:
    """Add a row that may be there already. Returns what has been seen by then."""
    if seen is None:
        seen = set(out)
    if row not in seen:
        seen.add(row)
        out.append(row)
    return seen


def only(rows: list[Any]) -> Any:
    """The one row, or None."""
    if len(rows) > 1:
        raise ValueError(f"several values: {rows}")
    return rows[0] if rows else None


def sole(name: str, rows: list[Any]) -> Any:
    """The one row, or None; a key is wrong if there are two."""
    if len({*rows}) > 1:
        raise ValueError(f"{name} has a key, and yet several answers: {rows}")
    return rows[0] if rows else None


class Game:
    """The questions about an edition and its positions."""

    def __init__(
        self,
        position: Callable[..., Any],
        move: Callable[..., Any],
        **questions: Callable[..., Any],
    ) -> None:
        self._position, self.move = position, move
        self._known: dict[Any, Any] = {}  # the same term is found faster than an equal one
        self.__dict__.update(questions)

    def laid(self, at: Any, others: Any) -> Any:
        """A position, from the number of each piece at each place and what else holds."""
        return self._position(at, **others)

    def position(self, fluents: Iterable[Any]) -> Any:
        """A position, from its fluents."""
        at: dict[Any, dict[Any, int]] = {}
        known = self._known
        parts: dict[str, Any] = {}
        for fluent in fluents:
            name = fluent[0]
            if name == "at":
                _, place, piece, number = fluent
                piece = known.setdefault(piece, piece)
                here = at.get(place)
                if here is None:
                    at[known.setdefault(place, place)] = {piece: number}
                elif here.setdefault(piece, number) != number:
                    raise ValueError(f"two numbers of {piece} at {place}")
            elif parts.setdefault(name, fluent[1]) != fluent[1]:
                raise ValueError(f"two values of {name}: {parts[name]} and {fluent[1]}")
        return self._position(at, **parts)
