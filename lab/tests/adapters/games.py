"""Games of OpenSpiel for the tests: the full edition, and editions so small that a whole tree can be walked."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pyspiel

from toledo_lab.adapters.openspiel import SHORT_NAME, ToledoGame, ToledoState


def load(edition: str = "kosmos-2008", *, players: int = 2, horizon: int = 2000) -> ToledoGame:
    """A game."""
    words = {"edition": edition, "players": players, "horizon": horizon}
    game = pyspiel.load_game(SHORT_NAME, words)
    assert isinstance(game, ToledoGame)
    return game


def walk(state: ToledoState) -> Iterator[ToledoState]:
    """A state and everything that can follow."""
    yield state
    for action in state.legal_actions():
        yield from walk(state.child(action))


def play(game: ToledoGame, rng: Random) -> Iterator[ToledoState]:
    """A game at random, state by state; each is good until the next."""
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        yield state
