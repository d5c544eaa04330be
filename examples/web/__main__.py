"""The command: python -m examples.web, from the top of the project."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from .lobby import Lobby
from .server import Server


def main(words: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m examples.web",
        description="Toledo for two to four people and bots, in browsers on this machine.",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (this machine)"
    )
    parser.add_argument("--port", type=int, default=8008, help="the port; 0 takes any (8008)")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds before a bot acts (1)")
    parser.add_argument(
        "--save", type=Path, metavar="FOLDER", help="keep every game in a file there"
    )
    options = parser.parse_args(words)
    if options.save is not None and not options.save.is_dir():
        parser.error(f"there is no folder {options.save}")
    try:
        server = Server(Lobby(pace=options.pace, folder=options.save), options.host, options.port)
    except (OSError, OverflowError) as error:
        parser.error(f"cannot listen on {options.host}, port {options.port}: {error}")
    print(f"Toledo is at {server.url}/ (Ctrl+C ends it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        server.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
