"""The table of the kit: few words make a position, and an impossible one is refused with the reason."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.table import busy
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    TAKE_CARDS,
    Draw,
    IllegalActionError,
    PlayCard,
    Shop,
    State,
    ToledoError,
    invariants,
)
from toledo_rules._setup import deal
from toledo_rules.errors import NotationError, TableError
from toledo_rules.state import MOVING, Arrived, Drawing, Transit
from toledo_rules.testing import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    Table,
    card,
    cards,
    legal,
    moves,
    play,
    refused,
    story,
    sword,
)

# What is laid out


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_empty_table_is_the_start_of_a_game_without_hands(players: int) -> None:
    start = deal(KOSMOS_2008, ((),) * players, KOSMOS_2008.cards, YELLOW if players == 4 else BLUE)
    assert Table(players, active=start.active).lay() == start


def test_something_of_everything_is_a_valid_position() -> None:
    state = busy()
    assert list(invariants(state)) == []
    assert state.shops[4] == Shop(RED, "gem", 2)
    assert state.players[GREEN].inside == 2
    assert state.players[GREEN].figures == (0, 0, 0)
    assert state.players[BLUE].known == cards("3nd 6td")
    assert state.front == card("4va")
    assert state.paintings == (2, 2, 1, 1, 1)


def test_the_order_of_the_words_does_not_matter() -> None:
    one = Table().alcazar(RED, 2).figures(RED, 5)
    other = Table().figures(RED, 5).alcazar(RED, 2)
    assert one.lay() == other.lay()
    assert one.lay().players[RED].figures == (0, 0, 5)


def test_the_rest_of_the_cards_is_on_the_discard_pile() -> None:
    state = Table().hand(RED, "1va").pile("2bd 3nd").discards("6td").lay()
    assert state.pile == cards("2bd 3nd")
    assert len(state.discards) == 84 - 3


def test_the_rest_of_the_cards_is_in_a_hand() -> None:
    """Then both piles can be short, or empty."""
    state = Table().hand(RED, "1va").pile("2bd").discards("6td").rest_to(BLUE).lay()
    assert (state.pile, state.discards) == (cards("2bd"), cards("6td"))
    assert len(state.players[BLUE].hand) == 84 - 3
    assert Table().rest_to(BLUE).lay().pile == ()


def test_a_figure_in_transit_is_the_phase() -> None:
    table = Table().shop(4, BLUE, "gem").figures(BLUE, 4).figures(RED, transit=4).moving("4nd")
    assert table.lay().phase == Transit(4)
    assert table.lay().players[RED].figures == (0, 0, 0, 0)
    assert table.moving(tile_value=3).lay().front is None


def test_the_phase_can_be_said_at_the_end() -> None:
    assert Table().lay(Drawing(2, "take")).phase == Drawing(2, "take")
    assert Table().figures(RED, 5).moving("5nd").lay(Arrived(5)).phase == Arrived(5)


def test_any_edition_will_do() -> None:
    edition = evolve(KOSMOS_2008, name="few", cards=KOSMOS_2008.cards[:24])
    state = Table(2, edition=edition).hand(RED, "1ba").lay()
    assert state.edition == edition
    assert len(state.pile) == 23


# What is refused


def test_an_invalid_position_is_refused_with_the_invariant() -> None:
    with pytest.raises(
        TableError, match=r"I-11: .* no space holds more figures than it has circles$"
    ):
        Table().figures(RED, 1).lay()
    assert issubclass(TableError, ToledoError)


def test_every_broken_invariant_is_named() -> None:
    with pytest.raises(TableError, match=r"I-07: .*; I-25: .*"):
        Table().figures(RED, *[0] * 6).lay(MOVING)


def test_an_invalid_position_can_be_had_on_purpose() -> None:
    assert Table().figures(RED, 1).lay_unchecked().players[RED].figures == (0, 0, 0, 0, 1)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (lambda: Table().hand(RED, "6va 6va").hand(BLUE, "6va"), "^cards: more than 2 of Card.*6"),
        (lambda: Table().discards("1va 1va 1va"), "^cards: more than 2 of Card"),
        (lambda: Table().pile("1va 1va 1va"), "^cards: more than 2 of Card"),
        (lambda: Table().swords(RED, sword(4), *[sword(12)] * 9), "^swords: more than . of Sword"),
        (lambda: Table().alcazar(RED, 2, *[sword(12)] * 9), "^swords: more than . of Sword"),
        (lambda: Table().tiles(RED, *["violet"] * 9), "^master tiles: more than . of 'violet'"),
        (lambda: Table().tiles(RED, "pink"), "^master tiles: more than 0 of 'pink' laid out"),
        (lambda: Table().paintings(RED, 3, 3), "^paintings: more than 1 of 3 laid out, the box"),
        (lambda: Table().shop(4, RED, "gem", 9), "^seat 0 has no ShopTile.'gem', 9. left, only"),
        (lambda: Table().shop(99, RED, "gem"), "^the steps are 0 to 21, not 99$"),
        (lambda: Table(2).hand(GREEN, "1va"), "^the seats are 0 to 1, not 2$"),
        (lambda: Table(2).rest_to(GREEN), "^the seats are 0 to 1, not 2$"),
        (lambda: Table(5), "2 to 4 players, not 5"),
    ],
)
def test_what_is_not_in_the_box_is_refused(table: object, message: str) -> None:
    assert callable(table)
    with pytest.raises((TableError, ValueError), match=message):
        table().lay()


def test_a_card_that_does_not_exist_is_refused_where_it_stands() -> None:
    with pytest.raises(NotationError, match="expected"):
        Table().hand(RED, "1va 9va")


def test_a_sword_is_found_by_its_value() -> None:
    assert sword(12).value == 12
    with pytest.raises(ValueError, match=r"^kosmos-2008 has no sword of value 99, only 2, 3, 4, "):
        sword(99)


# Going on from it


def test_a_story_tells_everything() -> None:
    state = Table(2).lay()
    what = story(state, TAKE_CARDS, "3va 5nd", TAKE_CARDS)
    assert what.draws == (Draw(card("3va")), Draw(card("5nd")))
    assert what.reveals
    assert what.state.active == BLUE
    assert what.state.phase == Drawing(2, "take")
    assert play(state, TAKE_CARDS, "3va 5nd", TAKE_CARDS) == what.state
    assert story(state).state == state


def test_every_card_of_a_story_must_be_used() -> None:
    with pytest.raises(IllegalActionError, match="not_a_chance_step"):
        play(Table(2).lay(), TAKE_CARDS, "3va 5nd 6td")
    with pytest.raises(IllegalActionError, match="card_not_in_pile"):
        play(Table(2).pile("1va 2va").lay(), TAKE_CARDS, "3va")


def test_what_can_happen_next() -> None:
    state = Table(2).pile("3va 3va 5nd").lay()
    assert set(moves(state)) == legal(state)
    assert moves(play(state, TAKE_CARDS)) == (Draw(card("3va")), Draw(card("5nd")))


def test_a_refusal_has_a_reason() -> None:
    state = Table(2).hand(RED, "4nd").lay()
    assert refused(state, END_TURN).rule == "TRN-04"
    with pytest.raises(AssertionError, match=r"^TakeCards\(\) is legal, but a refusal is expected"):
        refused(state, TAKE_CARDS)


def test_a_test_can_name_what_is_legal() -> None:
    """The tavern on step 5 is the only space that a 5 leads to."""
    state: State = Table(2).hand(RED, "5nd").lay()
    assert {action for action in legal(state) if isinstance(action, PlayCard)} == {
        PlayCard(card("5nd"), 0)
    }
