"""Tables on pages: an example becomes one, on which its own moves and any others can be tried, from a folder too."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Locator

from tests.browser import Browser, Page, Window
from toledo_rules import explain, format_position, legal_actions, parse_position, step
from toledo_rules.actions import Action, PlayCard
from toledo_rules.describe import describe
from website.model.languages import LANGUAGE_NAMES, words
from website.positions import SCENES

SITE = Path(__file__).parent.parent.parent / "build" / "site"
SCREENS = [(1366, False), (390, True)]
"""Width, and whether the reader prefers dark pages."""


def table(page: Page, address: str, entry: str) -> Locator:
    """Open the table of an entry, from a folder, and return the figure that it is in."""
    page.goto(f"{SITE.as_uri()}/{address}#{entry}")
    figure = page.locator(f"#{entry} ~ .scene figure, #{entry} ~ .show figure").first
    folded = page.locator(f"#{entry} ~ details.show > summary").first
    if folded.count() and address.startswith("answers"):
        folded.click()
    figure.scroll_into_view_if_needed()
    figure.locator("toledo-table[data-version]").wait_for()
    return figure


def part(figure: Locator, name: str) -> Locator:
    """A part of the table, where it can be clicked."""
    return figure.locator(f'toledo-table [data-part="{name}"]').first


def position(figure: Locator) -> str:
    """The position that the link to the board carries."""
    link = str(figure.locator(".try__tools a").first.get_attribute("href"))
    return parse_qs(link.partition("#")[2])["position"][0]


def moves_on(page: Page, figure: Locator, before: str) -> str:
    """Wait until another position is there, and return it."""
    page.wait_for_function(
        "([figure, before]) => new URLSearchParams(figure.querySelector('.try__tools a').hash.slice(1))"
        ".get('position') !== before",
        arg=[figure.element_handle(), before],
    )
    return position(figure)


def test_words_are_there_in_every_language() -> None:
    english = words("en")["pictures"]
    assert all(words(code)["pictures"].keys() == english.keys() for code in LANGUAGE_NAMES)


@pytest.mark.parametrize(("width", "dark"), SCREENS)
def test_a_click_is_a_move_or_is_refused_by_its_rule(
    browser: Browser, width: int, dark: bool
) -> None:
    with Window.open(browser, width=width, height=900, dark=dark) as window:
        figure = table(window.page, "rules/examples.html", "EX-11d")
        before = SCENES["EX-11d"]().before
        assert position(figure) == format_position(before)
        part(figure, "supply:metal").click()
        rule = figure.locator("toledo-table .why a")
        rule.wait_for()
        assert str(rule.get_attribute("href")).endswith(f"/{rule.inner_text()}.html")
        part(figure, "deed:take_cards").click()
        figure.locator("toledo-table [data-do=go]").click()
        after = parse_position(moves_on(window.page, figure, format_position(before)))
        assert after.active != before.active
        figure.get_by_role("button", name="Back", exact=True).click()
        moves_on(window.page, figure, format_position(after))
        assert position(figure) == format_position(before)
        window.assert_clean()


def test_all_reasons_are_given_where_several_rules_refuse(browser: Browser) -> None:
    """In the first example, a figure is to move on from space 4 and cannot, for four reasons."""
    scene = SCENES["EX-1"]()
    ((first, _), *_) = scene.turn
    state = step(scene.before, first).state
    moves: list[Action] = [PlayCard(card, at) for card in state.player.hand for at in (0, 2, 4)]
    against = {(why.rule, describe(why, state)) for move in moves if (why := explain(state, move))}
    with Window.open(browser, width=390, height=844) as window:
        figure = table(window.page, "rules/examples.html", "EX-1")
        before = position(figure)
        figure.get_by_role("button", name="As in the example:").click()
        moves_on(window.page, figure, before)
        part(figure, "deed:play_card").click(force=True)  # it is grey
        reasons = figure.locator(".try__why li")
        reasons.nth(3).wait_for()
        said = reasons.all_inner_texts()
        assert len(said) == 4
        assert all(any(rule in one and text in one for one in said) for rule, text in against)
        window.assert_clean()


def test_an_example_goes_on_as_its_own_moves_do(browser: Browser) -> None:
    scene = SCENES["EX-1"]()
    with Window.open(browser, height=1000) as window:
        figure = table(window.page, "rules/examples.html", "EX-1")
        now, count = position(figure), 0
        while (own := figure.get_by_role("button", name="As in the example:")).count():
            own.click()
            now, count = moves_on(window.page, figure, now), count + 1
        assert now == format_position(scene.after)
        assert count == len(scene.turn)
        window.assert_clean()


def test_every_scene_is_read_by_the_table_as_it_was_written(browser: Browser) -> None:
    """The positions and the moves of all examples, with the cards that come up there."""
    with Window.open(browser, height=1000) as window:
        page = window.page
        page.goto(f"{SITE.as_uri()}/rules/examples.html")
        names = [name for name in SCENES if name.startswith("EX-")]
        page.evaluate("ToledoBoards.load('table').then(() => null)")
        said = page.locator(".scene").evaluate_all(
            """scenes => scenes.map(one => {
                const figure = one.querySelector("figure");
                return [figure.dataset.board, ToledoTables.told(one.dataset.position, figure.dataset.line ?? "")];
            })"""
        )
        scenes = {name.lower(): SCENES[name]() for name in names}
        assert {
            name: [format_position(one.before), format_position(one.after)]
            for name, one in scenes.items()
        } == dict(said)


@pytest.mark.parametrize("width", [1366, 390])
def test_an_answer_in_another_language_has_a_table_in_it(browser: Browser, width: int) -> None:
    with Window.open(browser, width=width, height=900) as window:
        figure = table(window.page, "answers-de.html", "Q-25")
        part(figure, "deed:end_turn").click(force=True)  # it is grey
        figure.locator("toledo-table .why", has_text="Du kannst den Zug nicht beenden").wait_for()
        link = figure.get_by_role("link", name="Auf dem Brett öffnen")
        page, _, fragment = str(link.get_attribute("href")).partition("#")
        assert page.endswith("board-de.html")
        carried = parse_qs(fragment)
        assert carried["language"] == ["de"]
        assert legal_actions(parse_position(carried["position"][0]))
        window.assert_clean()


def test_all_moves_can_be_read_and_chosen_from_a_list(browser: Browser) -> None:
    with Window.open(browser, width=390, height=844) as window:
        figure = table(window.page, "rules/examples.html", "EX-11d")
        before = position(figure)
        figure.locator(".try__every > summary").click()
        moves = figure.locator(".try__every button")
        moves.first.wait_for()
        assert moves.count() == len(legal_actions(parse_position(before)))
        figure.locator(".try__every").get_by_role("button", name="Take 2 cards").click()
        moves_on(window.page, figure, before)
        window.assert_clean()


def test_keys_outside_of_a_table_belong_to_the_page(browser: Browser) -> None:
    with Window.open(browser, height=1000) as window:
        page = window.page
        figure = table(page, "rules/examples.html", "EX-11d")
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement === document.body")
        part(figure, "deed:take_cards").focus()
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.tagName") == "TOLEDO-TABLE"


def test_a_table_takes_the_scheme_that_the_reader_chooses(browser: Browser) -> None:
    with Window.open(browser, dark=False) as window:
        figure = table(window.page, "rules/examples.html", "EX-11d")
        assert figure.locator("toledo-table").get_attribute("theme") == "light"
        window.page.locator("form[data-md-component=palette] label:visible").click()
        figure.locator("toledo-table[theme=dark]").wait_for()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_picture_of_the_rulebook_becomes_a_table_when_it_is_asked_for(
    browser: Browser, language: str
) -> None:
    with Window.open(browser, width=390, height=844) as window:
        page = window.page
        page.goto(f"{SITE.as_uri()}/handbook/learn-{language}.html")
        figure = page.locator("figure.board").first
        assert figure.locator("picture").is_visible()
        figure.get_by_role("button", name=words(language)["pictures"]["board"]).click()
        figure.locator("toledo-table[data-version]").wait_for()
        assert not figure.locator("picture").is_visible()
        assert position(figure) == figure.get_attribute("data-position")
        window.assert_clean()


def test_without_the_script_of_the_tables_an_example_stays_a_sentence(browser: Browser) -> None:
    with Window.open(browser) as window:
        window.page.route("**/board/table.js", lambda route: route.abort())
        window.page.goto(f"{SITE.as_uri()}/rules/examples.html#EX-11d")
        figure = window.page.locator("#EX-11d ~ .scene figure:not(.is-live)").first
        figure.wait_for()
        assert "turn" in figure.inner_text()
