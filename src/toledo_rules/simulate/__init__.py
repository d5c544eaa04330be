"""Many games between bots, reproducible by a seed, on one processor or on a cluster.

>>> plan = Plan(bots=("greedy", "random"), games=10, seed=7, rotate=True)
>>> results = simulate(plan)
>>> results[0].bot, results[1].bot, sum(result.won for result in results)
('greedy', 'random', 10.0)

A game depends on the plan and on its number only. So the results are the same with any number of workers, and a
simulation that was interrupted goes on where it was. Bots that think for so many seconds are the exception: what they
choose depends on the machine.

`simulate` plays, on any `concurrent.futures.Executor` and into a file if you like; `read_results` reads the file;
`summarize` sums up.
"""

from toledo_rules.simulate.files import Recorded, ResultsError, read_results
from toledo_rules.simulate.plan import Dice, Plan
from toledo_rules.simulate.playing import GameError, play, play_from
from toledo_rules.simulate.progress import Progress, ProgressBar
from toledo_rules.simulate.results import Game, Result
from toledo_rules.simulate.rows import COLUMNS
from toledo_rules.simulate.running import played, simulate, worker_pool
from toledo_rules.simulate.summary import Estimate, Standing, Summary, mean, summarize, wilson

__all__ = [
    "COLUMNS",
    "Dice",
    "Estimate",
    "Game",
    "GameError",
    "Plan",
    "Progress",
    "ProgressBar",
    "Recorded",
    "Result",
    "ResultsError",
    "Standing",
    "Summary",
    "mean",
    "play",
    "play_from",
    "played",
    "read_results",
    "simulate",
    "summarize",
    "wilson",
    "worker_pool",
]
