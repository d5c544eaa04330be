"""What if a duel ends this way, what if the turn ends now: the answers are those of the rules."""

from collections.abc import Callable
from random import Random

import pytest

from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    TAKE_CARDS,
    Challenge,
    Code,
    Draw,
    Game,
    IllegalActionError,
    PlaceShop,
    PlayCard,
    ShopTile,
    State,
    Stream,
    Sword,
    UseSpace,
    affordable,
    apply,
    benefits,
    duel_ended,
    explain,
    explain_all,
    fee,
    fees,
    landing,
    legal_actions,
    new_game,
    step,
    transition,
    turn_ended,
    view,
)
from toledo_rules._scoring import most_points
from toledo_rules.edition import Card
from toledo_rules.events import FigureMoved
from toledo_rules.state import (
    ENTERED,
    MOVING,
    OVER,
    Arrived,
    Drawing,
    Transit,
    names_at,
    shown_to,
)
from toledo_rules.testing import BLUE, GREEN, RED, Table

FRONT = Card(2, "neutral", "attacker")


def before_a_duel() -> State:
    """Red is in transit on a full shop of Blue's, and can challenge Blue or Green."""
    table = Table(players=3).shop(4, BLUE, "gem", circles=2).figures(BLUE, 4).figures(GREEN, 4)
    table.figures(RED, transit=4).phase, table.front = Transit(4), FRONT
    return table.lay()


@pytest.mark.parametrize("rival", [BLUE, GREEN])
@pytest.mark.parametrize("wins", [True, False])
def test_a_duel_that_ends_so_is_a_duel_with_such_cards(rival: int, wins: bool) -> None:
    """DUE-11 to DUE-13: but for the piles it is the position after two such rounds, from before or from within."""
    state = before_a_duel()
    asked = duel_ended(state, rival, attacker_wins=wins)
    stance = "attacker" if wins else "defender"
    fought = step(state, Challenge(rival)).state
    while fought.chance:
        assert duel_ended(fought, rival, attacker_wins=wins).players == asked.players
        card = next(card for card in fought.pile if card.stance == stance)
        fought = step(fought, Draw(card)).state
    assert (asked.players, asked.phase) == (fought.players, fought.phase)
    assert asked.phase == (Arrived(4) if wins else MOVING)
    assert (asked.pile, asked.discards) == (state.pile, state.discards)


def test_a_duel_that_cannot_be_is_refused() -> None:
    """OCC-01, OCC-02, A-136: with oneself, with another while a duel is under way, or without a full space."""
    state = before_a_duel()
    with pytest.raises(IllegalActionError, match="OCC-02"):
        duel_ended(state, RED, attacker_wins=True)
    with pytest.raises(IllegalActionError, match="A-136"):  # the duel under way is with Blue
        duel_ended(step(state, Challenge(BLUE)).state, GREEN, attacker_wins=True)
    with pytest.raises(IllegalActionError, match="OCC-01"):
        duel_ended(Table().lay(), BLUE, attacker_wins=True)


def test_a_turn_that_ends_is_one_that_was_ended() -> None:
    """END-01, END-02: with a third figure inside the last round begins, and after it the game is over."""
    table = Table().alcazar(RED, 3)
    table.front = FRONT
    for phase in (MOVING, ENTERED):
        state = table.lay(phase)
        assert END_TURN in legal_actions(state)
        assert turn_ended(state) == apply(state, END_TURN, Random(1))
        assert turn_ended(state).trigger == RED  # END-01
    assert turn_ended(
        turn_ended(state)
    ).over  # END-02; at the start of a turn it is a question only


@pytest.mark.parametrize(
    ("phase", "rule"), [(Transit(4), "A-41"), (Drawing(1, "take"), "A-136"), (OVER, "END-03")]
)
def test_a_turn_that_cannot_end_is_refused(phase: Transit | Drawing, rule: str) -> None:
    with pytest.raises(IllegalActionError, match=rule):
        turn_ended(Table().lay_unchecked(phase))


