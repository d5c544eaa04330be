"""Hook of mkdocs: pages as light as they can be.

Blanks between tags go, and so do marks in code that have no colour and no meaning. Long lists of contents have one
level. A page that is still too heavy moves the content of its folds to another page and links to it, so that what
nobody unfolds is not sent. With scripts, the text is loaded into the fold when it is opened (website/assets/folds.js).
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page
    from mkdocs.utils.templates import TemplateContext

HEAVY = 80_000
"""The size in bytes above which the folds of a page are moved to another one."""
LARGEST = 100_000
"""The maximum size of a page of folds, in bytes."""
SHORT = 300
"""The length up to which a fold stays in place."""

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
"""Markup that the theme writes invisibly at every entry, and its shorter form."""
_KEPT = re.compile(r"(<(pre|textarea|script|style)\b.*?</\2>)", re.DOTALL)
_BLANKS = re.compile(r"\s+")
_FOLD = re.compile(r"<details\b[^>]*>|</details>")
_POSITION = re.compile(r' data-position="[^"]*"')
_KEPT_HERE = 'class="legend"'
"""What the badges mean stays on the page that shows them."""
_LANGUAGE = re.compile(r'<html lang="(\w+)"')
_TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
_STYLE = re.compile(r'<link rel="stylesheet"[^>]*>')
_LINK = re.compile(r'<a class="fold" href="[^"#]*#([\w-]+)">[^<]*</a>')

_WORDS = Path(__file__).parents[1] / "words"
_BESIDE = """<!doctype html><html lang="{language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
{title}{styles}</head><body><main class="md-content md-typeset folds"><h1><a href="{page}">{name}</a></h1>
{folds}</main>
<script>
if (parent !== self) {{
  const inside = [...document.querySelectorAll("section")].map((one) => [one.id, one.lastElementChild.innerHTML]);
  parent.postMessage(Object.fromEntries(inside), "*");
}}
</script></body></html>
"""
"""A page of folds. In a frame it hands them to the page that it belongs to."""


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
    file = Path(config.site_dir, page.file.dest_uri)
    text, beside = folded(text, file.name, page.title or "")
    for name, told in beside.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.with_name(name).write_text(told, encoding="utf-8")
    return text


def tightened(html: str) -> str:
    """Return a page with one blank where there were several, outside of code and scripts."""
    parts = _KEPT.split(html)  # text, what is kept, its tag, text and so on
    return "".join(
        part if place % 3 == 1 else _BLANKS.sub(" ", part)
        for place, part in enumerate(parts)
        if place % 3 != 2  # the tag
    )


def folded(html: str, page: str, name: str) -> tuple[str, dict[str, str]]:
    """Return a page with a link in each of its folds, and the pages to which these lead, by their names."""
    language = _LANGUAGE.search(html)
    words = _WORDS / f"{language[1] if language else 'en'}.toml"
    read_on = tomllib.loads(words.read_text(encoding="utf-8"))["read_on"]
    parts: list[str] = []
    sections: dict[str, list[str]] = {}
    place = size = count = 0
    beside = ""
    for start, end in _folds(html):
        tag, summary, inside = _opened(html[start:end])
        if len(inside) > SHORT and _KEPT_HERE not in tag:
            id, weight = f"fold-{count}", len(inside.encode())
            if not sections or size + weight > LARGEST:
                part = f"-{len(sections) + 1}" if sections else ""
                beside, size = f"{page.removesuffix('.html')}-more{part}.html", 0
                sections[beside] = []
            position = found[0] if (found := _POSITION.search(inside)) else ""
            link = f'<a class="fold" href="{beside}#{id}">{read_on}</a>'
            parts += (html[place:start], f"{tag[:-1]}{position}>", summary, link, "</details>")
            heading = re.sub(r"</?summary[^>]*>", "", summary)
            inside = inside.replace('href="#', f'href="{page}#')
            sections[beside].append(
                f'<section id="{id}"><h2>{heading}</h2><div>{inside}</div></section>'
            )
            place, size, count = end, size + weight, count + 1
    told = {
        file: _BESIDE.format(
            language=language[1] if language else "en",
            title="".join(_TITLE.findall(html)[:1]),
            styles="".join(_STYLE.findall(html)),
            page=page,
            name=name,
            folds="\n".join(listed),
        )
        for file, listed in sections.items()
    }
    return "".join((*parts, html[place:])), told


def unfolded(html: str, beside: str) -> str:
    """Return a page with all its folds opened."""
    found = re.findall(
        r'<section id="(fold-\d+)"><h2>.*?</h2><div>(.*?)</div></section>(?=\n<section|</main>)',
        beside,
        re.DOTALL,
    )
    inside = dict(found)
    return _LINK.sub(lambda link: inside.get(link[1], link[0]), html)


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
