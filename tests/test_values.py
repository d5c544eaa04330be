"""Cards, swords, shop tiles, shops and actions are plain values that nothing can spoil."""

from __future__ import annotations

import copy
import pickle
import sys
import threading
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from attrs import fields
from attrs.exceptions import FrozenInstanceError

from toledo_rules import (
    Card,
    Challenge,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    Shop,
    ShopTile,
    State,
    Sword,
    apply,
    legal_actions,
    new_game,
)
from toledo_rules._values import _made, brief, check_whole, complete

CARD = Card(1, "brown", "attacker")
VALUES = [CARD, Sword(7, 3, 1), ShopTile("gem", 2), Shop(1, "smith", 1)]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_is_the_tuple_of_its_parts(value: Any) -> None:
    kind = type(value)
    assert value == kind(*value) == tuple(value)
    assert hash(value) == hash(kind(*value))
    assert [part.name for part in fields(kind)] == list(kind.__match_args__)
    assert eval(repr(value), {kind.__name__: kind}) == value


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_copies_and_pickles_are_equal_and_of_the_same_kind(value: Any) -> None:
    for again in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert again == value
        assert type(again) is type(value)


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_nothing_can_rewrite_a_value(value: Any) -> None:
    name = type(value).__match_args__[0]
    with pytest.raises(FrozenInstanceError):
        setattr(value, name, 3)
    with pytest.raises(AttributeError):
        object.__setattr__(value, name, 3)


@pytest.mark.parametrize(
    ("make", "wrong"),
    [
        (lambda: Card(1.0, "brown", "attacker"), "Card.value must be int, not 1.0"),  # type: ignore[arg-type]
        (lambda: Card(True, "brown", "attacker"), "Card.value must be int, not True"),
        (lambda: Card(1, 2, "attacker"), "Card.colour must be str, not 2"),  # type: ignore[arg-type]
        (lambda: Sword(7, 3, False), "Sword.gems must be int, not False"),
        (lambda: ShopTile("gem", 2.0), "ShopTile.circles must be int, not 2.0"),  # type: ignore[arg-type]
        (lambda: Shop(True, "gem", 2), "Shop.owner must be int, not True"),
        (lambda: CARD._replace(value=2.0), "Card.value must be int, not 2.0"),  # type: ignore[arg-type]
    ],
)
def test_parts_have_exactly_their_types(make: Callable[[], object], wrong: str) -> None:
    with pytest.raises(TypeError, match=wrong):
        make()


@pytest.mark.parametrize(
    "make",
    [
        lambda: Challenge(True),
        lambda: ReturnFigure(True),
        lambda: PlayCard(CARD, True),
        lambda: PlaceShop(ShopTile("gem", 1), False),
    ],
)
def test_true_is_no_seat_and_no_step(make: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=r"must be a whole number, not (True|False)"):
        make()


def test_a_foreign_number_spoils_no_position() -> None:
    """A constructor that is called with nonsense changes nothing that others hold."""
    state = new_game(2, Random(1))
    before = repr(state.pile)
    with pytest.raises(TypeError):
        Card(1.0, "brown", "attacker")  # type: ignore[arg-type]
    assert repr(state.pile) == before


def test_threads_need_no_lock() -> None:
    """Threads that make the same cards and share a position, with a switch every microsecond, agree on everything."""
    state = new_game(4, Random(1))
    found: list[object] = []

    def work() -> None:
        cards = [Card(value, f"colour {value % 7}", "attacker") for value in range(300)]
        after, rng = state, Random(5)
        for _ in range(60):
            actions = legal_actions(after)
            after = apply(after, actions[rng.randrange(len(actions))], rng)
        found.append((tuple(cards), after, hash(after)))

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert len(found) == 4
    assert len(set(found)) == 1


def test_an_entry_that_is_missing_is_named() -> None:
    """A class by its name, anything else as it is written."""
    entries: dict[type, int] = {Sword: 1}
    with pytest.raises(TypeError, match=r"^T has no entry for Card$"):
        complete(entries, (Sword, Card), "T")
    with pytest.raises(TypeError, match=r"^T has an entry for 'gem', which does not exist$"):
        complete({"metal": 1, "gem": 2}, ("metal",), "T")


def test_a_message_shows_plain_values_and_cuts_long_ones() -> None:
    """A number of JavaScript is shown, a larger one is only named; a text is cut after sixty characters."""
    assert brief(2**53 - 1) == "9007199254740991"
    assert brief(1 - 2**53) == "-9007199254740991"
    assert brief(2**53) == brief(-(2**53)) == "an int"
    assert brief("x" * 58) == repr("x" * 58)
    assert brief("x" * 59) == repr("x" * 59)[:60] + "..."


def test_a_number_that_a_message_may_have_to_name_has_an_end() -> None:
    check_whole("a seat", 10**100 - 1)
    check_whole("a seat", 1 - 10**100)
    for number in (10**100, -(10**100), 10**5000):
        with pytest.raises(ValueError, match=r"^a seat must have at most 100 digits$"):
            check_whole("a seat", number)


def test_a_pickle_from_before_forms_is_refused_as_form_0() -> None:
    with pytest.raises(pickle.UnpicklingError, match="this pickle has form 0, and"):
        _made(None, State)
