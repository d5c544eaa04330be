"""Ratings with intervals, and a test that may be checked after every deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log, sqrt
from typing import TYPE_CHECKING, Final

from attrs import frozen

from toledo_lab.simulate import Estimate

if TYPE_CHECKING:
    from toledo_lab.tournament._strengths import Strengths

ELO: Final = 400 / log(10)
"""Elo points of a unit of the natural logarithm of the odds."""


@frozen
class Rating:
    """The strength of a bot in Elo points, on a scale on which all bots of the tournament are 0 on average."""

    bot: str
    elo: Estimate
    """Rating, with its 95 % interval; infinite to one side if the bot won all games, or none."""


@frozen
class RatingDifference:
    """The difference between the ratings of two bots."""

    above: str
    below: str
    elo: Estimate
    """Elo points, with their 95 % interval."""


@frozen
class Ratings:
    """The ratings of all bots, the best first, and the differences between each two of them."""

    ratings: tuple[Rating, ...]
    differences: tuple[RatingDifference, ...]


def ratings(tables: Sequence[Sequence[str]], deals: Iterable[Sequence[Sequence[float]]]) -> Ratings:
    """Return ratings by the deals of a tournament.

    The model is that of Bradley and Terry, for tables with any number of players: the chance of a player to win is its
    strength divided by the sum of all strengths at the table. An Elo difference of 400 stands for odds of 10 to 1.

    >>> deal = [(1.0, 0.0), (1.0, 0.0), (1.0, 0.0)]
    >>> found = ratings([("a", "b"), ("b", "a"), ("a", "b")], [deal] * 40)
    >>> [(one.bot, round(one.elo.value)) for one in found.ratings]
    [('a', 60), ('b', -60)]

    Args:
        tables: The bots of each table of a deal, by seat.
        deals: The share of each seat in the win, by table, for every deal.
    """
    strengths = strengths_of(tables)
    for shares in deals:
        strengths.add(shares)
    return rated(strengths)


def strengths_of(tables: Sequence[Sequence[str]]) -> Strengths:
    """Return empty sums. Imported late, so that commands that rate nobody need not wait for numpy."""
    from toledo_lab.tournament._strengths import Strengths  # noqa: PLC0415  # as above

    return Strengths(tuple(map(tuple, tables)))


def rated(strengths: Strengths) -> Ratings:
    """Return ratings by sums of deals."""
    best = dict(zip(strengths.bots, strengths.fitted().tolist(), strict=True))
    order = sorted(best, key=lambda bot: (-best[bot], bot))
    found = [Rating(bot, _elo(best[bot], strengths.interval(bot))) for bot in order]
    apart = [
        RatingDifference(
            above, below, _elo(best[above] - best[below], strengths.interval(above, below))
        )
        for place, above in enumerate(order)
        for below in order[place + 1 :]
    ]
    return Ratings(tuple(found), tuple(apart))


def _elo(value: float, bounds: tuple[float, float]) -> Estimate:
    low, high = bounds
    return Estimate(ELO * value, ELO * min(low, value), ELO * max(high, value))


class SequentialTest:
    """A test of whether a share differs from a fair one, which may be checked after every deal.

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
        """Add the share of the next deal, between 0 and 1."""
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
