"""The command ``toledo-rules``: play, watch, simulate, replay, look up rules, check editions, count.

>>> main(["rule", "MOV-05"])
MOV-05  A free circle must be taken
  ...
0
>>> main(["rule", "--search", "no rule says that"])
1

It answers with 0 if all is well, 1 if what was asked about is wrong (a record that does not fit, an edition with
mistakes, a rule that does not exist), 2 if the command was not understood.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from toledo_rules.cli import editions, perft, play, replay, rules, simulate, watch
from toledo_rules.cli.console import Console, FailedError
from toledo_rules.describe import Language

__all__ = ["main"]

DESCRIPTION = """\
The rules of the board game Toledo: play them, watch them, look them up."""

EPILOG = """\
examples:
  toledo-rules play                        a game against a bot, at this terminal
  toledo-rules watch --seed 7              bots play, and it is told
  toledo-rules rule MOV-05                 what a rule says
  toledo-rules replay game.toledo          a recorded game
  toledo-rules COMMAND --help              more about a command

exit codes: 0 all is well, 1 what was asked about is wrong, 2 usage, 130 interrupted"""

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code. Without arguments, it is what this process was started for."""
    try:
        options = _parser().parse_args(argv)
    except SystemExit as stop:  # argparse has said what is wrong, or has shown the help
        return int(stop.code or 0)
    language: Language = getattr(options, "language", "en")
    console = Console.here(language, options.colour, owner=argv is None)
    try:
        code: int = options.run(options, console)
        sys.stdout.flush()
    except FailedError as failed:
        sys.stderr.write(f"toledo-rules: {failed}\n")
        return failed.code
    except BrokenPipeError:  # the reader has seen enough; do not complain at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        sys.stderr.write(f"toledo-rules: {error.filename}: {error.strerror}\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return INTERRUPTED
    return code


class _Version(argparse.Action):
    """Says the version, which is looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        sys.stdout.write(f"toledo-rules {version('toledo-rules')}\n")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="toledo-rules",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="say the version and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in (play, watch, simulate, replay, rules, editions, perft):
        module.add_command(commands)
    return parser
