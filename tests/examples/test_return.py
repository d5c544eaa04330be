"""Returning a figure to the cathedral (RET)."""

from __future__ import annotations

import pytest
from attrs import evolve

from toledo_rules import Challenge, Code, Move, PlayCard, ReturnFigure, State
from toledo_rules.edition import Step
from toledo_rules.events import FigureReturned, TurnBegan, TurnEnded
from toledo_rules.rulebook import illegal
from toledo_rules.state import ENTERED, MOVING, TURN_START, Arrived, Phase, Transit
from toledo_rules.testing import BLUE, RED, Table, card, legal, play, refused, story


def far_up_the_road() -> Table:
    """Red has figures on a shop, on the artist and on a tavern, one inside and one on the cathedral.

    | 10     | 12     | 17        |
    | artist | tavern | Blue's, r |
    """
    table = Table().shop(17, BLUE, "smith").alcazar(RED, 1).figures(RED, 10, 12, 17)
    return table.figures(BLUE, 12).hand(RED, "3va 3vd").hand(BLUE, "1nd").material(RED, metal=1)


def returns(state: State) -> set[ReturnFigure]:
    return {action for action in legal(state) if isinstance(action, ReturnFigure)}


@pytest.mark.parametrize("step", [10, 12, 17])
def test_ex_10_a_figure_goes_back(step: Step) -> None:
    """EX-10, RET-01, RET-02, A-110: to the cathedral, and nothing else happens but the end of the turn."""
    before = far_up_the_road().lay()
    what = story(before, ReturnFigure(step))
    figures = tuple(sorted({10, 12, 17} - {step}))
    red = evolve(before.players[RED], figures=(0, 0, *figures))
    assert what.state == evolve(before, players=(red, before.players[BLUE]), active=BLUE)
    assert what.state.standing(step) == ((BLUE,) if step == 12 else ())
    assert what.events == (FigureReturned(RED, step), TurnEnded(RED), TurnBegan(BLUE))
    assert not what.reveals


def test_the_freed_circle_is_free_for_others() -> None:
    """EX-10, A-110: Blue takes the circle that Red's figure has left, without a duel."""
    table = Table().shop(3, BLUE, "gem").figures(RED, 3).hand(BLUE, "3va")
    state = play(table.lay(), ReturnFigure(3), PlayCard(card("3va"), 0))
    assert (state.active, state.phase) == (BLUE, Arrived(3))


def test_any_figure_on_the_road_may_return() -> None:
    """RET-01, A-162: one action for each step with a figure of your own; those inside stay there."""
    assert returns(far_up_the_road().lay()) == {
        ReturnFigure(10),
        ReturnFigure(12),
        ReturnFigure(17),
    }
    table = Table().shop(3, RED, "gem", 2).figures(RED, 3, 3)
    assert returns(table.lay()) == {ReturnFigure(3)}
    assert play(table.lay(), ReturnFigure(3)).players[RED].figures == (0, 0, 0, 0, 3)


def test_only_your_own_figures_on_the_road_may_return() -> None:
    """RET-01: not a rival's, not one that is not there, not one in the Alcazar."""
    state = Table().figures(BLUE, 5).alcazar(RED, 2).lay()
    assert returns(state) == set()
    for step in (5, 10, 3, 20, 21, 22, -1):
        assert refused(state, ReturnFigure(step)) == illegal(
            Code.NO_FIGURE_TO_RETURN, "RET-01", step=step
        )


def test_a_figure_on_the_cathedral_cannot_return() -> None:
    """A-109: that would be a pass, and there is none."""
    for state in (far_up_the_road().lay(), Table().lay()):
        assert refused(state, ReturnFigure(0)) == illegal(Code.ALREADY_AT_CATHEDRAL, "A-109")


def test_one_figure_in_a_turn() -> None:
    """RET-02, A-111: then it is the next player's turn."""
    state = play(far_up_the_road().lay(), ReturnFigure(10))
    assert (state.active, state.phase) == (BLUE, TURN_START)
    assert returns(state) == {ReturnFigure(12)}  # Blue's own
    assert refused(state, ReturnFigure(17)) == illegal(Code.NO_FIGURE_TO_RETURN, "RET-01", step=17)


IN_A_MOVE_TURN: list[tuple[Phase, tuple[Move | str, ...]]] = [
    (Arrived(5), (PlayCard(card("5nd"), 0),)),
    (ENTERED, (PlayCard(card("3va"), 17),)),
    (Transit(15), (PlayCard(card("3va"), 12),)),
    (MOVING, (PlayCard(card("3va"), 12), Challenge(BLUE), "2nd 4nd")),
]


@pytest.mark.parametrize(("phase", "moves"), IN_A_MOVE_TURN)
def test_no_return_inside_a_move_turn(phase: Phase, moves: tuple[Move | str, ...]) -> None:
    """RET-02, A-111, A-20: not after an arrival, not while moving, not in transit, not at the Alcazar."""
    table = far_up_the_road().shop(15, BLUE, "gem").figures(BLUE, 15).hand(RED, "3va 3vd 5nd")
    assert returns(table.lay()) == {ReturnFigure(10), ReturnFigure(12), ReturnFigure(17)}
    state = play(table.lay(), *moves)
    assert state.phase == phase
    assert returns(state) == set()
    assert refused(state, ReturnFigure(10)) == illegal(Code.NOT_AT_TURN_START, "A-111")
