"""A bot that does anything."""

from __future__ import annotations

from attrs import frozen

from toledo_rules.actions import Action
from toledo_rules.bots.playing import options
from toledo_rules.chance import Rng
from toledo_rules.views import View


@frozen
class RandomBot:
    """Does anything that is legal, each thing equally likely.

    >>> from random import Random
    >>> from toledo_rules import new_game, view
    >>> RandomBot().choose(view(new_game(2, Random(1)), 0), Random(5))
    PlaceShop(ShopTile('metal', 1), 1)
    """

    def choose(self, view: View, rng: Rng) -> Action:
        """One of the legal actions."""
        actions = options(view)
        return actions[rng.randrange(len(actions))]
