"""Private names of `toledo_rules` that the lab imports: the only place that does so, apart from commands and reports.

Both live in one repository, so a change there is noticed here at once. Whatever others need as well becomes public
there, and leaves this list.
"""

from toledo_rules._hidden import plain_position
from toledo_rules._json import inside, shown
from toledo_rules._limits import LONGEST_BOT, MOST_PROBLEMS
from toledo_rules._multiset import distinct, minus, multiset, removed
from toledo_rules._scoring import most_points
from toledo_rules._setup import check_players, deal
from toledo_rules._values import complete
from toledo_rules.bots._simple import NO_CHANCE, Actions

__all__ = [
    "LONGEST_BOT",
    "MOST_PROBLEMS",
    "NO_CHANCE",
    "Actions",
    "check_players",
    "complete",
    "deal",
    "distinct",
    "inside",
    "minus",
    "most_points",
    "multiset",
    "plain_position",
    "removed",
    "shown",
]
