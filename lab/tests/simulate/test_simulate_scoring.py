"""The points of simulated games, counted again."""

from __future__ import annotations

from toledo_lab.simulate import Plan, simulate
from toledo_rules import KOSMOS_2008


def test_the_columns_add_up_to_the_points() -> None:
    """SCO-01 to SCO-05: the points of whole games, counted again from the columns alone."""
    results = simulate(Plan(bots=("greedy", "random"), games=4, seed=1))
    assert any(result.movement for result in results)
    for result in results:
        fame = sum(result.delivered) + sum(value // 2 for value in result.kept)
        fame += sum(result.paintings) + result.gems // 2
        assert result.points == fame - KOSMOS_2008.movement_penalty * result.movement
