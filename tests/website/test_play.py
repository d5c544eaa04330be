"""A game against bots on the site, without a server behind it: kept in the browser, and to be taken along."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from attrs import evolve, fields
from playwright.sync_api import Dialog

from tests.browser import PATIENCE, Browser, Page, Window, barriers
from toledo_rules import Game, Readings, Stream, shipped_edition, view
from toledo_rules.bots import make_bot
from toledo_rules.record import format_record, read_record, replay
from website.board.page import words
from website.model.languages import LANGUAGE_NAMES, page_of

ON_TURN = "document.querySelector('toledo-table').state?.offers.length > 0"
MOVE = """async moves => {
  const table = document.querySelector("toledo-table");
  table.setAttribute("motion", "none");
  const until = async (done) => { while (!done()) await new Promise((next) => setTimeout(next, 20)); };
  for (let made = 0; made < moves && !table.state.result; made++) {
    await until(() => table.state.result || table.state.offers.length);
    if (table.state.result) break;
    const { version, offers } = table.state, { action } = offers[Math.min(made, offers.length - 1)];
    table.transport.play(action, version);
    await until(() => table.state.version > version);
  }
}"""
"""Make some moves, whatever they are; the bots make theirs."""


FOLLOW = """async () => {
  await customElements.whenDefined("toledo-table");
  const table = document.querySelector("toledo-table");
  const on = async () => {
    if (table.state?.offers.length) table.transport.play(await table.transport.hint(), table.state.version);
  };
  table.addEventListener("toledo-state", on);
  on();
}"""
"""Do what the hints say, to the end."""


def played(page: Page) -> int:
    """The number of moves that were made."""
    return int(page.locator("#play").get_attribute("data-length") or 0)


def ready(page: Page) -> None:
    """Wait for the person's turn."""
    page.locator("#play[data-state=ready]").wait_for()
    page.wait_for_function(ON_TURN)


def save(page: Page, folder: Path) -> str:
    """Download the record."""
    with page.expect_download() as loading:
        page.locator("[data-part=download]").click()
    loading.value.save_as(folder / "game.toledo")
    return (folder / "game.toledo").read_text(encoding="utf-8")


@pytest.mark.parametrize(("width", "dark"), [(1366, False), (390, True)])
def test_a_game_goes_on_where_it_was_left(
    browser: Browser, server: str, tmp_path: Path, width: int, dark: bool
) -> None:
    with Window.open(browser, width=width, height=844, dark=dark) as window:
        page = window.page
        page.goto(server + "play.html")
        ready(page)
        page.evaluate(MOVE, 3)
        ready(page)
        before, record = played(page), save(page, tmp_path)
        assert before >= 3
        reading = read_record(record)
        assert reading.record is not None
        assert len(list(replay(reading.record))) == before
        assert barriers(page) == []
        page.reload()
        ready(page)
        assert save(page, tmp_path) == record
        assert page.locator("toledo-table .log p").count() > 0
        page.locator("[data-part=language]").select_option("de")
        page.wait_for_url("**/play-de.html")
        ready(page)
        assert played(page) == before
        link = urlsplit(str(page.locator("[data-part=study]").get_attribute("href")))
        assert link.path == "board-de.html"
        assert parse_qs(link.fragment)["record"] == [record]
        window.assert_clean()


def test_a_game_reads_rules_as_its_player_wishes(
    browser: Browser, server: str, tmp_path: Path
) -> None:
    """What is chosen counts from the next game on, and is still chosen when the page is opened again."""
    with Window.open(browser, width=390, height=844) as window:
        page = window.page
        page.goto(server + "play.html")
        ready(page)
        assert not page.locator("[data-part=a120]").is_visible(), "closed by default"
        page.locator("[data-part=readings] summary").click()
        page.locator("[data-part=a120]").check()
        assert barriers(page) == []
        page.once("dialog", lambda dialog: dialog.accept())
        page.locator("[data-part=begin]").click()
        ready(page)
        record = read_record(save(page, tmp_path)).record
        assert record is not None
        assert record.start.edition == shipped_edition("kosmos-2008 a120=sum")
        page.reload()
        ready(page)
        boxes = page.locator("[data-part=readings] input")
        assert boxes.count() == len(fields(Readings))
        chosen = [
            box.get_attribute("data-part")
            for box in boxes.all()
            if box.evaluate("box => box.checked")
        ]
        assert chosen == ["a120"]
        window.assert_clean()


