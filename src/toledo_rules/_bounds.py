"""Bounds of an edition: one that would take too long or too much memory is refused.

Editions come from files, records and documents of strangers. Every bound is far above what fits into a box, and low
enough that loading an edition and the first `legal_actions` in it take no more than a moment.
"""

from __future__ import annotations

from typing import Final

from toledo_rules.edition import Edition, EditionError
from toledo_rules.errors import Problem

LONGEST_TEXT: Final = 64_000
"""Characters of an edition file, six times what the default edition has: reading takes 20 ms at most."""
MOST_DOTS: Final = 200
"""Dots in a line of the file: the time that the TOML reader takes for a key is the square of its parts."""
LONGEST_LINE: Final = 500
"""Characters of the title or of a source, which are printed on a line."""
LONGEST_NAME: Final = 40
"""Characters of a name, which is part of keys, labels and table headings."""
LARGEST_NUMBER: Final = 999
"""Any number: no box holds more of anything, and nobody wants to wait for such a game."""
MOST_PLAYERS: Final = 16
"""Colours of players: a position has an area for each of them."""
MOST_FIGURES: Final = 255
"""Figures of all players together, so that a byte can count them."""
MOST_STEPS: Final = 100
"""Steps of the road: whether a figure can move on over full spaces is found by recursion, step by step."""
MOST_KINDS: Final = 50
"""Kinds of anything else: rows, duel colours, master tiles, values of cards, swords, shop tiles."""
MOST_ROUNDS: Final = 9
"""Won rounds that decide a duel: the time for its odds grows with a power of them."""
MOST_ACTIONS: Final = 20_000
"""All actions of the edition, which are built when its first legal actions are asked for; the default edition has
3,457 of them."""


def action_counts(edition: Edition) -> dict[str, int]:
    """Return the number of actions that an edition can ever offer, by the key of what they are due to.

    It is computed, not counted: `toledo_rules.universe` would have to build them.

    >>> from toledo_rules import KOSMOS_2008
    >>> sum(action_counts(KOSMOS_2008).values())
    3457
    """
    kinds = [space.kind for space in edition.road]
    sites = kinds.count("site")
    spaces = sites + kinds.count("tavern") + kinds.count("artist")
    cards, tiles = len({*edition.cards}), len({*edition.tiles})
    shops, swords = len({*edition.shops}), len({*edition.swords})
    fees = cards + 1  # or none, in an own shop
    return {
        "players.colours": edition.most_players,  # challenge
        "players.shops": shops * sites,  # place
        "board.road": spaces,  # return a figure
        "masters.tiles": tiles * tiles * fees,  # take one and give none or another one back
        "cards.pictures": 2 * cards * (spaces + 1) + fees,  # move with or without the tile; use
        "swords": swords * fees + swords,  # forge, deliver
        "counts": 3,  # end the turn, take cards, pass
    }


def too_many_actions(edition: Edition) -> Problem | None:
    """Return what is wrong with the number of actions of an edition."""
    counts = action_counts(edition)
    total = sum(counts.values())
    if total <= MOST_ACTIONS:
        return None
    key = max(counts, key=lambda name: counts[name])
    found = f"{total:,} possible actions in all, {counts[key]:,} of them from here"
    return Problem(key, found, f"at most {MOST_ACTIONS:,} in all")


def check_actions(edition: Edition) -> None:
    """Refuse an edition with so many actions that they should not be built.

    Raises `EditionError`.
    """
    problem = too_many_actions(edition)
    if problem is not None:
        raise EditionError(edition.name, [problem])
