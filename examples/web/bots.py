"""Bots under supervision: each kind in a process of its own, which is asked over a pipe and has a limit of time.

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

from attrs import frozen

from toledo_rules import Action, Seat, ToledoError, legal_actions
from toledo_rules.bots import Bot, bots, for_game, load_bot, make_bot, register_bot
from toledo_rules.protocol import (
    PROTOCOL,
    Hello,
    Play,
    Question,
    decode_answer,
    decode_request,
    encode,
)

PATIENCE = 10.0
"""Seconds that a bot may think."""

LONGEST_LINE = 1 << 20
"""Bytes of a line: a question has a few thousand."""

MOST_PLAYERS = 500
"""Seats for which a process keeps something; the one that was asked longest ago is forgotten."""


@frozen
class OwnBot:
    """A bot of whoever runs the server: of a module, or a program in any language."""

    spec: str
    """Bot as `load_bot` knows it."""

    def __call__(self) -> Bot:
        """Make the bot."""
        return load_bot(self.spec)


def add_bot(text: str) -> None:
    """Add a bot to those on the page, as ``NAME=BOT``. Raises `ValueError` if there is no such bot."""
    name, _, spec = text.partition("=")
    if not spec:
        raise ValueError(f"a bot of your own is NAME=BOT, not {text!r}")
    load_bot(spec)
    register_bot(name, OwnBot(spec))


class BotProcess:
    """A bot in a process of its own."""

    def __init__(self, name: str, *, patience: float = PATIENCE) -> None:
        entry = next((entry for entry in bots() if entry.name == name), None)
        if entry is None:
            raise ValueError(f"there is no bot {name!r}")
        self.name = name
        self._spec = entry.factory.spec if isinstance(entry.factory, OwnBot) else name
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
        return make_bot("greedy").choose(question.view, random.SystemRandom())

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
