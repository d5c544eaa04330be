"""Turns: the moment for each kind of action, the end of a turn, and the last round (TRN, END)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from toledo_rules._conditions import predicate
from toledo_rules._draft import Draft
from toledo_rules._values import complete
from toledo_rules.actions import (
    ACTION_TYPES,
    Action,
    Challenge,
    Deliver,
    EndTurn,
    Pass,
    PlayCard,
    ReturnFigure,
    UseSpace,
)
from toledo_rules.edition import Edition
from toledo_rules.rulebook import Code
from toledo_rules.state import (
    PHASE_TYPES,
    Arrived,
    Drawing,
    Duel,
    Entered,
    Moving,
    Over,
    Phase,
    Transit,
    TurnStart,
)

DECISION_PHASES: tuple[type[Phase], ...] = (TurnStart, Moving, Arrived, Entered, Transit)
"""The phases in which a player decides."""
CHANCE: tuple[type[Phase], ...] = (Drawing, Duel)
"""The phases in which chance is next."""


def _only(moment: type[Phase], otherwise: Code) -> Mapping[type[Phase], Code]:
    return {phase: otherwise for phase in DECISION_PHASES if phase is not moment}


NOT_NOW: Mapping[type[Action], Mapping[type[Phase], Code]] = {
    **dict.fromkeys(ACTION_TYPES, _only(TurnStart, Code.NOT_AT_TURN_START)),  # TRN-03, A-20
    PlayCard: {},  # MOV-09: first, or again
    EndTurn: {TurnStart: Code.NO_CARD_PLAYED, Transit: Code.FIGURE_IN_TRANSIT},  # TRN-04, A-41
    UseSpace: _only(Arrived, Code.NOT_JUST_ARRIVED),  # USE-01, USE-02, A-54
    Deliver: _only(Entered, Code.NOT_JUST_ENTERED),  # ALC-02, A-106
    Challenge: _only(Transit, Code.NOT_IN_TRANSIT),  # OCC-01, OCC-05
}
"""The phases in which a kind of action is not possible, and why. Most actions are for the start of a turn."""
complete(dict.fromkeys((*DECISION_PHASES, *CHANCE, Over)), PHASE_TYPES, "DECISIONS and CHANCE")


@predicate(
    Code.GAME_OVER,
    Code.CHANCE_IS_NEXT,
    Code.NO_CARD_PLAYED,
    Code.FIGURE_IN_TRANSIT,
    Code.NOT_JUST_ARRIVED,
    Code.NOT_JUST_ENTERED,
    Code.NOT_IN_TRANSIT,
    Code.NOT_AT_TURN_START,
)
def moment_refusal(kind: type[Action], phase: type[Phase]) -> Code | None:
    """Refuse a kind of action for which it is not the moment, whatever it is made of."""
    if phase is Over:
        return Code.GAME_OVER  # END-03
    if phase in CHANCE:
        return Code.CHANCE_IS_NEXT
    return NOT_NOW[kind].get(phase)


@predicate(Code.SOMETHING_ELSE_IS_POSSIBLE)
def idle_refusal(edition: Edition, possible: Collection[Action]) -> Code | None:
    """Refuse to pass as long as anything else is legal (TRN-04, A-19, A-147); where A-160 is read so, but a return."""
    if edition.readings.a160 == "voluntary":
        possible = [action for action in possible if not isinstance(action, ReturnFigure)]
    return Code.SOMETHING_ELSE_IS_POSSIBLE if possible else None


def carry_out_end(d: Draft, _action: EndTurn) -> None:
    """End the turn. A move turn may be ended at any time after its first card, but not in transit (A-41)."""
    end(d)


def carry_out_pass(d: Draft, _action: Pass) -> None:
    """Nothing happens, and it uses up the turn, in the last round too (A-147)."""
    d.pass_turn()
    end(d)


def end(d: Draft) -> None:
    """Clear the table, test for the last round (TRN-05), pass the turn on (A-136)."""
    d.clear_front()
    d.end_turn()
    if d.trigger is None and d.players[d.active].inside >= d.edition.last_round_at:
        d.begin_last_round()  # END-01, A-112; A-114: only once
    following = (d.active + 1) % len(d.players)  # TRN-02, clockwise
    if following == d.trigger:  # END-02: everybody else has had one more turn
        from toledo_rules._scoring import hands_to_compare  # noqa: PLC0415  # not to begin a game

        for seat in hands_to_compare(d):
            d.show_hand(seat, d.players[seat].hand)
        d.end_game()
    else:
        d.begin_turn(following)
