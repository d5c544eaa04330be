"""The network in arrays of numpy: its gradient, and its training by imitation."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from lab.studies.learning.lessons import Lesson
from toledo_lab.bots import Network
from toledo_lab.bots._appraisal import Feature

Numbers: TypeAlias = NDArray[np.floating]
Places: TypeAlias = NDArray[np.int64]

HIDDEN = 24
"""Hidden units."""
BATCH = 128
"""Lessons for each step of the training."""
FAST, SLOW = 0.004, 0.0003
"""Size of the steps: at the beginning of a training, and at its end."""
DECAY = 1e-5
"""Pull of all weights towards nothing."""
DIGITS = 4
"""Digits after the point in the numbers of a network that is done."""


@define
class Rows:
    """Lists of features, one after the other."""

    columns: array[int] = field(factory=lambda: array("i"))
    amounts: array[float] = field(factory=lambda: array("f"))
    ends: array[int] = field(factory=lambda: array("q", [0]))

    def add(self, some: Sequence[Feature], names: dict[str, int]) -> None:
        """Add the features of a row; a new name gets the next column."""
        for name, amount in some:
            self.columns.append(names.setdefault(name, len(names)))
            self.amounts.append(amount)
        self.ends.append(len(self.columns))

    def dense(self, rows: Sequence[int], width: int) -> Numbers:
        """Return these rows as a matrix."""
        found = np.zeros((len(rows), width), np.float32)
        ends = np.frombuffer(self.ends, np.int64)
        first = ends[rows]
        sizes = ends[np.array(rows) + 1] - first
        before = np.cumsum(sizes) - sizes
        places = np.repeat(first - before, sizes) + np.arange(sizes.sum())
        columns = np.frombuffer(self.columns, np.int32)[places]
        amounts = np.frombuffer(self.amounts, np.float32)[places]
        found[np.repeat(np.arange(len(rows)), sizes), columns] = amounts
        return found


class Batch(NamedTuple):
    """Some lessons as matrices."""

    actions: Numbers
    """A row for each alternative of each lesson."""
    contexts: Numbers
    """A row for each lesson."""
    lesson: Places
    """Lesson of each alternative."""
    starts: Places
    """First alternative of each lesson."""
    chosen: Places
    """Alternative that the teacher chose in each lesson."""


@define
class School:
    """All lessons so far."""

    names: dict[str, int] = field(factory=dict)
    """Column of each feature."""
    contexts: Rows = field(factory=Rows)
    actions: Rows = field(factory=Rows)
    starts: list[int] = field(factory=lambda: [0])
    chosen: list[int] = field(factory=list)
    games: list[int] = field(factory=list)
    """Game that each lesson is from."""

    def add(self, lessons: Iterable[Lesson]) -> None:
        """Add lessons."""
        for lesson in lessons:
            self.contexts.add(lesson.context, self.names)
            for some in lesson.features:
                self.actions.add(some, self.names)
            self.starts.append(len(self.actions.ends) - 1)
            self.chosen.append(lesson.chosen)
            self.games.append(lesson.game)

    def batch(self, lessons: Sequence[int]) -> Batch:
        """Return some lessons as matrices."""
        width = len(self.names)
        rows = [row for one in lessons for row in range(self.starts[one], self.starts[one + 1])]
        counts = [self.starts[one + 1] - self.starts[one] for one in lessons]
        starts = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64)
        return Batch(
            self.actions.dense(rows, width),
            self.contexts.dense(lessons, width),
            np.repeat(np.arange(len(lessons)), counts),
            starts,
            starts + np.array([self.chosen[one] for one in lessons]),
        )


class Student:
    """A network that learns. Its steps are those of Adam (Kingma, Ba 2015)."""

    def __init__(self, seed: int = 0, hidden: int = HIDDEN) -> None:
        self.rng = np.random.default_rng(seed)
        self.hidden = hidden
        self.direct: Numbers = np.zeros(0, np.float32)
        self.inner: Numbers = np.zeros((0, hidden), np.float32)
        self.bias: Numbers = np.zeros(hidden, np.float32)
        self.out: Numbers = self._small(hidden)

    def _small(self, *shape: int) -> Numbers:
        return (0.15 * self.rng.normal(size=shape)).astype(np.float32)

    def grow(self, width: int) -> None:
        """Make room for features that are new."""
        more = width - len(self.direct)
        self.direct = np.concatenate([self.direct, np.zeros(more, np.float32)])
        self.inner = np.concatenate([self.inner, self._small(more, self.hidden)])

    def preferences(self, batch: Batch) -> tuple[Numbers, Numbers]:
        """Return the hidden units, before those below 0 are cut off, and the preferences for all alternatives."""
        units = batch.actions @ self.inner
        units += (batch.contexts @ self.inner + self.bias)[batch.lesson]
        return units, batch.actions @ self.direct + np.maximum(units, 0) @ self.out

    def gradient(self, batch: Batch) -> tuple[Numbers, ...]:
        """Return the gradient of the surprise at what the teacher chose."""
        units, wishes = self.preferences(batch)
        chances = np.exp(wishes - np.maximum.reduceat(wishes, batch.starts)[batch.lesson])
        chances /= np.add.reduceat(chances, batch.starts)[batch.lesson]
        chances[batch.chosen] -= 1
        error = chances / len(batch.starts)
        inner = error[:, None] * self.out * (units > 0)
        summed = np.add.reduceat(inner, batch.starts, axis=0)
        return (
            batch.actions.T @ error,
            batch.actions.T @ inner + batch.contexts.T @ summed,
            summed.sum(axis=0),
            np.maximum(units, 0).T @ error,
        )

    def learn(self, school: School, lessons: Sequence[int], passes: int) -> None:
        """Go through these lessons some times."""
        self.grow(len(school.names))
        weights = (self.direct, self.inner, self.bias, self.out)
        means = [np.zeros_like(each) for each in weights]
        squares = [np.zeros_like(each) for each in weights]
        steps = passes * -(-len(lessons) // BATCH)
        step = 0
        for _ in range(passes):
            order = self.rng.permutation(lessons).tolist()
            for start in range(0, len(order), BATCH):
                found = self.gradient(school.batch(order[start : start + BATCH]))
                size = FAST + (SLOW - FAST) * step / steps
                step += 1
                for place, weight in enumerate(weights):
                    slope = found[place] + DECAY * weight
                    means[place] += 0.1 * (slope - means[place])
                    squares[place] += 0.001 * (slope**2 - squares[place])
                    spread = np.sqrt(squares[place] / (1 - 0.999**step)) + 1e-8
                    weight[...] -= size * means[place] / (1 - 0.9**step) / spread

    def agreement(self, school: School, lessons: Sequence[int]) -> float:
        """Return the share of lessons in which the student chooses as the teacher did."""
        agreed = 0
        for start in range(0, len(lessons), 1024):
            batch = school.batch(lessons[start : start + 1024])
            _, wishes = self.preferences(batch)
            best = np.maximum.reduceat(wishes, batch.starts)
            agreed += int((wishes[batch.chosen] >= best).sum())
        return agreed / len(lessons)

    def network(self, school: School) -> Network:
        """Return the network as plain numbers."""
        rows = np.concatenate([self.direct[:, None], self.inner], axis=1)
        return Network(
            {name: _plain(rows[column]) for name, column in school.names.items()},
            _plain(self.bias),
            _plain(self.out),
        )


def _plain(numbers: Numbers) -> tuple[float, ...]:
    return tuple([round(number, DIGITS) for number in numbers.tolist()])
