"""Delivering swords to the Alcazar (ALC)."""

from __future__ import annotations

from collections.abc import Iterator

from toledo_rules._conditions import source
from toledo_rules._draft import Draft
from toledo_rules._multiset import distinct
from toledo_rules.actions import Deliver, universe
from toledo_rules.edition import Sword
from toledo_rules.rulebook import Code
from toledo_rules.state import State


@source(Code.SWORD_NOT_IN_FRONT)
def swords(state: State) -> tuple[Sword, ...]:
    """Any sword in front of the player, forged this turn or before (ALC-02, A-104, A-105)."""
    return state.players[state.active].swords


def reasons(state: State, action: Deliver) -> Iterator[Code]:
    """One of them, under the figure that has just gone in (ALC-02, A-106)."""
    if action.sword not in swords(state):
        yield Code.SWORD_NOT_IN_FRONT


def options(state: State) -> list[Deliver]:
    """Each kind of sword; going in without one is always possible (ALC-04)."""
    delivers = universe(state.edition).deliver
    return [delivers.at(sword) for sword in distinct(swords(state))]


def carry_out(d: Draft, action: Deliver) -> None:
    """One for each figure (ALC-03), since delivering ends the chance."""
    d.deliver(action.sword)
