"""Tasks of other rules engines that people know: random actions, to the end of the game.

All are treated alike: the legal actions are made, one is chosen, it is carried out. A ply is a decision; what chance
does between two decisions belongs to the ply before. None of them has types for our purpose, and none has to be
installed, so they are imported by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import chain, count
from random import Random
from typing import Any

from tools.benchmarks.worker import Task, timed

CATAN_TURNS = 1_000  # where catanatron itself gives up on a game
CHESS_CLOCK = 150  # half-moves without a capture or a pawn's move that end a game: FIDE 9.6.2


def version() -> str:
    """Peers have versions of their own; see the end of the report."""
    return ""


def chess(_games: int, *, copying: bool) -> Task:
    """Whole games of chess: to checkmate, stalemate, 75 moves without progress, or too few pieces.

    Fivefold repetition is left out: a board that is copied without its past cannot see it, and random play hardly
    ever comes to it.
    """
    new_board = import_module("chess").Board
    rng = Random(3)

    def game() -> tuple[int, int]:
        plies = offered = 0
        board = new_board()
        while True:
            moves = list(board.legal_moves)
            if not moves or board.halfmove_clock >= CHESS_CLOCK or board.is_insufficient_material():
                return plies, offered
            if copying:
                board = board.copy(stack=False)
            board.push(moves[int(rng.random() * len(moves))])
            plies += 1
            offered += len(moves)

    return lambda: timed(game)


def catan_games(*, copying: bool) -> Iterator[Iterator[Any]]:
    """Play games of Catan for four, each position by position: the game itself, or a copy for every ply."""
    new_game = import_module("catanatron").Game
    players = import_module("catanatron.models.player")
    # One island for all: to make one takes as long as thirty plies.
    island = import_module("catanatron.models.map").build_map("BASE")
    rng = Random(1)

    def play(game: Any) -> Iterator[Any]:
        yield game
        while game.winning_color() is None and game.state.num_turns < CATAN_TURNS:
            actions = game.state.playable_actions
            if copying:
                game = game.copy()
            game.execute(actions[int(rng.random() * len(actions))])
            yield game

    for seed in count(1):
        seats = [players.RandomPlayer(colour) for colour in list(players.Color)[:4]]
        yield play(new_game(seats, seed=seed, catan_map=island))


def catan(_games: int, *, copying: bool) -> Task:
    """Whole games of Catan for four players."""
    games = catan_games(copying=copying)
    next(games)  # fails here if it is not installed

    def play() -> tuple[int, int]:
        offered = [len(game.state.playable_actions) for game in next(games)]
        return len(offered) - 1, sum(offered[:-1])

    return lambda: timed(play)


def openspiel(_games: int, *, name: str) -> Task:
    """Whole games of an OpenSpiel game, written in C++, with a clone for every action and every outcome of chance."""
    begin = import_module("pyspiel").load_game(name).new_initial_state
    rng = Random(5)

    def game() -> tuple[int, int]:
        plies = offered = 0
        state = begin()
        while not state.is_terminal():
            if state.is_chance_node():
                action = sampled(state.chance_outcomes(), rng.random())
            else:
                legal = state.legal_actions()
                action = legal[int(rng.random() * len(legal))]
                plies += 1
                offered += len(legal)
            state = state.clone()
            state.apply_action(action)
        return plies, offered

    return lambda: timed(game)


def sampled(outcomes: list[tuple[int, float]], number: float) -> int:
    """Return the outcome of chance on which a number from 0 to 1 falls.

    >>> sampled([(7, 0.5), (8, 0.5)], 0.2), sampled([(7, 0.5), (8, 0.5)], 0.9)
    (7, 8)
    """
    for outcome, probability in outcomes:
        number -= probability
        if number < 0:
            return outcome
    return outcomes[-1][0]


TASKS: dict[str, Callable[[int], Task]] = {
    "catanatron": partial(catan, copying=False),
    "catanatron, copying": partial(catan, copying=True),
    "python-chess, push": partial(chess, copying=False),
    "python-chess, copying": partial(chess, copying=True),
    "OpenSpiel gin rummy, cloning": partial(openspiel, name="gin_rummy"),
    "OpenSpiel backgammon, cloning": partial(openspiel, name="backgammon"),
}
"""How to get ready for a task."""

POSITIONS = {"catanatron, copying": lambda: chain.from_iterable(catan_games(copying=True))}
"""Positions to store."""
