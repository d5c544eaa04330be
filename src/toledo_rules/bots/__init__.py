"""Bots: players that see a `View` and choose an action.

From weak to strong: ``random``, ``greedy``, ``planner`` and ``ismcts``. `make_bot` makes one by its name,
`register_bot` adds one of your own, `play_game` lets some of them play.

>>> from random import Random
>>> game = play_game([make_bot("greedy"), make_bot("random")], Random(1))
>>> game.winners
frozenset({0})
"""

from toledo_rules.bots.greedy import GreedyBot
from toledo_rules.bots.ismcts import IsmctsBot
from toledo_rules.bots.planner import PlannerBot
from toledo_rules.bots.playing import Played, Ply, options, play_game, play_on
from toledo_rules.bots.protocol import Bot
from toledo_rules.bots.random_bot import RandomBot
from toledo_rules.bots.registry import BotSpecError, bot_names, make_bot, register_bot

__all__ = [
    "Bot",
    "BotSpecError",
    "GreedyBot",
    "IsmctsBot",
    "PlannerBot",
    "Played",
    "Ply",
    "RandomBot",
    "bot_names",
    "make_bot",
    "options",
    "play_game",
    "play_on",
    "register_bot",
]
