"""Editions: the components of the game, loaded from files and checked.

An edition file is TOML that an owner of the game can read and correct without programming.
Each datum in it has a level of confidence and a source.

>>> KOSMOS_2008.figures, len(KOSMOS_2008.cards)
(5, 84)
>>> sorted({datum.level for datum in KOSMOS_2008.provenance})
['assumed', 'inferred', 'published', 'rulebook']
"""

from __future__ import annotations

import copyreg
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import Any

from attrs import NOTHING, evolve, fields, frozen

from toledo_rules._json import options, parts
from toledo_rules._values import as_text, brief, check_type
from toledo_rules.edition import (
    LONGEST_TEXT,
    USUAL,
    Card,
    Datum,
    Edition,
    Readings,
    ShopTile,
    Space,
    Sword,
)
from toledo_rules.editions import _kosmos_2008
from toledo_rules.errors import EditionError, Problem, listed

__all__ = [
    "KOSMOS_2008",
    "SHIPPED_EDITIONS",
    "EditionDifference",
    "edition_differences",
    "edition_digest",
    "edition_problems",
    "edition_to_toml",
    "load_edition",
    "parse_edition",
    "shipped_edition",
]


def parse_edition(text: str | bytes, *, where: str = "<text>") -> Edition:
    """Return the edition that a text describes. `where` is what an error calls the text.

    >>> text = edition_to_toml(KOSMOS_2008)
    >>> parse_edition(text) == KOSMOS_2008
    True
    >>> wrong = text.replace("figures = { is = 5", "figures = { is = 2")
    >>> try:
    ...     parse_edition(wrong, where="mine.toml")
    ... except EditionError as error:
    ...     print(error)
    mine.toml: counts.last_round_at: found 3, expected at most 2, the number of figures

    Raises `EditionError`, which lists everything that is wrong with the text.
    """
    from toledo_rules.editions._checks import parse  # noqa: PLC0415  # to play takes no files

    return parse(as_text(text, lambda problem: EditionError(where, [problem])), where)


_MOST_BYTES = 4 * (LONGEST_TEXT + 2)
"""Bytes that are read of a file: enough to notice a text that is too long."""


def load_edition(path: str | os.PathLike[str]) -> Edition:
    """Return the edition in a file.

    >>> load_edition("mine.toml")
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] No such file or directory: 'mine.toml'

    Raises `EditionError`, which lists everything that is wrong, and `OSError` if the file cannot be read.
    """
    from toledo_rules.storage import opened  # noqa: PLC0415  # to play takes no files

    with opened(path) as number, os.fdopen(number, "rb", closefd=False) as file:
        return parse_edition(file.read(_MOST_BYTES), where=os.fspath(path))


SHIPPED_EDITIONS: tuple[str, ...] = (
    "kosmos-2008",
    "tiny-agreement",
    "tiny-bank",
    "tiny-duel",
    "tiny-exhaustive",
    "tiny-road",
)
"""Names of the editions that come with the library: the game, and tiny ones that can be explored to the end."""


@cache
def shipped_edition(name: str) -> Edition:
    """Return an edition that comes with the library, by its name. It is read when it is first asked for.

    After the name can stand the readings that are not the usual ones, see `toledo_rules.edition.Readings`.

    >>> shipped_edition("kosmos-2008")
    shipped_edition('kosmos-2008')
    >>> shipped_edition("kosmos-2008 a22=used_up").readings
    Readings(a22='used_up')
    >>> shipped_edition("tiny-duel").last_step
    6
    >>> shipped_edition("chess")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    toledo_rules.errors.EditionError: the library: edition: found 'chess', expected kosmos-2008, tiny-...

    Raises `EditionError` for any name that is not in `SHIPPED_EDITIONS`, and for readings that do not exist.
    """
    check_type("the name of an edition", name, str)
    box, *said = name.split(" ")
    if box not in SHIPPED_EDITIONS:
        raise EditionError(
            "the library", [Problem("edition", brief(name), listed(SHIPPED_EDITIONS))]
        )
    if said:
        readings = readings_in(said)
        shortest = " ".join((box, *reading_words(readings)))
        if shortest != name:
            return shipped_edition(shortest)
        edition = evolve(shipped_edition(box), readings=readings)
    else:
        edition = _kosmos_2008.EDITION if name == "kosmos-2008" else _in_file(f"{name}.toml")
    object.__setattr__(edition, "expression", f"shipped_edition({name!r})")
    return edition


