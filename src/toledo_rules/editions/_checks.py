"""Which editions are valid, and everything that is wrong with a file of one.

This module alone says which editions are valid, whether they come from a file, from JSON or from a program: the shapes
of their parts, their bounds, and how the parts have to fit together. The engine relies on what is checked here: a road
that ends with its entrances, a price for every use, and a figure outside the Alcazar at the start of each turn.

A file is checked in three steps. The *forms* of its sections are those of JSON, with the words of TOML; a section that
has another form is not read, so that one mistake is reported once. The *file* must not contradict itself: counts agree
with lists, steps follow each other. All else is asked of the *edition* that the sections make; the places of its
problems are translated into keys of the file.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache, lru_cache
from itertools import islice, pairwise
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NotRequired,
    TypeAlias,
    TypedDict,
    get_args,
    get_origin,
    is_typeddict,
)

from attrs import evolve
from cattrs import Converter
from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError
from cattrs.gen import override
from cattrs.gen.typeddicts import make_dict_structure_fn

from toledo_rules._converter import FormError, JsonConverter, Load, formless, load_of
from toledo_rules._json import (
    SOME_LINE,
    MinLength,
    Range,
    SomeLine,
    bound,
    parts,
    present,
    shown,
    split,
)
from toledo_rules._limits import MOST_PROBLEMS
from toledo_rules._values import type_faults
from toledo_rules.edition import (
    CATHEDRAL,
    LARGEST_NUMBER,
    LONGEST_LINE,
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_DOTS,
    MOST_FIGURES,
    MOST_KINDS,
    MOST_PLAYERS,
    MOST_STEPS,
    MOVEMENT,
    NEUTRAL,
    Edition,
    Level,
    Readings,
    ShopKind,
    Space,
    SpaceKind,
    Stance,
    Sword,
    too_many_actions,
)
from toledo_rules.editions._toml import (
    COUNTS,
    DEFAULTS,
    FIELDS,
    SECTIONS,
    SHAPE,
    TOTALS,
    Document,
    TableLine,
    edition_in,
    sword_of,
    title_of,
)
from toledo_rules.errors import EditionError, Problem, listed, plural

# ------------------------------------------------------------
# The form of an edition: the shapes of its parts, their bounds, and how the parts have to fit together.


class _Itself:
    """A key that equals only itself: an edition with 5.0 figures is equal to a sound one with 5."""

    __slots__ = ("edition",)

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self.edition is other.edition

    def __hash__(self) -> int:
        return id(self.edition)


def problems_of(edition: Edition) -> tuple[Problem, ...]:
    """Return everything that is wrong with an edition. It is looked at once."""
    return _value_problems(_Itself(edition))


@lru_cache(maxsize=64)
def _value_problems(key: _Itself) -> tuple[Problem, ...]:
    return tuple(islice(_all_problems(key.edition), MOST_PROBLEMS))


def _all_problems(edition: Edition) -> Iterator[Problem]:
    wrong = False
    for problem in type_faults(edition, Edition, ""):
        yield problem
        wrong = True
    if wrong:
        return
    unread = set()
    for name, kind in ((name, present(kind)) for name, kind in parts(Edition).items()):
        dumped = _converter().dump(getattr(edition, name), kind)
        for problem in _converter().faults(dumped, kind, name):
            yield problem
            unread.add(name)
    yield from misfits(edition, unread)


@cache
def _converter() -> JsonConverter:
    from toledo_rules._converter import JsonConverter  # noqa: PLC0415  # cattrs is for who needs it

    return JsonConverter()


def misfits(edition: Edition, unread: Collection[str] = ()) -> Iterator[Problem]:
    """Yield what is too large in an edition, or does not fit together.

    Fields that are `unread` have no value of the right shape. What depends on them is not asked, and neither is what
    depends on a field that is found to be wrong by itself: one mistake is reported once.
    """
    doubtful = {*unread}
    for check, needed in _VALUE_CHECKS.items():
        if needed.isdisjoint(doubtful):
            for problem in check(edition):
                yield problem
                if len(needed) == 1:
                    doubtful |= needed


# Sizes


def _long(where: str, text: str, most: int) -> Iterator[Problem]:
    if len(text) > most:
        yield Problem(where, f"{len(text):,} characters", f"at most {most}")


def _many(where: str, number: int, things: str, most: int) -> Iterator[Problem]:
    if number > most:
        yield Problem(where, f"{number:,} {things}", f"at most {most}")


def _names(where: str, names: tuple[str, ...], most: int) -> Iterator[Problem]:
    yield from _many(where, len(names), "colours", most)
    for place, name in enumerate(names):
        yield from _long(f"{where}[{place}]", name, LONGEST_NAME)


def _text_size(name: str, most: int) -> Callable[[Edition], Iterator[Problem]]:
    return lambda edition: _long(name, getattr(edition, name), most)


def _names_size(name: str, most: int) -> Callable[[Edition], Iterator[Problem]]:
    return lambda edition: _names(name, getattr(edition, name), most)


def _road_size(edition: Edition) -> Iterator[Problem]:
    yield from _many("road", len(edition.road) - 1, "steps", MOST_STEPS)
    yield from _many("road", len({space.row for space in edition.road} - {""}), "rows", MOST_KINDS)
    for step, space in enumerate(edition.road):
        yield from _long(f"road[{step}].row", space.row, LONGEST_NAME)


def _cards_size(edition: Edition) -> Iterator[Problem]:
    yield from _many("cards", len(edition.cards), "cards", LARGEST_NUMBER)
    yield from _many("cards", len({card.value for card in edition.cards}), "values", MOST_KINDS)


def _paintings_size(edition: Edition) -> Iterator[Problem]:
    yield from _many("paintings", len(edition.paintings), "paintings", LARGEST_NUMBER)


def _value_pieces(name: str, things: str) -> Callable[[Edition], Iterator[Problem]]:
    def size(edition: Edition) -> Iterator[Problem]:
        pieces: tuple[object, ...] = getattr(edition, name)
        yield from _many(name, len(pieces), things, LARGEST_NUMBER)
        yield from _many(name, len({*pieces}), f"kinds of {things}", MOST_KINDS)

    return size


def _provenance_size(edition: Edition) -> Iterator[Problem]:
    yield from _many("provenance", len(edition.provenance), "data", LARGEST_NUMBER)
    for place, datum in enumerate(edition.provenance):
        yield from _long(f"provenance[{place}].source", datum.source, LONGEST_LINE)


# Texts and colours


def _title(edition: Edition) -> Iterator[Problem]:
    if not _is_line(edition.title):
        yield Problem("title", shown(edition.title), SOME_LINE.words)


def _is_line(text: str) -> bool:
    return bool(text.strip()) and text.isprintable()


def _colours(edition: Edition) -> Iterator[Problem]:
    yield from _repeated("colours", edition.colours)


def _duel_colours(edition: Edition) -> Iterator[Problem]:
    yield from _repeated("duel_colours", edition.duel_colours)
    for place, colour in enumerate(edition.duel_colours):
        if colour in (NEUTRAL, MOVEMENT):
            meant = f'another name, since "{NEUTRAL}" and "{MOVEMENT}" mean something else'
            yield Problem(f"duel_colours[{place}]", shown(colour), meant)


def _repeated(where: str, names: tuple[str, ...]) -> Iterator[Problem]:
    for place, name in enumerate(names):
        if name in names[:place]:
            yield Problem(f"{where}[{place}]", shown(name), "each colour once")


_WHY: Mapping[Level, str] = {"published": "who says so", "inferred": "the argument for it"}
"""The content of a source, for the levels that must have one."""


def _sources(edition: Edition) -> Iterator[Problem]:
    for place, datum in enumerate(edition.provenance):
        at = f"provenance[{place}].source"
        if datum.source:
            if not _is_line(datum.source):
                yield Problem(at, shown(datum.source), SOME_LINE.words)
        elif datum.level in _WHY:
            expected = f'{_WHY[datum.level]}, because the level is "{datum.level}"'
            yield Problem(at, "nothing", expected)


# Players


def _fewest(edition: Edition) -> Iterator[Problem]:
    least, most = edition.least_players, edition.most_players
    if most < least:
        yield Problem("most_players", str(most), f"at least {least}, the least number of players")


def _seats(edition: Edition) -> Iterator[Problem]:
    if edition.most_players > len(edition.colours):
        expected = f"at most {len(edition.colours)}, the number of colours"
        yield Problem("most_players", str(edition.most_players), expected)


def _figures(edition: Edition) -> Iterator[Problem]:
    figures, most = edition.figures, edition.most_players
    if most * figures > MOST_FIGURES:
        found = f"{figures} for each of {plural(most, 'player')}, {most * figures:,} in all"
        yield Problem("figures", found, f"at most {MOST_FIGURES} in all")


def _last_round(edition: Edition) -> Iterator[Problem]:
    """I-19: the player who begins a turn has a figure outside the Alcazar."""
    if edition.last_round_at > edition.figures:
        expected = f"at most {edition.figures}, the number of figures"
        yield Problem("last_round_at", str(edition.last_round_at), expected)


def _hands(edition: Edition) -> Iterator[Problem]:
    most, hand = edition.most_players, edition.hand
    if len(edition.cards) < most * hand:
        expected = f"at least {most * hand}: {hand} for each of {plural(most, 'player')}"
        yield Problem("cards", plural(len(edition.cards), "card"), expected)


# The road


_SPARE = {"cathedral": Space("cathedral"), "entrance": Space("entrance")}
"""Spaces of which nothing but their kind is printed on the board."""


def _road(edition: Edition) -> Iterator[Problem]:
    yield from _order(edition)
    yield from _prices(edition)


def _order(edition: Edition) -> Iterator[Problem]:
    """The cathedral is first, the entrances are last, and nothing is printed on them."""
    for step, space in enumerate(edition.road):
        at, following = f"road[{step}]", edition.road[step + 1 : step + 2]
        if (space.kind == "cathedral") != (step == CATHEDRAL):
            expected = "the cathedral at step 0, and only there"
            yield Problem(f"{at}.kind", shown(space.kind), expected)
        # the entrances are the last spaces.
        if space.kind == "entrance" and following and following[0].kind != "entrance":
            found = f"an entrance with a space of kind {following[0].kind} behind it"
            yield Problem(f"{at}.kind", found, "entrances at the end only")
        if space.kind != "entrance" and not following:
            yield Problem(f"{at}.kind", shown(space.kind), "an entrance at the end of the road")
        if space.kind in _SPARE and space != _SPARE[space.kind]:
            spare = _SPARE[space.kind]
            yield Problem(at, repr(space), f"{spare!r}, without anything printed on it")


def _prices(edition: Edition) -> Iterator[Problem]:
    """Every use has a price, that of a site is the price of its row, and figures have room."""
    rows: dict[str, int] = {}
    for step, space in enumerate(edition.road):
        if space.kind in _SPARE:
            continue
        at = f"road[{step}]"
        if not space.row:
            yield Problem(f"{at}.row", '""', "the name of its row")
        if not space.price:
            yield Problem(f"{at}.price", "0", "at least 1")
        if space.kind != "site":
            if not space.circles:
                yield Problem(f"{at}.circles", "0", "at least 1")
            continue
        if space.circles:
            expected = "0: a site has the circles of the shop that is placed there"
            yield Problem(f"{at}.circles", str(space.circles), expected)
        if space.price != rows.setdefault(space.row, space.price):
            expected = f"{rows[space.row]}, as for the other sites of the row"
            yield Problem(f"{at}.price", str(space.price), expected)


# Pieces


def _value_pictures(edition: Edition) -> Iterator[Problem]:
    colours = (*edition.duel_colours, NEUTRAL)
    for place, card in enumerate(edition.cards):
        if card.colour not in colours:
            expected = listed(map(shown, colours))
            yield Problem(f"cards[{place}].colour", shown(card.colour), expected)


def _tiles(edition: Edition) -> Iterator[Problem]:
    tiles = (*edition.duel_colours, MOVEMENT)
    for place, tile in enumerate(edition.tiles):
        if tile not in tiles:
            yield Problem(f"tiles[{place}]", shown(tile), listed(map(shown, tiles)))


def _forging(material: str, supply: str) -> Callable[[Edition], Iterator[Problem]]:
    def affordable(edition: Edition) -> Iterator[Problem]:
        most: int = getattr(edition, material)
        for place, sword in enumerate(edition.swords):
            if (needed := getattr(sword, material)) > most:
                expected = f"at most {most}, {supply}"
                yield Problem(f"swords[{place}].{material}", str(needed), expected)

    return affordable


def _paintings(edition: Edition) -> Iterator[Problem]:
    for place, (upper, lower) in enumerate(pairwise(edition.paintings), start=1):
        if lower > upper:  # SET-02
            expected = "values that never rise from the top to the bottom"
            yield Problem(f"paintings[{place}]", f"{lower} under {upper}", expected)


def _sorted(name: str) -> Callable[[Edition], Iterator[Problem]]:
    def order(edition: Edition) -> Iterator[Problem]:
        pieces: tuple[Any, ...] = getattr(edition, name)
        for place, (before, item) in enumerate(pairwise(pieces), start=1):
            if item < before:
                yield Problem(f"{name}[{place}]", f"{item!r} after {before!r}", "a sorted list")
                return

    return order


def _actions(edition: Edition) -> Iterator[Problem]:
    problem = too_many_actions(edition)
    if problem is not None:
        yield problem


_VALUE_CHECKS: Mapping[Callable[[Edition], Iterator[Problem]], frozenset[str]] = {
    _text_size("name", LONGEST_NAME): frozenset({"name"}),
    _text_size("title", LONGEST_LINE): frozenset({"title"}),
    _names_size("colours", MOST_PLAYERS): frozenset({"colours"}),
    _road_size: frozenset({"road"}),
    _names_size("duel_colours", MOST_KINDS): frozenset({"duel_colours"}),
    _cards_size: frozenset({"cards"}),
    _value_pieces("swords", "swords"): frozenset({"swords"}),
    _paintings_size: frozenset({"paintings"}),
    _value_pieces("tiles", "master tiles"): frozenset({"tiles"}),
    _value_pieces("shops", "shop tiles"): frozenset({"shops"}),
    _provenance_size: frozenset({"provenance"}),
    _title: frozenset({"title"}),
    _fewest: frozenset({"least_players", "most_players"}),
    _seats: frozenset({"most_players", "colours"}),
    _figures: frozenset({"figures", "most_players"}),
    _last_round: frozenset({"last_round_at", "figures"}),
    _hands: frozenset({"cards", "hand", "most_players"}),
    _colours: frozenset({"colours"}),
    _road: frozenset({"road"}),
    _duel_colours: frozenset({"duel_colours"}),
    _value_pictures: frozenset({"cards", "duel_colours"}),
    _tiles: frozenset({"tiles", "duel_colours"}),
    _paintings: frozenset({"paintings"}),
    _forging("metal", "all the metal there is"): frozenset({"swords", "metal"}),
    _forging("gems", "all the gems there are"): frozenset({"swords", "gems"}),
    **{_sorted(name): frozenset({name}) for name in ("cards", "swords", "tiles", "shops")},
    _actions: frozenset(
        {"most_players", "shops", "road", "tiles", "cards", "swords", "readings"}
    ),
    _sources: frozenset({"provenance"}),
}
"""Everything that has to fit together, with the fields that it is about; sizes first."""

# ------------------------------------------------------------
# Checking edition files: everything that is wrong with a TOML document, by the keys of the file.

_UNKNOWN = "an unknown key"
_LONGEST_SHOWN = 60
"""Characters of a list that a message shows."""


def parse(text: str, where: str) -> Edition:
    """Return the edition that a text describes.

    Raises `EditionError`, which lists everything that is wrong with the text.
    """
    if problems := [*_oversized(text)]:
        raise EditionError(where, problems)
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise EditionError(where, [_not_toml(str(error))]) from error
    if problems := _document_problems(document):
        raise EditionError(where, problems)
    return edition_in(document)


def _oversized(text: str) -> Iterator[Problem]:
    """Yield what the TOML reader would take too long for."""
    if len(text) > LONGEST_TEXT:
        # A file is read no further, so its length is not known.
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


def _document_problems(document: Document) -> list[Problem]:
    """Return everything that is wrong with a document; of very many problems, the first."""
    # Whatever is wrong with a line of the file is wrong with each of the pieces that it stands for.
    return [*dict.fromkeys(islice(_problems(document), MOST_PROBLEMS))]


def _problems(document: Document) -> Iterator[Problem]:
    unread: set[str] = set()
    unsourced: set[str] = set()
    for fault in _CONVERTER.faults(document, _FILE, ""):
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


# The form of a file


class Section:
    """A list of tables, whose keys end in what they are called, or in their number."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class FileConverter(JsonConverter):
    """A converter with the words and the keys of TOML."""

    def keys(self, cls: Any, tagged: bool) -> list[str]:
        return [*cls.__annotations__] if is_typeddict(cls) else super().keys(cls, tagged)

    def words(self, kind: Any) -> str:
        base, _ = split(kind)
        least = getattr(bound(kind, MinLength), "entries", 0)
        if is_typeddict(kind):
            return f"a table with {listed(self.keys(kind, False), 'and')}"
        if bound(kind, Section):
            entry = self.words(get_args(base)[0])
            return f"a list{f' of at least {least}' if least else ''}, each entry {entry}"
        if get_origin(base) is tuple:
            numbers = self.words(get_args(base)[0]).replace("a whole number", "whole numbers")
            return f"a list of {numbers}{f', at least {least} of them' if least else ''}"
        return super().words(kind)

    def place(self, path: str, key: Any, value: Any, kind: Any, /) -> str:
        if section := bound(kind, Section):
            return f"{path}.{title_of(section.name, value[key], key + 1)}"
        if isinstance(key, str):
            return f"{path}.{key[:LONGEST_NAME]}".removeprefix(".")
        return super().place(path, key, value, kind)


