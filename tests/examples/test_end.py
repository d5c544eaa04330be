"""The last round and the end of the game (END)."""

import pytest
from attrs import evolve

from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    MOVEMENT,
    PASS,
    TAKE_CARDS,
    Action,
    Challenge,
    Deliver,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    ShopTile,
    State,
    UseSpace,
    invariants,
    legal_actions,
    outcome,
    score,
)
from toledo_rules.events import FrontCardDiscarded, GameEnded, LastRoundBegan, TurnBegan, TurnEnded
from toledo_rules.rulebook import Code, illegal
from toledo_rules.state import ENTERED, OVER, TURN_START
from toledo_rules.testing import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    Table,
    card,
    cards,
    legal,
    play,
    refused,
    story,
    sword,
)

DRAWS = ("1va 1vd", "2va 2vd", "3va 3vd", "4va 4vd")


def before_the_gate(players: int, seat: int, inside: int = 2) -> Table:
    """A player is on turn with two figures inside and one on step 18, and holds a 2 and a 3."""
    table = Table(players, active=seat).shop(18, seat, "gem", 2)
    return table.alcazar(seat, inside).figures(seat, 18).hand(seat, "2bd 3bd")


def enter(state: State) -> State:
    """The figure on step 18 goes in by a 2."""
    return play(state, PlayCard(card("2bd"), 18))


# The last round begins


def test_three_figures_inside_start_the_last_round() -> None:
    """END-01: when the turn is over."""
    told = story(enter(before_the_gate(3, RED).lay()), END_TURN)
    assert told.state.trigger == RED
    assert (told.state.active, told.state.phase) == (BLUE, TURN_START)
    assert told.events == (
        FrontCardDiscarded(RED, card("2bd")),
        TurnEnded(RED),
        LastRoundBegan(RED),
        TurnBegan(BLUE),
    )


def test_nothing_happens_in_the_middle_of_the_turn() -> None:
    """A-112: with the third figure inside, its player simply goes on."""
    table = before_the_gate(3, RED).hand(RED, "2bd 2va")
    state = enter(table.figures(RED, 18, 18).lay())
    assert (state.trigger, state.phase, state.active) == (None, ENTERED, RED)
    assert legal(state) == {END_TURN, PlayCard(card("2va"), 18)}


def test_two_figures_inside_are_not_enough() -> None:
    """END-01: three or more."""
    told = story(enter(before_the_gate(3, RED, inside=1).lay()), END_TURN)
    assert told.state.trigger is None
    assert not any(isinstance(event, LastRoundBegan) for event in told.events)


def test_three_at_once() -> None:
    """END-01, A-112: what counts is the number at the end of the turn, however it came about."""
    table = Table(2).shop(18, RED, "gem", 2).shop(19, RED, "gem", 1).hand(RED, "2bd 2va 2nd 2td")
    state = table.figures(RED, 18, 18, 19).lay()
    for text, origin in (("2bd", 18), ("2va", 18), ("2nd", 19)):
        state = play(state, PlayCard(card(text), origin))
    assert (state.players[RED].inside, state.trigger) == (3, None)
    assert play(state, END_TURN).trigger == RED


def test_the_number_is_data() -> None:
    """END-01: an edition may ask for another number of figures."""
    one = evolve(KOSMOS_2008, name="one", last_round_at=1)
    table = Table(2, edition=one).shop(18, RED, "gem").figures(RED, 18).hand(RED, "2bd")
    assert play(table.lay(), PlayCard(card("2bd"), 18), END_TURN).trigger == RED


def test_the_end_section_counts() -> None:
    """A-118, TRN-05: the game is not over with the third figure; there is a last round."""
    state = play(enter(before_the_gate(2, RED).lay()), END_TURN)
    assert not state.over
    assert outcome(state) is None
    assert TAKE_CARDS in legal(state)


