"""The commands besides play: what they say, and with which exit code they say it."""

from __future__ import annotations

import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path
from runpy import run_path

import pytest

import toledo_rules
from tests.cli.cli_runner import CORPUS, TINY, Runner
from toledo_rules import KOSMOS_2008, RULES, Game, load_edition, parse_edition, parse_position
from toledo_rules._cli import _run, main
from toledo_rules.bots import RandomBot, make_bot, play_game, register_bot
from toledo_rules.describe import LANGUAGES
from toledo_rules.record import load_record, reach, replay
from toledo_rules.testing import perft

TWO = str(CORPUS / "two-players.toledo")
BY_HAND = str(CORPUS / "by-hand.toledo")
TINY_ROAD = str(TINY / "tiny-road.toml")
QUICK = ("--edition", TINY_ROAD, "--seed", "5")

COMMANDS = (
    *(["play"], ["show"], ["explain"], ["replay"], ["analyse"], ["rule"]),
    *(["watch"], ["simulate"], ["perft"], ["conformance"]),
    *(["edition", "check"], ["edition", "show"], ["edition", "diff"]),
)


# Help and mistakes.


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_has_a_help_with_examples(cli: Runner, words: list[str]) -> None:
    ran = cli(*words, "--help")
    assert ran.code == 0
    assert "examples:\n  toledo-rules " + " ".join(words) in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_a_rule_keeps_its_paragraphs_and_lists(cli: Runner) -> None:
    lines = cli("rule", "TRN-03").out.splitlines()
    assert lines[1] == "  On your turn you must do exactly one of these:"
    assert [line[:4] for line in lines[2:] if not line.startswith("    ")] == ["  - "] * 4


def test_a_merged_number_says_where_it_went(cli: Runner) -> None:
    (number,) = (rule.id for rule in RULES.values() if rule.merged_into == "USE-03")
    assert "see USE-03" in cli("rule", number).out
    said = cli("rule", number, "--language", "de").out
    assert said == f"{number}\n  Dein eigenes Geschäft kostet nichts.\n"


def test_the_help_lists_all_commands(cli: Runner) -> None:
    ran = cli("--help")
    assert ran.code == 0
    for command, *_ in COMMANDS:
        assert re.search(rf"^    {command}\b", ran.out, re.MULTILINE)


@pytest.mark.parametrize(
    "words", [(), ("dance",), ("rule",), ("edition",), ("rule", "A-43", "--list"), ("replay",)]
)
def test_what_is_not_understood_is_usage(cli: Runner, words: tuple[str, ...]) -> None:
    ran = cli(*words)
    assert ran.code == 2
    assert re.match(r"toledo-rules[a-z -]*: error: ", ran.err)  # what is wrong comes first
    assert "\nusage: toledo-rules" in ran.err
    assert ran.out == ""


def test_the_version(cli: Runner) -> None:
    ran = cli("--version")
    assert ran.code == 0
    assert re.fullmatch(r"toledo-rules \d+\.\d+\.\d+(rc\d+)?\n", ran.out)


def test_the_package_can_be_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in: python -m toledo_rules rule MOV-05. An import alone does nothing."""
    import_module("toledo_rules.__main__")
    monkeypatch.setattr(sys, "argv", ["toledo_rules", "rule", "MOV-05"])
    with pytest.raises(SystemExit) as stop:
        run_path(str(Path(toledo_rules.__file__).with_name("__main__.py")), run_name="__main__")
    assert stop.value.code == 0
    assert capsys.readouterr().out.startswith("MOV-05  ")


def test_an_interrupt_is_no_mistake(cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(_run, "sleep", interrupted)
    ran = cli("watch", *QUICK, "--seats", "random,random")
    assert (ran.code, ran.err) == (130, "\nInterrupted. The game was not saved.\n\n")


# Colour.


def test_colour_can_be_had_and_refused(cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[1mMOV-05" in cli("rule", "MOV-05", "--colour", "always").out
    assert "\x1b" not in cli("rule", "MOV-05").out  # this is no terminal
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "\x1b" in cli("rule", "MOV-05").out
    assert "\x1b" not in cli("rule", "MOV-05", "--color", "never").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in cli("rule", "MOV-05").out


def test_a_reader_may_stop_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in: toledo-rules rule --list | head -1."""

    class Closed(StringIO):
        def write(self, _text: str) -> int:
            raise BrokenPipeError

        def fileno(self) -> int:
            return file.fileno()

    with (tmp_path / "pipe").open("w", encoding="utf-8") as file:
        monkeypatch.setattr(sys, "stdout", Closed())
        assert main(["rule", "MOV-05"]) == 0


