"""The pages of the web example as people use them: in any language, by keyboard, by finger, and with each other."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Collection
from itertools import chain
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from attrs import fields
from playwright.sync_api import WebSocket, WebSocketRoute, expect

from examples.web.lesson import CHAPTERS
from examples.web.pages import FOLDER
from examples.web.store import Store
from tests.browser import PATIENCE, Browser, Page, Window, barriers
from tests.web.test_browser import (
    ASKED,
    BOT,
    NAMES,
    USABLE_CARDS,
    TableInView,
    ask,
    assert_fits,
    played,
    sit,
    speak,
    table_of,
    walk_to,
)
from tests.web.test_component import MOMENTS
from tests.web.test_server import serving
from toledo_rules import Game, Readings, shipped_edition, view
from toledo_rules._pieces import card_part
from toledo_rules.actions import PlaceShop, PlayCard
from toledo_rules.bots import bots
from toledo_rules.choices import choices, why_not
from toledo_rules.codec import dump
from toledo_rules.describe import LANGUAGES, language_tables, register_language, render
from toledo_rules.protocol import TAGS, Hello, decode_answer, decode_request
from toledo_rules.state import Transit
from toledo_rules.testing import Table as Setting

SIZES = [(390, 844), (844, 390), (768, 1024), (1024, 768), (1440, 900), (1920, 1080)]


def tiny(decisions: int = 0) -> Game:
    """A short game of two, after some decisions of bots."""
    rng = Random(0)
    game = Game(NAMES[:2], rng=rng, edition=shipped_edition("tiny-road"))
    while not game.over and len(game.history) < decisions:
        game.play(BOT.choose(game.view(game.active), rng))
    return game


def over() -> Game:
    """A short game that has ended."""
    return tiny(10_000)


# What keeps people out, and what they see


@pytest.mark.parametrize(("width", "height", "dark"), [(1440, 900, False), (390, 844, True)])
def test_axe_finds_no_barrier(browser: Browser, width: int, height: int, dark: bool) -> None:
    with (
        table_of(played(70, seat=0)) as table,
        Window.open(
            browser, width=width, height=height, dark=dark, address=table.served.url
        ) as window,
    ):
        page = window.page
        guest = sit(window, table, 0)
        assert barriers(page) == [], "on turn"
        guest.act("menu")
        page.locator("#rename").wait_for()
        ask(page, "s.querySelectorAll('.prose').forEach((one) => { one.open = true; })")
        assert barriers(page) == [], "with everything open"
        guest.act("score")
        assert barriers(page) == [], "the score"
        people = [{"name": name} for name in NAMES]
        room = table.served.ask("/api/tables", {"seats": people})[1]["table"]
        for address in ("/seat/watch", "/seat/seat-1", "/", room, "/rules/MOV-02.html"):
            page.goto(address)
            page.wait_for_load_state("networkidle")
            assert barriers(page) == [], address
        window.assert_clean()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_label_and_no_target_is_too_small(browser: Browser, width: int, height: int) -> None:
    """Labels have at least 11 pixels, targets 24 (WCAG 2.5.8)."""
    with (
        table_of(played(70, 4, seat=0)) as table,
        Window.open(browser, width=width, height=height) as window,
    ):
        assert ask(sit(window, table, 0).page, "return small(s)") == [[], []]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_all_that_a_choice_needs_is_in_sight(
    browser: Browser, width: int, height: int, language: str
) -> None:
    """Goods, scores, prompt, deeds and cards are on the screen, by day and by night; no text lies on another."""
    game = played(70, 4, seat=0)
    for dark in (False, True):
        with (
            table_of(game, away=0) as table,
            Window.open(browser, width=width, height=height, dark=dark) as window,
        ):
            guest = sit(window, table, 0)
            page = guest.page
            speak(page, language)
            page.locator("#people p").nth(2).wait_for()  # of three that are not there
            for moment, clicks in MOMENTS.items():
                ask(page, f"t.act('clear'); {clicks}")
                found = ask(page, "return sight(t, s)")
                assert found == {"outside": [], "overlap": [], "scrolls": False}, moment
            assert ask(page, "return inSight(s, 'space:1') && inSight(s, 'space:19')")
            window.assert_clean()


def test_no_card_lies_over_another_value(browser: Browser) -> None:
    """Cards of one value lie on each other; pockets of other values, empty ones too, are all seen."""
    hand = "1va 1bd 2va 2nd 3ba 4td 4va 4nd"
    game = Game(NAMES[:2], position=Setting(2).hand(0, hand).lay())
    for width, height in SIZES:
        with (
            table_of(game) as table,
            Window.open(browser, width=width, height=height) as window,
        ):
            seen = ask(sit(window, table, 0).page, IN_POCKETS)
            assert seen == [True] * 8, width


IN_POCKETS = """
    return [...s.querySelectorAll(".pocket .card")].map((card) => {
        const [one, other] = [card, card.closest(".pocket")].map((node) => node.getBoundingClientRect());
        return one.left >= other.left - 9 && one.right <= other.right + 9;
    });
