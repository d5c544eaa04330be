"""The metal dealer (MET)."""

from __future__ import annotations

from toledo_rules._draft import Draft
from toledo_rules.events import MetalTaken
from toledo_rules.rulebook import Code, Illegality, illegal
from toledo_rules.state import State


def why_not(state: State) -> Illegality | None:
    """The supply is limited (A-14)."""
    return None if state.metal else illegal(Code.NO_METAL_LEFT, "A-63")


def carry_out(d: Draft) -> None:
    """Take one metal from the supply (MET-01)."""
    d.metal -= 1
    d.me.metal += 1
    d.tell(MetalTaken, d.active)
