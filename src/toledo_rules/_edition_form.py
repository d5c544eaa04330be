"""The form of an edition: the shapes of its parts, and how the parts have to fit together.

The engine relies on what is checked here: a road that ends with its entrances, a price for every use, and a figure
outside the Alcazar at the start of each turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

from attrs import NOTHING, fields

from toledo_rules._shapes import (
    LINE,
    NAME,
    SOME_LINE,
    AtLeast,
    Details,
    Json,
    ListOf,
    Number,
    Shapes,
    Text,
    inside,
    mistyped,
    shown,
)
from toledo_rules.cards import NEUTRAL, Card
from toledo_rules.edition import (
    CATHEDRAL,
    MOVEMENT,
    Datum,
    Edition,
    ShopTile,
    Space,
    Sword,
)
from toledo_rules.errors import Problem, listed, plural

MOST = 999
"""No number of an edition is larger, and no list is longer: no box holds more."""

LEAST_PLAYERS = 2  # CMP-01

_ONE = Number(least=1)
_ROW = Text(NAME.pattern.replace("^", "^(").replace("$", ")?$"), f"{NAME.words}, or nothing")

_DETAILS: Details = {
    Card: {"value": _ONE},
    Sword: {"value": _ONE, "metal": _ONE},
    ShopTile: {"circles": _ONE},
    Space: {"row": _ROW},
    Datum: {"key": SOME_LINE, "value": LINE, "source": LINE},
    Edition: {
        "title": SOME_LINE,
        "colours": ListOf(NAME, least=1),
        "road": AtLeast(2),
        "cards": AtLeast(1),
        "paintings": ListOf(_ONE),
        **dict.fromkeys(("least_players", "most_players", "figures", "tile_limit"), _ONE),
        **dict.fromkeys(("last_round_at", "cards_taken", "tavern_cards"), _ONE),
        **dict.fromkeys(("rounds_to_win", "gems_per_point", "sword_divisor"), _ONE),
    },
}
"""What the types of an edition's fields do not say about its JSON."""

_OPTIONAL = frozenset(
    part.name for part in fields(Edition) if part.eq and part.default is not NOTHING
)

EDITION_SHAPES = Shapes(_DETAILS, optional={Edition: _OPTIONAL})
"""The shapes of an edition and its components."""

_SHAPE = EDITION_SHAPES.record(Edition)


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
    """Return everything that is wrong with an edition. Its provenance plays no part.

    >>> from attrs import evolve
    >>> from toledo_rules import KOSMOS_2008
    >>> for problem in edition_problems(evolve(KOSMOS_2008, figures=2)):
    ...     print(problem)
    last_round_at: found 3, expected at most 2, the number of figures
    """
    return _problems(_Itself(edition))


@lru_cache(maxsize=64)
def _problems(key: _Itself) -> tuple[Problem, ...]:
    edition = key.edition
    if found := tuple(mistyped(edition, Edition, "")):
        return found
    document = _SHAPE.dump(edition)
    assert isinstance(document, dict)
    document["provenance"] = []
    # What has the wrong shape or size is not compared with the rest.
    wrong = (*_SHAPE.faults(document, ""), *_too_large(document, ""))
    return wrong or tuple(_misfits(edition))


def _too_large(value: Json, path: str) -> Iterator[Problem]:
    """Numbers and lists that are larger than anything in a box."""
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from _too_large(entry, inside(path, key))
    elif isinstance(value, list) and len(value) <= MOST:
        for place, entry in enumerate(value):
            yield from _too_large(entry, inside(path, place))
    elif isinstance(value, list) or (isinstance(value, int) and value > MOST):
        yield Problem(path, shown(value), f"at most {MOST}")


def _misfits(edition: Edition) -> Iterator[Problem]:
    yield from _texts(edition)
    yield from _players(edition)
    yield from _road(edition)
    yield from _prices(edition)
    yield from _components(edition)
    yield from _order(edition)


def _texts(edition: Edition) -> Iterator[Problem]:
    if not edition.title.strip() or not edition.title.isprintable():
        yield Problem("title", shown(edition.title), SOME_LINE.words)
    yield from _repeated("colours", edition.colours)
    yield from _repeated("duel_colours", edition.duel_colours)
    for place, colour in enumerate(edition.duel_colours):
        if colour in (NEUTRAL, MOVEMENT):
            meant = f'another name, since "{NEUTRAL}" and "{MOVEMENT}" mean something else'
            yield Problem(f"duel_colours[{place}]", shown(colour), meant)


