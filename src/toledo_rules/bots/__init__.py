"""Bots: players that see a `View` and choose an action.

From weak to strong: ``random``, ``greedy``, ``planner``, ``apprentice``, ``racer`` and ``searcher``, which has levels
from 1 to 10.
`make_bot` makes one by its name, `load_bot` one of your own, `play_game` lets some of them play.

>>> game = play_game([make_bot("greedy"), make_bot("random")], seed=1)
>>> game.winners
frozenset({0})

The planner and the racer share a `Judgement` of positions; `best_plan` finds the best turn by it. The searcher
has an `Appraisal`, a value that was fitted to games. The apprentice has a `Network`, trained by imitation.
"""

from toledo_rules.bots._appraisal import Appraisal, Weights, fitted_weights
from toledo_rules.bots._apprentice import (
    Alternatives,
    ApprenticeBot,
    Network,
    alternatives,
    trained_network,
)
from toledo_rules.bots._pipe import PipeBot, PipeError
from toledo_rules.bots._players import (
    Bot,
    GreedyBot,
    Judgement,
    PlannerBot,
    RacerBot,
    RandomBot,
    TurnPlan,
    best_plan,
)
from toledo_rules.bots._playing import (
    MOST_DECISIONS,
    LastingBot,
    PlayedGame,
    bot_streams,
    for_game,
    play_game,
    play_on,
)
from toledo_rules.bots._registry import (
    ENTRY_POINTS,
    BotEntry,
    BotFactory,
    BotSpecError,
    bot_names,
    bots,
    load_bot,
    make_bot,
    register_bot,
)
from toledo_rules.bots._search import LEVELS, RankedPlan, SearchBot
from toledo_rules.bots._turns import Breadth, PlannedTurn, TurnSearch
from toledo_rules.record import Ply

__all__ = [
    "ENTRY_POINTS",
    "LEVELS",
    "MOST_DECISIONS",
    "Alternatives",
    "Appraisal",
    "ApprenticeBot",
    "Bot",
    "BotEntry",
    "BotFactory",
    "BotSpecError",
    "Breadth",
    "GreedyBot",
    "Judgement",
    "LastingBot",
    "Network",
    "PipeBot",
    "PipeError",
    "PlannedTurn",
    "PlannerBot",
    "PlayedGame",
    "Ply",
    "RacerBot",
    "RandomBot",
    "RankedPlan",
    "SearchBot",
    "TurnPlan",
    "TurnSearch",
    "Weights",
    "alternatives",
    "best_plan",
    "bot_names",
    "bot_streams",
    "bots",
    "fitted_weights",
    "for_game",
    "load_bot",
    "make_bot",
    "play_game",
    "play_on",
    "register_bot",
    "trained_network",
]
