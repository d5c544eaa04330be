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

LONGEST_BOT: Final = 1_000
"""Characters of the description of a bot, with its options."""

LONGEST_SEED: Final = 1_000
"""Characters of a seed that is a text, or digits of one that is a number."""
