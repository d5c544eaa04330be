"""The pages of the web example as people use them: in any language, by keyboard, by finger, and with each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from examples.web.lesson import STEPS
from examples.web.store import Store
from tests.browser import PATIENCE, Browser, Page, Window, barriers, browsing
from tests.web.test_browser import BOT, NAMES, TableInView, assert_fits, played, sit, table_of
from tests.web.test_server import serving
from toledo_rules import Game, shipped_edition, view
from toledo_rules._pieces import card_part
from toledo_rules.actions import PlaceShop, PlayCard
from toledo_rules.choices import choices, why_not
from toledo_rules.describe import language_tables, register_language, render
from toledo_rules.state import Transit
from toledo_rules.testing import Table as Setting

SIZES = [(1440, 900), (1280, 720), (1024, 768), (768, 1024), (390, 844)]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


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
        sit(window, table, 0)
        assert barriers(page) == [], "on turn"
        page.locator("#told summary").dispatch_event("click")
        page.locator("#prose p").first.wait_for()
        page.locator("#menu summary").click()
        assert barriers(page) == [], "with everything open"
        page.locator("#menu summary").click()
        page.locator('[data-key="scores"]').click()
        assert barriers(page) == [], "the score"
        people = [{"name": name} for name in NAMES]
        room = table.served.ask("/api/tables", {"seats": people})[1]["table"]
        for address in ("/seat/watch", "/seat/seat-1", "/", room, "/rules/MOV-02.html"):
            page.goto(address)
            page.wait_for_load_state("networkidle")
            assert barriers(page) == [], address
        window.assert_clean()


SMALL = """() => {
    const seen = (node) => node.getClientRects().length && !node.closest(".skip, symbol, defs");
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const labels = [];
    while (texts.nextNode()) {
        const node = texts.currentNode.parentElement;
        if (!texts.currentNode.textContent.trim() || !seen(node)) continue;
        const scale = node.ownerSVGElement ? node.getScreenCTM().a : 1;
        labels.push([parseFloat(getComputedStyle(node).fontSize) * scale, texts.currentNode.textContent]);
    }
    const targets = [...document.querySelectorAll("button, select, summary, a, [data-part].usable")].filter(seen);
    const sizes = targets.map((node) => {
        const { width, height } = (node.querySelector(".hit") ?? node).getBoundingClientRect();
        return [Math.min(width, height), node.id || node.dataset?.part || node.textContent];
    });
    return [labels.filter(([size]) => size < 11), sizes.filter(([size]) => size < 23.9)];
}"""


@pytest.mark.parametrize(("width", "height"), [*SIZES, (1920, 1080), (844, 390)])
def test_no_label_and_no_target_is_too_small(browser: Browser, width: int, height: int) -> None:
    """Labels have at least 11 pixels, targets 24 (WCAG 2.5.8)."""
    with (
        table_of(played(70, 4, seat=0)) as table,
        Window.open(browser, width=width, height=height) as window,
    ):
        assert sit(window, table, 0).page.evaluate(SMALL) == [[], []]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_that_a_move_needs_is_scrolled_to(
    browser: Browser, width: int, height: int
) -> None:
    """Prompt, deeds, cards and tools are on the screen, none over another; so is the road."""
    with (
        table_of(played(70, 4, seat=0)) as table,
        Window.open(browser, width=width, height=height) as window,
    ):
        page = sit(window, table, 0).page
        assert_fits(page)
        boxes = {
            name: page.locator(name).bounding_box()
            for name in ("#prompt", "#deeds", "#hand", "#tools", '[data-part="space:1"]')
        }
        for name, box in boxes.items():
            assert box is not None, name
            assert box["y"] >= 0, name
            assert box["y"] + box["height"] <= height, name
        road, dock = boxes['[data-part="space:1"]'], page.locator("#dock").bounding_box()
        assert road is not None
        assert dock is not None
        beside = dock["x"] >= road["x"] + road["width"]
        assert beside or dock["y"] >= road["y"] + road["height"], "the dock is not over the road"
        for card in page.locator(".card").all():
            value = card.bounding_box()
            assert value is not None
            x, y = value["x"] + 6, value["y"] + 8
            seen = "([x, y]) => document.elementFromPoint(x, y).closest('.card')?.dataset.part"
            assert page.evaluate(seen, [x, y]) == card.get_attribute("data-part")
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
            page = sit(window, table, 0).page
            inside = page.evaluate(
                """() => [...document.querySelectorAll(".pocket .card svg")].map((card) => {
                    const [one, other] = [card, card.closest(".pocket")].map((node) => node.getBoundingClientRect());
                    return one.left >= other.left - 1 && one.right <= other.right + 1;
                })"""
            )
            assert inside == [True] * 8, width


def test_a_large_hand_is_scrolled_through_on_a_phone(browser: Browser) -> None:
    """The page stays as wide as the phone, the last card can be chosen, and a new position shows what is possible."""
    hand = "1nd 1vd 2ba 2na 3ba 3ta 3td 3va 4nd 4ta 4vd 5vd 6nd"
    game = Game(NAMES[:2], position=Setting(2).hand(0, hand).lay())
    with table_of(game) as table, Window.open(browser, width=390, height=844) as window:
        guest, page = sit(window, table, 0), window.page
        assert_fits(page)
        page.locator('[data-part="hand:0:5vd"]').click()
        page.locator("#deeds").evaluate("(deeds) => deeds.scrollTo(500, 0)")
        page.locator('[data-part="space:5"]').click()
        guest.sees(1)
        assert page.locator("#deeds").evaluate("(deeds) => deeds.scrollLeft") == 0
        window.assert_clean()


CUT = """() => {
    const deeds = document.getElementById("deeds");
    const beyond = deeds.scrollWidth > deeds.clientWidth && getComputedStyle(deeds).overflowX !== "auto";
    const cut = (node) => node.scrollHeight > node.clientHeight;
    return [...document.querySelectorAll("#why, #deeds button")].filter(cut).map((node) => node.textContent)
        .concat(beyond ? ["the deeds, beyond their panel"] : []);
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_reasons_and_deeds_are_read_to_their_ends(
    browser: Browser, width: int, height: int
) -> None:
    with (
        table_of(played(70, seat=0)) as table,
        Window.open(browser, width=width, height=height) as window,
    ):
        guest, page = sit(window, table, 0), window.page
        for language in ("de", "es", "fr"):
            page.locator("#language").select_option(language)
            prompt = choices(table.game.view(0), names=NAMES).prompt
            page.locator("#prompt", has_text=render(prompt, language, reader=0)).wait_for()
            guest.sees(0)
            for deed in page.locator("#deeds .cannot").all():
                deed.dispatch_event("click")
                assert page.locator("#why a").count() == 1
                assert page.evaluate(CUT) == []


def test_the_first_card_lies_there_once(browser: Browser) -> None:
    """Also if the board comes once more: in another language, or from a server that is back."""
    with (
        table_of(played(20, seat=0, at=Transit)) as table,
        Window.open(browser, width=1440, height=900) as window,
    ):
        page = sit(window, table, 0).page
        cards = page.locator("#turn .thing")
        before = cards.count()
        assert before > 0
        page.locator("#language").select_option("de")
        prompt = choices(table.game.view(0), names=NAMES).prompt
        page.locator("#prompt", has_text=render(prompt, "de", reader=0)).wait_for()
        assert cards.count() == before


def test_what_is_in_sight_is_not_scrolled_to(browser: Browser) -> None:
    with (
        table_of(played(70, seat=0)) as table,
        Window.open(browser, width=1280, height=600) as window,
    ):
        page = sit(window, table, 0).page
        assert page.evaluate("document.documentElement.scrollHeight > innerHeight")
        page.locator('[data-part="deed:place_shop"]').click()
        page.locator("#board .lit").first.wait_for()
        assert page.evaluate("scrollY") == 0


def test_the_menu_closes(browser: Browser) -> None:
    """A click beside it only closes it; Escape does, and so does leaving."""
    with table_of(tiny()) as table, Window.open(browser, width=390, height=844) as window:
        page = sit(window, table, 0).page
        closed = page.locator("#menu:not([open])")
        page.locator("#menu summary").click()
        page.locator("#deeds .usable").first.click()
        closed.wait_for()
        assert page.locator(".picked").count() == 0
        page.locator("#menu summary").click()
        page.keyboard.press("Escape")
        closed.wait_for()
        page.locator("#menu summary").click()
        page.locator("#leave").click()
        closed.wait_for()


def test_a_phone_shows_more_of_the_board_while_others_play(browser: Browser) -> None:
    with (
        table_of(played(70, seat=0)) as table,
        Window.open(browser, width=390, height=844) as window,
    ):
        tall = []
        for seat in (0, 1):
            box = sit(window, table, seat).page.locator("#dock").bounding_box()
            assert box is not None
            tall.append(box["height"])
        assert tall[0] < 844 * 0.35
        assert tall[1] < 844 * 0.25


def test_forced_colours_are_the_readers(browser: Browser) -> None:
    """The page uses them, and so do the pictures in it."""
    with (
        table_of(played(70, seat=0)) as table,
        Window.open(browser, width=1440, height=900) as window,
    ):
        page = window.page
        page.emulate_media(forced_colors="active")
        sit(window, table, 0)
        page.locator(".card.usable").first.click()
        colours = page.evaluate(
            """() => {
                const probe = document.body.appendChild(document.createElement("p"));
                const used = (name) => { probe.style.color = name; return getComputedStyle(probe).color; };
                const [canvas, ink, accent] = ["Canvas", "CanvasText", "Highlight"].map(used);
                const of = (id, what) => getComputedStyle(document.querySelector(id))[what];
                return [of("#dock", "backgroundColor") === canvas, of("#prompt", "color") === ink,
                    of("#board .lit > .ring", "stroke") === accent, of(".deed.lit", "borderTopColor") === accent];
            }"""
        )
        assert colours == [True] * 4


# Languages

WORDS = re.compile(r"[^\W\d_]+")
OUTSIDE = re.compile(r"\[[^\[\]]*\]")
EXEMPT = {"Toledo", *NAMES, "R", "B", "G", "Y", "v", "b", "t", "n"}
"""The name of the game, names of players, letters on things."""
TEXTS = """() => {
    const found = [];
    const other = '[lang="en"], option, script, style, title, #language';
    const seen = (node) => !node.closest(other) && node.closest("body");
    const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) if (seen(walk.currentNode.parentElement)) found.push(walk.currentNode.textContent);
    for (const node of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
        for (const name of ["aria-label", "title", "placeholder", "alt"])
            if (node.hasAttribute(name) && seen(node)) found.push(node.getAttribute(name));
    for (const node of document.querySelectorAll("option"))
        if (!node.closest("#language")) found.push(node.textContent);
    return found;
}"""


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
        sit(window, table, 0)
        page.locator('[data-part="supply:metal"]').first.dispatch_event("click")
        page.locator('[data-key="scores"]').click()
        page.locator("#told summary").dispatch_event("click")
        page.locator("#prose p").first.wait_for()
        assert left_in_english(page) == set()
        page.goto("/seat/watch")
        page.wait_for_selector("body[data-version]")
        assert left_in_english(page) == set()
        for address in ("/", "/table/invite", "/seat/none"):
            page.goto(address)
            page.wait_for_load_state("networkidle")
            assert left_in_english(page) == set(), address
        page.goto("/")
        page.locator("#seats input").first.fill("Ben")
        page.locator("#start").click()
        page.locator("#name-error", has_text="[").wait_for()  # two of one name


# Keyboard alone


def test_a_game_is_played_to_its_end_by_keyboard_alone(browser: Browser) -> None:
    with (
        table_of(tiny(), {1: "greedy"}) as table,
        Window.open(browser, width=1440, height=900) as window,
    ):
        guest, game, rng = sit(window, table, 0), table.game, Random(2)
        keys = window.page.keyboard
        while not game.over:
            window.page.wait_for_selector(".deed.usable, .offer, #sheet[open]", state="attached")
            guest.sees(game.version)
            if game.over or game.active != 0:
                continue
            version, view = game.version, game.view(0)
            action = BOT.choose(view, rng)
            offer = next(one for one in choices(view, names=NAMES).moves if one.action == action)
            for part in offer.parts:
                if (
                    guest.acts(version)
                    or not window.page.locator(f'[data-part="{part}"].usable').count()
                ):
                    continue
                if not window.page.locator(f'[data-part="{part}"].picked').count():
                    walk_to(window.page, f'[data-part="{part}"]')
                    keys.press("Enter")
            if not guest.acts(version):
                number = [one.action for one in choices(view).moves].index(action)
                walk_to(window.page, f'[data-key="move:{number}"]')
                keys.press("Enter")
            window.page.wait_for_selector(f'body:not([data-version="{version}"])', state="attached")
        window.page.wait_for_selector("#sheet[open]")
        keys.press("Escape")
        assert not window.page.locator("#sheet").is_visible()
        window.assert_clean()


def walk_to(page: Page, wanted: str) -> None:
    """Press Tab until something is reached."""
    for _ in range(150):
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} cannot be reached by keyboard")


