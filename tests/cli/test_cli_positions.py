"""Positions in notation on the command line: shown, explained, played from, and taken from a record."""

from __future__ import annotations

import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from tests.cli.cli_runner import CORPUS, TINY, Runner
from toledo_rules import State, View, format_position, legal_actions, parse_position, view
from toledo_rules._cli import main
from toledo_rules.codec import loads
from toledo_rules.describe import LANGUAGES, Language, describe
from toledo_rules.edition import Edition
from toledo_rules.editions import edition_to_toml, load_edition
from toledo_rules.notation import format_action, parse_action
from toledo_rules.record import load_record, reach, replay
from toledo_rules.render import svg, text

SHOP = "toledo1 red / red 2bd 3va 4nd, @4, g2@4 / blue 1bd 6va"
"""Red has a gem dealer with two circles on 4, and a figure on one of them."""
TAVERN = "toledo1 blue arrived 5, front 5nd / red / blue 2bd 6va, @5"
DRAWING = "toledo1 red drawing 2 take / red / blue"
OVER = "toledo1 blue over, trigger red / red in 3 / blue"
BY_HAND = CORPUS / "by-hand.toledo"


# Where a position comes from.


def test_a_position_is_shown(cli: Runner) -> None:
    ran = cli("show", SHOP)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{text(parse_position(SHOP))}\n"


def test_a_position_in_a_file(cli: Runner) -> None:
    """A position is long: it may go over several lines."""
    (cli.folder / "it.txt").write_text(SHOP.replace(" / ", "\n/ ") + "\n", encoding="utf-8")
    assert cli("show", "@it.txt").out == cli("show", SHOP).out


def test_a_position_from_standard_input(cli: Runner) -> None:
    assert cli("show", "-", typed=[SHOP]).out == cli("show", SHOP).out


def test_standard_input_that_is_not_even_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"toledo1 \xff\xfe"), "utf-8"))
    assert main(["show", "-"]) == 2
    assert "position, column 9: expected " in capsys.readouterr().err


@pytest.mark.parametrize("command", [("show",), ("explain", "take")])
@pytest.mark.parametrize(
    ("position", "told"),
    [
        (
            "toledo1 red / red 2bd 9va / blue",
            "\n    toledo1 red / red 2bd 9va / blue\n                          ^\n",
        ),
        ("toledo1 red / red @1 / blue", "expected a position that a game can reach\n"),
        ("", "position, column 1: expected toledo1, the version of the notation\n    \n    ^\n"),
        ("@nowhere.txt", "nowhere.txt: No such file or directory\n"),
        ("toledo1 [atlantis] red / red / blue", "position, column 10: expected an edition that "),
    ],
)
def test_a_position_that_cannot_be_read(
    cli: Runner, command: tuple[str, ...], position: str, told: str
) -> None:
    """The mistake has a caret under it. It is no answer about the action, so the exit code is 2."""
    name, *action = command
    ran = cli(name, position, *action)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("toledo-rules: ")
    assert told in ran.err


def own_edition(cli: Runner) -> tuple[Path, Edition]:
    """An edition that does not come with the library, in a file."""
    tiny = load_edition(TINY / "tiny-road.toml")
    path = cli.folder / "mine.toml"
    path.write_text(edition_to_toml(tiny).replace("tiny-road", "mine"), encoding="utf-8")
    return path, load_edition(path)


def test_a_position_of_an_edition_of_ones_own(cli: Runner) -> None:
    path, edition = own_edition(cli)
    written = "toledo1 [mine] red / red / blue"
    assert cli("show", written).code == 2
    ran = cli("show", written, "--edition", str(path))
    assert ran.out == f"{text(parse_position(written, edition))}\n"
    assert cli("explain", written, "take", "--edition", str(path)).code == 0
    ran = cli("show", SHOP, "--edition", str(path))
    assert (ran.code, "expected [mine], since that edition was given" in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("nowhere.toml", "nowhere.toml: No such file or directory"),
        ("bad.toml", "bad.toml: name: found 7"),
    ],
)
def test_a_position_of_an_edition_that_cannot_be_read(cli: Runner, file: str, told: str) -> None:
    """Exit code 1 would say that the action is not legal."""
    (cli.folder / "bad.toml").write_text("name = 7", encoding="utf-8")
    ran = cli("explain", SHOP, "take", "--edition", file)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"toledo-rules: {told}")