"""


def test_every_card_of_a_large_hand_is_chosen_on_a_phone(browser: Browser) -> None:
    """A tap on a pocket goes through its kinds; nothing is scrolled to."""
    hand = "1nd 1vd 2ba 2na 3ba 3ta 3td 3va 4nd 4ta 4vd 5vd 6nd"
    game = Game(NAMES[:2], position=Setting(2).hand(0, hand).shop(4, 0, "metal").lay())
    with table_of(game) as table, Window.open(browser, width=390, height=844) as window:
        guest, page = sit(window, table, 0), window.page
        assert_fits(page)
        kinds = set()
        for _ in range(4):
            touch(page, middle(page, "toledo-table [data-pocket='4']"))
            kinds |= {part for part in ask(page, "return t.choosing.picked") if "hand" in part}
        assert kinds == {"hand:0:4nd", "hand:0:4ta", "hand:0:4vd"}
        touch(page, middle(page, guest.part("space:4")))
        assert table.game.version == 0, "a finger may have slipped: the second tap goes there"
        touch(page, middle(page, guest.part("space:4")))
        guest.sees(1)
        window.assert_clean()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_reasons_and_deeds_are_read_to_their_ends(
    browser: Browser, width: int, height: int
) -> None:
    """The question makes room for a long reason."""
    with (
        table_of(played(70, seat=0)) as table,
        Window.open(browser, width=width, height=height) as window,
    ):
        guest, page = sit(window, table, 0), window.page
        for language in ("de", "es", "fr"):
            speak(page, language)
            for part in ("deed:end_turn", "supply:metal", "alcazar", "space:20"):
                ask(page, "t.say('')")
                guest.click(part)
                page.locator("toledo-table .why a").wait_for()
                assert ask(page, "return cut(s)") == [], (language, part)


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (844, 390), (390, 844)])
def test_the_longest_question_is_read_to_its_end(browser: Browser, width: int, height: int) -> None:
    with (
        table_of(played(20, seat=0, at=Transit)) as table,
        Window.open(browser, width=width, height=height) as window,
    ):
        page = sit(window, table, 0).page
        for language in LANGUAGES:
            speak(page, language)
            assert ask(page, "return s.querySelector('.prompt').textContent.length") > 60
            assert ask(page, "return cut(s)") == [], language


@pytest.mark.parametrize(("width", "height"), [*SIZES, (1366, 768)])
def test_what_a_move_costs_is_read_to_its_end(browser: Browser, width: int, height: int) -> None:
    with (
        table_of(played(70, 4, seat=0)) as table,
        Window.open(browser, width=width, height=height) as window,
    ):
        page = sit(window, table, 0).page
        for language in LANGUAGES:
            speak(page, language)
            ask(page, "t.act('clear'); t.pick('deed:play_card'); t.pick('space:3', true);")
            assert "46 %" in str(ask(page, "return s.querySelector('.why').textContent")), language
            assert ask(page, "return cut(s)") == [], language


def test_the_first_card_lies_there_once(browser: Browser) -> None:
    """Also if the board comes once more: in another language, or in another size."""
    with (
        table_of(played(20, seat=0, at=Transit)) as table,
        Window.open(browser, width=1440, height=900) as window,
    ):
        page = sit(window, table, 0).page
        card = page.locator("toledo-table [data-part=front] use")
        assert card.count() == 1
        speak(page, "de")
        assert card.count() == 1
        page.set_viewport_size({"width": 1024, "height": 768})
        page.locator("toledo-table .f-broad").wait_for()
        page.set_viewport_size({"width": 1440, "height": 900})
        page.locator("toledo-table .f-wide").wait_for()
        assert card.count() == 1
        window.assert_clean()


def test_the_menu_closes(browser: Browser) -> None:
    """A click beside it only closes it; Escape does, and so does leaving."""
    with table_of(tiny()) as table, Window.open(browser, width=390, height=844) as window:
        guest, page = sit(window, table, 0), window.page
        menu = page.get_by_role("button", name="More")
        drawer = page.locator("toledo-table .drawer")
        menu.click()
        drawer.wait_for()
        page.mouse.click(200, 70)  # on the board
        drawer.wait_for(state="detached")
        assert ask(page, "return t.choosing.picked") == []
        menu.click()
        page.keyboard.press("Escape")
        drawer.wait_for(state="detached")
        menu.click()
        page.locator(
            "#keys, #menu summary"
        ).first.click()  # what is in it is not the table behind it
        assert ask(page, "return t.choosing.picked") == []
        page.locator("#leave").click()
        drawer.wait_for(state="detached")
        page.locator("#people button", has_text="Take over again").wait_for()
        guest.click("deed:take_cards")
        guest.hears("A computer plays for you.")


def test_a_phone_always_shows_the_whole_road(browser: Browser) -> None:
    """On turn, while others play, in the past, and to spectators; nothing moves."""
    with (
        table_of(played(70, seat=0)) as table,
        Window.open(browser, width=390, height=844, address=table.served.url) as window,
    ):
        page, tall = window.page, []
        for seat in ("seat-0", "seat-1", "watch"):
            page.goto(f"/seat/{seat}")
            page.locator("toledo-table[data-version]").wait_for()
            page.locator("toledo-table .prompt:not(:empty)").wait_for()
            tall.append(page.locator("toledo-table .bd").bounding_box())
            road = "return Array.from({length: 19}, (_, at) => inSight(s, `space:${at + 1}`))"
            assert ask(page, road) == [True] * 19
        assert tall[0] == tall[1] == tall[2]


def test_forced_colours_are_the_readers(browser: Browser) -> None:
    """The page uses them, and so do the pictures in it, also by night."""
    for dark in (False, True):
        with (
            table_of(played(70, seat=0)) as table,
            Window.open(browser, width=1440, height=900, dark=dark) as window,
        ):
            page = window.page
            page.emulate_media(forced_colors="active")
            guest = sit(window, table, 0)
            guest.click("deed:place_shop")
            ask(page, "t.pick([...t.choosing.lit][0])")
            assert ask(page, COLOURS) == [True] * 4


COLOURS = """
    const probe = document.body.appendChild(document.createElement("p"));
    const used = (name) => { probe.style.color = name; return getComputedStyle(probe).color; };
    const [canvas, ink, accent] = ["Canvas", "CanvasText", "Highlight"].map(used);
    const of = (one, what) => getComputedStyle(s.querySelector(one))[what];
    return [of(".dock", "backgroundColor") === canvas, of(".prompt", "color") === ink,
        of(".slot.picked", "outlineColor") === accent,
        [...s.querySelectorAll(".bd rect")].some((one) => getComputedStyle(one).stroke === accent)];
