"""Parts: everything on the table that somebody can point at, by an id.

The ids are the same in `toledo_rules.choices`, in pictures and in events on their way over a screen. They are made
here and nowhere else. A place comes first, then the thing that lies there::

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
    player:0:delivered:12     a sword in the Alcazar
    deed:take_cards           a kind of action: a button or an entry of a menu, in no picture

Things are written as in `toledo_rules.notation`. Equal things that lie together are one part: a hand with two equal
cards shows the card once, with a number. Figures and circles are numbered, because figures move: see `figure_steps`.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from toledo_rules._values import snake
from toledo_rules.actions import ACTION_TYPES, Action
from toledo_rules.cards import Card
from toledo_rules.edition import CATHEDRAL, Edition, Seat, ShopTile, Step, Sword, Tile
from toledo_rules.notation import format_card, format_shop, format_sword, format_tile
from toledo_rules.phases import Duel, Transit
from toledo_rules.state import State
from toledo_rules.views import View

PartId: TypeAlias = str
"""The id of a part: words and numbers with colons between them, without blanks."""

Count: TypeAlias = Literal["cards", "fame", "metal", "gems", "figures", "inside"]
"""A number in a player's area: cards in hand, points so far, material, figures outside and inside the Alcazar."""
COUNTS: tuple[Count, ...] = get_args(Count)

ALCAZAR: Final = "alcazar"
"""The id of the inside of the Alcazar."""
PILE: Final = "pile"
"""The id of the draw pile."""
DISCARDS: Final = "discards"
"""The id of the discard pile."""
FRONT: Final = "front"
"""The id of the first card of this turn, which lies in front of its player."""
SUPPLY_METAL: Final = "supply:metal"
"""The id of the metal that nobody has."""
SUPPLY_GEMS: Final = "supply:gems"
"""The id of the gems that nobody has."""


def space(step: Step) -> PartId:
    """Return the id of a step of the road.

    >>> space(0), space(8)
    ('cathedral', 'space:8')
    """
    return "cathedral" if step == CATHEDRAL else f"space:{step}"


def circle(step: Step, number: int) -> PartId:
    """Return the id of a circle on a space."""
    return f"circle:{step}:{number}"


def figure(seat: Seat, number: int) -> PartId:
    """Return the id of a figure."""
    return f"figure:{seat}:{number}"


def hand(seat: Seat) -> PartId:
    """Return the id of a hand, as a place."""
    return f"hand:{seat}"


def card(seat: Seat, card: Card, edition: Edition) -> PartId:
    """Return the id of the cards of a kind in a visible hand."""
    return f"hand:{seat}:{format_card(card, edition)}"


def player(seat: Seat) -> PartId:
    """Return the id of a player's area."""
    return f"player:{seat}"


def count(seat: Seat, what: Count) -> PartId:
    """Return the id of a number in a player's area."""
    return f"player:{seat}:{what}"


def shop(seat: Seat, tile: ShopTile, edition: Edition) -> PartId:
    """Return the id of the shop tiles of a kind that a player has not placed yet."""
    return f"player:{seat}:shop:{format_shop(tile, edition)}"


def known(seat: Seat, card: Card, edition: Edition) -> PartId:
    """Return the id of the cards of a kind that everybody knows to be in a hand."""
    return f"player:{seat}:known:{format_card(card, edition)}"


def delivered(seat: Seat, sword: Sword, edition: Edition) -> PartId:
    """Return the id of the swords of a kind that a player has delivered to the Alcazar."""
    return f"player:{seat}:delivered:{format_sword(sword, edition)}"


def sword(seat: Seat | None, sword: Sword, edition: Edition) -> PartId:
    """Return the id of the swords of a kind in front of a player; None for those on the board."""
    return f"{_place(seat)}:sword:{format_sword(sword, edition)}"


def tile(seat: Seat | None, tile: Tile, edition: Edition) -> PartId:
    """Return the id of the master tiles of a kind that a player has; None for those on the board."""
    return f"{_place(seat)}:tile:{format_tile(tile, edition)}"


def painting(seat: Seat | None, value: int) -> PartId:
    """Return the id of the paintings of a value that a player has; None for those on the stack."""
    return f"{_place(seat)}:painting:{value}"


def deed(kind: type[Action]) -> PartId:
    """Return the id of a kind of action.

    >>> from toledo_rules import TakeCards
    >>> deed(TakeCards)
    'deed:take_cards'
    """
    return _DEEDS[kind]


def figure_steps(position: State | View, seat: Seat) -> tuple[Step | None, ...]:
    """Return the steps of a player's figures, by their numbers; None for those in the Alcazar.

    A position does not say which figure is which. Whoever has followed a game may number them as they went;
    whoever sees only this position numbers them by their steps: the cathedral and the road, then a figure over a full
    space, then the Alcazar.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> figure_steps(new_game(2, Random(1)), 0)
    (0, 0, 0, 0, 0)
    """
    figures, phase = position.players[seat], position.phase
    over: tuple[Step, ...] = ()
    if isinstance(phase, (Transit, Duel)) and seat == position.active:
        over = (phase.step,)
    return (*figures.figures, *over, *[None] * figures.inside)


def _place(seat: Seat | None) -> str:
    return "supply" if seat is None else player(seat)


_DEEDS: Final = {kind: f"deed:{snake(kind)}" for kind in ACTION_TYPES}
