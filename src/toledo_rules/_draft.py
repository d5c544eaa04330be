"""Mutable drafts of positions and views: the one place where things change.

An action changes several things, and a new `State` for each of them would cost more than the rules. So effects work
on a short-lived draft. It has the very fields of a `State`, and when it is done it becomes one, without a copy: from
then on it cannot be changed, not even through an old reference. A draft never leaves the engine.

Its verbs are the rulebook's. Each makes one change and reports it as the event that `VERBS` pairs it with, so that an
effect cannot forget to. A viewer who sees only the events follows them by the same verbs (see `toledo_rules._hidden`),
and the TypeScript client by a translation of them (see `tools.schema.verbs`, which says what a verb may be written
with).
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import TYPE_CHECKING, TypeVar

from toledo_rules import events as happened
from toledo_rules._board import Ground, Shops, resurvey
from toledo_rules._multiset import added, removed
from toledo_rules._values import Open, complete, copier
from toledo_rules.edition import CATHEDRAL, Card, Cards, Seat, ShopTile, Step, Sword, Tile
from toledo_rules.events import EVENT_TYPES, Event, SecretEvent, in_secret
from toledo_rules.state import (
    ENTERED,
    MOVING,
    OVER,
    TURN_START,
    Arrived,
    Drawing,
    DrawSource,
    Duel,
    Player,
    PublicPlayer,
    PublicState,
    Shop,
    State,
    Transit,
)

_copy_state = copier(State, "ground", "free")

F = TypeVar("F", bound=Callable[..., None])


class EventLog:
    """The events between one position and the next, secrets included."""

    __slots__ = ("events", "reveals")

    def __init__(self) -> None:
        self.events: list[SecretEvent] = []
        self.reveals: bool = False
        """Something was revealed (A-132)."""

    def add(self, event: Event) -> None:
        """Add an event. Verbs build one only if there is a log."""
        self.events.append(in_secret(event))


VERBS: dict[type[Event], Callable[..., None]] = {}
"""The verb that makes the change that a kind of event reports."""


def _reports(event: type[Event]) -> Callable[[F], F]:
    """Pair a verb with its event. The arguments of the verb are parts of the event, by the same names."""

    def paired(verb: F) -> F:
        VERBS[event] = verb
        return verb

    return paired


def arguments(event: type[Event]) -> tuple[str, ...]:
    """Return the parts of an event that its verb takes, in order."""
    return tuple(signature(VERBS[event]).parameters)[1:]


class Verbs(Open, PublicState):
    """Everything that can happen to a table, whether a position or a seat's view of one.

    The two differ only in hands and in the pile, which are left to subclasses.
    """

    __slots__ = ()

    if TYPE_CHECKING:
        log: EventLog | None
        pile: Cards | int
        # These have the types that they have in a position. Pyright would take them from the changes below.
        ground: Ground
        free: bytes | bytearray
        trigger: Seat | None
        discards: Cards
        shops: Shops
        metal: int
        gems: int
        swords: tuple[Sword, ...]
        tiles: tuple[Tile, ...]
        paintings: tuple[int, ...]

        @property
        def me(self) -> PublicPlayer:
            """The active player, to change."""

        @property
        def drawable(self) -> int:
            """Cards that can be drawn or turned up."""

        def player_at(self, seat: Seat) -> PublicPlayer:
            """Return a player to change."""

        def turn_up(self, card: Card) -> None:
            """Take a card off the pile."""

        def turn_over(self) -> None:
            """Make the discards the pile."""

        def gain(self, seat: Seat, card: Card) -> None:
            """Add a card to a hand."""

        def lose(self, seat: Seat, card: Card) -> None:
            """Take a card out of a hand."""

        def show(self, seat: Seat, cards: Cards) -> None:
            """Let everybody know a hand."""

    def room(self) -> bytearray:
        """Return the free room on each step, to change."""
        free = self.free
        if type(free) is not bytearray:
            self.free = free = bytearray(free)
        return free

    def lift(self, player: PublicPlayer, step: Step) -> None:
        """Take a figure off a step; its circle is free at once (A-50)."""
        player.figures = removed(player.figures, step)
        self.room()[step] += 1

    def stand(self, player: PublicPlayer, step: Step) -> None:
        """Put a figure on a step."""
        player.figures = added(player.figures, step)
        self.room()[step] -= 1

    def build(self, shop: Shop, step: Step) -> None:
        """Put a shop on a step."""
        shops = self.shops
        self.shops = (*shops[:step], shop, *shops[step + 1 :])
        self.ground = resurvey(self.ground, self.edition, self.shops, step)
        self.room()[step] = self.ground.room[step]  # no figure stood there

    def lose_openly(self, card: Card) -> None:
        """Take a card out of the active hand for all to see. If some of its kind were known, a known one is gone."""
        self.lose(self.active, card)
        me = self.me
        if card in me.known:
            me.known = removed(me.known, card)

    # Turns

    @_reports(happened.Passed)
    def pass_turn(self) -> None:
        """Do nothing (A-147)."""
        if self.log is not None:
            self.log.add(happened.Passed(self.active))

    @_reports(happened.FrontCardDiscarded)
    def clear_front(self) -> None:
        """Put the front card, if there is one, on the discards (MOV-12)."""
        front = self.front
        if front is not None:
            self.discards = added(self.discards, front)
            self.front = None
            if self.log is not None:
                self.log.add(happened.FrontCardDiscarded(self.active, front))

    @_reports(happened.TurnEnded)
    def end_turn(self) -> None:
        """End the turn of the active player, and forget the card of the movement tile."""
        self.tile_value = None
        if self.log is not None:
            self.log.add(happened.TurnEnded(self.active))

    @_reports(happened.LastRoundBegan)
    def begin_last_round(self) -> None:
        """Let the active player start the last round (END-01)."""
        self.trigger = self.active
        if self.log is not None:
            self.log.add(happened.LastRoundBegan(self.active))

    @_reports(happened.TurnBegan)
    def begin_turn(self, seat: Seat) -> None:
        """Let a player begin a turn."""
        self.active = seat
        self.phase = TURN_START
        if self.log is not None:
            self.log.add(happened.TurnBegan(seat))

    @_reports(happened.HandShown)
    def show_hand(self, seat: Seat, cards: Cards) -> None:
        """Let a player show their hand, so that everybody knows its cards (A-128)."""
        self.show(seat, cards)
        if self.log is not None:
            self.log.reveals = True
            self.log.add(happened.HandShown(seat, cards))

    @_reports(happened.GameEnded)
    def end_game(self) -> None:
        """End the game (END-02)."""
        self.phase = OVER
        if self.log is not None:
            self.log.add(happened.GameEnded())

    # Cards

    @_reports(happened.DrawingBegan)
    def begin_drawing(self, cards: int, source: DrawSource) -> None:
        """Let the active player draw cards."""
        self.phase = Drawing(cards, source)
        if self.log is not None:
            self.log.add(happened.DrawingBegan(self.active, cards, source))

    @_reports(happened.CardDrawn)
    def draw(self, card: Card) -> None:
        """Move a card from the pile to the active hand, and wait for the next: as many as there are (A-23, A-27)."""
        phase = self.phase
        if type(phase) is not Drawing:
            raise ValueError("no card is being drawn")
        self.turn_up(card)
        self.gain(self.active, card)
        more = phase.left > 1 and self.drawable > 0
        self.phase = Drawing(phase.left - 1, phase.source) if more else MOVING
        if self.log is not None:
            self.log.reveals = True
            self.log.add(happened.CardDrawn(self.active, card))

    @_reports(happened.PileReshuffled)
    def reshuffle(self) -> None:
        """Make the discards the pile (TAK-02)."""
        if self.pile:
            raise ValueError("the pile is not used up")
        cards = len(self.discards)
        self.turn_over()
        if self.log is not None:
            self.log.reveals = True
            self.log.add(happened.PileReshuffled(cards))

    @_reports(happened.CardPlayed)
    def play_card(self, card: Card, with_tile: bool) -> None:
        """Play a card: to the front if it is the first, else to the discards (MOV-01, MOV-11, TIL-05, TIL-06)."""
        to_front = self.front is None and not with_tile
        self.lose_openly(card)
        if to_front:
            self.front = card
        else:
            self.discards = added(self.discards, card)
        if with_tile:
            self.tile_value = card.value
        if self.log is not None:
            self.log.add(happened.CardPlayed(self.active, card, to_front, with_tile))

    @_reports(happened.FeePaid)
    def pay(self, card: Card, owner: Seat | None) -> None:
        """Pay with a card: to an owner's hand for all to see (USE-10, A-60), or to the discards (USE-08, USE-09)."""
        self.lose_openly(card)
        if owner is None:
            self.discards = added(self.discards, card)
        else:  # USE-07: the owner has no say in it
            paid = self.player_at(owner)
            self.gain(owner, card)
            if self.edition.readings.a130 == "remembered":
                paid.known = added(paid.known, card)
        if self.log is not None:
            self.log.reveals = True
            self.log.add(happened.FeePaid(self.active, owner, card))

    # Figures

    @_reports(happened.FigureMoved)
    def move_figure(self, origin: Step, step: Step) -> None:
        """Move a figure off its circle, or on from the full space that it is over (A-49)."""
        if type(self.phase) is not Transit:
            self.lift(self.me, origin)
        if self.log is not None:
            self.log.add(happened.FigureMoved(self.active, origin, step))

    @_reports(happened.CircleTaken)
    def take_circle(self, step: Step) -> None:
        """Put the moved figure on a circle (MOV-05, DUE-13)."""
        self.stand(self.me, step)
        self.phase = Arrived(step)
        if self.log is not None:
            self.log.add(happened.CircleTaken(self.active, step))

    @_reports(happened.SpaceFull)
    def wait_over(self, step: Step) -> None:
        """Hold the moved figure on a full space, without a circle (OCC-01)."""
        self.phase = Transit(step)
        if self.log is not None:
            self.log.add(happened.SpaceFull(self.active, step))

    @_reports(happened.AlcazarEntered)
    def enter_alcazar(self, step: Step) -> None:
        """Put the moved figure into the Alcazar, where it stays (ALC-01, ALC-05)."""
        self.me.inside += 1
        self.phase = ENTERED
        if self.log is not None:
            self.log.add(happened.AlcazarEntered(self.active, step))

    @_reports(happened.FigureReturned)
    def return_figure(self, step: Step) -> None:
        """Set a figure of the active player back to the cathedral (RET-01)."""
        me = self.me
        self.lift(me, step)
        self.stand(me, CATHEDRAL)
        if self.log is not None:
            self.log.add(happened.FigureReturned(self.active, step))

    # Duels

    @_reports(happened.DuelBegan)
    def begin_duel(self, defender: Seat, step: Step) -> None:
        """Challenge a player (OCC-01)."""
        self.phase = Duel(step, defender, 0, 0)
        if self.log is not None:
            self.log.add(happened.DuelBegan(self.active, defender, step))

    @_reports(happened.RoundFought)
    def fight_round(self, card: Card, winner: Seat) -> None:
        """Turn up a card that decides a round, and put it on the discards (DUE-04, DUE-05)."""
        phase = self.phase
        if type(phase) is not Duel:
            raise ValueError("there is no duel")
        self.turn_up(card)
        self.discards = added(self.discards, card)
        wins = phase.attacker_wins + 1 if winner == self.active else phase.attacker_wins
        losses = phase.defender_wins + 1 if winner == phase.rival else phase.defender_wins
        self.phase = Duel(phase.step, phase.rival, wins, losses)
        if self.log is not None:
            self.log.reveals = True
            self.log.add(happened.RoundFought(card, winner, wins, losses))

    @_reports(happened.DuelEnded)
    def end_duel(self, winner: Seat, loser: Seat, step: Step) -> None:
        """Say who has won a duel (DUE-09)."""
        if self.log is not None:
            self.log.add(happened.DuelEnded(winner, loser, step))

    @_reports(happened.FigureSentBack)
    def send_back(self, seat: Seat, step: Step) -> None:
        """Send the loser's figure to the cathedral (DUE-11), from its circle or from over the space (A-49)."""
        loser = self.player_at(seat)
        if seat != self.active:
            self.lift(loser, step)
        self.stand(loser, CATHEDRAL)
        self.phase = MOVING
        if self.log is not None:
            self.log.add(happened.FigureSentBack(seat, step))

    # Shops and what they trade; a player who has used a space or delivered may go on moving

    @_reports(happened.ShopPlaced)
    def place_shop(self, shop: ShopTile, step: Step) -> None:
        """Place a shop tile, which stays there to the end (A-32)."""
        me = self.me
        me.shops = removed(me.shops, shop)
        self.build(Shop(self.active, shop.kind, shop.circles), step)
        if self.log is not None:
            self.log.add(happened.ShopPlaced(self.active, shop, step))

    @_reports(happened.MetalTaken)
    def take_metal(self) -> None:
        """Take one metal from the supply (MET-01)."""
        self.metal -= 1
        self.me.metal += 1
        self.phase = MOVING
        if self.log is not None:
            self.log.add(happened.MetalTaken(self.active))

    @_reports(happened.GemTaken)
    def take_gem(self) -> None:
        """Take one gem from the supply (GEM-01)."""
        self.gems -= 1
        self.me.gems += 1
        self.phase = MOVING
        if self.log is not None:
            self.log.add(happened.GemTaken(self.active))

    @_reports(happened.PaintingTaken)
    def take_painting(self) -> None:
        """Take the top painting (ART-01)."""
        me, painting = self.me, self.paintings[0]
        self.paintings = self.paintings[1:]
        me.paintings = added(me.paintings, painting)
        self.phase = MOVING
        if self.log is not None:
            self.log.add(happened.PaintingTaken(self.active, painting))

    @_reports(happened.SwordForged)
    def forge(self, sword: Sword) -> None:
        """Take a sword; its exact cost goes back into the supply (SMI-03, A-72)."""
        me = self.me
        me.metal -= sword.metal
        me.gems -= sword.gems
        self.metal += sword.metal
        self.gems += sword.gems
        self.swords = removed(self.swords, sword)
        me.swords = added(me.swords, sword)
        self.phase = MOVING
        if self.log is not None:
            self.log.add(happened.SwordForged(self.active, sword))

    @_reports(happened.TileGivenBack)
    def give_back(self, tile: Tile) -> None:
        """Put a master tile back on the board, before another is taken (FEN-06)."""
        me = self.me
        me.tiles = removed(me.tiles, tile)
        self.tiles = added(self.tiles, tile)
        if self.log is not None:
            self.log.add(happened.TileGivenBack(self.active, tile))

    @_reports(happened.TileTaken)
    def take_tile(self, tile: Tile) -> None:
        """Take a master tile (FEN-01)."""
        me = self.me
        self.tiles = removed(self.tiles, tile)
        me.tiles = added(me.tiles, tile)
        self.phase = MOVING
        if self.log is not None:
            self.log.add(happened.TileTaken(self.active, tile))

    @_reports(happened.SwordDelivered)
    def deliver(self, sword: Sword) -> None:
        """Put a sword under the figure that has just gone in (ALC-03)."""
        me = self.me
        me.swords = removed(me.swords, sword)
        me.delivered = added(me.delivered, sword)
        self.phase = MOVING
        if self.log is not None:
            self.log.add(happened.SwordDelivered(self.active, sword))


