"""Counting fame (SCO)."""

from random import Random
from typing import Any

import pytest
from attrs import evolve

from toledo_rules import (
    KOSMOS_2008,
    MOVEMENT,
    PlayCard,
    ScoreLine,
    ScoreSheet,
    UseSpace,
    new_game,
    outcome,
    ranking,
    score,
)
from toledo_rules.state import MOVING, OVER, Transit
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, play, sword


def test_ex4_eighteen_points() -> None:
    """EX-4, A-157, SCO-01, SCO-02, SCO-03, SCO-04, SCO-05, I-37.

    Swords, paintings, gems and tile, 12 + 3 + 4 + 1 - 2.
    """
    table = Table(3).alcazar(RED, 1, sword(12)).swords(RED, sword(7)).paintings(RED, 2, 2)
    table.material(RED, gems=3).tiles(RED, MOVEMENT).paintings(BLUE, 3)
    state = table.lay()
    assert score(state, RED) == ScoreSheet(
        seat=RED,
        lines=(
            ScoreLine("SCO-01", "delivered_sword", 12, 12),
            ScoreLine("SCO-02", "sword_in_front", 7, 3),
            ScoreLine("SCO-03", "painting", 2, 2),
            ScoreLine("SCO-03", "painting", 2, 2),
            ScoreLine("SCO-04", "gems", 3, 1),
            ScoreLine("SCO-05", "movement_tile", 1, -2),
        ),
        total=18,
    )
    assert score(state, BLUE) == ScoreSheet(BLUE, (ScoreLine("SCO-03", "painting", 3, 3),), 3)
    assert score(state, GREEN) == ScoreSheet(GREEN, (), 0)


@pytest.mark.parametrize("value", [2, 3, 4, 5, 6, 7, 8, 10, 12, 13, 15])
def test_a_sword_counts_in_full_or_half(value: int) -> None:
    """SCO-01, SCO-02: inside what it shows, in front of a player half of it, rounded down."""
    inside = Table().alcazar(RED, 1, sword(value)).lay()
    assert score(inside, RED).total == value
    outside = Table().swords(RED, sword(value)).lay()
    assert score(outside, RED).total == value // 2


def test_each_sword_is_halved_by_itself() -> None:
    """SCO-02, A-120: 7 and 5 give 3 and 2, not half of 12."""
    assert score(Table().swords(RED, sword(7), sword(5)).lay(), RED).total == 5
    two = Table().swords(RED, sword(7), sword(7)).lay()
    assert score(two, RED).lines == (ScoreLine("SCO-02", "sword_in_front", 7, 3),) * 2


def test_swords_under_several_figures() -> None:
    """SCO-01: each of them; a figure without a sword counts nothing."""
    table = Table(active=BLUE).alcazar(RED, 4, sword(2), sword(2), sword(15))
    table.trigger = RED
    assert score(table.lay(), RED).total == 19


def test_paintings_count_what_they_show() -> None:
    """SCO-03: all six together 10."""
    assert score(Table().paintings(RED, 3, 2, 2, 1, 1, 1).lay(), RED).total == 10


@pytest.mark.parametrize(("gems", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (19, 9), (20, 10)])
def test_two_gems_make_a_point(gems: int, points: int) -> None:
    """SCO-04, A-121: an odd one is lost."""
    state = Table().material(RED, gems=gems).lay()
    assert score(state, RED).total == points
    assert score(state, RED).lines == ((ScoreLine("SCO-04", "gems", gems, points),) if gems else ())


def test_gems_are_counted_for_each_player() -> None:
    """A-121: an odd gem here and one there make no point."""
    state = Table().material(RED, gems=1).material(BLUE, gems=1).lay()
    assert [score(state, seat).total for seat in (RED, BLUE)] == [0, 0]


