"""Winner and ties (TIE)."""

from itertools import permutations
from random import Random

import pytest

from toledo_rules import (
    END_TURN,
    TAKE_CARDS,
    Outcome,
    PlayCard,
    Standing,
    State,
    Transition,
    UseSpace,
    determinize,
    invariants,
    outcome,
    ranking,
    view,
)
from toledo_rules.events import GameEnded, HandShown, SecretCardDrawn, TurnEnded
from toledo_rules.state import MOVING, OVER, Arrived
from toledo_rules.testing import BLUE, GREEN, RED, YELLOW, Table, card, cards, play, story, sword


def over(table: Table, trigger: int = RED) -> State:
    """The game is over; the trigger has three figures inside."""
    table.active = (trigger - 1) % len(table.seats)
    table.trigger = trigger
    return table.lay(OVER)


def result(state: State) -> Outcome:
    """The outcome of a game that is over."""
    found = outcome(state)
    assert found is not None
    return found


def test_most_points_win() -> None:
    """TIE-01: whatever is in the hands."""
    table = Table(3).alcazar(RED, 3, sword(4)).swords(BLUE, sword(10)).paintings(GREEN, 3)
    state = over(table.hand(GREEN, "6va 6bd 6nd"))
    assert result(state).winners == {BLUE}
    assert result(state).reason == "TIE-01"
    assert result(state).ranking == (
        Standing(1, BLUE, points=5, cards=0, card_sum=None),
        Standing(2, RED, points=4, cards=0, card_sum=None),
        Standing(3, GREEN, points=3, cards=3, card_sum=None),
    )


def test_more_cards_win_a_tie() -> None:
    """TIE-02: the number of cards comes before their sum."""
    table = Table(3).alcazar(RED, 3).hand(RED, "6va 6bd").hand(BLUE, "1va 1bd 1nd")
    state = over(table.hand(GREEN, "6nd"))
    assert result(state).winners == {BLUE}
    assert result(state).reason == "TIE-02"
    assert result(state).ranking == (
        Standing(1, BLUE, 0, 3, None),
        Standing(2, RED, 0, 2, None),
        Standing(3, GREEN, 0, 1, None),
    )


def test_the_higher_sum_wins_then() -> None:
    """TIE-03: the sum of the hand, not its highest card."""
    table = Table(3).alcazar(RED, 3).hand(RED, "6va 1bd 1va").hand(BLUE, "3va 3bd 3nd")
    state = over(table.hand(GREEN, "4va 4bd"))
    assert result(state).winners == {BLUE}
    assert result(state).reason == "TIE-03"
    assert result(state).ranking == (
        Standing(1, BLUE, 0, 3, 9),
        Standing(2, RED, 0, 3, 8),
        Standing(3, GREEN, 0, 2, None),
    )


def test_a_shared_victory() -> None:
    """TIE-04, A-126, I-38: equal in all three; the next has the third place, not the second."""
    table = Table(4).alcazar(RED, 3, sword(4)).hand(RED, "2va 4bd").hand(GREEN, "3va 3bd")
    table.swords(GREEN, sword(8)).hand(BLUE, "6va 6bd 6nd").hand(YELLOW, "1va 1bd 1na")
    state = over(table)
    assert result(state).winners == frozenset({RED, GREEN})
    assert result(state).ranking == (
        Standing(1, RED, 4, 2, 6),
        Standing(1, GREEN, 4, 2, 6),
        Standing(3, BLUE, 0, 3, None),
        Standing(3, YELLOW, 0, 3, None),
    )


def test_the_others_share_a_place_whatever_their_cards_are_worth() -> None:
    """A-125, A-128: Blue wins by the number of cards; nobody looks into the hands of Red and Green."""
    for hand in ("1va", "6va"):
        table = Table(3).alcazar(RED, 3).hand(RED, "3nd").hand(BLUE, "1bd 2bd").hand(GREEN, hand)
        assert result(over(table)).ranking == (
            Standing(1, BLUE, 0, 2, None),
            Standing(2, RED, 0, 1, None),
            Standing(2, GREEN, 0, 1, None),
        )


