"""The board in a browser: the library itself, on a large screen and on a phone, in the light and in the dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Literal
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from attrs import frozen

from tests.browser import PATIENCE, Browser, Page, Window, barriers, browsing
from toledo_rules import Game, format_position, parse_position, view
from website.board.page import words
from website.model.controls import controls
from website.model.languages import page_of

BUILD = Path(__file__).parent.parent.parent / "build"
START = format_position(Game(3, seed=1).state)
CROWD = (
    "toledo1 red / red 2ta 3na 3va 4vd, @4 7, g2@4 / blue 1ta 4nd 6va, @4 7, m2@7 / green 1na 6td"
)
"""A position in which a move may lead to a duel."""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a log."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # named by the base class
        """Says nothing."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The site under a sub-path, as `make docs SERVE=8000` serves it: without compression."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(BUILD))) as httpd:
        thread = Thread(target=httpd.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{httpd.server_port}/site/"
        httpd.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


@frozen
class Board:
    """A board that has started; each test opens a position of its own."""

    window: Window
    wide: bool
    dark: bool

    @property
    def page(self) -> Page:
        """The page that it is on."""
        return self.window.page

    def open(self, position: str) -> None:
        """Follow a link to a position."""
        self.page.evaluate(
            """link => {
                delete document.getElementById('board').dataset.position;  // it comes back with the position
                location.hash = link;
            }""",
            f"position={quote(position)}&from=test",
        )
        self.stands(position)

    def stands(self, position: str) -> None:
        """Wait until this position is shown."""
        self.page.wait_for_function(
            "now => document.getElementById('board').dataset.position === now", arg=position
        )

    def position(self) -> str:
        """The position that is shown."""
        return str(self.page.locator("#board").get_attribute("data-position"))

    def click(self, part: str) -> None:
        """Click a part of a picture, wherever it is drawn."""
        self.page.locator(f'#board [id="{part}"]').click()

    def unfold(self, *panels: str) -> None:
        """Open panels, unless they are open."""
        for panel in panels:
            place = self.page.locator(f"details[data-part={panel}]")
            if place.get_attribute("open") is None:
                place.locator("> summary").click()

    def why(self) -> str:
        """The explanation that is shown."""
        return self.page.locator("[data-part=why]").inner_text()


def started(browser: Browser, server: str, width: int, *, dark: bool) -> Iterator[Board]:
    height = 768 if width > 1000 else 844
    with Window.open(browser, width=width, height=height, dark=dark) as window:
        page = window.page
        page.goto(server + "board.html")
        page.locator("[data-part=seed]").fill("1")
        page.locator("[data-part=deal]").click()
        page.locator("#board progress").wait_for()
        board = Board(window, wide=width > 1000, dark=dark)
        board.stands(START)
        yield board
        window.assert_clean()


@pytest.fixture(scope="module")
def desktop(browser: Browser, server: str) -> Iterator[Board]:
    yield from started(browser, server, 1366, dark=False)


@pytest.fixture(scope="module")
def phone(browser: Browser, server: str) -> Iterator[Board]:
    yield from started(browser, server, 390, dark=True)


@pytest.fixture(params=["desktop", "phone"])
def board(request: pytest.FixtureRequest) -> Board:
    found = request.getfixturevalue(request.param)
    assert isinstance(found, Board)
    return found


def test_a_move_is_played_by_clicking_what_it_is_about(board: Board) -> None:
    board.open(START)
    board.click("player:0:shop:m2")
    board.click("space:4")
    after = Game(position=START)
    after.play("place m2@4")
    board.stands(format_position(after.state))


def test_a_move_with_one_part_is_offered_in_words_before_it_is_played(board: Board) -> None:
    board.open(START)
    board.click("pile")
    offer = board.page.locator(".offers .offer")
    assert offer.inner_text() == "Take 2 cards."
    assert board.position() == START
    offer.click()
    board.page.wait_for_function(
        "now => document.getElementById('board').dataset.position !== now", arg=START
    )
    assert board.position().startswith("toledo1 blue")


def test_what_is_not_allowed_is_explained_with_a_link_to_its_rule(
    board: Board, browser: Browser
) -> None:
    """A thing that cannot be used, two things that cannot be used together, and a line of notation."""
    board.open(CROWD)
    board.click("supply:metal")
    board.page.locator("[data-part=why] a", has_text=re.compile("MET|USE|A-")).wait_for()
    board.click("player:0:shop:m1")
    board.click("space:7")
    board.page.locator("[data-part=why] a", has_text="SHP-01").wait_for()
    assert board.why() == "Blue already has a shop on space 7. SHP-01"
    board.page.locator("[data-part=clear]").click()
    board.page.locator("details[data-part=type] > summary").click()
    board.page.locator("[data-part=line]").fill("end")
    board.page.locator("[data-part=try]").click()
    rule = board.page.locator("[data-part=why] a", has_text="TRN-04")
    rule.wait_for()
    assert board.position() == CROWD
    with Window.open(browser) as window:
        window.page.goto(str(rule.evaluate("link => link.href")))
        window.page.wait_for_url("**/rules/turn.html#TRN-04")
        assert window.page.locator("#TRN-04").is_visible()


def test_axe_finds_nothing_serious_while_the_board_is_used(board: Board) -> None:
    board.open(CROWD)
    assert barriers(board.page) == []
    board.click("supply:metal")
    board.page.locator("[data-part=why] a").first.wait_for()
    assert barriers(board.page) == []


def test_steps_go_back_and_forward(board: Board) -> None:
    board.open(START)
    board.page.locator("[data-deed=take_cards]").click()
    board.page.locator("[data-part=back]:enabled").wait_for()
    after = board.position()
    board.page.locator("[data-part=back]").click()
    board.stands(START)
    board.page.locator("[data-part=forward]").click()
    board.stands(after)


def test_a_link_opens_the_same_position_elsewhere(desktop: Board, phone: Board) -> None:
    desktop.open(CROWD)
    desktop.click("hand:0:3va")
    desktop.click("space:10")
    desktop.page.wait_for_function(
        "now => document.getElementById('board').dataset.position !== now", arg=CROWD
    )
    link = urlsplit(desktop.page.url)
    shared = parse_qs(link.fragment)
    assert shared["position"] == [desktop.position()]
    assert shared["edition"] == ["kosmos-2008"]
    phone.page.evaluate("hash => { location.hash = hash }", link.fragment)
    phone.stands(desktop.position())


def test_a_link_of_a_live_board_plays_the_move_and_goes_on(desktop: Board) -> None:
    desktop.open(CROWD)
    game = Game(position=START)
    game.play("place m2@4")
    desktop.page.evaluate(
        "hash => { location.hash = hash }", f"position={quote(START)}&play={quote('place m2@4')}"
    )
    desktop.stands(format_position(game.state))
    desktop.page.locator("[data-part=back]").click()
    desktop.stands(START)


def test_a_record_is_pasted_and_walked_through(board: Board) -> None:
    from toledo_rules.record import format_record  # noqa: PLC0415

    game = Game(2, seed=4)
    game.play("place g1@14")
    game.play("take")
    board.open(START)
    board.unfold("begin", "paste")
    board.page.locator("[data-part=text]").fill(format_record(game.record()))
    board.page.locator("[data-part=open]").click()
    board.stands(format_position(game.state))
    board.page.locator("[data-part=first]").click()
    board.stands(format_position(Game(2, seed=4).state))


def test_nonsense_is_refused_and_the_board_stays(board: Board) -> None:
    board.open(START)
    board.page.evaluate("location.hash = 'position=toledo1%20red%20/%20red%2099va'")
    board.page.locator("[data-part=why]", has_text="99va").wait_for()
    assert board.position() == START


def test_the_reader_chooses_whose_hand_is_shown(board: Board) -> None:
    board.open(START)
    blue = board.page.locator('#board [id="hand:1:6va"]')
    assert blue.count() == 1
    board.page.locator("[data-part=eyes]").select_option("0")
    blue.wait_for(state="detached")
    board.page.locator("[data-part=eyes]").select_option("1")
    blue.wait_for()
    board.click("pile")
    board.page.locator("[data-part=why] a", has_text="TRN-02").wait_for()
    board.page.locator("[data-part=eyes]").select_option("open")
    board.page.locator("[data-part=prompt]", has_text="Red").wait_for(state="attached")


@pytest.mark.parametrize("width", [390, 1366])
def test_the_board_has_a_page_in_every_language_of_the_site(
    browser: Browser, server: str, width: int
) -> None:
    """All of it is in one language, also what is around the board, and so is the page that a choice leads to."""
    with Window.open(browser, width=width, height=844) as window:
        page = window.page
        page.goto(server + "board-es.html")
        for language, spoken in words().items():
            page.locator("[data-part=language]").select_option(language)
            page.wait_for_url(f"**/{page_of(language, 'board')}*")
            page.locator("[data-part=deal]", has_text=spoken["deal"]).wait_for()
            assert page.locator("html").get_attribute("lang") == language
            assert page.locator("#board").get_attribute("lang") == language
            assert page.title().endswith(controls()[language]["site"])
            assert page.locator("h1").inner_text().startswith(spoken["title"])
            assert page.locator(".board-about").inner_text() == spoken["about"]
            label = controls()[language]["search"]["label"]
            assert page.locator(".ask input[type=search]").get_attribute("aria-label") == label
            assert page.evaluate("document.activeElement.dataset.part") == "language"
            assert fits(page)
        window.assert_clean()


def test_a_game_goes_on_in_the_language_that_is_chosen(desktop: Board) -> None:
    """With its history, with what was taken back, and with what was open and written on the page."""
    page = desktop.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desktop.open(START)
    page.locator("[data-deed=take_cards]").click()
    page.locator("[data-part=back]:enabled").wait_for()
    page.locator("[data-deed=take_cards]").click()
    page.locator(".moment", has_text="2 of 2").wait_for()
    page.locator("[data-part=back]").click()
    page.locator(".moment", has_text="1 of 2").wait_for()
    desktop.unfold("log", "begin", "type")
    page.locator("details[data-part=begin] [data-part=seed]").fill("abc")
    position = desktop.position()
    page.locator("[data-part=language]").select_option("de")
    page.wait_for_url("**/board-de.html#*")
    page.locator(".moment", has_text="1 von 2").wait_for()
    desktop.stands(position)
    page.wait_for_function("document.activeElement.dataset.part === 'language'")
    assert "Blau" in str(page.locator("[data-part=prompt]").text_content())
    assert page.locator("[data-deed=take_cards]").inner_text() == "Karten nehmen"
    assert "Rot zieht" in page.locator("[data-part=entries] li").first.inner_text()
    assert page.locator("details[data-part=log] > summary").inner_text() == words()["de"]["log"]
    assert page.locator("details[data-part=begin] [data-part=seed]").input_value() == "abc"
    assert "language" not in parse_qs(urlsplit(page.url).fragment)
    what_is_only_there_in_english_says_so(page)
    an_example_of_a_move_is_one_that_can_be_played(desktop)
    desktop.unfold("link")
    assert "die Adresse dieser Seite" in page.locator("details[data-part=link]").inner_text()
    page.locator("[data-part=link_open]").click()
    page.locator("[data-part=link_open]", has_text="Kopiert").wait_for()
    copied = urlsplit(str(page.evaluate("navigator.clipboard.readText()")))
    assert copied.path.endswith("/board.html"), "others read it in their language"
    assert "language" not in parse_qs(copied.fragment)
    page.locator("[data-part=language]").select_option("en")
    page.wait_for_url("**/board.html#*")
    page.locator(".moment", has_text="2 of 2").wait_for()
    page.locator("[data-part=first]").click()
    desktop.stands(START)


def what_is_only_there_in_english_says_so(page: Page) -> None:
    page.locator("[data-part=line]").fill("castle")
    page.locator("[data-part=try]").click()
    page.locator("[data-part=why] pre[lang=en]").wait_for(state="attached")
    assert "expected" not in page.locator("[data-part=why]").inner_text()
    page.locator("[data-part=line]").fill("end")
    page.locator("[data-part=try]").click()
    page.locator("[data-part=why] a[hreflang=en]", has_text="TRN-04").wait_for()
    assert page.locator("[data-part=why]").inner_text().endswith("TRN-04 (auf Englisch)")


def an_example_of_a_move_is_one_that_can_be_played(board: Board) -> None:
    hint, before = board.page.locator("[data-part=example]"), board.position()
    example = hint.inner_text().removeprefix("Zum Beispiel: ")
    board.page.locator("[data-part=line]").fill(example)
    board.page.locator("[data-part=try]").click()
    board.page.wait_for_function(
        "then => document.getElementById('board').dataset.position !== then", arg=before
    )
    now = Game(position=board.position())
    now.play(hint.inner_text().removeprefix("Zum Beispiel: "))


def test_a_language_that_was_chosen_is_there_when_the_page_is_opened_again(
    browser: Browser, server: str
) -> None:
    with Window.open(browser, width=390, height=844) as window:
        page = window.page
        page.goto(server + "board-de.html")
        assert page.locator("h1").inner_text().startswith("Das Brett")
        page.locator("[data-part=deal]", has_text="Austeilen").wait_for()
        page.locator("[data-part=language]").select_option("it")
        page.wait_for_url("**/board-it.html*")
        page.reload()
        page.locator("#board[lang=it]").wait_for()
        assert page.locator("h1").inner_text().startswith("La plancia")
        sizes = re.findall(r"[\d.,]+ MB", page.locator("main").inner_text())
        assert len(sizes) == 1, "one figure says what it costs to start"
        page.goto(server + "board.html")
        page.locator("#board[lang=it]").wait_for()
        page.goto(server + "board.html#language=nl")
        page.wait_for_url("**/board-nl.html*")
        window.assert_clean()


def test_on_a_phone_the_pending_decision_is_in_sight(phone: Board) -> None:
    """When a board opens, after a move on the picture, and after one from the list far below."""
    page = phone.page
    seen = """() => {
        const { top, bottom } = document.querySelector('[data-part=prompt]').getBoundingClientRect();
        return top > 48 && bottom < innerHeight && bottom - top > 10;
    }"""
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    phone.open(CROWD)
    page.wait_for_function(seen)
    phone.open(START)
    page.locator("[data-deed=take_cards]").click()
    page.locator("[data-part=prompt]", has_text="Blue").wait_for()
    page.wait_for_function(seen)
    phone.unfold("moves")
    page.locator("details[data-part=moves] .offer").first.click()
    page.locator("[data-part=prompt]", has_text="Green").wait_for()
    page.wait_for_function(seen)
    page.locator("details[data-part=moves] > summary").click()


def test_before_the_first_move_nothing_has_happened_in_words(board: Board) -> None:
    board.open(START)
    board.unfold("log")
    empty = board.page.locator("details[data-part=log] p")
    empty.filter(has_text="Nothing yet: this is where it begins.").wait_for()
    assert not board.page.locator("[data-part=entries]").is_visible()
    board.page.locator("[data-deed=take_cards]").click()
    board.page.locator("[data-part=entries] li").wait_for()
    assert not empty.is_visible()


def test_the_next_step_of_a_choice_is_said_in_words(board: Board) -> None:
    board.open(START)
    said = board.page.locator("[data-part=next]")
    board.page.locator("[data-deed=place_shop]").click()
    board.page.wait_for_function(
        "place => place.textContent === 'Choose a shop and a space.'", arg=said.element_handle()
    )
    board.click("player:0:shop:m2")
    board.page.wait_for_function(
        "place => place.textContent === 'Choose a space.'", arg=said.element_handle()
    )
    board.page.locator("[data-part=clear]").click()


STUCK = (
    "toledo1 blue / red 1vd 2bd 3bd 4nd 4vd, g2@1 f2@6 m1@13 g1@16 / blue 2ta 2vd 3bd 4bd 4ta, "
    "s2@8 f2@14 m1@18 / green 1vd 2va 3ba 4bd 4na, f1@7 s2@15 s1@19"
)
"""A position in which no card leads anywhere."""


def test_a_deed_that_fails_for_many_reasons_is_refused_for_all_of_them(board: Board) -> None:
    board.open(STUCK)
    board.page.locator("[data-deed=play_card]").click()
    reasons = board.page.locator("[data-part=why] li")
    reasons.nth(2).wait_for()
    assert all(f"space {space}" in board.why() for space in (2, 3, 4))
    assert board.why().count("MOV-04") == 3


def test_a_link_says_what_it_shows_before_it_is_copied(desktop: Board, phone: Board) -> None:
    """All hands; what one player sees, with the rest dealt at random; or the whole game with its history."""
    page = desktop.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])

    def copied(part: str) -> str:
        desktop.unfold("link")
        page.locator(f"[data-part={part}]").click()
        page.locator(f"[data-part={part}]", has_text="Copied").wait_for()
        return urlsplit(str(page.evaluate("navigator.clipboard.readText()"))).fragment

    desktop.open(START)
    page.locator("details[data-part=link] > summary").click()
    assert "all hands open" in page.locator("[data-part=link_open]").inner_text()
    assert "as Red sees it" in page.locator("[data-part=link_seat]").inner_text()
    assert "leaves out what has happened" in page.locator("details[data-part=link]").inner_text()
    assert page.locator("[data-part=link_game]").count() == 0, "nothing has happened yet"
    assert barriers(page) == []
    assert parse_qs(copied("link_open"))["position"] == [START]
    seen = copied("link_seat")
    known = parse_qs(seen)["position"][0]
    assert known != START
    assert view(parse_position(known), 0) == view(parse_position(START), 0)
    page.locator("[data-deed=take_cards]").click()
    page.locator("[data-part=back]:enabled").wait_for()
    game = copied("link_game")
    after = desktop.position()

    phone.page.evaluate("hash => { location.hash = hash }", seen)
    phone.stands(known)
    phone.page.locator("[data-part=why]", has_text="dealt at random").wait_for()
    assert phone.page.locator("[data-part=eyes]").input_value() == "0"
    assert phone.page.locator('#board [id^="hand:1:"]').count() == 0
    phone.page.locator("[data-part=eyes]").select_option("open")
    phone.page.locator('#board [id^="hand:1:"]').first.wait_for()
    assert "dealt at random" in phone.why(), "nobody is to believe in these cards"
    phone.page.evaluate("hash => { location.hash = hash }", game)
    phone.stands(after)
    phone.page.locator("[data-part=back]").click()
    phone.stands(START)


