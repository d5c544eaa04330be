"""Two positions that differ, in few words, and what pytest shows of them."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.table import busy, changed
from toledo_rules import (
    KOSMOS_2008,
    Card,
    Challenge,
    Deliver,
    PlaceShop,
    PlayCard,
    ShopTile,
    State,
    UseSpace,
    notation,
    view,
)
from toledo_rules.state import Arrived
from toledo_rules.testing import BLUE, RED, Table, card, differences, play, sword
from toledo_rules.testing.plugin import pytest_assertrepr_compare

START = Table(2).hand(RED, "3nd 3va 4nd").lay()


def test_equal_positions_do_not_differ() -> None:
    assert differences(START, START) == ()


def test_a_shop_is_placed() -> None:
    after = play(START, PlaceShop(ShopTile("metal", 2), 4))
    assert differences(START, after) == (
        "red.shops: -m2",
        "active: red -> blue",
        "shops.4: none -> red m2",
    )


def test_a_figure_moves() -> None:
    shops = play(START, PlaceShop(ShopTile("gem", 1), 3))
    before = evolve(shops, active=RED)
    assert differences(before, play(before, PlayCard(card("3va"), 0))) == (
        "red.figures: +3 -0",
        "red.hand: -3va",
        "phase: TurnStart() -> Arrived(step=3)",
        "front: none -> 3va",
    )


def test_a_duel_and_a_delivery() -> None:
    table = Table(2).shop(3, RED, "gem").figures(BLUE, 3).hand(RED, "3va")
    before = play(table.lay(), PlayCard(card("3va"), 0))
    said = differences(before, play(before, Challenge(BLUE), "1va 2ba"))
    assert "red.figures: +3" in said
    assert "discards: +1va +2ba" in said
    table = Table(2).shop(18, RED, "gem").figures(RED, 18).swords(RED, sword(12)).hand(RED, "3va")
    entered = play(table.lay(), PlayCard(card("3va"), 18))
    assert differences(entered, play(entered, Deliver(sword(12))))[:2] == (
        "red.delivered: +12",
        "red.swords: -12",
    )


def test_material_is_counted() -> None:
    arrived = Table(2).shop(3, RED, "metal").figures(RED, 3).moving("3va").lay(Arrived(3))
    said = differences(arrived, play(arrived, UseSpace()))
    assert said[0].startswith("red.metal: 0 -> ")
    assert "metal" in [line.split(":")[0] for line in said]


def test_several_equal_pieces() -> None:
    after = changed(START, RED, hand=(*START.players[RED].hand, card("6td"), card("6td")))
    assert differences(START, after) == ("red.hand: +6td +6td",)


def test_an_order_that_no_rule_looks_at() -> None:
    after = changed(START, RED, hand=START.players[RED].hand[::-1])
    assert differences(START, after) == ("red.hand: in another order",)


def test_tiles_paintings_and_the_last_round() -> None:
    state = busy()
    after = evolve(changed(state, BLUE, tiles=(), paintings=(1,)), trigger=BLUE)
    assert differences(state, after) == (
        "blue.tiles: -brown",
        "blue.paintings: +1",
        "trigger: none -> blue",
    )


def test_things_that_are_not_in_the_box() -> None:
    """Nothing is too odd to be shown."""
    pink = Card(9, "pink", "attacker")
    assert differences(START, evolve(START, front=pink, active=7)) == (
        "active: red -> 7",
        "front: none -> Card(9, 'pink', 'attacker')",
    )


def test_other_players_and_other_editions() -> None:
    other = evolve(KOSMOS_2008, name="other")
    assert differences(Table(2).lay(), Table(3).lay()) == ("players: 2 -> 3",)
    assert differences(Table(2).lay(), Table(2, edition=other).lay()) == (
        "edition: kosmos-2008 -> other",
    )


def test_views_too() -> None:
    after = play(START, PlaceShop(ShopTile("metal", 2), 4))
    assert differences(view(START, RED), view(after, RED)) == differences(START, after)
    assert "seat: red -> none" in differences(view(START, RED), view(START, None))


# The plugin


def test_pytest_shows_the_differences() -> None:
    after = evolve(START, active=BLUE)
    said = pytest_assertrepr_compare("==", START, after)
    assert said is not None
    assert said[:2] == ["two positions that differ, left -> right:", "active: red -> blue"]
    assert pytest_assertrepr_compare("==", view(START, RED), view(after, RED)) == [
        "two views that differ, left -> right:",
        "active: red -> blue",
    ]


def test_pytest_shows_everything_else_by_itself() -> None:
    assert pytest_assertrepr_compare("!=", START, START) is None
    assert pytest_assertrepr_compare("==", START, 5) is None
    assert pytest_assertrepr_compare("==", view(START, RED), START) is None


def test_pytest_shows_both_positions_in_notation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is one: a position can be too odd to be written."""

    def write(state: State) -> str:
        if state.active == BLUE:
            raise ValueError
        return "the position"

    monkeypatch.setattr(notation, "format_position", write, raising=False)
    said = pytest_assertrepr_compare("==", START, evolve(START, active=BLUE))
    assert said is not None
    assert said[2:] == ["left: the position"]


def test_pytest_needs_no_notation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(notation, "format_position", raising=False)
    said = pytest_assertrepr_compare("==", START, evolve(START, active=BLUE))
    assert said is not None
    assert len(said) == 2
