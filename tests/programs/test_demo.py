"""The players and the demo of the examples: honest, finite, repeatable, and no wider than a terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from examples.demo import main
from examples.players import Dice, Strategy, progress_player, random_player
from toledo_rules import apply, determinize, legal_actions, new_game, view

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("strategy", [random_player, progress_player])
def test_players_look_at_no_hidden_card(strategy: Strategy) -> None:
    """A-128: whatever the others hold and the pile hides, they do the same."""
    dice = Dice(1)
    state = new_game(3, dice)
    for ply in range(150):
        legal = legal_actions(state)
        action = strategy(state, legal, Dice(ply))
        guess = determinize(view(state, state.active), dice)
        assert strategy(guess, legal_actions(guess), Dice(ply)) == action
        state = apply(state, action, dice)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_play_that_makes_progress_ends(players: int) -> None:
    """In about thirty rounds, with swords in the Alcazar."""
    for seed in range(5):
        dice = Dice(seed)
        state = new_game(players, dice)
        plies = 0
        while not state.over:
            state = apply(state, progress_player(state, legal_actions(state), dice), dice)
            plies += 1
        assert 20 * players < plies < 200 * players
        assert any(player.delivered for player in state.players)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("how_much", ["--quiet", "--every-turn"])
def test_a_game_fits_into_eighty_columns(
    players: int, how_much: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--seed", "4", "--players", str(players), how_much]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert not any("\x1b" in line for line in lines)  # this is no terminal


def test_the_same_seed_gives_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    def told(seed: str) -> str:
        main(["--seed", seed])
        return capsys.readouterr().out

    assert told("7") == told("7")
    assert told("7") != told("8")


def test_the_end_is_itemised_by_rule(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--quiet"])
    shown = capsys.readouterr().out
    for rule in ("SCO-01", "SCO-02", "SCO-03", "SCO-04", "SCO-05"):
        assert f"\n  {rule}  " in shown
    assert "\n  Place 1: " in shown


def test_the_game_can_be_told_in_other_languages(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--seed", "8", "--language", "de"])
    shown = capsys.readouterr().out
    assert "zieht 2 Karten." in shown
    assert "\n  Platz 1: " in shown


def test_a_reader_may_stop_early() -> None:
    """As in: python -m examples.demo | head -1."""
    with subprocess.Popen(
        [sys.executable, "-m", "examples.demo", "--every-turn"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as demo:
        assert demo.stdout
        assert demo.stderr
        assert demo.stdout.readline().startswith(b"TOLEDO")
        demo.stdout.close()
        assert demo.wait(60) == 0
        assert demo.stderr.read() == b""
