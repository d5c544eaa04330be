"""Pictures in a real browser: everything can be read and hit, at every size of a screen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from tests.browser import Browser, Page, Window
from toledo_rules import KOSMOS_2008, State, new_game, shipped_edition
from toledo_rules.describe import LANGUAGES, Language
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.events import RoundFought
from toledo_rules.render import Highlights, PageLayout, Theme, board, svg
from toledo_rules.testing import PROGRESS, Journey, lay_out, play_through

LAYOUTS: tuple[PageLayout, ...] = get_args(PageLayout)
WIDTHS: dict[PageLayout, int] = {"wide": 1048, "tablet": 760, "phone": 390}
SCREENS = [(390, 844), (844, 390), (768, 1024), (1024, 768), (1280, 720), (1440, 900), (1920, 1080)]


def layout_of(width: int) -> PageLayout:
    """The widest layout that fits, if it is made smaller by at most a twelfth."""
    return next((layout for layout, own in WIDTHS.items() if width >= own * 0.92), "phone")


FINDINGS = Path(__file__).with_name("findings.js").read_text(encoding="utf-8")

CLICKED = """() => [...document.querySelectorAll("[id^='space:']")].flatMap(space => {
    const box = space.querySelector(".tl-hit").getBoundingClientRect();
    return [[0.5, 0.5], [0.05, 0.1], [0.95, 0.9]].map(([across, down]) => {
        const x = box.left + across * box.width, y = box.top + down * box.height;
        const got = document.elementFromPoint(x, y)?.closest("[id^='space:']");
        return [space.id, got ? got.id : null];
    });
})"""


@pytest.fixture(scope="module", params=LAYOUTS)
def layout(request: pytest.FixtureRequest) -> PageLayout:
    found: PageLayout = request.param
    return found


@pytest.fixture(scope="module")
def window(browser: Browser, layout: PageLayout) -> Iterator[Window]:
    """A window as wide as the layout is meant for, and high enough to see all of it at once."""
    with Window.open(browser, width=WIDTHS[layout], height=2200) as window:
        yield window
        window.assert_clean()


def shown(window: Window, *pictures: str) -> Page:
    style = "<style>body{margin:0} svg{display:block;width:100%;height:auto}</style>"
    return window.show(f"<!doctype html>{style}<body>{''.join(pictures)}</body>")


def findings(window: Window, picture: str) -> dict[str, Any]:
    found: dict[str, Any] = shown(window, picture).evaluate(FINDINGS)
    return found


def assert_readable(found: dict[str, Any]) -> None:
    assert found["texts"] > 10
    assert found["overflowing"] == []
    assert found["overlapping"] == []
    assert found["smallest"] >= 11, found["least"]
    assert found["targets"] >= 24, found["target"]


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
<defs><symbol id="tl-x" viewBox="0 0 10 10"><text y="5" font-size="5">tiny</text></symbol></defs>
<g id="small"><rect x="10" y="10" width="20" height="20"/></g>
<text x="72" y="25" font-size="10">sticks out</text>
<text x="74" y="27" font-size="10">x</text>
<use href="#tl-x" width="10" height="10"/></svg>"""


def test_the_browser_finds_what_is_wrong(browser: Browser) -> None:
    with Window.open(browser, width=100) as window:
        found = findings(window, FAULTY)
    assert found["overflowing"] == ["sticks out"]
    assert found["overlapping"] == [["sticks out", "x"]]
    assert (found["smallest"], found["least"]) == (5, "tiny")
    assert (found["targets"], found["target"]) == (20, "small")


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_every_label_can_be_read_and_every_part_hit_on_every_screen(
    browser: Browser, width: int, height: int
) -> None:
    with Window.open(browser, width=width, height=height) as window:
        for state, highlights in full_tables():
            picture = svg(state, highlights=highlights, layout=layout_of(width))
            assert_readable(findings(window, picture))
        window.assert_clean()


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_read(window: Window, layout: PageLayout, language: Language) -> None:
    for number, (state, highlights) in enumerate(full_tables()):
        theme: Theme = "light" if number % 2 else "dark"
        picture = svg(state, highlights=highlights, layout=layout, language=language, theme=theme)
        assert_readable(findings(window, picture))


