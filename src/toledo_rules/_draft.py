"""A position in the making.

An action changes several things, and a new frozen `State` for each of them would cost more than the rules. So
effects work on a short-lived mutable draft: thaw once, carry out the rule in the rulebook's words, freeze once.
A draft never leaves the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from toledo_rules.cards import Card
from toledo_rules.edition import Step
from toledo_rules.events import Event
from toledo_rules.multiset import added, removed
from toledo_rules.state import Player, Seat, State

P = ParamSpec("P")


class PlayerDraft:
    """A `Player` in the making."""

    __slots__ = (
        "delivered",
        "figures",
        "gems",
        "hand",
        "inside",
        "known",
        "metal",
        "paintings",
        "shops",
        "swords",
        "tiles",
    )

    def __init__(self, player: Player) -> None:
        self.hand = player.hand
        self.known = player.known
        self.figures = player.figures
        self.inside = player.inside
        self.delivered = player.delivered
        self.shops = player.shops
        self.metal = player.metal
        self.gems = player.gems
        self.swords = player.swords
        self.tiles = player.tiles
        self.paintings = player.paintings

    def freeze(self) -> Player:
        """The player as a value."""
        return Player(
            self.hand,
            self.known,
            self.figures,
            self.inside,
            self.delivered,
            self.shops,
            self.metal,
            self.gems,
            self.swords,
            self.tiles,
            self.paintings,
        )

    def lose_card(self, card: Card) -> None:
        """A card leaves the hand in public. If some of its kind were known, a known one is gone."""
        self.hand = removed(self.hand, card)
        if card in self.known:
            self.known = removed(self.known, card)


class Draft:
    """A `State` in the making, and the events that happen on the way if somebody wants them."""

    __slots__ = (
        "_drafts",
        "active",
        "discards",
        "edition",
        "events",
        "front",
        "gems",
        "metal",
        "paintings",
        "phase",
        "pile",
        "players",
        "reveals",
        "shops",
        "swords",
        "tile_value",
        "tiles",
        "trigger",
    )

    def __init__(self, state: State, *, events: list[Event] | None = None) -> None:
        self.edition = state.edition
        self.players = state.players
        self.active = state.active
        self.phase = state.phase
        self.front = state.front
        self.tile_value = state.tile_value
        self.trigger = state.trigger
        self.pile = state.pile
        self.discards = state.discards
        self.shops = state.shops
        self.metal = state.metal
        self.gems = state.gems
        self.swords = state.swords
        self.tiles = state.tiles
        self.paintings = state.paintings
        self.events = events
        self.reveals = False
        self._drafts: dict[Seat, PlayerDraft] = {}

    def player(self, seat: Seat) -> PlayerDraft:
        """A player to change."""
        draft = self._drafts.get(seat)
        if draft is None:
            draft = self._drafts[seat] = PlayerDraft(self.players[seat])
        return draft

    @property
    def me(self) -> PlayerDraft:
        """The active player, to change."""
        return self.player(self.active)

    def look(self, seat: Seat) -> Player | PlayerDraft:
        """A player as he is now, to look at."""
        return self._drafts.get(seat) or self.players[seat]

    def has_free_circle(self, step: Step) -> bool:
        """There is room for a figure on a shop, tavern or artist."""
        shop = self.shops[step]
        circles = self.edition.road[step].circles if shop is None else shop.circles
        taken = 0
        for seat in range(len(self.players)):
            taken += self.look(seat).figures.count(step)
        return taken < circles

    def discard(self, card: Card) -> None:
        """A card goes to the discard pile."""
        self.discards = added(self.discards, card)

    def tell(self, event: Callable[P, Event], *args: P.args, **kwargs: P.kwargs) -> None:
        """Something happened. The event is built only if somebody wants events."""
        if self.events is not None:
            self.events.append(event(*args, **kwargs))

    def freeze(self) -> State:
        """The position as a value."""
        players = list(self.players)
        for seat, draft in self._drafts.items():
            players[seat] = draft.freeze()
        return State(
            self.edition,
            tuple(players),
            self.active,
            self.phase,
            self.front,
            self.tile_value,
            self.trigger,
            self.pile,
            self.discards,
            self.shops,
            self.metal,
            self.gems,
            self.swords,
            self.tiles,
            self.paintings,
        )