def test_who_wants_another_game_is_asked_first(browser: Browser, server: str) -> None:
    with Window.open(browser, width=1366, height=768) as window:
        page = window.page
        page.goto(server + "play.html")
        ready(page)
        page.evaluate(MOVE, 1)
        ready(page)
        before = played(page)
        asked: list[str] = []

        def refuse(dialog: Dialog) -> None:
            asked.append(dialog.message)
            dialog.dismiss()

        page.once("dialog", refuse)
        page.locator("[data-part=begin]").click()
        assert asked == [words("en")["replace"]]
        assert played(page) == before
        page.once("dialog", lambda dialog: dialog.accept())
        page.locator("[data-part=players]").select_option("4")
        page.locator("[data-part=level]").select_option("1")
        page.locator("[data-part=begin]").click()
        page.wait_for_function(
            "document.querySelector('toledo-table').state.view.players.length === 4"
        )
        ready(page)
        window.assert_clean()


def test_without_the_engine_a_simple_bot_plays_and_the_page_says_so(
    browser: Browser, server: str
) -> None:
    with Window.open(browser, width=390, height=844) as window:
        page = window.page
        page.route("**/toledo.wasm", lambda route: route.fulfill(status=404))
        page.goto(server + "play.html")
        ready(page)
        page.evaluate(MOVE, 2)
        page.get_by_text(words("en")["simple"]).wait_for()


def near_the_end() -> str:
    """The record of a game in which a few moves are missing."""
    game, bot, luck = Game(2, seed=5), make_bot("greedy"), Stream("near the end")
    while not game.over:
        game.play(bot.choose(view(game.state, game.state.active), luck))
    record = game.record()
    return format_record(evolve(record, entries=record.entries[:-6], scores=None))


def test_the_end_of_a_game_is_in_its_record(browser: Browser, server: str, tmp_path: Path) -> None:
    with Window.open(browser, width=1366, height=768) as window:
        page = window.page
        page.goto(server + "404.html")
        kept = json.dumps({"record": near_the_end(), "seat": 0, "level": 4})
        page.evaluate("game => localStorage.setItem('toledo-board-play', game)", kept)
        page.goto(server + "play.html")
        page.evaluate(FOLLOW)
        page.wait_for_function("document.querySelector('toledo-table').state?.result")
        reading = read_record(save(page, tmp_path))
        assert reading.problem is None
        assert reading.record is not None
        assert reading.record.scores is not None
        page.get_by_role("button", name="Play again").click()
        page.wait_for_function("!document.querySelector('toledo-table').state.result")
        window.assert_clean()


def test_a_game_can_be_played_without_a_network(browser: Browser, server: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(server + "play-nl.html")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    ready(page)
    page.evaluate(MOVE, 1)  # the engine comes when a bot is on turn
    ready(page)
    context.set_offline(True)
    page.reload()
    ready(page)
    page.evaluate(MOVE, 2)
    ready(page)
    assert page.locator("toledo-table > .notice").is_hidden(), "the strong bot plays"
    context.close()


def test_there_is_a_page_in_every_language(browser: Browser, server: str) -> None:
    with Window.open(browser, width=390, height=844) as window:
        page = window.page
        for language in LANGUAGE_NAMES:
            page.goto(server + page_of(language, "play"))
            page.locator("#play[data-state=ready]").wait_for()
            spoken = words(language)
            assert page.locator("html").get_attribute("lang") == language
            assert page.locator(".board-about").inner_text() == spoken["play_about"]
            assert page.locator("[data-part=download]").inner_text() == spoken["download"]
            assert page.evaluate(
                "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
            )
        window.assert_clean()


@pytest.mark.parametrize("name", ["play", "board"])
def test_on_a_phone_on_its_side_the_table_is_the_screen(
    browser: Browser, server: str, name: str
) -> None:
    """Plates and deeds are there at once; the menu of the site comes after the table."""
    with Window.open(browser, width=844, height=390) as window:
        page = window.page
        page.goto(f"{server}{name}.html")
        page.locator("toledo-table[data-version]").wait_for()
        lowest = page.evaluate(
            "Math.max(...[...document.querySelector('toledo-table').shadowRoot.querySelectorAll('.plate, .deed')]"
            ".map(one => one.getBoundingClientRect().bottom))"
        )
        assert 300 < lowest <= 390
        window.assert_clean()