def shipped_name(edition: Edition) -> str:
    """Return the name by which the library gives an edition, with its readings; empty if it does not."""
    if edition.name not in SHIPPED_EDITIONS:
        return ""
    known = shipped_edition(edition.name)
    if edition == known:
        return edition.name
    if edition.readings == USUAL or edition != evolve(known, readings=edition.readings):
        return ""
    return " ".join((edition.name, *reading_words(edition.readings)))


def known_edition(name: str, readings: Readings = USUAL, digest: str = "") -> Edition | None:
    """Return the edition of the library that has this name, as it was when it had this digest, if it ever had.

    None if the library has none of this name. Whether the digest is that of the edition is for the caller to ask.
    """
    for box, former in FORMER_EDITIONS:
        if box == name:
            edition = evolve(_former(box, former), readings=readings)
            if edition_digest(edition) == digest:
                return edition
    if name not in SHIPPED_EDITIONS:
        return None
    return shipped_edition(" ".join((name, *reading_words(readings))))


# Readings


def reading_words(readings: Readings) -> tuple[str, ...]:
    """Return the readings that are not the usual ones, as they stand after the name of an edition: by their names.

    >>> reading_words(Readings(a82="if_possible", a120="sum")), reading_words(Readings())
    (('a120=sum', 'a82=if_possible'), ())
    """
    return tuple(
        sorted(
            f"{part.name}={choice}"
            for part in fields(Readings)
            if (choice := getattr(readings, part.name)) != part.default
        )
    )


def other_readings() -> tuple[str, ...]:
    """Return all readings that are not the usual ones, as they can stand after the name of an edition.

    >>> other_readings()[:2]
    ('a109=outside_alcazar', 'a120=sum')
    """
    return tuple(
        f"{ruling}={choice}"
        for ruling, kind in sorted(parts(Readings).items())
        for choice in options(kind) or ()
        if choice != getattr(USUAL, ruling)
    )


def readings_in(words: Iterable[str]) -> Readings:
    """Return the readings that words such as ``a22=used_up`` choose; all others are the usual ones.

    Raises `EditionError`, which lists the choices.
    """
    rulings, chosen, problems = parts(Readings), dict[str, Any](), list[Problem]()
    for word in words:
        ruling, _, choice = word.partition("=")
        if ruling not in rulings:
            choices = (f"{one}={it}" for one in rulings for it in options(rulings[one]) or ())
            problems.append(Problem("readings", brief(word), listed(choices)))
        elif choice not in (known := options(rulings[ruling]) or ()):
            problems.append(Problem(f"readings.{ruling}", brief(choice), listed(known)))
        elif ruling in chosen:
            problems.append(Problem(f"readings.{ruling}", "a second choice", "one"))
        chosen[ruling] = choice
    if problems:
        raise EditionError("the library", problems)
    return Readings(**chosen)


def edition_of(edition: Edition | str) -> Edition:
    """Return an edition, or the one that comes with the library by this name, which can be followed by readings."""
    if isinstance(edition, Edition):
        return edition
    if isinstance(edition, str):
        return shipped_edition(edition)
    raise TypeError(
        f"an edition is an Edition, or the name of one in the library, not {brief(edition)}"
    )


FORMER_EDITIONS: tuple[tuple[str, str], ...] = ()
"""Name and digest of each shipped edition as it was before its data were corrected. The file
``former/NAME-DIGEST.toml`` holds it, so that positions and records that name it can be read for ever."""


