"""The site as people see it: on a phone and on a large screen, from a server and from a folder."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import pytest

from tests.browser import PATIENCE, Browser, Page, Window

BUILD = Path(__file__).parent.parent.parent / "build"

UNFOLD = "document.querySelectorAll('details').forEach(one => { one.open = true })"
MAIN = (
    "index.html",
    "answers.html",
    "rules/index.html",
    "rules/movement.html",
    "rules/duel.html",
    "rules/examples.html",
    "rules/discrepancies.html",
    "rules/glossary.html",
    "components.html",
    "coverage.html",
    "proofs.html",
    "tutorial/first-game.html",
    "reference/notation.html",
    "reference/refusals.html",
    "reference/schema.html",
    "reference/api/toledo_rules.html",
    "reference/api/index.html",
    "reference/api/game.html",
)


def from_folder() -> str:
    return (BUILD / "site").as_uri() + "/"


@pytest.mark.parametrize("width", [360, 1600])
def test_pages_fit_the_screen_and_nothing_goes_wrong(
    browser: Browser, server: str, width: int
) -> None:
    with Window.open(browser, width=width, height=900) as window:
        too_wide = []
        for address in MAIN:
            window.page.goto(server + address)
            if not fits(window.page):
                too_wide.append(address)
        assert too_wide == []
        window.assert_clean()


def fits(page: Page) -> bool:
    """Nothing sticks out on the right."""
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


def test_folded_parts_fit_a_phone_too(browser: Browser, server: str) -> None:
    with Window.open(browser, width=360, height=900) as window:
        page = window.page
        page.goto(server + "rules/occupied.html")
        page.evaluate(UNFOLD)
        assert fits(page)
        board = page.locator("#OCC-04 ~ dl figure:visible").first
        board.scroll_into_view_if_needed()
        board.locator("toledo-table[data-version]").wait_for()
        assert board.locator("toledo-table .f-phone").count() == 1
        assert fits(page)
        window.assert_clean()


@pytest.mark.parametrize("switch", [False, True])
@pytest.mark.parametrize("dark", [False, True])
def test_a_picture_takes_the_scheme_of_the_page(
    browser: Browser, server: str, dark: bool, switch: bool
) -> None:
    """That of the system at first, then the one that the reader chooses."""
    with Window.open(browser, dark=dark) as window:
        page = window.page
        page.goto(server + "index.html")
        picture = page.locator(".hero img")
        picture.scroll_into_view_if_needed()
        page.wait_for_function("image => image.naturalWidth > 0", arg=picture.element_handle())
        if switch:
            page.locator("form[data-md-component=palette] label:visible").click()
        scheme = "slate" if dark != switch else "default"
        page.wait_for_selector(f"body[data-md-color-scheme={scheme}]")
        bright = brightness(page, picture.screenshot())
        assert bright < 100 if dark != switch else bright > 150
        window.assert_clean()


def brightness(page: Page, png: bytes) -> float:
    """Return the mean brightness of a picture, from 0 to 255, as the browser reads it."""
    return float(
        page.evaluate(
            """async (data) => {
                const image = new Image();
                image.src = "data:image/png;base64," + data;
                await image.decode();
                const pen = document.createElement("canvas").getContext("2d");
                pen.imageSmoothingQuality = "high";
                pen.drawImage(image, 0, 0, 10, 10);
                const values = [...pen.getImageData(0, 0, 10, 10).data].filter((_, i) => i % 4 < 3);
                return values.reduce((sum, value) => sum + value) / values.length;
            }""",
            b64encode(png).decode(),
        )
    )


@pytest.mark.parametrize("place", ["server", "folder"])
def test_a_question_is_answered_in_the_result(browser: Browser, server: str, place: str) -> None:
    """From a sub-path of a server, and from a folder without one; the answer, its weight and its rules are in sight."""
    with Window.open(browser, width=390, height=844) as window:
        page = window.page
        page.goto((server if place == "server" else from_folder()) + "index.html")
        page.locator(".ask .ask__text").click()
        page.keyboard.type("Peut-on entrer dans une boutique pleine de ses propres pions ?")
        first = page.locator(".ask__results li").first
        first.get_by_text(
            "Seulement si la même figurine"
        ).wait_for()  # in the language of the question
        assert first.locator(".standing").is_visible()
        assert first.bounding_box()["y"] < 600  # type: ignore[index]  # it is visible, so it has a box
        first.locator("a.id", has_text="OCC-04").click()
        page.wait_for_url("**/handbook/rules-fr.html#OCC-04")
        assert page.locator("#OCC-04").is_visible()
        window.assert_clean()


def test_on_a_german_page_the_search_speaks_german(browser: Browser, server: str) -> None:
    """Also where the question does not show its language; and all that it leads to is in German."""
    with Window.open(browser, width=390, height=844) as window:
        page = window.page
        page.goto(server + "answers-de.html")
        asking = page.get_by_placeholder("Worum geht der Streit?")
        asking.fill("MOV-04")
        rule = page.locator(".ask__results li").first
        assert rule.locator(".ask__kind").inner_text() == "Regel MOV-04"
        assert "Auf einem Bauplatz ohne Geschäft" in rule.locator(".ask__said").inner_text()
        assert rule.locator(".standing").inner_text().startswith("So steht es in den Spielregeln")
        rule.locator(".ask__head a").click()
        page.wait_for_url("**/rules/movement-de.html#MOV-04")
        page.goto(server + "answers-de.html")
        asking.fill("ALC-01")
        page.get_by_text("Regel ALC-01", exact=True).wait_for()
        assert (
            rule.locator(".standing").inner_text()
            == "So steht es in den Spielregeln: in allen fünf"
        )
        assert rule.locator(".ask__foot a").count() == 0
        for id, weight in (("A-37", "Folgt aus den Spielregeln"), ("A-30", "Unsere Entscheidung")):
            asking.fill(id)
            page.get_by_text(f"Entscheidung {id}", exact=True).wait_for()
            assert rule.locator(".ask__said").get_attribute("lang") == "de"
            assert rule.locator(".standing").inner_text() == weight
        asking.fill("xyzzy")
        page.get_by_text("Nichts gefunden.").wait_for()
        window.assert_clean()


def test_the_same_entry_is_read_in_another_language(browser: Browser, server: str) -> None:
    with Window.open(browser) as window:
        page = window.page
        for before, language, after in (
            ("answers-es.html#Q-96", "fr", "answers-fr.html#Q-96"),
            ("handbook/rules-de.html#MOV-04", "it", "handbook/rules-it.html#MOV-04"),
        ):
            page.goto(server + before)
            page.locator(f".languages a[hreflang={language}]").click()
            page.wait_for_url(f"**/{after}")
        window.assert_clean()


def test_on_an_english_page_the_search_answers_in_the_language_of_the_question(
    browser: Browser, server: str
) -> None:
    with Window.open(browser) as window:
        page = window.page
        page.goto(server + "rules/duel.html")
        page.get_by_placeholder("Search the rules").fill("cuándo termina la partida")
        page.locator(".ask__kind", has_text="Regla END-01").wait_for()
        assert page.locator(".ask__wide").inner_text().strip() == "también en las guías y la API"
        assert page.locator(".ask__panel").get_attribute("lang") == "es"
        window.assert_clean()


def test_the_box_in_the_head_finds_entries_too_and_guides_on_request(
    browser: Browser, server: str
) -> None:
    with Window.open(browser) as window:
        page = window.page
        page.goto(server + "rules/duel.html")
        page.keyboard.press("/")
        page.keyboard.type("write a bot")
        page.get_by_text("Nothing found").wait_for()
        page.get_by_label("also in guides and API").check()
        page.locator(".ask__kind", has_text="Guide").first.wait_for()
        page.locator(".ask__results a", has_text="Write a bot").first.click()
        page.wait_for_url("**/how-to/write-a-bot.html*")
        window.assert_clean()


def test_the_site_works_without_a_network_once_it_was_open(browser: Browser, server: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(server + "index.html")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    context.set_offline(True)
    page.goto(server + "answers.html")
    page.locator(".ask .ask__text").click()
    page.keyboard.type("wer gewinnt bei Gleichstand")
    page.locator(".ask__results li", has_text="Q-83").wait_for()
    page.goto(server + "rules/duel.html")
    assert page.locator("#DUE-01").is_visible()
    page.goto(server + "board-fr.html")
    page.locator("#board[data-state=ready] toledo-table[data-version]").wait_for()
    context.close()


def test_a_short_address_leads_to_its_entry(browser: Browser, server: str) -> None:
    with Window.open(browser) as window:
        for id, page in (
            ("A-44", "rules/occupied"),
            ("Q-25", "answers"),
            ("EX-4", "rules/examples"),
        ):
            window.page.goto(f"{server}{id}.html")
            window.page.wait_for_url(f"**/{page}.html#{id}")
        window.assert_clean()


def test_the_page_for_unknown_addresses_finds_the_site(browser: Browser, server: str) -> None:
    """A server shows it under any address; here it lies two folders too deep."""
    page = browser.new_page()
    shown = (BUILD / "site" / "404.html").read_text(encoding="utf-8")
    for name in ("page.html", "a-44"):
        page.route(
            f"**/no/such/{name}", lambda route: route.fulfill(body=shown, content_type="text/html")
        )
    page.goto(server + "no/such/page.html")
    page.locator(f"#home[href='{server}index.html']").wait_for()
    page.goto(server + "no/such/a-44")
    page.wait_for_url("**/rules/occupied.html#A-44")
    page.close()
    reader = browser.new_context(locale="nl-BE")
    page = reader.new_page()
    page.goto(server + "404.html")
    page.get_by_role("heading", name="Deze pagina bestaat niet").wait_for()
    page.locator(f"#home[href='{server}index-nl.html']").wait_for()
    reader.close()


def test_an_entry_is_copied_as_a_citation_and_as_a_report(browser: Browser, server: str) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(server + "answers.html#Q-25")
    tools = page.locator("#Q-25 ~ .shows > .tools >> nth=0")
    tools.get_by_role("button", name="Cite").click()
    tools.get_by_role("button", name="Copied").click()  # once more, while it says so
    tools.get_by_role("button", name="Cite").wait_for()
    citation = page.evaluate("navigator.clipboard.readText()")
    assert "Q-25" in citation
    assert "Version " in citation
    assert citation.endswith("/site/Q-25.html")
    page.locator("#Q-24 ~ .shows > .tools >> nth=0").get_by_role("button", name="Report").click()
    page.locator("#Q-24 ~ .shows > .tools >> nth=0").get_by_role("button", name="Copied").wait_for()
    report = page.evaluate("navigator.clipboard.readText()")
    assert "Position: toledo1 " in report
    assert "My reading: " in report
    page.goto(server + "answers-fr.html")
    page.locator("#Q-24 ~ .shows > .tools >> nth=0").get_by_role("button", name="Signaler").click()
    page.locator("#Q-24 ~ .shows > .tools >> nth=0").get_by_role("button", name="Copié").wait_for()
    report = page.evaluate("navigator.clipboard.readText()")
    assert "Position : toledo1 " in report
    assert "Ma lecture : " in report
    context.close()


def test_the_tools_of_an_entry_speak_its_language_and_can_be_hit_on_a_phone(
    browser: Browser, server: str
) -> None:
    with Window.open(browser, width=390, height=844) as window:
        window.page.goto(f"{server}answers-de.html")
        tools = window.page.locator("#Q-25 ~ .shows >> nth=0 >> .tools button")
        assert tools.all_inner_texts() == ["Zitieren", "Melden"]
        for box in (tools.nth(0).bounding_box(), tools.nth(1).bounding_box()):
            assert box is not None
            assert min(box["width"], box["height"]) >= 24


def test_a_table_is_sorted_by_a_click_on_its_head(browser: Browser, server: str) -> None:
    with Window.open(browser) as window:
        page = window.page
        page.goto(server + "rules/discrepancies.html")
        column = page.locator("table.sortable td[data-label=class]")
        before = column.all_text_contents()
        head = page.locator("table.sortable th", has_text="class")
        head.get_by_role("button").click()
        assert head.get_attribute("aria-sort") == "ascending"
        assert column.all_text_contents() == sorted(before)
        head.get_by_role("button").click()
        assert column.all_text_contents() == sorted(before, reverse=True)
        window.assert_clean()


@pytest.mark.parametrize("start", ["index.html", "answers-de.html"])
def test_on_a_phone_the_box_goes_to_the_top_grows_and_folds_what_it_finds(
    browser: Browser, server: str, start: str
) -> None:
    with Window.open(browser, width=390, height=844) as window:
        page = window.page
        page.goto(server + start)
        box = page.locator(".ask .ask__text")
        low = box.bounding_box()
        box.click()
        page.wait_for_function(
            "document.querySelector('.ask__text').getBoundingClientRect().top < 100"
        )
        box.fill("we both have the tile, who wins? " * 4)
        high = box.bounding_box()
        assert low
        assert high
        assert high["height"] > 2 * low["height"]
        second = page.locator(".ask__results > li:has(.ask__rest)").nth(1)
        second.wait_for()
        assert not second.locator(".ask__rest").is_visible()
        second.locator(".ask__unfold").click()
        assert second.locator(".ask__rest").is_visible()
        assert page.locator(".ask__results > li").first.locator(".ask__foot").is_visible()
        window.assert_clean()


def test_a_browser_that_is_set_to_german_gets_the_german_first_page(
    browser: Browser, server: str
) -> None:
    """Until its reader chooses English."""
    context = browser.new_context(locale="de-DE")
    page = context.new_page()
    page.goto(server + "index.html")
    page.wait_for_url("**/index-de.html")
    page.locator(".languages a[hreflang=en]").click()
    page.wait_for_url("**/index.html")
    page.goto(server + "answers.html")
    page.goto(server + "index.html")
    assert page.locator("html").get_attribute("lang") == "en"
    context.close()


def test_the_rules_are_there_without_scripts(browser: Browser, server: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server + "rules/discrepancies.html")
    assert page.locator("table.sortable tbody tr").count() > 100
    page.goto(server + "rules/movement.html#MOV-05")
    assert page.locator("#MOV-05 ~ p").first.is_visible()
    context.close()


def test_without_scripts_a_fold_leads_to_what_belongs_there(browser: Browser, server: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server + "rules/movement.html#MOV-05")
    fold = page.locator("#MOV-05 ~ details.programmers").first
    fold.locator("> summary").click()
    fold.get_by_role("link", name="Read on").click()
    page.wait_for_url("**/rules/movement-more*.html#fold-*")
    assert page.locator("section:target dt").all_inner_texts()[:3] == ["Logic", "Code", "Tests"]
    assert page.locator("section:target dt").first.is_visible()
    context.close()


@pytest.mark.parametrize("place", ["server", "folder"])
def test_a_fold_is_filled_when_it_is_opened(browser: Browser, server: str, place: str) -> None:
    with Window.open(browser, dark=True) as window:
        page = window.page
        page.goto((server if place == "server" else from_folder()) + "rules/movement.html#MOV-05")
        fold = page.locator("#MOV-05 ~ details.programmers").first
        assert fold.locator("dt").count() == 0
        fold.locator("> summary").click()
        fold.get_by_text("carry_out").wait_for()
        assert fold.locator("dt").all_inner_texts()[:3] == ["Logic", "Code", "Tests"]
        example = page.locator("#MOV-05 ~ dl.evidence dt", has_text="Examples").first
        example = example.locator("xpath=following-sibling::dd[1]//details").first
        example.locator("> summary").click()
        example.locator("figure toledo-table[data-version]").first.wait_for()
        window.assert_clean()


@pytest.mark.parametrize(
    "symbol",
    [
        "legal_actions",
        "ToledoError",
        "Game.play",
        "IllegalActionError",
        "register_bot",
        "from_record",
        "state.State",
        "choices",
        "Transition",
        "determinize",
    ],
)
def test_a_programmer_finds_a_name_of_the_api(browser: Browser, server: str, symbol: str) -> None:
    """Without ticking anything: a name leads to its own entry, or to where it is told."""
    with Window.open(browser) as window:
        page = window.page
        page.goto(server + "how-to/build-a-ui.html")
        page.get_by_placeholder("Search API and guides").fill(symbol)
        first = page.locator(".ask__results li").first
        first.locator(".ask__kind", has_text="API").wait_for()
        first.locator(".ask__head a").click()
        page.wait_for_url(f"**/reference/api/*.html#*{symbol}")
        window.assert_clean()


def test_players_and_programmers_have_menus_of_their_own(browser: Browser, server: str) -> None:
    with Window.open(browser, width=1366) as window:
        page = window.page
        tabs = page.locator(".md-tabs__link")
        page.goto(server + "answers.html")
        players = ["Answers", "Rulebook", "Rules and rulings", "Board", "Play", "For programmers"]
        assert tabs.all_inner_texts()[1:] == players
        tabs.last.click()
        page.wait_for_url("**/tutorial/first-game.html")
        assert tabs.all_inner_texts()[1:-1] == ["Guides", "Reference", "Evidence", "Project"]
        tabs.last.click()
        page.wait_for_url("**/index.html")
        window.assert_clean()
