"""Counting lines of play. The numbers of named positions are checked in tests/spec, against the specification."""

from random import Random

import pytest

from toledo_rules import (
    KOSMOS_2008,
    TAKE_CARDS,
    Draw,
    State,
    chance_outcomes,
    legal_actions,
    new_game,
    shipped_edition,
    step,
)
from toledo_rules.testing import divide, lay_out, perft

TINY = shipped_edition("tiny-duel")


def plainly(state: State, depth: int) -> int:
    """The same count without any short cut."""
    if depth == 0:
        return 1
    moves = [*legal_actions(state), *(draw for draw, _ in chance_outcomes(state))]
    return sum(plainly(step(state, move).state, depth - 1) for move in moves)


@pytest.mark.parametrize("moment", ["moving", "transit", "duel", "drinking", "entered"])
def test_every_line_is_counted(moment: str) -> None:
    state = lay_out(KOSMOS_2008, 2, Random(4), moment)  # type: ignore[arg-type]  # a name, for the test's id
    assert [perft(state, depth) for depth in range(3)] == [plainly(state, d) for d in range(3)]


def test_two_ways_to_a_position_are_two_lines() -> None:
    state = new_game(2, Random(1), edition=TINY)
    assert perft(state, 5) == plainly(state, 5)


def test_a_line_that_ends_early_is_not_counted() -> None:
    """END-03: there are no moves after the end."""
    over = lay_out(KOSMOS_2008, 2, Random(1), "over")
    assert [perft(over, depth) for depth in range(3)] == [1, 0, 0]


def test_without_chance_a_line_stops_at_a_draw() -> None:
    state = step(new_game(2, Random(1)), TAKE_CARDS).state
    assert [perft(state, depth, chance=False) for depth in range(4)] == [1, 1, 1, 1]


def test_move_by_move_it_is_the_same_count() -> None:
    start = new_game(2, Random(1))
    by_move = divide(start, 2)
    assert tuple(by_move) == legal_actions(start)
    assert sum(by_move.values()) == perft(start, 2)
    drawing = step(start, TAKE_CARDS).state
    assert divide(drawing, 2)[Draw(drawing.pile[0])] == perft(
        step(drawing, Draw(drawing.pile[0])).state, 1
    )
    assert divide(drawing, 2, chance=False) == {}


def test_a_line_has_a_length() -> None:
    start = new_game(2, Random(1))
    with pytest.raises(ValueError, match="depth must be at least 0, not -1"):
        perft(start, -1)
    with pytest.raises(ValueError, match="depth must be at least 1, not 0"):
        divide(start, 0)
