"""The list of moves: each legal action once, in words, under a number and perhaps a choice."""

from __future__ import annotations

from random import Random

import pytest

from toledo_rules import KOSMOS_2008, MOVEMENT, State, legal_actions, view
from toledo_rules._cli._play import MenuItem, menu
from toledo_rules.describe import LANGUAGES, Language, describe
from toledo_rules.state import Arrived
from toledo_rules.testing import DECISIONS, RED, Moment, Table, lay_out


def items(state: State, language: Language = "en") -> tuple[MenuItem, ...]:
    return menu(view(state, state.active), language)


@pytest.mark.search
@pytest.mark.parametrize("moment", DECISIONS)
def test_every_legal_action_is_in_the_list_once(moment: Moment) -> None:
    for seed in range(20):
        state = lay_out(KOSMOS_2008, 2 + seed % 3, Random(seed), moment)
        listed = [action for item in items(state) for action in item.actions]
        assert len(listed) == len(set(listed))
        assert set(listed) == set(legal_actions(state))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_to_be_chosen_is_clear(language: Language) -> None:
    """An entry with several actions has a choice for each of them, and no two are the same."""
    for number, moment in enumerate(DECISIONS * 3):
        for item in items(lay_out(KOSMOS_2008, 3, Random(number), moment), language):
            assert item.text.endswith(".")
            if item.choices or len(item.actions) > 1:
                assert len(set(item.choices)) == len(item.actions)
                assert all(item.choices)


def test_topics_come_in_order() -> None:
    topics = [item.topic for item in items(lay_out(KOSMOS_2008, 2, Random(3), "arrived"))]
    assert topics == sorted(topics, key=["use", "move", "place", "otherwise"].index)


def test_cards_of_one_value_are_one_entry() -> None:
    """MOV-02: they move a figure to the same space."""
    state = Table().shop(4, RED, "metal", 2).hand(RED, "4va 4bd 5nd").lay()
    first, second, *_ = items(state)
    assert first.text == "Play a 4 and move a figure from the cathedral to space 4 (metal dealer)."
    assert first.choices == ("4bd", "4va")
    assert second.actions == (legal_actions(state)[-1],)
    assert second.text == describe(second.actions[0], state)
    assert second.choices == ()


def test_the_movement_tile_makes_another_entry() -> None:
    """TIL-01: a base card and a tile card are different moves (A-146)."""
    table = Table().shop(4, RED, "metal", 2).hand(RED, "4va 4bd").tiles(RED, MOVEMENT)
    moves = [item for item in items(table.lay()) if item.topic == "move"]
    assert [item.text.partition(" figure")[0] for item in moves] == [
        "Play a 4 and move a",
        "Use the movement tile: play a 4 and move a",
    ]
    assert all(item.choices == ("4bd", "4va") for item in moves)


def test_a_payment_is_a_choice_only_if_there_are_several() -> None:
    """USE-05: two cards of one kind are one payment."""
    table = Table().figures(RED, 5).hand(RED, "2bd 2bd")
    table.moving(front="5nd")
    (using, *_) = items(table.lay(Arrived(5)))
    assert using.text == "Draw 3 cards at the tavern, paying the brown 2 (defender)."
    assert using.choices == ()
    table.hand(RED, "2bd 6va")
    (using, *_) = items(table.lay(Arrived(5)))
    assert using.text == "Draw 3 cards at the tavern."
    assert using.choices == ("2bd", "6va")
