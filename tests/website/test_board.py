"""The board in a browser: any position, on a large screen and on a phone, in the light and in the dark."""

from __future__ import annotations

import gzip
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote, urlsplit

import pytest
from attrs import frozen

from tests.browser import Browser, Page, Window, barriers
from toledo_rules import Game, codec, format_position, parse_position, score, view
from toledo_rules.describe import position as in_prose
from toledo_rules.notation import format_turn
from toledo_rules.record import format_record
from website.board.files import MissingNpmError, add_script
from website.board.page import words
from website.model.controls import controls
from website.model.languages import LANGUAGE_NAMES, page_of

ROOT = Path(__file__).parent.parent.parent
SITE = ROOT / "build" / "site"
MOST_BYTES = 150_000
"""All that is fetched until a move can be clicked, compressed."""

START = format_position(Game(3, seed=1).state)
CROWD = (
    "toledo1 red / red 2ta 3na 3va 4vd, @4 7, g2@4 / blue 1ta 4nd 6va, @4 7, m2@7 / green 1na 6td"
)
"""A position in which a move may lead to a duel."""
STUCK = (
    "toledo1 blue / red 1vd 2bd 3bd 4nd 4vd, g2@1 f2@6 m1@13 g1@16 / blue 2ta 2vd 3bd 4bd 4ta, "
    "s2@8 f2@14 m1@18 / green 1vd 2va 3ba 4bd 4na, f1@7 s2@15 s1@19"
)
"""A position in which no card leads anywhere."""


@frozen
class Board:
    """A board that has started; each test opens a position of its own."""

    window: Window
    wide: bool

    @property
    def page(self) -> Page:
        """The page that it is on."""
        return self.window.page

    def follow(self, link: str) -> None:
        """Follow a link to something on this page."""
        self.page.evaluate(
            """link => {
                delete document.getElementById('board').dataset.position;  // it comes back with the position
                location.hash = link;
            }""",
            f"{link}&from=test",
        )

    def open(self, position: str) -> None:
        """Follow a link to a position."""
        self.follow(f"position={quote(position)}")
        self.stands(position)

    def stands(self, position: str) -> None:
        """Wait until this position is shown."""
        self.page.wait_for_function(
            "now => document.getElementById('board').dataset.position === now", arg=position
        )

    def moves(self, before: str) -> str:
        """Wait until another position is shown, and return it."""
        self.page.wait_for_function(
            "now => ![undefined, now].includes(document.getElementById('board').dataset.position)",
            arg=before,
        )
        return self.position()

    def position(self) -> str:
        """The position that is shown."""
        return str(self.page.locator("#board").get_attribute("data-position"))

    def click(self, part: str) -> None:
        """Click a part of the table."""
        place = self.page.locator(f'toledo-table [data-part="{part}"]:visible').first
        place.click(force=True)  # also what is grey

    def pick(self, *parts: str) -> None:
        """Point at parts of the table, wherever they are."""
        for part in parts:
            self.page.evaluate("part => document.querySelector('toledo-table').pick(part)", part)

    def take(self) -> str:
        """Take cards, and return the position afterwards."""
        before = self.position()
        self.pick("deed:take_cards", "deed:take_cards")
        return self.moves(before)

    def part(self, name: str) -> str:
        """The text of a part of the page."""
        return self.page.locator(f"[data-part={name}]").inner_text()

    def unfold(self, *panels: str) -> None:
        """Open panels, unless they are open."""
        for panel in panels:
            place = self.page.locator(f"details[data-part={panel}]")
            if place.get_attribute("open") is None:
                place.locator("> summary").click()

    def type(self, line: str) -> None:
        """Type a move."""
        self.unfold("type")
        self.page.locator("[data-part=line]").fill(line)
        self.page.locator("[data-part=try]").click()