# Drag


def card_and_place(table: TableInView) -> tuple[PlayCard, str, str]:
    """A move by a card that can be taken back, with the card and the place."""
    view = table.game.view(0)
    for offer in choices(view).moves:
        action = offer.action
        if isinstance(action, PlayCard) and not offer.reveals and not offer.duels:
            place = next(part for part in offer.parts if part.startswith("space:"))
            card = card_part(0, action.card, view.edition)
            if len(choices(view).through(card, place)) == 1:
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
        action, card, place = card_and_place(table)
        x, y = middle(page, f'.card[data-part="{card}"]')
        to_x, to_y = middle(page, f'#board [data-part="{place}"]')
        drag(page, (x, y), (5, 5), finger=finger)
        page.wait_for_timeout(50)
        assert table.game.version == 0, "a drag to nowhere plays nothing"
        assert page.locator(".picked").count() == 0
        drag(page, (x, y), (to_x, to_y), finger=finger)
        guest.sees(1)
        assert table.game.history[-1].action == action
        window.assert_clean()


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float], *, finger: bool) -> None:
    """Drag something by mouse or by finger."""
    way = [start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end]
    if not finger:
        page.mouse.move(*start)
        page.mouse.down()
        for point in way[1:]:
            page.mouse.move(*point)
        page.mouse.up()
        return
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        where = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    touch("touchStart", start)
    for point in way[1:]:
        touch("touchMove", point)
    touch("touchEnd")


