"""Help in six languages."""

from __future__ import annotations

import re

import pytest

from toledo_rules._cli import _parser, main
from toledo_rules._cli._help import WIDTH, translations, untranslated
from toledo_rules.describe import languages

OTHERS = [language for language in languages() if language != "en"]
NAMES = re.compile(
    r"--[a-z-]+|@?\b[A-Z]{4,}\b|\b[A-Z]+-[0-9]+|\b[a-z]+[:,][a-z]+\b|\.[a-z]{3,}\b|kosmos-2008"
)
"""Options, placeholders, numbers of rules, lists of bots, endings of files: the same in every language."""
NOT_NAMES = {"JSON", "CSV", "SVG"}


def helped(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main([*words, "--help"]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("language", OTHERS)
def test_texts_are_translated(language: str) -> None:
    """A new command may wait for its translators: its texts stay English until then. A release may not."""
    assert len(untranslated(_parser(), language)) <= 15
    assert translations(language).keys() == translations("de").keys()


@pytest.mark.parametrize("language", OTHERS)
def test_names_are_the_same_in_every_language(language: str) -> None:
    for english, text in translations(language).items():
        assert _names(text) == _names(english), text


def _names(text: str) -> list[str]:
    return sorted({*NAMES.findall(text)} - NOT_NAMES)


@pytest.mark.parametrize(
    ("language", "usage", "words"),
    [
        ("de", "Aufruf: toledo-rules play", "eine gespeicherte Partie fortsetzen"),
        ("es", "uso: toledo-rules play", "continuar una partida guardada"),
        ("fr", "utilisation : toledo-rules play", "continuer une partie enregistrée"),
        ("it", "uso: toledo-rules play", "continua una partita salvata"),
        ("nl", "gebruik: toledo-rules play", "een bewaarde partij voortzetten"),
    ],
)
def test_help_speaks_the_language_that_is_asked_for(
    language: str, usage: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for asked in (["--language", language], [f"--language={language}"]):
        said = helped(capsys, "play", *asked)
        assert said.startswith(usage)
        assert said.count(words) == 2  # for the option, and for the example
        assert "toledo-rules play --resume toledo-game.toledo" in said


def test_help_speaks_the_language_of_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    english = helped(capsys, "rule", "--language", "en")
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    assert "consulta" not in english
    assert "Cerca regole e decisioni" in helped(capsys, "rule")
    assert helped(capsys, "rule", "--language", "en") == english
    assert "consultare le regole" in helped(capsys).replace("\n", " ")
    assert "codici di uscita: 0 successo" in helped(capsys)
    assert "unconfirmed data" not in helped(capsys, "edition", "show")
    monkeypatch.setattr("sys.argv", ["toledo-rules", "bots", "-h"])
    assert main() == 0
    assert "Elenca i bot" in capsys.readouterr().out


def test_a_language_without_texts_gets_english(capsys: pytest.CaptureFixture[str]) -> None:
    assert translations("pl") == translations("../de") == {}
    assert helped(capsys, "bots", "--language", "xx").startswith("usage: toledo-rules bots")


@pytest.mark.parametrize("language", OTHERS)
def test_prose_fits_into_the_window(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = helped(capsys, "simulate", "--language", language).partition(":\n")[0]
    assert max(map(len, said.splitlines())) <= WIDTH