def _table_load(kind: Any, converter: Converter) -> Load:
    hooks: dict[str, Any] = {}
    for key, hint in kind.__annotations__.items():
        part = get_args(hint)[0] if get_origin(hint) is NotRequired else hint
        hooks[key] = override(struct_hook=load_of(part, converter))
    make = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True, **hooks)

    def load(value: Any, _: Any) -> Any:
        if not isinstance(value, dict):
            raise FormError(kind)
        try:
            return make(value, kind)
        except ClassValidationError as error:
            unknown = [one for one in error.exceptions if isinstance(one, ForbiddenExtraKeysError)]
            others = [one for one in error.exceptions if one not in unknown]
            raise ClassValidationError("", [*unknown, *others], kind) from None

    return load


_CONVERTER = FileConverter()
_CONVERTER.register(is_typeddict, _table_load, formless)

_Any: TypeAlias = Annotated[int, Range(0, LARGEST_NUMBER)]
_One: TypeAlias = Annotated[int, Range(1, LARGEST_NUMBER)]
_Ones: TypeAlias = Annotated[tuple[_One, ...], MinLength(1)]


def _table(parts: dict[str, Any], optional: Collection[str] = ()) -> Any:
    return TypedDict(  # type: ignore[operator]  # mypy wants to see the keys
        "Table",
        {key: NotRequired[part] if key in optional else part for key, part in parts.items()},
    )


