"""The scene: which symbol lies in which place. It is all that a page has to know to draw a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from attrs import frozen

from toledo_rules import parts
from toledo_rules.cards import Card
from toledo_rules.edition import CATHEDRAL, Edition, Seat, Step, Sword, Tile
from toledo_rules.multiset import distinct
from toledo_rules.notation import format_card, format_shop, format_sword, format_tile
from toledo_rules.parts import Count, PartId
from toledo_rules.phases import Duel, Transit
from toledo_rules.render._geometry import EXTRA
from toledo_rules.render._pen import TIMES
from toledo_rules.scoring import score
from toledo_rules.seating import Seating, forecourt, house, niche, over, plaque, seat_figures
from toledo_rules.state import Player, State
from toledo_rules.views import PlayerView, View

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


def _supply(position: State | View) -> tuple[Item, ...]:
    pile = position.pile if isinstance(position.pile, int) else len(position.pile)
    return _supply_items(
        position.edition,
        (pile, len(position.discards), position.metal, position.gems),
        (position.front, position.tile_value),
        (position.swords, position.tiles, position.paintings),
    )


# A move changes little of a table, so what did not change is not made again.
@lru_cache(maxsize=256)
def _supply_items(
    edition: Edition,
    counts: tuple[int, int, int, int],
    turn: tuple[Card | None, int | None],
    things: tuple[tuple[Sword, ...], tuple[Tile, ...], tuple[int, ...]],
) -> tuple[Item, ...]:
    (pile, discards, metal, gems), (front, tile_value) = counts, turn
    swords, tiles, paintings = things
    found = [
        Item(place, symbol if number else "empty", place, str(number))
        for place, symbol, number in (
            (parts.PILE, "pile", pile),
            (parts.DISCARDS, "discards", discards),
        )
    ]
    if front is not None:
        found.append(Item(parts.FRONT, f"stamp-{format_card(front, edition)}", parts.FRONT))
    if tile_value is not None:
        found.append(Item(EXTRA, "extra", EXTRA, str(tile_value)))
    found.append(Item(parts.SUPPLY_METAL, "metal", parts.SUPPLY_METAL, str(metal)))
    found.append(Item(parts.SUPPLY_GEMS, "gems", parts.SUPPLY_GEMS, str(gems)))
    for sword in distinct(edition.swords):
        place, symbol = parts.sword(None, sword, edition), f"sword-{format_sword(sword, edition)}"
        found.append(_pile(place, symbol, swords.count(sword)))
    for tile in distinct(edition.tiles):
        place, symbol = parts.tile(None, tile, edition), f"tile-{format_tile(tile, edition)}"
        found.append(_pile(place, symbol, tiles.count(tile)))
    for value in distinct(edition.paintings):
        place = parts.painting(None, value)
        found.append(_pile(place, f"painting-{value}", paintings.count(value)))
    return tuple(found)


def _pile(place: PartId, symbol: str, number: int) -> Item:
    return Item(place, symbol, place, _many(number), not number)


def _mat(position: State | View, seat: Seat) -> tuple[Item, ...]:
    cards = position.players[seat].cards if isinstance(position, View) else _hand(position, seat)
    fame = score(position, seat).total
    return _mat_items(position.edition, seat, position.players[seat], cards, fame)


@lru_cache(maxsize=256)
def _mat_items(
    edition: Edition, seat: Seat, player: Player | PlayerView, cards: int, points: int
) -> tuple[Item, ...]:
    fame = parts.count(seat, "fame")
    found = [
        Item(parts.player(seat), f"mat-{seat}", parts.player(seat)),
        Item(fame, "", fame, str(points)),
    ]
    counts: tuple[tuple[Count, str, int], ...] = (
        ("cards", "cards", cards),
        ("metal", "metal", player.metal),
        ("gems", "gem", player.gems),
        ("figures", "figures", len(player.figures)),
        ("inside", "inside", player.inside),
    )
    for what, symbol, number in counts:
        place = parts.count(seat, what)
        found.append(Item(place, f"count-{symbol}", place, str(number)))
    things = (
        *(
            (
                parts.shop(seat, shop, edition),
                f"shop-{seat}-{format_shop(shop, edition)}",
                player.shops.count(shop),
            )
            for shop in distinct(player.shops)
        ),
        *(
            (
                parts.tile(seat, tile, edition),
                f"own-tile-{format_tile(tile, edition)}",
                player.tiles.count(tile),
            )
            for tile in distinct(edition.tiles)
            if tile in player.tiles
        ),
        *(
            (parts.painting(seat, value), f"own-painting-{value}", player.paintings.count(value))
            for value in distinct(edition.paintings)
            if value in player.paintings
        ),
        *(
            (
                parts.sword(seat, sword, edition),
                f"own-sword-{format_sword(sword, edition)}",
                player.swords.count(sword),
            )
            for sword in distinct(player.swords)
        ),
    )
    found += (
        Item(place, symbol, place, _many(number) if number > 1 else "")
        for place, symbol, number in things
    )
    return tuple(found)


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
