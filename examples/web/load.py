"""A load test that stops by itself: python -m examples.web.load --tables 200 --watchers 400 --seconds 30.

It starts a server of its own, opens tables, lets one program play all seats of every table at the pace of people, and
others watch, all of them by the protocol. It prints lines for the README: how long a move takes from the click to the
update, bytes and CPU time of the server for each change and viewer, and memory for each table. The figures mean
something on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from toledo_rules import Game, Stream
from toledo_rules.bots import make_bot
from toledo_rules.protocol import Play, encode
from toledo_rules.record import format_record

MOST_PLAYED = 140
"""Decisions that were made at a table before the test: a game of two has about 200."""
SEATS = [{"name": "Ana"}, {"name": "Ben"}]


class CountingConnection(ClientConnection):
    """A connection that counts the bytes that come in, as they were on the wire."""

    received = 0

    def data_received(self, data: bytes) -> None:
        """Take in some bytes."""
        CountingConnection.received += len(data)
        super().data_received(data)


class Load:
    """The clients of a load test, and what they measure."""

    def __init__(self, url: str, pause: float) -> None:
        self.url = url
        self.pause = pause
        self.ended = False
        self.waits: list[float] = []
        """Seconds from each request to the update."""
        self.updates = 0
        """Updates that anybody has heard."""
        self.bytes = 0
        """Bytes of these updates, as JSON."""

    def connect(self, token: str) -> connect:
        """Return a connection to a seat."""
        address = f"{self.url.replace('http', 'ws')}/api/seats/{token}/ws"
        return connect(
            address, max_size=None, open_timeout=60, create_connection=CountingConnection
        )

    async def watch(self, token: str) -> None:
        """Hear everything at a table."""
        async with self.connect(token) as socket:
            while not self.ended:
                await self.hear(socket)

    async def play(self, token: str) -> None:
        """Play a seat: a random move whenever there is one."""
        asked: float | None = None
        async with self.connect(token) as socket:
            while not self.ended:
                said = await self.hear(socket)
                if said is None:
                    continue
                version, actions = said
                if asked is not None:
                    self.waits.append(time.monotonic() - asked)
                    asked = None
                if actions:
                    await asyncio.sleep(random.uniform(0, 2 * self.pause))
                    asked = time.monotonic()
                    await socket.send(encode(Play(1, version, random.choice(actions))))  # no secret

    async def hear(self, socket: ClientConnection) -> tuple[int, list[str]] | None:
        """Return the version and the legal actions of the next update; None for anything else."""
        text = str(await socket.recv())
        said = json.loads(text)
        if said["type"] != "update":
            return None
        self.updates += 1
        self.bytes += len(text.encode())
        return said["version"], [_first(move, said["parts"]) for move in said["moves"]]


def _first(move: Any, parts: Any) -> str:
    """Return the first of the actions that are told as one."""
    words = [parts[group][0].rpartition(":")[2] for group in move.get("options", ())]
    return str(move["action"]).replace("*", words[0] if words else "")


def begun(number: int) -> str:
    """Return the record of a game that has gone on for a while: tables are at all stages of a game."""
    game, bot, rng = Game(["Ana", "Ben"], seed=number), make_bot("greedy"), Stream(number)
    record = game.record()
    while len(game.history) < number * 37 % MOST_PLAYED and not game.over:
        record = game.record()
        game.play(bot.choose(game.view(game.active), rng))
    return format_record(record)


def open_table(url: str, number: int) -> tuple[list[str], str]:
    """Return the tokens of the seats of a new table, and that of its spectators."""
    wish = {"seats": SEATS, "record": begun(number)}
    with closing(HTTPConnection(urlsplit(url).netloc, timeout=60)) as server:

        def ask(method: str, path: str, body: object = None) -> Any:
            server.request(method, path, json.dumps(body))
            return json.load(server.getresponse())

        room = f"/api{ask('POST', '/api/tables', wish)['table'].replace('table', 'tables')}"
        claims = [{"seat": seat, **person} for seat, person in enumerate(SEATS)]
        links = [ask("POST", room, claim)["seat"] for claim in claims]
        tokens = [link.rpartition("/")[2] for link in (*links, ask("GET", room)["watch"])]
    return tokens[:-1], tokens[-1]


def memory_and_time(process: int) -> tuple[float, float]:
    """Return the megabytes and the CPU seconds of a process, by the files of Linux."""
    folder = Path(f"/proc/{process}")
    pages = int((folder / "statm").read_text().split()[1])
    ticks = (folder / "stat").read_text().rpartition(")")[2].split()
    return pages * 4096 / 1e6, (int(ticks[11]) + int(ticks[12])) / 100


async def run(options: argparse.Namespace, url: str, process: int) -> None:
    """Run the test, and print what came out."""
    load = Load(url, options.pause)
    before, _ = memory_and_time(process)
    tables = [open_table(url, number) for number in range(options.tables)]
    opened, _ = memory_and_time(process)
    watching = [tables[number % len(tables)][1] for number in range(options.watchers)]
    clients = [load.play(token) for seats, _ in tables for token in seats]
    clients += [load.watch(token) for token in watching]
    tasks = [asyncio.create_task(client) for client in clients]
    await asyncio.sleep(options.settle)
    load.waits.clear()
    load.updates = load.bytes = CountingConnection.received = 0
    _, begun = memory_and_time(process)
    await asyncio.sleep(options.seconds)
    load.ended = True
    used, cpu = memory_and_time(process)
    received = CountingConnection.received
    for task in tasks:
        task.cancel()
    failures = await asyncio.gather(*tasks, return_exceptions=True)
    lost = sum(not isinstance(failure, asyncio.CancelledError | None) for failure in failures)
    waits, heard = sorted(load.waits) or [0.0], max(load.updates, 1)
    shares = [
        f"{part} % within {1000 * waits[len(waits) * part // 100 - 1]:.0f} ms"
        for part in (50, 95, 99)
    ]
    each = 1000 / options.tables
    today, cores = datetime.now(UTC), os.cpu_count()
    print(f"{today:%d %B %Y}, {cores} cores, load of the machine {os.getloadavg()[0]:.1f}:")
    print(
        f"- {options.tables} tables, {2 * options.tables} players, {options.watchers} watchers, {lost} lost;"
    )
    print(
        f"- {len(waits)} moves in {options.seconds:.0f} s, from the click to the update {', '.join(shares)};"
    )
    print(
        f"- for each change and viewer {load.bytes / heard / 1000:.1f} kB of JSON, "
        f"{received / heard / 1000:.1f} kB on the wire, {1000 * (cpu - begun) / heard:.2f} ms of server CPU;"
    )
    print(
        f"- memory {used:.0f} MB: {(opened - before) * each:.0f} kB for a new table, "
        f"{(used - before) * each:.0f} kB for a table with players and watchers."
    )


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m examples.web.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--watchers", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--settle", type=float, default=15, help="seconds before it counts")
    parser.add_argument(
        "--pause", type=float, default=5.0, help="mean seconds that a player thinks"
    )
    parser.add_argument("--port", type=int, default=18008)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        words = ["--port", str(options.port), "--store", f"{folder}/tables.sqlite"]
        words += ["--generous", "1000"]  # all visitors come from one address
        server = subprocess.Popen(
            [sys.executable, "-m", "examples.web", *words], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            server.stdout.readline()
            time.sleep(1)
            asyncio.run(run(options, f"http://127.0.0.1:{options.port}", server.pid))
        finally:
            server.terminate()
            server.wait(20)
    return 0


if __name__ == "__main__":
    sys.exit(main())
