"""Commands that let the computer play: `watch`, `bots` and `perft`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from time import sleep

from toledo_rules._cli._console import (
    POSITION_HELP,
    CommandHelp,
    Commands,
    Console,
    FailedError,
    UsageError,
    add_colour,
    add_command,
    add_edition,
    add_look,
    add_seed,
    bots_of,
    chosen_edition,
    chosen_position,
    chosen_record,
    chosen_seed,
    play_bot,
    record_until,
    seating,
    show_board,
    show_end,
    tell_seen,
    writable,
)
from toledo_rules._game import Game
from toledo_rules.bots import MOST_DECISIONS, Bot, bot_streams, bots, for_game, load_bot
from toledo_rules.chance import Rng
from toledo_rules.notation import format_move
from toledo_rules.record import reach, save_record
from toledo_rules.state import State
from toledo_rules.testing import divide, perft

MOST_DELAY = 3600
"""Upper bound of --delay, in seconds."""


def add_commands(commands: Commands) -> None:
    """Add the commands."""
    _add_watch(commands)
    _add_bots(commands)
    _add_perft(commands)


# A game between bots


def _add_watch(commands: Commands) -> None:
    parser = add_command(
        commands,
        CommandHelp(
            name="watch",
            summary="watch bots play",
            description="Watch bots play a game, with commentary. You see what a spectator sees: how many\n"
            "cards are drawn, but not which.",
            examples="  toledo-rules watch\n"
            "  toledo-rules watch --seats planner,greedy,random --seed 7 --boards 3\n"
            "  toledo-rules watch --seats greedy,greedy --delay 0.5 --language fr\n"
            "  toledo-rules watch --boards 0 --save game.toledo   save the record",
        ),
        watch,
    )
    parser.add_argument(
        "--seats",
        type=bots_of,
        default=("greedy", "greedy", "greedy"),
        metavar="BOT,BOT",
        help="the players (default: greedy,greedy,greedy)",
    )
    parser.add_argument(
        "--boards",
        type=int,
        default=6,
        metavar="N",
        help="print the board after every N rounds; 0: only at the end (default: 6)",
    )
    parser.add_argument(
        "--delay", type=float, default=0.0, metavar="SECONDS", help="wait after every turn"
    )
    parser.add_argument("--save", type=writable, metavar="FILE", help="save the record of the game")
    add_edition(parser)
    add_seed(parser)
    add_look(parser)


def watch(options: argparse.Namespace, console: Console) -> int:
    """Let bots play, and print the game as it goes."""
    if not 0 <= options.delay <= MOST_DELAY:  # nor is it NaN
        raise UsageError(f"--delay must be from 0 to {MOST_DELAY} seconds, not {options.delay}")
    if options.boards < 0:
        raise UsageError(f"--boards must be 0 or more, not {options.boards}")
    seated = [for_game(load_bot(spec)) for spec in options.seats]
    seed, edition = chosen_seed(options.seed), chosen_edition(options.edition)
    try:
        game = Game(len(seated), seed=seed, edition=edition)
    except ValueError as error:
        raise UsageError(str(error)) from None
    streams = bot_streams(seed, len(seated))
    console.paragraph(f"{edition.title}. {seating(edition, options.seats, console)}.")
    kept = (
        "The game was not saved"
        if options.save is None
        else f"The game so far is in {options.save}"
    )
    with console.until_interrupted(f"{kept}."):
        try:
            _watch_game(options, console, game, seated, streams)
        finally:
            if options.save is not None:
                save_record(game.record(), options.save)
    if not game.over:
        console.paragraph(console.words("stopped", decisions=MOST_DECISIONS, rule="A-117"))
    show_end(console, game.state)
    return 0


def _watch_game(
    options: argparse.Namespace,
    console: Console,
    game: Game,
    seated: Sequence[Bot],
    streams: Sequence[Rng],
) -> None:
    """Play the game, and print what happens."""
    rounds, turn_begins = 0, True
    while not game.over and len(game.history) < MOST_DECISIONS:
        seat = game.active
        if turn_begins and seat == 0:
            rounds += 1
            console.say()
            console.heading(console.words("round", round=rounds))
        play_bot(game, seated[seat], streams[seat])
        tell_seen(console, game.history[-1], None)
        turn_begins = game.active != seat
        if turn_begins:
            sleep(options.delay)
            if game.active == 0 and options.boards and rounds % options.boards == 0:
                console.say()
                show_board(console, game.view(None))


# Bots


def _add_bots(commands: Commands) -> None:
    parser = add_command(
        commands,
        CommandHelp(
            name="bots",
            summary="list the bots",
            description="List the bots, from weak to strong, with their levels from 1 to 10, and those\n"
            "that installed packages add.",
            examples="  toledo-rules bots",
        ),
        run_bots,
    )
    add_colour(parser)


def run_bots(_options: argparse.Namespace, console: Console) -> int:
    """Print a line for each bot."""
    for entry in bots():
        console.say(f"{entry.name:<10}{entry.level:>3}  {entry.title}")
    return 0


# Lines of play


def _add_perft(commands: Commands) -> None:
    parser = add_command(
        commands,
        CommandHelp(
            name="perft",
            summary="count lines of play, to compare implementations of the rules",
            description="Count the lines of play from a position, up to a depth. Another implementation\n"
            "of the rules must arrive at the same numbers.",
            examples="  toledo-rules perft --depth 2 --seed 1\n"
            "  toledo-rules perft --depth 2 --no-chance --divide\n"
            "  toledo-rules perft --position 'toledo1 red / red 3va / blue'\n"
            "  toledo-rules perft --record game.toledo --at 20",
        ),
        run_perft,
    )
    parser.add_argument(
        "--depth", type=int, default=2, metavar="N", help="number of moves (default: 2)"
    )
    parser.add_argument(
        "--no-chance", dest="chance", action="store_false", help="stop where a card is drawn"
    )
    parser.add_argument("--divide", action="store_true", help="print the count for each first move")
    beginning = parser.add_mutually_exclusive_group()
    beginning.add_argument(
        "--position", metavar="POSITION", help=f"begin at a position: {POSITION_HELP}"
    )
    beginning.add_argument("--record", type=Path, metavar="FILE", help="begin where a record ends")
    parser.add_argument("--at", type=int, metavar="N", help="or after N actions of the record")
    parser.add_argument(
        "--players", type=int, default=2, metavar="N", help="number of players (default: 2)"
    )
    add_seed(parser, default=1)
    add_edition(parser)
    add_colour(parser)


def run_perft(options: argparse.Namespace, console: Console) -> int:
    """Print the counts, depth by depth or move by move."""
    shortest = int(options.divide)
    if options.depth < shortest:
        raise UsageError(f"--depth must be at least {shortest}, not {options.depth}")
    state = _start(options)
    if options.divide:
        with console.until_interrupted("No count is complete."):
            counts = divide(state, options.depth, chance=options.chance)
        for move, lines in counts.items():
            console.say(f"{format_move(move, state.edition):<24}{lines:>14,}")
        console.say(f"{'all':<24}{sum(counts.values()):>14,}")
        return 0
    for depth in range(options.depth + 1):
        with console.until_interrupted(f"Depth {depth} is not complete; the counts above are."):
            lines = perft(state, depth, chance=options.chance)
        console.say(f"{depth:>3}{lines:>20,}")
    return 0


def _start(options: argparse.Namespace) -> State:
    """Return the position at which to begin."""
    if options.at is not None and options.record is None:
        raise UsageError("--at counts the actions of a record; name it with --record")
    if options.position is not None:
        return chosen_position(options.position, options.edition)
    if options.record is not None:
        record, _ = chosen_record(options.record)
        reached = reach(record_until(record, options.at))
        if reached.misfit is not None:
            raise FailedError(f"{options.record} does not fit the rules: {reached.misfit}")
        return reached.state
    edition = chosen_edition(options.edition)
    try:
        return Game(options.players, seed=options.seed, edition=edition).state
    except ValueError as error:
        raise UsageError(str(error)) from None