def test_the_start_and_the_end_can_be_read(window: Window, layout: PageLayout) -> None:
    end = game()[-1].what
    assert_readable(findings(window, svg(game()[0].before, layout=layout)))
    last = Highlights.after(end.seen_by(None))
    assert_readable(findings(window, svg(end.state, highlights=last, layout=layout)))


def test_small_editions_can_be_read(window: Window, layout: PageLayout) -> None:
    for name in SHIPPED_EDITIONS[1:]:
        edition = shipped_edition(name)
        state = lay_out(edition, edition.most_players, Random(2), "duel")
        assert_readable(findings(window, svg(state, layout=layout)))


def test_long_names_can_be_read(window: Window, layout: PageLayout) -> None:
    names = ["Maximilian Wolfgang Amadeus von und zu Hohenstein"] * 4
    state = new_game(4, Random(1))
    assert_readable(findings(window, svg(state, layout=layout, names=names)))


def test_every_space_can_be_clicked_all_over(window: Window, layout: PageLayout) -> None:
    state = new_game(4, Random(3))
    page = shown(window, svg(state, layout=layout))
    clicks = page.evaluate(CLICKED)
    assert len(clicks) == 3 * (len(KOSMOS_2008.road) - 1)
    assert [click for click in clicks if click[0] != click[1]] == []


def test_a_picture_is_as_wide_as_its_page_and_no_wider(window: Window, layout: PageLayout) -> None:
    page = shown(window, svg(new_game(2, Random(1)), layout=layout))
    assert page.evaluate("document.documentElement.scrollWidth") == WIDTHS[layout]
    assert page.evaluate("document.querySelector('svg').clientWidth") == WIDTHS[layout]


COLOURS = """() => [...document.querySelectorAll("svg > .tl-f-page")].map(page => getComputedStyle(page).fill)"""


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


def test_a_system_that_insists_on_colours_gets_them(browser: Browser) -> None:
    picture = svg(new_game(2, Random(1)))
    with Window.open(browser) as window:
        window.page.emulate_media(forced_colors="active")
        fills = shown(window, picture).evaluate(
            """() => [...new Set([...document.querySelectorAll("rect, path, circle")]
                .map(shape => getComputedStyle(shape).fill))]"""
        )
    plain = {"rgb(255, 255, 255)", "rgb(0, 0, 0)", "none", "rgba(0, 0, 0, 0)"}
    assert {fill for fill in fills if not fill.startswith("url")} <= plain


PLACED = """([symbol, box]) => {
    const figures = document.getElementById("figures"), use = document.createElementNS(figures.namespaceURI, "use");
    use.setAttribute("href", `#tl-${symbol}`);
    ["x", "y", "width", "height"].forEach((side, i) => use.setAttribute(side, box[i]));
    figures.append(use);
    const {x, y, width, height} = use.getBBox();
    return [x, y, width, height];
}"""


def test_a_page_puts_symbols_into_places(browser: Browser) -> None:
    """All that a client has to do: no drawing of its own."""
    with Window.open(browser, width=1048) as window:
        page = shown(window, board(KOSMOS_2008))
        x, y, width, height = page.evaluate(PLACED, ["figure-0", [100, 200, 28, 34]])
        window.assert_clean()
    assert 98 <= x <= 104
    assert 198 <= y <= 202
    assert 20 <= width <= 30
    assert 32 <= height <= 36


def test_a_picture_works_as_a_file(browser: Browser, tmp_path: Path) -> None:
    """Served as an image, nothing of the page around it can help."""
    file = tmp_path / "board.svg"
    file.write_text(svg(new_game(3, Random(1)), language="fr"), encoding="utf-8")
    (tmp_path / "page.html").write_text("<img src=board.svg>", encoding="utf-8")
    with Window.open(browser) as window:
        window.page.goto((tmp_path / "page.html").as_uri())
        assert window.page.evaluate("document.images[0].naturalWidth") == 1048
        window.assert_clean()
