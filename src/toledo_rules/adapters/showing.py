"""Showing an environment to people, without a window system.

| mode | what `render` gives |
|---|---|
| ansi | the board as text |
| svg | the board as an SVG picture |
| human | nothing: the picture goes to a page in a file, whose address is printed once; the page reloads itself |
"""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import mkdtemp

from toledo_rules.render import svg, text
from toledo_rules.state import State
from toledo_rules.views import View

MODES = ("human", "ansi", "svg")

PAGE = """\
<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>Toledo</title></head>
<body>{picture}</body>
</html>
"""


class Screen:
    """Where positions are shown.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> Screen("svg").show(new_game(2, Random(1)))[:4]
    '<svg'
    """

    def __init__(self, mode: str | None) -> None:
        if mode is not None and mode not in MODES:
            raise ValueError(f"the render modes are {', '.join(MODES)}, not {mode}")
        self.mode = mode
        self.page: Path | None = None
        """The page of the mode ``human``, from the first picture until the screen is closed."""

    def show(self, position: State | View) -> str | None:
        """Show a position, in the way of the mode; without a mode, nothing happens."""
        if self.mode == "ansi":
            return text(position)
        if self.mode == "svg":
            return svg(position)
        if self.mode == "human":
            self._write(PAGE.format(picture=svg(position)))
        return None

    def close(self) -> None:
        """Take the page away."""
        if self.page is not None:
            shutil.rmtree(self.page.parent)
            self.page = None

    def _write(self, page: str) -> None:
        first = self.page is None
        if self.page is None:
            self.page = Path(mkdtemp(prefix="toledo-")) / "toledo.html"
        # In one step, so that a browser never reads half a page.
        new = self.page.with_suffix(".new")
        new.write_text(page, encoding="utf-8")
        new.replace(self.page)
        if first:
            print(f"The game is shown on {self.page.as_uri()}")  # noqa: T201  a person asked to see it
