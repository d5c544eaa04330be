"""The movement tile (TIL): one card of another value in each turn."""

from __future__ import annotations

from fractions import Fraction

from tests.table import playing, plays
from toledo_rules import (
    END_TURN,
    MOVEMENT,
    TAKE_CARDS,
    Challenge,
    Code,
    Draw,
    PlayCard,
    UseSpace,
    chance_outcomes,
    score,
)
from toledo_rules.events import CardPlayed, FeePaid, FrontCardDiscarded, TileTaken
from toledo_rules.rulebook import illegal
from toledo_rules.state import MOVING, Arrived, Transit
from toledo_rules.testing import BLUE, RED, Table, card, cards, legal, play, refused, story

# EX-2: the tile is gained in the middle of a turn


def ex_2() -> Table:
    """Red's shops, a red figure on 1 and on 3, and one on the cathedral that starts.

    | 0 | 1 | 3 | 4     | 5      | 8       | 10     | 12     |
    | a | c | b | metal | tavern | fencing | artist | tavern |
    """
    table = Table().shop(1, RED, "smith").shop(3, RED, "gem").shop(4, RED, "metal")
    table.shop(8, RED, "fencing").figures(RED, 1, 3)
    return table.hand(RED, "4va 4vd 2va 1nd")


EX_2_STEP_1 = (PlayCard(card("4va"), 0), UseSpace())
EX_2_STEP_2 = (PlayCard(card("4vd"), 4), UseSpace(take=MOVEMENT))
EX_2_STEP_3 = (PlayCard(card("2va"), 3, with_tile=True), UseSpace(pay=card("1nd")), "4nd 2vd 6na")


def test_ex_2_step_by_step() -> None:
    """EX-2, TIL-01, TIL-02, TIL-03, A-79, A-88: two 4s with one figure, then a 2 with another."""
    state = ex_2().lay()
    assert refused(state, PlayCard(card("2va"), 3, with_tile=True)) == illegal(
        Code.NO_MOVEMENT_TILE, "TIL-01"
    )
    state = play(state, *EX_2_STEP_1)
    assert (state.front, state.discards) == (card("4va"), ())
    assert state.players[RED].metal == 1
    assert refused(state, PlayCard(card("2va"), 3)) == illegal(
        Code.VALUE_NOT_REPEATED, "MOV-08", played=2, required=4
    )
    what = story(state, *EX_2_STEP_2)
    state = what.state
    assert (state.front, state.discards) == (card("4va"), cards("4vd"))
    assert state.players[RED].tiles == (MOVEMENT,)
    assert what.events[-1] == TileTaken(RED, MOVEMENT)
    assert legal(state) == {
        END_TURN,
        *playing("2va", 3, 8, with_tile=True),
        *playing("1nd", 3, with_tile=True),
    }
    state = play(state, *EX_2_STEP_3)
    assert (state.front, state.discards) == (card("4va"), cards("4vd 2va 1nd"))
    assert state.tile_value == 2
    assert state.players[RED].hand == cards("4nd 2vd 6na")
    assert state.players[RED].figures == (0, 0, 1, 5, 8)


def test_ex_2_only_the_first_value_may_be_repeated() -> None:
    """EX-2, TIL-04, A-84: a drawn 4 may be played with any figure, a drawn 2 with none."""
    state = play(ex_2().lay(), *EX_2_STEP_1, *EX_2_STEP_2, *EX_2_STEP_3)
    assert legal(state) == {END_TURN, *playing("4nd", 0, 1, 8)}
    assert refused(state, PlayCard(card("2vd"), 8)) == illegal(
        Code.VALUE_NOT_REPEATED, "TIL-04", played=2, required=4
    )
    assert refused(state, PlayCard(card("6na"), 8)) == illegal(
        Code.VALUE_NOT_REPEATED, "MOV-08", played=6, required=4
    )
    assert refused(state, PlayCard(card("2vd"), 8, with_tile=True)) == illegal(
        Code.MOVEMENT_TILE_SPENT, "A-84", used_for=2
    )
    for origin in (0, 1, 8):
        after = play(state, PlayCard(card("4nd"), origin))
        assert after.discards == cards("4vd 2va 1nd 4nd")
        assert plays(after) == set()


