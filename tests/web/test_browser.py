"""The web example in a real browser: whole games are clicked through, wide and light, narrow and dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from attrs import frozen

from examples.web.lobby import Lobby
from examples.web.table import Table
from tests.browser import Browser, Page, Window, browsing
from tests.house import NAMES, PATIENCE, House, played, serving
from toledo_rules import Action, PlaceShop, Seat, ShopTile, legal_actions, shipped_edition
from toledo_rules.actions import Challenge, PlayCard
from toledo_rules.bots import GreedyBot
from toledo_rules.choices import choices
from toledo_rules.describe import LANGUAGES, describe, render
from toledo_rules.events import RoundFought
from toledo_rules.game import Game
from toledo_rules.phases import Transit
from toledo_rules.record import format_record, read_record

ROOT = Path(__file__).parents[2]
TINY = shipped_edition("tiny-road")
BOT = GreedyBot()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


@pytest.fixture
def house() -> Iterator[House]:
    with serving() as house:
        yield house


@frozen(eq=False)
class Guest:
    """Somebody at a table, in front of a browser."""

    window: Window
    table: Table
    seat: Seat

    @property
    def page(self) -> Page:
        """What is in the window."""
        return self.window.page

    def sees(self, version: int) -> None:
        """Wait until the page shows what the table is like now."""
        self.page.wait_for_selector(f'body[data-version="{version}"]', state="attached")

    def waits_for_its_turn(self) -> None:
        """Wait until the bots have played. The page goes on meanwhile: its requests pass through this thread."""
        for _ in range(100 * PATIENCE):
            with self.table.changed:
                game, version = self.table.game, self.table.version
                if game.active == self.seat or game.over:
                    break
            self.page.wait_for_timeout(10)
        self.sees(version)

    def click(self, part: str) -> None:
        """Click a part of the table, wherever it is on the page."""
        self.page.locator(f'[data-part="{part}"].usable').first.dispatch_event("click")

    def acts(self, version: int) -> bool:
        """The page has sent something, or shows another position already."""
        acting = "document.body.dataset.acting || document.body.dataset.version"
        return bool(self.page.evaluate(acting) != str(version))

    def do(self, action: Action) -> None:
        """Click what an action is made of, one thing after the other."""
        version, offered = self.table.version, choices(self.table.game.view(self.seat)).moves
        offer = next(offer for offer in offered if offer.action == action)
        text = describe(action, self.table.game.view(self.seat), names=NAMES)
        for part in offer.parts:
            if self.acts(version):
                break  # a click on a place plays what can be taken back at once
            if self.page.locator(f'[data-part="{part}"].usable').count():
                self.click(part)
        found = self.page.locator(".offer", has_text=text)
        if not self.acts(version):
            found.first.dispatch_event("click")
        self.page.wait_for_selector(f'body:not([data-version="{version}"])', state="attached")


def sit(house: House, window: Window, table: Table, seat: Seat) -> Guest:
    """Open the link of a seat."""
    hosted = next(hosted for hosted in house.server.lobby.tables.values() if hosted.table is table)
    window.page.goto(f"{house.server.url}/seat/{hosted.seats[seat]}")
    guest = Guest(window, table, seat)
    guest.sees(table.version)
    return guest


def assert_fits(page: Page) -> None:
    """Nobody has to scroll sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# Whole games.


def test_a_whole_game_between_two_browsers(browser: Browser, house: House) -> None:
    """One is wide and light, the other narrow and dark."""
    rng = Random(0)
    game = Game(NAMES[:2], rng=rng, edition=TINY)
    house.put_up(table := Table(game, {}))
    with (
        Window.open(browser, width=1600, height=900) as wide,
        Window.open(browser, width=360, height=740, dark=True) as narrow,
    ):
        guests = [sit(house, wide, table, 0), sit(house, narrow, table, 1)]
        while not game.over:
            assert len(game.history) < 200
            guests[game.active].do(BOT.choose(game.view(game.active), rng))
            for guest in guests:
                guest.sees(table.version)
        for guest in guests:
            assert guest.page.locator("#sheet[open]").is_visible()
            totals = guest.page.locator("#scores .total td").all_inner_texts()
            assert game.outcome is not None
            assert totals == [str(standing.points) for standing in game.outcome.ranking], "by place"
            assert_fits(guest.page)
            guest.window.assert_clean()
    assert len(game.history) > 20


def test_the_end_of_a_full_game_against_bots(browser: Browser, house: House) -> None:
    game = played(215, seed=1)
    rng = Random(1)
    table = Table(game, {1: BOT, 2: BOT}, rng=rng)
    house.put_up(table)
    with Window.open(browser, width=360, height=740, dark=True) as window:
        guest = sit(house, window, table, 0)
        while True:
            guest.waits_for_its_turn()
            if game.over:
                break
            guest.do(BOT.choose(game.view(0), rng))
        result = game.outcome
        assert result is not None
        shown = window.page.locator("#result").inner_text()
        assert shown == describe(result, game.state, names=NAMES)
        assert_fits(window.page)
        with window.page.expect_download() as download:
            window.page.locator("#sheet button").click()
            window.page.locator("#tools a").first.click()
        assert download.value.path().read_text(encoding="utf-8") == format_record(game.record())
        window.assert_clean()


