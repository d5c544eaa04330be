"""The table of the TypeScript client in a browser: at all sizes, by mouse, finger and keys, and with a server."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import (
    Browser,
    Page,
    Window,
    barriers,
    different_pixels,
    serving_files,
)
from tests.web.test_browser import ask, played, sit, speak, table_of
from toledo_rules.describe import language_tables
from toledo_rules.render import PageLayout, Theme, svg

ROOT = Path(__file__).parents[2]
CLIENT, EXAMPLE = ROOT / "clients" / "typescript", ROOT / "examples" / "typescript"
SIZES = ((390, 844), (390, 664), (844, 390), (768, 1024), (1024, 768), (1440, 900), (1920, 1080))


def bundle(out: Path, script: Path | None = None) -> None:
    """Make one file of a script and the package."""
    command = [str(CLIENT / "bundle.sh"), str(out), *([str(script)] if script else [])]
    subprocess.run(command, check=True, env={**os.environ, "PYTHON": sys.executable}, cwd=ROOT)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the example of the package is served."""
    folder = tmp_path_factory.mktemp("table")
    bundle(folder / "table.js", EXAMPLE / "table.ts")
    shutil.copy(EXAMPLE / "table.html", folder / "index.html")
    shutil.copytree(CLIENT / "data", folder / "data")
    with serving_files(folder) as served:
        yield served


def table(window: Window, question: str) -> Page:
    """The page with a game that has begun and is drawn."""
    window.page.goto(f"/?{question}")
    window.page.wait_for_function(
        "(() => { const t = document.querySelector('toledo-table');"
        " return t.dataset.version && t.shadowRoot.querySelector('[data-part^=\"deed:\"]'); })()"
    )
    return window.page


@pytest.mark.parametrize(("width", "height", "players"), [(1440, 900, 3), (390, 844, 4)])
def test_a_whole_game_is_clicked_through_what_is_lit(
    browser: Browser, address: str, width: int, height: int, players: int
) -> None:
    with Window.open(browser, width=width, height=height, address=address) as window:
        page = table(window, f"players={players}&seed=5&motion=none&open")
        assert ask(page, "return play(t, s)") == {"over": True, "hidden": [], "again": "Play again"}
        page.get_by_role("button", name="Play again").click()
        page.wait_for_function("!document.querySelector('toledo-table').state.result")
        window.assert_clean()


MOMENTS = {
    "nothing": "",
    "shop": "t.pick('deed:place_shop');",
    "site": "t.pick('deed:place_shop'); t.pick([...t.choosing.lit][0]); t.pick('space:3', true);",
    "card": "t.pick('deed:play_card'); t.pick([...t.choosing.lit][0]);",
}


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_all_that_a_choice_needs_is_in_sight_and_no_texts_overlap(
    browser: Browser, address: str, width: int, height: int, language: str
) -> None:
    with Window.open(
        browser, width=width, height=height, dark=language == "de", address=address
    ) as window:
        for moment, clicks in MOMENTS.items():
            page = table(window, f"players=4&seat=0&seed=3&motion=none&language={language}")
            ask(page, clicks)
            found = ask(page, "return sight(t, s)")
            assert found == {"outside": [], "overlap": [], "scrolls": False}, moment
        window.assert_clean()


def test_a_shop_is_placed_with_at_most_twelve_keys(browser: Browser, address: str) -> None:
    with Window.open(browser, width=1440, height=900, address=address) as window:
        page = table(window, "players=2&seat=0&seed=3&motion=none")
        keys = ["ArrowRight", "ArrowRight", "Enter", "ArrowRight", "Enter", "ArrowRight"]
        keys += ["ArrowRight", "Enter"]
        for key in keys:
            page.keyboard.press(key)
        if ask(page, "return t.state.view.shops.every((shop) => shop === null)"):
            page.keyboard.press("Enter")
            keys.append("Enter")
        page.wait_for_function("document.querySelector('toledo-table').state.version > 1")
        assert ask(page, "return t.state.view.shops.some((shop) => shop !== null)")
        assert len(keys) <= 12


def test_every_grey_thing_says_why_with_its_rule(browser: Browser, address: str) -> None:
    with Window.open(browser, width=1440, height=900, address=address) as window:
        page = table(window, "players=2&seat=0&seed=3&motion=none")
        assert ask(page, "return silent(t, s)") == []
        window.assert_clean()


