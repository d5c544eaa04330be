"""Bots in any language: a program that reads questions and writes answers, a JSON object on each line.

The program is started once for a game. It is greeted, asked for each of its decisions, and told when the game is over::

    > {"type": "hello", "protocol": 1, "seat": 0, "players": 2}
    < {"type": "hello", "name": "my bot"}
    > {"type": "choose", "view": {...}, "legal": [{"type": "take_cards"}, ...], "notation": ["take", ...]}
    < {"type": "choice", "choice": 0}
    > {"type": "bye"}

`view` and `legal` are what `toledo_rules.codec.dump` makes of a view and of its legal actions; `notation` has the same
actions as text. The answer is the number of one of them. A program that cannot go on answers
``{"type": "error", "message": "..."}``.
"""

from __future__ import annotations

import json
import shlex
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Final
from weakref import finalize

from attrs import define, field, frozen

from toledo_rules.actions import Action
from toledo_rules.bots._players import Bot
from toledo_rules.chance import Rng
from toledo_rules.codec import Json, dump
from toledo_rules.engine import legal_actions
from toledo_rules.errors import ToledoError
from toledo_rules.notation import format_move
from toledo_rules.views import View

if TYPE_CHECKING:  # some platforms have no processes
    from subprocess import Popen

PROTOCOL: Final = 1
_LONGEST_LINE: Final = 100_000
"""Characters of an answer: an answer is a number, a greeting a name."""
_PATIENCE: Final = 5.0
"""Seconds that a program has to end after the end of its game."""


class PipeError(ToledoError, RuntimeError):
    """A bot's program that could not be started, ended, or gave an answer that makes no sense."""


def _words(command: str) -> tuple[str, ...]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"{command!r} is no command: {error}") from None
    if not words:
        raise ValueError("a command must name a program, but it is empty")
    return tuple(words)


@frozen
class PipeBot:
    """A bot that is a program of its own, in any language. It is started for each game.

    >>> PipeBot("node examples/bots/nearest.mjs")
    PipeBot(command='node examples/bots/nearest.mjs')
    """

    command: str
    """The program and its arguments, as a shell would split them; no shell is used."""
    words: tuple[str, ...] = field(init=False, repr=False, eq=False)

    @words.default
    def _split(self) -> tuple[str, ...]:
        return _words(self.command)

    def choose(self, view: View, rng: Rng) -> Action:
        """Start the program for this one choice."""
        player = _Program(self)
        try:
            return player.choose(view, rng)
        finally:
            player.close()

    def for_game(self) -> Bot:
        """Return a player for one game, with a program of its own."""
        return _Program(self)


@define(eq=False)
class _Program:
    """A running program. It is started with the first question."""

    bot: PipeBot
    _running: Popen[str] | None = field(default=None, init=False, repr=False)
    _end: finalize[[Popen[str]], object] | None = field(default=None, init=False, repr=False)

    def choose(self, view: View, rng: Rng) -> Action:
        """Ask the program. Its random numbers are its own, so `rng` is not used."""
        del rng
        actions = legal_actions(view)
        if self._running is None:
            self._start(view)
        answer = self._asked(
            {
                "type": "choose",
                "view": dump(view),
                "legal": [dump(action) for action in actions],
                "notation": [format_move(action, view.edition) for action in actions],
            },
            "choice",
        )
        choice = answer.get("choice")
        if type(choice) is not int or not 0 <= choice < len(actions):
            raise self._error(
                f"its choice must be a number from 0 to {len(actions) - 1}, not {choice!r}"
            )
        return actions[choice]

    def close(self) -> None:
        """Say goodbye and wait for the program's end."""
        if self._end is not None:
            self._end()

    def _start(self, view: View) -> None:
        from subprocess import PIPE, Popen  # noqa: PLC0415

        try:
            running = Popen(  # noqa: S603  # the command is what the caller asked for
                self.bot.words, stdin=PIPE, stdout=PIPE, encoding="utf-8", bufsize=1
            )
        except OSError as error:
            raise self._error(f"it cannot be started: {error.strerror}") from error
        self._running = running
        self._end = finalize(self, _stop, running)
        greeting: dict[str, Json] = {
            "type": "hello",
            "protocol": PROTOCOL,
            "seat": view.seat,
            "players": len(view.players),
        }
        self._asked(greeting, "hello")

    def _asked(self, question: dict[str, Json], expected: str) -> dict[str, Json]:
        """Return the answer to a question."""
        assert self._running is not None
        send, receive = _ends(self._running)
        try:
            send.write(json.dumps(question) + "\n")
            send.flush()
            line = receive.readline(_LONGEST_LINE)
        except (OSError, UnicodeDecodeError) as error:
            raise self._error(f"the pipe to it broke: {error}") from error
        if not line:
            raise self._error(f"it ended with exit code {self._running.wait()} and no answer")
        try:
            answer: Json = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise self._error(f"its answer must be a JSON object on a line, not {line[:80]!r}")
        if answer.get("type") == "error":
            raise self._error(f"it reports an error: {answer.get('message')!r}")
        if answer.get("type") != expected:
            raise self._error(f"its answer must be of type {expected!r}, not {line[:80]!r}")
        return answer

    def _error(self, text: str) -> PipeError:
        return PipeError(f"the bot {self.bot.command!r}: {text}")


def _ends(running: Popen[str]) -> tuple[IO[str], IO[str]]:
    assert running.stdin is not None
    assert running.stdout is not None
    return running.stdin, running.stdout


def _stop(running: Popen[str]) -> None:
    """Let a program end, and kill it if it does not."""
    from subprocess import TimeoutExpired  # noqa: PLC0415

    send, receive = _ends(running)
    for say_goodbye in (lambda: send.write('{"type": "bye"}\n'), send.close):
        with suppress(OSError):  # it may have ended already
            say_goodbye()
    try:
        running.wait(_PATIENCE)
    except TimeoutExpired:
        running.kill()
        running.wait()
    receive.close()