# The past


def test_the_past_is_there_after_a_reload(browser: Browser) -> None:
    with (
        table_of(tiny(12)) as table,
        Window.open(browser, width=1440, height=900) as window,
    ):
        page = sit(window, table, 0).page
        length = len(table.game.history)
        assert page.locator("#moment").inner_text() == f"{length} / {length}"
        now = page.locator("#things").inner_html()
        page.locator("#back").click()
        page.wait_for_selector(".past")
        page.locator("#history").fill("0")
        page.locator('[data-part="figure:0:0"]').first.wait_for(state="attached")
        assert page.locator("#things").inner_html() != now
        assert page.locator("#board .usable").count() == 0
        page.keyboard.press("PageDown")
        assert page.locator("#moment").inner_text() == f"1 / {length}"
        page.locator("#log li.deed").last.dispatch_event("click")
        page.locator("#present").wait_for(state="hidden")
        assert page.locator("#things use").count() == now.count("<use")
        window.assert_clean()


def test_nothing_is_played_in_the_past(browser: Browser) -> None:
    """The dock is closed there, and the counter goes on with the game."""
    with (
        table_of(tiny(12)) as table,
        Window.open(browser, width=1440, height=900) as window,
    ):
        game = table.game
        guest = sit(window, table, game.active)
        page, length = window.page, len(game.history)
        while not page.locator(".offer").count():
            page.locator(".card.usable:not(.picked), .deed.usable:not(.picked)").first.click()
        page.keyboard.press("PageUp")
        page.wait_for_selector(".past")
        page.keyboard.press("Escape")
        assert page.locator("#dock .offer, #dock .deed, #dock .card, #tools button").count() == 0
        assert page.locator(".picked").count() == 0
        table.play(game.active, BOT.choose(game.view(game.active), Random(1)))
        guest.sees(1)
        assert page.locator("#moment").inner_text() == f"{length - 1} / {length + 1}"
        assert page.locator("#dock button").all_inner_texts() == ["Back to now"]
        page.locator("#dock button").click()
        assert page.locator("#moment").inner_text() == f"{length + 1} / {length + 1}"
        assert page.locator("#tools button").count() > 1
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
            "Object.defineProperty(document, 'hidden', {get: () => true});"
        )
        while game.active == 0:
            guest.do(BOT.choose(game.view(0), rng))
        while game.active != 0:
            table.play(game.active, BOT.choose(game.view(game.active), rng))
        guest.sees(game.version)
        assert page.evaluate("told") == ["Your turn"]
        assert page.title().startswith("●")
        assert page.locator("#log .divider").inner_text() == "Since your last turn"
        page.locator("#again").click()
        page.wait_for_selector("#things .since")
        assert page.locator("#moment").inner_text().startswith(str(len(game.history)))
        window.assert_clean()


