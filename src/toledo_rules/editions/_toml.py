"""Edition files: from a TOML document to an edition, and from an edition to the text of its file.

A *section* is a part of the file that is read as a whole, such as ``counts.figures`` or ``board.road``. The reader
relies on the shape of the sections that it is asked for. `toledo_rules.editions._checks` finds out which ones have
it, and what else is wrong; files that come with the library are read without that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain, repeat
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias, TypeVar

from attrs import fields

from toledo_rules._multiset import multiset
from toledo_rules.edition import (
    LONGEST_NAME,
    MOVEMENT,
    USUAL,
    Card,
    Datum,
    Edition,
    Readings,
    ShopKind,
    ShopTile,
    Space,
    Sword,
)
from toledo_rules.errors import listed, plural

# ------------------------------------------------------------
# Reading edition files: from a TOML document to an edition.

Document: TypeAlias = dict[str, Any]
"""A file as the TOML reader has it."""

TableLine: TypeAlias = dict[str, Any]
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
    import tomllib  # noqa: PLC0415  # the default edition needs none of it

    return edition_in(tomllib.loads(text))


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


def _space(line: TableLine, rows: dict[str, int], usual: dict[str, int]) -> Space:
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


def sword_of(block: TableLine) -> Sword:
    """Return the sword that an entry describes."""
    return Sword(block["value"]["is"], block["cost"]["metal"], block["cost"]["gems"])


def _swords(document: Document) -> tuple[Sword, ...]:
    blocks = document["swords"]
    return multiset(
        chain.from_iterable(repeat(sword_of(block), block["copies"]["is"]) for block in blocks)
    )


def _readings(document: Document) -> Readings:
    said = document.get("readings", {})
    return Readings(
        **{part.name: said[part.name] for part in fields(Readings) if part.name in said}
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
    "readings": FileField(_readings, frozenset({"readings"})),
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


def _datum(key: str, fact: TableLine, words: str) -> Datum:
    return Datum(key, words, fact["level"], fact.get("source", ""))


def _sword_data(key: str, block: TableLine) -> Iterator[Datum]:
    cost = block["cost"]
    words = f"{cost['metal']} metal, {plural(cost['gems'], 'gem')}"
    yield _datum(f"{key}.value", block["value"], str(block["value"]["is"]))
    yield _datum(f"{key}.cost", cost, words)
    yield _datum(f"{key}.copies", block["copies"], str(block["copies"]["is"]))


def _words(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def _shop_words(line: TableLine) -> str:
    return listed(
        (f"one with {plural(number, 'circle')}" for number in sorted(line["circles"])), "and"
    )


def _space_words(line: TableLine) -> str:
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
    words: Callable[[TableLine], str]
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

# ------------------------------------------------------------
# Writing an edition: the text of its file.

_ABOUT_FILE = """\
# An edition of Toledo: what is in the box, as data.
#
# Is your box different? Copy this file, give the copy a name of its own, put right what is wrong,
# and load it with load_edition("my-file.toml"). Whatever does not fit is reported with its key and
# what was expected there.
#
# Each pair of braces holds one datum. Its level says how certain it is:
#   "rulebook"   the rulebook says so
#   "published"  somebody who knows the game says so; the source names them
#   "inferred"   it follows from such statements; the source says how
#   "assumed"    nobody says so: a choice that may be wrong
#   "house"      changed for a table of one's own: a house rule
# For what you have seen yourself write level = "published", source = "my copy of the game".