"""


# Languages

WORDS = re.compile(r"[^\W\d_]+")
OUTSIDE = re.compile(r"\[[^\[\]]*\]")
EXEMPT = {"Toledo", *NAMES, "R", "B", "G", "Y", "v", "b", "t", "n"}
"""The name of the game, names of players, letters on things."""
TEXTS = f"""() => {{
    {ASKED}
    const inside = document.querySelector("toledo-table")?.shadowRoot;
    return said(inside ? [document.body, inside] : [document.body]);
}}"""


def pseudo(entry: object, path: tuple[str, ...] = ()) -> object:
    """A catalogue in which every text stands in brackets."""
    if isinstance(entry, dict):
        return {key: pseudo(one, (*path, key)) for key, one in entry.items()}
    kept = path[0] in ("plural", "ordinal", "sounds", "typography", "command", "language", "letter")
    return entry if kept or not isinstance(entry, str) else f"[{entry}]"


def left_in_english(page: Page) -> set[str]:
    """Words on a page that no catalogue has said."""
    found: set[str] = set()
    for text in page.evaluate(TEXTS):
        said = text
        while OUTSIDE.search(said):  # a sentence is made of others
            said = OUTSIDE.sub(" ", said)
        rules = re.sub(r"\b[A-Z]+-\d+\b", " ", said)
        found |= set(WORDS.findall(rules)) - EXEMPT
    return found


def test_every_word_is_in_the_catalogues(browser: Browser) -> None:
    """A language in which everything is in brackets shows whatever the page says by itself."""
    register_language("qps", pseudo(language_tables("en")))  # type: ignore[arg-type]  # checked by the catalogue
    with (
        table_of(played(70, seat=0), {2: "greedy"}) as table,
        Window.open(browser, width=1440, height=900, address=table.served.url) as window,
    ):
        page = window.page
        page.goto("/")
        page.evaluate("localStorage.setItem('language', 'qps')")
        guest = sit(window, table, 0)
        guest.click("supply:metal")
        guest.hears("[")
        ask(page, "s.querySelectorAll('.prose').forEach((one) => { one.open = true; })")
        page.locator("toledo-table .prose p").first.wait_for()
        for sheet in ("menu", "score"):
            guest.act(sheet)
            assert left_in_english(page) == set()
        guest.act("close")
        ask(page, "t.pick('deed:place_shop')")
        assert left_in_english(page) == set()
        page.goto("/seat/watch")
        page.locator("toledo-table .prompt:not(:empty)").wait_for()
        assert left_in_english(page) == set()
        for address in ("/", "/table/invite", "/seat/none"):
            page.goto(address)
            page.wait_for_load_state("networkidle")
            assert left_in_english(page) == set(), address
        page.goto("/")
        page.locator("#seats input").first.fill("Ben")
        page.locator("#start").click()
        page.locator("#name-error", has_text="[").wait_for()  # two of one name


def test_the_words_of_the_page_are_those_of_the_catalogues() -> None:
    """No key is missing, and none is left over; the table says some of them too."""
    sources = [*FOLDER.glob("*.html"), *FOLDER.glob("[!t]*.js"), *TABLE.glob("*.ts")]
    texts = "\n".join(file.read_text(encoding="utf-8") for file in sources)
    used = re.findall(r'data-(?:word|label)="(\w+)"|word\("(\w+)"|"page\.(\w+)"', texts)
    named = {key for keys in used for key in keys if key} | {"no_seat"}
    named |= {f"bot_{bot.name}" for bot in bots()[:6]} | {step.word for step in chain(*CHAPTERS)}
    named |= {f"reading_{ruling.name}" for ruling in fields(Readings)}
    assert named == set(language_tables("en")["page"])


TABLE = Path(__file__).parents[2] / "clients" / "typescript" / "src" / "table"


# Keyboard alone


def test_a_game_is_played_to_its_end_by_keyboard_alone(browser: Browser) -> None:
    with (
        table_of(tiny(), {1: "greedy"}) as table,
        Window.open(browser, width=1440, height=900) as window,
    ):
        guest, game, rng, page = sit(window, table, 0), table.game, Random(2), window.page
        while not game.over:
            ask(page, "await until(() => t.state.offers.length || t.state.result)")
            if game.over or game.active != 0:
                continue
            guest.sees(game.version)
            action = BOT.choose(game.view(0), rng)
            wanted, version = json.dumps(dump(action)), game.version
            while part := ask(
                page, f"return t.state.version === {version} && next(t, s, {wanted})"
            ):
                walk_to(page, part)
                page.keyboard.press("Enter")
            page.locator(f'toledo-table:not([data-version="{version}"])').wait_for()
        page.locator("toledo-table .sheet").wait_for()
        page.keyboard.press("Escape")
        page.locator("toledo-table .sheet").wait_for(state="detached")
        window.assert_clean()


# Drag


def card_and_place(table: TableInView, cards: Collection[str]) -> tuple[PlayCard, str, str]:
    """A move by one of some cards that can be taken back, with the card and the place."""
    view = table.game.view(0)
    for offer in choices(view).moves:
        action = offer.action
        if isinstance(action, PlayCard) and not offer.reveals and not offer.duels:
            place = next(part for part in offer.parts if part.startswith("space:"))
            card = card_part(0, action.card, view.edition)
            if card in cards and len(choices(view).through(card, place)) == 1:
                return action, card, place
    raise AssertionError("there is no such move")


@pytest.mark.parametrize(("width", "height", "finger"), [(1440, 900, False), (390, 844, True)])
def test_a_card_is_dragged_to_a_space(
    browser: Browser, width: int, height: int, finger: bool
) -> None:
    with (
        table_of(played(90, seat=0)) as table,
        Window.open(browser, width=width, height=height) as window,
    ):
        guest, page = sit(window, table, 0), window.page
        action, card, place = card_and_place(table, ask(page, USABLE_CARDS))
        start, end = middle(page, guest.part(card)), middle(page, guest.part(place))
        drag(page, start, (5, 5), finger=finger)
        ask(page, ANSWERED)
        assert table.game.version == 0, "a drag to nowhere plays nothing"
        assert ask(page, "return t.choosing.picked") == []
        drag(page, start, end, finger=finger)
        guest.sees(1)
        assert table.game.history[-1].action == action
        window.assert_clean()


ANSWERED = "await t.transport.hint(); await t.settled;"
"""Whatever was asked for before has been answered."""


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touch(page: Page, *way: tuple[float, float]) -> None:
    """Put a finger down, move it along, and take it away."""
    session = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        where = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    send("touchStart", way[0])
    for point in way[1:]:
        send("touchMove", point)
    send("touchEnd")
    session.detach()


def drag(page: Page, start: tuple[float, float], end: tuple[float, float], *, finger: bool) -> None:
    """Drag something by mouse or by finger."""
    way = [start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end]
    if finger:
        touch(page, *way)
        return
    page.mouse.move(*start)
    page.mouse.down()
    for point in way[1:]:
        page.mouse.move(*point)
    page.mouse.up()


# The past


def test_the_past_is_there_after_a_reload(browser: Browser) -> None:
    with (
        table_of(tiny(12)) as table,
        Window.open(browser, width=1440, height=900) as window,
    ):
        page = sit(window, table, 0).page
        length, moment = len(table.game.history), page.locator("toledo-table .history .num")
        page.locator("toledo-table .num", has_text=f"{length} / {length}").wait_for()
        things = (
            "return s.querySelector('#things').innerHTML.replaceAll(/ aria-label=\"[^\"]*\"/g, '')"
        )
        now = ask(page, things)
        page.locator("toledo-table .history [data-do=earlier]").click()
        page.locator("toledo-table .past .prompt", has_text=f"After {length - 1} moves").wait_for()
        page.locator("toledo-table .slider").fill("0")
        page.locator("toledo-table .prompt", has_text="After 0 moves").wait_for()
        ask(page, "await until(() => t.past)")
        assert ask(page, things) != now
        assert page.locator("toledo-table .bd .usable").count() == 0
        page.locator("toledo-table .slider").blur()
        page.keyboard.press("PageDown")
        expect(moment).to_have_text(f"1 / {length}", timeout=PATIENCE)
        page.locator("toledo-table .log [data-moment]").last.click()
        page.locator("toledo-table .scr:not(.past)").wait_for()
        assert ask(page, things).count("<use") == now.count("<use")
        window.assert_clean()


def test_nothing_is_played_in_the_past(browser: Browser) -> None:
    """Nothing can be chosen there, and the counter goes on with the game; a phone gets there and back too."""
    for width, height in ((1440, 900), (390, 844)):
        with (
            table_of(tiny(14)) as table,
            Window.open(browser, width=width, height=height) as window,
        ):
            game = table.game
            guest = sit(window, table, game.active)
            page, length = window.page, len(game.history)
            page.locator("toledo-table .peek p, toledo-table .log p").first.wait_for(
                state="attached"
            )
            ask(
                page,
                "await until(() => t.past); t.pick('deed:play_card')",
            )
            if width < height:
                guest.act("menu")
            where = ".drawer" if width < height else ".history"
            page.locator(f"toledo-table {where} [data-do=earlier]").click()
            page.locator("toledo-table .past").wait_for()
            assert ask(page, "return t.choosing.picked") == []
            deeds = page.locator("toledo-table .deeds button").all_inner_texts()
            assert deeds == ["One move back", "One move on"]
            assert page.locator("toledo-table .why").inner_text() == "", "not that it is their turn"
            assert page.locator("toledo-table .dock .usable").count() == 0
            ask(page, "t.pick('deed:take_cards')")
            assert ask(page, "return t.choosing.picked") == []
            table.play(game.active, BOT.choose(game.view(game.active), Random(1)))
            guest.sees(1)
            moment = "return s.querySelector('.history .num').textContent"
            assert ask(page, moment) == f"{length - 1} / {length + 1}"
            page.locator("toledo-table .mainrow button", has_text="Back to now").click()
            assert ask(page, moment) == f"{length + 1} / {length + 1}"
            window.assert_clean()


def test_since_the_last_turn(browser: Browser) -> None:
    with (
        table_of(played(60, seat=0)) as table,
        Window.open(browser, width=1440, height=900) as window,
    ):
        guest, page, game, rng = sit(window, table, 0), window.page, table.game, Random(3)
        page.evaluate(
            "window.told = []; window.Notification = class { constructor(title) { told.push(title); } };"
            "document.getElementById('notices').checked = true;"
            "Object.defineProperty(document, 'hidden', {get: () => true, configurable: true});"
        )
        while game.active == 0:
            guest.do(BOT.choose(game.view(0), rng))
        while game.active != 0:
            table.play(game.active, BOT.choose(game.view(game.active), rng))
        guest.sees(game.version)
        assert page.evaluate("told") == ["Your turn"]
        assert page.title().startswith("●")
        news = page.locator("toledo-table .log .divider", has_text="Since your last turn")
        assert ask(
            page,
            "return [...s.querySelectorAll('.bd rect')].some((one) => one.matches('[stroke-dasharray=\"0.1 6\"]'))",
        )
        news.get_by_role("button", name="Show again").click()
        page.locator("toledo-table .scr:not(.past)").wait_for()
        length = len(game.history)
        assert page.locator("toledo-table .num").inner_text() == f"{length} / {length}"
        window.assert_clean()


# People


def test_a_name_a_stand_in_and_another_game(browser: Browser) -> None:
    with (
        table_of(played(70, 2, seat=0), away=0) as table,
        Window.open(browser, width=1440, height=900) as ana,
        Window.open(browser, width=390, height=844, dark=True) as ben,
    ):
        guest, other = sit(ana, table, 0), sit(ben, table, 1)
        other.act("menu")
        other.page.locator("#name").fill("Zoë")
        other.page.locator("#rename button").click()
        guest.page.locator("toledo-table .mats .band", has_text="Zoë").wait_for()
        other.page.locator("#who", has_text="You are Zoë.").wait_for(state="attached")
        ben.page.goto("about:blank")
        guest.page.locator("#people button", has_text="Zoë").click()
        guest.page.locator("#people", has_text="A computer plays for Zoë.").wait_for()
        other = sit(ben, table, 1)
        other.page.locator("#people button").click()
        guest.page.locator("#people p").wait_for(state="detached")
        assert table.table.saved.substitutes == ("", "")
        ana.assert_clean()
        ben.assert_clean()


def test_a_stand_in_is_said_where_it_is_seen(browser: Browser) -> None:
    for width, height in SIZES:
        with table_of(tiny()) as table, Window.open(browser, width=width, height=height) as window:
            guest, page = sit(window, table, 0), window.page
            guest.act("menu")
            page.locator("#leave").click()
            page.locator("#people button", has_text="Take over again").wait_for()
            box = page.locator("#people button").bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height
            assert_fits(page)


def test_a_name_that_is_taken(browser: Browser) -> None:
    with (
        table_of(tiny()) as table,
        Window.open(browser, width=390, height=844, address=table.served.url) as window,
    ):
        guest, page = sit(window, table, 0), window.page
        guest.act("menu")
        page.locator("#name").fill(" Ben ")
        page.locator("#rename button").click()
        page.locator("#rename [role=alert]", has_text="Ben is taken.").wait_for()
        page.goto("/")
        page.locator("#seats input").first.fill("Carla")
        page.locator("#start").click()
        page.locator("#name-error", has_text="Carla is taken.").wait_for()
        page.locator("#seats input").nth(1).fill("Carla")
        page.locator("#learn").click()
        expect(page.locator("#seats input").nth(1)).to_be_focused(timeout=PATIENCE)
        box = page.locator("#name-error").bounding_box()
        assert box is not None
        assert 0 < box["y"] < 844


def test_the_same_players_play_again(browser: Browser) -> None:
    """From the score; the other is led there, and a spectator is not asked."""
    with (
        table_of(over()) as table,
        Window.open(browser, width=1440, height=900, address=table.served.url) as ana,
        Window.open(browser, width=390, height=844) as ben,
    ):
        ana.page.goto("/seat/watch")
        ana.page.locator("toledo-table .sheet").wait_for()
        assert ana.page.get_by_role("button", name="Play again").count() == 0
        guest, other = sit(ana, table, 0), sit(ben, table, 1)
        guest.page.get_by_role("button", name="Play again").click()
        guest.page.locator("toledo-table .prompt", has_text="Ben is on turn").wait_for()
        other.act("close")
        other.page.locator("#people a", has_text="To the new game").click()
        other.page.locator("toledo-table .prompt", has_text="What do you do?").wait_for()
        ana.assert_clean()
        ben.assert_clean()


def test_a_spectator_sees_no_hand_and_can_do_nothing(browser: Browser) -> None:
    with (
        table_of(played(70, seat=0)) as table,
        Window.open(browser, width=1440, height=900, address=table.served.url) as window,
    ):
        guest, page = sit(window, table, 0), window.page
        assert page.locator("toledo-table .dock .card").count() > 0
        page.goto("/seat/watch")
        page.locator("#who", has_text="You are watching.").wait_for()
        assert page.locator("toledo-table .dock .card").count() == 0
        assert page.locator("toledo-table :is(.deed, .mainrow .btn)").count() == 0
        guest.act("menu")
        page.locator("#watchers", has_text="Watching: 1").wait_for()
        for hidden in ("#rename", "#leave", "#room"):
            assert not page.locator(hidden).is_visible()


def test_from_the_lobby_over_a_restart_to_the_same_links(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with Window.open(browser, width=1024, height=768) as window:
        page = window.page
        with serving(Store(path)) as served:
            page.goto(served.url)
            page.locator("#number").select_option("2")
            page.locator("#seats select").last.select_option("")
            page.locator("#start").click()
            page.locator(".claim").first.wait_for()
            room = page.url
            page.locator(".claim input").first.fill("Ben")
            page.locator(".claim button").first.click()
            page.locator("#claim-error", has_text="Ben is taken.").wait_for()
            links = []
            for name in ("Zoë", "Ben"):
                page.goto(room)
                page.locator(".claim input").first.fill(name)
                page.locator(".claim button").first.click()
                page.locator("#who", has_text=f"You are {name}.").wait_for(state="attached")
                links.append(page.url)
            page.get_by_role("button", name="More").click()
            page.locator("#room").click()
            page.locator("#links a", has_text="To your seat, Ben").wait_for()
            assert page.locator(".claim").count() == 0
            page.goto(links[0])
            take_cards(page)
            port = served.port
        lost = page.locator("toledo-table .prompt", has_text=LOST)
        lost.wait_for()
        with serving(Store(path), port=port) as served:
            lost.wait_for(state="detached")
            page.locator('toledo-table[data-version="1"]').wait_for()
            page.goto(links[1])
            page.locator("toledo-table .prompt", has_text="What do you do?").wait_for()
            page.goto(served.url)
            page.locator("#tables li").nth(1).wait_for()
            page.locator("#tables .turn", has_text="Your turn").wait_for()
            page.locator("#tables li button").first.click()
            page.locator("#tables li").nth(1).wait_for(state="detached")


def test_a_table_reads_rules_otherwise(browser: Browser) -> None:
    """What is chosen in the lobby is said to whoever comes to the waiting room, with the ruling."""
    with (
        serving() as served,
        Window.open(browser, width=390, height=844, address=served.url) as ana,
    ):
        page = ana.page
        page.goto("/")
        page.locator("#readings summary").click()
        boxes = page.locator("#readings input")
        assert boxes.count() == len(fields(Readings))
        assert_fits(page)
        boxes.nth(1).check()
        page.locator("#number").select_option("2")
        page.locator("#seats select").last.select_option("")
        page.locator("#start").click()
        said = page.locator("#read li")
        said.wait_for()
        assert said.all_inner_texts() == [
            "After the movement tile has opened a turn, a second card must follow if one can be played. A-82"
        ]
        assert_fits(page)
        with page.expect_popup() as opened:
            said.locator("a").click()
        opened.value.locator("body", has_text="Must a second card follow").wait_for()
        ana.assert_clean()


def test_friends_meet_in_a_waiting_room(browser: Browser) -> None:
    """One link for all: each takes a seat, nobody gets another's, and whoever opened the table deletes it."""
    with (
        serving() as served,
        Window.open(browser, width=1024, height=768, address=served.url) as ana,
        Window.open(browser, width=390, height=844, dark=True, address=served.url) as zoe,
        Window.open(browser, width=390, height=844, address=served.url) as late,
    ):
        page = ana.page
        page.goto("/")
        page.locator("#stored", has_text="after 6 hours").wait_for()
        page.locator("#number").select_option("2")
        page.locator("#seats select").last.select_option("")
        page.locator("#start").click()
        page.locator(".claim").first.wait_for()
        room = page.url
        page.locator(".claim button").first.click()
        page.locator("#people", has_text="Ben has not arrived yet.").wait_for()
        assert page.locator("#people button").count() == 0, "no bot for somebody who never came"
        zoe.page.goto(room)
        late.page.goto(room)
        for window in (zoe, late):
            assert window.page.locator("#links .player").first.inner_text() == "Ana sits here"
            assert window.page.locator("#delete").count() == 0
            assert_fits(window.page)
        zoe.page.locator(".claim input").fill("Zoë")
        zoe.page.locator(".claim button").click()
        zoe.page.locator("toledo-table .prompt", has_text="Ana").wait_for()
        page.locator("toledo-table .plate", has_text="Zoë").wait_for()
        late.page.locator("#links .player", has_text="Zoë sits here").wait_for()
        assert late.page.locator(".claim").count() == 0
        page.goto(room)
        page.locator("#delete").click()
        page.locator("#start").wait_for()
        zoe.page.locator("#nowhere [role=alert]", has_text="seat no longer exists").wait_for()
        late.page.locator("#table [role=alert]", has_text="table no longer exists").wait_for()
        ana.assert_clean()


