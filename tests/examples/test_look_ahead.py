"""Full spaces that a figure can only cross (OCC-04, A-43 to A-45): a card is legal if the chain has an end."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve

from tests.table import playing, plays
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    MOVEMENT,
    Card,
    Challenge,
    Code,
    Draw,
    PlayCard,
    Space,
    UseSpace,
    chance_outcomes,
    explain,
    invariants,
    legal_actions,
    view,
)
from toledo_rules._setup import deal
from toledo_rules.edition import SHOP_KINDS, Step, Tile
from toledo_rules.events import FigureMoved
from toledo_rules.rulebook import illegal
from toledo_rules.state import ENTERED, MOVING, Arrived
from toledo_rules.testing import BLUE, RED, Table, card, cards, legal, play, refused, story

FIRST = PlayCard(card("3va"), 0)


# Looking ahead from spaces full of your own figures


def own_full(*steps: Step, hand: str, tiles: tuple[Tile, ...] = ()) -> Table:
    """One-circle shops of Red on these steps with a red figure on each, and no other shop."""
    table = Table().figures(RED, *steps).hand(RED, hand).tiles(RED, *tiles)
    for step, kind in zip(steps, SHOP_KINDS, strict=False):
        table.shop(step, RED, kind)
    return table


@pytest.mark.parametrize(
    ("hand", "origins"),
    [("3va", [6]), ("3va 3vd", [3, 6]), ("3va 3va", [3, 6]), ("3va 3va 3vd", [0, 3, 6])],
)
def test_a_chain_over_two_spaces(hand: str, origins: list[Step]) -> None:
    """A-43, A-44: a card for each full space and one to arrive; equal cards count as often as held.

    | 0   | 3   | 6   | 9    |
    | Red | Red | Red | free |
    """
    state = own_full(3, 6, hand=hand).shop(9, BLUE, "gem").lay()
    assert plays(state) == playing(hand, *origins)
    for origin in {0, 3, 6} - {*origins}:
        assert refused(state, PlayCard(card("3va"), origin)) == illegal(
            Code.NO_WAY_ON, "OCC-04", step=origin + 3
        )


def test_a_chain_over_three_spaces() -> None:
    """A-44: 3, 6 and 9 are full of your own figures, the tavern on 12 has room."""
    short = own_full(3, 6, 9, hand="3va 3vd 3ba").lay()
    assert plays(short) == playing("3va 3vd 3ba", 3, 6, 9)
    assert refused(short, FIRST) == illegal(Code.NO_WAY_ON, "OCC-04", step=3)
    state = own_full(3, 6, 9, hand="3va 3vd 3ba 3bd").lay()
    assert plays(state) == playing("3va 3vd 3ba 3bd", 0, 3, 6, 9)
    state = play(state, FIRST)
    assert legal(state) == playing("3vd 3ba 3bd", 3)
    state = play(state, PlayCard(card("3bd"), 3))
    assert legal(state) == playing("3vd 3ba", 6)
    state = play(state, PlayCard(card("3vd"), 6))
    assert legal(state) == playing("3ba", 9)
    state = play(state, PlayCard(card("3ba"), 9))
    assert state.phase == Arrived(12)
    assert state.players[RED].figures == (0, 3, 6, 9, 12)
    assert state.discards == cards("3vd 3ba 3bd")


def test_a_chain_may_not_end_on_an_empty_site() -> None:
    """A-44, MOV-04: a second card is there, but 6 is not built; so 3 cannot be entered."""
    state = own_full(3, hand="3va 3vd").lay()
    assert plays(state) == set()
    assert refused(state, FIRST) == illegal(Code.NO_WAY_ON, "OCC-04", step=3)


@pytest.mark.parametrize(("value", "entrance"), [(2, 20), (3, 21)])
def test_a_chain_may_end_on_an_entrance(value: int, entrance: Step) -> None:
    """A-44, ALC-01: from your own figure on 18 on into the Alcazar."""
    hand, start = f"{value}va {value}vd", 18 - value
    table = own_full(18, hand=hand).shop(start, BLUE, "gem").figures(RED, start, 18)
    state = table.lay()
    assert plays(state) == playing(hand, start, 18)
    first, second = sorted(playing(hand, start), key=lambda one: one.card)
    over = play(state, first)
    assert legal(over) == {PlayCard(second.card, 18)}
    what = story(over, PlayCard(second.card, 18))
    assert what.state.phase == ENTERED
    assert what.events[1] == FigureMoved(RED, 18, entrance)
    assert (what.state.players[RED].inside, what.state.players[RED].figures) == (1, (0, 0, 0, 18))


def test_a_chain_may_not_end_beyond_the_road() -> None:
    """A-44, A-37: from your own figure on 18 a 4 leads too far, a 3 with the tile does not."""
    table = own_full(18, hand="4va 4vd").shop(14, BLUE, "gem").figures(RED, 14, 18)
    state = table.lay()
    assert plays(state) == set()
    assert refused(state, PlayCard(card("4va"), 14)) == illegal(Code.NO_WAY_ON, "OCC-04", step=18)
    state = table.hand(RED, "4va 4vd 3nd").tiles(RED, MOVEMENT).lay()
    to_21 = playing("3nd", 18) | playing("3nd", 18, with_tile=True)
    over_18 = playing("4va 4vd", 14) | playing("4va 4vd", 14, with_tile=True)
    assert plays(state) == to_21 | over_18


def test_a_chain_may_end_with_a_rival() -> None:
    """A-44: a full space with an opponent is always good enough; the duel may be lost."""
    state = own_full(3, hand="3va 3vd").shop(6, BLUE, "gem").figures(BLUE, 6).lay()
    assert plays(state) == playing("3va 3vd", 0, 3)
    state = play(state, FIRST, PlayCard(card("3vd"), 3))
    assert legal(state) == {Challenge(BLUE)}


def test_a_chain_may_end_with_a_rival_when_the_piles_are_small() -> None:
    """A-44, A-28: the pile and the discards together are what can be turned up, one card and two here."""
    table = own_full(3, hand="3va 3vd").shop(6, BLUE, "gem").figures(BLUE, 6)
    state = table.pile("1va").discards("1vd 2vd").rest_to(BLUE).lay()
    assert state.drawable == view(state, RED).drawable == 3
    assert plays(state) == playing("3va 3vd", 0, 3)


def test_a_value_that_leads_nowhere_hides_no_other() -> None:
    """A-45: over 3, the 1 leads to an empty site; the 2 finds the tavern, with the tile.

    | 0   | 3   | 4     | 5      |
    | Red | Red | empty | tavern |
    """
    state = own_full(3, hand="1nd 2nd 3va", tiles=(MOVEMENT,)).lay()
    assert FIRST in plays(state)
    assert legal(play(state, FIRST)) == playing("2nd", 3, with_tile=True)


def test_only_a_continuation_that_leads_on_is_offered() -> None:
    """A-44: on 3, the 3 would lead to your own figure on 6 and no further; the 2 finds the tavern.

    | 0   | 3   | 5      | 6   |
    | Red | Red | tavern | Red |
    """
    state = own_full(3, 6, hand="3va 3vd 2nd", tiles=(MOVEMENT,)).lay()
    from_0 = playing("3va 3vd", 0) | playing("3va 3vd", 0, with_tile=True)
    assert plays(state) == from_0 | playing("2nd", 3) | playing("2nd", 3, with_tile=True)
    state = play(state, FIRST)
    assert legal(state) == playing("2nd", 3, with_tile=True)
    assert refused(state, PlayCard(card("3vd"), 3)) == illegal(Code.NO_WAY_ON, "OCC-04", step=6)


# Looking ahead with the movement tile


def test_the_tile_card_counts_in_both_orders() -> None:
    """A-45: base card 3, tile card 2; or tile card 3, base card 2. Without a tile neither.

    | 0   | 3   | 5      |
    | Red | Red | tavern |
    """
    without = own_full(3, hand="3va 2nd").lay()
    assert plays(without) == playing("2nd", 3)
    assert refused(without, FIRST) == illegal(Code.NO_WAY_ON, "OCC-04", step=3)
    state = own_full(3, hand="3va 2nd", tiles=(MOVEMENT,)).lay()
    to_5 = playing("2nd", 3) | playing("2nd", 3, with_tile=True)
    assert plays(state) == playing("3va", 0) | playing("3va", 0, with_tile=True) | to_5
    assert legal(play(state, FIRST)) == playing("2nd", 3, with_tile=True)
    assert legal(play(state, PlayCard(card("3va"), 0, with_tile=True))) == playing("2nd", 3)


def test_a_chain_that_works_only_with_the_base_card_first() -> None:
    """A-45: 3, the 2 by the tile, and 3 again; a 3 played by the tile could not be repeated.

    | 0   | 3   | 5       | 8    |
    | Red | Red | Red Red | free |
    """
    table = own_full(3, hand="3va 3vd 2nd", tiles=(MOVEMENT,)).shop(8, BLUE, "gem")
    state = table.figures(RED, 3, 5, 5).lay()
    to_8 = playing("3va 3vd", 5) | playing("3va 3vd", 5, with_tile=True)
    over_5 = playing("2nd", 3) | playing("2nd", 3, with_tile=True)
    assert plays(state) == playing("3va 3vd", 0) | to_8 | over_5
    assert refused(state, PlayCard(card("3va"), 0, with_tile=True)) == illegal(
        Code.NO_WAY_ON, "OCC-04", step=3
    )
    state = play(state, FIRST)
    assert legal(state) == playing("2nd", 3, with_tile=True)
    state = play(state, PlayCard(card("2nd"), 3, with_tile=True))
    assert legal(state) == playing("3vd", 5)
    assert play(state, PlayCard(card("3vd"), 5)).phase == Arrived(8)


def test_a_chain_that_works_only_with_the_tile_card_first() -> None:
    """A-45: the 3 by the tile, then 2 and 2 again; with a 3 in front the second 2 could not follow.

    | 0   | 3   | 5       | 7    |
    | Red | Red | Red Red | free |
    """
    table = own_full(3, hand="3va 2vd 2nd", tiles=(MOVEMENT,)).shop(7, BLUE, "gem")
    state = table.figures(RED, 3, 5, 5).lay()
    to_7 = playing("2vd 2nd", 5) | playing("2vd 2nd", 5, with_tile=True)
    over_5 = playing("2vd 2nd", 3)  # as base cards: a 2 by the tile forbids the other 2
    assert plays(state) == playing("3va", 0, with_tile=True) | to_7 | over_5
    assert refused(state, FIRST) == illegal(Code.NO_WAY_ON, "OCC-04", step=3)
    state = play(state, PlayCard(card("3va"), 0, with_tile=True))
    assert legal(state) == playing("2vd 2nd", 3)
    state = play(state, PlayCard(card("2nd"), 3))
    assert legal(state) == playing("2vd", 5)
    assert play(state, PlayCard(card("2vd"), 5)).phase == Arrived(7)


def test_a_card_needed_twice_must_be_held_twice() -> None:
    """A-44, A-45: 3, 2 and 3 again is a way over two full spaces, but there is only one 3."""
    table = own_full(3, hand="3va 2nd", tiles=(MOVEMENT,)).shop(8, BLUE, "gem")
    state = table.figures(RED, 3, 5, 5).lay()
    assert FIRST not in plays(state)
    for with_tile in (False, True):
        assert refused(state, PlayCard(card("3va"), 0, with_tile)) == illegal(
            Code.NO_WAY_ON, "OCC-04", step=3
        )
    assert FIRST in plays(table.hand(RED, "3va 3nd 2nd").lay())


def test_the_base_card_that_moves_on_differs_from_the_tile_card() -> None:
    """A-149, A-83: in the look-ahead too. Two 3s lead over 3 to 6, but not if the first is the tile card."""
    state = own_full(3, hand="3va 3vd", tiles=(MOVEMENT,)).shop(6, BLUE, "gem").lay()
    to_6 = playing("3va 3vd", 3) | playing("3va 3vd", 3, with_tile=True)
    assert plays(state) == playing("3va 3vd", 0) | to_6
    assert refused(state, PlayCard(card("3va"), 0, with_tile=True)) == illegal(
        Code.NO_WAY_ON, "OCC-04", step=3
    )


@pytest.mark.parametrize(
    ("tiles", "tile_value", "allowed"),
    [((MOVEMENT,), None, True), ((MOVEMENT,), 4, False), ((), None, False), ((), 4, False)],
)
def test_the_look_ahead_counts_on_the_tile_only_if_it_can_be_used(
    *, tiles: tuple[Tile, ...], tile_value: int | None, allowed: bool
) -> None:
    """A-45, A-84: it must be held, and not used in this turn; then the 2 leads from 3 to the tavern."""
    table = own_full(3, hand="3va 2nd", tiles=tiles).moving(front="3nd", tile_value=tile_value)
    state = table.lay(MOVING)
    assert (FIRST in legal(state)) is allowed
    if not allowed:
        assert refused(state, FIRST) == illegal(Code.NO_WAY_ON, "OCC-04", step=3)


# Looking ahead with both piles empty


def before_with_empty_piles(hand: str) -> Table:
    """Blue's gem dealer on 3 with a figure of Blue on its only circle, and no card to turn up."""
    table = Table().shop(3, BLUE, "gem").figures(BLUE, 3).hand(RED, hand)
    return table.pile("").rest_to(BLUE)


