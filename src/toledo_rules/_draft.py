"""A position in the making.

An action changes several things, and a new `State` for each of them would cost more than the rules. So effects work
on a short-lived draft. It has the very fields of a `State`, and when it is done it becomes one, without a copy: from
then on nobody can change it, not even through an old reference. A draft never leaves the engine.

Its verbs are the rulebook's. Each makes one change and tells of it, so that an effect cannot forget to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toledo_rules._ground import resurvey
from toledo_rules._values import copier
from toledo_rules.cards import Card
from toledo_rules.edition import CATHEDRAL, Seat, ShopTile, Step, Sword, Tile
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
from toledo_rules.phases import (
    ENTERED,
    MOVING,
    OVER,
    TURN_START,
    DrawSource,
    Duel,
    Transit,
    arrived,
    drawing,
    duelling,
    transit,
)
from toledo_rules.state import Player, PlayerFields, Shop, State, StateFields

_copy_state = copier(StateFields)


class Story:
    """The events between one position and the next, for those who want to know."""

    __slots__ = ("events", "reveals")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.reveals = False
        """Somebody learned something (A-132)."""

    def tell(self, event: Event) -> None:
        """Add an event. Verbs build one only if there is a story to tell."""
        self.events.append(event)


class PlayerDraft(PlayerFields):
    """A `Player` in the making."""

    __slots__ = ()

    if TYPE_CHECKING:

        def __init__(self, player: PlayerFields) -> None: ...
    else:
        __init__ = copier(PlayerFields)

    def lose_card(self, card: Card) -> None:
        """Take a card out of the hand in public. If some of its kind were known, a known one is gone."""
        self.hand = removed(self.hand, card)
        if card in self.known:
            self.known = removed(self.known, card)


class Draft(StateFields):
    """A `State` in the making, with its story if somebody wants it."""

    __slots__ = ()

    if TYPE_CHECKING:
        players: list[PlayerFields]  # type: ignore[assignment]  # until it is done

    def __init__(self, state: State, story: Story | None = None) -> None:
        _copy_state(self, state)
        self.ground = state.ground
        self.free = state.free
        self.players = [*state.players]
        self.story = story

    def freeze(self) -> State:
        """Turn the draft into a position. It has the same layout, so it is the same object, and a draft no more."""
        for player in self.players:
            if type(player) is PlayerDraft:
                player.__class__ = Player  # type: ignore[assignment]  # the layout is the same
        self.players = tuple(self.players)  # type: ignore[assignment]  # a list no more
        self.free = bytes(self.free)
        self.story = None
        self.__class__ = State  # type: ignore[assignment]  # the layout is the same
        return self  # type: ignore[return-value]  # so it is a State now

    def player(self, seat: Seat) -> PlayerDraft:
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
        return player if type(player) is PlayerDraft else self.player(self.active)

    def _room(self) -> bytearray:
        """Return the room that is left on each step, to change."""
        free = self.free
        if type(free) is not bytearray:
            self.free = free = bytearray(free)
        return free

    def _lift(self, player: PlayerDraft, step: Step) -> None:
        """Take a figure off a step; its circle is free at once (A-50)."""
        player.figures = removed(player.figures, step)
        self._room()[step] += 1

    def _set(self, player: PlayerDraft, step: Step) -> None:
        """Put a figure on a step."""
        player.figures = added(player.figures, step)
        self._room()[step] -= 1

    # Turns

    def pass_turn(self) -> None:
        """Do nothing (A-147)."""
        if self.story is not None:
            self.story.tell(Passed(self.active))

    def clear_front(self) -> None:
        """Put the front card on the discards (MOV-12), and forget the card of the movement tile."""
        if self.front is not None:
            if self.story is not None:
                self.story.tell(FrontCardDiscarded(self.active, self.front))
            self.discards = added(self.discards, self.front)
            self.front = None
        self.tile_value = None

    def end_turn(self) -> None:
        """End the turn of the active player."""
        if self.story is not None:
            self.story.tell(TurnEnded(self.active))

    def begin_last_round(self) -> None:
        """Let the active player start the last round (END-01)."""
        self.trigger = self.active
        if self.story is not None:
            self.story.tell(LastRoundBegan(self.active))

    def begin_turn(self, seat: Seat) -> None:
        """Let a player begin a turn."""
        self.active = seat
        self.phase = TURN_START
        if self.story is not None:
            self.story.tell(TurnBegan(seat))

    def show_hand(self, seat: Seat) -> None:
        """Let a player show their hand, so that everybody knows its cards (A-128)."""
        player = self.player(seat)
        player.known = player.hand
        if self.story is not None:
            self.story.reveals = True
            self.story.tell(HandShown(seat, player.hand))

    def end_game(self) -> None:
        """End the game (END-02)."""
        self.phase = OVER
        if self.story is not None:
            self.story.tell(GameEnded())

    def go_on(self) -> None:
        """Go on with the move turn, with nothing pending."""
        self.phase = MOVING

    # Cards

    def begin_drawing(self, cards: int, source: DrawSource) -> None:
        """Let the active player draw cards."""
        self.phase = drawing(cards, source)
        if self.story is not None:
            self.story.tell(DrawingBegan(self.active, cards, source))

    def draw(self, card: Card) -> None:
        """Move a card from the pile to the active hand."""
        me = self.me
        self.pile = removed(self.pile, card)
        me.hand = added(me.hand, card)
        if self.story is not None:
            self.story.reveals = True
            self.story.tell(CardDrawn(self.active, card))

    def draw_on(self, cards: int, source: DrawSource) -> None:
        """Let the active player draw the cards that are still to come."""
        self.phase = drawing(cards, source)

    def reshuffle(self) -> None:
        """Make the discards the pile (TAK-02)."""
        self.pile, self.discards = self.discards, ()
        if self.story is not None:
            self.story.reveals = True
            self.story.tell(PileReshuffled(len(self.pile)))

    def play_card(self, card: Card, with_tile: bool) -> None:
        """Play a card: to the front if it is the first, else to the discards (MOV-01, MOV-11, TIL-05, TIL-06)."""
        to_front = self.front is None and not with_tile
        self.me.lose_card(card)
        if to_front:
            self.front = card
        else:
            self.discards = added(self.discards, card)
        if with_tile:
            self.tile_value = card.value
        if self.story is not None:
            self.story.tell(CardPlayed(self.active, card, to_front, with_tile))

    def pay(self, card: Card, owner: Seat | None) -> None:
        """Pay with a card: to an owner's hand for all to see (USE-10, A-60), or to the discards (USE-08, USE-09)."""
        self.me.lose_card(card)
        if self.story is not None:
            self.story.reveals = True
            self.story.tell(FeePaid(self.active, owner, card))
        if owner is None:
            self.discards = added(self.discards, card)
        else:  # USE-07: the owner has no say in it
            paid = self.player(owner)
            paid.hand = added(paid.hand, card)
            paid.known = added(paid.known, card)

    # Figures

    def move_figure(self, origin: Step, step: Step) -> None:
        """Move a figure off its circle, or on from the full space that it is over."""
        if type(self.phase) is not Transit:
            self._lift(self.me, origin)
        if self.story is not None:
            self.story.tell(FigureMoved(self.active, origin, step))

    def take_circle(self, step: Step) -> None:
        """Put the moved figure on a circle (MOV-05, DUE-13)."""
        self._set(self.me, step)
        self.phase = arrived(step)
        if self.story is not None:
            self.story.tell(CircleTaken(self.active, step))

    def wait_over(self, step: Step) -> None:
        """Hold the moved figure on a full space, without a circle (OCC-01)."""
        self.phase = transit(step)
        if self.story is not None:
            self.story.tell(SpaceFull(self.active, step))

    def enter_alcazar(self, step: Step) -> None:
        """Put the moved figure into the Alcazar, where it stays (ALC-01, ALC-05)."""
        self.me.inside += 1
        self.phase = ENTERED
        if self.story is not None:
            self.story.tell(AlcazarEntered(self.active, step))

    def return_figure(self, step: Step) -> None:
        """Set a figure of the active player back to the cathedral (RET-01)."""
        me = self.me
        self._lift(me, step)
        self._set(me, CATHEDRAL)
        if self.story is not None:
            self.story.tell(FigureReturned(self.active, step))

    # Duels

    def begin_duel(self, rival: Seat, step: Step) -> None:
        """Challenge a player (OCC-01)."""
        self.phase = duelling(step, rival, 0, 0)
        if self.story is not None:
            self.story.tell(DuelBegan(self.active, rival, step))

    def fight_round(self, duel: Duel, card: Card, won: bool) -> Duel:
        """Turn up a card that decides a round, and put it on the discards (DUE-04, DUE-05)."""
        self.pile = removed(self.pile, card)
        self.discards = added(self.discards, card)
        wins, losses = duel.attacker_wins + won, duel.defender_wins + (not won)
        self.phase = fought = duelling(duel.step, duel.rival, wins, losses)
        if self.story is not None:
            self.story.reveals = True
            self.story.tell(RoundFought(card, self.active if won else duel.rival, wins, losses))
        return fought

    def end_duel(self, winner: Seat, loser: Seat, step: Step) -> None:
        """Send the loser's figure to the cathedral (DUE-11), from its circle or from over the space."""
        if self.story is not None:
            self.story.tell(DuelEnded(winner, loser, step))
        beaten = self.player(loser)
        if loser != self.active:
            self._lift(beaten, step)
        self._set(beaten, CATHEDRAL)
        self.phase = MOVING
        if self.story is not None:
            self.story.tell(FigureSentBack(loser, step))

    # Shops and what they trade

    def place_shop(self, tile: ShopTile, step: Step) -> None:
        """Place a shop tile, which stays there to the end (A-32)."""
        me, shops = self.me, self.shops
        me.shops = removed(me.shops, tile)
        shop = Shop(self.active, tile.kind, tile.circles)
        self.shops = (*shops[:step], shop, *shops[step + 1 :])
        self.ground = resurvey(self.ground, self.edition, self.shops, step)
        self._room()[step] = self.ground.room[step]  # nobody stood there
        if self.story is not None:
            self.story.tell(ShopPlaced(self.active, tile, step))

    def take_metal(self) -> None:
        """Take one metal from the supply (MET-01)."""
        self.metal -= 1
        self.me.metal += 1
        if self.story is not None:
            self.story.tell(MetalTaken(self.active))

    def take_gem(self) -> None:
        """Take one gem from the supply (GEM-01)."""
        self.gems -= 1
        self.me.gems += 1
        if self.story is not None:
            self.story.tell(GemTaken(self.active))

    def take_painting(self) -> None:
        """Take the top painting (ART-01)."""
        me, painting = self.me, self.paintings[0]
        self.paintings = self.paintings[1:]
        me.paintings = added(me.paintings, painting)
        if self.story is not None:
            self.story.tell(PaintingTaken(self.active, painting))

    def forge(self, sword: Sword) -> None:
        """Take a sword; its exact cost goes back into the supply (SMI-03, A-72)."""
        me = self.me
        me.metal -= sword.metal
        me.gems -= sword.gems
        self.metal += sword.metal
        self.gems += sword.gems
        self.swords = removed(self.swords, sword)
        me.swords = added(me.swords, sword)
        if self.story is not None:
            self.story.tell(SwordForged(self.active, sword))

    def give_back(self, tile: Tile) -> None:
        """Put a master tile back on the board (FEN-06)."""
        me = self.me
        me.tiles = removed(me.tiles, tile)
        self.tiles = added(self.tiles, tile)
        if self.story is not None:
            self.story.tell(TileGivenBack(self.active, tile))

    def take_tile(self, tile: Tile) -> None:
        """Take a master tile (FEN-01)."""
        me = self.me
        self.tiles = removed(self.tiles, tile)
        me.tiles = added(me.tiles, tile)
        if self.story is not None:
            self.story.tell(TileTaken(self.active, tile))

    def deliver(self, sword: Sword) -> None:
        """Put a sword under the figure that has just gone in (ALC-03)."""
        me = self.me
        me.swords = removed(me.swords, sword)
        me.delivered = added(me.delivered, sword)
        self.phase = MOVING
        if self.story is not None:
            self.story.tell(SwordDelivered(self.active, sword))
