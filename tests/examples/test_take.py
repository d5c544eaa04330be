"""Taking cards, the draw pile and its reshuffle (TAK)."""

from collections.abc import Iterable
from fractions import Fraction

import pytest
from attrs import evolve

from tests.table import changed
from toledo_rules import (
    END_TURN,
    PASS,
    TAKE_CARDS,
    Challenge,
    Draw,
    IllegalActionError,
    PlayCard,
    UseSpace,
    chance_outcomes,
    legal_actions,
    step,
)
from toledo_rules.events import (
    CardPlayed,
    DrawingBegan,
    FrontCardDiscarded,
    PileReshuffled,
    SecretCardDrawn,
    SecretEvent,
    TurnBegan,
    TurnEnded,
)
from toledo_rules.rulebook import Code, illegal
from toledo_rules.state import MOVING, OVER, TURN_START, Arrived, Drawing, Duel
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, cards, legal, play, refused, story


def reshuffles(events: Iterable[SecretEvent]) -> list[int]:
    """How many cards each reshuffle made into a pile."""
    return [event.cards for event in events if isinstance(event, PileReshuffled)]


# Two cards from the pile


def test_take_two_cards() -> None:
    """TAK-01, I-34: the two cards come from the pile into the hand, and the turn is over."""
    start = Table().hand(RED, "3va").pile("1va 2bd 6nd").lay()
    end = play(start, TAKE_CARDS, "6nd 1va")
    assert end == evolve(
        changed(start, RED, hand=cards("1va 3va 6nd")), pile=cards("2bd"), active=BLUE
    )


def test_cards_are_drawn_one_at_a_time() -> None:
    """TAK-01: the second draw comes after the first; meanwhile nobody can do anything."""
    state = Table().pile("1va 2bd 6nd").lay()
    first = play(state, TAKE_CARDS)
    second = play(first, "2bd")
    assert (first.phase, first.active) == (Drawing(2, "take"), RED)
    assert (second.phase, second.active) == (Drawing(1, "take"), RED)
    assert second.players[RED].hand == cards("2bd")
    assert legal_actions(first) == legal_actions(second) == ()
    for action in (TAKE_CARDS, END_TURN, PASS, UseSpace(), PlayCard(card("2bd"), 0)):
        assert refused(second, action) == illegal(Code.CHANCE_IS_NEXT, "A-136")


def test_what_happens_when_cards_are_taken() -> None:
    """TAK-01: the events of a whole take turn."""
    told = story(Table(3).pile("1va 2bd 6nd").lay(), TAKE_CARDS, "1va 6nd")
    assert told.events == (
        DrawingBegan(RED, 2, "take"),
        SecretCardDrawn(RED, card("1va")),
        SecretCardDrawn(RED, card("6nd")),
        TurnEnded(RED),
        TurnBegan(BLUE),
    )
    assert told.draws == (Draw(card("1va")), Draw(card("6nd")))


def test_taking_is_the_whole_turn() -> None:
    """TAK-01, A-20: not after a card has been played, and not when the game is over."""
    table = Table().hand(RED, "1va").moving("5va")
    assert refused(table.lay(MOVING), TAKE_CARDS) == illegal(Code.NOT_AT_TURN_START, "A-20")
    over = Table().alcazar(BLUE, 3)
    over.trigger = BLUE
    assert refused(over.lay(OVER), TAKE_CARDS) == illegal(Code.GAME_OVER, "END-03")


def test_no_hand_limit() -> None:
    """TAK-03: with 82 cards in hand one may take the last two."""
    state = Table().pile("1va 6nd").rest_to(RED).lay()
    assert len(state.players[RED].hand) == 82
    assert TAKE_CARDS in legal(state)
    assert len(play(state, TAKE_CARDS, "1va 6nd").players[RED].hand) == 84


# Chance


