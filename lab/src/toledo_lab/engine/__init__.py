"""The engine: the rules as compiled from the specification, and a player, in one WebAssembly file.

>>> from random import Random
>>> from toledo_rules import new_game
>>> first = new_game(3, Random(1))
>>> [game.points for game in playouts(first, games=2, seed=7)]
[(7, 14, 7), (7, 16, 2)]
>>> count_lines(first, 2)
15932

The library is the authority; the engine gives the same answers, about twenty times as fast.

`Engine` answers the questions of the conformance suite: ``python -m toledo_lab.engine`` does so for a runner.
"""

from toledo_lab.engine._face import Engine, EngineError, edition_message, position_message
from toledo_lab.engine._play import (
    Contest,
    Playout,
    SearchedPlan,
    chances,
    contests,
    count_lines,
    playouts,
    search,
)

__all__ = [
    "Contest",
    "Engine",
    "EngineError",
    "Playout",
    "SearchedPlan",
    "chances",
    "contests",
    "count_lines",
    "edition_message",
    "playouts",
    "position_message",
    "search",
]
