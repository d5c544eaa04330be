"""Duels (DUE): up to three rounds for a circle, and the turn goes on."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve

from tests.table import playing, plays
from toledo_rules import (
    END_TURN,
    MOVEMENT,
    PASS,
    TAKE_CARDS,
    Action,
    Challenge,
    Code,
    Deliver,
    Draw,
    IllegalActionError,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    Seat,
    ShopTile,
    UseSpace,
    chance_outcomes,
    step,
    view,
)
from toledo_rules._multiset import multiset
from toledo_rules.edition import Step, Tile
from toledo_rules.events import (
    CardPlayed,
    CircleTaken,
    DuelBegan,
    DuelEnded,
    FigureMoved,
    FigureSentBack,
    GemTaken,
    PileReshuffled,
    RoundFought,
    SpaceFull,
)
from toledo_rules.rulebook import illegal
from toledo_rules.state import MOVING, Arrived, Duel, Transit
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

# EX-1: Red attacks Green on Blue's gem dealer


def ex_1(*start: Step, hand: str) -> Table:
    """Red has the violet tile, Blue the brown one, Green none (A-157: the gem dealer is Blue's).

    | 1     | 2     | 4               | 5      |
    | Red's | Red's | gem, Blue Green | tavern |
    """
    table = Table(3).shop(1, RED, "metal").shop(2, RED, "smith").shop(4, BLUE, "gem", 2)
    table.figures(RED, *start).figures(BLUE, 4).figures(GREEN, 4)
    return table.tiles(RED, "violet").tiles(BLUE, "brown").hand(RED, hand)


@pytest.mark.parametrize("first", ["1va", "1vd"])
def test_ex_1_a_duel_lost_in_three_rounds(first: str) -> None:
    """EX-1, A-157, DUE-01, DUE-03, DUE-04, DUE-06, DUE-07, DUE-08, DUE-10, DUE-11, DUE-12, A-96, A-136.

    Red attacks and is beaten by the third card, whatever stance the violet one shows.
    """
    before = ex_1(1, 2, hand="3va 3vd 4nd").lay()
    what = story(before, PlayCard(card("3va"), 1), Challenge(GREEN), f"{first} 2bd 3nd")
    after = what.state
    assert what.events == (
        CardPlayed(RED, card("3va"), to_front=True, with_tile=False),
        FigureMoved(RED, 1, 4),
        SpaceFull(RED, 4),
        DuelBegan(RED, GREEN, 4),
        RoundFought(card(first), RED, 1, 0),  # only Red has violet
        RoundFought(card("2bd"), GREEN, 1, 1),  # neither has brown, though Blue has
        RoundFought(card("3nd"), GREEN, 1, 2),  # nobody can have a neutral tile
        DuelEnded(GREEN, RED, 4),
        FigureSentBack(RED, 4),
    )
    assert after.players[RED] == evolve(
        before.players[RED], hand=cards("3vd 4nd"), figures=(0, 0, 0, 0, 2)
    )
    assert after.players[BLUE:] == before.players[BLUE:]
    assert after.discards == cards(f"{first} 2bd 3nd")
    assert (after.front, after.active, after.phase) == (card("3va"), RED, MOVING)


@pytest.mark.parametrize("first", ["1va", "1vd"])
def test_ex_1_the_turn_goes_on(first: str) -> None:
    """EX-1, DUE-14, A-100: further cards of the base value, a tile card if Red has the tile, or the end."""
    duel = (PlayCard(card("3va"), 1), Challenge(GREEN), f"{first} 2bd 3nd")
    table = ex_1(1, 2, hand="3va 3vd 4nd")
    assert legal(play(table.lay(), *duel)) == {END_TURN, PlayCard(card("3vd"), 2)}
    table.tiles(RED, "violet", MOVEMENT)
    assert legal(play(table.lay(), *duel)) == {
        END_TURN,
        PlayCard(card("3vd"), 2),
        PlayCard(card("4nd"), 0, with_tile=True),
    }


@pytest.mark.parametrize("first", ["1va", "1vd"])
def test_ex_1b_revenge(first: str) -> None:
    """EX-1b, DUE-15, A-97, A-101: from the cathedral again, against Green or Blue, in the same turn."""
    table = ex_1(hand="4va 4vd")
    state = play(table.lay(), PlayCard(card("4va"), 0), Challenge(GREEN), f"{first} 2bd 3nd")
    assert state.players[RED].figures == (0, 0, 0, 0, 0)
    assert state.players[RED].hand == cards("4vd")
    assert legal(state) == {END_TURN, PlayCard(card("4vd"), 0)}
    state = play(state, PlayCard(card("4vd"), 0))
    assert state.phase == Transit(4)
    assert legal(state) == {Challenge(BLUE), Challenge(GREEN)}
    won = play(state, Challenge(GREEN), "5vd 5vd")
    assert won.standing(4) == (RED, BLUE)


def test_ex_1c_the_choice() -> None:
    """EX-1c, DUE-02, OCC-06: Blue or Green; that Green is the easier one is no rule."""
    state = play(ex_1(1, 2, hand="3va 4nd").lay(), PlayCard(card("3va"), 1))
    assert legal(state) == {Challenge(BLUE), Challenge(GREEN)}


@pytest.mark.parametrize("first", ["1va", "1vd"])
@pytest.mark.parametrize("second", ["2va", "2vd"])
def test_ex_1d_a_duel_won_in_two_rounds(first: str, second: str) -> None:
    """EX-1d, DUE-09, DUE-13, A-93: no third card; Red has Green's circle and may use the shop."""
    before = ex_1(1, hand="3va 1nd").lay()
    what = story(before, PlayCard(card("3va"), 1), Challenge(GREEN), f"{first} {second}")
    after = what.state
    assert what.events[4:] == (
        RoundFought(card(first), RED, 1, 0),
        RoundFought(card(second), RED, 2, 0),
        DuelEnded(RED, GREEN, 4),
        FigureSentBack(GREEN, 4),
        CircleTaken(RED, 4),
    )
    assert card("3nd") in after.pile
    assert after.discards == cards(f"{first} {second}")
    assert after.players[RED].figures == (0, 0, 0, 0, 4)
    assert after.players[GREEN] == evolve(before.players[GREEN], figures=(0, 0, 0, 0, 0))
    assert after.players[BLUE] == before.players[BLUE]
    assert after.phase == Arrived(4)
    assert legal(after) == {END_TURN, UseSpace(pay=card("1nd"))}
    used = story(after, UseSpace(pay=card("1nd")))
    assert used.events[-1] == GemTaken(RED)
    assert used.state.players[BLUE].hand == cards("1nd")


# A fencing round


def duel_on_3(red: tuple[Tile, ...] = (), blue: tuple[Tile, ...] = ()) -> Table:
    """Green's one-circle gem dealer on 3 with a figure of Blue, a red figure that can reach it."""
    table = Table(3).shop(3, GREEN, "gem").figures(BLUE, 3).hand(RED, "3va 3vd")
    return table.tiles(RED, *red).tiles(BLUE, *blue)


ATTACK = (PlayCard(card("3va"), 0), Challenge(BLUE))
ALL_COLOURS = ("violet", "brown", "turquoise")


@pytest.mark.parametrize(
    ("red", "blue", "shown", "winner"),
    [
        # neither has it: the stance decides (DUE-07)
        ((), (), "1va", RED),
        ((), (), "1vd", BLUE),
        ((), (), "1ba", RED),
        ((), (), "1td", BLUE),
        (("brown",), ("turquoise",), "1va", RED),
        (("brown",), ("turquoise",), "1vd", BLUE),
        # one alone has it: the stance does not matter (DUE-06, A-94)
        (("violet",), (), "1va", RED),
        (("violet",), (), "1vd", RED),
        ((), ("violet",), "1va", BLUE),
        ((), ("violet",), "1vd", BLUE),
        (("turquoise",), ("violet", "brown"), "1td", RED),
        (("violet", "turquoise"), ("brown",), "1ba", BLUE),
        # both have it: the stance (DUE-07)
        (("violet",), ("violet",), "1va", RED),
        (("violet",), ("violet",), "1vd", BLUE),
        # neutral: the stance, whoever has what (DUE-08)
        ((), ALL_COLOURS, "1na", RED),
        (ALL_COLOURS, (), "1nd", BLUE),
        # the movement tile is no duel tile
        ((MOVEMENT,), (), "1vd", BLUE),
        ((), (MOVEMENT,), "1na", RED),
        ((MOVEMENT,), (), "1nd", BLUE),
    ],
)
def test_who_wins_a_round(
    red: tuple[Tile, ...], blue: tuple[Tile, ...], shown: str, winner: Seat
) -> None:
    """DUE-05, DUE-06, DUE-07, DUE-08, A-94, A-95: a duel tile that only one has, else the stance."""
    state = duel_on_3(red, blue).lay()
    what = story(state, *ATTACK, shown)
    won = int(winner == RED)
    assert what.events[-1] == RoundFought(card(shown), winner, won, 1 - won)
    assert what.state.phase == Duel(3, BLUE, won, 1 - won)


def test_a_tile_of_a_third_player_does_not_count() -> None:
    """DUE-06: Green stands on the same space and has violet, but the duel is with Blue."""
    table = Table(3).shop(3, GREEN, "gem", 2).figures(BLUE, 3).figures(GREEN, 3)
    state = table.tiles(GREEN, "violet").hand(RED, "3va").lay()
    assert play(state, *ATTACK, "1va").phase == Duel(3, BLUE, 1, 0)


def test_a_round_takes_the_next_card_of_the_pile() -> None:
    """DUE-04: with the chances of the pile; it lies on the discard pile at once."""
    state = play(duel_on_3().pile("1va 1va 2bd").discards("6nd").lay(), *ATTACK)
    assert chance_outcomes(state) == (
        (Draw(card("1va")), Fraction(2, 3)),
        (Draw(card("2bd")), Fraction(1, 3)),
    )
    what = story(state, "1va")
    assert what.state.pile == cards("1va 2bd")
    assert what.state.discards == multiset((*state.discards, card("1va")))
    assert what.state.players == state.players  # nobody takes it
    assert what.reveals


def test_a_challenge_reveals_nothing_yet() -> None:
    """DUE-04, A-132: it could be taken back until the first card is turned up."""
    assert not story(duel_on_3().lay(), *ATTACK).reveals


def test_only_a_card_of_the_pile_can_be_turned_up() -> None:
    """DUE-04: neither one from a hand, nor the front card, nor one that is discarded."""
    table = duel_on_3().pile("1va 1vd").discards("6nd").hand(BLUE, "5nd").rest_to(GREEN)
    state = play(table.lay(), *ATTACK)
    for other in ("3vd", "5nd", "3va", "6nd", "2bd"):
        with pytest.raises(IllegalActionError) as failure:
            step(state, Draw(card(other)))
        assert failure.value.refusal == illegal(Code.CARD_NOT_IN_PILE, "DUE-04", card=card(other))


# Two rounds or three


@pytest.mark.parametrize(
    ("shown", "won"),
    [
        ("1na 2na", True),
        ("1nd 2nd", False),
        ("1na 2nd 3na", True),
        ("1nd 2na 3na", True),
        ("1na 2nd 3nd", False),
        ("1nd 2na 3nd", False),
    ],
)
def test_two_won_rounds_decide(*, shown: str, won: bool) -> None:
    """DUE-03, DUE-09, DUE-10, A-93: at once; at one all the third card decides, and there is no fourth."""
    before = duel_on_3().lay()
    state = play(before, *ATTACK)
    for turned, word in enumerate(shown.split()):
        assert isinstance(state.phase, Duel)
        assert state.phase.attacker_wins + state.phase.defender_wins == turned
        state = play(state, word)
    assert state.phase == (Arrived(3) if won else MOVING)
    assert state.discards == cards(shown)
    assert state.standing(3) == ((RED,) if won else (BLUE,))
    assert state.players[RED].figures == ((0, 0, 0, 0, 3) if won else (0, 0, 0, 0, 0))
    with pytest.raises(IllegalActionError) as failure:
        step(state, Draw(card("4na")))
    assert failure.value.refusal == illegal(Code.NOT_A_CHANCE_STEP, "A-136")


def test_nobody_has_a_decision_in_a_duel() -> None:
    """A-92: neither the defender nor the attacker, until it is over."""
    state = play(duel_on_3().lay(), *ATTACK)
    tries: tuple[Action, ...] = (
        *(END_TURN, PASS, TAKE_CARDS, Challenge(BLUE), Challenge(RED), UseSpace()),
        *(PlayCard(card("3vd"), 3), PlayCard(card("3vd"), 0), ReturnFigure(3), Deliver(sword(2))),
        PlaceShop(ShopTile("gem", 1), 1),
    )
    for fight in (state, play(state, "1na"), play(state, "1na 2nd")):
        assert legal(fight) == set()
        assert fight.active == RED
        for action in tries:
            assert refused(fight, action) == illegal(Code.CHANCE_IS_NEXT, "A-136")


def test_the_tiles_of_the_others_are_open() -> None:
    """A-138: the mover can look at them before the challenge."""
    state = play(duel_on_3(("brown",), ("violet", MOVEMENT)).lay(), ATTACK[0])
    seen = view(state, RED)
    assert [player.tiles for player in seen.players] == [("brown",), (MOVEMENT, "violet"), ()]


# What is won and lost


def test_the_loser_loses_the_place_and_nothing_else() -> None:
    """DUE-11, DUE-12, DUE-13, A-96: swords, material, tiles and cards are not carried along the road."""
    table = duel_on_3(("violet",), ("brown",)).hand(BLUE, "6nd")
    table.swords(RED, sword(12)).swords(BLUE, sword(7)).paintings(BLUE, 3).alcazar(
        BLUE, 1, sword(2)
    )
    table.material(RED, metal=2, gems=1).material(BLUE, metal=3, gems=4).figures(BLUE, 3)
    before = table.lay()
    lost = play(before, *ATTACK, "1nd 2nd")
    assert lost.players[RED] == evolve(before.players[RED], hand=cards("3vd"))
    assert lost.players[BLUE] == before.players[BLUE]
    won = play(before, *ATTACK, "1na 2na")
    assert won.players[RED] == evolve(
        before.players[RED], hand=cards("3vd"), figures=(0, 0, 0, 0, 3)
    )
    assert won.players[BLUE] == evolve(before.players[BLUE], figures=(0, 0, 0, 0))
    assert (lost.metal, lost.gems, lost.swords) == (before.metal, before.gems, before.swords)


def test_only_one_figure_of_the_defender_is_beaten() -> None:
    """A-103, A-47: the loser's second figure stays beside the victor."""
    table = Table().shop(3, BLUE, "gem", 2).figures(BLUE, 3, 3).hand(RED, "3va")
    state = play(table.lay(), *ATTACK, "1na 2na")
    assert state.standing(3) == (RED, BLUE)
    assert state.players[BLUE].figures == (0, 0, 0, 0, 3)


def test_a_victor_may_leave_the_space_unused() -> None:
    """A-98, MOV-07: they may end the turn, or go on with another card."""
    table = duel_on_3().shop(6, RED, "metal")
    state = play(table.lay(), *ATTACK, "1na 2na")
    assert legal(state) == {END_TURN, UseSpace(pay=card("3vd")), PlayCard(card("3vd"), 3)}
    ended = play(state, END_TURN)
    assert (ended.players[RED].gems, ended.players[GREEN].hand) == (0, ())


@pytest.mark.parametrize("owner", [RED, BLUE, GREEN])
def test_the_normal_price_after_a_victory(owner: Seat) -> None:
    """A-99, DUE-13: free in your own shop; the beaten one is paid like anybody else."""
    table = Table(3).shop(8, owner, "gem").shop(4, RED, "metal").figures(RED, 4)
    table.figures(BLUE, 8).hand(RED, "4va 1na 3na 5nd")
    state = play(table.lay(), PlayCard(card("4va"), 4), Challenge(BLUE), "2na 2va")
    fees = {None} if owner == RED else {card("3na"), card("5nd")}
    assert legal(state) == {END_TURN, *(UseSpace(pay=fee) for fee in fees)}
    if owner != RED:
        paid = play(state, UseSpace(pay=card("3na")))
        assert paid.players[RED].gems == 1
        assert [p.hand for p in paid.players] == [
            cards("1na 5nd") if seat == RED else cards("3na") if seat == owner else ()
            for seat in (RED, BLUE, GREEN)
        ]


def test_a_lost_duel_costs_nothing_and_gives_no_use() -> None:
    """A-99, DUE-12: the card that was played is gone, no fee is paid, nothing can be used."""
    state = play(duel_on_3().lay(), *ATTACK, "1nd 2nd")
    assert state.players[GREEN].hand == state.players[BLUE].hand == ()
    assert refused(state, UseSpace(pay=card("3vd"))) == illegal(Code.NOT_JUST_ARRIVED, "A-54")


# The turn after it


@pytest.mark.parametrize("shown", ["5na 6na", "5nd 6nd"])
def test_it_is_the_same_turn(shown: str) -> None:
    """DUE-14, A-100: front card and tile stay as they were, and no other action becomes possible."""
    table = duel_on_3((MOVEMENT,)).shop(1, RED, "metal").figures(RED, 1)
    by_tile = play(table.lay(), PlayCard(card("3va"), 0, with_tile=True), Challenge(BLUE), shown)
    assert (by_tile.active, by_tile.front, by_tile.tile_value) == (RED, None, 3)
    table.hand(RED, "2va 2nd")
    state = play(table.lay(), PlayCard(card("2va"), 1), Challenge(BLUE), shown)
    assert (state.active, state.front, state.tile_value) == (RED, card("2va"), None)
    others: dict[Action, str] = {
        TAKE_CARDS: "A-20",
        PASS: "TRN-04",
        ReturnFigure(3): "A-111",
        PlaceShop(ShopTile("gem", 1), 2): "A-20",
    }
    for action, rule in others.items():
        assert refused(state, action) == illegal(Code.NOT_AT_TURN_START, rule)


def test_several_duels_in_a_turn() -> None:
    """A-101: lost, lost and won, against the same player and on the same space."""
    table = Table().shop(3, BLUE, "gem", 2).figures(BLUE, 3, 3).hand(RED, "3va 3vd 3na 3nd")
    state = play(table.lay(), PlayCard(card("3va"), 0), Challenge(BLUE), "1nd 2nd")
    state = play(state, PlayCard(card("3vd"), 0), Challenge(BLUE), "4nd 4na 5nd")
    assert state.players[RED].figures == (0, 0, 0, 0, 0)
    state = play(state, PlayCard(card("3na"), 0), Challenge(BLUE), "1na 2na")
    assert state.standing(3) == (RED, BLUE)
    state = play(state, PlayCard(card("3nd"), 0))
    assert legal(state) == {Challenge(BLUE)}
    state = play(state, Challenge(BLUE), "1va 1va")
    assert state.standing(3) == (RED, RED)
    assert state.players[BLUE].figures == (0, 0, 0, 0, 0)


def test_the_beaten_figure_goes_to_the_cathedral_from_where_the_attacker_came() -> None:
    """A-97, DUE-11: any number of figures stands on the cathedral."""
    state = play(duel_on_3().lay(), *ATTACK, "1nd 2nd")
    assert state.standing(0) == (RED,) * 5 + (BLUE,) * 4 + (GREEN,) * 5
    state = play(duel_on_3().lay(), *ATTACK, "1na 2na")
    assert state.standing(0) == (RED,) * 4 + (BLUE,) * 5 + (GREEN,) * 5


def test_no_duel_without_a_full_space() -> None:
    """A-91, A-102, OCC-05: not on the cathedral, not on a space with room, not at the Alcazar."""
    table = Table().shop(3, BLUE, "gem", 2).shop(17, RED, "metal").figures(RED, 17)
    start = table.alcazar(BLUE, 2).figures(BLUE, 3).hand(RED, "3va 3vd").lay()
    assert refused(start, Challenge(BLUE)) == illegal(Code.NOT_IN_TRANSIT, "OCC-01")
    not_here = illegal(Code.NOT_IN_TRANSIT, "OCC-05")
    assert refused(play(start, PlayCard(card("3va"), 0)), Challenge(BLUE)) == not_here
    inside = play(start, PlayCard(card("3va"), 17))
    assert legal(inside) == {END_TURN, PlayCard(card("3vd"), 0)}
    assert refused(inside, Challenge(BLUE)) == illegal(Code.NOT_IN_TRANSIT, "A-102")


@pytest.mark.parametrize(("hand", "way_on"), [("3va 3vd", True), ("3va 5nd", False)])
def test_a_duel_is_forced_only_without_a_way_on(*, hand: str, way_on: bool) -> None:
    """A-91, DUE-01: who can move on has the choice, who cannot must fight."""
    table = duel_on_3().shop(6, RED, "metal").hand(RED, hand)
    state = play(table.lay(), ATTACK[0])
    assert plays(state) == (playing("3vd", 3) if way_on else set())
    assert legal(state) - plays(state) == {Challenge(BLUE)}


# When the pile runs out


def test_the_card_that_led_to_the_duel_can_be_turned_up() -> None:
    """A-137, A-24, A-26: if it is not the first card of the turn; the front card stays out."""
    table = duel_on_3().shop(6, BLUE, "metal").figures(BLUE, 6).pile("").rest_to(GREEN)
    state = play(table.lay(), PlayCard(card("3va"), 0), PlayCard(card("3vd"), 3))
    what = story(state, Challenge(BLUE))
    assert what.events == (DuelBegan(RED, BLUE, 6), PileReshuffled(1))
    assert (what.state.pile, what.state.discards, what.state.front) == (
        cards("3vd"),
        (),
        card("3va"),
    )
    assert what.reveals
    lost = story(what.state, "3vd 3vd")
    assert lost.events == (
        RoundFought(card("3vd"), BLUE, 0, 1),
        PileReshuffled(1),
        RoundFought(card("3vd"), BLUE, 0, 2),
        DuelEnded(BLUE, RED, 6),
        FigureSentBack(RED, 6),
    )
    assert (lost.state.pile, lost.state.discards) == ((), cards("3vd"))


def test_a_reshuffle_in_a_duel_brings_back_what_was_turned_up() -> None:
    """A-24: a card may decide two rounds; the discard pile ends with the reveals since then."""
    table = duel_on_3().pile("1na").discards("2nd").rest_to(GREEN)
    state = play(table.lay(), *ATTACK)
    assert chance_outcomes(state) == ((Draw(card("1na")), Fraction(1)),)
    what = story(state, "1na")
    assert what.events == (RoundFought(card("1na"), RED, 1, 0), PileReshuffled(2))
    assert (what.state.pile, what.state.discards) == (cards("1na 2nd"), ())
    once = play(what.state, "1na")
    assert (once.phase, once.pile, once.discards) == (Arrived(3), cards("2nd"), cards("1na"))
    what = story(what.state, "2nd 1na")
    assert PileReshuffled not in [type(event) for event in what.events]
    assert (what.state.phase, what.state.pile, what.state.discards) == (
        Arrived(3),
        (),
        cards("1na 2nd"),
    )


def test_pile_and_discards_count_together() -> None:
    """A-28, DUE-01: with a card in each of them there are two to turn up."""
    table = Table().moving("5bd").figures(BLUE, 5, 5).figures(RED, transit=5)
    state = table.pile("1va").discards("1vd").rest_to(BLUE).lay(Transit(5))
    assert legal(state) == {Challenge(BLUE)}


def test_one_card_is_enough_for_any_number_of_rounds() -> None:
    """A-28, A-24: it is turned up, discarded, shuffled, and turned up again."""
    table = duel_on_3().pile("1na").rest_to(GREEN)
    what = story(table.lay(), *ATTACK, "1na 1na")
    assert what.events[4:7] == (
        RoundFought(card("1na"), RED, 1, 0),
        PileReshuffled(1),
        RoundFought(card("1na"), RED, 2, 0),
    )
    assert (what.state.pile, what.state.discards) == ((), cards("1na"))
