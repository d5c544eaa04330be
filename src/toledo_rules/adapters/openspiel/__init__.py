"""Toledo as a game of OpenSpiel, with explicit chance.

Importing this module registers the game under the name ``python_toledo``. Parameters: ``players``; ``edition``, the
name of an edition that comes with the library or the path of an edition file; ``horizon``, see below.

>>> import pyspiel
>>> game = pyspiel.load_game("python_toledo(players=3)")
>>> game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()
(3, 3457, 48)

Players' actions have the numbers of `toledo_rules.adapters.numbering`. Chance's numbers are the kinds of cards, in
order. It deals the hands first, card by card; then it draws cards and turns them up in duels.

No rule ends a game (A-117), and OpenSpiel wants games to end. So after ``horizon`` moves, draws among them, the game is
broken off at the next decision, and the standing counts. Every seat stakes 1 and the winners share the stakes
(`toledo_rules.adapters.payoffs`): a zero-sum game.

The information state of a seat is all that it saw, in notation: the cards it was dealt, and all moves since, where a
card that another seat drew is ``=?``. So there is perfect recall. The tensor is the same, see
`toledo_rules.adapters.openspiel.observer`. The observation is what the seat sees now
(`toledo_rules.adapters.observation`).

``resample_from_infostate`` gives another course of the game that the seat cannot tell from the real one (see
`toledo_rules.adapters.openspiel.resampling`). OpenSpiel's own samplers are seeded by the clock; `resampler` makes one
for `ISMCTSBot.set_resampler` that is seeded by you. The search algorithms that are written in C++ cannot resample a
game that is written in Python: use those of ``open_spiel.python.algorithms``.
"""

from toledo_rules.adapters.extras import missing

try:
    import pyspiel as _pyspiel  # noqa: F401  asked for here, so that the error names the extra
except ImportError as error:
    raise missing(__name__, "openspiel", error) from error

from toledo_rules.adapters.openspiel.game import (
    SHORT_NAME,
    ToledoGame,
    ToledoState,
    register,
    resampler,
)

__all__ = ["SHORT_NAME", "ToledoGame", "ToledoState", "register", "resampler"]

register()
