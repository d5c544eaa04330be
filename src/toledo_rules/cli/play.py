"""The command `play`: people and bots at one table."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from attrs import evolve

from toledo_rules.bots import make_bot
from toledo_rules.cli.console import Console, FailedError, UsageError
from toledo_rules.cli.options import (
    HUMAN,
    About,
    Commands,
    add_edition,
    add_look,
    add_seed,
    chance,
    check_table,
    chosen_edition,
    command,
    seat_named,
    seats_of,
)
from toledo_rules.cli.session import LeaveError, Session
from toledo_rules.game import Game
from toledo_rules.record import Record, ReplayError, load_record
from toledo_rules.setup import new_game

DEFAULT_SEATS = (HUMAN, "greedy")
DEFAULT_FILE = Path("toledo-game.toledo")
SEATS = "seats"
"""The tag of a record that tells who sits where."""


def add_command(commands: Commands) -> None:
    """Add it to the others."""
    parser = command(
        commands,
        About(
            name="play",
            summary="play a game against bots or with others at this terminal",
            description="Play a game against bots, or with others at this terminal. The game is saved\n"
            "after every move, so it can be left at any time: type quit, or press Ctrl-C.",
            examples="  toledo-rules play                               you against a greedy bot\n"
            "  toledo-rules play --seats human,ismcts:seconds=2,planner\n"
            "  toledo-rules play --seats human,human --language de\n"
            "  toledo-rules play --resume toledo-game.toledo   go on with a game\n\n"
            "In the game, ? tells what can be typed, and ? 4va@0 why a move is not possible.",
        ),
        play,
    )
    parser.add_argument(
        "--seats",
        type=seats_of,
        metavar="WHO,WHO",
        help=f"who plays: {HUMAN}, or bots such as greedy (default: {','.join(DEFAULT_SEATS)})",
    )
    parser.add_argument(
        "--first", default="0", metavar="SEAT", help="who begins: a colour or a number (default: 0)"
    )
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help=f"file in which the game is saved (default: {DEFAULT_FILE}, or the next free name)",
    )
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved game")
    add_edition(parser)
    add_seed(parser)
    add_look(parser)


def play(options: argparse.Namespace, console: Console) -> int:
    """Begin a game, or go on with one."""
    if options.resume is None:
        record, path = _new(options)
    else:
        record, path = _resumed(options, console)
    seats = seats_of(dict(record.tags)[SEATS])
    rng = chance(options.seed, len(record.entries))
    try:
        game = Game.from_record(record, rng=rng, auto=True, autosave=path)
    except ReplayError as misfit:
        raise FailedError(f"{path} does not fit: {misfit}") from None
    bots = {seat: make_bot(spec) for seat, spec in enumerate(seats) if spec != HUMAN}
    who = zip(record.edition.colours, seats, strict=False)
    console.say(f"{', '.join(f'{colour}: {spec}' for colour, spec in who)}. Saved in {path}.")
    console.leave_at_first_interrupt()
    try:
        Session(console, game, bots, rng).run()
    except (LeaveError, EOFError, KeyboardInterrupt):
        language = "" if console.language == "en" else f" --language {console.language}"
        console.say(f"\nThe game is saved. Go on with: toledo-rules play --resume {path}{language}")
    return 0


def _new(options: argparse.Namespace) -> tuple[Record, Path]:
    """The beginning of a game, and the file for it."""
    seats, edition = options.seats or DEFAULT_SEATS, chosen_edition(options.edition)
    check_table(edition, seats)
    first = seat_named(options.first, edition, len(seats))
    start = new_game(len(seats), chance(options.seed), edition=edition, first=first)
    tags = ((SEATS, ",".join(seats)),)
    if options.save is not None and options.save.exists():
        raise UsageError(
            f"{options.save} is there already; --resume {options.save} goes on with it"
        )
    path = options.save or next(_free_names(DEFAULT_FILE))
    return Record(start, tags=tags), path


def _resumed(options: argparse.Namespace, console: Console) -> tuple[Record, Path]:
    """A saved game, and the file to go on in. Of a damaged file nothing is overwritten."""
    path = options.resume
    reading = load_record(path)
    if reading.record is None:
        raise FailedError(f"{path} is no game: {reading.problem}")
    record = reading.record
    if reading.problem is not None:
        console.say(f"{path} is damaged: {reading.problem}")
        path = next(_free_names(path))
        console.say(f"The {len(record.entries)} moves before that are played on in {path}.")
    tags = dict(record.tags)
    try:
        seats = options.seats or seats_of(tags.get(SEATS, ",".join([HUMAN] * record.players)))
    except argparse.ArgumentTypeError as error:  # a bot that was registered elsewhere
        raise FailedError(f"{path}: {error}; --seats says who plays instead") from None
    if len(seats) != record.players:
        raise UsageError(f"{path} is a game for {record.players} players, not {len(seats)}")
    return evolve(record, tags=tuple((tags | {SEATS: ",".join(seats)}).items())), path


def _free_names(path: Path) -> Iterator[Path]:
    """File names that are not taken: this one, else with a number."""
    names = (path if n == 1 else path.with_stem(f"{path.stem}-{n}") for n in count(1))
    return (name for name in names if not name.exists())
