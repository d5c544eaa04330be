"""A server of the web example for tests, and somebody who talks to it without a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

from attrs import frozen

from examples.web.lobby import Lobby
from examples.web.server import Server
from examples.web.table import Table
from toledo_rules import Edition, Seat
from toledo_rules.bots import GreedyBot
from toledo_rules.editions import KOSMOS_2008
from toledo_rules.game import Game
from toledo_rules.phases import Phase, TurnStart

PATIENCE = 120
"""Seconds after which a test gives up. Nothing here takes more than one, but machines can be busy."""

NAMES = ("Ana", "Ben", "Carla", "Diego")


@contextmanager
def serving(lobby: Lobby | None = None) -> Iterator[House]:
    """A server on a free port. At the end no thread of it is left."""
    server = Server(lobby or Lobby())
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield House(server)
    finally:
        server.shutdown()
        server.close()
        thread.join()


@frozen
class Answer:
    """What the server said."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def said(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


@frozen(eq=False)
class House:
    """A server, and ways to talk to it."""

    server: Server

    def put_up(self, table: Table) -> tuple[str, ...]:
        """Put up a table; the tokens of its seats."""
        return self.server.lobby.tables[self.server.lobby.add(table)].seats

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        raw: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """A request, and its answer."""
        content = raw if raw is not None else None if body is None else json.dumps(body).encode()
        connection = HTTPConnection("127.0.0.1", self.server.server_port, timeout=PATIENCE)
        try:
            connection.request(method, path, content, headers or {})
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.getheaders()), answer.read())
        finally:
            connection.close()

    def get(self, path: str) -> Answer:
        """Look at something."""
        return self.ask("GET", path)

    def post(self, path: str, body: object) -> Answer:
        """Do something."""
        return self.ask("POST", path, body)

    @contextmanager
    def listening(self, seat: str, query: str = "") -> Iterator[News]:
        """What a seat is sent."""
        connection = HTTPConnection("127.0.0.1", self.server.server_port, timeout=PATIENCE)
        try:
            connection.request("GET", f"/api/seats/{seat}/events{query}")
            yield News(connection.getresponse())
        finally:
            connection.close()


@frozen(eq=False)
class News:
    """What comes from the server, one by one."""

    answer: HTTPResponse

    def raw(self) -> bytes:
        """The next line with something in it, as it came."""
        while (line := self.answer.readline()) in (b"\n", b":\n"):
            pass
        return line

    def next(self) -> Any:
        """The next letter."""
        return json.loads(self.raw().removeprefix(b"data: "))


def played(
    decisions: int,
    players: int = 3,
    *,
    seed: int = 5,
    seat: Seat | None = None,
    edition: Edition = KOSMOS_2008,
    at: type[Phase] = TurnStart,
) -> Game:
    """A game after so many decisions of bots, or the next time after it when the seat is at that phase, or its end."""
    rng, bot = Random(seed), GreedyBot()
    game = Game(NAMES[:players], rng=rng, edition=edition)
    while not game.over and (
        len(game.history) < decisions
        or (seat is not None and (game.active != seat or not isinstance(game.state.phase, at)))
    ):
        game.play(bot.choose(game.view(game.active), rng))
    return game


PAGE = Path(__file__).parents[1] / "examples" / "web" / "page"
