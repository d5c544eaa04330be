"""Observations: an array for each view, without secrets and without loss."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from toledo_lab.adapters import _observation, layout, observe
from toledo_lab.adapters._observation import PHASES
from toledo_rules import KOSMOS_2008, State, View, determinize, new_game, shipped_edition, view
from toledo_rules.editions import SHIPPED_EDITIONS
from toledo_rules.state import Arrived, Drawing, Duel, Phase
from toledo_rules.testing import BLUE, GREEN, RED, Table, card, lay_out

EDITIONS = [
    KOSMOS_2008,
    *map(shipped_edition, SHIPPED_EDITIONS[1:]),
]


def counts(seen: View) -> dict[str, list[int]]:
    return layout(seen.edition, len(seen.players)).counts(observe(seen))


def many_positions() -> list[State]:
    rng = Random(2008)
    return [
        lay_out(edition, rng.randint(edition.least_players, edition.most_players), rng)
        for edition in EDITIONS
        for _ in range(60)
    ]


def test_observations_are_within_bounds() -> None:
    for state in many_positions():
        for seat in (None, *range(len(state.players))):
            seen = observe(view(state, seat))
            assert seen.dtype == np.float32
            assert seen.shape == (layout(state.edition, len(state.players)).size,)
            assert seen.min() >= 0
            assert seen.max() <= 1


def test_equal_views_give_equal_observations() -> None:
    """Another position with the same view: other hands, another pile, the same array."""
    rng = Random(7)
    for state in many_positions():
        seen = view(state, state.active)
        other = determinize(seen, rng)
        assert np.array_equal(observe(seen), observe(view(other, state.active)))


def test_different_views_give_different_observations() -> None:
    by_view: dict[View, bytes] = {}
    for state in many_positions():
        for seat in (None, *range(len(state.players))):
            by_view[view(state, seat)] = observe(view(state, seat)).tobytes()
    games = {(seen.edition.name, len(seen.players), array) for seen, array in by_view.items()}
    assert len(games) == len(by_view) > 1000


def test_the_slices_follow_each_other_without_gaps() -> None:
    for players in (2, 3, 4):
        made = layout(KOSMOS_2008, players)
        ends = [0, *(part.stop for part in made.slices.values())]
        assert [part.start for part in made.slices.values()] == ends[:-1]
        assert ends[-1] == made.size == len(made.bounds)
        assert made.bounds.min() == 1


def test_the_size_is_committed() -> None:
    """A network that was trained on observations fits only those of the same size."""
    assert [layout(KOSMOS_2008, players).size for players in (2, 3, 4)] == [595, 726, 857]


def test_a_layout_needs_a_game_that_there_is() -> None:
    with pytest.raises(ValueError, match="2 to 4 players, not 5"):
        layout(KOSMOS_2008, 5)


def test_the_order_of_the_phases_is_committed() -> None:
    names = [phase.__name__ for phase in PHASES]
    assert names == [
        "TurnStart",
        "Moving",
        "Arrived",
        "Entered",
        "Transit",
        "Drawing",
        "Duel",
        "Over",
    ]


def test_an_unknown_phase_is_no_silent_zero() -> None:
    unknown: Any = "asleep"
    seen = evolve(view(new_game(2, Random(1)), 0), phase=unknown)
    with pytest.raises(AssertionError, match="Expected code to be unreachable"):
        observe(seen)


def test_what_is_remembered_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of earlier observations are used again, as long as there is room for them."""
    states = many_positions()[:40]
    fresh = [observe(view(state, state.active)) for state in states]
    assert all(
        np.array_equal(observe(view(state, state.active)), seen)
        for state, seen in zip(states, fresh, strict=True)
    )
    fresh[0][:] = 7  # an observation belongs to its owner
    assert observe(view(states[0], states[0].active)).max() <= 1
    monkeypatch.setattr(_observation.Pieces, "most", 1)
    for state in many_positions()[:40]:
        seen = view(state, state.active)
        again = observe(seen)
        assert np.array_equal(observe(seen), again)
    for state, before in zip(states[1:], fresh[1:], strict=True):
        assert np.array_equal(observe(view(state, state.active)), before)


def test_players_are_listed_clockwise_from_the_own_seat() -> None:
    state = Table(3).figures(BLUE, 5, 7).figures(GREEN, 12).shop(7, GREEN, "gem").lay()
    mine = counts(view(state, BLUE))
    assert mine["seat"] == [0, 1, 0]
    assert mine["active"] == [0, 0, 1]  # red: two further on
    assert [mine["player_0.figures"][step] for step in (5, 7)] == [1, 1]
    assert mine["player_1.figures"][12] == 1
    assert mine["player_2.figures"][0] == KOSMOS_2008.figures
    site = layout(KOSMOS_2008, 3).sites[7]
    assert mine["owners"][3 * site : 3 * site + 3] == [0, 1, 0]
    assert (sum(mine["owners"]), sum(mine["placed"])) == (1, 1)


def test_a_spectator_has_no_seat_and_no_hand() -> None:
    seen = counts(view(new_game(2, Random(1)), None))
    assert seen["seat"] == [0, 0]
    assert not any(seen["hand"])
    assert seen["player_0.cards"] == seen["player_1.cards"] == [5]


@pytest.mark.parametrize(
    ("table", "phase", "told"),
    [
        (Table().figures(RED, 5), Arrived(5), {"step": [5]}),
        (Table().figures(RED, 5), Drawing(3, "tavern"), {"drawing": [1]}),
        (
            Table().figures(RED, transit=5).figures(BLUE, 5, 5),
            Duel(5, BLUE, 0, 1),
            {"step": [5], "rival": [1], "rounds": [1]},
        ),
    ],
)
def test_what_is_pending(table: Table, phase: Phase, told: dict[str, list[int]]) -> None:
    state = table.moving("5va").lay(phase)
    seen = counts(view(state, RED))
    assert seen["phase"][PHASES.index(type(phase))] == sum(seen["phase"]) == 1
    for name in ("step", "drawing", "rival", "rounds"):
        places = [place for place, count in enumerate(seen[name]) if count]
        assert places == told.get(name, [])
    assert seen["front"][layout(KOSMOS_2008, 2).cards[card("5va")]] == 1
