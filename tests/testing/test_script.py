"""Scripted chance: the cards that one names are dealt, and nothing else passes unnoticed."""

from __future__ import annotations

from random import Random

import pytest

from toledo_rules import (
    KOSMOS_2008,
    TAKE_CARDS,
    Challenge,
    PlayCard,
    ToledoError,
    apply,
    new_game,
    view,
)
from toledo_rules.bots import RandomBot
from toledo_rules.errors import TableError
from toledo_rules.testing import BLUE, RED, Script, Table, card, cards, play


def test_a_named_card_is_dealt() -> None:
    state = Table(2).lay()
    rng = Script(state, "5nd 3va")
    assert apply(state, TAKE_CARDS, rng).players[RED].hand == cards("3va 5nd")
    assert rng.left == []
    rng.finish()


def test_a_script_can_last_for_many_turns() -> None:
    state = Table(2).lay()
    with Script(state, "3va 5nd 3va 6td") as rng:
        state = apply(apply(state, TAKE_CARDS, rng), TAKE_CARDS, rng)
    assert [player.hand for player in state.players] == [cards("3va 5nd"), cards("3va 6td")]


def test_a_duel_by_script() -> None:
    """DUE-04: each round turns up a card."""
    table = Table(2).shop(3, RED, "gem").figures(BLUE, 3).hand(RED, "3va")
    state = play(table.lay(), PlayCard(card("3va"), 0))
    with Script(state, "1va 2ba") as rng:
        state = apply(state, Challenge(BLUE), rng)
    assert state.discards == cards("1va 2ba")


def test_hands_are_dealt_by_script() -> None:
    """SET-06: seat by seat. What comes next is drawn in the game."""
    with Script(KOSMOS_2008, "1va 2va 3va 4va 5va 1nd 2nd 3nd 4nd 5nd 6bd 6bd") as rng:
        state = new_game(2, rng)
        assert [player.hand for player in state.players] == [
            cards("1va 2va 3va 4va 5va"),
            cards("1nd 2nd 3nd 4nd 5nd"),
        ]
        state = apply(state, TAKE_CARDS, rng)
    assert state.players[RED].hand.count(card("6bd")) == 2


def test_a_card_left_over_fails_the_test() -> None:
    state = Table(2).lay()
    with (
        pytest.raises(TableError, match=r"^6td 1bd were never drawn$"),
        Script(state, "3va 5nd 6td 1bd") as rng,
    ):
        apply(state, TAKE_CARDS, rng)
    assert issubclass(TableError, ToledoError)
    assert issubclass(TableError, AssertionError)


def test_another_error_is_not_hidden_by_a_card_left_over() -> None:
    with pytest.raises(KeyError), Script(Table(2).lay(), "3va"):
        raise KeyError


def test_a_card_that_is_not_in_the_pile_fails_the_test() -> None:
    state = Table(2).pile("1va 2bd 2bd").lay()
    with pytest.raises(TableError, match=r"^3va cannot be drawn; the pile has 1va 2bd$"):
        apply(state, TAKE_CARDS, Script(state, "3va 5nd"))


def test_a_card_that_nobody_named_fails_the_test() -> None:
    state = Table(2).lay()
    with pytest.raises(TableError, match="from 83, but the script names no more cards"):
        apply(state, TAKE_CARDS, Script(state, "3va"))


def test_the_discard_pile_becomes_the_pile() -> None:
    """A-27, TAK-01: as at the table, when a card is needed and none is left."""
    state = Table(2).pile("1va").discards("2bd 3nd").rest_to(BLUE).lay()
    with Script(state, "1va 3nd") as rng:
        assert apply(state, TAKE_CARDS, rng).players[RED].hand == cards("1va 3nd")


def test_draws_of_others_are_noticed() -> None:
    """The script no longer knows the pile."""
    state = Table(2).lay()
    rng = Script(state, "3va 5nd")
    other = apply(state, TAKE_CARDS, Random(1))
    with pytest.raises(TableError, match=r"from 82, but the script's pile has 84: make a new"):
        apply(other, TAKE_CARDS, rng)


def test_a_program_that_asks_for_anything_but_cards_is_noticed() -> None:
    """A random bot that takes its choices from the source of the cards."""
    script = Script(KOSMOS_2008, "1va 2va 3va 4va 5va " * 2)
    state = new_game(2, script)
    with pytest.raises(TableError, match="but the script's pile has"):
        RandomBot().choose(view(state, 0), script)
