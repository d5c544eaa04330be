"""Using the space that a figure has just arrived on, and paying for it (USE)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from toledo_rules._draft import Draft
from toledo_rules._universe import Benefit, universe
from toledo_rules.actions import UseSpace
from toledo_rules.cards import Card
from toledo_rules.edition import ShopKind, Step, Sword
from toledo_rules.effects import artist, fencing, gems, metal, smith, tavern, turn
from toledo_rules.events import FeePaid
from toledo_rules.multiset import added, distinct
from toledo_rules.rulebook import Code, Illegality, illegal
from toledo_rules.state import MOVING, Arrived, State

Trade: TypeAlias = ShopKind | Literal["tavern", "artist"]
"""What a space has to offer."""

NO_CHOICE: tuple[Benefit, ...] = ((None, None),)


def trade(state: State | Draft, step: Step) -> Trade:
    """What the space offers: the kind of its shop, else the tavern or artist printed there."""
    shop = state.shops[step]
    if shop is not None:
        return shop.kind
    return "tavern" if state.edition.road[step].kind == "tavern" else "artist"


def why_not(state: State, action: UseSpace) -> Illegality | None:
    """Only just after an arrival (USE-01, USE-02), for the right fee, with a benefit that can be had (A-62)."""
    if not isinstance(state.phase, Arrived):
        return turn.why_not_now(state) or illegal(Code.NOT_JUST_ARRIVED, "USE-02")
    step = state.phase.step
    return why_not_fee(state, step, action.pay) or why_not_benefit(state, step, action)


def why_not_fee(state: State, step: Step, pay: Card | None) -> Illegality | None:
    """An own shop is free; anything else costs exactly one card of at least the price of its row.

    SHP-05, SHP-06, USE-03 to USE-06, A-99: a duel before it changes nothing.
    """
    if state.owner(step) == state.active:
        return illegal(Code.OWN_SHOP_IS_FREE, "USE-03", card=pay) if pay is not None else None
    price = state.edition.road[step].price
    rule = {"tavern": "USE-08", "artist": "USE-09"}.get(trade(state, step), "USE-05")
    if pay is None:
        return illegal(Code.FEE_MISSING, "USE-04" if rule == "USE-05" else rule, required=price)
    if pay not in state.players[state.active].hand:
        return illegal(Code.FEE_NOT_IN_HAND, "A-59", card=pay)
    if pay.value < price:
        return illegal(Code.FEE_TOO_LOW, rule, paid=pay.value, required=price)
    return None


def why_not_benefit(state: State, step: Step, action: UseSpace) -> Illegality | None:
    """What is taken must be there to take, and chosen where there is a choice."""
    offered = trade(state, step)
    if offered not in ("smith", "fencing") and action.take is not None:
        return illegal(Code.NOTHING_TO_CHOOSE, "A-70", space=offered)
    if offered != "fencing" and action.give_back is not None:
        return illegal(Code.NOTHING_TO_GIVE_BACK, "FEN-07", space=offered)
    match offered:
        case "metal":
            return metal.why_not(state)
        case "gem":
            return gems.why_not(state)
        case "smith":
            return smith.why_not(state, action.take)
        case "fencing":
            return fencing.why_not(state, action.take, action.give_back)
        case "tavern":
            return None  # the fee itself can be drawn
        case _:
            return artist.why_not(state)


def fees(state: State, step: Step) -> Sequence[Card | None]:
    """What the active player can pay with: nothing in an own shop, else any one card that is enough (A-59)."""
    if state.owner(step) == state.active:
        return (None,)
    price = state.edition.road[step].price
    return [card for card in distinct(state.players[state.active].hand) if card.value >= price]


def benefits(state: State, step: Step) -> Sequence[Benefit]:
    """What can be taken, and given back for it; empty if there is nothing to be had."""
    match trade(state, step):
        case "metal":
            return () if metal.why_not(state) else NO_CHOICE
        case "gem":
            return () if gems.why_not(state) else NO_CHOICE
        case "smith":
            return smith.benefits(state)
        case "fencing":
            return fencing.benefits(state)
        case "tavern":
            return NO_CHOICE
        case _:
            return () if artist.why_not(state) else NO_CHOICE


def options(state: State, step: Step) -> list[UseSpace]:
    """Every way to use the space: by benefit, then by fee. Not using it is always possible (MOV-07, A-58)."""
    uses = universe(state.edition).use_space
    payable = fees(state, step)
    return [uses[benefit][fee] for benefit in benefits(state, step) for fee in payable]


def carry_out(d: Draft, step: Step, action: UseSpace) -> None:
    """First the fee, then the benefit (A-61); one use for each arrival (A-70)."""
    if action.pay is not None:
        pay(d, step, action.pay)
    d.phase = MOVING
    match trade(d, step), action.take:
        case "metal", _:
            metal.carry_out(d)
        case "gem", _:
            gems.carry_out(d)
        case "smith", Sword() as sword:
            smith.carry_out(d, sword)
        case "fencing", str(tile):
            fencing.carry_out(d, tile, action.give_back)
        case "tavern", _:
            tavern.carry_out(d)
        case _:
            artist.carry_out(d)


def pay(d: Draft, step: Step, card: Card) -> None:
    """The card goes to the owner's hand for all to see (USE-10, A-60), or to the discard pile (USE-08, USE-09)."""
    d.me.lose_card(card)
    d.reveals = True
    shop = d.shops[step]
    d.tell(FeePaid, d.active, None if shop is None else shop.owner, card)
    if shop is None:
        d.discard(card)
    else:  # USE-07: he has no say in it
        owner = d.player(shop.owner)
        owner.hand = added(owner.hand, card)
        owner.known = added(owner.known, card)
