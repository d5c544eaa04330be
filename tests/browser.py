"""A real browser for tests of everything that people look at: pictures, the web example, the site.

    from tests.browser import Browser, Window

    def test_the_page_shows_the_board(browser: Browser) -> None:        # a fixture: one Chromium for all of a module
        with Window.open(browser, width=360, height=800, dark=True) as window:
            window.page.goto("http://127.0.0.1:.../")           # or window.show("<p>any HTML</p>")
            ...
            window.assert_clean()

A `Window` is a page of its own: no cookies or storage of others. It records what must not happen: errors on the
console, uncaught exceptions, and requests that leave this machine. Such requests are stopped, so a test never depends
on a network. `assert_clean` fails if anything was recorded.

The browser is Debian's `chromium` (`make pages` installs it), or what CHROMIUM names. Waiting is done on
conditions, by Playwright, with a generous limit: a busy machine must not make a test fail. Every request of a page
passes through the thread of the test, so a test must not block while the page waits for an answer: ask Playwright to
wait.

`serving_files` serves a folder, `different_pixels` compares two pictures. `barriers` lets axe-core look for what keeps
people out; `make pages` installs it.
"""

from __future__ import annotations

import os
import shutil
from base64 import b64encode
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Literal
from urllib.parse import urlsplit

from attrs import Factory, define
from playwright.sync_api import Browser, ConsoleMessage, Page, Route, sync_playwright

__all__ = [
    "EVERYTHING",
    "PATIENCE",
    "Browser",
    "Page",
    "Window",
    "barriers",
    "browsing",
    "different_pixels",
    "serving_files",
]

PATIENCE = 120_000
"""Milliseconds to wait for anything on a page."""

ARGUMENTS = (
    "--no-sandbox",  # CI runs as root in a container
    "--disable-gpu",
    "--disable-dev-shm-usage",  # containers have little shared memory
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",  # colours are measured
    "--font-render-hinting=none",  # and so are texts
)

AXE = Path(__file__).parent / "axe" / "node_modules" / "axe-core" / "axe.min.js"

HERE = ("127.0.0.1", "localhost", "::1")


def chromium() -> str:
    """The program that is the browser."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert found, "no chromium here: make pages installs it, or say where it is in CHROMIUM"
    return found


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser without a window; it is closed at the end, whatever happens."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=list(ARGUMENTS), timeout=PATIENCE
        )
        try:
            yield browser
        finally:
            browser.close()


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files without a log."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # named by the base class
        """Say nothing."""


@contextmanager
def serving_files(folder: Path) -> Iterator[str]:
    """Serve the files of a folder, uncompressed; gives the address, without a slash at its end."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@define(eq=False, slots=False)  # Playwright notes its handlers on their objects
class Window:
    """A page, and what went wrong on it."""

    page: Page
    console_errors: list[str] = Factory(list)
    """Errors on the console, and uncaught exceptions."""
    outside_requests: list[str] = Factory(list)
    """Addresses on other machines that something on the page asked for, in vain."""

    @classmethod
    @contextmanager
    def open(
        cls,
        browser: Browser,
        *,
        width: int = 1280,
        height: int = 800,
        dark: bool = False,
        scale: float = 1,
        address: str | None = None,
    ) -> Iterator[Window]:
        """Open an empty page of this size in CSS pixels, with a preference for light or dark.

        Args:
            browser: where to open it.
            width: of the page in CSS pixels.
            height: of the part of the page that is seen at once.
            dark: the person prefers dark pages.
            scale: pixels of the screen for each CSS pixel.
            address: what relative addresses start from, such as ``http://127.0.0.1:41235``.
        """
        scheme: Literal["dark", "light"] = "dark" if dark else "light"
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            device_scale_factor=scale,
            reduced_motion="reduce",
            locale="en-GB",
            timezone_id="UTC",
            base_url=address,
        )
        context.set_default_timeout(PATIENCE)
        window = cls(context.new_page())
        context.route(lambda url: not _is_here(url), window._refuse)
        window.page.on("console", window._listen)
        window.page.on("pageerror", lambda error: window.console_errors.append(str(error)))
        try:
            yield window
        finally:
            context.close()

    def show(self, html: str) -> Page:
        """Show a piece of HTML, and wait until all of it is there."""
        self.page.set_content(html, wait_until="load")
        return self.page

    def assert_clean(self) -> None:
        """Fail if anything went wrong so far."""
        assert not self.console_errors, self.console_errors
        assert not self.outside_requests, self.outside_requests

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.console_errors.append(message.text)

    def _refuse(self, route: Route) -> None:
        self.outside_requests.append(route.request.url)
        route.abort()


def different_pixels(page: Page, one: bytes, other: bytes, *, most: int = 64) -> int:
    """Return how many pixels of two equally large PNG pictures differ, in a channel, by more than smoothed edges."""
    found = page.evaluate(PIXELS, [[b64encode(one).decode(), b64encode(other).decode()], most])
    assert found >= 0, "the pictures have different sizes"
    return int(found)


PIXELS = """async ([pictures, most]) => {
  const [one, other] = await Promise.all(pictures.map(async (text) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]));
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen.drawImage(image, 0, 0);
    return pen.getImageData(0, 0, image.width, image.height);
  }));
  if (one.width !== other.width || one.height !== other.height) return -1;
  const found = new Set(), [here, there] = [one.data, other.data];
  for (let at = 0; at < here.length; at++) if (Math.abs(here[at] - there[at]) > most) found.add(at >> 2);
  return found.size;
}"""


SERIOUS = ("serious", "critical")
EVERYTHING = ("minor", "moderate", *SERIOUS)


def barriers(page: Page, impacts: Collection[str] = SERIOUS) -> list[str]:
    """Return what axe-core finds serious or critical on a page, or all that it finds, with the elements concerned."""
    assert AXE.exists(), "axe-core is missing: make pages installs it"
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{violation['id']}: {', '.join(str(node['target'][0]) for node in violation['nodes'])}"
        for violation in found["violations"]
        if violation["impact"] in impacts
    ]


def _is_here(url: str) -> bool:
    address = urlsplit(url)
    return address.scheme in ("about", "blob", "data", "file") or address.hostname in HERE
