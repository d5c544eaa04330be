"""Full spaces (OCC): take the free circle, or move on, or fight; and never enter a dead end."""

from __future__ import annotations

import pytest

from tests.table import playing, plays
from toledo_rules import END_TURN, Challenge, Code, PlayCard, Seat, State, UseSpace
from toledo_rules.edition import Step
from toledo_rules.events import CardPlayed, CircleTaken, FigureMoved, SpaceFull
from toledo_rules.rulebook import illegal
from toledo_rules.state import Arrived, Duel, Transit
from toledo_rules.testing import BLUE, GREEN, RED, YELLOW, Table, card, legal, play, refused, story

FIRST = PlayCard(card("3va"), 0)


def before(circles: int, *occupants: Seat, hand: str) -> State:
    """Green's gem dealer on 3 with these figures on it, Red's free metal dealer on 6.

    | 0   | 3         | 6         |
    | Red | occupants | free      |
    """
    table = Table(3).shop(3, GREEN, "gem", circles).shop(6, RED, "metal")
    for seat in (RED, BLUE, GREEN):
        table.figures(seat, *[3] * occupants.count(seat))
    return table.hand(RED, hand).lay()


# EX-11: what an arrival meets


def test_ex_11_a_one_rival_and_a_way_on() -> None:
    """EX-11a, OCC-01: duel that opponent, or move on with the same figure; nothing else."""
    what = story(before(1, BLUE, hand="3va 3vd"), FIRST)
    assert what.state.phase == Transit(3)
    assert legal(what.state) == {Challenge(BLUE), PlayCard(card("3vd"), 3)}
    assert what.events == (
        CardPlayed(RED, card("3va"), to_front=True, with_tile=False),
        FigureMoved(RED, 0, 3),
        SpaceFull(RED, 3),
    )


def test_ex_11_b_one_rival_and_no_way_on() -> None:
    """EX-11b, OCC-01, A-91: only the duel is left."""
    state = play(before(1, BLUE, hand="3va 4nd"), FIRST)
    assert legal(state) == {Challenge(BLUE)}


def test_ex_11_c_your_own_figure_and_a_way_on() -> None:
    """EX-11c, OCC-02, OCC-03: the figure must move on, nobody can be challenged."""
    state = play(before(1, RED, hand="3va 3vd"), FIRST)
    assert state.phase == Transit(3)
    assert legal(state) == {PlayCard(card("3vd"), 3)}
    assert refused(state, Challenge(RED)) == illegal(Code.OWN_FIGURE, "OCC-02")
    assert refused(state, Challenge(BLUE)) == illegal(
        Code.RIVAL_NOT_THERE, "OCC-01", rival=BLUE, step=3
    )


def test_ex_11_d_your_own_figure_and_no_way_on() -> None:
    """EX-11d, OCC-04: the card cannot be played there at all."""
    state = before(1, RED, hand="3va 4nd")
    assert plays(state) == playing("3va", 3)
    assert refused(state, FIRST) == illegal(Code.NO_WAY_ON, "OCC-04", step=3)


def test_ex_11_e_a_rival_and_a_free_circle() -> None:
    """EX-11e, OCC-05: the free circle must be taken, a duel is not offered."""
    state = play(before(2, BLUE, hand="3va 3vd"), FIRST)
    assert state.phase == Arrived(3)
    assert state.standing(3) == (RED, BLUE)
    assert legal(state) == {END_TURN, UseSpace(pay=card("3vd")), *playing("3vd", 0, 3)}
    assert refused(state, Challenge(BLUE)) == illegal(Code.NOT_IN_TRANSIT, "OCC-05")


def test_ex_11_f_your_own_figure_and_a_free_circle() -> None:
    """EX-11f, A-51, MOV-05: the free circle is taken; a third figure would find no way on."""
    state = play(before(2, RED, hand="3va 3vd"), FIRST)
    assert state.phase == Arrived(3)
    assert state.standing(3) == (RED, RED)
    assert legal(state) == {END_TURN, UseSpace(pay=card("3vd")), *playing("3vd", 3)}