def test_without_a_card_to_turn_up_a_rival_blocks_like_your_own_figure() -> None:
    """A-28, A-143: the card that becomes the front card is no card to turn up."""
    table = before_with_empty_piles("3va 3vd")
    state = table.lay()
    assert plays(state) == set()
    assert refused(state, FIRST) == illegal(Code.NO_DUEL_AND_NO_WAY_ON, "A-28", step=3)


@pytest.mark.parametrize(("pile", "discards"), [("1nd", ""), ("", "1nd")])
def test_one_card_in_either_pile_is_enough(pile: str, discards: str) -> None:
    """A-28, A-143: it can be turned up again and again."""
    state = before_with_empty_piles("3va").pile(pile).discards(discards).lay()
    assert plays(state) == {FIRST}
    assert legal(play(state, FIRST)) == {Challenge(BLUE)}


def test_with_a_way_on_the_space_may_be_entered_but_not_fought_for() -> None:
    """A-28, A-143: over Blue's figure without a card to turn up: move on, nothing else."""
    state = before_with_empty_piles("3va 3vd").shop(6, RED, "metal").lay()
    assert plays(state) == playing("3va 3vd", 0)
    state = play(state, FIRST)
    assert legal(state) == playing("3vd", 3)
    assert refused(state, Challenge(BLUE)) == illegal(Code.NOTHING_TO_REVEAL, "A-28")
    assert play(state, PlayCard(card("3vd"), 3)).phase == Arrived(6)


