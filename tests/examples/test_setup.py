"""What is in the box, and how a game begins (CMP, SET)."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.table import Numbers, changed, playing, plays
from toledo_rules import (
    KOSMOS_2008,
    MOVEMENT,
    TAKE_CARDS,
    Card,
    PlaceShop,
    PlayCard,
    Player,
    Shop,
    ShopTile,
    Space,
    State,
    Sword,
    invariants,
    new_game,
)
from toledo_rules._multiset import multiset
from toledo_rules.rulebook import Code, illegal
from toledo_rules.state import TURN_START
from toledo_rules.testing import BLUE, RED, Table, card, legal, play, refused

BOX = KOSMOS_2008
SITES = (1, 2, 3, 4, 6, 7, 8, 9, 11, 13, 14, 15, 16, 17, 18, 19)
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])

# Components


def test_two_to_four_players_in_four_colours() -> None:
    """CMP-01, A-16: red, blue, green and yellow, in seat order."""
    assert (BOX.least_players, BOX.most_players) == (2, 4)
    assert BOX.colours == ("red", "blue", "green", "yellow")


def test_each_colour_has_five_figures_and_eight_shops() -> None:
    """CMP-02, CMP-03, A-01, A-12: of each kind of shop, one has one circle and one has two."""
    assert (BOX.figures, BOX.most_players * BOX.figures) == (5, 20)
    assert BOX.shops == (
        ShopTile("fencing", 1),
        ShopTile("fencing", 2),
        ShopTile("gem", 1),
        ShopTile("gem", 2),
        ShopTile("metal", 1),
        ShopTile("metal", 2),
        ShopTile("smith", 1),
        ShopTile("smith", 2),
    )
    assert BOX.most_players * len(BOX.shops) == 32


def test_ninety_cards() -> None:
    """CMP-04: 84 money cards and six paintings."""
    assert (len(BOX.cards), len(BOX.paintings)) == (84, 6)


def test_money_cards() -> None:
    """A-05, A-06: values 1 to 6, fourteen of each, with every picture on every value."""
    pictures = {
        (colour, stance): copies
        for colour, copies in (("violet", 2), ("brown", 2), ("turquoise", 2), ("neutral", 1))
        for stance in ("attacker", "defender")
    }
    assert Counter(BOX.cards) == {
        Card(value, colour, stance): copies  # type: ignore[arg-type]
        for value in (1, 2, 3, 4, 5, 6)
        for (colour, stance), copies in pictures.items()
    }


def test_sixteen_master_tiles_of_four_kinds() -> None:
    """CMP-05, CMP-10, A-02, A-03, A-04: four of each of three colours, and four for movement."""
    assert BOX.duel_colours == ("violet", "brown", "turquoise")
    assert Counter(BOX.tiles) == {"violet": 4, "brown": 4, "turquoise": 4, MOVEMENT: 4}
    assert len(BOX.tiles) == 16
    assert BOX.tile_limit == 3


def test_nineteen_swords() -> None:
    """CMP-06, A-07: value, metal and gems of each."""
    assert Counter(BOX.swords) == {
        Sword(2, 1, 0): 3,
        Sword(3, 2, 0): 2,
        Sword(4, 1, 1): 3,
        Sword(5, 3, 0): 1,
        Sword(6, 2, 1): 2,
        Sword(7, 3, 1): 2,
        Sword(8, 2, 2): 2,
        Sword(10, 3, 2): 1,
        Sword(12, 3, 3): 1,
        Sword(13, 4, 3): 1,
        Sword(15, 4, 4): 1,
    }
    assert len(BOX.swords) == 19


def test_supplies_are_counted() -> None:
    """CMP-07, CMP-08, A-14: 23 metals and 20 gems, and no more."""
    assert (BOX.metal, BOX.gems) == (23, 20)


def test_one_road_from_the_cathedral_to_the_alcazar() -> None:
    """CMP-09, CMP-11, A-09, A-11, A-13: 19 spaces in three rows, then two entrances in line."""
    assert [(space.kind, space.price) for space in BOX.road] == [
        ("cathedral", 0),
        *[("site", 1)] * 4,
        ("tavern", 1),
        *[("site", 1)] * 2,
        *[("site", 3)] * 2,
        ("artist", 3),
        ("site", 3),
        ("tavern", 3),
        ("site", 3),
        *[("site", 5)] * 6,
        ("entrance", 0),
        ("entrance", 0),
    ]
    assert [space.row for space in BOX.road] == [
        "",
        *["lower"] * 7,
        *["middle"] * 6,
        *["upper"] * 6,
        "",
        "",
    ]


def test_circles_printed_on_the_board() -> None:
    """A-10: two on each tavern and on the artist; a site has those of its shop."""
    assert {step: space.circles for step, space in enumerate(BOX.road) if space.circles} == {
        5: 2,
        10: 2,
        12: 2,
    }


# Setup


@PLAYERS
def test_the_whole_table_at_the_start(players: int) -> None:
    """SET-01, SET-02, SET-03, SET-04, SET-07, SET-08, SET-09, SET-10, A-16, A-17: all is laid out.

    Nothing depends on the number of players but the number of hands.
    """
    state = new_game(players, Random(players))
    hands = [player.hand for player in state.players]
    assert state == State(
        edition=BOX,
        players=tuple(
            Player(
                hand=hand,
                known=(),
                figures=(0, 0, 0, 0, 0),
                inside=0,
                delivered=(),
                shops=BOX.shops,
                metal=0,
                gems=0,
                swords=(),
                tiles=(),
                paintings=(),
            )
            for hand in hands
        ),
        active=0,
        phase=TURN_START,
        front=None,
        tile_value=None,
        trigger=None,
        pile=state.pile,
        discards=(),
        shops=(None,) * 22,
        metal=23,
        gems=20,
        swords=BOX.swords,
        tiles=BOX.tiles,
        paintings=(3, 2, 2, 1, 1, 1),
    )
    assert len(state.players) == players
    assert list(invariants(state)) == []


@pytest.mark.parametrize(("players", "pile"), [(2, 74), (3, 69), (4, 64)])
def test_five_cards_each_and_the_rest_is_the_pile(players: int, pile: int) -> None:
    """SET-06, SET-07, I-41: five each, the other cards face down, no discards."""
    state = new_game(players, Random(1))
    assert [len(player.hand) for player in state.players] == [5] * players
    assert (len(state.pile), state.discards) == (pile, ())
    assert (
        multiset([*state.pile, *(c for player in state.players for c in player.hand)]) == BOX.cards
    )


def test_the_painting_stack_begins_with_the_best() -> None:
    """SET-02, A-08: the 3 on top, a 1 at the bottom, never rising, at least two 2s."""
    stack = new_game(2, Random(1)).paintings
    assert stack == (3, 2, 2, 1, 1, 1)
    assert list(stack) == sorted(stack, reverse=True)


@PLAYERS
def test_cards_are_shuffled_fairly(players: int) -> None:
    """SET-05: each card dealt is one of all that are left, and chance is asked for nothing else."""
    rng = Numbers(*[0] * (5 * players))
    new_game(players, rng)
    assert rng.asked == list(range(84, 84 - 5 * players, -1))
    assert rng.answers == []


@pytest.mark.parametrize("first", [0, 1, 2])
def test_hands_are_dealt_five_at_once_from_seat_0_on(first: int) -> None:
    """SET-06, A-18: whoever starts. A pile that is never mixed shows the order."""
    state = new_game(3, Numbers(*[0] * 15), first=first)
    hands = [player.hand for player in state.players]
    assert hands == [BOX.cards[:5], BOX.cards[5:10], BOX.cards[10:15]]
    assert state.pile == BOX.cards[15:]


def test_what_chance_says_is_what_is_dealt() -> None:
    """SET-05, A-18: the last card of what is left, ten times over."""
    state = new_game(2, Numbers(*range(83, 73, -1)))
    assert [player.hand for player in state.players] == [BOX.cards[79:], BOX.cards[74:79]]


@PLAYERS
def test_any_seat_can_start(players: int) -> None:
    """A-15, TRN-01: the starting seat is given, else it is seat 0; it changes nothing else."""
    game = new_game(players, Random(5))
    assert game.active == 0
    for first in range(players):
        assert new_game(players, Random(5), first=first) == evolve(game, active=first)


def test_pieces_of_unused_colours_are_out_of_the_game() -> None:
    """A-16, I-42: a shop of a colour that nobody plays is a broken position."""
    state = new_game(2, Random(1))
    foreign = evolve(state, shops=(None, Shop(2, "metal", 1), *[None] * 20))
    assert "I-42" in [broken.number for broken in invariants(foreign)]


def test_two_players_have_room_for_all_their_shops() -> None:
    """A-17: with 16 sites the 16 shops of two players fit exactly."""
    assert len(SITES) == 2 * len(BOX.shops) == 16


def test_the_game_can_begin() -> None:
    """SET-03, SET-04: take cards, place a shop, or move by a 5 to the tavern."""
    state = Table().hand(RED, "1va 3bd 4nd 5va 6td").hand(BLUE, "1bd 1bd 2va 2va 2nd").lay()
    assert legal(state) == {
        TAKE_CARDS,
        *(PlaceShop(tile, step) for tile in BOX.shops for step in SITES),
        PlayCard(card("5va"), 0),
    }


# Other data


SHORT = evolve(
    BOX,
    name="short",
    road=(
        Space("cathedral"),
        Space("site", "only", 2),
        Space("artist", "only", 2, 1),
        Space("entrance"),
        Space("entrance"),
        Space("entrance"),
    ),
)
"""One row, no tavern, an artist on step 2 with one circle, and entrances on steps 3, 4 and 5."""


def test_the_road_is_data() -> None:
    """A-09, A-13, A-155: an edition may have other taverns, artists, rows and entrances."""
    state = Table(edition=SHORT).hand(RED, "1va 2va 3va 4va 5va 6va").lay()
    assert plays(state) == playing("2va 3va 4va 5va", 0)
    assert refused(state, PlayCard(card("1va"), 0)) == illegal(Code.NO_SHOP_THERE, "MOV-04", step=1)
    assert refused(state, PlayCard(card("6va"), 0)) == illegal(
        Code.BEYOND_THE_ALCAZAR, "A-37", step=6, last=5
    )


def test_card_values_are_data() -> None:
    """A-05: no range of values is built in; a 9 moves a figure by nine."""
    nine = Card(9, "neutral", "attacker")
    many = evolve(BOX, name="nines", cards=multiset([*BOX.cards[:-1], nine]))
    table = Table(edition=many).shop(9, RED, "gem")
    state = evolve(changed(table.lay(), RED, hand=(nine,)), pile=BOX.cards[:-1])
    assert plays(state) == {PlayCard(nine, 0)}
    assert play(state, PlayCard(nine, 0)).players[RED].figures == (0, 0, 0, 0, 9)


def test_counts_are_data() -> None:
    """SET-06, SET-10: figures, hands and supplies come from the edition."""
    other = evolve(BOX, name="other", hand=2, figures=4, metal=9, gems=5, most_players=3)
    state = new_game(3, Random(1), edition=other)
    assert [len(player.hand) for player in state.players] == [2, 2, 2]
    assert [player.figures for player in state.players] == [(0, 0, 0, 0)] * 3
    assert (state.metal, state.gems, len(state.pile)) == (9, 5, 78)
    with pytest.raises(ValueError, match="other is for 2 to 3 players, not 4"):
        new_game(4, Random(1), edition=other)


# Wrong arguments


@pytest.mark.parametrize("players", [-2, 0, 1, 5, 84])
def test_a_wrong_number_of_players(players: int) -> None:
    """CMP-01: two to four."""
    with pytest.raises(ValueError, match=rf"2 to 4 players, not {players} \(CMP-01\)"):
        new_game(players, Random(1))


@pytest.mark.parametrize(("players", "first"), [(2, 2), (3, 3), (4, 4), (2, -1), (3, 99)])
def test_a_seat_that_is_not_at_the_table(players: int, first: int) -> None:
    """A-15: the starting seat is one of the players'."""
    with pytest.raises(ValueError, match=f"the seats are 0 to {players - 1}, not {first}"):
        new_game(players, Random(1), first=first)


@pytest.mark.parametrize("wrong", ["3", 3.0, True, None, (3,)])
def test_players_of_a_wrong_type(wrong: Any) -> None:
    """CMP-01: the number of players is a whole number."""
    with pytest.raises(TypeError, match="players must be a whole number"):
        new_game(wrong, Random(1))


@pytest.mark.parametrize("wrong", ["0", 0.0, False, None, [0]])
def test_a_seat_of_a_wrong_type(wrong: Any) -> None:
    """A-15: a seat is a whole number."""
    with pytest.raises(TypeError, match="a seat must be a whole number"):
        new_game(3, Random(1), first=wrong)