def _fact(optional: tuple[str, ...] = (), /, **parts: Any) -> Any:
    """Return the form of a datum with its provenance."""
    return _table({**parts, "level": Level, "source": SomeLine}, {"source", *optional})


def _lines(section: str, line: Any, least: int = 0) -> Any:
    return Annotated[tuple[line, ...], MinLength(least), Section(section)]


_PROVENANCE = (".level", ".source")
_RoadKind: Any = Literal[tuple(kind for kind in get_args(SpaceKind) if kind != "cathedral")]

_COUNTS = {name: _fact(**{"is": parts(Edition)[field]}) for name, field in COUNTS.items()}
_TOTALS = {name: _fact(**{"is": _Any}) for name in TOTALS}
_NUMBER = _fact(**{"is": _One})
_COLOUR = _fact(**{"is": str})

_FILE = _table(
    {
        "name": str,
        "title": SomeLine,
        "counts": _table({**_COUNTS, **_TOTALS}, DEFAULTS),
        "players": _table(
            {
                "colours": _lines("players.colours", _COLOUR, least=1),
                "shops": _lines("players.shops", _fact(kind=ShopKind, circles=_Ones)),
            }
        ),
        "board": _table(
            {
                "shape": _fact(**{"is": Literal[SHAPE]}),
                "rows": _lines("board.rows", _fact(row=str, price=_One)),
                "tavern_circles": _NUMBER,
                "artist_circles": _NUMBER,
                "artist_price": _NUMBER,
                "road": _lines(
                    "board.road",
                    _fact(
                        ("row", "circles", "price"),
                        step=_One,
                        kind=_RoadKind,
                        row=str,
                        circles=_One,
                        price=_One,
                    ),
                    least=1,
                ),
            }
        ),
        "masters": _table(
            {
                "colours": _lines("masters.colours", _COLOUR),
                "tiles": _lines("masters.tiles", _fact(tile=str, copies=_One)),
            }
        ),
        "cards": _table(
            {
                "values": _fact(**{"is": _Ones}),
                "copies": _fact(**{"is": _Ones}),
                "pictures": _lines(
                    "cards.pictures",
                    _fact(colour=str, stance=Stance, copies=tuple[_Any, ...]),
                ),
            }
        ),
        "paintings": _table({"stack": _fact(**{"is": tuple[_One, ...]})}),
        "swords": _lines(
            "swords",
            _table({"value": _NUMBER, "cost": _fact(metal=_One, gems=_Any), "copies": _NUMBER}),
        ),
        "readings": _table(parts(Readings), parts(Readings)),
    },
    {"readings"},
)
"""The form of a file."""


def _sections(key: str) -> Iterator[str]:
    """Yield the sections that a key of the file belongs to: all of a table if it is the key of that table."""
    table, _, rest = key.partition(".")
    section = f"{table}.{rest.partition('.')[0]}"
    for known in ("name", "title", *SECTIONS, "readings"):
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
    line: TableLine = document["board"]["road"][step - 1]
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
