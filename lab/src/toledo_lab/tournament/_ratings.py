"""Ratings with intervals, and a test that may be looked at after every deal.

Games of one deal are played with the same cards, so they are not independent of each other; deals are. All intervals
are made from deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log, sqrt
from typing import Final, TypeAlias

from attrs import frozen

from toledo_lab.simulate import Estimate
from toledo_lab.simulate._summary import student

ELO: Final = 400 / log(10)
"""Elo points of a unit of the natural logarithm of the odds."""

_PRIOR = 1 / 25.0
"""Precision of the assumption, before any game, that a rating is not thousands of points away from the mean. Without it
a bot that has won all games would be infinitely strong."""

TableResult: TypeAlias = tuple[Sequence[str], Sequence[float]]
"""The bots at a table by seat, and the share of each seat in the win."""


@frozen
class Rating:
    """The strength of a bot in Elo points, on a scale on which all bots of the tournament are 0 on average."""

    bot: str
    elo: Estimate
    """Rating, with the 95 % interval that follows from how much deals differ."""


def ratings(deals: Iterable[Sequence[TableResult]]) -> tuple[Rating, ...]:
    """Return the ratings of all bots, the best first.

    The model is that of Bradley and Terry, for tables with any number of players: the chance of a player to win is its
    strength divided by the sum of all strengths at the table. An Elo difference of 400 stands for odds of 10 to 1.

    >>> deal = [(("a", "b"), (1.0, 0.0)), (("b", "a"), (1.0, 0.0)), (("a", "b"), (1.0, 0.0))]
    >>> [(one.bot, round(one.elo.value)) for one in ratings([deal] * 40)]
    [('a', 60), ('b', -60)]
    """
    blocks = [list(deal) for deal in deals]
    bots = sorted({bot for deal in blocks for names, _ in deal for bot in names})
    number = {bot: place for place, bot in enumerate(bots)}
    strength = _fitted(blocks, number)
    spread = _spread(blocks, number, strength)
    found = [
        Rating(bot, Estimate(value, value - reach, value + reach))
        for bot, value, reach in zip(
            bots,
            (ELO * one for one in strength),
            (student(max(1, len(blocks) - 1)) * ELO * sqrt(one) for one in spread),
            strict=True,
        )
    ]
    return tuple(sorted(found, key=lambda rating: (-rating.elo.value, rating.bot)))


Blocks: TypeAlias = list[list[TableResult]]
Matrix: TypeAlias = list[list[float]]


def _chances(
    names: Sequence[str], number: Mapping[str, int], strength: Sequence[float]
) -> list[float]:
    weights = [exp(strength[number[bot]]) for bot in names]
    total = sum(weights)
    return [weight / total for weight in weights]


def _gradient(
    deal: Sequence[TableResult], number: Mapping[str, int], strength: Sequence[float]
) -> list[float]:
    """Return how a deal pulls at each strength."""
    pull = [0.0] * len(strength)
    for names, shares in deal:
        for bot, share, chance in zip(
            names, shares, _chances(names, number, strength), strict=True
        ):
            pull[number[bot]] += share - chance
    return pull


def _curvature(blocks: Blocks, number: Mapping[str, int], strength: Sequence[float]) -> Matrix:
    """Return the information of all games, with the prior."""
    size = len(strength)
    matrix = [[_PRIOR * (row == column) for column in range(size)] for row in range(size)]
    for deal in blocks:
        for names, _ in deal:
            at_table = [0.0] * size
            for bot, chance in zip(names, _chances(names, number, strength), strict=True):
                at_table[number[bot]] += chance
            for row, chance in enumerate(at_table):
                if chance:
                    matrix[row][row] += chance
                    for column, other in enumerate(at_table):
                        matrix[row][column] -= chance * other
    return matrix


_LARGEST_STEP = 1.0
_CLOSE = 1e-8


def _fitted(blocks: Blocks, number: Mapping[str, int]) -> list[float]:
    """Return the strengths that fit best, by Newton's method."""
    strength = [0.0] * len(number)
    largest = 1.0
    while largest > _CLOSE:  # the prior makes it converge
        pull = [-_PRIOR * one for one in strength]
        for deal in blocks:
            for place, one in enumerate(_gradient(deal, number, strength)):
                pull[place] += one
        step = _solved(_curvature(blocks, number, strength), pull)
        largest = max([abs(one) for one in step], default=0.0)
        scale = min(1.0, _LARGEST_STEP / largest) if largest else 0.0
        strength = [old + scale * one for old, one in zip(strength, step, strict=True)]
    mean = sum(strength) / max(1, len(strength))
    return [one - mean for one in strength]


def _spread(blocks: Blocks, number: Mapping[str, int], strength: Sequence[float]) -> list[float]:
    """Return the variance of each strength, by how much the deals pull in different directions."""
    curvature = _curvature(blocks, number, strength)
    size = len(strength)
    spread = [0.0] * size
    for deal in blocks:
        for place, one in enumerate(_solved(curvature, _gradient(deal, number, strength))):
            spread[place] += one * one
    few = len(blocks) / (len(blocks) - 1) if len(blocks) > 1 else 1.0
    rare = _rarer_results(blocks, number)
    # A few deals may happen to differ little, and those of a bot that wins nearly always do not differ at all. Then the
    # games, taken as independent, bound the variance.
    return [
        few * one
        if len(blocks) >= _ENOUGH_DEALS and rare[place] >= _ENOUGH_RESULTS
        else max(few * one, _variance(curvature, place))
        for place, one in enumerate(spread)
    ]


