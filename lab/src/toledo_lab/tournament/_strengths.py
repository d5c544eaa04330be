"""The model of Bradley and Terry for tables of any size, fitted to sums over deals.

All deals of a tournament have the same tables, so that two sums say everything about them: how much each bot won, and
the products of what two bots won in a deal. They take the same memory for any number of deals.

Games of one deal are played with the same cards, so they are not independent of each other; deals are. Intervals are
those of the profile likelihood, open to one side for a bot that never lost, and as wide as the deals differ. Where wins
or losses are rare, deals say too little of how much they differ: there the games, taken as independent, have the last
word, with a limit that no share of wins gets past in more than 5 % of all tournaments (Chernoff's bound).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import copysign, inf, log
from typing import Final, TypeAlias

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from toledo_lab._statistics import student

Vector: TypeAlias = NDArray[np.float64]
Tables: TypeAlias = tuple[tuple[str, ...], ...]
"""The bots of each table of a deal, by seat."""

_PRIOR: Final = 0.04
"""Precision of the assumption, before any game, that a strength is not many units away from the mean. It gives a bot
that has won all games a rating; intervals do not depend on it."""
_FLAT: Final = 1e-4
"""A precision that only keeps the equations solvable where the games say nothing."""
_FAR: Final = 16.0
"""Difference of strengths, some 2,800 Elo points, beyond which an interval counts as open."""
_CLOSE: Final = 1e-6
_HALVINGS: Final = 17
_STEPS: Final = 60
_LARGEST_STEP: Final = 2.0
_ENOUGH_DEALS: Final = 30
_ENOUGH_RESULTS: Final = 30
"""Games that must have been won, and lost, before the deals alone are trusted with how much they differ."""
_CHERNOFF: Final = log(2 / 0.05)
"""Logarithm of the likelihood that a true value falls short of the best one by, in at most 5 % of all samples."""


@define
class Strengths:
    """Sums of deals, and the strengths that follow: natural logarithms, with a mean of 0."""

    tables: Tables
    bots: tuple[str, ...] = field(init=False)
    deals: int = 0
    _seats: Vector = field(init=False)
    """The seats of each bot, by table."""
    _won: Vector = field(init=False)
    _products: Vector = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.bots = tuple(dict.fromkeys(bot for table in self.tables for bot in table))
        seats = [[table.count(bot) for bot in self.bots] for table in self.tables]
        self._seats = np.array(seats, dtype=float)
        self._won = np.zeros(len(self.bots))
        self._products = np.zeros((len(self.bots), len(self.bots)))

    def add(self, shares: Sequence[Sequence[float]]) -> None:
        """Add a deal: the share of each seat in the win, by table."""
        won = np.zeros(len(self.bots))
        for table, by_seat in zip(self.tables, shares, strict=True):
            for bot, share in zip(table, by_seat, strict=True):
                won[self.bots.index(bot)] += share
        self.deals += 1
        self._won += won
        self._products += np.outer(won, won)

    def fitted(self) -> Vector:
        """Return the strengths that fit best, drawn a little towards each other."""
        return self._most_likely(np.zeros(len(self.bots)), np.eye(len(self.bots)), _PRIOR)

    def interval(self, above: str, below: str | None = None) -> tuple[float, float]:
        """Return the bounds of a 95 % interval for a strength, or for the difference of two."""
        contrast = np.zeros(len(self.bots))
        contrast[self.bots.index(above)] = 1
        contrast -= 1 / len(self.bots) if below is None else 0
        if below is not None:
            contrast[self.bots.index(below)] = -1
        best = self._most_likely(np.zeros(len(self.bots)), np.eye(len(self.bots)), _FLAT)
        least = self._likelihood(best) - self._drop(best, contrast)
        others = np.linalg.svd(contrast[np.newaxis]).Vh[1:].T
        along = contrast / (contrast @ contrast)
        found = best

        def likely(value: float) -> bool:
            """Return whether the difference may have this value, whatever the other strengths."""
            nonlocal found  # a good start for the next value
            start = found + along * (value - contrast @ found)
            found = self._most_likely(start, others, _FLAT)
            return self._likelihood(found) >= least

        centre = float(contrast @ best)
        return _last(likely, centre, min(-_FAR, centre)), _last(likely, centre, max(_FAR, centre))

    def _likelihood(self, strength: Vector) -> float:
        """Return the logarithm of the likelihood of all games."""
        weight = np.log(self._seats @ np.exp(strength - strength.max())) + strength.max()
        return float(self._won @ strength - self.deals * weight.sum())

    def _chances(self, strength: Vector) -> Vector:
        """Return the chance of each bot to win, by table."""
        weights = self._seats * np.exp(strength - strength.max())
        chances: Vector = weights / weights.sum(axis=1, keepdims=True)
        return chances

    def _information(self, chances: Vector) -> Vector:
        information: Vector = self.deals * (np.diag(chances.sum(axis=0)) - chances.T @ chances)
        return information

    def _most_likely(self, start: Vector, ways: Vector, precision: float) -> Vector:
        """Return the most likely strengths that can be reached from a start in these ways, by Newton's method."""
        strength, largest, steps = start, inf, 0
        while largest > _CLOSE and steps < _STEPS:
            chances = self._chances(strength)
            pull = self._won - self.deals * chances.sum(axis=0) - precision * strength
            curvature = self._information(chances) + precision * np.eye(len(strength))
            step = ways @ np.linalg.solve(ways.T @ curvature @ ways, ways.T @ pull)
            largest = float(np.abs(step).max())
            strength = strength + step * min(1.0, _LARGEST_STEP / max(largest, _CLOSE))
            steps += 1
        return strength

    def _drop(self, best: Vector, contrast: Vector) -> float:
        """Return how much less likely than the best strengths those at the bounds of an interval are."""
        enough = self.deals >= _ENOUGH_DEALS and self._rarest(contrast) >= _ENOUGH_RESULTS
        spread = self._spread(best, contrast)
        drop = student(max(1, self.deals - 1)) ** 2 / 2
        return drop * spread if enough else max(drop, _CHERNOFF) * max(1.0, spread)

    def _spread(self, strength: Vector, contrast: Vector) -> float:
        """Return how much more a difference varies over deals than it would if all games were independent."""
        chances = self._chances(strength)
        inverse = np.linalg.pinv(self._information(chances), hermitian=True, rcond=1e-12)
        independent = float(contrast @ inverse @ contrast)
        if self.deals == 1 or independent <= 0:  # too few deals to see how much they differ
            return 1.0
        expected = chances.sum(axis=0)
        crossed = np.outer(self._won, expected)
        pulls = self._products - crossed - crossed.T + self.deals * np.outer(expected, expected)
        varied = float(contrast @ inverse @ pulls @ inverse @ contrast)
        return varied / independent * self.deals / (self.deals - 1)

    def _rarest(self, contrast: Vector) -> float:
        """Return how many games the bots of a difference won, or lost, whichever is least."""
        played = self.deals * (self._seats > 0).sum(axis=0)
        named = np.abs(contrast) == np.abs(contrast).max()
        return float(min(self._won[named].min(), (played - self._won)[named].min()))


def _last(likely: Callable[[float], bool], near: float, far: float) -> float:
    """Return the last value on the way to a far one that is likely; infinite if that one is."""
    if likely(far):
        return copysign(inf, far)
    for _ in range(_HALVINGS):
        middle = (near + far) / 2
        near, far = (middle, far) if likely(middle) else (near, middle)
    return near