# Show.


@pytest.mark.parametrize(("word", "seat"), [("red", 0), ("1", 1), ("spectator", None)])
def test_a_position_as_somebody_sees_it(cli: Runner, word: str, seat: int | None) -> None:
    """A-128: and in no form a card that this player may not see."""
    state = parse_position(SHOP)
    assert cli("show", SHOP, "--seat", word).out == f"{text(state, seat=seat)}\n"
    assert loads(cli("show", SHOP, "--as", word, "--json").out, View) == view(state, seat)
    assert cli("show", SHOP, "--seat", word, "--svg", "it.svg").out == ""
    drawn = (cli.folder / "it.svg").read_text(encoding="utf-8")
    assert drawn == f"{svg(state, seat=seat)}\n"


def test_a_seat_that_is_not_there(cli: Runner) -> None:
    ran = cli("show", SHOP, "--seat", "green")
    assert (ran.code, ran.err) == (2, "toledo-rules: 'green' does not play; there are red, blue\n")


def test_a_position_as_json(cli: Runner) -> None:
    assert loads(cli("show", SHOP, "--json").out, State) == parse_position(SHOP)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_in_any_language(cli: Runner, language: Language) -> None:
    state = parse_position(TAVERN)
    ran = cli("show", TAVERN, "--svg", "it.svg", "--language", language)
    assert (ran.code, ran.out) == (0, "")
    drawn = (cli.folder / "it.svg").read_text(encoding="utf-8")
    assert drawn.startswith("<svg ")
    assert drawn == f"{svg(state, language=language)}\n"


def test_the_legal_actions_in_notation_and_in_words(cli: Runner) -> None:
    ran = cli("show", TAVERN, "--legal")
    assert ran.out == (
        f"{text(parse_position(TAVERN))}\n"
        "\n"
        "3 legal actions\n"
        "  end      End your turn.\n"
        "  use 2bd  Draw 3 cards at the tavern, paying the brown 2 (defender).\n"
        "  use 6va  Draw 3 cards at the tavern, paying the violet 6 (attacker).\n"
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("position", [SHOP, TAVERN])
def test_every_legal_action_is_listed(cli: Runner, position: str, language: str) -> None:
    state = parse_position(position)
    ran = cli("show", position, "--legal", "--json", "--language", language)
    listed = json.loads(ran.out)
    actions = tuple(parse_action(entry["notation"], state.edition) for entry in listed)
    assert actions == legal_actions(state)
    shown = cli("show", position, "--legal", "--language", language, "--svg", "it.svg").out
    assert max(map(len, shown.splitlines())) <= 80
    said = " ".join(shown.split())
    for entry in listed:
        assert f" {entry['notation']} {entry['words']}" in said


@pytest.mark.parametrize(
    "words", [(DRAWING,), (OVER,), (TAVERN, "--seat", "red"), (TAVERN, "--seat", "spectator")]
)
def test_nothing_is_legal(cli: Runner, words: tuple[str, ...]) -> None:
    """Chance is next, the game is over, or somebody else is on turn."""
    ran = cli("show", *words, "--legal")
    assert ran.code == 0
    assert ran.out.endswith("\n\n0 legal actions\n")
    assert cli("show", *words, "--legal", "--json").out == "[]\n"


def test_one_form_at_a_time(cli: Runner) -> None:
    assert cli("show", SHOP, "--svg", "it.svg", "--json").code == 2


# Explain.


def test_a_legal_action(cli: Runner) -> None:
    ran = cli("explain", SHOP, "4nd@0")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("to space 4\n  (gem dealer).\nThis is legal.\n")


def test_an_action_that_is_not_legal(cli: Runner) -> None:
    """MOV-04: the reason, and the rule with its text."""
    ran = cli("explain", SHOP, "2bd@0")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out == (
        "  Play the brown 2 (defender) and move a figure from the cathedral to space 2.\n"
        "You cannot stop on space 2: there is no shop.\n"
        "\n"
        "MOV-04  Where a move may end\n"
        "  A move may end only on a shop, on a tavern, on the artist or on an entrance.\n"
        "  It may never end on a site without a shop.\n"
    )


def test_a_reason_in_another_language(cli: Runner) -> None:
    ran = cli("explain", SHOP, "2bd@0", "--language", "de")
    assert ran.code == 1
    assert "\nDu kannst auf Feld 2 nicht anhalten: Dort ist kein Geschäft.\n" in ran.out
    assert "\nMOV-04\n  Über Bauplätze ohne Geschäft darf die Figur hinweg" in ran.out


@pytest.mark.parametrize("position", [SHOP, TAVERN, DRAWING, OVER])
@pytest.mark.parametrize("action", ["take", "end", "pass", "vs blue", "use 2bd", "place m2@4"])
def test_the_exit_code_is_the_answer(cli: Runner, position: str, action: str) -> None:
    state = parse_position(position)
    legal = parse_action(action, state.edition) in legal_actions(state)
    assert cli("explain", position, action).code == (0 if legal else 1)


def test_an_action_that_cannot_be_read(cli: Runner) -> None:
    ran = cli("explain", SHOP, "place m2@99")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "toledo-rules: action, column 10: expected a step from 0 to 21\n"
        "    place m2@99\n"
        "             ^\n"
    )