def test_cards_that_the_chain_discards_can_be_turned_up() -> None:
    """A-143: 3 to the front, 3 to the discards: at the second space there is a card for a duel.

    | 0   | 3   | 6    |
    | Red | Red | Blue |
    """
    table = own_full(3, hand="3va 3vd").shop(6, BLUE, "gem").figures(BLUE, 6)
    state = table.pile("").rest_to(BLUE).lay()
    assert plays(state) == playing("3va 3vd", 0)  # from 3 the first card would lead to Blue at once
    assert refused(state, PlayCard(card("3va"), 3)) == illegal(
        Code.NO_DUEL_AND_NO_WAY_ON, "A-28", step=6
    )
    state = play(state, FIRST, PlayCard(card("3vd"), 3))
    assert legal(state) == {Challenge(BLUE)}
    state = play(state, Challenge(BLUE))
    assert chance_outcomes(state) == ((Draw(card("3vd")), Fraction(1)),)
    assert play(state, "3vd 3vd").players[BLUE].figures == (0, 0, 0, 0, 6)


@pytest.mark.parametrize("tiles", [(), (MOVEMENT,)])
def test_cards_that_the_chain_discards_add_to_those_that_are_there(tiles: tuple[Tile, ...]) -> None:
    """A-143: with one card in the pile the same way is open, by base cards and by the tile."""
    table = own_full(3, hand="3va 3vd 2nd", tiles=tiles).shop(6, BLUE, "gem")
    state = table.figures(BLUE, 5, 5, 6).pile("1nd").rest_to(BLUE).lay()
    by_tile = playing("3va 3vd", 0, 3, with_tile=True) | playing("2nd", 3, with_tile=True)
    without = playing("3va 3vd", 0, 3) | playing("2nd", 3)
    assert plays(state) == without | (by_tile if tiles else set())


