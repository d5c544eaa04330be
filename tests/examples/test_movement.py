"""Moving figures (MOV): one card, one figure, exactly as far as the card says."""

from __future__ import annotations

import pytest

from tests.table import playing, plays
from toledo_rules import (
    END_TURN,
    MOVEMENT,
    TAKE_CARDS,
    Challenge,
    Code,
    PlayCard,
    State,
    UseSpace,
    view,
)
from toledo_rules.edition import ShopKind, Tile
from toledo_rules.events import (
    CardPlayed,
    CircleTaken,
    FeePaid,
    FigureMoved,
    FrontCardDiscarded,
    MetalTaken,
    TurnBegan,
    TurnEnded,
)
from toledo_rules.rulebook import illegal
from toledo_rules.state import ENTERED, MOVING, Arrived, Transit
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, cards, legal, play, refused, story

# The first card


def test_the_first_card_lies_in_front_of_its_player() -> None:
    """MOV-01, MOV-05: the card leaves the hand for the table, the figure takes the free circle."""
    state = Table().shop(3, RED, "metal").hand(RED, "3va 3vd 5nd").lay()
    what = story(state, PlayCard(card("3va"), 0))
    assert what.state.front == card("3va")
    assert what.state.players[RED].hand == cards("3vd 5nd")
    assert what.state.discards == ()
    assert what.state.pile == state.pile
    assert what.state.players[RED].figures == (0, 0, 0, 0, 3)
    assert what.state.phase == Arrived(3)
    assert what.state.active == RED
    assert what.events == (
        CardPlayed(RED, card("3va"), to_front=True, with_tile=False),
        FigureMoved(RED, 0, 3),
        CircleTaken(RED, 3),
    )
    assert not what.reveals


def test_the_card_comes_from_the_hand() -> None:
    """MOV-01: neither a card in another hand, nor one with another picture, nor the one in front."""
    state = Table().shop(3, RED, "metal", 2).hand(RED, "3va").hand(BLUE, "3nd").lay()
    for absent in ("3nd", "3vd"):
        assert refused(state, PlayCard(card(absent), 0)) == illegal(
            Code.CARD_NOT_IN_HAND, "MOV-01", card=card(absent)
        )
    state = play(state, PlayCard(card("3va"), 0))
    assert refused(state, PlayCard(card("3va"), 0)) == illegal(
        Code.CARD_NOT_IN_HAND, "MOV-01", card=card("3va")
    )


def test_a_played_card_never_comes_back_to_pay() -> None:
    """A-142: neither the front card nor a later card can pay the fee any more."""
    table = Table().shop(3, BLUE, "metal").shop(6, BLUE, "metal", 2).hand(RED, "3va 3vd")
    state = play(table.lay(), PlayCard(card("3va"), 0), PlayCard(card("3vd"), 3))
    assert legal(state) == {END_TURN}
    for played in ("3va", "3vd"):
        assert refused(state, UseSpace(pay=card(played))) == illegal(
            Code.FEE_NOT_IN_HAND, "A-59", card=card(played)
        )


def test_equal_cards_and_equal_figures_are_one_choice() -> None:
    """MOV-02, A-162: two equal cards and five figures on the cathedral give one action."""
    state = Table().shop(3, RED, "metal").hand(RED, "3va 3va 3vd").lay()
    assert plays(state) == playing("3va 3vd", 0)


# The figure and its way


@pytest.mark.parametrize("value", range(1, 7))
def test_one_figure_moves_exactly_as_far_as_the_card_says(value: int) -> None:
    """MOV-02, A-39: not less, not more, and no second figure with the rest."""
    table = Table().figures(RED, 1, 1).hand(RED, f"{value}va")
    kinds: tuple[ShopKind, ...] = ("metal", "gem", "smith", "fencing")
    for step, kind in enumerate(kinds, 1):
        table.shop(step, RED, kind, 2)
    table.shop(6, RED, "metal").shop(7, RED, "gem")
    state = play(table.lay(), PlayCard(card(f"{value}va"), 1))
    assert state.players[RED].figures == (0, 0, 0, 1, 1 + value)
    assert plays(state) == set()


def test_only_your_own_figures_outside_the_alcazar_can_move() -> None:
    """MOV-02, ALC-05: not a rival's, not one that is not there, not one inside."""
    table = Table().shop(2, BLUE, "metal", 2).shop(4, BLUE, "gem", 2).hand(RED, "2va")
    state = table.figures(BLUE, 2).alcazar(RED, 1).lay()
    assert plays(state) == playing("2va", 0)
    for origin in (2, 4, 20, 21, 22, -2):
        assert refused(state, PlayCard(card("2va"), origin)) == illegal(
            Code.NO_FIGURE_THERE, "MOV-02", origin=origin
        )


