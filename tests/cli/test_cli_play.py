"""Playing at a terminal: input, output, saved games and secrets."""

from __future__ import annotations

import builtins
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.cli_runner import TINY, Ran, Runner, first_of_all
from toledo_rules import Game, PlaceShop, ShopTile, TakeCards
from toledo_rules._cli import main
from toledo_rules._cli._console import CLEAR
from toledo_rules.bots import RandomBot, register_bot
from toledo_rules.describe import LANGUAGES
from toledo_rules.record import Record, save_record

BEGINNING = "toledo1 red / red 2bd 3bd 4ta 6ba 6ta / blue 1va 2td 3nd 5ba 6vd"
AT_BEGINNING = ("--position", BEGINNING, "--seed", "3")
AGAINST_GREEDY = ("play", "--seats", "human,greedy", *AT_BEGINNING)
TWO_PEOPLE = ("play", "--seats", "human,human", *AT_BEGINNING)
SAVED = "\nThe game is saved. Continue it with: toledo-rules play --resume toledo-game.toledo\n"


# Moves.


def test_the_board_and_the_moves_are_shown(cli: Runner) -> None:
    ran = cli(*AGAINST_GREEDY)
    assert ran.code == 0
    assert "\n╭─ Alcazar ─" in ran.out
    assert "    Hand 2bd 3bd 4ta 6ba 6ta\n" in ran.out
    assert "\nPlace a shop\n   1  Place a metal dealer with 1 circle.  [1-4 6-9 11 " in ran.out
    assert "\nSomething else\n   9  Take 2 cards.\nRed> " in ran.out
    assert "\x1b" not in ran.out  # this is no terminal


def test_a_move_by_its_number(cli: Runner) -> None:
    ran = cli(*AGAINST_GREEDY, typed=["9"])
    assert isinstance(cli.record().entries[0].action, TakeCards)
    assert "  You draw the turquoise 4 (attacker) and the brown 5 (attacker).\n" in ran.out
    assert "\n  Hand: 2bd 3bd 4ta 4ta 5ba 6ba 6ta\n" in ran.out  # after a draw it is shown
    assert "\n  Blue places a " in ran.out  # what the bot did


def test_the_hand_is_shown_after_own_draws_alone(cli: Runner) -> None:
    """What the others do and draw changes nothing in it."""
    ran = cli(*TWO_PEOPLE, typed=["", "2 4", "", "10", "", "2 7", "", "take"])
    actions = [type(entry.action) for entry in cli.record().entries]
    assert actions == [PlaceShop, TakeCards, PlaceShop, TakeCards]
    assert "\n  Hand: 2bd 3bd 4ta 6ba 6ta\n" not in ran.out
    assert ran.out.count("\n  Hand: ") == 2  # Blue's after each draw


def test_a_move_with_a_choice(cli: Runner) -> None:
    cli(*AGAINST_GREEDY, typed=["2 4"])
    assert cli.record().entries[0].action == PlaceShop(ShopTile("metal", 2), 4)


def test_a_choice_is_asked_for(cli: Runner) -> None:
    ran = cli(*AGAINST_GREEDY, typed=["2", "13"])
    assert "\nRed> Place a metal dealer with 2 circles.  [1-4 6-9 11 13-19]: " in ran.out
    assert cli.record().entries[0].action == PlaceShop(ShopTile("metal", 2), 13)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["10"], "The list has numbers from 1 to 9, not 10."),
        (["0"], "The list has numbers from 1 to 9, not 0."),
        (["6 5"], "Number 6 takes one of 1-4 6-9 11 13-19, not '5'."),
        (["6", ""], "Number 6 takes one of 1-4 6-9 11 13-19, not ''."),
        (["9 4"], "Number 9 takes no choice, not '4'."),
        (["tak 2"], "Column 5: expected"),
        (["end, take"], "The turn would be over before the end of the line."),
        (["take = 6va 6va"], "Cards are drawn by the game: leave out everything after =."),
        (["end"], "You cannot end your turn before you have done something. (TRN-04)"),
        (["4va@0"], "You do not have the violet 4 (attacker) in hand. (MOV-01)"),
        ([""], ""),
    ],
)
def test_what_is_wrong_is_told_and_nothing_happens(
    cli: Runner, typed: list[str], told: str
) -> None:
    ran = cli(*AGAINST_GREEDY, typed=typed)
    assert ran.code == 0
    assert ran.out.count("Red> ") == ran.out.count("\nRed> ") + (ran.out.count("Red> Red> "))
    assert told in ran.out
    assert cli.record().entries == ()


