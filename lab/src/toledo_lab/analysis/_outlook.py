"""The outlook of a position: the chance of each player to win, and the points to expect.

It is a conditional logit: each player has a strength, a sum of five features times weights, and the chances are in
proportion to the exponentials of the strengths. The points are a sum of the same features, and of the mean worth of the
others. There are weights for each number of players and each stage of the game, in ``outlook.json``; they were fitted
to games that bots played against themselves. ``lab/studies/strength/calibrate.py`` fits them, and measures how well
they hold in other games.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from math import exp
from typing import Final, NamedTuple

from attrs import frozen

from toledo_lab._library import plain_position
from toledo_lab.bots import Appraisal
from toledo_lab.bots._appraisal import moment_of
from toledo_lab.bots._search import appraisal_of
from toledo_rules import outcome, score, turn_ended
from toledo_rules.edition import Seat
from toledo_rules.state import Arrived, Entered, Moving, State, TurnStart, View

FEATURES: Final = ("worth", "score", "inside", "wait", "done")
"""Features of a player: the worth by the `Appraisal` of the searcher, the points so far, the figures in the Alcazar,
the turns to wait as a share of a round, and 1 if there is no turn left."""


@frozen
class Outlook:
    """Chances and points to expect, by seat.

    >>> Outlook((0.75, 0.25), (21.0, 17.5)).leader
    0
    """

    chances: tuple[float, ...]
    """Chance of each player to win. They add up to 1: of a shared victory everybody has a share."""
    points: tuple[float, ...]
    """Fame points to expect at the end."""

    @property
    def leader(self) -> Seat:
        """The player with the best chance; of equals, the first."""
        return self.chances.index(max(self.chances))


class StageWeights(NamedTuple):
    """Weights of the features at one stage of the game."""

    strength: tuple[float, ...]
    """For the chances, one for each of the `FEATURES`."""
    points: tuple[float, ...]
    """For the points: a constant, one for each of the `FEATURES`, and one for the mean worth of the others."""


def outlook(position: State | View) -> Outlook:
    """Return the outlook of a position. Of hands, it looks at the number of cards only.

    In the middle of a turn it is the outlook if the turn ends there; a figure in transit is left out.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> [round(chance, 2) for chance in outlook(new_game(2, Random(1))).chances]
    [0.52, 0.48]
    """
    state = plain_position(position) if isinstance(position, View) else position
    players = len(state.players)
    mover = state.active
    if isinstance(state.phase, Moving | Arrived | Entered):
        state = turn_ended(state)
        mover = state.active
    elif not isinstance(state.phase, TurnStart):
        mover = (mover + 1) % players
    result = outcome(state)
    if result is not None:
        share = 1 / len(result.winners)
        return Outlook(
            tuple([share if seat in result.winners else 0.0 for seat in range(players)]),
            tuple([float(score(state, seat).total) for seat in range(players)]),
        )
    weights = _weights(players)[moment_of(state).stage]
    rows = seat_features(appraisal_of(state.edition), state, mover)
    strengths = [sum([w * x for w, x in zip(weights.strength, row, strict=True)]) for row in rows]
    highest = max(strengths)
    shares = [exp(strength - highest) for strength in strengths]
    whole = sum(shares)
    return Outlook(tuple([share / whole for share in shares]), _points(weights, rows))


def seat_features(appraisal: Appraisal, state: State, mover: Seat) -> list[tuple[float, ...]]:
    """Return the `FEATURES` of each player, if `mover` begins a turn in this position."""
    players = len(state.players)
    left = players if state.trigger is None else (state.trigger - mover) % players
    rows: list[tuple[float, ...]] = []
    for seat, worth in enumerate(appraisal.worths(state, mover)):
        wait = (seat - mover) % players
        rows.append(
            (
                worth,
                float(score(state, seat).total),
                float(state.players[seat].inside),
                wait / players,
                float(wait >= left),
            )
        )
    return rows


def _points(weights: StageWeights, rows: list[tuple[float, ...]]) -> tuple[float, ...]:
    """Return the points to expect; whoever has no turn left keeps what they have."""
    constant, *slopes, others = weights.points
    whole = sum([row[0] for row in rows])
    found: list[float] = []
    for row in rows:
        if row[4]:
            found.append(row[1])
            continue
        mean = (whole - row[0]) / max(1, len(rows) - 1)
        own = sum([w * x for w, x in zip(slopes, row, strict=True)])
        found.append(constant + own + others * mean)
    return tuple(found)


@lru_cache(maxsize=8)
def _weights(players: int) -> tuple[StageWeights, ...]:
    """Return the weights of each stage for a number of players; the nearest number for which there are some."""
    text = resources.files("toledo_lab.analysis").joinpath("outlook.json").read_text("utf-8")
    tables = json.loads(text)["players"]
    nearest = min(tables, key=lambda number: abs(int(number) - players))
    return tuple(
        [StageWeights(tuple(one["strength"]), tuple(one["points"])) for one in tables[nearest]]
    )
