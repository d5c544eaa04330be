"""The outlook of a position: each player's chance of winning, by the engine's network."""

from __future__ import annotations

from attrs import frozen

from toledo_lab.engine import chances
from toledo_rules import determinize
from toledo_rules.chance import Stream
from toledo_rules.edition import Seat
from toledo_rules.state import State, View


@frozen
class Outlook:
    """Chances of winning, by seat.

    >>> Outlook((0.75, 0.25)).leader
    0
    """

    chances: tuple[float, ...]
    """Each player's chance of winning. The chances add up to 1; a shared victory counts in shares."""

    @property
    def leader(self) -> Seat:
        """The player with the best chance; of equals, the first."""
        return self.chances.index(max(self.chances))


_SAMPLES = 8
"""The number of hands that are made up if the hand of the player on turn is hidden."""


def outlook(position: State | View) -> Outlook:
    """Return the outlook of a position, by what the player on turn sees of it.

    In the middle of a turn it is the outlook if the turn ends there; a figure in transit is left out. In a view that
    does not show the hand of the player on turn, it is the mean over hands that this player may have.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> [round(chance, 1) for chance in outlook(new_game(2, Random(1))).chances]
    [0.5, 0.5]
    """
    if isinstance(position, State):
        return Outlook(chances(position))
    luck = Stream("outlook")
    samples = 1 if position.seat == position.active else _SAMPLES
    found = [chances(determinize(position, luck)) for _ in range(samples)]
    return Outlook(tuple([sum(some) / samples for some in zip(*found, strict=True)]))
