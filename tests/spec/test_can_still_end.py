"""From every position of the published game the players can bring it to an end, whatever the cards.

The argument is in spec/proofs/README.md (*The end*). These tests follow its plan, from positions of games
and from positions laid out at random, with cards drawn at random.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.spec.agreement import some_positions
from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    TAKE_CARDS,
    Card,
    Draw,
    PlaceShop,
    PlayCard,
    ReturnFigure,
    State,
    legal_actions,
    step,
)
from toledo_rules.state import ENTERED, TURN_START
from toledo_rules.testing import BLUE, RED, Table

VALUE, STRIDES, SITE = 5, 4, 15
"""Four fives lead from the cathedral to an entrance, over the tavern, the artist and the site on step 15."""


def test_the_board_and_the_cards_are_as_the_argument_wants_them() -> None:
    road = KOSMOS_2008.road
    kinds = [road[VALUE * stride].kind for stride in range(STRIDES + 1)]
    assert kinds == ["cathedral", "tavern", "artist", "site", "entrance"]
    fives = Counter(card.value for card in KOSMOS_2008.cards)[VALUE]
    assert fives > (STRIDES - 1) * KOSMOS_2008.most_players
    sites = sum(space.kind == "site" for space in road)
    assert len(KOSMOS_2008.shops) * KOSMOS_2008.least_players >= sites
    assert KOSMOS_2008.figures > KOSMOS_2008.last_round_at


def fives(state: State) -> list[Card]:
    """The fives in the hand of the player on turn."""
    return [card for card in state.players[state.active].hand if card.value == VALUE]


def run(state: State) -> State:
    """Lead a figure from the cathedral into the Alcazar in one turn, whoever stands in the way."""
    inside = state.players[state.active].inside
    for stride in range(STRIDES):
        state = step(state, PlayCard(fives(state)[0], VALUE * stride)).state
    assert state.phase == ENTERED
    assert state.players[state.active].inside == inside + 1
    return state


def begin(state: State) -> State:
    """The first action of a turn on the way to the end."""
    player, legal = state.players[state.active], legal_actions(state)
    placing = [a for a in legal if isinstance(a, PlaceShop) and a.step == SITE]
    returning = [a for a in legal if isinstance(a, ReturnFigure)]
    if placing:
        return step(state, placing[0]).state
    if state.shops[SITE] is not None and len(fives(state)) >= STRIDES:
        return run(state) if 0 in player.figures else step(state, returning[0]).state
    if TAKE_CARDS in legal:
        return step(state, TAKE_CARDS).state
    return step(state, (returning or legal)[0]).state


def moves_to_the_end(state: State, rng: Random) -> int:
    """Go the way; the number of moves that it took."""
    for number in range(2_000):
        if state.over:
            return number
        if state.chance:
            state = step(state, Draw(rng.choice(state.pile))).state
        elif state.phase == TURN_START:
            state = begin(state)
        else:
            legal = legal_actions(state)
            state = step(state, END_TURN if END_TURN in legal else legal[0]).state
    raise AssertionError


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_players_can_bring_the_game_to_an_end(players: int) -> None:
    rng = Random(players)
    for state in some_positions(KOSMOS_2008, players, rng, 30):
        moves_to_the_end(state, rng)


def test_even_when_others_stand_in_the_way() -> None:
    """Every circle on the way is taken, and no card can be turned up: the figure moves on over all of them."""
    table = Table(2).shop(SITE, BLUE, "gem", 1).figures(BLUE, 5, 5, 10, 10, SITE)
    state = table.hand(RED, "5va 5va 5vd 5vd").rest_to(BLUE).lay()
    assert state.pile == state.discards == ()
    assert run(state).players[RED].inside == 1
