"""The library itself: games to play, functions to time, positions to store."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count, cycle, islice
from multiprocessing import get_context
from random import Random
from time import perf_counter

from attrs import frozen

from benchmarks.measure import Block, Tally
from tests.players import Strategy, progress_player, random_player
from toledo_rules import Action, State, apply, explain, legal_actions, new_game

PLAYERS = 4
CHUNK = 200  # calls of a function, as one piece of work


@frozen
class Ply:
    """A position, and the action that was chosen in it."""

    state: State
    action: Action


def recorded(strategy: Strategy, seed: int) -> Iterator[Ply]:
    """A game of players who all play like this.

    Chance and choice have their own numbers: so the actions alone are enough to play the game again.
    """
    chance, choice = Random(seed), Random(-1 - seed)
    state = new_game(PLAYERS, chance)
    while not state.over:
        action = strategy(state, legal_actions(state), choice)
        yield Ply(state, action)
        state = apply(state, action, chance)


def positions() -> Iterator[State]:
    """The positions of random games, one after another."""
    for seed in count():
        yield from (ply.state for ply in recorded(random_player, seed))


# Whole games.


def random_block() -> Block:
    """Random play: legal actions, a choice, apply."""
    rng = Random(2008)

    def block(games: int) -> Tally:
        plies = actions = 0
        for _ in range(games):
            state = new_game(PLAYERS, rng)
            while not state.over:
                legal = legal_actions(state)
                state = apply(state, legal[int(rng.random() * len(legal))], rng)
                plies += 1
                actions += len(legal)
        return Tally(plies, actions, games)

    return block


def progress_block(shelf: int) -> Block:
    """Play that makes progress, so many different games: legal actions and apply, without the thinking."""
    library = cycle(
        [(seed, [ply.action for ply in recorded(progress_player, seed)]) for seed in range(shelf)]
    )

    def block(games: int) -> Tally:
        plies = actions = 0
        for seed, chosen in islice(library, games):
            rng = Random(seed)
            state = new_game(PLAYERS, rng)
            for action in chosen:
                actions += len(legal_actions(state))
                state = apply(state, action, rng)
            plies += len(chosen)
        return Tally(plies, actions, games)

    return block


# Single functions, over plies from all stages of random games.


def sample(size: int) -> list[Ply]:
    """Plies of random games, in no order."""
    plies: list[Ply] = []
    for seed in count():
        plies += recorded(random_player, seed)
        if len(plies) >= size:
            break
    Random(size).shuffle(plies)
    return plies


def function_blocks(plies: Sequence[Ply]) -> dict[str, Block]:
    """A block for each function; one piece of it is `CHUNK` calls."""
    rng = Random(2008)

    def block(call: Callable[[Ply], object]) -> Block:
        source = cycle(plies)

        def calls(times: int) -> Tally:
            for ply in islice(source, times * CHUNK):
                call(ply)
            return Tally(times * CHUNK)

        return calls

    return {
        "nothing": block(lambda _: None),
        "legal_actions": block(lambda ply: legal_actions(ply.state)),
        "explain": block(lambda ply: explain(ply.state, ply.action)),
        "apply": block(lambda ply: apply(ply.state, ply.action, rng)),
        "apply and hash": block(lambda ply: hash(apply(ply.state, ply.action, rng))),
    }


# The rest: what it costs to import the library, and what a second process brings.


IMPORT = "from time import process_time as t; start = t(); import {}; print(t() - start)"


def import_seconds(module: str) -> float:
    """CPU time that a fresh interpreter needs to import a module, without the interpreter's own start."""
    command = [sys.executable, "-c", IMPORT.format(module)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def play_batch(games: int) -> int:
    """A task for a process: random games. How many plies they had."""
    return random_block()(games).plies


def second_process(games: int, rounds: int) -> tuple[list[float], list[float]]:
    """Seconds on the clock for two batches of games, one after the other, and in two processes."""
    serial: list[float] = []
    parallel: list[float] = []
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        list(pool.map(play_batch, (1, 1, 1, 1)))  # both processes are up and warm
        for _ in range(rounds):
            start = perf_counter()
            for task in [pool.submit(play_batch, games) for _ in range(2)]:
                task.result()
            parallel.append(perf_counter() - start)
            start = perf_counter()
            for _ in range(2):
                play_batch(games)
            serial.append(perf_counter() - start)
    return serial, parallel
