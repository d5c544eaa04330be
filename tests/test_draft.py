"""A draft becomes the position that it was a draft of, and nobody can change it from then on."""

from __future__ import annotations

from random import Random

import pytest
from attrs.exceptions import FrozenInstanceError

from toledo_rules import State, new_game
from toledo_rules._draft import Draft


def test_a_player_is_thawed_once() -> None:
    d = Draft(new_game(2, Random(1)))
    assert d.player_at(1) is d.player_at(1)
    assert d.me is d.player_at(0)


def test_a_draft_leaves_the_position_as_it_was() -> None:
    state = new_game(2, Random(1))
    before = repr(state)
    d = Draft(state)
    d.take_metal()
    after = d.freeze()
    assert repr(state) == before
    assert after.players[0].metal == 1
    assert after.players[1] is state.players[1]


def test_a_frozen_draft_is_a_position_that_cannot_be_changed() -> None:
    d = Draft(new_game(2, Random(1)))
    me = d.me
    d.take_gem()
    state = d.freeze()
    assert type(state) is State
    assert id(state) == id(d)
    for thing, name in ((d, "gems"), (me, "gems")):
        with pytest.raises(FrozenInstanceError):
            setattr(thing, name, 7)
