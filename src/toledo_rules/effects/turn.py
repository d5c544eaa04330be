"""Whose turn it is, what ends a turn, and the last round (TRN, END)."""

from __future__ import annotations

from toledo_rules._draft import Draft
from toledo_rules.events import FrontCardDiscarded, GameEnded, LastRoundBegan, TurnBegan, TurnEnded
from toledo_rules.rulebook import Code, Illegality, illegal
from toledo_rules.state import OVER, TURN_START, Over, State, Transit, TurnStart


def why_not_now(state: State) -> Illegality | None:
    """Players act only while the game goes on, and not while chance has the next word."""
    if isinstance(state.phase, Over):
        return illegal(Code.GAME_OVER, "END-03")
    if state.chance:
        return illegal(Code.CHANCE_IS_NEXT, "A-136")
    return None


def why_not_turn_start(state: State) -> Illegality | None:
    """The four actions exclude each other: once a figure moves, only moving is left (TRN-03, A-20)."""
    if isinstance(state.phase, TurnStart):
        return None
    return why_not_now(state) or illegal(Code.NOT_AT_TURN_START, "A-20")


def why_not_end(state: State) -> Illegality | None:
    """A move turn may be ended at any time after its first card, but not in transit (A-41)."""
    match state.phase:
        case TurnStart():
            return illegal(Code.NO_CARD_PLAYED, "TRN-04")  # an action is compulsory
        case Transit(step):
            return illegal(Code.FIGURE_IN_TRANSIT, "A-41", step=step)
        case _:
            return why_not_now(state)


def end(d: Draft) -> None:
    """The turn is over: clear the table, test for the last round (TRN-05), pass the turn on (A-136)."""
    if d.front is not None:  # MOV-12
        d.discard(d.front)
        d.tell(FrontCardDiscarded, d.active, d.front)
        d.front = None
    d.tile_value = None
    d.tell(TurnEnded, d.active)
    if (
        d.trigger is None and d.look(d.active).inside >= d.edition.last_round_at
    ):  # END-01, A-112; A-114: only once
        d.trigger = d.active
        d.tell(LastRoundBegan, d.active)
    following = (d.active + 1) % len(d.players)  # TRN-02, clockwise
    if following == d.trigger:  # END-02: everybody else has had one more turn
        d.phase = OVER
        d.tell(GameEnded)
    else:
        d.active = following
        d.phase = TURN_START
        d.tell(TurnBegan, following)
