"""The web example in a real browser: games are clicked through, wide and light, on a phone and dark."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import frozen

from examples.web.server import MOST_REQUESTS
from examples.web.store import SavedTable, Store
from examples.web.table import Table
from tests.browser import Browser, Page, Window
from tests.web.test_server import Served, serving
from toledo_rules import Action, Game, PlaceShop, Seat, ShopTile, legal_actions, shipped_edition
from toledo_rules.actions import Challenge, PlayCard
from toledo_rules.bots import GreedyBot
from toledo_rules.choices import choices
from toledo_rules.codec import dump
from toledo_rules.describe import LANGUAGES, language_tables, position, render
from toledo_rules.events import RoundFought
from toledo_rules.protocol import Play, encode
from toledo_rules.record import format_record
from toledo_rules.state import Phase, Transit, TurnStart

NAMES = ("Ana", "Ben", "Carla", "Diego")
BOT = GreedyBot()
ASKED = Path(__file__).with_name("component.js").read_text(encoding="utf-8")


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


def ask(page: Page, script: str) -> Any:
    """What a script says of the table `t`, whose inside is `s`; it has the functions of `component.js`."""
    table = "const t = document.querySelector('toledo-table'), s = t.shadowRoot;"
    return page.evaluate(f"async () => {{ {ASKED} {table} {script} }}")


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
        self.page.locator(f'toledo-table[data-version="{version}"]').wait_for()

    def part(self, part: str) -> str:
        """How a part of the table is found."""
        return f'toledo-table [data-part="{part}"]'

    def click(self, part: str) -> None:
        """Click a part of the table, wherever it is on the page."""
        self.page.locator(self.part(part)).first.dispatch_event("click")

    def act(self, what: str) -> None:
        """Press a button of the table, also one that is grey."""
        self.page.locator(f'toledo-table [data-do="{what}"]').first.dispatch_event("click")

    def hears(self, text: str) -> None:
        """Wait until the reason line says something."""
        self.page.locator("toledo-table .why", has_text=text).wait_for()

    def do(self, action: Action) -> None:
        """Click what an action is made of, one thing after the other."""
        version = self.table.game.version
        wanted = json.dumps(dump(action))
        assert ask(self.page, f"return choose(t, s, {wanted})") is True
        self.page.locator(f'toledo-table:not([data-version="{version}"])').wait_for()


def sit(window: Window, table: TableInView, seat: Seat, *, motion: str = "none") -> Guest:
    """Open the link of a seat."""
    window.page.goto(f"{table.served.url}/seat/{table.tokens[seat]}")
    window.page.locator("toledo-table").evaluate(
        "(table, motion) => table.setAttribute('motion', motion)", motion
    )
    guest = Guest(window, table, seat)
    guest.sees(table.game.version)
    window.page.locator("toledo-table .prompt:not(:empty)").wait_for()
    return guest


def assert_fits(page: Page) -> None:
    """Nobody has to scroll."""
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
            sheet = guest.page.locator("toledo-table .sheet")
            assert sheet.is_visible()
            totals = sheet.locator(".total td b").all_inner_texts()
            assert totals == [str(standing.points) for standing in game.outcome.ranking]
            assert sheet.get_by_role("button", name="Play again").is_visible()
            with guest.page.expect_download() as kept:
                sheet.page.get_by_role("link", name="Download the game record").click()
            assert kept.value.path().read_text(encoding="utf-8") == format_record(game.record())
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
            ask(guest.page, "await until(() => t.state.offers.length)")
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
        shown = page.locator("toledo-table [data-part]").evaluate_all(
            "(all) => all.map((one) => one.dataset.part)"
        )
        quiet = {part.id for part in now.parts if part.kind not in ("deed", "hand", "figures")}
        assert quiet - {*shown} == set(), "these are silent"
        kinds = ("space:20", "supply:metal", "supply:tile", "player:1:metal", "alcazar", "front")
        asked = [part for part in now.reasons if part.startswith(kinds)]
        assert 5 < len(asked) < MOST_REQUESTS
        for part in asked:
            reason = now.reasons[part]
            guest.click(part)
            guest.hears(f"{render(reason.message, reader=0)} {reason.rule}")
        link = page.locator("toledo-table .why a").get_attribute("href")
        assert link == f"/rules/{reason.rule}.html?language=en"

        place = next(offer for offer in now.moves if isinstance(offer.action, PlaceShop))
        _, shop, site = place.parts
        guest.click(shop)
        sites = {offer.parts[2] for offer in now.moves if shop in offer.parts}
        lit = "return [...t.choosing.lit].filter((part) => part.startsWith('space:'))"
        assert {*ask(page, lit)} == sites
        guest.click(site)
        guest.sees(1)
        for version, tool in ((2, "undo"), (3, "redo"), (4, "undo")):
            guest.act(tool)
            guest.sees(version)
        assert game.state == start
        guest.click("deed:take_cards")
        page.get_by_text("This cannot be taken back.").wait_for()
        assert game.version == 4, "what cannot be taken back is asked for"
        guest.act("go")
        guest.sees(5)
        guest.act("undo")  # it is grey, and says why
        guest.hears("A-132")
        window.assert_clean()


def test_a_double_tap_plays_nothing(browser: Browser) -> None:
    """Nothing that plays a move comes to lie under the finger that has just chosen a card."""
    game = played(60, seat=0)
    while not [o for o in choices(game.view(0)).moves if isinstance(o.action, PlayCard)]:
        game.play(BOT.choose(game.view(game.active), Random(1)))
    with table_of(game) as table, Window.open(browser, width=390, height=844) as window:
        page = sit(window, table, 0).page
        chosen = [f'.pocket:has([data-part="{card}"])' for card in ask(page, USABLE_CARDS)]
        for thing in [*chosen, '[data-part="deed:take_cards"]']:
            page.locator(f"toledo-table {thing}").dblclick()
            answered = "await new Promise((done) => t.transport.hint().then(done)); await t.settled"
            ask(page, answered)  # whatever was asked for before it has been answered
            assert table.game.version == 0, thing
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")
        window.assert_clean()


USABLE_CARDS = (
    "return [...s.querySelectorAll('.pocket .card:last-of-type.usable')].map((c) => c.dataset.part)"
)


WATCHED = """
    const text = (one) => s.querySelector(one).textContent;
    window.seen = [];
    new MutationObserver(() => {
        const count = s.querySelectorAll(".round.turned").length;
        if (count > (window.seen.at(-1)?.[0] ?? 0))
            window.seen.push([count, text(".prompt"), text(".log"), t.dataset.version]);
    }).observe(s, {childList: true, subtree: true, attributes: true});
