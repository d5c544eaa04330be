"""Many games between bots, reproducible by a seed, on one processor or on a cluster.

>>> plan = Plan(bots=("greedy", "random"), games=10, seed=7, rotate=True)
>>> results = simulate(plan)
>>> results[0].bot, results[1].bot, sum(result.won for result in results)
('greedy', 'random', 10.0)

A game depends on the plan and on its number only. So the results are the same with any number of workers, and an
interrupted simulation can be continued. Bots that think for a given time are the exception: their choices depend on the
machine.

`simulate` plays, on any `concurrent.futures.Executor`, and into a file if you like; `read_results` reads the file;
`summarize` gives a summary. `stream_games`, `stream_results` and `Tally` do the same without keeping any game, for
millions of them; a `Shard` is a part of them for one of many machines, and `merge_results` puts the parts together.
A `Metric` adds columns.
"""

from toledo_lab._statistics import Estimate, mean, wilson
from toledo_lab.simulate._files import (
    common_settings,
    merge_results,
    open_results,
    stream_results,
)
from toledo_lab.simulate._metrics import METRICS, Column, Measure, Metric, MetricError, make_metric
from toledo_lab.simulate._parquet import ParquetError
from toledo_lab.simulate._playing import WHOLE, GameError, Plan, Shard, play
from toledo_lab.simulate._results import (
    COLUMNS,
    GameNumbers,
    GameResults,
    Result,
    ResultsError,
    ResultsFile,
    check_settings,
    measures_of,
    read_results,
    read_settings,
    row_values,
    salvage_results,
    settings_path,
)
from toledo_lab.simulate._running import (
    Cost,
    Progress,
    ProgressBar,
    ProgressListener,
    WorkerError,
    WorkerPool,
    estimate_cost,
    played,
    simulate,
    stream_games,
    worker_pool,
)
from toledo_lab.simulate._summary import Measured, Performance, Summary, Tally, summarize

__all__ = [
    "COLUMNS",
    "METRICS",
    "WHOLE",
    "Column",
    "Cost",
    "Estimate",
    "GameError",
    "GameNumbers",
    "GameResults",
    "Measure",
    "Measured",
    "Metric",
    "MetricError",
    "ParquetError",
    "Performance",
    "Plan",
    "Progress",
    "ProgressBar",
    "ProgressListener",
    "Result",
    "ResultsError",
    "ResultsFile",
    "Shard",
    "Summary",
    "Tally",
    "WorkerError",
    "WorkerPool",
    "check_settings",
    "common_settings",
    "estimate_cost",
    "make_metric",
    "mean",
    "measures_of",
    "merge_results",
    "open_results",
    "play",
    "played",
    "read_results",
    "read_settings",
    "row_values",
    "salvage_results",
    "settings_path",
    "simulate",
    "stream_games",
    "stream_results",
    "summarize",
    "wilson",
    "worker_pool",
]
