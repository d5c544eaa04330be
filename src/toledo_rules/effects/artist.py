"""The artist and his paintings (ART)."""

from __future__ import annotations

from toledo_rules._draft import Draft
from toledo_rules.events import PaintingTaken
from toledo_rules.multiset import added
from toledo_rules.rulebook import Code, Illegality, illegal
from toledo_rules.state import State


def why_not(state: State) -> Illegality | None:
    """There must be a painting left."""
    return None if state.paintings else illegal(Code.NO_PAINTING_LEFT, "A-66")


def carry_out(d: Draft) -> None:
    """Take the top painting (ART-01)."""
    painting, *rest = d.paintings
    d.paintings = tuple(rest)
    d.me.paintings = added(d.me.paintings, painting)
    d.tell(PaintingTaken, d.active, painting)
