"""Editions: the components of the game, loaded from files and checked.

An edition file is TOML that somebody who owns the game can read and correct without programming.
Each datum in it has a level of confidence and a source.

>>> KOSMOS_2008.figures, len(KOSMOS_2008.cards)
(5, 84)
>>> sorted({datum.level for datum in KOSMOS_2008.provenance})
['assumed', 'inferred', 'published', 'rulebook']
"""

from __future__ import annotations

import copyreg
import os
from collections.abc import Callable
from functools import cache
from typing import Any

from attrs import fields

from toledo_rules.edition import LONGEST_TEXT, Edition, EditionError
from toledo_rules.editions._comparing import EditionDifference, differences
from toledo_rules.editions._reading import parse, read_trusted
from toledo_rules.editions._writing import edition_digest, write
from toledo_rules.errors import Problem, ToledoError, listed

__all__ = [
    "KOSMOS_2008",
    "SHIPPED_EDITIONS",
    "EditionDifference",
    "EditionError",
    "UnknownEditionError",
    "UnwritableEditionError",
    "edition_differences",
    "edition_digest",
    "edition_to_toml",
    "load_edition",
    "parse_edition",
    "shipped_edition",
]


def parse_edition(text: str, *, where: str = "<text>") -> Edition:
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
    return parse(text, where)


def load_edition(path: str | os.PathLike[str]) -> Edition:
    """Return the edition in a file.

    >>> try:
    ...     load_edition("mine.toml")
    ... except EditionError as error:
    ...     print(error)
    mine.toml: the file: found nothing to read (No such file or directory), expected an edition file

    Raises `EditionError`, which lists everything that is wrong, also that there is no such file.
    """
    where = os.fspath(path)
    try:
        # Some editors put a mark before the text, which "utf-8-sig" passes over.
        with open(where, encoding="utf-8-sig") as file:  # noqa: PTH123  pathlib would slow the import
            text = file.read(LONGEST_TEXT + 1)  # one more, so that too long a text is noticed
    except OSError as error:
        found = f"nothing to read ({error.strerror})"
        raise EditionError(where, [Problem("the file", found, "an edition file")]) from error
    except UnicodeDecodeError as error:
        found = f"a byte that is no text, at place {error.start}"
        raise EditionError(where, [Problem("the file", found, "text in UTF-8")]) from error
    return parse_edition(text, where=where)


SHIPPED_EDITIONS: tuple[str, ...] = (
    "kosmos-2008",
    "tiny-agreement",
    "tiny-bank",
    "tiny-duel",
    "tiny-exhaustive",
    "tiny-road",
)
"""Names of the editions that come with the library: the game, and tiny ones that can be explored to the end."""


class UnknownEditionError(ToledoError, ValueError):
    """The library has no edition of this name."""


@cache
def shipped_edition(name: str) -> Edition:
    """Return an edition that comes with the library, by its name. It is read when it is first asked for.

    >>> shipped_edition("kosmos-2008")
    shipped_edition('kosmos-2008')
    >>> shipped_edition("tiny-duel").last_step
    6
    >>> shipped_edition("chess")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    toledo_rules.editions.UnknownEditionError: there is no edition 'chess'; known: kosmos-2008, tiny-...

    Raises `UnknownEditionError` for any name that is not in `SHIPPED_EDITIONS`.
    """
    if name not in SHIPPED_EDITIONS:
        known = ", ".join(SHIPPED_EDITIONS)
        raise UnknownEditionError(f"there is no edition {name!r}; known: {known}")
    # A test checks the files of the library, so their readers need not wait for that.
    with open(f"{__path__[0]}/{name}.toml", encoding="utf-8") as file:  # noqa: PTH123  as above
        edition = read_trusted(file.read())
    object.__setattr__(edition, "expression", f"shipped_edition({name!r})")
    return edition


