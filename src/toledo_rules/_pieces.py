"""The pieces on a table as a program shows them: the id of each part, the circle of each figure, and how things move.

The ids are the same in `toledo_rules.choices`, in pictures and in animations. They are made here and nowhere else. A
place comes first, then the thing that lies there::

    cathedral                 the first step of the road
    space:8                   any other step of the road, the entrances included
    circle:8:1                a circle on a space, counted from 0
    alcazar                   the inside of the Alcazar
    figure:0:4                a figure of seat 0, counted from 0
    pile  discards  front     the draw pile, the discard pile, the first card of this turn
    supply:metal  supply:gems
    supply:sword:12  supply:tile:v  supply:painting:3
    hand:0                    the hand of seat 0, as a place
    hand:0:4va                cards of a kind in that hand, if the hand is visible
    player:0                  the area of seat 0
    player:0:cards            the number of cards; likewise fame, metal, gems, figures, inside
    player:0:sword:12         likewise tile:v, painting:3 and shop:m2, a shop tile that is not placed yet
    player:0:known:4va        cards of a kind that everybody knows to be in that hand
    player:0:delivered:12     a sword in the Alcazar; plaque:0:1 is the place of one
    deed:take_cards           a kind of action: a button or an entry of a menu, in no picture

Things are written as in `toledo_rules.notation`. Equal things that lie together are one part: a hand with two equal
cards shows the card once, with a number. Figures and circles are numbered, because figures move: see `figure_steps`.

A position says how many figures stand on a space, and not on which of its circles: no rule asks. A picture has to draw
each figure on one of them, and a figure that was not moved must not jump to another. `seat_figures` assigns circles,
the same for everybody who has seen the same positions; without an earlier seating, they are filled in the order of
seats. `flights` turns events into what moves on a screen: a thing, and the places it comes from and goes to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias, get_args

from attrs import frozen

from toledo_rules import events as happened
from toledo_rules._json import PART_ID
from toledo_rules._values import check_type, snake
from toledo_rules.actions import ACTION_TYPES, Action
from toledo_rules.edition import (
    CATHEDRAL,
    SHOP_KINDS,
    Card,
    Edition,
    Seat,
    ShopTile,
    Step,
    Sword,
    Tile,
)
from toledo_rules.errors import PictureError
from toledo_rules.events import HIDDEN, Event, Hidden, told_events
from toledo_rules.notation import format_card, format_shop, format_sword, format_tile
from toledo_rules.state import Duel, PositionHolder, State, Transit, View, check_seat, position_of

if TYPE_CHECKING:
    from toledo_rules._game import Game

# ------------------------------------------------------------
# Parts: everything on the table that can be pointed at, by an id.

PartId: TypeAlias = Annotated[str, PART_ID]
"""The id of a part: words and numbers with colons between them, without blanks."""

Count: TypeAlias = Literal["cards", "fame", "metal", "gems", "figures", "inside"]
"""A number in a player's area: cards in hand, points so far, material, figures outside and inside the Alcazar."""
COUNTS: tuple[Count, ...] = get_args(Count)

PartKind: TypeAlias = Literal[
    "deed",
    "cathedral",
    "space",
    "circle",
    "alcazar",
    "figure",
    "pile",
    "discards",
    "front",
    "metal",
    "gems",
    "sword",
    "tile",
    "painting",
    "player",
    "count",
    "hand",
    "card",
    "known",
    "shop",
    "delivered",
]
"""The kind of a part."""

ALCAZAR: Final = "alcazar"
"""The id of the inside of the Alcazar."""
PILE: Final = "pile"
"""The id of the draw pile."""
DISCARDS: Final = "discards"
"""The id of the discard pile."""
FRONT: Final = "front"
"""The id of the first card of this turn, which lies in front of its player."""
SUPPLY_METAL: Final = "supply:metal"
"""The id of the metal in the supply."""
SUPPLY_GEMS: Final = "supply:gems"
"""The id of the gems in the supply."""


def space_part(step: Step) -> PartId:
    """Return the id of a step of the road.

    >>> space_part(0), space_part(8)
    ('cathedral', 'space:8')
    """
    return "cathedral" if step == CATHEDRAL else f"space:{step}"


def circle_part(step: Step, number: int) -> PartId:
    """Return the id of a circle on a space."""
    return f"circle:{step}:{number}"


def figure_part(seat: Seat, number: int) -> PartId:
    """Return the id of a figure."""
    return f"figure:{seat}:{number}"


def hand_part(seat: Seat) -> PartId:
    """Return the id of a hand, as a place."""
    return f"hand:{seat}"


