"""Many games between bots, reproducible by a seed, on one processor or on a cluster.

>>> plan = Plan(bots=("greedy", "random"), games=10, seed=7, rotate=True)
>>> results = simulate(plan)
>>> results[0].bot, results[1].bot, sum(result.won for result in results)
('greedy', 'random', 10.0)

A game depends on the plan and on its number only. So the results are the same with any number of workers, and an
interrupted simulation can be continued. Bots that think for a given time are the exception: their choices depend on the
machine.

`simulate` plays, on any `concurrent.futures.Executor`, and into a file if you like; `read_results` reads the file;
`summarize` gives a summary.
"""

from toledo_rules.simulate._playing import (
    GameError,
    Plan,
    Progress,
    ProgressBar,
    ProgressListener,
    WorkerError,
    play,
    played,
    simulate,
    worker_pool,
)
from toledo_rules.simulate._results import (
    COLUMNS,
    Estimate,
    GameResults,
    Performance,
    Result,
    ResultsError,
    ResultsFile,
    Summary,
    mean,
    read_results,
    salvage_results,
    settings_path,
    summarize,
    wilson,
)

__all__ = [
    "COLUMNS",
    "Estimate",
    "GameError",
    "GameResults",
    "Performance",
    "Plan",
    "Progress",
    "ProgressBar",
    "ProgressListener",
    "Result",
    "ResultsError",
    "ResultsFile",
    "Summary",
    "WorkerError",
    "mean",
    "play",
    "played",
    "read_results",
    "salvage_results",
    "settings_path",
    "simulate",
    "summarize",
    "wilson",
    "worker_pool",
]