FORMER_EDITIONS: tuple[tuple[str, str], ...] = ()
"""Name and digest of each shipped edition as it was before its data were corrected. The file
``former/NAME-DIGEST.toml`` holds it, so that positions and records that name it can be read for ever."""


def former_edition(name: str, digest: str) -> Edition | None:
    """Return a shipped edition as it was when it had this digest; None if it never had."""
    return _former(name, digest) if (name, digest) in FORMER_EDITIONS else None


@cache
def _former(name: str, digest: str) -> Edition:
    path = f"{__path__[0]}/former/{name}-{digest}.toml"
    with open(path, encoding="utf-8") as file:  # noqa: PTH123  as above
        return read_trusted(file.read())


class UnwritableEditionError(ToledoError, ValueError):
    """No file can hold this edition."""


def edition_to_toml(edition: Edition) -> str:
    """Return the text of an edition file, for instance to begin a corrected copy.

    The levels and sources are those of `Edition.provenance`. What has none is called assumed.

    >>> edition_to_toml(KOSMOS_2008).splitlines()[0]
    '# An edition of Toledo: what is in the box, as data.'

    Raises `EditionError` for an edition whose parts do not fit together, and `UnwritableEditionError` for one whose
    file would be too long, or have too many dots in a line.
    """
    from toledo_rules._edition_form import edition_problems  # noqa: PLC0415  # as in `parse`

    if problems := edition_problems(edition):
        raise EditionError(edition.name, problems)
    text = write(edition)
    try:
        parse_edition(text, where="the file")
    except EditionError as error:
        message = f"edition {edition.name!r} cannot be written as a file: {error}"
        raise UnwritableEditionError(message) from error
    return text


def edition_differences(edition: Edition, other: Edition) -> tuple[EditionDifference, ...]:
    """Return the data in which two editions differ, or for which they name different sources.

    Swords are compared by their values, so that one more of them is one difference.

    >>> from attrs import evolve
    >>> for difference in edition_differences(evolve(KOSMOS_2008, hand=6), KOSMOS_2008):
    ...     print(difference)
    counts.hand: 6, there 5

    Raises `EditionError` for an edition whose parts do not fit together, and `UnwritableEditionError` for one that no
    file can hold.
    """
    # A program may have changed an edition without its provenance, so both are asked as files have them.
    ours, theirs = (parse_edition(edition_to_toml(one)) for one in (edition, other))
    return differences(ours.provenance, theirs.provenance)


# Pickles. A shipped edition is sent by its name; the digest makes sure that the other side has the same one.


def _reduced(edition: Edition) -> tuple[Callable[..., Edition], tuple[object, ...]]:
    """Return what a pickle holds of an edition: what makes it, and of what."""
    if edition.expression:
        return _unpickled_by_name, (edition.name, edition_digest(edition))
    data = {part.name: getattr(edition, part.name) for part in fields(Edition) if part.init}
    return _unpickled_in_full, (data,)


def _unpickled_in_full(data: dict[str, Any]) -> Edition:
    """Return an edition made of its fields; those that came later have their defaults."""
    return Edition(**data)


def _unpickled_by_name(name: str, digest: str) -> Edition:
    """Return the shipped edition that a pickle names.

    Raises `EditionError` if this version of the library has none of that name, or another one.
    """
    if former := former_edition(name, digest):
        return former
    if name not in SHIPPED_EDITIONS:
        expected = f"one that this version of the library has: {listed(SHIPPED_EDITIONS)}"
        raise EditionError("the pickle", [Problem("edition", name, expected)])
    edition = shipped_edition(name)
    if edition_digest(edition) != digest:
        found = f"{name} with the digest {digest}"
        expected = f"{edition_digest(edition)}, as in this version of the library"
        raise EditionError("the pickle", [Problem("edition", found, expected)])
    return edition


copyreg.pickle(Edition, _reduced)


KOSMOS_2008: Edition = shipped_edition("kosmos-2008")
"""The edition of Kosmos, 2008: the game as it came out in Germany."""
