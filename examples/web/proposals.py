"""What a player could point at: every action that the things on the table suggest, legal or not.

`legal_actions` has the legal ones only. A front end also wants those that it greys out, because somebody will ask why;
but not the whole `universe`, most of which nobody would think of.
"""

from __future__ import annotations

from collections.abc import Iterator

from toledo_rules import (
    END_TURN,
    MOVEMENT,
    PASS,
    TAKE_CARDS,
    Action,
    Card,
    Challenge,
    Deliver,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    Sword,
    UseSpace,
    View,
    universe,
)
from toledo_rules.codec import dump
from toledo_rules.edition import Edition, Tile
from toledo_rules.multiset import distinct
from toledo_rules.notation import format_card, format_shop, format_sword, format_tile
from toledo_rules.phases import Arrived, Transit


def proposals(view: View) -> Iterator[Action]:
    """What the seat on turn could think of, at least one of each kind."""
    assert view.seat is not None
    me, cards = view.players[view.seat], distinct(view.hand)
    yield TAKE_CARDS
    yield END_TURN
    for shop in distinct(me.shops):
        yield from universe(view.edition).place_shop[shop].values()
    figures = {*me.figures, *([view.phase.step] if isinstance(view.phase, Transit) else [])}
    for card in cards:
        for figure in sorted(figures):
            for with_tile in (False, True) if MOVEMENT in me.tiles else (False,):
                yield PlayCard(card, figure, with_tile)
    yield from map(ReturnFigure, sorted(figures))
    yield from uses(view, cards)
    yield from map(Deliver, distinct(me.swords))
    yield from (Challenge(seat) for seat in range(len(view.players)) if seat != view.seat)
    yield PASS


def uses(view: View, cards: tuple[Card, ...]) -> Iterator[UseSpace]:
    """The ways to use the space on which a figure has just arrived."""
    if not isinstance(view.phase, Arrived) or view.seat is None:
        yield UseSpace()
        return
    shop = view.shops[view.phase.step]
    takes: tuple[Sword | Tile | None, ...] = (None,)
    backs: tuple[Tile | None, ...] = (None,)
    if shop is not None and shop.kind == "smith":
        takes = distinct(view.swords) or takes
    if shop is not None and shop.kind == "fencing":
        takes, backs = distinct(view.tiles) or takes, (None, *view.players[view.seat].tiles)
    free = shop is not None and shop.owner == view.seat  # USE-03
    for take in takes:
        for back in backs:
            for pay in (None,) if free else cards or (None,):
                yield UseSpace(pay, take, back)


def things(action: Action, edition: Edition) -> dict[str, str]:
    """What to click for an action: its kind, and the things that it is made of, by their short names."""
    document = dump(action)
    assert isinstance(document, dict)  # every action is an object with a type
    found = {"kind": str(document["type"])}
    match action:
        case PlaceShop(shop, step):
            found |= {"shop": format_shop(shop, edition), "space": str(step)}
        case ReturnFigure(step):
            found["figure"] = str(step)
        case PlayCard(card, origin, with_tile):
            found |= {"card": format_card(card, edition), "figure": str(origin)}
            found["space"] = str(origin + card.value)  # MOV-02
            if with_tile:
                found["own_tile"] = format_tile(MOVEMENT, edition)
        case Challenge(rival):
            found["rival"] = str(rival)
        case UseSpace(pay, take, give_back):
            if pay is not None:
                found["card"] = format_card(pay, edition)
            if isinstance(take, Sword):
                found["sword"] = format_sword(take, edition)
            elif take is not None:
                found["tile"] = format_tile(take, edition)
            if give_back is not None:
                found["own_tile"] = format_tile(give_back, edition)
        case Deliver(sword):
            found["own_sword"] = format_sword(sword, edition)
        case _:
            pass
    return found
