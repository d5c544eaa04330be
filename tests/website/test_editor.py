"""The editor of the board: a position is set up by tapping, says why it cannot be, and is then asked about."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.browser import Browser, Window, barriers
from tests.website.test_board import CROWD, SITE, Board
from toledo_rules import parse_position
from website.board.page import words
from website.model.languages import page_of

TARGET = "toledo1 blue / red s2@4, metal 1 / blue 3va, @4, swords 2, tiles v, paintings 3 / green"
"""What is set up from an empty table."""


def editing(window: Window, link: str) -> Board:
    """The board with its editor open, from a folder."""
    window.page.goto(f"{(SITE / 'board.html').as_uri()}#{link}")
    window.page.locator(".editor").wait_for()
    return Board(window, wide=True)


def choose(board: Board, *parts: str) -> None:
    """Press buttons of the editor."""
    for part in parts:
        board.page.locator(f'.editor [data-part="{part}"]').click()


def tap(board: Board, part: str) -> None:
    """Tap the board, and wait until the change is there."""
    before = board.page.locator("#board").get_attribute("data-draft")
    place = board.page.locator(f'toledo-table .bd [data-part="{part}"]').first
    place.evaluate(
        "one => one.scrollIntoView({block: 'center', behavior: 'instant'})"
    )  # and not below the header
    place.click(position={"x": 8, "y": 8}, force=True)
    board.page.wait_for_function(
        "before => document.getElementById('board').dataset.draft !== before"
        " || document.querySelector('.problem').textContent",
        arg=before,
    )


@pytest.mark.parametrize(("width", "height"), [(1366, 900), (390, 844)])
def test_a_position_is_set_up_from_an_empty_table(
    browser: Browser, width: int, height: int
) -> None:
    with Window.open(browser, width=width, height=height) as window:
        board = editing(window, f"position={quote(CROWD)}&edit=1")
        choose(board, "empty-3", "what-shops", "s2")
        tap(board, "space:4")
        choose(board, "whose-1", "what-figures")
        tap(board, "space:4")
        tap(board, "space:7")
        said = board.page.locator(".problem").inner_text()
        assert said == f"{words('en')['impossible']} {words('en')['law_i11']}"
        choose(board, "what-paintings", "+2")
        assert words("en")["law_i05"] in board.page.locator(".problem").inner_text()
        choose(
            board, "+3", "+2", "-2", "what-cards", "+3va", "what-tiles", "+v", "what-swords", "+2"
        )
        choose(board, "whose-0", "what-goods")
        board.page.get_by_role("button", name="+ metal").click()
        choose(board, "turn-1", "edited")
        board.stands(TARGET)
        assert parse_position(TARGET).active == 1
        board.pick("deed:play_card")  # and now it is asked about
        board.type("3va@4")
        board.page.locator("[data-part=refused] a").first.wait_for()
        window.assert_clean()


DUEL = (
    "toledo1 red / red 3va 3vd 4nd!, @1 2, in 1: 12, m1@1 s1@2, tiles v / blue @4, g2@4, tiles b / green @4"
    " / discards 1bd"
)
"""A duel is near: with shops, figures, a hand, a sword under a figure, and a discarded card."""
MOST_TAPS = 40
"""Taps for a position in well under a minute."""


def test_a_duel_is_set_up_with_few_taps(browser: Browser) -> None:
    taps = [
        *("empty-3", "what-shops", "m1", "space:1", "s1", "space:2", "whose-1", "g2", "space:4"),
        *("what-figures", "space:4", "whose-2", "space:4", "whose-0", "space:1", "space:2"),
        *("what-swords", "to-1", "+12", "what-tiles", "+v", "whose-1", "+b", "whose-0"),
        *("what-cards", "+3va", "+3vd", "to-1", "+4nd", "to-2", "+1bd", "edited"),
    ]
    assert len(taps) < MOST_TAPS
    with Window.open(browser, width=390, height=844) as window:
        board = editing(window, f"position={quote(CROWD)}&edit=1")
        for part in taps:
            tap(board, part) if part.startswith("space:") else choose(board, part)
        board.stands(DUEL)
        window.assert_clean()


def test_the_last_round_begins_with_enough_figures_in_the_alcazar(browser: Browser) -> None:
    """It is said who cannot be on turn then, and all of it goes back; a position after the end is edited too."""
    with Window.open(browser, width=1366, height=900) as window:
        over = "toledo1 blue over, trigger red / red in 3: 12 / blue in 3: 7 13"
        board = editing(window, f"position={quote(over)}&edit=1")
        choose(board, "empty-3", "whose-2", "what-swords", "to-1", "+12", "+7", "+13")
        choose(board, "turn-2")
        problem = board.page.locator(".problem")
        assert words("en")["law_i19"] in problem.inner_text()
        choose(board, "what-figures")
        for _ in range(3):
            tap(board, "alcazar")
        assert problem.inner_text() == words("en")["no_figure"]
        choose(board, "what-swords", "-7", "turn-1", "edited")
        board.stands("toledo1 blue trigger green / red / blue / green in 5: 12 13")
        board.page.locator("[data-part=edit]").click()
        choose(board, "empty-2", "whose-1", "what-cards", "to-1", "+3va", "-3va", "edited")
        board.stands("toledo1 red / red / blue")
        window.assert_clean()


def test_pieces_go_back_with_a_tap_and_changes_are_taken_back(browser: Browser) -> None:
    with Window.open(browser, width=1366, height=900) as window:
        board = editing(window, f"position={quote(CROWD)}&edit=1")
        choose(board, "what-shops")
        tap(board, "space:7")  # the shop of Blue, and the figures on it
        choose(board, "what-cards", "-2ta", "unedit", "edited")
        after = board.moves(CROWD)
        assert "m2@7" not in after
        assert "@4" in after
        assert " 7" not in after
        assert "2ta" in after
        window.assert_clean()


def test_who_changes_their_mind_is_back_where_they_were(browser: Browser) -> None:
    with Window.open(browser, width=1366, height=900) as window:
        page = window.page
        page.goto(f"{(SITE / 'board.html').as_uri()}#position={quote(CROWD)}")
        board = Board(window, wide=True)
        board.stands(CROWD)
        after = board.take()
        page.locator("[data-part=edit]").click()
        choose(board, "empty-2", "leave")
        page.locator(".moment", has_text="1 of 1").wait_for()
        assert board.position() == after
        window.assert_clean()


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_serious_while_a_position_is_changed(
    browser: Browser, dark: bool
) -> None:
    with Window.open(browser, width=390, height=844, dark=dark) as window:
        board = editing(window, f"position={quote(CROWD)}&edit=1")
        for what in ("figures", "shops", "cards", "tiles", "swords", "paintings", "goods"):
            choose(board, f"what-{what}")
            assert barriers(board.page) == []


def test_every_example_can_be_changed(browser: Browser) -> None:
    with Window.open(browser, width=1366, height=900) as window:
        window.page.goto(f"{SITE.as_uri()}/rules/examples.html#EX-11d")
        figure = window.page.locator("#EX-11d ~ .scene figure").first
        figure.locator("toledo-table[data-version]").wait_for()
        figure.get_by_role("link", name=words("en")["edit"]).click()
        window.page.locator(".editor").wait_for()
        window.assert_clean()


def test_why_a_position_cannot_be_is_said_in_the_language(browser: Browser) -> None:
    """Whatever somebody taps. The other languages have the same words, see `test_words_are_there_in_every_language`."""
    said, page = words("de"), page_of("de", "board")
    laws = {text for key, text in said.items() if key.startswith("law_")}
    with Window.open(browser, width=390, height=844) as window:
        window.page.goto(f"{(SITE / page).as_uri()}#position={quote(CROWD)}&edit=1")
        window.page.locator(".editor").wait_for()
        heard = window.page.evaluate(TAPS, 100)
        assert len(heard) >= 6
        for text in heard:
            assert text.startswith(said["impossible"])
            assert text.removeprefix(said["impossible"]).strip() in laws
        window.assert_clean()


TAPS = """number => {
  const table = document.querySelector("toledo-table"), heard = new Set();
  let dice = 11;
  const any = (all) => all[(dice = (dice * 1103515245 + 12345) % 2147483648) % all.length];
  const tap = (node) => {
    node?.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
    const said = document.querySelector(".problem").textContent;
    if (said) heard.add(said);
  };
  const button = (part) => document.querySelector(`.editor [data-part="${part}"]`);
  for (let taps = 0; taps < number; taps++) {
    const board = [...table.shadowRoot.querySelectorAll(".bd [data-part]")];
    const buttons = [...document.querySelectorAll(".editor [data-part]:not([data-part=edited], [data-part=leave])")];
    tap(any(taps % 3 ? buttons : board));
  }
  const at = (part) => table.shadowRoot.querySelector(`.bd [data-part="${part}"]`);
  for (const seat of ["whose-0", "whose-1"]) {
    const told = ["empty-2", seat, "what-goods", "-metal", "what-paintings", "+1", "what-tiles", "+v", "+v"];
    for (const part of told) tap(button(part));
    tap(button("what-shops"));
    tap(at("space:5"));
    tap(button("what-figures"));
    for (const part of ["space:1", "alcazar", "alcazar", "alcazar"]) tap(at(part));
  }
  return [...heard];
}"""


def test_the_pieces_of_the_editor_have_their_colours(browser: Browser) -> None:
    """The patterns of shops too, which are drawn where they are defined."""
    with Window.open(browser) as window:
        editing(window, f"position={quote(CROWD)}&edit=1")
        fills = window.page.evaluate(
            "[...document.querySelectorAll('#symbols pattern *')].map(one => getComputedStyle(one).fill)"
        )
        assert len(fills) > 8
        assert fills.count("rgb(0, 0, 0)") < len(fills) / 8
