"""Lines: ways to play a turn, each with its chance of winning, and games played on to the end after them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import sqrt
from statistics import fmean
from typing import Final

from attrs import evolve, field, frozen

from toledo_lab._library import NO_CHANCE, Actions, plain_position
from toledo_lab._limits import MOST_TRIES
from toledo_lab.analysis._outlook import Outlook, outlook
from toledo_lab.engine import Contest, contests, search
from toledo_rules import apply, determinize, legal_actions
from toledo_rules.actions import Action
from toledo_rules.chance import Seed, Stream
from toledo_rules.describe import Language, Message, message, render
from toledo_rules.edition import Seat
from toledo_rules.notation import format_action
from toledo_rules.state import State, View, view

TRIES: Final = 20
"""Games that are played on to the end after a line, unless you say otherwise."""
LEAST_TRIES: Final = 2
"""A single game would say nothing about the error."""
LINES: Final = 5
NODES: Final = 4_000
"""The number of positions that the search for lines evaluates."""
POSITIONS: Final = (4, 12)
"""Positions that two players look at for each turn, when lines are played on. What only one of them makes of a position
may be a habit of that player."""
Z: Final = 2.576
"""Standard errors of an interval of 99 %."""


@frozen
class Line:
    """A way to play the rest of a turn, and what it leads to."""

    actions: tuple[Action, ...]
    """Actions up to the end of the turn, or up to the next draw: what to do after that depends on the cards."""
    words: tuple[Message, ...] = field(repr=False)
    """The actions as messages: `toledo_rules.describe.render` makes the sentences."""
    notation: str
    """The actions as a record has them."""
    chance: float
    """Chance of the player to win: by the search, or the share of games won where it was played on."""
    points: float | None = None
    """Mean of the player's fame points at the end, where it was played on."""
    games: int = 0
    """Games that were played on to the end after it."""

    def sentences(self, language: Language = "en", *, reader: Seat | None = None) -> str:
        """Return the actions in words."""
        return " ".join([render(said, language, reader=reader) for said in self.words])


@frozen
class Comparison:
    """Two lines, each played on to the end from the same hidden cards."""

    better: Line
    worse: Line
    gain: float
    """Chance to win by which the first one is better."""
    low: float
    """Lower end of its 99 % interval."""
    high: float
    """Upper end."""
    own_points: float
    """Fame points that the player has more at the end with the first one."""
    rival_points: float
    """Fame points that the best of the others has more."""
    agreed: bool = True
    """True if both players who played them on did better with the first one."""


@frozen
class Analysis:
    """The lines that the player on turn can play, and the outlook before that."""

    seat: Seat
    """The player on turn."""
    outlook: Outlook
    """Chances of everybody as the position stands, without any search."""
    lines: tuple[Line, ...]
    """The best first. Empty if nobody has to decide anything."""
    points: tuple[float, ...]
    """Mean of the fame points of everybody at the end, after the best line. Empty if there is none."""
    tries: int
    """Games that were played on to the end after each line."""


def analyse(
    position: State | View,
    *,
    lines: int = LINES,
    tries: int = TRIES,
    seed: Seed = 0,
    names: Sequence[str] = (),
) -> Analysis:
    """Return the best lines for the player on turn.

    The lines and their chances are those of the search of the bot `searcher`. Then each line is played on to the end
    some times by the same bot, from hidden cards that agree with what the player sees: that gives the points.

    >>> from random import Random
    >>> from toledo_rules import new_game
    >>> found = analyse(new_game(2, Random(1)), tries=4)
    >>> best = found.lines[0]
    >>> best.notation
    'place m1@8'
    >>> best.sentences("en")
    'Place a metal dealer with 1 circle on space 8.'

    Args:
        position: a position, or the view of the player on turn. Of a position, only what that player sees is used.
        lines: the most lines to return.
        tries: games to play on after each line. The time grows in proportion.
        seed: of the positions and the luck; the same seed gives the same analysis.
        names: the players' names, for the words.

    Raises ValueError if the view is not that of the player on turn, or if a number is out of range.
    """
    if lines < 1:
        raise ValueError(f"the number of lines must be 1 or more, not {lines}")
    check_tries(tries)
    trial = Trial(position, seed=seed, names=names)
    played = [trial.played_on(line, tries) for line in trial.lines[:lines]]
    shown = [
        evolve(line, points=_points(games, trial.seat), games=tries)
        for line, games in zip(trial.lines, played, strict=False)
    ]
    points = (
        tuple(map(fmean, zip(*[game.points for game in played[0]], strict=True))) if played else ()
    )
    return Analysis(trial.seat, outlook(trial.seen), tuple(shown), points, tries if shown else 0)


def check_tries(tries: int) -> None:
    """Refuse a number of tries that is out of range."""
    if not LEAST_TRIES <= tries <= MOST_TRIES:
        raise ValueError(
            f"the number of tries must be from {LEAST_TRIES} to {MOST_TRIES:,}, not {tries}"
        )


