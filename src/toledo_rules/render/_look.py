"""The look of a picture: the hands that it shows, and the marks on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias, assert_never

from attrs import field, frozen

from toledo_rules import events as happened
from toledo_rules.cards import Card, Cards
from toledo_rules.edition import (
    Edition,
    Seat,
    Step,
)
from toledo_rules.events import Event, RoundFought
from toledo_rules.multiset import distinct
from toledo_rules.phases import Duel, Transit
from toledo_rules.render._geometry import PictureError
from toledo_rules.scoring import score
from toledo_rules.state import State
from toledo_rules.views import PlayerView, View, view

# Hands.

Viewer: TypeAlias = Seat | Literal["all"] | None
"""The hands that a picture shows: that of a seat; none, for a spectator (None); or all that the position holds."""


@frozen(eq=False)
class VisibleTable:
    """A position as a picture shows it: everything on the table, and the visible hands."""

    public: View
    """The table. Its hand is the one that is shown large."""
    hands: tuple[Cards | None, ...]
    """The visible hands by seat; None for a hidden one."""

    @classmethod
    def of(cls, position: State | View, viewer: Viewer = "all") -> VisibleTable:
        """Return what a viewer sees of a position."""
        if isinstance(position, State):
            public = view(position, position.active if viewer == "all" else viewer)
            if viewer == "all":
                return cls(public, tuple(player.hand for player in position.players))
        elif viewer in ("all", position.seat):
            public = position
        else:
            raise PictureError(
                f"this view shows what {_viewer(position.seat)} sees, not what {_viewer(viewer)} sees:"
                " pass the State instead"
            )
        seats = range(len(public.players))
        return cls(public, tuple(public.hand if seat == public.seat else None for seat in seats))

    @property
    def edition(self) -> Edition:
        """The edition of the game."""
        return self.public.edition

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.public.players))

    @property
    def on_turn(self) -> Seat | None:
        """The player on turn, while the game goes on."""
        return None if self.public.over else self.public.active

    def player(self, seat: Seat) -> PlayerView:
        """Return what lies in front of a player."""
        return self.public.players[seat]

    def fame(self, seat: Seat) -> int:
        """Return the points of a player so far (A-158)."""
        return score(self.public, seat).total

    def in_transit(self, step: Step) -> Seat | None:
        """Return the owner of the figure that is over a step, on no circle (OCC-01)."""
        phase = self.public.phase
        over = isinstance(phase, (Transit, Duel)) and phase.step == step
        return self.public.active if over else None


def _viewer(viewer: Viewer) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


# Highlights.


def _steps(steps: Iterable[Step]) -> tuple[Step, ...]:
    return distinct(tuple(sorted(steps)))


def _cards(cards: Iterable[Card]) -> Cards:
    return distinct(tuple(sorted(cards)))


def _rounds(rounds: Iterable[RoundFought]) -> tuple[RoundFought, ...]:
    return tuple(rounds)


@frozen
class Highlights:
    """Marks on a picture, each with an outline of its own colour and kind of line.

    >>> from toledo_rules.render import Highlights
    >>> Highlights(origin=3, targets={9, 5})
    Highlights(origin=3, targets=(5, 9), last=(), cards=(), duel=())
    """

    origin: Step | None = None
    """The step of the figure that is about to move: a dashed outline."""
    targets: tuple[Step, ...] = field(default=(), converter=_steps)
    """The steps to which it, or a shop, can go: a solid outline. Any collection of steps will do."""
    last: tuple[Step, ...] = field(default=(), converter=_steps)
    """The steps of the last move: a dotted outline."""
    cards: Cards = field(default=(), converter=_cards)
    """Kinds of cards in the hand: a solid outline."""
    duel: tuple[RoundFought, ...] = field(default=(), converter=_rounds)
    """The rounds of the last duel, in order: shown with the cards that were turned up, and the winners."""

    @classmethod
    def after(cls, events: Iterable[Event]) -> Highlights:
        """Return the marks of the last move, from its events (see `toledo_rules.transition`).

        >>> from random import Random
        >>> from toledo_rules import PlaceShop, ShopTile, new_game, transition
        >>> from toledo_rules.render import Highlights
        >>> start = new_game(2, Random(1))
        >>> Highlights.after(transition(start, PlaceShop(ShopTile("gem", 2), 7), Random(1)).events).last
        (7,)
        """
        last: list[Step] = []
        duel: list[RoundFought] = []
        for event in events:
            last += _marked_steps(event)
            if isinstance(event, RoundFought):
                duel.append(event)
        return cls(last=tuple(last), duel=tuple(duel))


def _marked_steps(event: Event) -> tuple[Step, ...]:
    """Return the steps that an event marks as the last move."""
    match event:
        case happened.FigureMoved():
            return event.origin, event.step
        case happened.ShopPlaced() | happened.FigureReturned() | happened.FigureSentBack():
            return (event.step,)
        case (
            happened.DrawingBegan()
            | happened.CardDrawn()
            | happened.PileReshuffled()
            | happened.CardPlayed()
            | happened.CircleTaken()
            | happened.SpaceFull()
            | happened.AlcazarEntered()
            | happened.DuelBegan()
            | happened.RoundFought()
            | happened.DuelEnded()
            | happened.FeePaid()
            | happened.MetalTaken()
            | happened.GemTaken()
            | happened.SwordForged()
            | happened.TileGivenBack()
            | happened.TileTaken()
            | happened.PaintingTaken()
            | happened.SwordDelivered()
            | happened.Passed()
            | happened.FrontCardDiscarded()
            | happened.TurnEnded()
            | happened.LastRoundBegan()
            | happened.TurnBegan()
            | happened.HandShown()
            | happened.GameEnded()
        ):
            return ()
    assert_never(event)


NOTHING = Highlights()
"""No marks."""
