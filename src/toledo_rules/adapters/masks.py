"""What the environments of PettingZoo and Gymnasium share: masks of actions, and chance by numpy's generator."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from toledo_rules.actions import Action
from toledo_rules.adapters.extras import missing
from toledo_rules.adapters.numbering import numbering
from toledo_rules.edition import Edition

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing(__name__, "gymnasium", error) from error


def mask(edition: Edition, actions: Iterable[Action]) -> NDArray[np.int8]:
    """An array with a 1 for the number of each of these actions.

    >>> from toledo_rules import END_TURN, KOSMOS_2008, PASS
    >>> made = mask(KOSMOS_2008, [END_TURN, PASS])
    >>> made[:3], made.sum() == 2
    (array([1, 0, 0], dtype=int8), np.True_)
    """
    made = numbering(edition)
    legal = np.zeros(len(made), np.int8)
    legal[[made.numbers[action] for action in actions]] = 1
    return legal


@frozen
class GeneratorRng:
    """A source of chance for the library that draws from numpy's."""

    generator: np.random.Generator

    def randrange(self, stop: int, /) -> int:
        """A number from 0 up to `stop` - 1, each equally likely."""
        return int(self.generator.integers(stop))
