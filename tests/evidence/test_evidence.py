"""Evidence: the words that are quoted from the rulebooks stand there, and no sentence of theirs stands here."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest
from attrs import evolve

from spec.tools.evidence import (
    MOST_WORDS,
    Book,
    Quotation,
    faults,
    read_evidence,
    read_others,
    read_told,
    words_of,
)
from spec.tools.rules import read_book
from spec.tools.tables import read_tables

ROOT = Path(__file__).parent.parent.parent
RULEBOOKS = Path(os.environ.get("RULEBOOKS", ROOT.parent / "shared" / "rulebooks"))
at_hand = pytest.mark.skipif(
    not RULEBOOKS.is_dir(), reason="the rulebooks are not at hand: RULEBOOKS="
)

EVIDENCE = read_evidence(ROOT)
TOLD = read_told(ROOT)
RULES = {section.id: section for section in read_book(ROOT).sections}
FILE = "spec/discrepancies.toml"
DISCREPANCIES = read_tables(ROOT / FILE, FILE)[0]

RIGHT = EVIDENCE["DE"].quotations["MOV-05"]

ABOUT_SILENCE = {"D-49", "D-50", "D-110"}
"""Discrepancies that no words show: about what all leave out, the order of paragraphs, what a scan has lost."""


@at_hand
def test_every_quotation_stands_in_its_rulebook() -> None:
    assert faults(EVIDENCE, RULEBOOKS) == []
    assert sum(len(one.quotations) for one in EVIDENCE.values()) > 1_000


@at_hand
@pytest.mark.parametrize(
    "wrong",
    [
        evolve(RIGHT, words="muss der Spieler seine Spielfigur dorthin ziehen"),
        evolve(RIGHT, sentence=1),
        evolve(RIGHT, sentence=99),
        evolve(RIGHT, section="Die Duelle"),
    ],
)
def test_a_quotation_that_is_not_there_is_found(wrong: Quotation) -> None:
    german = EVIDENCE["DE"]
    quotations = {**german.quotations, "MOV-05": wrong}
    (fault,) = faults({"DE": evolve(german, quotations=quotations)}, RULEBOOKS)
    assert fault.startswith("DE: MOV-05: ")


@at_hand
@pytest.mark.parametrize("code", EVIDENCE)
def test_every_sentence_of_a_rulebook_is_accounted_for(code: str) -> None:
    """Each is quoted, states a rule or an example again, or is listed as without effect."""
    evidence = EVIDENCE[code]
    (file,) = RULEBOOKS.glob(f"{evidence.book}_*.txt")
    book = Book(file.read_text(encoding="utf-8", errors="replace"), evidence.sections)
    quoted = {(one.section, one.sentence) for one in evidence.quotations.values()}
    others = set(read_others(ROOT).said[code])
    assert book.numbered - quoted - others == set()
    assert (quoted | others) - book.numbered == set()


def test_what_a_sentence_states_that_is_not_quoted_is_known() -> None:
    others = read_others(ROOT)
    examples = read_tables(ROOT / "spec/examples.toml", "spec/examples.toml")[0]
    assert set(others.said) == set(EVIDENCE)
    used = {stated for said in others.said.values() for stated in said.values()}
    assert used - set(RULES) - set(examples) == set(others.without_effect)
    for code, said in others.said.items():
        for stated in set(said.values()) & set(RULES):
            assert code in RULES[stated].renditions, (code, stated)


def test_a_sentence_that_is_told_whole_is_one_that_is_quoted() -> None:
    quoted = {
        (code, one.section, one.sentence)
        for code, evidence in EVIDENCE.items()
        for one in evidence.quotations.values()
    }
    assert set(TOLD.says) <= quoted


def test_what_a_ruling_against_the_letter_and_a_contradiction_turn_on_is_told_whole() -> None:
    """In every rulebook that is quoted on it."""
    weighed = tomllib.loads((ROOT / "spec/evidence/rulings.toml").read_text(encoding="utf-8"))
    assert sorted(TOLD.turns_on) == sorted(weighed["against"])
    disputing = {
        id
        for id, table in DISCREPANCIES.items()
        if table["class"] == "C" and not table.get("itself")
    }
    for id in disputing.union(*TOLD.turns_on.values()):
        for code, evidence in EVIDENCE.items():
            if one := evidence.quotations.get(id):
                assert (code, one.section, one.sentence) in TOLD.says, (code, id)


def test_a_heading_that_is_not_there_is_a_fault() -> None:
    with pytest.raises(ValueError, match="no heading 'SCHLUSS'"):
        Book("ANFANG\n\nEins. Zwei.", {"Anfang": "ANFANG", "Schluss": "SCHLUSS"})


def test_sentences_are_counted_from_the_heading() -> None:
    book = Book("TEIL\n\nEins zwei. Drei vier!\n- Fünf\n- Sechs", {"Teil": "TEIL"})
    said = {1: "eins zwei", 2: "Drei vier", 3: "fünf", 4: "sechs"}
    for number, words in said.items():
        assert book.has(Quotation("Teil", number, words, ""))
        assert not book.has(Quotation("Teil", number + 1, words, ""))


def test_a_heading_may_stand_on_the_line_of_its_first_sentence() -> None:
    book = Book("Hinweis: Eins zwei", {"Hinweis": "Hinweis"})
    assert book.has(Quotation("Hinweis", 1, "eins zwei", ""))
    assert Book("Nur dies", {"Nur": "Nur"}).has(Quotation("Nur", 1, "dies", ""))


def test_at_most_seven_words_are_quoted_each_with_its_meaning() -> None:
    for code, evidence in EVIDENCE.items():
        for id, quotation in evidence.quotations.items():
            assert 1 <= len(words_of(quotation.words)) <= MOST_WORDS, (code, id)
            assert quotation.gloss, (code, id)
            assert quotation.section in evidence.sections, (code, id)


def test_every_rule_that_a_rulebook_is_said_to_have_is_quoted_from_it() -> None:
    missing = [
        f"{code}: {rule.id}"
        for rule in RULES.values()
        for code in rule.renditions
        if rule.id not in EVIDENCE[code].quotations
    ]
    assert missing == []


def test_a_rule_that_no_rulebook_has_is_quoted_from_none() -> None:
    """Nor is a number that was merged into another."""
    quoted = {id for one in EVIDENCE.values() for id in one.quotations}
    assert {id for id in quoted & RULES.keys() if not RULES[id].renditions} == set()


def test_the_rulebooks_of_a_rule_and_the_words_quoted_from_them_agree() -> None:
    """A rulebook without a rule is quoted only where a discrepancy sets its words against those of the others."""
    for code, evidence in EVIDENCE.items():
        for id in evidence.quotations.keys() & RULES.keys() - set(_carried_by(code)):
            said = " ".join(str(DISCREPANCIES[one]["says"]) for one in RULES[id].discrepancies)
            assert re.search(rf"\b{code}\b", said), (code, id)


def _carried_by(code: str) -> list[str]:
    return [id for id, rule in RULES.items() if code in rule.renditions]


def test_every_discrepancy_is_shown_in_words() -> None:
    shown = {id for one in EVIDENCE.values() for id in one.quotations}
    assert shown <= {*RULES, *DISCREPANCIES}
    assert set(DISCREPANCIES) - shown == ABOUT_SILENCE


@at_hand
def test_every_word_of_the_changing_names_stands_in_its_rulebook() -> None:
    """D-112: four words for a figure in one rulebook, and so on."""
    said = re.findall(
        r"\b(IT|NL|FR) has (.+?)(?=; FR|\. |\.$)", str(DISCREPANCIES["D-112"]["says"])
    )
    assert [code for code, _ in said] == ["IT", "NL", "FR"]
    for code, names in said:
        (book,) = RULEBOOKS.glob(f"{EVIDENCE[code].book}_*.txt")
        prose = book.read_text(encoding="utf-8", errors="replace").lower()
        words = [word for listed in re.findall(r"\((.+?)\)", names) for word in listed.split(", ")]
        assert len(words) >= 4
        assert [word for word in words if word not in prose] == [], code


@at_hand
def test_no_sentence_of_a_rulebook_is_taken_over() -> None:
    """No run of eight words of a rulebook stands in the specification, in the answers or in their translations."""
    theirs: set[tuple[str, ...]] = set()
    for book in RULEBOOKS.glob("*.txt"):
        theirs |= runs(book.read_text(encoding="utf-8", errors="replace"))
    assert len(theirs) > 10_000
    ours = [
        *(ROOT / "spec").rglob("*.toml"),
        *(ROOT / "spec").rglob("*.md"),
        *(ROOT / "docs").rglob("*.toml"),
    ]
    shared = {
        (file.name, " ".join(run))
        for file in ours
        for run in runs(file.read_text(encoding="utf-8")) & theirs
    }
    assert shared == set()


def runs(prose: str) -> set[tuple[str, ...]]:
    """Every eight words in a row."""
    words = words_of(prose)
    return set(zip(*(words[start:] for start in range(MOST_WORDS + 1)), strict=False))
