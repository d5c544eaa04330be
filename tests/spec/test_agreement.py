"""The library and the specification agree: the short run. `python -m tests.spec.long_agreement` is the long one."""

from __future__ import annotations

from random import Random

import pytest

from spec.tools import facts
from spec.tools.logic import check_stratified, ground, needed, read
from spec.tools.oracle import Oracle, program
from tests.exploration import explore
from tests.golden.transcript import plies
from tests.spec.agreement import Disagreement, disagreements, sample, shrunk, the_oracle
from tests.spec.clauses import clauses, declarations, fired_in
from tests.spec.mutant_hunt import by_table, steered
from tests.strategies import EDITIONS
from toledo_rules import State, step


@pytest.mark.parametrize("number", range(8))
def test_they_agree_on_moves_successors_views_and_results(number: int) -> None:
    assert list(disagreements(sample(number), rng=Random(number))) == []


def test_they_agree_where_mutants_of_the_clauses_are_noticed() -> None:
    """The positions of `python -m tests.spec.mutant_hunt`: whoever makes one of those mistakes is noticed here."""
    positions = steered()
    assert len(positions) > 30
    for names in by_table(positions):
        assert list(disagreements([positions[name] for name in names])) == []


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
    """Every third position, so that it does not take too long."""
    states = golden()[::3]
    assert len(states) > 50
    for start in range(0, len(states), 40):
        assert list(disagreements(states[start : start + 40])) == []


def test_no_predicate_depends_on_its_own_negation() -> None:
    check_stratified(program())


@pytest.mark.parametrize("number", range(0, 40, 5))
def test_the_frame_clauses_are_the_set_operations_of_the_oracle(number: int) -> None:
    state = sample(number % 4)[number]
    edition, position = facts.edition(state.edition, len(state.players)), facts.position(state)
    clauses_of_next = needed(program(), [("next", 1)])
    for move, after in the_oracle().successors(edition, [position])[0].items():
        does = facts.call("does", "chance" if state.chance else state.active, move)
        now = [facts.call("true", fluent) for fluent in position]
        control = ground(clauses_of_next, [*edition, *now, does])
        assert frozenset(atom.arguments[0] for atom in read(control, "next", 1)) == after


def test_a_disagreement_is_found_and_made_small() -> None:
    """A specification without A-143's clause lets nobody enter a space that is full of others."""
    broken = Oracle([*declarations(), *(c.node for c in clauses() if c.rule != "A-143")])
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
    edition = next(edition for edition in EDITIONS if edition.name == "tiny-agreement")
    states: list[State] = []
    tally = explore(edition, 2, lambda state, _: states.append(state))
    for start in range(0, len(states), 200):
        assert list(disagreements(states[start : start + 200])) == []
    with capsys.disabled():
        print(f"\nLibrary and specification agree on all of {edition.name}: {tally}")
