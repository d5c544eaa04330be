"""Events: everything that an action causes, in order, for logs and animation.

What happened, and what a seat is told of it, are two types. `SecretEvents` are what happened: they name the cards
that only one player may see. An `Event` is what a seat or a spectator is told, in which such a card is `HIDDEN`. Words,
JSON, messages and pictures take only the second; `toledo_rules.Transition.seen_by` makes the second of the first.

>>> from random import Random
>>> from toledo_rules import TAKE_CARDS, new_game, transition
>>> taken = transition(new_game(2, Random(1)), TAKE_CARDS, Random(2))
>>> taken.events[1]
SecretCardDrawn(seat=0, card=Card(1, 'turquoise', 'attacker'))
>>> taken.seen_by(0)[1], taken.seen_by(1)[1]
(CardDrawn(seat=0, card=Card(1, 'turquoise', 'attacker')), CardDrawn(seat=0, card=HIDDEN))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, TypeAlias, get_args

from attrs import frozen

from toledo_rules._json import OR_HIDDEN, Positive
from toledo_rules._values import brief
from toledo_rules.edition import Card, Cards, Seat, ShopTile, Step, Sword, Tile
from toledo_rules.state import DrawSource

__all__ = [
    "EVENT_TYPES",
    "HIDDEN",
    "AlcazarEntered",
    "CardDrawn",
    "CardPlayed",
    "CircleTaken",
    "DrawingBegan",
    "DuelBegan",
    "DuelEnded",
    "Event",
    "FeePaid",
    "FigureMoved",
    "FigureReturned",
    "FigureSentBack",
    "FrontCardDiscarded",
    "GameEnded",
    "GemTaken",
    "HandShown",
    "Hidden",
    "LastRoundBegan",
    "MetalTaken",
    "PaintingTaken",
    "Passed",
    "PileReshuffled",
    "RoundFought",
    "SecretCardDrawn",
    "SecretEvent",
    "SecretEvents",
    "ShopPlaced",
    "SpaceFull",
    "SwordDelivered",
    "SwordForged",
    "TileGivenBack",
    "TileTaken",
    "TurnBegan",
    "TurnEnded",
]


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
    cards: Positive
    source: DrawSource


class Hidden(Enum):
    """The type of a hidden card; it has only one value."""

    HIDDEN = None
    """In JSON it is null."""

    def __repr__(self) -> str:
        return self.name


HIDDEN: Final = Hidden.HIDDEN
"""A hidden card."""


@frozen(eq=False, repr=False)
class CardDrawn(_Happened):
    """A card went from the pile to a hand, as a seat is told of it. Only its player sees which (A-131)."""

    seat: Seat
    card: Annotated[Card | Hidden, OR_HIDDEN]


@frozen(eq=False, repr=False)
class SecretCardDrawn(_Happened):
    """A card went from the pile to a hand, as it happened: only its player may be told which (A-131)."""

    seat: Seat
    card: Card

    def seen_by(self, seat: Seat | None) -> CardDrawn:
        """Return what a seat is told of it; None for a spectator."""
        return CardDrawn(self.seat, self.card if seat == self.seat else HIDDEN)


@frozen(eq=False, repr=False)
class PileReshuffled(_Happened):
    """The discard pile became the draw pile (TAK-02)."""

    cards: Positive


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
    value: Positive


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
    """A player showed their hand, because the sum of its cards decides who wins (TIE-03, A-128)."""

    seat: Seat
    cards: Cards


@frozen(eq=False, repr=False)
class GameEnded(_Happened):
    """The last round is over (END-03)."""


_Open: TypeAlias = (
    PileReshuffled
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
"""Events in which nothing is secret, but for `DrawingBegan`, which comes before the drawn card in every list."""

Event: TypeAlias = DrawingBegan | CardDrawn | _Open
"""Anything that a seat or a spectator can be told."""

SecretEvent: TypeAlias = DrawingBegan | SecretCardDrawn | _Open
"""Anything that can happen, with its secrets: never to be shown."""

EVENT_TYPES: tuple[type[Event], ...] = get_args(Event)


class SecretEvents(tuple[SecretEvent, ...]):
    """Events as they happened, in order, with their secrets. Whatever shows or tells refuses them as a whole."""

    __slots__ = ()

    def seen_by(self, seat: Seat | None) -> tuple[Event, ...]:
        """Return what a seat is told of it; None for a spectator."""
        return tuple(
            [event.seen_by(seat) if isinstance(event, SecretCardDrawn) else event for event in self]
        )

    def with_secrets(self) -> tuple[Event, ...]:
        """Return it with every card: for those who may see all, such as the analysis of a finished game."""
        return tuple(
            [
                event.seen_by(event.seat) if isinstance(event, SecretCardDrawn) else event
                for event in self
            ]
        )


def in_secret(event: Event) -> SecretEvent:
    """Return what happened, from an event that names every card."""
    if not isinstance(event, CardDrawn):
        return event
    if event.card is HIDDEN:
        raise ValueError("the card that was drawn is hidden")
    return SecretCardDrawn(event.seat, event.card)


def told_events(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return events that a seat is told, as a tuple. Raises `TypeError` for anything else, what happened included."""
    if isinstance(events, SecretEvents):
        raise TypeError(AS_IT_HAPPENED)
    if not isinstance(events, Iterable):
        raise TypeError(
            f"events are told as Transition.seen_by gives them, not as this {type(events).__name__}"
        )
    return tuple(_checked(events))


def _checked(events: Iterable[Event]) -> Iterator[Event]:
    for event in events:
        check_told(event)
        yield event


def check_told(event: object) -> None:
    """Raise `TypeError` for anything but an event without secrets."""
    if isinstance(event, SecretCardDrawn):
        raise TypeError(AS_IT_HAPPENED)
    if type(event) not in _EVENT_TYPES:
        raise TypeError(f"an event is one of those in toledo_rules.events, not {brief(event)}")


_EVENT_TYPES = frozenset(EVENT_TYPES)
AS_IT_HAPPENED = (
    "this is what happened, with cards that not everybody may see: tell a seat, or None for a spectator, what "
    "Transition.seen_by(seat) gives"
)
"""The error for a program that is about to show secrets."""
