"""The invariants as the specification states them: no position that we can reach or lay out breaks one."""

from __future__ import annotations

import pytest

from spec.tools import facts
from spec.tools.oracle import oracle_of
from tests.spec.agreement import sample


@pytest.mark.parametrize("number", range(12))
def test_no_position_breaks_an_invariant(number: int) -> None:
    """I-01 to I-32, as far as logic can say them of one position."""
    for state in sample(number):
        oracle = oracle_of(state.edition, len(state.players))
        assert oracle.broken(oracle.of(state)) == set()


def test_a_lost_fact_breaks_an_invariant() -> None:
    """I-01 to I-08: take any piece away, and it is missed."""
    state = sample(0)[0]
    oracle, position = oracle_of(state.edition, len(state.players)), facts.position(state)
    pieces = [fluent for fluent in position if fluent[0] == "at"]
    for piece in pieces:
        if piece[1] not in {("known", seat) for seat in oracle.seats}:
            assert oracle.broken(oracle.position(position - {piece}))
