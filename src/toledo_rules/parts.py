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
    player:0:delivered:12     a sword in the Alcazar; plaque:0:1 is the place of one, see `toledo_rules.seating`
    deed:take_cards           a kind of action: a button or an entry of a menu, in no picture

Things are written as in `toledo_rules.notation`. Equal things that lie together are one part: a hand with two equal
cards shows the card once, with a number. Figures and circles are numbered, because figures move: see `figure_steps`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal, Self, TypeAlias, get_args

from toledo_rules._values import snake
from toledo_rules.actions import ACTION_TYPES, Action
from toledo_rules.cards import Card
from toledo_rules.edition import CATHEDRAL, Edition, Seat, ShopTile, Step, Sword, Tile
from toledo_rules.notation import format_card, format_shop, format_sword, format_tile
from toledo_rules.phases import Duel, Transit
from toledo_rules.rulebook import RuleId
from toledo_rules.state import State
from toledo_rules.views import View

PartId: TypeAlias = str
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
    whoever sees only this position numbers them by their steps: the cathedral and the road, then a figure in
    transit, then the Alcazar.

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


class PartCode(StrEnum):
    """A reason why a part cannot be used that concerns the part itself, not an action with it."""

    rule: RuleId
    """The rule that says so."""

    def __new__(cls, code: str, rule: RuleId) -> Self:
        """Return a code with its rule."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.rule = rule
        return member

    NOT_ON_TURN = "not_on_turn", "TRN-02"
    """Another player is on turn."""
    NOT_YOURS = "not_yours", "A-129"
    """It belongs to another player."""
    OUT_OF_REACH = "out_of_reach", "MOV-02"
    """No card in hand takes a figure to this space."""
    ALCAZAR_OUT_OF_REACH = "alcazar_out_of_reach", "ALC-01"
    """No card in hand takes a figure into the Alcazar."""
    NO_WAY_BACK = "no_way_back", "RET-01"
    """No figure can be returned to the cathedral."""
    NO_CARD = "no_card", "MOV-01"
    """There is no card in hand to move a figure with."""
    NO_FIGURE = "no_figure", "ALC-05"
    """All the player's own figures are in the Alcazar."""
    NO_SHOP = "no_shop", "SHP-01"
    """All the player's own shops are on the board."""
    NO_SITE = "no_site", "A-31"
    """There is no site left for a shop."""
    NO_SWORD = "no_sword", "ALC-02"
    """There is no own sword to deliver."""
    INSIDE = "inside", "ALC-05"
    """A figure in the Alcazar stays there."""
    FIGURES = "figures", "MOV-02"
    """Figures are chosen on the board."""
    DISCARDED = "discarded", "TAK-02"
    """The discard pile becomes the draw pile when that is used up."""
    IN_FRONT = "in_front", "MOV-12"
    """The first card stays in front of its player until the turn ends."""
    METAL = "metal", "MET-01"
    """Metal comes from metal dealers."""
    GEMS = "gems", "GEM-01"
    """Gems come from gem dealers."""
    SWORD = "sword", "SMI-01"
    """Swords come from smiths."""
    TILE = "tile", "FEN-01"
    """Master tiles come from fencing masters."""
    PAINTING = "painting", "ART-01"
    """Paintings come from the artist, from the top of the stack."""
    MATERIAL = "material", "SMI-02"
    """Metal and gems are used at a smith."""
    MOVEMENT_TILE = "movement_tile", "TIL-01"
    """The movement tile is used with a card."""
    DUEL_TILE = "duel_tile", "FEN-02"
    """A duel tile works by itself."""
    OWN_PAINTING = "own_painting", "SCO-03"
    """A painting counts at the end."""
    DELIVERED = "delivered", "SCO-01"
    """A delivered sword counts at the end."""
    FAME = "fame", "A-158"
    """Points are counted automatically."""
    HAND = "hand", "A-128"
    """Cards are chosen one by one."""
    KNOWN = "known", "A-130"
    """A known card is chosen in the hand."""
    AREA = "area", "TRN-03"
    """The things in an area are chosen, not the area."""
