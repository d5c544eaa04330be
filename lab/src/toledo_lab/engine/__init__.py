"""Whole games and counts of lines in the engine: the rules that the specification's compiler makes, as WebAssembly.

>>> from random import Random
>>> from toledo_rules import new_game
>>> first = new_game(3, Random(1))
>>> [game.points for game in playouts(first, games=2, seed=7)]
[(7, 14, 7), (7, 16, 2)]
>>> count_lines(first, 2)
15932

The library is the authority; the engine says the same, and is more than twenty times as fast. It needs the extra
``engine``. Without it the library plays, slower and with other luck, and a `SlowEngineWarning` says so.

`Engine` answers the questions of the conformance suite: ``python -m toledo_lab.engine`` does so for a runner.
"""

from toledo_lab.engine._face import Engine, EngineError, is_installed
from toledo_lab.engine._play import Playout, SlowEngineWarning, count_lines, playouts

__all__ = [
    "Engine",
    "EngineError",
    "Playout",
    "SlowEngineWarning",
    "count_lines",
    "is_installed",
    "playouts",
]
