"""The invariants as the specification states them: no position that we can reach or lay out breaks one."""

from __future__ import annotations

from pathlib import Path

import pytest
from clingo.symbol import Symbol

from spec.tools import facts
from spec.tools.logic import parse, read
from spec.tools.oracle import Batch, program
from tests.spec.agreement import sample

FOLDER = Path(__file__).parents[2] / "spec" / "invariants"


@pytest.fixture(scope="module")
def stated() -> Batch:
    """The invariants, on top of the rules."""
    # A single position has no history.
    files = [file for file in sorted(FOLDER.glob("*.lp")) if file.stem != "history"]
    texts = [*(file.read_text("utf-8") for file in files), "#defined was/1."]
    return Batch([*program(), *(node for text in texts for node in parse(text))], [("broken", 1)])


def broken(
    stated: Batch, edition: tuple[Symbol, ...], positions: list[facts.Position]
) -> list[set[str]]:
    """The invariants that each position breaks."""
    found: list[set[str]] = [set() for _ in positions]
    control = stated.answer(edition, positions)
    for atom in read(control, "broken", 2):
        case, number = atom.arguments
        found[case.number].add(number.name)
    return found


@pytest.mark.parametrize("number", range(12))
def test_no_position_breaks_an_invariant(stated: Batch, number: int) -> None:
    """I-01 to I-32, as far as logic can say them of one position."""
    states = sample(number)
    edition = facts.edition(states[0].edition, len(states[0].players))
    assert broken(stated, edition, [facts.position(state) for state in states]) == [set()] * len(
        states
    )


def test_a_lost_fact_breaks_an_invariant(stated: Batch) -> None:
    """I-01 to I-08: take any piece away, and it is missed."""
    state = sample(0)[0]
    edition, position = facts.edition(state.edition, len(state.players)), facts.position(state)
    pieces = [f for f in position if f.name == "at" and f.arguments[0].match("known", 1) is False]
    damaged = [position - {piece} for piece in pieces]
    assert all(broken(stated, edition, damaged))