def test_two_rivals_in_a_row_and_the_first_cannot_be_fought() -> None:
    """A-143: over 3 only moving on is possible, over 6 only the duel.

    | 0   | 3    | 6    |
    | Red | Blue | Blue |
    """
    table = before_with_empty_piles("3va 3vd").shop(6, BLUE, "metal").figures(BLUE, 3, 6)
    state = table.lay()
    assert plays(state) == playing("3va 3vd", 0)
    state = play(state, FIRST)
    assert legal(state) == playing("3vd", 3)
    state = play(state, PlayCard(card("3vd"), 3))
    assert legal(state) == {Challenge(BLUE)}


def test_a_chain_that_ends_with_a_rival_in_either_order() -> None:
    """A-143, A-45: with the tile one of the two cards is on the discard pile, whichever comes first.

    | 0   | 3   | 5                 |
    | Red | Red | tavern, Blue Blue |
    """
    table = own_full(3, hand="3va 2nd", tiles=(MOVEMENT,)).figures(BLUE, 5, 5)
    state = table.pile("").rest_to(BLUE).lay()
    directly = playing("2nd", 3, with_tile=True)  # as a base card the 2 could not be turned up
    assert plays(state) == playing("3va", 0) | playing("3va", 0, with_tile=True) | directly
    for with_tile, left in ((False, "3va"), (True, "2nd")):
        fought = play(
            state, PlayCard(card("3va"), 0, with_tile), PlayCard(card("2nd"), 3, not with_tile)
        )
        assert legal(fought) == {Challenge(BLUE)}
        assert fought.front == card(left)


