"""A plugin for pytest: a failed comparison of two positions shows how they differ.

Ask for it in the `conftest.py` at the root of your project::

    pytest_plugins = ["toledo_rules.testing.plugin"]

Then ``assert state == expected`` says, for example::

    E       AssertionError: assert two positions that differ, left -> right:
    E         red.hand: +3va -1nd
    E         active: red -> blue

and below that both positions in notation, to paste into another test.
"""

from __future__ import annotations

from contextlib import suppress

from toledo_rules import notation
from toledo_rules.state import State, View
from toledo_rules.testing import differences

__all__ = ["pytest_assertrepr_compare"]


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Return the lines that pytest shows for a failed ``left == right`` of two positions or two views.

    >>> from random import Random
    >>> from toledo_rules import TAKE_CARDS, new_game, step
    >>> state = new_game(2, Random(1))
    >>> pytest_assertrepr_compare("==", state, step(state, TAKE_CARDS).state)[1]
    "phase: TurnStart() -> Drawing(left=2, source='take')"
    """
    if op != "==":
        return None
    if isinstance(left, State) and isinstance(right, State):
        said = ["two positions that differ, left -> right:", *differences(left, right)]
        return [*said, *_written("left", left), *_written("right", right)]
    if isinstance(left, View) and isinstance(right, View):
        return ["two views that differ, left -> right:", *differences(left, right)]
    return None


def _written(side: str, state: State) -> list[str]:
    """Return the line for a position in notation; nothing if it cannot be written."""
    write = vars(notation).get("format_position")
    with suppress(ValueError):
        return [f"{side}: {write(state)}"] if write else []
    return []
