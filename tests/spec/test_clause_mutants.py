"""Mutants of clauses: each kind of change is made, and some of them are seen to be noticed."""

from __future__ import annotations

from collections import Counter

from spec.tools.logic import parse
from spec.tools.oracle import Oracle
from tests.spec.agreement import sample
from tests.spec.audit import clauses, declarations
from tests.spec.clause_mutants import answers, changes, concerns, mutants


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
    kinds = Counter(mutant.kind for mutant in mutants())
    assert set(kinds) == {
        "comparison", "one more", "plus and minus", "dropped literal", "swapped variable",
    }  # fmt: skip
    changed = {mutant.clause.number for mutant in mutants()}
    facts = {clause.number for clause in clauses() if not clause.node.body}
    frame = {c.number for c in clauses() if str(c.node).startswith("next(")}
    assert {clause.number for clause in clauses()} - changed <= facts | frame


def test_a_mutant_gives_other_answers() -> None:
    """SHP-01 without the phase: a shop could be placed at any moment of a turn."""
    states = sample(0, 12)
    mutant = next(m for m in mutants() if "SHP-01" in str(m) and "phase" not in str(m.node))
    rest = [c.node for c in clauses() if c is not mutant.clause]
    wrong = Oracle([*declarations(), *rest, mutant.node])
    assert concerns(mutant.clause.number) == ("successors",)
    assert answers(wrong, "successors", states) != answers(Oracle(), "successors", states)