def test_a_whole_turn_in_notation(cli: Runner) -> None:
    """The figure arrives on the player's own shop, so its use is free (USE-03)."""
    ran = cli(*AGAINST_GREEDY, typed=["place m2@4", "4ta@0, use, end"])
    turns = list(cli.record().turns())
    assert len(turns[2][2]) == 3
    assert "  You take 1 metal.\n" in ran.out


def test_a_payment_is_a_choice(cli: Runner) -> None:
    """USE-05: at the tavern on 5 any card will do; equal cards are one choice."""
    ran = cli(*AGAINST_GREEDY, typed=["take", "5ba@0"])
    using = re.search(r"Use the space\n   1  (.*)\n", ran.out)
    assert using
    assert using[1] == "Draw 3 cards at the tavern.  [2bd 3bd 4ta 6ba 6ta]"
    ran = cli("play", "--resume", "toledo-game.toledo", "--seed", "3", typed=["1 2bd"])
    assert "  You pay the brown 2 and draw the " in ran.out


# Questions.


def test_help(cli: Runner) -> None:
    for question in ("?", "help"):
        ran = cli("play", "--save", f"{len(question)}.toledo", typed=[question])
        assert "Type a number to do what is listed beside it." in ran.out


def test_why_a_move_is_not_possible(cli: Runner) -> None:
    """The reason, and the whole rule."""
    ran = cli(*AGAINST_GREEDY, typed=["? 2bd@0"])
    assert (
        "  Play the brown 2 (defender) and move a figure from the cathedral to space 2.\n"
        in ran.out
    )
    assert "\nYou cannot stop on space 2: there is no shop.\n\nMOV-04  " in ran.out


def test_why_in_another_language(cli: Runner) -> None:
    ran = cli(*AGAINST_GREEDY, "--language", "de", typed=["? 2bd@0", "2bd@0"])
    assert ran.out.count("Auf Feld 2") + ran.out.count("auf Feld 2") >= 2
    assert "MOV-04" in ran.out
    assert ran.out.endswith("toledo-rules play --resume toledo-game.toledo --language de\n")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("? take", "  Take 2 cards.\nThis is legal.\n"),
        ("? 9", "  Take 2 cards.\nThis is legal.\n"),
        ("?9", "  Take 2 cards.\nThis is legal.\n"),
        ("? 1", "  Place a metal dealer with 1 circle on space 1.\nThis is legal.\n"),
        ("? 0", "Something is missing at the end of the line, in column 2"),
        ("? mov-05", "MOV-05  A free circle must be taken\n"),
        ("? A-43", "A-43  When may a figure enter a space full of its own colour?\n"),
        ("? 99", "Something is missing at the end of the line, in column 3"),
        ("? fly", "Column 1: expected"),
    ],
)
def test_other_questions(cli: Runner, question: str, answer: str) -> None:
    assert answer in cli(*AGAINST_GREEDY, typed=[question]).out


def test_board_moves_and_score(cli: Runner) -> None:
    ran = cli(*AGAINST_GREEDY, typed=["board", "moves", "score"])
    assert ran.out.count("╭─ Alcazar ─") == 2
    assert ran.out.count("   9  Take 2 cards.") == 2
    assert "  SCO-01  Swords in the Alcazar" in ran.out


# Taking back.


def test_undo_and_redo(cli: Runner) -> None:
    """A-132: nobody has learned anything by a figure that moves."""
    ran = cli(*AGAINST_GREEDY, typed=["take", "5ba@0", "undo", "redo", "undo", "undo"])
    assert ran.out.count("Undone.") == 2
    assert ran.out.count("  You play the brown 5 ") == 2
    assert "That cannot be undone: another player has moved since. (A-132)" in ran.out
    assert len(cli.record().entries) == 2


def test_nothing_to_undo_or_redo(cli: Runner) -> None:
    ran = cli(*AGAINST_GREEDY, typed=["undo", "redo"])
    assert "There is nothing to undo yet. (A-132)" in ran.out
    assert "There is nothing to redo. (A-132)" in ran.out


# Several people at one terminal.