def test_ex_2_a_card_of_that_value_still_pays() -> None:
    """EX-2, TIL-04: the second 2 cannot move anybody, but buys a round in the tavern."""
    state = play(ex_2().lay(), *EX_2_STEP_1, *EX_2_STEP_2, *EX_2_STEP_3)
    state = play(state, PlayCard(card("4nd"), 1))
    assert state.phase == Arrived(5)
    assert legal(state) == {END_TURN, UseSpace(pay=card("2vd")), UseSpace(pay=card("6na"))}


def test_ex_2_the_first_card_is_the_last_to_be_discarded() -> None:
    """EX-2, MOV-11, MOV-12: cards in the order in which they get to the discard pile."""
    what = story(
        ex_2().lay(),
        *EX_2_STEP_1,
        *EX_2_STEP_2,
        *EX_2_STEP_3,
        *(PlayCard(card("4nd"), 1), UseSpace(pay=card("2vd")), "1va 1va 1vd"),
        END_TURN,
    )
    discarded = [
        event.card
        for event in what.events
        if (isinstance(event, CardPlayed) and not event.to_front)
        or (isinstance(event, FeePaid) and event.owner is None)
        or isinstance(event, FrontCardDiscarded)
    ]
    assert discarded == [card(c) for c in ("4vd", "2va", "1nd", "4nd", "2vd", "4va")]
    assert (what.state.front, what.state.tile_value, what.state.active) == (None, None, BLUE)


# EX-3: the tile is used at the start of the turn


def ex_3(hand: str = "2va 3va 3vd 2nd") -> Table:
    """Red holds the tile.

    | 0         | 2     | 3   | 5      | 6     |
    | all five  | metal | gem | tavern | smith |
    """
    table = Table().shop(2, RED, "metal").shop(3, RED, "gem").shop(6, RED, "smith", 2)
    return table.hand(RED, hand).tiles(RED, MOVEMENT)


def test_ex_3_step_by_step() -> None:
    """EX-3, TIL-05, TIL-06, A-87, A-89: x to the discards, y to the front, y again to the discards."""
    what = story(ex_3().lay(), PlayCard(card("2va"), 0, with_tile=True))
    state = what.state
    assert what.events[0] == CardPlayed(RED, card("2va"), to_front=False, with_tile=True)
    assert (state.front, state.discards, state.tile_value) == (None, cards("2va"), 2)
    assert state.players[RED].figures == (0, 0, 0, 0, 2)
    assert plays(state) == playing("3va 3vd", 0, 2)
    what = story(state, PlayCard(card("3va"), 0))
    state = what.state
    assert what.events[0] == CardPlayed(RED, card("3va"), to_front=True, with_tile=False)
    assert (state.front, state.discards) == (card("3va"), cards("2va"))
    assert plays(state) == playing("3vd", 2, 3)
    state = play(state, PlayCard(card("3vd"), 2))
    assert (state.front, state.discards) == (card("3va"), cards("2va 3vd"))
    assert state.players[RED].figures == (0, 0, 0, 3, 5)
    assert plays(state) == set()
    assert refused(state, PlayCard(card("2nd"), 3)) == illegal(
        Code.VALUE_NOT_REPEATED, "TIL-04", played=2, required=3
    )
    assert refused(state, PlayCard(card("2nd"), 3, with_tile=True)) == illegal(
        Code.MOVEMENT_TILE_SPENT, "A-84", used_for=2
    )
    assert play(state, END_TURN).discards == cards("2va 3vd 3va")


def test_the_second_card_has_another_value() -> None:
    """TIL-07, A-83, A-89: any value but that of the tile card, which has already been used too."""
    state = play(ex_3("2va 2nd 3va 6va").lay(), PlayCard(card("2va"), 0, with_tile=True))
    assert legal(state) == {END_TURN, UseSpace(), *playing("3va", 0, 2), *playing("6va", 0)}
    assert refused(state, PlayCard(card("2nd"), 0)) == illegal(
        Code.SAME_VALUE_AS_TILE_CARD, "A-83", played=2
    )
    assert refused(state, PlayCard(card("3va"), 0, with_tile=True)) == illegal(
        Code.MOVEMENT_TILE_SPENT, "A-84", used_for=2
    )


