"""Positions, moves and editions of the library as facts of the specification.

This is the only thing between the two, so it is small, dumb and total: it names things and counts them, and knows no
rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import TypeAlias, TypeVar, assert_never

from attrs import fields

from spec.tools.logic import Term
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
from toledo_rules.edition import Card, Cards, Edition, Seat, ShopTile, Step, Sword, Tile
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

Position: TypeAlias = frozenset[Term]
"""The fluents that hold, without the word `true`."""

NONE = "none"


def card(c: Card) -> Term:
    """A money card."""
    return ("card", c.value, c.colour, c.stance)


def sword(s: Sword) -> Term:
    """A sword tile."""
    return ("sword", s.value, s.metal, s.gems)


def shop(owner: Seat, tile: ShopTile | Shop) -> Term:
    """A shop tile of a seat."""
    return ("shop", owner, tile.kind, tile.circles)


def master(tile: Tile) -> Term:
    """A master tile."""
    return ("master", tile)


def phase(p: Phase) -> Term:
    """What is pending."""
    match p:
        case TurnStart():
            return "start"
        case Moving():
            return "moving"
        case Arrived(step):
            return ("arrived", step)
        case Entered():
            return "entered"
        case Transit(step):
            return ("transit", step)
        case Drawing(left, source):
            return ("drawing", left, source)
        case Duel(step, rival, attacker, defender):
            return ("duel", step, rival, attacker, defender)
        case Over():
            return "over"
    assert_never(p)


def move(m: Move, active: Seat) -> Term:
    """A player's action, or chance's draw."""
    match m:
        case PlaceShop(tile, step):
            return ("place_shop", shop(active, tile), step)
        case ReturnFigure(step):
            return ("return_figure", step)
        case PlayCard(c, origin, with_tile):
            return ("play_card", card(c), origin, "tile" if with_tile else "plain")
        case Challenge(rival):
            return ("challenge", rival)
        case UseSpace(pay, take, give_back):
            return (
                "use_space",
                NONE if pay is None else card(pay),
                NONE if take is None else sword(take) if isinstance(take, Sword) else master(take),
                NONE if give_back is None else master(give_back),
            )
        case Deliver(s):
            return ("deliver", sword(s))
        case Draw(c):
            return ("draw", card(c))
        case _:  # without parts
            assert m in PLAIN_ACTIONS
            return snake(type(m))


def event(e: Event) -> frozenset[Term]:
    """An event: one term, or one for each kind of card in a hand that is shown."""
    name = snake(type(e))
    match e:
        case HandShown(seat, cards):
            kinds = Counter(cards).items()
            return frozenset((name, seat, card(c), number) for c, number in kinds)
        case CardPlayed(seat, c, to_front, with_tile):
            place, way = "front" if to_front else "discards", "tile" if with_tile else "plain"
            return frozenset({(name, seat, card(c), place, way)})
        case FeePaid(seat, owner, c):
            return frozenset({(name, seat, card(c), NONE if owner is None else owner)})
        case CardDrawn(seat, Hidden.HIDDEN):
            return frozenset({(name, seat, "unseen")})
        case _:  # all others have the parts of their term, in order
            parts = {part.name: getattr(e, part.name) for part in fields(type(e))}
            arguments = [_part(key, parts) for key in parts]
            return frozenset({(name, *arguments) if arguments else name})


def _part(name: str, parts: dict[str, object]) -> Term:
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


# Positions

Pieces: TypeAlias = dict[Term, dict[Term, int]]
"""The number of each piece at each place. The cached value is shared, so it must not be changed."""

T = TypeVar("T", bound=Hashable)
_remembered = lru_cache(maxsize=1 << 16)
"""A position shares nearly all of its parts with the one before it."""


def _counted(pieces: Iterable[T], name: Callable[[T], Term]) -> dict[Term, int]:
    return {name(piece): number for piece, number in Counter(pieces).items()}


@_remembered
def _cards(cards: Cards) -> dict[Term, int]:
    return _counted(cards, card)


def _stuff(metal: int, gems: int) -> dict[Term, int]:
    return {name: number for name, number in (("metal", metal), ("gem", gems)) if number}


@_remembered
def _road(figures: tuple[tuple[Step, ...], ...], shops: tuple[Shop | None, ...]) -> Pieces:
    """Figures and shops on the spaces."""
    found: Pieces = {}
    for seat, steps in enumerate(figures):
        for step, number in Counter(steps).items():
            found.setdefault(step, {})["figure", seat] = number
    for step, built in enumerate(shops):
        if built is not None:
            found.setdefault(step, {})[shop(built.owner, built)] = 1
    return found


@_remembered
def _alcazar(seat: Seat, inside: int, delivered: tuple[Sword, ...]) -> dict[Term, int]:
    figures: dict[Term, int] = {("figure", seat): inside} if inside else {}
    return figures | _counted(delivered, sword)


@_remembered
def _area(
    seat: Seat,
    metal: int,
    gems: int,
    shops: tuple[ShopTile, ...],
    swords: tuple[Sword, ...],
    tiles: tuple[Tile, ...],
    paintings: tuple[int, ...],
) -> dict[Term, int]:
    """What lies before a player."""
    return {
        **_stuff(metal, gems),
        **_counted(shops, lambda tile: shop(seat, tile)),
        **_counted(swords, sword),
        **_counted(tiles, master),
        **_counted(paintings, lambda value: ("painting", value)),
    }


@_remembered
def _board(swords: tuple[Sword, ...], tiles: tuple[Tile, ...]) -> dict[Term, int]:
    return _counted(swords, sword) | _counted(tiles, master)


def _open(s: State | View) -> Pieces:
    """What everybody sees: all but the pile and the hands."""
    players: tuple[Player | PlayerView, ...] = s.players
    found = {**_road(tuple(p.figures for p in players), s.shops)}
    for seat, p in enumerate(players):
        found["alcazar", seat] = _alcazar(seat, p.inside, p.delivered)
        found["area", seat] = _area(seat, p.metal, p.gems, p.shops, p.swords, p.tiles, p.paintings)
        found["known", seat] = _cards(p.known)
    if isinstance(s.phase, (Transit, Duel)):
        found["transit"] = {("figure", s.active): 1}
    if s.front is not None:
        found["front"] = {card(s.front): 1}
    found["discards"] = _cards(s.discards)
    found["supply"] = _stuff(s.metal, s.gems)
    found["board"] = _board(s.swords, s.tiles)
    for height, value in enumerate(reversed(s.paintings), start=1):
        found["stack", height] = {("painting", value): 1}
    return found


def _there(pieces: Pieces) -> Pieces:
    return {place: here for place, here in pieces.items() if here}


def pieces(s: State) -> Pieces:
    """Everything that lies somewhere, the hidden cards too."""
    found = _open(s)
    found["pile"] = _cards(s.pile)
    for seat, player in enumerate(s.players):
        found["hand", seat] = _cards(player.hand)
    return _there(found)


def pieces_seen(v: View) -> Pieces:
    """Everything that a view shows to lie somewhere."""
    found = _open(v)
    if v.seat is not None:
        found["hand", v.seat] = _cards(v.hand)
    return _there(found)


def slots(s: State | View) -> dict[str, Term]:
    """Whose turn it is, what is pending, and what else holds of a position beside its pieces."""
    found: dict[str, Term] = {"active": s.active, "phase": phase(s.phase)}
    if s.trigger is not None:
        found["trigger"] = s.trigger
    if s.tile_value is not None:
        found["tile_card"] = s.tile_value
    return found


def sizes(v: View) -> dict[Term, int]:
    """How many cards are in the pile and in each hand."""
    return {"pile": v.pile, **{("hand", seat): p.cards for seat, p in enumerate(v.players)}}


def fluents(at: Pieces, others: Mapping[str, Term]) -> Iterator[Term]:
    """Pieces and what else holds, as fluents."""
    for place, here in at.items():
        yield from (("at", place, piece, number) for piece, number in here.items())
    yield from others.items()


def position(s: State) -> Position:
    """Everything that holds in a position."""
    return frozenset(fluents(pieces(s), slots(s)))


def view(v: View) -> Position:
    """Everything that a view shows, in the words of `sees`."""
    counted = (("size", place, number) for place, number in sizes(v).items())
    return frozenset((*fluents(pieces_seen(v), slots(v)), *counted))


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
def edition(e: Edition, players: int) -> tuple[Term, ...]:
    """The components, and the number of players."""
    facts = [("players", players), ("copies", "figure", e.figures)]
    pieces = [*map(card, e.cards), *map(sword, e.swords), *map(master, e.tiles)]
    pieces += ["metal"] * e.metal + ["gem"] * e.gems
    pieces += [("shop", tile.kind, tile.circles) for tile in e.shops]
    facts += [("copies", piece, n) for piece, n in Counter(pieces).items()]
    for height, value in enumerate(reversed(e.paintings), start=1):
        facts.append(("painting", height, value))
    for step, space in enumerate(e.road[1:], start=1):
        facts.append(("space", step, space.kind))
        if space.price:
            facts.append(("price", step, space.price))
        if space.circles:
            facts.append(("circles", step, space.circles))
    facts += [(name, getattr(e, field)) for name, field in NUMBERS.items()]
    facts += [("reading", *word.split("=")) for word in reading_words(e.readings)]
    return tuple(facts)


def dealt(hands: Iterable[Cards]) -> list[Term]:
    """The cards that have been dealt to each seat."""
    return [
        ("dealt", seat, card(c), number)
        for seat, hand in enumerate(hands)
        for c, number in Counter(hand).items()
    ]


COUNTED = ("figures", "metal", "gems", "least_players", "most_players")
"""The numbers of an edition that only the question of its form needs."""


def box(e: Edition) -> tuple[Term, ...]:
    """Everything in an edition, whether it can be played or not."""
    facts = [*edition(e, e.most_players)]
    facts += [("number", name, getattr(e, name)) for name in COUNTED]
    facts += [("colour", place, name) for place, name in enumerate(e.colours)]
    facts += [("duel_colour", place, name) for place, name in enumerate(e.duel_colours)]
    for step, space in enumerate(e.road):
        facts.append(("printed", step, space.kind))
        if space.row:
            facts.append(("row", step, space.row))
    start = e.road[0]
    facts += [(name, 0, n) for name, n in (("price", start.price), ("circles", start.circles)) if n]
    return tuple(facts)