def test_a_page_outlives_its_server(browser: Browser, tmp_path: Path) -> None:
    """It says what is the matter, tries again and again, and goes on."""
    path = tmp_path / "tables.sqlite"
    with Window.open(browser, width=1440, height=900) as window:
        page = window.page
        with serving(Store(path)) as served:
            _, tokens, _ = served.open([{"name": name, "bot": None} for name in NAMES[:2]])
            page.goto(f"{served.url}/seat/{tokens[0]}")
            page.locator('toledo-table[data-version="0"]').wait_for()
            ask(page, "t.tries = 0; t.addEventListener('toledo-status', () => { t.tries++; })")
            port = served.port
        ask(page, "await until(() => t.tries > 5)")  # lost, connecting, lost, ...
        lost = page.locator("toledo-table .prompt", has_text=LOST)
        lost.wait_for()
        for _ in range(2):
            page.locator('toledo-table [data-part="deed:take_cards"]').dispatch_event("click")
        assert lost.is_visible(), "nothing is sent, and the reason is still there"
        assert ask(page, "return t.sent") is None
        with serving(Store(path), port=port):
            lost.wait_for(state="detached")
            take_cards(page)
        failed = "Failed to load resource", "WebSocket connection to"
        assert [e for e in window.console_errors if not e.startswith(failed)] == []


