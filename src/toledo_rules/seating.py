"""Seating: the circles that figures stand on, and the ways that things take over a table.

A position says how many figures stand on a space, and not on which of its circles: no rule asks. A picture has to draw
each figure on one of them, and a figure that nobody touched must not jump to another. `seat_figures` gives the circles,
the same for everybody who has seen the same positions; without a seating before, circles are filled in the order of
seats. `flights` makes of events what moves on a screen: a thing, and the places where it comes from and goes to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import assert_never

from attrs import frozen

from toledo_rules import events as happened
from toledo_rules import parts
from toledo_rules.cards import Card
from toledo_rules.edition import CATHEDRAL, Seat, Step, Sword
from toledo_rules.events import Event
from toledo_rules.notation import format_card, format_shop, format_sword, format_tile
from toledo_rules.parts import PartId
from toledo_rules.phases import Duel, Transit
from toledo_rules.state import State
from toledo_rules.views import View

# Places that are no parts of the table.


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


def seat_figures(position: State | View, before: Seating | None = None) -> Seating:
    """Return the circles that figures stand on, given the ones they stood on before.

    A figure stays where it was; a new one takes the first free circle.

    >>> from toledo_rules.testing import BLUE, RED, Table
    >>> start = seat_figures(Table(2).figures(BLUE, 5).lay())
    >>> start.circles[5]
    (1, None)
    >>> seat_figures(Table(2).figures(BLUE, 5).figures(RED, 5).lay(), start).circles[5]
    (1, 0)
    """
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
    """The symbol of the thing, as in `toledo_rules.render.sprite`: ``figure-0``, ``card-4va``, ``back``, ``metal``."""
    origin: PartId
    """The place where it was."""
    target: PartId
    """The place where it goes."""


def flights(
    events: Iterable[Event],
    before: State | View,
    seating: Seating | None = None,
    *,
    viewer: Seat | None = None,
) -> tuple[tuple[Flight, ...], ...]:
    """Return the things that each event moves, in order; an empty tuple for an event that moves nothing.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game, redact, transition
    >>> state = new_game(2, Random(1))
    >>> taken = [redact(event, 1) for event in transition(state, TAKE_CARDS, Random(2)).events]
    >>> flights(taken, state)[1]
    (Flight(thing='back', origin='pile', target='hand:0'),)

    Args:
        events: the events of one action, or of several in a row, redacted for the viewer.
        before: the position before them.
        seating: the seating before them; circles filled in the order of seats if it is not given.
        viewer: the seat whose hand is shown in pockets; None for a spectator.
    """
    table = _Flying(before, seating or seat_figures(before), viewer)
    return tuple(table.follow(event) for event in events)


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
        """Return the things that an event moves."""
        match event:
            case (
                happened.CardDrawn()
                | happened.PileReshuffled()
                | happened.CardPlayed()
                | happened.FrontCardDiscarded()
                | happened.FeePaid()
                | happened.RoundFought()
            ):
                return (self.card(event),)
            case happened.DuelEnded():
                cards, self.rounds = self.rounds, []
                return tuple(
                    Flight(self.face(card), fought(number), parts.DISCARDS)
                    for number, card in enumerate(cards)
                )
            case (
                happened.FigureMoved()
                | happened.CircleTaken()
                | happened.AlcazarEntered()
                | happened.FigureReturned()
                | happened.FigureSentBack()
            ):
                return (self.figure(event),)
            case happened.SpaceFull():
                self.over = (event.seat, event.step)
                return ()
            case happened.SwordForged():
                return self.forged(event.seat, event.sword)
            case (
                happened.ShopPlaced()
                | happened.MetalTaken()
                | happened.GemTaken()
                | happened.TileGivenBack()
                | happened.TileTaken()
                | happened.PaintingTaken()
                | happened.SwordDelivered()
            ):
                return (self.thing(event),)
            case (
                happened.DrawingBegan()
                | happened.DuelBegan()
                | happened.Passed()
                | happened.TurnEnded()
                | happened.LastRoundBegan()
                | happened.TurnBegan()
                | happened.HandShown()
                | happened.GameEnded()
            ):
                return ()
        assert_never(event)

    # Cards.

    def card(
        self,
        event: happened.CardDrawn
        | happened.PileReshuffled
        | happened.CardPlayed
        | happened.FrontCardDiscarded
        | happened.FeePaid
        | happened.RoundFought,
    ) -> Flight:
        """Return the flight of a card."""
        if isinstance(event, happened.CardDrawn):
            return Flight(self.face(event.card), parts.PILE, self.hand(event.seat, event.card))
        if isinstance(event, happened.PileReshuffled):
            return Flight("back", parts.DISCARDS, parts.PILE)
        if isinstance(event, happened.CardPlayed):
            target = parts.FRONT if event.to_front else parts.DISCARDS
            return self.from_hand(event.seat, event.card, target)
        if isinstance(event, happened.FrontCardDiscarded):
            return Flight(self.face(event.card), parts.FRONT, parts.DISCARDS)
        if isinstance(event, happened.FeePaid):
            return self.from_hand(event.seat, event.card, self.hand(event.owner, event.card))
        self.rounds.append(event.card)
        number = event.attacker_wins + event.defender_wins - 1
        return Flight(self.face(event.card), parts.PILE, fought(number))

    def hand(self, seat: Seat | None, card: Card | None) -> PartId:
        """Return the place of a card in a hand, in its pocket if that hand is shown; nobody has the discard pile."""
        if seat is None:
            return parts.DISCARDS
        if card is not None and seat == self.viewer:
            return pocket(card.value)
        return parts.hand(seat)

    def face(self, card: Card | None) -> str:
        """Return the symbol of a card, or of its back if it is hidden."""
        return "back" if card is None else f"card-{format_card(card, self.edition)}"

    def from_hand(self, seat: Seat, card: Card, target: PartId) -> Flight:
        """Return the flight of a card out of a hand."""
        return Flight(self.face(card), self.hand(seat, card), target)

    # Figures.

    def figure(
        self,
        event: happened.FigureMoved
        | happened.CircleTaken
        | happened.AlcazarEntered
        | happened.FigureReturned
        | happened.FigureSentBack,
    ) -> Flight:
        """Return the flight of a figure. On its way it comes by the door of a space, where it may have to wait."""
        seat, name = event.seat, f"figure-{event.seat}"
        if isinstance(event, happened.FigureMoved):
            return Flight(name, self.left(seat, event.origin), over(event.step))
        if isinstance(event, happened.CircleTaken):
            self.over = None
            number = self.circles[event.step].index(None)
            self.circles[event.step][number] = seat
            return Flight(name, over(event.step), parts.circle(event.step, number))
        if isinstance(event, happened.AlcazarEntered):
            self.inside[seat] += 1
            return Flight(name, over(event.step), niche(seat, self.inside[seat] - 1))
        origin = self.left(seat, event.step)
        self.waiting[seat] += 1
        return Flight(name, origin, forecourt(seat, self.waiting[seat] - 1))

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
        return parts.circle(step, number)

    # Everything else.

    def thing(
        self,
        event: happened.ShopPlaced
        | happened.MetalTaken
        | happened.GemTaken
        | happened.TileGivenBack
        | happened.TileTaken
        | happened.PaintingTaken
        | happened.SwordDelivered,
    ) -> Flight:
        """Return the flight of a shop, material, a tile, a painting or a sword."""
        edition, seat = self.edition, event.seat
        if isinstance(event, happened.ShopPlaced):
            self.circles[event.step] = [None] * event.shop.circles
            name = f"shop-{seat}-{format_shop(event.shop, edition)}"
            return Flight(name, parts.shop(seat, event.shop, edition), house(event.step))
        if isinstance(event, happened.MetalTaken):
            return Flight("i-metal", parts.SUPPLY_METAL, parts.count(seat, "metal"))
        if isinstance(event, happened.GemTaken):
            return Flight("i-gem", parts.SUPPLY_GEMS, parts.count(seat, "gems"))
        if isinstance(event, (happened.TileGivenBack, happened.TileTaken)):
            name = f"own-tile-{format_tile(event.tile, edition)}"
            ends = [parts.tile(owner, event.tile, edition) for owner in (None, seat)]
            if isinstance(event, happened.TileGivenBack):
                ends.reverse()
            return Flight(name, *ends)
        if isinstance(event, happened.PaintingTaken):
            ends = [parts.painting(owner, event.value) for owner in (None, seat)]
            return Flight(f"own-painting-{event.value}", *ends)
        name = f"own-sword-{format_sword(event.sword, edition)}"
        target = plaque(seat, self.inside[seat] - 1)
        return Flight(name, parts.sword(seat, event.sword, edition), target)

    def forged(self, seat: Seat, sword: Sword) -> tuple[Flight, ...]:
        """Return the flights of material to the supply and of the sword to its player."""
        material = [
            Flight(name, origin, target)
            for name, origin, target, number in (
                ("i-metal", parts.count(seat, "metal"), parts.SUPPLY_METAL, sword.metal),
                ("i-gem", parts.count(seat, "gems"), parts.SUPPLY_GEMS, sword.gems),
            )
            if number
        ]
        mine, common = (parts.sword(owner, sword, self.edition) for owner in (seat, None))
        name = f"own-sword-{format_sword(sword, self.edition)}"
        return (*material, Flight(name, common, mine))