def test_a_text_that_cannot_be_opened_is_explained_to_somebody_who_is_no_programmer(
    board: Board,
) -> None:
    board.open(START)
    page = board.page
    board.unfold("begin", "paste")
    for text, said in (
        ('{"format": 1, "kind": "st', "Copy it again, from the first { to the last }."),
        ('{"a": 1}', "What “Copy JSON” copies can be opened."),
        ("hello", "A position begins with toledo1"),
    ):
        page.locator("[data-part=text]").fill(text)
        page.locator("[data-part=open]").click()
        page.locator("[data-part=why]", has_text=said).wait_for()
        assert not page.locator("[data-part=why] pre").is_visible()
    page.locator("[data-part=why] summary").click()
    assert "expected" in page.locator("[data-part=why] pre").inner_text()


def test_a_new_table_says_what_its_edition_and_its_seed_are(board: Board) -> None:
    board.open(START)
    page = board.page
    panel = page.locator("details[data-part=begin]")
    board.unfold("begin")
    about = panel.locator("[data-part=edition-about]")
    assert "21 spaces, 84 cards" in about.inner_text()
    assert "no such box" not in about.inner_text()
    panel.locator("[data-part=edition]").select_option("tiny-duel")
    assert "no such box" in about.inner_text()
    assert "number or word" in panel.inner_text()
    panel.locator("[data-part=seed]").fill("")
    panel.locator("[data-part=deal]").click()
    assert page.evaluate("document.querySelector('[data-part=seed]').matches(':invalid')")
    panel.locator("[data-part=seed]").fill("abc")
    panel.locator("[data-part=deal]").click()
    page.locator("[data-part=status]", has_text="“abc”").wait_for()
    assert "[tiny-duel" in board.position()


