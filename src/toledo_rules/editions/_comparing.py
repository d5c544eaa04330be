"""Comparing editions: which data differ, by their keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import frozen

from toledo_rules.edition import Datum


@frozen
class EditionDifference:
    """A datum that two editions do not have in common, or do not have from the same source."""

    key: str
    """Its key in a file of the first edition; of the other one, if the first has no such datum."""
    ours: Datum | None
    """The datum of the first edition; None if it has none."""
    theirs: Datum | None
    """The datum of the other edition; None if it has none."""

    @property
    def same(self) -> bool:
        """Only the level or the source is different: the game is the same."""
        return (
            self.ours is not None
            and self.theirs is not None
            and self.ours.value == self.theirs.value
        )

    def __str__(self) -> str:
        if self.ours is None or self.theirs is None:
            datum = self.ours or self.theirs
            assert datum is not None
            return f"{self.key}: {'only here' if self.ours else 'not here'}: {datum.value}"
        if self.same:
            return (
                f"{self.key}: {self.ours.value}, {_origin(self.ours)}, there {_origin(self.theirs)}"
            )
        return f"{self.key}: {self.ours.value}, there {self.theirs.value}"


def _origin(datum: Datum) -> str:
    return f"{datum.level} ({datum.source})" if datum.source else datum.level


def differences(ours: Iterable[Datum], theirs: Iterable[Datum]) -> tuple[EditionDifference, ...]:
    """Return the differences between the data of two files, in their order."""
    mine, other = _named(ours), _named(theirs)
    found = [
        EditionDifference(datum.key, datum, other.get(name))
        for name, datum in mine.items()
        if name not in other or not _alike(datum, other[name])
    ]
    found += (
        EditionDifference(datum.key, None, datum)
        for name, datum in other.items()
        if name not in mine
    )
    return tuple(found)


def _alike(one: Datum, other: Datum) -> bool:
    return (one.value, one.level, one.source) == (other.value, other.level, other.source)


def _named(data: Iterable[Datum]) -> dict[str, Datum]:
    """Name each datum by its key, those of a sword by its value: one more sword does not change all that follow it."""
    data = tuple(data)
    values = {
        datum.key.removesuffix(".value"): datum.value
        for datum in data
        if datum.key.startswith("swords.") and datum.key.endswith(".value")
    }
    seen: Counter[str] = Counter()
    names = {}
    for block, value in values.items():
        seen[value] += 1
        names[block] = f"swords.worth {value}.{seen[value]}"
    found = {}
    for datum in data:
        block, _, part = datum.key.rpartition(".")
        found[f"{names[block]}.{part}" if block in names else datum.key] = datum
    return found
