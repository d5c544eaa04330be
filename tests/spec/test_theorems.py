"""The model of the general theorems is tied to the clauses. `make theorems` lets Coq check the proofs."""

from __future__ import annotations

from attrs import evolve

from spec.tools.logic import Part, parts
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