def test_any_stream_will_do() -> None:
    heard = StringIO()
    with redirect_stdout(heard):
        assert main(["rule", "MOV-05"]) == 0
    assert heard.getvalue().startswith("MOV-05  A free circle must be taken\n")


# Rules.


def test_rules_by_number(cli: Runner) -> None:
    ran = cli("rule", "mov-05", "A-43")
    assert ran.code == 0
    for number in ("MOV-05", "A-43"):
        assert f"{number}  {RULES[number].title}\n" in ran.out
    said = " ".join(ran.out.split())
    assert " ".join(RULES["MOV-05"].text.split()) in said
    assert RULES["A-43"].question in said
    assert RULES["A-43"].reason in said
    assert max(map(len, ran.out.splitlines())) <= 80


def test_a_rule_in_another_language(cli: Runner) -> None:
    """It is the paragraph of the handbook; what the handbook leaves out is in English, and says so."""
    ran = cli("rule", "MOV-05", "A-43", "--language", "de")
    assert ran.code == 0
    translated, english = ran.out.split("Die Regeln sind auf Englisch geschrieben:\n")
    assert translated.startswith("MOV-05\n  Ist dort ein Kreis frei, muss die Figur ihn")
    assert "*" not in translated
    assert RULES["A-43"].question in " ".join(english.split())
    ruling = cli("rule", "A-37", "--language", "de")
    assert "über beide hinausführen würde" in " ".join(ruling.out.split())


def test_a_rule_that_does_not_exist(cli: Runner) -> None:
    ran = cli("rule", "MOV-5")
    assert (ran.code, ran.out) == (1, "")
    assert re.match(r"toledo-rules: there is no rule 'MOV-5'; did you mean MOV-\d\d, ", ran.err)
    assert cli("rule", "chess").err == "toledo-rules: there is no rule 'chess'\n"


def test_rules_by_words(cli: Runner) -> None:
    ran = cli("rule", "--search", "Tavern", "fee")
    found = re.findall(r"^(\S+)", ran.out, re.MULTILINE)
    assert "A-61" in found
    for number in found:
        rule = RULES[number]
        said = f"{rule.title} {rule.question} {rule.text} {rule.reason}".lower()
        assert "tavern" in said
        assert "fee" in said
    assert cli("rule", "--search", "chess").err == "toledo-rules: no rule contains 'chess'\n"
    assert cli("rule", "--search", "chess").code == 1


def test_all_rules(cli: Runner) -> None:
    ran = cli("rule", "--list")
    assert len(re.findall(r"^[A-Z]", ran.out, re.MULTILINE)) == len(RULES)


# Editions.


def test_an_edition_is_shown_as_a_file(cli: Runner) -> None:
    assert parse_edition(cli("edition", "show").out) == KOSMOS_2008
    assert parse_edition(cli("edition", "show", TINY_ROAD).out) == load_edition(TINY_ROAD)


def test_what_nobody_is_sure_of(cli: Runner) -> None:
    ran = cli("edition", "show", "--level", "assumed")
    assert "\nboard.road.10: " in ran.out
    assert "(the middle row has the artist's price 3)" in " ".join(ran.out.split())
    assert "counts.figures" not in ran.out


def test_editions_are_checked(cli: Runner) -> None:
    ran = cli("edition", "check", TINY_ROAD)
    assert ran.code == 0
    assert re.search(r"no mistakes in tiny-road \([0-9a-f]{16}\); data: \d+ assumed\n$", ran.out)
    text = Path(TINY_ROAD).read_text(encoding="utf-8")
    wrong = text.replace("figures = { is = 2", "figures = { is = 0")
    (cli.folder / "wrong.toml").write_text(wrong, encoding="utf-8")
    ran = cli("edition", "check", "wrong.toml", TINY_ROAD)
    assert ran.code == 1
    assert "wrong.toml: counts.figures.is: found 0, expected " in ran.err
    assert "tiny-road" in ran.out  # the others are checked all the same


