"""The page around the board: its text, its scripts, and their words in all languages of the site."""

import json
import tomllib
from pathlib import Path

from toledo_rules import shipped_edition
from toledo_rules.editions import SHIPPED_EDITIONS
from website.board.desk import ANALYSIS, on_offer
from website.languages import LANGUAGE_NAMES
from website.live import words_of_choosing
from website.pages import Pages

HERE = Path(__file__).parent

LEVELS = (1, 3, 5, 7, 8)
BOTS = (ANALYSIS, "greedy", "planner", "racer", *(f"searcher:level={level}" for level in LEVELS))
"""The advisers that a reader can ask: the analysis, then bots from weak to strong."""

_PAGE = """---
hide: [navigation, toc]
---

# The board

Set up any table, or open a position, and play on. Whatever is not allowed is explained, with the rule.
{ .board-opening }

<link rel="stylesheet" href="board/board.css">
<div id="board" class="board-app">
<noscript>The board needs scripts. The <a href="rules/examples.html">examples</a> do not.</noscript>
</div>
<script src="board/data.js" defer></script>
<script src="board/board.js" defer></script>

<div class="board-about" markdown>
The board is the library itself, the same code that the tests of this site check, running in your browser: Python as
WebAssembly. {costs} Nothing you do here leaves your device. A link to a position can be sent to anybody: it opens the
same position.
</div>
"""


def words() -> dict[str, dict[str, str]]:
    """Return the words of the page by language."""
    return {
        code: tomllib.loads((HERE / "words" / f"{code}.toml").read_text(encoding="utf-8"))
        | words_of_choosing(code)
        for code in LANGUAGE_NAMES
    }


def add_board(pages: Pages) -> None:
    """Add the page, its scripts and its words."""
    editions = [shipped_edition(name) for name in SHIPPED_EDITIONS]
    data = {
        "words": words(),
        "languages": LANGUAGE_NAMES,
        "editions": [on_offer(one) for one in editions],
        "bots": BOTS,
    }
    pages.add("board.md", _PAGE.replace("{costs}", costs()))
    pages.add("board/data.js", f"window.TOLEDO_BOARD = {json.dumps(data, ensure_ascii=False)};\n")
    for name in ("board.js", "board.css", "worker.js", "logic.js"):
        pages.add(f"board/{name}", (HERE / name).read_text(encoding="utf-8"))


def costs() -> str:
    """Return a sentence on what it costs to start a board, as it was measured."""
    file = HERE / "costs.json"
    if not file.exists():
        return ""
    found = json.loads(file.read_text(encoding="utf-8"))
    return (
        f"To the first board it loads {found['megabytes']} MB and takes {found['least seconds']} to "
        f"{max(found['runs'])} seconds of computing time, as measured in {found['browser']} on {found['date']}."
    )
