"""Simple ways to play, for tests: random play alone rarely forges a sword, delivers one or exchanges a tile.

A policy first chooses what kind of thing to do, then which one. Both choices are weighted, never certain, so that
games differ; what matters is only that all of them together go everywhere.

>>> from random import Random
>>> from toledo_rules import new_game
>>> journey = play_through(new_game(2, Random(1)), PROGRESS, Random(1))
>>> journey[-1].what.state.over
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeAlias

from attrs import frozen

from toledo_rules import (
    Action,
    Challenge,
    Deliver,
    Draw,
    EndTurn,
    Move,
    Pass,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    State,
    Sword,
    TakeCards,
    Transition,
    UseSpace,
    legal_actions,
    step,
)
from toledo_rules.edition import ShopKind, SpaceKind
from toledo_rules.state import Arrived

Weights: TypeAlias = Mapping[type[Action], float]
Taste: TypeAlias = Callable[[State, Action], float]


@frozen(eq=False)
class Policy:
    """A way to play: how much it likes each kind of action, and each action within its kind."""

    name: str
    likes: Callable[[State], Weights]
    """How much it likes each kind of action here; a kind that is not mentioned is chosen only if it must be."""
    taste: Taste
    """How much it likes an action, among those of its kind."""

    def __call__(self, state: State, rng: Random) -> Action:
        """What it does here."""
        kinds: dict[type[Action], list[Action]] = {}
        for action in legal_actions(state):
            kinds.setdefault(type(action), []).append(action)
        likes = self.likes(state)
        (kind,) = rng.choices(list(kinds), [likes.get(kind, SELDOM) for kind in kinds])
        actions = kinds[kind]
        (action,) = rng.choices(actions, [self.taste(state, action) for action in actions])
        return action

    def __repr__(self) -> str:
        return self.name


SELDOM = 0.001


@frozen
class Ply:
    """One move of a game, chance's moves too: the position, the move, and what came of it."""

    before: State
    move: Move
    what: Transition


Journey: TypeAlias = tuple[Ply, ...]
"""A game, move by move."""


def play_through(state: State, policy: Policy, rng: Random, *, most: int = 20_000) -> Journey:
    """A game from a position on, to its end or to as many moves as are allowed (A-117: no rule ends a game)."""
    plies: list[Ply] = []
    while not state.over and len(plies) < most:
        move = Draw(rng.choice(state.pile)) if state.chance else policy(state, rng)
        what = step(state, move)
        plies.append(Ply(state, move, what))
        state = what.state
    return tuple(plies)


# What policies look at.


def offer(state: State, at: int) -> ShopKind | SpaceKind | None:
    """What there is on a step: the kind of its shop, or of the space; None beyond the road."""
    if at > state.edition.last_step:
        return None
    shop = state.shops[at]
    return state.edition.road[at].kind if shop is None else shop.kind


def is_full(state: State, at: int) -> bool:
    """There is no free circle on a space where figures can stand."""
    return 0 < state.circles(at) <= len(state.standing(at))


def _no_preference(_: State, __: Action) -> float:
    return 1


def _worth(what: Sword | str | None) -> float:
    return what.value if isinstance(what, Sword) else 1


# Random play.


def _everything(state: State) -> Weights:
    return {type(action): 1.0 for action in legal_actions(state)}


RANDOM = Policy("RANDOM", _everything, _no_preference)
"""Each kind of action is equally likely, and each action within its kind."""


# Play that wants to get on.


def _wants_progress(state: State) -> Weights:
    me = state.players[state.active]
    placed = len(state.edition.shops) - len(me.shops)
    return {
        TakeCards: 6 if len(me.hand) < 4 else 1,
        PlaceShop: 8 if placed < 3 else 1,
        PlayCard: 6,
        UseSpace: 30,
        Deliver: 100,
        Challenge: 4,
        EndTurn: 1,
    }


_HOPES: Mapping[ShopKind | SpaceKind | None, float] = {
    "metal": 4,
    "gem": 4,
    "smith": 5,
    "fencing": 2,
    "tavern": 3,
    "artist": 3,
    "entrance": 4,
}


def _progress(state: State, action: Action) -> float:
    me = state.players[state.active]
    match action:
        case Deliver(sword):
            return sword.value**2
        case UseSpace(take=take):
            return _worth(take)
        case PlaceShop(shop=tile):
            return _HOPES[tile.kind]
        case PlayCard(card, origin):
            target = origin + card.value
            hope = _HOPES.get(offer(state, target), 1)
            return hope * (10 if hope == _HOPES["entrance"] and me.swords else 1)
        case _:
            return 1


PROGRESS = Policy("PROGRESS", _wants_progress, _progress)
"""Gathers material, forges, delivers, and never goes back unless it must: its games end."""


# Play that looks for trouble: full spaces, duels, own figures in the way, returned figures.


def _wants_duels(state: State) -> Weights:
    placed = sum(shop is not None for shop in state.shops)
    return {
        TakeCards: 4 if len(state.players[state.active].hand) < 5 else 1,
        PlaceShop: 8 if placed < 4 else 0.1,
        PlayCard: 10,
        Challenge: 10,
        UseSpace: 10,
        Deliver: 5,
        ReturnFigure: 0.5,
        EndTurn: 1,
    }


def _trouble(state: State, action: Action) -> float:
    match action:
        case PlayCard(card, origin):
            target = origin + card.value
            if offer(state, target) == "entrance":
                return 0.3
            return 20 if is_full(state, target) else 1
        case PlaceShop(shop=tile):
            return 10 if tile.circles == 1 and tile.kind == "fencing" else 1
        case UseSpace(take=take):
            return 5 if isinstance(take, str) else 1
        case _:
            return 1


TROUBLE = Policy("TROUBLE", _wants_duels, _trouble)
"""Goes where it is full and fights: the middle of its games is crowded."""


# Play that keeps cards: the piles run dry, players have nothing to do.


def _wants_cards(state: State) -> Weights:
    taverns = isinstance(state.phase, Arrived) and offer(state, state.phase.step) == "tavern"
    return {
        TakeCards: 60,
        PlaceShop: 2,
        PlayCard: 1,
        Challenge: 1,
        UseSpace: 20 if taverns else 3,
        Deliver: 1,
        ReturnFigure: 1,
        EndTurn: 5,
        Pass: 1,
    }


HOARD = Policy("HOARD", _wants_cards, _no_preference)
"""Takes cards until none are left."""

POLICIES: tuple[Policy, ...] = (RANDOM, PROGRESS, TROUBLE, HOARD)

FIGHTING: tuple[Policy, ...] = (PROGRESS, TROUBLE)
"""The policies with a duel in almost every game."""