def test_everybody_wins() -> None:
    """A-126: with empty hands and no points, all of them."""
    assert result(over(Table(4).alcazar(RED, 3))).winners == {RED, BLUE, GREEN, YELLOW}


def test_equal_sums_of_different_hands() -> None:
    """TIE-03, TIE-04: 1 + 6 is 3 + 4; colours do not matter."""
    table = Table().alcazar(RED, 3).hand(RED, "1va 6bd").hand(BLUE, "3nd 4td")
    assert result(over(table)).winners == {RED, BLUE}
    assert result(over(table)).reason == "TIE-04"


def test_only_the_tied_leaders_are_compared() -> None:
    """A-125: a player with fewer points and all the cards stays behind."""
    table = Table(3).alcazar(RED, 3, sword(4)).swords(BLUE, sword(8)).hand(BLUE, "1va")
    state = over(table.pile("").rest_to(GREEN))
    assert result(state).winners == {BLUE}
    assert [place.seat for place in result(state).ranking] == [BLUE, RED, GREEN]
    assert [place.place for place in result(state).ranking] == [1, 2, 3]


def test_the_trigger_has_no_advantage() -> None:
    """TIE-04, A-126: nor has a seat; the places follow the players wherever they sit."""
    hands = ("6va 6bd", "1va 1bd 1nd", "6nd")
    for seats in permutations((RED, BLUE, GREEN)):
        for trigger in (RED, BLUE, GREEN):
            table = Table(3).alcazar(trigger, 3)
            for seat, hand in zip(seats, hands, strict=True):
                table.hand(seat, hand)
            assert result(over(table, trigger)).winners == {seats[1]}


def test_a_payment_counts_in_the_owners_hand() -> None:
    """A-60, TIE-02: Red pays in the very last turn, and Blue is ahead by that card."""
    table = Table(2).shop(2, BLUE, "metal").alcazar(BLUE, 3).figures(RED, 2).moving("2bd")
    table.hand(RED, "1va 6va").hand(BLUE, "1bd")
    table.trigger = BLUE
    state = table.lay(Arrived(2))
    unpaid = result(play(state, END_TURN))
    assert unpaid.winners == {RED}
    paid = result(play(state, UseSpace(pay=card("1va")), END_TURN))
    assert paid.winners == {BLUE}
    assert paid.ranking == (Standing(1, BLUE, 0, 2, None), Standing(2, RED, 0, 1, None))


def test_the_front_card_does_not_count() -> None:
    """A-127, A-158: it is on the discard pile before the count, and is no hand card before that."""
    table = Table(2).alcazar(BLUE, 3).hand(RED, "5va 1va").hand(BLUE, "2va")
    table.trigger = BLUE
    moving = play(table.lay(), PlayCard(card("5va"), 0))
    assert moving.front == card("5va")
    assert ranking(moving)[1] == Standing(2, RED, 0, 1, 1)
    end = play(moving, END_TURN)
    assert end.discards == cards("5va")
    assert result(end).ranking == (Standing(1, BLUE, 0, 1, 2), Standing(2, RED, 0, 1, 1))


def ending(*hands: str, trigger: int = BLUE) -> Transition:
    """The end of a game, by the last turn of the player before the trigger, who plays a card first."""
    table = Table(len(hands), active=(trigger - 1) % len(hands)).alcazar(trigger, 3)
    for seat, hand in enumerate(hands):
        table.hand(seat, hand)
    table.trigger = trigger
    return story(table.moving("5va").lay(MOVING), END_TURN)


def test_hands_are_shown_by_those_who_are_tied_for_first_place() -> None:
    """A-128, TIE-03: Red and Green hold two cards each; Blue has one card less, and keeps it hidden."""
    end = ending("1va 6bd", "1bd", "3nd 3td")
    assert end.events[-4:] == (
        TurnEnded(RED),
        HandShown(GREEN, cards("3td 3nd")),
        HandShown(RED, cards("1va 6bd")),
        GameEnded(),
    )
    known = [player.known for player in end.state.players]
    assert known == [cards("1va 6bd"), (), cards("3td 3nd")]
    for seat in (None, RED, BLUE, GREEN):
        seen = view(end.state, seat)
        assert [player.known for player in seen.players] == known
        imagined = determinize(seen, Random(1))
        assert imagined.players[RED] == end.state.players[RED]
        assert imagined.players[GREEN] == end.state.players[GREEN]