def test_a_first_card_by_the_tile_can_be_turned_up() -> None:
    """A-143, A-146: with empty piles the tile card may attack where the base card may not."""
    state = before_with_empty_piles("3va").tiles(RED, MOVEMENT).lay()
    assert plays(state) == playing("3va", 0, with_tile=True)
    assert refused(state, FIRST) == illegal(Code.NO_DUEL_AND_NO_WAY_ON, "A-28", step=3)
    state = play(state, PlayCard(card("3va"), 0, with_tile=True))
    assert legal(state) == {Challenge(BLUE)}
    assert play(state, Challenge(BLUE), "3va 3va").phase == Arrived(3)


def test_a_rival_who_cannot_be_fought_before_a_dead_end() -> None:
    """A-143, A-146: moving on leads to two figures of your own and no further, so only the tile card goes.

    | 0   | 3    | 5               |
    | Red | Blue | tavern, Red Red |
    """
    table = before_with_empty_piles("3va 2nd").tiles(RED, MOVEMENT).figures(RED, 5, 5)
    state = table.lay()
    assert plays(state) == playing("3va", 0, with_tile=True)
    assert refused(state, FIRST) == illegal(Code.NO_DUEL_AND_NO_WAY_ON, "A-28", step=3)
    over = play(state, PlayCard(card("3va"), 0, with_tile=True))
    assert legal(over) == {Challenge(BLUE)}
    assert refused(over, PlayCard(card("2nd"), 3)) == illegal(Code.NO_WAY_ON, "OCC-04", step=5)


