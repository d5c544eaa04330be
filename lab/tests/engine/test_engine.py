"""Games and lines in the engine, and what happens without it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from toledo_lab.engine import (
    Engine,
    EngineError,
    SlowEngineWarning,
    _play,
    count_lines,
    playouts,
)
from toledo_rules import State, new_game, shipped_edition
from toledo_rules.testing import lay_out, perft

FIRST = new_game(3, Random(1))


@pytest.fixture
def _without_wasmtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(_play, "is_installed", lambda: False)
    _play.running.cache_clear()
    yield
    _play.running.cache_clear()


def test_games_depend_on_the_seed_only() -> None:
    some = playouts(FIRST, games=5, seed=3)
    assert playouts(FIRST, games=5, seed=3) == some
    assert playouts(FIRST, games=5, seed=4) != some
    assert all(len(game.points) == 3 and game.actions > 100 for game in some)


def test_whoever_has_most_points_wins() -> None:
    for game in playouts(FIRST, games=20, seed=3):
        assert max(game.points) == game.points[game.winners[0]]


def test_a_game_that_is_over_has_no_moves() -> None:
    over = lay_out(FIRST.edition, 3, Random(4), "over")
    (game,) = playouts(over, games=1, seed=1)
    assert game.actions == 0


@pytest.mark.parametrize("deal", [False, True])
def test_games_are_as_long_as_those_of_the_library(deal: bool) -> None:
    tiny = new_game(2, Random(1), edition=shipped_edition("tiny-duel"))
    there = [game.actions for game in playouts(tiny, games=40, seed=5, deal=deal)]
    here = [game.actions for game in _play.by_the_library(tiny, 40, Random(5), deal=deal)]
    assert sum(there) == pytest.approx(sum(here), rel=0.4)


@pytest.mark.parametrize("moment", ["moving", "transit", "duel", "drinking", "entered"])
def test_lines_are_counted_as_in_the_library(moment: str) -> None:
    state = lay_out(FIRST.edition, 2, Random(4), moment)  # type: ignore[arg-type]  # a name, for the test's id
    assert [count_lines(state, depth) for depth in range(3)] == [perft(state, d) for d in range(3)]


@pytest.mark.usefixtures("_without_wasmtime")
@pytest.mark.parametrize("deal", [False, True])
def test_without_wasmtime_the_library_plays_and_says_so(deal: bool) -> None:
    with pytest.warns(SlowEngineWarning, match="pip install 'toledo-lab"):
        (game,) = playouts(FIRST, games=1, seed=3, deal=deal)
    assert game.winners
    assert count_lines(FIRST, 1) == perft(FIRST, 1)  # it says so once


def test_the_library_plays_on_from_the_middle_of_a_duel() -> None:
    state = lay_out(FIRST.edition, 3, Random(4), "duel")
    (game,) = _play.by_the_library(state, 1, Random(1), deal=False)
    assert game.winners


def test_what_the_engine_does_not_know_is_an_error() -> None:
    with pytest.raises(EngineError, match="the engine refuses why: unsupported"):
        Engine().ask("why", FIRST)


def test_a_runner_is_answered_line_by_line() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "toledo_lab.engine"],
        input='{"type":"hello"}\nnonsense\n',
        capture_output=True,
        text=True,
        check=True,
    )
    hello, failure = map(json.loads, ran.stdout.splitlines())
    assert (hello["program"], failure["code"]) == ("toledo-engine", "malformed")


def test_an_edition_is_sent_once() -> None:
    engine = Engine()
    for state in (FIRST, new_game(4, Random(2))):
        assert isinstance(state, State)
        assert engine.ask("legal", state)["moves"]
