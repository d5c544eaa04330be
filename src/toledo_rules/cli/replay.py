"""The command `replay`: a record, move by move."""

from __future__ import annotations

import argparse
from pathlib import Path

from toledo_rules.cli.console import Console, FailedError, UsageError
from toledo_rules.cli.options import About, Commands, add_look, command, seat_named
from toledo_rules.cli.reasons import show_refusal
from toledo_rules.cli.telling import show_board, show_end, tell_ply
from toledo_rules.edition import Seat
from toledo_rules.events import Event, redact
from toledo_rules.record import Record, ReplayError, load_record, replay
from toledo_rules.state import State
from toledo_rules.views import View, view

EVERYBODY, SPECTATOR = "everybody", "spectator"


def add_command(commands: Commands) -> None:
    """Add it to the others."""
    parser = command(
        commands,
        About(
            name="replay",
            summary="tell a recorded game, position by position",
            description="Tell a recorded game. If the record is damaged or no longer fits the rules, the\n"
            "game is told up to there, then what is wrong and where, and the exit code is 1.",
            examples="  toledo-rules replay game.toledo\n"
            "  toledo-rules replay game.toledo --positions | less   the board after each move\n"
            "  toledo-rules replay game.toledo --at 20 --as blue    what Blue saw then\n"
            "  toledo-rules replay game.toledo --final",
        ),
        run,
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a record")
    how_much = parser.add_mutually_exclusive_group()
    how_much.add_argument("--positions", action="store_true", help="the board after every move")
    how_much.add_argument("--final", action="store_true", help="only the last position")
    how_much.add_argument("--at", type=int, metavar="N", help="only the position after N moves")
    parser.add_argument(
        "--as",
        dest="viewer",
        default=EVERYBODY,
        metavar="SEAT",
        help=f"who looks: a colour, a number, {SPECTATOR}, or {EVERYBODY}, who sees all cards "
        f"(default: {EVERYBODY})",
    )
    add_look(parser)


def run(options: argparse.Namespace, console: Console) -> int:
    """Tell the record as far as it goes."""
    reading = load_record(options.file)
    if reading.record is None:
        raise FailedError(f"{options.file} is no record: {reading.problem}")
    record = reading.record
    try:
        _Telling(options, console, record).tell()
    except ReplayError as misfit:
        console.say()
        console.say(f"{options.file} no longer fits at move {misfit.number}: {misfit.why}")
        if misfit.illegality is not None:
            show_refusal(console, misfit.illegality, misfit.state)
        return 1
    if reading.problem is not None:
        console.say()
        console.say(
            f"{options.file} is damaged after move {len(record.entries)}: {reading.problem}"
        )
        return 1
    return 0


class _Telling:
    """A record that is told to somebody."""

    def __init__(self, options: argparse.Namespace, console: Console, record: Record) -> None:
        self._options, self._console, self._record = options, console, record
        self._all = options.viewer == EVERYBODY
        self._seat: Seat | None = None
        if options.viewer not in (EVERYBODY, SPECTATOR):
            self._seat = seat_named(options.viewer, record.edition, record.players)

    def tell(self) -> None:
        """Tell it. Raises `ReplayError` where the record does not fit; what comes before is told."""
        options, record = self._options, self._record
        if options.at is not None:
            if not 0 <= options.at <= len(record.entries):
                raise UsageError(
                    f"the record has moves 0 to {len(record.entries)}, not {options.at}"
                )
            record = record.until(options.at)
        quiet = options.final or options.at is not None
        state = record.start
        if options.positions:
            show_board(self._console, self._seen(state))
        try:
            for number, ply in enumerate(replay(record), start=1):
                if not quiet:
                    events = map(self._event, ply.transition.events)
                    tell_ply(self._console, ply, events, number=f"{number:>4}")
                state = ply.after
                if options.positions:
                    show_board(self._console, self._seen(state))
        finally:
            if state.over:
                show_end(self._console, state)
            elif not options.positions:
                show_board(self._console, self._seen(state))

    def _seen(self, state: State) -> State | View:
        return state if self._all else view(state, self._seat)

    def _event(self, event: Event) -> Event:
        return event if self._all else redact(event, self._seat)
