"""What the theorems are about: relations from the clauses, and a model written by hand.

`make theorems` lets Coq check the proofs.
"""

from __future__ import annotations

import pytest
from attrs import evolve

from spec.compiler.build import RELATIONS, relations
from spec.compiler.coq import Coq
from spec.theorems.build import FILES as GENERATED_FILES
from spec.theorems.build import HERE
from spec.theorems.witness import WITNESSES, found
from spec.tools.logic import LogicError, Part, parts
from spec.tools.theorems import (
    FILES,
    FOLDER,
    THEOREMS,
    about_editions,
    constructors,
    problems,
)


def changed(id: str, old: str, new: str) -> list[Part]:
    """The rules with a change in one section."""
    return [
        evolve(part, text=part.text.replace(old, new)) if part.id == id else part
        for part in parts()
    ]


def test_every_clause_is_tied_to_the_model() -> None:
    assert problems() == []


def test_a_changed_clause_has_to_be_looked_at() -> None:
    """MOV-08 without the tile card in the look-ahead: what a proof for two cards did not notice."""
    (problem,) = problems(changed("MOV-08", "run(E,V,T,K+1,N+1)", "run(E,V,none,K+1,N+1)"))
    assert problem.startswith("MOV-08: its clauses have changed; compare them with")


def test_a_changed_clause_about_editions_has_to_be_looked_at() -> None:
    """The theorems take for granted that no card has the value 0 (A-05), and nothing about paintings (A-08)."""
    (problem,) = problems(changed("A-05", "V < 1", "V < 0"))
    assert problem.startswith("A-05: its clauses have changed; compare them with")
    assert problems(changed("A-08", "V < 1", "V < 0")) == []
    assert about_editions() == {"A-05", "A-09", "A-10", "DUE-09"}


def test_a_new_clause_has_to_be_looked_at() -> None:
    assert len(problems([*parts(), Part("TRN-05", "turn_ends :- does(_,take_cards).")])) == 2
    assert len(problems([part for part in parts() if part.id != "MOV-12"])) == 2


def test_a_clause_that_no_move_depends_on_is_not_tied() -> None:
    assert problems(changed("A-126", "rank(P,1+N)", "rank(P,2+N)")) == []


def test_the_model_names_the_sections_of_the_clauses() -> None:
    assert {"MOV-08", "A-43", "TIL-01", "DUE-13"} <= constructors()


def test_every_theorem_is_stated_and_its_assumptions_are_printed() -> None:
    text = "".join((FOLDER / f"{name}.v").read_text("utf-8") for name in FILES)
    for name in THEOREMS:
        assert f"Theorem {name} :" in text
        assert f"Print Assumptions {name}." in text
    assert {path.stem for path in FOLDER.glob("*.v")} == set(FILES)


# The relations from the clauses


def constructor(sections: list[Part], name: str) -> str:
    """A constructor of the relations, in one line."""
    (line,) = (
        statement.constructor()
        for several in Coq(sections).statements.values()
        for statement in several
        if statement.name == name
    )
    return " ".join(line.split())


def test_the_relations_are_those_of_the_clauses() -> None:
    assert RELATIONS.read_text("utf-8") == relations()


def test_a_clause_becomes_a_constructor() -> None:
    """FEN-04 and MOV-05: a comparison of numbers, and a sum over everybody's figures."""
    assert constructor([*parts()], "offer_FEN04") == (
        "| offer_FEN04 : forall (L N : Z) (T : term), p_lesson T -> p_masters (Num N) -> "
        "p_tile_limit (Num L) -> N < L -> p_offer T k_none"
    )
    assert "sum_is (fun t => (exists" in constructor([*parts()], "free_MOV05")


def test_a_changed_clause_is_another_relation() -> None:
    wrong = constructor(changed("FEN-04", "N < L", "N <= L"), "offer_FEN04")
    assert wrong.endswith("N <= L -> p_offer T k_none")


def test_a_new_clause_leaves_the_names_of_the_others_alone() -> None:
    new = Part("FEN-04", "offer(none,none) :- chosen(fen04,unlimited).")
    before, after = Coq(parts()), Coq([*parts(), new])
    names = {s.name for several in before.statements.values() for s in several}
    added = {s.name for several in after.statements.values() for s in several} - names
    assert added == {"offer_FEN04_2"}
    assert "chosen" in after.edition


@pytest.mark.parametrize(
    ("clause", "problem"),
    [
        ("legal(P,A) :- may(P,B).", "bound by nothing"),
        ("may(P) :- active(P).", "another number of arguments"),
        ("turn_ends :- not turn_ends.", "its own negation"),
    ],
)
def test_what_is_no_program_is_refused(clause: str, problem: str) -> None:
    with pytest.raises(LogicError, match=problem):
        Coq([*parts(), Part("TRN-05", clause)]).compiled("")


def test_every_file_is_checked() -> None:
    written = {"Clauses", "Compiled", *(witness.file for witness in WITNESSES)}
    assert {path.stem for path in HERE.glob("*.v")} == {*GENERATED_FILES, "Extract"} - written | {
        "Clauses"
    }


def test_a_witness_meets_every_phase() -> None:
    tiny = WITNESSES[0]
    assert len(found(tiny).phases()) == 8
