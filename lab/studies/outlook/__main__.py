"""Judge the chances that people are shown: ``python -m lab.studies.outlook``.

Bots of the levels that people meet play games of two, three and four, the same level in all seats. At half-time and
some turns before the end the player on turn is given a chance of winning, by what that player sees. The Brier score is
the mean square of the error; the slope of a logistic regression of results on log odds is 1 if the chances are neither
too bold (below 1) nor too timid. Intervals are of 95 %, by a bootstrap over games.

With ``--playouts 40`` the last moments are judged by games that are played on, too: the share that the player wins, in
hands that agree with what that player sees.

Every other game is for a fit of a constant and a weight of the log odds, with which the rest is judged as well. It is
printed and not used: so many turns before the end it is always the same player's turn, the one who ends the game or
another, and that is what the constant learns.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from math import log

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from toledo_lab.engine import chances, contests
from toledo_rules import new_game, outcome
from toledo_rules.bots import bot_streams, play_on
from toledo_rules.chance import Stream
from toledo_rules.state import State, TurnStart

LEVELS = (2, 3, 4)
"""Levels of the games, in turn."""
MOMENTS = ("half-time", "16 before", "8 before", "4 before")
LATE = ("8 before", "4 before")
"""When games are played on, for comparison."""
POSITIONS = 12
"""Positions that the engine's player looks at for each turn of these games."""
LEAST = 0.002
Floats = NDArray[np.float64]


@frozen
class Sample:
    """A position at the start of a turn."""

    players: int
    game: int
    moment: str
    state: State
    won: float
    """Share of the victory that the player on turn got."""


def samples(players: int, games: int, seed: str) -> Iterator[Sample]:
    """Yield positions of games."""
    for game in range(games):
        name = f"{seed} {players} {game}"
        bots = [f"searcher:level={LEVELS[game % len(LEVELS)]}"] * players
        chance = Stream(name)
        start = new_game(players, chance)
        plies = list(play_on(start, bots, chance, bot_streams(name, players)))
        starts = [ply.before for ply in plies if isinstance(ply.before.phase, TurnStart)]
        result = outcome(plies[-1].after)
        assert result is not None
        for moment, place in zip(MOMENTS, (len(starts) // 2, -16, -8, -4), strict=True):
            state = starts[place]
            share = 1 / len(result.winners) if state.active in result.winners else 0.0
            yield Sample(players, game, moment, state, share)


def log_odds(chance: float) -> float:
    """Return the logarithm of the odds, which ends somewhere."""
    inside = min(max(chance, LEAST), 1 - LEAST)
    return log(inside / (1 - inside))


def fitted(rows: Floats, won: Floats) -> Floats:
    """Return the weights of a logistic regression, with a little of a prior, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(30):
        said = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (won - said) - 1e-3 * weights
        bend = (rows * (said * (1 - said))[:, None]).T @ rows + 1e-3 * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def played_on(state: State, games: int) -> float:
    """Return the chance of the player on turn by games to the end. One more is counted, in which all win alike."""
    me, players = state.active, len(state.players)
    found = contests(state, games=games, seed=1, seat=me, positions=POSITIONS)
    won = sum(1 / len(game.winners) for game in found if me in game.winners)
    return (won + 1 / players) / (games + 1)


def compare(some: list[Sample], playouts: int, rng: np.random.Generator) -> None:
    """Print the Brier scores of the network and of games that are played on, in the same positions."""
    for moment in LATE:
        here = [one for one in some if one.moment == moment]
        won = np.array([one.won for one in here])
        network = (np.array([chances(one.state)[one.state.active] for one in here]) - won) ** 2
        played = (np.array([played_on(one.state, playouts) for one in here]) - won) ** 2
        print(
            f"  {moment}, {len(here)} games: network {interval(network, rng)}, played on "
            f"{playouts} times {interval(played, rng)}, less by {interval(network - played, rng)}",
            flush=True,
        )


def study(players: int, games: int, playouts: int) -> None:
    """Print weights, Brier scores and slopes."""
    rng = np.random.default_rng(1)
    some = list(samples(players, games, "outlook"))
    if playouts:
        print(f"{players} players:")
        compare(some, playouts, rng)
        return
    won = np.array([one.won for one in some])
    moments = np.array([one.moment for one in some])
    numbers = np.array([one.game for one in some])
    odds = np.array([log_odds(chances(one.state)[one.state.active]) for one in some])
    rows = np.column_stack([np.ones(len(odds)), odds])
    kept = numbers % 2 == 0
    weights = fitted(rows[kept], won[kept])
    said = [round(float(one), 2) for one in weights]
    print(f"{players} players: weights {said} by {games // 2} games; {games // 2} other games:")
    for name, given in (("network", odds), ("fitted", rows @ weights)):
        errors = (1 / (1 + np.exp(-given)) - won) ** 2
        for moment in MOMENTS:
            found = interval(errors[~kept & (moments == moment)], rng)
            print(f"  {name}, {moment}: {found}")
        again = []
        for _ in range(200):
            drawn = rng.choice(np.unique(numbers[~kept]), size=games // 2)
            picked = np.concatenate([np.flatnonzero(numbers == one) for one in drawn])
            again.append(slope(given[picked], won[picked]))
        low, high = np.quantile(again, [0.025, 0.975])
        print(
            f"  {name}, slope: {slope(given[~kept], won[~kept]):.2f} ({low:.2f} to {high:.2f})",
            flush=True,
        )


def slope(odds: Floats, won: Floats) -> float:
    """Return the slope of results on log odds."""
    return float(fitted(np.column_stack([np.ones(len(odds)), odds]), won)[1])


def interval(values: Floats, rng: np.random.Generator) -> str:
    """Return the mean of values of games, with its interval."""
    drawn = [np.mean(rng.choice(values, size=len(values))) for _ in range(400)]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return f"{np.mean(values):.3f} ({low:.3f} to {high:.3f})"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Judge the chances that people are shown.")
    parser.add_argument("--games", type=int, default=120, help="for each number of players")
    parser.add_argument("--players", type=int, nargs="*", default=(2, 3, 4))
    parser.add_argument("--playouts", type=int, default=0, help="compare with games played on")
    options = parser.parse_args()
    for players in options.players:
        study(players, options.games, options.playouts)
    print(f"{time.process_time():.0f} CPU s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