"""
_ABOUT_COUNTS = """\
# Numbers that the rules speak of, and numbers of things. From money_cards on, each number is that of
# a list further down: both must agree.
"""
_ABOUT_PLAYERS = """\
# The players' colours in seat order, and the shop tiles that each player has: for each kind, the
# circles on each tile.
"""
_ABOUT_BOARD = """\
# The rows, each with the price of using a space in it. Then the road from the cathedral, which is
# step 0, to the entrances, which come last. A tavern or an artist that is not like the others has
# its own, such as circles = 1 or price = 2, in its line.
"""
_ABOUT_MASTERS = """\
# The colours of the duel pictures, and the master tiles on the board: duel tiles in these colours,
# and the movement tile.
"""
_ABOUT_CARDS = """\
# The money cards: their values, and the number of cards of each value. Then, for each duel picture
# (its colour, and who is highlighted), how many cards of each value have it.
"""
_ABOUT_PAINTINGS = """\
# The values of the paintings, from the top of the stack to its bottom.
"""
_ABOUT_SWORDS = """\
# The swords, each kind once, in rising order.
"""

_ABOUT_READINGS = """\
# The rulings that are read otherwise than usual. They are choices of a table, so they have no source.
"""

T = TypeVar("T", bound=str)


def write(edition: Edition) -> str:
    """Return the text of a file with this edition."""
    writer = _FileWriter(edition)
    parts = (
        (_ABOUT_FILE, writer.head()),
        (_ABOUT_COUNTS, writer.counts()),
        (_ABOUT_PLAYERS, writer.players()),
        (_ABOUT_BOARD, writer.board()),
        (_ABOUT_MASTERS, writer.masters()),
        (_ABOUT_CARDS, writer.cards()),
        (_ABOUT_PAINTINGS, writer.paintings()),
        (_ABOUT_SWORDS, writer.swords()),
        *([(_ABOUT_READINGS, writer.readings())] if edition.readings != USUAL else ()),
    )
    return "\n".join(about + "\n".join(lines) + "\n" for about, lines in parts)


class _FileWriter:
    """A writer of the parts of a file. The levels and sources are found by their keys."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.data = {datum.key: datum for datum in edition.provenance}
        self.place = {key: place for place, key in enumerate(self.data)}

    def fact(self, key: str, content: str) -> str:
        """A datum with its provenance. Where that is not known, the datum is assumed."""
        datum = self.data.get(key)
        level = datum.level if datum else "assumed"
        source = f", source = {_quoted(datum.source)}" if datum and datum.source else ""
        return f"{{ {content}, level = {_quoted(level)}{source} }}"

    def stated(self, table: str, name: str, value: object) -> str:
        """The line of a datum."""
        return f"{name} = {self.fact(f'{table}.{name}', f'is = {value}')}"

    def listed(self, table: str, name: str, entries: Iterable[tuple[object, str]]) -> str:
        """The lines of a list of data, each given by the end of its key and its content."""
        facts = [
            f"    {self.fact(f'{table}.{name}.{end}', content)},\n" for end, content in entries
        ]
        return f"{name} = [\n{''.join(facts)}]" if facts else f"{name} = []"

    def ordered(self, key: str, names: Iterable[T]) -> list[T]:
        """The names in the order in which the provenance has them."""
        return sorted(names, key=lambda name: self.place.get(f"{key}.{name}", len(self.place)))

    def known(self, key: str) -> int | None:
        """The number at the end of a datum in words."""
        word = self.data[key].value.rpartition(" ")[2] if key in self.data else ""
        return int(word) if word.isdecimal() else None

    def head(self) -> Iterator[str]:
        yield f"name = {_quoted(self.edition.name)}"
        yield f"title = {_quoted(self.edition.title)}"
        if not self.edition.swords:
            yield "swords = []"

    def counts(self) -> Iterator[str]:
        yield "[counts]"
        for name, number in counts_of(self.edition).items():
            # What is as usual is written only if the file said so too.
            if number != DEFAULTS.get(name) or f"counts.{name}" in self.data:
                yield self.stated("counts", name, number)

    def players(self) -> Iterator[str]:
        yield "[players]"
        colours = ((colour, f"is = {_quoted(colour)}") for colour in self.edition.colours)
        yield self.listed("players", "colours", colours)
        circles: dict[ShopKind, list[int]] = {}
        for shop in self.edition.shops:
            circles.setdefault(shop.kind, []).append(shop.circles)
        kinds = self.ordered("players.shops", circles)
        shops = ((kind, f"kind = {_quoted(kind)}, circles = {circles[kind]}") for kind in kinds)
        yield self.listed("players", "shops", shops)

    def board(self) -> Iterator[str]:
        yield "[board]"
        yield self.stated("board", "shape", _quoted(SHAPE))
        rows = self.rows()
        prices = ((row, f"row = {_quoted(row)}, price = {price}") for row, price in rows.items())
        yield self.listed("board", "rows", prices)
        taverns = [space for space in self.edition.road if space.kind == "tavern"]
        artists = [space for space in self.edition.road if space.kind == "artist"]
        usual = {
            "tavern_circles": self.usual("tavern_circles", [space.circles for space in taverns]),
            "artist_circles": self.usual("artist_circles", [space.circles for space in artists]),
            "artist_price": self.usual("artist_price", [space.price for space in artists]),
        }
        for name, number in usual.items():
            yield self.stated("board", name, number)
        steps = enumerate(self.edition.road[1:], start=1)
        road = (
            (step, f"step = {step:>2}, {_on_road(space, rows, usual)}") for step, space in steps
        )
        yield self.listed("board", "road", road)

    def rows(self) -> dict[str, int]:
        """The price of each row: that of its sites, else what the file said, else a tavern's."""
        key = "board.rows"
        names = {
            name.removeprefix(f"{key}."): None for name in self.data if name.startswith(f"{key}.")
        }
        names.update({space.row: None for space in self.edition.road if space.row})
        prices = {}
        for row in names:
            spaces = [space for space in self.edition.road if space.row == row]
            sites = [space.price for space in spaces if space.kind == "site"]
            others = [space.price for space in spaces if space.kind != "site"]
            prices[row] = next(iter(sites), self.known(f"{key}.{row}") or next(iter(others), 1))
        return prices

    def usual(self, name: str, numbers: list[int]) -> int:
        """The text of the file, else the number of the first such space."""
        return self.known(f"board.{name}") or next(iter(numbers), 1)

    def masters(self) -> Iterator[str]:
        yield "[masters]"
        colours = ((colour, f"is = {_quoted(colour)}") for colour in self.edition.duel_colours)
        yield self.listed("masters", "colours", colours)
        copies = Counter(self.edition.tiles)
        kinds = self.ordered("masters.tiles", copies)
        tiles = ((tile, f"tile = {_quoted(tile)}, copies = {copies[tile]}") for tile in kinds)
        yield self.listed("masters", "tiles", tiles)

    def cards(self) -> Iterator[str]:
        yield "[cards]"
        cards = self.edition.cards
        values = sorted({card.value for card in cards})
        copies = Counter(card.value for card in cards)
        yield self.stated("cards", "values", values)
        yield self.stated("cards", "copies", [copies[value] for value in values])
        pictures: dict[str, str] = {}
        for colour, stance in dict.fromkeys((card.colour, card.stance) for card in cards):
            column = [cards.count(Card(value, colour, stance)) for value in values]
            content = f"colour = {_quoted(colour)}, stance = {_quoted(stance)}, copies = {column}"
            pictures[f"{colour}.{stance}"] = content
        order = self.ordered("cards.pictures", pictures)
        yield self.listed("cards", "pictures", ((picture, pictures[picture]) for picture in order))

    def paintings(self) -> Iterator[str]:
        yield "[paintings]"
        yield self.stated("paintings", "stack", list(self.edition.paintings))

    def swords(self) -> Iterator[str]:
        copies = Counter(self.edition.swords)
        for number, sword in enumerate(sorted(copies), start=1):
            key = f"swords.{number}"
            cost = self.fact(f"{key}.cost", f"metal = {sword.metal}, gems = {sword.gems}")
            yield "[[swords]]" if number == 1 else "\n[[swords]]"
            yield self.stated(key, "value", sword.value)
            yield f"cost = {cost}"
            yield self.stated(key, "copies", copies[sword])

    def readings(self) -> Iterator[str]:
        yield "[readings]"
        for part in fields(Readings):
            if (choice := getattr(self.edition.readings, part.name)) != part.default:
                yield f"{part.name} = {_quoted(choice)}"