def test_anything_may_be_crossed() -> None:
    """MOV-03, A-35, A-36: empty sites, figures and full spaces count as steps and do nothing.

    | 1   | 2     | 3    | 4   | 5              | 6        | 7    |
    | Red | empty | Blue | Red | tavern, 2 Blue | one free | goal |
    """
    table = Table().shop(1, BLUE, "metal").shop(3, RED, "gem").shop(4, BLUE, "smith")
    table.shop(6, BLUE, "gem", 2).shop(7, BLUE, "fencing")
    table.figures(RED, 1, 4).figures(BLUE, 3, 5, 5, 6).hand(RED, "6va")
    state = table.lay()
    assert plays(state) == playing("6va", 0, 1, 4)
    what = story(state, PlayCard(card("6va"), 1))
    assert what.state.players[RED].figures == (0, 0, 0, 4, 7)
    assert what.state.players[BLUE] == state.players[BLUE]
    assert what.events[1:] == (FigureMoved(RED, 1, 7), CircleTaken(RED, 7))


def test_a_movement_ends_on_a_shop_a_tavern_the_artist_or_an_entrance() -> None:
    """MOV-04: an unbuilt site is no place to stop, whoever owns the shops around it.

    | 4        | 5      | 6     | 7         | 8     | 9        | 10     |
    | Red's, r | tavern | empty | Blue's, b | empty | Red's    | artist |
    """
    table = Table().shop(4, RED, "metal", 2).shop(7, BLUE, "metal", 2).shop(9, RED, "gem")
    table.figures(RED, 4).figures(BLUE, 7)
    state = table.hand(RED, "1va 2va 3va 4va 5va 6va").lay()
    assert plays(state) == playing("1va 3va 5va 6va", 4) | playing("4va 5va", 0)
    for value, origin in ((2, 4), (4, 4), (1, 0), (2, 0), (3, 0), (6, 0)):
        assert refused(state, PlayCard(card(f"{value}va"), origin)) == illegal(
            Code.NO_SHOP_THERE, "MOV-04", step=origin + value
        )


def test_an_entrance_is_reached_exactly() -> None:
    """MOV-04, A-37, ALC-01: the first may be crossed to reach the second, nothing lies beyond it."""
    table = Table().shop(16, BLUE, "metal").shop(19, RED, "gem", 2).figures(RED, 16, 19)
    state = table.hand(RED, "1va 2va 3va 4va 5va 6va").lay()
    assert plays(state) == playing("3va 4va 5va", 16) | playing("1va 2va", 19) | playing("5va", 0)
    assert play(state, PlayCard(card("4va"), 16)).phase == ENTERED
    assert play(state, PlayCard(card("5va"), 16)).phase == ENTERED
    for value, origin in ((6, 16), (3, 19), (6, 19)):
        assert refused(state, PlayCard(card(f"{value}va"), origin)) == illegal(
            Code.BEYOND_THE_ALCAZAR, "A-37", step=origin + value, last=21
        )


def test_a_card_cannot_be_dumped() -> None:
    """A-34: a card that moves nobody to a permitted end cannot be played at all."""
    state = Table().hand(RED, "1va 2va 3va 4va 6va").lay()
    assert plays(state) == set()
    for value in (1, 2, 3, 4, 6):
        assert refused(state, PlayCard(card(f"{value}va"), 0)) == illegal(
            Code.NO_SHOP_THERE, "MOV-04", step=value
        )


@pytest.mark.parametrize("tiles", [(), (MOVEMENT,)])
def test_two_cards_do_not_add_up_over_an_empty_site(tiles: tuple[Tile, ...]) -> None:
    """A-38: 2 + 2 and 2 + 4 would reach shops, but each card has to end its own movement."""
    table = Table().shop(4, RED, "metal").shop(6, RED, "gem").hand(RED, "2va 2vd 4nd")
    state = table.tiles(RED, *tiles).lay()
    modes = {False, MOVEMENT in tiles}
    assert plays(state) == {PlayCard(card("4nd"), 0, with_tile) for with_tile in modes}
    assert refused(state, PlayCard(card("2va"), 0)) == illegal(Code.NO_SHOP_THERE, "MOV-04", step=2)


# Further cards