def test_beside_your_own_figure_a_rival_blocks_as_well() -> None:
    """A-28, A-46: one circle Red, one Blue, no card to turn up, no way on."""
    table = Table().shop(3, BLUE, "gem", 2).figures(RED, 3).figures(BLUE, 3).hand(RED, "3va")
    state = table.pile("").rest_to(BLUE).lay()
    assert plays(state) == set()
    assert refused(state, FIRST) == illegal(Code.NO_DUEL_AND_NO_WAY_ON, "A-28", step=3)


def after_a_tavern_that_drew_everything(hand: str) -> Table:
    """Red has the movement tile, a 5 to reach the tavern, a 1 to pay; the piles are empty."""
    return before_with_empty_piles(f"5va 1va {hand}").tiles(RED, MOVEMENT)


TO_THE_TAVERN = (PlayCard(card("5va"), 0, with_tile=True), UseSpace(pay=card("1va")), "5va 1va")


def test_the_piles_can_be_empty_again_in_the_middle_of_a_turn() -> None:
    """A-145: the tile card and the fee are drawn again, and the test is made anew at each arrival."""
    state = play(after_a_tavern_that_drew_everything("3va").lay(), *TO_THE_TAVERN)
    assert (state.drawable, state.front, state.tile_value) == (0, None, 5)
    assert legal(state) == {END_TURN}
    assert refused(state, FIRST) == illegal(Code.NO_DUEL_AND_NO_WAY_ON, "A-28", step=3)


def test_the_front_card_of_such_a_turn_is_still_none_to_turn_up() -> None:
    """A-143, A-145: with two 3s the first goes to the front, the second is there for the duel on 6."""
    table = after_a_tavern_that_drew_everything("3va 3vd").shop(6, BLUE, "metal")
    state = play(table.figures(BLUE, 3, 6).lay(), *TO_THE_TAVERN)
    assert legal(state) == {END_TURN, *playing("3va 3vd", 0)}
    state = play(state, FIRST)
    assert legal(state) == playing("3vd", 3)
    assert legal(play(state, PlayCard(card("3vd"), 3))) == {Challenge(BLUE)}


def test_two_ways_to_the_same_dead_end() -> None:
    """A-43, TIL-01: a 3 and a 2 by the movement tile, in either order, end over the same full space.

    1        4      6      7        9
    metal    gem    smith  fencing  metal
    Red      Red    Red    Red      Red
    """
    table = Table().shop(1, RED, "metal").shop(4, RED, "gem").shop(6, RED, "smith")
    table.shop(7, RED, "fencing").shop(9, BLUE, "metal").figures(RED, 1, 4, 6, 7, 9)
    table.tiles(RED, MOVEMENT).hand(RED, "3va 3vd 2nd")
    assert refused(table.lay(), PlayCard(card("3va"), 1)) == illegal(
        Code.NO_WAY_ON, "OCC-04", step=4
    )


def test_the_look_ahead_is_not_limited_by_the_length_of_the_road() -> None:
    """A-44: 400 taverns with one circle each, all but the last full of your own figures, and a hand of ones."""
    steps = 400
    taverns = (Space("tavern", row="low", price=1, circles=1),) * steps
    edition = evolve(
        KOSMOS_2008,
        name="long",
        road=(Space("cathedral"), *taverns, Space("entrance")),
        cards=(Card(1, "neutral", "attacker"),) * 2 * steps,
        figures=steps,
        shops=(),
    )
    red, blue = (state := deal(edition, ((), ()), edition.cards, RED)).players
    ones = edition.cards[: steps - 1]
    on_road = evolve(red, hand=ones, figures=(0, *range(1, steps)))
    state = evolve(state, players=(on_road, blue), pile=edition.cards[: steps - 4])
    first = PlayCard(edition.cards[0], 0)
    assert explain(state, first) == illegal(Code.NO_WAY_ON, "OCC-04", step=1)
    enough = evolve(on_road, hand=(*ones, edition.cards[0]))
    state = evolve(state, players=(enough, blue), pile=state.pile[1:])
    assert explain(state, first) is None
    assert first in legal_actions(state)
    # Only the edition is broken: it is larger than an edition may be.
    assert {violation.where for violation in invariants(state)} == {
        "edition.road",
        "edition.figures",
    }
