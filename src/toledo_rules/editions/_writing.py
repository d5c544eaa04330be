"""Writing an edition: the text of its file, and its digest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeVar

from attrs import NOTHING, fields

from toledo_rules.cards import Card
from toledo_rules.edition import MOVEMENT, Edition, ShopKind, ShopTile, Space, Sword
from toledo_rules.editions._reading import DEFAULTS, SHAPE

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

T = TypeVar("T", bound=str)

_DIGEST_LENGTH = 16
"""Hexadecimal digits: 64 bits."""

_PARTS: dict[type, tuple[str, ...]] = {
    Card: ("value", "colour", "stance"),
    Sword: ("value", "metal", "gems"),
    ShopTile: ("kind", "circles"),
    Space: ("kind", "row", "price", "circles"),
}
"""The parts of things that a digest covers, spelt out, so that it does not depend on how the classes are built."""


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


def counts_of(edition: Edition) -> dict[str, int]:
    """The counts of an edition, by their names in the file."""
    kinds = Counter(space.kind for space in edition.road)
    return {
        "players_least": edition.least_players,
        "players_most": edition.most_players,
        "figures": edition.figures,
        "hand": edition.hand,
        "cards_taken": edition.cards_taken,
        "tavern_cards": edition.tavern_cards,
        "tile_limit": edition.tile_limit,
        "last_round_at": edition.last_round_at,
        "movement_penalty": edition.movement_penalty,
        "rounds_to_win": edition.rounds_to_win,
        "gems_per_point": edition.gems_per_point,
        "sword_divisor": edition.sword_divisor,
        "metal": edition.metal,
        "gems": edition.gems,
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


# Digests


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
    names = _PARTS.get(type(value))
    if names is not None:
        return {name: getattr(value, name) for name in names}
    return [*map(_plain, value)] if isinstance(value, tuple) else value