# From a record, and back.


def test_positions_of_a_record(cli: Runner) -> None:
    record = load_record(BY_HAND).complete()
    states = [record.start, *(ply.after for ply in replay(record))]
    written = [format_position(state) for state in states]
    assert cli("replay", str(BY_HAND), "--positions", "--position").out.splitlines() == written
    for words in ((), ("--final",)):
        assert cli("replay", str(BY_HAND), "--position", *words).out == f"{written[-1]}\n"
    fourth = cli("replay", str(BY_HAND), "--at", "4", "--position").out
    assert fourth == f"{written[4]}\n"
    shown = cli("show", "-", "--as", "blue", typed=[fourth]).out
    assert cli("replay", str(BY_HAND), "--at", "4", "--as", "blue").out == f"\n{shown}"


def test_a_finished_record_has_a_last_position(cli: Runner) -> None:
    two = CORPUS / "two-players.toledo"
    last = reach(load_record(two).complete()).state
    assert cli("replay", str(two), "--position").out == f"{format_position(last)}\n"


def test_notation_keeps_no_secrets(cli: Runner) -> None:
    ran = cli("replay", str(BY_HAND), "--position", "--as", "blue")
    assert (ran.code, ran.out) == (2, "")
    assert "a position in notation shows all cards; leave out --seat" in ran.err


# Playing from a position.


def test_a_game_begins_at_a_position(cli: Runner) -> None:
    ran = cli("play", "--position", TAVERN, "--seed", "3", typed=["use 2bd"])
    assert ran.code == 0
    assert ran.out.startswith("Red: greedy, Blue: human. Saved in toledo-game.toledo.\n")
    record = cli.record()
    assert record.start == parse_position(TAVERN)
    assert format_action(record.entries[0].action, record.edition) == "use 2bd"
    assert describe(record.start, reader=1) in ran.out
    resumed = cli("play", "--resume", "toledo-game.toledo")
    assert resumed.out.startswith("Red: greedy, Blue: human. Saved in toledo-game.toledo.\n")


def test_a_position_can_have_other_players(cli: Runner) -> None:
    ran = cli("play", "--position", SHOP, "--seats", "human,random")
    assert ran.out.startswith("Red: human, Blue: random.")
    ran = cli("play", "--position", SHOP, "--seats", "human,human,human", "--save", "it.toledo")
    assert (ran.code, ran.err) == (2, "toledo-rules: the position has 2 players, not 3\n")


def test_a_game_that_is_over_already(cli: Runner) -> None:
    ran = cli("play", "--position", OVER)
    assert ran.code == 0
    assert "\n  1st place: " in ran.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((DRAWING,), "a game begins where a player decides, not at a chance step"),
        (("-",), "play reads actions from standard input; use --position @FILE"),
        ((SHOP, "--first", "blue"), "the position says whose turn it is; leave out --first"),
        ((SHOP, "--resume", "it.toledo"), "not allowed with argument --position"),
        (("toledo1 red",), "position, column 12: expected "),
    ],
)
def test_a_game_that_cannot_begin(cli: Runner, words: tuple[str, ...], told: str) -> None:
    ran = cli("play", "--position", *words)
    assert ran.code == 2
    assert told in ran.err
    assert list(cli.folder.iterdir()) == []
