"""Using the space that a figure has just arrived on, and paying for it (USE)."""

from __future__ import annotations

from toledo_rules._conditions import predicate, source
from toledo_rules._draft import Draft
from toledo_rules._universe import universe
from toledo_rules.actions import UseSpace
from toledo_rules.cards import Card, Cards
from toledo_rules.edition import Step
from toledo_rules.effects import turn
from toledo_rules.effects.trades import TRADES, trade
from toledo_rules.phases import Arrived
from toledo_rules.rulebook import Code
from toledo_rules.state import State


@source(Code.FEE_NOT_IN_HAND)
def purse(state: State) -> Cards:
    """Everything that the active player can pay with: any card in hand (A-59)."""
    return state.players[state.active].hand


@predicate(Code.OWN_SHOP_IS_FREE, Code.FEE_MISSING)
def payment_refusal(own: bool, paid: bool) -> Code | None:
    """Refuse a fee in an own shop, and no fee anywhere else (SHP-05, SHP-06, USE-03, USE-04)."""
    if own:
        return Code.OWN_SHOP_IS_FREE if paid else None
    return None if paid else Code.FEE_MISSING


@predicate(Code.FEE_TOO_LOW)
def fee_refusal(price: int, value: int) -> Code | None:
    """Refuse a card below the price of the row (USE-05, USE-06, USE-08, USE-09; A-99: a duel changes nothing)."""
    return Code.FEE_TOO_LOW if value < price else None


def refusal(state: State, action: UseSpace) -> Code | None:
    """Only just after an arrival (USE-01, USE-02), for the right fee, with a benefit that can be had (A-62)."""
    phase = state.phase
    if code := turn.moment(UseSpace, type(phase)):
        return code
    assert isinstance(phase, Arrived)
    step, pay = phase.step, action.pay
    if code := payment_refusal(state.owner(step) == state.active, pay is not None):
        return code
    if pay is not None:
        if pay not in purse(state):
            return Code.FEE_NOT_IN_HAND
        if code := fee_refusal(state.edition.road[step].price, pay.value):
            return code
    return TRADES[trade(state, step)].refusal(state, (action.take, action.give_back))


def fees(state: State, step: Step) -> list[Card | None]:
    """Return what the active player can pay with: nothing in an own shop, else any one card that is enough."""
    own = state.owner(step) == state.active
    found: list[Card | None] = []
    if payment_refusal(own, paid=False) is None:
        found.append(None)
    if payment_refusal(own, paid=True) is None:
        price = state.edition.road[step].price
        before = None
        for card in purse(state):  # sorted: equal cards are neighbours
            if card != before:
                before = card
                if fee_refusal(price, card.value) is None:
                    found.append(card)
    return found


def options(state: State) -> list[UseSpace]:
    """Every way to use the space: by benefit, then by fee. Not using it is always possible (MOV-07, A-58)."""
    phase = state.phase
    assert isinstance(phase, Arrived)
    found: list[UseSpace] = []
    payable = fees(state, phase.step)
    if payable:
        uses = universe(state.edition).use_space
        for benefit in TRADES[trade(state, phase.step)].benefits(state):
            by_fee = uses[benefit]
            found += [by_fee[fee] for fee in payable]
    return found


def carry_out(d: Draft, action: UseSpace) -> None:
    """First the fee, then the benefit (A-61); one use for each arrival (A-70)."""
    assert isinstance(d.phase, Arrived)
    step = d.phase.step
    if action.pay is not None:
        d.pay(action.pay, d.owner(step))
    d.go_on()
    TRADES[trade(d, step)].carry_out(d, (action.take, action.give_back))