def started(browser: Browser, server: str, width: int, *, dark: bool) -> Iterator[Board]:
    height = 768 if width > 1000 else 844
    with Window.open(browser, width=width, height=height, dark=dark) as window:
        window.page.goto(server + "board.html")
        window.page.locator("#board[data-position]").wait_for()
        yield Board(window, wide=width > 1000)
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


# At once, and light


@pytest.mark.parametrize(("width", "language"), [(1366, "en"), (768, "es"), (390, "fr")])
def test_little_is_fetched_until_a_move_can_be_clicked(
    browser: Browser, server: str, width: int, language: str
) -> None:
    with Window.open(browser, width=width, height=844) as window:
        asked: list[str] = []
        window.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        window.page.goto(server + page_of(language, "board"))
        window.page.locator("#board[data-state=ready]").wait_for()
        window.page.locator('toledo-table [data-part="deed:take_cards"]:visible').first.wait_for()
        used = {path for path in asked if not path.endswith("sw.js")}
        files = [SITE / unquote(path).removeprefix("/site/") for path in sorted(used)]
        sizes = {file.name: len(gzip.compress(file.read_bytes(), 9)) for file in files}
        assert sum(sizes.values()) <= MOST_BYTES, sizes
        assert not [name for name in sizes if name.endswith(".wasm")]
        window.assert_clean()


def test_the_board_works_from_a_folder(browser: Browser) -> None:
    with Window.open(browser, width=390, height=844) as window:
        window.page.goto(f"{(SITE / 'board.html').as_uri()}#position={quote(CROWD)}")
        found = Board(window, wide=False)
        found.stands(CROWD)
        found.take()
        window.assert_clean()


