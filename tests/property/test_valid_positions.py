"""Decision 10: `invariants` alone says what a valid position is.

Law: no position without violations makes `legal_actions`, a legal action, `explain`, `view`, `score` or `hash` fail.
And `invariants` itself never fails, whatever stands in a position.
"""

from __future__ import annotations

from random import Random
from typing import Any

from attrs import evolve, fields, has
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import positions
from toledo_rules import (
    Card,
    ShopTile,
    State,
    Sword,
    apply,
    chance_outcomes,
    determinize,
    explain,
    invariants,
    legal_actions,
    new_game,
    outcome,
    score,
    step,
    universe,
    view,
)
from toledo_rules.codec import dump, load
from toledo_rules.state import (
    ENTERED,
    MOVING,
    OVER,
    TURN_START,
    Arrived,
    Drawing,
    Duel,
    Shop,
    Transit,
)

NONSENSE: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, -1, 5, 99, 10**30, 1.0, 0.5, float("nan"), "", "violet", "take"),
    *((), (0,), (None,), [], {}, object, frozenset(), b"1", 1j),
    *(Card(99, "pink", "attacker"), Sword(1, 1, 1), ShopTile("gem", 9)),
    *(Shop(0, "gem", 1), Shop(7, "smith", 2)),
    *(TURN_START, MOVING, ENTERED, OVER, Arrived(5), Arrived(-1), Transit(4), Transit(99)),
    *(Drawing(2, "tavern"), Drawing(1, "take"), Drawing(True, "take"), Duel(4, 1, 0, 0)),
)


def damaged(value: Any, rng: Random) -> Any:
    """Return a value with one thing in it changed."""
    if rng.random() < 0.25:
        return rng.choice(NONSENSE)
    if isinstance(value, tuple) and value and not hasattr(value, "_fields"):
        return _damaged_tuple(value, rng)
    if has(type(value)) and not isinstance(value, Card):
        return _damaged_fields(value, rng)
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, -value, float(value), bool(value)))
    return rng.choice(NONSENSE)


def _damaged_tuple(value: tuple[Any, ...], rng: Random) -> Any:
    place, items = rng.randrange(len(value)), list(value)
    match rng.randrange(7):
        case 0:
            return items
        case 1:
            return value[::-1]
        case 2:
            return tuple(rng.sample(items, len(items)))
        case 3:
            return value[:place] + value[place + 1 :]
        case 4:
            return (*value, items[place])
        case _:
            items[place] = damaged(items[place], rng)
            return tuple(items)


def _damaged_fields(value: Any, rng: Random) -> Any:
    names = [part.name for part in fields(type(value)) if part.init]
    if not names:
        return rng.choice(NONSENSE)
    name, other = rng.choice(names), rng.choice(names)
    if isinstance(value, State) and name == "edition" and rng.random() < 0.7:
        name = "players"
    if rng.random() < 0.15:
        swapped = {name: getattr(value, other), other: getattr(value, name)}
        return evolve(value, **swapped)
    return evolve(value, **{name: damaged(getattr(value, name), rng)})


def use(state: State) -> None:
    """Do everything with a position that can be done."""
    assert hash(state) == hash(evolve(state))
    legal = legal_actions(state)
    for action in (*legal, *universe(state.edition).actions[:: 1 + len(legal)]):
        assert (explain(state, action) is None) == (action in legal)
    for action in legal[::7]:
        apply(state, action, Random(1))
    for draw, _ in chance_outcomes(state)[::5]:
        step(state, draw)
    for seat in range(len(state.players)):
        score(state, seat)
        determinize(view(state, seat), Random(1))
    outcome(state)
    assert load(dump(state), State) == state


@given(positions(), st.integers(0, 2**32), st.integers(1, 3))
def test_a_position_is_refused_or_works(state: State, seed: int, times: int) -> None:
    """No position without violations makes anything fail, however it was made."""
    rng = Random(seed)
    for _ in range(times):
        if has(type(state)):
            state = _damaged_fields(state, rng)
    if not [*invariants(state)]:
        use(state)


@given(positions())
def test_positions_that_can_be_reached_work(state: State) -> None:
    """No position that can be reached is refused."""
    assert [*invariants(state)] == []
    use(state)


@given(positions(), st.sampled_from(NONSENSE))
def test_nonsense_for_a_position_is_refused(state: State, nonsense: Any) -> None:
    """Whatever else is handed over is no position."""
    assert [broken.number for broken in invariants(nonsense)] == ["I-00"]
    broken = [*invariants(evolve(state, edition=nonsense))]
    assert [(one.number, one.where) for one in broken] == [("I-00", "edition")]


def test_an_edition_that_only_looks_equal_is_refused() -> None:
    """An edition with 5.0 figures equals the one with 5, and is not taken for it."""
    state = new_game(2, Random(1))
    as_float: Any = float(state.edition.figures)
    edition = evolve(state.edition, figures=as_float)
    assert edition == state.edition
    (broken,) = invariants(evolve(state, edition=edition))
    assert (broken.number, broken.where) == ("I-00", "edition.figures")