def card_part(seat: Seat, card: Card, edition: Edition) -> PartId:
    """Return the id of the cards of a kind in a visible hand."""
    return f"hand:{seat}:{format_card(card, edition)}"


def player_part(seat: Seat) -> PartId:
    """Return the id of a player's area."""
    return f"player:{seat}"


def count_part(seat: Seat, what: Count) -> PartId:
    """Return the id of a number in a player's area."""
    return f"player:{seat}:{what}"


def shop_part(seat: Seat, tile: ShopTile, edition: Edition) -> PartId:
    """Return the id of the shop tiles of a kind that a player has not placed yet."""
    return f"player:{seat}:shop:{format_shop(tile, edition)}"


def known_part(seat: Seat, card: Card, edition: Edition) -> PartId:
    """Return the id of the cards of a kind that everybody knows to be in a hand."""
    return f"player:{seat}:known:{format_card(card, edition)}"


def delivered_part(seat: Seat, sword: Sword, edition: Edition) -> PartId:
    """Return the id of the swords of a kind that a player has delivered to the Alcazar."""
    return f"player:{seat}:delivered:{format_sword(sword, edition)}"


def sword_part(seat: Seat | None, sword: Sword, edition: Edition) -> PartId:
    """Return the id of the swords of a kind in front of a player; None for those on the board."""
    return f"{_place(seat)}:sword:{format_sword(sword, edition)}"


def tile_part(seat: Seat | None, tile: Tile, edition: Edition) -> PartId:
    """Return the id of the master tiles of a kind that a player has; None for those on the board."""
    return f"{_place(seat)}:tile:{format_tile(tile, edition)}"


def painting_part(seat: Seat | None, value: int) -> PartId:
    """Return the id of the paintings of a value that a player has; None for those on the stack."""
    return f"{_place(seat)}:painting:{value}"


def deed_part(kind: type[Action]) -> PartId:
    """Return the id of a kind of action.

    >>> from toledo_rules import TakeCards
    >>> deed_part(TakeCards)
    'deed:take_cards'
    """
    return _DEEDS[kind]


def figure_steps(position: State | View | Game, seat: Seat) -> tuple[Step | None, ...]:
    """Return the steps of a player's figures, by their numbers; None for those in the Alcazar.

    A position does not say which figure is which. A viewer who has followed the game may number them as they went;
    one who sees only this position numbers them by their steps: the cathedral and the road, then a figure in
    transit, then the Alcazar.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> figure_steps(new_game(2, Random(1)), 0)
    (0, 0, 0, 0, 0)
    """
    position = position_of(position)
    check_seat(seat, len(position.players))
    figures, phase = position.players[seat], position.phase
    over: tuple[Step, ...] = ()
    if isinstance(phase, (Transit, Duel)) and seat == position.active:
        over = (phase.step,)
    return (*figures.figures, *over, *[None] * figures.inside)


def _place(seat: Seat | None) -> str:
    return "supply" if seat is None else player_part(seat)


_DEEDS: Final = {kind: f"deed:{snake(kind)}" for kind in ACTION_TYPES}


# ------------------------------------------------------------
# Seating: the circles that figures stand on, and the ways that things take over a table.

# Places that are not parts of the table.


def house(step: Step) -> PartId:
    """Return the place of a shop on a space."""
    return f"house:{step}"


def forecourt(seat: Seat, number: int) -> PartId:
    """Return the place of a figure before the cathedral."""
    return f"cathedral:{seat}:{number}"


def niche(seat: Seat, number: int) -> PartId:
    """Return the place of a figure in the Alcazar."""
    return f"alcazar:{seat}:{number}"


def plaque(seat: Seat, number: int) -> PartId:
    """Return the place of the sword under a figure in the Alcazar."""
    return f"plaque:{seat}:{number}"


def over(step: Step) -> PartId:
    """Return the place of a figure on its way through a space, or in transit on a full one."""
    return f"transit:{step}"


def pocket(value: int) -> PartId:
    """Return the place of the cards of a value in the viewer's own hand."""
    return f"pocket:{value}"


def fought(number: int) -> PartId:
    """Return the place of a card that was turned up in a duel, counted from 0."""
    return f"duel:{number}"


# Who stands where.


@frozen
class Seating:
    """The circles and the niches that figures stand in."""

    circles: tuple[tuple[Seat | None, ...], ...]
    """For each step of the road the owner of the figure on each circle; None for a free circle."""
    niches: tuple[tuple[Sword | None, ...], ...]
    """For each seat the sword under each figure in the Alcazar, in the order in which they came; None for no sword."""