def test_a_site_that_was_built_without_npm_says_so(
    browser: Browser, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Window.open(browser) as window:
        window.page.route("**/board/table.js", lambda route: route.fulfill(status=404, body=""))
        window.page.goto(server + "board.html")
        window.page.get_by_text(words("en")["unbuilt"]).wait_for()
    monkeypatch.setenv("PATH", "")
    with pytest.raises(MissingNpmError, match="npm"):
        add_script(SITE)


def test_without_scripts_the_page_leads_to_the_examples(browser: Browser, server: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server + "board-de.html")
    assert words("de")["scripts"] in page.locator("main").inner_text()
    assert page.locator("nav a").count() > 3
    context.close()


def test_the_scripts_are_strict_typescript() -> None:
    compiler = ROOT / "clients" / "typescript" / "node_modules" / ".bin" / "tsc"
    ran = subprocess.run(
        [compiler, "-p", ROOT / "website" / "board"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout


# Playing


def test_a_move_is_played_by_clicking_what_it_is_about(board: Board) -> None:
    board.open(START)
    for part in ("deed:place_shop", "player:0:shop:m2", "space:4"):
        board.click(part)
    after = Game(position=START)
    after.play("place m2@4")
    board.stands(format_position(after.state))


def test_what_is_not_allowed_is_explained_with_a_link_to_its_rule(
    board: Board, browser: Browser
) -> None:
    """A thing that cannot be used, two things that cannot be used together, and a line of notation."""
    taken = "toledo1 red / red 2ta 3na 4vd / blue 1ta 4nd 6va, m2@7 / green 1na 6td"
    board.open(taken)
    why = board.page.locator("toledo-table .why")
    board.pick("supply:metal")
    why.locator("a").wait_for()
    board.pick("deed:place_shop", "player:0:shop:m1", "space:7")
    why.locator("a", has_text="SHP-01").wait_for()
    assert why.inner_text() == "Blue already has a shop on space 7. SHP-01"
    board.type("end")
    rule = board.page.locator("[data-part=refused] a", has_text="TRN-04")
    rule.wait_for()
    box = rule.bounding_box()
    assert box is not None
    assert 0 < box["y"] < 844, "it is said where the move was written"
    assert board.position() == taken
    with Window.open(browser) as window:
        window.page.goto(str(rule.evaluate("link => link.href")))
        window.page.wait_for_url("**/rules/turn.html#TRN-04")


def test_a_deed_that_fails_for_many_reasons_is_refused_for_all_of_them(board: Board) -> None:
    board.open(STUCK)
    board.click("deed:play_card")
    reasons = board.page.locator("[data-part=said] li")
    reasons.nth(2).wait_for()
    said = board.part("said")
    assert all(f"space {space}" in said for space in (2, 3, 4))
    assert said.count("MOV-04") == 3
    assert board.page.locator("[data-part=notice]").is_visible()
    board.pick("deed:place_shop")
    assert not board.page.locator("[data-part=notice]").is_visible()


def test_moves_are_typed_with_the_cards_that_came_up(board: Board) -> None:
    board.open(START)
    board.type("castle")
    board.page.locator("[data-part=refused]", has_text="cannot be read").wait_for()
    game = Game(3, seed=1)
    game.play("take")
    (entry,) = game.record().entries
    board.type(format_turn([(entry.action, entry.draws)], game.state.edition))
    board.stands(format_position(game.state))
    example = board.part("example").removeprefix("For example: ")
    board.type(example)
    game.play(example)
    board.stands(format_position(game.state))


def test_a_turn_with_one_wrong_move_is_not_played_at_all(desktop: Board) -> None:
    desktop.open(START)
    desktop.type("place m2@4, place m2@5")
    desktop.page.locator("[data-part=refused] a").first.wait_for()
    assert desktop.position() == START


def test_all_moves_are_listed(board: Board) -> None:
    board.open(START)
    board.unfold("moves")
    moves = board.page.locator("[data-part=menu] button")
    moves.first.wait_for()
    assert moves.count() == len(Game(position=START).legal)
    moves.filter(has_text="Take 2 cards.").click()
    board.moves(START)
    board.page.locator("details[data-part=moves] > summary").click()


def test_steps_go_back_and_forward_and_another_way_on(board: Board) -> None:
    board.open(START)
    after = board.take()
    board.page.locator("[data-part=back]").click()
    board.stands(START)
    board.page.locator("[data-part=forward]").click()
    board.stands(after)
    board.page.locator("[data-part=back]").click()
    board.stands(START)
    board.type("place m2@4")
    assert "m2@4" in board.moves(START)
    assert board.page.locator("[data-part=forward]").is_disabled()


def test_where_chance_is_next_the_cards_are_drawn_on_request(board: Board) -> None:
    before = "toledo1 red drawing 2 take / red 3va / blue 1bd"
    board.open(before)
    board.page.locator("[data-part=draw]").click()
    assert board.moves(before).startswith("toledo1 blue")


def test_the_reader_chooses_whose_hand_is_shown(desktop: Board) -> None:
    desktop.open(START)
    blue = desktop.page.locator('toledo-table [data-part^="player:1:known:"]')
    assert blue.count() == 5
    desktop.page.locator("[data-part=eyes]").select_option("turn")
    blue.first.wait_for(state="detached")
    desktop.page.locator("[data-part=eyes]").select_option("1")
    desktop.page.locator('toledo-table [data-part="hand:1:6va"]').wait_for()
    desktop.click("deed:take_cards")
    desktop.page.locator("toledo-table .why a", has_text="TRN-02").wait_for()
    assert parse_qs(urlsplit(desktop.page.url).fragment)["eyes"] == ["1"]
    desktop.page.locator("[data-part=eyes]").select_option("open")
    blue.first.wait_for()


# Positions and games


def test_a_link_opens_the_same_position_elsewhere(desktop: Board, phone: Board) -> None:
    desktop.open(CROWD)
    desktop.take()
    link = urlsplit(desktop.page.url)
    assert parse_qs(link.fragment)["position"] == [desktop.position()]
    phone.page.evaluate("hash => { location.hash = hash }", link.fragment)
    phone.stands(desktop.position())


def test_a_link_can_carry_a_move(desktop: Board) -> None:
    game = Game(position=START)
    game.play("place m2@4")
    desktop.follow(f"position={quote(START)}&play={quote('place m2@4')}")
    desktop.stands(format_position(game.state))
    desktop.page.locator("[data-part=back]").click()
    desktop.stands(START)


def test_records_and_json_are_pasted(board: Board) -> None:
    game = Game(2, seed=4)
    game.play("place g1@14")
    game.play("take")
    board.open(START)
    board.unfold("paste")
    for text in (format_record(game.record()), codec.dumps(game.record())):
        board.page.locator("[data-part=text]").fill(text)
        board.page.locator("[data-part=open]").click()
        board.stands(format_position(game.state))
        board.page.locator("[data-part=back]").click()
        board.page.locator("[data-part=back]").click()
        board.stands(format_position(Game(2, seed=4).state))
    board.page.locator("[data-part=text]").fill(codec.dumps(parse_position(CROWD)))
    board.page.locator("[data-part=open]").click()
    board.stands(CROWD)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"format": 1, "kind": "st', "Copy it again, from the first { to the last }."),
        ('{"a": 1}', "You can open what “Copy JSON” copies."),
        ("hello", "A position begins with toledo1"),
        ("toledo1 red / red 99va", "This position cannot be read."),
        ("toledo-record 1\nplayers 99", "This game record cannot be read."),
        ("toledo1 [tiny-duel] a / a / b", "This"),
    ],
)
def test_a_text_that_cannot_be_opened_is_explained_and_the_board_stays(
    board: Board, text: str, said: str
) -> None:
    board.open(START)
    board.unfold("paste")
    board.page.locator("[data-part=text]").fill(text)
    board.page.locator("[data-part=open]").click()
    board.page.locator("[data-part=unread]", has_text=said).wait_for()
    assert not board.page.locator("[data-part=unread] pre").is_visible()
    assert board.position() == START


def test_a_broken_link_is_explained(board: Board) -> None:
    board.open(START)
    if board.page.locator("details[data-part=paste]").get_attribute("open") is not None:
        board.page.locator("details[data-part=paste] > summary").click()
    board.page.evaluate("location.hash = 'position=toledo1%20red%20/%20red%2099va'")
    board.page.locator("[data-part=said]", has_text="cannot be read").wait_for()
    assert board.position() == START


def test_a_new_game_is_dealt_by_its_seed(board: Board) -> None:
    board.unfold("new")
    board.page.locator("[data-part=seed]").fill("1")
    board.page.locator("[data-part=deal]").click()
    board.stands(START)
    board.page.locator("[data-part=said]", has_text="“1”").wait_for()
    board.page.locator("[data-part=seed]").fill("abc")
    board.page.locator("[data-part=players]").select_option("2")
    board.page.locator("[data-part=deal]").click()
    board.stands(format_position(Game(2, seed="abc").state))
    board.page.locator("details[data-part=new] > summary").click()


def test_a_link_says_what_it_shows_before_it_is_copied(desktop: Board, phone: Board) -> None:
    """All hands; what one player sees, with the rest dealt at random; or the whole game with its history."""
    page = desktop.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])

    def copied(part: str) -> str:
        desktop.unfold("link")
        page.locator(f"[data-part={part}]").click()
        page.locator(f"[data-part={part}]", has_text="Copied").wait_for()
        link = urlsplit(str(page.evaluate("navigator.clipboard.readText()")))
        assert link.path.endswith("/board.html"), "others read it in their language"
        return link.fragment

    desktop.open(START)
    desktop.unfold("link")
    assert "all hands open" in desktop.part("link_open")
    assert "as Red sees it" in desktop.part("link_seat")
    assert "leaves out what happened before" in page.locator("details[data-part=link]").inner_text()
    assert barriers(page) == []
    assert parse_qs(copied("link_open"))["position"] == [START]
    seen = copied("link_seat")
    known = parse_qs(seen)["position"][0]
    assert known != START
    assert view(parse_position(known), 0) == view(parse_position(START), 0)
    after = desktop.take()
    game = copied("link_game")
    page.locator("details[data-part=link] > summary").click()

    phone.follow(seen)
    phone.stands(known)
    phone.page.locator("[data-part=said]", has_text="dealt at random").wait_for()
    assert phone.page.locator("[data-part=eyes]").input_value() == "0"
    phone.follow(game)
    phone.stands(after)
    phone.page.locator("[data-part=back]").click()
    phone.stands(START)


