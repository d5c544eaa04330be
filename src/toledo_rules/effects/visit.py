"""Using the space that a figure has just arrived on: the fee (USE), and what each kind trades.

MET, GEM, SMI, FEN, TAV and ART are one entry each in `TRADES`, which is complete at import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

from toledo_rules._conditions import memo, predicate, source
from toledo_rules._draft import Draft
from toledo_rules._multiset import distinct
from toledo_rules._values import complete
from toledo_rules.actions import Benefit, UseSpace, universe
from toledo_rules.edition import Card, Cards, ShopKind, Step, Sword, Tile
from toledo_rules.effects import take as taking
from toledo_rules.rulebook import Code
from toledo_rules.state import Arrived, State

# What a space trades

PrintedTrade: TypeAlias = Literal["tavern", "artist"]
PRINTED_TRADES: frozenset[PrintedTrade] = frozenset(get_args(PrintedTrade))
Trade: TypeAlias = ShopKind | PrintedTrade
"""The business of a space."""


def trade(state: State, step: Step) -> Trade:
    """Return what a space trades: the kind of its shop, else the tavern or artist printed there."""
    shop = state.shops[step]
    if shop is not None:
        return shop.kind
    return "tavern" if state.edition.road[step].kind == "tavern" else "artist"


def has_use(state: State, step: Step) -> bool:
    """There is something to be had on a step: in a shop, a tavern, or from the artist (USE-01)."""
    return state.shops[step] is not None or state.edition.road[step].kind in PRINTED_TRADES


class Goods(NamedTuple):
    """A kind of trade: the reasons against taking something, what can be had, and what happens."""

    supply: Callable[[State], Code | None]
    """The reason against taking anything at all."""
    reasons: Callable[[State, Benefit], Iterable[Code]]
    benefits: Callable[[State], Sequence[Benefit]]
    carry_out: Callable[[Draft, Benefit], None]


# Metal, gems, paintings and the tavern's cards: no choice


@source(Code.NOTHING_TO_CHOOSE)
def no_choice() -> tuple[Sword | Tile | None, ...]:
    """Nothing to choose (A-70)."""
    return (None,)


@source(Code.NOTHING_TO_GIVE_BACK)
def no_return() -> tuple[Tile | None, ...]:
    """Nothing to give back, anywhere but at a fencing master (FEN-07)."""
    return (None,)


@predicate(Code.NO_METAL_LEFT)
def metal_refusal(state: State) -> Code | None:
    """Refuse metal when the supply, which is limited, is used up (A-14, A-63)."""
    return None if state.metal else Code.NO_METAL_LEFT


@predicate(Code.NO_GEMS_LEFT)
def gem_refusal(state: State) -> Code | None:
    """Refuse gems when the supply, which is limited, is used up (A-14, A-64)."""
    return None if state.gems else Code.NO_GEMS_LEFT


@predicate(Code.NO_PAINTING_LEFT)
def painting_refusal(state: State) -> Code | None:
    """Refuse a painting when none is left (A-66)."""
    return None if state.paintings else Code.NO_PAINTING_LEFT


def always_there(_state: State) -> Code | None:
    """Refuse nothing: in a tavern the fee itself can be drawn (A-68, A-148), and a choice is asked about by itself."""
    return None


@memo
def plain_benefits() -> tuple[Benefit, ...]:
    """The only benefit there is without a choice."""
    return tuple([(take, back) for take in no_choice() for back in no_return()])


def _plain(supply: Callable[[State], Code | None], carry_out: Callable[[Draft], None]) -> Goods:
    """A trade without a choice."""

    def reasons(_state: State, benefit: Benefit) -> Iterator[Code]:
        take, give_back = benefit
        if take not in no_choice():
            yield Code.NOTHING_TO_CHOOSE
        if give_back not in no_return():
            yield Code.NOTHING_TO_GIVE_BACK

    def benefits(state: State) -> Sequence[Benefit]:
        return plain_benefits() if supply(state) is None else ()

    return Goods(supply, reasons, benefits, lambda d, _benefit: carry_out(d))


def drink(d: Draft) -> None:
    """Draw cards, after the fee (TAV-01, TAV-02); they may be used in the same turn (TAV-03)."""
    taking.begin_drawing(d, d.edition.tavern_cards, "tavern")


# The smith


@source(Code.NO_SWORD_CHOSEN, Code.SWORD_NOT_ON_BOARD)
def swords(state: State) -> tuple[Sword, ...]:
    """The swords on the board (SMI-01)."""
    return state.swords


@predicate(Code.TOO_LITTLE_METAL)
def sword_metal_refusal(metal: int, sword: Sword) -> Code | None:
    """Refuse a sword for which the player has too little metal (SMI-02, A-65)."""
    return Code.TOO_LITTLE_METAL if metal < sword.metal else None


@predicate(Code.TOO_FEW_GEMS)
def sword_gem_refusal(gems: int, sword: Sword) -> Code | None:
    """Refuse a sword for which the player has too few gems (SMI-02, A-65)."""
    return Code.TOO_FEW_GEMS if gems < sword.gems else None


def material_refusal(metal: int, gems: int, sword: Sword) -> Code | None:
    """Refuse a sword whose material the player does not have."""
    return sword_metal_refusal(metal, sword) or sword_gem_refusal(gems, sword)


def smith_reasons(state: State, benefit: Benefit) -> Iterator[Code]:
    """A sword on the board whose material the player has."""
    take, give_back = benefit
    if isinstance(take, Sword):
        if take not in swords(state):
            yield Code.SWORD_NOT_ON_BOARD
        me = state.players[state.active]
        if code := sword_metal_refusal(me.metal, take):
            yield code
        if code := sword_gem_refusal(me.gems, take):
            yield code
    else:
        yield Code.NO_SWORD_CHOSEN
    if give_back not in no_return():
        yield Code.NOTHING_TO_GIVE_BACK


def smith_benefits(state: State) -> list[Benefit]:
    """Each kind of sword that the player can pay for."""
    me = state.players[state.active]
    metal, gems = me.metal, me.gems
    return [
        (sword, back)
        for back in no_return()
        for sword in distinct(swords(state))
        if material_refusal(metal, gems, sword) is None
    ]


def forge(d: Draft, benefit: Benefit) -> None:
    """The sword for its material (SMI-03)."""
    sword, _ = benefit
    assert isinstance(sword, Sword)
    d.forge(sword)


# The fencing master


@source(Code.NO_TILE_CHOSEN, Code.TILE_NOT_ON_BOARD)
def tiles(state: State) -> tuple[Tile, ...]:
    """The master tiles on the board (FEN-01, A-151)."""
    return state.tiles


@predicate(Code.TILE_ALREADY_HELD)
def held_refusal(held: tuple[Tile, ...], tile: Tile) -> Code | None:
    """Refuse a second tile of a kind (FEN-05)."""
    return Code.TILE_ALREADY_HELD if tile in held else None


@source(Code.BELOW_TILE_LIMIT, Code.TILE_LIMIT_REACHED, Code.TILE_NOT_HELD)
def returns(held: tuple[Tile, ...], limit: int) -> Sequence[Tile | None]:
    """Tiles that can go back for it: nothing below the limit (A-75), else one of those held (FEN-06, A-76)."""
    return (None,) if len(held) < limit else held


def fencing_reasons(state: State, benefit: Benefit) -> Iterator[Code]:
    """A kind that the player lacks and the board has; at the limit, for one of the player's own (A-151)."""
    take, give_back = benefit
    held, limit = state.players[state.active].tiles, state.edition.tile_limit
    if not isinstance(take, str):
        yield Code.NO_TILE_CHOSEN
    elif code := held_refusal(held, take):
        yield code
    elif take not in tiles(state):
        yield Code.TILE_NOT_ON_BOARD
    if give_back not in returns(held, limit):
        if len(held) < limit:
            yield Code.BELOW_TILE_LIMIT
        else:
            yield Code.TILE_LIMIT_REACHED if give_back is None else Code.TILE_NOT_HELD


