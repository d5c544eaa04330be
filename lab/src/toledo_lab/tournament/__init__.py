"""Tournaments between bots: every seating with the same cards, ratings with intervals, and a test that may be watched.

>>> tournament = Tournament(bots=("greedy", "random"), deals=3, seed=7)
>>> [tournament.lineup(game) for game in range(2)], tournament.deal(1)
([('greedy', 'random'), ('random', 'greedy')], 0)
>>> print(standings(tournament, hold(tournament)))
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
    Entrant,
    Standings,
    Tournament,
    deals_of,
    hold,
    plot,
    seatings,
    standings,
)
from toledo_lab.tournament._ratings import ELO, Rating, SequentialTest, TableResult, ratings

__all__ = [
    "ELO",
    "EditionComparison",
    "EditionMatch",
    "Entrant",
    "FigureDifference",
    "Rating",
    "SequentialTest",
    "Standings",
    "TableResult",
    "Tournament",
    "compare_editions",
    "deals_of",
    "hold",
    "plot",
    "ratings",
    "seatings",
    "standings",
]
