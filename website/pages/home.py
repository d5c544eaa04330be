"""The first page, in each language."""

from pathlib import Path

from toledo_rules import KOSMOS_2008
from website.model.content import Content
from website.model.controls import controls, search_box
from website.model.languages import LANGUAGE_NAMES, page_of, switch, whole_page
from website.model.pages import Pages
from website.pages.pictures import Gallery

PAGE = "index"

TEXTS = Path(__file__).parents[1] / "welcome"
"""The texts, one for each language."""


def add_home(pages: Pages, content: Content, gallery: Gallery, answers: int) -> None:
    """The first page; every count on it is counted here."""
    status = [
        section.status
        for section in content.living
        if section.status != "rule" or not section.informative  # a remark is not a rule
    ]
    levels = [datum.level for datum in KOSMOS_2008.provenance]
    counts = {
        "answers": answers,
        "rules": status.count("rule"),
        "rulings": status.count("ruling"),
        "components": status.count("data"),
        "examples": len(content.examples),
        "discrepancies": len(content.discrepancies),
        "assumed": levels.count("assumed"),
        "data": len(levels),
    }
    for language in LANGUAGE_NAMES:
        page = page_of(language, PAGE)
        text = (TEXTS / f"{language}.md").read_text(encoding="utf-8")
        filled = text.format(
            **counts,
            site=controls()[language]["site"],
            box=search_box(language),
            languages=switch(language, PAGE),
            picture=gallery.picture("home", page, language),
        )
        pages.add(
            page.removesuffix(".html") + ".md", whole_page(language, "Home") + filled, language
        )