def test_two_ties_at_once() -> None:
    """A-128, A-125: Blue and Green show, clockwise from the trigger; the third place is not worth a look."""
    table = Table(4, active=RED).alcazar(BLUE, 3, sword(4)).swords(GREEN, sword(8))
    table.hand(RED, "1va").hand(BLUE, "2va 2bd").hand(GREEN, "3va 3bd").hand(YELLOW, "4va")
    table.trigger = BLUE
    end = story(table.moving("5va").lay(MOVING), END_TURN)
    shown = [event.seat for event in end.events if isinstance(event, HandShown)]
    assert shown == [BLUE, GREEN]
    assert end.reveals
    assert [player.known for player in end.state.players] == [
        (),
        cards("2va 2bd"),
        cards("3va 3bd"),
        (),
    ]
    assert [(one.place, one.seat) for one in result(end.state).ranking] == [
        (1, GREEN),
        (2, BLUE),
        (3, RED),
        (3, YELLOW),
    ]


def test_the_first_seat_shows_first_if_it_was_the_trigger() -> None:
    """A-128: clockwise from the trigger, also when that is Red."""
    end = ending("1va", "2va", "3va", trigger=RED)
    assert [event.seat for event in end.events if isinstance(event, HandShown)] == [
        RED,
        BLUE,
        GREEN,
    ]


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        (("1va 6bd", "3nd"), "the number of cards decides"),
        (("1va", "2bd 3bd 4bd", "6va", "3nd"), "three are level, but none of them can win"),
        (("", ""), "there is nothing to show"),
    ],
)
def test_no_hand_is_shown_without_need(hands: tuple[str, ...], why: str) -> None:
    """A-128, TIE-02: the number of cards is public."""
    end = ending(*hands)
    assert end.events[-2:] == (TurnEnded(RED), GameEnded()), why
    assert all(player.known == () for player in end.state.players)
    assert not end.reveals


def test_points_decide_without_a_look_at_the_hands() -> None:
    """A-128, TIE-01: the same number of cards, but Blue has more fame."""
    table = Table(2).alcazar(BLUE, 3, sword(4)).hand(RED, "1va").hand(BLUE, "2va")
    table.trigger = BLUE
    end = story(table.moving("5va").lay(MOVING), END_TURN)
    assert not any(isinstance(event, HandShown) for event in end.events)


def test_a_card_drawn_in_the_last_turn_is_shown_too() -> None:
    """A-128, TAK-01: Red draws two cards, and is level with Blue only by the second."""
    table = Table(2).alcazar(BLUE, 3).hand(BLUE, "2va 2bd")
    table.trigger = BLUE
    end = story(table.lay(), TAKE_CARDS, "1va 4nd")
    assert end.events[-3:-1] == (
        HandShown(BLUE, cards("2va 2bd")),
        HandShown(RED, cards("1va 4nd")),
    )
    assert [event.seat for event in end.events if isinstance(event, SecretCardDrawn)] == [RED, RED]


def test_cards_that_were_known_stay_known() -> None:
    """A-128, A-130: a paid card is shown with the others, and known once."""
    table = Table(2).alcazar(BLUE, 3).hand(RED, "1va 1va", known="1va").hand(BLUE, "2va 2bd")
    table.trigger = BLUE
    end = story(table.moving("5va").lay(MOVING), END_TURN)
    assert end.state.players[RED].known == cards("1va 1va")
    assert list(invariants(end.state)) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_ranking_at_any_time(players: int) -> None:
    """A-158: before the first turn, all share the first place that have equal hands."""
    state = Table(players).lay()
    assert outcome(state) is None
    assert ranking(state) == tuple(Standing(1, seat, 0, 0, None) for seat in range(players))