def test_the_table_is_cleared_at_the_end_of_a_turn() -> None:
    """MOV-12, I-23, A-136: no card in front, no tile card, and the next player may use their tile."""
    table = Table(2).tiles(RED, MOVEMENT).tiles(BLUE, MOVEMENT).hand(RED, "5va 6bd")
    table.hand(BLUE, "5bd").shop(6, RED, "gem")
    state = play(table.lay(), PlayCard(card("6bd"), 0, with_tile=True), PlayCard(card("5va"), 0))
    assert (state.front, state.tile_value) == (card("5va"), 6)
    after = play(state, END_TURN)
    assert (after.front, after.tile_value) == (None, None)
    assert (after.phase, after.discards) == (TURN_START, cards("5va 6bd"))
    assert PlayCard(card("5bd"), 0, with_tile=True) in legal(after)


# The last round


@pytest.mark.parametrize(
    ("players", "seat"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (4, 2), (4, 3)]
)
def test_every_other_player_has_one_more_turn(players: int, seat: int) -> None:
    """END-02, A-113, I-21: clockwise from the trigger, whoever has had more turns before."""
    state = play(enter(before_the_gate(players, seat).lay()), END_TURN)
    turns: list[int] = []
    while not state.over:
        turns.append(state.active)
        state = play(state, TAKE_CARDS, DRAWS[state.active])
    assert turns == [(seat + n) % players for n in range(1, players)]
    assert state.trigger == seat


def test_the_last_turn_ends_the_game() -> None:
    """END-03, A-136: no turn begins any more."""
    table = Table(2, active=RED).alcazar(BLUE, 3).hand(RED, "5va")
    table.trigger = BLUE
    told = story(table.lay(), PlayCard(card("5va"), 0), END_TURN)
    assert told.events[-3:] == (
        FrontCardDiscarded(RED, card("5va")),
        TurnEnded(RED),
        GameEnded(),
    )
    assert (told.state.phase, told.state.active) == (OVER, RED)
    assert (told.state.front, told.state.discards) == (None, cards("5va"))


@pytest.mark.parametrize("last", ["take", "place", "return", "move"])
def test_any_kind_of_turn_can_be_the_last(last: str) -> None:
    """END-02, A-119: taking, placing, returning and moving all use up the last turn."""
    table = Table(2, active=RED).alcazar(BLUE, 3).hand(RED, "5va").figures(RED, 5)
    table.trigger = BLUE
    moves: dict[str, tuple[Action | str, ...]] = {
        "take": (TAKE_CARDS, "1va 2va"),
        "place": (PlaceShop(ShopTile("gem", 1), 1),),
        "return": (ReturnFigure(5),),
        "move": (PlayCard(card("5va"), 0), END_TURN),
    }
    assert play(table.lay(), *moves[last]).over


def test_a_turn_of_the_last_round_is_a_normal_turn() -> None:
    """A-119: all four actions, exactly as before."""
    table = Table(3, active=GREEN).shop(4, BLUE, "gem").figures(GREEN, 4, 5)
    table.hand(GREEN, "1va 4bd 5nd").alcazar(RED, 3)
    before = table.lay_unchecked()
    table.trigger = RED
    last = table.lay()
    assert legal_actions(last) == legal_actions(before)
    kinds = {type(action) for action in legal(last)}
    assert kinds == {type(TAKE_CARDS), PlaceShop, ReturnFigure, PlayCard}


def test_a_second_player_with_three_figures_changes_nothing() -> None:
    """A-114, I-21: the last round ends where it would have ended."""
    table = before_the_gate(3, BLUE).alcazar(RED, 3)
    table.trigger = RED
    told = story(enter(table.lay()), END_TURN)
    assert (told.state.trigger, told.state.active) == (RED, GREEN)
    assert told.events == (FrontCardDiscarded(BLUE, card("2bd")), TurnEnded(BLUE), TurnBegan(GREEN))
    assert play(told.state, TAKE_CARDS, "1va 1vd").over