LOST = "Connection lost. Reconnecting…"


def take_cards(page: Page) -> None:
    """Make the first move of a game."""
    page.locator('toledo-table[data-version="0"][data-status="open"]').wait_for()
    page.keyboard.press("Escape")
    page.locator('toledo-table [data-part="deed:take_cards"]').click()
    page.locator("toledo-table [data-do=go]").click()
    page.locator('toledo-table[data-version="1"]').wait_for()


def test_a_server_that_does_not_answer_is_said(browser: Browser) -> None:
    """The connection stands, but nothing comes: the page says so by itself, and goes on when something does."""
    with table_of(tiny()) as table, Window.open(browser, width=390, height=844) as window:
        page, kept, deaf = window.page, list[str | bytes](), [False]

        def connect(socket: WebSocketRoute) -> None:
            server = socket.connect_to_server()
            socket.on_message(lambda said: kept.append(said) if deaf[0] else server.send(said))
            servers.append(server)

        servers: list[WebSocketRoute] = []
        page.route_web_socket("**/ws", connect)
        guest = sit(window, table, 0)
        deaf[0] = True
        guest.act("hint")
        page.locator("toledo-table .prompt", has_text="No answer yet").wait_for()
        deaf[0] = False
        for said in kept:
            servers[0].send(said)
        page.locator("toledo-table .prompt", has_text="What do you do?").wait_for()