def test_each_card_in_the_pile_is_equally_likely() -> None:
    """TAK-01, I-40: the kinds by their number in the pile, exactly, in order."""
    state = play(Table().pile("1va 1va 2bd").lay(), TAKE_CARDS)
    assert chance_outcomes(state) == (
        (Draw(card("1va")), Fraction(2, 3)),
        (Draw(card("2bd")), Fraction(1, 3)),
    )
    assert chance_outcomes(play(state, "1va")) == (
        (Draw(card("1va")), Fraction(1, 2)),
        (Draw(card("2bd")), Fraction(1, 2)),
    )
    assert chance_outcomes(play(state, "2bd")) == ((Draw(card("1va")), Fraction(1)),)


def test_chances_in_a_full_pile() -> None:
    """TAK-01: 84 cards of 48 kinds, two of each coloured kind and one of each neutral one."""
    chances = chance_outcomes(play(Table().lay(), TAKE_CARDS))
    assert len(chances) == 48
    assert sum(chance for _, chance in chances) == 1
    for draw, chance in chances:
        assert chance == Fraction(1 if draw.card.colour == "neutral" else 2, 84)


def test_hands_and_discards_cannot_be_drawn() -> None:
    """TAK-01: chance draws from what is in the pile, whatever else there is."""
    table = Table(3).hand(BLUE, "4va").discards("5td").pile("1va 2bd").rest_to(GREEN)
    drawing = play(table.lay(), TAKE_CARDS)
    assert [draw for draw, _ in chance_outcomes(drawing)] == [Draw(card("1va")), Draw(card("2bd"))]


@pytest.mark.parametrize("elsewhere", ["3va", "4va", "5td", "6nd"])
def test_a_draw_that_is_not_possible(elsewhere: str) -> None:
    """TAK-01: a card of your own hand, of another hand, of the discards, or one drawn already."""
    table = Table(3).hand(RED, "3va 3va").hand(BLUE, "4va 4va").discards("5td 5td")
    state = play(table.pile("1va 6nd").rest_to(GREEN).lay(), TAKE_CARDS, "6nd")
    with pytest.raises(IllegalActionError) as failure:
        step(state, Draw(card(elsewhere)))
    assert failure.value.move == Draw(card(elsewhere))
    assert failure.value.refusal == illegal(Code.CARD_NOT_IN_PILE, "TAK-01", card=card(elsewhere))


def test_no_draw_where_chance_is_not_next() -> None:
    """TAK-01, A-136: cards are drawn only when an action asks for it."""
    for state in (
        Table().lay(),
        Table().moving("5va").lay(MOVING),
        Table().moving("5va").figures(RED, 5).lay(Arrived(5)),
    ):
        assert chance_outcomes(state) == ()
        with pytest.raises(IllegalActionError) as failure:
            step(state, Draw(card("1va")))
        assert failure.value.refusal == illegal(Code.NOT_A_CHANCE_STEP, "A-136")


# The reshuffle


def test_the_pile_may_show_nothing() -> None:
    """TAK-02, A-22: shuffle when a card is needed, not when the last one leaves the pile."""
    told = story(Table().pile("1va 6nd").lay(), TAKE_CARDS, "1va 6nd")
    assert (told.state.pile, len(told.state.discards)) == ((), 82)
    assert reshuffles(told.events) == []


def test_the_next_to_need_a_card_reshuffles() -> None:
    """TAK-02, A-22, A-163, I-32: all discards are the pile at once, as soon as a card is needed."""
    state = play(Table().pile("1va 6nd").lay(), TAKE_CARDS, "1va 6nd")
    told = story(state, TAKE_CARDS)
    assert told.state == evolve(state, pile=state.discards, discards=(), phase=Drawing(2, "take"))
    assert told.events == (DrawingBegan(BLUE, 2, "take"), PileReshuffled(82))


