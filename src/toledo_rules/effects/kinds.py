"""The kinds of action: for each the reasons against it, what can be chosen, and what happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from toledo_rules._conditions import table
from toledo_rules._draft import Draft
from toledo_rules._values import complete
from toledo_rules.actions import (
    ACTION_TYPES,
    END_TURN,
    PASS,
    Action,
    Challenge,
    Deliver,
    EndTurn,
    Pass,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    TakeCards,
    UseSpace,
)
from toledo_rules.effects import alcazar, duel, movement, place, return_figure, take, turn, visit
from toledo_rules.phases import Phase
from toledo_rules.rulebook import Code
from toledo_rules.state import State


class Kind(NamedTuple):
    """A kind of action. The functions take an action of that kind; the table below pairs them with it."""

    refusal: Callable[[State, Any], Code | None]
    options: Callable[[State], Sequence[Action]] | None
    """None for a kind that is legal whenever it is its moment, and for a pass, which waits for all others."""
    carry_out: Callable[[Draft, Any], None]


def pass_refusal(state: State, _action: Pass) -> Code | None:
    """At the start of a turn, if nothing else is legal (A-19)."""
    return turn.moment(Pass, type(state.phase)) or turn.idle_refusal(possible(state))


KINDS: dict[type[Action], Kind] = {  # in the order of `universe`
    EndTurn: Kind(turn.end_refusal, None, turn.carry_out_end),
    TakeCards: Kind(take.refusal, take.options, take.carry_out),
    PlaceShop: Kind(place.refusal, place.options, place.carry_out),
    ReturnFigure: Kind(return_figure.refusal, return_figure.options, return_figure.carry_out),
    UseSpace: Kind(visit.refusal, visit.options, visit.carry_out),
    Deliver: Kind(alcazar.refusal, alcazar.options, alcazar.carry_out),
    PlayCard: Kind(movement.refusal, movement.options, movement.carry_out),
    Challenge: Kind(duel.refusal, duel.options, duel.carry_out),
    Pass: Kind(pass_refusal, None, turn.carry_out_pass),
}
complete(KINDS, ACTION_TYPES, "KINDS")


class Due(NamedTuple):
    """Everything that can be done in a kind of phase."""

    always: tuple[Action, ...]
    options: tuple[Callable[[State], Sequence[Action]], ...]
    may_pass: bool


@table
def due(phase: type[Phase]) -> Due:
    """Return the kinds of action for which it is the moment, in order."""
    kinds = [kind for kind in KINDS if turn.moment(kind, phase) is None]
    return Due(
        (END_TURN,) if EndTurn in kinds else (),
        tuple([options for kind in kinds if (options := KINDS[kind].options)]),
        Pass in kinds,
    )


def possible(state: State) -> list[Action]:
    """Return everything that the active player may do but pass."""
    always, options_due, _ = due(type(state.phase))
    found = [*always]
    for options in options_due:
        found += options(state)
    return found


def legal(state: State) -> tuple[Action, ...]:
    """Return everything that the active player may do."""
    always, options_due, may_pass = due(type(state.phase))
    found = [*always]
    for options in options_due:
        found += options(state)
    if may_pass and turn.idle_refusal(found) is None:
        found.append(PASS)
    return tuple(found)