def test_the_focus_stays_on_the_board_after_a_move(board: Board) -> None:
    """On the thing that was used, or, if it is gone, on the pending decision."""
    board.open(START)
    page = board.page
    page.locator("[data-deed=take_cards]").focus()
    page.keyboard.press("Enter")
    page.locator("[data-part=back]:enabled").wait_for()
    page.wait_for_function("document.activeElement.dataset.deed === 'take_cards'")
    page.locator('#board [id="pile"]').focus()
    page.keyboard.press("Enter")
    offer = page.locator(".offers .offer")
    offer.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.dataset.part === 'prompt'")
    page.locator("[data-part=back]").focus()
    page.keyboard.press("Enter")
    page.wait_for_function(
        "document.querySelector('#board .moment').textContent.startsWith('1 ')"
        " && document.activeElement.dataset.part === 'back'"
    )


def fits(page: Page) -> bool:
    """Nothing sticks out on the right."""
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


def test_the_picture_follows_the_scheme_of_the_page(board: Board) -> None:
    board.open(START)
    picture = board.page.locator(
        "#board [data-part=picture] > div, #board [data-part=picture]"
    ).first
    for dark in (not board.dark, board.dark):
        board.page.locator("form[data-md-component=palette] label:visible").click()
        scheme: Literal["slate", "default"] = "slate" if dark else "default"
        board.page.wait_for_selector(f"body[data-md-color-scheme={scheme}]")
        board.page.wait_for_function(
            "([place, dark]) => (place.shadowRoot.querySelector('div').className === 'dark') === dark",
            arg=[picture.element_handle(), dark],
        )


