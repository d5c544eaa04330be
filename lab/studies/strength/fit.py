"""Fit the weights of positions to games: ``python -m lab.studies.strength.fit GAMES OLD.json NEW.json``.

It is a least-squares fit of temporal differences (LSTD): the lead that the weights expect at the start of a turn should
be the one that they expect a turn later, and at the end the real one. `TRACE` says how far the result of later turns
counts directly. The features of all players are compared with the mean of the others at the table, so that only leads
matter.

The new weights stay near the old ones, by `PULL`: a fit that trusts its games more predicts their results better, and
plays worse, because its search finds the positions that it overrates.

The weights in the package come from a first form of this program, in which the judged features kept the weight 1, with
2,011 games of planners, 6 in 10 of them of two players, 3 of three and 1 of four. A planner with these weights won
against the planner, in 60 games of two each: PULL 3: 73 %; 0.3, which was taken: 77 %; 0.03: 52 %. The steepness was
set by hand, near that of a fit of the results.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lab.studies.strength.games import SEED, Game, stored
from toledo_lab.bots._appraisal import STAGES, features, moment_of
from toledo_rules import State, apply, new_game, ranking, score
from toledo_rules.chance import Stream
from toledo_rules.state import TurnStart

TRACE = 0.8
PULL = 0.3
DISTRACTION = "distraction"
"""A feature of the fit alone: how often the player acts at random."""

Numbers = NDArray[np.float64]


class Fit:
    """The sums that a fit is made of."""

    def __init__(self, old: list[dict[str, float]]) -> None:
        self.old = old
        self.names: dict[str, int] = {"points": 0}
        self.most = 96
        size = (STAGES + 1) * self.most
        self.matrix: Numbers = np.zeros((size, size))
        self.right: Numbers = np.zeros(size)
        self.squares: Numbers = np.zeros(size)
        self.rows = 0

    def row(self, state: State, seat: int, distraction: float) -> Numbers:
        """Return the features of a player, in the columns of the stage; beyond their last turn, the points."""
        found: Numbers = np.zeros((STAGES + 1, self.most))
        players = len(state.players)
        left = players if state.trigger is None else (state.trigger - state.active) % players
        if (seat - state.active) % players >= left:
            found[STAGES, 0] = score(state, seat).total
        else:
            stage = moment_of(state).stage
            for name, amount in (*features(state, seat), (DISTRACTION, distraction)):
                found[stage, self.names.setdefault(name, len(self.names))] += amount
        return found.ravel()

    def add(self, game: Game) -> None:
        """Take in a game."""
        chance = Stream(SEED, game=game.number)
        state, rows = new_game(game.players, chance), list[Numbers]()
        for action in game.actions:
            if isinstance(state.phase, TurnStart):
                rows.append(
                    np.array(
                        [
                            self.row(state, seat, game.distraction[seat])
                            for seat in range(game.players)
                        ]
                    )
                )
            state = apply(state, action, chance)
        every: Numbers = np.array(rows)
        leads = every - (every.sum(1, keepdims=True) - every) / (game.players - 1)
        points = np.array([one.points for one in sorted(ranking(state), key=lambda one: one.seat)])
        results = points - (points.sum() - points) / (game.players - 1)
        for seat in range(game.players if game.players > 2 else 1):  # two are mirror images
            now = leads[:, seat]
            trace = np.empty_like(now)
            last: Numbers = np.zeros(now.shape[1])
            for turn, one in enumerate(now):
                trace[turn] = last = TRACE * last + one
            later = np.vstack([now[1:], np.zeros((1, now.shape[1]))])
            self.matrix += trace.T @ (now - later)
            self.right += trace[-1] * results[seat]
            self.squares += (now**2).sum(0)
            self.rows += len(now)

    def weights(self) -> list[dict[str, float]]:
        """Return the new weights."""
        old: Numbers = np.zeros((STAGES + 1, self.most))
        old[STAGES, 0] = 1
        for stage in range(STAGES):
            for name, place in self.names.items():
                old[stage, place] = self.old[stage].get(name, float(name.startswith("judged")))
        flat = old.ravel()
        free = self.squares > 0
        free[STAGES * self.most :] = False
        scale = np.sqrt(self.squares / self.rows) + 1e-3
        matrix = (self.matrix / scale[:, None] / scale / self.rows)[np.ix_(free, free)]
        right = ((self.right - self.matrix @ flat) / scale / self.rows)[free]
        flat[free] += np.linalg.solve(matrix + PULL * np.eye(len(right)), right) / scale[free]
        new = flat.reshape(STAGES + 1, self.most)
        return [
            {
                name: round(float(new[stage, place]), 4)
                for name, place in self.names.items()
                if name != DISTRACTION
            }
            for stage in range(STAGES)
        ]


def main(games: str, old: str, new: str) -> None:
    """Fit the weights, and keep the steepness of the old ones."""
    before = json.loads(Path(old).read_text(encoding="utf-8"))
    fit = Fit(before["weights"])
    for game in stored(Path(games)):
        if game.finished:
            fit.add(game)
    after = {"weights": fit.weights(), "steepness": before["steepness"]}
    Path(new).write_text(json.dumps(after, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