def test_the_questions_before_a_move_are_answered_by_the_rules() -> None:
    """Uses are benefits and fees; a card leads where its figure goes; and a sword is forged that can be paid."""
    rng, used, moved = Random(7), 0, 0
    state = new_game(3, rng)
    while not state.over:
        actions = legal_actions(state)
        if isinstance(state.phase, Arrived):
            at = state.phase.step
            uses = [action for action in actions if isinstance(action, UseSpace)]
            assert uses == [
                UseSpace(pay, take, back)
                for take, back in (benefits(state, at) if fees(state, at) else ())
                for pay in fees(state, at)
            ]
            assert (fee(state, at) == 0) == (fees(state, at) == (None,))
            swords = {action.take for action in uses if isinstance(action.take, Sword)}
            assert all(affordable(state, sword) for sword in swords)
            used += bool(uses)
        action = actions[rng.randrange(len(actions))]
        result = transition(state, action, rng)
        if isinstance(action, PlayCard):
            went = [event.step for event in result.events if isinstance(event, FigureMoved)]
            assert went == [landing(state, action)]
            moved += 1
        state = result.state
    assert min(used, moved) > 0
    assert landing(state, PlayCard(KOSMOS_2008.cards[0], KOSMOS_2008.last_step)) is None
    assert benefits(new_game(2, rng), 0) == ()


@pytest.mark.parametrize("ask", [fee, fees, benefits])
@pytest.mark.parametrize("place", [-1, KOSMOS_2008.last_step + 1])
def test_a_space_is_on_the_road(ask: Callable[[State, int], object], place: int) -> None:
    with pytest.raises(ValueError, match=f"the steps are 0 to 21, not {place}"):
        ask(new_game(2, Random(1)), place)


@pytest.mark.parametrize("place", [0, KOSMOS_2008.last_step])
def test_both_ends_of_the_road_are_on_it_but_no_sites(place: int) -> None:
    why = explain(Table(2).lay(), PlaceShop(ShopTile("metal", 1), place))
    assert why is not None
    assert why.code == Code.NOT_A_SITE


def test_a_game_is_acted_on_by_its_position() -> None:
    game = Game(2, seed=7)
    assert apply(game, TAKE_CARDS, Stream(1)) == apply(game.state, TAKE_CARDS, Stream(1))


def test_a_tile_card_without_a_tile_is_not_asked_where_it_may_stop() -> None:
    """Where a move may end on a full space depends on what can follow, and nothing follows it (A-34)."""
    table = Table(2).shop(4, RED, "metal", 1).figures(RED, 4).hand(RED, "4va")
    refused = explain_all(table.lay(), PlayCard(Card(4, "violet", "attacker"), 0, with_tile=True))
    assert [why.code for why in refused] == [Code.NO_MOVEMENT_TILE]


def test_nobody_can_have_more_points_than_the_box_holds() -> None:
    """SCO-06: swords 118, paintings 10, and half of twenty gems."""
    swords = sum(sword.value for sword in KOSMOS_2008.swords)
    assert most_points(KOSMOS_2008) == swords + sum(KOSMOS_2008.paintings) + KOSMOS_2008.gems // 2


def test_a_view_is_shown_to_its_own_seat_only() -> None:
    state = Table(2).lay()
    seen = view(state, 1)
    assert shown_to(seen, 1) is seen
    with pytest.raises(ValueError, match="is what seat 1 sees, not what a spectator sees"):
        shown_to(seen, None)
    with pytest.raises(ValueError, match="is what a spectator sees, not what seat 0 sees"):
        shown_to(view(state, None), 0)


def test_names_that_are_given_come_before_those_of_the_game() -> None:
    game = Game(["Ana", "Ben"], seed=7)
    assert names_at(game, ()) == ("Ana", "Ben")
    assert names_at(game, ("Eva", "Jan")) == ("Eva", "Jan")
    assert names_at(game.state, ()) == ()
