"""Honest looks: tests by the means of games or deals, many of them at once, and what they can find at all."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log1p, sqrt
from statistics import NormalDist, fmean, stdev

ALPHA = 0.05
"""False alarms among all looks together."""
POWER = 0.8
"""The chance to notice an effect that is called detectable."""
_NORMAL = NormalDist()


def p_value(values: Sequence[float]) -> float:
    """Return the two-sided p-value of a mean of zero, by Student's t as Wallace turns it into a normal deviate.

    >>> round(p_value([1.0, 2.0, 3.0, 2.0]), 3), p_value([0.0, 0.0])  # exactly, the first is 0.0163
    (0.016, 1.0)
    """
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    if not error:
        return 1.0
    free = len(values) - 1
    t = fmean(values) / error
    return 2 * _NORMAL.cdf(-(8 * free + 1) / (8 * free + 3) * sqrt(free * log1p(t * t / free)))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p-values adjusted by Holm's method, which holds for looks that depend on each other in any way.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted = [1.0] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        highest = min(1.0, max(highest, p_values[place] * (len(p_values) - rank)))
        adjusted[place] = highest
    return adjusted


def detectable(spread: float, number: int, looks: int = 1) -> float:
    """Return the smallest mean that is found with a chance of `POWER`, if values have this standard deviation.

    Of many looks, the first needs most evidence.

    >>> round(detectable(1, 400), 2), round(detectable(1, 400, looks=1000), 2)
    (0.14, 0.24)
    """
    if number == 0:
        return inf
    bounds = _NORMAL.inv_cdf(1 - ALPHA / 2 / looks) + _NORMAL.inv_cdf(POWER)
    return bounds * spread / sqrt(number)
