"""Limits of what the lab reads and of what it is asked for, as those of `toledo_rules` in its own module."""

from __future__ import annotations

from typing import Final

LARGEST_RESULTS: Final = 1 << 30
"""Bytes of a file of results that is read as a whole: about three million rows."""

LARGEST_STREAM: Final = 1 << 34
"""Bytes of a file of results that is read game by game, in little memory: ten million games of four players."""

LONGEST_ROW: Final = 100_000
"""Bytes of a row in it. Without metrics a row has about 350, with all of them about 2,000."""

LARGEST_SETTINGS: Final = 100_000
"""Bytes of the file of settings beside it."""

MOST_GAMES: Final = 10_000_000
"""Games of a simulation."""

MOST_SHARDS: Final = 100_000
"""Parts of a simulation that are played apart."""

MOST_WORKERS: Final = 1_000
"""Processes of a simulation on one machine."""

MOST_TRIES: Final = 10_000
"""Positions in which an analysis tries the lines of a decision."""
