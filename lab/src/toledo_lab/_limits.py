"""Limits of the lab's input and of its tasks, like those of `toledo_rules`."""

from __future__ import annotations

from typing import Final

LARGEST_RESULTS: Final = 1 << 30
"""The maximum size, in bytes, of a results file that is read as a whole: about three million rows."""

LARGEST_STREAM: Final = 1 << 34
"""The maximum size, in bytes, of a results file that is read game by game: ten million games of four players."""

LONGEST_ROW: Final = 100_000
"""The maximum size of a row, in bytes. A row has about 350 without metrics and about 2,000 with all of them."""

LARGEST_SETTINGS: Final = 100_000
"""The maximum size of the settings file, in bytes."""

MOST_GAMES: Final = 10_000_000
"""The maximum number of games of a simulation."""

MOST_SHARDS: Final = 100_000
"""The maximum number of shards of a simulation."""

MOST_WORKERS: Final = 1_000
"""The maximum number of processes of a simulation on one machine."""

MOST_TRIES: Final = 10_000
"""The maximum number of positions in which an analysis tries the lines of a decision."""
