"""Mutants of clauses: each kind of change is made, the committed result is about them, and some are tried again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from spec.tools.corollaries import COROLLARIES
from spec.tools.logic import parse
from spec.tools.rules import Section, read_book
from spec.tools.versions import clauses_digest
from tests.spec.agreement import disagreements
from tests.spec.clause_mutants import (
    ClauseMutant,
    EndlessError,
    changes,
    limited,
    mutants,
    notices,
    rules_with,
)
from tests.spec.clauses import clauses
from tests.spec.mutant_hunt import (
    EQUAL,
    HIDDEN,
    MOST_BYTES,
    NOT_NOTICED,
    PAGE,
    SORTS,
    cases,
    equivalents,
    page,
    result,
    small_bytes,
    state_of,
    steered,
    suite_digest,
)
from tests.spec.noticing import ENOUGH, anonymous
from toledo_rules import State

RESULT = result()
NAMES = [f"{one['rule']}: {one['clause']}" for one in RESULT["mutants"]]
FOUND: Mapping[ClauseMutant, str] = {
    mutant: one["noticed"] for mutant, one in zip(mutants(), RESULT["mutants"], strict=False)
}
BY_CASES: Mapping[ClauseMutant, list[str]] = {
    mutant: one["cases"] for mutant, one in zip(mutants(), RESULT["mutants"], strict=False)
}
POSITIONS = steered()


def position(case: str) -> State:
    """The position of a case that notices something."""
    return POSITIONS[case] if case in POSITIONS else state_of(case)


def texts(clause: str) -> list[tuple[str, str]]:
    (node,) = parse(clause)
    return [(kind, str(changed)) for kind, changed in changes(node)]


def test_every_kind_of_change_is_made() -> None:
    assert texts("rounds(A+1,D) :- round(attacker), phase(duel(_,_,A,D)), D < 2.") == [
        ("plus and minus", "rounds((A-1),D) :- round(attacker); phase(duel(_,_,A,D)); D < 2."),
        ("one more", "rounds((A+2),D) :- round(attacker); phase(duel(_,_,A,D)); D < 2."),
        ("comparison", "rounds((A+1),D) :- round(attacker); phase(duel(_,_,A,D)); D <= 2."),
        ("one more", "rounds((A+1),D) :- round(attacker); phase(duel(_,_,A,D)); D < 3."),
        ("dropped literal", "rounds((A+1),D) :- phase(duel(_,_,A,D)); D < 2."),
        ("dropped literal", "rounds((A+1),D) :- round(attacker); D < 2."),
        ("dropped literal", "rounds((A+1),D) :- round(attacker); phase(duel(_,_,A,D))."),
        ("swapped variable", "rounds((D+1),D) :- round(attacker); phase(duel(_,_,A,D)); D < 2."),
        ("swapped variable", "rounds((A+1),A) :- round(attacker); phase(duel(_,_,A,D)); D < 2."),
    ]


def test_every_clause_has_mutants() -> None:
    assert Counter(mutant.kind for mutant in mutants()).keys() == {
        "dropped clause", "comparison", "one more", "plus and minus", "dropped literal", "swapped variable",
    }  # fmt: skip
    assert {mutant.clause for mutant in mutants()} == {*clauses()}


def mutant(rule: str, without: str) -> ClauseMutant:
    """The mutant of a rule that lacks a literal."""
    return next(
        m
        for m in mutants()
        if (m.clause.rule, m.kind) == (rule, "dropped literal") and without not in m.text
    )


# The committed result


def test_the_result_is_about_the_clauses_and_the_suite_of_today() -> None:
    """If this fails, a clause or the suite has changed since: `python -m tests.spec.mutant_hunt`, some minutes."""
    assert RESULT["clauses"] == clauses_digest()
    assert RESULT["suite"] == suite_digest()
    assert [mutant.name for mutant in mutants()] == NAMES


def test_every_mutant_is_noticed_or_there_is_a_reason_why_nobody_could() -> None:
    assert [mutant.name for mutant, how in FOUND.items() if how == NOT_NOTICED] == []
    assert {mutant.name for mutant, how in FOUND.items() if how == EQUAL} == equivalents().keys()
    reasons = {**equivalents(), **equivalents(in_suite=True)}
    assert reasons.keys() <= {*NAMES}
    assert all(len(reason.split()) > 5 for reason in reasons.values())


def test_three_cases_of_the_small_part_notice_what_the_suite_can_ask() -> None:
    """Every clause fires in it, and every mutant that is not equivalent dies there, three times."""
    wanted = {m: names for m, names in BY_CASES.items() if FOUND[m] not in (EQUAL, SORTS, HIDDEN)}
    assert [mutant.name for mutant, names in wanted.items() if len(names) < ENOUGH] == []
    assert {m.name for m, how in FOUND.items() if how == HIDDEN} <= equivalents(
        in_suite=True
    ).keys()
    assert RESULT["silent in the suite"] == []


def test_the_small_part_stays_small() -> None:
    assert small_bytes() <= MOST_BYTES


def test_cases_that_notice_a_mutant_differ_after_renaming_seats() -> None:
    of_play = [names for mutant, names in BY_CASES.items() if FOUND[mutant] == "play"]
    of_refusals = [names for mutant, names in BY_CASES.items() if FOUND[mutant] == "refusals"]
    for some in (of_play[::10], of_refusals[::10]):
        for names in some:
            assert len({anonymous(position(name)) for name in names}) == len(names)


def test_the_page_shows_the_result() -> None:
    assert PAGE.read_text("utf-8") == page(RESULT, equivalents())
    assert len(POSITIONS) == RESULT["positions"]


# Some of them again


def test_every_mutant_of_play_is_noticed() -> None:
    """The rules with the mistake say something else in a position on which the library is compared with them."""
    found = {m: [*filter(_of_position, BY_CASES[m])] for m, how in FOUND.items() if how == "play"}
    assert len(found) > 600
    assert [str(m) for m, some in found.items() if some and not notices(position(some[0]), m)] == []


def _of_position(case: str) -> bool:
    return case in POSITIONS or case in cases()


def test_a_mutant_makes_library_and_rules_disagree() -> None:
    """SHP-01 without the phase: a shop could be placed at any moment of a turn."""
    changed = mutant("SHP-01", without="phase")
    state = position(BY_CASES[changed][0])
    assert notices(state, changed)
    assert any(disagreements([state], rules_with(changed)))
    assert not any(disagreements([state]))


def test_a_clause_that_is_not_well_sorted_is_no_question_of_play() -> None:
    """A-40: without the road a figure in the alcazar would be a mover, which is none of the vocabulary's."""
    (changed,) = (
        m
        for m in mutants()
        if m.clause.rule == "A-40"
        and m.text == "mover(S) :- resting; active(P); at(S,figure(P),_)."
    )
    assert not changed.well_sorted
    assert {how for m, how in FOUND.items() if not m.well_sorted} == {SORTS}