def _rarer_results(blocks: Blocks, number: Mapping[str, int]) -> list[float]:
    """Return for each bot how many games it won, or lost, whichever is less."""
    won, lost = [0.0] * len(number), [0.0] * len(number)
    for deal in blocks:
        for names, shares in deal:
            for bot in {*names}:
                share = sum([one for name, one in zip(names, shares, strict=True) if name == bot])
                won[number[bot]] += share
                lost[number[bot]] += 1 - share
    return list(map(min, won, lost))


def _variance(curvature: Matrix, place: int) -> float:
    """Return the variance of a strength against the mean of all, if games were independent."""
    size = len(curvature)
    against = [(row == place) - 1 / size for row in range(size)]
    return sum(
        one * solved for one, solved in zip(against, _solved(curvature, against), strict=True)
    )


_ENOUGH_DEALS = 30
_ENOUGH_RESULTS = 10
"""Games that a bot must have won, and lost, before the deals alone are trusted with its interval."""


def _solved(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """Return the solution of a system of linear equations, by elimination. The matrix is positive definite."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place in range(size):
        pivot = rows[place]
        for other in range(place + 1, size):
            factor = rows[other][place] / pivot[place]
            rows[other] = [
                one - factor * above for one, above in zip(rows[other], pivot, strict=True)
            ]
    solution = [0.0] * size
    for place in reversed(range(size)):
        known = sum(rows[place][column] * solution[column] for column in range(place + 1, size))
        solution[place] = (rows[place][size] - known) / rows[place][place]
    return solution


class SequentialTest:
    """A test whether a share differs from a fair one, that may be looked at after every deal.

    The usual 95 % interval is right at a number of games that was fixed before. Whoever looks again and again, and
    stops as soon as it leaves out the fair share, is wrong far more often than in 5 % of all cases. Here the chance to
    be wrong ever, at any of all looks, is at most `alarm`, whatever the distribution of the shares.

    It is a bet against the fair share: two players begin with half of a capital each and stake a part of it in every
    round, one on larger shares and one on smaller ones. If the share is fair, nobody can expect to gain, so that the
    capital is seldom multiplied by 20 (Ville's inequality). `interval` is made of all shares that have not lost such a
    bet (Waudby-Smith and Ramdas, 2024).

    >>> test = SequentialTest(0.5)
    >>> for share in [1.0, 0.5, 1.0, 1.0] * 10:
    ...     test.add(share)
    >>> test.better, round(test.interval.low, 2)
    (True, 0.71)
    """

    def __init__(self, fair: float, *, alarm: float = 0.05) -> None:
        if not 0 < fair < 1:
            raise ValueError(f"a fair share lies between 0 and 1, not at {fair}")
        if not 0 < alarm < 1:
            raise ValueError(f"the chance of a false alarm lies between 0 and 1, not at {alarm}")
        self.fair = fair
        self.alarm = alarm
        self.deals = 0
        self._sum = 0.0
        self._squares = 0.0
        self._shares = [fair, *[place / _GRID for place in range(1, _GRID)]]
        self._up = [0.0] * len(self._shares)
        self._down = [0.0] * len(self._shares)
        self._lost = [False] * len(self._shares)

    def add(self, share: float) -> None:
        """Take in the share of the next deal, between 0 and 1."""
        if not 0 <= share <= 1:
            raise ValueError(f"a share lies between 0 and 1, not at {share}")
        deals = self.deals + 1
        # The stakes depend on the deals before only, or the bet would not be fair.
        mean = (self._sum + 0.5) / deals
        variance = (self._squares + 0.25) / deals
        stake = sqrt(2 * log(2 / self.alarm) / (variance * deals * log(1 + deals)))
        for place, against in enumerate(self._shares):
            up = min(stake, _BOLDEST / against)
            down = min(stake, _BOLDEST / (1 - against))
            self._up[place] += log(1 + up * (share - against))
            self._down[place] += log(1 - down * (share - against))
            if not self._lost[place]:
                self._lost[place] = self._capital(place) >= 1 / self.alarm
        self.deals = deals
        self._sum += share
        self._squares += (share - mean) ** 2

    def _capital(self, place: int) -> float:
        return (exp(min(self._up[place], 50.0)) + exp(min(self._down[place], 50.0))) / 2

    @property
    def mean(self) -> float:
        """Mean share so far; the fair one before the first deal."""
        return self._sum / self.deals if self.deals else self.fair

    @property
    def decided(self) -> bool:
        """True as soon as the share was shown to differ from the fair one, and from then on."""
        return self._lost[0]

    @property
    def better(self) -> bool:
        """True if the share was shown to be larger than the fair one."""
        return self.decided and self.mean > self.fair

    @property
    def interval(self) -> Estimate:
        """The mean share, and bounds that hold at all times together with a chance of 1 - `alarm`."""
        left = [share for share, lost in zip(self._shares, self._lost, strict=True) if not lost]
        mean = self.mean
        low, high = min(left, default=mean), max(left, default=mean)
        wider = 1 / _GRID
        return Estimate(mean, max(0.0, min(mean, low - wider)), min(1.0, max(mean, high + wider)))


_GRID = 200
"""Shares that are tested for the interval."""
_BOLDEST = 0.5
"""Most of the capital that can be lost in a round."""