def test_a_tavern_may_bring_nothing_but_the_value_of_the_tile_card() -> None:
    """A-83, A-159: who played the 5 by the tile is stuck with more 5s, who played it as base is not."""
    table = ex_3("5va 1nd")
    draw = (UseSpace(pay=card("1nd")), "5nd 5vd 5vd")
    state = play(table.lay(), PlayCard(card("5va"), 0, with_tile=True), *draw)
    assert legal(state) == {END_TURN}
    for origin in (0, 5):
        assert refused(state, PlayCard(card("5nd"), origin)) == illegal(
            Code.SAME_VALUE_AS_TILE_CARD, "A-83", played=5
        )
    state = play(table.lay(), PlayCard(card("5va"), 0), *draw)
    assert legal(state) == {END_TURN, *playing("5nd 5vd", 0, 5)}


def test_a_second_card_is_not_compulsory() -> None:
    """A-82: the turn may end though a second card could follow; it is the same as with a single base card."""
    state = ex_3().lay()
    after_the_tile_card = play(state, PlayCard(card("2va"), 0, with_tile=True))
    assert legal(after_the_tile_card) == {END_TURN, UseSpace(), *playing("3va 3vd", 0, 2)}
    by_tile = play(after_the_tile_card, END_TURN)
    assert by_tile == play(state, PlayCard(card("2va"), 0), END_TURN)
    assert by_tile.discards == cards("2va")


# One extra card, of another value


def test_the_first_card_can_be_either_kind() -> None:
    """A-81, A-146: both modes are offered, if the tile is held; later cards leave no choice."""
    assert plays(ex_3("2va 3va 3vd").tiles(RED).lay()) == playing("2va 3va 3vd", 0)
    state = ex_3("2va 3va 3vd").lay()
    assert plays(state) == playing("2va 3va 3vd", 0) | playing("2va 3va 3vd", 0, with_tile=True)
    state = play(state, PlayCard(card("3va"), 0), UseSpace())
    assert plays(state) == playing("3vd", 0, 3) | playing("2va", 0, 3, with_tile=True)


def test_a_card_of_the_base_value_never_uses_the_tile() -> None:
    """TIL-02, A-80: it is played without, and the tile stays for another card."""
    state = play(ex_3("3va 3vd 2va").lay(), PlayCard(card("3va"), 0))
    assert refused(state, PlayCard(card("3vd"), 3, with_tile=True)) == illegal(
        Code.TILE_NOT_NEEDED, "A-80", played=3
    )
    state = play(state, PlayCard(card("3vd"), 3))
    assert state.tile_value is None
    assert plays(state) == playing("2va", 0, with_tile=True)


def test_a_card_of_another_value_is_never_played_without_the_tile() -> None:
    """A-81, MOV-08: the tile is at hand, but the card was not declared as its card."""
    state = play(ex_3("3va 2va").lay(), PlayCard(card("3va"), 0))
    assert refused(state, PlayCard(card("2va"), 0)) == illegal(
        Code.VALUE_NOT_REPEATED, "MOV-08", played=2, required=3
    )


def test_only_one_card_in_a_turn() -> None:
    """TIL-01, A-84: a second card of yet another value cannot be played."""
    state = play(
        ex_3("3va 3vd 2va 6nd").lay(),
        PlayCard(card("3va"), 0),
        PlayCard(card("2va"), 0, with_tile=True),
    )
    assert (state.front, state.discards, state.tile_value) == (card("3va"), cards("2va"), 2)
    assert plays(state) == playing("3vd", 2, 3)
    assert refused(state, PlayCard(card("6nd"), 0, with_tile=True)) == illegal(
        Code.MOVEMENT_TILE_SPENT, "A-84", used_for=2
    )


def test_in_each_turn_again() -> None:
    """TIL-01: in the next turn of the same player the tile is as good as new."""
    state = play(ex_3("3va 2va 6nd 5va").lay(), PlayCard(card("3va"), 0, with_tile=True))
    state = play(state, END_TURN, TAKE_CARDS, "1va 1vd")
    assert plays(state) == {
        PlayCard(one.card, one.origin, with_tile)
        for one in playing("2va", 0, 3) | playing("6nd 5va", 0)
        for with_tile in (False, True)
    }