def test_a_question_without_an_end_is_given_up() -> None:
    def forever() -> None:
        while True:
            pass

    with pytest.raises(EndlessError):
        limited(forever, 0.1)
    assert limited(lambda: 5, 1) == 5


# The rule audit


SECTIONS = {section.id: section for section in read_book(Path(__file__).parents[2]).sections}
THEOREMS = {theorem.rule for theorem in COROLLARIES}


def is_missed(section: Section) -> bool:
    """Something fails when the rule is broken.

    Every clause of it is noticed when it is dropped; or that is true of all sections that state it, or from which it
    follows, or of the one that it points to; or it is a theorem, which a mistake in the rules spoils.
    """
    if section.clauses:
        dropped = [
            how
            for m, how in FOUND.items()
            if m.clause.rule == section.id and m.kind == "dropped clause"
        ]
        return bool(dropped) and not {EQUAL, NOT_NOTICED}.intersection(dropped)
    if section.merged_into:
        return is_missed(SECTIONS[section.merged_into])
    others = section.stated_by or section.follows_from
    return section.id in THEOREMS or (
        bool(others) and all(is_missed(SECTIONS[other]) for other in others)
    )


@pytest.mark.parametrize("status", ["rule", "ruling", "data"])
def test_something_fails_when_a_rule_is_broken(status: str) -> None:
    """Not for what is only informative: a motive or an explanation cannot be broken."""
    binding = [s for s in SECTIONS.values() if s.status == status and not s.informative]
    assert [section.id for section in binding if not is_missed(section)] == []
    assert binding
