"""The form "What is on your board?": what it calls right is what the library loads, and the file says who says so."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.browser import Browser, Page, Window
from toledo_rules import KOSMOS_2008, EditionError, load_edition, parse_edition
from toledo_rules.codec import digest
from toledo_rules.edition import Sword
from toledo_rules.editions import edition_differences
from website.model.content import read_content
from website.model.links import Links
from website.model.pages import Pages
from website.pages.boxform import FOLDER, ORDER, add_box_form, faults, form_data, questions

ROOT = Path(__file__).parent.parent.parent
SITE = ROOT / "build" / "site"


# The questions


def test_everything_that_is_assumed_is_asked_once_in_the_committed_order() -> None:
    assert list(faults(ROOT)) == []
    asked = [question.id for question in questions(ROOT)]
    assert len(asked) == len(set(asked))


def test_questions_go_along_the_road_and_then_by_what_changes_the_game_most() -> None:
    """By the figures that are published and by nothing else."""
    screening = json.loads((ROOT / ORDER).read_text(encoding="utf-8"))
    sizes = {one["question"]: one["size"][0] for one in screening["questions"]}
    asked = [question.id for question in questions(ROOT)]
    road = [id for id in asked if id.startswith("board.road.")]
    assert asked[: len(road)] == road == sorted(road, key=lambda id: int(id.split(".")[-1]))
    rest = [sizes[id] for id in asked[len(road) :]]
    assert rest == sorted(rest, reverse=True)
    assert screening["digest"] == digest(KOSMOS_2008)


def test_a_question_about_nothing_assumed_is_an_extra() -> None:
    extra = {question.id: question.extra for question in questions(ROOT)}
    assert extra["board.road.5"]  # inferred
    assert not extra["swords.6"]  # its value is printed, its cost is not


def test_the_page_explains_why_there_are_fewer_questions_than_guesses() -> None:
    """Every guess is in one of the questions that are no extra, and the page counts as it asks."""
    add_box_form(pages := Pages(), ROOT, Links(read_content(ROOT)))
    text = " ".join(pages.files["your-board.md"].split())
    found = re.search(r"in (\d+) questions: (\d+) ask for the (\d+) guesses.*? and (\d+) for", text)
    assert found is not None
    asked, guessing, guesses, extra = map(int, found.groups())
    assert asked == len(list(questions(ROOT))) == guessing + extra
    assert guesses == sum(datum.level == "assumed" for datum in KOSMOS_2008.provenance) > guessing


def test_a_faulty_order_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / ORDER).parent.mkdir(parents=True)
    asked = ("board.road.1", "board.road.1", "board.road.99")
    screening = {"questions": [{"question": question} for question in asked]}
    (tmp_path / ORDER).write_text(json.dumps(screening))
    said = "\n".join(map(str, faults(tmp_path)))
    assert "board.road.99: order: expected the key of a datum" in said
    assert "board.road.1: order: this question is there twice" in said
    assert "swords.2.cost: order: this is assumed, and nobody is asked" in said


# The model, by the code that the page runs


def fill_in(tmp_path: Path, *filled: dict[str, Any]) -> list[dict[str, Any]]:
    """Fill in forms, and return the problems and the file of each."""
    file = tmp_path / "data.json"
    file.write_text(json.dumps(form_data(ROOT)), encoding="utf-8")
    ran = subprocess.run(
        ("node", FOLDER / "command.js", file),
        input="\n".join(map(json.dumps, filled)),
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in ran.stdout.split("\n") if line]


def test_the_answers_are_a_text_to_send(tmp_path: Path) -> None:
    said = {
        "board.road.1": {"says": "yes"},
        "board.road.4": {"says": "no", "kind": "tavern", "row": "lower"},
        "board.road.6": {"says": "unsure"},
        "swords.2": {"says": "no", "none": True},
        "masters.colours.turquoise": {"says": "no", "colour": "green"},
    }
    more = [{"value": 20, "metal": 5, "gems": 5, "copies": 1}]
    (made,) = fill_in(tmp_path, {"answers": said, "more": more, "source": "Ana"})
    first, *lines = made["report"].splitlines()
    assert first.endswith("Seen by: Ana.")
    assert lines[0] == "- What is on space 1 of the road? site in the lower row (as assumed)"
    assert (
        lines[1]
        == "- What is on space 4 of the road? tavern in the lower row (assumed: site in the lower row)"
    )
    assert any("there is none (assumed: worth" in line for line in lines)
    assert any("duel tiles? green (assumed: turquoise)" in line for line in lines)
    assert lines[-1] == ("- One more kind of sword: worth 20, costs 5 metal and 5 gems, 1 of them")
    assert "space 6" not in made["report"]


def test_without_answers_the_file_is_the_default_edition(tmp_path: Path) -> None:
    (made,) = fill_in(tmp_path, {})
    assert made["problems"] == []
    mine = parse_edition(made["toml"])
    assert mine.name == "from-my-box"
    assert edition_differences(mine, KOSMOS_2008) == ()


def test_confirmed_data_are_no_longer_assumed(tmp_path: Path) -> None:
    every = {question.id: {"says": "yes"} for question in questions(ROOT)}
    (made,) = fill_in(tmp_path, {"answers": every, "source": "Ana's copy"})
    mine = parse_edition(made["toml"])
    found = edition_differences(mine, KOSMOS_2008)
    assert all(one.same for one in found)
    assert "assumed" not in {datum.level for datum in mine.provenance}
    assert {one.ours.source for one in found if one.ours} == {"Ana's copy"}


def test_another_colour_has_its_name_everywhere(tmp_path: Path) -> None:
    answers = {"masters.colours.turquoise": {"says": "no", "colour": "dark-green"}}
    (made,) = fill_in(tmp_path, {"answers": answers})
    mine = parse_edition(made["toml"])
    assert mine.duel_colours == ("violet", "brown", "dark-green")
    assert "dark-green" in mine.tiles
    assert {card.colour for card in mine.cards} == {*mine.duel_colours, "neutral"}


def test_swords_are_corrected_removed_and_added(tmp_path: Path) -> None:
    answers = {
        "swords.2": {"says": "no", "none": True},
        "swords.6": {"says": "no", "metal": "2", "gems": "2"},
    }
    more = [{"value": "9", "metal": "3", "gems": "1", "copies": "2"}]
    (made,) = fill_in(tmp_path, {"answers": answers, "more": more})
    assert made["problems"] == []
    swords = parse_edition(made["toml"]).swords
    assert Sword(7, 2, 2) in swords
    assert swords.count(Sword(9, 3, 1)) == 2
    assert 3 not in {sword.value for sword in swords}


def test_a_denial_without_another_answer_is_not_an_answer(tmp_path: Path) -> None:
    """Whoever says that it is different confirms nothing: it stays assumed until they say what it is instead."""
    every = {question.id: {"says": "no"} for question in questions(ROOT)}
    denying, nothing = fill_in(tmp_path, {"answers": every}, {})
    assert denying["answered"] == 0
    assert denying["denied"] == list(every)
    assert denying["toml"] == nothing["toml"]


@pytest.mark.parametrize(
    ("id", "same", "other"),
    [
        ("board.road.12", {"row": "middle"}, {"kind": "site"}),
        ("swords.2", {"metal": " 2 "}, {"none": True}),
        ("swords.6", {}, {"gems": "9"}),
        ("masters.colours.turquoise", {"colour": "turquoise "}, {"colour": "orange"}),
    ],
)
def test_a_denial_counts_as_soon_as_a_value_changes(
    tmp_path: Path, id: str, same: dict[str, Any], other: dict[str, Any]
) -> None:
    unchanged, changed = fill_in(
        tmp_path,
        {"answers": {id: {"says": "no", **same}}},
        {"answers": {id: {"says": "no", **other}}},
    )
    assert (unchanged["answered"], unchanged["denied"]) == (0, [id])
    assert (changed["answered"], changed["denied"]) == (1, [])


def test_a_draft_is_taken_up_where_it_was_left(tmp_path: Path) -> None:
    rng = Random(13)
    readers = [a_reader(rng) for _ in range(40)]
    left = fill_in(tmp_path, *readers)
    assert fill_in(tmp_path, *({"draft": one["draft"]} for one in left)) == left


@pytest.mark.parametrize(
    "draft",
    [
        None,
        7,
        {"answers": 3, "more": "x", "name": None},
        {"answers": [None, {"id": "board.road.99", "says": "yes"}], "more": [None, {"value": 1}]},
        {"answers": [{"id": "swords.2", "says": "yes", "assumed": "something else"}]},
    ],
)
def test_what_is_no_draft_of_this_form_is_passed_over(tmp_path: Path, draft: object) -> None:
    """It may be from an earlier form, in which something else was assumed."""
    restored, nothing = fill_in(tmp_path, {"draft": draft}, {})
    assert restored == nothing


def test_a_number_that_does_not_fit_says_which_sword(tmp_path: Path) -> None:
    (made,) = fill_in(
        tmp_path,
        {
            "answers": {"swords.2": {"says": "no", "copies": "0"}},
            "more": [
                {"value": "4", "metal": "1", "gems": "1", "copies": "1"},
                {"value": "0", "metal": "1", "gems": "0", "copies": "1"},
            ],
        },
    )
    said = [one["text"].partition(": expected")[0] for one in made["problems"]]
    assert said == ["The sword that is worth 3: how many", "Another sword, 2: worth"]


def a_reader(rng: Random) -> dict[str, Any]:
    """Answers of somebody who looks at some pieces, and may be wrong about them."""

    def number() -> str:
        return rng.choice(
            ["", "0", "1", "2", "3", "4", "14", "24", "999", "1000", "-1", "1.5", "x"]
        )

    def likely() -> str:
        return rng.choice(["1", "2", "3"])

    filled: dict[str, Any] = {"answers": {}}
    for question in rng.sample(list(questions(ROOT)), rng.randint(0, 5)):
        answer: dict[str, Any] = {"says": rng.choice(["yes", "no", "no", "unsure"])}
        if question.kind == "space":
            answer |= {
                "kind": rng.choice(["site", "site", "site", "tavern", "artist", "entrance"]),
                "row": rng.choice(["lower", "middle", "upper", "middle", "cellar"]),
            }
        elif question.kind == "sword":
            kinds = rng.choice([number, likely])
            answer |= {
                part: kinds() for part in rng.sample(["value", "metal", "gems", "copies"], 2)
            }
            answer["none"] = rng.random() < 0.1
        elif question.kind == "picture":
            line = rng.choice([["2"] * 6, ["1"] * 6, ["0"] * 6, ["1", "3", "2", "2", "2", "2"]])
            answer["copies"] = [rng.choice([one, one, one, one, number()]) for one in line]
        elif question.kind == "tile":
            answer["copies"] = rng.choice(["4", "3", "5", number()])
        else:
            names = [
                "turquoise",
                "orange",
                "brown",
                "neutral",
                "movement",
                "Blue",
                "a" * 41,
                "",
                "x-y",
            ]
            answer["colour"] = rng.choice(names)
        filled["answers"][question.id] = answer
    if rng.random() < 0.2:
        filled["more"] = [
            {part: rng.choice([likely, number])() for part in ("value", "metal", "gems", "copies")}
        ]
    if rng.random() < 0.1:
        filled["name"] = rng.choice(["my-box", "My Box", "", "kosmos", "a" * 50])
    if rng.random() < 0.1:
        filled["title"] = rng.choice(
            ["Toledo", " ", "a\u2028b", "x" * 501, 'Toledo "new"', "a\u00a0b"]
        )
    if rng.random() < 0.1:
        filled["source"] = rng.choice(["Ben", "", "tab\there", "x" * 501, "\\ and \u00e9"])
    return filled


def loads(text: str) -> bool:
    try:
        parse_edition(text)
    except EditionError:
        return False
    return True


def test_what_the_form_calls_right_is_what_the_library_loads(tmp_path: Path) -> None:
    """The conditions of the form are those of the library: of 400 readers, none is told anything else."""
    rng = Random(2008)
    readers = [a_reader(rng) for _ in range(400)]
    right = 0
    for reader, made in zip(readers, fill_in(tmp_path, *readers), strict=True):
        assert loads(made["toml"]) == (made["problems"] == []), reader
        right += made["problems"] == []
    assert 60 < right < 340, "some are right and some are wrong"


# In a browser


def look_at(page: Page, space: int) -> None:
    """Choose the question about a space."""
    page.get_by_text("All questions").click()
    page.get_by_role("button", name=f"What is on space {space} of the road?").click()


@pytest.mark.parametrize(("width", "dark"), [(1366, False), (390, True)])
def test_a_form_that_is_filled_in_gives_a_file_that_loads(
    browser: Browser, tmp_path: Path, width: int, dark: bool
) -> None:
    with Window.open(browser, width=width, height=844, dark=dark) as window:
        page = window.page
        page.goto(f"{SITE.as_uri()}/your-board.html")
        page.locator("#box-form .box-form__picture svg").first.wait_for()
        legend = page.locator("#box-form legend")
        assert legend.inner_text() == next(questions(ROOT)).title
        look_at(page, 12)
        page.get_by_label("No, it is different").check()
        page.get_by_label("It is a").select_option("site")
        assert (
            "The road: the rules say 2 taverns, your answers make 1 (space 5)"
            in page.locator(".box-form__problems").inner_text()
        )
        save = page.get_by_role("button", name="Save the edition file")
        assert save.is_disabled()
        look_at(page, 11)
        page.get_by_label("No, it is different").check()
        page.get_by_label("It is a").select_option("tavern")
        look_at(page, 4)
        page.get_by_label("Yes, that is how it is in my box").check()
        assert "Answered: 3." in page.locator(".box-form__progress").inner_text()
        assert "Everything fits together." in page.locator(".box-form__problems").inner_text()
        page.get_by_label("name", exact=True).fill("mine")
        with page.expect_download() as download:
            save.click()
        assert download.value.suggested_filename == "mine.toml"
        download.value.save_as(tmp_path / "mine.toml")
        mine = load_edition(tmp_path / "mine.toml")
        assert [str(one) for one in edition_differences(mine, KOSMOS_2008) if not one.same] == [
            "board.road.11: tavern in the middle row, there site in the middle row",
            "board.road.12: site in the middle row, there tavern in the middle row",
        ]
        assert page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
        window.assert_clean()


def test_each_question_has_its_picture(browser: Browser) -> None:
    with Window.open(browser) as window:
        page = window.page
        page.goto(f"{SITE.as_uri()}/your-board.html")
        page.locator("#box-form .box-form__picture svg").first.wait_for()
        for question in questions(ROOT):
            assert page.locator("#box-form legend").inner_text() == question.title
            assert page.locator("#box-form .box-form__picture svg").count() > 0, question.id
            page.get_by_role("button", name="Next").click()
        window.assert_clean()


def test_a_denial_asks_what_it_is_instead_and_answers_outlast_a_reload(browser: Browser) -> None:
    with Window.open(browser) as window:
        page = window.page
        progress = page.locator(".box-form__progress")
        after = 2 + [question.id for question in questions(ROOT)].index("board.road.12")
        page.goto(f"{SITE.as_uri()}/your-board.html")
        page.locator("#box-form .box-form__picture svg").first.wait_for()
        look_at(page, 12)  # a tavern
        page.get_by_label("No, it is different").check()
        assert "Say what it is instead" in page.locator(".box-form__instead").inner_text()
        assert "Answered: 0." in progress.inner_text()
        page.get_by_label("It is a").select_option("site")
        assert page.locator(".box-form__instead").inner_text() == ""
        assert "Answered: 1." in progress.inner_text()
        page.get_by_role("button", name="Next").click()
        page.get_by_label("who says so").fill("Ana")
        page.get_by_role("button", name="Add a kind of sword").click()
        assert page.get_by_label("how many").get_attribute("min") == "1"
        page.reload()
        assert f"Question {after} of" in progress.inner_text()
        assert "Answered: 1." in progress.inner_text()
        assert page.get_by_label("who says so").input_value() == "Ana"
        assert page.get_by_label("Another sword, 1").is_visible()
        page.get_by_role("button", name="Start again").click()
        assert "Question 1 of" in progress.inner_text()
        assert "Answered: 0." in progress.inner_text()
        page.get_by_role("button", name="Bring my answers back").click()
        assert "Answered: 1." in progress.inner_text()
        page.get_by_role("button", name="Start again").click()
        page.reload()
        assert "Answered: 0." in progress.inner_text()
        window.assert_clean()


def test_without_storage_the_form_works_and_says_so(browser: Browser) -> None:
    with Window.open(browser) as window:
        page = window.page
        page.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })"
        )
        page.goto(f"{SITE.as_uri()}/your-board.html")
        page.get_by_label("Yes, that is how it is in my box").check()
        assert "Answered: 1." in page.locator(".box-form__progress").inner_text()
        assert "save the file before you leave" in page.locator(".box-form__kept").inner_text()