def test_what_is_copied_is_opened_by_the_library(desktop: Board) -> None:
    page = desktop.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    desktop.open(CROWD)
    desktop.unfold("share")
    for part in ("copy_position", "copy_json", "copy_record"):
        page.locator(f"[data-part={part}]").click()
        page.locator(f"[data-part={part}]", has_text="Copied").wait_for()
        text = str(page.evaluate("navigator.clipboard.readText()"))
        if part == "copy_position":
            assert text == CROWD
        elif part == "copy_json":
            assert codec.loads(text) == parse_position(CROWD)
        else:
            assert "toledo-record 1" in text


def test_a_game_is_there_again_when_the_page_is_loaded_again(desktop: Board) -> None:
    """With its history, and with what was taken back."""
    desktop.open(START)
    desktop.take()
    desktop.take()
    desktop.page.locator("[data-part=back]").click()
    desktop.page.locator(".moment", has_text="1 of 2").wait_for()
    position = desktop.position()
    desktop.page.reload()
    desktop.stands(position)
    desktop.page.locator(".moment", has_text="1 of 2").wait_for()
    desktop.page.locator("[data-part=first]").click()
    desktop.stands(START)


# Questions about a position


@pytest.mark.parametrize("position", [START, CROWD, STUCK])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_table_is_told_in_the_sentences_of_the_library(
    browser: Browser, server: str, position: str, language: str
) -> None:
    with Window.open(browser, width=390, height=844) as window:
        link = f"{page_of(language, 'board')}#language={language}&position={quote(position)}"
        window.page.goto(server + link)
        found = Board(window, wide=False)
        found.stands(position)
        found.unfold("words")
        window.page.locator("[data-part=prose] p").first.wait_for()
        told = window.page.locator("[data-part=prose] p").all_inner_texts()
        written = in_prose(parse_position(position), language=language).splitlines()
        assert [one.split() for one in told] == [one.split() for one in written]