def check_circles(position: State | View) -> None:
    """Refuse a shop that is not of the edition: there may be no place for its circles, or no memory."""
    most = max((tile.circles for tile in position.edition.shops), default=0)
    for step, shop in enumerate(position.shops):
        if shop is not None and shop.circles > most:
            raise PictureError(
                f"the shop on space {step} has {shop.circles} circles, but none of the edition more than {most}"
            )


def seat_figures(position: State | View | Game, before: Seating | None = None) -> Seating:
    """Return the circles that figures stand on, given the ones they stood on before.

    A figure stays where it was; a new one takes the first free circle.

    >>> from toledo_rules.testing import BLUE, RED, Table
    >>> start = seat_figures(Table(2).figures(BLUE, 5).lay())
    >>> start.circles[5]
    (1, None)
    >>> seat_figures(Table(2).figures(BLUE, 5).figures(RED, 5).lay(), start).circles[5]
    (1, 0)

    Raises:
        PictureError: a shop has more circles than any of the edition.
    """
    position = position_of(position)
    check_circles(position)
    if before is not None:
        check_type("before", before, Seating)
    steps = range(len(position.edition.road))
    standing: dict[Step, Counter[Seat]] = {}
    for seat, player in enumerate(position.players):
        for step in player.figures:
            standing.setdefault(step, Counter())[seat] += 1
    circles = []
    for step in steps:
        number = 0 if step == CATHEDRAL else position.circles(step)
        old = before.circles[step] if before else ()
        here = standing.get(step)
        circles.append(_seated(here, number, old) if here else (None,) * number)
    niches = [
        _hung(player.inside, player.delivered, before.niches[seat] if before else ())
        for seat, player in enumerate(position.players)
    ]
    return Seating(tuple(circles), tuple(niches))


def seating_at(position: State | View | Game, seating: Seating | None) -> Seating:
    """Return a seating: the given one, else that of a game, else circles filled in the order of seats."""
    if seating is not None:
        check_type("seating", seating, Seating)
        return seating
    return position.seating if isinstance(position, PositionHolder) else seat_figures(position)


def _seated(
    standing: Counter[Seat], circles: int, before: Sequence[Seat | None]
) -> tuple[Seat | None, ...]:
    """Return the figures of a space by circle: those of before, then the others on the first free circles."""
    left = Counter(standing)
    seats: list[Seat | None] = []
    for number in range(circles):
        old = before[number] if number < len(before) else None
        stays = old is not None and left[old] > 0
        seats.append(old if stays else None)
        if stays and old is not None:
            left[old] -= 1
    coming = iter(sorted(left.elements()))
    return tuple(next(coming, None) if seat is None else seat for seat in seats)


def _hung(
    inside: int, delivered: Sequence[Sword], before: Sequence[Sword | None]
) -> tuple[Sword | None, ...]:
    """Return the swords of a player by niche: those of before, and new ones under the figures that came last."""
    left = Counter(delivered)
    swords: list[Sword | None] = []
    for number in range(inside):
        old = before[number] if number < len(before) else None
        stays = old is not None and left[old] > 0
        swords.append(old if stays else None)
        if stays and old is not None:
            left[old] -= 1
    free = [number for number, sword in enumerate(swords) if sword is None]
    coming = sorted(left.elements())
    for number, sword in zip(free[len(free) - len(coming) :], coming, strict=True):
        swords[number] = sword
    return tuple(swords)


# Ways.


@frozen
class Flight:
    """A thing that moves from one place of the picture to another."""

    thing: str
    """The symbol of the thing, as in `toledo_rules.render.board`: ``figure-0``, ``card-4va``, ``back``, ``metal``."""
    origin: PartId
    """The place where it was."""
    target: PartId
    """The place where it goes."""


def flights(
    events: Iterable[Event],
    before: State | View | Game,
    seating: Seating | None = None,
    *,
    viewer: Seat | None = None,
) -> tuple[tuple[Flight, ...], ...]:
    """Return the things that each event moves, in order; an empty tuple for an event that moves nothing.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game, transition
    >>> state = new_game(2, Random(1))
    >>> taken = transition(state, TAKE_CARDS, Random(2))
    >>> flights(taken.seen_by(1), state)[1]
    (Flight(thing='back', origin='pile', target='hand:0'),)

    Args:
        events: the events of one action, or of several in a row, as the viewer is told of them.
        before: the position before them.
        seating: the seating before them; circles filled in the order of seats if it is not given.
        viewer: the seat whose hand is shown in pockets; None for a spectator.
    """
    table = _Flying(position_of(before), seating_at(before, seating), viewer)
    return tuple(table.follow(event) for event in told_events(events))


