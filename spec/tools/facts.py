"""Positions, moves and editions of the library as facts of the specification.

This is the only thing between the two, so it is small, dumb and total: it names things and counts them, and knows no
rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import TypeAlias, assert_never

from clingo import Function, Number
from clingo.symbol import Symbol

from toledo_rules.actions import (
    Challenge,
    Deliver,
    Draw,
    EndTurn,
    Move,
    Pass,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    TakeCards,
    UseSpace,
)
from toledo_rules.cards import Card
from toledo_rules.edition import Edition, ShopTile, Sword, Tile
from toledo_rules.state import (
    Arrived,
    Drawing,
    Duel,
    Entered,
    Moving,
    Over,
    Phase,
    Player,
    Seat,
    Shop,
    State,
    Transit,
    TurnStart,
)
from toledo_rules.views import PlayerView, View

Position: TypeAlias = frozenset[Symbol]
"""The fluents that hold, without the word `true`."""

NONE = Function("none")


def call(name: str, *arguments: int | str | Symbol) -> Symbol:
    """A term of the logic."""
    return Function(
        name,
        [
            Number(a) if isinstance(a, int) else Function(a) if isinstance(a, str) else a
            for a in arguments
        ],
    )


@cache
def card(c: Card) -> Symbol:
    """A money card."""
    return call("card", c.value, c.colour, c.stance)


@cache
def sword(s: Sword) -> Symbol:
    """A sword tile."""
    return call("sword", s.value, s.metal, s.gems)


def shop(owner: Seat, tile: ShopTile | Shop) -> Symbol:
    """A shop tile of a seat."""
    return call("shop", owner, tile.kind, tile.circles)


def master(tile: Tile) -> Symbol:
    """A master tile."""
    return call("master", tile)


def phase(p: Phase) -> Symbol:
    """What is pending."""
    match p:
        case TurnStart():
            return call("start")
        case Moving():
            return call("moving")
        case Arrived(step):
            return call("arrived", step)
        case Entered():
            return call("entered")
        case Transit(step):
            return call("transit", step)
        case Drawing(left, source):
            return call("drawing", left, source)
        case Duel(step, rival, attacker, defender):
            return call("duel", step, rival, attacker, defender)
        case Over():
            return call("over")
    assert_never(p)


def move(m: Move, active: Seat) -> Symbol:
    """A player's action, or chance's draw."""
    match m:
        case TakeCards():
            return call("take_cards")
        case PlaceShop(tile, step):
            return call("place_shop", shop(active, tile), step)
        case ReturnFigure(step):
            return call("return_figure", step)
        case PlayCard(c, origin, with_tile):
            return call("play_card", card(c), origin, "tile" if with_tile else "plain")
        case Challenge(rival):
            return call("challenge", rival)
        case UseSpace(pay, take, give_back):
            return call(
                "use_space",
                NONE if pay is None else card(pay),
                NONE if take is None else sword(take) if isinstance(take, Sword) else master(take),
                NONE if give_back is None else master(give_back),
            )
        case Deliver(s):
            return call("deliver", sword(s))
        case EndTurn():
            return call("end_turn")
        case Pass():
            return call("pass")
        case Draw(c):
            return call("draw", card(c))
    assert_never(m)


class _Places:
    """Counts pieces by place."""

    def __init__(self) -> None:
        self._pieces: Counter[tuple[Symbol, Symbol]] = Counter()

    def put(self, place: Symbol | int, pieces: Iterable[Symbol]) -> None:
        where = Number(place) if isinstance(place, int) else place
        self._pieces.update((where, piece) for piece in pieces)

    def fluents(self) -> set[Symbol]:
        return {call("at", where, piece, n) for (where, piece), n in self._pieces.items()}


def _open(s: State | View) -> tuple[_Places, set[Symbol]]:
    """What everybody sees: all but the pile and the hands."""
    places = _Places()
    figure = [call("figure", seat) for seat in range(len(s.players))]
    players: tuple[Player | PlayerView, ...] = s.players
    for seat, player in enumerate(players):
        area = call("area", seat)
        alcazar = call("alcazar", seat)
        for step in player.figures:
            places.put(step, [figure[seat]])
        places.put(alcazar, [figure[seat]] * player.inside)
        places.put(alcazar, map(sword, player.delivered))
        places.put(area, (shop(seat, tile) for tile in player.shops))
        places.put(area, [call("metal")] * player.metal + [call("gem")] * player.gems)
        places.put(area, map(sword, player.swords))
        places.put(area, map(master, player.tiles))
        places.put(area, (call("painting", value) for value in player.paintings))
        places.put(call("known", seat), map(card, player.known))
    for step, built in enumerate(s.shops):
        if built is not None:
            places.put(step, [shop(built.owner, built)])
    if isinstance(s.phase, (Transit, Duel)):
        places.put(call("transit"), [figure[s.active]])
    if s.front is not None:
        places.put(call("front"), [card(s.front)])
    places.put(call("discards"), map(card, s.discards))
    places.put(call("supply"), [call("metal")] * s.metal + [call("gem")] * s.gems)
    places.put(call("board"), map(sword, s.swords))
    places.put(call("board"), map(master, s.tiles))
    for height, value in enumerate(reversed(s.paintings), start=1):
        places.put(call("stack", height), [call("painting", value)])
    others = {call("active", s.active), call("phase", phase(s.phase))}
    if s.trigger is not None:
        others.add(call("trigger", s.trigger))
    if s.tile_value is not None:
        others.add(call("tile_card", s.tile_value))
    return places, others


def position(s: State) -> Position:
    """Everything that holds in a position."""
    places, others = _open(s)
    places.put(call("pile"), map(card, s.pile))
    for seat, player in enumerate(s.players):
        places.put(call("hand", seat), map(card, player.hand))
    return frozenset(places.fluents() | others)


def view(v: View) -> Position:
    """Everything that a view shows, in the words of `sees`."""
    places, others = _open(v)
    if v.seat is not None:
        places.put(call("hand", v.seat), map(card, v.hand))
    others.add(call("size", "pile", v.pile))
    others |= {call("size", call("hand", seat), p.cards) for seat, p in enumerate(v.players)}
    return frozenset(places.fluents() | others)


@cache
def edition(e: Edition, players: int) -> tuple[Symbol, ...]:
    """The components, and the number of players."""
    facts = [call("players", players), call("copies", "figure", e.figures)]
    pieces = [*map(card, e.cards), *map(sword, e.swords), *map(master, e.tiles)]
    pieces += [call("metal")] * e.metal + [call("gem")] * e.gems
    pieces += [call("shop", tile.kind, tile.circles) for tile in e.shops]
    facts += [call("copies", piece, n) for piece, n in Counter(pieces).items()]
    for height, value in enumerate(reversed(e.paintings), start=1):
        facts.append(call("painting", height, value))
    for step, space in enumerate(e.road[1:], start=1):
        facts.append(call("space", step, space.kind))
        if space.price:
            facts.append(call("price", step, space.price))
        if space.circles:
            facts.append(call("circles", step, space.circles))
    limits = ("cards_taken", "tavern_cards", "tile_limit", "last_round_at", "movement_penalty")
    facts += [call(name, getattr(e, name)) for name in limits]
    return tuple(facts)