# People


def test_a_name_a_stand_in_and_another_game(browser: Browser) -> None:
    with (
        table_of(played(70, 2, seat=0), away=0) as table,
        Window.open(browser, width=1440, height=900) as ana,
        Window.open(browser, width=390, height=844, dark=True) as ben,
    ):
        guest, other = sit(ana, table, 0), sit(ben, table, 1)
        other.page.locator("#menu summary").click()
        other.page.locator("#name").fill("Zoë")
        other.page.locator("#rename button").click()
        guest.page.locator(".mat .name", has_text="Zoë").wait_for()
        other.page.locator("#who", has_text="You are Zoë.").wait_for(state="attached")
        ben.page.goto("about:blank")
        guest.page.locator("#people button", has_text="Zoë").click()
        guest.page.locator("#people", has_text="A computer plays for Zoë.").wait_for()
        other = sit(ben, table, 1)
        other.page.locator("#people button").click()
        guest.page.locator("#people", has_text="computer").wait_for(state="hidden")
        assert table.table.saved.substitutes == ("", "")
        ana.assert_clean()
        ben.assert_clean()


def test_a_stand_in_is_said_where_it_is_seen(browser: Browser) -> None:
    with table_of(tiny()) as table, Window.open(browser, width=390, height=844) as window:
        page = sit(window, table, 0).page
        page.locator("#menu summary").click()
        page.locator("#leave").click()
        page.locator("#people button", has_text="Play again myself").wait_for()
        box = page.locator("#people button").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 844
        assert_fits(page)