def test_nothing_but_the_protocol_passes(browser: Browser) -> None:
    """Every frame of a page that plays, asks why, takes back and looks back is a message of the protocol."""
    with (
        table_of(played(30, seat=0), {1: "greedy", 2: "greedy"}) as table,
        Window.open(browser, width=1440, height=900, address=table.served.url) as window,
    ):
        page = window.page
        sent, heard, asked = list[str](), list[str](), list[str]()

        def listen(socket: WebSocket) -> None:
            assert socket.url.endswith("/api/seats/seat-0/ws")
            socket.on("framesent", lambda frame: sent.append(str(frame)))
            socket.on("framereceived", lambda frame: heard.append(str(frame)))

        page.on("websocket", listen)
        page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        guest = sit(window, table, 0)
        guest.click("supply:metal")
        page.locator("toledo-table .why a").wait_for()
        guest.act("hint")
        guest.hears("The computer suggests")
        place = choices(table.game.view(0)).moves
        guest.do(next(one.action for one in place if isinstance(one.action, PlaceShop)))
        guest.act("undo-turn")
        ask(page, "await until(() => t.state.change === 'undone')")
        ask(page, "await moves(t, s, 3); t.showPast(1); await until(() => t.past)")
        table.table.rename(1, "Zoë")
        page.locator("toledo-table .mats .band", has_text="Zoë").wait_for()
        edition = None
        for text in heard:
            message = decode_answer(text, edition)
            edition = message.edition if isinstance(message, Hello) else edition
        for text in sent:
            decode_request(text)
        kinds = {json.loads(text)["type"] for text in (*sent, *heard)}
        assert kinds - {*TAGS.values()} == set()
        assert kinds >= {
            "hello",
            "update",
            "people",
            "why",
            "refusal",
            "ask",
            "play",
            "undo",
            "replay",
        }
        once = {
            f"/page/{name}"
            for name in (
                "style.css",
                "guest.js",
                "common.js",
                "lesson.js",
                "table.js",
                "languages.json",
            )
        }
        once |= {
            "/seat/seat-0",
            "/data/board-wide.json",
            "/data/words-en.json",
            "/api/bots",
            "/api/mine",
        }
        assert {re.sub("/page/[^/]+/", "/page/", path) for path in asked} == once, (
            "files, and no word of the game"
        )
        window.assert_clean()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_what_is_fetched_until_a_move_can_be_clicked(
    browser: Browser, width: int, height: int
) -> None:
    """At most 120 kB, compressed, with one language: page, table, board, words and the first messages."""
    with (
        table_of(played(70, 4, seat=0)) as table,
        Window.open(browser, width=width, height=height) as window,
    ):
        session = window.page.context.new_cdp_session(window.page)
        files, frames = list[int](), list[str]()
        session.send("Network.enable")
        session.on("Network.loadingFinished", lambda end: files.append(end["encodedDataLength"]))
        session.on(
            "Network.webSocketFrameReceived",
            lambda frame: frames.append(frame["response"]["payloadData"]),
        )
        sit(window, table, 0)
        first = next(at for at, text in enumerate(frames) if '"type":"update"' in text)
        heard = len(zlib.compress("".join(frames[: first + 1]).encode()))
        assert len(files) > 9
        assert sum(files) + heard < 120_000


