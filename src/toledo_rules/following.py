"""Following a game by its events: the next view from this one, without a position and without a rule.

A client gets a view once, and from then on the events that its seat may see. `follow` makes the next view of them, the
same as `toledo_rules.view` gives whoever holds the position.

>>> from random import Random
>>> from toledo_rules import TAKE_CARDS, follow, new_game, redact, transition, view
>>> state = new_game(2, Random(1))
>>> taken = transition(state, TAKE_CARDS, Random(2))
>>> follow(view(state, 1), [redact(event, 1) for event in taken.events]) == view(taken.state, 1)
True
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from attrs import define

from toledo_rules._values import maker
from toledo_rules.cards import Card, Cards
from toledo_rules.edition import CATHEDRAL, Seat, ShopTile, Step
from toledo_rules.errors import ToledoError
from toledo_rules.events import (
    AlcazarEntered,
    CardDrawn,
    CardPlayed,
    CircleTaken,
    DrawingBegan,
    DuelBegan,
    DuelEnded,
    Event,
    FeePaid,
    FigureMoved,
    FigureReturned,
    FigureSentBack,
    FrontCardDiscarded,
    GameEnded,
    GemTaken,
    HandShown,
    LastRoundBegan,
    MetalTaken,
    PaintingTaken,
    Passed,
    PileReshuffled,
    RoundFought,
    ShopPlaced,
    SpaceFull,
    SwordDelivered,
    SwordForged,
    TileGivenBack,
    TileTaken,
    TurnBegan,
    TurnEnded,
)
from toledo_rules.multiset import added, removed
from toledo_rules.phases import ENTERED, MOVING, OVER, TURN_START, Arrived, Drawing, Duel, Transit
from toledo_rules.state import PlayerParts, Shop, TableParts
from toledo_rules.views import PlayerView, View


class EventMisfitError(ToledoError, ValueError):
    """An event cannot have happened where a view says that the game is: something in between was missed."""

    def __init__(self, event: Event, why: str) -> None:
        super().__init__(event, why)
        self.event = event
        self.why = why

    def __str__(self) -> str:
        return f"{self.event!r} does not fit this view ({self.why}): ask for a new view"


def follow(view: View, events: Iterable[Event]) -> View:
    """Return the view after some events, as its seat sees them (`toledo_rules.redact`).

    Raises `EventMisfitError` if they are not the events that came next.
    """
    table = _OpenTable(view)
    for event in events:
        try:
            table.follow(event)
        except (ValueError, IndexError, TypeError) as error:
            raise EventMisfitError(event, str(error)) from None
    return table.view()


# A view that is being changed: the same fields, but open.


@define(eq=False, repr=False, kw_only=True)
class _OpenPlayer(PlayerParts):
    cards: int


@define(eq=False, repr=False, kw_only=True)
class _OpenView(TableParts):
    seat: Seat | None
    hand: Cards
    players: list[_OpenPlayer]
    pile: int


_open_player = maker(_OpenPlayer, PlayerParts)
_open_view = maker(_OpenView, TableParts, "ground", "free")
_player = maker(PlayerView, PlayerParts)
_view = maker(View, TableParts, "ground", "free")


def _need(fits: bool, otherwise: str) -> None:
    if not fits:
        raise ValueError(otherwise)


class _OpenTable:
    """A table that somebody looks at while things happen. Each case says what that event tells, and nothing else."""

    def __init__(self, view: View) -> None:
        players = [_open_player(player, player.cards) for player in view.players]
        self.now = _open_view(view, view.seat, view.hand, players, view.pile)

    def view(self) -> View:
        """Return the view as it is now."""
        now = self.now
        now.__attrs_post_init__()  # what follows from the fields
        players = tuple([_player(player, player.cards) for player in now.players])
        return _view(now, now.seat, now.hand, players, now.pile)

    def follow(self, event: Event) -> None:
        """Change the table as an event tells."""
        match event:
            case (
                DrawingBegan()
                | CardDrawn()
                | PileReshuffled()
                | CardPlayed()
                | FeePaid()
                | FrontCardDiscarded()
            ):
                self._cards(event)
            case (
                ShopPlaced()
                | FigureReturned()
                | FigureMoved()
                | CircleTaken()
                | SpaceFull()
                | AlcazarEntered()
                | FigureSentBack()
            ):
                self._pieces(event)
            case (
                MetalTaken()
                | GemTaken()
                | SwordForged()
                | TileGivenBack()
                | TileTaken()
                | PaintingTaken()
                | SwordDelivered()
            ):
                self._treasure(event)
            case DuelBegan() | RoundFought() | DuelEnded():
                self._duel(event)
            case (
                Passed() | TurnEnded() | LastRoundBegan() | TurnBegan() | HandShown() | GameEnded()
            ):
                self._turn(event)
            case unknown:
                assert_never(unknown)

    def _cards(
        self,
        event: (
            DrawingBegan | CardDrawn | PileReshuffled | CardPlayed | FeePaid | FrontCardDiscarded
        ),
    ) -> None:
        now = self.now
        match event:
            case DrawingBegan(_, cards, source):
                now.phase = Drawing(cards, source)
            case CardDrawn(seat, card):
                self._drawn(seat, card)
            case PileReshuffled(cards):
                _need((now.pile, len(now.discards)) == (0, cards), "the piles have other sizes")
                now.pile, now.discards = cards, ()
            case CardPlayed(seat, played, to_front, with_tile):
                self._lose(seat, played)
                if with_tile:
                    now.tile_value = played.value
                if to_front:
                    now.front = played
                else:
                    self._discard(played)
            case FeePaid(seat, owner, paid):
                self._lose(seat, paid)
                if owner is None:
                    self._discard(paid)
                else:
                    self._receive(owner, paid)
            case FrontCardDiscarded(_, front):
                _need(now.front == front, "another card lies in front")
                now.front = None
                self._discard(front)
            case unknown:
                assert_never(unknown)

    def _pieces(
        self,
        event: (
            ShopPlaced
            | FigureReturned
            | FigureMoved
            | CircleTaken
            | SpaceFull
            | AlcazarEntered
            | FigureSentBack
        ),
    ) -> None:
        now = self.now
        match event:
            case ShopPlaced(seat, tile, step):
                self._place(seat, tile, step)
            case FigureReturned(seat, step):
                self._leave(seat, step)
                self._stand(seat, CATHEDRAL)
            case FigureMoved(seat, origin, _):
                if not isinstance(now.phase, Transit):  # then it stands nowhere
                    self._leave(seat, origin)
            case CircleTaken(seat, step):
                self._stand(seat, step)
                now.phase = Arrived(step)
            case SpaceFull(_, step):
                now.phase = Transit(step)
            case AlcazarEntered(seat, _):
                now.players[seat].inside += 1
                now.phase = ENTERED
            case FigureSentBack(seat, step):
                if (
                    seat != now.active
                ):  # the attacker's figure is in transit: it stands nowhere
                    self._leave(seat, step)
                self._stand(seat, CATHEDRAL)
            case unknown:
                assert_never(unknown)

    def _treasure(
        self,
        event: (
            MetalTaken
            | GemTaken
            | SwordForged
            | TileGivenBack
            | TileTaken
            | PaintingTaken
            | SwordDelivered
        ),
    ) -> None:
        now, player = self.now, self.now.players[event.seat]
        if not isinstance(event, TileGivenBack):  # after it a tile is taken: the use goes on
            now.phase = MOVING
        match event:
            case MetalTaken():
                now.metal, player.metal = now.metal - 1, player.metal + 1
            case GemTaken():
                now.gems, player.gems = now.gems - 1, player.gems + 1
            case SwordForged(_, sword):
                now.metal, player.metal = now.metal + sword.metal, player.metal - sword.metal
                now.gems, player.gems = now.gems + sword.gems, player.gems - sword.gems
                now.swords = removed(now.swords, sword)
                player.swords = added(player.swords, sword)
            case TileGivenBack(_, tile):
                player.tiles = removed(player.tiles, tile)
                now.tiles = added(now.tiles, tile)
            case TileTaken(_, tile):
                now.tiles = removed(now.tiles, tile)
                player.tiles = added(player.tiles, tile)
            case PaintingTaken(_, value):
                _need(now.paintings[:1] == (value,), "another painting lies on top")
                now.paintings = now.paintings[1:]
                player.paintings = added(player.paintings, value)
            case SwordDelivered(_, sword):
                player.swords = removed(player.swords, sword)
                player.delivered = added(player.delivered, sword)
            case unknown:
                assert_never(unknown)

    def _duel(self, event: DuelBegan | RoundFought | DuelEnded) -> None:
        now = self.now
        match event:
            case DuelBegan(_, defender, step):
                now.phase = Duel(step, defender, 0, 0)
            case RoundFought(card, _, attacker_wins, defender_wins):
                duel = now.phase
                _need(isinstance(duel, Duel), "there is no duel")
                assert isinstance(duel, Duel)
                now.phase = Duel(duel.step, duel.rival, attacker_wins, defender_wins)
                now.pile -= 1
                self._discard(card)
            case DuelEnded(winner, _, _):
                if winner != now.active:  # an attacker who has won takes the circle next
                    now.phase = MOVING
            case unknown:
                assert_never(unknown)

    def _turn(
        self, event: Passed | TurnEnded | LastRoundBegan | TurnBegan | HandShown | GameEnded
    ) -> None:
        now = self.now
        match event:
            case Passed():
                pass
            case TurnEnded(seat):
                _need(seat == now.active, f"seat {now.active} is on turn")
                now.tile_value = None
            case LastRoundBegan(seat):
                now.trigger = seat
            case TurnBegan(seat):
                now.active, now.phase = seat, TURN_START
            case HandShown(seat, cards):
                player = now.players[seat]
                _need(len(cards) == player.cards, f"seat {seat} has {player.cards} cards")
                player.known = cards
            case GameEnded():
                now.phase = OVER
            case unknown:
                assert_never(unknown)

    # What happens to one thing

    def _drawn(self, seat: Seat, card: Card | None) -> None:
        """A card goes from the pile to a hand; only its player sees which."""
        now, drawing = self.now, self.now.phase
        _need((card is None) == (seat != now.seat), "another seat sees this card")
        _need(isinstance(drawing, Drawing), "nobody is drawing")
        assert isinstance(drawing, Drawing)
        if card is not None:
            now.hand = added(now.hand, card)
        now.players[seat].cards += 1
        now.pile -= 1
        left = drawing.left - 1
        if left and (now.pile or now.discards):  # as many as there are
            now.phase = Drawing(left, drawing.source)
        else:
            now.phase = MOVING  # after the take action a new turn begins at once

    def _lose(self, seat: Seat, card: Card) -> None:
        """A card leaves a hand in public; if its kind was known there, that knowledge is used up."""
        now, player = self.now, self.now.players[seat]
        if seat == now.seat:
            now.hand = removed(now.hand, card)
        if card in player.known:
            player.known = removed(player.known, card)
        player.cards -= 1

    def _receive(self, seat: Seat, card: Card) -> None:
        """A card comes into a hand in public (A-60, A-130)."""
        now, player = self.now, self.now.players[seat]
        if seat == now.seat:
            now.hand = added(now.hand, card)
        player.known = added(player.known, card)
        player.cards += 1

    def _discard(self, card: Card) -> None:
        self.now.discards = added(self.now.discards, card)

    def _place(self, seat: Seat, tile: ShopTile, step: Step) -> None:
        now, player = self.now, self.now.players[seat]
        player.shops = removed(player.shops, tile)
        shops = [*now.shops]
        shops[step] = Shop(seat, tile.kind, tile.circles)
        now.shops = tuple(shops)

    def _leave(self, seat: Seat, step: Step) -> None:
        player = self.now.players[seat]
        player.figures = removed(player.figures, step)

    def _stand(self, seat: Seat, step: Step) -> None:
        player = self.now.players[seat]
        player.figures = added(player.figures, step)
