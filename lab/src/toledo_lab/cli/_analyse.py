"""The command `analyse`: the course of a recorded game, or the best lines in a position."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from toledo_lab._limits import MOST_TRIES
from toledo_lab.analysis import (
    LEAST_TRIES,
    TRIES,
    analyse,
    analyse_game,
    analysis_to_dict,
    course_picture,
    game_to_dict,
    position_report,
    report,
)
from toledo_lab.cli._library import (
    POSITION_HELP,
    CommandHelp,
    Commands,
    Console,
    FailedError,
    UsageError,
    add_command,
    add_edition,
    add_look,
    chosen_position,
    chosen_record,
    record_until,
    writable,
)
from toledo_rules.record import Record, reach
from toledo_rules.storage import SHARED, replace_file

FORMATS = ("text", "json", "svg")


def add_commands(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        CommandHelp(
            name="analyse",
            summary="analyse a recorded game, or the lines in a position",
            description="Analyse a recorded game: the chance of each player to win, turn by turn, the\n"
            "turning points, the mistakes with what was better and why, and the accuracy of\n"
            "each player. Decisions are judged by what the player could see. A mistake is\n"
            "named only if games that are played on to the end confirm it.\n"
            "With --position, print the best lines for the player on turn.\n"
            "\n"
            "The chances are those of strong bots that go on. Accuracy is 100 % for the best\n"
            "line and halves with every 5 % of the chance of winning that a decision costs.",
            examples="  toledo-rules analyse game.toledo\n"
            "  toledo-rules analyse game.toledo --language de --tries 40\n"
            "  toledo-rules analyse game.toledo --format svg --out course.svg\n"
            "  toledo-rules analyse game.toledo --format json | jq .players\n"
            "  toledo-rules analyse --position 'toledo1 red / red 3va 4nd, @4, g2@4 / blue'",
        ),
        run_analyse,
    )
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a record")
    parser.add_argument("--position", metavar="POSITION", help=f"instead of FILE: {POSITION_HELP}")
    parser.add_argument(
        "--at", type=int, metavar="N", help="analyse only the first N actions of the record"
    )
    parser.add_argument(
        "--tries",
        type=int,
        default=TRIES,
        metavar="N",
        help=f"games played on after a line: more games take longer and give smaller errors (default: {TRIES})",
    )
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default=FORMATS[0],
        help="words, JSON, or the curve of the chances as a picture (default: text)",
    )
    parser.add_argument(
        "--out", type=writable, metavar="FILE", help="write to FILE, not to standard output"
    )
    add_edition(parser)
    add_look(parser)


def run_analyse(options: argparse.Namespace, console: Console) -> int:
    """Print an analysis, or write it to a file."""
    if (options.file is None) == (options.position is None):
        raise UsageError("name either the FILE of a record or a --position")
    if not LEAST_TRIES <= options.tries <= MOST_TRIES:
        limits = f"{LEAST_TRIES} to {MOST_TRIES:,}"
        raise UsageError(f"--tries must be from {limits}, not {options.tries}")
    unfinished = console.until_interrupted("Nothing was written; fewer --tries take less time.")
    if options.position is not None:
        with unfinished:
            written = _position(options, console)
        _put(written, options, console)
        return 0
    record, problem = chosen_record(options.file)
    record = record_until(record, options.at)
    reached = reach(record)
    with unfinished:
        written = _game(record.until(reached.number), options, console)
    _put(written, options, console)
    if reached.misfit is not None:
        misfit = reached.misfit
        raise FailedError(
            console.words(
                "misfit", file=str(options.file), number=misfit.number, problem=str(misfit.why)
            )
        )
    if problem is not None and options.at is None:
        raise FailedError(
            console.words(
                "damaged_after",
                file=str(options.file),
                number=len(record.entries),
                problem=str(problem),
            )
        )
    return 0


def _position(options: argparse.Namespace, console: Console) -> str:
    if options.at is not None:
        raise UsageError("--at counts the actions of a record; leave it out with --position")
    if options.format == "svg":
        raise UsageError("only a game has a curve; use --format text or json with --position")
    state = chosen_position(options.position, options.edition)
    found = analyse(state, tries=options.tries)
    if options.format == "json":
        return json.dumps(analysis_to_dict(found), ensure_ascii=False, indent=2) + "\n"
    return position_report(found, state, console.language) + "\n"


def _game(record: Record, options: argparse.Namespace, console: Console) -> str:
    try:
        found = analyse_game(record, tries=options.tries, progress=_show_progress)
    finally:
        _end_progress()
    if options.format == "json":
        return json.dumps(game_to_dict(found), ensure_ascii=False, indent=1) + "\n"
    if options.format == "svg":
        return course_picture(found, console.language)
    return report(found, console.language) + "\n"


def _put(text: str, options: argparse.Namespace, console: Console) -> None:
    if options.out is None:
        console.say(text.removesuffix("\n"))
    else:
        replace_file(options.out, text.encode(), mode=SHARED)


def _show_progress(done: int, actions: int) -> None:
    """Show how far the analysis is, on one line of a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done} of {actions} actions")
        sys.stderr.flush()


def _end_progress() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