# Reasons


def test_a_reason_stays_and_is_about_both(browser: Browser) -> None:
    """A shop on a place where it cannot be: by click, and by drag."""
    with (
        table_of(played(60, seat=0)) as table,
        Window.open(browser, width=1440, height=900) as window,
    ):
        guest, view = sit(window, table, 0), table.game.view(0)
        page, now = guest.page, choices(view, names=NAMES)
        shop = next(o.parts[1] for o in now.moves if isinstance(o.action, PlaceShop))
        together = {
            place: reason
            for place in (f"space:{step}" for step in range(1, 20))
            if (reason := why_not(view, shop, place, names=NAMES)) != now.reasons.get(place)
            and reason
            and not now.through(place)
        }
        place, reason = next(iter(together.items()))
        told = f"{render(reason.message, reader=0)} {reason.rule}"
        guest.click("deed:place_shop")
        guest.click(shop)
        guest.click(place)
        guest.hears(told)
        page.mouse.move(*middle(page, guest.part("alcazar")))
        assert page.locator("toledo-table .scr").get_attribute("title")
        assert page.locator("toledo-table .why").inner_text() == told
        page.keyboard.press("Escape")
        page.locator("toledo-table .why", has_text=reason.rule).wait_for(state="detached")
        guest.act("clear")
        guest.click("deed:place_shop")
        start = middle(page, f'toledo-table .rack [data-part="{shop}"]')
        drag(page, start, middle(page, guest.part(place)), finger=False)
        guest.hears(told)
        assert table.game.version == 0
        window.assert_clean()


def test_every_deed_says_why_not(browser: Browser) -> None:
    """Four deeds and the end of the turn have their places; whatever can be done now is among them."""
    for decisions in (60, 61, 62, 63, 64, 65):
        game = played(decisions)
        with (
            table_of(game) as table,
            Window.open(browser, width=390, height=844) as window,
        ):
            page = sit(window, table, game.active).page
            now = choices(game.view(game.active), names=NAMES)
            shown = {
                str(deed.get_attribute("data-part")): deed.get_attribute("aria-disabled") == "true"
                for deed in page.locator("toledo-table .dock [data-part^='deed:']").all()
            }
            assert len(shown) == 5
            possible = {part for move in now.moves for part in move.parts if "deed:" in part}
            assert possible <= shown.keys()
            assert {deed for deed, grey in shown.items() if grey} == shown.keys() - possible
            for deed in sorted(shown.keys() - possible):
                ask(page, "t.say('')")
                page.locator(f'toledo-table .dock [data-part="{deed}"]').dispatch_event("click")
                reason = now.reasons[deed]
                told = f"{render(reason.message, reader=game.active)} {reason.rule}"
                page.locator("toledo-table .why", has_text=told).wait_for()
            window.assert_clean()


def test_things_that_never_go_together(browser: Browser) -> None:
    """A card that is dragged to a space that another card reaches."""
    with (
        table_of(played(90, seat=0)) as table,
        Window.open(browser, width=1440, height=900) as window,
    ):
        guest, now = sit(window, table, 0), choices(table.game.view(0))
        page = guest.page
        cards = {part for move in now.moves for part in move.parts if part.startswith("hand:0:")}
        spaces = {part for move in now.moves for part in move.parts if part.startswith("space:")}
        card, space = next(
            (card, space)
            for card in sorted(cards)
            for space in sorted(spaces)
            if not now.through(card, space) and not why_not(table.game.view(0), card, space)
        )
        drag(page, middle(page, guest.part(card)), middle(page, guest.part(space)), finger=False)
        guest.hears("These do not go together: ")
        assert table.game.version == 0
        window.assert_clean()


