"""The command `watch`: bots play, and it is told."""

from __future__ import annotations

import argparse
from pathlib import Path
from secrets import randbits
from time import sleep

from toledo_rules.bots import MOST_DECISIONS, bot_streams, make_bot
from toledo_rules.cli.console import Console
from toledo_rules.cli.options import (
    About,
    Commands,
    add_edition,
    add_look,
    add_seed,
    bots_of,
    check_table,
    chosen_edition,
    command,
)
from toledo_rules.cli.telling import show_board, show_end, tell_seen
from toledo_rules.game import Game
from toledo_rules.record import save_record


def add_command(commands: Commands) -> None:
    """Add it to the others."""
    parser = command(
        commands,
        About(
            name="watch",
            summary="watch bots play",
            description="Watch bots play a game. You see what a spectator sees: how many cards somebody\n"
            "draws, not which.",
            examples="  toledo-rules watch\n"
            "  toledo-rules watch --seats planner,greedy,random --seed 7 --boards 3\n"
            "  toledo-rules watch --seats greedy,greedy --delay 0.5 --language fr\n"
            "  toledo-rules watch --boards 0 --save game.toledo   keep the record",
        ),
        watch,
    )
    parser.add_argument(
        "--seats",
        type=bots_of,
        default=("greedy", "greedy", "greedy"),
        metavar="BOT,BOT",
        help="who plays (default: greedy,greedy,greedy)",
    )
    parser.add_argument(
        "--boards",
        type=int,
        default=6,
        metavar="N",
        help="the board after every N rounds; 0 is: only at the end (default: 6)",
    )
    parser.add_argument(
        "--delay", type=float, default=0.0, metavar="SECONDS", help="wait after every turn"
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the record of the game")
    add_edition(parser)
    add_seed(parser)
    add_look(parser)


def watch(options: argparse.Namespace, console: Console) -> int:
    """Let bots play, and tell it."""
    edition = chosen_edition(options.edition)
    check_table(edition, options.seats)
    bots = [make_bot(spec) for spec in options.seats]
    seed = randbits(63) if options.seed is None else options.seed
    rngs = bot_streams(seed, len(bots))
    game = Game(len(bots), seed=seed, edition=edition)
    who = zip(edition.colours, options.seats, strict=False)
    console.say(f"{edition.title}. {', '.join(f'{colour}: {spec}' for colour, spec in who)}.")
    rounds, turn_begins = 0, True
    while not game.over and len(game.history) < MOST_DECISIONS:
        seat = game.active
        if turn_begins and seat == 0:
            rounds += 1
            console.say()
            console.heading(f"Round {rounds}")
        game.play(bots[seat].choose(game.view(seat), rngs[seat]))
        tell_seen(console, game.history[-1], None)
        turn_begins = game.active != seat
        if turn_begins:
            sleep(options.delay)
            if game.active == 0 and options.boards and rounds % options.boards == 0:
                show_board(console, game.view(None))
    if options.save is not None:
        save_record(game.record(), options.save)
    if not game.over:
        console.say(f"Stopped after {MOST_DECISIONS} decisions: no rule ends this game (A-117).")
    show_end(console, game.state)
    return 0
