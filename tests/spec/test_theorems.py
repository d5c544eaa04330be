"""What the theorems are about: relations from the clauses.

`make theorems` lets Coq check the proofs.
"""

from __future__ import annotations

import pytest
from attrs import evolve

from spec.compiler.build import RELATIONS, relations
from spec.compiler.coq import Coq
from spec.theorems.build import FILES, HERE, THEOREMS
from spec.theorems.witness import WITNESSES, found, written
from spec.theorems.wrong import NOTHING, PAGE, reviewed, rows, wrong_rules
from spec.tools.logic import LogicError, Part, parts


def changed(id: str, old: str, new: str) -> list[Part]:
    """The rules with a change in one section."""
    return [
        evolve(part, text=part.text.replace(old, new)) if part.id == id else part
        for part in parts()
    ]


def test_every_theorem_is_stated_and_its_assumptions_are_printed() -> None:
    proofs = "".join(path.read_text("utf-8") for path in HERE.glob("*.v"))
    by_witness = written(WITNESSES[0], Coq(parts()))
    for name in THEOREMS:
        assert f"Theorem {name} :" in proofs + by_witness
        assert f"Print Assumptions {name}." in proofs + by_witness


def test_the_theorems_ask_nothing_that_is_not_proved_of_an_edition() -> None:
    """Every section is closed, and what it asks of an edition is well_formed."""
    asked = {
        line.split(":", 1)[1].strip()
        for path in HERE.glob("*.v")
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("Hypothesis") and " Ed." in line and "St" not in line
    }
    assert asked == {"well_formed Ed."}


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
    made = {"Compiled", *(witness.file for witness in WITNESSES)}
    assert {path.stem for path in HERE.glob("*.v")} == {*FILES, "Extract"} - made


def test_a_witness_meets_every_phase() -> None:
    tiny = WITNESSES[0]
    assert len(found(tiny).phases()) == 8


def test_a_wrong_rule_is_another_model() -> None:
    """Every wrong rule has its clause; `python -m spec.theorems.wrong` shows what fails by each."""
    wrong = wrong_rules()
    assert len(wrong) >= 32
    right = Coq(parts()).clauses("")
    for each in wrong[::8]:
        assert Coq(each.sections()).clauses("") != right


def test_the_wrong_rules_of_the_review_have_been_tried() -> None:
    """The others are drawn again when clauses change; each row says with which it was tried."""
    found, page = rows(), PAGE.read_text("utf-8")
    assert len(found) >= 32
    assert {wrong.title for wrong in reviewed()} <= found.keys()
    for row in found.values():
        assert row.step != NOTHING
        assert str(row) in page
