"""Checking edition files: everything that is wrong with a TOML document, by the keys of the file.

It takes three steps. The *shapes* of the sections are those of JSON, with the words of TOML; a section that has another
shape is not read, so that one mistake is reported once. The *file* must not contradict itself: counts agree with lists,
steps follow each other. All else is asked of the *edition* that the sections make (`toledo_rules._edition_form`); the
places of its problems are translated into keys of the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, pairwise
from typing import NamedTuple, get_args

from attrs import evolve, frozen

from toledo_rules._edition_form import ANY, EDITION_SHAPE, ONE, misfits
from toledo_rules._shapes import (
    NAME,
    SOME_LINE,
    Choice,
    ListOf,
    RecordOf,
    Shape,
    shown,
)
from toledo_rules.cards import STANCES
from toledo_rules.edition import (
    LARGEST_NUMBER,
    LEVELS,
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_DOTS,
    MOST_KINDS,
    MOVEMENT,
    SHOP_KINDS,
    Edition,
    SpaceKind,
    Sword,
)
from toledo_rules.editions._reading import (
    COUNTS,
    DEFAULTS,
    FIELDS,
    SECTIONS,
    SHAPE,
    TOTALS,
    Document,
    Line,
    edition_in,
    sword_of,
    title_of,
)
from toledo_rules.errors import Problem, listed, plural
from toledo_rules.limits import MOST_PROBLEMS

_UNKNOWN = "an unknown key"
_LONGEST_SHOWN = 60
"""Characters of a list that a message shows."""


def oversized(text: str) -> Iterator[Problem]:
    """Yield what the TOML reader would take too long for."""
    if len(text) > LONGEST_TEXT:
        # A file is read no further, so its length is not known.
        yield Problem("the text", f"more than {LONGEST_TEXT:,} characters", "no more than that")
        return
    for number, line in enumerate(text.split("\n"), start=1):
        dots = line.count(".")
        if dots > MOST_DOTS:
            yield Problem(f"line {number}", f"{dots:,} dots", f"at most {MOST_DOTS}")


def not_toml(message: str) -> Problem:
    """Return the problem that the TOML reader reports."""
    what, _, place = message.removesuffix(")").partition(" (at ")
    return Problem(place or "the text", f"a mistake ({what})", "TOML")


def document_problems(document: Document) -> list[Problem]:
    """Return everything that is wrong with a document; of very many problems, the first."""
    # Whatever is wrong with a line of the file is wrong with each of the pieces that it stands for.
    return [*dict.fromkeys(islice(_problems(document), MOST_PROBLEMS))]


def _problems(document: Document) -> Iterator[Problem]:
    unread: set[str] = set()
    unsourced: set[str] = set()
    for fault in _FILE.faults(document, ""):
        yield _in_toml(fault)
        sections = {*_sections(fault.where)}
        unsourced |= sections
        if fault.found != _UNKNOWN and not fault.where.endswith(_PROVENANCE):
            unread |= sections
    for check in _CHECKS:
        if check.sections.isdisjoint(unread):
            for problem in check.find(document):
                yield problem
                unread |= check.spoilt
    unsourced |= unread
    edition = edition_in(document, unread, unsourced)
    fields = {name for name, field in FIELDS.items() if not field.sections.isdisjoint(unread)}
    for problem in misfits(edition, fields):
        yield evolve(problem, where=_key(problem.where, document, edition))


# Shapes


class _TableOf(RecordOf):
    """A table of the file."""

    @property
    def words(self) -> str:
        return f"a table with {listed(self.keys, 'and')}"

    def faults(self, value: object, path: str) -> Iterator[Problem]:
        """Unknown keys, as TOML writes them, and all other faults."""
        if isinstance(value, dict):
            for key in filter(lambda key: key not in self.parts, value):
                where = f"{path}.{key[:LONGEST_NAME]}".removeprefix(".")
                yield Problem(where, _UNKNOWN, f"only {listed(self.keys, 'and')}")
            value = {key: entry for key, entry in value.items() if key in self.parts}
        yield from super().faults(value, path)


@frozen
class _Lines(ListOf):
    """A list of tables, whose keys end in what they are called, or in their number."""

    section: str = ""

    @property
    def words(self) -> str:
        least = f" of at least {self.least}" if self.least else ""
        return f"a list{least}, each entry {self.item.words}"

    def faults(self, value: object, path: str) -> Iterator[Problem]:
        if not self._fits(value):
            yield Problem(path, shown(value), self.words)
            return
        for number, line in enumerate(value, start=1):
            yield from self.item.faults(line, f"{path}.{title_of(self.section, line, number)}")


class _Numbers(ListOf):
    """A list of numbers."""

    @property
    def words(self) -> str:
        least = f", at least {self.least} of them" if self.least else ""
        return f"a list of {self.item.words.replace('a whole number', 'whole numbers')}{least}"


def _table(parts: dict[str, Shape], optional: Iterable[str] = ()) -> _TableOf:
    return _TableOf(dict, parts, optional=frozenset(optional))


def _fact(optional: tuple[str, ...] = (), /, **parts: Shape) -> _TableOf:
    """Return the shape of a datum with its provenance."""
    provenance = {"level": Choice(LEVELS), "source": SOME_LINE}
    return _table({**parts, **provenance}, {"source", *optional})


def _lines(section: str, line: _TableOf, least: int = 0) -> _Lines:
    return _Lines(line, least, section)


_PROVENANCE = (".level", ".source")
_ROAD_KINDS = tuple(kind for kind in get_args(SpaceKind) if kind != "cathedral")

_COUNTS = {name: _fact(**{"is": EDITION_SHAPE.parts[field]}) for name, field in COUNTS.items()}
_TOTALS = {name: _fact(**{"is": ANY}) for name in TOTALS}
_NUMBER = _fact(**{"is": ONE})
_COLOUR = _fact(**{"is": NAME})

_FILE = _table(
    {
        "name": NAME,
        "title": SOME_LINE,
        "counts": _table({**_COUNTS, **_TOTALS}, DEFAULTS),
        "players": _table(
            {
                "colours": _lines("players.colours", _COLOUR, least=1),
                "shops": _lines(
                    "players.shops", _fact(kind=Choice(SHOP_KINDS), circles=_Numbers(ONE, least=1))
                ),
            }
        ),
        "board": _table(
            {
                "shape": _fact(**{"is": Choice((SHAPE,))}),
                "rows": _lines("board.rows", _fact(row=NAME, price=ONE)),
                "tavern_circles": _NUMBER,
                "artist_circles": _NUMBER,
                "artist_price": _NUMBER,
                "road": _lines(
                    "board.road",
                    _fact(
                        ("row", "circles", "price"),
                        step=ONE,
                        kind=Choice(_ROAD_KINDS),
                        row=NAME,
                        circles=ONE,
                        price=ONE,
                    ),
                    least=1,
                ),
            }
        ),
        "masters": _table(
            {
                "colours": _lines("masters.colours", _COLOUR),
                "tiles": _lines("masters.tiles", _fact(tile=NAME, copies=ONE)),
            }
        ),
        "cards": _table(
            {
                "values": _fact(**{"is": _Numbers(ONE, least=1)}),
                "copies": _fact(**{"is": _Numbers(ONE, least=1)}),
                "pictures": _lines(
                    "cards.pictures",
                    _fact(colour=NAME, stance=Choice(STANCES), copies=_Numbers(ANY)),
                ),
            }
        ),
        "paintings": _table({"stack": _fact(**{"is": _Numbers(ONE)})}),
        "swords": _lines(
            "swords",
            _table({"value": _NUMBER, "cost": _fact(metal=ONE, gems=ANY), "copies": _NUMBER}),
        ),
    }
)
"""The shape of a file."""


def _sections(key: str) -> Iterator[str]:
    """Yield the sections that a key of the file belongs to: all of a table if it is the key of that table."""
    table, _, rest = key.partition(".")
    section = f"{table}.{rest.partition('.')[0]}"
    for known in ("name", "title", *SECTIONS):
        if known in (table, section) or (not rest and known.startswith(f"{table}.")):
            yield known


def _in_toml(fault: Problem) -> Problem:
    """Return a fault in the words of TOML."""
    found = fault.found.replace("something that is not JSON", "something else")
    return evolve(fault, found="a table" if found == "an object" else found)


# The file


class FileCheck(NamedTuple):
    """Something that a file must not contradict itself in."""

    find: Callable[[Document], Iterator[Problem]]
    sections: frozenset[str]
    """The sections that it compares."""
    spoilt: frozenset[str] = frozenset()
    """The sections that cannot be relied on if something is found."""


def _once(section: str, part: str, expected: str) -> FileCheck:
    """Return the check that no entry of a list is there twice."""
    table, _, name = section.partition(".")

    def find(document: Document) -> Iterator[Problem]:
        seen = set()
        for number, line in enumerate(document[table][name], start=1):
            title = title_of(section, line, number)
            if title in seen:
                yield Problem(f"{section}.{title}.{part}", shown(line[part]), expected)
            seen.add(title)

    return FileCheck(find, frozenset({section}), frozenset({section}))


def _too_many_rows(document: Document) -> Iterator[Problem]:
    rows = len(document["board"]["rows"])
    if rows > MOST_KINDS:
        yield Problem("board.rows", f"{rows:,} rows", f"at most {MOST_KINDS}")


def _steps(document: Document) -> Iterator[Problem]:
    before = 0
    for line in document["board"]["road"]:
        step = line["step"]
        if step != before + 1:
            found = f"step {step} after step {before}" if before else f"step {step} first"
            yield Problem(f"board.road.{step}.step", found, f"step {before + 1}")
        before = step


_NONE = {
    "entrance": {name: f"no {name}: an entrance has none" for name in ("row", "circles", "price")},
    "site": {
        "circles": "no circles: they are those of the shop that is placed there",
        "price": "no price: it is that of the row",
    },
}
"""Keys that steps of a kind do not have, and why."""


def _steps_without(document: Document) -> Iterator[Problem]:
    for line in document["board"]["road"]:
        for name, expected in _NONE.get(line["kind"], {}).items():
            if name in line:
                where = f"board.road.{line['step']}.{name}"
                yield Problem(where, shown(line[name]), expected)


def _steps_with_row(document: Document) -> Iterator[Problem]:
    for line in document["board"]["road"]:
        if line["kind"] != "entrance" and "row" not in line:
            yield Problem(f"board.road.{line['step']}.row", "nothing", "the name of its row")


def _rows(document: Document) -> Iterator[Problem]:
    rows = [line["row"] for line in document["board"]["rows"]]
    for line in document["board"]["road"]:
        if line["kind"] != "entrance" and line["row"] not in rows:
            expected = listed(map(shown, rows))
            yield Problem(f"board.road.{line['step']}.row", shown(line["row"]), expected)


def _values(document: Document) -> Iterator[Problem]:
    values = document["cards"]["values"]["is"]
    if values != sorted(set(values)):
        yield Problem("cards.values.is", _brief(values), "each value once, in rising order")


def _copies(document: Document) -> Iterator[Problem]:
    values, copies = (document["cards"][name]["is"] for name in ("values", "copies"))
    if len(copies) != len(values):
        expected = f"{plural(len(values), 'number')}, one for each value"
        yield Problem("cards.copies.is", plural(len(copies), "number"), expected)


def _pictures(document: Document) -> Iterator[Problem]:
    values = document["cards"]["values"]["is"]
    for number, line in enumerate(document["cards"]["pictures"], start=1):
        at = f"cards.pictures.{title_of('cards.pictures', line, number)}.copies"
        if len(line["copies"]) != len(values):
            expected = f"{plural(len(values), 'number')}, one for each value"
            yield Problem(at, _brief(line["copies"]), expected)
        elif not any(line["copies"]):
            yield Problem(at, _brief(line["copies"]), "at least one card, or no such line")


def _pictures_of_values(document: Document) -> Iterator[Problem]:
    values, copies = (document["cards"][name]["is"] for name in ("values", "copies"))
    columns = [line["copies"] for line in document["cards"]["pictures"]]
    for place, (value, stated) in enumerate(zip(values, copies, strict=True)):
        pictures = sum(column[place] for column in columns)
        if pictures != stated:
            expected = f"{pictures}, the number under cards.pictures"
            yield Problem("cards.copies.is", f"{stated} of value {value}", expected)


def _swords(document: Document) -> Iterator[Problem]:
    swords = [sword_of(block) for block in document["swords"]]
    for number, (before, sword) in enumerate(pairwise(swords), start=2):
        if sword <= before:
            expected = "each kind of sword once, in rising order of value, metal and gems"
            found = f"{_sword_words(sword)} after {_sword_words(before)}"
            yield Problem(f"swords.{number}", found, expected)


def _sword_words(sword: Sword) -> str:
    return f"{sword.value} for {sword.metal} metal and {plural(sword.gems, 'gem')}"


def _brief(numbers: list[int]) -> str:
    text = str(numbers)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


def _tiles_in(document: Document) -> Counter[str]:
    tiles: Counter[str] = Counter()
    for line in document["masters"]["tiles"]:
        tiles[line["tile"]] += line["copies"]
    return tiles


def _spaces(kind: SpaceKind) -> Callable[[Document], int]:
    return lambda document: sum(line["kind"] == kind for line in document["board"]["road"])


_NUMBER_OF: dict[str, Callable[[Document], int]] = {
    "money_cards": lambda document: sum(document["cards"]["copies"]["is"]),
    "swords": lambda document: sum(block["copies"]["is"] for block in document["swords"]),
    "paintings": lambda document: len(document["paintings"]["stack"]["is"]),
    "duel_tiles": lambda document: (tiles := _tiles_in(document)).total() - tiles[MOVEMENT],
    "movement_tiles": lambda document: _tiles_in(document)[MOVEMENT],
    "shops": lambda document: sum(len(line["circles"]) for line in document["players"]["shops"]),
    "sites": _spaces("site"),
    "taverns": _spaces("tavern"),
    "artists": _spaces("artist"),
    "entrances": _spaces("entrance"),
}
"""The number of things in the list that a total repeats."""


def _total(count: str) -> FileCheck:
    """Return the check that a count agrees with its list."""
    section = TOTALS[count]

    def find(document: Document) -> Iterator[Problem]:
        stated, number = document["counts"][count]["is"], _NUMBER_OF[count](document)
        if stated != number:
            expected = f"{number:,}, the number under {section}"
            yield Problem(f"counts.{count}", str(stated), expected)

    return FileCheck(find, frozenset({f"counts.{count}", section}))


def _pieces(section: str, number: Callable[[Document], int]) -> FileCheck:
    """Return the check that a list stands for no more pieces than can be counted, before they are made."""

    def find(document: Document) -> Iterator[Problem]:
        pieces = number(document)
        if pieces > LARGEST_NUMBER:
            yield Problem(section, f"{pieces:,} in all", f"at most {LARGEST_NUMBER}")

    return FileCheck(find, frozenset({section}), frozenset({section}))


_CHECKS = (
    *map(_total, TOTALS),
    _once("players.shops", "kind", "each kind once"),
    FileCheck(_too_many_rows, frozenset({"board.rows"}), frozenset({"board.rows"})),
    _once("board.rows", "row", "each row once"),
    FileCheck(_steps, frozenset({"board.road"})),
    FileCheck(_steps_without, frozenset({"board.road"})),
    FileCheck(_steps_with_row, frozenset({"board.road"}), frozenset({"board.road"})),
    FileCheck(_rows, frozenset({"board.rows", "board.road"}), frozenset({"board.road"})),
    _once("masters.tiles", "tile", "each kind once"),
    _pieces("masters.tiles", lambda document: _tiles_in(document).total()),
    FileCheck(_values, frozenset({"cards.values"}), frozenset({"cards.values"})),
    FileCheck(_copies, frozenset({"cards.values", "cards.copies"}), frozenset({"cards.copies"})),
    _once("cards.pictures", "stance", "each picture once"),
    FileCheck(
        _pictures, frozenset({"cards.values", "cards.pictures"}), frozenset({"cards.pictures"})
    ),
    FileCheck(_pictures_of_values, frozenset({"cards.values", "cards.copies", "cards.pictures"})),
    _pieces(
        "cards.pictures",
        lambda document: sum(sum(line["copies"]) for line in document["cards"]["pictures"]),
    ),
    FileCheck(_swords, frozenset({"swords"})),
    _pieces("swords", _NUMBER_OF["swords"]),
)
"""The checks of a file, in an order that lets each rely on those before it."""


# The edition


def _key(where: str, document: Document, edition: Edition) -> str:
    """Return the key of the file for a place in the edition."""
    entry, dot, part = where.partition(".")
    field, _, place = entry.removesuffix("]").partition("[")
    if place:
        return _ENTRY_KEYS[field](document, edition, int(place)) + dot + part
    return _KEYS.get(field, field)


_KEYS = {
    **{field: f"counts.{name}" for name, field in COUNTS.items()},
    "colours": "players.colours",
    "shops": "players.shops",
    "road": "board.road",
    "duel_colours": "masters.colours",
    "tiles": "masters.tiles",
    "cards": "cards.pictures",
    "paintings": "paintings.stack",
}
"""The keys of fields that have another name in the file."""


def _step_key(document: Document, _edition: Edition, step: int) -> str:
    line: Line = document["board"]["road"][step - 1]
    return f"board.road.{line['step']}"


def _picture_key(_document: Document, edition: Edition, place: int) -> str:
    card = edition.cards[place]
    return f"cards.pictures.{card.colour}.{card.stance}"


def _cost_key(document: Document, edition: Edition, place: int) -> str:
    kinds = [sword_of(block) for block in document["swords"]]
    return f"swords.{kinds.index(edition.swords[place]) + 1}.cost"


_ENTRY_KEYS: dict[str, Callable[[Document, Edition, int], str]] = {
    "colours": lambda _, edition, place: f"players.colours.{edition.colours[place]}.is",
    "road": _step_key,
    "duel_colours": lambda _, edition, place: f"masters.colours.{edition.duel_colours[place]}.is",
    "tiles": lambda _, edition, place: f"masters.tiles.{edition.tiles[place]}.tile",
    "cards": _picture_key,
    "paintings": lambda *_: "paintings.stack.is",
    "swords": _cost_key,
    "provenance": lambda _, edition, place: edition.provenance[place].key,
}
"""The keys of the entries of fields. The shops of a file need none: they are sorted, and have the right shape."""
