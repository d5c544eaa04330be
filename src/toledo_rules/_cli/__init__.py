"""The command ``toledo-rules``: play, watch, show and explain positions, replay records, look up rules.

>>> main(["rule", "MOV-05"])
MOV-05  A free circle must be taken
  ...
0
>>> main(["explain", "toledo1 red / red 2bd / blue", "2bd@0"])
  Play the brown 2 (defender) and move a figure from the cathedral to space 2.
You cannot stop on space 2: there is no shop.
<BLANKLINE>
MOV-04  ...
1

The exit code is 0 for success, 1 if something is wrong with what was asked for (a record that does not fit, an edition
with mistakes, an action that is not legal), and 2 if the command line makes no sense.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import entry_points, version
from typing import NoReturn

from toledo_rules._cli import _conformance, _play, _run, _show
from toledo_rules._cli._console import NO_BREAK, REFERENCE, Console, FailedError, TerminatedError
from toledo_rules.describe import Language, best_language
from toledo_rules.errors import one_line

__all__ = ["main"]

DESCRIPTION = """\
The rules of the board game Toledo: play games, watch bots, examine positions,
look up rules."""

EPILOG = """\
examples:
  toledo-rules play                        play against a bot at this terminal
  toledo-rules watch --seed 7              bots play, with commentary
  toledo-rules show POSITION --legal       a board, and what can be done
  toledo-rules explain POSITION ACTION     why an action is not legal
  toledo-rules replay game.toledo          a recorded game
  toledo-rules rule MOV-05                 the text of a rule
  toledo-rules COMMAND --help              more about a command

exit codes: 0 success, 1 a failure or an action that is not legal, 2 usage,
130 interrupted, 143 ended by the system"""

INTERRUPTED, TERMINATED = 130, 143

COMMANDS = "toledo_rules.commands"
"""Group of entry points by which installed packages offer commands: functions that add them to a parser."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code. The default arguments are those of this process."""
    _open_streams()
    try:
        try:
            return _run_command(argv)
        finally:
            sys.stdout.flush()  # before a message about what was printed
    except FailedError as failed:
        _complain(f"toledo-rules: {failed}")
        return failed.code
    except BrokenPipeError:  # the reader has seen enough
        _print_no_more()
        return 0
    except OSError as error:
        if error.filename is None:  # no file but standard output, such as a full disk behind it
            _print_no_more()
        where = "standard output" if error.filename is None else error.filename
        _complain(f"toledo-rules: {where}: {error.strerror}")
        return 1
    except TerminatedError:
        return TERMINATED
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED


def _run_command(argv: Sequence[str] | None) -> int:
    try:
        options = _parser().parse_args(argv)
    except SystemExit as stop:  # argparse has printed the mistake or the help
        return int(stop.code or 0)
    language = getattr(options, "language", None) or _language_here()
    console = Console.here(language, options.colour, owner=argv is None)
    code: int = options.run(options, console)
    return code


def _open_streams() -> None:
    """Put the null device where a stream was closed, so that nothing fails and no other file takes its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  # for the whole run


def _complain(text: str) -> None:
    """Print an error. What a file or an argument is called gives no orders to the terminal."""
    lines = text.replace(NO_BREAK, " ").split("\n")
    sys.stderr.write("".join(f"{one_line(line)}\n" for line in lines))


def _print_no_more() -> None:
    """Redirect standard output to the null device, so that flushing it at exit raises no second error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _language_here() -> Language:
    """Return the language of the environment, as other programs find it."""
    known = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    here = next((locale for locale in known if locale), "C")
    wanted = [] if here == "C" else os.environ.get("LANGUAGE", "").split(":")
    return best_language(*wanted, here) or REFERENCE


class _Version(argparse.Action):
    """Print the version, which is looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        sys.stdout.write(f"toledo-rules {version('toledo-rules')}\n")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """A parser that says what is wrong before how it is used."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the arguments, then the usage, and exit."""
        _complain(f"{self.prog}: error: {message}\n{self.format_usage().rstrip()}")
        self.exit(2)


def _parser() -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = _Parser(
        prog="toledo-rules",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in (_play, _show, _run, _conformance):
        module.add_commands(commands)
    for offered in entry_points(group=COMMANDS):
        offered.load()(commands)
    return parser
