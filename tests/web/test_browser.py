"""The web example in a real browser: games are clicked through, wide and light, on a phone and dark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random

import pytest
from attrs import frozen

from examples.web.store import SavedTable, Store
from examples.web.table import Table
from tests.browser import Browser, Page, Window, browsing
from tests.web.test_server import Served, serving
from toledo_rules import Action, Game, PlaceShop, Seat, ShopTile, legal_actions, shipped_edition
from toledo_rules.actions import Challenge, PlayCard
from toledo_rules.bots import GreedyBot
from toledo_rules.choices import choices
from toledo_rules.describe import LANGUAGES, describe, position, render
from toledo_rules.events import RoundFought
from toledo_rules.protocol import Play, encode
from toledo_rules.record import format_record
from toledo_rules.state import Phase, Transit, TurnStart

NAMES = ("Ana", "Ben", "Carla", "Diego")
BOT = GreedyBot()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


@frozen(eq=False)
class TableInView:
    """A table of a server that runs, as a test sees it."""

    served: Served
    table: Table
    tokens: tuple[str, ...]

    @property
    def game(self) -> Game:
        """The game at the table."""
        return self.table.game

    def play(self, seat: Seat, action: Action) -> None:
        """Play for somebody who has no browser."""
        with self.served.guest(self.tokens[seat]) as guest:
            guest.send(encode(Play(1, self.game.version, action)))
            guest.update()


@contextmanager
def table_of(
    game: Game, bots: Mapping[Seat, str] | None = None, *, away: float = 20
) -> Iterator[TableInView]:
    """A server with one table, at which a game goes on."""
    record, names = format_record(game.record()), game.record().names
    played_by = tuple((bots or {}).get(seat, "") for seat in range(len(names)))
    tokens = tuple(f"seat-{number}" for number in range(len(names)))
    store = Store(None)
    store.put(SavedTable("host", "invite", "watch", tokens, played_by, record, played=True))
    with serving(store, away=away) as served:
        assert served.house is not None
        (table,) = served.house.tables.values()
        yield TableInView(served, table, tokens)


def played(
    decisions: int,
    players: int = 3,
    *,
    seed: int = 5,
    seat: Seat | None = None,
    at: type[Phase] = TurnStart,
) -> Game:
    """A game after so many decisions of bots, or the next time after it when the seat is at that phase, or its end."""
    rng = Random(seed)
    game = Game(NAMES[:players], rng=rng)
    while not game.over and (
        len(game.history) < decisions
        or (seat is not None and (game.active != seat or not isinstance(game.state.phase, at)))
    ):
        game.play(BOT.choose(game.view(game.active), rng))
    return game


@frozen(eq=False)
class Guest:
    """Somebody at a table, in front of a browser."""

    window: Window
    table: TableInView
    seat: Seat

    @property
    def page(self) -> Page:
        """What is in the window."""
        return self.window.page

    def sees(self, version: int) -> None:
        """Wait until the page shows what the table is like now."""
        self.page.wait_for_selector(f'body[data-version="{version}"]', state="attached")

    def click(self, part: str) -> None:
        """Click a part of the table, wherever it is on the page."""
        self.page.locator(f'[data-part="{part}"].usable').first.dispatch_event("click")

    def acts(self, version: int) -> bool:
        """The page has sent something, or shows another position already."""
        acting = "document.body.dataset.acting || document.body.dataset.version"
        return bool(self.page.evaluate(acting) != str(version))

    def do(self, action: Action) -> None:
        """Click what an action is made of, one thing after the other."""
        view, version = self.table.game.view(self.seat), self.table.game.version
        offer = next(one for one in choices(view).moves if one.action == action)
        for part in offer.parts:
            if self.acts(version):
                break  # a click on a place plays what can be taken back at once
            if self.page.locator(f'[data-part="{part}"].usable').count():
                self.click(part)
        if not self.acts(version):
            text = describe(action, view, names=NAMES, reader=self.seat)
            self.page.locator(".offer", has_text=text).first.dispatch_event("click")
        self.page.wait_for_selector(f'body:not([data-version="{version}"])', state="attached")


def sit(window: Window, table: TableInView, seat: Seat) -> Guest:
    """Open the link of a seat."""
    window.page.goto(f"{table.served.url}/seat/{table.tokens[seat]}")
    guest = Guest(window, table, seat)
    guest.sees(table.game.version)
    return guest


def assert_fits(page: Page) -> None:
    """Nobody has to scroll sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# Whole games.


