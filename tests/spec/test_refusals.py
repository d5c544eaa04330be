"""Why not: the library gives the reasons of the clauses, all of them, in their order.

Some actions of every position that `tests/spec/agreement.py` compares are asked about there;
`python -m tests.spec.refusals` asks about all actions in many positions.
"""

from __future__ import annotations

from itertools import chain

import pytest

from spec.conformance import runner, terms
from spec.conformance.write import listed
from spec.tools.logic import program
from tests.spec.agreement import sample
from tests.spec.refusals import (
    Clingo,
    Difference,
    asked_in_suite,
    by_table,
    differences,
    every_move,
)
from toledo_rules import END_TURN, State, explain_all
from toledo_rules.rulebook import ILLEGAL, Code

REFUSED = listed("refused.toml")
PLAYED = [state for number in range(4) for state in sample(number, 4)]


@pytest.mark.parametrize("state", [*REFUSED, *PLAYED], ids=str)
def test_every_action_is_refused_for_the_same_reasons(state: State) -> None:
    """Nonsense too, and a few actions of those who are not on turn."""
    every, seats = every_move(state.edition), range(len(state.players))
    found = chain(differences(state, every), differences(state, every[::40], seats))
    assert [*map(str, found)] == []


def test_every_code_is_told_in_the_suite() -> None:
    """And every rule that a code can name: for that the positions of refused.toml were chosen."""
    told = {
        tuple(refused["reasons"][0][:2])
        for case in runner.suite("small/refusals")
        for refused in case["refusals"]
        if refused["reasons"]
    }
    assert {code for code, _ in told} == {*map(str, ILLEGAL), str(Code.NOT_ON_TURN)}
    assert {rule for code, rule in told if code == "not_just_entered"} == {
        "ALC-02",
        "ALC-03",
        "A-106",
    }
    assert {rule for code, rule in told if code == "fee_too_low"} == {"USE-05", "USE-08", "USE-09"}


def test_clingo_says_the_same_as_the_compiled_clauses() -> None:
    """The answers in the suite are those of the compiled clauses."""
    written = [one for case in runner.suite("small/refusals") for one in case["refusals"]]
    clauses, suite = Clingo(program()), [*asked_in_suite()]
    order = {state: number for number, (state, _) in enumerate(suite)}
    answers: dict[int, list[object]] = {}
    for several in by_table(suite):
        for (state, asked), found in zip(several, clauses.reasons(several), strict=True):
            answers[order[state]] = [
                [terms.refusal_json(*one) for one in found.get(move, [])] for move in asked
            ]
    assert len(written) > 500
    assert [one for number in sorted(answers) for one in answers[number]] == [
        runner.told_reasons(one["reasons"]) for one in written
    ]


def test_a_difference_says_where_it_is() -> None:
    state = REFUSED[0]
    shown = str(Difference(state, END_TURN, None, explain_all(state, END_TURN), []))
    assert "EndTurn()" in shown
    assert str(state) in shown
