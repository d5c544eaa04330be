"""What a game is worth to each seat, the same in all environments."""

from __future__ import annotations

from toledo_rules.scoring import ranking
from toledo_rules.state import State

LOSS = -1.0
"""What a seat gets that does not win, and what an illegal action costs."""


def payoffs(state: State) -> tuple[float, ...]:
    """Every seat stakes 1, and the winners share the stakes: a zero-sum game (TIE-04).

    For two that is 1 and -1, or 0 each for a shared victory; with four, a winner alone gets 3. Of a game that is not
    over, it tells what the standing is worth (A-158).

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> payoffs(new_game(3, Random(1)))
    (-1.0, 2.0, -1.0)
    """
    winners = {standing.seat for standing in ranking(state) if standing.place == 1}
    stakes = len(state.players)
    return tuple(
        stakes / len(winners) + LOSS if seat in winners else LOSS for seat in range(stakes)
    )
