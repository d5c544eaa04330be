"""The command `bench`: how fast the library is here."""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random
from time import perf_counter
from typing import TypeAlias

from toledo_rules.bots import bot_streams, make_bot, play_game, play_on
from toledo_rules.chance import Stream
from toledo_rules.cli.console import Console, UsageError
from toledo_rules.cli.options import About, Commands, add_colour, command
from toledo_rules.codec import dumps, loads
from toledo_rules.engine import apply, legal_actions
from toledo_rules.hidden import determinize
from toledo_rules.render import svg, text
from toledo_rules.setup import new_game
from toledo_rules.state import State
from toledo_rules.views import view

Task: TypeAlias = Callable[[State], int]
"""Something to be measured, on a position. It returns how many times it did it."""

POSITIONS = 200


def add_command(commands: Commands) -> None:
    """Add it to the others."""
    parser = command(
        commands,
        About(
            name="bench",
            summary="measure how fast the library is on this machine",
            description="Measure how fast the installed library is on this machine. Each line is\n"
            "measured for some time; the numbers vary by a few per cent.",
            examples="  toledo-rules bench\n  toledo-rules bench --seconds 5",
        ),
        run,
    )
    parser.add_argument(
        "--seconds", type=float, default=1.0, metavar="S", help="for each line (default: 1)"
    )
    add_colour(parser)


def run(options: argparse.Namespace, console: Console) -> int:
    """Measure, and print a table."""
    if options.seconds < 0:
        raise UsageError(f"--seconds cannot be {options.seconds}")
    console.say(f"Python {platform.python_version()}, {platform.machine()}")
    for title, unit, task in _tasks():
        rate = _rate(task, options.seconds)
        console.say(f"{title:<32}{rate:>14,.0f}  {unit} per second")
    return 0


def _rate(task: Task, seconds: float) -> float:
    """How often something is done in a second."""
    positions = cycle(_positions())
    done, start, elapsed = 0, perf_counter(), 0.0
    while not done or elapsed < seconds:
        done += task(next(positions))
        elapsed = perf_counter() - start
    return done / elapsed


def _positions() -> tuple[State, ...]:
    """Positions of a game between greedy bots, in which somebody decides."""
    bots = [make_bot("greedy")] * 3
    chance = Stream(1)
    plies = play_on(new_game(3, chance), bots, chance, bot_streams(1, 3))
    return tuple(ply.before for ply, _ in zip(plies, range(POSITIONS), strict=False))


def _tasks() -> Iterator[tuple[str, str, Task]]:
    rng = Random(1)
    random, greedy = make_bot("random"), make_bot("greedy")

    def decide(state: State) -> int:
        actions = legal_actions(state)
        apply(state, actions[rng.randrange(len(actions))], rng)
        return 1

    def once(do: Callable[[State], object]) -> Task:
        def task(state: State) -> int:
            do(state)
            return 1

        return task

    yield "list the moves and play one", "moves", decide
    yield "list the moves", "positions", once(legal_actions)
    yield "a view", "views", once(lambda state: view(state, state.active))
    yield (
        "deal what a view does not show",
        "positions",
        once(lambda state: determinize(view(state, state.active), rng)),
    )
    yield "to JSON and back", "positions", once(lambda state: loads(dumps(state), State))
    yield "the board as text", "boards", once(text)
    yield "the board as SVG", "pictures", once(svg)
    yield (
        "moves of random bots",
        "moves",
        lambda _: play_game([random] * 2, seed=rng.randrange(1000), most=100).decisions,
    )
    yield (
        "moves of greedy bots",
        "moves",
        lambda _: play_game([greedy] * 2, seed=rng.randrange(1000), most=100).decisions,
    )
