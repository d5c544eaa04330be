"""The choice at the start of a turn: exactly one of four actions (TRN-03)."""

from __future__ import annotations

from toledo_rules._draft import Draft
from toledo_rules.actions import PASS, Action
from toledo_rules.effects import movement, place, return_figure, take, turn
from toledo_rules.events import Passed
from toledo_rules.rulebook import Code, Illegality, illegal
from toledo_rules.state import State


def why_not_pass(state: State) -> Illegality | None:
    """Passing is legal only when nothing else is (TRN-04, A-19, A-147)."""
    if refusal := turn.why_not_turn_start(state):
        return refusal
    if possible := _the_four(state):
        return illegal(Code.SOMETHING_ELSE_IS_POSSIBLE, "A-19", actions=len(possible))
    return None


def options(state: State) -> list[Action]:
    """Everything that a turn can begin with. A figure must be returned if nothing else is possible (A-160)."""
    return _the_four(state) or [PASS]


def _the_four(state: State) -> list[Action]:
    return [
        *take.options(state),
        *place.options(state),
        *return_figure.options(state),
        *movement.options(state),
    ]


def carry_out_pass(d: Draft) -> None:
    """Nothing happens, and it uses up the turn, in the last round too (A-147)."""
    d.tell(Passed, d.active)
    turn.end(d)
