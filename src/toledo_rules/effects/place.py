"""Placing shops (SHP)."""

from __future__ import annotations

from toledo_rules._draft import Draft
from toledo_rules._universe import universe
from toledo_rules.actions import PlaceShop
from toledo_rules.effects import turn
from toledo_rules.events import ShopPlaced
from toledo_rules.multiset import distinct, removed
from toledo_rules.rulebook import Code, Illegality, illegal
from toledo_rules.state import Shop, State


def why_not(state: State, action: PlaceShop) -> Illegality | None:
    """One own tile on an empty site, free of choice (SHP-01, A-33)."""
    if refusal := turn.why_not_turn_start(state):
        return refusal
    shop, step = action.shop, action.step
    if shop not in state.players[state.active].shops:
        return illegal(Code.SHOP_NOT_IN_TRAY, "SHP-01", shop=shop)
    if not 0 <= step <= state.edition.last_step:
        return illegal(Code.NO_SUCH_STEP, "A-09", step=step, last=state.edition.last_step)
    kind = state.edition.road[step].kind
    if (
        kind != "site"
    ):  # SHP-02: taverns and artist stay as they are; A-30: so do the ends of the road
        rule = "SHP-02" if kind in ("tavern", "artist") else "A-30"
        return illegal(Code.NOT_A_SITE, rule, step=step, space=kind)
    if state.shops[step] is not None:
        return illegal(Code.SITE_TAKEN, "SHP-01", step=step, owner=state.owner(step))
    return None


def options(state: State) -> list[PlaceShop]:
    """Each kind of tile in the tray on each empty site; none when all sites are full (A-31)."""
    known, shops = universe(state.edition), state.shops
    empty = [step for step in known.sites if shops[step] is None]
    if not empty:
        return []
    tray = distinct(state.players[state.active].shops)
    return [known.place_shop[shop][step] for shop in tray for step in empty]


def carry_out(d: Draft, action: PlaceShop) -> None:
    """The tile stays there to the end (A-32)."""
    step = action.step
    shop = Shop(d.active, action.shop.kind, action.shop.circles)
    d.me.shops = removed(d.me.shops, action.shop)
    d.shops = (*d.shops[:step], shop, *d.shops[step + 1 :])
    d.tell(ShopPlaced, d.active, action.shop, step)
    turn.end(d)
