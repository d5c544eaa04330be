"""Badges: worked out from sentences, the same for a sentence everywhere, compared with the verdicts of two readers."""

import re
import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from attrs import fields

from spec.tools.check import HOMES
from toledo_rules import Readings
from website.model.answers import read_answers
from website.model.content import Content, read_content
from website.model.standing import (
    MEANS,
    RULINGS,
    Ground,
    ground_faults,
    of_answer,
    of_section,
    read_ground,
    weight,
)

ROOT = Path(__file__).parents[2]
FINDING = ROOT / "docs" / "project" / "badges.md"
EVIDENCE = ROOT / "spec" / "evidence"

LABELS = {
    # disputed by nobody on what is asked
    "Q-71": "The rulebooks say so: all five",
    "Q-65": "The rulebooks say so: all five, IT not in full",
    "Q-97": "The rulebooks say so: all five",
    "Q-57": "The rulebooks say so: all five",
    "Q-61": "The rulebooks say so: all five, NL not in full",
    "Q-94": "The rulebooks say so: all five",
    "Q-53": "The rulebooks say so: all five, FR not in full",
    "Q-11": "Partly our ruling",
    "Q-23": "Follows from the rulebooks",
    "Q-66": "Follows from the rulebooks",
    "Q-76": "Follows from the rulebooks",
    "Q-129": "Follows from the rulebooks",
    # disputed
    "Q-68": "Disputed: D-80",
    # the books lean the other way
    "Q-01": "Against the letter: A-160",
    "Q-06": "Against the letter: A-22",
    "Q-70": "Against the letter: A-82",
    "Q-81": "Against the letter: A-120",
    # it stands there
    "Q-02": "The rulebooks say so: all five",
    "Q-15": "The rulebooks say so: all five",
    "Q-16": "The rulebooks say so: all five",
    "Q-21": "The rulebooks say so: FR NL DE DO",
    "Q-22": "The rulebooks say so: all five",
    "Q-39": "The rulebooks say so: all five",
    "Q-40": "The rulebooks say so: all five",
    "Q-49": "The rulebooks say so: all five, NL not in full",
    "Q-59": "The rulebooks say so: all five",
    "Q-74": "The rulebooks say so: all five",
    "Q-77": "The rulebooks say so: all five",
    "Q-123": "The rulebooks say so: all five",
    "Q-82": "Follows from the rulebooks",  # that metal is worth nothing
    # not all of it in all of them
    "Q-92": "Follows from the rulebooks",  # that nothing is drawn at the end of a turn
    "Q-104": "The rulebooks say so: all five, FR NL not in full",
    "Q-107": "The rulebooks say so: all five, NL not in full",
    "Q-116": "The rulebooks say so: all five, IT NL not in full",
}


@pytest.fixture(scope="module")
def content() -> Content:
    return read_content(ROOT)


@pytest.fixture(scope="module")
def badges(content: Content) -> dict[str, str]:
    """The kind of badge of each answer."""
    return {one.id: of_answer(one.sentences, content).kind for one in read_answers(content.root)[0]}


@pytest.mark.parametrize("id", LABELS)
def test_answers_that_a_review_found_wrong_have_the_right_badge(id: str, content: Content) -> None:
    (answer,) = (one for one in read_answers(ROOT)[0] if one.id == id)
    assert of_answer(answer.sentences, content).label == LABELS[id]


def test_a_ground_has_what_is_restated_what_follows_and_what_is_a_corner() -> None:
    assert read_ground("SHP-01.1 follows TRN-03.1 MOV-02.1 (A-30.2)") == Ground(
        ("SHP-01.1",), ("TRN-03.1", "MOV-02.1"), ("A-30.2",)
    )
    assert read_ground("(A-30.2 D-06)").ids == {"A-30", "D-06"}


def test_what_follows_from_rulebooks_is_no_firmer_than_that(content: Content) -> None:
    def kind(*grounds: str) -> str:
        return of_answer(grounds, content).kind

    assert kind("USE-04.1") == "says"
    assert kind("USE-04.1", "follows TRN-03.1") == "follows"
    assert kind("USE-04.1", "follows A-82.2") == "against"
    assert kind("USE-04.3") == "follows"  # we add it
    assert kind("TRN-04.1") == "follows"  # in no rulebook
    assert kind("USE-04.1", "(A-82.2)") == "says"


def test_every_sentence_that_an_answer_names_exists(content: Content) -> None:
    for answer in read_answers(ROOT)[0]:
        for one in answer.sentences:
            assert [*ground_faults(one, content)] == [], answer.id
    wrong = ("MOV-02", "MOV-" + "99.1", "MOV-02.9", "A-" + "58.1", "D-199")  # unknown, or merged
    assert [*ground_faults(" ".join([*wrong, "D-06", "MOV-02.1"]), content)] == [
        f"expected sentences such as MOV-02.1, not {one}" for one in wrong
    ]


