"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from toledo_rules.actions import Action
from toledo_rules.chance import Rng
from toledo_rules.views import View


class Bot(Protocol):
    """A player. It sees a `View`, a type that cannot hold a secret, and keeps nothing from one choice to the next.

    Its choice depends on the view and on the numbers of `rng` alone: the same of both give the same action.

    >>> from toledo_rules.bots import options
    >>> class First:
    ...     def choose(self, view: View, rng: Rng) -> Action:
    ...         return options(view)[0]
    >>> first: Bot = First()
    """

    def choose(self, view: View, rng: Rng) -> Action:
        """What to do. It is asked only when the seat of the view has to decide."""
        ...