@cache
def _former(name: str, digest: str) -> Edition:
    """Return a shipped edition as it was when it had this digest."""
    return _in_file(f"former/{name}-{digest}.toml")


def _in_file(name: str) -> Edition:
    """Return the edition in a file of the library. A test checks them, so readers need not wait for that."""
    from importlib.resources import files  # noqa: PLC0415  # the default edition is a module

    from toledo_rules.editions._toml import read_trusted  # noqa: PLC0415

    return read_trusted(files(__name__).joinpath(name).read_text("utf-8"))


def edition_problems(edition: Edition) -> tuple[Problem, ...]:
    """Return everything that is wrong with an edition; nothing if a game can be played with it.

    >>> from attrs import evolve
    >>> for problem in edition_problems(evolve(KOSMOS_2008, figures=2)):
    ...     print(problem)
    last_round_at: found 3, expected at most 2, the number of figures
    """
    check_type("edition", edition, Edition)
    if (
        edition.expression
    ):  # a file of the library, which a test checks: a game need not wait for that
        return ()
    from toledo_rules.editions._checks import problems_of  # noqa: PLC0415  # few programs need it

    return problems_of(edition)


def edition_to_toml(edition: Edition | str) -> str:
    """Return the text of an edition file, for instance to begin a corrected copy.

    The levels and sources are those of `Edition.provenance`. What a program has changed since, with `attrs.evolve`, has
    the level *house* and no source. An edition without any provenance is assumed throughout.

    >>> edition_to_toml(KOSMOS_2008).splitlines()[0]
    '# An edition of Toledo: what is in the box, as data.'

    Raises `EditionError` for an edition whose parts do not fit together, and for one whose file would be too long, or
    have too many dots in a line.
    """
    from toledo_rules.editions._toml import write  # noqa: PLC0415  # as above

    edition = edition_of(edition)
    if problems := edition_problems(edition):
        raise EditionError(edition.name, problems)
    text = write(edition)
    try:
        read = parse_edition(text, where="the file")
        if edition.provenance:
            text = write(evolve(edition, provenance=sourced(edition.provenance, read.provenance)))
            parse_edition(text, where="the file")
    except EditionError as error:
        where = f"edition {edition.name!r}, as a file"
        raise EditionError(where, error.problems) from error
    return text


# Digests

_DIGEST_LENGTH = 16
"""Hexadecimal digits: 64 bits."""

_PARTS: dict[type, tuple[str, ...]] = {
    Card: ("value", "colour", "stance"),
    Sword: ("value", "metal", "gems"),
    ShopTile: ("kind", "circles"),
    Space: ("kind", "row", "price", "circles"),
}
"""The parts of things that a digest covers, spelt out, so that it does not depend on how the classes are built."""


def edition_digest(edition: Edition | str) -> str:
    """Return a short hash of all that matters in an edition, the same on every machine and for ever.

    Editions that differ only in their titles or in where their data come from have the same digest. A field that
    `Edition` has a default for counts only where the edition differs from it, so a field that is added with a default
    changes the digest of no edition from before. The same goes for each of the readings.

    >>> from attrs import evolve
    >>> from toledo_rules import KOSMOS_2008
    >>> edition_digest(KOSMOS_2008)
    'e635abeaa461af78'
    >>> edition_digest(evolve(KOSMOS_2008, title="Toledo")) == edition_digest(KOSMOS_2008)
    True
    """
    return _digest(edition_of(edition))


@lru_cache(maxsize=64)
def _digest(edition: Edition) -> str:
    # For the few who ask: they would slow the import of the library.
    import json  # noqa: PLC0415
    from hashlib import sha256  # noqa: PLC0415

    data = {}
    for part in fields(type(edition)):
        value = getattr(edition, part.name)
        matters = part.eq and part.name != "title"
        if matters and (part.default is NOTHING or value != part.default):
            data[part.name] = _plain(value)
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()[:_DIGEST_LENGTH]


