"""The Alcazar (ALC): entrances, and the swords that are delivered there."""

from __future__ import annotations

import pytest

from tests.table import playing, plays
from toledo_rules import (
    END_TURN,
    TAKE_CARDS,
    Challenge,
    Code,
    Deliver,
    PlayCard,
    ReturnFigure,
    UseSpace,
    score,
)
from toledo_rules.edition import Step
from toledo_rules.events import (
    AlcazarEntered,
    CardPlayed,
    FigureMoved,
    LastRoundBegan,
    SwordDelivered,
)
from toledo_rules.rulebook import illegal
from toledo_rules.state import ENTERED, MOVING, OVER, Arrived
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


def at_the_gate(hand: str, *figures: Step) -> Table:
    """Red's smith on 14 and metal dealer on 17, Blue's gem dealer on 18, two circles each.

    | 14    | 17    | 18     | 20       | 21       |
    | smith | metal | Blue's | entrance | entrance |
    """
    table = Table(3).shop(14, RED, "smith", 2).shop(17, RED, "metal", 2).shop(18, BLUE, "gem", 2)
    return table.figures(RED, *figures).hand(RED, hand)


# Going in


@pytest.mark.parametrize(("origin", "entrance"), [(17, 20), (18, 21)])
def test_a_figure_on_an_entrance_goes_in_at_once(origin: Step, entrance: Step) -> None:
    """ALC-01: on either of the two; nobody ever stands on an entrance."""
    what = story(at_the_gate("3va 1nd", origin).lay(), PlayCard(card("3va"), origin))
    assert what.events == (
        CardPlayed(RED, card("3va"), to_front=True, with_tile=False),
        FigureMoved(RED, origin, entrance),
        AlcazarEntered(RED, entrance),
    )
    assert what.state.phase == ENTERED
    assert what.state.players[RED].inside == 1
    assert what.state.players[RED].figures == (0, 0, 0, 0)
    assert what.state.standing(entrance) == ()


def test_no_sword_is_needed() -> None:
    """ALC-04: the figure goes in all the same, and the turn goes on."""
    state = play(at_the_gate("3va 3vd 3nd", 17, 14).lay(), PlayCard(card("3va"), 17))
    assert legal(state) == {END_TURN, *playing("3vd 3nd", 14)}
    ended = play(state, END_TURN)
    assert (ended.players[RED].inside, ended.players[RED].delivered) == (1, ())


def test_going_in_costs_nothing_and_offers_no_use() -> None:
    """A-108: an entrance is no shop; the hand keeps all but the played card."""
    state = play(at_the_gate("3va 5nd", 17).lay(), PlayCard(card("3va"), 17))
    assert state.players[RED].hand == cards("5nd")
    for use in (UseSpace(), UseSpace(pay=card("5nd"))):
        assert refused(state, use) == illegal(Code.NOT_JUST_ARRIVED, "USE-01")


def test_an_entrance_is_never_occupied() -> None:
    """A-108, A-102: two figures go through the same one in the same turn, without a duel."""
    table = at_the_gate("3va 3vd", 17, 17).alcazar(BLUE, 2).alcazar(GREEN, 2)
    state = play(table.lay(), PlayCard(card("3va"), 17), PlayCard(card("3vd"), 17))
    assert state.phase == ENTERED
    assert state.players[RED].inside == 2
    assert refused(state, Challenge(BLUE)) == illegal(Code.NOT_IN_TRANSIT, "A-102")


def test_who_is_inside_stays_there() -> None:
    """ALC-05: no card and no return brings a figure out again."""
    state = at_the_gate("1va 2va 3va").alcazar(RED, 2, sword(12)).figures(RED, 18).lay()
    assert plays(state) == playing("2va 3va", 18)
    for step in (20, 21, 22):
        assert refused(state, PlayCard(card("1va"), step)) == illegal(
            Code.NO_FIGURE_THERE, "MOV-02", origin=step
        )
        assert refused(state, ReturnFigure(step)) == illegal(
            Code.NO_FIGURE_TO_RETURN, "RET-01", step=step
        )
    assert {a for a in legal(state) if isinstance(a, ReturnFigure)} == {ReturnFigure(18)}


# Delivering


def test_any_one_of_the_swords_in_front_may_be_delivered() -> None:
    """ALC-02, A-104, A-162: each kind once, or none; a delivered sword counts in full."""
    table = at_the_gate("3va 3vd", 17).swords(RED, sword(12), sword(7), sword(7))
    state = play(table.swords(BLUE, sword(15)).lay(), PlayCard(card("3va"), 17))
    assert legal(state) == {END_TURN, Deliver(sword(7)), Deliver(sword(12))}
    assert score(state, RED).total == 6 + 3 + 3
    what = story(state, Deliver(sword(12)))
    assert what.events == (SwordDelivered(RED, sword(12)),)
    assert what.state.phase == MOVING
    assert what.state.players[RED].delivered == (sword(12),)
    assert what.state.players[RED].swords == (sword(7), sword(7))
    assert score(what.state, RED).total == 12 + 3 + 3
    kept = play(state, END_TURN)
    assert kept.players[RED].swords == (sword(7), sword(7), sword(12))


def test_only_a_sword_in_front_of_the_player_can_be_delivered() -> None:
    """ALC-02, A-104: not one on the board, not a rival's, not one that is already inside."""
    table = at_the_gate("3va").alcazar(RED, 1, sword(5)).figures(RED, 17).swords(RED, sword(12))
    state = play(table.swords(BLUE, sword(15)).lay(), PlayCard(card("3va"), 17))
    for other in (sword(2), sword(15), sword(5)):
        assert refused(state, Deliver(other)) == illegal(
            Code.SWORD_NOT_IN_FRONT, "ALC-02", sword=other
        )