def test_everything_can_be_done_with_the_keyboard(board: Board) -> None:
    board.open(START)
    board.page.locator('#board [id="player:0:shop:m2"]').focus()
    board.page.keyboard.press("Enter")
    board.page.locator(".offers [data-part=clear]").wait_for()
    board.page.keyboard.press("Escape")
    board.page.locator(".offers [data-part=clear]").wait_for(state="detached")
    board.page.locator("details[data-part=moves] > summary").focus()
    board.page.keyboard.press("Enter")
    option = board.page.locator("[data-part=menu] .option").first
    option.focus()
    board.page.keyboard.press("Enter")
    board.page.wait_for_function(
        "now => document.getElementById('board').dataset.position !== now", arg=START
    )


def test_duels_are_shown_with_their_odds(board: Board) -> None:
    board.open(CROWD)
    board.page.locator("details[data-part=duels] > summary").click()
    assert "Blue" in board.page.locator("[data-part=odds] li").first.inner_text()
    board.click("hand:0:3va")
    assert "% to win against Blue" in board.page.locator(".offers").inner_text()


def test_a_bot_is_asked_and_followed_while_the_board_goes_on(desktop: Board) -> None:
    desktop.open(CROWD)
    page = desktop.page
    page.locator("details[data-part=bots] > summary").click()
    for bot in ("greedy", "searcher:level=5", "analysis"):
        page.locator("[data-part=bot]").select_option(bot)
        page.locator("[data-part=advise]").click()
        page.locator("[data-part=follow]").first.wait_for()
        assert page.locator("[data-part=plans] li").first.inner_text()
    page.locator("[data-part=follow]").first.click()
    page.wait_for_function(
        "now => document.getElementById('board').dataset.position !== now", arg=CROWD
    )