def test_the_pile_runs_out_between_the_two_cards() -> None:
    """TAK-02, A-23: take what is there, shuffle, take the rest."""
    start = Table(3).hand(RED, "2va").discards("4bd 5td").pile("1va").rest_to(GREEN).lay()
    told = story(start, TAKE_CARDS, "1va 5td")
    assert told.state == evolve(
        changed(start, RED, hand=cards("1va 2va 5td")),
        pile=cards("4bd"),
        discards=(),
        active=BLUE,
    )
    assert told.events == (
        DrawingBegan(RED, 2, "take"),
        SecretCardDrawn(RED, card("1va")),
        PileReshuffled(2),
        SecretCardDrawn(RED, card("5td")),
        TurnEnded(RED),
        TurnBegan(BLUE),
    )


def test_a_drawn_card_is_not_reshuffled() -> None:
    """A-23: the first card is in the hand when the discards become the pile."""
    table = Table(3).discards("4bd").pile("1va").rest_to(GREEN)
    assert chance_outcomes(play(table.lay(), TAKE_CARDS, "1va")) == (
        (Draw(card("4bd")), Fraction(1)),
    )


def test_a_take_reshuffles_at_most_once() -> None:
    """A-163: with one card on each pile, and with all cards on the discard pile."""
    few = Table(3).discards("4bd").pile("1va").rest_to(GREEN).lay()
    assert reshuffles(story(few, TAKE_CARDS, "1va 4bd").events) == [1]
    none = Table(3).discards("1va 4bd").pile("").rest_to(GREEN).lay()
    told = story(none, TAKE_CARDS, "1va 4bd")
    assert reshuffles(told.events) == [2]
    assert (told.state.pile, told.state.discards) == ((), ())


@pytest.mark.parametrize(("pile", "discards"), [("1va", ""), ("", "1va")])
def test_only_one_card_left(pile: str, discards: str) -> None:
    """A-27, I-34: one takes as many as there are; the turn is over all the same."""
    start = Table(3).pile(pile).discards(discards).rest_to(GREEN).lay()
    end = play(start, TAKE_CARDS, "1va")
    assert end.players[RED].hand == cards("1va")
    assert (end.pile, end.discards, end.active, end.phase) == ((), (), BLUE, TURN_START)


def test_no_card_left() -> None:
    """A-27: then nothing can be taken."""
    state = Table().pile("").rest_to(BLUE).lay()
    assert refused(state, TAKE_CARDS) == illegal(Code.NOTHING_TO_DRAW, "A-27")


def test_the_front_card_stays_out_of_a_reshuffle() -> None:
    """A-26: it is not discarded yet. The tile card and every later card are in.

    The turn so far: a 2 by the movement tile, a 5 to the front, another 5, then the tavern.
    """
    table = Table(3).hand(RED, "1va 2va 5va 5bd").tiles(RED, "movement").shop(2, RED, "gem")
    table.shop(7, RED, "gem", circles=2).pile("").rest_to(GREEN)
    start = table.lay()
    state = play(
        start,
        PlayCard(card("2va"), 0, with_tile=True),
        PlayCard(card("5va"), 2),
        PlayCard(card("5bd"), 0),
    )
    assert (state.front, state.discards) == (card("5va"), cards("2va 5bd"))
    drawing = play(state, UseSpace(pay=card("1va")))
    assert (drawing.front, drawing.pile) == (card("5va"), cards("1va 2va 5bd"))


def test_a_duel_reshuffles_its_own_cards() -> None:
    """A-24, A-163: a single card is turned up, shuffled, and turned up again.

    1   2   3   4   5
                    tavern: Blue, Blue; Red arrives
    """
    start = Table(3).hand(RED, "5va").figures(BLUE, 5, 5).pile("1nd").rest_to(GREEN).lay()
    told = story(start, PlayCard(card("5va"), 0), Challenge(BLUE), "1nd")
    assert told.state.phase == Duel(5, BLUE, 0, 1)
    assert (told.state.pile, told.state.discards) == (cards("1nd"), ())
    assert chance_outcomes(told.state) == ((Draw(card("1nd")), Fraction(1)),)
    lost = story(told.state, "1nd")
    assert (lost.state.phase, lost.state.discards) == (MOVING, cards("1nd"))
    assert reshuffles(told.events + lost.events) == [1]