def test_duels_are_shown_with_their_odds(desktop: Board) -> None:
    desktop.open(CROWD)
    desktop.unfold("duels")
    desktop.page.locator("[data-part=odds] p", has_text=words("en")["no_duel"]).wait_for()
    desktop.type("3va@4")
    desktop.moves(CROWD)
    line = desktop.page.locator("[data-part=odds] li").first
    line.wait_for()
    assert "% chance of winning (exactly" in line.inner_text()


def test_a_bot_is_asked_and_followed(desktop: Board) -> None:
    desktop.open(CROWD)
    page = desktop.page
    desktop.unfold("bots")
    for level in ("1", "5"):
        page.locator("[data-part=bot]").select_option(level)
        page.locator("[data-part=ask]").click()
        page.locator("[data-part=follow]").first.wait_for()
        assert "% chance of winning" in page.locator("[data-part=plans] li").first.inner_text()
        assert "Blue" in page.locator("[data-part=plans] p").first.inner_text()
    page.locator("[data-part=follow]").first.click()
    after = desktop.moves(CROWD)
    assert score(parse_position(after), 0).total >= 0
    assert desktop.part("plans") == "", "what was said about a position goes with it"


def test_a_hint_comes_from_the_engine_or_without_it_from_a_simple_bot(
    browser: Browser, server: str
) -> None:
    for engine in (True, False):
        with Window.open(browser, width=1366, height=768) as window:
            if not engine:
                window.page.route("**/toledo.wasm", lambda route: route.fulfill(status=404))
            window.page.goto(f"{server}board.html#position={quote(CROWD)}")
            Board(window, wide=True).stands(CROWD)
            window.page.get_by_role("button", name="Hint").click()
            window.page.locator("toledo-table .why", has_text="suggests").wait_for()