def test_editions_are_compared(cli: Runner) -> None:
    text = cli("edition", "show").out
    changed = text.replace('step =  4, kind = "site"', 'step =  4, kind = "tavern"').replace(
        'step =  5, kind = "tavern"', 'step =  5, kind = "site"'
    )
    seen = 'step =  1, kind = "site", row = "lower", level = '
    confirmed = text.replace(f'{seen}"assumed"', f'{seen}"published", source = "my box"')
    files = {"same.toml": text, "mine.toml": changed, "sure.toml": confirmed, "no.toml": "x ="}
    for name, content in files.items():
        (cli.folder / name).write_text(content, encoding="utf-8")
    ran = cli("edition", "diff", "same.toml")
    assert (ran.code, ran.out) == (0, "same.toml and kosmos-2008 are the same game.\n")
    ran = cli("edition", "diff", "mine.toml")
    assert ran.code == 1
    assert ran.out.startswith("mine.toml and kosmos-2008 differ in 2 data:\n")
    assert "board.road.4: tavern in the lower row, there site in the lower row" in ran.out
    ran = cli("edition", "diff", "sure.toml", "same.toml")
    assert ran.code == 0
    assert "The same from other sources: 1 datum:" in ran.out
    said = "board.road.1: site in the lower row, published (my box), there assumed"
    assert said in " ".join(ran.out.split())
    for names in (("no.toml",), ("same.toml", "missing.toml"), ("chess",)):
        ran = cli("edition", "diff", *names)
        assert ran.code == 2
        assert ran.err


# Replay.


def test_a_record_is_told(cli: Runner) -> None:
    ran = cli("replay", TWO)
    assert ran.code == 0
    assert ran.out.startswith("   1  Blue places a fencing master with 1 circle on space 14.\n")
    assert "draws the" in ran.out  # everybody sees everything
    assert "\n  1st place: " in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_a_record_as_others_saw_it(cli: Runner) -> None:
    """A-131: who drew sees which cards."""
    for viewer, seen, unseen in (("red", "Red", "Blue"), ("1", "Blue", "Red")):
        told = cli("replay", TWO, "--as", viewer).out
        assert f"{seen} draws the " in told
        assert f"{unseen} draws the " not in told
        assert f"{unseen} draws 2 cards." in told
    assert "draws the" not in cli("replay", TWO, "--as", "spectator").out
    ran = cli("replay", TWO, "--as", "green")
    assert (ran.code, ran.err) == (
        2,
        "toledo-rules: 'green' does not play; there are red, blue\n",
    )


def test_position_by_position(cli: Runner) -> None:
    ran = cli("replay", BY_HAND, "--positions")
    moves = len(load_record(BY_HAND).complete().entries)
    assert ran.code == 0
    assert ran.out.count("╭─ Alcazar ─") == moves + 1


def test_one_position(cli: Runner) -> None:
    ran = cli("replay", BY_HAND, "--at", "4", "--as", "blue", "--language", "nl")
    assert ran.code == 0
    assert ran.out.count("╭─ Alcazar ─") == 1
    assert "    Hand 2vd 3bd 6bd\n" in ran.out
    assert ran.out.endswith("Blauw mag nog een kaart spelen of de beurt beëindigen.\n")
    ran = cli("replay", BY_HAND, "--at", "999")
    assert ran.code == 2
    assert re.fullmatch(
        r"toledo-rules: --at must be from 0 to \d+, the last action, not 999\n", ran.err
    )


def test_the_last_position(cli: Runner) -> None:
    ran = cli("replay", TWO, "--final")
    assert ran.out.count("╭─ Alcazar ─") == 1
    assert "places a" not in ran.out


def broken(cli: Runner, old: str, new: str) -> str:
    """A record in which something was changed, without its check."""
    text = re.sub("check: .*\n", "", Path(TWO).read_text(encoding="utf-8"))
    assert old in text
    (cli.folder / "broken.toledo").write_text(text.replace(old, new, 1), encoding="utf-8")
    return "broken.toledo"


def test_a_damaged_record_is_told_up_to_the_damage(cli: Runner) -> None:
    ran = cli("replay", broken(cli, "\n3 blue: place", "\n3 blue: plaice"))
    assert ran.code == 1
    assert "   2  Red places a smith with 1 circle on space 8.\n" in ran.out
    assert "   3  " not in ran.out
    assert "╭─ Alcazar ─" in ran.out
    assert ran.err.startswith("toledo-rules: broken.toledo is damaged after action 2: line ")


def test_a_record_that_no_longer_fits_is_told_up_to_there(cli: Runner) -> None:
    ran = cli("replay", broken(cli, "red: place s1@8", "red: place s1@14"))
    assert ran.code == 1
    assert "   1  Blue places" in ran.out
    assert "broken.toledo no longer fits at action 2: PlaceShop" in ran.err
    assert "Blue already has a shop on space 14. (SHP-" in ran.err


def test_a_record_of_other_rules(cli: Runner) -> None:
    ran = cli("replay", broken(cli, "rules: 1", "rules: 2"))
    assert ran.code == 1
    assert "no longer fits at action 0: the record is for rules 2, and these are rules 1" in ran.err