def test_a_name_that_is_taken(browser: Browser) -> None:
    with (
        table_of(tiny()) as table,
        Window.open(browser, width=390, height=844, address=table.served.url) as window,
    ):
        page = sit(window, table, 0).page
        page.locator("#menu summary").click()
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
    with (
        table_of(over()) as table,
        Window.open(browser, width=1440, height=900) as ana,
        Window.open(browser, width=390, height=844) as ben,
    ):
        guest, other = sit(ana, table, 0), sit(ben, table, 1)
        guest.page.locator('[data-key="rematch"]').click()
        guest.page.locator("#prompt", has_text="Ben").wait_for()
        other.page.locator("#tools a", has_text="To the new game").click()
        other.page.locator("#prompt", has_text="your turn").wait_for()
        ana.assert_clean()
        ben.assert_clean()


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
            page.locator("#menu summary").click()
            page.locator("#room").click()
            page.locator("#links a", has_text="To your seat, Ben").wait_for()
            assert page.locator(".claim").count() == 0
            page.goto(links[0])
            page.locator('[data-part="deed:take_cards"]').click()
            page.locator(".offer").click()
            page.wait_for_selector('body[data-version="1"]', state="attached")
            port = served.port
        page.locator("#lost").wait_for()
        with serving(Store(path), port=port) as served:
            page.locator("#lost").wait_for(state="hidden")
            assert page.evaluate("document.body.dataset.version") == "1"
            page.goto(links[1])
            page.locator("#prompt", has_text="It is your turn").wait_for()
            page.goto(served.url)
            page.locator("#tables li").nth(1).wait_for()
            page.locator("#tables .turn", has_text="Your turn").wait_for()
            page.locator("#tables li button").first.click()
            page.locator("#tables li").nth(1).wait_for(state="detached")


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
        page.locator("#people", has_text="Ben has not come yet.").wait_for()
        assert page.locator("#people button").count() == 0, "no bot for somebody who never came"
        zoe.page.goto(room)
        late.page.goto(room)
        for window in (zoe, late):
            assert window.page.locator("#links .player").first.inner_text() == "Ana sits here"
            assert window.page.locator("#delete").count() == 0
            assert_fits(window.page)
        zoe.page.locator(".claim input").fill("Zoë")
        zoe.page.locator(".claim button").click()
        zoe.page.locator("#prompt", has_text="Ana").wait_for()
        page.locator(".mat .name", has_text="Zoë").wait_for()
        late.page.locator("#links .player", has_text="Zoë sits here").wait_for()
        assert late.page.locator(".claim").count() == 0
        page.goto(room)
        page.locator("#delete").click()
        page.locator("#start").wait_for()
        zoe.page.locator("main [role=alert]", has_text="no such seat").wait_for()
        late.page.locator("#table [role=alert]", has_text="no such table").wait_for()
        ana.assert_clean()