def test_a_whole_turn_is_taken_back(browser: Browser) -> None:
    position = Setting(2).hand(0, "3va 3nd").hand(1, "1ba").shop(3, 0, "metal").lay()
    for width, height in ((1440, 900), (390, 844)):
        with (
            table_of(Game(NAMES[:2], position=position)) as table,
            Window.open(browser, width=width, height=height) as window,
        ):
            guest, page = sit(window, table, 0), window.page
            guest.act("undo-turn")
            guest.hears("There is nothing to undo yet.")
            for parts in (("hand:0:3va", "space:3"), ("deed:use_space", "supply:metal")):
                (move,) = choices(table.game.view(0)).through(*parts)
                guest.do(move.action)
            if width < height:
                guest.act("menu")
            page.get_by_role("button", name="Undo turn").click()
            guest.sees(4)
            assert table.game.view(0) == view(position, 0)
            window.assert_clean()


# Where one arrives


def test_whoever_plays_alone_sits_down_at_once(browser: Browser) -> None:
    with (
        serving() as served,
        Window.open(browser, width=390, height=844, address=served.url) as window,
    ):
        page = window.page
        page.goto("/")
        page.locator("#start").click()
        page.locator("toledo-table .prompt", has_text="What do you do?").wait_for()
        page.goto("/")
        page.locator("#seats select").nth(2).wait_for()
        for row in page.locator("#seats select").all():
            row.select_option("greedy")
        page.locator("#start").click()
        page.locator("#who", has_text="You are watching.").wait_for(state="attached")
        window.assert_clean()


# The first game


@pytest.mark.parametrize(
    ("width", "height", "language"), [(1440, 900, "en"), (390, 844, "de"), (844, 390, "fr")]
)
def test_somebody_who_never_played_is_led_to_the_score(
    browser: Browser, width: int, height: int, language: str
) -> None:
    """Through a first turn, and a last one with a duel and a delivery; each chapter is a table."""
    words = {
        key: re.sub(
            " (?=[:?!;»])|(?<=«) ", ".", str(text)
        )  # the page sets spaces that do not break
        for key, text in language_tables(language)["page"].items()
    }
    with (
        serving() as served,
        Window.open(browser, width=width, height=height, address=served.url) as window,
    ):
        page, number = window.page, 0
        page.goto("/")
        page.locator("#language").select_option(language)
        page.locator("#learn").click()
        for steps in CHAPTERS:
            for step in steps:
                number += 1
                title = words["lesson_step"].format(number=number, all=sum(map(len, CHAPTERS)))
                page.locator("#coach-title", has_text=re.compile(title)).wait_for()
                page.locator("#coach-text", has_text=re.compile(words[step.word])).wait_for()
                ask(page, "t.setAttribute('motion', 'none')")
                ask(page, "await until(() => (t.state.offers.length || t.state.result) && !t.sent)")
                pointed = {*ask(page, ADVISED)}
                assert pointed <= {*step.shown}, step.word
                assert pointed or step.over, step.word
                assert_fits(page)
                if step.move:
                    follow(page, words["lesson_offer"])
                    continue
                stop = "lesson_play_on" if step is steps[-1] else "lesson_stop"
                buttons = ["close"] if step.over else ["lesson_next", stop]
                shown = page.locator("#coach button:visible").all_inner_texts()
                assert shown == [words[key] for key in buttons]
                page.locator("#coach button:visible").first.click()
        page.locator("#coach").wait_for(state="hidden")
        assert page.locator("toledo-table .sheet .total td b").all_inner_texts()
        assert served.house is not None
        first, last = (table.game.state for table in served.house.tables.values())
        assert len(first.players[1].swords) == 1
        assert len(last.players[1].delivered) == 3
        window.assert_clean()


def follow(page: Page, button: str) -> None:
    """Click what the coach points at, and the button that it names once a move is chosen."""
    version = ask(page, "return t.state.version")
    while waiting := ask(page, POINTED % version):
        page.locator(f'toledo-table [data-part="{waiting}"]').first.dispatch_event("click")
    if ask(page, f"return t.choosing.ready && !t.sent && t.state.version === {version}"):
        page.locator("#coach-text", has_text=re.compile(button)).wait_for()
        page.locator("toledo-table [data-do=go]").click()


def test_the_coach_is_quiet_when_nothing_that_it_could_say_fits(browser: Browser) -> None:
    """And comes back if the move is taken back."""
    with serving() as served, Window.open(browser, address=served.url) as window:
        page, coach = window.page, window.page.locator("#coach")
        ana = {"name": "Ana", "teacher": "Ben", "chapter": 1}
        page.goto(served.ask("/api/lessons", ana)[1]["seat"])
        page.locator("#coach-next").click()
        page.locator("#coach-title", has_text="Step 11 of").wait_for()
        for part in ("deed:play_card", "hand:1:3va", "figure:1:1", "space:6"):
            page.locator(f'toledo-table [data-part="{part}"]').first.dispatch_event("click")
        page.locator("toledo-table[data-version='1']").wait_for()
        coach.wait_for(state="hidden")
        page.locator("toledo-table [data-do=undo]").click()
        page.locator("#coach-title", has_text="Step 11 of").wait_for()
        window.assert_clean()


ADVISED = "return [...s.querySelectorAll('.advised')].map((one) => one.dataset.part)"
POINTED = """
    const { ready, lit } = t.choosing, pointed = [...s.querySelectorAll(".advised")].map((one) => one.dataset.part);
    return t.state.version === %s && !t.sent && !ready && (pointed.find((part) => lit.has(part)) ?? pointed[0]);
"""
"""What the coach points at next; nothing once a move is chosen."""


def test_a_second_first_game_begins_at_its_beginning(browser: Browser) -> None:
    with serving() as served, Window.open(browser, address=served.url) as window:
        page = window.page
        for _ in range(2):
            page.goto("/")
            page.locator("#learn").click()
            page.locator("#coach-title", has_text="Step 1 of").wait_for()
            page.locator("#coach-next").click()
            page.locator("#coach-title", has_text="Step 2 of").wait_for()
            page.reload()
            page.locator("#coach-title", has_text="Step 2 of").wait_for()
        page.locator("#coach-stop").click()
        assert page.evaluate("Object.keys(sessionStorage).length") == 1, "that of the first one"
        window.assert_clean()
