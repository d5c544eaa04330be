"""One authority for legality: `legal_actions` and `explain` are made of the same conditions.

Each condition of `toledo_rules._conditions.CONDITIONS` is replaced in turn by one that refuses everything, and both
must notice: actions vanish from `legal_actions`, `explain` refuses them, and the two agree on every one of them.

Three fast paths are no plain calls of their condition. The laws that tie them to it are at the end of this file.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from attrs import evolve
from hypothesis import given

from tests.strategies import EDITIONS, Ply, plies, positions
from toledo_rules import (
    END_TURN,
    Action,
    Code,
    Edition,
    State,
    apply,
    explain,
    legal_actions,
    new_game,
)
from toledo_rules._conditions import CONDITIONS, MEMOS, Condition
from toledo_rules.actions import EndTurn, ReturnFigure, TakeCards
from toledo_rules.effects import movement, turn
from toledo_rules.rulebook import ILLEGAL
from toledo_rules.testing import PROGRESS, TROUBLE, Policy, play_through

OF_CHANCE = {Code.CARD_NOT_IN_PILE, Code.NOT_A_CHANCE_STEP}
"""The codes that only a draw can meet, not an action."""

CASES = [(condition, code) for condition in CONDITIONS for code in condition.codes]


@cache
def sample_positions() -> tuple[tuple[State, tuple[Action, ...]], ...]:
    """Positions of aimless and of progress-minded games, with what is legal there."""
    state = new_game(2, Random(1))
    me, other = state.players
    stuck = evolve(state, players=(evolve(me, hand=(), shops=()), other), pile=(), discards=())
    found = [(stuck, legal_actions(stuck))]  # nothing is possible but a pass
    for seed in range(12):
        rng = Random(seed)
        state = new_game(2 + seed % 3, rng)
        for _ in range(130):
            actions = legal_actions(state)
            found.append((state, actions))
            action = rng.choice(actions)
            if seed % 2 and isinstance(action, (ReturnFigure, TakeCards, EndTurn)):
                action = rng.choice(actions)
            state = apply(state, action, rng)
            if state.over:
                break
    return tuple(found)


@pytest.fixture(autouse=True)
def _fresh_tables() -> Iterator[None]:
    """Tables are filled by asking conditions, so they are filled anew for each test."""
    clear_memos()
    yield
    clear_memos()


def clear_memos() -> None:
    for memo in MEMOS:
        memo.cache_clear()


@pytest.mark.parametrize(
    ("condition", "code"), CASES, ids=[f"{condition.name}-{code}" for condition, code in CASES]
)
def test_both_notice_a_condition_that_refuses_everything(
    monkeypatch: pytest.MonkeyPatch, condition: Condition, code: Code
) -> None:
    sample = sample_positions()
    refusing = (lambda *_, **__: ()) if condition.kind == "source" else (lambda *_, **__: code)
    monkeypatch.setattr(importlib.import_module(condition.module), condition.name, refusing)
    clear_memos()
    vanished = explained = 0
    for state, before in sample:
        again = evolve(
            state
        )  # a position made anew, so that what follows from its fields is asked anew
        now = set(legal_actions(again))
        for action in before:
            why = explain(again, action)
            assert (why is None) == (action in now), (state, action, why)
            vanished += action not in now
            explained += why is not None and why.code in condition.codes
    assert vanished
    assert explained


def test_each_code_has_exactly_one_condition() -> None:
    codes = [code for _, code in CASES]
    assert len(set(codes)) == len(codes), "a code with two authorities"
    assert {*codes} | OF_CHANCE == set(ILLEGAL), "a code that no condition yields"


def assert_handed_on(state: State) -> None:
    anew = evolve(state)
    assert (state.ground, state.free) == (anew.ground, anew.free)


class TestFastPaths:
    """Where an answer is not asked for anew each time, a law says that it would be the same."""

    @pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
    @pytest.mark.parametrize("policy", [PROGRESS, TROUBLE], ids=["progress", "trouble"])
    def test_in_whole_games(self, edition: Edition, policy: Policy) -> None:
        """After every step of a game, `ground` and `free` are what a position made anew would have."""
        start = new_game(edition.most_players, Random(8), edition=edition)
        for leg in play_through(start, policy, Random(8), most=400):
            assert_handed_on(leg.what.state)

    @given(plies())
    def test_what_follows_from_the_board_is_handed_on_correctly(self, ply: Ply) -> None:
        """The same after any step from any position, from corners that play seldom reaches too."""
        assert_handed_on(ply.what.state)

    @given(positions())
    def test_a_free_circle_is_no_reason_to_refuse(self, state: State) -> None:
        """`movement.options` asks `stop_refusal` only where no circle is free: elsewhere it has no reason (MOV-05)."""
        for step, free in enumerate(state.free):
            for card in movement.playable_cards(state) if free else ():
                for with_tile in (False, True):
                    assert movement.stop_refusal(state, step, card.value, with_tile) is None

    @given(positions())
    def test_the_end_of_a_turn_is_legal_whenever_it_is_its_moment(self, state: State) -> None:
        """`EndTurn` has no options: nothing but the moment decides (TRN-04, A-41)."""
        its_moment = turn.moment_refusal(EndTurn, type(state.phase)) is None
        assert (END_TURN in legal_actions(state)) == its_moment
        assert (explain(state, END_TURN) is None) == its_moment
