"""The order of lists that people read.

A multiset is sorted by the names of things, which are English. People list shops and master tiles as the edition
does, and so does everything that they read, in every language.
"""

from __future__ import annotations

from collections.abc import Iterable

from toledo_rules.edition import SHOP_KINDS, Edition, ShopTile, Tile


def shops_in_order(shops: Iterable[ShopTile]) -> tuple[ShopTile, ...]:
    """Return shop tiles kind by kind: dealers, smiths, fencing masters (SHP-03).

    >>> shops_in_order((ShopTile("fencing", 1), ShopTile("metal", 2), ShopTile("metal", 1)))
    (ShopTile('metal', 1), ShopTile('metal', 2), ShopTile('fencing', 1))
    """
    return tuple(sorted(shops, key=place_of_shop))


def tiles_in_order(tiles: Iterable[Tile], edition: Edition) -> tuple[Tile, ...]:
    """Return master tiles in the order of the edition's duel colours, then the movement tile (CMP-10).

    >>> from toledo_rules import KOSMOS_2008
    >>> tiles_in_order(("brown", "movement", "violet"), KOSMOS_2008)
    ('violet', 'brown', 'movement')
    """
    return tuple(sorted(tiles, key=lambda tile: place_of_tile(tile, edition)))


def place_of_shop(shop: ShopTile) -> tuple[int, int]:
    """Return a key to sort shop tiles by."""
    return SHOP_KINDS.index(shop.kind), shop.circles


def place_of_tile(tile: Tile, edition: Edition) -> int:
    """Return a key to sort master tiles by."""
    colours = edition.duel_colours
    return colours.index(tile) if tile in colours else len(colours)