def test_spent_gems_count_nothing() -> None:
    """A-121, SMI-03: two gems are a point; forged into a sword of 8 they are half of it, no more."""
    table = Table().shop(4, RED, "smith").material(RED, metal=2, gems=2).hand(RED, "4va")
    state = play(table.lay(), PlayCard(card("4va"), 0))
    assert score(state, RED).total == 1
    assert score(play(state, UseSpace(take=sword(8))), RED).total == 4


def test_the_movement_tile_costs_two_points() -> None:
    """SCO-05, A-122, A-124: used or not; it can bring a player below nothing."""
    unused = Table().tiles(RED, MOVEMENT).lay()
    assert score(unused, RED) == ScoreSheet(RED, (ScoreLine("SCO-05", "movement_tile", 1, -2),), -2)
    used = Table().tiles(RED, MOVEMENT).moving("4va", tile_value=3).lay(MOVING)
    assert score(used, RED).total == -2


def test_a_tile_that_went_back_costs_nothing() -> None:
    """A-122, SCO-05: what counts is who has it at the end."""
    table = Table().shop(4, RED, "fencing").tiles(RED, MOVEMENT, "violet", "brown").hand(RED, "4va")
    state = play(
        table.lay(), PlayCard(card("4va"), 0), UseSpace(take="turquoise", give_back=MOVEMENT)
    )
    assert score(state, RED).total == 0


def test_nothing_else_counts() -> None:
    """SCO-06, A-123: metal, duel tiles, cards, shops, and figures without a sword."""
    table = Table().alcazar(RED, 2).material(RED, metal=23).tiles(RED, "violet", "brown")
    table.hand(RED, "6va 6bd 6nd").shop(4, RED, "gem").figures(RED, 4)
    assert score(table.lay(), RED) == ScoreSheet(RED, (), 0)


def test_the_lowest_score() -> None:
    """A-124, I-37: the movement tile and nothing else."""
    table = Table().tiles(RED, MOVEMENT, "violet", "brown").material(RED, gems=1)
    assert score(table.lay(), RED).total == -2


def test_a_score_at_any_time() -> None:
    """A-158: in the middle of a turn; a front card and a figure in transit count for nothing."""
    table = Table().shop(4, RED, "gem").figures(BLUE, 4).figures(RED, transit=4).moving("4va")
    state = table.swords(RED, sword(7)).lay(Transit(4))
    assert outcome(state) is None
    assert score(state, RED).total == 3
    assert [(place.seat, place.points, place.cards) for place in ranking(state)] == [
        (RED, 3, 0),
        (BLUE, 0, 0),
    ]


def test_scores_in_the_outcome() -> None:
    """END-03: the sheets of all players, by seat."""
    table = Table(3).alcazar(BLUE, 3, sword(4)).paintings(GREEN, 3)
    table.trigger = BLUE
    state = table.lay(OVER)
    result = outcome(state)
    assert result is not None
    assert result.sheets == tuple(score(state, seat) for seat in (RED, BLUE, GREEN))
    assert [sheet.total for sheet in result.sheets] == [0, 4, 3]


def test_the_penalty_is_data() -> None:
    """SCO-05: an edition may ask for another price."""
    dear = evolve(KOSMOS_2008, name="dear", movement_penalty=5)
    assert score(Table(edition=dear).tiles(RED, MOVEMENT).lay(), RED).total == -5


@pytest.mark.parametrize("seat", [-1, 2, 4])
def test_a_score_of_nobody(seat: int) -> None:
    """A-158: seats are those at the table."""
    with pytest.raises(ValueError, match=f"the seats are 0 to 1, not {seat}"):
        score(new_game(2, Random(1)), seat)


@pytest.mark.parametrize("wrong", ["0", None, 0.0, True])
def test_a_score_of_a_wrong_type(wrong: Any) -> None:
    """A-158: a seat is a whole number."""
    with pytest.raises(TypeError, match="a seat must be a whole number"):
        score(new_game(2, Random(1)), wrong)
