"""A small server for one table: it speaks `toledo_rules.protocol`, saves every move, and holds no rule.

    python examples/server.py game.toledo Ana Ben

It prints an address for each player. `examples/typescript/client.ts` is a client for it. Started again with the same
file, it goes on where it was, with the same addresses. A server for many tables, with bots and pages, is in
`examples/web`.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom
from secrets import token_urlsafe

from websockets.asyncio.server import ServerConnection, serve

from toledo_rules import Game, Seat
from toledo_rules.errors import CodecError
from toledo_rules.protocol import (
    LONGEST_REQUEST,
    FailureCode,
    decode_request,
    encode,
    failure,
    hello,
    respond,
    table_update,
)
from toledo_rules.record import load_record


class TableServer:
    """A game, and who may play which seat."""

    def __init__(self, game: Game, tokens: Sequence[str]) -> None:
        self.game = game
        self.seats: dict[str, Seat] = {token: seat for seat, token in enumerate(tokens)}

    async def welcome(self, connection: ServerConnection) -> None:
        """Tell a client what happens at the table, and do what it asks, until it leaves."""
        token = connection.request.path.strip("/") if connection.request else ""
        seat = self.seats.get(token)
        if seat is None:
            await connection.send(encode(failure(FailureCode.NO_SUCH_TABLE)))
            return
        news: asyncio.Queue[str] = asyncio.Queue()
        news.put_nowait(encode(hello(self.game, seat)))
        news.put_nowait(encode(table_update(self.game, seat)))
        stop = self.game.subscribe(
            lambda update: news.put_nowait(encode(table_update(self.game, seat, update))), seat
        )
        sending = asyncio.create_task(send_all(news, connection))
        try:
            async for text in connection:
                try:
                    answer = respond(self.game, seat, decode_request(text))
                except CodecError as error:
                    answer = failure(error)
                if answer is not None:
                    news.put_nowait(encode(answer))
        finally:
            stop()
            sending.cancel()


async def send_all(news: asyncio.Queue[str], connection: ServerConnection) -> None:
    """Send one message after the other."""
    while True:
        await connection.send(await news.get())


def open_table(file: Path, names: Sequence[str]) -> TableServer:
    """Return a new table, or the one that the file holds. The tokens are in a file beside it."""
    seats, chance = file.with_suffix(".seats"), SystemRandom()
    if file.exists():
        record = load_record(file).complete()
        game = Game.from_record(record, rng=chance, autosave=file)
    else:
        game = Game(names, rng=chance, autosave=file)
        seats.write_text("\n".join(token_urlsafe(12) for _ in names), encoding="utf-8")
    return TableServer(game, seats.read_text(encoding="utf-8").split())


async def run(table: TableServer, port: int) -> None:
    """Serve a table until the program is stopped."""
    async with serve(table.welcome, "127.0.0.1", port, max_size=4 * LONGEST_REQUEST) as server:
        address = next(iter(server.sockets)).getsockname()
        for token, seat in table.seats.items():
            print(f"{table.game.names[seat]}: ws://127.0.0.1:{address[1]}/{token}", flush=True)
        await server.serve_forever()


def main(words: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="A table of Toledo for programs.")
    parser.add_argument("file", type=Path, help="the record of the game")
    parser.add_argument("names", nargs="*", default=["Ana", "Ben"], help="the players by seat")
    parser.add_argument("--port", type=int, default=8000, help="the port (8000); 0 for any")
    options = parser.parse_args(words)
    asyncio.run(run(open_table(options.file, options.names), options.port))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
