"""The proofs: the committed table fits the rules, the quick ones are done again, and mistakes spoil them.

`python -m spec.tools.prove` does all of them.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from attrs import evolve

from spec.theorems.build import THEOREMS
from spec.tools.counterexample import holds, written
from spec.tools.induction import Counterexample, afterwards, clauses_of, headings, replaced, solve
from spec.tools.logic import LogicError, parts, symbol
from spec.tools.mutants import Mutant
from spec.tools.plan import (
    AS_STATED,
    CATALOGUE,
    FIRST,
    MISTAKES,
    MOVE,
    PROOFS,
    TESTED,
    mistakes,
    proof,
    spoiled,
)
from spec.tools.plan import THEOREMS as GIVEN_THEOREMS
from spec.tools.prove import main, prove, spoil
from spec.tools.results import PROVED, SPOILED, load, write
from toledo_rules.edition import USUAL

QUICK = ("I-02 of moves", "I-06 of moves", "I-09", "I-12", "I-14", "I-33", "I-42", "I-19", "I-34")
"""Proofs that take about a second each."""

TABLE = load()


def test_every_proof_and_every_mistake_has_a_row() -> None:
    names = [p.name for p in PROOFS] + [m.name for m in MISTAKES]
    assert len(set(names)) == len(names)
    assert set(TABLE) == set(names)


def test_every_row_is_as_it_should_be() -> None:
    assert {TABLE[p.name].result for p in PROOFS} == {PROVED}
    assert {TABLE[m.name].result for m in MISTAKES} == {SPOILED}


@pytest.mark.parametrize("name", [p.name for p in PROOFS if p.players == 4])
def test_the_table_answers_the_questions_that_are_asked_today(name: str) -> None:
    """If this fails, the rules, an invariant or the plan has changed: `python -m spec.tools.prove` asks again."""
    asked = proof(name)
    question = asked.question()
    assert TABLE[name].digest == question.digest
    for players in (
        (2, 3) if asked.method != FIRST and asked.box.readings == USUAL else ()
    ):  # the same question but for this one fact
        row = TABLE[f"{name}, {players} players"]
        fewer = question.program.replace("players(4).\n", f"players({players}).\n")
        assert row.digest == evolve(question, program=fewer).digest
    for mutant in mistakes(asked):
        assert TABLE[mutant.name].digest == spoiled(mutant).digest


@pytest.mark.parametrize("name", QUICK)
def test_the_quick_proofs_succeed_and_their_mistakes_are_noticed(name: str) -> None:
    row, words = prove(proof(name))
    assert (row.result, words) == (PROVED, "")
    for mutant in mistakes(proof(name)):
        row, words = spoil(mutant, proof(name))
        assert row.result == SPOILED
        assert (" does " if proof(name).method == MOVE else "before") in words


def test_every_proof_can_fail() -> None:
    """A question that no mistake answers may be one that nothing answers."""
    assert [p.name for p in PROOFS if p.players == 4 and not mistakes(p)] == []
    assert {m.spoils for m in MISTAKES} <= {p.name for p in PROOFS}


def test_the_catalogue_is_complete_and_names_rows_that_exist() -> None:
    """I-01 to I-42: each is proved as stated, proved weaker, or tested, and the table says which."""
    assert [claim.number for claim in CATALOGUE] == [f"I-{number:02}" for number in range(1, 43)]
    names = {p.name for p in PROOFS}
    for claim in CATALOGUE:
        assert set(claim.by) <= names
        assert bool(claim.by) == (claim.status != TESTED)
        assert bool(claim.but) == (claim.status != AS_STATED)
        assert not claim.theorem or claim.theorem in THEOREMS


def test_every_invariant_is_proved_or_the_catalogue_says_that_it_is_tested() -> None:
    proved = {p.verdict for p in PROOFS}
    tested = {claim.number for claim in CATALOGUE if claim.status != AS_STATED}
    for verdict in headings():
        number = verdict[7:-1]
        by_moves = verdict.startswith("broken") and f"breaks({number})" in proved
        assert verdict in proved or by_moves or f"I-{number[1:]}" in tested or number == "stuck"


def test_whatever_is_given_is_proved_in_another_row_or_a_theorem() -> None:
    """No row rests on less than it says: the given rows are about the same players and the same cards."""
    for row in PROOFS:
        about = {p.verdict for p in PROOFS if (p.players, p.cards) == (row.players, row.cards)}
        for verdict in row.given:
            moves = verdict.replace("broken", "breaks")
            assert verdict in about or moves in about or GIVEN_THEOREMS[verdict] in THEOREMS


def test_every_row_is_asked_for_every_number_of_players() -> None:
    usual = [p.name for p in PROOFS if p.box.readings == USUAL]
    rows = [name.removesuffix(", 2 players").removesuffix(", 3 players") for name in usual]
    named = Counter(name for name in rows if name != "first" and not name.startswith("first,"))
    assert set(named.values()) == {3}


def test_a_choice_made_once_is_not_asked_for_twice() -> None:
    """`drawable` is chosen freely by *uncounted*: the number after a move would be that before it."""
    rules = replaced(clauses_of(parts()), "uncounted")
    with pytest.raises(
        LogicError, match="is chosen once, but broken\\(stuck\\) asks before and after"
    ):
        afterwards(rules, "broken(stuck)")


def test_a_counterexample_is_tried_in_the_whole_rules() -> None:
    """FEN-04: without the limit a fourth master tile is taken; with it that is not legal."""
    mutant = next(m for m in MISTAKES if m.spoils == "I-14")
    found = solve(spoiled(mutant)).counterexample
    assert found is not None
    assert found.move is not None
    edition = proof("I-14").edition()
    assert holds(clauses_of(mutant.apply(parts())), edition, found, "broken(i14)")
    assert not holds(clauses_of(parts()), edition, found, "broken(i14)")
    assert "use_space" in str(found.move)


def test_a_position_can_be_a_counterexample_by_itself() -> None:
    position = frozenset({symbol(("at", 3, ("figure", 0), 1))})
    found = Counterexample(position, None)
    edition = proof("I-14").edition()
    assert holds(clauses_of(parts()), edition, found, "broken(i11)")
    assert not holds(clauses_of(parts()), edition, found, "broken(i14)")
    assert written(found) == "  before     at(3,figure(0),1)"


def test_a_mistake_must_be_made_in_one_place() -> None:
    nowhere = Mutant("I-14", "FEN-04", "none", "no such text", "")
    with pytest.raises(LogicError, match="expected once in FEN-04, not 0 times"):
        nowhere.apply(parts())


def test_the_table_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "results.md"
    write(TABLE.values(), path)
    assert load(path) == TABLE
    assert load(tmp_path / "none.md") == {}


def test_an_unknown_proof_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["I-99"])
    assert "no such proof: I-99" in capsys.readouterr().err


def test_a_question_with_a_misspelt_predicate_is_an_error() -> None:
    question = proof("I-14").question()
    with pytest.raises(LogicError, match="mispelt"):
        solve(evolve(question, program=question.program + ":- mispelt(1)."))
