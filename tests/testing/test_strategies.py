"""The strategies of the kit find what they promise, and say what to install if hypothesis is missing."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from typing import TypeVar

import pytest
from attrs import evolve
from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.strategies import TINY
from toledo_rules import KOSMOS_2008, Draw, PlayCard, State, legal_actions, universe
from toledo_rules.state import Drawing, Duel
from toledo_rules.testing import PROGRESS, Journey, Leg, Table, strategies

T = TypeVar("T")

SHORT = evolve(
    KOSMOS_2008,
    name="short",
    road=(KOSMOS_2008.road[0], KOSMOS_2008.road[-1]),
    figures=1,
    last_round_at=1,
)
"""From the cathedral straight into the Alcazar: a game of a few moves."""

ONCE = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=300,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def found(strategy: SearchStrategy[T], what: Callable[[T], bool] = lambda _: True) -> T:
    """An example with a property; as simple as can be if any will do."""
    return find(strategy, what, settings=ONCE)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_for_a_number_of_players(players: int) -> None:
    state = found(strategies.positions(players=players))
    assert (state.edition, len(state.players)) == (KOSMOS_2008, players)


def test_positions_of_all_kinds() -> None:
    def late(state: State) -> bool:
        return any(player.delivered for player in state.players)

    assert late(found(strategies.positions(), late))
    assert found(strategies.positions(), lambda state: state.over).over
    assert found(strategies.positions(), lambda state: state.chance).chance


def test_positions_of_an_edition() -> None:
    assert found(strategies.positions(edition=TINY[0])).edition == TINY[0]
    some = strategies.positions(edition=st.sampled_from(TINY))
    assert found(some, lambda state: state.edition == TINY[-1]).edition == TINY[-1]


def test_decisions_have_legal_actions() -> None:
    state = found(strategies.decisions())
    assert found(strategies.actions(state)) == legal_actions(state)[0]


def test_chance_positions_have_draws() -> None:
    state = found(strategies.chance_positions())
    assert isinstance(found(strategies.possible_moves(state)), Draw)
    duels = strategies.chance_positions(moments=("duel",))
    assert isinstance(found(duels).phase, Duel)
    draws = strategies.chance_positions(edition=TINY[0], moments=("taking", "drinking"))
    assert isinstance(found(draws).phase, Drawing)


def test_openings_are_at_the_start() -> None:
    state = found(strategies.openings(players=3), lambda state: state.active == 1)
    assert len(state.pile) == 69


def test_early_positions_end_where_a_game_ends() -> None:
    """In a tiny edition a few moves can be a whole game."""
    tiny = strategies.early_positions(edition=st.sampled_from(TINY))
    assert found(tiny, lambda state: state.active == 1).active == 1
    assert found(strategies.early_positions(edition=SHORT), lambda state: state.over).over


def test_journeys_are_whole_games() -> None:
    journey: Journey = found(strategies.journeys(by=[PROGRESS]))
    assert journey[-1].what.state.over
    assert found(strategies.played_positions(by=[PROGRESS]), lambda state: state.over).over
    again = strategies.kept_game(KOSMOS_2008, 2, PROGRESS, 0)
    assert strategies.kept_game(KOSMOS_2008, 2, PROGRESS, 0) is again


@pytest.mark.search
def test_legs_are_any_move() -> None:
    leg: Leg = found(strategies.legs(), lambda leg: isinstance(leg.move, PlayCard))
    assert isinstance(leg.move, PlayCard)
    assert leg.what.state != leg.before


def test_small_things() -> None:
    state = Table(3).lay()
    assert found(strategies.seats(state), lambda seat: seat > 1) == 2
    assert found(strategies.viewers(state)) is None
    assert found(strategies.seeds()) == 0
    assert found(strategies.tables(players=4)) == (KOSMOS_2008, 4)
    assert found(strategies.known_actions()) == universe(KOSMOS_2008).actions[0]


def test_without_hypothesis_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    module = "toledo_rules.testing.strategies"
    monkeypatch.setitem(sys.modules, "hypothesis", None)  # as if it were not there
    monkeypatch.delitem(sys.modules, module)
    with pytest.raises(ImportError) as caught:
        importlib.import_module(module)
    told = f"{module} needs hypothesis: pip install '.[testing]' in a checkout of toledo-rules"
    assert (str(caught.value), caught.value.name) == (told, "hypothesis")


@pytest.mark.usefixtures("unmeasured")
def test_the_kit_needs_neither_hypothesis_nor_pytest() -> None:
    code = (
        "import sys, toledo_rules.testing, toledo_rules.testing.plugin\n"
        "print({'hypothesis', 'pytest'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
