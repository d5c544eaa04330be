"""The web example in a real browser: whole games are clicked through, wide and light, narrow and dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from attrs import frozen

from examples.web.lobby import Lobby
from examples.web.proposals import proposals, things
from examples.web.table import Table
from tests.browser import Browser, Page, Window, browsing
from tests.house import NAMES, PATIENCE, House, played, serving
from toledo_rules import (
    Action,
    Illegality,
    PlaceShop,
    Seat,
    explain,
    legal_actions,
    score,
    shipped_edition,
)
from toledo_rules.actions import END_TURN, Challenge
from toledo_rules.bots import GreedyBot
from toledo_rules.describe import LANGUAGES, describe
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

    def click(self, what: str, thing: str) -> None:
        """Click a thing: a button if there is one, else its place in the picture."""
        key = f'[data-key="{what}:{thing}"]'
        button = self.page.locator(f"#panel {key}")
        (button if button.count() else self.page.locator(f"#board {key}")).first.click()

    def do(self, action: Action) -> None:
        """Click what an action is made of, one thing after the other."""
        game, version = self.table.game, self.table.version
        left = [things(legal, game.state.edition) for legal in legal_actions(game.state)]
        parts = things(action, game.state.edition)
        words = describe(action, game.view(self.seat), names=game.record().names)
        order = [
            "shop",
            "own_tile",
            "card",
            "figure",
            "sword",
            "tile",
            "own_sword",
            "rival",
            "space",
        ]
        if "space" not in parts:
            order.insert(0, "kind")
        for what in order:
            if what in parts:
                self.click("step" if what in ("figure", "space") else what, parts[what])
                left = [move for move in left if move.get(what) == parts[what]]
        if len(left) > 1 or not ("space" in parts or len(parts) == 1):
            self.page.locator(".choice", has_text=words).first.click()
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
            totals = guest.page.locator("#scores .total td:last-child").all_inner_texts()
            points = [str(score(game.state, seat).total) for seat in (0, 1)]
            assert totals == [text.replace("-", "\N{MINUS SIGN}") for text in points]
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
            window.page.locator("#tools a").click()
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
        assert seat.locator("#who").inner_text() == "You are Zoë <b>."
        seat.locator('[data-key="kind:take_cards"]').click()
        bot_has_played = 'body:not([data-version="1"]):not([data-version="2"])'
        seat.wait_for_selector(bot_has_played, state="attached")
        watching = f"/seat/{hosted.watch}"
        seat.goto(watching)
        seat.locator("#who", has_text="You are watching.").wait_for()
        assert seat.locator("#kinds button").count() == 0
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


def unreachable(game: Game) -> tuple[str, Illegality]:
    """A step with which nothing can be done, and why the first thing that somebody could think of cannot."""
    edition, wishes = game.state.edition, list(proposals(game.view(game.active)))
    steps = {things(wish, edition).get("space", "") for wish in wishes} - {""}
    for step in sorted(steps):
        about = [wish for wish in wishes if step in things(wish, edition).values()]
        why = [explain(game.state, wish) for wish in about if "space" in things(wish, edition)]
        if all(explain(game.state, wish) for wish in about) and why[0]:
            return step, why[0]
    raise AssertionError("everything can be done")


def test_reasons_and_taking_back(browser: Browser, house: House) -> None:
    game = played(60, seat=0)
    house.put_up(table := Table(game, {}))
    start = game.state
    with Window.open(browser, width=1600, height=900) as window:
        guest, page = sit(house, window, table, 0), window.page
        why = explain(game.state, END_TURN)
        assert why is not None
        page.locator('[data-key="kind:end_turn"]').hover()
        page.locator("#why", has_text=f"{describe(why, game.state)} ({why.rule})").wait_for()
        step, why = unreachable(game)
        page.locator(f'#board [data-key="step:{step}"]').hover()
        told = f"{describe(why, game.state, names=NAMES)} ({why.rule})"
        page.locator("#why", has_text=told).wait_for()

        places = [a for a in legal_actions(game.state) if isinstance(a, PlaceShop)]
        place = places[0]
        parts = things(place, game.state.edition)
        guest.click("shop", parts["shop"])
        sites = sum(other.shop == place.shop for other in places)
        assert page.locator("#board .mark.tl-target").count() == sites
        assert page.locator("#board .mark.tl-origin").count() == 1
        guest.click("step", parts["space"])
        guest.sees(2)
        page.locator('[data-key="undo"]').click()
        guest.sees(3)
        assert game.state == start
        page.locator('[data-key="redo"]').click()
        guest.sees(4)
        page.locator('[data-key="undo"]').click()
        guest.sees(5)
        page.locator('[data-key="kind:take_cards"]').click()
        guest.sees(6)
        page.locator('[data-key="undo"]').hover()  # it is grey, and says why
        told = "a card was drawn, turned up or paid. (A-132)"
        page.locator("#why", has_text=told).wait_for()
        window.assert_clean()


def test_a_duel_is_shown_round_by_round(browser: Browser, house: House) -> None:
    game = played(20, seed=5)
    while not isinstance(game.state.phase, Transit):
        game.play(BOT.choose(game.view(game.active), Random(1)))
    seat = game.active
    challenge = next(a for a in legal_actions(game.state) if isinstance(a, Challenge))
    house.put_up(table := Table(game, {}))
    with (
        Window.open(browser, width=360, height=740) as attacker,
        Window.open(browser, width=1600, height=900, dark=True) as watcher,
    ):
        guests = [
            sit(house, attacker, table, seat),
            sit(house, watcher, table, (seat + 1) % 3),
        ]
        guests[0].do(challenge)
        events = game.history[-1].transition.events
        rounds = [event for event in events if type(event).__name__ == "RoundFought"]
        for guest in guests:
            guest.sees(2)
            page = guest.page
            page.locator("#duel .duel_ended").wait_for()
            assert page.locator("#duel .round_fought").count() == len(rounds)
            page.locator("#duel button").click()
            assert not page.locator("#duel").is_visible()
            guest.window.assert_clean()


def test_everything_can_be_done_by_keyboard(browser: Browser, house: House) -> None:
    game = Game(NAMES[:2], rng=Random(3))
    house.put_up(table := Table(game, {}))
    with Window.open(browser, width=1600, height=900) as window:
        guest, page = sit(house, window, table, 0), window.page
        reached: list[str] = []
        while "shop:m2" not in reached:
            page.keyboard.press("Tab")
            reached.append(page.evaluate("document.activeElement.dataset.key ?? ''"))
            assert len(reached) < 100
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.dataset.key") == "shop:m2"  # still there
        page.locator('#board [data-key="step:4"]').focus()
        page.keyboard.press("Escape")  # not this shop after all
        assert page.locator("#board .mark").count() == 0
        page.locator('#board [data-key="shop:m2"]').focus()
        page.keyboard.press("Enter")
        page.locator('#board [data-key="step:4"]').focus()
        page.keyboard.press("Space")
        guest.sees(2)
        assert game.state.shops[4] is not None
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
            pending = describe(game.view(0), language=language, names=NAMES)
            assert page.locator("#pending").text_content() == pending
            page.locator('[data-key="scores"]').click()
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
