"""One authority for legality: `legal_actions` and `explain` are made of the same conditions.

Each condition of `toledo_rules._conditions.CONDITIONS` is replaced in turn by one that refuses everything, and both
must notice: actions vanish from `legal_actions`, `explain` refuses them, and the two agree on every one of them.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from attrs import evolve

from toledo_rules import Action, Code, State, apply, explain, legal_actions, new_game
from toledo_rules._conditions import CONDITIONS, TABLES, Condition
from toledo_rules.actions import EndTurn, ReturnFigure, TakeCards

OF_CHANCE = {Code.CARD_NOT_IN_PILE, Code.NOT_A_CHANCE_STEP}
"""The codes that only a draw can meet, not an action."""

CASES = [(condition, code) for condition in CONDITIONS for code in condition.codes]


@cache
def positions() -> tuple[tuple[State, tuple[Action, ...]], ...]:
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
    clear_tables()
    yield
    clear_tables()


def clear_tables() -> None:
    for table in TABLES:
        table.cache_clear()


@pytest.mark.patches
@pytest.mark.parametrize(
    ("condition", "code"), CASES, ids=[f"{condition.name}-{code}" for condition, code in CASES]
)
def test_both_notice_a_condition_that_refuses_everything(
    monkeypatch: pytest.MonkeyPatch, condition: Condition, code: Code
) -> None:
    sample = positions()
    refusing = (lambda *_, **__: ()) if condition.kind == "source" else (lambda *_, **__: code)
    monkeypatch.setattr(importlib.import_module(condition.module), condition.name, refusing)
    clear_tables()
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
    assert {*codes} | OF_CHANCE == set(Code), "a code that no condition yields"
