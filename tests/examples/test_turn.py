"""The turn (TRN): exactly one of four actions, in order, and a pass only when nothing else is possible."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from attrs import evolve

from tests.table import playing, plays
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    MOVEMENT,
    PASS,
    TAKE_CARDS,
    Action,
    Challenge,
    Code,
    Deliver,
    Draw,
    IllegalActionError,
    Move,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    Seat,
    ShopTile,
    UseSpace,
    apply,
    legal_actions,
    new_game,
    outcome,
    step,
)
from toledo_rules.events import (
    AlcazarEntered,
    CardPlayed,
    CircleTaken,
    DuelBegan,
    DuelEnded,
    FeePaid,
    FigureMoved,
    FigureReturned,
    FigureSentBack,
    FrontCardDiscarded,
    GameEnded,
    HandShown,
    LastRoundBegan,
    MetalTaken,
    Passed,
    RoundFought,
    SecretCardDrawn,
    ShopPlaced,
    SpaceFull,
    SwordDelivered,
    TurnBegan,
    TurnEnded,
)
from toledo_rules.rulebook import illegal
from toledo_rules.state import ENTERED, MOVING, OVER, TURN_START, Arrived, Drawing, Phase, Transit
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

ONE_OF_EACH: tuple[Action, ...] = (
    TAKE_CARDS,
    PlaceShop(ShopTile("gem", 1), 1),
    ReturnFigure(5),
    PlayCard(card("5va"), 0),
    Challenge(BLUE),
    UseSpace(),
    Deliver(sword(2)),
    END_TURN,
    PASS,
)

# Order of play


@pytest.mark.parametrize("first", [0, 1, 2])
def test_turns_go_round_from_the_first_player(first: Seat) -> None:
    """TRN-01, TRN-02: the table says who is the youngest; then clockwise, one action each."""
    rng = Random(first)
    state = new_game(3, rng, first=first)
    order = []
    for _ in range(7):
        order.append(state.active)
        state = apply(state, TAKE_CARDS, rng)
    assert order[0] == first
    assert all(after == (before + 1) % 3 for before, after in pairwise(order))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_after_the_last_seat_comes_the_first(players: int) -> None:
    """TRN-02: with any number of players."""
    table = Table(players, active=players - 1)
    state = play(table.lay(), PlaceShop(ShopTile("gem", 1), 1))
    assert (state.active, state.phase) == (RED, TURN_START)


# Exactly one of four actions


def busy_table() -> Table:
    """All four actions are possible.

    | 1     | 5         |
    | Red's | tavern, r |
    """
    return Table().shop(1, RED, "gem").figures(RED, 5).hand(RED, "5va 1nd 2nd")


def test_the_four_actions() -> None:
    """TRN-03: take, place, move or return; each in every way there is, and nothing else."""
    state = busy_table().lay()
    sites = {*range(2, 20)} - {5, 10, 12}
    tray = {ShopTile(kind, n) for kind in ("metal", "smith", "fencing") for n in (1, 2)}
    placements = {PlaceShop(shop, s) for shop in tray | {ShopTile("gem", 2)} for s in sites}
    assert legal(state) == {
        TAKE_CARDS,
        *placements,
        ReturnFigure(5),
        *playing("5va", 0, 5),
        *playing("1nd", 0),
    }


@pytest.mark.parametrize(
    ("moves", "event"),
    [
        ((TAKE_CARDS, "1va 2va"), SecretCardDrawn(RED, card("2va"))),
        ((PlaceShop(ShopTile("gem", 2), 4),), ShopPlaced(RED, ShopTile("gem", 2), 4)),
        ((ReturnFigure(5),), FigureReturned(RED, 5)),
        ((PlayCard(card("1nd"), 0), END_TURN), FrontCardDiscarded(RED, card("1nd"))),
    ],
)
def test_each_of_them_is_the_whole_turn(moves: tuple[Move | str, ...], event: object) -> None:
    """TRN-02, TRN-03: after it the next player is on turn."""
    what = story(busy_table().lay(), *moves)
    assert (what.state.active, what.state.phase) == (BLUE, TURN_START)
    assert what.events[-3:] == (event, TurnEnded(RED), TurnBegan(BLUE))


def test_there_is_no_pass() -> None:
    """TRN-04, A-19: an action is compulsory, and none of them is to end the turn."""
    state = busy_table().lay()
    assert refused(state, PASS) == illegal(
        Code.SOMETHING_ELSE_IS_POSSIBLE, "A-19", actions=len(legal_actions(state))
    )
    assert refused(state, END_TURN) == illegal(Code.NO_CARD_PLAYED, "TRN-04")


def everything_at_once() -> Table:
    """A board on which a move turn can come to every phase; the first card has the value 5.

    | 1     | 5      | 6    | 15    | 16    |
    | Red's | tavern | Blue | Red's | Red's |
    """
    table = Table().shop(1, RED, "gem").shop(6, BLUE, "gem").shop(15, RED, "gem", 2)
    table.shop(16, RED, "metal").figures(RED, 1, 15, 16).figures(BLUE, 6)
    return table.swords(RED, sword(2)).hand(RED, "5va 5vd 5nd 1nd")


IN_A_MOVE_TURN: list[tuple[Phase, tuple[Move | str, ...]]] = [
    (Arrived(5), (PlayCard(card("5va"), 0),)),
    (ENTERED, (PlayCard(card("5va"), 16),)),
    (Transit(6), (PlayCard(card("5va"), 1),)),
    (MOVING, (PlayCard(card("5va"), 0), UseSpace(pay=card("1nd")), "1va 1va 2nd")),
    (MOVING, (PlayCard(card("5va"), 16), Deliver(sword(2)))),
    (MOVING, (PlayCard(card("5va"), 1), Challenge(BLUE), "2nd 3nd")),
]


@pytest.mark.parametrize(("phase", "moves"), IN_A_MOVE_TURN)
def test_actions_are_not_mixed(phase: Phase, moves: tuple[Move | str, ...]) -> None:
    """TRN-03, A-20: once a card is played the turn is a move turn to its end."""
    state = play(everything_at_once().lay(), *moves)
    assert state.phase == phase
    for action in (TAKE_CARDS, PlaceShop(ShopTile("gem", 1), 2)):
        assert refused(state, action) == illegal(Code.NOT_AT_TURN_START, "A-20")
    assert refused(state, ReturnFigure(15)) == illegal(Code.NOT_AT_TURN_START, "A-111")
    assert refused(state, PASS) == illegal(Code.NOT_AT_TURN_START, "TRN-04")


def test_nothing_but_the_first_card_is_fixed() -> None:
    """A-21: the next card can be one that was drawn in this very turn, the figure any."""
    state = play(everything_at_once().hand(RED, "5va 1nd").lay(), PlayCard(card("5va"), 0))
    assert plays(state) == set()
    state = play(state, UseSpace(pay=card("1nd")), "5nd 5na 2nd")
    assert plays(state) == playing("5nd 5na", 0, 1, 5, 15, 16)
    state = play(state, PlayCard(card("5nd"), 1), Challenge(BLUE), "2na 3na")
    assert legal(state) == {
        END_TURN,
        UseSpace(pay=card("5na")),
        UseSpace(pay=card("2nd")),
        *playing("5na", 0, 5, 15, 16),
    }


# One thing after another


def test_the_order_of_events_in_a_turn() -> None:
    """A-136: card, figure, arrival; duel and its loser; fee before benefit; at the end the front card.

    | 3           | 6    | 17    |
    | Blue's, b   | Blue | Red's |
    """
    table = Table().shop(3, BLUE, "metal").shop(6, BLUE, "metal", 2).shop(17, RED, "gem")
    table.figures(BLUE, 3, 6, 6).figures(RED, 17).swords(RED, sword(2))
    state = table.hand(RED, "3va 3vd 3nd 1nd").lay()
    what = story(
        state,
        *(PlayCard(card("3va"), 0), PlayCard(card("3vd"), 3), Challenge(BLUE), "1na 2nd 2na"),
        UseSpace(pay=card("1nd")),
        *(PlayCard(card("3nd"), 17), Deliver(sword(2))),
        END_TURN,
    )
    assert what.events == (
        CardPlayed(RED, card("3va"), to_front=True, with_tile=False),
        FigureMoved(RED, 0, 3),
        SpaceFull(RED, 3),
        CardPlayed(RED, card("3vd"), to_front=False, with_tile=False),
        FigureMoved(RED, 3, 6),
        SpaceFull(RED, 6),
        DuelBegan(RED, BLUE, 6),
        RoundFought(card("1na"), RED, 1, 0),
        RoundFought(card("2nd"), BLUE, 1, 1),
        RoundFought(card("2na"), RED, 2, 1),
        DuelEnded(RED, BLUE, 6),
        FigureSentBack(BLUE, 6),
        CircleTaken(RED, 6),
        FeePaid(RED, BLUE, card("1nd")),
        MetalTaken(RED),
        CardPlayed(RED, card("3nd"), to_front=False, with_tile=False),
        FigureMoved(RED, 17, 20),
        AlcazarEntered(RED, 20),
        SwordDelivered(RED, sword(2)),
        FrontCardDiscarded(RED, card("3va")),
        TurnEnded(RED),
        TurnBegan(BLUE),
    )
    assert what.state.discards == cards("3va 3vd 3nd 1na 2nd 2na")


def test_the_trigger_is_tested_when_the_turn_is_over() -> None:
    """A-136, TRN-05, END-01: after the front card is discarded, before the next player begins."""
    table = Table(3).alcazar(RED, 2).shop(17, RED, "gem").figures(RED, 17).hand(RED, "3va")
    what = story(table.lay(), PlayCard(card("3va"), 17), END_TURN)
    assert what.events[2:] == (
        AlcazarEntered(RED, 20),
        FrontCardDiscarded(RED, card("3va")),
        TurnEnded(RED),
        LastRoundBegan(RED),
        TurnBegan(BLUE),
    )
    assert (what.state.trigger, what.state.active) == (RED, BLUE)


def test_play_goes_on_until_somebody_has_three_figures_inside() -> None:
    """TRN-05, END-02, END-03: then everybody else has one more turn, and no one after that."""
    two = Table(3).alcazar(RED, 1).shop(17, RED, "gem").figures(RED, 17).hand(RED, "3va").lay()
    move = (PlayCard(card("3va"), 17), END_TURN)
    assert play(two, *move).trigger is None
    three = Table(3).alcazar(RED, 2).shop(17, RED, "gem").figures(RED, 17).hand(RED, "3va").lay()
    state = play(three, *move, TAKE_CARDS, "1va 1vd")
    assert (state.active, outcome(state)) == (GREEN, None)
    what = story(state, TAKE_CARDS, "2va 2vd")
    assert what.events[-4:] == (
        TurnEnded(GREEN),
        HandShown(BLUE, cards("1va 1vd")),
        HandShown(GREEN, cards("2va 2vd")),
        GameEnded(),
    )
    assert what.state.phase == OVER
    assert outcome(what.state) is not None


def test_nothing_is_possible_when_the_game_is_over() -> None:
    """END-03: no action of any kind."""
    table = Table().alcazar(BLUE, 3).figures(RED, 5).hand(RED, "5va")
    table.trigger = BLUE
    state = table.lay(OVER)
    assert legal(state) == set()
    for action in ONE_OF_EACH:
        assert refused(state, action) == illegal(Code.GAME_OVER, "END-03")


def test_nobody_acts_while_chance_has_the_word() -> None:
    """A-136: between the two cards that are taken, for instance."""
    state = play(busy_table().lay(), TAKE_CARDS, "1va")
    assert state.phase == Drawing(1, "take")
    assert legal(state) == set()
    for action in ONE_OF_EACH:
        assert refused(state, action) == illegal(Code.CHANCE_IS_NEXT, "A-136")


def test_chance_has_no_word_while_a_player_decides() -> None:
    """A-136: a card is drawn only where a rule says so."""
    states = [play(everything_at_once().lay(), *moves) for _, moves in IN_A_MOVE_TURN]
    for state in (busy_table().lay(), *states):
        with pytest.raises(IllegalActionError) as failure:
            step(state, Draw(state.pile[0]))
        assert failure.value.refusal == illegal(Code.NOT_A_CHANCE_STEP, "A-136")


# The forced pass

SITES = [at for at, space in enumerate(KOSMOS_2008.road) if space.kind == "site"]


def nothing_left(hand: str = "", *, sites: int = len(SITES)) -> Table:
    """Blue and Green have built on all sites, Green holds all the cards that Red does not have.

    One circle: the shops on 1, 3, 6, 8, 11, 14, 16, 18. Two circles: the other shops.
    """
    table = Table(3).hand(RED, hand).pile("").rest_to(GREEN)
    tiles = [(owner, tile) for owner in (BLUE, GREEN) for tile in KOSMOS_2008.shops]
    for at, (owner, tile) in list(zip(SITES, tiles, strict=True))[:sites]:
        table.shop(at, owner, tile.kind, tile.circles)
    return table


def test_who_can_do_nothing_passes() -> None:
    """A-19, A-31: no card to take, no site for a shop, no card to play, no figure on the road."""
    before = nothing_left().lay()
    assert legal_actions(before) == (PASS,)
    assert refused(before, TAKE_CARDS) == illegal(Code.NOTHING_TO_DRAW, "A-27")
    assert refused(before, PlaceShop(ShopTile("gem", 1), 1)) == illegal(
        Code.SITE_TAKEN, "SHP-01", step=1, owner=BLUE
    )
    what = story(before, PASS)
    assert what.state == evolve(before, active=BLUE)
    assert what.events == (Passed(RED), TurnEnded(RED), TurnBegan(BLUE))


def test_cards_without_a_legal_end_do_not_prevent_the_pass() -> None:
    """A-147: a 3 and a 1 in hand, both lead to Blue's figures, and no card for a duel is anywhere."""
    table = nothing_left("3va 1va").figures(BLUE, 1, 3)
    state = table.lay()
    assert legal_actions(state) == (PASS,)
    assert play(state, PASS).players[RED].hand == cards("1va 3va")


