"""Positions: everything on the table at one moment, as a value.

A position holds no history, no randomness and no order that no rule looks at. Equal positions are equal
objects. Use `toledo_rules.new_game` to get one, and `toledo_rules.engine` to go on from it.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field, frozen

from toledo_rules.cards import Card, Cards
from toledo_rules.edition import Edition, ShopKind, ShopTile, Step, Sword, Tile

Seat: TypeAlias = int
"""A player's place at the table: 0, 1, ... in clockwise order."""


def check_seat(seat: Seat, players: int) -> None:
    """Refuse a seat that is not at the table."""
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise TypeError(f"a seat must be a number, not {seat!r}")
    if not 0 <= seat < players:
        raise ValueError(f"the seats are 0 to {players - 1}, not {seat}")


# Phases: what has just happened, and so what is pending. Each carries just the context of that decision.


@frozen(cache_hash=True)
class TurnStart:
    """A turn begins: the active player chooses one of the four actions (TRN-03)."""


@frozen(cache_hash=True)
class Moving:
    """In a move turn with nothing pending: play another card, or end the turn."""


@frozen(cache_hash=True)
class Arrived:
    """A figure has just taken a circle: its space can be used now or never (MOV-06, A-54)."""

    step: Step


@frozen(cache_hash=True)
class Entered:
    """A figure has just gone into the Alcazar: a sword can be delivered now or never (ALC-02, A-106)."""


@frozen(cache_hash=True)
class Transit:
    """A figure is over a full space, on no circle: it must move on or challenge (OCC-01, A-49)."""

    step: Step


DrawSource: TypeAlias = Literal["take", "tavern"]


@frozen(cache_hash=True)
class Drawing:
    """Chance deals the active player a card; `left` cards are still to come (TAK-01, TAV-02)."""

    left: int
    source: DrawSource


@frozen(cache_hash=True)
class Duel:
    """Chance turns up the card of the next fencing round (DUE-04)."""

    step: Step
    rival: Seat
    attacker_wins: int
    defender_wins: int


@frozen(cache_hash=True)
class Over:
    """The game has ended (END-03)."""


Phase: TypeAlias = TurnStart | Moving | Arrived | Entered | Transit | Drawing | Duel | Over

TURN_START = TurnStart()
MOVING = Moving()
ENTERED = Entered()
OVER = Over()


@frozen(cache_hash=True)
class Shop:
    """A shop on the board. It stays where it was placed, to the end (A-32)."""

    owner: Seat
    kind: ShopKind
    circles: int

    def __repr__(self) -> str:
        return f"Shop({self.owner}, {self.kind!r}, {self.circles})"


@frozen
class Player:
    """What one player has. All of it is public but the part of the hand that is not known (A-128, A-129)."""

    hand: Cards
    known: Cards
    """The part of the hand that everybody knows: cards that were paid into it (A-60, A-130). When a
    card of that kind leaves the hand, the known one counts as gone: so everybody can be sure of what is here."""
    figures: tuple[Step, ...]
    """Where the figures outside the Alcazar stand, without one in transit."""
    inside: int
    """Figures in the Alcazar."""
    delivered: tuple[Sword, ...]
    """The swords under figures in the Alcazar, one for each of them at most (ALC-03)."""
    shops: tuple[ShopTile, ...]
    """Shop tiles that are not on the board yet."""
    metal: int
    gems: int
    swords: tuple[Sword, ...]
    """Swords in front of the player."""
    tiles: tuple[Tile, ...]
    """Master tiles."""
    paintings: tuple[int, ...]

    def __repr__(self) -> str:
        from toledo_rules.notation._positions import player_repr  # noqa: PLC0415  far above this module

        return player_repr(self)


@frozen(cache_hash=True)
class State:
    """A position.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> state = new_game(2, Random(1))
    >>> state == new_game(2, Random(1)), hash(state) == hash(new_game(2, Random(1)))
    (True, True)
    """

    edition: Edition = field(hash=False, repr=lambda edition: edition.name)
    players: tuple[Player, ...]
    active: Seat
    """Whose turn it is. Nobody else ever has a decision (A-92)."""
    phase: Phase
    front: Card | None
    """The first card of a move turn, whose value may be repeated (MOV-01, MOV-12)."""
    tile_value: int | None
    """The value of the card that the movement tile was used for in this turn (TIL-01)."""
    trigger: Seat | None
    """Who started the last round (END-01)."""
    pile: Cards = field(hash=False)
    """The draw pile, as a multiset: no rule looks at its order."""
    discards: Cards
    """The discard pile, as a multiset; the events tell in which order cards got there (A-29)."""
    shops: tuple[Shop | None, ...]
    """The shop on each step of the road."""
    metal: int
    """Metal in the supply."""
    gems: int
    """Gems in the supply."""
    swords: tuple[Sword, ...]
    """Swords on the board."""
    tiles: tuple[Tile, ...]
    """Master tiles on the board."""
    paintings: tuple[int, ...]
    """The painting stack, top first."""

    @property
    def player(self) -> Player:
        """The active player."""
        return self.players[self.active]

    @property
    def over(self) -> bool:
        """The game has ended."""
        return isinstance(self.phase, Over)

    @property
    def chance(self) -> bool:
        """The next step is chance's, not a player's."""
        return isinstance(self.phase, (Drawing, Duel))

    @property
    def drawable(self) -> int:
        """Cards that can be drawn or turned up: the pile, and the discards that would become the pile (TAK-02)."""
        return len(self.pile) + len(self.discards)

    def circles(self, step: Step) -> int:
        """Room for figures on a space: on its shop, or printed on the board."""
        shop = self.shops[step]
        return self.edition.road[step].circles if shop is None else shop.circles

    def standing(self, step: Step) -> tuple[Seat, ...]:
        """The seats whose figures stand on a step, one entry for each figure."""
        return tuple(
            seat
            for seat, player in enumerate(self.players)
            for _ in range(player.figures.count(step))
        )

    def owner(self, step: Step) -> Seat | None:
        """Who owns the shop on a step; nobody owns a tavern or the artist (A-69)."""
        shop = self.shops[step]
        return None if shop is None else shop.owner

    def __repr__(self) -> str:
        from toledo_rules.notation._positions import state_repr  # noqa: PLC0415  far above this module

        return state_repr(self)

    def __str__(self) -> str:
        from toledo_rules import render  # noqa: PLC0415  far above this module

        return render.text(self)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows: the position as the active player sees it."""
        from toledo_rules import render  # noqa: PLC0415  far above this module

        return render.svg(self)