@pytest.mark.parametrize("position", [START, CROWD])
def test_logic_and_library_agree(desktop: Board, position: str) -> None:
    desktop.open(position)
    panel = desktop.page.locator("details[data-part=logic]")
    if panel.get_attribute("open") is None:
        panel.locator("summary").click()
    moves = len(Game(position=position).legal)
    desktop.page.locator("[data-part=consult]").click()
    desktop.page.get_by_text(f"the same {moves} moves").wait_for()


def test_who_moves_while_the_logic_thinks_hears_of_no_disagreement(desktop: Board) -> None:
    """What it derives for one position is never compared with another one, and the newest question is answered."""
    desktop.open(START)
    desktop.unfold("logic")
    page, verdict = desktop.page, desktop.page.locator("[data-part=verdict]")
    verdict.evaluate(
        """async place => {
            window.verdicts = [];
            new MutationObserver(() => window.verdicts.push(place.textContent)).observe(place, {childList: true});
            document.querySelector("[data-part=consult]").click();
            await new Promise(setTimeout);  // the question is about this position
            document.querySelector("[data-deed=take_cards]").click();
        }"""
    )
    page.locator("[data-part=back]:enabled").wait_for()
    page.locator("[data-part=consult]").click()
    moves = len(Game(position=desktop.position()).legal)
    verdict.get_by_text(f"the same {moves} moves").wait_for()
    said = page.evaluate("verdicts")
    assert not [one for one in said if "disagree" in one]
    last = max(at for at, one in enumerate(said) if one == words()["en"]["thinking"])
    assert len(said) == last + 2, said  # nothing between the question and its answer


