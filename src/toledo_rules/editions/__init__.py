"""Editions: the components of the game, loaded from files and checked.

An edition file is TOML that somebody who owns the game can read and correct without programming.
Each datum in it says how sure it is, and where it comes from.

>>> KOSMOS_2008.figures, len(KOSMOS_2008.cards)
(5, 84)
>>> sorted({datum.level for datum in KOSMOS_2008.provenance})
['assumed', 'inferred', 'published', 'rulebook']
"""

from __future__ import annotations

import os

from toledo_rules._bounds import LONGEST_TEXT
from toledo_rules.edition import Edition, EditionError
from toledo_rules.editions._reading import parse
from toledo_rules.editions._writing import edition_digest, write
from toledo_rules.errors import Problem

__all__ = [
    "KOSMOS_2008",
    "EditionError",
    "edition_digest",
    "edition_to_toml",
    "load_edition",
    "parse_edition",
    "shipped_edition",
]


def parse_edition(text: str, *, where: str = "<text>") -> Edition:
    """The edition that a text describes. `where` is what an error calls the text.

    >>> text = edition_to_toml(KOSMOS_2008)
    >>> parse_edition(text) == KOSMOS_2008
    True
    >>> wrong = text.replace("figures = { is = 5", "figures = { is = 2")
    >>> try:
    ...     parse_edition(wrong, where="mine.toml")
    ... except EditionError as error:
    ...     print(error)
    mine.toml: counts.last_round_at: found 3, expected at most 2, as in counts.figures

    Raises `EditionError`, which lists everything that is wrong with the text.
    """
    return parse(text, where)


def load_edition(path: str | os.PathLike[str]) -> Edition:
    """The edition in a file.

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


def shipped_edition(name: str) -> Edition:
    """An edition that comes with the library, by its name.

    >>> shipped_edition("kosmos-2008")
    shipped_edition('kosmos-2008')
    >>> shipped_edition("atlantis-1990")
    Traceback (most recent call last):
    ValueError: there is no edition 'atlantis-1990'; known: 'kosmos-2008'
    """
    if name not in _SHIPPED:
        known = ", ".join(map(repr, _SHIPPED))
        raise ValueError(f"there is no edition {name!r}; known: {known}")
    return _SHIPPED[name]


def edition_to_toml(edition: Edition) -> str:
    """The text of an edition file, for instance to begin a corrected copy.

    The levels and sources are those of `Edition.provenance`. What has none is called assumed.

    >>> edition_to_toml(KOSMOS_2008).splitlines()[0]
    '# An edition of Toledo: what is in the box, as data.'

    Raises `EditionError` for an edition whose parts do not fit together, and `ValueError` for one
    that a file cannot express, such as one with different prices for the sites of a row.
    """
    text = write(edition)
    if parse_edition(text, where=edition.name) != edition:
        raise ValueError(f"edition {edition.name!r} cannot be written as a file")
    return text


def _shipped(name: str) -> Edition:
    """The edition in a file beside this one."""
    made = load_edition(f"{__path__[0]}/{name.replace('-', '_')}.toml")
    object.__setattr__(made, "expression", f"shipped_edition({name!r})")
    return made


KOSMOS_2008: Edition = _shipped("kosmos-2008")
"""The edition of Kosmos, 2008: the game as it came out in Germany."""

_SHIPPED = {KOSMOS_2008.name: KOSMOS_2008}