class Trial:
    """The lines of a player by the search, and what is needed to play them on."""

    def __init__(
        self, position: State | View, *, seed: Seed, names: Sequence[str] = (), played: Actions = ()
    ) -> None:
        """Find lines; the one that was played is among them, if there is one."""
        seen = view(position, position.active) if isinstance(position, State) else position
        if seen.seat != seen.active and not seen.over:
            raise ValueError(
                f"only the view of the player on turn, seat {seen.active}, can be analysed, not that of "
                f"{'a spectator' if seen.seat is None else f'seat {seen.seat}'}"
            )
        self.seen = seen
        self.seat = seen.active
        self._names = names
        self.lines: list[Line] = []
        rng = Stream(f"{seed} analysis")
        if not legal_actions(seen):
            return
        self._state = determinize(seen, rng)
        self._root = plain_position(seen)
        self._seed = rng.randrange(1 << 31)
        plans = search(self._state, nodes=NODES, seed=self._seed, plans=_MOST_PLANS, also=played)
        # what dropped out early is not credited with more than what stayed to the end
        judged = [(min(plan.chance, plans[0].chance), plan.actions) for plan in plans]
        judged.sort(key=_first, reverse=True)
        self.lines = [self._line(actions, chance) for chance, actions in judged]

    def _line(self, actions: Actions, chance: float) -> Line:
        edition = self.seen.edition
        notation = ", ".join([format_action(action, edition) for action in actions])
        return Line(actions, told_actions(self._root, actions, self._names), notation, chance)

    def played_on(self, line: Line, games: int) -> tuple[Contest, ...]:
        """Play a line and the rest of the game, as often as asked for, each time from other hidden cards."""
        return self._played(line, POSITIONS[0], games, 0)

    def _played(self, line: Line, positions: int, games: int, before: int) -> tuple[Contest, ...]:
        """Play the games of a line on that follow so many."""
        seed = self._seed + (before << 32)
        actions, seat = line.actions, self.seat
        return contests(
            self._state, actions, games=games, seed=seed, seat=seat, positions=positions
        )

    def compared(self, better: Line, worse: Line, tries: int, least: float) -> Comparison:
        """Play two lines on to the end from the same hidden cards, until they surely differ by so much or do not.

        `tries` games are played, then three times as many in all, and then nine times if that looks worth while; half
        of them by one player, half by the other.
        """
        ones = [tuple[Contest, ...]() for _ in POSITIONS]
        others = [tuple[Contest, ...]() for _ in POSITIONS]
        gain = low = high = 0.0
        agreed = False
        for whole in (tries, 3 * tries, 9 * tries):
            for place, positions in enumerate(POSITIONS):
                done = len(ones[place])
                more = (whole + 1) // len(POSITIONS) - done
                ones[place] += self._played(better, positions, more, done)
                others[place] += self._played(worse, positions, more, done)
            gains = [
                [
                    _share(mine, self.seat) - _share(theirs, self.seat)
                    for mine, theirs in zip(one, other, strict=True)
                ]
                for one, other in zip(ones, others, strict=True)
            ]
            gain, low, high = difference(list(chain.from_iterable(gains)))
            agreed = min(map(fmean, gains)) >= least / 2
            if (low > least and agreed) or high < least or (whole > tries and gain < least):
                break
        one, other = tuple(chain.from_iterable(ones)), tuple(chain.from_iterable(others))
        return Comparison(
            self._judged(better, one),
            self._judged(worse, other),
            gain,
            low,
            high,
            _points(one, self.seat) - _points(other, self.seat),
            _rival_points(one, self.seat) - _rival_points(other, self.seat),
            agreed,
        )

    def _judged(self, line: Line, games: Sequence[Contest]) -> Line:
        chance = fmean([_share(game, self.seat) for game in games])
        return evolve(line, chance=chance, points=_points(games, self.seat), games=len(games))


_MOST_PLANS: Final = 30


def _first(judged: tuple[float, Actions]) -> float:
    return judged[0]


def difference(gains: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of paired differences, each from -1 to 1, and its 99 % interval.

    One game more is counted for either side, as Agresti and Min do: no interval has the width zero, however few games
    there are.
    """
    some = [*gains, 1.0, -1.0]
    mean = fmean(some)
    error = sqrt(fmean([(gain - mean) ** 2 for gain in some]) / len(some))
    return fmean(gains), max(-1.0, mean - Z * error), min(1.0, mean + Z * error)


def _share(game: Contest, seat: Seat) -> float:
    return 1 / len(game.winners) if seat in game.winners else 0.0


def _points(games: Sequence[Contest], seat: Seat) -> float:
    return fmean([game.points[seat] for game in games])


def _rival_points(games: Sequence[Contest], seat: Seat) -> float:
    return fmean([max([*game.points[:seat], *game.points[seat + 1 :]]) for game in games])


def told_actions(
    state: State, actions: Sequence[Action], names: Sequence[str]
) -> tuple[Message, ...]:
    """Return actions as messages, each in the position in which it is played."""
    said: list[Message] = []
    for number, action in enumerate(actions):
        said.append(message(action, state, names=names))
        if number < len(actions) - 1:
            state = apply(state, action, NO_CHANCE)  # only the last one may draw
    return tuple(said)
