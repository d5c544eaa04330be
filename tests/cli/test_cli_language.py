"""The language of the dialogue: chosen, or that of the environment; nothing of it is English by accident."""

from __future__ import annotations

import pytest

from tests.cli.cli_runner import Runner
from tests.describe.pseudo import PSEUDO, register_pseudo, untranslated
from toledo_rules.describe import LANGUAGES, Language, language_tables
from toledo_rules.describe import _catalogue as registry

BEGINNING = "toledo1 red / red 2bd 3bd 4ta 6ba 6ta / blue 1va 2td 3nd 5ba 6vd"
NO_LANGUAGE = (
    r"\b[A-Z]{1,3}-\d+\b",  # numbers of rules
    r"\b\d+[vbtn][ad]\b",  # cards, and actions in notation
    r"toledo-rules play --resume toledo-game.toledo --language x-pseudo",
    r"[\w-]+\.toledo\b",
    r"\b(greedy|random|human)\b",  # names of bots
    r"'[^']*'",  # what was typed
    r"(?m)^    .*\n +\^$",  # the same, with a caret
    r"\bfoo\b",
    r"\bx\d+\b",  # how many
)


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setattr(registry, "_catalogues", {})
    register_pseudo()


@pytest.mark.search
@pytest.mark.parametrize(
    "typed",
    [
        ["xhelp", "?", "xboard", "xmoves", "xscore"],
        ["6 4", "4ta@0, use, end", "xundo"],
        ["take", "xundo", "xredo", "5ba@0", "xundo", "xredo", "99", "1", "", "1 foo", "1 5"],
        ["take = 6va 6va", "end, take", "end", "4va@0", "foo", "place m2@", "? end", "? foo"],
        ["xsave", "xsave copy.toledo", "xquit"],
    ],
)
def test_the_whole_dialogue_is_translated(cli: Runner, typed: list[str]) -> None:
    options = ("--position", BEGINNING, "--seed", "3", "--language", PSEUDO)
    for seats in ("human,greedy", "human,human"):
        (cli.folder / "toledo-game.toledo").unlink(missing_ok=True)
        ran = cli("play", "--seats", seats, *options, typed=["", *typed])
        assert ran.code == 0
        dialogue, _, rule = ran.out.partition("⟦The rules are written in English:⟧")
        assert untranslated(dialogue, *NO_LANGUAGE) == []
        assert bool(rule) == ("? end" in typed)


def test_a_watched_game_is_translated(cli: Runner) -> None:
    seats = ("--seats", "greedy,random", "--seed", "7", "--boards", "4")
    ran = cli("watch", *seats, "--language", PSEUDO)
    assert (
        untranslated(ran.out.partition("\n")[2], *NO_LANGUAGE) == []
    )  # after the title of the edition


def test_a_position_is_translated(cli: Runner) -> None:
    ran = cli("show", BEGINNING, "--legal", "--language", PSEUDO)
    actions = (r"\b(take|end|pass|place \w+@\d+|return \d+|\w+@\d+)\b", *NO_LANGUAGE)
    assert untranslated(ran.out, *actions) == []
    refused = cli("explain", BEGINNING, "2bd@0", "--language", PSEUDO)
    assert refused.code == 1
    assert untranslated(refused.out.partition("⟦The rules are")[0], *NO_LANGUAGE) == []


# Which language.


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fi_FI.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_CA"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "fi:nl:en"}, "nl"),
        ({"LANG": "C", "LC_ALL": "C", "LANGUAGE": "nl"}, "en"),
    ],
)
def test_the_language_of_the_environment(
    cli: Runner, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: Language
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    expected = cli("show", BEGINNING, "--language", language).out
    assert cli("show", BEGINNING).out == expected


def test_a_saved_game_is_continued_in_the_chosen_language(cli: Runner) -> None:
    ran = cli("play", "--position", BEGINNING, "--language", "de", typed=["ende"])
    assert ran.out.endswith(
        "\nDas Spiel ist gespeichert. Weiter geht es mit: "
        "toledo-rules play --resume toledo-game.toledo --language de\n"
    )


@pytest.mark.search
@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_of_a_language_are_understood(cli: Runner, language: Language) -> None:
    commands = language_tables(language)["command"]
    assert len(set(commands.values())) == len(commands)
    typed = [str(commands[name]) for name in ("help", "board", "score", "quit")]
    ran = cli("play", "--position", BEGINNING, "--language", language, typed=typed)
    assert ran.code == 0
    assert ran.out.count("╭─") >= 2
    assert "SCO-01" in ran.out
    helped = str(language_tables(language)["cli"]["help"])
    assert max(map(len, helped.splitlines())) <= 80
    assert all(str(word) in helped for name, word in commands.items() if name != "help")