def test_the_movement_tile_can_prevent_the_pass() -> None:
    """A-147, A-146: by the tile the same 3 may attack, since it is discarded at once."""
    table = nothing_left("3va").figures(BLUE, 3)
    assert legal(table.lay()) == {PASS}
    state = table.tiles(RED, MOVEMENT).lay()
    assert legal(state) == playing("3va", 0, with_tile=True)
    assert refused(state, PASS) == illegal(Code.SOMETHING_ELSE_IS_POSSIBLE, "A-19", actions=1)


def test_a_figure_must_return_if_nothing_else_is_possible() -> None:
    """A-147, A-160, RET-02: returning is voluntary, but an action is compulsory."""
    state = nothing_left().figures(RED, 9).lay()
    assert legal(state) == {ReturnFigure(9)}
    assert refused(state, PASS) == illegal(Code.SOMETHING_ELSE_IS_POSSIBLE, "A-19", actions=1)
    state = play(state, ReturnFigure(9))
    assert (state.active, state.players[RED].figures) == (BLUE, (0, 0, 0, 0, 0))


def test_a_figure_must_return_even_with_unplayable_cards_in_hand() -> None:
    """A-147, A-160: the 3 leads from the cathedral and from 9 to Blue's figures, without a duel."""
    state = nothing_left("3va").figures(RED, 9, 9).figures(BLUE, 3, 12, 12).lay()
    assert legal(state) == {ReturnFigure(9)}
    assert refused(state, PASS) == illegal(Code.SOMETHING_ELSE_IS_POSSIBLE, "A-19", actions=1)