def fencing_benefits(state: State) -> list[Benefit]:
    """Each kind that can be taken, with each tile that can go back for it."""
    held = state.players[state.active].tiles
    given = returns(held, state.edition.tile_limit)
    return [
        (tile, back)
        for tile in distinct(tiles(state))
        if held_refusal(held, tile) is None
        for back in given
    ]


def change_tiles(d: Draft, benefit: Benefit) -> None:
    """First back, then taken (FEN-06, FR's order); it works from now on (TIL-03, A-79)."""
    take, give_back = benefit
    assert isinstance(take, str)
    if give_back is not None:
        d.give_back(give_back)
    d.take_tile(take)


# A lambda finds its condition in this module each time, so that a test can replace it (hence the noqa).
TRADES: dict[Trade, Goods] = {
    "metal": _plain(lambda state: metal_refusal(state), Draft.take_metal),  # noqa: PLW0108
    "gem": _plain(lambda state: gem_refusal(state), Draft.take_gem),  # noqa: PLW0108
    "smith": Goods(always_there, smith_reasons, smith_benefits, forge),
    "fencing": Goods(always_there, fencing_reasons, fencing_benefits, change_tiles),
    "tavern": _plain(always_there, drink),
    "artist": _plain(lambda state: painting_refusal(state), Draft.take_painting),  # noqa: PLW0108
}
complete(TRADES, get_args(ShopKind) + get_args(PrintedTrade), "TRADES")


