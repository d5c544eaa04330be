"""Tournaments: all seats with the same cards, ratings, and a test that may be watched."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from math import inf, log, sqrt
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from toledo_lab._statistics import Moments, share_over_deals
from toledo_lab.simulate import Progress, ResultsError, play, stream_games
from toledo_lab.tournament import (
    ELO,
    DealTally,
    SequentialTest,
    Tournament,
    hold,
    plot,
    ratings,
    seatings,
    standings,
)
from toledo_rules import shipped_edition
from toledo_rules._cli import main

TINY = shipped_edition("tiny-duel")
MATCH = Tournament(bots=("greedy", "random"), deals=3, seed=5, edition=TINY)


# Seats and deals


def test_everybody_sits_everywhere_equally_often() -> None:
    for bots, players in (
        (["a", "b", "c"], 2),
        (["a", "b", "c", "d"], 4),
        (["a", "b"], 3),
        (["a", "b", "c"], 4),
    ):
        orders = seatings(bots, players)
        assert len(set(orders)) == len(orders)
        for seat in range(players):
            assert set(Counter(order[seat] for order in orders).values()) == {
                len(orders) // len(bots)
            }


def test_a_focus() -> None:
    orders = seatings(["a", "b", "c"], 4, focus="a")
    assert len(orders) == 8
    assert all(order.count("a") == 1 and len(set(order)) == 2 for order in orders)


def test_the_cards_of_a_deal_are_the_same_for_all_tables() -> None:
    first, second = MATCH.lineup(0), MATCH.lineup(1)
    assert (first, second) == (("greedy", "random"), ("random", "greedy"))
    assert [MATCH.deal(game) for game in range(6)] == [0, 0, 1, 1, 2, 2]
    assert MATCH.games == 6
    twins = Tournament(
        bots=("greedy", "toledo_rules.bots:GreedyBot"), deals=2, edition=TINY, most=60
    )
    one, other = play(twins, 0), play(twins, 1)
    assert [row.points for row in one] == [row.points for row in other]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"bots": ("greedy",)}, "two bots or more"),
        ({"bots": ("greedy", "greedy")}, "two bots or more, each named once"),
        ({"bots": ("greedy", "nobody")}, "there is no bot 'nobody'"),
        ({"bots": ("greedy", "random"), "players": 9}, "2 to 4 players, not 9"),
        ({"bots": ("greedy", "random"), "focus": "planner"}, "the focus 'planner' is none of"),
        ({"bots": ("greedy", "cmd:a\nb")}, "must be printable"),
    ],
)
def test_what_is_no_tournament(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Tournament(deals=1, **options)  # type: ignore[arg-type]  # that is the mistake


# Playing


@pytest.mark.search
def test_a_tournament_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    expected = str(hold(MATCH))
    told: list[Progress] = []
    short = Tournament(bots=MATCH.bots, deals=1, seed=5, edition=TINY)
    assert hold(short, path=path).deals == 1
    assert str(hold(MATCH, path=path, progress=told.append)) == expected
    assert (told[0].found, told[-1].done) == (2, 6)
    with ThreadPoolExecutor(2) as pool:
        assert str(hold(MATCH, executor=pool)) == expected
    other = Tournament(bots=("random", "greedy"), deals=3, seed=5, edition=TINY)
    with pytest.raises(ResultsError, match="holds games with bots"):
        hold(other, path=path)


def test_only_complete_deals_count() -> None:
    games = [*stream_games(MATCH)]
    assert standings(MATCH, games).deals == 3
    assert standings(MATCH, games[:-1]).deals == 2
    assert standings(MATCH, games[1:]).deals == 2
    with pytest.raises(ValueError, match="no deal of which all games came to their end"):
        standings(MATCH, games[:1])


@pytest.mark.search
def test_the_order_of_games_changes_nothing() -> None:
    games = [*stream_games(MATCH)]
    assert str(standings(MATCH, games[::-1])) == str(standings(MATCH, games)) == str(hold(MATCH))


def test_no_game_is_kept_but_those_that_wait() -> None:
    """Constant memory: what is left after each deal are sums."""
    tally = DealTally(MATCH)
    first, second, *others = stream_games(MATCH)
    for game in others:
        tally.add(game)
    tally.add(first)
    assert tally.waiting == 5
    tally.add(second)
    assert tally.waiting == 0


@pytest.mark.search
@pytest.mark.parametrize("deals", [1, 2, 3])
def test_a_share_lies_between_none_and_all(deals: int) -> None:
    """However few deals there are; one alone says nothing of how much they differ."""
    match = Tournament(bots=("greedy", "random"), deals=deals, seed=1)
    for entrant in hold(match).entrants:
        assert 0 <= entrant.won.low <= entrant.won.value <= entrant.won.high <= 1
        assert deals > 1 or (entrant.won.low, entrant.won.high) == (0, 1)


def test_it_stops_when_it_is_decided() -> None:
    match = Tournament(bots=("greedy", "random"), deals=40, seed=1)
    table = hold(match, until_decided=True)
    assert table.deals < 40
    assert table.entrants[0].test.better
    assert table.entrants[0].bot == "greedy"
    assert table.entrants[1].test.decided
    assert not table.entrants[1].test.better
    assert "better" in str(table)
    assert "worse" in str(table)
    picture = ET.fromstring(plot(table))  # noqa: S314  # made here
    assert sum(part.tag.endswith("circle") for part in picture.iter()) == 2
    said = json.loads(json.dumps(table.to_dict()))
    assert said["entrants"][0]["decided"] is True


@pytest.mark.search
def test_workers_stop_at_the_same_deal() -> None:
    match = Tournament(bots=("greedy", "random"), deals=40, seed=1)
    with ThreadPoolExecutor(2) as pool:
        assert str(hold(match, executor=pool, until_decided=True)) == str(
            hold(match, until_decided=True)
        )


# Ratings


Shares = list[list[float]]
"""The share of each seat in the win, by table."""
PAIR = (("a", "b"), ("b", "a"))


def drawn(
    strength: dict[str, float], tables: Sequence[tuple[str, ...]], deals: int, seed: object
) -> list[Shares]:
    """Return results of games in which each bot wins in proportion to its strength."""
    rng = Random(f"{seed}")

    def game(names: tuple[str, ...]) -> list[float]:
        winner = rng.choices(range(len(names)), [strength[bot] for bot in names])[0]
        return [float(seat == winner) for seat in range(len(names))]

    return [[game(names) for names in tables] for _ in range(deals)]


@pytest.mark.parametrize(
    "tables",
    [
        [("a", "b"), ("b", "c"), ("c", "a")],
        [("a", "b", "c"), ("c", "b", "a")],
        [("a", "b", "b", "c"), ("c", "c", "b", "a")],
    ],
)
def test_ratings_find_the_strengths_again(tables: list[tuple[str, ...]]) -> None:
    found = ratings(tables, drawn({"a": 4.0, "b": 2.0, "c": 1.0}, tables, 600, 1))
    assert [one.bot for one in found.ratings] == ["a", "b", "c"]
    assert sum(one.elo.value for one in found.ratings) == pytest.approx(0, abs=1e-6)
    for one in found.differences:
        steps = {"ab": 1, "bc": 1, "ac": 2}[one.above + one.below]
        assert one.elo.value == pytest.approx(ELO * log(2) * steps, abs=60)


def covered(tables: Sequence[tuple[str, ...]], strength: dict[str, float], deals: int) -> float:
    """Return the share of 60 tournaments of which the intervals hold the true differences and ratings."""
    middle = sum(map(log, strength.values())) / len(strength)
    hits = []
    for seed in range(60):
        found = ratings(tables, drawn(strength, tables, deals, (strength, deals, seed)))
        for rating in found.ratings:
            true = ELO * (log(strength[rating.bot]) - middle)
            hits.append(rating.elo.low <= true <= rating.elo.high)
        for pair in found.differences:
            true = ELO * (log(strength[pair.above]) - log(strength[pair.below]))
            hits.append(pair.elo.low <= true <= pair.elo.high)
    return sum(hits) / len(hits)


@pytest.mark.search
@pytest.mark.parametrize("odds", [1, 9, 32, 99, 500])
@pytest.mark.parametrize("deals", [3, 10, 30, 100])
def test_intervals_of_ratings_cover_the_truth(odds: float, deals: int) -> None:
    """In at least 93 % of all tournaments, also of few deals and of a bot that nearly always wins."""
    assert covered(PAIR, {"a": odds, "b": 1.0}, deals) >= 0.93 - NOISE


NOISE = 0.05
"""A share of 93 % in 60 tournaments, less than two standard errors below."""


@pytest.mark.search
@pytest.mark.parametrize("deals", [5, 40])
def test_intervals_of_ratings_cover_the_truth_at_larger_tables(deals: int) -> None:
    strength = {"a": 30.0, "b": 2.0, "c": 1.0}
    tables = [*permutations(strength)]
    assert covered(tables, strength, deals) >= 0.93 - NOISE


def test_intervals_know_that_games_of_a_deal_are_alike() -> None:
    """If both games of each deal go to the same bot, there are half as many; if each bot wins one, nothing varies."""

    def width(*games: tuple[float, float]) -> float:
        deals = [[[one, 1 - one], [1 - other, other]] for one, other in games]
        (found,) = ratings(PAIR, deals).differences
        return found.elo.high - found.elo.low

    alike = width(*[(1.0, 1.0), (0.0, 0.0)] * 50)
    by_chance = width(*[(1.0, 1.0), (0.0, 0.0), (1.0, 0.0), (0.0, 1.0)] * 25)
    opposed = width(*[(1.0, 0.0), (0.0, 1.0)] * 49, (1.0, 1.0), (0.0, 0.0))
    assert alike == pytest.approx(by_chance * sqrt(2), rel=0.05)
    assert opposed < by_chance / 3


def test_who_always_wins_is_not_infinitely_strong_but_may_be() -> None:
    """The rating is a number, and its interval open: no number of games shows how strong such a bot is."""
    best, worst = ratings(PAIR, [[[1.0, 0.0], [0.0, 1.0]]] * 30).ratings
    assert best.bot == "a"
    assert 0 < best.elo.low < best.elo.value < 1500
    assert best.elo.high == inf
    assert worst.elo.low == -inf
    assert ratings(PAIR, [[[1.0, 0.0], [0.0, 1.0]]]).ratings[0].elo.low < best.elo.low


# The sequential test


@pytest.mark.search
def test_false_alarms() -> None:
    """Looked at after every one of 100 deals, at most 5 % of 1,000 matches between equals raise an alarm."""
    alarms = {0.5: 0, 0.25: 0}
    for fair in alarms:
        for match in range(500):
            rng = Random(f"{fair} {match}")
            test = OnePoint(fair)
            for _ in range(100):
                test.add((sum(rng.random() < fair for _ in range(2))) / 2)
                if test.decided:
                    alarms[fair] += 1
                    break
    assert sum(alarms.values()) <= 50
    assert max(alarms.values()) <= 35


class OnePoint(SequentialTest):
    """The test alone, without its interval, which takes two hundred times as long."""

    def __init__(self, fair: float) -> None:
        super().__init__(fair)
        for part in (self._shares, self._up, self._down, self._lost):
            del part[1:]


def test_a_better_bot_is_found_out() -> None:
    found = 0
    for match in range(40):
        rng, test = Random(match), OnePoint(0.5)
        for _ in range(300):
            test.add(float(rng.random() < 0.65))
        found += test.better
    assert found >= 36


@pytest.mark.search
def test_the_interval_holds_at_all_times() -> None:
    missed = 0
    for match in range(20):
        rng, test = Random(match), SequentialTest(0.5)
        for _ in range(60):
            test.add(float(rng.random() < 0.7))
            bounds = test.interval
            assert bounds.low <= bounds.value <= bounds.high
            if not bounds.low <= 0.7 <= bounds.high:
                missed += 1
                break
    assert missed <= 3


def test_before_the_first_deal() -> None:
    test = SequentialTest(0.25)
    assert (test.mean, test.decided, test.better) == (0.25, False, False)
    assert (test.interval.low, test.interval.high) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("fair", "alarm", "share"), [(0, 0.05, 0.5), (0.5, 1, 0.5), (0.5, 0.05, 1.5)]
)
def test_shares_lie_between_0_and_1(fair: float, alarm: float, share: float) -> None:
    with pytest.raises(ValueError, match="lies between 0 and 1"):
        SequentialTest(fair, alarm=alarm).add(share)


# The command


QUICK = ["tournament", "--bots", "greedy,planner", "--deals", "2"]


def test_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*QUICK, "--out", "t.csv", "--plot", "t.svg"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("2 deals, 4 games of 2 players\n")
    assert (tmp_path / "t.svg").read_text().startswith("<svg")
    assert main([*QUICK, "--out", "t.csv", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 4


def test_shards_of_a_tournament(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Merged, they are the tournament, which the usual command finds complete."""
    monkeypatch.chdir(tmp_path)
    words = ["tournament", "--bots", "greedy,random", "--deals", "2"]
    assert main(words) == 0
    whole = capsys.readouterr().out
    assert main([*words, "--dry-run"]) == 0
    assert "4 games to play: " in capsys.readouterr().out
    assert main([*words, "--shard", "3/3"]) == 0
    assert capsys.readouterr().out == "Shard 3/3 of 4 games has none.\n"
    for number in "12":
        assert main([*words, "--shard", f"{number}/2", "--out", f"{number}.jsonl"]) == 0
    assert capsys.readouterr().out.count("1 deal, 2 games") == 2
    assert main(["merge", "1.jsonl", "2.jsonl", "--out", "all.jsonl"]) == 0
    capsys.readouterr()
    assert main([*words, "--out", "all.jsonl"]) == 0
    assert capsys.readouterr().out == whole