def test_people_change_places(cli: Runner) -> None:
    """A-128: nobody sees the hand of the one before."""
    ran = cli(*TWO_PEOPLE, typed=["", "take", "", "take"])
    red, blue = (
        f"{who} is next. Press Enter when nobody else is looking" for who in ("Red", "Blue")
    )
    begin, reds, blues, again = re.split(f"{red}|{blue}", ran.out)
    assert "Hand" not in begin
    assert "You draw the turquoise 4 (attacker) and " in reds
    assert "Hand 2bd 3bd 4ta 6ba 6ta" in reds
    assert "Red draws 2 cards." in blues
    assert "turquoise 4" not in blues
    assert "2bd 3bd 4ta" not in blues
    assert again == f", or type undo: {SAVED}"


def test_everybody_is_told_what_happened_in_between(cli: Runner) -> None:
    words = ("play", "--seats", "human,random,human", "--seed", "3")
    ran = cli(*words, typed=["", "take", "", "take"])
    greens = ran.out.partition("Green is next.")[2]
    assert re.search(r"looking, or type undo:   Red draws 2 cards\.\n  Blue [^\n]*", greens)


def test_a_turn_is_taken_back_before_the_next_one_looks(cli: Runner) -> None:
    typed = ["", "place m2@4", "undo", "place m2@6", "undo now", "quit"]
    ran = cli(*TWO_PEOPLE, typed=typed)
    assert ran.out.count("Blue is next.") == 2
    assert "Undone." in ran.out
    assert [entry.action for entry in cli.record().entries] == [PlaceShop(ShopTile("metal", 2), 6)]


def test_what_was_revealed_is_not_taken_back_on_the_way_out(cli: Runner) -> None:
    ran = cli(*TWO_PEOPLE, typed=["", "take", "undo", "quit"])
    assert "That cannot be undone: a card was drawn, revealed or paid." in ran.out
    assert "\nBlue> " in ran.out


