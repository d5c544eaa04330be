"""Reading: clauses as sentences, words with their meanings, pages that fit a screen and a few sheets of paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from spec.tools.citations import exercising
from tests.browser import Browser, Window
from tests.website.answering import SCREEN, ask_all
from website.model.content import Content, read_content
from website.model.reading import Reader, reader
from website.pages.highlighting import clause

ROOT = Path(__file__).parent.parent.parent
SITE = ROOT / "build" / "site"
SHEETS = 8


@pytest.fixture(scope="module")
def content() -> Content:
    return read_content(ROOT)


@pytest.fixture(scope="module")
def known() -> Reader:
    return reader(ROOT)


# Phrases

AVOIDED = re.compile(
    r"\ban own\b|\bover (?:a|the) full (?:space|one)\b|spec/definitions\.md", re.IGNORECASE
)
"""Said otherwise by now: one of your own; on a full space, without a circle; see the Glossary."""


def texts() -> Iterator[Path]:
    """The files whose words readers of the site see: also docstrings of the package and of tests that show rules."""
    yield from exercising(ROOT)
    yield from (ROOT / "src" / "toledo_rules").rglob("*.py")
    for folder, ending in (("spec", "md"), ("spec", "toml"), ("spec", "lp"), ("docs", "md")):
        yield from (ROOT / folder).rglob(f"*.{ending}")
    yield from (ROOT / name for name in ("docs/answers.toml", "website/model/reading.toml"))


def test_some_phrases_are_gone() -> None:
    found = [
        (path.relative_to(ROOT).as_posix(), said[0])
        for path in texts()
        if path.name
        not in ("history.toml", "README.md")  # written for editors of the specification
        for said in AVOIDED.finditer(" ".join(path.read_text(encoding="utf-8").split()))
    ]
    assert found == []


# Clauses


def read(known: Reader, text: str) -> str:
    (sentence,) = known.sentences(text)
    return sentence


def test_a_clause_is_read_as_a_sentence(known: Reader) -> None:
    assert read(known, "may(P,challenge(Q)) :- active(P), phase(transit(S)), rival(Q,S).") == (
        "P may do this: challenge Q, if P is on turn, a figure is on the full space S, without a circle "
        "and Q, not on turn, has a figure on S."
    )
    assert read(known, "full(S) :- room(S,_), not free(S).") == (
        "No circle on step S is free, if there are some circles on step S "
        "and it is not so that a circle on step S is free."
    )
    assert read(known, "free(S) :- room(S,C), C > #sum { N,P : at(S,figure(P),N) }.") == (
        "A circle on step S is free, if there are C circles on step S and C is more than "
        "the sum of all N, P with N of a figure of P is at S."
    )
    assert read(known, "on_road(0).") == "0 is a step of the road."


def test_every_clause_of_the_rules_is_read(content: Content, known: Reader) -> None:
    count = 0
    unread = []
    for section in content.sections.values():
        for block in section.logic:
            for sentence in known.sentences(block.text):
                count += 1
                # Words of the logic may be left only where things are taken apart: C is card(V,_,_).
                words = re.sub(r"\b(?:is|is not) \w+\([^)]*\)", "", sentence)
                unread += [
                    (section.id, name)
                    for name in re.findall(r"\b([a-z_]+)\(", words)
                    if name in known.meanings
                ]
    assert count > 250
    assert unread == []


def test_words_have_their_meanings(known: Reader) -> None:
    html = clause("may(P,end_turn) :- active(P), resting.", known.meanings)
    assert 'title="active(P): P is on turn">active</span>' in html
    assert "title" not in clause("may(P,end_turn) :- active(P), resting.")


# Screens and paper


def test_logic_is_not_cut_off_on_a_laptop(browser: Browser) -> None:
    with Window.open(browser, width=1366, height=768) as window:
        for page in ("rules/duel.html", "rules/occupied.html", "rules/information.html"):
            window.page.goto(f"{SITE.as_uri()}/{page}")
            window.page.evaluate(
                "document.querySelectorAll('details.programmers').forEach(one => { one.open = true })"
            )
            window.page.locator("details.programmers ol.read li").nth(5).wait_for()
            cut = window.page.evaluate(
                "[...document.querySelectorAll('.programmers pre, .programmers code')]"
                ".filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth).length"
            )
            assert cut == 0, page
            assert window.page.locator("details.programmers span[title]").count() > 5
            assert window.page.locator("details.programmers ol.read li").count() > 5


@pytest.mark.parametrize("page", ["rules/duel.html", "answers.html"])
def test_a_page_prints_to_a_few_sheets(browser: Browser, page: str) -> None:
    with Window.open(browser) as window:
        window.page.goto(f"{SITE.as_uri()}/{page}")
        sheets = len(re.findall(rb"/Type\s*/Page\b", window.page.pdf(format="A4")))
        assert 2 <= sheets <= SHEETS


# From a question to its answer


def test_the_questions_of_the_review_are_answered_without_a_click(browser: Browser) -> None:
    with Window.open(browser, width=SCREEN[0], height=SCREEN[1]) as window:
        found = ask_all(window.page)
        assert len(found) == 18
        assert [one.question for one in found if not one.place] == []
        window.assert_clean()