def test_who_listens_hears_spaces_and_no_symbols(browser: Browser, address: str) -> None:
    with Window.open(browser, width=1440, height=900, address=address) as window:
        page = table(window, "players=2&seat=0&seed=3&motion=none")
        tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
        heard = [node for node in tree if not node["ignored"]]
        texts = [
            str(node["name"]["value"]) for node in heard if node["role"]["value"] == "StaticText"
        ]
        assert len(texts) < 120  # 351 came from symbols alone, once
        names = [str(node.get("name", {}).get("value", "")) for node in heard]
        tavern = next(name for name in names if name.startswith("Space 5: tavern"))
        assert "nobody there" in tavern
        assert "2 circles" in tavern
        assert "price 1" in tavern


GUIDES = ("region", "group", "heading", "slider", "dialog", "StaticText")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_who_listens_hears_nothing_twice(
    browser: Browser, address: str, width: int, height: int
) -> None:
    """Names of places, headings and sentences: none is another's."""
    with Window.open(browser, width=width, height=height, address=address) as window:
        page = table(window, "players=2&seat=0&seed=3&motion=none")
        tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
        inside = {
            node["nodeId"]
            for node in tree
            if node["role"]["value"] in ("heading", "button", "link")
        }
        heard = [
            str(node["name"]["value"])
            for node in tree
            if node["role"]["value"] in GUIDES
            and node.get("name", {}).get("value", "").count(" ")
            and node.get("parentId") not in inside  # their own texts
        ]
        assert len(heard) >= 3
        assert [name for name in heard if heard.count(name) > 1] == []


def test_a_shop_is_dragged_to_a_space(browser: Browser, address: str) -> None:
    with Window.open(browser, width=1440, height=900, address=address) as window:
        page = table(window, "players=2&seat=0&seed=3&motion=none")
        ask(page, "t.pick('deed:place_shop');")
        slot = page.locator("toledo-table .rack .slot.usable").first.bounding_box()
        space = page.locator("toledo-table [data-part='space:3']").bounding_box()
        assert slot is not None
        assert space is not None
        page.mouse.move(slot["x"] + slot["width"] / 2, slot["y"] + slot["height"] / 2)
        page.mouse.down()
        page.mouse.move(space["x"] + 40, space["y"] + 60, steps=6)
        page.mouse.up()
        page.wait_for_function(
            "document.querySelector('toledo-table').state.view.shops[3] !== null"
        )
        window.assert_clean()


def test_cards_of_one_value_are_chosen_by_tapping_their_pocket(
    browser: Browser, address: str
) -> None:
    with Window.open(browser, width=390, height=844, address=address) as window:
        page = table(window, "players=4&seed=3&motion=none&open")
        kinds = ask(page, "return tapped(t, s)")
        assert len(kinds) > 1
        assert None not in kinds


def test_hands_are_covered_until_the_next_player_looks(browser: Browser, address: str) -> None:
    with Window.open(browser, width=390, height=844, address=address) as window:
        page = table(window, "players=2&seed=3&motion=none")
        assert ask(page, "return s.querySelectorAll('.card').length") == 0
        page.get_by_role("button", name="Show my cards").click()
        assert ask(page, "return s.querySelectorAll('.card').length") > 0
        ask(page, "t.pick('deed:take_cards'); t.pick('deed:take_cards'); await t.settled")
        page.get_by_role("button", name="Show my cards").wait_for()
        assert ask(page, "return [t.state.view.seat, s.querySelectorAll('.card').length]") == [1, 0]


def test_axe_finds_no_barrier_at_the_table(browser: Browser, address: str) -> None:
    for width, height in ((1440, 900), (390, 844)):
        with Window.open(browser, width=width, height=height, address=address) as window:
            page = table(window, "players=3&seat=0&seed=3&motion=none")
            ask(page, "t.pick('deed:place_shop')")
            assert barriers(page) == []


def test_no_word_of_the_table_is_unused() -> None:
    sources = " ".join(
        path.read_text(encoding="utf-8") for path in (CLIENT / "src" / "table").glob("*.ts")
    )
    words = {f"play.{key}" for key in language_tables("en")["play"]}
    spoken = {*re.findall(r"play\.\w+", sources), "play.attacks", "play.defends"}
    assert words <= spoken


GUEST = """async () => {
  document.body.innerHTML = `<toledo-table data="/data/" motion="none" style="position:fixed;inset:0"></toledo-table>`;
  const { SocketTable, defineTable, websocket } = await import("/guest.js");
  defineTable();
  const address = `ws://${location.host}/api/seats/seat-0/ws`;
  document.querySelector("toledo-table").join(new SocketTable(websocket(address)));
}"""
"""A page of somebody else: the element, and the protocol."""


