"""The answers in other languages: complete, and made from the English that is there now."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from toledo_rules import KOSMOS_2008
from toledo_rules.rulebook import booklet_languages
from website.drawn import drawn, pairs
from website.model.answers import digest, read_answers, read_translated, stale
from website.model.content import read_content
from website.model.controls import controls
from website.model.languages import LANGUAGE_NAMES, LANGUAGES, TRANSLATIONS, WHOLE, page_of, words
from website.model.links import Links
from website.model.localized import component_words, faults, sentences, split
from website.model.stamp import Stamp, stamp
from website.model.standing import KINDS, MEANS, legend
from website.pages.boxform import questions
from website.pages.home import TEXTS
from website.search.searching import index
from website.theme.navigation import in_language

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "site"


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


def test_the_navigation_has_words_in_every_other_language() -> None:
    for language in TRANSLATIONS:
        said = words(language)
        assert said["navigation"].keys() == words("de")["navigation"].keys()
        assert {*said["badges"]["explained"]} == {*KINDS, "told"}


@cache
def searched() -> dict[str, Any]:
    """The index of the search, with all languages in its entries, as the page puts them together."""
    content = read_content(ROOT)
    found: dict[str, Any] = index(content, Links(content))
    for entry in found["entries"]:
        for code, spoken in found["languages"].items():
            for field, said in spoken.get(entry["id"], {}).items():
                entry[field][code] = said
    return found


def shape(words: object) -> object:
    """The keys of words, and the gaps in them."""
    if isinstance(words, dict):
        return {key: shape(said) for key, said in words.items()}
    if isinstance(words, list):
        return len(words)
    return {*re.findall(r"\{\w*\}", str(words))}


def test_what_surrounds_the_texts_has_the_same_words_in_every_language() -> None:
    """A language without pages of rules has none of their words."""
    assert tuple(controls()) == LANGUAGES
    all_words = words("en")
    small = {*words("fr")} - {"navigation"}
    for language, said in controls().items():
        ours = {*all_words} if language in WHOLE else small
        assert {*said} - {"navigation"} == ours, language
        for part in ours:
            assert shape(said[part]) == shape(all_words[part]), (language, part)


def test_the_first_page_has_the_same_gaps_and_links_in_every_language() -> None:
    """But for what is there in each of them."""
    gaps, links = r"\{\w+\}", r"\]\(([\w/-]+?)(?:-\w\w)?\.md\)"
    texts = {code: (TEXTS / f"{code}.md").read_text(encoding="utf-8") for code in LANGUAGE_NAMES}
    for language, text in texts.items():
        for part in (gaps, links):
            assert sorted(re.findall(part, text)) == sorted(re.findall(part, texts["en"])), language


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
    assert any("not in full" in label for label in standings)
    for label, translated in standings.items():
        assert {*translated} == {*TRANSLATIONS}
        for said in translated.values():
            assert not {*re.findall("[a-z]{3,}", said)} & {*re.findall("[a-z]{3,}", label)}


def test_the_badge_of_a_translated_rule_counts_the_rulings_in_its_paragraph() -> None:
    """ALC-01 stands in all rulebooks; that a figure cannot overshoot, which our paragraph adds, is A-37."""
    found = searched()
    entries, standings = found["entries"], found["standings"]
    by_id = {entry["id"]: entry for entry in entries}
    rule, ruling = by_id["ALC-01"], by_id["A-37"]
    assert rule["standing"]["label"] == "The rulebooks say so: all five"
    assert rule["weighed"] == {"kind": "follows", "label": "Follows from the rulebooks"}
    assert standings["Partly our ruling"]["de"] == "Zum Teil unsere Entscheidung"
    assert ruling["told"]["fr"] == rule["told"]["fr"]
    assert ruling["headed"]["fr"][1] == "handbook/rules-fr.html#A-37"
    assert by_id["SCO-01"]["weighed"] is None, "A-120 is about the swords of SCO-02"
    assert by_id["MOV-04"]["weighed"] is None, "A-37 settles it, but its paragraph does not say so"


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_rule_that_is_found_leads_to_its_paragraph_in_the_rulebook(language: str) -> None:
    entries = searched()["entries"]
    rules = [entry for entry in entries if entry["kind"] == "rule"]
    book = (SITE / f"handbook/rules-{language}.html").read_text(encoding="utf-8")
    for rule in rules:
        title, where = rule["headed"][language]
        page, _, anchor = where.partition("#")
        assert page == f"handbook/rules-{language}.html"
        assert book.count(f'<span id="{anchor}">') == 1
        assert escape(title, quote=False) in book
        assert rule["told"][language] != rule["told"]["en"]


@pytest.mark.parametrize("language", WHOLE[1:])
def test_what_is_found_is_headed_by_itself_where_it_is_translated(language: str) -> None:
    """A rule by its own title, not by its chapter; and the address is that of the entry in the language."""
    entries = searched()["entries"]
    found = [
        entry for entry in entries if entry["kind"] in ("rule", "ruling", "example", "difference")
    ]
    assert len(found) > 400
    for entry in found:
        title, said, where = entry["spoken"][language]
        assert title != entry["title"] or title in SAME
        assert said != entry["answer"] or not re.search("[a-z]", said)
        assert where == entry["where"].replace(".html", f"-{language}.html")
    by_id = {entry["id"]: entry for entry in found}
    title = by_id["DUE-14"]["spoken"]["de"][0]
    assert title == "Nach dem Duell geht der Zug des Angreifers weiter"


SAME: frozenset[str] = frozenset()
"""Titles that are the same in both languages."""


@pytest.mark.parametrize(
    ("path", "language", "found"),
    [
        ("answers.md", "de", "answers-de.md"),
        ("answers-fr.md", "en", "answers.md"),
        ("index.md", "fr", "index-fr.md"),
        ("index-fr.md", "en", "index.md"),
        ("handbook/learn-en.md", "it", "handbook/learn-it.md"),
        ("handbook/learn-it.md", "en", "handbook/learn-en.md"),
        ("rules/duel.md", "de", "rules/duel-de.md"),
        ("rules/duel-de.md", "en", "rules/duel.md"),
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
    assert titles[0] == words(language)["navigation"]["Home"]
    assert titles[1] == read_translated(ROOT, language).title
    assert titles[2] == words(language)["navigation"]["Rulebook"]
    assert titles[4] == words(language)["navigation"]["Board"]
    assert titles[-1] == words(language)["navigation"]["For programmers"] + " (en)"
    elsewhere = language not in WHOLE
    english = [titles[3], titles[-1]] if elsewhere else [titles[-1]]
    assert [title for title in titles if title.endswith(" (en)")] == english
    assert not {*titles}.intersection(title for _, title in tabs("answers.html"))
    assert [href for href, _ in tabs(page)] == [
        page_of(language, "index"),
        page,
        f"handbook/learn-{language}.html",
        "rules/index.html" if elsewhere else page_of(language, "rules/index"),
        page_of(language, "board"),
        page_of(language, "play"),
        "tutorial/first-game.html",
    ]
    rules = re.findall(r'<a class="id" href="([^"]*)"[^>]*>([A-Z]{3}-\d+)</a>', text)
    folder = f"handbook/rules-{language}.html" if elsewhere else "rules/"
    for href, id in rules:
        assert href.startswith(folder)
        assert href.endswith(f"-{language}.html#{id}")
    badges = re.findall(r'<span class="standing \w+">([^<]*)', text)
    assert len(badges) == text.count('class="standing')
    assert not {*MEANS.values(), "Partly our ruling"}.intersection(
        badge.split(":")[0] for badge in badges
    )
    assert unescape(legend(language)) in unescape(text)


# The specification in other languages


@pytest.mark.parametrize("language", WHOLE[1:])
def test_the_whole_specification_is_translated_and_nothing_is_stale(language: str) -> None:
    assert [str(problem) for problem, _ in faults(read_content(ROOT), language)] == []


def test_a_changed_a_missing_and_a_foreign_entry_are_found_and_shown() -> None:
    content = read_content(ROOT)
    topic = content.topics["tavern"]
    first, *rest = topic.sections
    changed = evolve(first, prose="You pay when you like.")
    unknown = "TAV" + "-09"  # in two parts: a number that does not exist must not be cited
    new = evolve(first, id=unknown)
    topics = {**content.topics, "tavern": evolve(topic, sections=(changed, new, *rest[:-1]))}
    sections = {**content.sections, first.id: changed, new.id: new}
    other = evolve(content, topics=topics, sections=sections)
    found = {(problem.id, problem.key, fault) for problem, fault in faults(other, "de")}
    assert found == {
        (first.id, "english", "stale"),
        (unknown, "id", "untranslated"),
        (rest[-1].id, "id", None),
    }


NUMBERED = re.compile(r"\b[A-Z]{1,3}-\d+[a-z]?\b")


@pytest.mark.parametrize("language", WHOLE[1:])
def test_a_translation_has_the_numbers_and_the_sentences_of_the_english(language: str) -> None:
    """DUE-10.2 is the second sentence of DUE-10 in every language; and no number is lost or changed."""
    told = [*pairs(read_content(ROOT), language)]
    assert len(told) > 2_000
    for where, first, second in told:
        assert sorted(NUMBERED.findall(first)) == sorted(NUMBERED.findall(second)), where
        assert sorted(numbers(first)) == sorted(numbers(second)), where
        assert sorted(re.findall("`[^`]+`", first)) == sorted(re.findall("`[^`]+`", second)), where
        assert len(split(first)) == len(split(second)) or where.endswith(("intro", "title")), where
        if where.endswith("text"):
            assert len(sentences(first, "en")) == len(sentences(second.strip(), language)), where


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seed_draws_the_same_sentences_from_all_texts(language: str) -> None:
    first = drawn(ROOT, language, seed=28, count=60)
    assert first == drawn(ROOT, language, seed=28, count=60)
    assert len({*first}) == 60
    for where, sentence in first:
        text = (ROOT / where.split(" ")[0]).read_text(encoding="utf-8")
        assert sentence.split(" ")[0] in text, where


@pytest.mark.parametrize("language", WHOLE[1:])
def test_components_and_questions_about_a_box_are_translated(language: str) -> None:
    ours = component_words(ROOT, language)
    for datum in KOSMOS_2008.provenance:
        for part, said in (("values", datum.value), ("sources", datum.source)):
            plain = not re.search(r"[a-z]", said) or re.fullmatch(
                r"(?:[\w-]+\.[a-z]{2,3}(?:, )?)+", said
            )
            assert plain or said in ours[part], said
    used = {one for datum in KOSMOS_2008.provenance for one in (datum.value, datum.source)}
    assert {*ours["values"], *ours["sources"]} <= used
    for first, second in zip(questions(ROOT), questions(ROOT, language), strict=True):
        assert (first.id, first.assumed, first.symbols) == (
            second.id,
            second.assumed,
            second.symbols,
        )
        assert first.title != second.title


LEFT_IN_ENGLISH = ("pre", "code", "q", "script", "style")
"""Elements of a page whose text is not in its language: code, and words of rulebooks."""
ENGLISH_WORDS = {
    "the",
    "and",
    "with",
    "which",
    "from",
    "may",
    "must",
    "rulebooks",
    "figure",
    "player",
}


@pytest.mark.parametrize("language", WHOLE[1:])
def test_no_page_for_players_has_english_on_it(language: str) -> None:
    """Not a sentence: no word that only English has, apart from names, code and quotations."""
    pages = [
        path
        for folder in (SITE, SITE / "rules", SITE / "handbook")
        for path in folder.glob(f"*-{language}*.html")
        if not path.name.startswith("programs-")  # its menu is that of programmers
    ]
    assert len(pages) > 35
    for path in pages:
        text = path.read_text(encoding="utf-8")
        for tag in LEFT_IN_ENGLISH:
            text = re.sub(rf"<{tag}\b.*?</{tag}>", " ", text, flags=re.DOTALL)
        text = re.sub(r'<span lang="en">.*?</span>|<a [^>]*lang="en"[^>]*>.*?</a>', " ", text)
        seen = {*re.findall(r"[^\W\d_]+", re.sub(r"<[^>]+>", " ", text))}
        assert not seen & ENGLISH_WORDS, path.name


def test_english_pages_stay_english() -> None:
    """The navigation is one for all pages, and speaks as each of them does."""
    assert [title for _, title in tabs("answers.html")][:3] == ["Home", "Answers", "Rulebook"]
    assert controls()["en"]["site"] in (SITE / "answers.html").read_text(encoding="utf-8")
    assert tabs("rules/duel.html")[1] == ("../answers.html", "Answers")


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_the_first_page_leads_to_its_board_and_says_what_is_in_english(language: str) -> None:
    home = (SITE / page_of(language, "index")).read_text(encoding="utf-8")
    said = controls()[language]["search"]["english"]
    form = page_of(language, "your-board") if language in WHOLE else "your-board.html"
    found = re.search(rf'href="{form}"[^>]*>[^<]+</a>([^<.]*)\.', home)
    assert found
    assert (f"({said})" in found[1]) == (language not in WHOLE)
    assert home.count(f"({said})") >= 2
    assert 'href="board.html"' not in home


@pytest.mark.parametrize("name", ["rules/duel", "rules/index", "components", "your-board"])
def test_a_page_leads_to_the_same_one_in_another_language(name: str) -> None:
    for language in WHOLE:
        page = (SITE / page_of(language, name)).read_text(encoding="utf-8")
        for other in WHOLE:
            href = page_of(other, name).rpartition("/")[2]
            assert (f'href="{href}" lang="{other}"' in page) == (other != language)


def test_a_short_address_leads_to_the_entry_in_a_language() -> None:
    assert '"de": "rules/occupied-de.html#A-44"' in (SITE / "A-44.html").read_text(encoding="utf-8")
    assert '"fr": "answers-fr.html#Q-25"' in (SITE / "Q-25.html").read_text(encoding="utf-8")
