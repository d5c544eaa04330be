"""The protocol of bots, and the two that do not search: one plays at random, one by rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, assert_never

from attrs import frozen

from toledo_rules.actions import (
    Action,
    Challenge,
    Deliver,
    EndTurn,
    Pass,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    TakeCards,
    UseSpace,
)
from toledo_rules.cards import Cards
from toledo_rules.chance import Rng
from toledo_rules.edition import ShopKind, ShopTile, SpaceKind, Step, Sword
from toledo_rules.engine import legal_actions
from toledo_rules.hidden import plain_position
from toledo_rules.multiset import removed
from toledo_rules.phases import Arrived, Transit
from toledo_rules.state import State
from toledo_rules.views import View


class Bot(Protocol):
    """A player. It sees a `View`, a type that cannot hold a secret, and keeps nothing from one choice to the next.

    Its choice depends on the view and on the numbers of `rng` alone: the same of both give the same action. `rng` is
    the bot's own source of randomness, never the one that decides the game's chance.

    >>> class First:
    ...     def choose(self, view: View, rng: Rng) -> Action:
    ...         return legal_actions(view)[0]
    >>> first: Bot = First()
    """

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the action to play. It is asked only when the seat of the view has to decide."""
        ...


@frozen
class RandomBot:
    """Plays any legal action, each equally likely.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> RandomBot().choose(view(new_game(2, Random(1)), 0), Random(5))
    PlaceShop(ShopTile('metal', 1), 1)
    """

    def choose(self, view: View, rng: Rng) -> Action:
        """Return one of the legal actions."""
        actions = legal_actions(view)
        return actions[rng.randrange(len(actions))]


ENOUGH = 4
"""Metal or gems that the best swords need at most."""


@frozen
class GreedyBot:
    """Plays the action that brings most at once, and never thinks of the next card.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> GreedyBot().choose(view(new_game(2, Random(1)), 0), Random(1))
    PlaceShop(ShopTile('gem', 1), 3)
    """

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the action that is worth most."""
        state = plain_position(view)
        return most_worth(state, legal_actions(state), rng)


def most_worth(state: State, actions: Sequence[Action], rng: Rng) -> Action:
    """Return the action worth most, at random among equals. Of what is hidden, only the active hand is used."""
    worths = [worth(state, action) for action in actions]
    best = max(worths)
    equals = [action for action, w in zip(actions, worths, strict=True) if w == best]
    return equals[rng.randrange(len(equals))]


def worth(state: State, action: Action) -> float:
    """Return the rough worth of an action, in fame points."""
    me = state.players[state.active]
    match action:
        case TakeCards():  # worth more with few cards
            return 2.0 - len(me.hand) / 4
        case PlaceShop(shop, step):
            return place_worth(state, shop, step)
        case PlayCard(card, origin):  # a card costs a point; being near matters with a sword
            nearer = card.value / (4 if me.swords else 10)
            return arrival_worth(state, origin + card.value, removed(me.hand, card)) + nearer - 1.0
        case Challenge():
            assert isinstance(state.phase, Transit)
            return use_worth(state, state.phase.step, me.hand) / 2
        case UseSpace(pay, take):
            assert isinstance(state.phase, Arrived)
            fee = pay.value / 10 if pay else 0.0
            if isinstance(take, Sword):
                return sword_worth(state, take) - fee
            return use_worth(state, state.phase.step, me.hand) - fee
        case Deliver(sword):
            return 10.0 + sword.value
        case ReturnFigure():
            return -1.0
        case EndTurn() | Pass():
            return 0.0
    assert_never(action)


def place_worth(state: State, shop: ShopTile, step: Step) -> float:
    """Return the worth of placing a shop: most for the first ones, of a new kind, in a row with few."""
    road = state.edition.road
    built = {at: placed for at, placed in enumerate(state.shops) if placed}
    own = [placed.kind for placed in built.values() if placed.owner == state.active]
    crowd = sum(road[at].row == road[step].row for at in built)
    return 3.0 - len(own) / 2 - 2 * own.count(shop.kind) - crowd / 4


def arrival_worth(state: State, step: Step, hand: Cards) -> float:
    """Return the worth of stopping on a step with these cards left."""
    me = state.players[state.active]
    if state.edition.road[step].kind == "entrance":
        return max((10.0 + sword.value for sword in me.swords), default=-2.0)
    standing = state.standing(step)
    if len(standing) < state.circles(step):
        return use_worth(state, step, hand)
    if set(standing) == {state.active}:  # nothing to be had here, only a way on
        return 0.0
    return use_worth(state, step, hand) / 2  # a duel


def use_worth(state: State, step: Step, hand: Cards) -> float:
    """Return the worth of using a space with these cards to pay from."""
    shop, space = state.shops[step], state.edition.road[step]
    if state.owner(step) != state.active and all(card.value < space.price for card in hand):
        return 0.0
    return worth_of_kind(state, shop.kind if shop else space.kind, hand)


def worth_of_kind(state: State, kind: ShopKind | SpaceKind, hand: Cards) -> float:
    """Return the worth of using a space of this kind, if it can be paid for."""
    me = state.players[state.active]
    match kind:
        case "metal":
            return 2.5 if state.metal and me.metal < ENOUGH else 0.0
        case "gem":
            return 2.5 if state.gems and me.gems < ENOUGH else 0.0
        case "smith":
            within = (s for s in state.swords if s.metal <= me.metal and s.gems <= me.gems)
            return max((sword_worth(state, sword) for sword in within), default=0.0)
        case "fencing":
            return 1.5 if len(me.tiles) < state.edition.tile_limit else 0.0
        case "tavern":
            return 2.5 - len(hand) / 4
        case "artist":
            return float(max(state.paintings, default=0))
        case "cathedral" | "site" | "entrance":  # nothing to use
            return 0.0
    assert_never(kind)


def sword_worth(state: State, sword: Sword) -> float:
    """Return the worth of a sword. Few figures get to the Alcazar, so small ones are worth it only near the end."""
    near = any(player.inside >= state.edition.last_round_at - 1 for player in state.players)
    return sword.value / 2 if near else sword.value - 4.0