def counts_of(edition: Edition) -> dict[str, int]:
    """The counts of an edition, by their names in the file."""
    kinds = Counter(space.kind for space in edition.road)
    return {
        **{name: getattr(edition, field) for name, field in COUNTS.items()},
        "money_cards": len(edition.cards),
        "swords": len(edition.swords),
        "paintings": len(edition.paintings),
        "duel_tiles": len(edition.tiles) - edition.tiles.count(MOVEMENT),
        "movement_tiles": edition.tiles.count(MOVEMENT),
        "shops": len(edition.shops),
        "sites": kinds["site"],
        "taverns": kinds["tavern"],
        "artists": kinds["artist"],
        "entrances": kinds["entrance"],
    }


def _on_road(space: Space, rows: dict[str, int], usual: dict[str, int]) -> str:
    """A step of the road, with what is its own and not as usual."""
    if space.kind == "entrance":
        return 'kind = "entrance"'
    words = f"kind = {_quoted(space.kind)}, row = {_quoted(space.row)}"
    if space.kind in ("tavern", "artist"):
        if space.circles != usual[f"{space.kind}_circles"]:
            words += f", circles = {space.circles}"
        if space.price != (
            usual["artist_price"] if space.kind == "artist" else rows.get(space.row)
        ):
            words += f", price = {space.price}"
    return words


def _quoted(text: str) -> str:
    """A text as TOML has it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