# Using a space


@source(Code.FEE_NOT_IN_HAND)
def purse(state: State) -> Cards:
    """Everything that the active player can pay with: any card in hand (A-59)."""
    return state.players[state.active].hand


@predicate(Code.OWN_SHOP_IS_FREE, Code.FEE_MISSING)
def payment_refusal(own: bool, paid: bool) -> Code | None:
    """Refuse a fee in the player's own shop, and no fee anywhere else (SHP-05, USE-03, USE-04)."""
    if own:
        return Code.OWN_SHOP_IS_FREE if paid else None
    return None if paid else Code.FEE_MISSING


@predicate(Code.FEE_TOO_LOW)
def fee_refusal(price: int, value: int) -> Code | None:
    """Refuse a card below the price of the row (USE-05, USE-06, USE-08, USE-09; A-99: a duel changes nothing)."""
    return Code.FEE_TOO_LOW if value < price else None


def reasons(state: State, action: UseSpace) -> Iterator[Code]:
    """Only just after an arrival (USE-01, USE-02), for the right fee, with a benefit that can be had (A-62)."""
    phase = state.phase
    assert isinstance(phase, Arrived)
    step, pay = phase.step, action.pay
    goods = TRADES[trade(state, step)]
    if code := goods.supply(state):
        yield code
    if code := payment_refusal(state.owner(step) == state.active, pay is not None):
        yield code
    elif pay is not None:
        if pay not in purse(state):
            yield Code.FEE_NOT_IN_HAND
        if code := fee_refusal(state.edition.road[step].price, pay.value):
            yield code
    yield from goods.reasons(state, (action.take, action.give_back))


def payments(state: State, step: Step, hand: Cards | None = None) -> list[Card | None]:
    """Return what the active player can pay with: nothing in their own shop, else any one card that is enough."""
    hand = purse(state) if hand is None else hand
    own = state.owner(step) == state.active
    found: list[Card | None] = []
    if payment_refusal(own, paid=False) is None:
        found.append(None)
    if payment_refusal(own, paid=True) is None:
        price = state.edition.road[step].price
        before = None
        for card in hand:  # sorted: equal cards are neighbours
            if card != before:
                before = card
                if fee_refusal(price, card.value) is None:
                    found.append(card)
    return found


def options(state: State) -> list[UseSpace]:
    """Every way to use the space: by benefit, then by fee. Not using it is always possible (MOV-07)."""
    phase = state.phase
    assert isinstance(phase, Arrived)
    found: list[UseSpace] = []
    payable = payments(state, phase.step)
    if payable:
        uses = universe(state.edition).use_space
        for benefit in TRADES[trade(state, phase.step)].benefits(state):
            found += map(uses.at(benefit).at, payable)
    return found


def carry_out(d: Draft, action: UseSpace) -> None:
    """First the fee, then the benefit (A-61); one use for each arrival (A-70)."""
    assert isinstance(d.phase, Arrived)
    step = d.phase.step
    if action.pay is not None:
        d.pay(action.pay, d.owner(step))
    TRADES[trade(d, step)].carry_out(d, (action.take, action.give_back))