def _plain(value: object) -> object:
    """Return a value as JSON has it."""
    if isinstance(value, Readings):  # another ruling that can be read in two ways changes no digest
        return dict(word.split("=") for word in reading_words(value))
    names = _PARTS.get(type(value))
    if names is not None:
        return {name: getattr(value, name) for name in names}
    return [*map(_plain, value)] if isinstance(value, tuple) else value


# Differences between editions


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


def edition_differences(
    edition: Edition | str, other: Edition | str
) -> tuple[EditionDifference, ...]:
    """Return the data in which two editions differ, or for which they name different sources.

    Swords are compared by their values, so that one more of them is one difference.

    >>> from attrs import evolve
    >>> for difference in edition_differences(evolve(KOSMOS_2008, hand=6), KOSMOS_2008):
    ...     print(difference)
    counts.hand: 6, there 5

    Raises `EditionError` for an edition whose parts do not fit together, and for one that no file can hold.
    """
    # A program may have changed an edition without its provenance, so both are asked as files have them.
    ours, theirs = (parse_edition(edition_to_toml(one)) for one in (edition, other))
    return _differences(
        (*ours.provenance, *_reading_data(ours.readings)),
        (*theirs.provenance, *_reading_data(theirs.readings)),
    )


def _reading_data(readings: Readings) -> Iterator[Datum]:
    """Yield the readings as data, which say for themselves where they come from: the table chooses."""
    for part in fields(Readings):
        yield Datum(f"readings.{part.name}", getattr(readings, part.name), "house", "")


def _origin(datum: Datum) -> str:
    return f"{datum.level} ({datum.source})" if datum.source else datum.level


def _differences(ours: Iterable[Datum], theirs: Iterable[Datum]) -> tuple[EditionDifference, ...]:
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


def sourced(known: Iterable[Datum], data: Iterable[Datum]) -> tuple[Datum, ...]:
    """Return data with the levels and sources of those that are known; what is not, or is different, is *house*.

    A source speaks for the datum that it gives, not for another one in its place.
    """
    origins = _named(known)
    return tuple(
        evolve(datum, level=origin.level, source=origin.source)
        if (origin := origins.get(name)) is not None and origin.value == datum.value
        else evolve(datum, level="house", source="")
        for name, datum in _named(data).items()
    )


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


# Pickles. A shipped edition is sent by its name; the digest makes sure that the other side has the same one.


def _reduced(edition: Edition) -> tuple[Callable[..., Edition], tuple[object, ...]]:
    """Return what a pickle holds of an edition: what makes it, and of what."""
    if edition.expression:
        return _unpickled_by_name, (shipped_name(edition), edition_digest(edition))
    data = {part.name: getattr(edition, part.name) for part in fields(Edition) if part.init}
    return _unpickled_in_full, (data,)


def _unpickled_in_full(data: dict[str, Any]) -> Edition:
    """Return an edition made of its fields; those that came later have their defaults."""
    return Edition(**data)


def _unpickled_by_name(name: str, digest: str) -> Edition:
    """Return the shipped edition that a pickle names.

    Raises `EditionError` if this version of the library has none of that name, or another one.
    """
    check_type("the name of an edition", name, str)
    box, *said = name.split(" ")
    edition = known_edition(box, readings_in(said), digest)
    if edition is None:
        expected = f"one that this version of the library has: {listed(SHIPPED_EDITIONS)}"
        raise EditionError("the pickle", [Problem("edition", name, expected)])
    if edition_digest(edition) != digest:
        found = f"{name} with the digest {digest}"
        expected = f"{edition_digest(edition)}, as in this version of the library"
        raise EditionError("the pickle", [Problem("edition", found, expected)])
    return edition


copyreg.pickle(Edition, _reduced)


KOSMOS_2008: Edition = shipped_edition("kosmos-2008")
"""The edition of Kosmos, 2008: the game as it came out in Germany."""