def road_of_threes(hand: str) -> State:
    """Own dealers: metal on 3, gems on 6, metal on 9; a red figure on 3, the others at the start."""
    table = Table().shop(3, RED, "metal", 2).shop(6, RED, "gem", 2).shop(9, RED, "metal")
    return table.figures(RED, 3).hand(RED, hand).lay()


def test_further_cards_have_the_value_of_the_first() -> None:
    """MOV-08, MOV-13: the front card stays the measure to the end of the turn, for all to see."""
    state = play(road_of_threes("3va 3vd 3nd 6va 5va"), PlayCard(card("3va"), 3))
    assert view(state, BLUE).front == view(state, None).front == card("3va")
    assert plays(state) == playing("3vd 3nd", 0, 6)
    for other in ("6va", "5va"):
        assert refused(state, PlayCard(card(other), 0)) == illegal(
            Code.VALUE_NOT_REPEATED, "MOV-08", played=card(other).value, required=3
        )
    state = play(state, UseSpace(), PlayCard(card("3vd"), 0))
    assert plays(state) == playing("3nd", 0, 3, 6)
    assert refused(state, PlayCard(card("6va"), 0)) == illegal(
        Code.VALUE_NOT_REPEATED, "MOV-08", played=6, required=3
    )


def test_the_value_to_be_matched_is_gone_with_the_turn() -> None:
    """MOV-08, MOV-12: in the next turn of the same player any card may be the first."""
    state = play(road_of_threes("3va 3nd 6va"), PlayCard(card("3va"), 3))
    assert plays(state) == playing("3nd", 0, 6)
    state = play(state, END_TURN, TAKE_CARDS, "1nd 2nd")
    assert state.active == RED
    assert plays(state) == playing("3nd", 0, 6) | playing("6va", 0, 6)


def test_another_figure_or_the_same_one_moves_next() -> None:
    """MOV-09, A-40: each card moves one figure, moved before or not."""
    state = play(road_of_threes("3va 3vd 3nd"), PlayCard(card("3va"), 3))
    assert play(state, PlayCard(card("3vd"), 0)).players[RED].figures == (0, 0, 0, 3, 6)
    assert play(state, PlayCard(card("3vd"), 6)).players[RED].figures == (0, 0, 0, 0, 9)


def test_one_figure_may_move_as_often_as_the_cards_last() -> None:
    """A-40: four 1s, one figure."""
    table = Table().shop(1, RED, "metal").shop(2, RED, "gem").shop(3, RED, "smith")
    state = table.shop(4, RED, "fencing").hand(RED, "1va 1vd 1ba 1bd").lay()
    for step, one in enumerate(("1va", "1vd", "1ba", "1bd")):
        state = play(state, PlayCard(card(one), step))
    assert state.players[RED].figures == (0, 0, 0, 0, 4)
    assert state.front == card("1va")
    assert state.discards == cards("1vd 1ba 1bd")


def test_one_figure_uses_several_shops_in_a_turn() -> None:
    """MOV-10, MOV-06: two shops of Blue, each paid for, with what the hand is good for."""
    table = Table().shop(3, BLUE, "metal").shop(6, BLUE, "gem").hand(RED, "3va 3vd 1va 2va 5nd")
    state = play(
        table.lay(),
        *(PlayCard(card("3va"), 0), UseSpace(pay=card("1va"))),
        *(PlayCard(card("3vd"), 3), UseSpace(pay=card("2va"))),
    )
    assert (state.players[RED].metal, state.players[RED].gems) == (1, 1)
    assert state.players[RED].hand == cards("5nd")
    assert state.players[BLUE].hand == cards("1va 2va")
    assert state.players[RED].figures == (0, 0, 0, 0, 6)
    assert legal(state) == {END_TURN}


def test_all_cards_but_the_first_are_discarded_at_once() -> None:
    """MOV-11, MOV-12: the first one follows when the turn is over, last of all."""
    state = play(road_of_threes("3va 3vd 3nd"), PlayCard(card("3vd"), 3))
    assert (state.front, state.discards) == (card("3vd"), ())
    state = play(state, PlayCard(card("3nd"), 0))
    assert (state.front, state.discards) == (card("3vd"), cards("3nd"))
    state = play(state, PlayCard(card("3va"), 0))
    assert (state.front, state.discards) == (card("3vd"), cards("3nd 3va"))
    what = story(state, END_TURN)
    assert (what.state.front, what.state.discards) == (None, cards("3nd 3va 3vd"))
    assert what.events == (
        FrontCardDiscarded(RED, card("3vd")),
        TurnEnded(RED),
        TurnBegan(BLUE),
    )


