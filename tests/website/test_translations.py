"""The answers in other languages: complete, and made from the English that is there now."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from functools import cache
from html import escape, unescape
from pathlib import Path

import pytest
from attrs import evolve

from toledo_rules import KOSMOS_2008
from toledo_rules.rulebook import booklet_languages
from website.model.answers import read_answers
from website.model.content import read_content
from website.model.controls import controls
from website.model.languages import LANGUAGE_NAMES, page_of
from website.model.links import Links
from website.model.stamp import Stamp, stamp
from website.model.standing import EXPLAINED, MEANS, legend
from website.model.translations import TRANSLATIONS, digest, read_translated, stale
from website.pages.handbook import paragraphs, rule_titles
from website.pages.home import TEXTS, top_words
from website.search.searching import index
from website.theme.navigation import in_language

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "site"
SPOKEN = tomllib.loads((ROOT / "website" / "model" / "spoken.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_answer_is_translated_and_none_is_stale(language: str) -> None:
    answers, _ = read_answers(ROOT)
    assert [
        str(problem) for problem in stale(language, read_translated(ROOT, language), answers)
    ] == []


def test_a_changed_a_missing_and_a_foreign_answer_are_found() -> None:
    answers, _ = read_answers(ROOT)
    german = read_translated(ROOT, "de")
    first, second, *rest = answers
    changed = [evolve(first, answer="Yes."), evolve(second, id="Q-999"), *rest]
    found = {(problem.key, problem.id) for problem in stale("de", german, changed)}
    assert found == {("english", first.id), ("id", "Q-999"), ("id", second.id)}
    assert digest(changed[0]) != digest(first)


def numbers(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"\d+", text)]


@pytest.mark.parametrize("language", booklet_languages())
def test_answers_about_the_pieces_give_the_numbers_of_the_edition(language: str) -> None:
    """The box, the swords that reviews have published, and the paintings; in a translation the same as in English."""
    box, colours = KOSMOS_2008, len(KOSMOS_2008.colours)
    moving = box.tiles.count("movement")
    known = {datum.key for datum in box.provenance if datum.level == "published"}
    kinds = sorted({*box.swords}, key=lambda sword: sword.value)
    published = [
        (sword.value, *(part for part in (sword.metal, sword.gems) if part))
        for number, sword in enumerate(kinds, 1)
        if {f"swords.{number}.value", f"swords.{number}.cost"} <= known
    ]
    told = spoken(language)
    assert numbers(told["Q-121"]) == [
        *(box.figures * colours, len(box.shops) * colours, len(box.cards), len(box.paintings)),
        *(len(box.tiles), len(box.tiles) - moving, moving),
        *(len(box.swords), box.metal, box.gems),
    ]
    assert numbers(told["Q-109"]) == [part for sword in published for part in sword]
    assert published[-1][0] == max(sword.value for sword in box.swords)
    assert tuple(numbers(told["Q-110"])[: len(box.paintings)]) == box.paintings


def spoken(language: str) -> dict[str, str]:
    """The answers in a language, by id."""
    if language == "en":
        return {answer.id: answer.answer for answer in read_answers(ROOT)[0]}
    return {id: one.answer for id, one in read_translated(ROOT, language).answers.items()}


def test_badges_and_navigation_have_words_in_every_language() -> None:
    assert {*SPOKEN} == {*TRANSLATIONS}
    for words in SPOKEN.values():
        assert {*MEANS} <= {*words}
        assert {*words["explained"]} == {*EXPLAINED, "told"}
        assert words.keys() == SPOKEN["de"].keys()
        assert words["navigation"].keys() == SPOKEN["de"]["navigation"].keys()


@cache
def searched() -> dict[str, object]:
    """The index of the search."""
    content = read_content(ROOT)
    return index(content, Links(content))


def shape(words: object) -> object:
    """The keys of words, and the gaps in them."""
    if isinstance(words, dict):
        return {key: shape(said) for key, said in words.items()}
    if isinstance(words, list):
        return len(words)
    return {*re.findall(r"\{\w*\}", str(words))}


def test_what_surrounds_the_texts_has_the_same_words_in_every_language() -> None:
    assert tuple(controls()) == tuple(LANGUAGE_NAMES)
    for language, words in controls().items():
        assert shape(words) == shape(controls()["en"]), language


def test_the_first_page_has_the_same_gaps_and_links_in_every_language() -> None:
    """But for what is there in each of them."""
    gaps, links = r"\{\w+\}", r"\]\(([\w/-]+?)(?:-\w\w)?\.md\)"
    texts = {code: (TEXTS / f"{code}.md").read_text(encoding="utf-8") for code in LANGUAGE_NAMES}
    for language, text in texts.items():
        for part in (gaps, links):
            assert sorted(re.findall(part, text)) == sorted(re.findall(part, texts["en"])), language


def test_the_top_of_the_first_page_has_the_same_words_in_every_language() -> None:
    assert tuple(top_words()) == tuple(LANGUAGE_NAMES)
    for language, said in top_words().items():
        assert shape(said) == shape(top_words()["en"]), language
        assert "{answers}" in said["ask"][1]


def test_the_date_is_written_as_in_the_language_of_the_page() -> None:
    first = Stamp("1.0", date(2027, 5, 1))
    assert [first.text(language) for language in LANGUAGE_NAMES] == [
        "Version 1.0, 1 May 2027",
        "Version 1.0, 1. Mai 2027",
        "Version 1.0, 1er mai 2027",
        "Versione 1.0, 1º maggio 2027",
        "Versie 1.0, 1 mei 2027",
        "Versión 1.0, 1 de mayo de 2027",
    ]


def test_every_badge_of_a_result_is_translated() -> None:
    """Nothing of the English ones is left but codes of rulebooks and numbers of discrepancies."""
    standings = searched()["standings"]
    assert isinstance(standings, dict)
    assert any("not in full" in label for label in standings)
    for english, spoken in standings.items():
        assert {*spoken} == {*TRANSLATIONS}
        for said in spoken.values():
            assert not {*re.findall("[a-z]{3,}", said)} & {*re.findall("[a-z]{3,}", english)}


def test_the_badge_of_a_translated_rule_counts_the_rulings_in_its_paragraph() -> None:
    """ALC-01 stands in all rulebooks; that a figure cannot overshoot, which our paragraph adds, is A-37."""
    found = searched()
    entries, standings = found["entries"], found["standings"]
    assert isinstance(entries, list)
    assert isinstance(standings, dict)
    by_id = {entry["id"]: entry for entry in entries}
    rule, ruling = by_id["ALC-01"], by_id["A-37"]
    assert rule["standing"]["label"] == "The rulebooks say so: all five"
    assert rule["weighed"] == {"kind": "follows", "label": "Follows from the rulebooks"}
    assert standings["Partly our ruling"]["de"] == "Zum Teil unsere Entscheidung"
    assert ruling["told"]["de"] == rule["told"]["de"]
    assert ruling["headed"]["de"][1] == "handbook/rules-de.html#A-37"
    assert by_id["SCO-01"]["weighed"] is None, "A-120 is about the swords of SCO-02"
    assert by_id["MOV-04"]["weighed"] is None, "A-37 settles it, but its paragraph does not say so"


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_rule_that_is_found_leads_to_its_paragraph_in_the_rulebook(language: str) -> None:
    entries = searched()["entries"]
    assert isinstance(entries, list)
    rules = [entry for entry in entries if entry["kind"] == "rule"]
    titles = rule_titles(language)
    book = (SITE / f"handbook/rules-{language}.html").read_text(encoding="utf-8")
    for rule in rules:
        title, where = rule["headed"][language]
        page, _, anchor = where.partition("#")
        assert page == f"handbook/rules-{language}.html"
        assert book.count(f'<span id="{anchor}">') == 1
        assert title == titles.get(rule["id"]) or escape(title, quote=False) in book
        assert rule["told"][language] != rule["told"]["en"]


@pytest.mark.parametrize(
    ("path", "language", "found"),
    [
        ("answers.md", "de", "answers-de.md"),
        ("answers-fr.md", "en", "answers.md"),
        ("index.md", "fr", "index-fr.md"),
        ("index-fr.md", "en", "index.md"),
        ("handbook/learn-en.md", "it", "handbook/learn-it.md"),
        ("handbook/learn-it.md", "en", "handbook/learn-en.md"),
        ("rules/duel.md", "de", ""),
    ],
)
def test_a_page_is_found_in_another_language(path: str, language: str, found: str) -> None:
    assert in_language(path, language) == found


def tabs(address: str) -> list[tuple[str, str]]:
    """The tabs of a built page: where they lead, and their titles."""
    text = (SITE / address).read_text(encoding="utf-8")
    found = re.findall(r'<a href="([^"]*)" class="md-tabs__link">(.*?)</a>', text, re.DOTALL)
    return [(href, unescape(title).strip()) for href, title in found]


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translated_page_has_navigation_and_badges_in_its_language(language: str) -> None:
    """Not a word of the English ones; and the tabs lead to the pages of the language."""
    page = page_of(language)
    text = (SITE / page).read_text(encoding="utf-8")
    assert f'<html lang="{language}"' in text
    assert f'<p class="stamp">{stamp(ROOT).text(language)}</p>' in text
    assert controls()["en"]["palette"]["slate"] not in text
    assert controls()[language]["site"] in text
    titles = [title for _, title in tabs(page)]
    assert titles[0] == SPOKEN[language]["navigation"]["Home"]
    assert titles[1] == read_translated(ROOT, language).title
    assert titles[2] == SPOKEN[language]["navigation"]["Rulebook"]
    assert titles[4] == SPOKEN[language]["navigation"]["Board"]
    assert titles[-1] == SPOKEN[language]["navigation"]["For programmers"] + " (en)"
    assert [title for title in titles if title.endswith(" (en)")] == [titles[3], titles[-1]]
    assert not {*titles}.intersection(title for _, title in tabs("answers.html"))
    assert [href for href, _ in tabs(page)] == [
        page_of(language, "index"),
        page,
        f"handbook/learn-{language}.html",
        "rules/index.html",
        page_of(language, "board"),
        page_of(language, "play"),
        "tutorial/first-game.html",
    ]
    rules = re.findall(r'<a class="id" href="([^"]*)"[^>]*>([A-Z]{3}-\d+)</a>', text)
    assert {(f"handbook/rules-{language}.html#{id}", id) for _, id in rules} == {*rules}
    badges = re.findall(r'<span class="standing \w+">([^<]*)', text)
    assert len(badges) == text.count('class="standing')
    assert not {*MEANS.values(), "Partly our ruling"}.intersection(
        badge.split(":")[0] for badge in badges
    )
    assert unescape(legend(language)) in unescape(text)


def test_german_titles_of_rules_are_those_of_the_rules_that_there_are_now() -> None:
    """A result of the search is headed by its rule, not by its chapter."""
    content = read_content(ROOT)
    told = tomllib.loads((ROOT / "docs/titles.de.toml").read_text(encoding="utf-8"))
    ours = {one.id: one.title for one in content.living if one.status != "ruling"}
    assert {id: one["english"] for id, one in told.items()} == ours
    assert rule_titles("de").keys() == ours.keys()
    assert rule_titles("fr") == {}
    assert paragraphs("de")["DUE-14"][0] == "Nach dem Duell geht der Zug des Angreifers weiter"


def test_english_pages_stay_english() -> None:
    """The navigation is one for all pages, and speaks as each of them does."""
    assert [title for _, title in tabs("answers.html")][:3] == ["Home", "Answers", "Rulebook"]
    assert controls()["en"]["site"] in (SITE / "answers.html").read_text(encoding="utf-8")
    assert tabs("rules/duel.html")[1] == ("../answers.html", "Answers")


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_the_first_page_leads_to_its_board_and_says_that_the_form_is_in_english(
    language: str,
) -> None:
    home = (SITE / page_of(language, "index")).read_text(encoding="utf-8")
    said = controls()[language]["search"]["english"]
    assert re.search(rf'href="your-board\.html"[^>]*>[^<]+</a>[^<.]* \({said}\)\.', home)
    assert 'href="board.html"' not in home
