"""Library and specification agree by every reading that an edition can choose, where it matters."""

from __future__ import annotations

from random import Random

import pytest
from attrs import fields

from spec.tools import facts
from spec.tools.oracle import Oracle
from tests.spec.aimed import READ, aimed, batch, compared, matters
from toledo_rules import END_TURN, KOSMOS_2008, explain, shipped_edition
from toledo_rules.edition import Readings
from toledo_rules.rulebook import Code

ALL = READ[-2]
LEAST = 0.3
"""Share of the positions in which a reading must matter: by random play it is one in forty."""


@pytest.mark.parametrize("name", READ)
@pytest.mark.parametrize("number", range(2))
def test_they_agree_by_every_reading(name: str, number: int) -> None:
    """Legal moves, what follows, what is told, odds, views, points, and the reasons against actions."""
    states, found = compared(name, number)
    assert found == []
    assert len([*filter(matters, states)]) > LEAST * len(states)


def test_every_reading_is_aimed_at() -> None:
    read_otherwise = " ".join(READ)
    assert all(f" {part.name}=" in read_otherwise for part in fields(Readings))


def test_the_positions_notice_both_rulings() -> None:
    """A-22, A-82: a reshuffle that no card needs, and an end of the turn that is refused."""
    states = batch("kosmos-2008 a82=if_possible", 3)
    due = [why for state in states if (why := explain(state, END_TURN))]
    assert [why for why in due if why.code is Code.SECOND_CARD_DUE]
    assert any(not matters(state) for state in states)


def test_the_usual_readings_are_said_by_no_fact() -> None:
    """So editions from before have the same facts as ever."""
    words = {fact[0] for fact in facts.edition(KOSMOS_2008, 2)}
    assert "reading" not in words
    chosen = {*facts.edition(shipped_edition(ALL), 2)}
    assert {("reading", "a22", "used_up"), ("reading", "a82", "if_possible")} <= chosen


def test_an_edition_with_a_reading_that_does_not_exist_is_ill_formed() -> None:
    for part in fields(Readings):
        for choice, laws in (("soon", {part.name}), (part.default, set())):
            given = [*facts.box(KOSMOS_2008), ("reading", part.name, choice)]
            assert Oracle(given).ill_formed() == laws


def test_positions_can_be_laid_out_for_any_table() -> None:
    rng = Random(1)
    for players in (2, 3, 4):
        found = aimed(shipped_edition(ALL), players, rng)
        assert all(len(next(found).players) == players for _ in range(10))
