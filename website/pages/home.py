"""The first page, in each language: a picture of the board, the search, three doors, and arguments already settled."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from toledo_rules import KOSMOS_2008
from toledo_rules.describe import labels
from toledo_rules.render import PageLayout, svg
from website.board.page import PLAY
from website.model.answers import read_answers, spoken_answers
from website.model.content import Content
from website.model.controls import search_box
from website.model.languages import LANGUAGES, page_of, switch, whole_page, words
from website.model.links import Links
from website.model.pages import Pages
from website.model.standing import of_answer
from website.pages.pictures import guessed_on_page
from website.positions import SCENES

PAGE = "index"

TEXTS = Path(__file__).parents[1] / "welcome"
"""The texts, one for each language."""

SETTLED = ("Q-60", "Q-65", "Q-71", "Q-06", "Q-70", "Q-34")
"""Answers that end arguments: three that stand in all rulebooks, and some that we had to decide."""

CROPS: Mapping[PageLayout, tuple[int, int, int, int]] = {
    "wide": (66, 13, 970, 271),
    "phone": (0, 15, 390, 184),
}
"""What is shown of the board in each layout: Alcazar and road."""

_ICONS = {
    "ask": "M4 4h16v12H9l-5 4zM8 8h8M8 11.5h5",
    "read": "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zm0 0v14",
    "play": "M4 4l12.5 12.5M20 4L7.5 16.5M5 14l5 5M19 14l-5 5M7.5 16.5L4 20M16.5 16.5L20 20",
}
"""Lines of the signs on the doors: a speech bubble, a book, two swords."""

_SIZE = re.compile(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"')
_SENTENCE = re.compile(r"(?<=[.!?])\s")


def add_home(pages: Pages, content: Content, links: Links) -> None:
    """Add the first page; all numbers on it are counted here."""
    status = [
        section.status
        for section in content.living
        if section.status != "rule" or not section.informative  # a remark is not a rule
    ]
    levels = [datum.level for datum in KOSMOS_2008.provenance]
    counts = {
        "answers": len(read_answers(content.root)[0]),
        "rules": status.count("rule"),
        "rulings": status.count("ruling"),
        "examples": len(content.examples),
        "discrepancies": len(content.discrepancies),
        "assumed": levels.count("assumed"),
        "data": len(levels),
    }
    for language in LANGUAGES:
        for layout, crop in CROPS.items():
            if (file := _file(layout, language)) not in pages.files:
                pages.add(file, _picture(layout, crop, language))
    for language in LANGUAGES:
        text = (TEXTS / f"{language}.md").read_text(encoding="utf-8")
        filled = text.format(
            **counts,
            top=_top(language, counts["answers"]),
            settled=_settled(language, content, links),
        )
        page = page_of(language, PAGE).removesuffix(".html") + ".md"
        pages.add(page, whole_page(language, "Home") + filled, language)


def _file(layout: PageLayout, language: str) -> str:
    """The picture for a language: one for all in which players have the same letters."""
    letters = "".join(labels(KOSMOS_2008, language, ()).player_letters).lower()
    return f"pictures/home-{letters}-{layout}.svg"


def _picture(layout: PageLayout, crop: Sequence[int], language: str) -> str:
    """The board in the middle of a game, cut to what the first page shows of it."""
    position = SCENES["home"]().before
    drawn = svg(position, seat=None, theme="auto", layout=layout, extent="board", language=language)
    x, y, width, height = crop
    size = f'viewBox="{x} {y} {width} {height}" width="{width}" height="{height}"'
    return _SIZE.sub(f'{size} preserveAspectRatio="xMaxYMid slice"', drawn, count=1)


def _top(language: str, answers: int) -> str:
    said = words(language)["home"]
    asks = "".join(f'<button type="button">{escape(one)}</button>' for one in said["asks"])
    leading = {
        "ask": page_of(language),
        "read": f"handbook/rules-{language}.html",
        "play": page_of(language, PLAY),
    }
    doors = "".join(
        f'<a class="door" href="{href}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="{_ICONS[name]}"/></svg>'
        f"<span><b>{title}</b><strong>{what.format(answers=answers)}</strong><small>{more}</small></span></a>"
        for name, href in leading.items()
        for title, what, more in (said[name],)
    )
    _, _, width, height = CROPS["wide"]
    phone, wide = _file("phone", language), _file("wide", language)
    return (
        '<div class="hero" markdown>\n\n'
        f'<picture><source media="(max-width: 44.984375em)" srcset="{phone}">'
        f'<img src="{wide}" width="{width}" height="{height}" alt="{escape(said["picture"])}"></picture>\n\n'
        '<div class="hero__card" markdown>\n\n'
        f"# {said['head']}\n\n{said['lead']}\n\n{search_box(language)}\n\n"
        f'<p class="asks">{asks}</p>\n\n</div>\n\n</div>\n\n'
        f'<div class="doors">{doors}</div>\n\n{switch(language, PAGE)}'
    )


def _settled(language: str, content: Content, links: Links) -> str:
    """Some answers: the question, the first sentence, and how firmly it stands."""
    page = page_of(language, PAGE)
    said = spoken_answers(content, language).answers
    entries = []
    by_id = {answer.id: answer for answer in read_answers(content.root)[0]}
    for answer in map(by_id.__getitem__, SETTLED):
        spoken = said[answer.id]
        first = escape(_SENTENCE.split(spoken.answer)[0], quote=False)
        badge = of_answer(answer.sentences, content).badge(links, page, language)
        href = f"{page_of(language)}#{answer.id}"
        question = escape(spoken.question, quote=False)
        entries.append(f'<li><a href="{href}">{question}</a><p>{first} {badge}</p></li>')
    return (
        f'## {words(language)["home"]["settled"]}\n\n<ul class="settled">{"".join(entries)}</ul>\n\n'
        f"{guessed_on_page(page, language)}"
    )
