"""Other rules engines in Python that people know, played the same way: random actions, to the end.

They are not needed: what is not installed is left out. Neither is typed for our purpose, so each is met
through a protocol with just the parts that are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import count
from random import Random
from typing import Protocol, Self, TypeAlias

from benchmarks.measure import Block, Tally

CATAN_TURNS = 1_000  # where catanatron itself gives up on a game
CHESS_PLIES = 200  # random chess can go on for long, and its last hundred plies are all alike


class Board(Protocol):
    """A position of python-chess."""

    @property
    def legal_moves(self) -> Iterable[object]:
        """Worked out anew whenever it is asked for."""

    def push(self, move: object) -> None:
        """Make a move, without a check."""

    def copy(self, *, stack: bool) -> Self:
        """A copy, with or without the moves that led here."""


class CatanState(Protocol):
    """A position of catanatron. It always holds its legal actions."""

    playable_actions: Sequence[object]
    num_turns: int


class CatanGame(Protocol):
    """A game of catanatron."""

    state: CatanState

    def execute(self, action: object) -> object:
        """Check that an action is legal, and carry it out."""

    def winning_color(self) -> object | None:
        """Who has won, if anybody has."""

    def copy(self) -> Self:
        """A copy that can be played on."""


Chess: TypeAlias = Callable[[], Board]
Catan: TypeAlias = Callable[[], CatanGame]


def chess() -> Chess | None:
    """How to begin a game of chess; None if python-chess is not installed."""
    try:
        module = import_module("chess")
    except ImportError:
        return None
    begin: Chess = module.Board
    return begin


def catan() -> Catan | None:
    """How to begin a game of Catan for four; None if catanatron is not installed."""
    try:
        package = import_module("catanatron")
        players = import_module("catanatron.models.player")
        maps = import_module("catanatron.models.map")
    except ImportError:
        return None
    colours = list(players.Color)[:4]
    island = maps.build_map("BASE")  # once: to make one takes as long as thirty plies
    seeds = count(1)

    def begin() -> CatanGame:
        seats = [players.RandomPlayer(colour) for colour in colours]
        game: CatanGame = package.Game(seats, seed=next(seeds), catan_map=island)
        return game

    return begin


def chess_block(begin: Chess, rng: Random, *, copying: bool) -> Block:
    """Random chess, in place or with a copy of the position for every ply."""

    def block(games: int) -> Tally:
        plies = actions = 0
        for _ in range(games):
            board = begin()
            for _ in range(CHESS_PLIES):
                moves = list(board.legal_moves)
                if not moves:
                    break
                if copying:
                    board = board.copy(stack=False)
                board.push(moves[int(rng.random() * len(moves))])
                plies += 1
                actions += len(moves)
        return Tally(plies, actions, games)

    return block


def catan_game(begin: Catan, rng: Random, *, copying: bool) -> Iterator[CatanGame]:
    """The positions of a random game of Catan, from the first to the last."""
    game = begin()
    yield game
    while game.winning_color() is None and game.state.num_turns < CATAN_TURNS:
        actions = game.state.playable_actions
        if copying:
            game = game.copy()
        game.execute(actions[int(rng.random() * len(actions))])
        yield game


def catan_positions(begin: Catan, rng: Random) -> Iterator[CatanGame]:
    """The positions of random games of Catan, one after another, each a copy."""
    while True:
        yield from catan_game(begin, rng, copying=True)


def catan_block(begin: Catan, rng: Random, *, copying: bool) -> Block:
    """Random Catan, in place or with a copy of the position for every ply."""

    def block(games: int) -> Tally:
        plies = actions = 0
        for _ in range(games):
            for game in catan_game(begin, rng, copying=copying):
                plies += 1
                actions += len(game.state.playable_actions)
        return Tally(plies - games, actions, games)

    return block
