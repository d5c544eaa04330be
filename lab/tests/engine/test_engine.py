"""Games, lines, plans and chances in the engine."""

from __future__ import annotations

import json
import subprocess
import sys
from random import Random

import pytest

from toledo_lab.engine import (
    Engine,
    EngineError,
    chances,
    contests,
    count_lines,
    playouts,
    search,
)
from toledo_lab.engine._face import Wasm
from toledo_rules import State, new_game, shipped_edition
from toledo_rules.actions import TakeCards
from toledo_rules.bots import RandomBot, play_game
from toledo_rules.testing import lay_out, perft

FIRST = new_game(3, Random(1))


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


@pytest.mark.search
def test_games_are_as_long_as_those_of_the_library() -> None:
    tiny = new_game(2, Random(1), edition=shipped_edition("tiny-duel"))
    there = [game.actions for game in playouts(tiny, games=40, seed=5, deal=True)]
    here = [
        play_game([RandomBot()] * 2, edition=tiny.edition, seed=seed).decisions
        for seed in range(40)
    ]
    assert sum(there) == pytest.approx(sum(here), rel=0.4)


@pytest.mark.parametrize("moment", ["moving", "transit", "duel", "drinking", "entered"])
def test_lines_are_counted_as_in_the_library(moment: str) -> None:
    state = lay_out(FIRST.edition, 2, Random(4), moment)  # type: ignore[arg-type]  # a name, for the test's id
    assert [count_lines(state, depth) for depth in range(3)] == [perft(state, d) for d in range(3)]


@pytest.mark.search
def test_the_player_plays_on_from_any_moment_and_after_a_line() -> None:
    for moment in ("moving", "transit", "duel", "drinking", "entered", "over"):
        state = lay_out(FIRST.edition, 3, Random(4), moment)
        (game,) = contests(state, games=1, seed=1, seat=None)
        assert len(game.points) == 3
        assert game.winners
    take = contests(FIRST, [TakeCards()], games=3, seed=1, seat=0)
    assert take == contests(FIRST, [TakeCards()], games=3, seed=1, seat=0)
    assert take != contests(FIRST, games=3, seed=1, seat=0)


def test_where_nobody_decides_there_is_no_plan() -> None:
    for moment in ("duel", "over"):
        state = lay_out(FIRST.edition, 3, Random(4), moment)
        with pytest.raises(EngineError, match="nobody has to decide anything"):
            search(state, nodes=0, seed=1)


def test_chances_add_up() -> None:
    for players in (2, 3, 4):
        assert sum(chances(new_game(players, Random(1)))) == pytest.approx(1, abs=1e-5)


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


def test_an_engine_that_stops_says_so_and_starts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine()
    call = Wasm.call

    def stopping(self: Wasm, name: str, *given: int) -> int:
        return call(self, "room", 1 << 31) if name == "answer" else call(self, name, *given)

    monkeypatch.setattr(Wasm, "call", stopping)  # more memory than there is
    with pytest.raises(EngineError, match="the engine stopped"):
        engine.ask("legal", FIRST)
    monkeypatch.undo()
    assert engine.ask("legal", FIRST)["moves"]


def test_an_edition_is_sent_once() -> None:
    engine = Engine()
    for state in (FIRST, new_game(4, Random(2))):
        assert isinstance(state, State)
        assert engine.ask("legal", state)["moves"]
