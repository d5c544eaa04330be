"""The built site as it lies in build/site: every link and anchor, every entry, nobody else's words.

`make docs` builds it; `make pages` does so before it runs these tests.
"""

from __future__ import annotations

import json
import os
import re
from functools import cache
from html import unescape
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote

import pytest

import toledo_rules
from tests.website.measuring import SITE, measured
from toledo_rules import RULES
from toledo_rules.rulebook import ILLEGAL
from website.model.answers import read_answers
from website.model.content import Content
from website.model.content import read_content as read_all
from website.model.packing import unpacked
from website.theme.lightening import unfolded

ROOT = Path(__file__).parent.parent.parent
RULEBOOKS = Path(os.environ.get("RULEBOOKS", ROOT.parent / "shared" / "rulebooks"))
RUN = 8
"""Number of words in a row that make a quotation."""

_TAG = re.compile(r"<[a-zA-Z][^<>]*>")
_ATTRIBUTE = re.compile(r'\b(id|href|src|srcset)="([^"]*)"')
_OUTSIDE = re.compile(r"[a-z]+:")
_WORD = re.compile(r"[^\W_]+")


@cache
def pages() -> dict[str, tuple[str, list[tuple[str, str, str]]]]:
    """Every page: its text, and for each tag with an address or anchor its name, attribute and value."""
    assert SITE.is_dir(), "there is no site to test: run make docs first"
    found = {}
    for path in sorted(SITE.rglob("*.html")):
        html = path.read_text(encoding="utf-8")
        for beside in path.parent.glob(f"{path.stem}-more*.html"):
            html = unfolded(html, beside.read_text(encoding="utf-8"))
        marks = [
            (tag.split(maxsplit=1)[0][1:], name, unescape(value))
            for tag in _TAG.findall(html)
            for name, value in _ATTRIBUTE.findall(tag)
        ]
        found[path.relative_to(SITE).as_posix()] = (html, marks)
    return found


@cache
def read_content(root: Path) -> Content:
    return read_all(root)


def anchors(page: str) -> set[str]:
    return {value for _, name, value in pages()[page][1] if name == "id"}


def test_every_internal_link_and_anchor_resolves() -> None:
    files = {path.relative_to(SITE).as_posix() for path in SITE.rglob("*") if path.is_file()}
    ids = {page: anchors(page) for page in pages()}
    dead, count = [], 0
    for page, (_, marks) in pages().items():
        for _, name, value in marks:
            if name == "id" or _OUTSIDE.match(value):
                continue
            count += 1
            path, _, anchor = unquote(value).partition("#")
            target = normpath(join(dirname(page), path)) if path else page
            if target not in files:
                dead.append(f"{page}: {value}: no such file")
            elif anchor and anchor not in ids.get(target, ()):
                dead.append(f"{page}: {value}: no such anchor")
    assert dead == []
    assert count > 10_000


def test_the_site_stays_small() -> None:
    """At most 250 pages that people read, none above 150 kB, and 30 MB in all."""
    size = measured(SITE)
    assert 100 < size.read <= 250
    assert size.largest <= 150_000, size.named
    assert size.site <= 30_000_000
    assert size.index <= 500_000


def test_old_addresses_lead_on() -> None:
    for page, now in (
        ("terms/figure.html", "../rules/glossary.html#term-figure"),
        ("reference/api/engine.html", "toledo_rules.html"),
        ("reference/api/simulate.html", "toledo_lab.simulate.html"),
    ):
        assert f'content="0; url={now}"' in pages()[page][0]


def test_every_symbol_has_its_entry_and_game_stands_first() -> None:
    script = (SITE / "assets" / "symbols.js").read_text(encoding="utf-8")
    symbols = json.loads(script.removeprefix("var ToledoSymbols = ").removesuffix(";\n"))
    said = {name: about for name, _, about in symbols}
    assert said["toledo_rules.Game"] == "A game in progress, with its history."
    for name, where, _ in symbols:
        page, _, anchor = where.partition("#")
        assert anchor == name
        assert anchor in anchors(page)
    table = pages()["reference/api/index.html"][0].partition("<table>")[2].partition("</table>")[0]
    rows = re.findall(r'<td><a[^>]*href="([^"]*)"><code>(\w+)</code></a></td>', table)
    assert rows[0] == ("game.html#toledo_rules.Game", "Game")
    assert {name for _, name in rows} == {*toledo_rules.__all__} - {"__version__"}


def test_nothing_comes_from_elsewhere() -> None:
    """Only links that a reader may follow lead outside: no script, style, font or picture."""
    outside = {
        (page, value)
        for page, (_, marks) in pages().items()
        for tag, name, value in marks
        if tag != "a" and name != "id" and re.match(r"(?:https?:)?//", value)
    }
    assert outside == set()
    for style in SITE.rglob("*.css"):
        assert not re.search(r"url\(['\"]?https?:", style.read_text(encoding="utf-8")), style


