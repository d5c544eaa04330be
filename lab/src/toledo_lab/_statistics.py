"""Estimates with intervals, and the sums that they are made from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import inf, isfinite, sqrt
from statistics import fmean, stdev
from typing import Final

from attrs import define, frozen

Z: Final = 1.959963984540054
"""z-value of a two-sided 95 % confidence interval."""


@frozen
class Estimate:
    """A figure with its 95 % confidence interval.

    The method of the interval covers the true value in 95 % of all samples.
    """

    value: float
    low: float
    high: float

    @property
    def bounded(self) -> bool:
        """True if there is an interval: one or two values say nothing about the spread."""
        return isfinite(self.low) and isfinite(self.high)

    def text(self, digits: int = 1, *, sign: str = "", scale: float = 1, unit: str = "") -> str:
        """Return the figure with its interval in words; the interval may be open to one side.

        >>> Estimate(0.5, 0.25, inf).text(0, scale=100, unit=" %")
        '50 % (at least 25)'
        """
        value, low, high = (
            f"{scale * part:{sign}.{digits}f}" for part in (self.value, self.low, self.high)
        )
        if self.bounded:
            return f"{value}{unit} ({low} to {high})"
        if isfinite(self.low):
            return f"{value}{unit} (at least {low})"
        return f"{value}{unit} (at most {high})" if isfinite(self.high) else f"{value}{unit}"

    def to_list(self) -> list[float | None]:
        """Return the value and the bounds of its interval, for JSON; None for unknown bounds."""
        low, high = (self.low, self.high) if self.bounded else (None, None)
        return [one if one is None else round(one, 6) for one in (self.value, low, high)]


@cache
def student(freedom: int) -> float:
    """Return the quantile of Student's distribution for a two-sided 95 % interval.

    >>> [round(student(freedom), 3) for freedom in (1, 2, 10, 30)]
    [12.706, 4.303, 2.228, 2.042]
    """
    from scipy.special import stdtrit  # noqa: PLC0415  # commands that estimate nothing need not wait for it

    return float(stdtrit(freedom, 0.975))


def wilson(wins: float, games: int) -> Estimate:
    """Return the share of games won, with Wilson's interval, which fits few games and rare wins too.

    >>> wilson(60, 100)
    Estimate(value=0.6, low=0.502..., high=0.690...)
    >>> wilson(0, 10)
    Estimate(value=0.0, low=0.0, high=0.277...)
    """
    if games == 0:
        return Estimate(0.0, 0.0, 1.0)
    share, spread = wins / games, Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    reach = Z / (1 + spread) * sqrt(share * (1 - share) / games + spread / (4 * games))
    # rounding must not put the share outside
    return Estimate(
        share, min(share, max(0.0, middle - reach)), max(share, min(1.0, middle + reach))
    )


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean of values, with Student's interval; without one if there are fewer than three.

    >>> mean([1, 2, 3, 4])
    Estimate(value=2.5, low=0.44..., high=4.55...)
    >>> mean([1, 2])
    Estimate(value=1.5, low=-inf, high=inf)
    """
    value, number = fmean(values), len(values)
    reach = inf
    if number >= _LEAST_VALUES:
        reach = student(number - 1) * stdev(values) / sqrt(number)
    return Estimate(value, value - reach, value + reach)


_LEAST_VALUES: Final = 3


UNIT: Final = 720_720
"""Sums are counted in units of one part in this many. All numbers up to 16 divide it, so the mean of a table is
exact."""


@define
class Moments:
    """Number, sum and sum of squares of values. They are whole numbers, so that no order changes them."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: float, per: int = 1) -> None:
        """Add a value, divided by a number of players."""
        units = round(value * UNIT / per) if isinstance(value, float) else value * UNIT // per
        self.count += 1
        self.total += units
        self.squares += units * units

    def merge(self, other: Moments) -> None:
        """Add the values of others."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    @property
    def value(self) -> float:
        """The mean; 0 if there are no values."""
        return self.total / (self.count * UNIT) if self.count else 0.0

    @property
    def mean(self) -> Estimate:
        """The mean, with its interval."""
        reach = inf
        if self.count >= _LEAST_VALUES:
            spread = self.count * self.squares - self.total**2
            reach = student(self.count - 1) * sqrt(spread / (self.count - 1)) / (self.count * UNIT)
        return Estimate(self.value, self.value - reach, self.value + reach)


def share_over_deals(shares: Moments) -> Estimate:
    """Return the mean of the shares won in deals, with a 95 % interval.

    It is Student's, with one additional deal won and one lost (as Agresti and Coull do with games), so that it covers
    the true share of a bot that nearly always wins, and has some width even if all games were won.
    """
    more = Moments()
    more.merge(shares)
    more.add(0)
    more.add(1)
    value, around = shares.value, more.mean
    return Estimate(value, min(value, max(0.0, around.low)), max(value, min(1.0, around.high)))


def variance_share(between: float, groups: int, values: int) -> tuple[float, float]:
    """Return the 95 % interval for the share of a variance that comes from groups, by the noncentral F distribution.

    `between` is the share in the sum of squares of that many values.

    >>> [round(end, 2) for end in variance_share(0.2, 2, 50)]
    [0.04, 0.38]
    """
    from scipy.special import ncfdtr  # noqa: PLC0415  # as above

    free = max(1, values - groups)
    within = max(1 - between, 1e-9)
    ratio = between / (groups - 1) / (within / free)

    def noncentrality(probability: float) -> float:
        """Return the noncentrality for which the ratio is so far up in the distribution, or 0."""
        low, high = 0.0, 2 * values * between / within + 50.0
        if ncfdtr(groups - 1, free, 0.0, ratio) <= probability:
            return 0.0
        for _ in range(50):
            middle = (low + high) / 2
            if ncfdtr(groups - 1, free, middle, ratio) > probability:
                low = middle
            else:
                high = middle
        return low

    few, many = noncentrality(0.975), noncentrality(0.025)
    return few / (few + values), many / (many + values)


def counted(number: int, thing: str) -> str:
    """Return a number with its thing.

    >>> counted(1, "game"), counted(2_000, "game")
    ('1 game', '2,000 games')
    """
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def aligned(table: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table: its first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *others in table:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        yield "  ".join([first.ljust(widths[0]), *cells]).rstrip()