class _Flying:
    """A table with pieces on their way."""

    def __init__(self, before: State | View, seating: Seating, viewer: Seat | None) -> None:
        self.edition = before.edition
        self.viewer = viewer
        self.circles = [list(circles) for circles in seating.circles]
        self.waiting = [player.figures.count(CATHEDRAL) for player in before.players]
        self.inside = [player.inside for player in before.players]
        phase = before.phase
        pending = phase.step if isinstance(phase, (Transit, Duel)) else None
        self.over = None if pending is None else (before.active, pending)
        self.rounds: list[Card] = []

    def follow(self, event: Event) -> tuple[Flight, ...]:
        """Return the things that an event moves: none, unless `_WAYS` says which."""
        way = _WAYS.get(type(event))
        return () if way is None else way(self, event)

    # Cards.

    def card_drawn(self, event: happened.CardDrawn) -> tuple[Flight, ...]:
        target = self.hand(event.seat, event.card)
        return (Flight(self.face(event.card), PILE, target),)

    def pile_reshuffled(self, _event: happened.PileReshuffled) -> tuple[Flight, ...]:
        return (Flight("back", DISCARDS, PILE),)

    def card_played(self, event: happened.CardPlayed) -> tuple[Flight, ...]:
        target = FRONT if event.to_front else DISCARDS
        return (Flight(self.face(event.card), self.hand(event.seat, event.card), target),)

    def front_card_discarded(self, event: happened.FrontCardDiscarded) -> tuple[Flight, ...]:
        return (Flight(self.face(event.card), FRONT, DISCARDS),)

    def fee_paid(self, event: happened.FeePaid) -> tuple[Flight, ...]:
        ends = [self.hand(seat, event.card) for seat in (event.seat, event.owner)]
        return (Flight(self.face(event.card), *ends),)

    def round_fought(self, event: happened.RoundFought) -> tuple[Flight, ...]:
        """The cards of a duel lie side by side until it is over."""
        self.rounds.append(event.card)
        number = event.attacker_wins + event.defender_wins - 1
        return (Flight(self.face(event.card), PILE, fought(number)),)

    def duel_ended(self, _event: happened.DuelEnded) -> tuple[Flight, ...]:
        cards, self.rounds = self.rounds, []
        return tuple(
            Flight(self.face(card), fought(number), DISCARDS) for number, card in enumerate(cards)
        )

    def hand(self, seat: Seat | None, card: Card | Hidden) -> PartId:
        """Return the place of a card in a hand, in its pocket if that hand is shown; None for the discard pile."""
        if seat is None:
            return DISCARDS
        if card is not HIDDEN and seat == self.viewer:
            return pocket(card.value)
        return hand_part(seat)

    def face(self, card: Card | Hidden) -> str:
        """Return the symbol of a card, or of its back if it is hidden."""
        return "back" if card is HIDDEN else f"card-{format_card(card, self.edition)}"

    # Figures. On its way a figure comes by the door of a space, where it may have to wait.

    def figure_moved(self, event: happened.FigureMoved) -> tuple[Flight, ...]:
        origin = self.left(event.seat, event.origin)
        return (Flight(f"figure-{event.seat}", origin, over(event.step)),)

    def space_full(self, event: happened.SpaceFull) -> tuple[Flight, ...]:
        self.over = (event.seat, event.step)
        return ()

    def circle_taken(self, event: happened.CircleTaken) -> tuple[Flight, ...]:
        self.over = None
        number = self.circles[event.step].index(None)
        self.circles[event.step][number] = event.seat
        target = circle_part(event.step, number)
        return (Flight(f"figure-{event.seat}", over(event.step), target),)

    def alcazar_entered(self, event: happened.AlcazarEntered) -> tuple[Flight, ...]:
        self.inside[event.seat] += 1
        target = niche(event.seat, self.inside[event.seat] - 1)
        return (Flight(f"figure-{event.seat}", over(event.step), target),)

    def back(self, event: happened.FigureReturned | happened.FigureSentBack) -> tuple[Flight, ...]:
        origin = self.left(event.seat, event.step)
        self.waiting[event.seat] += 1
        target = forecourt(event.seat, self.waiting[event.seat] - 1)
        return (Flight(f"figure-{event.seat}", origin, target),)

    def left(self, seat: Seat, step: Step) -> PartId:
        """Take a figure of a player away from a step, and return the place that it leaves."""
        if step == CATHEDRAL:
            self.waiting[seat] -= 1
            return forecourt(seat, self.waiting[seat])
        if self.over == (seat, step):
            self.over = None
            return over(step)
        circles = self.circles[step]
        # Of two figures of a player the one on the later circle leaves, as in `seat_figures`.
        number = len(circles) - 1 - circles[::-1].index(seat)
        circles[number] = None
        return circle_part(step, number)

    # Everything else.

    def shop_placed(self, event: happened.ShopPlaced) -> tuple[Flight, ...]:
        self.circles[event.step] = [None] * event.shop.circles
        name = f"shop-{event.seat}-{format_shop(event.shop, self.edition)}"
        origin = shop_part(event.seat, event.shop, self.edition)
        return (Flight(name, origin, house(event.step)),)

    def metal_taken(self, event: happened.MetalTaken) -> tuple[Flight, ...]:
        return (Flight("i-metal", SUPPLY_METAL, count_part(event.seat, "metal")),)

    def gem_taken(self, event: happened.GemTaken) -> tuple[Flight, ...]:
        return (Flight("i-gem", SUPPLY_GEMS, count_part(event.seat, "gems")),)

    def tile_taken(self, event: happened.TileTaken) -> tuple[Flight, ...]:
        return (self.tile(event.tile, None, event.seat),)

    def tile_given_back(self, event: happened.TileGivenBack) -> tuple[Flight, ...]:
        return (self.tile(event.tile, event.seat, None),)

    def tile(self, tile: Tile, *owners: Seat | None) -> Flight:
        """Return the flight of a master tile from one owner to the next; None for the board."""
        origin, target = [tile_part(owner, tile, self.edition) for owner in owners]
        return Flight(f"own-tile-{format_tile(tile, self.edition)}", origin, target)

    def painting_taken(self, event: happened.PaintingTaken) -> tuple[Flight, ...]:
        origin, target = [painting_part(owner, event.value) for owner in (None, event.seat)]
        return (Flight(f"own-painting-{event.value}", origin, target),)

    def sword_delivered(self, event: happened.SwordDelivered) -> tuple[Flight, ...]:
        name = f"own-sword-{format_sword(event.sword, self.edition)}"
        target = plaque(event.seat, self.inside[event.seat] - 1)
        return (Flight(name, sword_part(event.seat, event.sword, self.edition), target),)

    def sword_forged(self, event: happened.SwordForged) -> tuple[Flight, ...]:
        """Material goes to the supply, and the sword to its player."""
        seat, sword = event.seat, event.sword
        material = [
            Flight(name, origin, target)
            for name, origin, target, number in (
                ("i-metal", count_part(seat, "metal"), SUPPLY_METAL, sword.metal),
                ("i-gem", count_part(seat, "gems"), SUPPLY_GEMS, sword.gems),
            )
            if number
        ]
        mine, common = (sword_part(owner, sword, self.edition) for owner in (seat, None))
        name = f"own-sword-{format_sword(sword, self.edition)}"
        return (*material, Flight(name, common, mine))