def test_a_table_on_a_server_that_speaks_the_protocol(browser: Browser, tmp_path: Path) -> None:
    bundle(tmp_path / "guest.js")
    with table_of(played(12, seat=0), {1: "greedy", 2: "greedy"}) as there:
        address = f"http://127.0.0.1:{there.served.port}"
        with Window.open(browser, width=1440, height=900, address=address) as window:
            page = window.page
            page.route("**/guest.js", lambda route: route.fulfill(path=tmp_path / "guest.js"))
            page.goto("/rules/MOV-01.html")
            page.evaluate(GUEST)
            page.locator("toledo-table[data-version]").wait_for()
            assert ask(page, "return [t.dataset.status, t.state.view.seat]") == ["open", 0]
            page.locator("toledo-table .log p").nth(5).wait_for()
            assert ask(page, "return silent(t, s, 10)") == []
            page.get_by_role("button", name="Hint").click()
            page.get_by_text("The computer suggests").wait_for()
            assert ask(page, "return moves(t, s, 6)") == 6
            page.wait_for_function(  # the bots may have answered just now
                "version => document.querySelector('toledo-table').state.version >= version",
                arg=there.game.version,
            )
            ask(page, "t.showPast(3)")
            page.get_by_role("button", name="Back to now").click()
            window.assert_clean()


STILL = """
    t.setAttribute("still", "");
    const node = await new Promise((done) => setTimeout(() => done(s.querySelector(".bd > svg")), 100));
    for (const one of node.querySelectorAll("#things + g, #figures + g, .banner")) one.setAttribute("hidden", "");
    const { x, y, width, height } = node.getBoundingClientRect();
    return { x, y, width, height };
"""
"""A picture without what a still one of the library does not have: ghosts, marks, and who is on turn in the sky."""

LIBRARY = """
    const old = s.querySelector(".bd > svg"), text = %s;
    const made = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    for (const name of ["viewBox", "width", "height"]) made.setAttribute(name, old.getAttribute(name));
    old.replaceWith(document.importNode(made, true));
"""
"""The library's picture in its place, cut and scaled alike."""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("layout", "width", "height"),
    [("wide", 1440, 900), ("tablet", 768, 1024), ("phone", 390, 844)],
)
def test_the_still_picture_is_that_of_the_library(
    browser: Browser, layout: PageLayout, width: int, height: int, theme: Theme
) -> None:
    """Pixel by pixel; by night in French, where players have other letters."""
    language = "fr" if theme == "dark" else "en"
    with (
        table_of(played(70, 4, seat=0)) as there,
        Window.open(browser, width=width, height=height, dark=theme == "dark") as window,
    ):
        page = sit(window, there, 0).page
        speak(page, language)
        page.locator(".prompt", has_text=str(language_tables(language)["ask"]["what"])).wait_for()
        clip = ask(page, STILL)
        ours = page.screenshot(clip=clip)
        picture = svg(
            there.game, seat=0, layout=layout, theme=theme, extent="board", language=language
        )
        ask(page, LIBRARY % json.dumps(picture))
        assert different_pixels(page, ours, page.screenshot(clip=clip)) == 0
        window.assert_clean()


DAMAGE = {
    "a figure has moved": (
        "[data-part^='figure:'] use",
        "one.setAttribute('x', one.x.baseVal.value + 1)",
    ),
    "a house has moved": (
        "[data-part='space:10'] use",
        "one.setAttribute('y', one.y.baseVal.value - 1)",
    ),
    "a figure of another player": (
        "[data-part='figure:0:0'] use",
        "one.setAttribute('href', '#tl-figure-1')",
    ),
    "a circle of another player": (
        "[data-part='circle:5:0'] use",
        "one.setAttribute('href', '#tl-ring-2')",
    ),
    "a figure is missing": ("[data-part='figure:0:4']", "one.remove()"),
    "another number": ("[data-part='supply:metal'] text", "one.textContent = '1'"),
    "a number has moved": ("[data-part='supply:gems'] text", "one.setAttribute('dx', 1)"),
    "a figure below a sign": ("#things", "one.before(s.querySelector('#figures'))"),
    "paler": ("svg", "one.setAttribute('opacity', 0.7)"),
}


def test_a_damaged_still_picture_is_noticed(browser: Browser) -> None:
    with table_of(played(70, 4, seat=0)) as there, Window.open(browser, width=390) as window:
        page = sit(window, there, 0).page
        clip = ask(page, STILL)
        sound, drawn = (
            page.screenshot(clip=clip),
            ask(page, "return s.querySelector('.bd').innerHTML"),
        )
        for name, (which, damage) in DAMAGE.items():
            ask(page, f"const one = s.querySelector(`.bd ${{{json.dumps(which)}}}`); {damage}")
            damaged = page.screenshot(clip=clip)
            assert different_pixels(page, sound, damaged) > 0, name
            ask(page, f"s.querySelector('.bd').innerHTML = {json.dumps(drawn)}")
        assert different_pixels(page, sound, page.screenshot(clip=clip)) == 0
