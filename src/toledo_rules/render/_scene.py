"""The scene: which symbol lies in which place. It is all that a page has to know to draw a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import frozen

from toledo_rules import parts
from toledo_rules.edition import CATHEDRAL, Seat, Step
from toledo_rules.multiset import distinct
from toledo_rules.notation import format_card, format_shop, format_sword, format_tile
from toledo_rules.parts import Count, PartId
from toledo_rules.phases import Duel, Transit
from toledo_rules.render._geometry import EXTRA
from toledo_rules.render._pen import TIMES
from toledo_rules.scoring import score
from toledo_rules.seating import Seating, forecourt, house, niche, over, plaque, seat_figures
from toledo_rules.state import State
from toledo_rules.views import View

FIGURES = "figure:"
"""Begins the ids of figures, which are drawn above everything else."""


@frozen
class Item:
    """A symbol in its place."""

    id: PartId
    """The part of the table that it shows, as in `toledo_rules.parts`."""
    symbol: str
    """The name of the symbol, as in `sprite`; empty if there is only a text."""
    place: PartId
    """The place, as in `places`."""
    text: str = ""
    """A number that belongs to it."""
    gone: bool = False
    """It is not there: its place is shown pale."""


def scene(position: State | View, seating: Seating | None = None) -> tuple[Item, ...]:
    """Return everything on the table but for the cards in hand: a symbol and a place for each part.

    The order is that of drawing. Equal positions and seatings give equal scenes, and no hidden card has a part in them,
    so that a server can draw a scene once for all who watch.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> found = {item.id: item for item in scene(new_game(2, Random(1)))}
    >>> found["space:5"].symbol, found["pile"].text, found["figure:1:4"].place
    ('tavern', '74', 'cathedral:1:4')
    """
    seated = seating or seat_figures(position)
    return (
        *_spaces(position),
        *_supply(position),
        *(item for seat in range(len(position.players)) for item in _mat(position, seat)),
        *_alcazar(position, seated),
        *_figures(position, seated),
    )


def _spaces(position: State | View) -> Iterator[Item]:
    for step, space in enumerate(position.edition.road):
        if step == CATHEDRAL:
            continue
        shop = position.shops[step]
        if shop is not None:
            symbol, ring = f"house-{shop.owner}-{shop.kind}", f"ring-{shop.owner}"
        else:
            symbol, ring = "gate" if space.kind == "entrance" else space.kind, "ring"
        yield Item(parts.space(step), symbol, house(step))
        for number in range(position.circles(step)):
            circle = parts.circle(step, number)
            yield Item(circle, ring, circle)


def _many(number: int) -> str:
    return f"{TIMES}{number}"


def _supply(position: State | View) -> Iterator[Item]:
    edition = position.edition
    pile = position.pile if isinstance(position.pile, int) else len(position.pile)
    for place, symbol, number in (
        (parts.PILE, "pile", pile),
        (parts.DISCARDS, "discards", len(position.discards)),
    ):
        yield Item(place, symbol if number else "empty", place, str(number))
    if position.front is not None:
        yield Item(parts.FRONT, f"stamp-{format_card(position.front, edition)}", parts.FRONT)
    if position.tile_value is not None:
        yield Item(EXTRA, "extra", EXTRA, str(position.tile_value))
    yield Item(parts.SUPPLY_METAL, "metal", parts.SUPPLY_METAL, str(position.metal))
    yield Item(parts.SUPPLY_GEMS, "gems", parts.SUPPLY_GEMS, str(position.gems))
    for sword in distinct(edition.swords):
        number, place = position.swords.count(sword), parts.sword(None, sword, edition)
        yield Item(place, f"sword-{format_sword(sword, edition)}", place, _many(number), not number)
    for tile in distinct(edition.tiles):
        number, place = position.tiles.count(tile), parts.tile(None, tile, edition)
        yield Item(place, f"tile-{format_tile(tile, edition)}", place, _many(number), not number)
    for value in distinct(edition.paintings):
        number, place = position.paintings.count(value), parts.painting(None, value)
        yield Item(place, f"painting-{value}", place, _many(number), not number)


def _mat(position: State | View, seat: Seat) -> Iterator[Item]:
    edition, player = position.edition, position.players[seat]
    cards = position.players[seat].cards if isinstance(position, View) else _hand(position, seat)
    yield Item(parts.player(seat), f"mat-{seat}", parts.player(seat))
    fame = parts.count(seat, "fame")
    yield Item(fame, "", fame, str(score(position, seat).total))
    counts: tuple[tuple[Count, str, int], ...] = (
        ("cards", "cards", cards),
        ("metal", "metal", player.metal),
        ("gems", "gem", player.gems),
        ("figures", "figures", len(player.figures)),
        ("inside", "inside", player.inside),
    )
    for what, symbol, number in counts:
        place = parts.count(seat, what)
        yield Item(place, f"count-{symbol}", place, str(number))
    things = (
        *(
            (
                parts.shop(seat, shop, edition),
                f"shop-{seat}-{format_shop(shop, edition)}",
                player.shops.count(shop),
            )
            for shop in distinct(edition.shops)
        ),
        *(
            (
                parts.tile(seat, tile, edition),
                f"own-tile-{format_tile(tile, edition)}",
                player.tiles.count(tile),
            )
            for tile in distinct(edition.tiles)
        ),
        *(
            (parts.painting(seat, value), f"own-painting-{value}", player.paintings.count(value))
            for value in distinct(edition.paintings)
        ),
        *(
            (
                parts.sword(seat, sword, edition),
                f"own-sword-{format_sword(sword, edition)}",
                player.swords.count(sword),
            )
            for sword in distinct(edition.swords)
        ),
    )
    for place, symbol, number in things:
        if number:
            yield Item(place, symbol, place, _many(number) if number > 1 else "")


def _hand(position: State, seat: Seat) -> int:
    return len(position.players[seat].hand)


def _alcazar(position: State | View, seated: Seating) -> Iterator[Item]:
    for seat, swords in enumerate(seated.niches):
        shown: Counter[PartId] = Counter()
        for number, sword in enumerate(swords):
            place = plaque(seat, number)
            if sword is None:
                yield Item(place, "plaque", place, "\N{EN DASH}")
                continue
            part = parts.delivered(seat, sword, position.edition)
            shown[part] += 1
            # Equal swords are one part: the first of them bears its id.
            yield Item(part if shown[part] == 1 else place, "plaque", place, str(sword.value))


def figure_places(position: State | View, seated: Seating, seat: Seat) -> tuple[PartId, ...]:
    """Return the places of a player's figures, by their numbers (see `parts.figure_steps`)."""
    places: list[PartId] = []
    taken: Counter[Step] = Counter()
    inside = 0
    phase = position.phase
    pending = phase.step if isinstance(phase, (Transit, Duel)) and seat == position.active else None
    standing = len(position.players[seat].figures)
    for number, step in enumerate(parts.figure_steps(position, seat)):
        if step is None:
            places.append(niche(seat, inside))
            inside += 1
        elif number >= standing and step == pending:
            places.append(over(step))
        elif step == CATHEDRAL:
            places.append(forecourt(seat, taken[step]))
            taken[step] += 1
        else:
            own = [circle for circle, owner in enumerate(seated.circles[step]) if owner == seat]
            places.append(parts.circle(step, own[taken[step]]))
            taken[step] += 1
    return tuple(places)


def _figures(position: State | View, seated: Seating) -> Iterator[Item]:
    for seat in range(len(position.players)):
        for number, place in enumerate(figure_places(position, seated, seat)):
            yield Item(parts.figure(seat, number), f"figure-{seat}", place)