def test_one_sword_for_each_figure() -> None:
    """ALC-03, A-106: after the first no second one, until the next figure goes in."""
    table = at_the_gate("3va 3vd", 17, 17).swords(RED, sword(12), sword(7))
    state = play(table.lay(), PlayCard(card("3va"), 17), Deliver(sword(7)))
    assert legal(state) == {END_TURN, PlayCard(card("3vd"), 17)}
    assert refused(state, Deliver(sword(12))) == illegal(Code.NOT_JUST_ENTERED, "ALC-03")
    state = play(state, PlayCard(card("3vd"), 17), Deliver(sword(12)))
    assert (state.players[RED].inside, state.players[RED].delivered) == (2, (sword(7), sword(12)))


def test_a_sword_can_wait_for_the_next_figure_only() -> None:
    """A-106: the figure inside has brought none, and a space was used since."""
    table = at_the_gate("3va 3vd", 17, 14).swords(RED, sword(12))
    state = play(table.lay(), PlayCard(card("3va"), 17), PlayCard(card("3vd"), 14), UseSpace())
    assert refused(state, Deliver(sword(12))) == illegal(Code.NOT_JUST_ENTERED, "A-106")


def test_a_sword_forged_in_the_same_turn() -> None:
    """A-105: from the smith on 14 over 17 into the Alcazar, all with 3s."""
    table = at_the_gate("3va 3vd 3nd", 11).shop(11, BLUE, "metal").material(RED, metal=1, gems=1)
    state = play(
        table.lay(),
        *(PlayCard(card("3va"), 11), UseSpace(take=sword(4))),
        *(PlayCard(card("3vd"), 14), PlayCard(card("3nd"), 17)),
    )
    assert legal(state) == {END_TURN, Deliver(sword(4))}
    assert play(state, Deliver(sword(4))).players[RED].delivered == (sword(4),)


def test_the_chance_to_deliver_is_gone_with_the_next_card() -> None:
    """A-106: another figure arrives on 17; the one inside gets nothing any more."""
    table = at_the_gate("3va 3vd", 17, 14).swords(RED, sword(12))
    state = play(table.lay(), PlayCard(card("3va"), 17), PlayCard(card("3vd"), 14))
    assert state.phase == Arrived(17)
    assert legal(state) == {END_TURN, UseSpace()}
    assert refused(state, Deliver(sword(12))) == illegal(Code.NOT_JUST_ENTERED, "A-106")


def test_the_chance_to_deliver_is_gone_with_the_turn() -> None:
    """A-106: neither added nor exchanged later under a figure that is inside."""
    table = at_the_gate("3va", 17).swords(RED, sword(12))
    state = play(table.lay(), PlayCard(card("3va"), 17), END_TURN)
    state = play(state, TAKE_CARDS, "1va 1vd", TAKE_CARDS, "2va 2vd")
    assert state.active == RED
    assert refused(state, Deliver(sword(12))) == illegal(Code.NOT_JUST_ENTERED, "A-106")
    table = at_the_gate("3va").alcazar(RED, 1, sword(2)).figures(RED, 14).swords(RED, sword(12))
    state = play(table.lay(), PlayCard(card("3va"), 14))
    assert refused(state, Deliver(sword(12))) == illegal(Code.NOT_JUST_ENTERED, "A-106")


# The third figure and after


def test_the_turn_goes_on_after_the_third_figure() -> None:
    """A-112, ALC-02: a fourth and a fifth may follow with their swords; the end of the turn counts."""
    table = at_the_gate("3va 3vd 3nd 3na").alcazar(RED, 2).figures(RED, 17, 17, 18)
    table.swords(RED, sword(12), sword(7))
    state = play(table.lay(), PlayCard(card("3va"), 17))
    assert (state.players[RED].inside, state.trigger, state.active) == (3, None, RED)
    assert legal(state) == {
        END_TURN,
        *(Deliver(sword(7)), Deliver(sword(12))),
        *playing("3vd 3nd 3na", 17, 18),
    }
    state = play(state, PlayCard(card("3vd"), 17), Deliver(sword(12)), PlayCard(card("3nd"), 18))
    assert (state.players[RED].inside, state.players[RED].figures) == (5, ())
    assert legal(state) == {END_TURN, Deliver(sword(7))}
    state = play(state, Deliver(sword(7)))
    assert legal(state) == {END_TURN}
    assert refused(state, PlayCard(card("3na"), 0)) == illegal(
        Code.NO_FIGURE_THERE, "MOV-02", origin=0
    )
    what = story(state, END_TURN)
    assert LastRoundBegan(RED) in what.events
    assert (what.state.trigger, what.state.active) == (RED, BLUE)


def test_everybody_has_room_inside() -> None:
    """A-108, ALC-05: all the figures of all players, if it comes to that."""
    table = at_the_gate("3va 3vd 3nd").alcazar(RED, 2).figures(RED, 17, 17, 18)
    table.alcazar(BLUE, 5).alcazar(GREEN, 5)
    table.trigger = BLUE
    cards_in = (PlayCard(card("3va"), 17), PlayCard(card("3vd"), 17), PlayCard(card("3nd"), 18))
    state = play(table.lay(), *cards_in, END_TURN)
    assert [player.inside for player in state.players] == [5, 5, 5]
    assert state.phase == OVER