def test_every_number_has_its_entry() -> None:
    homes = read_content(ROOT).homes
    assert set(homes) == set(RULES)
    missing = [id for id, topic in homes.items() if id not in anchors(f"rules/{topic}.html")]
    assert missing == []


def test_every_discrepancy_example_and_refusal_has_its_entry() -> None:
    content = read_content(ROOT)
    assert set(content.discrepancies) <= anchors("rules/discrepancies.html")
    assert set(content.examples) <= anchors("rules/examples.html")
    assert {code.value for code in ILLEGAL} <= anchors("reference/refusals.html")


def test_every_result_of_the_search_leads_somewhere() -> None:
    script = (SITE / "assets" / "search-index.js").read_text(encoding="utf-8")
    index = unpacked(script.removeprefix('var ToledoSearchIndex = "').removesuffix('";\n'))
    assert isinstance(index, dict)
    dead = []
    for found in index["entries"]:
        page, _, anchor = found["where"].partition("#")
        if page not in pages() or (anchor and anchor not in anchors(page)):
            dead.append(found["where"])
        dead += [id for id in found["rules"] if f"{id}.html" not in pages()]
    assert dead == []
    assert {found["kind"] for found in index["entries"]} >= {"answer", "rule", "ruling", "guide"}


def test_every_number_has_a_short_address() -> None:
    content = read_content(ROOT)
    numbers = {*content.sections, *content.examples, *content.discrepancies}
    numbers |= {answer.id for answer in read_answers(ROOT)[0]}
    assert {f"{id}.html" for id in numbers} <= set(pages())


def test_every_page_bears_version_and_date() -> None:
    bare = [
        page
        for page, (html, _) in pages().items()
        if 'class="md-content"' in html and not re.search(r'<p class="stamp">Versi\w+ \d', html)
    ]
    assert bare == []


def test_pictures_are_described_and_nothing_to_click_lies_inside_another() -> None:
    for page, (html, _) in pages().items():
        for image in re.findall(r"<img [^>]*>", html):
            described = re.search(r'alt="([^"]*)"', image)
            assert described, (page, image)
        assert not re.search(r"<summary>(?:(?!</summary>).)*<(?:a|button)\b", html, re.DOTALL), page


def entry(id: str) -> str:
    """The HTML of an entry."""
    html = pages()[f"rules/{read_content(ROOT).homes[id]}.html"][0]
    start = html.index(f'id="{id}"')
    end = html.find("<h2 ", start)
    return html[start : end if end > 0 else len(html)]


def test_an_entry_has_all_its_evidence() -> None:
    rule = entry("MOV-05")
    assert "Muovere 1 o più personaggi, sentence 3" in rule  # the place in a rendition
    assert '<q lang="nl">moet de speler zijn spelfiguur hierop plaatsen</q>' in rule
    assert re.search(r'<span class="nf" title="[^"]*one is free; [^"]*">free</span>', rule)
    assert "<li>A circle on step S is free, if there are C circles on step S" in rule
    law, programmers = rule.split("<details class='programmers'")
    assert re.search(r"carry_out <small>effects/movement\.py:\d+</small>", programmers)
    assert "tests/examples/test_occupied.py" in programmers
    assert "Two circles, an opponent and a free one" in rule
    assert 'data-board="ex-11e"' in law
    assert "#no_shop_there" in entry("MOV-04")


def test_a_ruling_shows_question_readings_and_reason() -> None:
    ruling = entry("A-55")
    for part in (
        "Is a figure barred from all shops",
        "every shop (NL)",
        "Reason",
        "Settles",
        "D-45",
    ):
        assert part in ruling


def test_texts_for_programs_are_in_the_root() -> None:
    overview = (SITE / "llms.txt").read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)]+)\)", overview):
        assert (SITE / link).is_file(), link
    everything = (SITE / "llms-full.txt").read_text(encoding="utf-8")
    assert all(f"## {id} " in everything for id in RULES)


@pytest.mark.skipif(not RULEBOOKS.is_dir(), reason="the rulebooks are not beside the project")
def test_no_sentence_of_a_rulebook_appears() -> None:
    theirs: set[tuple[str, ...]] = set()
    for book in RULEBOOKS.glob("*.txt"):
        theirs |= runs(book.read_text(encoding="utf-8", errors="replace"))
    shared = {
        (page, " ".join(run))
        for page, (html, _) in pages().items()
        for run in runs(unescape(re.sub(r"<[^<>]*>", " ", html))) & theirs
    }
    assert len(theirs) > 1_000
    assert shared == set()


def runs(text: str) -> set[tuple[str, ...]]:
    """Every eight words in a row."""
    words = _WORD.findall(text.lower())
    return set(zip(*(words[start:] for start in range(RUN)), strict=False))
