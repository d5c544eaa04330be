"""Reading edition files: from a TOML document to an edition.

A *section* is a part of the file that is read as a whole, such as ``counts.figures`` or ``board.road``. The reader
relies on the shape of the sections that it is asked for. `toledo_rules.editions._checking` finds out which ones have
it, and what else is wrong; files that come with the library are read without that.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterator
from itertools import chain, repeat
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from attrs import fields

from toledo_rules.cards import Card
from toledo_rules.edition import LONGEST_NAME, Datum, Edition, EditionError, ShopTile, Space, Sword
from toledo_rules.errors import listed, plural
from toledo_rules.multiset import multiset

Document: TypeAlias = dict[str, Any]
"""A file as the TOML reader has it."""

Line: TypeAlias = dict[str, Any]
"""An entry of a list of the file: a datum with its level and its source."""

COUNTS = {
    "players_least": "least_players",
    "players_most": "most_players",
    "figures": "figures",
    "hand": "hand",
    "cards_taken": "cards_taken",
    "tavern_cards": "tavern_cards",
    "tile_limit": "tile_limit",
    "last_round_at": "last_round_at",
    "movement_penalty": "movement_penalty",
    "rounds_to_win": "rounds_to_win",
    "gems_per_point": "gems_per_point",
    "sword_divisor": "sword_divisor",
    "metal": "metal",
    "gems": "gems",
}
"""The counts of a file that are numbers of an edition, and the fields that hold them."""

DEFAULTS: dict[str, int] = {
    part.name: part.default
    for part in fields(Edition)
    if part.name in COUNTS and isinstance(part.default, int)
}
"""The counts that a file may leave out, and their values then."""

TOTALS = {
    "money_cards": "cards.copies",
    "swords": "swords",
    "paintings": "paintings.stack",
    "duel_tiles": "masters.tiles",
    "movement_tiles": "masters.tiles",
    "shops": "players.shops",
    "sites": "board.road",
    "taverns": "board.road",
    "artists": "board.road",
    "entrances": "board.road",
}
"""The counts of a file that repeat the number of things in a list, and the section of that list."""

SHAPE = "one line"
"""The only shape of a road that the rules know (A-09)."""


def read_trusted(text: str) -> Edition:
    """Return the edition in a text that is known to be right."""
    return edition_in(tomllib.loads(text))


def parse(text: str, where: str) -> Edition:
    """Return the edition that a text describes.

    Raises `EditionError`, which lists everything that is wrong with the text.
    """
    # Reading the files of the library takes no checks, and nobody should wait for their import.
    from toledo_rules.editions import _checking  # noqa: PLC0415

    problems = [*_checking.oversized(text)]
    if problems:
        raise EditionError(where, problems)
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise EditionError(where, [_checking.not_toml(str(error))]) from error
    problems = _checking.document_problems(document)
    if problems:
        raise EditionError(where, problems)
    return edition_in(document)


def edition_in(
    document: Document, unread: Collection[str] = (), unsourced: Collection[str] = ()
) -> Edition:
    """Return the edition in a document.

    A field of which a section is `unread` has no value. Sections that are `unsourced` have no provenance.
    """
    values: dict[str, Any] = {
        name: field.read(document) if field.sections.isdisjoint(unread) else None
        for name, field in FIELDS.items()
    }
    return Edition(**values, provenance=tuple(_provenance(document, unsourced)))


# The fields of an edition


class FileField(NamedTuple):
    """A field of an edition as a file has it."""

    read: Callable[[Document], Any]
    sections: frozenset[str]
    """The sections that it is made of."""


def _count(name: str) -> Callable[[Document], int]:
    def read(document: Document) -> int:
        counts = document["counts"]
        number: int = counts[name]["is"] if name in counts else DEFAULTS[name]
        return number

    return read


def _colours(document: Document) -> tuple[str, ...]:
    return tuple(line["is"] for line in document["players"]["colours"])


def _shops(document: Document) -> tuple[ShopTile, ...]:
    lines = document["players"]["shops"]
    return multiset(ShopTile(line["kind"], number) for line in lines for number in line["circles"])


_USUAL = ("tavern_circles", "artist_circles", "artist_price")
"""Numbers of every tavern and artist that has none of its own."""


def _road(document: Document) -> tuple[Space, ...]:
    board = document["board"]
    rows = {line["row"]: line["price"] for line in board["rows"]}
    usual = {name: board[name]["is"] for name in _USUAL}
    return (Space("cathedral"), *(_space(line, rows, usual) for line in board["road"]))


def _space(line: Line, rows: dict[str, int], usual: dict[str, int]) -> Space:
    """Return the space of a step. A tavern or an artist can have circles and a price of its own."""
    kind = line["kind"]
    if kind == "entrance":
        return Space(kind)
    row = line["row"]
    if kind == "site":
        return Space(kind, row, rows[row])
    price = usual["artist_price"] if kind == "artist" else rows[row]
    circles = usual[f"{kind}_circles"]
    return Space(kind, row, line.get("price", price), line.get("circles", circles))


def _duel_colours(document: Document) -> tuple[str, ...]:
    return tuple(line["is"] for line in document["masters"]["colours"])


def _tiles(document: Document) -> tuple[str, ...]:
    lines = document["masters"]["tiles"]
    return multiset(chain.from_iterable(repeat(line["tile"], line["copies"]) for line in lines))


def _cards(document: Document) -> tuple[Card, ...]:
    cards = document["cards"]
    return multiset(
        chain.from_iterable(
            repeat(Card(value, line["colour"], line["stance"]), copies)
            for line in cards["pictures"]
            for value, copies in zip(cards["values"]["is"], line["copies"], strict=True)
        )
    )


def _paintings(document: Document) -> tuple[int, ...]:
    return tuple(document["paintings"]["stack"]["is"])


def sword_of(block: Line) -> Sword:
    """Return the sword that an entry describes."""
    return Sword(block["value"]["is"], block["cost"]["metal"], block["cost"]["gems"])


def _swords(document: Document) -> tuple[Sword, ...]:
    blocks = document["swords"]
    return multiset(
        chain.from_iterable(repeat(sword_of(block), block["copies"]["is"]) for block in blocks)
    )


FIELDS: dict[str, FileField] = {
    "name": FileField(itemgetter("name"), frozenset({"name"})),
    "title": FileField(itemgetter("title"), frozenset({"title"})),
    **{
        field: FileField(_count(name), frozenset({f"counts.{name}"}))
        for name, field in COUNTS.items()
    },
    "colours": FileField(_colours, frozenset({"players.colours"})),
    "shops": FileField(_shops, frozenset({"players.shops"})),
    "road": FileField(
        _road, frozenset({"board.road", "board.rows", *map("board.{}".format, _USUAL)})
    ),
    "duel_colours": FileField(_duel_colours, frozenset({"masters.colours"})),
    "tiles": FileField(_tiles, frozenset({"masters.tiles"})),
    "cards": FileField(_cards, frozenset({"cards.values", "cards.pictures"})),
    "paintings": FileField(_paintings, frozenset({"paintings.stack"})),
    "swords": FileField(_swords, frozenset({"swords"})),
}
"""The fields of an edition, except for its provenance."""


# The provenance


def _provenance(document: Document, unsourced: Collection[str]) -> Iterator[Datum]:
    for section in SECTIONS:
        if section in unsourced:
            continue
        table, _, name = section.partition(".")
        if section == "swords":
            for number, block in enumerate(document["swords"], start=1):
                yield from _sword_data(f"swords.{number}", block)
        elif section in _LISTS:
            for number, line in enumerate(document[table][name], start=1):
                key = f"{section}.{title_of(section, line, number)}"
                yield _datum(key, line, _LISTS[section].words(line))
        elif name in document[table]:
            fact = document[table][name]
            yield _datum(section, fact, _words(fact["is"]))


def _datum(key: str, fact: Line, words: str) -> Datum:
    return Datum(key, words, fact["level"], fact.get("source", ""))


def _sword_data(key: str, block: Line) -> Iterator[Datum]:
    cost = block["cost"]
    words = f"{cost['metal']} metal, {plural(cost['gems'], 'gem')}"
    yield _datum(f"{key}.value", block["value"], str(block["value"]["is"]))
    yield _datum(f"{key}.cost", cost, words)
    yield _datum(f"{key}.copies", block["copies"], str(block["copies"]["is"]))


def _words(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def _shop_words(line: Line) -> str:
    return listed(
        (f"one with {plural(number, 'circle')}" for number in sorted(line["circles"])), "and"
    )


def _space_words(line: Line) -> str:
    if line["kind"] == "entrance":
        return "entrance"
    words = f"{line['kind']} in the {line['row']} row"
    if "circles" in line:
        words += f", {plural(line['circles'], 'circle')}"
    return f"{words}, price {line['price']}" if "price" in line else words


class DataList(NamedTuple):
    """A section that is a list of data."""

    called: tuple[str, ...]
    """The keys of an entry whose values end the key of its datum."""
    words: Callable[[Line], str]
    """Returns the datum in words."""


_LISTS = {
    "players.colours": DataList(("is",), itemgetter("is")),
    "players.shops": DataList(("kind",), _shop_words),
    "board.rows": DataList(("row",), lambda line: f"price {line['price']}"),
    "board.road": DataList(("step",), _space_words),
    "masters.colours": DataList(("is",), itemgetter("is")),
    "masters.tiles": DataList(("tile",), lambda line: _words(line["copies"])),
    "cards.pictures": DataList(("colour", "stance"), lambda line: _words(line["copies"])),
}


def title_of(section: str, line: object, number: int) -> str:
    """Return the end of the key of an entry of a list, whatever the entry is: its name, or else its number."""
    called = _LISTS[section].called if section in _LISTS else ()
    names = [line.get(key) for key in called] if isinstance(line, dict) else []
    words = [str(name)[:LONGEST_NAME] for name in names if isinstance(name, str | int)]
    return ".".join(words) or str(number)


SECTIONS = (
    *(f"counts.{name}" for name in (*COUNTS, *TOTALS)),
    *("players.colours", "players.shops"),
    *("board.shape", "board.rows", *map("board.{}".format, _USUAL), "board.road"),
    *("masters.colours", "masters.tiles"),
    *("cards.values", "cards.copies", "cards.pictures"),
    "paintings.stack",
    "swords",
)
"""The sections with data, in the order of the file."""
