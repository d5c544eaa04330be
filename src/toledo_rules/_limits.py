"""Limits of everything that comes from outside: no text, file or number can cost more than a moment.

Each is enforced where it enters, with the error that the reader raises for any other mistake. The limits of what an
edition may hold, such as steps and cards, are in `toledo_rules.edition`. None of them is anywhere near what a game
needs. The page *Limits* of the documentation lists them all.
"""

from __future__ import annotations

from typing import Final

LONGEST_JSON: Final = 2_000_000
"""Characters of a JSON text. A position with an edition of its own has less than a tenth of that."""

MOST_ENTRIES: Final = 10_000
"""Entries of a list in JSON."""

MOST_PROBLEMS: Final = 1_000
"""Problems that are collected before a reader stops looking: a hostile document has no end of them."""

LONGEST_NOTATION: Final = 10_000
"""Characters of an action, or of a line of them."""

LONGEST_POSITION: Final = 100_000
"""Characters of a position. Those of ``kosmos-2008`` have less than 700; only an edition with thousands of kinds of
cards could need more than this."""

LONGEST_RECORD: Final = 1_000_000
"""Characters of a record, or bytes of its file: a game of 20,000 actions has less than half of that."""

LONGEST_NOTE: Final = 500
"""Characters of a player's name, or of a tag of a record."""

MOST_TAGS: Final = 100
"""Tags of a record."""

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

LONGEST_BOT: Final = 1_000
"""Characters of the description of a bot, with its options."""

LONGEST_SEED: Final = 1_000
"""Characters of a seed that is a text, or digits of one that is a number."""