def test_a_whole_game_between_two_browsers(browser: Browser) -> None:
    """One is wide and light, the other a phone and dark. At the end players are listed by their places."""
    rng = Random(0)
    start = Game(NAMES[:2], rng=rng, edition=shipped_edition("tiny-road"))
    with (
        table_of(start) as table,
        Window.open(browser, width=1600, height=900) as wide,
        Window.open(browser, width=360, height=740, dark=True) as phone,
    ):
        game = table.game
        guests = [sit(wide, table, 0), sit(phone, table, 1)]
        while not game.over:
            assert len(game.history) < 200
            guests[game.active].do(BOT.choose(game.view(game.active), rng))
            for guest in guests:
                guest.sees(game.version)
        assert game.outcome is not None
        for guest in guests:
            assert guest.page.locator("#sheet[open]").is_visible()
            totals = guest.page.locator("#scores .total td").all_inner_texts()
            assert totals == [str(standing.points) for standing in game.outcome.ranking]
            assert_fits(guest.page)
            guest.window.assert_clean()
        assert len(game.history) > 20


def test_a_game_against_bots(browser: Browser) -> None:
    with (
        table_of(played(60, seat=0), {1: "greedy", 2: "greedy"}) as table,
        Window.open(browser, width=390, height=844, dark=True) as window,
    ):
        guest, game = sit(window, table, 0), table.game
        rng = Random(1)
        for _ in range(8):
            guest.page.wait_for_selector(".deed.usable, .offer")
            guest.sees(game.version)
            guest.do(BOT.choose(game.view(0), rng))
        assert_fits(window.page)
        window.assert_clean()


# Parts of it.


def test_reasons_and_taking_back(browser: Browser) -> None:
    with (
        table_of(played(60, seat=0)) as table,
        Window.open(browser, width=1600, height=900) as window,
    ):
        guest, page, game = sit(window, table, 0), window.page, table.game
        start, now = game.state, choices(game.view(0), names=NAMES)
        for part in (
            part.id for part in now.parts if part.kind not in ("deed", "delivered", "hand")
        ):
            assert page.locator(f'[data-part="{part}"]').count(), f"{part} is silent"
        for part, reason in now.reasons.items():
            if part.startswith(("space:2", "supply:", "player:1:", "alcazar", "front")):
                page.locator(f'[data-part="{part}"]').first.dispatch_event("click")
                told = f"{render(reason.message, reader=0)} {reason.rule}"
                assert page.locator("#why").inner_text() == told
        assert (
            page.locator("#why a").get_attribute("href") == f"/rules/{reason.rule}.html?language=en"
        )

        place = next(offer for offer in now.moves if isinstance(offer.action, PlaceShop))
        _, shop, site = place.parts
        guest.click(shop)
        sites = {offer.parts[2] for offer in now.moves if shop in offer.parts}
        assert page.locator("#things .lit").count() == len(sites)
        page.locator(f'[data-part="{site}"]').click()
        guest.sees(1)
        for version, tool in ((2, "undo"), (3, "redo"), (4, "undo")):
            page.locator(f'[data-key="{tool}"]').click()
            guest.sees(version)
        assert game.state == start
        page.locator('[data-part="deed:take_cards"]').click()
        page.locator(".offer").click()  # what cannot be taken back is asked for
        guest.sees(5)
        page.locator('[data-key="undo"]').dispatch_event("click")  # it is grey, and says why
        page.locator("#why", has_text="A-132").wait_for()
        window.assert_clean()


def test_a_double_tap_plays_nothing(browser: Browser) -> None:
    """Nothing that plays a move comes to lie under the finger that has just chosen a card."""
    game = played(60, seat=0)
    while not [o for o in choices(game.view(0)).moves if isinstance(o.action, PlayCard)]:
        game.play(BOT.choose(game.view(game.active), Random(1)))
    with table_of(game) as table, Window.open(browser, width=390, height=844) as window:
        sit(window, table, 0)
        for card in window.page.locator(".card.usable").all():
            card.dblclick()
            window.page.wait_for_timeout(50)
            assert table.game.version == 0
        window.assert_clean()