def test_a_record_with_hands_that_nobody_has(cli: Runner) -> None:
    file = broken(cli, "hand red:", "hand red: 1na 1na 1na 1na 1na #")
    ran = cli("replay", file)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("toledo-rules: broken.toledo is not a record: line ")


def test_no_record(cli: Runner) -> None:
    ran = cli("replay", __file__)
    assert ran.code == 1
    assert "test_cli_commands.py is not a record: line 1, column 1: expected " in ran.err
    ran = cli("replay", "nowhere.toledo")
    assert (ran.code, ran.err) == (1, "toledo-rules: nowhere.toledo: No such file or directory\n")


# Watch.


def test_a_game_is_watched_as_by_a_spectator(cli: Runner) -> None:
    """A-131: how many cards are drawn, not which."""
    ran = cli(
        "watch", "--seats", "greedy,random", "--seed", "7", "--boards", "9", "--save", "it.toledo"
    )
    assert ran.code == 0
    assert ran.out.startswith("Toledo (Kosmos, 2008). Red: greedy, Blue: random.\n\nRound 1\n")
    assert " draws 2 cards.\n" in ran.out
    assert "draws the" not in ran.out
    middle, end = ran.out.split("\n  SCO-01  ")
    assert "    Hand " not in middle.rpartition("╭─ Alcazar ─")[0]
    assert "\n  1st place: Red" in end
    record = load_record(cli.folder / "it.toledo").complete()
    assert reach(record).misfit is None
    rounds = len(re.findall("^Round", ran.out, re.MULTILINE))
    assert ran.out.count("╭─ Alcazar ─") == 1 + (rounds - 1) // 9


def test_a_watched_game_is_that_of_its_seed(cli: Runner) -> None:
    """The same chance and the same streams for the bots as `play_game` has."""
    cli("watch", "--seats", "greedy,random", "--seed", "7", "--save", "it.toledo")
    *_, last = replay(cli.record("it.toledo"))
    assert last.after == play_game([make_bot("greedy"), make_bot("random")], seed=7).state


@pytest.mark.search
@pytest.mark.parametrize("seats", ["greedy,random", "random,greedy,greedy,random"])
def test_a_watched_game_fits_into_eighty_columns(cli: Runner, seats: str) -> None:
    ran = cli("watch", "--seats", seats, "--seed", "4", "--boards", "1")
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "\x1b" not in ran.out  # this is no terminal


@pytest.mark.parametrize("language", LANGUAGES)
def test_watching_in_any_language(cli: Runner, language: str) -> None:
    ran = cli("watch", *QUICK, "--seats", "random,random", "--boards", "0", "--language", language)
    assert ran.code == 0
    assert ran.out.count("╭─ Alcazar") + ran.out.count("╭─ Alcázar") == 1


