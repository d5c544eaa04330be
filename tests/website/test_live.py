"""Live boards: what a reader may click, with the engine's verdict on it, in a real browser and in the data."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Locator

from tests.browser import Browser, Page, Window, browsing
from toledo_rules import PlayCard, explain, legal_actions, parse_position, step, view
from toledo_rules.choices import choices
from toledo_rules.describe import describe, languages, render
from toledo_rules.notation import parse_turn
from toledo_rules.render import scene
from website.model.languages import LANGUAGE_NAMES
from website.model.packing import unpacked
from website.model.pages import Pages
from website.pages.live import LiveBoards, words_of_pages
from website.positions import SCENES
from website.positions import examples as _examples  # noqa: F401  # makes the scenes

SITE = Path(__file__).parent.parent.parent / "build" / "site"
SCREENS = [(1366, False), (1366, True), (390, False), (390, True)]
"""Width, and whether the reader prefers dark pages."""


# The data

Json: TypeAlias = dict[str, Any]


class Written:
    """The files of the boards of some scenes."""

    def __init__(self, *names: str) -> None:
        pages = Pages()
        boards = LiveBoards(pages)
        for name in names:
            boards.add(name, SCENES[name]())
        boards.finish()
        self.files = {name: _read(text) for name, text in pages.files.items() if "live/" in name}

    def states(self, name: str) -> list[Json]:
        """The positions of a scene."""
        found: list[Json] = self.files[f"live/{name.lower()}.js"]["states"]
        return found

    def said(self, word: int, language: str = "en") -> str:
        """A sentence by its number."""
        return str(self.files[f"live/words-{language}.js"]["said"][word])


def _read(text: str) -> Json:
    found = unpacked(text[text.index(",") + 2 : text.rindex(")") - 1])
    assert isinstance(found, dict)
    return found


@pytest.fixture(scope="module")
def written() -> Written:
    return Written("EX-1", "EX-2", "EX-11d")


@pytest.mark.parametrize("name", ["EX-1", "EX-2", "EX-11d"])
def test_a_board_has_the_moves_and_the_reasons_of_the_engine(written: Written, name: str) -> None:
    for state in written.states(name):
        position = parse_position(str(state["position"]))
        found = choices(view(position, position.active))
        assert [written.said(one["says"]) for one in state["moves"]] == [
            describe(action, position) for action in legal_actions(position)
        ]
        parts = [part for part, *_ in state["parts"]]
        assert {
            parts[int(number)]: (written.said(first[0]), first[1])
            for number, (first, *_) in state["reasons"].items()
        } == {part: (render(why.message), why.rule) for part, why in found.reasons.items()}


def test_where_several_rules_refuse_a_board_has_all_reasons_each_with_what_it_refuses(
    written: Written,
) -> None:
    """In the first example, a figure is to move on from space 4 and cannot, for four reasons."""
    state = written.states("EX-1")[1]
    position = parse_position(str(state["position"]))
    moves = [PlayCard(card, step) for card in position.player.hand for step in (0, 2, 4)]
    deed = [part for part, *_ in state["parts"]].index("deed:play_card")
    reasons = state["reasons"][str(deed)]
    assert len(reasons) == 4
    against = {describe(why, position) for move in moves if (why := explain(position, move))}
    assert {written.said(word) for word, *_ in reasons} == against
    for word, rule, says in reasons:
        (move,) = (one for one in moves if describe(one, position) == written.said(says))
        why = explain(position, move)
        assert why is not None
        assert (describe(why, position), why.rule) == (written.said(word), rule)


def test_what_a_move_changes_on_the_table_is_what_the_engine_does(written: Written) -> None:
    """Also for the hundred ways to place a shop, of which only some are drawn."""
    state = written.states("EX-11d")[0]
    position = parse_position(str(state["position"]))
    before = {item[0]: item[1:] for item in state["items"]}
    for action, move in zip(legal_actions(position), state["moves"], strict=True):
        after = dict(before)
        for id, *item in move["items"]:
            if item:
                after[id] = item
            else:
                del after[id]
        drawn = {
            item.id: (item.symbol, item.place, item.text, item.gone)
            for item in scene(step(position, action).state)
        }
        shown = {
            id: (item[0], item[1] or id, *(item[2:3] or [""]), bool(item[3:]))
            for id, item in after.items()
        }
        assert shown == drawn, action


def test_an_example_is_followed_step_by_step(written: Written) -> None:
    states = written.states("EX-1")
    for number, state in enumerate(states[:-1]):
        (own,) = [move for move in state["moves"] if "own" in move]
        assert own["to"] == number + 1
        assert own["told"]


def test_boards_speak_every_language_of_the_site(written: Written) -> None:
    assert set(LANGUAGE_NAMES) <= set(languages())
    english = written.files["live/words-en.js"]["said"]
    for language, words in words_of_pages().items():
        said = written.files[f"live/words-{language}.js"]["said"]
        assert len(said) == len(english)
        assert language == "en" or sum(map(str.__eq__, said, english)) < len(said) / 4
        assert words.keys() == words_of_pages()["en"].keys()


# In a browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


def board(page: Page, address: str, entry: str) -> Locator:
    """Open the first board of an entry, from a folder, and return where it is."""
    page.goto(f"{SITE.as_uri()}/{address}#{entry}")
    figure = page.locator(f"#{entry} ~ .scene figure, #{entry} ~ .show figure").first
    folded = page.locator(f"#{entry} ~ details.show > summary").first
    if folded.count() and address.startswith("answers"):
        folded.click()
    figure.scroll_into_view_if_needed()
    figure.locator(".live").wait_for()
    return figure


@pytest.mark.parametrize(("width", "dark"), SCREENS)
def test_a_click_shows_the_verdict_what_follows_and_why_not(
    browser: Browser, width: int, dark: bool
) -> None:
    with Window.open(browser, width=width, height=844, dark=dark) as window:
        figure = board(window.page, "rules/examples.html", "EX-11d")
        verdict = figure.locator(".live__verdict")
        figure.locator('[data-part="hand:0:3va"]').click()
        text = verdict.inner_text()
        assert "Allowed." in text
        assert "Not allowed." in text
        assert "You cannot stop on space 3 (gem dealer)" in text
        assert verdict.is_visible()
        box = verdict.bounding_box()
        assert box is not None
        assert box["y"] < 844, "the verdict is in sight"
        link = verdict.locator("a.id", has_text="OCC-04")
        assert str(link.get_attribute("href")).endswith("/OCC-04.html")
        figure.locator('[data-part="cathedral"]').click()
        assert verdict.inner_text().startswith("Not allowed.")
        figure.get_by_role("button", name="Choose again").click()
        figure.locator('[data-part="hand:0:4nd"]').click()
        figure.locator('[data-part="space:4"]').click(position={"x": 5, "y": 5})
        assert "OCC" in verdict.inner_text() or "MOV" in verdict.inner_text()
        window.assert_clean()


def test_all_reasons_are_shown_where_several_rules_refuse(browser: Browser) -> None:
    with Window.open(browser, width=390, height=844) as window:
        figure = board(window.page, "rules/examples.html", "EX-1")
        verdict = figure.locator(".live__verdict")
        figure.get_by_role("button", name="As in the example:").click()
        figure.locator('[data-part="deed:play_card"]').click()
        assert verdict.locator("li").count() == 4
        assert verdict.locator("a.id").all_inner_texts() == ["MOV-04", "A-53", "A-53", "MOV-08"]
        window.assert_clean()


def test_the_picture_after_a_move_is_shown_and_taken_back(browser: Browser) -> None:
    with Window.open(browser, height=1400) as window:
        figure = board(window.page, "rules/examples.html", "EX-11d")
        figure.locator('[data-part="hand:0:3va"]').click()
        figure.locator(".live__verdict button").first.click()
        assert "What follows:" in figure.locator(".live__verdict").inner_text()
        assert figure.locator(".live__last").count() > 0
        assert figure.locator('[data-part="hand:0:3va"]').count() == 0, "the card was played"
        figure.get_by_role("button", name="Back").click()
        assert figure.locator('[data-part="hand:0:3va"]').is_visible()
        window.assert_clean()


@pytest.mark.parametrize("width", [1366, 390])
def test_after_a_move_of_ones_own_a_link_goes_on_in_the_board(browser: Browser, width: int) -> None:
    """The example knows no further; the board plays the move and everything after it."""
    with Window.open(browser, width=width, height=1400) as window:
        figure = board(window.page, "answers-de.html", "Q-25")
        assert figure.locator(".live__on").count() == 0
        figure.locator('[data-part="hand:0:3va"]').click()
        figure.locator(".live__verdict button").first.click()
        link = figure.get_by_role("link", name="Auf dem Spielplan weiterspielen")
        assert not figure.locator(".live__every").is_visible(), "it is about the position before"
        assert not figure.locator(".live__deeds").is_visible(), "nothing more can be done here"
        box = link.bounding_box()
        assert box is not None
        assert box["height"] >= 24
        page, _, fragment = str(link.get_attribute("href")).partition("#")
        assert page.endswith("board-de.html")
        carried = parse_qs(fragment)
        assert carried["language"] == ["de"]
        position = parse_position(carried["position"][0])
        (played,) = parse_turn(carried["play"][0], position.edition)
        assert played[0] in legal_actions(position)
        window.assert_clean()


def test_the_next_step_of_a_choice_is_said_in_words(browser: Browser) -> None:
    with Window.open(browser, height=1400) as window:
        figure = board(window.page, "rules/examples.html", "EX-11d")
        figure.locator('[data-part="deed:place_shop"]').click()
        assert "Allowed. Choose a shop and a space." in (
            figure.locator(".live__verdict").inner_text()
        )


@pytest.mark.parametrize("way", ["Back", "Escape"])
def test_the_focus_comes_back_to_what_was_used(browser: Browser, way: str) -> None:
    """After Back and after Escape: to the part that was chosen last."""
    with Window.open(browser, height=1400) as window:
        page = window.page
        figure = board(page, "rules/examples.html", "EX-11d")
        figure.locator('[data-part="hand:0:3va"]').focus()
        page.keyboard.press("Enter")
        if way == "Back":
            figure.locator(".live__verdict button").first.focus()
            page.keyboard.press("Enter")
            assert page.evaluate("document.activeElement.closest('.live') !== null")
            figure.get_by_role("button", name="Back").focus()
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.dataset.part") == "hand:0:3va"


def test_keys_are_explained_only_where_there_are_keys(browser: Browser) -> None:
    with Window.open(browser, height=1400) as window:
        figure = board(window.page, "rules/examples.html", "EX-11d")
        assert "Arrow keys" in figure.locator(".live__verdict").inner_text()
        assert "click" in figure.locator(".live__verdict").inner_text()
    context = browser.new_context(has_touch=True, is_mobile=True)
    try:
        figure = board(context.new_page(), "rules/examples.html", "EX-11d")
        assert "Try it: tap" in figure.locator(".live__verdict").inner_text()
        assert "Arrow keys" not in figure.locator(".live__verdict").inner_text()
    finally:
        context.close()


def test_an_example_goes_on_as_its_own_moves_do(browser: Browser) -> None:
    with Window.open(browser, height=1400) as window:
        figure = board(window.page, "rules/examples.html", "EX-1")
        count = 0
        while (own := figure.get_by_role("button", name="As in the example:")).count():
            own.click()
            count += 1
            assert "Allowed." in figure.locator(".live__verdict").inner_text()
        assert count == len(Written("EX-1").states("EX-1")) - 1
        window.assert_clean()


def test_a_board_is_used_by_keyboard_and_heard(browser: Browser) -> None:
    with Window.open(browser, height=1400) as window:
        figure = board(window.page, "rules/examples.html", "EX-11d")
        svg = figure.locator("svg.live__board").first
        first = svg.locator("[data-part][tabindex='0']")
        assert first.count() == 1, "one stop of the tab key for the whole board"
        first.focus()
        window.page.keyboard.press("ArrowRight")
        window.page.keyboard.press("End")
        focused = window.page.evaluate("document.activeElement.dataset.part")
        assert focused.startswith("figure:")
        assert window.page.evaluate("document.activeElement.getAttribute('aria-label')")
        window.page.keyboard.press("Enter")
        status = figure.get_by_role("status")
        assert "llowed." in status.inner_text()
        assert window.page.evaluate("document.activeElement.dataset.part") == focused
        window.page.keyboard.press("Escape")
        assert "Try it:" in status.inner_text()
        window.assert_clean()


def test_all_moves_can_be_read_and_chosen_from_a_list(browser: Browser) -> None:
    with Window.open(browser, width=390, height=844) as window:
        figure = board(window.page, "rules/examples.html", "EX-11d")
        figure.locator(".live__every > summary").click()
        figure.locator(".live__every").get_by_role("button", name="Take 2 cards").click()
        assert "Allowed." in figure.locator(".live__verdict").inner_text()
        window.assert_clean()


def test_an_answer_in_another_language_has_a_board_in_it(browser: Browser) -> None:
    with Window.open(browser, width=390, height=844) as window:
        figure = board(window.page, "answers-de.html", "Q-25")
        figure.locator('[data-part="deed:end_turn"]').click()
        assert "Nicht erlaubt. Du kannst den Zug nicht beenden" in (
            figure.locator(".live__verdict").inner_text()
        )
        window.assert_clean()


def test_a_board_takes_the_scheme_that_the_reader_chooses(browser: Browser) -> None:
    with Window.open(browser, dark=False) as window:
        figure = board(window.page, "rules/examples.html", "EX-11d")
        colour = "node => getComputedStyle(node).getPropertyValue('--tl-ink')"
        svg = figure.locator("svg.live__board").first
        light = svg.evaluate(colour)
        window.page.locator("form[data-md-component=palette] label:visible").click()
        window.page.wait_for_selector("body[data-md-color-scheme=slate]")
        assert svg.evaluate(colour) != light


def test_a_position_opens_on_the_page_where_it_can_be_played_on(browser: Browser) -> None:
    with Window.open(browser) as window:
        figure = board(window.page, "rules/examples.html", "EX-11d")
        figure.evaluate("one => { one.dataset.open = '../board.html'; one.board.show(); }")
        href = str(figure.get_by_role("link", name="Open in the board").get_attribute("href"))
        page, _, fragment = href.partition("#")
        assert page == "../board.html"
        assert parse_position(parse_qs(fragment)["position"][0]) == SCENES["EX-11d"]().before


def test_a_board_without_its_data_stays_a_sentence(browser: Browser) -> None:
    with Window.open(browser) as window:
        window.page.route("**/live/*.js", lambda route: route.abort())
        window.page.goto(f"{SITE.as_uri()}/rules/examples.html#EX-11d")
        figure = window.page.locator("#EX-11d ~ .scene figure:not(.is-live)").first
        figure.wait_for()
        assert "turn" in figure.inner_text()
