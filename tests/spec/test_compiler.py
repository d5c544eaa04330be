"""The compiled specification says what clingo says, also of clauses with mistakes, and refuses what it cannot say."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from clingo.symbol import Symbol

from spec.compiler.build import compiled, loaded, typescript
from spec.compiler.clauses import by_kind, plain, read, words
from spec.compiler.engine import Engine
from spec.compiler.plan import Question, planned
from spec.compiler.strata import POSITION, check_stratified
from spec.conformance import runner
from spec.tools import facts
from spec.tools.logic import LogicError, Part, parse, parts
from spec.tools.oracle import Batch, Oracle, program
from tests.spec.agreement import sample, the_oracle
from tests.spec.clause_mutants import ClauseMutant, mutants
from tests.spec.clauses import clauses, declarations
from tests.spec.compiled import Compiled, several
from tests.spec.test_before_play import damaged
from tests.spec.test_invariants_in_logic import broken
from toledo_rules import State

ROOT = Path(__file__).parents[2]
# clingo complains of most programs with a clause less, since then something is never true; but not of these.
DROPPED = "gone(active(P)) :- ", "gone(at(X,T,N)) :- "
MUTANTS = [
    *Random(3).sample([one for one in mutants() if one.node is not None], 8),
    *(one for one in mutants() for clause in DROPPED if f"without {clause}" in str(one)),
]


def answers(oracle: Oracle, edition: tuple[Symbol, ...], positions: list[facts.Position]) -> Any:
    """What clingo says of some positions."""
    return several(
        [
            [
                {act: (c.after, c.told, c.reveals) for act, c in found.items()}
                for found in oracle.consequences(edition, positions)
            ],
            oracle.weights(edition, positions),
            oracle.views(edition, positions),
            oracle.sure(edition, positions),
            oracle.results(edition, positions),
        ]
    )


def compiled_answers(game: Compiled, positions: list[facts.Position]) -> Any:
    """What the compiled specification says of them."""
    return [[question(position) for position in positions] for question in game.questions]


def table(states: Sequence[State]) -> tuple[tuple[Symbol, ...], int, list[facts.Position]]:
    players = len(states[0].players)
    edition = facts.edition(states[0].edition, players)
    return edition, players, [facts.position(state) for state in states]


@pytest.mark.parametrize("number", range(8))
def test_it_says_what_clingo_says(number: int) -> None:
    edition, players, positions = table(sample(number))
    assert compiled_answers(Compiled(edition, players), positions) == answers(
        the_oracle(), edition, positions
    )


@pytest.mark.parametrize("number", [1, 3])
def test_keys_hold_and_nothing_else_depends_on_them(number: int) -> None:
    """One module looks for a second answer wherever a key promises one only; the other relies on no key."""
    edition, players, positions = table(sample(number))
    expected = compiled_answers(Compiled(edition, players), positions)
    for module in (loaded(checks=True), loaded(keys=False)):
        assert compiled_answers(Compiled(edition, players, module), positions) == expected


def with_mutant(mutant: ClauseMutant) -> tuple[list[Part], Oracle]:
    """The rules with a mistake, for both."""
    nodes = [
        (clause.rule, mutant.node if clause is mutant.clause else clause.node)
        for clause in clauses()
    ]
    kept = [(rule, node) for rule, node in nodes if node is not None]
    sections = [Part(rule, str(node)) for rule, node in kept]
    return sections, Oracle([*declarations(), *(node for _, node in kept)])


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_a_mistake_in_a_clause_has_the_same_effect(mutant: ClauseMutant) -> None:
    sections, oracle = with_mutant(mutant)
    module = loaded(sections, keys=False)
    for number in (2, 3):
        edition, players, positions = table(sample(number, 12))
        game = Compiled(edition, players, module)
        said = answers(oracle, edition, positions)
        for question, expected in zip(game.questions, said, strict=True):
            for position, answer in zip(positions, expected, strict=True):
                found = asked(question, position)
                if question != game.consequences or not single_valued(answer):
                    assert found in (answer, TWO_VALUES)
                else:
                    assert found == answer


TWO_VALUES = "two values"
"""What cannot be said: the phase, or a score, is two things at once."""


def asked(question: Callable[[facts.Position], object], position: facts.Position) -> object:
    try:
        return question(position)
    except ValueError as error:
        if not re.match("two (values|numbers)|several values", str(error)):
            raise
        return TWO_VALUES


def single_valued(found: dict[Any, tuple[set[Any], Any, bool]]) -> bool:
    """Whether all positions after the moves say each thing once."""
    said = [[fluent[:-1] for fluent in after] for after, _, _ in found.values()]
    return all(len({*one}) == len(one) for one in said)


def test_it_names_the_invariants_that_a_position_breaks() -> None:
    texts = [
        f.read_text("utf-8") for f in (ROOT / "spec/invariants").glob("*.lp") if f.stem != "history"
    ]
    nodes = [node for text in [*texts, "#defined was/1."] for node in parse(text)]
    stated = Batch([*program(), *nodes], [("broken", 1)])
    state = sample(0)[0]
    edition, players, (position,) = table([state])
    pieces = sorted((fluent for fluent in position if fluent.name == "at"), key=str)
    doubtful = [position, *(position - {piece} for piece in pieces[::7])]
    game = Compiled(edition, players)
    assert [game.broken(one) for one in doubtful] == broken(stated, edition, doubtful)
    assert any(game.broken(one) for one in doubtful)


def test_it_refuses_the_same_editions() -> None:
    editions = damaged(60, seed=5)
    boxes = [facts.box(edition) for edition in editions]
    found = [{*compiled().game(several(list(box))).ill_formed()} for box in boxes]
    assert found == several(the_oracle().ill_formed(boxes))
    assert any(found)


# The suite


class Direct(runner.Engine):
    """The compiled specification, asked in this process."""

    def __init__(self) -> None:
        super().__init__()
        self._engine = Engine()
        for edition in json.loads((runner.HERE / "editions.json").read_text("utf-8")).values():
            self.tell({"type": "edition", "edition": edition})

    def exchange(self, message: Any) -> Any:
        """Answer a message as if it had been sent."""
        return json.loads(json.dumps(self._engine.answer(message)))


def test_it_passes_a_sample_of_the_suite() -> None:
    engine, report = Direct(), runner.Report()
    with gzip.open(runner.HERE / "large" / "chosen.jsonl.gz", "rt", encoding="utf-8") as lines:
        cases = [*map(json.loads, lines), *list(runner.suite("small"))[::10]]
    for case in cases:
        runner.run_case(engine, case, runner.ASKS, report)
    for setup in runner.setups():
        runner.run_setup(engine, setup, runner.ASKS, report)
    assert not report.wrong, str(report)
    assert {*report.asked} == {*runner.ASKS}


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