@pytest.mark.parametrize(
    ("discards", "reveals", "shuffled"),
    [("1nd", "1nd 1nd", [1, 1]), ("1nd 1na", "1nd 1na 1nd", [2, 2])],
)
def test_a_duel_may_reshuffle_several_times(
    discards: str, reveals: str, shuffled: list[int]
) -> None:
    """A-24, A-163: before its first round, and again when all cards have been turned up."""
    table = Table(3).hand(RED, "5va").figures(BLUE, 5, 5).pile("").discards(discards)
    duel = (PlayCard(card("5va"), 0), Challenge(BLUE), reveals)
    told = story(table.rest_to(GREEN).lay(), *duel)
    assert reshuffles(told.events) == shuffled
    assert told.state.players[RED].figures == (0, 0, 0, 0, 0)
    assert told.state.discards == cards("1nd")


# No card for a duel


def full_tavern(hand: str, *, discards: str = "") -> Table:
    """Blue has both circles of the tavern on step 5; the piles are empty but for these discards."""
    table = Table(3).hand(RED, hand).figures(BLUE, 5, 5).pile("").discards(discards)
    return table.rest_to(GREEN)


def test_without_any_card_there_is_no_duel() -> None:
    """A-28: then a full space is closed to a figure that cannot move on."""
    state = full_tavern("5va").lay()
    assert refused(state, PlayCard(card("5va"), 0)) == illegal(
        Code.NO_DUEL_AND_NO_WAY_ON, "A-28", step=5
    )
    one_card = full_tavern("5va", discards="1nd").lay()
    assert Challenge(BLUE) in legal(play(one_card, PlayCard(card("5va"), 0)))


def test_without_any_card_one_must_move_on() -> None:
    """A-28, A-143: by the card in front of Red there is still none; by the next there would be."""
    state = play(full_tavern("5va 5bd").lay(), PlayCard(card("5va"), 0))
    assert legal(state) == {PlayCard(card("5bd"), 5)}
    assert refused(state, Challenge(BLUE)) == illegal(Code.NOTHING_TO_REVEAL, "A-28")


def test_a_tile_card_can_be_turned_up() -> None:
    """A-28, A-143, A-146: it lies on the discard pile, so it makes the duel possible.

    It is turned up round after round: the attacker's stance, so Red wins.
    """
    state = full_tavern("5na").tiles(RED, "movement").lay()
    assert refused(state, PlayCard(card("5na"), 0)) == illegal(
        Code.NO_DUEL_AND_NO_WAY_ON, "A-28", step=5
    )
    told = story(state, PlayCard(card("5na"), 0, with_tile=True), Challenge(BLUE), "5na 5na")
    assert told.state.phase == Arrived(5)
    assert reshuffles(told.events) == [1, 1]


# The discard pile


def test_the_order_of_the_discards_is_told_by_the_events() -> None:
    """A-29: the position keeps what is there; the events tell in which order it got there."""
    table = Table().hand(RED, "5va 5bd 5nd").shop(15, RED, "gem")
    start = table.discards("6va").pile("1va").rest_to(BLUE).lay()
    told = story(
        start,
        PlayCard(card("5va"), 0),
        PlayCard(card("5nd"), 5),
        PlayCard(card("5bd"), 10),
        END_TURN,
    )
    order = [
        event.card
        for event in told.events
        if (isinstance(event, CardPlayed) and not event.to_front)
        or isinstance(event, FrontCardDiscarded)
    ]
    assert order == [card("5nd"), card("5bd"), card("5va")]
    assert told.state.discards == cards("5bd 5nd 5va 6va")
