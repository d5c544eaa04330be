"""Small pieces of English for error messages."""

from __future__ import annotations

from collections.abc import Iterable


def listed(words: Iterable[str], last: str = "or") -> str:
    """Return the words as a phrase.

    >>> listed(["site", "tavern", "artist"])
    'site, tavern or artist'
    >>> listed([])
    'none'
    """
    *most, final = tuple(words) or ("none",)
    return f"{', '.join(most)} {last} {final}" if most else final


def plural(number: int, thing: str) -> str:
    """Return a number with its thing.

    >>> plural(1, "circle"), plural(2, "circle")
    ('1 circle', '2 circles')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
