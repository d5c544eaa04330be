"""The gem dealer (GEM)."""

from __future__ import annotations

from toledo_rules._draft import Draft
from toledo_rules.events import GemTaken
from toledo_rules.rulebook import Code, Illegality, illegal
from toledo_rules.state import State


def why_not(state: State) -> Illegality | None:
    """The supply is limited (A-14)."""
    return None if state.gems else illegal(Code.NO_GEMS_LEFT, "A-64")


def carry_out(d: Draft) -> None:
    """Take one gem from the supply (GEM-01)."""
    d.gems -= 1
    d.me.gems += 1
    d.tell(GemTaken, d.active)
