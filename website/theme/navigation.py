"""Hook of mkdocs: players and programmers have menus of their own, and the menu speaks the language of the page.

Such a page names its language in its front matter (`Pages.add`). The theme's own words follow it too, by
website/theme/partials/language.html, and so do the name of the site and the choice of colours.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.nav import Link, Navigation, Section
from mkdocs.structure.pages import Page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure import StructureItem
    from mkdocs.structure.files import Files
    from mkdocs.utils.templates import TemplateContext

WORDS = Path(__file__).parents[1] / "words"
PLAYERS = "The rules for players"
"""The link back."""

_CODES = "|".join(sorted(path.stem for path in WORDS.glob("*.toml")))
_PAGE = re.compile(rf"(.+?)(?:-(?:{_CODES}))?\.md")


def on_page_markdown(markdown: str, page: Page, config: "MkDocsConfig", files: "Files") -> str:
    """Let rule numbers in docstrings lead to the English entries: those in other languages have the same anchors."""
    del files
    references: Any = config.plugins["autorefs"]
    references.scan_toc = page.meta.get("language", "en") == "en"
    return markdown


def on_page_context(
    context: "TemplateContext", page: Page, config: "MkDocsConfig", nav: "Navigation"
) -> "TemplateContext":
    """Let the navigation speak the language of a page."""
    language = str(page.meta.get("language", "en"))
    pages = {file.src_uri: file.page for file in context["pages"] if file.page}
    _speak(nav.items, language, titles(config, language), pages)
    if language != "en":
        for item in nav.items:
            if _is_english(item, language):
                item.title = f"{item.title} (en)"
    home, *items, programmers = nav.items
    assert isinstance(programmers, Section)
    assert isinstance(home, Page)
    programming = programmers in page.ancestors
    inside, other = (
        (programmers.children, home.url) if programming else (items, _first(programmers).url)
    )
    leading = Link(PLAYERS if programming else programmers.title, other)
    context["nav"] = Navigation([home, *inside, leading], nav.pages)
    page.meta["programming"] = programming
    words = _words(language)
    config.site_name = words["site"]
    config.site_description = words["home"]["lead"].replace("*", "")
    config.extra["homepage"] = in_language("index.md", language).replace(".md", ".html")
    for colours in config.theme["palette"]:
        other = "slate" if colours["scheme"] == "default" else "default"
        colours["toggle"]["name"] = words["palette"][other]
    page.active = True  # again, now that its section is known
    return context


def _first(item: "StructureItem") -> Page:
    """Return the first page of a section."""
    while isinstance(item, Section):
        item = item.children[0]
    assert isinstance(item, Page)
    return item


@cache
def _words(language: str) -> "Mapping[str, Any]":
    return tomllib.loads((WORDS / f"{language}.toml").read_text(encoding="utf-8"))


def titles(config: "MkDocsConfig", language: str) -> "Mapping[str, str]":
    """Return the titles of a language, by the English ones, and of topics by the address of their page."""
    if language == "en":
        return {}
    answers = Path(config.config_file_path).parent / "docs" / f"answers.{language}.toml"
    topics = tomllib.loads(answers.read_text(encoding="utf-8"))["topics"]
    by_page = {f"rules/{topic}.md": title for topic, title in topics.items()}
    return {**_words(language)["navigation"], **by_page}


def _speak(
    items: "list[StructureItem]",
    language: str,
    spoken: "Mapping[str, str]",
    pages: "Mapping[str, Page]",
) -> None:
    for place in range(len(items)):
        item, path = items[place], ""
        if isinstance(item, Page):
            here = in_language(item.file.src_uri, language)
            path = here if here in pages else in_language(item.file.src_uri, "en")
            pages[path].parent = item.parent
            item = items[place] = pages[path]
            if path == here and language != "en":
                continue
        english = str(vars(item).setdefault("english_title", item.title))
        item.title = spoken.get(path) or spoken.get(english) or english
        if isinstance(item, Section):
            _speak(item.children, language, spoken, pages)


def _is_english(item: "StructureItem", language: str) -> bool:
    """Return True if the page that an item of the navigation leads to is not in a language."""
    return _first(item).meta.get("language") != language


def in_language(path: str, language: str) -> str:
    """Return the source of a page in a language, which may not be there."""
    found = _PAGE.fullmatch(path)
    assert found is not None
    name = found[1]
    plain = language == "en" and not name.startswith("handbook/")
    return f"{name}.md" if plain else f"{name}-{language}.md"