def test_ex_11_g_two_different_rivals() -> None:
    """EX-11g, OCC-06: either of them, or move on."""
    state = play(before(2, BLUE, GREEN, hand="3va 3vd"), FIRST)
    assert legal(state) == {Challenge(BLUE), Challenge(GREEN), PlayCard(card("3vd"), 3)}
    for nobody in (YELLOW, -1):
        assert refused(state, Challenge(nobody)) == illegal(
            Code.RIVAL_NOT_THERE, "OCC-01", rival=nobody, step=3
        )


def test_ex_11_h_your_own_figure_and_a_rival() -> None:
    """EX-11h, A-46, OCC-02: the rival may be fought, your own figure may not."""
    state = play(before(2, RED, BLUE, hand="3va 3vd"), FIRST)
    assert legal(state) == {Challenge(BLUE), PlayCard(card("3vd"), 3)}
    assert refused(state, Challenge(RED)) == illegal(Code.OWN_FIGURE, "OCC-02")
    assert refused(state, Challenge(GREEN)) == illegal(
        Code.RIVAL_NOT_THERE, "OCC-01", rival=GREEN, step=3
    )
    won = play(state, Challenge(BLUE), "1na 2na")
    assert won.players[RED].figures == (0, 0, 0, 3, 3)
    assert won.standing(3) == (RED, RED)


def test_ex_11_h_without_a_way_on() -> None:
    """EX-11h, A-46: with no card to move on your own figure is no obstacle to the duel."""
    state = play(before(2, RED, BLUE, hand="3va"), FIRST)
    assert legal(state) == {Challenge(BLUE)}


def test_ex_11_i_two_figures_of_the_same_rival() -> None:
    """EX-11i, A-47, A-103: one challenge, without a choice of the figure; only one of them is beaten."""
    state = play(before(2, BLUE, BLUE, hand="3va 3vd"), FIRST)
    assert legal(state) == {Challenge(BLUE), PlayCard(card("3vd"), 3)}
    won = play(state, Challenge(BLUE), "1na 2na")
    assert won.standing(3) == (RED, BLUE)
    assert won.players[BLUE].figures == (0, 0, 0, 0, 3)


def test_ex_11_k_two_of_your_own_figures_and_a_way_on() -> None:
    """EX-11k, OCC-03: as with one."""
    state = play(before(2, RED, RED, hand="3va 3vd"), FIRST)
    assert legal(state) == {PlayCard(card("3vd"), 3)}


def test_ex_11_k_two_of_your_own_figures_and_no_way_on() -> None:
    """EX-11k, OCC-04: as with one."""
    state = before(2, RED, RED, hand="3va 4nd")
    assert plays(state) == playing("3va", 3)
    assert refused(state, FIRST) == illegal(Code.NO_WAY_ON, "OCC-04", step=3)


# The same for spaces without a shop


@pytest.mark.parametrize(("origin", "step"), [(0, 5), (5, 10)])
def test_taverns_and_the_artist_can_be_full(origin: Step, step: Step) -> None:
    """A-52, DUE-01: full of rivals they are fought for, with one circle free it is taken."""
    table = Table().shop(15, RED, "gem").hand(RED, "5va 5vd")
    table.figures(RED, origin).figures(BLUE, step, step)
    state = play(table.lay(), PlayCard(card("5va"), origin))
    assert state.phase == Transit(step)
    assert legal(state) == {Challenge(BLUE), PlayCard(card("5vd"), step)}
    state = play(table.figures(BLUE, step).lay(), PlayCard(card("5va"), origin))
    assert state.phase == Arrived(step)
    assert refused(state, Challenge(BLUE)) == illegal(Code.NOT_IN_TRANSIT, "OCC-05")


def test_a_tavern_full_of_your_own_figures_needs_a_way_on() -> None:
    """A-52, OCC-04: 5 and then 10, or not at all."""
    table = Table().figures(RED, 5, 5)
    assert plays(table.hand(RED, "5va").lay()) == playing("5va", 5)
    both = table.hand(RED, "5va 5vd").lay()
    assert plays(both) == playing("5va 5vd", 0, 5)
    assert legal(play(both, PlayCard(card("5vd"), 0))) == playing("5va", 5)