def test_one_sentence_weighs_the_same_wherever_it_is_shown(content: Content) -> None:
    """No entry is firmer than a sentence that it shows, be it a rule, a ruling or an answer."""
    firmness = [*MEANS]
    for section in content.living:
        told = section.sentences if section.status == "ruling" else section.carried
        weights = {weight(f"{section.id}.{n + 1}", content).kind for n in range(len(told))}
        assert of_section(section, content).kind == max(weights, key=firmness.index)
    for answer in read_answers(ROOT)[0]:
        shown = firmness.index(of_answer(answer.sentences, content).kind)
        for ground in map(read_ground, answer.sentences):
            for one in ground.restates:
                assert shown >= firmness.index(weight(one, content).kind), (answer.id, one)


def test_a_ruling_is_weighed_once(content: Content) -> None:
    weighed = tomllib.loads((ROOT / RULINGS).read_text(encoding="utf-8"))
    assert [*weighed] == ["follows", "against"]
    ids = [id for listed in weighed.values() for id in listed]
    assert len(ids) == len({*ids})
    for listed in weighed.values():
        assert listed == sorted(listed, key=lambda id: int(id.removeprefix("A-")))
        assert all(not content.sections[id].merged_into for id in listed)


def test_a_ruling_against_the_letter_says_so_in_its_reason(content: Content) -> None:
    against = {one.id for one in content.living if of_section(one, content).kind == "against"}
    switched = {part.name.upper().replace("A", "A-") for part in fields(Readings)}
    assert against <= switched, "the badge says that an edition can choose the other reading"
    for id in against:
        told = content.sections[id].reason
        assert re.search("letter|doubtful|DE has|voluntary", told), id


def test_only_a_contradiction_that_is_not_at_odds_with_itself_disputes(content: Content) -> None:
    disputing = {
        id
        for id, table in content.discrepancies.items()
        if table["class"] == "C" and not table.get("itself")
    }
    assert disputing == {"D-45", "D-76", "D-80", "D-84", "D-92", "D-97", "D-117"}
    assert weight("TIL-02.1", content).by == {"D-80"}
    assert weight("USE-02.1", content).by == {"FR", "DE", "DO"}


def _verdicts(file: str) -> dict[str, str]:
    told: dict[str, str] = tomllib.loads((EVIDENCE / file).read_text(encoding="utf-8"))["verdicts"]
    return told


LATER = {"Q-134", "Q-135"}
"""Answers that were written after the readers had judged."""


def kappa(one: list[str], other: list[str]) -> float:
    """Cohen's kappa: how much more two readers agree than by chance."""
    cases = len(one)
    agreed = sum(a == b for a, b in zip(one, other, strict=True)) / cases
    counts, others = Counter(one), Counter(other)
    chance = sum(counts[kind] * others[kind] for kind in counts) / cases**2
    return (agreed - chance) / (1 - chance)


def test_kappa() -> None:
    assert kappa(["a", "b", "a", "b"], ["a", "b", "a", "b"]) == 1
    assert kappa(["a", "b", "a", "b"], ["a", "a", "b", "b"]) == 0


def test_the_agreement_of_readers_and_badges_is_the_one_that_is_published(
    badges: dict[str, str],
) -> None:
    badges = {id: badge for id, badge in badges.items() if id not in LATER}
    judged = {
        "reader A": _verdicts("verdicts-a.toml"),
        "reader B": _verdicts("verdicts-b.toml"),
        "the badge": badges,
    }
    page = FINDING.read_text(encoding="utf-8")
    for verdicts in judged.values():
        assert set(verdicts) == set(badges)
        assert set(verdicts.values()) <= set(MEANS)
    for (name, one), (other_name, other) in combinations(judged.items(), 2):
        same = sum(one[id] == other[id] for id in badges)
        measured = kappa([one[id] for id in badges], [other[id] for id in badges])
        assert f"| {name} and {other_name} | {same} of {len(badges)} | {measured:.2f} |" in page
    for id, badge in badges.items():
        a, b = judged["reader A"][id], judged["reader B"][id]
        assert (f"| {id} | {badge} | {a} | {b} |" in page) == (len({badge, a, b}) > 1), id


def test_what_both_readers_hold_against_a_badge_is_explained(badges: dict[str, str]) -> None:
    a, b = _verdicts("verdicts-a.toml"), _verdicts("verdicts-b.toml")
    held = {id for id in badges.keys() - LATER if a[id] == b[id] != badges[id]}
    assert held == {"Q-81"}
    assert "- Q-81: both readers" in FINDING.read_text(encoding="utf-8")


def test_a_piece_of_which_only_reviews_tell_is_no_ruling_of_ours(content: Content) -> None:
    assert of_section(content.sections["A-12"], content).label == "From reviews, in no rulebook"
    assert of_section(content.sections["A-09"], content).label == "Our guess"
    assert of_answer(["A-12.1 A-09.1"], content).label == "Our guess"


def test_every_section_has_sentences(content: Content) -> None:
    assert {one.id for one in content.living if one.sentences} == set(HOMES) - {
        one.id for one in content.sections.values() if one.merged_into
    }
    assert content.sections["A-136"].sentences[0] == "The card leaves the hand."