complete(VERBS, EVENT_TYPES, "VERBS")


class PlayerDraft(Open, Player):  # type: ignore[misc]  # a draft may
    """A mutable draft of a `Player`."""

    __slots__ = ()

    if TYPE_CHECKING:
        hand: Cards  # these change here
        known: Cards

        def __init__(self, player: Player) -> None: ...
    else:
        __init__ = copier(Player)


class Draft(Verbs, State):  # type: ignore[misc]  # a draft may
    """A mutable draft of a `State`, and on request the log of its events."""

    __slots__ = ()

    if TYPE_CHECKING:
        players: list[Player]  # type: ignore[assignment]  # until it is done
        free: bytes | bytearray
        discards: Cards
        pile: Cards

    def __init__(self, state: State, log: EventLog | None = None) -> None:
        _copy_state(self, state)
        self.players = [*state.players]
        self.log = log

    def freeze(self) -> State:
        """Turn the draft into a position. It has the same layout, so it is the same object, and a draft no more."""
        for player in self.players:
            if type(player) is PlayerDraft:
                player.__class__ = Player  # type: ignore[assignment]  # the layout is the same
        self.players = tuple(self.players)  # type: ignore[assignment]  # a list no more
        self.free = bytes(self.free)
        self.log = None
        self.__class__ = State  # type: ignore[assignment]  # the layout is the same
        return self  # so it is a State now

    def player_at(self, seat: Seat) -> PlayerDraft:
        """Return a player to change."""
        player = self.players[seat]
        if type(player) is PlayerDraft:
            return player
        self.players[seat] = thawed = PlayerDraft(player)
        return thawed

    @property
    def me(self) -> PlayerDraft:
        """The active player, to change."""
        player = self.players[self.active]
        return player if type(player) is PlayerDraft else self.player_at(self.active)

    def turn_up(self, card: Card) -> None:
        """Take a card off the pile."""
        self.pile = removed(self.pile, card)

    def turn_over(self) -> None:
        """Make the discards the pile."""
        self.pile, self.discards = self.discards, ()

    def gain(self, seat: Seat, card: Card) -> None:
        """Add a card to a hand."""
        player = self.player_at(seat)
        player.hand = added(player.hand, card)

    def lose(self, seat: Seat, card: Card) -> None:
        """Take a card out of a hand."""
        player = self.player_at(seat)
        player.hand = removed(player.hand, card)

    def show(self, seat: Seat, cards: Cards) -> None:
        """Let everybody know a hand."""
        self.player_at(seat).known = cards
