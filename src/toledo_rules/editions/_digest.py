"""Digest of an edition: a short hash of everything in it that has a part in the game."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from attrs import NOTHING, fields

from toledo_rules.cards import Card
from toledo_rules.edition import Edition, ShopTile, Space, Sword

_LENGTH = 16
"""Hexadecimal digits: 64 bits."""

_PARTS: dict[type, tuple[str, ...]] = {
    Card: ("value", "colour", "stance"),
    Sword: ("value", "metal", "gems"),
    ShopTile: ("kind", "circles"),
    Space: ("kind", "row", "price", "circles"),
}
"""What a digest covers of a thing, spelt out, so that it does not depend on how the class is built."""


@lru_cache(maxsize=64)
def edition_digest(edition: Edition) -> str:
    """Return a short hash of all that matters in an edition, the same on every machine and for ever.

    Editions that differ only in their titles or in where their data come from have the same digest. A field that
    `Edition` has a default for counts only where the edition differs from it, so a field that is added with a default
    changes the digest of no edition from before.

    >>> from attrs import evolve
    >>> from toledo_rules import KOSMOS_2008
    >>> edition_digest(KOSMOS_2008)
    'e635abeaa461af78'
    >>> edition_digest(evolve(KOSMOS_2008, title="Toledo")) == edition_digest(KOSMOS_2008)
    True
    """
    import json  # noqa: PLC0415  # for the few who ask: it would slow the import of the library

    data = {}
    for part in fields(type(edition)):
        value = getattr(edition, part.name)
        matters = part.eq and part.name != "title"
        if matters and (part.default is NOTHING or value != part.default):
            data[part.name] = _plain(value)
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()[:_LENGTH]


def _plain(value: object) -> object:
    """Return a value as JSON has it."""
    names = _PARTS.get(type(value))
    if names is not None:
        return {name: getattr(value, name) for name in names}
    return [*map(_plain, value)] if isinstance(value, tuple) else value
