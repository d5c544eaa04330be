"""Summaries with their intervals, and the progress bar."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from random import Random

import pytest
from attrs import evolve

from toledo_lab.simulate import (
    Estimate,
    GameResults,
    Plan,
    Progress,
    ProgressBar,
    Result,
    mean,
    play,
    summarize,
    wilson,
)

PLAN = Plan(bots=("random", "random", "random"), games=1, most=1)
ROW, _, _ = play(PLAN, 0)


def game(
    number: int, won: str, bots: str = "aab", points: tuple[int, ...] = (6, 4, 2)
) -> GameResults:
    """A finished game: who won it, seat by seat (1 or 0), and who sat where."""
    shares = [int(share) / won.count("1") for share in won]
    return tuple(
        evolve(
            ROW,
            game=number,
            seat=seat,
            bot=bots[seat],
            finished=True,
            won=shares[seat],
            points=points[seat],
            turns=10,
            decisions=20 + number,
        )
        for seat in range(len(won))
    )


# Intervals.


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # the last one is an example of Newcombe's, Statistics in Medicine 17 (1998)
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (10, 20, 0.2993, 0.7007),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilsons_interval(wins: int, games: int, low: float, high: float) -> None:
    figure = wilson(wins, games)
    assert figure.value == wins / games
    assert figure.low == pytest.approx(low, abs=1e-4)
    assert figure.high == pytest.approx(high, abs=1e-4)


def test_a_share_lies_in_its_interval() -> None:
    """At both ends too, whatever is rounded."""
    for games in range(1, 60):
        for wins in range(games + 1):
            figure = wilson(wins, games)
            assert 0 <= figure.low <= figure.value <= figure.high <= 1


def test_nothing_is_known_without_games() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)


def test_the_mean_has_an_interval_by_its_standard_error() -> None:
    figure = mean([2, 4, 4, 4, 5, 5, 7, 9])
    assert figure.value == 5
    assert figure.high - figure.value == pytest.approx(2.3646 * 2.1381 / 8**0.5, abs=1e-3)
    assert not mean([3]).bounded
    assert not mean([3, 4]).bounded  # two games are no interval
    assert mean([3, 4]).to_list() == [3.5, None, None]


# Summaries.


def test_seats_of_one_bot_count_together() -> None:
    """Three of four games are won by one of the two seats of a; the fourth is shared by all three seats."""
    games = [game(0, "100"), game(1, "010"), game(2, "100"), game(3, "111")]
    summary = summarize(row for one in games for row in one)
    a, b = summary.bots
    assert (a.who, a.seats, a.games) == ("a", 2, 4)
    assert (b.who, b.seats, b.games) == ("b", 1, 4)
    assert [a.won.value, b.won.value] == pytest.approx([11 / 12, 1 / 12])
    assert [a.fair, b.fair] == pytest.approx([2 / 3, 1 / 3])
    assert (a.points.value, b.points.value) == (5, 2)
    assert [12 * seat.won.value for seat in summary.seats] == pytest.approx([7, 4, 1])
    assert (summary.games, summary.players, summary.stopped) == (4, 3, 0)
    assert (summary.turns.value, summary.decisions.value) == (30, 64.5)


def test_bots_may_move_from_seat_to_seat() -> None:
    games = [game(0, "100", "abc"), game(1, "010", "cab"), game(2, "001", "bca")]
    best, *others = summarize(row for one in games for row in one).bots
    assert (best.who, best.won.value) == ("a", 1)
    assert [other.won.value for other in others] == [0, 0]


def test_stopped_games_count_for_nothing() -> None:
    stopped = [evolve(row, finished=False, won=0.0, turns=999) for row in game(7, "100")]
    summary = summarize([*stopped, *game(0, "100"), *game(1, "100")])
    assert (summary.games, summary.stopped, summary.turns.value) == (2, 1, 30)
    assert str(summary).startswith("2 games of 3 players, 1 more stopped\n")


def test_nothing_cannot_be_summed_up() -> None:
    with pytest.raises(ValueError, match="no finished game"):
        summarize([])


def test_the_table_is_aligned() -> None:
    games = [game(number, "100" if number % 4 else "001") for number in range(100)]
    assert str(summarize(row for one in games for row in one)).splitlines() == [
        "100 games of 3 players",
        "a game: 30.0 (30.0 to 30.0) turns, 208.5 (191.2 to 225.8) decisions",
        "                          won  if equal            points",
        "a       75.0 % (65.7 to 82.5)       67%  5.0 (5.0 to 5.0)",
        "b       25.0 % (17.5 to 34.3)       33%  2.0 (2.0 to 2.0)",
        "seat 0  75.0 % (65.7 to 82.5)       33%  6.0 (6.0 to 6.0)",
        "seat 1     0.0 % (0.0 to 3.7)       33%  4.0 (4.0 to 4.0)",
        "seat 2  25.0 % (17.5 to 34.3)       33%  2.0 (2.0 to 2.0)",
    ]


# Skill and luck.


def duels(count: int, points: Callable[[str, int, int], int]) -> list[Result]:
    """Games of two bots that change seats, with points by bot, seat and game."""
    rows: list[Result] = []
    for number in range(count):
        bots = "ab" if number % 2 else "ba"
        earned = tuple(points(bots[seat], seat, number) for seat in (0, 1))
        won = "10" if earned[0] > earned[1] else "01" if earned[1] > earned[0] else "11"
        rows += game(number, won, bots, earned)
    return rows


def test_skill_decides_everything_or_nothing() -> None:
    """The share of the variance that comes from the bots, from the seats, or from neither."""
    rng = Random(1)
    luck = [rng.randrange(20) for _ in range(1600)]
    skill = summarize(duels(60, lambda bot, _seat, _game: 8 if bot == "a" else 3))
    seat = summarize(duels(60, lambda _bot, seat, _game: 5 * seat))
    for one, other in ((skill.skill, skill.seating), (seat.seating, seat.skill)):
        assert one is not None
        assert other is not None
        assert 0.99 < one.low < one.value == one.high == 1
        assert (
            other.low == other.value == 0 < other.high < 0.1
        )  # sixty games cannot rule out a little
    chance = summarize(duels(800, lambda _bot, seat, game: luck[2 * game + seat]))
    assert chance.skill is not None
    assert chance.skill.value < 0.02
    equal = summarize(duels(60, lambda _bot, _seat, _game: 4))
    assert equal.skill == Estimate(
        0, 0, 1
    )  # nobody has more than another: nothing is known of the reason


@pytest.mark.search
@pytest.mark.parametrize("worth", [0, 1, 4])
@pytest.mark.parametrize("games", [12, 40])
def test_the_interval_of_skill_covers_the_truth(worth: int, games: int) -> None:
    """A bot is worth some points, and each player rolls a die: the difference of two dice has the variance 35/6."""
    truth, covered, trials = worth**2 / (worth**2 + 35 / 6), 0, 80
    for seed in range(trials):
        rng = Random(seed)
        luck = [rng.randrange(1, 7) for _ in range(2 * games)]

        def points(bot: str, seat: int, game: int, luck: list[int] = luck) -> int:
            return worth * (bot == "a") + luck[2 * game + seat]

        found = summarize(duels(games, points)).skill
        assert found is not None
        assert found.low < found.high
        covered += found.low <= truth <= found.high
    assert covered >= 0.9 * trials  # 93 %, and what chance does to 80 trials


def test_bots_that_keep_their_seats_are_no_skill() -> None:
    """Then nobody can tell the bot from its seat."""
    rows = [row for number in range(8) for row in game(number, "100", "aab")]
    assert summarize(rows).skill is None
    alone = [row for number in range(8) for row in game(number, "100", "aaa")]
    assert summarize(alone).skill is None
    one = summarize(duels(2, lambda bot, _seat, _game: 8 if bot == "a" else 3)).skill
    assert one == Estimate(1, 0, 1)  # of a single block of games nothing can be said


# Progress.


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """It is."""
        return True


class Clock:
    """A clock that stands still."""

    now = 100.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def test_nothing_is_known_at_the_beginning() -> None:
    start = Progress(done=0, games=600, found=0, seconds=0.0)
    assert (start.rate, start.seconds_left) == (0, None)
    assert Progress(done=5, games=600, found=5, seconds=1.0).seconds_left is None


def test_games_that_were_found_are_not_fast() -> None:
    assert Progress(done=300, games=600, found=200, seconds=10.0).seconds_left == 30


def test_the_bar_fills_on_one_line() -> None:
    terminal, clock = Terminal(), Clock()
    bar = ProgressBar(terminal, clock=clock)
    bar(Progress(done=0, games=8, found=0, seconds=0.0))
    bar(Progress(done=1, games=8, found=0, seconds=0.01))  # too soon to be seen
    clock.now += 1
    bar(Progress(done=2, games=8, found=0, seconds=1.0))
    bar(Progress(done=8, games=8, found=0, seconds=1.05))  # the end is always shown
    assert terminal.getvalue().split("\r") == [
        "",
        "[........................]  0 of 8 games",
        "[######..................]  2 of 8 games, 2.0 a second, 0:03 left",
        "[########################]  8 of 8 games, 7.6 a second, 0:00 left\n",
    ]


def test_a_shorter_line_covers_a_longer_one() -> None:
    terminal, clock = Terminal(), Clock()
    bar = ProgressBar(terminal, clock=clock)
    bar(Progress(done=1, games=1000, found=0, seconds=10.0))
    clock.now += 1
    bar(Progress(done=2, games=1000, found=0, seconds=10.0))
    long, short = terminal.getvalue().split("\r")[1:]
    assert long.endswith("0.1 a second, 2:46:30 left")
    assert short.endswith("0.2 a second, 1:23:10 left")
    assert len(long) == len(short)


def test_what_is_not_a_terminal_is_left_alone() -> None:
    stream = StringIO()
    ProgressBar(stream)(Progress(done=1, games=1, found=0, seconds=1.0))
    assert stream.getvalue() == ""


def test_no_games_are_a_full_bar() -> None:
    terminal = Terminal()
    ProgressBar(terminal)(Progress(done=0, games=0, found=0, seconds=0.0))
    assert terminal.getvalue().endswith("0 of 0 games\n")
