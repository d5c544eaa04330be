"""Analysis: the chances in a position, the best lines, and the course of a recorded game.

>>> from toledo_rules import Game
>>> from toledo_lab.analysis import analyse, analyse_game, outlook
>>> game = Game(2, seed=2008)
>>> found = analyse(game.state, lines=2, tries=4)
>>> for line in found.lines:
...     print(f"{line.chance:.0%}, {line.points:.0f} points: {line.sentences()}")
53%, 15 points: Place a metal dealer with 1 circle on space 8.
53%, 14 points: Place a metal dealer with 2 circles on space 8.

`outlook` gives each player's chance of winning, immediately and without a search. `analyse` ranks the lines for the
player on turn, for hints and for teaching. `analyse_game` judges every decision of a record, and names a mistake only
if games that are played on to the end confirm it; `report` puts that into words, `course_picture` draws it, and
`game_to_dict` makes JSON of it.
"""

from toledo_lab.analysis._course import (
    CoursePoint,
    Decision,
    GameAnalysis,
    Severity,
    TurningPoint,
    analyse_game,
)
from toledo_lab.analysis._lines import LEAST_TRIES, TRIES, Analysis, Comparison, Line, analyse
from toledo_lab.analysis._outlook import Outlook, outlook
from toledo_lab.analysis._report import (
    analysis_to_dict,
    course_picture,
    game_to_dict,
    position_report,
    report,
)

__all__ = [
    "LEAST_TRIES",
    "TRIES",
    "Analysis",
    "Comparison",
    "CoursePoint",
    "Decision",
    "GameAnalysis",
    "Line",
    "Outlook",
    "Severity",
    "TurningPoint",
    "analyse",
    "analyse_game",
    "analysis_to_dict",
    "course_picture",
    "game_to_dict",
    "outlook",
    "position_report",
    "report",
]