WATCHED = """() => {
    window.seen = [];
    new MutationObserver(() => {
        const count = document.querySelectorAll("#rounds .round").length;
        if (count) window.seen.push([count, document.getElementById("prompt").textContent]);
    }).observe(document.getElementById("rounds"), {childList: true});
}"""


def test_a_duel_is_shown_round_by_round(browser: Browser) -> None:
    """Nothing of it is seen before its round: no prompt, no log, no board."""
    start = played(20, seed=5)
    while not isinstance(start.state.phase, Transit):
        start.play(BOT.choose(start.view(start.active), Random(1)))
    seat = start.active
    challenge = next(a for a in legal_actions(start.state) if isinstance(a, Challenge))
    with table_of(start) as table, Window.open(browser, width=1600, dark=True) as watcher:
        page = sit(watcher, table, (seat + 1) % 3).page
        before = page.locator("#prompt").inner_text()
        page.evaluate(WATCHED)
        table.play(seat, challenge)
        page.wait_for_selector('body[data-version="1"]', state="attached")
        events = table.game.history[-1].transition.events
        rounds = [event for event in events if isinstance(event, RoundFought)]
        seen = page.evaluate("window.seen")
        assert [count for count, _ in seen] == list(range(1, len(rounds) + 1))
        assert {prompt for _, prompt in seen} == {before}
        assert not page.locator("#stage").is_visible()
        assert page.locator("#prompt").inner_text() != before
        watcher.assert_clean()


def test_everything_can_be_done_by_keyboard(browser: Browser) -> None:
    start = Game(NAMES[:2], rng=Random(3))
    with table_of(start) as table, Window.open(browser, width=1600, height=900) as window:
        guest, page = sit(window, table, 0), window.page
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
        guest.sees(1)
        assert table.game.state.shops[4] is not None
        window.assert_clean()


def test_the_past_can_be_looked_at(browser: Browser) -> None:
    start = Game(NAMES[:2], rng=Random(3))
    with table_of(start) as table, Window.open(browser, width=1600, height=900) as window:
        guest, page = sit(window, table, 0), window.page
        table.play(0, PlaceShop(ShopTile("metal", 2), 4))
        guest.sees(1)
        assert "house-0-metal" in page.locator('[data-part="space:4"]').inner_html()
        page.locator("#history").fill("0")
        assert "site" in page.locator('[data-part="space:4"]').inner_html()
        assert page.locator("#board .usable").count() == 0
        page.locator("#present").click()
        assert "house-0-metal" in page.locator('[data-part="space:4"]').inner_html()
        window.assert_clean()


def test_a_hint_and_the_table_in_words(browser: Browser) -> None:
    with (
        table_of(played(60, seat=0)) as table,
        Window.open(browser, width=1600, height=900) as window,
    ):
        sit(window, table, 0)
        page = window.page
        page.locator('[data-key="advice"]').click()
        page.locator("#why", has_text="The computer suggests").wait_for()
        assert table.game.version == 0, "a hint plays nothing"
        page.locator("#told summary").click()
        page.locator("#prose p").first.wait_for()
        told = position(table.game.view(0), names=NAMES).splitlines()
        assert page.locator("#prose p").all_inner_texts() == told
        window.assert_clean()


@pytest.mark.parametrize("width", [360, 1600])
def test_six_languages_fit(browser: Browser, width: int) -> None:
    with (
        table_of(played(90, seat=0)) as table,
        Window.open(browser, width=width, height=740) as window,
    ):
        guest, page = sit(window, table, 0), window.page
        for language in LANGUAGES:
            page.locator("#language").select_option(language)
            prompt = choices(table.game.view(0), names=NAMES).prompt
            page.locator("#prompt", has_text=render(prompt, language, reader=0)).wait_for()
            guest.sees(0)
            page.locator('[data-key="scores"]').dispatch_event("click")
            assert page.locator("#scores table").count() == 3
            assert_fits(page)
            page.locator("#sheet button").click()
        window.assert_clean()


def test_a_seat_that_is_not_there(browser: Browser) -> None:
    with serving() as served, Window.open(browser, address=served.url) as window:
        window.page.goto("/seat/nobody")
        said = window.page.locator("main [role=alert]")
        said.filter(has_text="There is no such seat any more").wait_for()
        window.page.locator("#language").select_option("de")
        said.filter(has_text="Diesen Platz gibt es nicht").wait_for()
        window.page.locator("main a").click()
        window.page.locator("#start").wait_for()
        assert window.outside_requests == []
