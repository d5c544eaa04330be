"""Readings to choose: where the rulebooks can be read in two ways, the edition says which reading is played."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from tests.table import playing
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    MOVEMENT,
    PASS,
    TAKE_CARDS,
    Challenge,
    Edition,
    PlayCard,
    ReturnFigure,
    ScoreLine,
    Seat,
    State,
    Transition,
    UseSpace,
    determinize,
    follow,
    invariants,
    ranking,
    score,
    shipped_edition,
    universe,
    view,
)
from toledo_rules._hidden import certain_cards
from toledo_rules.describe import describe
from toledo_rules.events import (
    CircleTaken,
    DuelEnded,
    FeePaid,
    FigureReturned,
    FigureSentBack,
    Passed,
    PileReshuffled,
    RoundFought,
    SecretCardDrawn,
    TurnBegan,
    TurnEnded,
)
from toledo_rules.rulebook import Code, illegal
from toledo_rules.state import ENTERED, MOVING, Arrived
from toledo_rules.testing import (
    BLUE,
    GREEN,
    RED,
    Table,
    card,
    cards,
    legal,
    play,
    refused,
    story,
    sword,
)

USED_UP = shipped_edition("kosmos-2008 a22=used_up")
IF_POSSIBLE = shipped_edition("kosmos-2008 a82=if_possible")
SUM = shipped_edition("kosmos-2008 a120=sum")
OUTSIDE = shipped_edition("kosmos-2008 a109=outside_alcazar")
FORGOTTEN = shipped_edition("kosmos-2008 a130=forgotten")


# when the discards become the new pile


def test_usually_the_pile_stays_empty_until_a_card_is_needed() -> None:
    """A-22, when_needed: the last card goes, and nothing is shuffled."""
    state = play(Table().pile("1va 6nd").lay(), TAKE_CARDS, "1va 6nd")
    assert (state.pile, len(state.discards)) == ((), 82)


def test_used_up_the_discards_are_the_new_pile_at_once() -> None:
    """A-22, used_up: as soon as the last card has gone, before the turn ends."""
    told = story(Table(edition=USED_UP).pile("1va 6nd").lay(), TAKE_CARDS, "1va 6nd")
    assert told.events[-4:] == (
        SecretCardDrawn(RED, card("6nd")),
        PileReshuffled(82),
        TurnEnded(RED),
        TurnBegan(BLUE),
    )
    assert (len(told.state.pile), told.state.discards) == (82, ())
    assert told.reveals


def tavern(edition: str) -> Transition:
    """Red pays for three cards at a tavern, and they are the last of the pile."""
    table = Table(edition=edition).figures(RED, 5).hand(RED, "1vd 5bd").discards("3na")
    table.phase, table.front = Arrived(5), card("5va")
    return story(
        table.pile("1va 2va 6nd").rest_to(BLUE).lay(), UseSpace(pay=card("1vd")), "1va 2va 6nd"
    )


def test_a_card_discarded_later_is_not_in_the_new_pile() -> None:
    """A-22: the two readings differ in what is discarded between the last card and the next need."""
    usual = play(tavern("kosmos-2008").state, PlayCard(card("5bd"), 5))
    other = play(tavern("kosmos-2008 a22=used_up").state, PlayCard(card("5bd"), 5))
    assert (usual.pile, usual.discards) == ((), cards("1vd 3na 5bd"))
    assert (other.pile, other.discards) == (cards("1vd 3na"), cards("5bd"))


def test_used_up_at_a_tavern_the_front_card_stays_out() -> None:
    """A-22, used_up, with A-25 and A-26: the fee is shuffled in, the front card is not, and the turn goes on."""
    told = tavern("kosmos-2008 a22=used_up")
    assert told.events[-1] == PileReshuffled(2)
    assert (told.state.phase, told.state.front) == (MOVING, card("5va"))


@pytest.mark.parametrize("last", ["1na", "1nd"])
def test_used_up_by_the_last_round_of_a_duel(last: str) -> None:
    """A-22, used_up, with A-24: the card that decided the duel is in the new pile, whoever has won."""
    table = Table(3, edition=USED_UP).shop(3, BLUE, "gem").figures(BLUE, 3).hand(RED, "3va")
    second = card(last.replace("1", "2"))
    start = table.discards("4td").pile(f"{last} {last.replace('1', '2')}").rest_to(GREEN).lay()
    told = story(
        start, PlayCard(card("3va"), 0), Challenge(BLUE), f"{last} {last.replace('1', '2')}"
    )
    won = last == "1na"
    assert told.events[5:] == (
        RoundFought(second, RED if won else BLUE, 2 * won, 2 * (not won)),
        DuelEnded(RED if won else BLUE, BLUE if won else RED, 3),
        FigureSentBack(BLUE if won else RED, 3),
        *([CircleTaken(RED, 3)] if won else []),
        PileReshuffled(3),
    )
    assert (len(told.state.pile), told.state.discards) == (3, ())


def test_used_up_while_there_is_nothing_to_shuffle() -> None:
    """A-22, used_up: without a discard the pile stays empty, also when one comes, until a card is needed."""
    table = Table(edition=USED_UP).hand(BLUE, "5bd").pile("1va 6nd").discards("").rest_to(RED)
    state = play(table.lay(), TAKE_CARDS, "1va 6nd")
    assert (state.pile, state.discards) == ((), ())
    state = play(state, PlayCard(card("5bd"), 0), END_TURN)
    assert (state.pile, state.discards) == ((), cards("5bd"))
    told = story(state, TAKE_CARDS, "5bd")
    assert PileReshuffled(1) in told.events


def test_used_up_shuffles_a_pile_that_runs_out_in_the_middle_only_once() -> None:
    """A-22, used_up, with A-23 and A-163: a draw that goes on needs the new pile by any reading."""
    table = Table(3, edition=USED_UP).discards("4bd 5td").pile("1va").rest_to(GREEN)
    told = story(table.lay(), TAKE_CARDS, "1va 5td")
    assert [event for event in told.events if isinstance(event, PileReshuffled)] == [
        PileReshuffled(2)
    ]
    assert (told.state.pile, told.state.discards) == (cards("4bd"), ())


# a second card after a tile card that opened the turn


def opened(edition: str, hand: str = "2va 3va 3vd") -> State:
    """Red has begun the turn with a 2 by the movement tile."""
    table = Table(edition=edition).shop(2, RED, "metal").shop(3, RED, "gem")
    state = table.tiles(RED, MOVEMENT).hand(RED, hand).lay()
    return play(state, PlayCard(card("2va"), 0, with_tile=True))


def test_usually_the_turn_may_end_after_the_tile_card() -> None:
    """A-82, optional: as after any other card (A-41)."""
    assert END_TURN in legal(opened("kosmos-2008"))


def test_if_possible_a_second_card_must_follow() -> None:
    """A-82, if_possible: the turn cannot end while one can be played; what else may be done stays."""
    state = opened("kosmos-2008 a82=if_possible")
    assert legal(state) == {UseSpace(), *playing("3va 3vd", 0, 2)}
    assert refused(state, END_TURN) == illegal(Code.SECOND_CARD_DUE, "A-82", used_for=2)
    used = play(state, UseSpace())
    assert refused(used, END_TURN) == illegal(Code.SECOND_CARD_DUE, "A-82", used_for=2)
    assert END_TURN in legal(play(used, PlayCard(card("3va"), 0)))


@pytest.mark.parametrize("hand", ["2va", "2va 2vd", "2va 4va"])
def test_if_none_can_be_played_the_turn_may_end(hand: str) -> None:
    """A-82, if_possible: no card left, none of another value (A-83), or none that leads anywhere (A-34)."""
    assert END_TURN in legal(opened("kosmos-2008 a82=if_possible", hand))


def test_a_front_card_owes_no_second_card() -> None:
    """A-82, if_possible: it is about a tile card that opened the turn; a tile card that comes later is no opening."""
    table = Table(edition=IF_POSSIBLE).shop(2, RED, "metal").shop(3, RED, "gem")
    state = table.tiles(RED, MOVEMENT).hand(RED, "2va 2vd 3va 3vd").lay()
    front = play(state, PlayCard(card("2va"), 0))
    assert END_TURN in legal(front)
    assert END_TURN in legal(play(front, PlayCard(card("3va"), 0, with_tile=True)))


def test_the_second_card_is_due_after_an_entry_too() -> None:
    """A-82, if_possible: also when the tile card has led a figure into the Alcazar."""
    table = Table(edition=IF_POSSIBLE).shop(3, RED, "gem").tiles(RED, MOVEMENT)
    table.phase, table.tile_value = ENTERED, 4
    state = table.hand(RED, "3va").alcazar(RED, 1).discards("4va").lay()
    assert refused(state, END_TURN) == illegal(Code.SECOND_CARD_DUE, "A-82", used_for=4)
    assert END_TURN in legal(evolve(state, edition=shipped_edition("kosmos-2008")))


def test_what_a_tavern_brings_may_make_the_second_card_due() -> None:
    """A-82, if_possible: what counts is the moment at which the turn shall end."""
    table = Table(edition=IF_POSSIBLE).figures(RED, 5).tiles(RED, MOVEMENT).shop(8, RED, "gem")
    table.phase, table.tile_value = Arrived(5), 5
    state = table.hand(RED, "1va").discards("5va").lay()
    assert END_TURN in legal(state)
    drawn = play(state, UseSpace(pay=card("1va")), "2va 3va 6nd")
    assert refused(drawn, END_TURN) == illegal(Code.SECOND_CARD_DUE, "A-82", used_for=5)


# what swords count that were not delivered


def test_usually_each_sword_is_halved() -> None:
    """A-120, each: a line for each sword, as before there were readings."""
    table = Table().swords(RED, sword(7), sword(5))
    assert [(line.kind, line.points) for line in score(table.lay(), RED).lines] == [
        ("sword_in_front", 2),
        ("sword_in_front", 3),
    ]


def test_the_sum_of_all_swords_is_halved() -> None:
    """A-120, sum: 7 and 5 make 12, and half of it is 6."""
    table = Table(edition=SUM).swords(RED, sword(7), sword(5)).swords(BLUE, sword(2), sword(3))
    state = table.lay()
    assert score(state, RED).lines == (ScoreLine("SCO-02", "swords_in_front", 12, 6),)
    assert score(state, BLUE).lines == (ScoreLine("SCO-02", "swords_in_front", 5, 2),)
    assert describe(score(state, RED), state) == (
        "Red has 6 fame points: 6 for undelivered swords worth 12 together."
    )


def test_one_sword_and_none_count_by_any_reading() -> None:
    """A-120, sum: half of a 7 is 3; a delivered sword is no part of it (SCO-01); without a sword there is no line."""
    table = Table(edition=SUM).swords(RED, sword(7)).alcazar(RED, 1, sword(5))
    sheet = score(table.lay(), RED)
    assert [(line.kind, line.points) for line in sheet.lines] == [
        ("delivered_sword", 5),
        ("swords_in_front", 3),
    ]
    assert score(table.lay(), BLUE).lines == ()


def test_the_sum_is_divided_by_the_number_of_the_edition() -> None:
    """A-120, sum, with SCO-02: a quarter of 7 and 6 is 3, and of each 1."""
    quarter = evolve(SUM, sword_divisor=4)
    assert score(Table(edition=quarter).swords(RED, sword(7), sword(6)).lay(), RED).total == 3


def test_the_sum_can_change_who_wins() -> None:
    """A-120 with TIE-01: 7 and 5 are 5 or 6 points, paintings of 3 and 2 are 5, with more cards."""
    for edition, first in ((None, BLUE), (SUM, RED)):
        table = Table(edition=edition) if edition else Table()
        table.swords(RED, sword(7), sword(5)).paintings(BLUE, 3, 2).hand(BLUE, "1va")
        assert ranking(table.lay())[0].seat == first


# what may be done by whoever can do nothing else


def idle(readings: str, *steps: int, hand: str = "", discards: str = "") -> State:
    """Blue and Green have built on all sites, and Green holds all the cards that are not here or in Red's hand."""
    table = Table(3, edition=shipped_edition(f"kosmos-2008 {readings}")).figures(RED, *steps)
    sites = [step for step, space in enumerate(KOSMOS_2008.road) if space.kind == "site"]
    shops = [(owner, tile) for owner in (BLUE, GREEN) for tile in KOSMOS_2008.shops]
    for step, (owner, tile) in zip(sites, shops, strict=True):
        table.shop(step, owner, tile.kind, tile.circles)
    table.hand(RED, hand).pile("").discards(discards).rest_to(GREEN)
    return table.figures(BLUE, 3, 12, 12).lay()