def test_a_tile_in_another_hand_is_of_no_use() -> None:
    """TIL-01: Blue's tile does not help Red."""
    state = ex_3("3va 2va").tiles(RED).tiles(BLUE, MOVEMENT).lay()
    assert plays(state) == playing("2va 3va", 0)
    assert refused(state, PlayCard(card("3va"), 0, with_tile=True)) == illegal(
        Code.NO_MOVEMENT_TILE, "TIL-01"
    )


def test_a_duel_tile_moves_nobody() -> None:
    """TIL-01, FEN-03: only the fourth kind helps in moving."""
    state = ex_3("3va 2va").tiles(RED, "violet", "brown", "turquoise").lay()
    assert plays(state) == playing("2va 3va", 0)


def test_any_of_your_own_figures_may_move_by_the_tile() -> None:
    """A-88: one that has moved, one that has not, one on the cathedral."""
    table = ex_3("3va 2va").shop(8, RED, "fencing").shop(7, BLUE, "gem").figures(RED, 5)
    state = play(table.lay(), PlayCard(card("3va"), 0))
    assert plays(state) == playing("2va", 0, 3, 5, with_tile=True)


def test_the_tile_card_moves_on_from_a_full_space() -> None:
    """A-88, A-90: also the figure in transit, and then only that one."""
    table = ex_3("3va 2va 6va").figures(BLUE, 3).shop(9, BLUE, "gem")
    state = play(table.lay(), PlayCard(card("3va"), 0))
    assert state.phase == Transit(3)
    assert legal(state) == {*playing("2va 6va", 3, with_tile=True), Challenge(BLUE)}
    assert refused(state, PlayCard(card("2va"), 0, with_tile=True)) == illegal(
        Code.OTHER_FIGURE_IN_TRANSIT, "A-53", origin=0, transit=3
    )
    state = play(state, PlayCard(card("6va"), 3, with_tile=True))
    assert (state.phase, state.front, state.discards) == (Arrived(9), card("3va"), cards("6va"))


def test_the_card_that_moves_on_from_a_tile_card_has_another_value() -> None:
    """A-149, A-42: on a full space a new base card is played, but not of the tile card's value."""
    table = ex_3("3va 3vd 2va").figures(BLUE, 3)
    state = play(table.lay(), PlayCard(card("3va"), 0, with_tile=True))
    assert legal(state) == {PlayCard(card("2va"), 3), Challenge(BLUE)}
    assert refused(state, PlayCard(card("3vd"), 3)) == illegal(
        Code.SAME_VALUE_AS_TILE_CARD, "A-83", played=3
    )
    assert refused(state, PlayCard(card("2va"), 3, with_tile=True)) == illegal(
        Code.MOVEMENT_TILE_SPENT, "A-84", used_for=3
    )


# Giving the tile back


def two_masters(hand: str) -> Table:
    """Red holds three tiles and owns two fencing masters, on 2 and 4, and a metal dealer on 6."""
    table = Table().shop(2, RED, "fencing").shop(4, RED, "fencing", 2).shop(6, RED, "metal", 2)
    return table.hand(RED, hand).tiles(RED, MOVEMENT, "violet", "brown")


AWAY = UseSpace(take="turquoise", give_back=MOVEMENT)
BACK = UseSpace(take=MOVEMENT, give_back="violet")


def test_the_tile_works_once_a_turn_even_if_it_is_taken_anew() -> None:
    """A-84, A-85: used, put back, taken again: the card of this turn has been played."""
    state = two_masters("6va 2va 2vd 1nd 1na").lay()
    state = play(state, PlayCard(card("6va"), 0, with_tile=True), PlayCard(card("2va"), 0))
    state = play(state, AWAY)
    assert state.players[RED].tiles == ("brown", "turquoise", "violet")
    state = play(state, PlayCard(card("2vd"), 2), BACK)
    assert state.players[RED].tiles == ("brown", MOVEMENT, "turquoise")
    assert legal(state) == {END_TURN}
    assert refused(state, PlayCard(card("1nd"), 4, with_tile=True)) == illegal(
        Code.MOVEMENT_TILE_SPENT, "A-84", used_for=6
    )


