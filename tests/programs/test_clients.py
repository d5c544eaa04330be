"""The clients of the guide: small programs without a rule in them."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.sync.client import connect

from examples import terminal_client, textbot
from toledo_rules.describe import LANGUAGES, Language
from toledo_rules.protocol import (
    Done,
    Failure,
    Hello,
    Play,
    Refused,
    TableUpdate,
    decode_answer,
    encode,
)

ROOT = Path(__file__).parents[2]
RULES = re.compile(
    r"\b(legal_actions|explain|PlaceShop|PlayCard|TakeCards|UseSpace|circles|effects|engine)\b"
)


@pytest.mark.parametrize(
    "file", ["terminal_client.py", "textbot.py", "typescript/client.ts", "server.py"]
)
def test_no_rule_is_in_a_client(file: str) -> None:
    program = (ROOT / "examples" / file).read_text(encoding="utf-8")
    assert not RULES.findall(program)


def test_a_client_in_sixty_lines() -> None:
    text = (ROOT / "examples" / "terminal_client.py").read_text(encoding="utf-8")
    code = [
        line
        for line in re.sub(r'""".*?"""', "", text, flags=re.DOTALL).splitlines()
        if line.strip()
    ]
    assert len(code) <= 60


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_client_plays(
    language: Language, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(["1 1", "99", "? space:5", "nonsense", ""])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(typed))
    assert terminal_client.main(["--language", language]) == 0
    out = capsys.readouterr().out
    assert "Ana" in out
    assert "[]" not in out  # no brackets without a choice
    assert re.search(r"\([A-Z]+-\d+\)", out)  # a reason, with its rule


def test_the_client_plays_a_game_to_its_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def first(_prompt: str) -> str:
        """The first entry of the menu that was printed last, with the first of its choices."""
        entries = re.findall(r"^ +1  [^[\n]*\[?([^] \n]*)", capsys.readouterr().out, re.MULTILINE)
        return f"1 {entries[-1]}".strip()

    monkeypatch.setattr("builtins.input", first)
    assert terminal_client.main(["--seed", "3"]) == 0
    assert re.search(r" (win|wins|share) ", capsys.readouterr().out)


def test_the_text_bot_speaks_german() -> None:
    table = textbot.ChatTable(("Ana", "Ben"), seed=2008)
    first, *entries = table.say("Ana", "liste")
    assert first.startswith("Du bist an der Reihe: ")
    assert entries[0].startswith("1. Einen ")
    assert list(table.say("Ben", "1 4")) == ["Ana ist an der Reihe."]
    told, pending = table.say("Ana", "1 4")
    assert told.startswith("Ana legt einen ")
    assert pending.startswith("Ben ist an der Reihe: ")
    assert next(iter(table.say("Ana", "zurück"))).startswith("Du bist an der Reihe: ")
    assert list(table.say("Ben", "zurück")) == ["Es gibt noch nichts zurückzunehmen."]
    (why,) = table.say("Ana", "warum deed:end_turn")
    assert why == "Du kannst den Zug nicht beenden, bevor du etwas getan hast. (TRN-04)"
    assert list(table.say("Ana", "warum deed:take_cards")) == ["Doch, das geht."]
    assert list(table.say("Ana", "99")) == ["Das steht nicht auf der Liste."]
    assert list(table.say("Carla", "liste")) == ["Carla spielt nicht mit."]
    assert "Kathedrale" in "".join(table.say("Ana", "tisch"))
    assert next(iter(table.say("Ana", "hallo"))).startswith("Sag liste")


def test_the_text_bot_tells_nobody_what_was_drawn() -> None:
    """What everybody is told is the same, whatever the cards are."""
    for command, draws in ((1, "Ana zieht 2 Karten."), (2, "Ben zieht 2 Karten.")):
        told = set()
        for seed in range(5):
            table = textbot.ChatTable(("Ana", "Ben"), seed=seed)
            for _ in range(command):
                name = table.names[table.game.active]
                take = next(e for e in table.say(name, "liste") if re.search(r"\d Karten", e))
                said = list(table.say(name, take.partition(".")[0]))
            told.add("\n".join(said))
        assert len(told) == 1
        assert draws in told.pop()


ELIDED = re.compile(
    r"^>>> .*\b(?:tell|describe|position|log)\(.*\n(?:\.\.\. .*\n)*[^>\n].*\.\.\.", re.MULTILINE
)
"""Words about a game in a guide, of which a part is left out."""


@pytest.mark.parametrize("page", [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"])
def test_guides_show_all_that_a_seat_is_told(page: Path) -> None:
    """What is left out is what no test looks at: a hidden card could be there."""
    assert not ELIDED.findall(page.read_text(encoding="utf-8"))


def test_the_text_bot_chats(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("Ana: liste\nAna: 1 4\n"))
    assert textbot.main() == 0
    assert "Ana legt einen " in capsys.readouterr().out


# The server


def encode_play(update: TableUpdate, number: int = 0) -> str:
    """The request to play one of the moves of an update."""
    return encode(Play(1, update.version, update.moves[number].action))


@contextmanager
def served(file: Path) -> Iterator[list[str]]:
    """The server as a program of its own; the addresses of the players."""
    command = [sys.executable, str(ROOT / "examples" / "server.py"), str(file), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        try:
            yield [program.stdout.readline().split()[1] for _ in range(2)]
        finally:
            program.terminate()


def test_the_server_serves_a_game_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "game.toledo"
    with served(file) as (ana, ben), connect(ana) as first, connect(ben) as second:
        greeting = decode_answer(str(first.recv()))
        assert isinstance(greeting, Hello)
        update = decode_answer(str(first.recv()), greeting.edition)
        assert isinstance(update, TableUpdate)
        assert str(second.recv()).startswith('{"type":"hello"')
        theirs = decode_answer(str(second.recv()), greeting.edition)
        assert isinstance(theirs, TableUpdate)
        assert not theirs.moves
        first.send(encode_play(update))
        after = [decode_answer(str(one.recv()), greeting.edition) for one in (first, second)]
        assert [one.version for one in after if isinstance(one, TableUpdate)] == [1, 1]
        assert decode_answer(str(first.recv())) == Done(1, 1)
        first.send("nonsense")
        assert isinstance(decode_answer(str(first.recv())), Failure)
        first.send(encode_play(update))  # a click on an older position
        assert isinstance(decode_answer(str(first.recv()), greeting.edition), Refused)
        tokens = [address.rpartition("/")[2] for address in (ana, ben)]
    with served(file) as (ana, ben), connect(ben) as second:
        assert [address.rpartition("/")[2] for address in (ana, ben)] == tokens
        second.recv()
        update = decode_answer(str(second.recv()), greeting.edition)
        assert isinstance(update, TableUpdate)
        assert update.version == 1
        with connect(f"{ana}x") as nobody:
            assert isinstance(decode_answer(str(nobody.recv())), Failure)


def test_the_guide_without_a_server_shows_its_program() -> None:
    """`make typescript` compiles the program and plays it."""
    guide = (ROOT / "docs" / "how-to" / "play-in-a-browser.md").read_text("utf-8")
    program = (ROOT / "examples" / "typescript" / "solo.ts").read_text("utf-8")
    shown = re.findall(r"^```ts\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    assert len(shown) > 5
    assert [block for block in shown if block not in program] == []
