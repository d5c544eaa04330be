"""The site for everybody: axe-core finds nothing on any kind of page, in both schemes and on small screens."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import EVERYTHING, Browser, Window, barriers

BUILD = Path(__file__).parent.parent.parent / "build"

KINDS = (
    *(
        "index.html",
        "index-es.html",
        "answers.html",
        "answers-de.html",
        "rules/index.html",
        "rules/duel.html",
    ),
    *(
        "rules/examples.html",
        "rules/discrepancies.html",
        "rules/glossary.html",
    ),
    *("components.html", "your-board.html", "coverage.html", "proofs.html", "rules/history.html"),
    *("handbook/rules-en.html", "handbook/learn-de.html", "handbook/sheet-fr.html"),
    *("tutorial/first-game.html", "reference/notation.html", "reference/refusals.html"),
    *(
        "reference/vocabulary.html",
        "reference/api/index.html",
        "reference/api/game.html",
        "404.html",
    ),
)
"""A page of each kind."""

UNFOLD = (
    """() => document.querySelectorAll('details').forEach((one, at) => { one.open = at < 2 })"""
)


@pytest.mark.parametrize(("width", "dark"), [(1366, False), (390, True)])
def test_nothing_is_found_on_any_kind_of_page(browser: Browser, width: int, dark: bool) -> None:
    found = {}
    with Window.open(browser, width=width, height=900, dark=dark) as window:
        for address in KINDS:
            window.page.goto(f"{(BUILD / 'site').as_uri()}/{address}")
            window.page.evaluate(UNFOLD)
            boards = window.page.locator("figure[data-board]:visible")
            if boards.count():
                boards.first.scroll_into_view_if_needed()
                boards.first.locator("toledo-table[data-version]").wait_for()
            if anything := barriers(window.page, EVERYTHING):
                found[address] = anything
    assert found == {}


@pytest.mark.parametrize("dark", [False, True])
def test_a_board_and_the_form_have_nothing_serious_while_they_are_used(
    browser: Browser, dark: bool
) -> None:
    with Window.open(browser, width=390, height=844, dark=dark) as window:
        page = window.page
        page.goto(f"{(BUILD / 'site').as_uri()}/rules/examples.html#EX-11d")
        figure = page.locator("#EX-11d ~ .scene figure").first
        figure.locator("toledo-table[data-version]").wait_for()
        figure.locator(".try__every > summary").click()
        figure.locator('[data-part="deed:play_card"]').click()
        assert barriers(page) == []
        page.goto(f"{(BUILD / 'site').as_uri()}/your-board.html")
        page.get_by_text("All questions").click()
        page.get_by_role("button", name="The sword that is worth 7").click()
        page.get_by_label("No, it is different").check()
        page.get_by_label("metal", exact=True).fill("99")
        page.get_by_text("This does not fit together yet:").wait_for()
        assert barriers(page) == []


def test_axe_is_not_blind(browser: Browser) -> None:
    with Window.open(browser) as window:
        window.show("<html><body><img src=''><button></button></body></html>")
        assert len(barriers(window.page)) >= 2
