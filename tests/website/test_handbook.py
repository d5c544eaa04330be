"""The handbook as pages and in print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from toledo_rules import PlayCard, TakeCards, score
from toledo_rules.render import Highlights, PageLayout
from toledo_rules.rulebook import RULES, booklet_languages
from toledo_rules.testing import BLUE, RED, legal, play, sword
from website.model.answers import read_answers
from website.model.content import Content, read_content
from website.model.handbook import TEXTS, read
from website.model.languages import file_name
from website.model.standing import of_answer
from website.pages.pictures import guessed
from website.positions.learning import BANDS, FIRST_ROUND, PARTS, drawing, learning
from website.print.answer_book import answer_book
from website.print.printing import markup

HANDBOOK = Path(__file__).parents[2] / "build" / "site" / "handbook"
"""The pages of the handbook as `make docs` built them."""


@pytest.fixture(scope="module")
def content() -> Content:
    return read_content(HANDBOOK.parents[2])


@pytest.mark.parametrize("language", booklet_languages())
@pytest.mark.parametrize("name", ["rules", "learn", "sheet", "answers"])
def test_every_text_is_printed_and_the_sheet_on_one_page(name: str, language: str) -> None:
    pages = re.findall(rb"/Type\s*/Page\b", (HANDBOOK / file_name(name, language)).read_bytes())
    assert len(pages) == 1 if name == "sheet" else len(pages) >= 1


@pytest.mark.parametrize("language", booklet_languages())
@pytest.mark.parametrize("name", ["rules", "learn"])
def test_every_picture_says_how_much_of_the_board_is_a_guess(name: str, language: str) -> None:
    page = (HANDBOOK / f"{name}-{language}.html").read_text(encoding="utf-8")
    assert page.count('class="board"') == page.count('class="guessed"') > 0
    assert guessed(language).replace('"', '\\"') in markup(read(name, language))


def test_every_picture_of_the_texts_is_drawn() -> None:
    named = {paragraph.picture for name in TEXTS for paragraph in read(name).paragraphs}
    assert named - {None} <= learning().keys()


@pytest.mark.parametrize("layout", BANDS)
def test_a_picture_of_a_part_shows_what_it_marks(layout: PageLayout) -> None:
    """Shops, figures and swords that have just moved stand inside of the band that is shown."""
    marked = re.compile(
        r'<g class="tl-last"><g class="tl-dots"><rect [^>]*?y="([\d.]+)"[^>]*? height="([\d.]+)"'
    )
    count = 0
    for name, part in PARTS.items():
        picture = drawing(name, layout, "light")
        top, bottom = BANDS[layout][part]
        assert re.search(rf'viewBox="0 {top} \d+ {bottom - top}" ', picture), name
        for y, height in marked.findall(picture):
            assert top <= float(y) < float(y) + float(height) <= bottom, (name, y)
            count += 1
    assert count >= len(PARTS) - 1, "all but `full` mark something"


def test_the_first_round_is_as_the_text_says() -> None:
    """Ana moves twice by a 3, pays a 1, and forges the sword of 2 for one metal; two cards are left."""
    positions = learning()
    end = positions["turn-ends"].state
    assert [
        move.card.value for _, moves in FIRST_ROUND for move in moves if isinstance(move, PlayCard)
    ] == [3, 3]
    assert len(end.players[RED].hand) == 2
    assert end.players[RED].swords == (sword(2),)
    assert (sword(2).metal, sword(2).gems) == (1, 0)
    assert [card.value for card in end.players[BLUE].known] == [1]
    assert end.active == BLUE


def test_the_duel_and_the_delivery_are_as_the_text_says() -> None:
    """Ana wins by two rounds to one and takes a gem. A 7 is delivered beside 8 and 4; that makes 21 points."""
    positions = learning()
    won = positions["duel-won"]
    assert [fought.winner for fought in won.marks.duel] == [RED, BLUE, RED]
    assert won.state.players[RED].gems == 1
    assert 9 in won.state.players[RED].figures
    assert {*won.state.players[BLUE].figures} == {0}
    end = positions["last-round"].state
    assert end.active == BLUE
    assert [*legal(play(end, TakeCards(), "4td 5td"))] == []
    assert score(end, RED).total == 21


def test_every_picture_of_a_story_marks_what_changed() -> None:
    marked = {name for name, drawn in learning().items() if drawn.marks != Highlights()}
    told = {one.picture for one in read("learn").paragraphs} - {None, "table"}
    assert told <= marked


@pytest.mark.parametrize("language", booklet_languages())
def test_every_answer_is_printed(content: Content, language: str) -> None:
    book = answer_book(language, content)
    answers, _ = read_answers(content.root)
    printed = {one.numbers[0]: one for chapter in book.chapters for one in chapter.paragraphs}
    assert printed.keys() == {answer.id for answer in answers}
    for answer in answers:
        assert printed[answer.id].numbers[1:] == answer.ids
        question, said, standing = printed[answer.id].text.split(" | ")
        assert standing == of_answer(answer.sentences, content).spoken(language)[0]
        assert ((question, said) == (answer.question, answer.answer)) == (language == "en")
    page = ("answers" if language == "en" else f"answers-{language}") + ".html"
    site = HANDBOOK.parent
    assert f'href="handbook/{file_name("answers", language)}"' in (site / page).read_text("utf-8")


def test_a_ruling_stands_beside_a_rule_that_it_settles(content: Content) -> None:
    """A paragraph can state a decision only about a rule that it carries: the badge of that rule counts it."""
    for paragraph in read("rules").paragraphs:
        for number in paragraph.numbers:
            if settled := content.sections[number].settles:
                assert not set(settled).isdisjoint(paragraph.numbers), number


@pytest.mark.parametrize("language", booklet_languages())
def test_each_number_of_a_page_leads_to_its_rule(language: str) -> None:
    page = (HANDBOOK / f"rules-{language}.html").read_text(encoding="utf-8")
    numbers = {number for paragraph in read("rules").paragraphs for number in paragraph.numbers}
    linked = set(re.findall(r'<a [^>]*href="[^"]+"[^>]*>([A-Z]+-\d+)</a>', page))
    assert numbers <= linked <= RULES.keys()
