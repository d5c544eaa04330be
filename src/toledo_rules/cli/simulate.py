"""The command `simulate`: many games between bots."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from toledo_rules.cli.console import Console, FailedError, UsageError
from toledo_rules.cli.options import (
    About,
    Commands,
    add_colour,
    add_edition,
    bots_of,
    check_table,
    chosen_edition,
    command,
)
from toledo_rules.simulate import (
    GameError,
    Plan,
    ProgressBar,
    ResultsError,
    WorkerError,
    simulate,
    summarize,
    worker_pool,
)


def add_command(commands: Commands) -> None:
    """Add it to the others."""
    parser = command(
        commands,
        About(
            name="simulate",
            summary="many games between bots, summed up",
            description="Play many games between bots and sum them up, with intervals of 95 per cent.\n"
            "The results depend on the seed only, not on the number of workers. With --out\n"
            "every finished game is kept at once; after an interruption the same command\n"
            "goes on where it was.",
            examples="  toledo-rules simulate --bots greedy,random --games 100\n"
            "  toledo-rules simulate --bots planner,greedy --rotate --workers 2 --out a.csv",
        ),
        run,
    )
    parser.add_argument(
        "--bots",
        type=bots_of,
        default=("greedy", "random"),
        metavar="BOT,BOT",
        help="one for each seat (default: greedy,random)",
    )
    parser.add_argument("--games", type=int, default=100, metavar="N", help="default: 100")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="default: 0")
    parser.add_argument("--rotate", action="store_true", help="bots change seats from game to game")
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help="processes that play (default: 1)"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="a row for each player of each game: CSV if FILE ends with .csv, else JSON lines",
    )
    add_edition(parser)
    add_colour(parser)


def run(options: argparse.Namespace, console: Console) -> int:
    """Play the games, and say what they say."""
    edition = chosen_edition(options.edition)
    check_table(edition, options.bots)
    for name in ("games", "workers"):
        if getattr(options, name) < 1:
            raise UsageError(f"--{name} is at least 1, not {getattr(options, name)}")
    plan = Plan(
        bots=options.bots,
        games=options.games,
        seed=options.seed,
        rotate=options.rotate,
        edition=edition,
    )
    workers: AbstractContextManager[Executor | None]
    workers = nullcontext(None) if options.workers == 1 else worker_pool(options.workers)
    try:
        with workers as executor:
            results = simulate(
                plan, executor=executor, path=options.out, progress=ProgressBar(sys.stderr)
            )
        console.say(str(summarize(results)))
    except (ResultsError, GameError, WorkerError, ValueError) as error:
        raise FailedError(str(error)) from None
    return 0