_WAYS: Mapping[type[Event], Callable[[_Flying, Any], tuple[Flight, ...]]] = {
    happened.CardDrawn: _Flying.card_drawn,
    happened.PileReshuffled: _Flying.pile_reshuffled,
    happened.CardPlayed: _Flying.card_played,
    happened.FrontCardDiscarded: _Flying.front_card_discarded,
    happened.FeePaid: _Flying.fee_paid,
    happened.RoundFought: _Flying.round_fought,
    happened.DuelEnded: _Flying.duel_ended,
    happened.FigureMoved: _Flying.figure_moved,
    happened.SpaceFull: _Flying.space_full,
    happened.CircleTaken: _Flying.circle_taken,
    happened.AlcazarEntered: _Flying.alcazar_entered,
    happened.FigureReturned: _Flying.back,
    happened.FigureSentBack: _Flying.back,
    happened.ShopPlaced: _Flying.shop_placed,
    happened.MetalTaken: _Flying.metal_taken,
    happened.GemTaken: _Flying.gem_taken,
    happened.SwordForged: _Flying.sword_forged,
    happened.TileGivenBack: _Flying.tile_given_back,
    happened.TileTaken: _Flying.tile_taken,
    happened.PaintingTaken: _Flying.painting_taken,
    happened.SwordDelivered: _Flying.sword_delivered,
}
"""The ways of pieces. A test holds that something flies just when the verb of an event moves a piece."""


# ------------------------------------------------------------
# The order of lists. A multiset is sorted by the names of things, which are English. People list shops and master tiles
# as the edition does, and so does everything that they read, in every language.


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
