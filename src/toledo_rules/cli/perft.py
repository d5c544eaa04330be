"""The command `perft`: counts of lines of play."""

from __future__ import annotations

import argparse
from pathlib import Path

from toledo_rules.cli.console import Console, FailedError, UsageError
from toledo_rules.cli.options import (
    About,
    Commands,
    add_colour,
    add_edition,
    add_players,
    chance,
    chosen_edition,
    command,
)
from toledo_rules.notation import format_move
from toledo_rules.perft import divide, perft
from toledo_rules.record import load_record, reach
from toledo_rules.setup import new_game
from toledo_rules.state import State


def add_command(commands: Commands) -> None:
    """Add it to the others."""
    parser = command(
        commands,
        About(
            name="perft",
            summary="count lines of play, to compare implementations of the rules",
            description="Count the lines of play from a position, up to a depth. Another implementation\n"
            "of the rules must come to the same numbers.",
            examples="  toledo-rules perft --depth 2 --seed 1\n"
            "  toledo-rules perft --depth 2 --no-chance --divide\n"
            "  toledo-rules perft --record game.toledo --at 20",
        ),
        run,
    )
    parser.add_argument("--depth", type=int, default=2, metavar="N", help="default: 2")
    parser.add_argument(
        "--no-chance", dest="chance", action="store_false", help="stop where a card is drawn"
    )
    parser.add_argument("--divide", action="store_true", help="the count for each first move")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="decides the hands (default: 1)"
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="begin where a record ends")
    parser.add_argument("--at", type=int, metavar="N", help="or after so many moves of it")
    add_players(parser)
    add_edition(parser)
    add_colour(parser)


def run(options: argparse.Namespace, console: Console) -> int:
    """Count."""
    if options.depth < int(options.divide):
        raise UsageError(f"a line cannot be {options.depth} moves long")
    state = _start(options)
    if options.divide:
        counts = divide(state, options.depth, chance=options.chance)
        for move, lines in counts.items():
            console.say(f"{format_move(move, state.edition):<24}{lines:>14,}")
        console.say(f"{'all':<24}{sum(counts.values()):>14,}")
        return 0
    for depth in range(options.depth + 1):
        console.say(f"{depth:>3}{perft(state, depth, chance=options.chance):>20,}")
    return 0


def _start(options: argparse.Namespace) -> State:
    if options.record is None:
        try:
            return new_game(
                options.players, chance(options.seed), edition=chosen_edition(options.edition)
            )
        except ValueError as error:
            raise UsageError(str(error)) from None
    reading = load_record(options.record)
    if reading.record is None:
        raise FailedError(f"{options.record} is no record: {reading.problem}")
    at = len(reading.record.entries) if options.at is None else options.at
    return reach(reading.record.until(max(at, 0))).state
