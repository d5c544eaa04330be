"""Events: everything that an action causes, in order, for logs and animation."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias, get_args

from attrs import evolve, frozen

from toledo_rules.cards import Card, Cards
from toledo_rules.edition import Seat, ShopTile, Step, Sword, Tile
from toledo_rules.phases import DrawSource


class _Happened:
    """Equality, hash and text of every event, written once: most programs only make events."""

    __slots__ = ()
    if TYPE_CHECKING:
        __match_args__: ClassVar[tuple[str, ...]]

    def _parts(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in self.__match_args__])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((type(self), self._parts()))

    def __repr__(self) -> str:
        parts = zip(self.__match_args__, self._parts(), strict=True)
        return f"{type(self).__name__}({', '.join([f'{name}={part!r}' for name, part in parts])})"


@frozen(eq=False, repr=False)
class DrawingBegan(_Happened):
    """A player is about to draw cards, by the take action or at a tavern."""

    seat: Seat
    cards: int
    source: DrawSource


@frozen(eq=False, repr=False)
class CardDrawn(_Happened):
    """A card went from the pile to a hand. Only its player sees which (A-131)."""

    seat: Seat
    card: Card | None
    """None in what others see of it."""


@frozen(eq=False, repr=False)
class PileReshuffled(_Happened):
    """The discard pile became the draw pile (TAK-02)."""

    cards: int


@frozen(eq=False, repr=False)
class ShopPlaced(_Happened):
    """A shop tile was placed (SHP-01)."""

    seat: Seat
    shop: ShopTile
    step: Step


@frozen(eq=False, repr=False)
class FigureReturned(_Happened):
    """A player set a figure back to the cathedral (RET-01)."""

    seat: Seat
    step: Step


@frozen(eq=False, repr=False)
class CardPlayed(_Happened):
    """A card was played to move a figure (MOV-01)."""

    seat: Seat
    card: Card
    to_front: bool
    """It lies in front of the player; else on the discard pile (MOV-11)."""
    with_tile: bool
    """It is the extra card of the movement tile (TIL-01)."""


@frozen(eq=False, repr=False)
class FigureMoved(_Happened):
    """A figure left a step, or the full space it was over, for another."""

    seat: Seat
    origin: Step
    step: Step


@frozen(eq=False, repr=False)
class CircleTaken(_Happened):
    """A figure took a free circle (MOV-05), or the circle it won in a duel (DUE-13)."""

    seat: Seat
    step: Step


@frozen(eq=False, repr=False)
class SpaceFull(_Happened):
    """A figure arrived on a full space: it is in transit (OCC-01)."""

    seat: Seat
    step: Step


@frozen(eq=False, repr=False)
class AlcazarEntered(_Happened):
    """A figure went into the Alcazar (ALC-01)."""

    seat: Seat
    step: Step


@frozen(eq=False, repr=False)
class DuelBegan(_Happened):
    """A challenge (OCC-01)."""

    attacker: Seat
    defender: Seat
    step: Step


@frozen(eq=False, repr=False)
class RoundFought(_Happened):
    """The card of a fencing round was turned up, and decided it (DUE-04, DUE-06, DUE-07)."""

    card: Card
    winner: Seat
    attacker_wins: int
    defender_wins: int


@frozen(eq=False, repr=False)
class DuelEnded(_Happened):
    """A duel was decided (DUE-09)."""

    winner: Seat
    loser: Seat
    step: Step


@frozen(eq=False, repr=False)
class FigureSentBack(_Happened):
    """The loser's figure went to the cathedral (DUE-11)."""

    seat: Seat
    step: Step


@frozen(eq=False, repr=False)
class FeePaid(_Happened):
    """A card was paid, to the owner's hand or to the discard pile (USE-04, USE-08, USE-09)."""

    seat: Seat
    owner: Seat | None
    card: Card


@frozen(eq=False, repr=False)
class MetalTaken(_Happened):
    """Metal was taken from the supply (MET-01)."""

    seat: Seat


@frozen(eq=False, repr=False)
class GemTaken(_Happened):
    """A gem was taken from the supply (GEM-01)."""

    seat: Seat


@frozen(eq=False, repr=False)
class SwordForged(_Happened):
    """A sword was taken, and its material paid to the supply (SMI-01, SMI-02)."""

    seat: Seat
    sword: Sword


@frozen(eq=False, repr=False)
class TileGivenBack(_Happened):
    """A master tile went back to the board (FEN-06)."""

    seat: Seat
    tile: Tile


@frozen(eq=False, repr=False)
class TileTaken(_Happened):
    """A master tile was taken (FEN-01)."""

    seat: Seat
    tile: Tile


@frozen(eq=False, repr=False)
class PaintingTaken(_Happened):
    """The top painting was taken (ART-01)."""

    seat: Seat
    value: int


@frozen(eq=False, repr=False)
class SwordDelivered(_Happened):
    """A sword was put under the figure that went into the Alcazar (ALC-02)."""

    seat: Seat
    sword: Sword


@frozen(eq=False, repr=False)
class Passed(_Happened):
    """A player had nothing to do (A-19)."""

    seat: Seat


@frozen(eq=False, repr=False)
class FrontCardDiscarded(_Happened):
    """The first card of the turn went to the discard pile (MOV-12)."""

    seat: Seat
    card: Card


@frozen(eq=False, repr=False)
class TurnEnded(_Happened):
    """A turn is over."""

    seat: Seat


@frozen(eq=False, repr=False)
class LastRoundBegan(_Happened):
    """Every other player has one more turn (END-01)."""

    seat: Seat


@frozen(eq=False, repr=False)
class TurnBegan(_Happened):
    """The next player is on turn (TRN-02)."""

    seat: Seat


@frozen(eq=False, repr=False)
class HandShown(_Happened):
    """A player showed their hand, because the sum of its cards decides a place (TIE-03, A-128)."""

    seat: Seat
    cards: Cards


@frozen(eq=False, repr=False)
class GameEnded(_Happened):
    """The last round is over (END-03)."""


Event: TypeAlias = (
    DrawingBegan
    | CardDrawn
    | PileReshuffled
    | ShopPlaced
    | FigureReturned
    | CardPlayed
    | FigureMoved
    | CircleTaken
    | SpaceFull
    | AlcazarEntered
    | DuelBegan
    | RoundFought
    | DuelEnded
    | FigureSentBack
    | FeePaid
    | MetalTaken
    | GemTaken
    | SwordForged
    | TileGivenBack
    | TileTaken
    | PaintingTaken
    | SwordDelivered
    | Passed
    | FrontCardDiscarded
    | TurnEnded
    | LastRoundBegan
    | TurnBegan
    | HandShown
    | GameEnded
)
"""Anything that can happen."""

EVENT_TYPES: tuple[type[Event], ...] = get_args(Event)


def redact(event: Event, seat: Seat | None) -> Event:
    """Return an event as a seat sees it; None for a spectator.

    >>> drawn = CardDrawn(1, Card(4, "brown", "defender"))
    >>> redact(drawn, 1) == drawn, redact(drawn, 0)
    (True, CardDrawn(seat=1, card=None))
    """
    if isinstance(event, CardDrawn) and event.seat != seat:
        return evolve(event, card=None)
    return event
