"""Reading edition files: TOML to an edition, or to everything that is wrong with the text.

`parse` goes through three stages. *Reading* takes the tables apart; what has the wrong shape is noted and left out,
so that one reading finds all such mistakes. *Checking* asks whether the parts fit together; what could not be read is
passed over. *Building* makes the edition of parts without problems. Nothing else in the library knows how a file is
read, so another reader can take the place of this one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise, repeat
from typing import TypeVar

from attrs import fields

from toledo_rules.cards import NEUTRAL, STANCES, Card, Stance
from toledo_rules.edition import (
    LARGEST_NUMBER,
    LEVELS,
    LONGEST_LINE,
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_DOTS,
    MOST_FIGURES,
    MOST_KINDS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    MOST_STEPS,
    MOVEMENT,
    SHOP_KINDS,
    Datum,
    Edition,
    EditionError,
    Level,
    ShopKind,
    ShopTile,
    Space,
    SpaceKind,
    Sword,
    too_many_actions,
)
from toledo_rules.errors import Problem, listed, plural
from toledo_rules.multiset import multiset

W = TypeVar("W", bound=str)

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PROVENANCE = ("level", "source")
_WHY: dict[Level, str] = {"published": "who says so", "inferred": "the argument for it"}
"""The content of a source, for the levels that must have one."""

_LONGEST_SHOWN = 60
"""Characters of a wrong value that a message shows."""

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

MOST = {"players_most": MOST_PLAYERS, "rounds_to_win": MOST_ROUNDS}
"""The largest that a count can be, if that is not `LARGEST_NUMBER`."""

DEFAULTS: dict[str, int] = {
    part.name: part.default
    for part in fields(Edition)
    if part.name in LEAST and isinstance(part.default, int)
}
"""The counts that a file may leave out, and what they are then."""

SHAPE = "one line"
"""The only shape of a road that the rules know (A-09)."""

ROAD_KINDS: tuple[SpaceKind, ...] = ("site", "tavern", "artist", "entrance")
"""The kinds of steps after the cathedral."""


def parse(text: str, where: str) -> Edition:
    """Return the edition that a text describes.

    Raises `EditionError`, which lists everything that is wrong with the text.
    """
    problems = [*_oversized(text)]
    if problems:
        raise EditionError(where, problems)
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise EditionError(where, [_not_toml(str(error))]) from error
    notes = Findings()
    parts = read(document, notes)
    problems = [*notes.problems, *problems_of(parts)]
    if problems:
        raise EditionError(where, problems)
    edition = build(parts, tuple(notes.data))
    too_many = too_many_actions(edition)
    if too_many is not None:
        raise EditionError(where, [too_many])
    return edition


def _oversized(text: str) -> Iterator[Problem]:
    """Yield what the TOML reader would take too long for."""
    if len(text) > LONGEST_TEXT:
        # A file is read no further, so it is not known how long it is.
        yield Problem("the text", f"more than {LONGEST_TEXT:,} characters", "no more than that")
        return
    for number, line in enumerate(text.split("\n"), start=1):
        dots = line.count(".")
        if dots > MOST_DOTS:
            yield Problem(f"line {number}", f"{dots:,} dots", f"at most {MOST_DOTS}")


def _not_toml(message: str) -> Problem:
    """Return the problem that the TOML reader reports."""
    what, _, place = message.removesuffix(")").partition(" (at ")
    return Problem(place or "the text", f"a mistake ({what})", "TOML")


# A table of the file, key by key


class Findings:
    """Problems and provenance found while reading a file."""

    __slots__ = ("data", "gaps", "problems")

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.data: list[Datum] = []
        self.gaps = 0
        """Number of values that could not be read."""


class TomlTable:
    """A table at some key of the file. A method that finds no answer notes it and returns None."""

    __slots__ = ("content", "key", "notes")

    def __init__(self, key: str, content: object, known: Sequence[str], notes: Findings) -> None:
        self.key = key
        self.notes = notes
        self.content: dict[str, object] = {}
        if isinstance(content, dict):
            self.content = content
            for name in content:
                if name not in known:
                    expected = f"only {listed(known, 'and')}"
                    notes.problems.append(Problem(self.path(name), "an unknown key", expected))
        else:
            notes.problems.append(Problem(key, shown(content), a_table(known)))
            notes.gaps += 1
            self.notes = Findings()  # reported, and not to be reported again for each key

    def path(self, name: str) -> str:
        """Return the key of an entry, from the top of the file."""
        return f"{self.key}.{name}" if self.key else name

    def reject(self, name: str, expected: str) -> None:
        """Note that an entry is not what is expected."""
        found = shown(self.content[name]) if name in self.content else "nothing"
        self.notes.problems.append(Problem(self.path(name), found, expected))
        self.notes.gaps += 1

    def reject_size(self, name: str, size: int, things: str, most: int) -> None:
        """Note that an entry is too large."""
        problem = Problem(self.path(name), f"{size:,} {things}", f"at most {most}")
        self.notes.problems.append(problem)
        self.notes.gaps += 1

    def number(self, name: str, least: int, most: int = LARGEST_NUMBER) -> int | None:
        """Return a whole number."""
        value = self.content.get(name)
        if type(value) is int and least <= value <= most:  # in Python, True is an int
            return value
        self.reject(name, f"a whole number from {least} to {most}")
        return None

    def numbers(self, name: str, least: int, most: int = MOST_KINDS) -> tuple[int, ...] | None:
        """Return a list of at most `most` whole numbers."""
        values, largest = self.content.get(name), LARGEST_NUMBER
        if not isinstance(values, list) or not all(
            type(value) is int and least <= value <= largest for value in values
        ):
            self.reject(name, f"a list of whole numbers from {least} to {largest}")
        elif len(values) > most:
            self.reject_size(name, len(values), "numbers", most)
        else:
            return tuple(values)
        return None

    def text(self, name: str) -> str | None:
        """Return a text that is not empty."""
        value = self.content.get(name)
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            self.reject(name, "some text on one line")
        elif len(value) > LONGEST_LINE:
            self.reject_size(name, len(value), "characters", LONGEST_LINE)
        else:
            return value
        return None

    def name(self, name: str) -> str | None:
        """Return a name for a thing of the edition, or for the edition."""
        value = self.content.get(name)
        if not isinstance(value, str) or not _NAME.fullmatch(value):
            self.reject(name, "a name of lower-case letters and digits, with a dash between words")
        elif len(value) > LONGEST_NAME:
            self.reject_size(name, len(value), "characters", LONGEST_NAME)
        else:
            return value
        return None

    def word(self, name: str, words: Sequence[W]) -> W | None:
        """Return one of these words."""
        value = self.content.get(name)
        for word in words:
            if value == word:
                return word
        self.reject(name, listed(map(shown, words)))
        return None

    def reference(self, name: str, names: Sequence[str], *, complete: bool) -> str | None:
        """Return a name that stands elsewhere in the file; any name, if those there could not all be read."""
        return self.word(name, names) if complete else self.name(name)

    def table(self, name: str, *known: str) -> TomlTable:
        """Return a table inside this one."""
        if name in self.content:
            return TomlTable(self.path(name), self.content[name], known, self.notes)
        self.reject(name, a_table(known))
        return TomlTable(self.path(name), {}, known, Findings())

    def fact(self, name: str, *known: str) -> TomlTable:
        """Return a table inside this one that holds a datum and its provenance."""
        return self.table(name, *known, *_PROVENANCE)

    def tables(
        self, name: str, *known: str, called: Sequence[str] = (), most: int = MOST_KINDS
    ) -> Iterator[TomlTable]:
        """Yield the tables of a list, whose keys end in the entries `called`, or in their number."""
        entries = self.content.get(name)
        if not isinstance(entries, list):
            self.reject(name, f"a list, each entry {a_table(known)}")
            return
        if len(entries) > most:
            self.reject_size(name, len(entries), "entries", most)
            return
        for number, entry in enumerate(entries, start=1):
            named = [entry.get(part) for part in called] if isinstance(entry, dict) else []
            title = ".".join(str(part) for part in named if isinstance(part, str | int))
            title = title[:LONGEST_NAME]
            yield TomlTable(f"{self.path(name)}.{title or number}", entry, known, self.notes)

    def facts(
        self, name: str, *known: str, called: Sequence[str], most: int = MOST_KINDS
    ) -> Iterator[TomlTable]:
        """Yield the tables of a list, each of which holds a datum and its provenance."""
        return self.tables(name, *known, *_PROVENANCE, called=called, most=most)

    def note(self, value: object) -> None:
        """Note the provenance of the datum in this table, which is `value` in words."""
        gaps = self.notes.gaps
        level = self.word("level", LEVELS)
        source = ""
        if "source" in self.content:
            source = self.text("source") or ""
        elif level in _WHY:
            self.reject("source", f'{_WHY[level]}, because the level is "{level}"')
        self.notes.data.append(Datum(self.key, str(value), level or "assumed", source))
        self.notes.gaps = gaps  # the datum itself is there

    def stated(self, name: str, least: int, most: int = LARGEST_NUMBER) -> int | None:
        """Return a datum of this table that is a whole number."""
        fact = self.fact(name, "is")
        number = fact.number("is", least, most)
        fact.note(number)
        return number


def a_table(known: Sequence[str]) -> str:
    """Return the words for a table with these keys."""
    return f"a table with {listed(known, 'and')}"


def shown(value: object) -> str:
    """Return a value of a TOML file as it is written there; of a long one only the beginning.

    >>> shown("pub"), shown(True), shown([1, 2]), shown({})
    ('"pub"', 'true', '[1, 2]', 'a table')
    """
    if isinstance(value, str):
        text = f'"{value}"'
    elif isinstance(value, bool):
        text = "true" if value else "false"
    elif isinstance(value, list):
        inner = ("a list" if isinstance(item, list) else shown(item) for item in value)
        text = f"[{', '.join(inner)}]"
    else:
        text = "a table" if isinstance(value, dict) else str(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


# Reading


class EditionParts:
    """The parts of an edition, as far as they could be read."""

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
        """All under these keys could be read."""
        return self.unread.isdisjoint(keys)


def read(document: dict[str, object], notes: Findings) -> EditionParts:
    """Return the parts of an edition, as far as they can be read; the rest is in the notes."""
    file = TomlTable("", document, ("name", "title", "counts", *_TABLES, "swords"), notes)
    parts = EditionParts()
    parts.name = file.name("name") or ""
    parts.title = file.text("title") or ""
    counts = file.table("counts", *LEAST)
    for name, least in LEAST.items():
        left_out = name in DEFAULTS and name not in counts.content
        number = (
            DEFAULTS[name]
            if left_out
            else counts.stated(name, least, MOST.get(name, LARGEST_NUMBER))
        )
        if number is not None:
            parts.counts[name] = number
    for title, readers in _TABLES.items():
        table = file.table(title, *readers)
        for key, reader in readers.items():
            gaps = table.notes.gaps
            reader(table, key, parts)
            if table.notes.gaps > gaps:
                parts.unread.add(f"{title}.{key}")
    gaps = notes.gaps
    _read_swords(file, parts)
    if notes.gaps > gaps:
        parts.unread.add("swords")
    return parts


def _read_colours(table: TomlTable, key: str, parts: EditionParts) -> None:
    _read_names(table, key, parts.colours, most=MOST_PLAYERS)
    if table.content.get(key) == []:
        table.reject(key, "at least one colour")


def _read_duel_colours(table: TomlTable, key: str, parts: EditionParts) -> None:
    _read_names(table, key, parts.duel_colours, taken=(NEUTRAL, MOVEMENT))


def _read_names(
    table: TomlTable,
    key: str,
    names: list[str],
    taken: tuple[str, ...] = (),
    most: int = MOST_KINDS,
) -> None:
    for line in table.facts(key, "is", called=("is",), most=most):
        name = line.name("is")
        line.note(name)
        if name in taken:
            meant = listed(map(shown, taken), "and")
            line.reject("is", f"another name, since {meant} mean something else")
        elif name in names:
            line.reject("is", "each colour once")
        elif name is not None:
            names.append(name)


def _read_shops(table: TomlTable, key: str, parts: EditionParts) -> None:
    for line in table.facts(key, "kind", "circles", called=("kind",)):
        kind = line.word("kind", SHOP_KINDS)
        circles = multiset(line.numbers("circles", 1) or ())
        words = [f"one with {plural(number, 'circle')}" for number in circles]
        line.note(listed(words or ["none"], "and"))
        if line.content.get("circles") == []:
            line.reject("circles", "the circles of at least one tile")
        if kind in parts.shops:
            line.reject("kind", "each kind once")
        elif kind is not None:
            parts.shops[kind] = circles


def _read_shape(table: TomlTable, key: str, _parts: EditionParts) -> None:
    fact = table.fact(key, "is")
    fact.note(fact.word("is", (SHAPE,)))


def _read_rows(table: TomlTable, key: str, parts: EditionParts) -> None:
    for line in table.facts(key, "row", "price", called=("row",)):
        row = line.name("row")
        price = line.number("price", 1)
        line.note(f"price {price}")
        if row in parts.rows:
            line.reject("row", "each row once")
        elif row is not None and price is not None:
            parts.rows[row] = price


def _read_board(table: TomlTable, key: str, parts: EditionParts) -> None:
    number = table.stated(key, 1)
    if number is not None:
        parts.board[key] = number


def _read_road(table: TomlTable, key: str, parts: EditionParts) -> None:
    known = ("step", "kind", "row", "circles", "price")
    for line in table.facts(key, *known, called=("step",), most=MOST_STEPS):
        step = line.number("step", 1)
        kind = line.word("kind", ROAD_KINDS)
        if kind is None:
            line.note(kind)
            continue
        space = _entrance(line) if kind == "entrance" else _space(line, kind, parts)
        if step is not None:
            parts.road.append((step, space))


def _entrance(line: TomlTable) -> Space:
    for name in ("row", "circles", "price"):
        if name in line.content:
            line.reject(name, f"no {name}: an entrance has none")
    line.note("entrance")
    return Space("entrance")


def _space(line: TomlTable, kind: SpaceKind, parts: EditionParts) -> Space:
    """Return a site, a tavern or an artist."""
    row = line.reference("row", tuple(parts.rows), complete=parts.has("board.rows"))
    words = f"{kind} in the {row} row"
    price = parts.rows.get(row or "", 0)
    circles = 0
    if kind == "site":
        if "circles" in line.content:
            line.reject("circles", "no circles: they are those of the shop that is placed there")
        if "price" in line.content:
            line.reject("price", "no price: it is that of the row")
    else:
        if kind == "artist":
            price = parts.board.get("artist_price", 0)
        circles = parts.board.get(f"{kind}_circles", 0)
        if "circles" in line.content:
            circles = line.number("circles", 1) or 0
            words += f", {plural(circles, 'circle')}"
        if "price" in line.content:
            price = line.number("price", 1) or 0
            words += f", price {price}"
    line.note(words)
    return Space(kind, row or "", price, circles)


def _read_tiles(table: TomlTable, key: str, parts: EditionParts) -> None:
    kinds = (*parts.duel_colours, MOVEMENT)
    complete = parts.has("masters.colours")
    for line in table.facts(key, "tile", "copies", called=("tile",)):
        tile = line.reference("tile", kinds, complete=complete)
        copies = line.number("copies", 1)
        line.note(copies)
        if tile in parts.tiles:
            line.reject("tile", "each kind once")
        elif tile is not None and copies is not None:
            parts.tiles[tile] = copies


def _read_values(table: TomlTable, key: str, parts: EditionParts) -> None:
    fact = table.fact(key, "is")
    values = fact.numbers("is", 1)
    if values is not None and (not values or list(values) != sorted(set(values))):
        fact.reject("is", "at least one value, each once, in rising order")
    parts.values = values or ()
    fact.note(_sequence(parts.values))


def _read_copies(table: TomlTable, key: str, parts: EditionParts) -> None:
    fact = table.fact(key, "is")
    copies = fact.numbers("is", 1)
    parts.copies = copies or ()
    fact.note(_sequence(parts.copies))


def _read_pictures(table: TomlTable, key: str, parts: EditionParts) -> None:
    colours = (*parts.duel_colours, NEUTRAL)
    complete = parts.has("masters.colours")
    known, most = ("colour", "stance", "copies"), len(STANCES) * (MOST_KINDS + 1)
    for line in table.facts(key, *known, called=("colour", "stance"), most=most):
        colour = line.reference("colour", colours, complete=complete)
        stance = line.word("stance", STANCES)
        copies = line.numbers("copies", 0)
        line.note(_sequence(copies or ()))
        if colour is None or stance is None or copies is None:
            continue
        if (colour, stance) in parts.pictures:
            line.reject("stance", "each picture once")
        elif parts.has("cards.values") and len(copies) != len(parts.values):
            line.reject("copies", f"{plural(len(parts.values), 'number')}, one for each value")
        elif not any(copies):
            line.reject("copies", "at least one card, or no such line")
        else:
            parts.pictures[colour, stance] = copies


def _read_paintings(table: TomlTable, key: str, parts: EditionParts) -> None:
    fact = table.fact(key, "is")
    paintings = fact.numbers("is", 1, LARGEST_NUMBER)
    parts.paintings = paintings or ()
    fact.note(_sequence(parts.paintings))


def _read_swords(file: TomlTable, parts: EditionParts) -> None:
    for block in file.tables("swords", "value", "cost", "copies"):
        value = block.stated("value", 1)
        cost = block.fact("cost", "metal", "gems")
        metal = cost.number("metal", 1)
        gems = cost.number("gems", 0)
        cost.note(f"{metal} metal, {plural(gems or 0, 'gem')}")
        copies = block.stated("copies", 1)
        if value and metal and gems is not None and copies:
            parts.swords.append((Sword(value, metal, gems), copies))


def _sequence(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers)) or "none"


_TABLES: dict[str, dict[str, Callable[[TomlTable, str, EditionParts], None]]] = {
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


# Checking


def problems_of(parts: EditionParts) -> Iterator[Problem]:
    """Yield everything that does not fit together.

    The engine relies on what is checked here: a road without gaps that ends with its entrances, a price for every use,
    and a figure outside the Alcazar at the start of each turn.
    """
    yield from _players(parts)
    yield from _shops(parts)
    yield from _road(parts)
    yield from _tiles(parts)
    yield from _cards(parts)
    yield from _hands(parts)
    yield from _paintings(parts)
    yield from _swords(parts)


def _total(parts: EditionParts, count: str, number: int, key: str) -> Iterator[Problem]:
    """Check that a count agrees with what is listed under `key`."""
    stated = parts.counts.get(count)
    if parts.has(key) and stated is not None and stated != number:
        yield Problem(f"counts.{count}", str(stated), f"{number}, the number under {key}")


def _players(parts: EditionParts) -> Iterator[Problem]:
    least, most = parts.counts.get("players_least"), parts.counts.get("players_most")
    if least is not None and most is not None and most < least:
        expected = f"at least {least}, as in counts.players_least"
        yield Problem("counts.players_most", str(most), expected)
    if parts.has("players.colours") and most is not None and most > len(parts.colours):
        expected = f"at most {len(parts.colours)}, the number under players.colours"
        yield Problem("counts.players_most", str(most), expected)
    figures = parts.counts.get("figures")
    if most is not None and figures is not None and most * figures > MOST_FIGURES:
        found = f"{figures} for each of {plural(most, 'player')}, {most * figures:,} in all"
        yield Problem("counts.figures", found, f"at most {MOST_FIGURES} in all")
    # Whoever begins a turn has a figure outside the Alcazar (I-19).
    last_round_at = parts.counts.get("last_round_at")
    if figures is not None and last_round_at is not None and last_round_at > figures:
        expected = f"at most {figures}, as in counts.figures"
        yield Problem("counts.last_round_at", str(last_round_at), expected)


def _shops(parts: EditionParts) -> Iterator[Problem]:
    yield from _total(parts, "shops", sum(map(len, parts.shops.values())), "players.shops")


def _road(parts: EditionParts) -> Iterator[Problem]:
    if not parts.has("board.road"):
        return
    before = 0
    for step, _ in parts.road:
        if step != before + 1:
            found = f"step {step} after step {before}" if before else f"step {step} first"
            yield Problem(f"board.road.{step}.step", found, f"step {before + 1}")
        before = step
    # The entrances are the last spaces.
    kinds = [space.kind for _, space in parts.road]
    if "entrance" not in kinds:
        yield Problem("board.road", "no entrance", "at least one, at the end")
    for (step, space), (_, following) in pairwise(parts.road):
        if space.kind == "entrance" != following.kind:
            found = f"an entrance with a space of kind {following.kind} behind it"
            yield Problem(f"board.road.{step}.kind", found, "entrances at the end only")
    yield from _total(parts, "sites", kinds.count("site"), "board.road")
    yield from _total(parts, "taverns", kinds.count("tavern"), "board.road")
    yield from _total(parts, "artists", kinds.count("artist"), "board.road")
    yield from _total(parts, "entrances", kinds.count("entrance"), "board.road")


def _tiles(parts: EditionParts) -> Iterator[Problem]:
    movement = parts.tiles.get(MOVEMENT, 0)
    yield from _total(parts, "duel_tiles", sum(parts.tiles.values()) - movement, "masters.tiles")
    yield from _total(parts, "movement_tiles", movement, "masters.tiles")


def _cards(parts: EditionParts) -> Iterator[Problem]:
    yield from _total(parts, "money_cards", sum(parts.copies), "cards.copies")
    if not parts.has("cards.values", "cards.copies"):
        return
    if len(parts.copies) != len(parts.values):
        expected = f"{plural(len(parts.values), 'number')}, one for each value"
        yield Problem("cards.copies.is", plural(len(parts.copies), "number"), expected)
    elif parts.has("cards.pictures"):
        for place, (value, copies) in enumerate(zip(parts.values, parts.copies, strict=True)):
            pictures = sum(column[place] for column in parts.pictures.values())
            if pictures != copies:
                expected = f"{pictures}, the number under cards.pictures"
                yield Problem("cards.copies.is", f"{copies} of value {value}", expected)


def _hands(parts: EditionParts) -> Iterator[Problem]:
    cards = parts.counts.get("money_cards")
    most, hand = parts.counts.get("players_most"), parts.counts.get("hand")
    if cards is not None and most is not None and hand is not None and cards < most * hand:
        expected = f"at least {most * hand}: {hand} for each of {plural(most, 'player')}"
        yield Problem("counts.money_cards", str(cards), expected)


def _paintings(parts: EditionParts) -> Iterator[Problem]:
    yield from _total(parts, "paintings", len(parts.paintings), "paintings.stack")
    for upper, lower in pairwise(parts.paintings):  # SET-02
        if lower > upper:
            expected = "values that never rise from the top to the bottom"
            yield Problem("paintings.stack.is", f"{lower} under {upper}", expected)


def _swords(parts: EditionParts) -> Iterator[Problem]:
    yield from _total(parts, "swords", sum(copies for _, copies in parts.swords), "swords")
    if not parts.has("swords"):
        return
    metal, gems = parts.counts.get("metal"), parts.counts.get("gems")
    for number, (sword, _) in enumerate(parts.swords, start=1):
        key = f"swords.{number}.cost"
        if metal is not None and sword.metal > metal:
            yield Problem(f"{key}.metal", str(sword.metal), f"at most {metal}, as in counts.metal")
        if gems is not None and sword.gems > gems:
            yield Problem(f"{key}.gems", str(sword.gems), f"at most {gems}, as in counts.gems")
    for number, ((before, _), (sword, _)) in enumerate(pairwise(parts.swords), start=2):
        if sword <= before:
            expected = "each kind of sword once, in rising order of value, metal and gems"
            yield Problem(f"swords.{number}", f"{_words(sword)} after {_words(before)}", expected)


def _words(sword: Sword) -> str:
    return f"{sword.value} for {sword.metal} metal and {plural(sword.gems, 'gem')}"


# Building


def build(parts: EditionParts, provenance: tuple[Datum, ...]) -> Edition:
    """Return the edition of parts in which everything fits."""
    counts = parts.counts
    cards = (
        repeat(Card(value, colour, stance), copies)
        for (colour, stance), column in parts.pictures.items()
        for value, copies in zip(parts.values, column, strict=True)
    )
    return Edition(
        name=parts.name,
        title=parts.title,
        least_players=counts["players_least"],
        most_players=counts["players_most"],
        colours=tuple(parts.colours),
        road=(Space("cathedral"), *(space for _, space in parts.road)),
        duel_colours=tuple(parts.duel_colours),
        cards=multiset(chain.from_iterable(cards)),
        swords=multiset(
            chain.from_iterable(repeat(sword, copies) for sword, copies in parts.swords)
        ),
        paintings=parts.paintings,
        tiles=multiset(
            chain.from_iterable(repeat(tile, copies) for tile, copies in parts.tiles.items())
        ),
        shops=multiset(
            ShopTile(kind, number) for kind, circles in parts.shops.items() for number in circles
        ),
        figures=counts["figures"],
        hand=counts["hand"],
        metal=counts["metal"],
        gems=counts["gems"],
        tile_limit=counts["tile_limit"],
        last_round_at=counts["last_round_at"],
        cards_taken=counts["cards_taken"],
        tavern_cards=counts["tavern_cards"],
        movement_penalty=counts["movement_penalty"],
        rounds_to_win=counts["rounds_to_win"],
        gems_per_point=counts["gems_per_point"],
        sword_divisor=counts["sword_divisor"],
        provenance=provenance,
    )