"""


def test_a_duel_is_shown_round_by_round(browser: Browser) -> None:
    """Nothing of it is seen before its round: no prompt, no log, no board."""
    start = played(20, seed=5)
    while not isinstance(start.state.phase, Transit):
        start.play(BOT.choose(start.view(start.active), Random(1)))
    seat = start.active
    challenge = next(a for a in legal_actions(start.state) if isinstance(a, Challenge))
    with table_of(start) as table, Window.open(browser, width=1600, dark=True) as watcher:
        guest = sit(watcher, table, (seat + 1) % 3, motion="calm")
        page = guest.page
        page.locator("toledo-table .log p").first.wait_for()
        before = ask(
            page,
            "return [s.querySelector('.prompt'), s.querySelector('.log')].map((one) => one.textContent)",
        )
        ask(page, WATCHED)
        table.play(seat, challenge)
        page.locator("toledo-table .stage").wait_for()
        page.get_by_role("button", name="Show all").click()
        guest.sees(1)
        events = table.game.history[-1].transition.events
        rounds = [event for event in events if isinstance(event, RoundFought)]
        seen = page.evaluate("window.seen")
        assert [count for count, *_ in seen] == list(range(1, len(rounds) + 1))
        assert {(prompt, version, log) for _, prompt, log, version in seen} == {
            (before[0], "0", before[1])
        }
        assert page.locator("toledo-table .stage").count() == 0
        page.locator("toledo-table .log", has_text=before[1]).wait_for()
        assert page.locator("toledo-table .log").inner_text() != before[1]
        watcher.assert_clean()


BUTTONS = """
    window.buttons = [];
    new MutationObserver(() => {
        if (s.querySelectorAll(".rw:not(.none)").length > window.buttons.length)
            window.buttons.push(s.querySelector(".stage .main").textContent);
    }).observe(s, {childList: true, subtree: true, attributes: true});