def test_usually_a_figure_on_the_cathedral_cannot_be_returned_and_one_on_the_road_must() -> None:
    """A-109, on_road, and A-160, compulsory."""
    state = idle("a109=on_road", 9)
    assert legal(state) == {ReturnFigure(9)}
    assert refused(state, ReturnFigure(0)) == illegal(Code.ALREADY_AT_CATHEDRAL, "A-109")
    assert refused(state, PASS) == illegal(Code.SOMETHING_ELSE_IS_POSSIBLE, "A-19", actions=1)


def test_a_figure_on_the_cathedral_can_be_returned() -> None:
    """A-109, outside_alcazar: it stays where it is, and the turn is over; so nobody there has to give up a place."""
    state = idle("a109=outside_alcazar", 9)
    assert legal(state) == {ReturnFigure(0), ReturnFigure(9)}
    assert refused(state, PASS) == illegal(Code.SOMETHING_ELSE_IS_POSSIBLE, "A-19", actions=2)
    told = story(state, ReturnFigure(0))
    assert told.events == (FigureReturned(RED, 0), TurnEnded(RED), TurnBegan(BLUE))
    assert told.state == evolve(state, active=BLUE)
    assert describe(ReturnFigure(0), state) == "Leave a figure on the cathedral."
    assert describe(told.events[0], told.state) == "Red leaves a figure on the cathedral."
    start = Table(edition=OUTSIDE).lay()
    assert ReturnFigure(0) in legal(start), "also with other things to do"


