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
from toledo_rules.cards import NEUTRAL, Card, Cards
from toledo_rules.chance import Rng, Stream
from toledo_rules.edition import MOVEMENT, Edition, Seat, ShopTile, Space, Sword
from toledo_rules.editions import (
    KOSMOS_2008,
    EditionError,
    load_edition,
    parse_edition,
    shipped_edition,
)
from toledo_rules.engine import (
    Transition,
    apply,
    chance_outcomes,
    duel_ended,
    explain,
    legal_actions,
    step,
    transition,
    turn_ended,
)
from toledo_rules.errors import Problem, ToledoError
from toledo_rules.events import Event, redact
from toledo_rules.rulebook import RULES, Code, IllegalActionError, Illegality, Rule, RuleId
from toledo_rules.setup import new_game
from toledo_rules.state import Player, Shop, State
from toledo_rules.views import PlayerView, View, view

if TYPE_CHECKING:
    from toledo_rules._invariants import Violation, invariants
    from toledo_rules.following import follow
    from toledo_rules.game import Game
    from toledo_rules.hidden import determinize
    from toledo_rules.notation import format_position, parse_position
    from toledo_rules.record import Ply
    from toledo_rules.scoring import (
        Outcome,
        ScoreLine,
        ScoreSheet,
        Standing,
        outcome,
        ranking,
        score,
    )

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
    "Edition",
    "EditionError",
    "EndTurn",
    "Event",
    "Game",
    "IllegalActionError",
    "Illegality",
    "Move",
    "Outcome",
    "Pass",
    "PlaceShop",
    "PlayCard",
    "Player",
    "PlayerView",
    "Ply",
    "Problem",
    "ReturnFigure",
    "Rng",
    "Rule",
    "RuleId",
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
    "UseSpace",
    "View",
    "Violation",
    "apply",
    "chance_outcomes",
    "determinize",
    "duel_ended",
    "explain",
    "follow",
    "format_position",
    "invariants",
    "legal_actions",
    "load_edition",
    "new_game",
    "outcome",
    "parse_edition",
    "parse_position",
    "ranking",
    "redact",
    "score",
    "shipped_edition",
    "step",
    "transition",
    "turn_ended",
    "universe",
    "view",
]

_LATER = {  # imported when they are first asked for: playing by the rules does not need them
    "Violation": "toledo_rules._invariants",
    "invariants": "toledo_rules._invariants",
    "follow": "toledo_rules.following",
    "Game": "toledo_rules.game",
    "determinize": "toledo_rules.hidden",
    "format_position": "toledo_rules.notation",
    "parse_position": "toledo_rules.notation",
    "Ply": "toledo_rules.record",
    "Outcome": "toledo_rules.scoring",
    "ScoreLine": "toledo_rules.scoring",
    "ScoreSheet": "toledo_rules.scoring",
    "Standing": "toledo_rules.scoring",
    "outcome": "toledo_rules.scoring",
    "ranking": "toledo_rules.scoring",
    "score": "toledo_rules.scoring",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(_LATER[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