def test_a_page_outlives_its_server(browser: Browser, tmp_path: Path) -> None:
    """It says what is the matter, tries again and again, and goes on."""
    path = tmp_path / "tables.sqlite"
    with Window.open(browser, width=1440, height=900) as window:
        page = window.page
        with serving(Store(path)) as served:
            _, tokens, _ = served.open([{"name": name, "bot": None} for name in NAMES[:2]])
            page.goto(f"{served.url}/seat/{tokens[0]}")
            page.wait_for_selector('body[data-version="0"]', state="attached")
            port = served.port
        for _ in range(2):
            page.wait_for_event("requestfailed")
        lost = "Connection lost. Reconnecting…"
        assert page.locator("#lost").inner_text() == lost
        for clicked in ('[data-part="deed:take_cards"]', '[data-key="advice"]'):
            page.keyboard.press("Escape")
            page.locator(clicked).dispatch_event("click")
            page.locator("#why", has_text=lost).wait_for()
        with serving(Store(path), port=port):
            page.locator("#lost").wait_for(state="hidden")
            page.locator('[data-part="deed:take_cards"]').click()
            page.locator(".offer").click()
            page.wait_for_selector('body[data-version="1"]', state="attached")
        failed = "Failed to load resource", "WebSocket connection to"
        assert [e for e in window.console_errors if not e.startswith(failed)] == []


# Reasons


def test_a_reason_stays_and_is_about_both(browser: Browser) -> None:
    """A shop on a place where it cannot be: by click, and by drag."""
    with (
        table_of(played(60, seat=0)) as table,
        Window.open(browser, width=1440, height=900) as window,
    ):
        page, view = sit(window, table, 0).page, table.game.view(0)
        now = choices(view, names=NAMES)
        shop = next(o.parts[1] for o in now.moves if isinstance(o.action, PlaceShop))
        together = {
            place: reason
            for place in (f"space:{step}" for step in range(1, 21))
            if (reason := why_not(view, shop, place, names=NAMES)) != now.reasons.get(place)
            and reason
        }
        place, reason = next(iter(together.items()))
        told = f"{render(reason.message, reader=0)} {reason.rule}"
        page.locator(f'#mats [data-part="{shop}"]').click()
        page.locator(f'[data-part="{place}"]').dispatch_event("click")
        page.locator("#why", has_text=told).wait_for()
        assert table.game.version == 0
        other = page.locator('[data-part="alcazar"]')
        other.hover(force=True)
        page.wait_for_selector('[data-part="alcazar"][title]', state="attached")
        assert page.locator("#why").inner_text() == told
        assert ". " in str(other.get_attribute("title"))
        page.keyboard.press("Escape")
        start = middle(page, f'#mats [data-part="{shop}"]')
        drag(page, start, middle(page, f'[data-part="{place}"]'), finger=False)
        page.locator("#why", has_text=told).wait_for()
        assert table.game.version == 0
        window.assert_clean()


def test_every_deed_is_there_and_says_why_not(browser: Browser) -> None:
    with (
        table_of(played(60, seat=0)) as table,
        Window.open(browser, width=390, height=844) as window,
    ):
        page = sit(window, table, 0).page
        now = choices(table.game.view(0), names=NAMES)
        deeds = {part.id for part in now.parts if part.id.startswith("deed:")}
        shown = {deed.get_attribute("data-part") for deed in page.locator("#deeds .deed").all()}
        assert shown == deeds
        grey = {deed.get_attribute("data-part") for deed in page.locator("#deeds .cannot").all()}
        assert grey == deeds & now.reasons.keys()
        for deed in sorted(map(str, grey)):
            page.locator(f'[data-part="{deed}"]').dispatch_event("click")
            reason = now.reasons[deed]
            told = f"{render(reason.message, reader=0)} {reason.rule}"
            page.locator("#why", has_text=told).wait_for()
        assert_fits(page)
        window.assert_clean()