def test_nobody_returns_what_is_not_on_the_cathedral() -> None:
    """A-109, outside_alcazar, with RET-01: all figures are on the road or in the Alcazar, where they stay (ALC-05)."""
    table = Table(edition=OUTSIDE).figures(RED, 3, 5, 10).alcazar(RED, 2)
    state = table.shop(3, BLUE, "gem").figures(BLUE, 5).lay()
    assert refused(state, ReturnFigure(0)) == illegal(Code.NO_FIGURE_TO_RETURN, "RET-01", step=0)
    assert describe(refused(state, ReturnFigure(0)), state).startswith("You have no figure")


def test_all_actions_of_the_other_reading_are_in_the_universe() -> None:
    """A-109: only its edition has the action, so the numbers of all others stay."""
    assert ReturnFigure(0) in universe(OUTSIDE).actions
    assert ReturnFigure(0) not in universe("kosmos-2008").actions
    assert len(universe(OUTSIDE).actions) == len(universe("kosmos-2008").actions) + 1


def test_who_can_only_return_a_figure_may_pass() -> None:
    """A-160, voluntary: or return it."""
    state = idle("a160=voluntary", 9)
    assert legal(state) == {PASS, ReturnFigure(9)}
    told = story(state, PASS)
    assert told.events == (Passed(RED), TurnEnded(RED), TurnBegan(BLUE))
    assert describe(told.events[0], told.state) == "Red passes."


