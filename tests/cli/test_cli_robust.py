"""The command line under stress: signals, full disks, odd arguments. There is never a traceback."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path
from unittest.mock import Mock

import pytest

from tests.cli.cli_runner import Runner
from toledo_rules._cli import _console, _run, main
from toledo_rules.record import load_record

COMMAND = (sys.executable, "-m", "toledo_rules")
FRESH = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)       # whoever started the tests may ignore it
from toledo_rules._cli import main
sys.exit(main())
"""


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_game_that_is_watched_ends_in_order(tmp_path: Path, number: signal.Signals) -> None:
    """What was played so far is saved, and the exit code says what happened."""
    words = ("watch", "--delay", "60", "--seed", "7", "--save", "it.toledo", "--boards", "0")
    program = subprocess.Popen(
        [sys.executable, "-c", FRESH, *words],
        cwd=tmp_path,
        env={**environment(), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    while "Round 1" not in program.stdout.readline():
        pass
    program.stdout.readline()  # the first turn
    program.send_signal(number)
    out, err = program.communicate(timeout=120)
    assert program.returncode == (130 if number == signal.SIGINT else 143)
    assert err.strip() == "Interrupted. The game so far is in it.toledo."
    assert "Traceback" not in out
    assert len(load_record(tmp_path / "it.toledo").complete().entries) >= 1


def test_an_interrupt_while_counting(cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(_run, "perft", interrupted)
    ran = cli("perft", "--depth", "1")
    assert ran.code == 130
    assert ran.err == "\nInterrupted. Depth 0 is not complete; the counts above are.\n\n"


def test_an_interrupt_without_a_file(cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def terminated(_seconds: float) -> None:
        raise _console.TerminatedError

    monkeypatch.setattr(_run, "sleep", terminated)
    ran = cli("watch", "--seats", "random,random")
    assert (ran.code, ran.err) == (143, "\nInterrupted. The game was not saved.\n")


@pytest.mark.parametrize(
    ("words", "work", "advice"),
    [
        (
            "simulate",
            "stream_games",
            "No game was saved; with --out FILE, the same command goes on",
        ),
        ("simulate --out a.csv", "stream_games", "in a.csv; the same command goes on from there."),
        ("simulate --out a.parquet", "stream_games", "in a.parquet; the same command goes on"),
        ("tournament --out a.jsonl", "hold", "in a.jsonl; the same command goes on from there."),
        ("compare kosmos-2008", "stream_games", "No game was saved; with --out FILE"),
        ("merge a.jsonl", "stream_results", "The merge is not complete; the same command repeats"),
        ("perft --divide", "divide", "No count is complete."),
    ],
)
def test_an_interrupted_command_says_how_to_go_on(
    cli: Runner,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    words: str,
    work: str,
    advice: str,
) -> None:
    """At Ctrl-C, and when the system asks the command to end."""
    monkeypatch.chdir(tmp_path)
    home = "toledo_rules._cli._run" if work == "divide" else "toledo_lab.cli._run"
    assert cli("simulate", "--bots", "random,random", "--games", "1", "--out", "a.jsonl").code == 0
    for stop, code in ((KeyboardInterrupt, 130), (_console.TerminatedError, 143)):
        monkeypatch.setattr(f"{home}.{work}", Mock(side_effect=stop))
        ran = cli(*words.split())
        assert ran.code == code
        assert advice in ran.err


@pytest.mark.parametrize(
    "words",
    [
        "watch --save",
        "simulate --out",
        "tournament --plot",
        "tournament --out",
        "merge a.jsonl --out",
        "analyse a.toledo --out",
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    cli: Runner, tmp_path: Path, words: str
) -> None:
    missing = tmp_path / "missing"
    ran = cli(*words.split(), str(missing / "file"))
    assert (ran.code, ran.out) == (2, "")
    assert f"there is no folder {missing}" in ran.err
    assert f"{tmp_path} is a folder, not a file" in cli(*words.split(), str(tmp_path)).err


def test_signals_are_left_alone_in_programs_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a process that was started for the command handles them, and only if it does not ignore them."""
    heard = dict.fromkeys((signal.SIGINT, signal.SIGTERM), signal.SIG_IGN)
    set_: list[int] = []
    monkeypatch.setattr(signal, "getsignal", heard.__getitem__)
    monkeypatch.setattr(signal, "signal", lambda number, _handler: set_.append(number))
    console = _console.Console.here(owner=True)
    console.leave_at_first_signal()
    assert set_ == []
    monkeypatch.setattr(
        signal,
        "getsignal",
        {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}.__getitem__,
    )
    _console.Console.here(owner=False).leave_at_first_signal()
    assert set_ == []
    console.leave_at_first_signal()
    assert set_ == [signal.SIGINT, signal.SIGTERM]
    with pytest.raises(_console.TerminatedError):
        _console._first_signal(signal.SIGTERM, None)  # noqa: SLF001
    with pytest.raises(KeyboardInterrupt):
        _console._first_signal(signal.SIGINT, None)  # noqa: SLF001


@pytest.mark.parametrize("words", [("rule", "MOV-05"), ("perft", "--depth", "0")])
def test_a_full_disk_behind_standard_output(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ran = subprocess.run(
            [*COMMAND, *words],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            text=True,
            check=False,
        )
    assert ran.returncode == 1
    assert ran.stderr == "toledo-rules: standard output: No space left on device\n"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("watch", "--delay", "-1"), 2, "--delay must be from 0 to 3600 seconds, not -1.0"),
        (("watch", "--delay", "nan"), 2, "--delay must be from 0 to 3600 seconds, not nan"),
        (("watch", "--boards", "-3"), 2, "--boards must be 0 or more, not -3"),
        (("watch", "--seed", "1" * 1500), 2, "a seed has at most 1,000 digits"),
        (("simulate", "--workers", "99999"), 2, "--workers must be from 1 to 1,000, not 99999"),
        (("play", "--seats", "racer:seconds=nan,human"), 2, "must be a finite number"),
        (("play", "--seats", "racer:seconds=inf,human"), 2, "must be a finite number"),
        (("show", "@/"), 2, "toledo-rules: /: Is a directory"),
        (("show", "@/dev/zero"), 2, "/dev/zero: has more than 100,000 bytes"),
        (("replay", "/"), 1, "toledo-rules: /: Is a directory"),
        (("replay", "/dev/zero"), 1, "/dev/zero: has more than 1,000,000 bytes"),
        (("play", "--save", "/nowhere/it"), 1, "toledo-rules: /nowhere/it: No such file"),
        (("simulate", "--out", "/dev/full", "--games", "1"), 1, "is not an ordinary file"),
        (("rule", "\udcff"), 1, "there is no rule '\\udcff'"),
    ],
)
def test_mistakes_have_one_line(cli: Runner, words: tuple[str, ...], code: int, told: str) -> None:
    ran = cli(*words)
    assert ran.code == code
    assert told in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("closed", ["stdin", "stdout", "stderr"])
@pytest.mark.parametrize(
    "words", [("rule", "MOV-05"), ("rule", "chess"), ("conformance",), ("play", "--seed", "1")]
)
def test_a_closed_stream_is_none_and_no_mistake(
    cli: Runner, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], closed: str
) -> None:
    """As after ``>&-`` in a shell."""
    if closed != "stdin":
        monkeypatch.setattr(sys, "stdin", StringIO())
    monkeypatch.setattr(sys, closed, None)
    monkeypatch.chdir(cli.folder)
    assert main(words) == (1 if "chess" in words else 0)
    getattr(sys, closed).close()


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "\x1b[31m"),
        ("show", "\x1b[31m"),
        ("rule", "\x1b[31m"),
        ("bots", "\x1b[31m"),
        ("edition", "check", "\x1b[31m"),
        ("watch", "--save", "no\x1b[31m/where"),
        ("simulate", "--bots", "\x1b[31m"),
    ],
)
def test_what_a_file_is_called_gives_no_orders_to_the_terminal(
    cli: Runner, words: tuple[str, ...]
) -> None:
    ran = cli(*words)
    assert ran.code in (1, 2)
    assert "\x1b" not in ran.err + ran.out


BOTS = """
class Broken:
    def choose(self, view, rng):
        return 1 / 0

class Illegal:
    def choose(self, view, rng):
        return None
"""


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        (
            "own_bots:Broken",
            r"failed: ZeroDivisionError: division by zero \(.*own_bots.py, line 4\)",
        ),
        ("own_bots:Illegal", "chose no legal action: an action is one of TakeCards.* not None"),
        ("cmd:false", "failed: the bot 'false': it ended with exit code 1 and no answer"),
    ],
)
def test_a_bot_that_fails(
    cli: Runner, monkeypatch: pytest.MonkeyPatch, spec: str, why: str
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    (cli.folder / "own_bots.py").write_text(BOTS)
    for words in (("watch", "--seats", f"{spec},random"), ("play", "--seats", f"{spec},human")):
        ran = cli(*words)
        assert ran.code == 1
        assert re.fullmatch(f"toledo-rules: the bot of red {why}\n", ran.err)
    monkeypatch.delitem(sys.modules, "own_bots", raising=False)
