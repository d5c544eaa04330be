"""Positions laid out at random are valid at every moment, and the policies go where they say."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from attrs import evolve

from tests.strategies import EDITIONS, TINY
from toledo_rules import (
    KOSMOS_2008,
    Challenge,
    Deliver,
    Edition,
    Pass,
    ReturnFigure,
    Space,
    TakeCards,
    UseSpace,
    invariants,
    new_game,
)
from toledo_rules.state import (
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
from toledo_rules.testing import (
    DECISIONS,
    HOARD,
    MOMENTS,
    POLICIES,
    PROGRESS,
    RANDOM,
    TROUBLE,
    Moment,
    Policy,
    lay_out,
    play_through,
)
from toledo_rules.testing._games import CHANCES

PHASES: dict[Moment, type[Phase]] = {
    "start": TurnStart,
    "moving": Moving,
    "arrived": Arrived,
    "at a tavern": Arrived,
    "entered": Entered,
    "transit": Transit,
    "taking": Drawing,
    "drinking": Drawing,
    "duel": Duel,
    "over": Over,
}

SITES = evolve(
    KOSMOS_2008,
    name="sites-only",
    shops=(),
    road=tuple(
        space if space.kind in {"cathedral", "entrance"} else Space(kind="site", row="low", price=1)
        for space in KOSMOS_2008.road
    ),
)
"""An edition without a space to stand on."""


@pytest.mark.search
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_every_layout_is_a_valid_position(edition: Edition, moment: Moment) -> None:
    for seed in range(20):
        for players in range(edition.least_players, edition.most_players + 1):
            state = lay_out(edition, players, Random(seed), moment)
            assert list(invariants(state)) == []
            assert len(state.players) == players


@pytest.mark.search
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_layout_is_at_the_moment_that_was_asked_for(moment: Moment) -> None:
    """In most cases: sometimes the pieces on the board leave no place for it."""
    states = [lay_out(KOSMOS_2008, 3, Random(seed), moment) for seed in range(50)]
    assert sum(isinstance(state.phase, PHASES[moment]) for state in states) > 30
    assert all(state.chance == (moment in CHANCES) for state in states if moment not in CHANCES)


def test_every_moment_is_chosen_if_none_is_asked_for() -> None:
    phases = {type(lay_out(KOSMOS_2008, 2, Random(seed)).phase) for seed in range(60)}
    assert phases == set(PHASES.values())
    assert set(MOMENTS) == {*DECISIONS, *CHANCES, "over"}


def test_a_board_without_spaces_has_simpler_moments() -> None:
    for moment in ("arrived", "at a tavern", "transit", "drinking", "duel"):
        state = lay_out(SITES, 2, Random(1), moment)
        assert isinstance(state.phase, Moving)
        assert list(invariants(state)) == []


def test_a_layout_is_for_as_many_as_can_play() -> None:
    with pytest.raises(ValueError, match="2 to 4 players, not 5"):
        lay_out(KOSMOS_2008, 5, Random(1))


def kinds(policy: Policy, edition: Edition = KOSMOS_2008, games: int = 4) -> set[str]:
    """The kinds of moves in some games of a policy."""
    return {
        type(leg.move).__name__
        for seed in range(games)
        for leg in play_through(
            new_game(2, Random(seed), edition=edition), policy, Random(seed), most=600
        )
    }


@pytest.mark.search
def test_the_policies_go_everywhere_together() -> None:
    seen = set[str]().union(*(kinds(policy) for policy in POLICIES))
    seen |= set[str]().union(*(kinds(HOARD, tiny) for tiny in TINY))
    moves = (Challenge, Deliver, ReturnFigure, TakeCards, UseSpace, Pass)
    assert {kind.__name__ for kind in moves} <= seen
    assert "Draw" in seen


def test_progress_ends_the_game() -> None:
    journey = play_through(new_game(3, Random(5)), PROGRESS, Random(5))
    assert journey[-1].what.state.over
    for leg, following in pairwise(journey):
        assert leg.what.state == following.before


def test_trouble_fights() -> None:
    assert "Challenge" in kinds(TROUBLE)


def test_a_game_can_be_cut_off() -> None:
    assert len(play_through(new_game(2, Random(1)), RANDOM, Random(1), most=10)) == 10


def test_a_policy_is_shown_by_its_name() -> None:
    assert repr(POLICIES) == "(RANDOM, PROGRESS, TROUBLE, HOARD)"
