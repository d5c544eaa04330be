"""Hook of mkdocs: pages as light as they can be.

Blanks between tags go, and so do marks in code that have no colour and no meaning. Long lists of contents have one
level. A page that is heavy even so gets its folds in a file beside it, which is loaded when the first of them is opened
(website/assets/folds.js): what nobody unfolds is not sent.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page
    from mkdocs.utils.templates import TemplateContext

HEAVY = 80_000
"""Bytes from which on a page keeps its folds in a file of their own."""
SHORT = 300
"""Letters up to which a fold stays where it is."""

_FLAT = re.compile(r"answers(?:-\w\w)?\.md|reference/api/.*|reference/schema\.md")
"""Pages with so many entries that their contents list one level only."""
_ENTRIES = 2

_COLOURLESS = re.compile(r'<span class="[npw]">((?:<a\b[^<]*</a>|[^<])*)</span>')
_SPELLED_OUT = re.compile(
    r'<span title="[^"]*">([^<]*)</span>|(<a) class="autorefs[^"]*" title="[^"]*"'
)
_WORDY = (
    (re.compile(r'<code class="doc-symbol doc-symbol-heading doc-symbol-attribute"></code> ?'), ""),
    (re.compile(r'<span class="doc doc-object-name doc-attribute-name">([^<]*)</span>'), r"\1"),
    (
        re.compile(r'class="language-python doc-signature highlight"'),
        'class="doc-signature highlight"',
    ),
    (re.compile(r'(class="headerlink"[^>]*) title="[^"]*"'), r"\1"),  # assets/entries.js says it
    (_SPELLED_OUT, r"\1\2"),
    (_COLOURLESS, r"\1"),
)
"""What the theme writes at every entry though nobody sees it, and what is left of it."""
_KEPT = re.compile(r"(<(pre|textarea|script|style)\b.*?</\2>)", re.DOTALL)
_BLANKS = re.compile(r"\s+")
_FOLD = re.compile(r"<details\b[^>]*>|</details>")
_POSITION = re.compile(r' data-position="[^"]*"')


def on_page_context(
    context: "TemplateContext", page: "Page", config: "MkDocsConfig", nav: "Navigation"
) -> "TemplateContext":
    """Shorten a long list of contents."""
    del config, nav
    if _FLAT.fullmatch(page.file.src_uri):
        for title in page.toc:
            for entry in title.children:
                if entry.level >= _ENTRIES:
                    entry.children = []
    return context


def on_post_page(output: str, page: "Page", config: "MkDocsConfig") -> str:
    """Make a page lighter when it is done."""
    for pattern, left in _WORDY:
        output = pattern.sub(left, output)
    text = tightened(output)
    if len(text.encode()) <= HEAVY:
        return text
    file = Path(config.site_dir, page.file.dest_uri).with_suffix(".folds.js")
    text, folds = folded(text, file.name)
    if folds:
        file.parent.mkdir(parents=True, exist_ok=True)
        told = json.dumps(folds, ensure_ascii=False, separators=(",", ":"))
        file.write_text(f"ToledoFolds.put({told});\n", encoding="utf-8")
    return text


def tightened(html: str) -> str:
    """Return a page with one blank where there were several, outside of code and scripts."""
    parts = _KEPT.split(html)  # text, what is kept, its tag, text and so on
    return "".join(
        part if place % 3 == 1 else _BLANKS.sub(" ", part)
        for place, part in enumerate(parts)
        if place % 3 != 2  # the tag
    )


def folded(html: str, file: str) -> tuple[str, list[str]]:
    """Return a page without what is inside its folds, and this in the order of `data-fold`."""
    parts: list[str] = []
    folds: list[str] = []
    place = 0
    for start, end in _folds(html):
        tag, summary, inside = _opened(html[start:end])
        if len(inside) > SHORT:
            position = found[0] if (found := _POSITION.search(inside)) else ""
            opening = f'{tag[:-1]} data-fold="{file}#{len(folds)}"{position}>'
            parts += (html[place:start], opening, summary, "</details>")
            folds.append(inside)
            place = end
    return "".join((*parts, html[place:])), folds


def unfolded(html: str, folds: list[str]) -> str:
    """Return a page with its folds as they are when they have been opened."""
    parts = re.split(r'(<details\b[^>]* data-fold="[^"]*"[^>]*>.*?</summary>)', html)
    return "".join(
        part + (folds[place // 2] if place % 2 else "") for place, part in enumerate(parts)
    )


def _folds(html: str) -> Iterator[tuple[int, int]]:
    """Yield where each fold begins and ends that is not inside another one."""
    depth = start = 0
    for found in _FOLD.finditer(html):
        if found[0].startswith("</"):
            depth -= 1
            if depth == 0:
                yield start, found.end()
        else:
            if depth == 0:
                start = found.start()
            depth += 1


def _opened(fold: str) -> tuple[str, str, str]:
    """Return the tag of a fold, its summary, and what is inside."""
    tag, end = fold[: fold.index(">") + 1], fold.index("</summary>") + len("</summary>")
    return tag, fold[len(tag) : end], fold[end : -len("</details>")]
