"""Bots: players that see a `View` and choose an action.

From weak to strong: ``random``, ``greedy``, ``planner`` and ``ismcts``. `make_bot` makes one by its name,
`register_bot` adds one of your own, `play_game` lets some of them play.

>>> game = play_game([make_bot("greedy"), make_bot("random")], seed=1)
>>> game.winners
frozenset({0})

The bots that search share a `Judgement` of positions; `best_plan` finds the best turn by it.
"""

from toledo_rules.bots._players import (
    Bot,
    GreedyBot,
    IsmctsBot,
    Judgement,
    PlannerBot,
    RandomBot,
    TurnPlan,
    best_plan,
)
from toledo_rules.bots._playing import (
    MOST_DECISIONS,
    BotFactory,
    BotSpecError,
    PlayedGame,
    bot_names,
    bot_streams,
    make_bot,
    play_game,
    play_on,
    register_bot,
)
from toledo_rules.record import Ply

__all__ = [
    "MOST_DECISIONS",
    "Bot",
    "BotFactory",
    "BotSpecError",
    "GreedyBot",
    "IsmctsBot",
    "Judgement",
    "PlannerBot",
    "PlayedGame",
    "Ply",
    "RandomBot",
    "TurnPlan",
    "best_plan",
    "bot_names",
    "bot_streams",
    "make_bot",
    "play_game",
    "play_on",
    "register_bot",
]