def test_the_fourth_and_the_fifth_figure() -> None:
    """A-115: in the same turn they may go in and bring their swords; then no turn is left."""
    table = Table(2).shop(18, RED, "gem", 2).shop(19, BLUE, "gem", 1).alcazar(RED, 2)
    table.figures(RED, 18, 18, 19).hand(RED, "2bd 2va 2nd").swords(RED, sword(7), sword(12))
    state = play(
        table.lay(),
        PlayCard(card("2bd"), 18),
        PlayCard(card("2va"), 18),
        Deliver(sword(12)),
        PlayCard(card("2nd"), 19),
    )
    assert (state.players[RED].inside, state.players[RED].figures) == (5, ())
    assert legal(state) == {END_TURN, Deliver(sword(7))}
    state = play(state, Deliver(sword(7)))
    assert legal(state) == {END_TURN}
    assert score(state, RED).total == 19
    over = play(state, END_TURN, TAKE_CARDS, "1va 1vd")
    assert over.over


def test_whoever_begins_a_turn_has_figures_outside() -> None:
    """A-116, I-19: three inside at the start of a turn cannot be."""
    table = Table(3, active=BLUE).alcazar(BLUE, 3).alcazar(RED, 3)
    table.trigger = RED
    assert [broken.number for broken in invariants(table.lay_unchecked())] == ["I-19"]


def test_all_figures_inside_in_the_last_turn() -> None:
    """A-116, A-114: a player may empty the board in their last turn; then only the end is left."""
    table = Table(2, active=BLUE).alcazar(RED, 3).shop(18, BLUE, "gem", 2).alcazar(BLUE, 2)
    table.shop(19, RED, "gem", 1).figures(BLUE, 18, 18, 19).hand(BLUE, "2bd 2va 2nd 6va")
    table.trigger = RED
    state = table.lay()
    for text, origin in (("2bd", 18), ("2va", 18), ("2nd", 19)):
        state = play(state, PlayCard(card(text), origin))
    assert (state.players[BLUE].inside, legal(state)) == (5, {END_TURN})
    assert play(state, END_TURN).over


# The game is over


def test_nothing_more_can_be_done() -> None:
    """END-03: every kind of action is refused for this one reason."""
    table = Table(4, active=BLUE).alcazar(GREEN, 3).hand(BLUE, "5va").figures(BLUE, 5)
    table.swords(BLUE, sword(7))
    table.trigger = GREEN
    state = table.lay(OVER)
    assert legal_actions(state) == ()
    for action in (
        TAKE_CARDS,
        PlaceShop(ShopTile("gem", 1), 1),
        ReturnFigure(5),
        PlayCard(card("5va"), 0),
        Challenge(YELLOW),
        UseSpace(),
        Deliver(sword(7)),
        END_TURN,
        PASS,
    ):
        assert refused(state, action) == illegal(Code.GAME_OVER, "END-03")


def test_points_are_counted_at_the_end() -> None:
    """END-03: an outcome when the last turn is over, and not before."""
    table = before_the_gate(2, RED).swords(RED, sword(12))
    start = table.lay()
    moves: tuple[Action | str, ...] = (
        PlayCard(card("2bd"), 18),
        Deliver(sword(12)),
        END_TURN,
        TAKE_CARDS,
    )
    state = start
    for move in moves:
        assert outcome(state) is None
        state = play(state, move)
    assert outcome(state) is None
    result = outcome(play(state, "1va 1vd"))
    assert result is not None
    assert result.winners == {RED}
    assert [sheet.total for sheet in result.sheets] == [12, 0]


def test_ending_needs_a_move_turn() -> None:
    """END-02, TRN-04: a turn of the last round cannot be skipped."""
    table = Table(2, active=RED).alcazar(BLUE, 3)
    table.trigger = BLUE
    state = table.lay()
    assert refused(state, END_TURN) == illegal(Code.NO_CARD_PLAYED, "TRN-04")
    assert refused(state, PASS) == illegal(
        Code.SOMETHING_ELSE_IS_POSSIBLE, "A-19", actions=1 + 8 * 16
    )
