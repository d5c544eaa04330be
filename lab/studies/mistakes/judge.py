"""The judge of the analysis: endings that are searched to the end, else games of another player."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean

from attrs import frozen

from lab.studies.nonsense.endings import LastTurn, TooLongError, rival_wins
from toledo_lab.engine import edition_message, position_message
from toledo_rules import State, determinize, step, view
from toledo_rules.actions import Action
from toledo_rules.chance import Stream
from toledo_rules.codec import dump

ENGINE = Path(__file__).parents[3] / "engine"
WEIGHTS = Path(__file__).with_name("judge.bin")
"""Another player: a network that was fitted to other games than the engine's, and lost to it (step 2 of the ledger in
``lab/studies/player``)."""
POSITIONS = 6
"""Positions that the other player looks at for each turn."""
GAMES = 1_000
FIRST_GAMES = 250
"""Enough, if these are sure already."""
SURE, Z = 3.29, 1.96
"""Standard errors of 99.9 %, at which no more games are needed, and of the 95 % that are printed."""
LEAST = 0.05
"""The smallest gain that makes a mistake."""
HANDS = 60
"""Hands of the rival that an ending is searched for."""


@frozen
class Verdict:
    """The chance of winning by which one line is better than another, with its 95 % interval."""

    gain: float
    low: float
    high: float
    games: int
    """Games that were played on after each line; 0 if search has proved it."""

    @property
    def word(self) -> str:
        """`right` if the one line is surely better, `wrong` if it surely is not better by 5 %, else `open`."""
        if self.low > 0:
            return "right"
        return "wrong" if self.high < LEAST else "open"


def program() -> Path:
    """Build the engine's program for training, and return it."""
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ENGINE, check=True)
    return ENGINE / "target" / "release" / "toledo-train"


class Judge:
    """Compares two lines of the player on turn, by what that player sees."""

    def __init__(self) -> None:
        self._program = program()

    def verdict(
        self, state: State, better: Sequence[Action], worse: Sequence[Action], seed: int
    ) -> Verdict:
        """Return the gain of the first line over the second one."""
        return proved(state, better, worse) or self.played(state, better, worse, seed)

    def played(
        self, state: State, better: Sequence[Action], worse: Sequence[Action], seed: int
    ) -> Verdict:
        """Return the gain in games of the other player, from the same hidden cards."""
        found = Verdict(0.0, -1.0, 1.0, 0)
        for number in (FIRST_GAMES, GAMES):
            shares = self.shares(state, [better, worse], seed, number)
            gains = [one - other for one, other in zip(*shares, strict=True)]
            mean = fmean(gains)
            error = sqrt(
                (fmean([gain * gain for gain in gains]) - mean * mean + 1 / number) / number
            )
            found = Verdict(mean, mean - Z * error, mean + Z * error, number)
            if mean > SURE * error or mean + SURE * error < LEAST:
                break
        return found

    def shares(
        self, state: State, lines: Sequence[Sequence[Action]], seed: int, games: int
    ) -> list[list[float]]:
        """Return the shares of victory of the player on turn after each line, game by game."""
        messages = edition_message(state.edition), position_message(state)
        acts = [[dump(action) for action in line] for line in lines]
        with tempfile.NamedTemporaryFile("w", encoding="utf-8") as file:
            file.write("".join(json.dumps(message) + "\n" for message in messages))
            file.flush()
            options = (file.name, WEIGHTS, games, seed, POSITIONS, json.dumps(acts))
            command = [self._program, "lines", *options]
            ran = subprocess.run(
                list(map(str, command)), check=True, capture_output=True, text=True
            )
        return [json.loads(line) for line in ran.stdout.splitlines()]


def proved(state: State, better: Sequence[Action], worse: Sequence[Action]) -> Verdict | None:
    """Return the gain if search to the end of the game knows whether there is one."""
    try:
        one, other = bounds(state, better), bounds(state, worse)
    except TooLongError:
        return None
    if one is None or other is None:
        return None
    low, high = one[0] - other[1], one[1] - other[0]
    return Verdict((low + high) / 2, low, high, 0) if low > 0 or high <= 0 else None


def bounds(state: State, line: Sequence[Action]) -> tuple[float, float] | None:
    """Return the chance of winning after a line, at least and at most; nothing if the game goes on for longer.

    Known are the ends of the last turn, and of the turn before it with two players: then the rival's last turn is
    searched in sampled hands.
    """
    me, players = state.active, len(state.players)
    last = state.trigger is not None and (me + 1) % players == state.trigger
    turn = LastTurn(state, points=False)
    for action in line[:-1]:
        state = step(state, action).state
    if last:
        sure, hoped = turn.after(state, line[-1])
        return sure / 2, min(1.0, hoped / 2)
    after = step(state, line[-1]).state
    if players > 2 or after.chance or after.over or after.active == me or after.trigger != me:
        return None
    luck = Stream("hands of the rival")
    wins = [rival_wins(determinize(view(after, me), luck)) for _ in range(HANDS)]
    return wins.count(False) / HANDS, 1 - wins.count(True) / HANDS
