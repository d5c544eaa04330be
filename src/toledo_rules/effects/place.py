"""Placing shops (SHP)."""

from __future__ import annotations

from collections.abc import Iterator

from toledo_rules import _board
from toledo_rules._conditions import source
from toledo_rules._draft import Draft
from toledo_rules._multiset import distinct
from toledo_rules.actions import PlaceShop, universe
from toledo_rules.edition import ShopTile
from toledo_rules.effects import turn
from toledo_rules.rulebook import Code
from toledo_rules.state import State


@source(Code.SHOP_NOT_IN_TRAY)
def tray(state: State) -> tuple[ShopTile, ...]:
    """Own tiles that are not on the board yet, to choose from freely (SHP-01, A-33)."""
    return state.players[state.active].shops


def reasons(state: State, action: PlaceShop) -> Iterator[Code]:
    """At the start of a turn, one own tile on an empty site."""
    if action.shop not in tray(state):
        yield Code.SHOP_NOT_IN_TRAY
    if code := _board.site_refusal(state.edition, state.shops, action.step):
        yield code


def options(state: State) -> list[PlaceShop]:
    """Each kind of tile in the tray on each empty site; none when all sites are full (A-31)."""
    tiles, sites = tray(state), state.ground.sites
    if not tiles or not sites:
        return []
    places = universe(state.edition).place_shop
    found: list[PlaceShop] = []
    for tile in distinct(tiles):
        found += map(places.at(tile).at, sites)
    return found


def carry_out(d: Draft, action: PlaceShop) -> None:
    """It is the whole turn (SHP-01)."""
    d.place_shop(action.shop, action.step)
    turn.end(d)
