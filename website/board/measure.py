"""`python -m website.board.measure`: what it costs to start a board, in a real browser; `--write` keeps the result.

The site is served without compression, as `make docs SERVE=8000` does it. A reader opens the page and deals, with
nothing in the browser's cache. Counted are the bytes that the server sends and the computing time of the browser, from
the request for the page until the first board is there: of all its processes but the spare one that it keeps for the
next page. On a busy machine the same work takes more computing time, so the least of the runs comes closest to a
machine of one's own. `costs.json` is the dated result, which the page quotes.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import IO, Any, ClassVar

from tests.browser import Browser, Window, browsing

RESULT = Path(__file__).parent / "costs.json"
SITE = Path("build") / "site"
KINDS = {
    "Python": ("pyodide.", "first.zip"),
    "the library": ("library.packed",),
    "the page": ("",),
}
"""Kinds of files by the beginnings of their names; the last is everything else."""


class Counting(SimpleHTTPRequestHandler):
    """Serves files, and counts what it sends."""

    sent: ClassVar[Counter[str]] = Counter()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # named by the base class
        """Says nothing."""

    def copyfile(self, source: Any, outputfile: IO[bytes]) -> None:  # type: ignore[override]  # one kind of file
        """Send a file."""
        name = Path(self.path).name
        kind = next(kind for kind, names in KINDS.items() if name.startswith(names))
        content = source.read()
        self.sent[kind] += len(content)
        outputfile.write(content)


@contextmanager
def serving() -> Iterator[str]:
    """Serve the site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Counting, directory=str(SITE))) as httpd:
        thread = Thread(target=httpd.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{httpd.server_port}/"
        httpd.shutdown()
        thread.join()


def computing_time(browser: Browser) -> Counter[tuple[str, int]]:
    """Return the seconds that each process of the browser has computed, by its kind and number."""
    asked = browser.new_browser_cdp_session()
    found = asked.send("SystemInfo.getProcessInfo")["processInfo"]
    asked.detach()
    return Counter({(one["type"], one["id"]): one["cpuTime"] for one in found})


def first_board(browser: Browser, address: str) -> float:
    """Open a board, with nothing kept from before. Return the seconds of computing time."""
    with Window.open(browser, width=1366, height=768) as window:
        before = computing_time(browser)
        window.page.goto(address + "board.html")
        window.page.locator("[data-part=deal]").click()
        window.page.locator("#board[data-state=ready]").wait_for()
        spent = computing_time(browser)
        spent.subtract(before)
        window.assert_clean()
    pages = [seconds for (kind, _), seconds in spent.items() if kind == "renderer"]
    others = [seconds for (kind, _), seconds in spent.items() if kind != "renderer"]
    return max(pages) + sum(others)


def main() -> None:
    """Measure, and print or write the result."""
    parser = argparse.ArgumentParser(prog="python -m website.board.measure", description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="boards to start (default: 5)")
    parser.add_argument("--write", action="store_true", help=f"write {RESULT.name}")
    options = parser.parse_args()
    with serving() as address, browsing() as browser:
        seconds = [round(first_board(browser, address), 2) for _ in range(options.runs)]
        version = browser.version
    sent = {kind: round(number / options.runs) for kind, number in Counting.sent.items()}
    result = {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "browser": f"Chromium {version.partition('.')[0]}",
        "megabytes": round(sum(sent.values()) / 1e6, 1),
        "seconds": round(median(seconds), 1),
        "least seconds": round(min(seconds), 1),
        "bytes": dict(sorted(sent.items())),
        "runs": seconds,
    }
    text = json.dumps(result, indent=1) + "\n"
    print(text)
    if options.write:
        RESULT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
