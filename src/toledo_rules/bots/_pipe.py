"""Bots in any language: a program that reads questions and writes answers, a JSON object on each line.

The program is started once for a game and speaks `toledo_rules.protocol`, as clients of a table do. It is greeted with
the edition, and then asked for each of its decisions. When its input ends, the game is over::

    > {"type": "hello", "protocol": 1, "program": "toledo-rules", "edition": {...}, "seat": 0, "names": []}
    > {"type": "question", "id": 1, "version": 1, "view": {...}, "actions": [{"type": "take_cards"}, ...]}
    < {"type": "play", "id": 1, "expect": 1, "action": {"type": "take_cards"}}

The answer repeats `id`, and `version` as `expect`. A greeting of the program is welcome and not needed.
"""

from __future__ import annotations

import shlex
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Final
from weakref import finalize

from attrs import define, evolve, field, frozen

from toledo_rules.actions import Action
from toledo_rules.bots._players import Bot
from toledo_rules.chance import Rng
from toledo_rules.codec import CodecError
from toledo_rules.engine import legal_actions
from toledo_rules.errors import ToledoError
from toledo_rules.protocol import (
    LONGEST_REQUEST,
    PROTOCOL,
    TAGS,
    ClientMessage,
    Hello,
    Play,
    Question,
    ServerMessage,
    decode_request,
    encode,
)
from toledo_rules.views import View

if TYPE_CHECKING:  # some platforms have no processes
    from subprocess import Popen

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
    _asked: int = field(default=0, init=False, repr=False)

    def choose(self, view: View, rng: Rng) -> Action:
        """Ask the program. Its random numbers are its own, so `rng` is not used."""
        del rng
        if self._running is None:
            self._start(view)
        self._asked += 1
        number, actions = self._asked, legal_actions(view)
        self._say(Question(number, number, view, actions))
        while isinstance(answer := self._hear(), Hello):
            pass
        if not isinstance(answer, Play):
            raise self._error(f"its answer must be of type 'play', not {TAGS[type(answer)]!r}")
        if (answer.id, answer.expect) != (number, number):
            raise self._error(f"its answer must have {number} as its id and as what it expects")
        if answer.action not in actions:
            raise self._error(f"its action must be one that is offered, not {answer.action!r}")
        return answer.action

    def close(self) -> None:
        """Let the program end, and wait for it."""
        if self._end is not None:
            self._end()

    def _start(self, view: View) -> None:
        from subprocess import PIPE, Popen  # noqa: PLC0415  # this module can be imported on systems without processes

        try:
            running = Popen(  # noqa: S603  # the command is what the caller asked for
                self.bot.words, stdin=PIPE, stdout=PIPE, encoding="utf-8", bufsize=1
            )
        except OSError as error:
            raise self._error(f"it cannot be started: {error.strerror}") from error
        self._running = running
        self._end = finalize(self, _stop, running)
        edition = evolve(view.edition, provenance=())
        self._say(Hello(PROTOCOL, "toledo-rules", edition, view.seat))

    def _say(self, message: ServerMessage) -> None:
        """Send a message. A program that has gone is noticed when its answer is missing."""
        assert self._running is not None
        with suppress(OSError):
            _ends(self._running)[0].write(encode(message) + "\n")

    def _hear(self) -> ClientMessage:
        """Return the next message of the program."""
        assert self._running is not None
        try:
            line = _ends(self._running)[1].readline(LONGEST_REQUEST + 2)
        except UnicodeDecodeError as error:
            raise self._error(f"its answer is no text: {error}") from None
        if not line:
            raise self._error(f"it ended with exit code {self._running.wait()} and no answer")
        try:
            return decode_request(line.rstrip("\n"))
        except CodecError as error:
            raise self._error(f"its answer {line[:80]!r} cannot be read: {error}") from None

    def _error(self, text: str) -> PipeError:
        return PipeError(f"the bot {self.bot.command!r}: {text}")


def _ends(running: Popen[str]) -> tuple[IO[str], IO[str]]:
    assert running.stdin is not None
    assert running.stdout is not None
    return running.stdin, running.stdout


def _stop(running: Popen[str]) -> None:
    """Let a program end, and kill it if it does not."""
    from subprocess import TimeoutExpired  # noqa: PLC0415  # this module can be imported on systems without processes

    send, receive = _ends(running)
    with suppress(OSError):  # it may have ended already
        send.close()
    try:
        running.wait(_PATIENCE)
    except TimeoutExpired:
        running.kill()
        running.wait()
    receive.close()
