"""Keywords in running text, places of rulings, and the history of entries."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from website.model.content import Content, Version, read_content, read_history
from website.model.keywords import Keywords
from website.model.links import Links
from website.model.pages import Pages
from website.pages.history import add_history, changes
from website.pages.rules import places

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def content() -> Content:
    return read_content(ROOT)


def test_the_first_mention_of_a_german_term_is_a_link_in_any_of_its_forms(content: Content) -> None:
    keywords = Keywords(content.glossary, "de")
    said = keywords.link(
        "Die Bewegungs-Plättchen und der Wert der ausliegenden Karte.", "rules/duel-de.html"
    )
    assert said == (
        'Die <a class="term" href="glossary-de.html#term-movement_tile">Bewegungs-Plättchen</a> und der Wert der '
        '<a class="term" href="glossary-de.html#term-front_card">ausliegenden Karte</a>.'
    )


def test_the_first_mention_of_a_term_is_a_link(content: Content) -> None:
    keywords = Keywords(content.glossary)
    said = keywords.link("Two figures, a figure and a movement tile.", "rules/duel.html")
    assert said == (
        'Two <a class="term" href="glossary.html#term-figure">figures</a>, a figure and a '
        '<a class="term" href="glossary.html#term-movement_tile">movement tile</a>.'
    )


@pytest.mark.parametrize(
    "prose",
    [
        '<a href="x">a figure</a>',
        "`figure`",
        "[figure](x.md)",
        '<b title="figure">it</b>',
        "a player",
    ],
)
def test_links_code_tags_and_common_words_stay_as_they_are(content: Content, prose: str) -> None:
    assert Keywords(content.glossary).link(prose, "answers.html") == prose


def test_a_ruling_has_a_place_behind_its_rule(content: Content) -> None:
    found = places(content)
    assert found["A-43"].startswith("OCC-04.")
    assert "OCC-04" not in found
    assert len(set(found.values())) == len(found)


def test_an_entry_has_its_history(content: Content) -> None:
    history = (
        Version("1.1.0", "2026-12-01", "Why.", ("A-43 to A-45: said more clearly.",)),
        Version("1.0.0", "2026-11-17", "Why.", ("MOV-05 is new.", "A-44 too.")),
    )
    told = list(changes("A-44", history, Links(content), "rules/occupied.html"))
    assert [one.partition(":")[0] for one in told] == [
        "2026-12-01 (version 1.1.0)",
        "2026-11-17 (version 1.0.0)",
    ]
    assert list(changes("USE-01", history, Links(content), "rules/using.html")) == []


def test_the_page_of_what_changed_lists_the_newest_version_first(
    content: Content, tmp_path: Path
) -> None:
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec" / "history.toml").write_text(
        '[[versions]]\nnumber = "0.1"\ndate = 2026-01-02\nwhy = "First."\nchanged = ["All."]\n'
        '[[versions]]\nnumber = "0.2"\ndate = 2026-02-03\nwhy = "Then."\nchanged = ["MOV-05 mended."]\n'
    )
    assert [one.number for one in read_history(tmp_path)] == ["0.2", "0.1"]
    pages = Pages()
    add_history(pages, evolve(content, history=read_history(tmp_path)), Links(content))
    page = pages.files["rules/history.md"]
    assert page.index("Version 0.2, 2026-02-03") < page.index("Version 0.1, 2026-01-02")
    assert 'href="movement.html#MOV-05"' in page


def test_without_a_history_the_page_says_so(content: Content, tmp_path: Path) -> None:
    pages = Pages()
    add_history(pages, evolve(content, history=read_history(tmp_path)), Links(content))
    assert "Nothing has changed yet" in pages.files["rules/history.md"]
