"""A game in progress: a thin, changeable thing over positions that never change.

>>> from random import Random
>>> from toledo_rules import PlaceShop, ShopTile
>>> from toledo_rules.game import Game
>>> game = Game.new(["Ana", "Ben"], Random(1))
>>> what = game.play(PlaceShop(ShopTile("metal", 2), 4))
>>> game.active, game.can_undo()
(1, True)
>>> game.undo()
>>> game.active, len(game.history)
(0, 0)

Whoever runs a game for several people holds the `Game`, which knows everything, and hands out what `Game.view`,
`Game.log` and `Game.subscribe` give for a seat. That never holds a card which the seat may not see. `Game.state`,
`Game.history` and `Game.record` do.
"""

from toledo_rules.game.driver import Game, NotOnTurnError, Options
from toledo_rules.game.listening import Change, Listener, Seen, Update
from toledo_rules.game.undoing import UndoError
from toledo_rules.rulebook import UndoCode, UndoRefusal

__all__ = [
    "Change",
    "Game",
    "Listener",
    "NotOnTurnError",
    "Options",
    "Seen",
    "UndoCode",
    "UndoError",
    "UndoRefusal",
    "Update",
]