# In transit


def test_a_figure_in_transit_is_on_no_circle() -> None:
    """A-49: it has left its place, and those on the full space stand as before."""
    table = Table().shop(1, RED, "metal").shop(4, BLUE, "gem").figures(RED, 1).figures(BLUE, 4)
    state = play(table.hand(RED, "3va").lay(), PlayCard(card("3va"), 1))
    assert state.players[RED].figures == (0, 0, 0, 0)
    assert (state.standing(1), state.standing(4)) == ((), (BLUE,))
    state = play(state, Challenge(BLUE))
    assert state.phase == Duel(4, BLUE, 0, 0)
    assert state.players[RED].figures == (0, 0, 0, 0)
    assert state.standing(4) == (BLUE,)


def test_no_other_figure_moves_while_one_is_in_transit() -> None:
    """A-53, OCC-01: at once and with the same figure, not with one on the cathedral or further on."""
    table = Table().shop(3, BLUE, "metal").shop(6, RED, "gem", 2).shop(9, RED, "smith")
    table.figures(RED, 6).figures(BLUE, 3).hand(RED, "3va 3vd")
    state = play(table.lay(), FIRST)
    assert legal(state) == {Challenge(BLUE), PlayCard(card("3vd"), 3)}
    for origin in (0, 6):
        assert refused(state, PlayCard(card("3vd"), origin)) == illegal(
            Code.OTHER_FIGURE_IN_TRANSIT, "A-53", origin=origin, transit=3
        )


def test_the_step_of_a_full_space_means_the_figure_in_transit() -> None:
    """A-53: the figure of your own that stands on 3 stays there while the one in transit moves on."""
    state = play(before(1, RED, hand="3va 3vd"), FIRST)
    what = story(state, PlayCard(card("3vd"), 3))
    assert what.state.players[RED].figures == (0, 0, 0, 3, 6)
    assert what.state.phase == Arrived(6)
    assert what.events == (
        CardPlayed(RED, card("3vd"), to_front=False, with_tile=False),
        FigureMoved(RED, 3, 6),
        CircleTaken(RED, 6),
    )


def test_the_step_of_a_shared_space_means_the_figure_in_transit() -> None:
    """A-53: beside a rival too; your figure there could move by itself only after the transit."""
    state = play(before(2, RED, BLUE, hand="3va 3vd 3nd"), FIRST)
    assert legal(state) == {Challenge(BLUE), *playing("3vd 3nd", 3)}
    state = play(state, PlayCard(card("3vd"), 3))
    assert state.players[RED].figures == (0, 0, 0, 3, 6)
    assert state.standing(3) == (RED, BLUE)


def test_a_circle_is_free_as_soon_as_its_figure_has_left() -> None:
    """A-50: for another figure of your own in the same turn."""
    table = Table().shop(3, RED, "metal").shop(6, RED, "gem").figures(RED, 3)
    state = play(
        table.hand(RED, "3va 3vd").lay(), PlayCard(card("3va"), 3), PlayCard(card("3vd"), 0)
    )
    assert state.phase == Arrived(3)
    assert state.players[RED].figures == (0, 0, 0, 3, 6)


def test_a_circle_is_free_when_its_figure_left_by_way_of_a_full_space() -> None:
    """A-49, A-50: from 3 over the full 6 to 9; then 3 is free."""
    table = Table().shop(3, RED, "metal").shop(6, BLUE, "gem").shop(9, RED, "gem")
    table.figures(RED, 3).figures(BLUE, 6).hand(RED, "3va 3vd 3nd")
    state = play(table.lay(), PlayCard(card("3va"), 3), PlayCard(card("3vd"), 6), UseSpace())
    assert plays(state) == playing("3nd", 0, 9)
    assert play(state, PlayCard(card("3nd"), 0)).phase == Arrived(3)
