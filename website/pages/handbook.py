"""The pages of the handbook: each text in each language, with a switch between them and its PDF."""

import re
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path

from toledo_rules import format_position
from toledo_rules.render import PageLayout
from toledo_rules.rulebook import SOURCE, Booklet, Chapter, Paragraph, booklet_languages
from website.model.content import Content
from website.model.handbook import RULES, TEXTS, read
from website.model.languages import PRINTS, file_name, switch, words
from website.model.languages import page_of as whole_page_of
from website.model.links import Links, relative
from website.model.pages import Pages
from website.pages.pictures import guessed_on_page, sized
from website.positions.learning import WHOLE, drawing, learning
from website.print.answer_book import answer_book
from website.print.printing import print_texts

LAYOUTS: tuple[PageLayout, ...] = ("tablet", "phone")
"""The layouts of the pictures: for the column of a page, and for phones."""

_BOLD = re.compile(r"\*\*(.+?)\*\*")
_ITALIC = re.compile(r"\*([^*]+)\*")


def add_handbook(pages: Pages, content: Content, links: Links, workshop: Path) -> None:
    """Add a page for each text and language, the pictures, and the printed files, which are made in `workshop`.

    The answers are printed with them.
    """
    texts = (read(name, language) for language in booklet_languages() for name in TEXTS)
    answers = (answer_book(language, content) for language in booklet_languages())
    for file in print_texts(workshop, (*texts, *answers)):
        pages.copy(f"{PRINTS}/{file.name}", file)
    for language in booklet_languages():
        for name in TEXTS:
            page = _page(read(name, language), pages, links)
            pages.add(f"handbook/{name}-{language}.md", page, language)


def _add_picture(name: str, language: str, pages: Pages) -> tuple[str, ...]:
    """Add a picture in all layouts, unless it is there, and return its files. One with words has its language."""
    spoken = language if name in WHOLE else SOURCE
    files = tuple(f"pictures/handbook-{name}-{spoken}-{layout}.svg" for layout in LAYOUTS)
    for layout, file in zip(LAYOUTS, files, strict=True):
        if file not in pages.files:
            pages.add(file, drawing(name, layout, "auto", spoken))
    return files


def page_of(name: str, language: str) -> str:
    """Return the address of a text."""
    return f"handbook/{name}-{language}.html"


def carriers(text: Booklet) -> dict[str, tuple[Chapter, Paragraph]]:
    """Return the paragraph that carries each number, with its chapter: of several the last, which is the fullest."""
    return {
        number: (chapter, paragraph)
        for chapter in text.chapters
        for paragraph in chapter.paragraphs
        for number in paragraph.numbers
    }


@cache
def paragraphs(language: str) -> Mapping[str, tuple[str, str]]:
    """Return for each number the chapter of the rules in which it stands, and where that is."""
    page = page_of(RULES, language)
    return {
        number: (chapter.title, f"{page}#{number}")
        for number, (chapter, _) in carriers(read(RULES, language)).items()
    }


def _page(text: Booklet, pages: Pages, links: Links) -> str:
    """A text as a page: headings in Markdown, the rest in HTML."""
    address = page_of(text.name, text.language)
    parts = [f"# {text.title}", "", _switch(text)]
    parts.append(f'<p class="opening">{_html(text.opening.text)}</p>')
    for chapter in text.chapters:
        parts += ["", f"## {chapter.title}", "", '<div class="handbook">']
        for paragraph in chapter.paragraphs:
            if paragraph.picture:
                parts.append(_figure(paragraph.picture, text.language, address, pages))
            else:
                parts.append(_numbered(paragraph, address, links, text))
        parts.append("</div>")
    return "\n".join([*parts, ""])


def _switch(text: Booklet) -> str:
    """Links to the same text in the other languages, and to the file for printing."""
    file, label = file_name(text.name, text.language), words(text.language)["printed"]
    printed = f'<a class="print" href="{file}">{label}</a>'
    return f"{switch(text.language, text.name, printed, page=lambda code, name: f'{name}-{code}.html')}\n"


def _numbered(paragraph: Paragraph, page: str, links: Links, text: Booklet) -> str:
    """A paragraph with its numbers beside it, each a link to the rule."""
    where, carrying = f"handbook/{text.name}.{text.language}.md", carriers(text)
    numbers = " ".join(
        f'<span id="{number}">{link}</span>' if carrying[number][1] is paragraph else link
        for number in paragraph.numbers
        for link in (links.html(number, page, where, text.language),)
    )
    first, *items = re.split(r"\n+- ", paragraph.text)
    cells = [_html(cell.strip()) for cell in first.split("|")]
    said = f"<b>{cells[0]}</b>: {cells[1]}" if len(cells) > 1 else cells[0]
    rest = "".join(f"<li>{_html(item)}</li>" for item in items)
    body = f"<p>{said}</p>" + (f"<ul>{rest}</ul>" if items else "")
    return f'<div class="numbered"><span class="numbers">{numbers}</span><div>{body}</div></div>'


def _figure(name: str, language: str, page: str, pages: Pages) -> str:
    """A picture for wide and for narrow screens; the words around it say what it shows. Scripts make a table of it."""
    wide, narrow = _add_picture(name, language, pages)
    state, label = learning()[name].state, words(language)["pictures"]["board"]
    played = relative(whole_page_of(language, "board"), page)
    return (
        f'<figure class="board" data-language="{language}" data-position="{escape(format_position(state))}" '
        f'data-open="{played}"><picture><source media="(max-width: 38em)" srcset="{relative(narrow, page)}" '
        f'{sized(pages, narrow)}><img src="{relative(wide, page)}" {sized(pages, wide)} alt="" loading="lazy">'
        f'</picture><figcaption><button type="button" class="try-it" hidden>{label}</button>'
        f"{guessed_on_page(page, language)}</figcaption></figure>"
    )


def _html(text: str) -> str:
    """Text with emphasis as HTML."""
    return _ITALIC.sub(r"<em>\1</em>", _BOLD.sub(r"<strong>\1</strong>", escape(text)))