def test_a_game_without_end_is_stopped(cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """A-117: no rule ends it."""
    monkeypatch.setattr(_run, "MOST_DECISIONS", 3)
    ran = cli("watch", "--seats", "greedy,greedy", "--save", "watched.toledo")
    assert ran.code == 0
    assert len(cli.record("watched.toledo").entries) == 3
    assert "Stopped after 3 decisions: no rule ends this game (A-117).\n" in ran.out
    assert "\n  1st place: " in ran.out
    assert " wins " not in ran.out


def test_a_long_sentence_goes_on_below_its_beginning(
    cli: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_run, "MOST_DECISIONS", 11)
    ran = cli("watch", "--seats", "greedy,greedy", "--seed", "1")
    assert (
        "\n  Blue plays the violet 6 and moves a figure from the cathedral to space 6 (gem\n    dealer).\n"
        in ran.out
    )


def test_too_many_to_watch(cli: Runner) -> None:
    ran = cli("watch", "--seats", "random,random,random,random,random")
    assert ran.code == 2
    assert ran.err == "toledo-rules: kosmos-2008 is for 2 to 4 players, not 5 (CMP-01)\n"


def test_watch_knows_only_bots(cli: Runner) -> None:
    ran = cli("watch", "--seats", "human,greedy")
    assert ran.code == 2
    assert "there is no bot 'human'; there are random, greedy" in ran.err


# Simulate.


def test_many_games(cli: Runner) -> None:
    ran = cli("simulate", *QUICK, "--bots", "random,random", "--games", "4", "--out", "games.csv")
    assert ran.code == 0
    assert ran.out.startswith("4 games of 2 players\n")
    assert len((cli.folder / "games.csv").read_text(encoding="utf-8").splitlines()) == 1 + 4 * 2
    again = cli("simulate", *QUICK, "--bots", "random,random", "--games", "4", "--out", "games.csv")
    assert again.out == ran.out


def test_games_by_several_workers_are_the_same(
    cli: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Threads will do here; processes and clusters have their own tests."""
    monkeypatch.setattr("toledo_lab.cli._run.worker_pool", ThreadPoolExecutor)
    words = ("simulate", *QUICK, "--bots", "random,random", "--games", "4", "--rotate")
    assert cli(*words, "--workers", "2").out == cli(*words).out


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--games", "0"), 2, "--games must be from 1 to 10,000,000, not 0"),
        (("--workers", "0"), 2, "--workers must be from 1 to 1,000, not 0"),
        (("--bots", "greedy"), 2, "kosmos-2008 is for 2 to 4 players, not 1 (CMP-01)"),
        (("--bots", "greedy,chess"), 2, "there is no bot 'chess'"),
        (("--out", "results.jsonl"), 1, "results.jsonl, there are no settings for it"),
    ],
)
def test_games_that_cannot_be_played(
    cli: Runner, words: tuple[str, ...], code: int, told: str
) -> None:
    (cli.folder / "results.jsonl").write_text(json.dumps({"chess": 1}) + "\n", encoding="utf-8")
    ran = cli("simulate", *words)
    assert ran.code == code
    assert told in ran.err


def test_a_bot_with_options(cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def careful(patience: int = 1, mood: str = "calm") -> RandomBot:
        assert (patience, mood) == (3, "grim")
        return RandomBot()

    monkeypatch.setattr("toledo_rules.bots._entries", {})
    register_bot("random", RandomBot)
    register_bot("careful", careful)
    bots = "random,careful:patience=3,mood=grim"
    ran = cli("simulate", *QUICK, "--bots", bots, "--games", "1")
    assert ran.code == 0
    assert "careful:patience=3,mood=grim" in ran.out


# Perft.


def test_counts(cli: Runner) -> None:
    """The seed is that of a `Game`."""
    ran = cli("perft", "--depth", "1", "--seed", "1")
    assert (ran.code, ran.out.split()) == (0, ["0", "1", "1", str(len(Game(2, seed=1).legal))])
    ran = cli("perft", "--depth", "3", "--edition", TINY_ROAD, "--no-chance")
    assert [line.split()[0] for line in ran.out.splitlines()] == ["0", "1", "2", "3"]


def test_counts_move_by_move(cli: Runner) -> None:
    ran = cli("perft", "--divide", "--depth", "1", "--edition", TINY_ROAD)
    *moves, every = ran.out.splitlines()
    assert every.split() == ["all", str(len(moves))]
    assert any(line.split()[0] == "take" for line in moves)


def test_counts_in_a_game(cli: Runner) -> None:
    record = load_record(BY_HAND).complete()
    third = [ply.after for ply in replay(record)][2]
    ran = cli("perft", "--record", BY_HAND, "--at", "3", "--depth", "1")
    assert ran.out.split()[-1] == str(perft(third, 1))
    last = reach(record).state
    ran = cli("perft", "--record", BY_HAND, "--depth", "1")
    assert ran.out.split()[-1] == str(perft(last, 1))


def test_counts_from_a_position(cli: Runner) -> None:
    written = "toledo1 red / red 3va 4nd, @4, g2@4 / blue"
    ran = cli("perft", "--position", written, "--depth", "1")
    assert ran.out.split()[-1] == str(perft(parse_position(written), 1))


def test_counts_in_a_game_that_does_not_fit(cli: Runner) -> None:
    """A count from the wrong position would be a wrong answer."""
    ran = cli("perft", "--record", broken(cli, "red: place s1@8", "red: place s1@14"))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("toledo-rules: broken.toledo does not fit the rules: entry 2: ")


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--depth", "-1"), 2, "--depth must be at least 0, not -1"),
        (("--depth", "0", "--divide"), 2, "--depth must be at least 1, not 0"),
        (("--players", "9"), 2, "kosmos-2008 is for 2 to 4 players, not 9 (CMP-01)"),
        (("--record", __file__), 1, "is not a record: line 1, column 1"),
        (("--record", BY_HAND, "--at", "99"), 2, "--at must be from 0 to "),
        (("--at", "3"), 2, "--at counts the actions of a record; name it with --record"),
        (("--position", "toledo1 red"), 2, "position, column 12: expected "),
    ],
)
def test_what_cannot_be_counted(cli: Runner, words: tuple[str, ...], code: int, told: str) -> None:
    ran = cli("perft", *words)
    assert ran.code == code
    assert told in ran.err
