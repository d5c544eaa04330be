"""A-117: a game can go on for ever. Here is one that does, from the deal to the first position that comes again."""

from __future__ import annotations

import json
from random import Random

from tests.solving import FOLDER, SOLVED, solution
from toledo_rules import (
    Action,
    EndTurn,
    PlayCard,
    ReturnFigure,
    State,
    TakeCards,
    chance_outcomes,
    legal_actions,
    new_game,
    step,
)


def turn(state: State, *actions: Action) -> State:
    """One turn; of the cards that chance can draw it takes the first."""
    for action in actions:
        assert action in legal_actions(state)
        state = step(state, action).state
        while state.chance:
            state = step(state, chance_outcomes(state)[0][0]).state
    return state


def endless() -> tuple[State, State]:
    """A position of a game that began with a deal, and the position six turns later."""
    state = new_game(2, Random(117), first=0)
    while state.pile:
        state = turn(state, TakeCards())
    # All cards are in hand. Seat 1 walks to the tavern on step 5, and seat 0 takes the card that this cost.
    assert state.active == 1
    five = next(card for card in state.players[1].hand if card.value == 5)
    state = turn(state, PlayCard(five, 0), EndTurn())
    before = turn(state, TakeCards())
    # From now on the two hand this one card to each other.
    state = turn(before, ReturnFigure(5))
    state = turn(state, PlayCard(five, 0), EndTurn())
    state = turn(state, TakeCards())
    state = turn(state, ReturnFigure(5))
    state = turn(state, PlayCard(five, 0), EndTurn())
    return before, turn(state, TakeCards())


def test_a_game_can_go_on_for_ever() -> None:
    """A-117: six turns after it the same position is there again, whatever chance does in between."""
    before, after = endless()
    assert before == after
    assert not before.over


def test_the_solved_editions_are_what_solving_them_gives() -> None:
    """The smallest one is solved again; of the others the file says when that was done."""
    committed = {name: json.loads((FOLDER / f"{name}.json").read_text("utf-8")) for name in SOLVED}
    again = solution("tiny-agreement")
    assert {**again, "date": committed["tiny-agreement"]["date"]} == committed["tiny-agreement"]
    for name, found in committed.items():
        assert found["edition"] == name
        assert all(0 <= deal["low"] <= deal["high"] <= 1 for deal in found["deals"])
        assert all(choice["best"] for choice in found["choices"])


def test_neither_player_can_force_a_win_in_three_of_the_four() -> None:
    """The page about solved editions says so."""
    for name in SOLVED:
        deals = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))["deals"]
        open_ = sum(deal["low"] == 0 and deal["high"] == 1 for deal in deals)
        assert (open_, len(deals)) == {
            "tiny-agreement": (2, 2),
            "tiny-road": (2, 11),
            "tiny-bank": (3, 3),
            "tiny-exhaustive": (2, 2),
        }[name]