@pytest.mark.parametrize(
    ("more", "code", "message"),
    [
        (["--shard", "2"], 2, "expected a shard such as 2/8, the second of eight, found '2'"),
        (["--deals", "0"], 2, "--deals must be from 1 to 10,000,000, not 0"),
        (["--workers", "1001"], 2, "--workers must be from 1 to 1,000, not 1001"),
        (["--workers", "0"], 2, "--workers must be from 1 to 1,000, not 0"),
        (["--focus", "random"], 2, "the focus 'random' is none of greedy, planner"),
        (["--bots", "greedy,nobody"], 2, "there is no bot 'nobody'"),
    ],
)
def test_mistakes(
    more: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*QUICK, *more]) == code
    assert message in capsys.readouterr().err


def test_a_file_of_other_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = ["tournament", "--bots", "greedy,random", "--deals", "1", "--out"]
    path = str(tmp_path / "t.jsonl")
    assert main([*few, path]) == 0
    assert main([*few, path, "--seed", "9"]) == 1
    assert "holds games with seed 0, not 9" in capsys.readouterr().err


def test_the_list_of_bots(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots"]) == 0
    words = " ".join(capsys.readouterr().out.split())
    assert "searcher 8 Searches the turns of all players" in words


def test_games_that_were_stopped_count_for_nothing() -> None:
    stopped = Tournament(bots=("greedy", "random"), deals=1, edition=TINY, most=1)
    with pytest.raises(ValueError, match="no deal of which all games came to their end"):
        hold(stopped)


# Intervals


def moments(shares: Iterable[float]) -> Moments:
    found = Moments()
    for share in shares:
        found.add(share)
    return found


@pytest.mark.parametrize("share", [0.5, 0.9, 0.97])
@pytest.mark.parametrize("number", [3, 10, 30])
def test_intervals_of_won_games_cover_the_true_share(share: float, number: int) -> None:
    rng, covered = Random(f"{share} {number}"), 0
    for _ in range(400):
        deals = [((rng.random() < share) + (rng.random() < share)) / 2 for _ in range(number)]
        found = share_over_deals(moments(deals))
        assert found.low < found.high
        covered += found.low <= share <= found.high
    assert covered >= 0.93 * 400


def test_a_bot_that_has_won_all_games_has_an_honest_interval() -> None:
    assert share_over_deals(moments([1.0] * 32)).low < 0.95


def test_an_open_interval_says_so() -> None:
    """Nobody knows how much stronger a bot is that has won all games."""
    bots = "greedy", "random", "toledo_rules.bots:RandomBot"
    match = Tournament(bots=bots, deals=2, seed=1)
    games = [*stream_games(match)]
    always = [
        tuple(evolve(row, won=float(row.bot == min(one.bot for one in game))) for row in game)
        for game in games
    ]
    table = standings(match, always)
    assert [one.bot for one in table.entrants] == [*bots]
    first, _, last, *_ = str(table).splitlines()[2:]
    assert " (at least " in first
    assert " (at most " in last
    assert str(table).splitlines()[-2].startswith("greedy - toledo_rules")
    numbers = table.to_dict()["entrants"]
    assert isinstance(numbers, list)
    assert numbers[0]["elo"][2] is None
    lines = [part for part in ET.fromstring(plot(table)).iter() if part.tag.endswith("line")]  # noqa: S314  # made here
    assert all(0 <= float(line.get("x2", "")) <= 640 for line in lines)
