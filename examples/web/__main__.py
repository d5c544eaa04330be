"""The command: python -m examples.web, from the top of the project."""

from __future__ import annotations

import argparse
import gc
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

from .bots import invite
from .limits import Config, Limits, Server
from .server import Share, application
from .store import Store

HIGHEST_PORT = 65_535
DEFAULT_STORE = Path("toledo-tables.sqlite")


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number up to {HIGHEST_PORT}, not {number}")
    return number


def main(words: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m examples.web",
        description="Toledo for two to four people and bots, in browsers.",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (this machine)"
    )
    parser.add_argument("--port", type=_port, default=8008, help="the port (8008)")
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="a name under which browsers may ask, such as toledo.example (besides localhost)",
    )
    parser.add_argument("--pace", type=float, default=0.8, help="seconds before a bot acts (0.8)")
    parser.add_argument(
        "--store",
        type=Path,
        default=DEFAULT_STORE,
        metavar="FILE",
        help=f"the file for all tables ({DEFAULT_STORE})",
    )
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=MODULE:OBJECT",
        help="a bot of your own that people can choose, besides those of the library",
    )
    parser.add_argument(
        "--generous",
        type=float,
        default=1.0,
        metavar="N",
        help="let each client have N times as much (1): behind a proxy that does not say who asks, all are one client",
    )
    options = parser.parse_args(words)
    try:
        own_bots = dict(map(invite, options.bot))
    except ValueError as error:
        parser.error(f"--bot: {error}")
    try:
        limits = Limits.of_system()
        store = Store(options.store)
    except (sqlite3.Error, OSError, ValueError) as error:
        parser.error(f"{options.store}: {error}")
    names = ("127.0.0.1", "localhost", "[::1]", options.host, *options.name)
    hosts = frozenset(one for name in names for one in (name, f"{name}:{options.port}"))
    # Positions have no cycles, and there are many: the search for cycles took a third of the time for a letter.
    gc.set_threshold(50_000, 20, 100)
    share = Share().times(options.generous)
    app = application(store, hosts=hosts, pause=options.pace, share=share, own_bots=own_bots)
    for why in app.state.house.aside:
        print(f"{options.store}: {why} (set aside)", file=sys.stderr)
    print(f"Toledo is at http://{options.host}:{options.port}/ (Ctrl+C ends it)", flush=True)
    config = Config(
        app,
        limits,
        host=options.host,
        port=options.port,
        log_level="warning",
        timeout_graceful_shutdown=3,
    )
    Server(config).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
