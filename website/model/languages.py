"""The languages of the site, its interface words in them, and the switch between languages."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "de", "fr", "it", "nl", "es")
"""The languages of the site, in the order of its switches."""

TRANSLATIONS = LANGUAGES[1:]
"""All but English."""


@cache
def words(language: str) -> Mapping[str, Any]:
    """Return the interface words of the site in a language, from website/words."""
    file = Path(__file__).parents[1] / "words" / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


LANGUAGE_NAMES: Mapping[str, str] = {code: words(code)["name"] for code in LANGUAGES}
"""Each language by its own name."""

WHOLE = tuple(code for code in LANGUAGES if "rules" in words(code))
"""The languages that have every page for players; the others have answers, handbook, board and first page."""

PRINTS = "handbook"
"""The folder of the site for the files to print."""


def file_name(name: str, language: str) -> str:
    """Return the name of the PDF of a text."""
    return f"toledo-{name}-{language}.pdf"


def page_of(language: str, name: str = "answers") -> str:
    """Return the address of a page in a language: of the answers, or of another that is there in it."""
    return f"{name}.html" if language == "en" else f"{name}-{language}.html"


def page_for(language: str, name: str) -> str:
    """Return the address of a page for players in a language, or in English where it has none."""
    return page_of(language if language in WHOLE else "en", name)


def whole_page(language: str, tab: str) -> str:
    """Return the front matter of a page without menus beside its text; in other languages it names the tab."""
    title = "" if language == "en" else f"title: {words(language)['navigation'][tab]}\n"
    return f"---\n{title}hide: [navigation, toc]\n---\n\n"


def switch(
    language: str,
    name: str = "answers",
    more: str = "",
    among: Iterable[str] = LANGUAGES,
    page: Callable[[str, str], str] = page_of,
) -> str:
    """Return links from a page to those in the other languages, and one more. The name is that of the file alone."""
    links = " ".join(
        f"<b>{LANGUAGE_NAMES[code]}</b>"
        if code == language
        else f'<a href="{page(code, name)}" lang="{code}" hreflang="{code}">{LANGUAGE_NAMES[code]}</a>'
        for code in among
    )
    return f'<p class="languages">{f"{links} {more}".rstrip()}</p>'


def print_link(language: str) -> str:
    """Return the link from the answers in a language to their PDF."""
    href = f"{PRINTS}/{file_name('answers', language)}"
    return f'<a class="print" href="{href}" lang="{language}">{words(language)["printed"]}</a>'
