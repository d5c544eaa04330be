"""The integers of actions: stable, named, versioned."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from attrs import evolve

from toledo_lab.adapters import numbering
from toledo_rules import (
    KOSMOS_2008,
    TAKE_CARDS,
    Sword,
    apply,
    legal_actions,
    new_game,
    shipped_edition,
)
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.notation import parse_action

EDITIONS = SHIPPED_EDITIONS

COMMITTED = "3457-8276cddf68bc"
"""If this has to change, everything that was ever learned or stored with the old numbers has lost its meaning: say so
under *Rules* in the changelog."""


def test_the_version_is_the_committed_one() -> None:
    assert numbering(KOSMOS_2008).version == COMMITTED


def test_every_number_has_an_action_and_every_action_a_number() -> None:
    made = numbering(KOSMOS_2008)
    assert [made.numbers[action] for action in made.actions] == list(range(len(made)))


def test_a_number_without_an_action_is_refused() -> None:
    made = numbering(KOSMOS_2008)
    assert made.action(np.int64(1)) == TAKE_CARDS
    for number in (-1, len(made)):
        with pytest.raises(ValueError, match=f"from 0 to 3456, not {number}"):
            made.action(number)


def test_a_name_is_the_notation_of_its_action_and_of_no_other() -> None:
    for edition in map(shipped_edition, EDITIONS):
        made = numbering(edition)
        assert len(set(made.names)) == len(made)
        assert tuple(parse_action(name, edition) for name in made.names) == made.actions


def test_legal_actions_have_rising_numbers() -> None:
    made, rng = numbering(KOSMOS_2008), Random(1)
    state = new_game(4, rng)
    for _ in range(200):
        numbers = [made.numbers[action] for action in legal_actions(state)]
        assert numbers == sorted(numbers)
        state = apply(state, made.actions[rng.choice(numbers)], rng)


def test_the_version_changes_with_the_actions_and_with_nothing_else() -> None:
    same = evolve(KOSMOS_2008, name="another", title="", metal=1, provenance=())
    assert numbering(same).version == COMMITTED
    # The notation of this sword does not change with its cost, but the action does.
    dearer = tuple(Sword(15, 5, 4) if sword.value == 15 else sword for sword in KOSMOS_2008.swords)
    other = evolve(KOSMOS_2008, swords=dearer)
    assert numbering(other).names == numbering(KOSMOS_2008).names
    assert numbering(other).version != COMMITTED
    versions = {numbering(shipped_edition(name)).version for name in EDITIONS}
    assert len(versions) == len(EDITIONS)
