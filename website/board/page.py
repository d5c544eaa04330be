"""The pages that are a table, the board and *Play*: their text, and the words of their script, in all languages."""

import tomllib
from functools import cache
from pathlib import Path

from toledo_lab.bots import LEVELS
from toledo_rules.describe import language_tables
from website.board.files import put
from website.model.controls import controls
from website.model.languages import LANGUAGE_NAMES, WHOLE, page_for, page_of, whole_page
from website.model.languages import words as around
from website.model.pages import Pages

HERE = Path(__file__).parent

PAGE, PLAY = "board", "play"
TABS = {PAGE: "Board", PLAY: "Play"}
_MILLION = 1_000_000

_TEXT = """# {title} {{: #the-{name} }}

<div id="{name}" class="board-app">
<p>{opening}</p>
<noscript><p>{scripts} <a href="{shown}">{examples}</a></p></noscript>
<p id="unbuilt" hidden>{unbuilt}</p>
</div>

{about}
{{ .board-about }}
"""


@cache
def words(language: str) -> dict[str, str]:
    """Return the words of the pages in a language."""
    written = tomllib.loads((HERE / "words" / f"{language}.toml").read_text(encoding="utf-8"))
    catalogue = language_tables(language)["page"]
    read = {key: said for key, said in catalogue.items() if key.startswith("reading")}
    return {**written, **read, "many_reasons": around(language)["pictures"]["many_reasons"]}


def add_board(pages: Pages) -> None:
    """Add the pages, and the data for their script, in each language."""
    for language in LANGUAGE_NAMES:
        for name in TABS:
            _add(pages, name, language)
    pages.add("board/board.css", (HERE / "board.css").read_text(encoding="utf-8"))


def _add(pages: Pages, name: str, language: str) -> None:
    said = words(language)
    if name == PLAY:
        said = said | {key: said[f"play_{key}"] for key in ("title", "opening", "about")}
    path = page_of(language, name).removesuffix(".html") + ".md"
    search = controls()[language]["search"]
    meta = f"---\ntemplate: board.html\nanswers: {page_of(language)}\nsearch: {search['label']}\n"
    head = whole_page(language, TABS[name]).replace("---\n", meta, 1)
    shown = page_for(language, "rules/examples")
    pages.add(path, head + _TEXT.format(name=name, shown=shown, **said), language)
    english = "" if language == "en" else f" ({search['english']})"
    data = {
        "words": said,
        "languages": LANGUAGE_NAMES,
        "addresses": {code: page_of(code, name) for code in LANGUAGE_NAMES},
        "board": page_of(language, PAGE),
        "levels": [(level.nodes, round(level.blur * _MILLION)) for level in LEVELS],
        "english": english,
        "elsewhere": "" if language in WHOLE else english,
    }
    put(pages, f"{name}-{language}", data)
