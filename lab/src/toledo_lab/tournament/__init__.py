"""Tournaments between bots: every seating with the same cards, ratings with intervals, and a test to check at any time.

>>> tournament = Tournament(bots=("greedy", "random"), deals=3, seed=7)
>>> [tournament.lineup(game) for game in range(2)], tournament.deal(1)
([('greedy', 'random'), ('random', 'greedy')], 0)
>>> print(hold(tournament))
3 deals, 6 games of 2 players
         Elo ...
greedy  ...
random  ...

A tournament is a `toledo_lab.simulate.Plan`, so that its games can be played on any executor, saved and continued.
So is an `EditionMatch`, which compares two editions instead of bots.
"""

from toledo_lab.tournament._editions import (
    EditionComparison,
    EditionMatch,
    FigureDifference,
    compare_editions,
)
from toledo_lab.tournament._games import (
    DealTally,
    Entrant,
    Standings,
    Tournament,
    hold,
    plot,
    seatings,
    standings,
)
from toledo_lab.tournament._ratings import (
    ELO,
    Rating,
    RatingDifference,
    Ratings,
    SequentialTest,
    ratings,
)

__all__ = [
    "ELO",
    "DealTally",
    "EditionComparison",
    "EditionMatch",
    "Entrant",
    "FigureDifference",
    "Rating",
    "RatingDifference",
    "Ratings",
    "SequentialTest",
    "Standings",
    "Tournament",
    "compare_editions",
    "hold",
    "plot",
    "ratings",
    "seatings",
    "standings",
]