def test_a_terminal_is_wiped(cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    ran = cli(*TWO_PEOPLE, typed=["", "take", ""])
    assert ran.out.count(CLEAR) == 2
    assert "\x1b[31m" in ran.out


# Whole games.


def whole_game(cli: Runner, *words: str) -> Ran:
    """A short one, in a tiny edition."""
    tiny = str(TINY / "tiny-road.toml")
    return cli.answered(first_of_all, "play", "--edition", tiny, "--seed", "5", *words)


def test_a_game_to_its_end(cli: Runner) -> None:
    ran = whole_game(cli, "--seats", "human,random")
    assert ran.code == 0
    assert "\nThe game is over.\n" in ran.out
    assert "\n  1st place: " in ran.out
    assert re.match(r"\S.* (wins|share the victory) with ", ran.out.splitlines()[-1])
    assert cli.record().scores is not None


@pytest.mark.search
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_in_any_language(cli: Runner, language: str) -> None:
    ran = whole_game(cli, "--seats", "human,human", "--language", language, "--first", "blue")
    assert ran.code == 0
    assert cli.record().start.active == 1
    assert cli.record().scores is not None


def test_a_finished_game_is_shown_again(cli: Runner) -> None:
    whole_game(cli, "--seats", "human,random")
    ran = cli("play", "--resume", "toledo-game.toledo")
    assert ran.code == 0
    assert "\n  1st place: " in ran.out


def test_the_end_shows_no_hand_that_decides_nothing(cli: Runner) -> None:
    """A-128: the other players' cards stay hidden, and so does their sum."""
    game = Game(
        seed=1, position="toledo1 blue over, trigger red / red 5nd 6na, in 3 / blue 1va 2va 3va"
    )
    assert game.over
    save_record(game.record(), "over.toledo")
    ran = cli("play", "--resume", "over.toledo", "--seats", "human,random")
    assert "Hand 5nd 6na" in ran.out
    assert "1va" not in ran.out
    assert "card sum" not in ran.out


# Saving.


def test_quit_and_resume(cli: Runner) -> None:
    ran = cli(*AGAINST_GREEDY, typed=["place m2@4", "quit"])
    assert ran.out.endswith(SAVED)
    before = cli.record()
    assert len(before.entries) == 2
    ran = cli("play", "--resume", "toledo-game.toledo", typed=["take"])
    assert ran.out.startswith("Red: human, Blue: greedy. Saved in toledo-game.toledo.\n")
    assert cli.record().entries[:2] == before.entries
    assert len(cli.record().entries) == 4


def test_a_seed_decides_the_cards(cli: Runner) -> None:
    """It is that of a `Game`, and after an interruption the same cards come."""
    words = ("play", "--seats", "human,human", "--seed", "3")
    cli(*words, typed=["", "take", "", "take"])
    whole = cli.record()
    assert whole.start == Game(2, seed=3).state
    cli(*words, "--save", "parts.toledo", typed=["", "take"])
    cli("play", "--resume", "parts.toledo", "--seed", "3", typed=["", "take"])
    assert cli.record("parts.toledo") == whole


@pytest.mark.parametrize("stop", [KeyboardInterrupt, EOFError])
def test_whoever_leaves_leaves_a_saved_game(
    cli: Runner, monkeypatch: pytest.MonkeyPatch, stop: type[BaseException]
) -> None:
    """Ctrl-C, or the end of the input."""
    answers = iter(["place m2@4"])

    def answer(_prompt: str) -> str:
        for line in answers:
            return line
        raise stop

    monkeypatch.setattr(builtins, "input", answer)
    ran = cli(*AGAINST_GREEDY)
    assert ran.code == 0
    assert ran.out.endswith(SAVED)
    assert len(cli.record().entries) == 2


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Interrupts as in a fresh process, however the tests were started."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupts")
def test_only_the_first_interrupt_counts(cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pressing Ctrl-C several times leaves a saved game and no traceback, in a process of its own."""

    def interrupted(_prompt: str) -> str:
        handler = signal.getsignal(signal.SIGINT)
        assert callable(handler)
        handler(signal.SIGINT, None)
        raise AssertionError("not reached")

    monkeypatch.setattr(builtins, "input", interrupted)
    assert cli(*AGAINST_GREEDY).out.endswith(SAVED)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    monkeypatch.setattr(sys, "argv", ["toledo-rules", "play"])
    assert main() == 0
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_a_new_game_takes_the_next_free_name(cli: Runner) -> None:
    cli("play", "--seed", "1")
    before = cli.record()
    ran = cli("play", "--seed", "2")
    assert "Saved in toledo-game-2.toledo." in ran.out
    assert cli.record() == before


def test_a_game_is_never_overwritten(cli: Runner) -> None:
    cli("play", "--save", "mine.toledo")
    ran = cli("play", "--save", "mine.toledo")
    assert ran.code == 2
    assert (
        ran.err
        == "toledo-rules: mine.toledo already exists; use --resume mine.toledo to continue it\n"
    )
    assert (cli.folder / "mine.toledo").read_text(encoding="utf-8").startswith("toledo-record 1")


def test_a_copy(cli: Runner) -> None:
    ran = cli(*AGAINST_GREEDY, typed=["place m2@4", "save copy.toledo", "save", "save no/where"])
    assert "Saved in copy.toledo." in ran.out
    assert "Name the file: save FILE." in ran.out
    assert "no/where: No such file or directory" in ran.out
    assert cli.record("copy.toledo") == cli.record()


def test_others_may_go_on(cli: Runner) -> None:
    """The seats can change; a record from elsewhere has none."""
    cli(*AGAINST_GREEDY, typed=["place m2@4"])
    record = cli.record()
    save_record(Record(record.start), cli.folder / "bare.toledo")
    ran = cli("play", "--resume", "bare.toledo")
    assert ran.out.startswith("Red: human, Blue: human.")
    ran = cli("play", "--resume", "toledo-game.toledo", "--seats", "greedy,human")
    assert ran.out.startswith("Red: greedy, Blue: human.")
    ran = cli("play", "--resume", "toledo-game.toledo", "--seats", "greedy,human,human")
    assert (ran.code, ran.err) == (
        2,
        "toledo-rules: toledo-game.toledo is a game of 2 players, not 3\n",
    )


def test_a_bot_that_is_not_here(cli: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toledo_rules.bots._entries", {})
    register_bot("mine", RandomBot)
    register_bot("greedy", RandomBot)
    cli("play", "--seats", "human,mine", "--seed", "1")
    monkeypatch.undo()
    monkeypatch.chdir(cli.folder)
    ran = cli("play", "--resume", "toledo-game.toledo")
    assert ran.code == 1
    assert ran.err.startswith(
        "toledo-rules: toledo-game.toledo: there is no bot 'mine'; there are "
    )
    assert ran.err.endswith("; choose the players with --seats\n")


def test_a_damaged_game_is_played_on_in_another_file(cli: Runner) -> None:
    cli(*AGAINST_GREEDY, typed=["place m2@4", "take"])
    file = cli.folder / "toledo-game.toledo"
    damaged = file.read_text(encoding="utf-8").replace("take =", "tale =")
    file.write_text(damaged, encoding="utf-8")
    ran = cli("play", "--resume", "toledo-game.toledo", typed=["place g2@7"])
    assert "toledo-game.toledo is damaged: line " in ran.out
    assert "The game continues after 2 actions, in toledo-game-2.toledo.\n" in ran.out
    assert file.read_text(encoding="utf-8") == damaged
    assert len(cli.record("toledo-game-2.toledo").entries) == 4


def test_no_game_at_all(cli: Runner) -> None:
    (cli.folder / "poem.txt").write_text("Toledo, my Toledo\n", encoding="utf-8")
    ran = cli("play", "--resume", "poem.txt")
    assert ran.code == 1
    assert ran.err.startswith("toledo-rules: poem.txt is not a record: line 1, column 1: expected ")
    ran = cli("play", "--resume", "nowhere.txt")
    assert (ran.code, ran.err) == (1, "toledo-rules: nowhere.txt: No such file or directory\n")


def test_a_game_by_other_rules(cli: Runner) -> None:
    cli(*AGAINST_GREEDY, typed=["place m2@4"])
    file = cli.folder / "toledo-game.toledo"
    text = re.sub("(check|edition): .*\n", "", file.read_text(encoding="utf-8"))
    text = text.replace("rules: 1", "edition: kosmos-2008").replace("place m2@4", "place m2@5")
    file.write_text(text, encoding="utf-8")
    ran = cli("play", "--resume", "toledo-game.toledo")
    assert ran.code == 1
    assert ran.err.startswith("toledo-rules: toledo-game.toledo does not fit the rules: entry 1: ")


# Who plays.


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--seats", "human"), "kosmos-2008 is for 2 to 4 players, not 1 (CMP-01)"),
        (("--seats", "human,gredy"), "there is no player 'gredy'; there are human, random, greedy"),
        (("--seats", "human,greedy:speed=9"), "the bot 'greedy' has no option 'speed'"),
        (("--first", "green"), "'green' does not play; there are red, blue"),
        (("--first", "pink"), "'pink' is not a seat: column 1: expected"),
        (("--edition", "atlantis"), "edition: found 'atlantis', expected kosmos-2008, tiny-"),
        (("--language", "fi"), "invalid choice: 'fi'"),
    ],
)
def test_what_cannot_be_meant(cli: Runner, words: tuple[str, ...], told: str) -> None:
    ran = cli("play", *words)
    assert ran.code == 2
    assert told in ran.err
    assert list(cli.folder.iterdir()) == []


def test_an_edition_with_mistakes(cli: Runner) -> None:
    (cli.folder / "mine.toml").write_text("name = 7", encoding="utf-8")
    ran = cli("play", "--edition", "mine.toml")
    assert ran.code == 1
    assert ran.err.startswith("toledo-rules: mine.toml: name: found 7, expected a name")


def test_an_edition_of_ones_own(cli: Runner) -> None:
    tiny = str(TINY / "tiny-road.toml")
    ran = cli("play", "--edition", tiny, "--seed", "1", "--seats", "human,random", typed=["take"])
    assert ran.code == 0
    assert cli.record().edition.name == "tiny-road"
    assert Path(tiny).exists()


def test_commands_take_readings(cli: Runner) -> None:
    ran = cli("edition", "show", "kosmos-2008 a22=used_up")
    assert ran.out.endswith('[readings]\na22 = "used_up"\n')
    ran = cli("edition", "diff", "kosmos-2008 a22=used_up", "kosmos-2008")
    assert "readings.a22: used_up, there when_needed" in ran.out
    ran = cli("perft", "--depth", "1", "--edition", "kosmos-2008 a22=used_up")
    assert ran.code == 0
    ran = cli("perft", "--depth", "1", "--edition", "kosmos-2008 a22=soon")
    assert ran.code == 2
    assert "readings.a22: found 'soon', expected when_needed or used_up\n" in ran.err
