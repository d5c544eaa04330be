"""The page that is a table: its text, and the words of its script, in all languages of the site."""

import tomllib
from functools import cache
from pathlib import Path

from toledo_lab.bots import LEVELS
from website.board.files import put
from website.model.controls import controls
from website.model.languages import LANGUAGE_NAMES, page_of, whole_page
from website.model.pages import Pages
from website.pages.pictures import words_of_pages

HERE = Path(__file__).parent

PAGE = "board"
_MILLION = 1_000_000

_PAGE = """# {title} {{: #the-board }}

<div id="board" class="board-app">
<p>{opening}</p>
<noscript><p>{scripts} <a href="rules/examples.html">{examples}</a></p></noscript>
<p id="unbuilt" hidden>{unbuilt}</p>
</div>

{about}
{{ .board-about }}
"""


@cache
def words(language: str) -> dict[str, str]:
    """Return the words of the page in a language."""
    written = tomllib.loads((HERE / "words" / f"{language}.toml").read_text(encoding="utf-8"))
    return {**written, "many_reasons": words_of_pages()[language]["many_reasons"]}


def add_board(pages: Pages) -> None:
    """Add the page, and what its script has to know, in each language."""
    for language in LANGUAGE_NAMES:
        path = page_of(language, PAGE).removesuffix(".html") + ".md"
        head = whole_page(language, "Board").replace("---\n", "---\ntemplate: board.html\n", 1)
        pages.add(path, head + _PAGE.format_map(words(language)), language)
        english = "" if language == "en" else f" ({controls()[language]['search']['english']})"
        data = {
            "words": words(language),
            "languages": LANGUAGE_NAMES,
            "addresses": {code: page_of(code, PAGE) for code in LANGUAGE_NAMES},
            "levels": [(level.nodes, round(level.blur * _MILLION)) for level in LEVELS],
            "english": english,
        }
        put(pages, f"page-{language}", data)
    pages.add("board/board.css", (HERE / "board.css").read_text(encoding="utf-8"))
