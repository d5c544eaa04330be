"""Going into the Alcazar and delivering swords (ALC)."""

from __future__ import annotations

from toledo_rules._draft import Draft
from toledo_rules._universe import universe
from toledo_rules.actions import Deliver
from toledo_rules.edition import Step
from toledo_rules.effects import turn
from toledo_rules.events import AlcazarEntered, SwordDelivered
from toledo_rules.multiset import added, distinct, removed
from toledo_rules.rulebook import Code, Illegality, illegal
from toledo_rules.state import ENTERED, MOVING, Entered, State


def enter(d: Draft, step: Step) -> None:
    """A figure that stops on an entrance goes in at once and stays there (ALC-01, ALC-05). The turn goes on (A-107)."""
    d.me.inside += 1
    d.phase = ENTERED
    d.tell(AlcazarEntered, d.active, step)


def why_not(state: State, action: Deliver) -> Illegality | None:
    """One sword in front of the player, under the figure that has just gone in (ALC-02, A-106)."""
    if not isinstance(state.phase, Entered):
        return turn.why_not_now(state) or illegal(Code.NOT_JUST_ENTERED, "A-106")
    if action.sword not in state.players[state.active].swords:
        return illegal(Code.SWORD_NOT_IN_FRONT, "ALC-02", sword=action.sword)
    return None


def options(state: State) -> list[Deliver]:
    """Any sword in front of the player, forged this turn or before; or none (ALC-04, A-104, A-105)."""
    delivers = universe(state.edition).deliver
    return [delivers[sword] for sword in distinct(state.players[state.active].swords)]


def carry_out(d: Draft, action: Deliver) -> None:
    """The sword lies under that figure: one for each figure (ALC-03), since delivering ends the chance."""
    me = d.me
    me.swords = removed(me.swords, action.sword)
    me.delivered = added(me.delivered, action.sword)
    d.phase = MOVING
    d.tell(SwordDelivered, d.active, action.sword)