"""


def test_after_the_last_round_no_card_is_promised(browser: Browser) -> None:
    start = played(20, seed=5, seat=0, at=Transit)
    challenge = next(a for a in legal_actions(start.state) if isinstance(a, Challenge))
    with table_of(start) as table, Window.open(browser, width=390, height=844) as watcher:
        guest = sit(watcher, table, 1, motion="calm")
        ask(guest.page, BUTTONS)
        table.play(0, challenge)
        guest.sees(1)
        events = table.game.history[-1].transition.events
        rounds = sum(isinstance(event, RoundFought) for event in events)
        assert guest.page.evaluate("window.buttons") == [*["Next card"] * (rounds - 1), "Go on"]
        watcher.assert_clean()


def test_everything_can_be_done_by_keyboard(browser: Browser) -> None:
    """Also without arrows and digits: by Tab alone one gets to a shop and to its place."""
    start = Game(NAMES[:2], rng=Random(3))
    with table_of(start) as table, Window.open(browser, width=1600, height=900) as window:
        guest, page = sit(window, table, 0), window.page
        for wanted, key in (
            ("deed:place_shop", "Enter"),
            ("player:0:shop:m2", "Enter"),
            ("space:4", "Space"),
        ):
            walk_to(page, wanted)
            page.keyboard.press(key)
            if wanted == "player:0:shop:m2":
                lit = (
                    "return [...t.choosing.lit].filter((part) => part.startsWith('space:')).length"
                )
                assert ask(page, lit) == 16
                page.keyboard.press("Escape")  # not this shop after all
                assert ask(page, "return t.choosing.picked") == ["deed:place_shop"]
                walk_to(page, wanted)
                page.keyboard.press(key)
        guest.sees(1)
        assert table.game.state.shops[4] is not None
        window.assert_clean()


FOCUS = """() => {
    const inner = document.activeElement?.shadowRoot?.activeElement;
    return inner?.dataset.part ?? inner?.dataset.do ?? '';
}"""


def walk_to(page: Page, wanted: str) -> None:
    """Press Tab until a part or a button of the table is reached."""
    for _ in range(160):
        if page.evaluate(FOCUS) == wanted:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} cannot be reached by keyboard")


def test_the_past_can_be_looked_at(browser: Browser) -> None:
    start = Game(NAMES[:2], rng=Random(3))
    with table_of(start) as table, Window.open(browser, width=1600, height=900) as window:
        guest, page = sit(window, table, 0), window.page
        table.play(0, PlaceShop(ShopTile("metal", 2), 4))
        guest.sees(1)
        there = page.locator('toledo-table .bd [data-part="space:4"] use[href="#tl-house-0-metal"]')
        there.wait_for(state="attached")
        page.locator("toledo-table .slider").fill("0")
        there.wait_for(state="detached")
        assert page.locator("toledo-table .bd .usable").count() == 0
        page.locator("toledo-table").get_by_role("button", name="Back to now").click()
        there.wait_for(state="attached")
        window.assert_clean()


def test_a_hint_and_the_table_in_words(browser: Browser) -> None:
    with (
        table_of(played(60, seat=0)) as table,
        Window.open(browser, width=1600, height=900) as window,
    ):
        guest, page = sit(window, table, 0), window.page
        page.get_by_role("button", name="Hint").click()
        guest.hears("The computer suggests")
        assert table.game.version == 0, "a hint plays nothing"
        assert page.locator("toledo-table .advised").count()
        page.get_by_text("The table in words").click()
        told = position(table.game.view(0), names=NAMES).splitlines()
        page.locator("toledo-table .prose p").nth(len(told) - 1).wait_for()
        assert page.locator("toledo-table .prose p").all_inner_texts() == told
        window.assert_clean()


@pytest.mark.parametrize("width", [360, 1600])
def test_six_languages_fit(browser: Browser, width: int) -> None:
    with (
        table_of(played(90, seat=0)) as table,
        Window.open(browser, width=width, height=740, address=table.served.url) as window,
    ):
        guest, page = sit(window, table, 0), window.page
        for language in LANGUAGES:
            speak(page, language)
            said = language_tables(language)["ask"]["what"]
            page.locator("toledo-table .prompt", has_text=str(said)).wait_for()
            guest.act("score")
            assert page.locator("toledo-table .sheet th[scope=col]").count() == 3
            assert_fits(page)
            guest.act("close")
            told = position(table.game.view(0), names=NAMES, language=language)
            assert ask(page, WORDS) == told.splitlines(), "the component says what the library says"
        window.assert_clean()


WORDS = """
    const panel = s.querySelector(".prose");
    panel.open = true;
    t.draw();
    return [...panel.querySelectorAll("p")].map((one) => one.textContent);
"""


def speak(page: Page, language: str) -> None:
    """Choose a language, which is done in the drawer."""
    page.locator("#language").evaluate(
        "(choice, to) => { choice.value = to; choice.dispatchEvent(new Event('change')); }",
        language,
    )
    page.locator(f'html[lang="{language}"] toledo-table[language="{language}"]').wait_for()


def test_a_seat_that_is_not_there(browser: Browser) -> None:
    with serving() as served, Window.open(browser, address=served.url) as window:
        page = window.page
        page.goto("/seat/nobody")
        said = page.locator("#nowhere [role=alert]")
        said.filter(has_text="This seat no longer exists").wait_for()
        page.locator("#language").evaluate(
            "(choice) => { choice.value = 'de'; choice.dispatchEvent(new Event('change')); }"
        )
        said.filter(has_text="Diesen Platz gibt es nicht").wait_for()
        page.locator("#nowhere a").click()
        page.locator("#start").wait_for()
        assert window.outside_requests == []
