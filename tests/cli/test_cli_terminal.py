"""The command as a program of its own: on a real terminal, and in a pipe."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.cli.cli_terminal import LIMIT, Terminal
from toledo_rules.record import load_record

COMMAND = ("-m", "toledo_rules")


def test_an_interrupted_game_can_be_resumed(tmp_path: Path) -> None:
    """Ctrl-C leaves a saved game, whenever it comes."""
    play = (*COMMAND, "play", "--seats", "human,human", "--seed", "3", "--save", "it.toledo")
    with Terminal(*play, folder=tmp_path) as terminal:
        terminal.wait_for("Press Enter")
        terminal.press("\n")
        terminal.wait_for("Red> ")
        terminal.press("place m2@4\n")
        terminal.wait_for("Blue is next.")
        assert terminal.interrupt() == 0
        terminal.wait_for("Continue it with: toledo-rules play --resume it.toledo")
        assert "Traceback" not in terminal.output
    saved = load_record(tmp_path / "it.toledo").complete()
    assert len(saved.entries) == 1

    with Terminal(*COMMAND, "play", "--resume", "it.toledo", folder=tmp_path) as terminal:
        terminal.wait_for("Blue is next.")
        terminal.press("\n")
        terminal.wait_for("metal")  # the shop is there
        terminal.wait_for("Blue> ")
        terminal.press("quit\n")
        assert terminal.end() == 0
    assert load_record(tmp_path / "it.toledo").complete() == saved


def test_a_game_on_a_terminal_is_in_colour(tmp_path: Path) -> None:
    play = (*COMMAND, "play", "--seats", "human,greedy", "--seed", "3")
    with Terminal(*play, folder=tmp_path) as terminal:
        terminal.wait_for("\x1b[31m")
        terminal.wait_for("Red> ")
        terminal.press("quit\n")
        assert terminal.end() == 0


def test_a_reader_may_stop_early(tmp_path: Path) -> None:
    """As in: toledo-rules watch | head -1."""
    watch = [sys.executable, *COMMAND, "watch", "--boards", "1", "--seed", "1"]
    with subprocess.Popen(
        watch, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout
        assert program.stderr
        assert program.stdout.readline().startswith(b"Toledo (Kosmos, 2008).")
        program.stdout.close()
        assert program.wait(LIMIT) == 0
        assert program.stderr.read() == b""


def test_a_mistake_has_no_traceback(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, *COMMAND, "replay", "nowhere"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT,
        stdin=subprocess.DEVNULL,
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "toledo-rules: nowhere: No such file or directory\n"


def test_a_game_without_anybody_there(tmp_path: Path) -> None:
    """No input at all: the game is saved, and that is all."""
    ran = subprocess.run(
        [sys.executable, *COMMAND, "play"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=LIMIT,
        stdin=subprocess.DEVNULL,
    )
    assert ran.returncode == 0
    assert load_record(tmp_path / "toledo-game.toledo").complete().entries == ()
