"""Bots under supervision: each kind in a process of its own, which is asked over a pipe and has a limit of time.

The bots of the library are there by name, and those of the lab if it is installed, with a choice of levels. Whoever
starts the server may add others, see `invite`; whoever plays can choose among all of these and no others.

The pipe speaks `toledo_rules.protocol`: a greeting with the edition, then a question for every decision, answered with
an action. A bot that takes too long or dies is started again, and the move is made by a simple bot in its place, so
that no table ever hangs. ``python -m examples.web.bots greedy`` is such a process, and ``python -m examples.web.bots``
measures what each of them costs.
"""

from __future__ import annotations

import asyncio
import math
import random
import sys
import time
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Final

from attrs import frozen

from toledo_rules import Action, Game, Seat, Stream, ToledoError, legal_actions
from toledo_rules.bots import Bot, bots, for_game, load_bot, make_bot, register_bot
from toledo_rules.notation import parse_action
from toledo_rules.protocol import (
    PROTOCOL,
    Hello,
    Play,
    Question,
    decode_answer,
    decode_request,
    encode,
)

FALLBACK: Final = "greedy"
"""The bot that steps in for one that fails or no longer exists."""

LEVELLED: Final = "searcher"
"""The bot of the lab that plays on several levels."""
MORE_LEVELS: Final = {1: 2, 3: 5, 4: 7, 6: 9}
"""Its levels that are as strong as no other bot, each with its strength among all bots."""

PROMPT: Final = 0.5
"""Seconds in which a hint has to come, and a move for somebody who has left."""
COSTS: Final = {
    "random": 0.01,
    "searcher:level=1": 0.01,
    "greedy": 0.01,
    "planner": 0.01,
    "searcher:level=3": 0.01,
    "racer": 0.03,
    "searcher:level=4": 0.01,
    "searcher": 0.04,
    "searcher:level=6": 0.25,
}
"""Seconds of CPU time that the slowest of some decisions takes, as ``python -m examples.web.bots`` has measured."""

PATIENCE = 10.0
"""Seconds that a bot may think."""

LONGEST_LINE = 1 << 20
"""Bytes of a line: a question has a few thousand."""

MOST_PLAYERS = 500
"""Seats for which a process keeps something; the one that was asked longest ago is forgotten."""


@frozen
class Player:
    """A bot that people can choose."""

    spec: str
    """Its name, perhaps with a level: what `load_bot` knows it by."""
    name: str
    title: str
    level: int
    """Strength, from 1 to 10; 0 if unrated."""


def players() -> tuple[Player, ...]:
    """Return the bots that people can choose, from weak to strong, then those without a rating."""
    found = [Player(bot.name, bot.name, bot.title, bot.level) for bot in bots()]
    for bot in [bot for bot in bots() if bot.name == LEVELLED]:
        found += [
            Player(f"{bot.name}:level={level}", bot.name, bot.title, strength)
            for level, strength in MORE_LEVELS.items()
        ]
    return tuple(sorted(found, key=lambda player: player.level or math.inf))


def choosable() -> tuple[str, ...]:
    """Return the bots that people can choose, as they are saved."""
    return tuple(player.spec for player in players())


def stand_in(costs: Mapping[str, float] = COSTS) -> str:
    """Return the strongest bot that is known to answer promptly: it gives hints, and plays for those who have left."""
    prompt = (one for one in players() if costs.get(one.spec, math.inf) <= PROMPT)
    return max(prompt, key=lambda player: player.level).spec


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
        if name not in choosable():
            raise ValueError(f"there is no bot {name!r}")
        self._spec = spec or name
        self._patience = patience
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self.failures = 0
        """Number of questions that the bot did not answer."""

    async def choose(self, greeting: Hello, question: Question) -> Action:
        """Return the bot's choice; if it fails, or too many others ask it, that of a simple bot."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._turn.acquire(), self._patience)  # many may be asking
            try:
                answer = await asyncio.wait_for(self._ask(greeting, question), self._patience)
                if answer in question.actions:
                    return answer
                await self._fail()
            except (TimeoutError, OSError, ToledoError, EOFError):
                await self._fail()
            finally:
                self._turn.release()
        return make_bot(FALLBACK).choose(question.view, random.SystemRandom())

    async def _fail(self) -> None:
        self.failures += 1
        await self.close()

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
                action = said.action
                edition = question.view.edition
                return parse_action(action, edition) if isinstance(action, str) else action

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()


def main(spec: str) -> None:
    """Answer questions until the input ends.

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


def measure(spec: str, games: int = 3, every: int = 9) -> float:
    """Return the seconds of CPU time that the slowest of some decisions takes a bot, at all stages of games."""
    slowest, other, rng = 0.0, make_bot(FALLBACK), Stream(0)
    for seed in range(games):
        game, bot = Game(2 + seed, seed=seed), for_game(load_bot(spec))
        while not game.over:
            view = game.view(game.active)
            if len(game.history) % every == 0:
                begun = time.process_time()
                bot.choose(view, rng)
                slowest = max(slowest, time.process_time() - begun)
            game.play(other.choose(view, rng))
    return slowest


if __name__ == "__main__":
    if sys.argv[1:]:
        main(sys.argv[1])
    else:
        for spec in choosable():
            print(f'    "{spec}": {measure(spec):.3f},', flush=True)
