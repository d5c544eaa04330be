"""What happens: everything that an action causes, in order, for logs and animation."""

from __future__ import annotations

from typing import TypeAlias, get_args

from attrs import evolve, frozen

from toledo_rules.cards import Card
from toledo_rules.edition import Seat, ShopTile, Step, Sword, Tile
from toledo_rules.phases import DrawSource


@frozen
class DrawingBegan:
    """A player is about to draw cards, by the take action or at a tavern."""

    seat: Seat
    cards: int
    source: DrawSource


@frozen
class CardDrawn:
    """A card went from the pile to a hand. Only its player sees which (A-131)."""

    seat: Seat
    card: Card | None
    """None in what others see of it."""


@frozen
class PileReshuffled:
    """The discard pile became the draw pile (TAK-02)."""

    cards: int


@frozen
class ShopPlaced:
    """A shop tile was placed (SHP-01)."""

    seat: Seat
    shop: ShopTile
    step: Step


@frozen
class FigureReturned:
    """A player set a figure back to the cathedral (RET-01)."""

    seat: Seat
    step: Step


@frozen
class CardPlayed:
    """A card was played to move a figure (MOV-01)."""

    seat: Seat
    card: Card
    to_front: bool
    """It lies in front of the player; else on the discard pile (MOV-11)."""
    with_tile: bool
    """It is the extra card of the movement tile (TIL-01)."""


@frozen
class FigureMoved:
    """A figure left a step, or the full space it was over, for another."""

    seat: Seat
    origin: Step
    step: Step


@frozen
class CircleTaken:
    """A figure took a free circle (MOV-05), or the circle it won in a duel (DUE-13)."""

    seat: Seat
    step: Step


@frozen
class SpaceFull:
    """A figure arrived over a full space: it is in transit (OCC-01)."""

    seat: Seat
    step: Step


@frozen
class AlcazarEntered:
    """A figure went into the Alcazar (ALC-01)."""

    seat: Seat
    step: Step


@frozen
class DuelBegan:
    """A challenge (OCC-01)."""

    attacker: Seat
    defender: Seat
    step: Step


@frozen
class RoundFought:
    """The card of a fencing round was turned up, and decided it (DUE-04, DUE-06, DUE-07)."""

    card: Card
    winner: Seat
    attacker_wins: int
    defender_wins: int


@frozen
class DuelEnded:
    """A duel was decided (DUE-09)."""

    winner: Seat
    loser: Seat
    step: Step


@frozen
class FigureSentBack:
    """The loser's figure went to the cathedral (DUE-11)."""

    seat: Seat
    step: Step


@frozen
class FeePaid:
    """A card was paid, to the owner's hand or to the discard pile (USE-04, USE-08, USE-09)."""

    seat: Seat
    owner: Seat | None
    card: Card


@frozen
class MetalTaken:
    """Metal was taken from the supply (MET-01)."""

    seat: Seat


@frozen
class GemTaken:
    """A gem was taken from the supply (GEM-01)."""

    seat: Seat


@frozen
class SwordForged:
    """A sword was taken, and its material paid to the supply (SMI-01, SMI-02)."""

    seat: Seat
    sword: Sword


@frozen
class TileGivenBack:
    """A master tile went back to the board (FEN-06)."""

    seat: Seat
    tile: Tile


@frozen
class TileTaken:
    """A master tile was taken (FEN-01)."""

    seat: Seat
    tile: Tile


@frozen
class PaintingTaken:
    """The top painting was taken (ART-01)."""

    seat: Seat
    value: int


@frozen
class SwordDelivered:
    """A sword was put under the figure that went into the Alcazar (ALC-02)."""

    seat: Seat
    sword: Sword


@frozen
class Passed:
    """A player had nothing that he could do (A-19)."""

    seat: Seat


@frozen
class FrontCardDiscarded:
    """The first card of the turn went to the discard pile (MOV-12)."""

    seat: Seat
    card: Card


@frozen
class TurnEnded:
    """A turn is over."""

    seat: Seat


@frozen
class LastRoundBegan:
    """Every other player has one more turn (END-01)."""

    seat: Seat


@frozen
class TurnBegan:
    """The next player is on turn (TRN-02)."""

    seat: Seat


@frozen
class GameEnded:
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
    | GameEnded
)
"""Anything that can happen."""

EVENT_TYPES: tuple[type[Event], ...] = get_args(Event)


def redact(event: Event, seat: Seat | None) -> Event:
    """What a seat sees of an event; None for a spectator.

    >>> drawn = CardDrawn(1, Card(4, "brown", "defender"))
    >>> redact(drawn, 1) == drawn, redact(drawn, 0)
    (True, CardDrawn(seat=1, card=None))
    """
    if isinstance(event, CardDrawn) and event.seat != seat:
        return evolve(event, card=None)
    return event
