"""The library and the specification agree: the short run. `python -m tests.spec.long_agreement` is the long one."""

from __future__ import annotations

from random import Random

import pytest

from spec.tools import facts
from spec.tools.logic import check_stratified, ground, needed, program, symbol
from spec.tools.oracle import oracle_of
from spec.tools.referee import rows
from tests.golden.transcript import plies
from tests.spec import long_agreement
from tests.spec.agreement import Disagreement, disagreements, sample, shrunk
from tests.spec.clause_mutants import mutants, rules_with
from tests.spec.clauses import fired_in
from tests.spec.mutant_hunt import steered
from toledo_rules import State, step


@pytest.mark.parametrize("number", range(8))
def test_they_agree_on_moves_successors_views_and_results(number: int) -> None:
    assert list(disagreements(sample(number), rng=Random(number))) == []


def test_they_agree_where_mutants_of_the_clauses_are_noticed() -> None:
    """The positions of `python -m tests.spec.mutant_hunt`: whoever makes one of those mistakes is noticed here."""
    positions = steered()
    assert len(positions) > 30
    assert list(disagreements(positions.values())) == []


def golden() -> list[State]:
    """The positions of the golden playthrough, those at a chance step too."""
    states: list[State] = []
    for ply in plies():
        state = ply.before
        for move in (ply.action, *ply.transition.draws):
            states.append(state)
            state = step(state, move).state
    return [*states, state]


def test_they_agree_on_the_golden_playthrough() -> None:
    states = golden()
    assert len(states) > 150
    assert list(disagreements(states)) == []


def test_no_predicate_depends_on_its_own_negation() -> None:
    check_stratified(program())


@pytest.mark.parametrize("number", range(0, 40, 5))
def test_the_frame_clauses_are_the_set_operations_of_the_oracle(number: int) -> None:
    state = sample(number % 4)[number]
    oracle, edition = oracle_of(state.edition, len(state.players)), state.edition
    given = [*facts.edition(edition, len(state.players))]
    given += [("true", fluent) for fluent in facts.position(state)]
    clauses_of_next = needed(program(), [("next", 1)])
    for move, after in oracle.successors(oracle.of(state)).items():
        does = ("does", "chance" if state.chance else state.active, move)
        control = ground(clauses_of_next, map(symbol, [*given, does]))
        assert frozenset(fluent for (fluent,) in rows(control, "next", 1)) == after


def test_a_disagreement_is_found_and_made_small() -> None:
    """A specification without A-143's clause lets nobody enter a space that is full of others."""
    broken = rules_with(next(m for m in mutants() if m.clause.rule == "A-143" and m.node is None))
    state = next(s for s in sample(0) if any(disagreements([s], broken)))
    found = next(iter(disagreements([state], broken)))
    assert isinstance(found, Disagreement)
    assert "library:" in str(found)
    assert "MOV-02" in fired_in(state)
    small = shrunk(found, broken).state
    assert any(disagreements([small], broken))
    assert sum(len(p.hand) for p in small.players) < sum(len(p.hand) for p in state.players)


def test_every_position_of_a_tiny_edition(capsys: pytest.CaptureFixture[str]) -> None:
    """All that can be reached from every deal, with every chance outcome: both sides agree on all of it."""
    assert long_agreement.main(["--exhaust", "tiny-agreement"]) == 0
    assert "2,751 distinct positions, 3,538 distinct transitions" in capsys.readouterr().out


def test_the_long_run_counts_a_position_once() -> None:
    run = long_agreement.Run(100)
    assert long_agreement.sampled(run, start=3) == []
    before = run.positions
    assert long_agreement.sampled(run, start=3) == []
    assert run.positions == before
    assert run.transitions >= 100


def test_the_long_run_ends_when_its_time_is_up(capsys: pytest.CaptureFixture[str]) -> None:
    """It says how far it came, so that the next one can go on from there."""
    assert long_agreement.main(["--transitions", "100000", "--seconds", "0", "--from", "3"]) == 0
    assert "agree on samples 3 to 3: " in capsys.readouterr().out
    with pytest.raises(SystemExit):
        long_agreement.main(["--exhaust", "tiny-agreement", "--seconds", "1"])
