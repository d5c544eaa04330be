"""What a picture points out, besides the position."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import field, frozen

from toledo_rules.cards import Card, Cards
from toledo_rules.edition import Step
from toledo_rules.events import (
    Event,
    FigureMoved,
    FigureReturned,
    FigureSentBack,
    RoundFought,
    ShopPlaced,
)
from toledo_rules.multiset import distinct


def _steps(steps: Iterable[Step]) -> tuple[Step, ...]:
    return distinct(tuple(sorted(steps)))


def _cards(cards: Iterable[Card]) -> Cards:
    return distinct(tuple(sorted(cards)))


def _rounds(rounds: Iterable[RoundFought]) -> tuple[RoundFought, ...]:
    return tuple(rounds)


@frozen
class Highlights:
    """What a picture points out: by an outline of a colour and a kind of line of its own.

    >>> from toledo_rules.render import Highlights
    >>> Highlights(origin=3, targets={9, 5})
    Highlights(origin=3, targets=(5, 9), last=(), cards=(), duel=())
    """

    origin: Step | None = None
    """Where the figure stands that is about to move: a dashed outline."""
    targets: tuple[Step, ...] = field(default=(), converter=_steps)
    """Where it, or a shop, can go: a solid outline. Any collection of steps will do."""
    last: tuple[Step, ...] = field(default=(), converter=_steps)
    """The steps of the last move: a dotted outline."""
    cards: Cards = field(default=(), converter=_cards)
    """Kinds of cards in the hand that are meant: a solid outline."""
    duel: tuple[RoundFought, ...] = field(default=(), converter=_rounds)
    """The fencing rounds of the last duel, in order: the cards that were turned up, and who won."""

    @classmethod
    def after(cls, events: Iterable[Event]) -> Highlights:
        """What the last move did, from its events (see `toledo_rules.transition`).

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
            match event:
                case FigureMoved(_, origin, step):
                    last += origin, step
                case ShopPlaced(step=step) | FigureReturned(step=step) | FigureSentBack(step=step):
                    last.append(step)
                case RoundFought():
                    duel.append(event)
                case _:
                    pass
        return cls(last=tuple(last), duel=tuple(duel))


NOTHING = Highlights()
"""Nothing is pointed out."""
