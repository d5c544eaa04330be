"""Actions as integers: stable, named and versioned.

The number of an action is its place in the edition's `toledo_rules._universe`. The name is its notation.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from operator import index
from typing import SupportsIndex

from attrs import frozen

from toledo_rules._universe import universe
from toledo_rules.actions import Action
from toledo_rules.edition import Edition
from toledo_rules.notation import format_action


@frozen(eq=False)
class Numbering:
    """The numbers of an edition's actions."""

    actions: tuple[Action, ...]
    """Every action that the edition can ever offer; its place is its number."""
    names: tuple[str, ...]
    """The actions in notation."""
    numbers: dict[Action, int]
    """The way back: the number of an action."""
    version: str
    """How many actions there are, and a digest of them all in order. It changes if and only if the numbering does:
    what was learned or stored under one version means the same under every library that has this version."""

    def __len__(self) -> int:
        return len(self.actions)

    def action(self, number: SupportsIndex) -> Action:
        """The action of a number; numbers of numpy will do.

        >>> from toledo_rules import KOSMOS_2008
        >>> numbering(KOSMOS_2008).action(-1)
        Traceback (most recent call last):
        ValueError: actions have numbers from 0 to 3456, not -1
        """
        place = index(number)
        if not 0 <= place < len(self.actions):
            raise ValueError(f"actions have numbers from 0 to {len(self) - 1}, not {place}")
        return self.actions[place]


@lru_cache(maxsize=64)
def numbering(edition: Edition) -> Numbering:
    """The numbering of an edition's actions.

    >>> from toledo_rules import KOSMOS_2008, PASS, TAKE_CARDS
    >>> numbers = numbering(KOSMOS_2008)
    >>> numbers.version
    '3457-8276cddf68bc'
    >>> numbers.numbers[TAKE_CARDS], numbers.names[1], numbers.actions[1]
    (1, 'take', TakeCards())
    >>> numbers.numbers[PASS] == len(numbers) - 1
    True
    """
    actions = universe(edition).actions
    # Of the actions as they are written in Python: notation leaves out what is clear in its edition.
    digest = sha256("\n".join(map(repr, actions)).encode()).hexdigest()
    return Numbering(
        actions=actions,
        names=tuple(format_action(action, edition) for action in actions),
        numbers={action: number for number, action in enumerate(actions)},
        version=f"{len(actions)}-{digest[:12]}",
    )
