"""Returning a figure to the cathedral (RET)."""

from __future__ import annotations

from toledo_rules._draft import Draft
from toledo_rules._universe import universe
from toledo_rules.actions import ReturnFigure
from toledo_rules.edition import CATHEDRAL
from toledo_rules.effects import turn
from toledo_rules.events import FigureReturned
from toledo_rules.multiset import added, distinct, removed
from toledo_rules.rulebook import Code, Illegality, illegal
from toledo_rules.state import State


def why_not(state: State, action: ReturnFigure) -> Illegality | None:
    """One own figure on the road, as the only action of the turn (RET-01, A-111)."""
    if refusal := turn.why_not_turn_start(state):
        return refusal
    if action.step == CATHEDRAL:
        return illegal(Code.ALREADY_AT_CATHEDRAL, "A-109")
    if action.step not in state.players[state.active].figures:
        return illegal(Code.NO_FIGURE_TO_RETURN, "RET-01", step=action.step)
    return None


def options(state: State) -> list[ReturnFigure]:
    """Each step with an own figure; figures in the Alcazar stay there (ALC-05)."""
    returns = universe(state.edition).return_figure
    return [
        returns[step] for step in distinct(state.players[state.active].figures) if step != CATHEDRAL
    ]


def carry_out(d: Draft, action: ReturnFigure) -> None:
    """It costs the whole turn and nothing else (RET-02, A-110)."""
    d.me.figures = added(removed(d.me.figures, action.step), CATHEDRAL)
    d.tell(FigureReturned, d.active, action.step)
    turn.end(d)
