"""Every position of three tiny editions, not a sample of them: from every deal, by every action and every draw.

The laws of the other files are asked of each of these positions. The number of positions and transitions is printed at
the end of the test run; `python -m tests.exploration` explores other editions, or larger ones up to a limit.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest
from attrs import frozen

from tests.exploration import Found, check_position, explore
from tests.strategies import TINY
from toledo_rules import (
    Action,
    Draw,
    Event,
    Move,
    Refusal,
    Seat,
    State,
    View,
    explain,
    follow,
    legal_actions,
    universe,
    view,
)
from toledo_rules.events import EVENT_TYPES, HandShown
from toledo_rules.state import Drawing


@frozen
class Size:
    """What there is in a tiny edition for two players. A rule that changes changes these numbers."""

    positions: int
    transitions: int
    lacks: frozenset[str]
    """The kinds of events that never happen there."""


SIZES = {
    "tiny-bank": Size(
        35_381,
        49_904,
        frozenset({"MetalTaken", "SwordForged", "SwordDelivered", "TileTaken", "TileGivenBack"}),
    ),
    "tiny-exhaustive": Size(94_365, 125_117, frozenset({"GemTaken", "PaintingTaken"})),
    "tiny-road": Size(
        33_715,
        47_010,
        frozenset(
            {"ShopPlaced", "MetalTaken", "GemTaken", "SwordForged", "SwordDelivered", "TileTaken"}
            | {"TileGivenBack"}
        ),
    ),
}

EDITIONS = {edition.name: edition for edition in TINY}


@pytest.fixture(autouse=True)
def no_collector() -> Iterator[None]:
    """Positions hold no cycles: looking for some among so many would take a third of the time."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("name", SIZES)
def test_every_position(name: str, record_property: Callable[[str, object], None]) -> None:
    """Laws 1 to 5 in every position that can be reached: invariants, legality, something to do, exact chances."""
    tally = explore(EDITIONS[name], 2, check_position)
    record_property("exploration", f"{name}: {tally}")
    assert tally.complete
    kinds = {kind.__name__ for kind in EVENT_TYPES}
    found = Size(tally.positions, tally.transitions, frozenset(kinds - set(tally.events)))
    assert found == SIZES[name]
    assert tally.endable == tally.positions, "A-161: from everywhere the game can still end"


def everybody(state: State) -> list[Seat | None]:
    """Each seat, and a spectator."""
    return [None, *range(len(state.players))]


Choices: TypeAlias = tuple[tuple[Action, ...], tuple[Refusal | None, ...]]
Told: TypeAlias = tuple[tuple[Event, ...], View]


class Gossip:
    """Collects what everybody is told, and asks that it follows from what they see."""

    def __init__(self) -> None:
        self.choices: dict[View, Choices] = {}
        self.told: dict[tuple[View, Move | None], Told] = {}

    def visit(self, state: State, found: Found) -> None:
        """Laws 7 and 10 for one position and all its moves."""
        actions = universe(state.edition).actions
        choices = legal_actions(state), tuple(explain(state, action) for action in actions)
        seen = view(state, state.active)
        assert self.choices.setdefault(seen, choices) == choices, (
            "law 7: equal views, equal choices"
        )
        for seat in everybody(state):
            seen = view(state, seat)
            for move, what in found:
                told = what.seen_by(seat), view(what.state, seat)
                assert follow(seen, told[0]) == told[1], "law 10: events tell all that has changed"
                drawn = isinstance(move, Draw) and isinstance(state.phase, Drawing)
                hidden = drawn and seat != state.active
                if any(isinstance(event, HandShown) for event in told[0]):
                    continue  # these cards were hidden before
                key = seen, None if hidden else move
                assert self.told.setdefault(key, told) == told, "law 7: equal views, equal events"


def test_nothing_leaks_anywhere(record_property: Callable[[str, object], None]) -> None:
    """Laws 7 and 10, I-39, exactly: all positions that look alike to somebody are compared with each other."""
    name, gossip = "tiny-bank", Gossip()
    tally = explore(EDITIONS[name], 2, gossip.visit)
    assert tally.complete
    assert len(gossip.choices) < tally.positions, "some positions differ only in what is hidden"
    record_property(
        "exploration",
        f"{name}: {len(gossip.choices):,} views of the active player, "
        f"{len(gossip.told):,} things told to somebody",
    )


def test_together_they_have_everything() -> None:
    """No kind of event is missing from all of these games, so each was looked at in every position."""
    assert not frozenset.intersection(*(size.lacks for size in SIZES.values()))
