"""The page around the board: its text, its scripts, and their words in all languages of the site."""

import json
import tomllib
from datetime import date
from pathlib import Path

from toledo_rules import shipped_edition
from toledo_rules.editions import SHIPPED_EDITIONS
from website.board.desk import ANALYSIS, on_offer
from website.model.languages import LANGUAGE_NAMES, page_of, whole_page
from website.model.pages import Pages
from website.model.stamp import date_in_words
from website.pages.live import words_of_choosing

HERE = Path(__file__).parent

LEVELS = (1, 2, 3, 4, 5, 6)
BOTS = (ANALYSIS, "greedy", "planner", "racer", *(f"searcher:level={level}" for level in LEVELS))
"""The advisers that a reader can ask: the analysis, then bots from weak to strong."""

PAGE = "board"

_PAGE = """# {title} {{: #the-board }}

{opening}
{{ .board-opening }}

<link rel="stylesheet" href="board/board.css">
<div id="board" class="board-app">
<noscript>{scripts} <a href="rules/examples.html">{examples}</a></noscript>
</div>
<script src="board/data.js" defer></script>
<script src="board/board.js" defer></script>

{about}
{{ .board-about }}
"""


def words() -> dict[str, dict[str, str]]:
    """Return the words of the page by language."""
    found = {
        code: tomllib.loads((HERE / "words" / f"{code}.toml").read_text(encoding="utf-8"))
        | words_of_choosing(code)
        for code in LANGUAGE_NAMES
    }
    for code, said in found.items():
        said["about"] = said["about"].format(**costs(code))
    return found


def add_board(pages: Pages) -> None:
    """Add the page, its scripts and its words."""
    editions = [shipped_edition(name) for name in SHIPPED_EDITIONS]
    said = words()
    data = {
        "words": said,
        "languages": LANGUAGE_NAMES,
        "addresses": {code: page_of(code, PAGE) for code in LANGUAGE_NAMES},
        "editions": [on_offer(one) for one in editions],
        "bots": BOTS,
    }
    for language in LANGUAGE_NAMES:
        path = page_of(language, PAGE).removesuffix(".html") + ".md"
        text = whole_page(language, "Board") + _PAGE.format_map(said[language])
        pages.add(path, text, language)
    pages.add("board/data.js", f"window.TOLEDO_BOARD = {json.dumps(data, ensure_ascii=False)};\n")
    for name in ("board.js", "board.css", "worker.js", "logic.js"):
        pages.add(f"board/{name}", (HERE / name).read_text(encoding="utf-8"))


def costs(language: str) -> dict[str, str]:
    """Return the computing time to the first board, as it was measured, in the numbers of a language."""
    found = json.loads((HERE / "costs.json").read_text(encoding="utf-8"))
    point = "." if language == "en" else ","
    return {
        "least": str(found["least seconds"]).replace(".", point),
        "most": str(max(found["runs"])).replace(".", point),
        "browser": found["browser"],
        "date": date_in_words(date.fromisoformat(found["date"]), language),
    }