def test_from_the_lobby_to_the_table_and_on_from_a_file(browser: Browser, tmp_path: Path) -> None:
    """The computer plays the others."""
    with (
        serving(Lobby()) as house,
        Window.open(browser, width=360, height=740, address=house.server.url) as window,
    ):
        page = window.page
        page.goto("/")
        page.locator("#number").select_option("2")
        page.locator("#seats input").first.fill("Zoë <b>")
        page.locator("#seats select").nth(1).select_option("random")
        assert_fits(page)
        page.locator("#start").click()
        page.locator("#links a").first.wait_for()
        assert page.locator("#links li").all_inner_texts() == [
            "Play as Zoë <b>",
            "Ben is played by the computer",
            "Watch",
        ]
        (hosted,) = house.server.lobby.tables.values()
        with page.expect_popup() as popup:
            page.locator("#links a").first.click()
        seat = popup.value
        seat.wait_for_selector('body[data-version="1"]', state="attached")
        assert seat.locator("#who").text_content() == "You are Zoë <b>."
        seat.locator('[data-part="deed:take_cards"]').click()
        seat.locator(".offer").click()  # what cannot be taken back is asked for
        bot_has_played = 'body:not([data-version="1"]):not([data-version="2"])'
        seat.wait_for_selector(bot_has_played, state="attached")
        watching = f"/seat/{hosted.watch}"
        seat.goto(watching)
        seat.locator("#who", has_text="You are watching.").wait_for(state="attached")
        assert seat.locator("#deeds button").count() == 0
        with page.expect_download() as download:
            page.locator("#save").click()
        file = tmp_path / "game.toledo"
        download.value.save_as(file)
        kept = read_record(file.read_text(encoding="utf-8")).complete()
        assert kept.entries[0].action == hosted.table.game.history[0].entry.action

        page.goto("/")
        page.locator("#record").set_input_files(file)
        page.locator("#start").click()
        page.locator("#error", has_text="this is a game of 2 players, not of 3").wait_for()
        page.locator("#number").select_option("2")
        page.locator("#start").click()
        page.locator("#links a").first.wait_for()
        assert len(house.server.lobby.tables) == 2
        assert [error for error in window.console_errors if "400" not in error] == []
        assert window.outside_requests == []


# Parts of it.


def test_reasons_and_taking_back(browser: Browser, house: House) -> None:
    game = played(60, seat=0)
    house.put_up(table := Table(game, {}))
    start = game.state
    now = choices(game.view(0), names=NAMES)
    with Window.open(browser, width=1600, height=900) as window:
        guest, page = sit(house, window, table, 0), window.page
        for part, reason in now.reasons.items():
            if part.startswith(("space:2", "supply:", "player:1:")):
                page.locator(f'[data-part="{part}"]').first.dispatch_event("click")
                assert (
                    page.locator("#why").inner_text() == f"{render(reason.message)} {reason.rule}"
                )

        place = next(offer for offer in now.moves if isinstance(offer.action, PlaceShop))
        _, shop, site = place.parts
        guest.click(shop)
        sites = {offer.parts[2] for offer in now.moves if shop in offer.parts}
        assert page.locator("#things .lit").count() == len(sites)
        page.locator(f'[data-part="{site}"]').click()
        guest.sees(2)
        page.locator('[data-key="undo"]').click()
        guest.sees(3)
        assert game.state == start
        page.locator('[data-key="redo"]').click()
        guest.sees(4)
        page.locator('[data-key="undo"]').click()
        guest.sees(5)
        page.locator('[data-part="deed:take_cards"]').click()
        page.locator(".offer").click()
        guest.sees(6)
        page.locator('[data-key="undo"]').dispatch_event("click")  # it is grey, and says why
        why = game.why_not_undo(0)
        assert why is not None
        page.locator("#why", has_text=f"{describe(why, game.state)} A-132").wait_for()
        assert page.locator("#why a").get_attribute("href") == "/rules/A-132.html"
        window.assert_clean()


def test_a_double_tap_plays_nothing(browser: Browser, house: House) -> None:
    """Nothing that plays a move comes to lie under the finger that has just chosen a card."""
    game = played(60, seat=0)
    while not [o for o in choices(game.view(0)).moves if isinstance(o.action, PlayCard)]:
        game.play(BOT.choose(game.view(game.active), Random(1)))
    house.put_up(table := Table(game, {}))
    with Window.open(browser, width=390, height=844) as window:
        sit(house, window, table, 0)
        for card in window.page.locator(".card.usable").all():
            card.dblclick()
            window.page.wait_for_timeout(50)
            assert table.version == 1
        window.assert_clean()


