"""A load test that stops by itself: python -m examples.web.load --tables 200 --watchers 400 --seconds 30.

It starts a server of its own, opens tables, lets one program play all seats of every table at the pace of people, and
others watch. It prints how long a move takes from the click to the update, bytes and CPU time of the server for each
change and viewer, and memory for each table.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

SEATS = [{"name": "Ana"}, {"name": "Ben"}]


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
        return connect(address, max_size=None, open_timeout=60)

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
                if asked is not None:
                    self.waits.append(time.monotonic() - asked)
                    asked = None
                choices = said.get("choices")
                if isinstance(choices, dict) and choices["moves"]:
                    action = random.choice(choices["moves"])["action"]  # no secret
                    await asyncio.sleep(random.uniform(0, 2 * self.pause))
                    request = {"type": "play", "id": 1, "expect": said["version"]}
                    asked = time.monotonic()
                    await socket.send(json.dumps({**request, "action": action}))

    async def hear(self, socket: ClientConnection) -> dict[str, object]:
        """Return the next message."""
        text = str(await socket.recv())
        if text.startswith('{"type":"update"'):
            self.updates += 1
            self.bytes += len(text)
        found: dict[str, object] = json.loads(text)
        return found


def open_table(url: str) -> tuple[list[str], str]:
    """Return the tokens of the seats of a new table, and that of its spectators."""
    request = Request(f"{url}/api/tables", json.dumps({"seats": SEATS}).encode())  # noqa: S310  # our own server
    with urlopen(request, timeout=60) as answer:  # noqa: S310  # our own server
        table = json.load(answer)["table"].rpartition("/")[2]
    with urlopen(f"{url}/api/tables/{table}", timeout=60) as answer:  # noqa: S310  # our own server
        links = json.load(answer)
    tokens = [seat["link"].rpartition("/")[2] for seat in links["seats"]]
    return tokens, links["watch"].rpartition("/")[2]


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
    tables = [open_table(url) for _ in range(options.tables)]
    opened, _ = memory_and_time(process)
    watching = [tables[number % len(tables)][1] for number in range(options.watchers)]
    clients = [load.play(token) for seats, _ in tables for token in seats]
    clients += [load.watch(token) for token in watching]
    tasks = [asyncio.create_task(client) for client in clients]
    await asyncio.sleep(options.settle)
    load.waits.clear()
    load.updates = load.bytes = 0
    _, begun = memory_and_time(process)
    await asyncio.sleep(options.seconds)
    load.ended = True
    used, cpu = memory_and_time(process)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    waits = sorted(load.waits) or [0.0]
    print(f"tables {options.tables}, players {2 * options.tables}, watchers {options.watchers}")
    print(
        f"moves {len(waits)} in {options.seconds} s, {len(waits) / options.seconds:.1f} each second"
    )
    for part in (50, 95, 99):
        print(f"{part} % of moves within {1000 * waits[len(waits) * part // 100 - 1]:.0f} ms")
    heard = max(load.updates, 1)
    print(
        f"for each change and viewer: {load.bytes / heard / 1000:.1f} kB of JSON before compression,"
    )
    print(f"  {1000 * (cpu - begun) / heard:.2f} ms of server CPU")
    each = 1000 / options.tables
    print(f"memory: {used:.0f} MB; {(opened - before) * each:.0f} kB for a new table,")
    print(f"  {(used - before) * each:.0f} kB for a table with players and watchers")


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
        words = ("--port", str(options.port), "--store", f"{folder}/tables.sqlite")
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
