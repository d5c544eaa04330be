"""Bots that are programs of their own, asked over a pipe; and bots from modules and installed packages."""

import os
import shlex
import sys
from importlib.metadata import EntryPoint
from inspect import signature
from pathlib import Path
from random import Random
from select import select
from shutil import which

import pytest

from toledo_rules import TAKE_CARDS, new_game, view
from toledo_rules import bots as _pipe
from toledo_rules import bots as _registry
from toledo_rules.bots import (
    GreedyBot,
    PipeBot,
    RandomBot,
    bot_names,
    bots,
    for_game,
    load_bot,
    make_bot,
    play_game,
    register_bot,
)
from toledo_rules.errors import BotError

ROOT = Path(__file__).parents[2]
SEEN = view(new_game(2, Random(1)), 0)

HEAD = """
import json, sys
def say(**answer):
    print(json.dumps(answer), flush=True)
def questions():
    for line in sys.stdin:
        yield json.loads(line)
"""
LAST = """
for question in questions():
    if question["type"] == "hello":
        assert question["protocol"] == 2 and question["edition"]["name"] == "kosmos-2008"
        say(type="hello", protocol=2, program="last", edition=None, seat=None, names=[])
    else:
        say(type="play", id=question["id"], expect=question["version"], action=question["actions"][-1])
"""
TAKE = {"type": "take_cards"}


def program(folder: Path, text: str) -> PipeBot:
    """Return a bot that runs a Python program."""
    file = folder / "bot.py"
    file.write_text(HEAD + text, encoding="utf-8")
    return PipeBot(f"{shlex.quote(sys.executable)} {shlex.quote(str(file))}")


@pytest.mark.search
def test_a_program_plays_a_game(tmp_path: Path) -> None:
    bot = program(tmp_path, LAST)
    game = play_game([bot, GreedyBot()], seed=1, most=80)
    assert game.decisions == 80
    assert bot.choose(SEEN, Random(1)) == for_game(bot).choose(SEEN, Random(2))


def test_a_bot_over_a_pipe_is_its_command() -> None:
    bot = PipeBot("node bot.mjs")
    assert [*signature(PipeBot).parameters] == ["command"]
    assert [*signature(type(for_game(bot))).parameters] == ["bot"]
    assert repr(for_game(bot)) == "_Program(bot=PipeBot(command='node bot.mjs'))"


def test_a_program_may_answer_in_notation(tmp_path: Path) -> None:
    bot = program(tmp_path, LAST.replace('question["actions"][-1]', '"take"'))
    assert bot.choose(SEEN, Random(1)) == TAKE_CARDS


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sys.exit()", "ended with exit code 0 and no answer"),
        ("sys.exit(3)", "ended with exit code 3 and no answer"),
        ("print('good morning', flush=True)", "'good morning\\n' cannot be read: $: found"),
        ("say(type='undo', id=1, expect=1)", "must be of type 'play', not 'undo'"),
        (
            "say(type='hello', protocol=1, program='x', edition=None, seat=None, names=[])",
            "it speaks protocol 1, not 2",
        ),
        (
            "say(type='play', id=1, expect=1, action='take = 3va')",
            "its action cannot be read:",
        ),
        ("say(type='play', id=1, expect=1, action='end')", "one that is offered, not EndTurn()"),
        (f"say(type='play', id=1, expect=0, action={TAKE})", "must have 1 as its id and as what"),
        (f"say(type='play', id=2, expect=1, action={TAKE})", "must have 1 as its id and as what"),
        (
            "say(type='play', id=1, expect=1, action={'type': 'end_turn'})",
            "must be one that is offered, not EndTurn()",
        ),
        ("say(type='play', id=1, expect=True, action=None)", "$.expect: found true"),
        ("print('[' * 10_000, flush=True)", "at most 4,096 characters"),
        ("sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "its answer is not text"),
    ],
)
def test_answers_that_make_no_sense(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BotError) as caught:
        program(tmp_path, f"{text}\nsys.stdin.read()").choose(SEEN, Random(1))
    assert message in str(caught.value)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(BotError, match="cannot be started: No such file"):
        PipeBot("./no-such-program").choose(SEEN, Random(1))


STUBBORN = f"""
import subprocess, time
subprocess.Popen(["sh", "-c", "echo here; sleep 60"], stdout=open("life", "wb"))
{LAST}
time.sleep(60)
"""


def test_a_program_that_does_not_end_is_killed_with_what_it_has_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(_pipe, "_PATIENCE", 0.05)
    os.mkfifo("life")
    life = os.open("life", os.O_RDONLY | os.O_NONBLOCK)
    program(tmp_path, STUBBORN).choose(SEEN, Random(1))
    said = [b"?"]
    while said[-1] and select([life], [], [], 20)[0]:
        said.append(os.read(life, 100))
    assert said == [b"?", b"here\n", b""]  # nobody is left who could say more
    os.close(life)


