"""Two simple players, as functions: a position, the legal actions and a source of chance give an action.

Both play honestly: of what is hidden they look at their own hand only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from toledo_rules import (
    Action,
    Cards,
    Challenge,
    Deliver,
    EndTurn,
    Pass,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    Rng,
    ShopTile,
    State,
    Sword,
    TakeCards,
    UseSpace,
)
from toledo_rules.bag import removed
from toledo_rules.edition import Step
from toledo_rules.state import Arrived, Transit

Strategy: TypeAlias = Callable[[State, Sequence[Action], Rng], Action]
"""How to play: which of the legal actions to choose in a position."""


class Dice:
    """A source of chance that gives the same numbers for a seed in every version of Python.

    Python promises that for `random.Random.random`, and for nothing else in `random`.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def randrange(self, stop: int, /) -> int:
        """A number from 0 up to `stop` - 1."""
        return int(self._random.random() * stop)


def random_player(_state: State, actions: Sequence[Action], rng: Rng) -> Action:
    """Does anything that is legal."""
    return actions[rng.randrange(len(actions))]


def progress_player(state: State, actions: Sequence[Action], rng: Rng) -> Action:
    """Does what brings most at once, by rule of thumb; equals are left to chance."""
    worths = [worth(state, action) for action in actions]
    best = max(worths)
    return random_player(state, [a for a, w in zip(actions, worths, strict=True) if w == best], rng)


def worth(state: State, action: Action) -> float:
    """What an action brings, in fame points, give or take a few."""
    me = state.players[state.active]
    match action:
        case TakeCards():  # when poor
            return 2.0 - len(me.hand) / 4
        case PlaceShop(shop, step):  # early
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


def place_worth(state: State, shop: ShopTile, step: Step) -> float:
    """What it brings to place a shop: most for the first ones, of a new kind, in a row with few."""
    road = state.edition.road
    built = {at: placed for at, placed in enumerate(state.shops) if placed}
    own = [placed.kind for placed in built.values() if placed.owner == state.active]
    crowd = sum(road[at].row == road[step].row for at in built)
    return 3.0 - len(own) / 2 - 2 * own.count(shop.kind) - crowd / 4


def arrival_worth(state: State, step: Step, hand: Cards) -> float:
    """What it brings to stop on a step with these cards left."""
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
    """What it brings to use a space with these cards to pay from."""
    me, shop, price = state.players[state.active], state.shops[step], state.edition.road[step].price
    if state.owner(step) != state.active and all(card.value < price for card in hand):
        return 0.0
    match shop.kind if shop else state.edition.road[step].kind:
        case "metal":
            return 2.5 if state.metal and me.metal < 4 else 0.0
        case "gem":
            return 2.5 if state.gems and me.gems < 4 else 0.0
        case "smith":
            within = (s for s in state.swords if s.metal <= me.metal and s.gems <= me.gems)
            return max((sword_worth(state, sword) for sword in within), default=0.0)
        case "fencing":
            return 1.5 if len(me.tiles) < state.edition.tile_limit else 0.0
        case "tavern":
            return 2.5 - len(hand) / 4
        case _:  # the artist
            return float(max(state.paintings, default=0))


def sword_worth(state: State, sword: Sword) -> float:
    """Few figures get to the Alcazar: small swords are worth it only when the end is near."""
    near = any(player.inside >= state.edition.last_round_at - 1 for player in state.players)
    return sword.value / 2 if near else sword.value - 4.0
