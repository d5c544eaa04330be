"""The rules of the board game Toledo, as a library.

>>> from random import Random
>>> from toledo_rules import apply, legal_actions, new_game, outcome
>>> rng = Random(2008)
>>> state = new_game(3, rng)
>>> while not state.over:
...     state = apply(state, rng.choice(legal_actions(state)), rng)
>>> winners = outcome(state).winners
>>> winners <= {0, 1, 2} and len(winners) >= 1
True
"""

from importlib import import_module
from typing import TYPE_CHECKING

from toledo_rules._engine import (
    Transition,
    affordable,
    apply,
    benefits,
    chance_outcomes,
    duel_ended,
    explain,
    explain_all,
    fee,
    fees,
    landing,
    legal_actions,
    step,
    transition,
    turn_ended,
)
from toledo_rules._setup import new_game
from toledo_rules.actions import (
    END_TURN,
    PASS,
    TAKE_CARDS,
    Action,
    Challenge,
    Deliver,
    Draw,
    EndTurn,
    Move,
    Pass,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    TakeCards,
    UseSpace,
    universe,
)
from toledo_rules.chance import Rng, Stream
from toledo_rules.edition import (
    MOVEMENT,
    NEUTRAL,
    Card,
    Cards,
    Edition,
    Readings,
    Seat,
    ShopTile,
    Space,
    Sword,
)
from toledo_rules.editions import KOSMOS_2008, load_edition, parse_edition, shipped_edition
from toledo_rules.errors import EditionError, IllegalActionError, Problem, ToledoError
from toledo_rules.events import Event
from toledo_rules.rulebook import RULES, Code, Refusal, Rule, RuleId
from toledo_rules.state import Player, PlayerView, Shop, State, View, view

if TYPE_CHECKING:
    from toledo_rules._game import Game, LegalActions, LogEntry, Update
    from toledo_rules._hidden import DuelOdds, determinize, duel_odds, follow, unseen_cards
    from toledo_rules._scoring import (
        Outcome,
        ScoreKind,
        ScoreLine,
        ScoreSheet,
        Standing,
        outcome,
        ranking,
        score,
    )
    from toledo_rules._validity import Violation, invariants
    from toledo_rules.notation import format_position, parse_position
    from toledo_rules.record import Ply

__all__ = [
    "END_TURN",
    "KOSMOS_2008",
    "MOVEMENT",
    "NEUTRAL",
    "PASS",
    "RULES",
    "TAKE_CARDS",
    "Action",
    "Card",
    "Cards",
    "Challenge",
    "Code",
    "Deliver",
    "Draw",
    "DuelOdds",
    "Edition",
    "EditionError",
    "EndTurn",
    "Event",
    "Game",
    "IllegalActionError",
    "LegalActions",
    "LogEntry",
    "Move",
    "Outcome",
    "Pass",
    "PlaceShop",
    "PlayCard",
    "Player",
    "PlayerView",
    "Ply",
    "Problem",
    "Readings",
    "Refusal",
    "ReturnFigure",
    "Rng",
    "Rule",
    "RuleId",
    "ScoreKind",
    "ScoreLine",
    "ScoreSheet",
    "Seat",
    "Shop",
    "ShopTile",
    "Space",
    "Standing",
    "State",
    "Stream",
    "Sword",
    "TakeCards",
    "ToledoError",
    "Transition",
    "Update",
    "UseSpace",
    "View",
    "Violation",
    "affordable",
    "apply",
    "benefits",
    "chance_outcomes",
    "determinize",
    "duel_ended",
    "duel_odds",
    "explain",
    "explain_all",
    "fee",
    "fees",
    "follow",
    "format_position",
    "invariants",
    "landing",
    "legal_actions",
    "load_edition",
    "new_game",
    "outcome",
    "parse_edition",
    "parse_position",
    "ranking",
    "score",
    "shipped_edition",
    "step",
    "transition",
    "turn_ended",
    "universe",
    "unseen_cards",
    "view",
]

_LATER = {  # imported when they are first asked for: playing by the rules does not need them
    "Game": "toledo_rules._game",
    "LegalActions": "toledo_rules._game",
    "LogEntry": "toledo_rules._game",
    "Update": "toledo_rules._game",
    "DuelOdds": "toledo_rules._hidden",
    "determinize": "toledo_rules._hidden",
    "duel_odds": "toledo_rules._hidden",
    "follow": "toledo_rules._hidden",
    "unseen_cards": "toledo_rules._hidden",
    "Outcome": "toledo_rules._scoring",
    "ScoreKind": "toledo_rules._scoring",
    "ScoreLine": "toledo_rules._scoring",
    "ScoreSheet": "toledo_rules._scoring",
    "Standing": "toledo_rules._scoring",
    "outcome": "toledo_rules._scoring",
    "ranking": "toledo_rules._scoring",
    "score": "toledo_rules._scoring",
    "Violation": "toledo_rules._validity",
    "invariants": "toledo_rules._validity",
    "format_position": "toledo_rules.notation",
    "parse_position": "toledo_rules.notation",
    "Ply": "toledo_rules.record",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(_LATER[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
