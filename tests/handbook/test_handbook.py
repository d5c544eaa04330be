"""The handbook: every rule is in it, and every translation is one of the text that is there now."""

from __future__ import annotations

import re

import pytest

from toledo_rules.errors import HandbookError, ToledoError
from toledo_rules.rulebook import (
    RULES,
    Booklet,
    Chapter,
    Paragraph,
    booklet_languages,
    carrying,
)
from website.model.handbook import TEXTS, read, stale

TRANSLATIONS = [
    (name, language) for name in TEXTS for language in booklet_languages() if language != "en"
]


def test_the_rules_carry_every_rule_and_only_numbers_that_exist() -> None:
    carried = {number for paragraph in read("rules").paragraphs for number in paragraph.numbers}
    living = {number for number, rule in RULES.items() if not rule.merged_into}
    assert {number for number in living if not number.startswith("A-")} - carried == set()
    assert carried - living == set()


@pytest.mark.parametrize("name", TEXTS)
def test_every_number_of_a_text_exists(name: str) -> None:
    for paragraph in read(name).paragraphs:
        assert set(paragraph.numbers) <= RULES.keys()


@pytest.mark.parametrize(("name", "language"), TRANSLATIONS)
def test_a_translation_has_the_form_of_its_source(name: str, language: str) -> None:
    source, translation = read(name), read(name, language)
    assert [len(chapter.paragraphs) for chapter in translation.chapters] == [
        len(chapter.paragraphs) for chapter in source.chapters
    ]
    for ours, theirs in zip(translation.paragraphs, source.paragraphs, strict=True):
        assert (ours.numbers, ours.picture) == (theirs.numbers, theirs.picture)
        assert ours.text.count("|") == theirs.text.count("|")
        assert ours.text.count("\n- ") == theirs.text.count("\n- ")


@pytest.mark.parametrize(("name", "language"), TRANSLATIONS)
def test_a_translation_has_the_figures_of_its_source(name: str, language: str) -> None:
    """A value, a price or a number of points is the same in every language."""
    pairs = zip(read(name, language).paragraphs, read(name).paragraphs, strict=True)
    differing = [
        (ours.numbers, ours.text)
        for ours, theirs in pairs
        if sorted(re.findall(r"\d+", ours.text)) != sorted(re.findall(r"\d+", theirs.text))
    ]
    assert differing == []


@pytest.mark.parametrize(("name", "language"), TRANSLATIONS)
def test_no_translation_is_stale(name: str, language: str) -> None:
    assert [paragraph.numbers for paragraph in stale(read(name, language), read(name))] == []


OR_MORE = {
    "en": "three or more figures",
    "de": "drei oder mehr Figuren",
    "es": "tres o más figuras",
    "fr": "au moins trois figurines",
    "it": "tre o più figure",
    "nl": "drie of meer figuren",
}


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("language", booklet_languages())
def test_three_figures_or_more_end_the_game(name: str, language: str) -> None:
    """END-01: a fourth figure in the same turn changes nothing."""
    ends = [one.text for one in read(name, language).paragraphs if "END-01" in one.numbers]
    assert ends
    assert all(OR_MORE[language] in text[0].lower() + text[1:] for text in ends)


def test_a_paragraph_whose_source_has_changed_is_stale() -> None:
    opening = Paragraph((), "Opening.")
    english = Booklet(
        "sheet", "en", "A", opening, (Chapter("B", (Paragraph(("TAK-01",), "Take three."),)),)
    )
    old = Paragraph(("TAK-01",), "Nimm zwei.", source=Paragraph((), "Take two.").digest)
    german = Booklet(
        "sheet", "de", "A", Paragraph((), "Anfang.", source=opening.digest), (Chapter("B", (old,)),)
    )
    assert stale(german, english) == (old,)


def test_the_paragraph_of_a_rule_can_be_had_in_every_language() -> None:
    found = {language: carrying("MOV-05", language) for language in booklet_languages()}
    assert found["de"] == Paragraph(
        ("MOV-05",),
        "Ist dort ein Kreis frei, muss die Figur ihn besetzen. Ist keiner frei, siehe *Volle Felder*.",
        source=found["en"].digest,
    )
    assert len({paragraph.text for paragraph in found.values()}) == len(booklet_languages())


def test_a_text_begins_with_its_title_and_says_that_it_is_unofficial() -> None:
    text = read("sheet")
    assert text.title == "Toledo at a glance"
    assert "unofficial" in text.opening.text
    assert text.chapters[0].title == "Your turn: one of four"


def test_a_list_belongs_to_the_paragraph_before_it() -> None:
    assert carrying("TRN-03").text.count("\n- ") == 4


def test_pictures_stand_between_paragraphs() -> None:
    pictures = [paragraph.picture for paragraph in read("learn").paragraphs if paragraph.picture]
    assert pictures[:5] == ["table", "place-metal", "place-smith", "first-card", "first-sword"]
    assert pictures[5:] == ["duel-begins", "duel-won", "delivery"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: read("rules", "la"),
            "the handbook does not speak 'la'; expected en, de, es, fr, it or nl",
        ),
        (lambda: carrying("A-117"), "no paragraph of the handbook carries 'A-117'"),
    ],
)
def test_what_is_not_there_is_named(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(HandbookError) as caught:
        call()
    assert str(caught.value) == message
    assert isinstance(caught.value, ToledoError)
