"""Returning a figure to the cathedral (RET)."""

from __future__ import annotations

from collections.abc import Iterator

from toledo_rules._conditions import predicate, source
from toledo_rules._draft import Draft
from toledo_rules.actions import ReturnFigure, universe
from toledo_rules.edition import CATHEDRAL, Step
from toledo_rules.effects import turn
from toledo_rules.rulebook import Code
from toledo_rules.state import State


@source(Code.NO_FIGURE_TO_RETURN)
def figures(state: State) -> tuple[Step, ...]:
    """The player's own figures; those in the Alcazar stay there (RET-01, ALC-05)."""
    return state.players[state.active].figures


@predicate(Code.ALREADY_AT_CATHEDRAL)
def cathedral_refusal(state: State, step: Step) -> Code | None:
    """Refuse a figure at the cathedral, which is back already, unless A-109 is read otherwise."""
    if step != CATHEDRAL or state.edition.readings.a109 == "outside_alcazar":
        return None
    return Code.ALREADY_AT_CATHEDRAL


def reasons(state: State, action: ReturnFigure) -> Iterator[Code]:
    """One of the player's own figures on the road, as the only action of the turn (RET-01, A-111)."""
    if code := cathedral_refusal(state, action.step):
        yield code
    elif action.step not in figures(state):
        yield Code.NO_FIGURE_TO_RETURN


def options(state: State) -> list[ReturnFigure]:
    """Each step with a figure of the player's own, once."""
    returns = universe(state.edition).return_figure
    found: list[ReturnFigure] = []
    before = None
    for step in figures(state):  # sorted: figures on one step are neighbours
        if step != before:
            before = step
            if cathedral_refusal(state, step) is None:
                found.append(returns.at(step))
    return found


def carry_out(d: Draft, action: ReturnFigure) -> None:
    """It costs the whole turn and nothing else (RET-02, A-110)."""
    d.return_figure(action.step)
    turn.end(d)
