"""The compiled specification says what clingo says, also of clauses with mistakes, and refuses what it cannot say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

from spec.compiler.build import loaded, rust, typescript
from spec.compiler.clauses import by_kind, plain, read, words
from spec.compiler.engine import Engine
from spec.compiler.plan import Question, planned
from spec.compiler.strata import POSITION, check_stratified
from spec.conformance import runner
from spec.tools import facts
from spec.tools.facts import Position
from spec.tools.logic import LogicError, Part, Term, parse, parts, program
from spec.tools.oracle import Consequence, Now, Oracle
from spec.tools.referee import Batch, Referee, rows, the_referee
from tests.spec.agreement import sample
from tests.spec.clause_mutants import ClauseMutant, mistaken, mutants
from tests.spec.clauses import clauses, declarations
from tests.spec.test_before_play import damaged
from toledo_rules import State

ROOT = Path(__file__).parents[2]
# clingo complains of most programs with a clause less, since then something is never true; but not of these.
DROPPED = "gone(active(P)) :- ", "gone(at(X,T,N)) :- "
SHUFFLED = Random(3).sample(mutants(), len(mutants()))
MUTANTS = [
    *islice((m for m in SHUFFLED if m.node is not None and m.well_sorted), 8),
    *(one for one in mutants() for clause in DROPPED if f"without {clause}" in str(one)),
]


Answers: TypeAlias = list[list[Any]]
"""What is said of some positions, question by question."""


def of_clingo(referee: Referee, table: Table) -> Answers:
    """What clingo says."""
    edition, positions = table
    return [
        referee.consequences(edition, positions),
        referee.weights(edition, positions),
        referee.views(edition, positions),
        referee.sure(edition, positions),
        referee.results(edition, positions),
    ]


def of_compiled(oracle: Oracle, table: Table) -> Answers:
    """What the compiled specification says."""
    return [[asked(ask, oracle.position(p)) for p in table[1]] for ask in questions(oracle)]


def questions(oracle: Oracle) -> tuple[Callable[[Now], object], ...]:
    return oracle.consequences, oracle.weights, oracle.views, oracle.sure, oracle.results


Table: TypeAlias = tuple[tuple[Term, ...], list[Position]]
"""An edition for a number of players, and positions."""


def table(states: Sequence[State]) -> Table:
    edition = facts.edition(states[0].edition, len(states[0].players))
    return edition, [facts.position(state) for state in states]


@pytest.mark.parametrize("number", range(8))
def test_it_says_what_clingo_says(number: int) -> None:
    asked_ = table(sample(number, 10))
    assert of_compiled(Oracle(asked_[0]), asked_) == of_clingo(the_referee(), asked_)


@pytest.mark.parametrize("number", [1, 3])
def test_keys_hold_and_nothing_else_depends_on_them(number: int) -> None:
    """One module looks for a second answer wherever a key promises one only; the other relies on no key."""
    asked_ = table(sample(number))
    expected = of_compiled(Oracle(asked_[0]), asked_)
    for module in (loaded(checks=True), loaded(keys=False)):
        assert of_compiled(Oracle(asked_[0], module), asked_) == expected


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_a_mistake_in_a_clause_has_the_same_effect(mutant: ClauseMutant) -> None:
    changed = (mutant.node if clause is mutant.clause else clause.node for clause in clauses())
    referee = Referee([*declarations(), *(node for node in changed if node is not None)])
    for number in (2, 3):
        asked_ = table(sample(number, 8))
        said = of_compiled(mistaken(asked_[0], mutant), asked_)
        consequences, *others = of_clingo(referee, asked_)
        for answer, expected in zip(said[0], consequences, strict=True):
            assert answer == (expected if single_valued(expected) else TWO_VALUES)
        for answer, expected in zip(chain(*said[1:]), chain(*others), strict=True):
            assert answer in (expected, TWO_VALUES)


TWO_VALUES = "two values"
"""What cannot be said: the phase, or a score, is two things at once."""


def asked(question: Callable[[Now], object], now: Now) -> object:
    try:
        return question(now)
    except ValueError as error:
        if not re.match("two (values|numbers)|several values", str(error)):
            raise
        return TWO_VALUES


def single_valued(found: dict[Term, Consequence]) -> bool:
    """Return True if all positions after the moves say each thing once."""
    said = [[fluent[:-1] for fluent in what.after] for what in found.values()]
    return all(len({*one}) == len(one) for one in said)


def test_it_names_the_invariants_that_a_position_breaks() -> None:
    texts = [
        f.read_text("utf-8") for f in (ROOT / "spec/invariants").glob("*.lp") if f.stem != "history"
    ]
    nodes = [node for text in [*texts, "#defined was/1."] for node in parse(text)]
    stated = Batch([*program(), *nodes], [("broken", 1)])
    edition, (position,) = table(sample(0)[:1])
    pieces = sorted((fluent for fluent in position if fluent[0] == "at"), key=str)
    doubtful = [position, *(position - {piece} for piece in pieces[::7])]
    expected: list[set[str]] = [set() for _ in doubtful]
    for case, name in rows(stated.answer(edition, doubtful), "broken", 2):
        expected[case].add(name)
    oracle = Oracle(edition)
    assert [oracle.broken(oracle.position(one)) for one in doubtful] == expected
    assert any(expected)


def test_it_refuses_the_same_editions() -> None:
    editions = damaged(60, seed=5)
    boxes = [facts.box(edition) for edition in editions]
    found = [Oracle(box).ill_formed() for box in boxes]
    assert found == the_referee().ill_formed(boxes)
    assert any(found)


# The suite


class Direct(runner.Engine):
    """The compiled specification, asked in this process."""

    def __init__(self) -> None:
        super().__init__()
        self._engine = Engine()
        for edition in runner.editions():
            self.tell({"type": "edition", "edition": edition})

    def exchange(self, message: Any) -> Any:
        """Answer a message as if it had been sent."""
        return json.loads(json.dumps(self._engine.answer(message)))


def test_it_passes_a_sample_of_the_suite() -> None:
    engine, report = Direct(), runner.Report()
    for case in list(runner.suite("small"))[::10]:
        runner.run_case(engine, case, runner.ASKS, report)
    for setup in runner.setups():
        runner.run_setup(engine, setup, runner.ASKS, report)
    assert not report.wrong, str(report)
    assert {*report.asked} == {*runner.CORE, "explain", "notation"}
    assert {*engine.unanswered} == {"parse"}


def test_a_question_that_it_does_not_know_is_not_answered() -> None:
    answer = Engine().answer({"type": "question", "id": 4, "ask": "why"})
    assert answer["code"] == "unsupported"


# What is generated


def test_every_clause_of_the_rules_stands_in_the_code() -> None:
    """But for those of `next`, which positions keep by themselves, and words for a part of the position."""
    text = re.sub(r"\s+", " ", typescript())
    missing = [c.text for c in read(parts()) if f"// {c.rule}: {c.text}" not in text]
    assert missing == [
        "active(P) :- true(active(P)).",
        "phase(X) :- true(phase(X)).",
        "at(X,T,N) :- true(at(X,T,N)).",
        "next(F) :- true(F), not gone(F).",
        "next(F) :- new(F).",
    ]


def test_a_list_that_is_asked_about_a_constant_is_not_made() -> None:
    """The cards that may be drawn are those of the pile: all legal moves are not listed for them."""
    code = re.sub("//.*", "", rust())
    weights = code.partition("pub fn weight_ff")[2].partition("pub fn ")[0]
    assert "C_PILE" in weights
    assert "legal" not in weights


# What is refused


def prepared(text: str) -> list[Any]:
    return plain(by_kind(read([Part("A-01", text)]), words()))


@pytest.mark.parametrize(
    "text",
    [
        "host(P) :- role(P), not fee(none). fee(none) :- host(_).",
        "room(S,N) :- space(S,_), N = #sum { M,R : room(R,M) }.",
    ],
)
def test_a_program_that_is_not_stratified_is_refused_with_the_clause(text: str) -> None:
    with pytest.raises(LogicError, match="depends on its own negation\nA-01: "):
        check_stratified(prepared(text))


def test_a_clause_without_an_order_is_refused() -> None:
    clause = prepared("vacant(S) :- S > 0.")
    with pytest.raises(LogicError, match="there is no order"):
        planned(clause, words(), {"vacant": Question("vacant", "f", POSITION)})


def test_a_clause_of_another_form_is_refused() -> None:
    with pytest.raises(LogicError, match="cannot be compiled"):
        read([Part("A-01", "vacant(S) :- space(S,_), 1 { mover(S) }.")])
