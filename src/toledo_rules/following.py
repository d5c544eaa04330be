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

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import define

from toledo_rules._values import complete, maker
from toledo_rules.cards import Card, Cards
from toledo_rules.edition import CATHEDRAL, Seat, Step
from toledo_rules.errors import ToledoError
from toledo_rules.events import (
    EVENT_TYPES,
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

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> from toledo_rules.events import MetalTaken
    >>> start = view(new_game(2, Random(1)), 0)
    >>> after = follow(start, [MetalTaken(1)])
    >>> after.metal - start.metal, after.players[1].metal
    (-1, 1)

    Raises `EventMisfitError` if they are not the events that came next.
    """
    table = _OpenTable(view)
    for event in events:
        try:
            table.follow(event)
        except (ValueError, IndexError) as error:
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
    """A table that somebody looks at while things happen: a method for each event says what it tells, and no more."""

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
        change = _CHANGES.get(type(event))
        if change is None:
            raise TypeError(f"an event is one of those in toledo_rules.events, not {event!r}")
        change(self, event)

    # Cards

    def drawing_began(self, event: DrawingBegan) -> None:
        self.now.phase = Drawing(event.cards, event.source)

    def card_drawn(self, event: CardDrawn) -> None:
        """A card goes from the pile to a hand; only its player sees which."""
        now, drawing = self.now, self.now.phase
        _need((event.card is None) == (event.seat != now.seat), "another seat sees this card")
        _need(isinstance(drawing, Drawing), "nobody is drawing")
        assert isinstance(drawing, Drawing)
        if event.card is not None:
            now.hand = added(now.hand, event.card)
        now.players[event.seat].cards += 1
        now.pile -= 1
        left = drawing.left - 1
        goes_on = left and (now.pile or now.discards)  # as many as there are
        # After the take action a new turn begins at once.
        now.phase = Drawing(left, drawing.source) if goes_on else MOVING

    def pile_reshuffled(self, event: PileReshuffled) -> None:
        now = self.now
        _need((now.pile, len(now.discards)) == (0, event.cards), "the piles have other sizes")
        now.pile, now.discards = event.cards, ()

    def card_played(self, event: CardPlayed) -> None:
        self._lose(event.seat, event.card)
        if event.with_tile:
            self.now.tile_value = event.card.value
        if event.to_front:
            self.now.front = event.card
        else:
            self._discard(event.card)

    def fee_paid(self, event: FeePaid) -> None:
        self._lose(event.seat, event.card)
        if event.owner is None:
            self._discard(event.card)
        else:
            self._receive(event.owner, event.card)

    def front_card_discarded(self, event: FrontCardDiscarded) -> None:
        _need(self.now.front == event.card, "another card lies in front")
        self.now.front = None
        self._discard(event.card)

    # Shops and figures

    def shop_placed(self, event: ShopPlaced) -> None:
        now, player, tile = self.now, self.now.players[event.seat], event.shop
        player.shops = removed(player.shops, tile)
        shops = [*now.shops]
        shops[event.step] = Shop(event.seat, tile.kind, tile.circles)
        now.shops = tuple(shops)

    def figure_returned(self, event: FigureReturned) -> None:
        self._leave(event.seat, event.step)
        self._stand(event.seat, CATHEDRAL)

    def figure_moved(self, event: FigureMoved) -> None:
        if not isinstance(self.now.phase, Transit):  # then it stands nowhere
            self._leave(event.seat, event.origin)

    def circle_taken(self, event: CircleTaken) -> None:
        self._stand(event.seat, event.step)
        self.now.phase = Arrived(event.step)

    def space_full(self, event: SpaceFull) -> None:
        self.now.phase = Transit(event.step)

    def alcazar_entered(self, event: AlcazarEntered) -> None:
        self.now.players[event.seat].inside += 1
        self.now.phase = ENTERED

    def figure_sent_back(self, event: FigureSentBack) -> None:
        if (
            event.seat != self.now.active
        ):  # the attacker's figure is in transit: it stands nowhere
            self._leave(event.seat, event.step)
        self._stand(event.seat, CATHEDRAL)

    # Treasure: whoever uses a space or delivers may go on moving

    def metal_taken(self, event: MetalTaken) -> None:
        now, player = self.now, self.now.players[event.seat]
        now.metal, player.metal, now.phase = now.metal - 1, player.metal + 1, MOVING

    def gem_taken(self, event: GemTaken) -> None:
        now, player = self.now, self.now.players[event.seat]
        now.gems, player.gems, now.phase = now.gems - 1, player.gems + 1, MOVING

    def sword_forged(self, event: SwordForged) -> None:
        now, player, sword = self.now, self.now.players[event.seat], event.sword
        now.metal, player.metal = now.metal + sword.metal, player.metal - sword.metal
        now.gems, player.gems = now.gems + sword.gems, player.gems - sword.gems
        now.swords = removed(now.swords, sword)
        player.swords = added(player.swords, sword)
        now.phase = MOVING

    def tile_given_back(self, event: TileGivenBack) -> None:
        """After it a tile is taken, so the use goes on."""
        now, player = self.now, self.now.players[event.seat]
        player.tiles = removed(player.tiles, event.tile)
        now.tiles = added(now.tiles, event.tile)

    def tile_taken(self, event: TileTaken) -> None:
        now, player = self.now, self.now.players[event.seat]
        now.tiles = removed(now.tiles, event.tile)
        player.tiles = added(player.tiles, event.tile)
        now.phase = MOVING

    def painting_taken(self, event: PaintingTaken) -> None:
        now, player = self.now, self.now.players[event.seat]
        _need(now.paintings[:1] == (event.value,), "another painting lies on top")
        now.paintings = now.paintings[1:]
        player.paintings = added(player.paintings, event.value)
        now.phase = MOVING

    def sword_delivered(self, event: SwordDelivered) -> None:
        player = self.now.players[event.seat]
        player.swords = removed(player.swords, event.sword)
        player.delivered = added(player.delivered, event.sword)
        self.now.phase = MOVING

    # Duels

    def duel_began(self, event: DuelBegan) -> None:
        self.now.phase = Duel(event.step, event.defender, 0, 0)

    def round_fought(self, event: RoundFought) -> None:
        duel = self.now.phase
        _need(isinstance(duel, Duel), "there is no duel")
        assert isinstance(duel, Duel)
        self.now.phase = Duel(duel.step, duel.rival, event.attacker_wins, event.defender_wins)
        self.now.pile -= 1
        self._discard(event.card)

    def duel_ended(self, event: DuelEnded) -> None:
        if event.winner != self.now.active:  # an attacker who has won takes the circle next
            self.now.phase = MOVING

    # Turns

    def passed(self, _event: Passed) -> None:
        """Nothing changes."""

    def turn_ended(self, event: TurnEnded) -> None:
        _need(event.seat == self.now.active, f"seat {self.now.active} is on turn")
        self.now.tile_value = None

    def last_round_began(self, event: LastRoundBegan) -> None:
        self.now.trigger = event.seat

    def turn_began(self, event: TurnBegan) -> None:
        self.now.active, self.now.phase = event.seat, TURN_START

    def hand_shown(self, event: HandShown) -> None:
        player = self.now.players[event.seat]
        fits = len(event.cards) == player.cards
        _need(fits, f"seat {event.seat} has another number of cards")
        player.known = event.cards

    def game_ended(self, _event: GameEnded) -> None:
        self.now.phase = OVER

    # A card or a figure

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

    def _leave(self, seat: Seat, step: Step) -> None:
        player = self.now.players[seat]
        player.figures = removed(player.figures, step)

    def _stand(self, seat: Seat, step: Step) -> None:
        player = self.now.players[seat]
        player.figures = added(player.figures, step)


_CHANGES: Mapping[type[Event], Callable[[_OpenTable, Any], None]] = complete(
    {
        DrawingBegan: _OpenTable.drawing_began,
        CardDrawn: _OpenTable.card_drawn,
        PileReshuffled: _OpenTable.pile_reshuffled,
        ShopPlaced: _OpenTable.shop_placed,
        FigureReturned: _OpenTable.figure_returned,
        CardPlayed: _OpenTable.card_played,
        FigureMoved: _OpenTable.figure_moved,
        CircleTaken: _OpenTable.circle_taken,
        SpaceFull: _OpenTable.space_full,
        AlcazarEntered: _OpenTable.alcazar_entered,
        DuelBegan: _OpenTable.duel_began,
        RoundFought: _OpenTable.round_fought,
        DuelEnded: _OpenTable.duel_ended,
        FigureSentBack: _OpenTable.figure_sent_back,
        FeePaid: _OpenTable.fee_paid,
        MetalTaken: _OpenTable.metal_taken,
        GemTaken: _OpenTable.gem_taken,
        SwordForged: _OpenTable.sword_forged,
        TileGivenBack: _OpenTable.tile_given_back,
        TileTaken: _OpenTable.tile_taken,
        PaintingTaken: _OpenTable.painting_taken,
        SwordDelivered: _OpenTable.sword_delivered,
        Passed: _OpenTable.passed,
        FrontCardDiscarded: _OpenTable.front_card_discarded,
        TurnEnded: _OpenTable.turn_ended,
        LastRoundBegan: _OpenTable.last_round_began,
        TurnBegan: _OpenTable.turn_began,
        HandShown: _OpenTable.hand_shown,
        GameEnded: _OpenTable.game_ended,
    },
    EVENT_TYPES,
    "_CHANGES",
)
"""The change that each kind of event makes."""
