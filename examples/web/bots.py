"""Bots under supervision: each kind in a process of its own, which is asked over a pipe and has a limit of time.

The bots of the library are there by name. Whoever starts the server may add others, see `invite`; whoever plays can
choose among all of these and no others.

The pipe speaks `toledo_rules.protocol`: a greeting with the edition, then a question for every decision, answered with
an action. A bot that takes too long or dies is started again, and the move is made by a simple bot in its place, so
that no table ever hangs. ``python -m examples.web.bots greedy`` is such a process.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections import OrderedDict
from contextlib import suppress
from functools import partial

from toledo_rules import Action, Seat, ToledoError, legal_actions
from toledo_rules.bots import Bot, bot_names, for_game, load_bot, make_bot, register_bot
from toledo_rules.protocol import (
    PROTOCOL,
    Hello,
    Play,
    Question,
    decode_answer,
    decode_request,
    encode,
)

STAND_IN = "greedy"
"""The bot that plays for one that fails or is not there."""

PATIENCE = 10.0
"""Seconds that a bot may think."""

LONGEST_LINE = 1 << 20
"""Bytes of a line: a question has a few thousand."""

MOST_PLAYERS = 500
"""Seats for which a process keeps something; the one that was asked longest ago is forgotten."""


def invite(wish: str) -> tuple[str, str]:
    """Add a bot to those that people can choose: ``NAME=MODULE:OBJECT``, or ``NAME=`` whatever else `load_bot` knows.

    Return its name and what makes it. Raises ValueError if there is no such bot, or one of that name already.
    """
    name, equals, spec = wish.partition("=")
    if not equals or not spec:
        raise ValueError(f"a bot is given as NAME=MODULE:OBJECT, not as {wish!r}")
    load_bot(spec)  # it must be there
    register_bot(name, partial(load_bot, spec), title=name)
    return name, spec


class BotProcess:
    """A bot in a process of its own."""

    def __init__(self, name: str, spec: str | None = None, *, patience: float = PATIENCE) -> None:
        if name not in bot_names():
            raise ValueError(f"there is no bot {name!r}")
        self._spec = spec or name
        self._patience = patience
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self.failures = 0
        """Number of questions that the bot did not answer."""

    async def choose(self, greeting: Hello, question: Question) -> Action:
        """Return the bot's choice; if it fails, that of a simple bot."""
        async with self._turn:
            try:
                answer = await asyncio.wait_for(self._ask(greeting, question), self._patience)
                if answer in question.actions:
                    return answer
            except (TimeoutError, OSError, ToledoError, EOFError):
                pass
            self.failures += 1
            await self.close()
        return make_bot(STAND_IN).choose(question.view, random.SystemRandom())

    async def _ask(self, greeting: Hello, question: Question) -> Action:
        process = self._process
        if process is None or process.returncode is not None:
            process = self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "examples.web.bots", self._spec),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
            )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{encode(greeting)}\n{encode(question)}\n".encode())
        await process.stdin.drain()
        while True:
            line = await process.stdout.readline()
            if not line:
                raise EOFError("the bot has gone")
            said = decode_request(line.decode())
            if isinstance(said, Play) and said.id == question.id:
                return said.action

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()


def main(spec: str) -> None:
    """Answer questions until nobody asks any more.

    A greeting comes before each question and names the table as its program: a bot that keeps something during a game
    (`for_game`) is another one at each seat of each table.
    """
    bot, rng = load_bot(spec), random.SystemRandom()
    print(encode(Hello(PROTOCOL, spec)), flush=True)
    players: OrderedDict[tuple[str, Seat | None], Bot] = OrderedDict()
    greeting = Hello(PROTOCOL, spec)
    for line in sys.stdin:
        asked = decode_answer(line, greeting.edition)
        if isinstance(asked, Hello):
            greeting = asked
        elif isinstance(asked, Question):
            key = (greeting.program, greeting.seat)
            if key not in players:
                players[key] = for_game(bot)
            players.move_to_end(key)
            if len(players) > MOST_PLAYERS:
                players.popitem(last=False)
            action = players[key].choose(asked.view, rng)
            assert action in legal_actions(asked.view)
            print(encode(Play(asked.id, asked.version, action)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
