"""The form of an edition: the shapes of its parts, their bounds, and how the parts have to fit together.

This module alone says which editions are valid, whether they come from a file, from JSON or from a program. The engine
relies on what is checked here: a road that ends with its entrances, a price for every use, and a figure outside the
Alcazar at the start of each turn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from itertools import islice, pairwise
from typing import Any

from attrs import NOTHING, fields

from toledo_rules._shapes import (
    LINE,
    NAME,
    SOME_LINE,
    AtLeast,
    Details,
    ListOf,
    Number,
    Shapes,
    Text,
    mistyped,
    shown,
)
from toledo_rules.cards import NEUTRAL, Card
from toledo_rules.edition import (
    CATHEDRAL,
    LARGEST_NUMBER,
    LONGEST_LINE,
    LONGEST_NAME,
    MOST_FIGURES,
    MOST_KINDS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    MOST_STEPS,
    MOVEMENT,
    Datum,
    Edition,
    Level,
    ShopTile,
    Space,
    Sword,
    too_many_actions,
)
from toledo_rules.errors import Problem, listed, plural
from toledo_rules.limits import MOST_PROBLEMS

ANY = Number(0, LARGEST_NUMBER)
ONE = Number(1, LARGEST_NUMBER)
_PLAYERS = Number(2, MOST_PLAYERS)  # CMP-01
_ROW = Text(NAME.pattern.replace("^", "^(").replace("$", ")?$"), f"{NAME.words}, or nothing")

_DETAILS: Details = {
    Card: {"value": ONE},
    Sword: {"value": ONE, "metal": ONE, "gems": ANY},
    ShopTile: {"circles": ONE},
    Space: {"row": _ROW, "price": ANY, "circles": ANY},
    Datum: {"key": SOME_LINE, "value": LINE, "source": LINE},
    Edition: {
        "title": SOME_LINE,
        "colours": ListOf(NAME, least=1),
        "road": AtLeast(2),
        "cards": AtLeast(1),
        "paintings": ListOf(ONE),
        **dict.fromkeys(("least_players", "most_players"), _PLAYERS),
        **dict.fromkeys(("hand", "metal", "gems", "movement_penalty"), ANY),
        **dict.fromkeys(("figures", "tile_limit", "last_round_at"), ONE),
        **dict.fromkeys(("cards_taken", "tavern_cards", "gems_per_point", "sword_divisor"), ONE),
        "rounds_to_win": Number(1, MOST_ROUNDS),
    },
}
"""What the types of an edition's fields do not say about its JSON."""

_OPTIONAL = frozenset(
    part.name for part in fields(Edition) if part.eq and part.default is not NOTHING
)

EDITION_SHAPES = Shapes(_DETAILS, optional={Edition: _OPTIONAL})
"""The shapes of an edition and its components."""

EDITION_SHAPE = EDITION_SHAPES.record(Edition)


class _Itself:
    """A key that equals only itself: an edition with 5.0 figures is equal to a sound one with 5."""

    __slots__ = ("edition",)

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self.edition is other.edition

    def __hash__(self) -> int:
        return id(self.edition)


def edition_problems(edition: Edition) -> tuple[Problem, ...]:
    """Return everything that is wrong with an edition.

    >>> from attrs import evolve
    >>> from toledo_rules import KOSMOS_2008
    >>> for problem in edition_problems(evolve(KOSMOS_2008, figures=2)):
    ...     print(problem)
    last_round_at: found 3, expected at most 2, the number of figures
    """
    return _problems(_Itself(edition))


@lru_cache(maxsize=64)
def _problems(key: _Itself) -> tuple[Problem, ...]:
    return tuple(islice(_all_problems(key.edition), MOST_PROBLEMS))


def _all_problems(edition: Edition) -> Iterator[Problem]:
    wrong = False
    for problem in mistyped(edition, Edition, ""):
        yield problem
        wrong = True
    if wrong:
        return
    unread = set()
    for name, shape in EDITION_SHAPE.parts.items():
        for problem in shape.faults(shape.dump(getattr(edition, name)), name):
            yield problem
            unread.add(name)
    yield from misfits(edition, unread)


def misfits(edition: Edition, unread: Collection[str] = ()) -> Iterator[Problem]:
    """Yield what is too large in an edition, or does not fit together.

    Fields that are `unread` have no value of the right shape. What depends on them is not asked, and neither is what
    depends on a field that is found to be wrong by itself: one mistake is reported once.
    """
    doubtful = {*unread}
    for check, needed in _CHECKS.items():
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


def _name_size(edition: Edition) -> Iterator[Problem]:
    yield from _long("name", edition.name, LONGEST_NAME)


def _title_size(edition: Edition) -> Iterator[Problem]:
    yield from _long("title", edition.title, LONGEST_LINE)


def _colours_size(edition: Edition) -> Iterator[Problem]:
    yield from _names("colours", edition.colours, MOST_PLAYERS)


def _duel_colours_size(edition: Edition) -> Iterator[Problem]:
    yield from _names("duel_colours", edition.duel_colours, MOST_KINDS)


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


def _pieces(name: str, things: str) -> Callable[[Edition], Iterator[Problem]]:
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
    """I-19: whoever begins a turn has a figure outside the Alcazar."""
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


def _pictures(edition: Edition) -> Iterator[Problem]:
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


def _forging_metal(edition: Edition) -> Iterator[Problem]:
    for place, sword in enumerate(edition.swords):
        if sword.metal > edition.metal:
            expected = f"at most {edition.metal}, all the metal there is"
            yield Problem(f"swords[{place}].metal", str(sword.metal), expected)


def _forging_gems(edition: Edition) -> Iterator[Problem]:
    for place, sword in enumerate(edition.swords):
        if sword.gems > edition.gems:
            expected = f"at most {edition.gems}, all the gems there are"
            yield Problem(f"swords[{place}].gems", str(sword.gems), expected)


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


_CHECKS: Mapping[Callable[[Edition], Iterator[Problem]], frozenset[str]] = {
    _name_size: frozenset({"name"}),
    _title_size: frozenset({"title"}),
    _colours_size: frozenset({"colours"}),
    _road_size: frozenset({"road"}),
    _duel_colours_size: frozenset({"duel_colours"}),
    _cards_size: frozenset({"cards"}),
    _pieces("swords", "swords"): frozenset({"swords"}),
    _paintings_size: frozenset({"paintings"}),
    _pieces("tiles", "master tiles"): frozenset({"tiles"}),
    _pieces("shops", "shop tiles"): frozenset({"shops"}),
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
    _pictures: frozenset({"cards", "duel_colours"}),
    _tiles: frozenset({"tiles", "duel_colours"}),
    _paintings: frozenset({"paintings"}),
    _forging_metal: frozenset({"swords", "metal"}),
    _forging_gems: frozenset({"swords", "gems"}),
    **{_sorted(name): frozenset({name}) for name in ("cards", "swords", "tiles", "shops")},
    _actions: frozenset({"most_players", "shops", "road", "tiles", "cards", "swords"}),
    _sources: frozenset({"provenance"}),
}
"""Everything that has to fit together, with the fields that it is about; sizes first."""