@pytest.mark.parametrize("command", ["", "  ", "node 'mybot"])
def test_no_command(command: str) -> None:
    with pytest.raises(BotError, match="cmd"):
        load_bot(f"cmd:{command}")


@pytest.mark.skipif(which("node") is None, reason="node is needed for a bot in JavaScript")
def test_the_example_in_javascript() -> None:
    bot = PipeBot(f"node {shlex.quote(str(ROOT / 'examples' / 'bots' / 'nearest.mjs'))}")
    assert play_game([bot, GreedyBot()], seed=2, most=60).decisions == 60


# By name


def test_bots_from_modules() -> None:
    assert load_bot("toledo_rules.bots:GreedyBot") == GreedyBot()
    assert repr(load_bot("toledo_lab.bots:SearchBot:level=2")).startswith("SearchBot(level=2")
    assert load_bot("greedy") == GreedyBot()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nowhere:Bot", r"and no nowhere:Bot: No module named"),
        ("toledo_rules.bots:Nobody", "no toledo_rules.bots:Nobody: module"),
        ("toledo_rules.bots:ENTRY_POINTS", "cannot make bots: it is 'toledo_rules.bots'"),
        ("toledo_rules.bots:bot_names", "has no method choose"),
        ("toledo_rules.bots:GreedyBot:size=1", "has no option 'size'; it has no options"),
        ("ismcts", "there is no bot 'ismcts'; its name is 'racer' now"),
        ("ismcts:iterations=8", "its name is 'racer' now"),
    ],
)
def test_modules_without_such_a_bot(spec: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        load_bot(spec)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(:", "cannot be imported: SyntaxError: invalid syntax"),
        ("1 / 0", "cannot be imported: ZeroDivisionError: division by zero$"),
        ("def Bot(): return {}['x']", ":Bot': KeyError: 'x'$"),
    ],
)
def test_modules_with_a_mistake(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"mistaken_{len(text)}"
    (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BotError, match=message):
        load_bot(f"{name}:Bot")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("searcher:level=x", "the option 'level' of 'searcher' is a number, not 'x'"),
        ("searcher:level=1.5", r"'level' must be <class 'int'> \(got 1.5 .*\)\.$"),
    ],
)
def test_an_option_of_the_wrong_type(spec: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        make_bot(spec)


@pytest.mark.parametrize("spec", ["cmd:true", "toledo_rules.bots:GreedyBot", "os:system"])
def test_strangers_cannot_run_programs_or_modules(spec: str) -> None:
    with pytest.raises(BotError, match="there is no bot"):
        make_bot(spec)


def test_bots_of_installed_packages(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    own = {
        name: entry
        for name, entry in vars(_registry)["_entries"].items()
        if entry.factory.__module__.startswith("toledo_rules")
    }
    monkeypatch.setattr(_registry, "_entries", own)

    values = {
        "theirs": "toledo_rules.bots:GreedyBot",
        "broken": "toledo_rules.bots:Nobody",
        "random": "toledo_rules.bots:GreedyBot",
        "cmd": "toledo_rules.bots:GreedyBot",
    }

    def offered(*, group: str) -> list[EntryPoint]:
        return [EntryPoint(name, value, group) for name, value in values.items()]

    vars(_registry)["_installed"].cache_clear()
    monkeypatch.setattr(_registry, "entry_points", offered)
    request.addfinalizer(vars(_registry)["_installed"].cache_clear)
    for _ in range(2):  # before one is made, and after
        assert bot_names()[-2:] == tuple(entry.name for entry in bots()[-2:])
        assert {*bot_names()[4:]} == {"theirs", "broken"}, "the library's own names stay"
        theirs = next(entry for entry in bots() if entry.name == "theirs")
        assert (theirs.title, theirs.level) == ("Installed: toledo_rules.bots:GreedyBot", 0)
        assert theirs.factory() == make_bot("theirs") == GreedyBot()
    with pytest.raises(BotError, match=r"there are random, .*broken"):
        make_bot("their")
    with pytest.raises(BotError, match="the bot 'broken' of toledo_rules"):
        make_bot("broken")
    broken = next(entry for entry in bots() if entry.name == "broken")
    with pytest.raises(BotError, match="the bot 'broken' of toledo_rules"):
        broken.factory()
    assert make_bot("random") == RandomBot()


def test_names_titles_and_levels() -> None:
    entries = bots()
    assert [entry.level for entry in entries[:5]] == sorted(entry.level for entry in entries[:5])
    assert all(entry.title for entry in entries[:5])
    with pytest.raises(ValueError, match="'cmd' is for bots that are programs"):
        register_bot("cmd", GreedyBot)


def test_any_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_registry, "_entries", dict(vars(_registry)["_entries"]))
    register_bot("open", lambda **options: GreedyBot() if options == {"a": 1} else None)  # type: ignore[arg-type]
    assert make_bot("open:a=1") == GreedyBot()