def test_things_that_never_go_together(browser: Browser) -> None:
    """A card that is dragged to a space that another card reaches."""
    with (
        table_of(played(90, seat=0)) as table,
        Window.open(browser, width=1440, height=900) as window,
    ):
        page, now = sit(window, table, 0).page, choices(table.game.view(0))
        cards = {part for move in now.moves for part in move.parts if part.startswith("hand:0:")}
        spaces = {part for move in now.moves for part in move.parts if part.startswith("space:")}
        card, space = next(
            (card, space)
            for card in sorted(cards)
            for space in sorted(spaces)
            if not now.through(card, space) and not why_not(table.game.view(0), card, space)
        )
        start = middle(page, f'.card[data-part="{card}"]')
        drag(page, start, middle(page, f'#board [data-part="{space}"]'), finger=False)
        page.locator("#why", has_text="These do not go together: ").wait_for()
        assert table.game.version == 0
        window.assert_clean()


def test_a_whole_turn_is_taken_back(browser: Browser) -> None:
    position = Setting(2).hand(0, "3va 3nd").hand(1, "1ba").shop(3, 0, "metal").lay()
    with (
        table_of(Game(NAMES[:2], position=position)) as table,
        Window.open(browser, width=390, height=844) as window,
    ):
        guest, page = sit(window, table, 0), window.page
        undo = page.locator('[data-key="undo_turn"]')
        undo.dispatch_event("click")
        page.locator("#why", has_text="There is nothing to undo yet.").wait_for()
        for parts in (("hand:0:3va", "space:3"), ("deed:use_space", "supply:metal")):
            (move,) = choices(table.game.view(0)).through(*parts)
            guest.do(move.action)
        undo.click()
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
        page.locator("#prompt", has_text="your turn").wait_for()
        page.goto("/")
        page.locator("#seats select").nth(2).wait_for()
        for row in page.locator("#seats select").all():
            row.select_option("greedy")
        page.locator("#start").click()
        page.locator("#who", has_text="You are watching.").wait_for(state="attached")
        window.assert_clean()


# The first game


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_somebody_who_never_played_forges_a_sword(
    browser: Browser, width: int, height: int
) -> None:
    with (
        serving() as served,
        Window.open(browser, width=width, height=height, address=served.url) as window,
    ):
        page = window.page
        page.goto("/")
        page.locator("#learn").click()
        for number, step in enumerate(STEPS, start=1):
            page.locator("#coach-title", has_text=f"Step {number} of {len(STEPS)}").wait_for()
            page.locator('#prompt:has-text("You"), #prompt:has-text("your")').wait_for()
            pointed = {one.get_attribute("data-part") for one in page.locator(".advised").all()}
            assert pointed == set(step.shown), step.word
            if not step.move:
                buttons = page.locator("#coach button:visible").all_inner_texts()
                assert buttons == (["Play on"] if step is STEPS[-1] else ["Next", "Without help"])
                page.locator("#coach-next").click()
                continue
            version = page.evaluate("document.body.dataset.version")
            for part in step.move:
                acting = "document.body.dataset.acting || document.body.dataset.version"
                if page.evaluate(acting) != version:
                    break
                thing = page.locator(f'[data-part="{part}"].usable.advised:not(.picked)').first
                if thing.count():
                    thing.dispatch_event("click")
            if page.evaluate(acting) == version:
                page.locator("#coach-text", has_text="click the sentence").wait_for()
                page.locator(".offer.advised").click()
            page.wait_for_selector(f'body:not([data-version="{version}"])', state="attached")
        page.locator("#coach").wait_for(state="hidden")
        assert served.house is not None
        (table,) = served.house.tables.values()
        assert len(table.game.state.players[1].swords) == 1
        assert_fits(page)
        window.assert_clean()


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
