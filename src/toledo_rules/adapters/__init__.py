"""Environments for machine learning: PettingZoo, Gymnasium and OpenSpiel.

Each environment is a module of its own and needs an extra of its own, such as ``pip install toledo-rules[pettingzoo]``:

- `toledo_rules.adapters.pettingzoo`: all seats, one at a time;
- `toledo_rules.adapters.gymnasium`: one seat, against bots;
- `toledo_rules.adapters.openspiel`: a registered game with explicit chance.

They share `numbering` (actions as integers), `observe` and `layout` (views as arrays) and `payoffs` (the worth of a
game). Arrays need numpy, which is imported with the first use of them. Nothing here is imported with `toledo_rules`
itself.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from toledo_rules.adapters._shared import LOSS, Numbering, numbering, payoffs

if TYPE_CHECKING:
    from toledo_rules.adapters._observation import (
        Observation,
        ObservationLayout,
        layout,
        observe,
    )

__all__ = [
    "LOSS",
    "Numbering",
    "Observation",
    "ObservationLayout",
    "layout",
    "numbering",
    "observe",
    "payoffs",
]


def __getattr__(name: str) -> object:
    if name in __all__:
        return getattr(import_module("toledo_rules.adapters._observation"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