def test_cards_that_lead_nowhere_do_not_prevent_it() -> None:
    """A-160, voluntary, with A-147: the 3 leads from the cathedral and from 9 to Blue's figures, without a duel."""
    assert legal(idle("a160=voluntary", 9, hand="3va")) == {PASS, ReturnFigure(9)}


@pytest.mark.parametrize("there_is", [{"discards": "1nd"}, {"hand": "4nd"}])
def test_any_other_action_prevents_the_pass_by_any_reading(there_is: dict[str, str]) -> None:
    """A-160, voluntary: a card to take, or one to play; those who may return a figure are told of all they can do."""
    state = idle("a160=voluntary", 9, **there_is)
    number = len(legal(state))
    assert refused(state, PASS) == illegal(Code.SOMETHING_ELSE_IS_POSSIBLE, "A-19", actions=number)


def test_who_can_do_nothing_at_all_passes_by_any_reading() -> None:
    """A-160, voluntary, with A-19."""
    assert legal(idle("a160=voluntary")) == {PASS}


def test_both_readings_are_needed() -> None:
    """Without a figure on the cathedral A-160 decides alone, whatever A-109 says; with both one may do either."""
    nobody_there = (1, 6, 8, 11, 14)
    all_back = {ReturnFigure(step) for step in nobody_there}
    both = "a109=outside_alcazar a160=voluntary"
    assert legal(idle("a109=outside_alcazar", *nobody_there)) == all_back
    assert legal(idle(both, *nobody_there)) == {PASS, *all_back}
    assert legal(idle(both, 9)) == {PASS, ReturnFigure(0), ReturnFigure(9)}