def _repeated(where: str, names: tuple[str, ...]) -> Iterator[Problem]:
    for place, name in enumerate(names):
        if name in names[:place]:
            yield Problem(f"{where}[{place}]", shown(name), "each colour once")


def _players(edition: Edition) -> Iterator[Problem]:
    least, most, hand = edition.least_players, edition.most_players, edition.hand
    if least < LEAST_PLAYERS:
        yield Problem("least_players", str(least), f"at least {LEAST_PLAYERS}")
    if most < least:
        yield Problem("most_players", str(most), f"at least {least}, the least number of players")
    if most > len(edition.colours):
        expected = f"at most {len(edition.colours)}, the number of colours"
        yield Problem("most_players", str(most), expected)
    # I-19: whoever begins a turn has a figure outside the Alcazar.
    if edition.last_round_at > edition.figures:
        expected = f"at most {edition.figures}, the number of figures"
        yield Problem("last_round_at", str(edition.last_round_at), expected)
    if len(edition.cards) < most * hand:
        expected = f"at least {most * hand}: {hand} for each of {plural(most, 'player')}"
        yield Problem("cards", plural(len(edition.cards), "card"), expected)


_SPARE = {"cathedral": Space("cathedral"), "entrance": Space("entrance")}
"""Spaces of which nothing but their kind is printed on the board."""


def _road(edition: Edition) -> Iterator[Problem]:
    for step, space in enumerate(edition.road):
        at, following = f"road[{step}]", edition.road[step + 1 : step + 2]
        if (space.kind == "cathedral") != (step == CATHEDRAL):
            expected = "the cathedral at step 0, and only there"
            yield Problem(f"{at}.kind", shown(space.kind), expected)
        # the entrances are the last spaces.
        if space.kind == "entrance" and following and following[0].kind != "entrance":
            yield Problem(f"{at}.kind", shown(space.kind), "entrances at the end only")
        if space.kind != "entrance" and not following:
            yield Problem(f"{at}.kind", shown(space.kind), "an entrance at the end of the road")
        if space.kind in _SPARE and space != _SPARE[space.kind]:
            yield Problem(
                at, repr(space), f"{_SPARE[space.kind]!r}, without anything printed on it"
            )


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


def _components(edition: Edition) -> Iterator[Problem]:
    colours, tiles = (*edition.duel_colours, NEUTRAL), (*edition.duel_colours, MOVEMENT)
    for place, card in enumerate(edition.cards):
        if card.colour not in colours:
            expected = listed(map(shown, colours))
            yield Problem(f"cards[{place}].colour", shown(card.colour), expected)
    for place, tile in enumerate(edition.tiles):
        if tile not in tiles:
            yield Problem(f"tiles[{place}]", shown(tile), listed(map(shown, tiles)))
    for place, sword in enumerate(edition.swords):
        if sword.metal > edition.metal:
            expected = f"at most {edition.metal}, all the metal there is"
            yield Problem(f"swords[{place}].metal", str(sword.metal), expected)
        if sword.gems > edition.gems:
            expected = f"at most {edition.gems}, all the gems there are"
            yield Problem(f"swords[{place}].gems", str(sword.gems), expected)


def _order(edition: Edition) -> Iterator[Problem]:
    yield from _falling("cards", edition.cards)
    yield from _falling("swords", edition.swords)
    yield from _falling("tiles", edition.tiles)
    yield from _falling("shops", edition.shops)
    for place, (upper, lower) in enumerate(pairwise(edition.paintings), start=1):
        if lower > upper:  # SET-02
            expected = "values that never rise from the top to the bottom"
            yield Problem(f"paintings[{place}]", f"{lower} under {upper}", expected)


def _falling(where: str, items: tuple[Any, ...]) -> Iterator[Problem]:
    for place, (before, item) in enumerate(pairwise(items), start=1):
        if item < before:
            yield Problem(f"{where}[{place}]", f"{item!r} after {before!r}", "a sorted list")
            return
