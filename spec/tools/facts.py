"""Positions, moves and editions of the library as facts of the specification.

This is the only thing between the two, so it is small, dumb and total: it names things and counts them, and knows no
rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from itertools import repeat
from typing import TypeAlias, TypeVar, assert_never

from attrs import fields
from clingo import Function, Number
from clingo.symbol import Symbol

from toledo_rules._values import snake
from toledo_rules.actions import (
    PLAIN_ACTIONS,
    Challenge,
    Deliver,
    Draw,
    Move,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    UseSpace,
)
from toledo_rules.edition import Card, Cards, Edition, Seat, ShopTile, Sword, Tile
from toledo_rules.editions import reading_words
from toledo_rules.events import CardDrawn, CardPlayed, Event, FeePaid, HandShown, Hidden
from toledo_rules.state import (
    Arrived,
    Drawing,
    Duel,
    Entered,
    Moving,
    Over,
    Phase,
    Player,
    PlayerView,
    Shop,
    State,
    Transit,
    TurnStart,
    View,
)

Position: TypeAlias = frozenset[Symbol]
"""The fluents that hold, without the word `true`."""

NONE = Function("none")


@cache
def call(name: str, *arguments: int | str | Symbol) -> Symbol:
    """A term of the logic. The same terms come again and again, and making one is dear."""
    return Function(
        name,
        [
            Number(a) if isinstance(a, int) else Function(a) if isinstance(a, str) else a
            for a in arguments
        ],
    )


def card(c: Card) -> Symbol:
    """A money card."""
    return call("card", c.value, c.colour, c.stance)


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
        case Draw(c):
            return call("draw", card(c))
        case _:  # without parts
            assert m in PLAIN_ACTIONS
            return call(snake(type(m)))


def event(e: Event) -> frozenset[Symbol]:
    """An event: one term, or one for each kind of card in a hand that is shown."""
    name = snake(type(e))
    match e:
        case HandShown(seat, cards):
            kinds = Counter(cards).items()
            return frozenset(call(name, seat, card(c), number) for c, number in kinds)
        case CardPlayed(seat, c, to_front, with_tile):
            place, way = "front" if to_front else "discards", "tile" if with_tile else "plain"
            return frozenset({call(name, seat, card(c), place, way)})
        case FeePaid(seat, owner, c):
            return frozenset({call(name, seat, card(c), NONE if owner is None else owner)})
        case CardDrawn(seat, Hidden.HIDDEN):
            return frozenset({call(name, seat, "unseen")})
        case _:  # all others have the parts of their term, in order
            parts = {part.name: getattr(e, part.name) for part in fields(type(e))}
            return frozenset({call(name, *[_part(key, parts) for key in parts])})


def _part(name: str, parts: dict[str, object]) -> int | str | Symbol:
    match parts[name]:
        case Card() as c:
            return card(c)
        case Sword() as s:
            return sword(s)
        case ShopTile() as tile:
            owner = parts["seat"]
            assert isinstance(owner, int)
            return shop(owner, tile)
        case str() as text:
            return master(text) if name == "tile" else text
        case int() as number:
            return number
        case other:
            raise TypeError(f"{name} of an event: {other!r}")


T = TypeVar("T", bound=Hashable)


def _at(place: Symbol | int, pieces: Iterable[T], name: Callable[[T], Symbol]) -> Iterator[Symbol]:
    """So many of each piece are at a place."""
    for piece, number in Counter(pieces).items():
        yield call("at", place, name(piece), number)


def _itself(piece: str) -> Symbol:
    return call(piece)


def _stuff(metal: int, gems: int) -> Iterator[str]:
    yield from repeat("metal", metal)
    yield from repeat("gem", gems)


def _player(seat: Seat, player: Player | PlayerView) -> Iterator[Symbol]:
    """What lies open of a player."""
    area, alcazar, figure = call("area", seat), call("alcazar", seat), call("figure", seat)
    for step, number in Counter(player.figures).items():
        yield call("at", step, figure, number)
    yield from _at(alcazar, repeat("figure", player.inside), lambda _: figure)
    yield from _at(alcazar, player.delivered, sword)
    yield from _at(area, player.shops, lambda tile: shop(seat, tile))
    yield from _at(area, _stuff(player.metal, player.gems), _itself)
    yield from _at(area, player.swords, sword)
    yield from _at(area, player.tiles, master)
    yield from _at(area, player.paintings, lambda value: call("painting", value))
    yield from _at(call("known", seat), player.known, card)


def _open(s: State | View) -> Iterator[Symbol]:
    """What everybody sees: all but the pile and the hands."""
    players: tuple[Player | PlayerView, ...] = s.players
    for seat, player in enumerate(players):
        yield from _player(seat, player)
    for step, built in enumerate(s.shops):
        if built is not None:
            yield call("at", step, shop(built.owner, built), 1)
    if isinstance(s.phase, (Transit, Duel)):
        yield call("at", "transit", call("figure", s.active), 1)
    if s.front is not None:
        yield call("at", "front", card(s.front), 1)
    yield from _at(call("discards"), s.discards, card)
    yield from _at(call("supply"), _stuff(s.metal, s.gems), _itself)
    yield from _at(call("board"), s.swords, sword)
    yield from _at(call("board"), s.tiles, master)
    for height, value in enumerate(reversed(s.paintings), start=1):
        yield call("at", call("stack", height), call("painting", value), 1)
    yield call("active", s.active)
    yield call("phase", phase(s.phase))
    if s.trigger is not None:
        yield call("trigger", s.trigger)
    if s.tile_value is not None:
        yield call("tile_card", s.tile_value)


def _hidden(s: State) -> Iterator[Symbol]:
    yield from _at(call("pile"), s.pile, card)
    for seat, player in enumerate(s.players):
        yield from _at(call("hand", seat), player.hand, card)


def position(s: State) -> Position:
    """Everything that holds in a position."""
    return frozenset((*_open(s), *_hidden(s)))


def view(v: View) -> Position:
    """Everything that a view shows, in the words of `sees`."""
    hand = () if v.seat is None else _at(call("hand", v.seat), v.hand, card)
    sizes = (call("size", call("hand", seat), p.cards) for seat, p in enumerate(v.players))
    return frozenset((*_open(v), *hand, *sizes, call("size", "pile", v.pile)))


NUMBERS = {
    "hand_size": "hand",
    **{
        name: name
        for name in (
            "cards_taken",
            "tavern_cards",
            "tile_limit",
            "last_round_at",
            "movement_penalty",
            "rounds_to_win",
            "gems_per_point",
            "sword_divisor",
        )
    },
}
"""The numbers of an edition: their words in the logic, and their fields in the library."""


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
    facts += [call(name, getattr(e, field)) for name, field in NUMBERS.items()]
    facts += [call("reading", *word.split("=")) for word in reading_words(e.readings)]
    return tuple(facts)


def dealt(hands: Iterable[Cards]) -> list[Symbol]:
    """The cards that have been dealt to each seat."""
    return [
        call("dealt", seat, card(c), number)
        for seat, hand in enumerate(hands)
        for c, number in Counter(hand).items()
    ]


COUNTED = ("figures", "metal", "gems", "least_players", "most_players")
"""The numbers of an edition that only the question of its form needs."""


def box(e: Edition) -> tuple[Symbol, ...]:
    """Everything in an edition, whether it can be played or not."""
    facts = [*edition(e, e.most_players)]
    facts += [call("number", name, getattr(e, name)) for name in COUNTED]
    facts += [call("colour", place, name) for place, name in enumerate(e.colours)]
    facts += [call("duel_colour", place, name) for place, name in enumerate(e.duel_colours)]
    for step, space in enumerate(e.road):
        facts.append(call("printed", step, space.kind))
        if space.row:
            facts.append(call("row", step, space.row))
    start = e.road[0]
    facts += [
        call(name, 0, n) for name, n in (("price", start.price), ("circles", start.circles)) if n
    ]
    return tuple(facts)