def test_what_is_drawn_and_what_the_page_says_it_is_change_at_once(desktop: Board) -> None:
    desktop.open(START)
    desktop.page.evaluate(
        """() => {
            const bar = document.querySelector("[data-part=bar]");
            window.drawn = [];
            new MutationObserver(() => window.drawn.push(document.getElementById("board").dataset.position))
                .observe(bar, {childList: true});
            document.querySelector("[data-deed=take_cards]").click();
        }"""
    )
    desktop.page.locator("[data-part=back]:enabled").wait_for()
    assert START not in desktop.page.evaluate("drawn")


def test_what_was_said_about_a_position_goes_with_it(desktop: Board) -> None:
    desktop.open(CROWD)
    desktop.unfold("logic", "bots")
    page = desktop.page
    page.locator("[data-part=bot]").select_option("greedy")
    page.locator("[data-part=advise]").click()
    page.locator("[data-part=consult]").click()
    page.locator("[data-part=follow]").first.wait_for()
    page.locator("[data-part=verdict]", has_text="the same").wait_for()
    page.locator("[data-deed=take_cards]").click()
    page.wait_for_function("document.querySelector('[data-part=verdict]').textContent === ''")
    assert page.locator("[data-part=plans]").inner_text() == ""


def test_from_a_folder_the_page_says_what_it_needs(browser: Browser) -> None:
    with Window.open(browser, width=390, height=844) as window:
        window.page.goto((BUILD / "site" / "board.html").as_uri())
        told = window.page.locator("#board [role=status]")
        assert "make docs SERVE=8000" in told.inner_text()
        told.locator("a").click()
        window.page.wait_for_url("**/rules/examples.html")


def test_a_site_that_was_built_without_npm_says_so(browser: Browser, server: str) -> None:
    with Window.open(browser) as window:
        window.page.route("**/board/engine.json", lambda route: route.fulfill(status=404, body=""))
        window.page.goto(server + "board.html")
        assert "npm" in window.page.locator("#board [role=status]").inner_text()


def test_an_engine_that_cannot_be_loaded_is_reported(browser: Browser, server: str) -> None:
    with Window.open(browser) as window:
        window.page.route("**/library.packed", lambda route: route.fulfill(status=500, body=""))
        window.page.goto(server + "board.html")
        window.page.locator("[data-part=deal]").click()
        window.page.locator("[data-part=status]", has_text="500").wait_for(timeout=PATIENCE)


def test_nobody_gets_the_engine_who_does_not_ask_for_it() -> None:
    """The service worker keeps it when it was used, and not before."""
    files = (BUILD / "site" / "sw.js").read_text(encoding="utf-8").split("const CACHE")[0]
    assert "board/engine" not in files
    assert (BUILD / "site" / "board" / "engine.json").exists()