def test_an_unused_tile_can_be_put_back_and_taken_again() -> None:
    """A-86, A-79: in between there is no tile card; afterwards there is."""
    state = play(two_masters("2va 2vd 1nd").lay(), PlayCard(card("2va"), 0))
    assert plays(state) == playing("2vd", 2)
    state = play(state, AWAY, PlayCard(card("2vd"), 2))
    assert refused(state, PlayCard(card("1nd"), 4, with_tile=True)) == illegal(
        Code.NO_MOVEMENT_TILE, "TIL-01"
    )
    state = play(state, BACK)
    assert legal(state) == {END_TURN, PlayCard(card("1nd"), 4, with_tile=True)}
    assert play(state, PlayCard(card("1nd"), 4, with_tile=True)).phase == Arrived(5)


def test_the_base_card_differs_from_the_tile_card_though_the_tile_is_gone() -> None:
    """A-149, A-85: the 2 by the tile led to the master, who took the tile; another 2 is no base card."""
    state = two_masters("2va 2vd 4nd 6na").lay()
    state = play(state, PlayCard(card("2va"), 0, with_tile=True), AWAY)
    assert (state.front, state.tile_value) == (None, 2)
    assert legal(state) == {END_TURN, *playing("4nd", 0, 2), *playing("6na", 0)}
    for origin in (0, 2):
        assert refused(state, PlayCard(card("2vd"), origin)) == illegal(
            Code.SAME_VALUE_AS_TILE_CARD, "A-83", played=2
        )


# More than what may follow


def test_the_tile_card_can_be_drawn_again_in_the_same_turn() -> None:
    """A-154, A-26: it is on the discard pile when the tavern needs a new pile; a base card is not."""
    table = ex_3("5va 1nd").pile("").rest_to(BLUE)
    state = play(table.lay(), PlayCard(card("5va"), 0, with_tile=True), UseSpace(pay=card("1nd")))
    assert chance_outcomes(state) == (
        (Draw(card("1nd")), Fraction(1, 2)),
        (Draw(card("5va")), Fraction(1, 2)),
    )
    state = play(table.lay(), PlayCard(card("5va"), 0), UseSpace(pay=card("1nd")))
    assert chance_outcomes(state) == ((Draw(card("1nd")), Fraction(1)),)


def test_the_tile_card_can_be_turned_up_in_the_duel_it_leads_to() -> None:
    """A-154, A-137: with an empty pile, and one other discard; the base card stays in front."""
    table = ex_3("3va").figures(BLUE, 3).pile("").discards("1nd").rest_to(BLUE)
    state = play(table.lay(), PlayCard(card("3va"), 0, with_tile=True), Challenge(BLUE))
    assert chance_outcomes(state) == (
        (Draw(card("1nd")), Fraction(1, 2)),
        (Draw(card("3va")), Fraction(1, 2)),
    )
    state = play(table.lay(), PlayCard(card("3va"), 0), Challenge(BLUE))
    assert chance_outcomes(state) == ((Draw(card("1nd")), Fraction(1)),)


def test_after_a_lost_duel_the_kind_of_the_first_card_matters() -> None:
    """A-159: what may follow a 3 that led to a defeat, played as tile card and as base card."""
    table = ex_3("3va 3vd 2va 6va").figures(BLUE, 3)
    lost = (Challenge(BLUE), "1nd 2nd")
    by_tile = play(table.lay(), PlayCard(card("3va"), 0, with_tile=True), *lost)
    assert by_tile.phase == MOVING
    assert legal(by_tile) == {END_TURN, *playing("2va 6va", 0)}
    as_base = play(table.lay(), PlayCard(card("3va"), 0), *lost)
    assert as_base.phase == MOVING
    assert legal(as_base) == {
        END_TURN,
        *playing("3vd", 0),
        *playing("2va 6va", 0, with_tile=True),
    }


def test_the_tile_costs_two_points() -> None:
    """SCO-05: whoever holds it, used or not; nobody else."""
    state = ex_3().lay()
    assert (score(state, RED).total, score(state, BLUE).total) == (-2, 0)
    state = play(state, PlayCard(card("2va"), 0, with_tile=True), END_TURN)
    assert (score(state, RED).total, score(state, BLUE).total) == (-2, 0)
