"""Addresses of everything on the site, and links to them.

Addresses are paths from the root of the site, such as `rules/movement.html#MOV-05`. A page is named by
its own address without the anchor, so that links can be relative: the site works from any folder.
"""

import os
import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import PurePosixPath

from spec.tools.tables import GROUPS, Problem
from website.model.content import Content
from website.model.languages import WHOLE, page_of, switch

_ID = rf"(?:{'|'.join((*GROUPS, 'Q'))})-\d+[a-z]?"
_MENTION = re.compile(rf"\b{_ID}\b(?!-)")
_FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1`*\s*$", re.MULTILINE | re.DOTALL)
_LEAVE = re.compile(r"`+[^`]+`+|!?\[[^\]]*\]\([^)]*\)|<[^>]+>|^#.*$", re.MULTILINE)
"""Parts of Markdown that are left alone: code, links, HTML, headings."""


def relative(address: str, page: str) -> str:
    """An address as it is written on a page."""
    path, mark, anchor = address.partition("#")
    if path == page and mark:
        return mark + anchor
    return os.path.relpath(path, PurePosixPath(page).parent) + mark + anchor


class Links:
    """The address of every id, in the language of the content. A missing one is reported as a problem."""

    def __init__(self, content: Content) -> None:
        self.language = content.language
        self.problems: list[Problem] = []
        self.addresses = {
            id: f"{self.page(f'rules/{home}')}#{id}" for id, home in content.homes.items()
        }
        for name, ids in (("examples", content.examples), ("discrepancies", content.discrepancies)):
            self.addresses |= {id: f"{self.page(f'rules/{name}')}#{id}" for id in ids}
        self.titles = {id: section.title for id, section in content.sections.items()}
        self.titles |= {id: str(table["title"]) for id, table in content.examples.items()}
        self.titles |= {id: str(table["topic"]) for id, table in content.discrepancies.items()}
        self.spoken: dict[str, Mapping[str, tuple[str, str]]] = {}
        """Title and address, in another language than English, of what says the same there."""

    def speaking(self, content: Content) -> "Links":
        """The links of pages in another language; what has a page there is found there from everywhere."""
        links = Links(content)
        links.problems = self.problems
        here = {id: (links.titles[id], address) for id, address in links.addresses.items()}
        self.spoken[content.language] = {**self.spoken.get(content.language, {}), **here}
        return links

    def page(self, name: str) -> str:
        """The address of a page in this language, by its name."""
        return page_of(self.language, name)

    def switch(self, page: str) -> str:
        """Links from a page to the same one in the other languages that have all pages."""
        name = PurePosixPath(page).stem
        if self.language != "en":
            name = name.removesuffix(f"-{self.language}")
        return switch(self.language, name, among=WHOLE)

    def add(self, id: str, address: str, title: str) -> None:
        """Add an id, such as that of an answer."""
        self.addresses[id] = address
        self.titles[id] = title

    def to(self, id: str, page: str, where: str) -> str:
        """Return the address of an id as written on a page; `where` is the file to name in a problem."""
        if id not in self.addresses:
            self.problems.append(Problem(where, id, "link", "expected a known id"))
            return "#"
        return relative(self.addresses[id], page)

    def html(
        self, id: str, page: str, where: str, language: str = "", *, titled: bool = True
    ) -> str:
        """Return a link to an id; from a page in another language, to its counterpart there, if there is one.

        Pages with hundreds of links omit their titles.
        """
        href, title = self.to(id, page, where), self.titles.get(id, "")
        if language not in ("", self.language):
            title, address = self.spoken.get(language, {}).get(id, ("", ""))
            if not address or address.partition("#")[0] == page:
                return f'<a class="id" href="{href}" hreflang="en">{id}</a>'
            href = relative(address, page)
        shown = f' title="{escape(title)}"' if titled else ""
        return f'<a class="id" href="{href}"{shown}>{id}</a>'

    def html_list(self, ids: tuple[str, ...], page: str, where: str) -> str:
        """Return links to several ids."""
        return ", ".join(self.html(id, page, where) for id in ids)

    def in_html(self, text: str, page: str, where: str, language: str = "") -> str:
        """Return a plain text as HTML, with every id in it as a link."""
        return _MENTION.sub(
            lambda found: self.html(found[0], page, where, language), escape(text, False)
        )

    def in_markdown(self, text: str, page: str, where: str) -> str:
        """Return Markdown in which every id outside code, links and headings is a link."""
        parts = []
        for piece, free in _pieces(text):
            if free:
                parts.append(_MENTION.sub(lambda found: self.html(found[0], page, where), piece))
            else:
                parts.append(piece)
        return "".join(parts)


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """A Markdown text in pieces, each with whether ids in it become links."""
    start = 0
    for fence in [*_FENCE.finditer(text), None]:
        stretch = text[start : fence.start() if fence else len(text)]
        place = 0
        for found in _LEAVE.finditer(stretch):
            yield stretch[place : found.start()], True
            yield found[0], False
            place = found.end()
        yield stretch[place:], True
        if fence:
            yield fence[0], False
            start = fence.end()
