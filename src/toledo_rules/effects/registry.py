"""The table of all kinds of action, what is legal by it, and the wording of a refusal.

Conditions only yield codes, which costs nothing. A `Refusal` is put together here, for those who ask, and never
while a game is played by legal moves. The rule is that of the code, unless the position tells more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from toledo_rules import actions
from toledo_rules._conditions import memo
from toledo_rules._draft import Draft
from toledo_rules._values import complete
from toledo_rules.actions import (
    ACTION_TYPES,
    END_TURN,
    PASS,
    Action,
    Draw,
    Pass,
    PlaceShop,
    ReturnFigure,
)
from toledo_rules.edition import SpaceKind
from toledo_rules.effects import alcazar, duel, movement, place, returning, take, turn, visit
from toledo_rules.rulebook import ILLEGAL, Code, Parameter, Refusal, RuleId
from toledo_rules.state import Arrived, Drawing, Entered, Moving, Phase, Player, State, TurnStart

# ------------------------------------------------------------
# The kinds of action: for each the reasons against it, what can be chosen, and what happens.


class Kind(NamedTuple):
    """A kind of action. The functions take an action of that kind; the table below pairs them with it."""

    reasons: Callable[[State, Any], Iterable[Code]]
    """The reasons against an action at its moment, in the order in which they are told."""
    options: Callable[[State], Sequence[Action]] | None
    """None for the end of a turn, which comes first, and for a pass, which waits for all others."""
    carry_out: Callable[[Draft, Any], None]


def pass_reasons(state: State, _action: actions.Pass) -> Iterator[Code]:
    """At the start of a turn, if nothing else is legal (A-19)."""
    if code := turn.idle_refusal(state.edition, possible(state)):
        yield code


KINDS: dict[type[Action], Kind] = {  # in the order of `universe`
    actions.EndTurn: Kind(movement.end_reasons, None, turn.carry_out_end),
    actions.TakeCards: Kind(take.reasons, take.options, take.carry_out),
    actions.PlaceShop: Kind(place.reasons, place.options, place.carry_out),
    actions.ReturnFigure: Kind(returning.reasons, returning.options, returning.carry_out),
    actions.UseSpace: Kind(visit.reasons, visit.options, visit.carry_out),
    actions.Deliver: Kind(alcazar.reasons, alcazar.options, alcazar.carry_out),
    actions.PlayCard: Kind(movement.reasons, movement.options, movement.carry_out),
    actions.Challenge: Kind(duel.reasons, duel.options, duel.carry_out),
    actions.Pass: Kind(pass_reasons, None, turn.carry_out_pass),
}
complete(KINDS, ACTION_TYPES, "KINDS")


@memo
def judge(kind: type[Action], phase: type[Phase]) -> Callable[[State, Any], Iterable[Code]]:
    """Return the function that yields all reasons against an action of a kind, in the order in which they are told.

    The wrong moment is the only reason then: all else may have changed when the moment comes.
    """
    code = turn.moment_refusal(kind, phase)
    return KINDS[kind].reasons if code is None else lambda _state, _action: (code,)


def draw_reasons(state: State, draw: Draw) -> Iterator[Code]:
    """Yield what speaks against a draw: no card is drawn now (A-136), or it is not in the pile (TAK-01, DUE-04)."""
    if not state.chance:
        yield Code.NOT_A_CHANCE_STEP
    elif draw.card not in state.pile:
        yield Code.CARD_NOT_IN_PILE


class Due(NamedTuple):
    """Everything that can be done in a kind of phase."""

    may_end: bool
    options: tuple[Callable[[State], Sequence[Action]], ...]
    may_pass: bool


@memo
def due(phase: type[Phase]) -> Due:
    """Return the kinds of action for which it is the moment, in order."""
    kinds = [kind for kind in KINDS if turn.moment_refusal(kind, phase) is None]
    return Due(
        actions.EndTurn in kinds,
        tuple([options for kind in kinds if (options := KINDS[kind].options)]),
        actions.Pass in kinds,
    )


def possible(state: State) -> list[Action]:
    """Return everything that the active player may do at the start of a turn but pass."""
    found: list[Action] = []
    for options in due(type(state.phase)).options:
        found += options(state)
    return found


def legal_now(state: State) -> tuple[Action, ...]:
    """Return everything that the active player may do."""
    may_end, options_due, may_pass = due(type(state.phase))
    found: list[Action] = []
    if may_end and movement.second_card_refusal(state) is None:
        found.append(END_TURN)
    for options in options_due:
        found += options(state)
    if may_pass and turn.idle_refusal(state.edition, found) is None:
        found.append(PASS)
    return tuple(found)


# ------------------------------------------------------------
# The wording of a refusal: for each code the rule that is broken and what a sentence about it needs.

# Each of these is asked only about actions of the kind that its code is for.
Detail: TypeAlias = Callable[[State, Any], Parameter]
"""A parameter of a refusal, from the position and the action."""


def illegality_of(code: Code, state: State, move: Action | Draw) -> Refusal:
    """Return the refusal of a move for a reason."""
    rule = RULES_BY_POSITION[code](state, move) if code in RULES_BY_POSITION else code.rule
    details = DETAILS[code]
    return Refusal(code, rule, tuple((name, of(state, move)) for name, of in details.items()))


# The rule, where the position tells which of several is broken


def _turn_start_rule(_state: State, action: Action) -> RuleId:
    """The four actions exclude each other (A-20); some have a rule of their own that says so."""
    if isinstance(action, ReturnFigure):
        return "A-111"
    return "TRN-04" if isinstance(action, Pass) else "A-20"


def _arrival_rule(state: State, _action: object) -> RuleId:
    """A space is used at the arrival: not before (USE-02), not in passing (USE-01), not later (A-54)."""
    if isinstance(state.phase, TurnStart):
        return "USE-02"
    return "A-54" if isinstance(state.phase, Moving) else "USE-01"


def _entry_rule(state: State, _action: object) -> RuleId:
    """A sword is delivered by a figure that goes in (ALC-02), one each (ALC-03), and not added later (A-106)."""
    me = _me(state)
    if isinstance(state.phase, Moving) and me.delivered:
        return "ALC-03"
    return "A-106" if me.inside else "ALC-02"


def _value_rule(state: State, action: Any) -> RuleId:
    """Only the value of the front card is repeated (MOV-08), and so not that of the tile card (TIL-04)."""
    return "TIL-04" if action.card.value == state.tile_value else "MOV-08"


def _challenge_rule(state: State, _action: object) -> RuleId:
    """A free circle has to be taken (OCC-05), the Alcazar has no duels (A-102), else no space was full (OCC-01)."""
    if isinstance(state.phase, Entered):
        return "A-102"
    return "OCC-05" if isinstance(state.phase, Arrived) else "OCC-01"


def _site_rule(state: State, action: Any) -> RuleId:
    return "SHP-02" if _space(state, action) in ("tavern", "artist") else "A-30"


def _fee_rule(state: State, _action: object) -> RuleId:
    return {"tavern": "USE-08", "artist": "USE-09"}.get(_trade(state, None), "USE-05")


def _missing_fee_rule(state: State, _action: object) -> RuleId:
    return {"tavern": "USE-08", "artist": "USE-09"}.get(_trade(state, None), "USE-04")


def _pile_rule(state: State, _draw: object) -> RuleId:
    return "TAK-01" if isinstance(state.phase, Drawing) else "DUE-04"


RULES_BY_POSITION: Mapping[Code, Callable[[State, Any], RuleId]] = {
    Code.NOT_AT_TURN_START: _turn_start_rule,
    Code.NOT_JUST_ARRIVED: _arrival_rule,
    Code.NOT_JUST_ENTERED: _entry_rule,
    Code.VALUE_NOT_REPEATED: _value_rule,
    Code.NOT_IN_TRANSIT: _challenge_rule,
    Code.NOT_A_SITE: _site_rule,
    Code.FEE_MISSING: _missing_fee_rule,
    Code.FEE_TOO_LOW: _fee_rule,
    Code.CARD_NOT_IN_PILE: _pile_rule,
}


# The parameters


def _me(state: State) -> Player:
    return state.players[state.active]


def _step(_state: State, action: Any) -> int:
    return int(action.step)


def _last(state: State, _action: object) -> int:
    return state.edition.last_step


def _space(state: State, action: PlaceShop) -> SpaceKind:
    return state.edition.road[action.step].kind


def _pending_step(state: State, _action: object) -> int | None:
    step: int | None = getattr(state.phase, "step", None)
    return step


def _price(state: State, _action: object) -> int:
    assert isinstance(state.phase, Arrived)
    return state.edition.road[state.phase.step].price


def _trade(state: State, _action: object) -> str:
    assert isinstance(state.phase, Arrived)
    return visit.trade(state, state.phase.step)


def _landing(_state: State, action: Any) -> int:
    return int(action.target)


def _played(_state: State, action: Any) -> int:
    return int(action.card.value)


def _front(state: State, _action: object) -> int | None:
    return None if state.front is None else state.front.value


def _held(state: State, _action: object) -> int:
    return len(_me(state).tiles)


def _limit(state: State, _action: object) -> int:
    return state.edition.tile_limit


DETAILS: Mapping[Code, Mapping[str, Detail]] = {
    Code.GAME_OVER: {},
    Code.CHANCE_IS_NEXT: {},
    Code.NOT_AT_TURN_START: {},
    Code.NO_SUCH_STEP: {"step": _step, "last": _last},
    Code.NOTHING_TO_DRAW: {},
    Code.SHOP_NOT_IN_TRAY: {"shop": lambda _, action: action.shop},
    Code.NOT_A_SITE: {"step": _step, "space": _space},
    Code.SITE_TAKEN: {"step": _step, "owner": lambda state, action: state.owner(action.step)},
    Code.NO_FIGURE_TO_RETURN: {"step": _step},
    Code.ALREADY_AT_CATHEDRAL: {},
    Code.CARD_NOT_IN_HAND: {"card": lambda _, action: action.card},
    Code.NO_FIGURE_THERE: {"origin": lambda _, action: action.origin},
    Code.OTHER_FIGURE_IN_TRANSIT: {
        "origin": lambda _, action: action.origin,
        "transit": _pending_step,
    },
    Code.VALUE_NOT_REPEATED: {"played": _played, "required": _front},
    Code.NO_MOVEMENT_TILE: {},
    Code.MOVEMENT_TILE_SPENT: {"used_for": lambda state, _: state.tile_value},
    Code.TILE_NOT_NEEDED: {"played": _played},
    Code.SAME_VALUE_AS_TILE_CARD: {"played": _played},
    Code.BEYOND_THE_ALCAZAR: {"step": _landing, "last": _last},
    Code.NO_SHOP_THERE: {"step": _landing},
    Code.NO_WAY_ON: {"step": _landing},
    Code.NO_DUEL_AND_NO_WAY_ON: {"step": _landing},
    Code.NOT_IN_TRANSIT: {},
    Code.OWN_FIGURE: {},
    Code.RIVAL_NOT_THERE: {"rival": lambda _, action: action.rival, "step": _pending_step},
    Code.NOTHING_TO_REVEAL: {},
    Code.NOT_JUST_ARRIVED: {},
    Code.OWN_SHOP_IS_FREE: {"card": lambda _, action: action.pay},
    Code.FEE_MISSING: {"required": _price},
    Code.FEE_NOT_IN_HAND: {"card": lambda _, action: action.pay},
    Code.FEE_TOO_LOW: {"paid": lambda _, action: action.pay.value, "required": _price},
    Code.NOTHING_TO_CHOOSE: {"space": _trade},
    Code.NOTHING_TO_GIVE_BACK: {"space": _trade},
    Code.NO_METAL_LEFT: {},
    Code.NO_GEMS_LEFT: {},
    Code.NO_PAINTING_LEFT: {},
    Code.NO_SWORD_CHOSEN: {"take": lambda _, action: action.take},
    Code.SWORD_NOT_ON_BOARD: {"sword": lambda _, action: action.take},
    Code.TOO_LITTLE_METAL: {
        "has": lambda state, _: _me(state).metal,
        "required": lambda _, action: action.take.metal,
    },
    Code.TOO_FEW_GEMS: {
        "has": lambda state, _: _me(state).gems,
        "required": lambda _, action: action.take.gems,
    },
    Code.NO_TILE_CHOSEN: {"take": lambda _, action: action.take},
    Code.TILE_ALREADY_HELD: {"tile": lambda _, action: action.take},
    Code.TILE_NOT_ON_BOARD: {"tile": lambda _, action: action.take},
    Code.TILE_LIMIT_REACHED: {"held": _held, "limit": _limit},
    Code.BELOW_TILE_LIMIT: {"held": _held, "limit": _limit},
    Code.TILE_NOT_HELD: {"tile": lambda _, action: action.give_back},
    Code.NOT_JUST_ENTERED: {},
    Code.SWORD_NOT_IN_FRONT: {"sword": lambda _, action: action.sword},
    Code.NO_CARD_PLAYED: {},
    Code.FIGURE_IN_TRANSIT: {"step": _pending_step},
    Code.SECOND_CARD_DUE: {"used_for": lambda state, _: state.tile_value},
    Code.SOMETHING_ELSE_IS_POSSIBLE: {"actions": lambda state, _: len(possible(state))},
    Code.CARD_NOT_IN_PILE: {"card": lambda _, draw: draw.card},
    Code.NOT_A_CHANCE_STEP: {},
}
"""The parameters of the refusal for each reason, by name."""
complete(DETAILS, ILLEGAL, "DETAILS")