# Languages


@pytest.mark.parametrize("width", [390, 1366])
def test_the_board_has_a_page_in_every_language_of_the_site(
    browser: Browser, server: str, width: int
) -> None:
    """All of it is in one language, also what is around the board, and so is the page that a choice leads to."""
    with Window.open(browser, width=width, height=844) as window:
        page = window.page
        page.goto(server + "board-es.html")
        for language in LANGUAGE_NAMES:
            page.locator("[data-part=language]").select_option(language)
            page.wait_for_url(f"**/{page_of(language, 'board')}*")
            page.locator("#board[data-state=ready]").wait_for()
            spoken = words(language)
            assert page.locator("[data-part=deal]").text_content() == spoken["deal"]
            assert page.locator("html").get_attribute("lang") == language
            assert page.locator("toledo-table").get_attribute("language") == language
            assert page.title().endswith(controls()[language]["site"])
            assert page.locator("h1").inner_text().startswith(spoken["title"])
            assert page.locator(".board-about").inner_text() == spoken["about"]
            assert page.evaluate(
                "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
            )
        window.assert_clean()


def test_a_game_goes_on_in_the_language_that_is_chosen(browser: Browser, server: str) -> None:
    with Window.open(browser, width=1366, height=768) as window:
        page = window.page
        page.goto(f"{server}board.html#position={quote(START)}")
        found = Board(window, wide=True)
        found.stands(START)
        position = found.take()
        page.locator("[data-part=language]").select_option("fr")
        page.wait_for_url("**/board-fr.html#*")
        found.stands(position)
        page.locator(".moment", has_text="1 sur 1").wait_for()
        found.type("end")
        page.locator("[data-part=refused] a[hreflang=en]", has_text="TRN-04").wait_for()
        assert found.part("refused").endswith("TRN-04 (en anglais)")
        page.goto(server + "board.html")
        page.wait_for_url("**/board-fr.html*")
        page.goto(server + "board.html#language=nl")
        page.wait_for_url("**/board-nl.html*")
        window.assert_clean()


def test_words_are_there_in_every_language() -> None:
    for language in LANGUAGE_NAMES:
        assert words(language).keys() == words("en").keys()


# For everybody


def test_axe_finds_nothing_serious_while_the_board_is_used(board: Board) -> None:
    board.open(STUCK)
    assert barriers(board.page) == []
    board.pick("deed:play_card")
    board.page.locator("[data-part=said] li").first.wait_for()
    board.unfold("moves", "type", "bots", "share", "paste", "new")
    assert barriers(board.page) == []


def test_the_board_has_the_scheme_that_was_chosen_elsewhere(browser: Browser, server: str) -> None:
    with Window.open(browser, dark=False) as window:
        window.page.goto(server + "index.html")
        window.page.locator("form[data-md-component=palette] label:visible").click()
        window.page.wait_for_selector("body[data-md-color-scheme=slate]")
        window.page.goto(server + "board.html")
        window.page.locator("toledo-table[theme=dark]").wait_for()


def test_the_engine_is_kept_by_a_phone_when_it_was_used_and_not_before() -> None:
    files = (SITE / "sw.js").read_text(encoding="utf-8").split("const CACHE")[0]
    assert "board/table.js" in files
    assert "toledo.wasm" not in files
    assert (SITE / "board" / "toledo.wasm").exists()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_rules_are_searched_from_the_board(
    browser: Browser, server: str, language: str
) -> None:
    with Window.open(browser, width=390, height=844) as window:
        window.page.goto(f"{server}{page_of(language, 'board')}#language={language}")
        box = window.page.get_by_role("searchbox")
        box.fill("Toledo")
        box.press("Enter")
        window.page.wait_for_url(f"{server}{page_of(language)}?q=Toledo")
        assert window.page.locator(".ask [name=q]").input_value() == "Toledo"
        window.assert_clean()
