"""The clients of the guide: small programs without a rule in them."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from examples import terminal_client, textbot
from toledo_rules.describe import LANGUAGES, Language

ROOT = Path(__file__).parents[2]
RULES = re.compile(
    r"\b(legal_actions|explain|PlaceShop|PlayCard|TakeCards|UseSpace|circles|effects|engine)\b"
)


@pytest.mark.parametrize("file", ["terminal_client.py", "textbot.py", "typescript/client.ts"])
def test_no_rule_is_in_a_client(file: str) -> None:
    program = (ROOT / "examples" / file).read_text(encoding="utf-8")
    assert not RULES.findall(program)


def test_a_client_in_sixty_lines() -> None:
    lines = (ROOT / "examples" / "terminal_client.py").read_text(encoding="utf-8").splitlines()
    code = [line for line in lines if line.strip() and not line.strip().startswith(('"""', "#"))]
    assert len(code) <= 70


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_client_plays(
    language: Language, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(["1 1", "99", "? space:5", "nonsense", ""])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(typed))
    assert terminal_client.main(["--language", language]) == 0
    out = capsys.readouterr().out
    assert "Ana" in out
    assert re.search(r"\([A-Z]+-\d+\)", out)  # a reason, with its rule


def test_the_client_plays_a_game_to_its_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def first(_prompt: str) -> str:
        """The first entry of the menu that was printed last, with the first of its choices."""
        entries = re.findall(r"^ +1  .*\[(\S*)", capsys.readouterr().out, re.MULTILINE)
        return f"1 {entries[-1]}".strip().rstrip("]").strip()

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


def test_the_text_bot_chats(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("Ana: liste\nAna: 1 4\n"))
    assert textbot.main() == 0
    assert "Ana legt einen " in capsys.readouterr().out
