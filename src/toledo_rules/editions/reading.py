"""Reading: from the tables of an edition file to a draft of the edition.

What has the wrong shape is noted and left out, so that one reading finds all such mistakes. Whether
the data fit together is asked in `toledo_rules.editions.checking`.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import fields

from toledo_rules.cards import NEUTRAL, STANCES, Stance
from toledo_rules.edition import MOVEMENT, SHOP_KINDS, Edition, ShopKind, Space, SpaceKind, Sword
from toledo_rules.editions.problems import listed, plural
from toledo_rules.editions.tables import Notes, Table, shown
from toledo_rules.multiset import multiset

LEAST = {
    "players_least": 2,  # CMP-01
    "players_most": 1,
    "figures": 1,  # CMP-02
    "hand": 0,  # SET-06
    "cards_taken": 1,  # TAK-01
    "tavern_cards": 1,  # TAV-02
    "tile_limit": 1,  # FEN-04
    "last_round_at": 1,  # END-01
    "movement_penalty": 0,  # SCO-05
    "rounds_to_win": 1,  # DUE-09
    "gems_per_point": 1,  # SCO-04
    "sword_divisor": 1,  # SCO-02
    "metal": 0,  # CMP-07
    "gems": 0,  # CMP-08
    "money_cards": 1,  # CMP-04
    "swords": 0,  # CMP-06
    "paintings": 0,  # CMP-04
    "duel_tiles": 0,  # CMP-05
    "movement_tiles": 0,
    "shops": 0,  # CMP-03
    "sites": 0,  # CMP-11
    "taverns": 0,
    "artists": 0,
    "entrances": 1,
}
"""The counts of an edition, and the least that each can be."""

DEFAULTS: dict[str, int] = {
    part.name: part.default
    for part in fields(Edition)
    if part.name in LEAST and isinstance(part.default, int)
}
"""The counts that a file may leave out, and what they are then."""

SHAPE = "one line"
"""The only shape of a road that the rules know (A-09)."""

ROAD_KINDS: tuple[SpaceKind, ...] = ("site", "tavern", "artist", "entrance")
"""What a step after the cathedral can be."""


class Draft:
    """What could be read of an edition."""

    def __init__(self) -> None:
        self.name = ""
        self.title = ""
        self.counts: dict[str, int] = {}
        self.colours: list[str] = []
        self.shops: dict[ShopKind, tuple[int, ...]] = {}
        self.rows: dict[str, int] = {}
        self.board: dict[str, int] = {}
        self.road: list[tuple[int, Space]] = []
        self.duel_colours: list[str] = []
        self.tiles: dict[str, int] = {}
        self.values: tuple[int, ...] = ()
        self.copies: tuple[int, ...] = ()
        self.pictures: dict[tuple[str, Stance], tuple[int, ...]] = {}
        self.paintings: tuple[int, ...] = ()
        self.swords: list[tuple[Sword, int]] = []
        self.unread: set[str] = set()
        """The keys under which something could not be read, such as ``board.road``."""

    def has(self, *keys: str) -> bool:
        """Whether all under these keys could be read."""
        return self.unread.isdisjoint(keys)


def read(document: dict[str, object], notes: Notes) -> Draft:
    """The draft of an edition, as far as it can be read. The rest is in the notes."""
    file = Table("", document, ("name", "title", "counts", *_TABLES, "swords"), notes)
    draft = Draft()
    draft.name = file.name("name") or ""
    draft.title = file.text("title") or ""
    counts = file.table("counts", *LEAST)
    for name, least in LEAST.items():
        left_out = name in DEFAULTS and name not in counts.content
        number = DEFAULTS[name] if left_out else counts.stated(name, least)
        if number is not None:
            draft.counts[name] = number
    for title, readers in _TABLES.items():
        table = file.table(title, *readers)
        for key, reader in readers.items():
            gaps = table.notes.gaps
            reader(table, key, draft)
            if table.notes.gaps > gaps:
                draft.unread.add(f"{title}.{key}")
    gaps = notes.gaps
    _read_swords(file, draft)
    if notes.gaps > gaps:
        draft.unread.add("swords")
    return draft


def _read_colours(table: Table, key: str, draft: Draft) -> None:
    _read_names(table, key, draft.colours)
    if table.content.get(key) == []:
        table.reject(key, "at least one colour")


def _read_duel_colours(table: Table, key: str, draft: Draft) -> None:
    _read_names(table, key, draft.duel_colours, taken=(NEUTRAL, MOVEMENT))


def _read_names(table: Table, key: str, names: list[str], taken: tuple[str, ...] = ()) -> None:
    for line in table.facts(key, "is", called=("is",)):
        name = line.name("is")
        line.note(name)
        if name in taken:
            meant = listed(map(shown, taken), "and")
            line.reject("is", f"another name, since {meant} mean something else")
        elif name in names:
            line.reject("is", "each colour once")
        elif name is not None:
            names.append(name)


def _read_shops(table: Table, key: str, draft: Draft) -> None:
    for line in table.facts(key, "kind", "circles", called=("kind",)):
        kind = line.word("kind", SHOP_KINDS)
        circles = multiset(line.numbers("circles", 1) or ())
        words = [f"one with {plural(number, 'circle')}" for number in circles]
        line.note(listed(words or ["none"], "and"))
        if line.content.get("circles") == []:
            line.reject("circles", "the circles of at least one tile")
        if kind in draft.shops:
            line.reject("kind", "each kind once")
        elif kind is not None:
            draft.shops[kind] = circles


def _read_shape(table: Table, key: str, _draft: Draft) -> None:
    fact = table.fact(key, "is")
    fact.note(fact.word("is", (SHAPE,)))


def _read_rows(table: Table, key: str, draft: Draft) -> None:
    for line in table.facts(key, "row", "price", called=("row",)):
        row = line.name("row")
        price = line.number("price", 1)
        line.note(f"price {price}")
        if row in draft.rows:
            line.reject("row", "each row once")
        elif row is not None and price is not None:
            draft.rows[row] = price


def _read_board(table: Table, key: str, draft: Draft) -> None:
    number = table.stated(key, 1)
    if number is not None:
        draft.board[key] = number


def _read_road(table: Table, key: str, draft: Draft) -> None:
    for line in table.facts(key, "step", "kind", "row", "circles", "price", called=("step",)):
        step = line.number("step", 1)
        kind = line.word("kind", ROAD_KINDS)
        if kind is None:
            line.note(kind)
            continue
        space = _entrance(line) if kind == "entrance" else _space(line, kind, draft)
        if step is not None:
            draft.road.append((step, space))


def _entrance(line: Table) -> Space:
    for name in ("row", "circles", "price"):
        if name in line.content:
            line.reject(name, f"no {name}: an entrance has none")
    line.note("entrance")
    return Space("entrance")


def _space(line: Table, kind: SpaceKind, draft: Draft) -> Space:
    """A site, a tavern or an artist."""
    row = line.reference("row", tuple(draft.rows), complete=draft.has("board.rows"))
    words = f"{kind} in the {row} row"
    price = draft.rows.get(row or "", 0)
    circles = 0
    if kind == "site":
        if "circles" in line.content:
            line.reject("circles", "no circles: they are those of the shop that is placed there")
        if "price" in line.content:
            line.reject("price", "no price: it is that of the row")
    else:
        if kind == "artist":
            price = draft.board.get("artist_price", 0)
        circles = draft.board.get(f"{kind}_circles", 0)
        if "circles" in line.content:
            circles = line.number("circles", 1) or 0
            words += f", {plural(circles, 'circle')}"
        if "price" in line.content:
            price = line.number("price", 1) or 0
            words += f", price {price}"
    line.note(words)
    return Space(kind, row or "", price, circles)


def _read_tiles(table: Table, key: str, draft: Draft) -> None:
    kinds = (*draft.duel_colours, MOVEMENT)
    complete = draft.has("masters.colours")
    for line in table.facts(key, "tile", "copies", called=("tile",)):
        tile = line.reference("tile", kinds, complete=complete)
        copies = line.number("copies", 1)
        line.note(copies)
        if tile in draft.tiles:
            line.reject("tile", "each kind once")
        elif tile is not None and copies is not None:
            draft.tiles[tile] = copies


def _read_values(table: Table, key: str, draft: Draft) -> None:
    fact = table.fact(key, "is")
    values = fact.numbers("is", 1)
    if values is not None and (not values or list(values) != sorted(set(values))):
        fact.reject("is", "at least one value, each once, in rising order")
    draft.values = values or ()
    fact.note(_sequence(draft.values))


def _read_copies(table: Table, key: str, draft: Draft) -> None:
    fact = table.fact(key, "is")
    copies = fact.numbers("is", 1)
    draft.copies = copies or ()
    fact.note(_sequence(draft.copies))


def _read_pictures(table: Table, key: str, draft: Draft) -> None:
    colours = (*draft.duel_colours, NEUTRAL)
    complete = draft.has("masters.colours")
    for line in table.facts(key, "colour", "stance", "copies", called=("colour", "stance")):
        colour = line.reference("colour", colours, complete=complete)
        stance = line.word("stance", STANCES)
        copies = line.numbers("copies", 0)
        line.note(_sequence(copies or ()))
        if colour is None or stance is None or copies is None:
            continue
        if (colour, stance) in draft.pictures:
            line.reject("stance", "each picture once")
        elif draft.has("cards.values") and len(copies) != len(draft.values):
            line.reject("copies", f"{plural(len(draft.values), 'number')}, one for each value")
        elif not any(copies):
            line.reject("copies", "at least one card, or no such line")
        else:
            draft.pictures[colour, stance] = copies


def _read_paintings(table: Table, key: str, draft: Draft) -> None:
    fact = table.fact(key, "is")
    paintings = fact.numbers("is", 1)
    draft.paintings = paintings or ()
    fact.note(_sequence(draft.paintings))


def _read_swords(file: Table, draft: Draft) -> None:
    for block in file.tables("swords", "value", "cost", "copies"):
        value = block.stated("value", 1)
        cost = block.fact("cost", "metal", "gems")
        metal = cost.number("metal", 1)
        gems = cost.number("gems", 0)
        cost.note(f"{metal} metal, {plural(gems or 0, 'gem')}")
        copies = block.stated("copies", 1)
        if value and metal and gems is not None and copies:
            draft.swords.append((Sword(value, metal, gems), copies))


def _sequence(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers)) or "none"


_TABLES: dict[str, dict[str, Callable[[Table, str, Draft], None]]] = {
    "players": {"colours": _read_colours, "shops": _read_shops},
    "board": {
        "shape": _read_shape,
        "rows": _read_rows,
        "tavern_circles": _read_board,
        "artist_circles": _read_board,
        "artist_price": _read_board,
        "road": _read_road,
    },
    "masters": {"colours": _read_duel_colours, "tiles": _read_tiles},
    "cards": {"values": _read_values, "copies": _read_copies, "pictures": _read_pictures},
    "paintings": {"stack": _read_paintings},
}
"""The tables of the file and their keys, in an order that lets each rely on those before it."""