# How long to go on


def test_a_move_turn_needs_a_card_and_may_stop_after_any() -> None:
    """A-41: not before the first card, then after every arrival and every use."""
    state = road_of_threes("3va 3vd 3nd")
    assert refused(state, END_TURN) == illegal(Code.NO_CARD_PLAYED, "TRN-04")
    for move in (
        *(PlayCard(card("3va"), 3), UseSpace()),
        *(PlayCard(card("3vd"), 0), PlayCard(card("3nd"), 6)),
    ):
        state = play(state, move)
        assert END_TURN in legal(state)
        assert play(state, END_TURN).active == BLUE


def test_a_turn_cannot_stop_on_a_full_space() -> None:
    """A-41, OCC-01: a figure in transit has to go somewhere first."""
    table = Table().shop(3, BLUE, "metal").figures(BLUE, 3).hand(RED, "3va")
    state = play(table.lay(), PlayCard(card("3va"), 0))
    assert state.phase == Transit(3)
    assert refused(state, END_TURN) == illegal(Code.FIGURE_IN_TRANSIT, "A-41", step=3)


def test_the_card_that_moves_on_must_be_playable_anyway() -> None:
    """A-42: from a full space with a card of the base value, not with just any card."""
    table = Table().shop(3, BLUE, "metal").shop(6, RED, "gem").shop(7, RED, "smith")
    table.figures(BLUE, 3).hand(RED, "3va 3vd 4va 2nd")
    over = play(table.lay(), PlayCard(card("3va"), 0))
    assert legal(over) == {PlayCard(card("3vd"), 3), Challenge(BLUE)}
    assert refused(over, PlayCard(card("4va"), 3)) == illegal(
        Code.VALUE_NOT_REPEATED, "MOV-08", played=4, required=3
    )


def test_the_tile_card_may_move_on() -> None:
    """A-42, A-90: with an unused movement tile any other value will do as well."""
    table = Table().shop(3, BLUE, "metal").shop(6, RED, "gem").shop(7, RED, "smith")
    table.figures(BLUE, 3).hand(RED, "3va 3vd 4va 2nd").tiles(RED, MOVEMENT)
    over = play(table.lay(), PlayCard(card("3va"), 0))
    assert legal(over) == {
        PlayCard(card("3vd"), 3),
        *playing("2nd 4va", 3, with_tile=True),
        Challenge(BLUE),
    }


def test_after_the_tile_card_a_new_base_card_may_move_on() -> None:
    """A-42, A-149: any value but that of the tile card; it then lies in front."""
    table = Table().shop(3, BLUE, "metal").shop(6, RED, "gem").shop(7, RED, "smith")
    table.figures(BLUE, 3).hand(RED, "3va 3vd 4va 2nd").tiles(RED, MOVEMENT)
    over = play(table.lay(), PlayCard(card("3va"), 0, with_tile=True))
    assert legal(over) == {*playing("2nd 4va", 3), Challenge(BLUE)}
    assert play(over, PlayCard(card("4va"), 3)).front == card("4va")


# Using the space of arrival


def test_using_is_possible_at_arrival_and_never_compulsory() -> None:
    """MOV-06, MOV-07: the exact choice at an arrival; ending the turn there costs nothing."""
    table = Table().shop(3, BLUE, "metal", 2).shop(6, RED, "gem").hand(RED, "3va 1va 3vd 6nd")
    state = play(table.lay(), PlayCard(card("3va"), 0))
    assert legal(state) == {
        END_TURN,
        *(UseSpace(pay=card(fee)) for fee in ("1va", "3vd", "6nd")),
        *playing("3vd", 0, 3),
    }
    ended = play(state, END_TURN)
    assert ended.players[RED].hand == cards("1va 3vd 6nd")
    assert (ended.players[RED].metal, ended.players[BLUE].hand) == (0, ())


def test_lack_of_money_does_not_forbid_the_move() -> None:
    """MOV-07, EX-6: on Blue's shop in the upper row with nothing worth 5, the turn just goes on."""
    table = Table().shop(14, BLUE, "metal").shop(11, BLUE, "gem").figures(RED, 11)
    state = play(table.hand(RED, "3va 4nd 3vd").lay(), PlayCard(card("3va"), 11))
    assert state.phase == Arrived(14)
    assert legal(state) == {END_TURN}
    assert refused(state, UseSpace(pay=card("4nd"))) == illegal(
        Code.FEE_TOO_LOW, "USE-05", paid=4, required=5
    )


