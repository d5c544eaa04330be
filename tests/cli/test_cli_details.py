"""Small things that people see of a command, and that programs rely on."""

from __future__ import annotations

from tests.cli.cli_runner import Runner
from toledo_rules import KOSMOS_2008
from toledo_rules._cli._console import split_specs
from toledo_rules._cli._play import in_short
from toledo_rules.editions import edition_to_toml


def test_the_options_of_a_bot_stay_with_it() -> None:
    specs = ("greedy", "random", "racer:iterations=8,seconds=1", "greedy")
    assert split_specs(",".join(specs)) == specs


def test_three_numbers_in_a_row_are_shortened() -> None:
    assert in_short(("1", "2", "4", "5", "6", "9")) == "1 2 4-6 9"


def test_a_seed_is_random_unless_a_command_says_otherwise(cli: Runner) -> None:
    assert "(default: random)" in " ".join(cli("play", "--help").out.split())
    assert "(default: random)" not in " ".join(cli("perft", "--help").out.split())


def test_perft_counts_two_players_unless_asked_otherwise(cli: Runner) -> None:
    assert cli("perft", "--depth", "1").out == cli("perft", "--depth", "1", "--players", "2").out
    assert cli("perft").out == cli("perft", "--depth", "2").out


def test_an_edition_that_is_printed_is_no_failure(cli: Runner) -> None:
    ran = cli("edition", "show", "kosmos-2008")
    assert (ran.code, ran.out.rstrip("\n")) == (0, edition_to_toml(KOSMOS_2008).rstrip("\n"))


def test_boards_are_shown_after_whole_rounds_before_the_first_player(cli: Runner) -> None:
    """With two players a board follows both turns of a round, so one is there for each round that has ended."""
    ran = cli("watch", "--seed", "7", "--seats", "random,random", "--boards", "1")
    between = ran.out.split("Round 2")[0]
    assert between.count("Alcazar ─") == 1
    assert between.index("Alcazar ─") > between.index("Blue places")
