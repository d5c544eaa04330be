"""The languages of the site, and the switch between pages in them."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGE_NAMES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "es": "Español",
}
"""Each language of the site by its own name, in the order of its switches."""

PRINTED = {
    "en": "Print it (PDF)",
    "de": "Drucken (PDF)",
    "fr": "Imprimer (PDF)",
    "it": "Stampare (PDF)",
    "nl": "Afdrukken (PDF)",
    "es": "Imprimir (PDF)",
}
"""The words of the link to a file for printing."""

PRINTS = "handbook"
"""The folder of the site in which the files for printing lie."""


def file_name(name: str, language: str) -> str:
    """Return the name of the PDF of a text."""
    return f"toledo-{name}-{language}.pdf"


@cache
def spoken() -> Mapping[str, Mapping[str, Any]]:
    """Return the words of badges and of the navigation in other languages than English."""
    return tomllib.loads(Path(__file__).with_name("spoken.toml").read_text(encoding="utf-8"))


def page_of(language: str, name: str = "answers") -> str:
    """Return the address of a page in a language: of the answers, or of another that is there in all of them."""
    return f"{name}.html" if language == "en" else f"{name}-{language}.html"


def whole_page(language: str, tab: str) -> str:
    """Return the head of a page with nothing beside its text; in other languages its tab is named there."""
    title = "" if language == "en" else f"title: {spoken()[language]['navigation'][tab]}\n"
    return f"---\n{title}hide: [navigation, toc]\n---\n\n"


def switch(language: str, name: str = "answers", more: str = "") -> str:
    """Return links from a page to those in the other languages, and one more."""
    return (
        '<p class="languages">'
        + " ".join(
            f"<b>{own}</b>"
            if code == language
            else f'<a href="{page_of(code, name)}" lang="{code}" hreflang="{code}">{own}</a>'
            for code, own in LANGUAGE_NAMES.items()
        )
        + f" {more}".rstrip()
        + "</p>"
    )


def print_link(language: str) -> str:
    """Return the link from the answers in a language to their PDF."""
    href = f"{PRINTS}/{file_name('answers', language)}"
    return f'<a class="print" href="{href}" lang="{language}">{PRINTED[language]}</a>'