def test_the_chance_to_use_is_gone_with_the_next_card() -> None:
    """A-54: whether another figure moves or the same one; there is no way back to it."""
    arrived = play(road_of_threes("3va 3vd"), PlayCard(card("3va"), 3))
    assert legal(arrived) == {END_TURN, UseSpace(), *playing("3vd", 0, 6)}  # a gem, now or never
    for origin in (0, 6):
        state = play(arrived, PlayCard(card("3vd"), origin), UseSpace())
        assert (state.players[RED].metal, state.players[RED].gems) == (1, 0)
        assert legal(state) == {END_TURN}
        assert refused(state, UseSpace()) == illegal(Code.NOT_JUST_ARRIVED, "A-54")


def test_the_chance_to_use_is_gone_when_a_figure_enters_the_alcazar() -> None:
    """A-54: arrive on your own shop, then take another figure into the Alcazar."""
    table = Table().shop(3, RED, "metal").shop(17, RED, "gem").figures(RED, 17).hand(RED, "3va 3vd")
    state = play(table.lay(), PlayCard(card("3va"), 0), PlayCard(card("3vd"), 17))
    assert state.phase == ENTERED
    assert legal(state) == {END_TURN}
    assert refused(state, UseSpace()) == illegal(Code.NOT_JUST_ARRIVED, "USE-01")


def test_the_chance_to_use_is_gone_with_the_turn() -> None:
    """A-54, USE-02: a figure that stands there at the start of the next turn gives no use."""
    state = play(road_of_threes("3va"), PlayCard(card("3va"), 0), END_TURN, TAKE_CARDS, "1nd 2nd")
    assert state.active == RED
    assert refused(state, UseSpace()) == illegal(Code.NOT_JUST_ARRIVED, "USE-02")


def test_a_figure_on_a_full_space_uses_nothing() -> None:
    """MOV-06, USE-01: without a circle there is no use, not even in your own shop."""
    table = Table().shop(3, RED, "metal").figures(BLUE, 3).hand(RED, "3va")
    state = play(table.lay(), PlayCard(card("3va"), 0))
    assert legal(state) == {Challenge(BLUE)}
    assert refused(state, UseSpace()) == illegal(Code.NOT_JUST_ARRIVED, "USE-01")


def test_a_figure_that_began_on_a_shop_uses_the_next_one() -> None:
    """A-55: standing on 3 gives nothing, moving on from there to 6 does."""
    state = road_of_threes("3va")
    assert refused(state, UseSpace()) == illegal(Code.NOT_JUST_ARRIVED, "USE-02")
    state = play(state, PlayCard(card("3va"), 3), UseSpace())
    assert (state.players[RED].metal, state.players[RED].gems) == (0, 1)


def test_two_figures_use_the_same_shop_in_a_turn() -> None:
    """A-56: each arrival is a use of its own, with a fee of its own."""
    table = Table(3).shop(3, GREEN, "metal", 2).hand(RED, "3va 3vd 1va 1vd 2nd")
    what = story(
        table.lay(),
        *(PlayCard(card("3va"), 0), UseSpace(pay=card("1vd"))),
        *(PlayCard(card("3vd"), 0), UseSpace(pay=card("1va"))),
    )
    assert what.state.players[RED].metal == 2
    assert what.state.players[RED].hand == cards("2nd")
    assert what.state.players[GREEN].hand == what.state.players[GREEN].known == cards("1va 1vd")
    assert [event for event in what.events if isinstance(event, FeePaid | MetalTaken)] == [
        FeePaid(RED, GREEN, card("1vd")),
        MetalTaken(RED),
        FeePaid(RED, GREEN, card("1va")),
        MetalTaken(RED),
    ]


def test_the_same_figure_comes_back_to_a_shop_after_a_lost_duel() -> None:
    """A-57: used on the way, sent back from the next space, and used again."""
    table = Table().shop(3, RED, "metal").shop(6, BLUE, "gem").figures(BLUE, 6)
    state = table.hand(RED, "3va 3vd 3nd").lay()
    state = play(state, PlayCard(card("3va"), 0), UseSpace())
    state = play(state, PlayCard(card("3vd"), 3), Challenge(BLUE), "1nd 2nd")
    assert (state.phase, state.players[RED].figures) == (MOVING, (0, 0, 0, 0, 0))
    state = play(state, PlayCard(card("3nd"), 0), UseSpace())
    assert state.players[RED].metal == 2
