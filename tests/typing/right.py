"""A program as a user might write it. Both checkers must agree with every type in it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import assert_never, assert_type

from attrs import frozen

from toledo_lab.simulate import Plan, Result, simulate
from toledo_rules import (
    KOSMOS_2008,
    TAKE_CARDS,
    Action,
    Card,
    Challenge,
    Deliver,
    Draw,
    Edition,
    EndTurn,
    Event,
    Game,
    Outcome,
    Pass,
    PlaceShop,
    PlayCard,
    Refusal,
    ReturnFigure,
    Rng,
    State,
    Stream,
    TakeCards,
    Transition,
    UseSpace,
    View,
    apply,
    chance_outcomes,
    determinize,
    explain,
    follow,
    legal_actions,
    new_game,
    outcome,
    parse_position,
    step,
    transition,
    view,
)
from toledo_rules.choices import Choices, choices
from toledo_rules.codec import dump, dumps, load, loads
from toledo_rules.describe import describe, tell
from toledo_rules.events import SecretEvents
from toledo_rules.record import Ply, Record, RecordReading, load_record, replay


def first(actions: Iterable[Action]) -> Action:
    """Return the first action of some kind that changes something."""
    for action in actions:
        match action:
            case TakeCards() | EndTurn() | Pass():
                continue
            case PlaceShop(shop, place):
                assert_type(place, int)
                assert_type(shop.circles, int)
            case PlayCard(card, origin, with_tile):
                assert_type(card, Card)
                assert_type(origin, int)
                assert_type(with_tile, bool)
            case ReturnFigure() | Challenge() | UseSpace() | Deliver():
                pass
            case _:
                assert_never(action)
        return action
    return TAKE_CARDS


class Loaded:
    """A user's own source of chance: anything that has `randrange`."""

    def randrange(self, stop: int, /) -> int:
        """Return the last number."""
        return stop - 1


@frozen
class Table:
    """A class that holds values of the library."""

    state: State
    seats: tuple[View, ...]


def play(rng: Rng, edition: Edition = KOSMOS_2008) -> Table:
    """Play some moves."""
    state = new_game(3, rng, edition=edition)
    assert_type(state, State)
    assert_type(legal_actions(state), tuple[Action, ...])
    action = first(legal_actions(state))
    assert_type(explain(state, action), Refusal | None)
    state = apply(state, action, rng)
    after = transition(state, TAKE_CARDS, rng)
    assert_type(after, Transition)
    assert_type(after.draws, tuple[Draw, ...])
    assert_type(after.events, SecretEvents)
    assert_type(after.seen_by(None), tuple[Event, ...])
    assert_type(follow(view(state, 1), after.seen_by(1)), View)
    print(*tell(after.seen_by(1), state, reader=1), dump(after.seen_by(1)[0]))
    assert_type(step(state, TAKE_CARDS), Transition)
    assert_type(chance_outcomes(state), tuple[tuple[Draw, Fraction], ...])
    assert_type(outcome(state), Outcome | None)
    seen = view(state, 1)
    assert_type(seen, View)
    assert_type(determinize(seen, rng), State)
    assert_type(choices(seen), Choices)
    return Table(state, tuple(view(state, seat) for seat in range(3)))


def written(state: State, path: Path) -> str:
    """Write and read things."""
    assert_type(loads(dumps(state), State), State)
    assert_type(loads(dumps(state).encode(), State), State)
    assert_type(load(dump(TAKE_CARDS), Action), Action)
    assert_type(loads(dumps(TAKE_CARDS), Action), Action)
    assert_type(load({}, Card), Card)
    assert_type(load({}, Event), Event)
    assert_type(parse_position(repr(state)), State)
    reading = load_record(path)
    assert_type(reading, RecordReading)
    record = reading.complete()
    assert_type(record, Record)
    for ply in replay(record):
        assert_type(ply, Ply)
    return describe(state, language="de")


def simulated() -> list[int]:
    """Return the points of all players in some games."""
    results = simulate(Plan(bots=("greedy", "random"), games=10, seed=1))
    assert_type(results, tuple[Result, ...])
    return [result.points for result in results]


def main() -> None:
    """Play with three sources of chance."""
    for rng in (Stream(2008), Random(2008), Loaded()):
        print(play(rng).state)
    game = Game(["Ana", "Ben"], seed=1)
    print(game.play("take").seen_by(0), game.outcome)
    print(choices(game, seat=0), describe(game, seat=None), tell((), game, seat=1, reader=1))
    assert_type(legal_actions(game), tuple[Action, ...])
    assert_type(outcome(game), Outcome | None)
    assert_type(view(game, None), View)
    assert_type(new_game(2, Stream(1), "tiny-duel"), State)


if __name__ == "__main__":
    main()