# whether a card paid to an owner is known


def a_fee_is_due(edition: Edition = FORGOTTEN) -> State:
    """Red stands at a gem dealer of Blue, with a card to pay for it."""
    table = Table(3, edition=edition).shop(2, BLUE, "gem").shop(6, RED, "metal")
    table.hand(RED, "6bd").hand(BLUE, "1nd")
    return table.figures(RED, 2).moving("2va").lay(Arrived(2))


FEE = UseSpace(pay=card("6bd"))


def test_usually_a_paid_card_is_known_to_be_in_the_hand_of_the_owner() -> None:
    """A-130, remembered."""
    paid = play(a_fee_is_due(KOSMOS_2008), FEE)
    assert view(paid, GREEN).players[BLUE].known == cards("6bd")


@pytest.mark.parametrize("seat", [RED, BLUE, GREEN, None])
def test_a_paid_card_is_shown_to_all_but_forgotten(seat: Seat | None) -> None:
    """A-130, forgotten: who pays and who is paid take no note of it either; who follows the game comes to the same."""
    due = a_fee_is_due()
    told = story(due, FEE)
    assert FeePaid(RED, BLUE, card("6bd")) in told.seen_by(seat)
    seen = view(told.state, seat)
    assert [player.known for player in seen.players] == [(), (), ()]
    assert [player.cards for player in seen.players] == [0, 2, 0]
    assert follow(view(due, seat), told.seen_by(seat)) == seen


def test_a_forgotten_card_can_be_anywhere() -> None:
    """A-130, forgotten: Green can imagine the 6 in the pile, as it could not if it were remembered."""
    for edition, certain in ((FORGOTTEN, False), (KOSMOS_2008, True)):
        seen = view(play(a_fee_is_due(edition), FEE), GREEN)
        hands = [determinize(seen, Random(seed)).players[BLUE].hand for seed in range(20)]
        assert all(card("6bd") in hand for hand in hands) == certain


def test_counting_still_makes_sure() -> None:
    """A-130, forgotten: all cards that Green does not see are in the hand of Blue but one."""
    table = Table(3, edition=FORGOTTEN).shop(2, BLUE, "gem").hand(RED, "6bd").pile("1va")
    paid = play(table.figures(RED, 2).moving("2va").rest_to(BLUE).lay(Arrived(2)), FEE)
    sure = certain_cards(view(paid, GREEN), BLUE)
    assert (sure.count(card("6bd")), sure.count(card("6nd"))) == (1, 0)
    assert paid.players[BLUE].known == ()


def test_a_forgotten_card_leaves_the_hand_like_any_other() -> None:
    """A-130, forgotten: nothing is known before or after."""
    later = play(a_fee_is_due(), FEE, END_TURN, PlayCard(card("6bd"), 0))
    assert later.front == card("6bd")
    assert later.players[BLUE].known == ()


def test_hands_are_shown_at_the_end_by_any_reading() -> None:
    """A-130, forgotten, with A-128: the sum of the cards decides, so both show them, and then they are known."""
    table = Table(2, edition=FORGOTTEN).alcazar(BLUE, 3).hand(RED, "1va 1va").hand(BLUE, "2va 2bd")
    table.trigger = BLUE
    end = play(table.moving("5va").lay(MOVING), END_TURN)
    assert [player.known for player in end.players] == [cards("1va 1va"), cards("2va 2bd")]
    assert list(invariants(end)) == []


def test_a_known_card_cannot_be_where_it_is_forgotten() -> None:
    """A-130, forgotten: I-16 speaks of it, unless the game is over."""
    table = Table(edition=FORGOTTEN).hand(BLUE, "1va", known="1va")
    (broken,) = invariants(table.lay_unchecked())
    assert (broken.number, broken.where, broken.seat) == ("I-16", "players[1].known", BLUE)
    assert broken.found == "1 known card, but paid cards are forgotten"
