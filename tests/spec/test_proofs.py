"""The proofs: the committed table fits the rules, the quick ones are done again, and mistakes spoil them.

`make prove` does all of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from clingo import ast
from clingo.ast import AST, ASTType, Transformer

from spec.tools import facts
from spec.tools.counterexample import holds, written
from spec.tools.induction import Counterexample, clauses_of, headings, invariants, solve
from spec.tools.logic import LogicError, is_clause, parse, parts
from spec.tools.mutants import MUTANTS, Mutant
from spec.tools.plan import MOVE, PROOFS, mistakes, proof, spoiled
from spec.tools.prove import main, prove, spoil
from spec.tools.results import PROVED, SPOILED, load, write

QUICK = ("I-02 of moves", "I-06 of moves", "I-09", "I-12", "I-14", "I-33", "I-42", "I-19", "I-34")
"""Proofs that take about a second each."""

TABLE = load()


def test_every_proof_and_every_mistake_has_a_row() -> None:
    names = [p.name for p in PROOFS] + [m.name for m in MUTANTS]
    assert len(set(names)) == len(names)
    assert set(TABLE) == set(names)


def test_every_row_is_as_it_should_be() -> None:
    assert {TABLE[p.name].result for p in PROOFS} == {PROVED}
    assert {TABLE[m.name].result for m in MUTANTS} == {SPOILED}


@pytest.mark.parametrize("name", [p.name for p in PROOFS])
def test_the_table_answers_the_questions_that_are_asked_today(name: str) -> None:
    """If this fails, the rules, an invariant or the plan has changed: `make prove` asks again."""
    asked = proof(name)
    assert TABLE[name].digest == asked.question().digest
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
    assert [p.name for p in PROOFS if not mistakes(p)] == []
    assert {m.spoils for m in MUTANTS} <= {p.name for p in PROOFS}


def test_every_invariant_is_proved_or_told_to_be_out_of_reach() -> None:
    """What is not proved by induction is named in the README, with the reason."""
    told = (Path(__file__).parents[2] / "spec" / "proofs" / "README.md").read_text("utf-8")
    proved = {p.verdict for p in PROOFS}
    for verdict in headings():
        number = verdict[7:-1]
        label = f"I-{number[1:]}" if number[1:].isdigit() else number
        by_moves = verdict.startswith("broken") and f"breaks({number})" in proved
        assert verdict in proved or by_moves or f"**{label}**" in told


def test_a_counterexample_is_tried_in_the_whole_rules() -> None:
    """FEN-04: without the limit a fourth master tile is taken; with it that is not legal."""
    mutant = next(m for m in MUTANTS if m.spoils == "I-14")
    found = solve(spoiled(mutant)).counterexample
    assert found is not None
    assert found.move is not None
    edition = proof("I-14").edition()
    assert holds(clauses_of(mutant.apply(parts())), edition, found, "broken(i14)")
    assert not holds(clauses_of(parts()), edition, found, "broken(i14)")
    assert "use_space" in str(found.move)


def test_a_position_can_be_a_counterexample_by_itself() -> None:
    position = frozenset({facts.call("at", 3, facts.call("figure", 0), 1)})
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


SEATS = {
    ("role", 0), ("active", 0), ("trigger", 0), ("figure", 0), ("shop", 0), ("alcazar", 0),
    ("hand", 0), ("area", 0), ("known", 0), ("does", 0), ("legal", 0), ("may", 0), ("rival", 0),
    ("clockwise", 0), ("clockwise", 1), ("challenge", 0), ("host", 0), ("lands", 0), ("paid", 0),
    ("paid", 2), ("spent", 0), ("duellist", 1), ("duel", 1), ("goal", 0), ("points", 0),
    ("rank", 0), ("winner", 0), ("better", 0), ("better", 1), ("card_sum", 0), ("dealt", 0),
    ("first", 0), ("level", 0), ("level", 1), ("level_in_cards", 0), ("level_in_cards", 1),
}  # fmt: skip
"""Arguments that are seats, by name and place."""


class _Variables(Transformer):
    """The variables of a clause that stand for seats, and those that are calculated with or put in order."""

    def __init__(self) -> None:
        self.seats: set[str] = set()
        self.numbers: set[str] = set()

    def visit_Function(self, node: AST) -> AST:  # noqa: N802  # the names are clingo's
        for place, argument in enumerate(node.arguments):
            if (node.name, place) in SEATS and argument.ast_type == ASTType.Variable:
                self.seats.add(argument.name)
        self.visit_children(node)
        return node

    def visit_BinaryOperation(self, node: AST) -> AST:  # noqa: N802
        self.numbers |= _names(node)
        return node

    def visit_UnaryOperation(self, node: AST) -> AST:  # noqa: N802
        self.numbers |= _names(node)
        return node

    def visit_Comparison(self, node: AST) -> AST:  # noqa: N802
        equal = (ast.ComparisonOperator.Equal, ast.ComparisonOperator.NotEqual)
        if any(guard.comparison not in equal for guard in node.guards):
            self.numbers |= _names(node)
        self.visit_children(node)
        return node


class _Names(Transformer):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_Variable(self, node: AST) -> AST:  # noqa: N802
        self.found.add(node.name)
        return node


def _names(node: AST) -> set[str]:
    names = _Names()
    names.visit(node)
    return names.found - {"_"}


def calculates_with_seats(clause: AST) -> bool:
    """Whether a clause adds seats, or puts them in order."""
    variables = _Variables()
    variables.visit(clause)
    return bool(variables.seats & variables.numbers)


def test_seats_are_alike_so_that_whoever_is_on_turn_may_be_seat_0() -> None:
    """No clause calculates with seats but the one that says who sits next, and it goes round the table."""
    rules = [clause for clause in clauses_of(parts()) if is_clause(clause)]
    assert [str(c) for c in rules if calculates_with_seats(c)] == [
        "clockwise(P,((P+1)\\N)) :- role(P); players(N)."
    ]
    (ordered,) = parse("broken(x) :- active(P), rival(Q,_), P < Q.")[:1]
    assert calculates_with_seats(ordered)


def test_invariants_put_seats_in_order_only_to_tell_two_of_them_apart() -> None:
    """P < Q stands for P != Q where both are asked for in the same way: the question is the same for any seats."""
    ordered = [str(c) for c in invariants() if is_clause(c) and calculates_with_seats(c)]
    assert ordered == [
        "broken(i24) :- legal(P,_); legal(Q,_); P < Q.",
        "broken(form) :- trigger(P); trigger(Q); P < Q.",
    ]