def test_a_duel_is_shown_round_by_round(browser: Browser, house: House) -> None:
    """Nothing of it is seen before its round: no prompt, no log, no board."""
    game = played(20, seed=5)
    while not isinstance(game.state.phase, Transit):
        game.play(BOT.choose(game.view(game.active), Random(1)))
    seat = game.active
    challenge = next(a for a in legal_actions(game.state) if isinstance(a, Challenge))
    house.put_up(table := Table(game, {}))
    with Window.open(browser, width=1600, height=900, dark=True) as watcher:
        page = sit(house, watcher, table, (seat + 1) % 3).page
        before = page.locator("#prompt").inner_text()
        page.evaluate(WATCHED)
        table.play(seat, 1, challenge)
        page.wait_for_selector('body[data-version="2"]', state="attached")
        events = game.history[-1].transition.events
        rounds = [event for event in events if isinstance(event, RoundFought)]
        seen = page.evaluate("window.seen")
        assert [count for count, _ in seen] == list(range(1, len(rounds) + 1))
        assert {prompt for _, prompt in seen} == {before}
        assert not page.locator("#stage").is_visible()
        assert page.locator("#prompt").inner_text() != before
        watcher.assert_clean()


WATCHED = """() => {
    window.seen = [];
    new MutationObserver(() => {
        const count = document.querySelectorAll("#rounds .round").length;
        if (count) window.seen.push([count, document.getElementById("prompt").textContent]);
    }).observe(document.getElementById("rounds"), {childList: true});
}"""


def test_everything_can_be_done_by_keyboard(browser: Browser, house: House) -> None:
    game = Game(NAMES[:2], rng=Random(3))
    house.put_up(table := Table(game, {}))
    with Window.open(browser, width=1600, height=900) as window:
        guest, page = sit(house, window, table, 0), window.page
        reached: list[str] = []
        while "player:0:shop:m2" not in reached:
            page.keyboard.press("Tab")
            reached.append(page.evaluate("document.activeElement.dataset.part ?? ''"))
            assert len(reached) < 120
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.dataset.part") == "player:0:shop:m2"
        assert page.locator("#things .lit").count() == 16
        page.keyboard.press("Escape")  # not this shop after all
        assert page.locator(".picked").count() == 0
        page.keyboard.press("Enter")
        page.locator('[data-part="space:4"]').focus()
        page.keyboard.press("Space")
        guest.sees(2)
        assert game.state.shops[4] is not None
        window.assert_clean()


def test_the_past_can_be_looked_at(browser: Browser, house: House) -> None:
    game = Game(NAMES[:2], rng=Random(3))
    house.put_up(table := Table(game, {}))
    with Window.open(browser, width=1600, height=900) as window:
        guest, page = sit(house, window, table, 0), window.page
        table.play(0, 1, PlaceShop(ShopTile("metal", 2), 4))
        guest.sees(2)
        assert "house-0-metal" in page.locator('[data-part="space:4"]').inner_html()
        page.locator("#history").fill("0")
        assert "site" in page.locator('[data-part="space:4"]').inner_html()
        assert page.locator(".usable").count() == 0
        page.locator("#present").click()
        assert "house-0-metal" in page.locator('[data-part="space:4"]').inner_html()
        window.assert_clean()


def test_a_hint_and_the_table_in_words(browser: Browser, house: House) -> None:
    game = played(60, seat=0)
    house.put_up(table := Table(game, {}))
    with Window.open(browser, width=1600, height=900) as window:
        sit(house, window, table, 0)
        page = window.page
        page.locator('[data-key="advice"]').click()
        page.locator("#why", has_text="A computer would").wait_for()
        assert table.version == 1, "a hint plays nothing"
        page.locator("#told summary").click()
        page.locator("#prose p").first.wait_for()
        assert page.locator("#prose").inner_text().startswith(describe(game.view(0), names=NAMES))
        window.assert_clean()


@pytest.mark.parametrize("width", [360, 1600])
def test_six_languages_fit(browser: Browser, house: House, width: int) -> None:
    game = played(90, seat=0)
    house.put_up(table := Table(game, {}))
    with Window.open(browser, width=width, height=740) as window:
        guest, page = sit(house, window, table, 0), window.page
        for language in LANGUAGES:
            page.locator("#language").select_option(language)
            page.wait_for_selector(f'svg[lang="{language}"]')
            guest.sees(table.version)
            pending = render(choices(game.view(0), names=NAMES).prompt, language)
            page.locator("#prompt", has_text=pending).wait_for()
            page.locator('[data-key="scores"]').dispatch_event("click")
            assert page.locator("#scores table").count() == 3
            assert_fits(page)
            page.locator("#sheet button").click()
            guest.sees(table.version)
        window.assert_clean()


def test_a_seat_that_is_not_there(browser: Browser, house: House) -> None:
    with Window.open(browser, address=house.server.url) as window:
        window.page.goto("/seat/nobody")
        window.page.locator("#lost", has_text="There is no such seat any more").wait_for()
        window.page.goto("/table/nobody")
        window.page.locator("[role=alert]", has_text="There is no such seat").wait_for()
        assert window.outside_requests == []
