"""The taverns (TAV)."""

from fractions import Fraction

import pytest
from attrs import evolve

from tests.table import changed, playing, uses
from toledo_rules import (
    END_TURN,
    TAKE_CARDS,
    Draw,
    PlayCard,
    State,
    UseSpace,
    chance_outcomes,
    legal_actions,
)
from toledo_rules.events import DrawingBegan, FeePaid, PileReshuffled, SecretCardDrawn
from toledo_rules.rulebook import Code, illegal
from toledo_rules.state import MOVING, Arrived, Drawing
from toledo_rules.testing import GREEN, RED, Table, card, cards, legal, play, refused, story


def at_tavern(table: Table, hand: str, *, space: int = 5, front: str = "5va") -> State:
    """Red has just arrived at a tavern."""
    return table.hand(RED, hand).figures(RED, space).moving(front).lay(Arrived(space))


def test_first_the_fee_then_three_cards() -> None:
    """TAV-01, TAV-02, I-34: the fee lies on the discard pile before a card is drawn."""
    start = at_tavern(Table().pile("1va 2bd 3nd 4td"), "1bd 6va")
    told = story(start, UseSpace(pay=card("1bd")), "4td 1va 2bd")
    after = changed(start, RED, hand=cards("1va 2bd 4td 6va"))
    assert told.state == evolve(
        after,
        pile=cards("3nd"),
        discards=tuple(sorted((*start.discards, card("1bd")))),
        phase=MOVING,
    )
    assert told.events == (
        FeePaid(RED, None, card("1bd")),
        DrawingBegan(RED, 3, "tavern"),
        SecretCardDrawn(RED, card("4td")),
        SecretCardDrawn(RED, card("1va")),
        SecretCardDrawn(RED, card("2bd")),
    )


def test_one_card_at_a_time() -> None:
    """TAV-02: nobody can do anything until the third card is drawn."""
    state = play(at_tavern(Table(), "1bd 6va"), UseSpace(pay=card("1bd")))
    for left, drawn in ((3, "1va"), (2, "2va"), (1, "3va")):
        assert (state.phase, legal_actions(state)) == (Drawing(left, "tavern"), ())
        assert refused(state, END_TURN) == illegal(Code.CHANCE_IS_NEXT, "A-136")
        state = play(state, drawn)
    assert (state.phase, state.active) == (MOVING, RED)


def test_drawn_cards_can_be_used_in_the_same_turn() -> None:
    """TAV-03, A-20: under the normal rules: by the value in front, and as fees."""
    start = at_tavern(Table(), "1bd 1va", front="5va")
    state = play(start, UseSpace(pay=card("1bd")), "5bd 4td 6na")
    assert legal(state) == {END_TURN, *playing("5bd", 0, 5)}
    assert refused(state, PlayCard(card("4td"), 5)) == illegal(
        Code.VALUE_NOT_REPEATED, "MOV-08", played=4, required=5
    )
    assert refused(state, TAKE_CARDS) == illegal(Code.NOT_AT_TURN_START, "A-20")
    at_artist = play(state, PlayCard(card("5bd"), 5))
    assert uses(at_artist) == {UseSpace(pay=card("4td")), UseSpace(pay=card("6na"))}


@pytest.mark.parametrize(
    ("pile", "discards", "drawn"),
    [
        ("", "", "1bd"),
        ("2va", "", "2va 1bd"),
        ("", "2va", "1bd 2va"),
        ("2va", "3va", "2va 3va 1bd"),
        ("2va 3va", "", "3va 2va 1bd"),
    ],
)
def test_few_cards(pile: str, discards: str, drawn: str) -> None:
    """A-68, A-148, A-25, I-34: as many as there are, and the fee is one of them."""
    table = Table(3).pile(pile).discards(discards).rest_to(GREEN)
    start = at_tavern(table, "1bd")
    assert uses(start) == {UseSpace(pay=card("1bd"))}
    told = story(start, UseSpace(pay=card("1bd")), drawn)
    assert (told.state.phase, told.state.players[RED].hand) == (MOVING, cards(drawn))
    assert (told.state.pile, told.state.discards) == ((), ())
    shuffled = [event for event in told.events if isinstance(event, PileReshuffled)]
    assert shuffled == [PileReshuffled(len(f"{discards} 1bd".split()))]


def test_the_fee_may_come_back() -> None:
    """A-25, A-148: both piles empty, so the fee itself is drawn, for sure."""
    table = Table(3).pile("").rest_to(GREEN)
    state = play(at_tavern(table, "1bd 6va"), UseSpace(pay=card("6va")))
    assert (state.pile, state.discards) == (cards("6va"), ())
    assert chance_outcomes(state) == ((Draw(card("6va")), Fraction(1)),)
    back = play(state, "6va")
    assert (back.players[RED].hand, back.phase) == (cards("1bd 6va"), MOVING)


def test_the_fee_is_drawn_from_a_full_discard_pile_like_any_card() -> None:
    """A-25: the pile runs out, the discards with the fee are shuffled, each card as likely."""
    table = Table(3).pile("2va").discards("3va 3va").rest_to(GREEN)
    state = play(at_tavern(table, "1bd"), UseSpace(pay=card("1bd")), "2va")
    assert state.phase == Drawing(2, "tavern")
    assert chance_outcomes(state) == (
        (Draw(card("1bd")), Fraction(1, 3)),
        (Draw(card("3va")), Fraction(2, 3)),
    )


def test_the_fee_is_not_in_a_pile_that_lasts() -> None:
    """A-22, A-25: no reshuffle before the pile is used up."""
    table = Table(3).pile("2va 3va 4va").rest_to(GREEN)
    told = story(at_tavern(table, "1bd"), UseSpace(pay=card("1bd")), "2va 3va 4va")
    assert (told.state.pile, told.state.discards) == ((), cards("1bd"))
    assert not any(isinstance(event, PileReshuffled) for event in told.events)


def test_without_a_fee_no_use() -> None:
    """A-68, TAV-01: it takes a card to pay; the middle tavern takes a 3."""
    assert legal(at_tavern(Table(), "")) == {END_TURN}
    state = at_tavern(Table(), "1va 2va", space=12, front="2bd")
    assert uses(state) == set()
    assert refused(state, UseSpace(pay=card("2va"))) == illegal(
        Code.FEE_TOO_LOW, "USE-08", paid=2, required=3
    )


def test_a_tavern_in_the_middle_of_a_turn() -> None:
    """TAV-03, MOV-10: a card from the middle tavern moves another figure."""
    table = Table().hand(RED, "6va 6bd 1bd 3nd").shop(6, RED, "gem")
    state = play(table.lay(), PlayCard(card("6va"), 0), PlayCard(card("6bd"), 6))
    assert state.phase == Arrived(12)
    state = play(state, UseSpace(pay=card("3nd")), "6nd 1va 1va")
    assert legal(state) == {END_TURN, PlayCard(card("6nd"), 0)}
    assert state.players[RED].hand == cards("1bd 1va 1va 6nd")