def test_any_other_action_prevents_the_pass() -> None:
    """A-19, A-147: one card to take, one empty site, or one card with a legal end."""
    take = nothing_left().discards("1nd").lay()
    assert legal(take) == {TAKE_CARDS}
    place = nothing_left(sites=15).lay()
    assert legal(place) == {PlaceShop(tile, 19) for tile in KOSMOS_2008.shops}
    move = nothing_left("4nd").lay()
    assert legal(move) == playing("4nd", 0)
    for state in (take, place, move):
        assert refused(state, PASS) == illegal(
            Code.SOMETHING_ELSE_IS_POSSIBLE, "A-19", actions=len(legal_actions(state))
        )


def test_in_the_last_round_the_pass_uses_up_the_turn() -> None:
    """A-147, END-02: if Red is the last to play, the game is over with it; else the next one plays."""
    table = nothing_left().alcazar(BLUE, 3)
    table.trigger = BLUE
    assert legal_actions(table.lay()) == (PASS,)
    what = story(table.lay(), PASS)
    assert what.events == (Passed(RED), TurnEnded(RED), GameEnded())
    assert what.state.phase == OVER
    table = nothing_left().alcazar(GREEN, 3)
    table.trigger = GREEN
    state = play(table.lay(), PASS)
    assert (state.active, state.phase) == (BLUE, TURN_START)
    assert legal_actions(state) == (PASS,)


def test_one_player_after_another_may_have_to_pass() -> None:
    """A-147: Blue, who can do nothing either, passes after Red; Green has all the cards and moves."""
    state = play(nothing_left().lay(), PASS)
    assert legal_actions(state) == (PASS,)
    state = play(state, PASS)
    assert state.active == GREEN
    assert refused(state, PASS) == illegal(
        Code.SOMETHING_ELSE_IS_POSSIBLE, "A-19", actions=len(legal_actions(state))
    )
