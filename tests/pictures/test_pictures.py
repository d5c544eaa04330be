"""Pictures in a real browser: nothing sticks out, nothing covers anything, everything can be read and clicked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from tests.browser import Browser, Page, Window, browsing
from toledo_rules import KOSMOS_2008, State, new_game, shipped_edition
from toledo_rules.describe import LANGUAGES, Language
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.events import RoundFought
from toledo_rules.render import Highlights, PageLayout, Theme, svg
from toledo_rules.testing import PROGRESS, Journey, lay_out, play_through

LAYOUTS: tuple[PageLayout, ...] = get_args(PageLayout)
WIDTHS = {"wide": 1600, "narrow": 360}

FINDINGS = Path(__file__).with_name("findings.js").read_text(encoding="utf-8")

CLICKED = """() => [...document.querySelectorAll("[data-step]")].flatMap(space => {
    const box = space.querySelector(".tl-hit").getBoundingClientRect();
    return [[0.5, 0.5], [0.05, 0.1], [0.95, 0.9]].map(([across, down]) => {
        const x = box.left + across * box.width, y = box.top + down * box.height;
        const got = document.elementFromPoint(x, y).closest("[data-step]");
        return [space.dataset.step, got ? got.dataset.step : null];
    });
})"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


@pytest.fixture(scope="module", params=LAYOUTS)
def layout(request: pytest.FixtureRequest) -> PageLayout:
    found: PageLayout = request.param
    return found


@pytest.fixture(scope="module")
def window(browser: Browser, layout: PageLayout) -> Iterator[Window]:
    """A window as wide as the layout is meant for, and high enough to see all of it at once."""
    with Window.open(browser, width=WIDTHS[layout], height=3000) as window:
        yield window
        window.assert_clean()


def shown(window: Window, *pictures: str) -> Page:
    return window.show(f"<!doctype html><body style='margin:0'>{''.join(pictures)}</body>")


def findings(window: Window, picture: str) -> dict[str, Any]:
    found: dict[str, Any] = shown(window, picture).evaluate(FINDINGS)
    return found


def assert_readable(found: dict[str, Any]) -> None:
    assert found["texts"] > 10
    assert found["overflowing"] == []
    assert found["overlapping"] == []
    assert found["crossing"] == []
    assert found["faint"] == []
    assert found["smallest"] >= 8.4  # two letters on a figure; all else is larger


@cache
def game() -> Journey:
    rng = Random(5)
    return play_through(new_game(4, rng), PROGRESS, rng)


@cache
def full_tables() -> tuple[tuple[State, Highlights], ...]:
    """Positions with much on the table, and everything pointed out."""
    rounds = [e for ply in game() for e in ply.what.events if isinstance(e, RoundFought)][:3]
    everything = Highlights(origin=0, targets=(3, 20), last=(4, 5), duel=rounds)
    return (
        (lay_out(KOSMOS_2008, 4, Random(3), "duel"), everything),
        (lay_out(KOSMOS_2008, 3, Random(11), "transit"), everything),
    )


FAULTY = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">
<rect width="100" height="100" fill="#ffffff"/>
<rect x="10" y="10" width="20" height="20" class="tl-chip" fill="#eeeeee"/>
<rect x="20" y="20" width="40" height="20" class="tl-chip" fill="#eeeeee"/>
<text x="12" y="25" font-size="10" fill="#000000">sticks out</text>
<text x="12" y="27" font-size="8" fill="#000000">x</text>
<text x="12" y="80" font-size="10" fill="#999999">faint</text></svg>"""


def test_the_browser_finds_what_is_wrong(browser: Browser) -> None:
    with Window.open(browser) as window:
        found = findings(window, FAULTY)
    assert found["overflowing"] == ["sticks out"]
    assert found["overlapping"] == [["sticks out", "x"]]
    assert len(found["crossing"]) == 1
    assert [text for text, _, _ in found["faint"]] == ["faint"]
    assert found["smallest"] == 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_read(window: Window, layout: PageLayout, language: Language) -> None:
    for number, (state, highlights) in enumerate(full_tables()):
        theme: Theme = "light" if number % 2 else "dark"
        picture = svg(state, highlights=highlights, layout=layout, language=language, theme=theme)
        assert_readable(findings(window, picture))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_start_and_the_end_can_be_read(
    window: Window, layout: PageLayout, theme: Theme
) -> None:
    end = game()[-1].what
    assert_readable(findings(window, svg(game()[0].before, layout=layout, theme=theme)))
    last = Highlights.after(end.events)
    assert_readable(findings(window, svg(end.state, highlights=last, layout=layout, theme=theme)))


def test_small_and_large_editions_can_be_read(window: Window, layout: PageLayout) -> None:
    for name in SHIPPED_EDITIONS[1:]:
        edition = shipped_edition(name)
        state = lay_out(edition, edition.most_players, Random(2), "duel")
        assert_readable(findings(window, svg(state, layout=layout)))


def test_long_names_can_be_read(window: Window, layout: PageLayout) -> None:
    names = ["Maximilian Wolfgang Amadeus von und zu Hohenstein"] * 4
    state = new_game(4, Random(1))
    assert_readable(findings(window, svg(state, layout=layout, names=names)))


def test_every_space_can_be_clicked_all_over(window: Window, layout: PageLayout) -> None:
    state = lay_out(KOSMOS_2008, 4, Random(3), "transit")
    page = shown(window, svg(state, layout=layout, highlights=Highlights(targets=range(22))))
    clicks = page.evaluate(CLICKED)
    assert len(clicks) == 3 * len(KOSMOS_2008.road)
    assert [click for click in clicks if click[0] != click[1]] == []


def test_a_picture_is_as_wide_as_its_page_and_no_wider(window: Window, layout: PageLayout) -> None:
    page = shown(window, svg(new_game(2, Random(1)), layout=layout))
    assert page.evaluate("document.documentElement.scrollWidth") == WIDTHS[layout]
    assert page.evaluate("document.querySelector('svg').clientWidth") == WIDTHS[layout]


COLOURS = """() => [...document.querySelectorAll("svg > .tl-page")].map(page => getComputedStyle(page).fill)"""


def test_pictures_of_different_themes_share_a_page(browser: Browser) -> None:
    state = new_game(2, Random(1))
    themes: tuple[Theme, ...] = ("light", "dark", "auto", "light")
    pictures = [svg(state, theme=theme) for theme in themes]
    colours = {}
    for dark in (False, True):
        with Window.open(browser, dark=dark) as window:
            colours[dark] = shown(window, *pictures).evaluate(COLOURS)
    light, dark, auto, again = colours[False]
    assert light == auto == again != dark
    light, dark, auto, again = colours[True]
    assert light == again != dark == auto


def test_a_picture_works_as_a_file(browser: Browser, tmp_path: Path) -> None:
    """Served as an image, nothing of the page around it can help."""
    file = tmp_path / "board.svg"
    file.write_text(svg(new_game(3, Random(1)), language="fr"), encoding="utf-8")
    (tmp_path / "page.html").write_text("<img src=board.svg>", encoding="utf-8")
    with Window.open(browser) as window:
        window.page.goto((tmp_path / "page.html").as_uri())
        assert window.page.evaluate("document.images[0].naturalWidth") == 1600
        window.assert_clean()
