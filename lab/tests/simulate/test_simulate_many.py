"""Millions of games: shards and their merge, in constant memory, and what they will cost."""

from __future__ import annotations

import json
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest
from attrs import evolve

from toledo_lab.simulate import (
    GameNumbers,
    GameResults,
    Plan,
    ProgressBar,
    Result,
    ResultsError,
    Shard,
    Tally,
    _results,
    _running,
    estimate_cost,
    merge_results,
    play,
    played,
    read_results,
    salvage_results,
    settings_path,
    simulate,
    stream_games,
    stream_results,
    summarize,
)
from toledo_lab.tournament import Tournament
from toledo_rules import shipped_edition
from toledo_rules._cli import main

TINY = shipped_edition("tiny-duel")
PLAN = Plan(bots=("greedy", "random"), games=11, seed=7, rotate=True, edition=TINY, most=60)


@pytest.fixture(scope="module")
def expected() -> tuple[Result, ...]:
    return simulate(PLAN)


# Shards


@pytest.mark.parametrize("games", [0, 1, 5, 6, 12, 13])
@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("of", [1, 2, 4, 20])
def test_every_game_is_in_one_shard(games: int, rotate: bool, of: int) -> None:
    """Whole rounds of seats stay together, so that no bot of a shard sits better than in the others."""
    plan = Plan(bots=("greedy", "random", "random"), games=games, rotate=rotate)
    shards = [evolve(plan, shard=Shard(number, of)) for number in range(1, of + 1)]
    numbers = [[*shard.numbers] for shard in shards]
    assert sorted(number for some in numbers for number in some) == [*range(games)]
    assert [shard.size for shard in shards] == [*map(len, numbers)]
    for shard, some in zip(shards, numbers, strict=True):
        assert [game for game in range(-1, games + 1) if shard.holds(game)] == some
        assert len({game // plan.cycle for game in some}) == -(-len(some) // plan.cycle)
    more = evolve(shards[-1], games=games + 7)
    assert [*more.numbers][: len(numbers[-1])] == numbers[-1]  # they stay where they are


def test_deals_of_a_tournament_stay_together() -> None:
    match = Tournament(bots=("greedy", "random"), deals=3, edition=TINY, most=30, shard=Shard(2, 2))
    assert [*match.numbers] == [2, 3]
    assert {game[0].game for game in stream_games(match)} == {2, 3}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "0/2",
        "3/2",
        "1/0",
        "-1/2",
        "1/2/3",
        "a/b",
        "1/100001",
        "\u00b2/3",
        "1/" + "9" * 5000,
    ],
)
def test_what_is_no_shard(text: str) -> None:
    with pytest.raises(ValueError, match=r"shard|'of' must be"):
        Shard.parse(text)


def parts(tmp_path: Path) -> list[Path]:
    """The games in three files, of both kinds."""
    paths = [tmp_path / "one.jsonl", tmp_path / "two.csv", tmp_path / "three.jsonl"]
    for number, path in enumerate(paths, start=1):
        simulate(evolve(PLAN, shard=Shard(number, 3)), path=path)
    return paths


def test_shards_are_merged(tmp_path: Path, expected: tuple[Result, ...]) -> None:
    """The file is that of a simulation in one piece, and is continued like it."""
    paths = parts(tmp_path)
    whole = tmp_path / "whole.jsonl"
    first = merge_results(whole, paths[:2])
    assert (len(first), first.highest) == (8, 9)
    assert len(merge_results(whole, [*paths, paths[0], whole])) == PLAN.games
    assert read_results(whole).results == expected
    assert read_results(whole).settings == PLAN.settings()
    assert simulate(PLAN, path=whole) == expected
    assert sorted(stream_results(*paths, whole), key=lambda game: game[0].game) == [
        *zip(expected[::2], expected[1::2], strict=True)
    ]


def test_a_shard_is_not_continued_as_another(tmp_path: Path) -> None:
    one, *_ = parts(tmp_path)
    with pytest.raises(ResultsError, match='with shard "1/3", not "2/3"'):
        simulate(evolve(PLAN, shard=Shard(2, 3)), path=one)


def test_other_simulations_are_not_merged(tmp_path: Path) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    simulate(evolve(PLAN, games=1), path=one)
    simulate(evolve(PLAN, games=1, seed=8), path=other)
    for use in (
        lambda: stream_results(one, other),
        lambda: merge_results(tmp_path / "whole.jsonl", [one, other]),
        lambda: merge_results(other, [one]),
    ):
        with pytest.raises(ResultsError, match="holds games with seed"):
            use()
    with pytest.raises(ResultsError, match="expected a file of results, found none"):
        stream_results()
    assert not (tmp_path / "whole.jsonl").exists()


def test_damage_is_noticed_when_it_is_streamed(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    simulate(evolve(PLAN, games=3), path=path)
    path.write_bytes(path.read_bytes().replace(b"random", b"rundom", 1))
    games = stream_results(path)
    assert next(games)[0].game == 1
    with pytest.raises(ResultsError, match="line 2: the row and its check do not agree"):
        list(games)


def test_of_much_damage_the_beginning_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    simulate(evolve(PLAN, games=3), path=path)
    path.write_bytes(b"?\n" * 4 + path.read_bytes())
    monkeypatch.setattr(_results, "MOST_PROBLEMS", 2)
    with pytest.raises(ResultsError, match="and 3 other problems"):
        read_results(path)
    saved = salvage_results(path)
    assert (len(saved.problems), len(saved.games)) == (2, 3)


def test_numbers_of_games() -> None:
    numbers = GameNumbers()
    assert (len(numbers), numbers.highest, 0 in numbers) == (0, -1, False)
    for number in (9, 0, 9, 64):
        numbers.add(number)
    assert [number for number in range(99) if number in numbers] == [0, 9, 64]
    assert (len(numbers), numbers.highest) == (3, 64)
    assert "9" not in numbers
    assert -1 not in numbers


@pytest.mark.parametrize("game", [-1, 10_000_000])
def test_a_number_that_no_game_has(tmp_path: Path, game: int) -> None:
    """It could make the reader reserve memory for all games before it."""
    path = tmp_path / "games.jsonl"
    simulate(evolve(PLAN, games=1), path=path)
    odd = evolve(read_results(path).results[0], game=game)
    path.write_text(_results.json_line(odd), encoding="utf-8")
    with pytest.raises(ResultsError, match=f"game cannot be {game}, expected 0 to 9,999,999"):
        read_results(path)


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("players", None, "its settings name null players"),
        ("players", 0, "its settings name 0 players"),
        ("measures", [{"name": "x"}], "describe no columns of metrics"),
        ("measures", [{"name": "X", "meaning": "", "parts": [], "whole": True}], "no columns"),
        ("measures", 7, "describe no columns of metrics"),
    ],
)
def test_senseless_settings(tmp_path: Path, name: str, value: Any, why: str) -> None:
    path = tmp_path / "games.jsonl"
    simulate(evolve(PLAN, games=1), path=path)
    text = _results.settings_text({**PLAN.settings(), name: value})
    settings_path(path).write_text(text, encoding="utf-8")
    for use in (read_results, salvage_results, lambda path: [*stream_results(path)]):
        with pytest.raises(ResultsError, match=why):
            use(path)


# Memory and tasks


class Alive:
    """Counts the results that somebody still has."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.refs: list[weakref.ref[Result]] = []
        self.row, _ = play(PLAN, 0)
        monkeypatch.setattr(_running, "play", self.play)

    def play(self, _plan: Plan, game: int) -> GameResults:
        """Play no game, but return new results."""
        rows = tuple(evolve(self.row, game=game, seat=seat, finished=True) for seat in (0, 1))
        self.refs += map(weakref.ref, rows)
        return rows

    def count(self) -> int:
        """Return the number of those that are left."""
        self.refs = [ref for ref in self.refs if ref() is not None]
        return len(self.refs)


T = TypeVar("T")


class AtOnce(Executor):
    """An executor that does everything at once."""

    def __init__(self) -> None:
        self.submitted = 0

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Do it."""
        self.submitted += 1
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@pytest.mark.search
@pytest.mark.parametrize("executor", [None, AtOnce()])
def test_no_game_is_kept(
    executor: Executor | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither while they are played, nor when they are found in a file, nor in the summary."""
    alive = Alive(monkeypatch)
    plan = evolve(PLAN, games=1200)
    most = 0
    for path in (None, tmp_path / "games.jsonl"):
        tally = Tally()
        for game in stream_games(plan, executor=executor, path=path, tasks=3):
            tally.add(game)
            most = max(most, alive.count())
        assert tally.games == plan.games
    assert most <= 2 * (2 if executor is None else 3 * 32 + 1)
    assert sum(1 for _ in stream_games(plan, path=tmp_path / "games.jsonl")) == plan.games
    assert alive.count() <= 2


def test_few_tasks_are_with_the_executor(monkeypatch: pytest.MonkeyPatch) -> None:
    Alive(monkeypatch)
    executor = AtOnce()
    games = played(PLAN, range(960), executor, 60, tasks=2)
    for number, _game in zip(count(), games, strict=False):
        assert executor.submitted <= number // 32 + 2
    assert executor.submitted == 30
    endless = iter(played(PLAN, count(), executor, 60, tasks=2))
    assert next(endless)[0].game == 0
    assert executor.submitted == 32


def test_the_order_of_games_does_not_change_the_summary(expected: tuple[Result, ...]) -> None:
    """Sums are exact, so workers and shards give the same figures to the last digit."""
    games = [*zip(expected[::2], expected[1::2], strict=True)]
    one, two = Tally(), Tally()
    for number, game in enumerate(reversed(games)):
        (one if number % 3 else two).add(game)
    one.merge(two)
    assert one.summary() == summarize(expected)
    assert one.summary().to_dict()["games"] == one.games


def test_a_tally_of_nothing_can_be_filled(expected: tuple[Result, ...]) -> None:
    tally, other = Tally(), Tally()
    for game in zip(expected[::2], expected[1::2], strict=True):
        other.add(game)
    tally.merge(other)
    assert tally.summary() == other.summary()


# Costs


def clock(step: float) -> Callable[[], float]:
    """Return a clock that goes on by a step whenever somebody looks at it."""
    ticks: Iterator[int] = count()
    return lambda: step * next(ticks)


def test_the_cost_of_all_games() -> None:
    plan = evolve(PLAN, games=10_000, most=5)
    cost = estimate_cost(plan, workers=4, seconds=2.5, found=100, clock=clock(0.5))
    assert (cost.sample, cost.games) == (5, 9_900)
    assert (cost.seconds.value, cost.cpu_seconds.value, cost.wall_seconds) == (0.5, 4950, 4950 / 4)
    assert 5_000_000 < cost.bytes < 9_000_000
    assert str(cost) == (
        "5 games as a sample: 0.5 s of CPU time each (0.5 to 0.5)\n"
        "9,900 games to play: 82.5 minutes of CPU time (82.5 minutes to 82.5 minutes), "
        "20.6 minutes by the clock with 4 workers\n"
        f"a file of {cost.bytes / 1e6:.1f} MB as JSON lines"
    )
    assert cost.to_dict()["cpu_seconds"] == [4950, 4950, 4950]


def test_costs_of_any_size() -> None:
    """Each order of seats is in the sample, however slow the bots are."""
    plan = evolve(PLAN, games=10_000_000, most=5)
    cost = estimate_cost(plan, seconds=0, clock=clock(60.0))
    assert cost.sample == 2
    assert "6944.4 days of CPU time" in str(cost)
    assert "GB as JSON lines" in str(cost)
    few = estimate_cost(evolve(plan, games=1), workers=8, clock=clock(0.25))
    assert (few.sample, few.wall_seconds) == (1, 0.25)
    assert "1 game to play: 0.2 seconds" in str(few)
    assert "kB as JSON lines" in str(few)
    none = estimate_cost(evolve(plan, games=0))
    assert (none.sample, none.cpu_seconds.value, none.bytes) == (0, 0, 0)


# The command


WORDS = ["--edition", "tiny-duel", "--bots", "random,random", "--games", "4", "--seed", "7"]


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """A function that runs a command in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def command(*words: str) -> tuple[int, str, str]:
        code = main([*words])
        out = capsys.readouterr()
        return code, out.out, out.err

    return command


Run = Callable[..., tuple[int, str, str]]


def test_shards_on_the_command_line(run: Run, tmp_path: Path) -> None:
    whole = run("simulate", *WORDS)
    assert whole[0] == 0
    for number in "12":
        assert run("simulate", *WORDS, "--shard", f"{number}/2", "--out", f"{number}.csv")[0] == 0
    assert run("merge", "1.csv", "2.csv", "--out", "all.jsonl") == whole
    assert run("merge", "2.csv", "1.csv") == whole
    assert run("merge", "all.jsonl", "--json")[1] == run("simulate", *WORDS, "--json")[1]
    assert len((tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()) == 8
    code, out, err = run("merge", "2.csv")
    assert (code, err) == (0, "Missing before the last one: 2 games.\n")
    assert out.startswith("2 games of 2 players\n")


def test_a_shard_without_games(run: Run) -> None:
    """An array of jobs may have more of them than there are games: that is no failure."""
    words = ("simulate", *WORDS, "--shard", "7/8", "--out", "7.jsonl")
    assert run(*words) == (0, "Shard 7/8 of 4 games has none.\n", "")
    assert run("simulate", *WORDS, "--shard", "1/8", "--out", "1.jsonl")[0] == 0
    assert run("merge", "7.jsonl", "1.jsonl")[1].startswith("2 games")
    assert run("merge", "7.jsonl")[::2] == (
        1,
        "toledo-rules: there is no finished game to summarize\n",
    )


def test_a_dry_run(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("simulate", *WORDS, "--dry-run", "--out", "games.jsonl")
    assert code == 0
    assert "4 games to play: " in out
    assert [*tmp_path.iterdir()] == []
    run("simulate", *WORDS, "--out", "games.jsonl", "--games", "2")
    written = (tmp_path / "games.jsonl").read_bytes()
    _, out, _ = run("simulate", *WORDS, "--dry-run", "--out", "games.jsonl", "--json")
    assert json.loads(out)["games"] == 2
    assert (tmp_path / "games.jsonl").read_bytes() == written
    code, _, err = run("simulate", *WORDS, "--dry-run", "--out", "games.jsonl", "--seed", "8")
    assert (code, "holds games with seed 7, not 8" in err) == (1, True)


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (("simulate", *WORDS, "--shard", "3/2"), 2, "a shard of 2 is one from 1 to 2, not 3"),
        (("simulate", *WORDS, "--metrics", "luck"), 2, "there is no metric 'luck'; there are lead"),
        (("merge", "nothing.jsonl"), 1, "nothing.jsonl"),
    ],
)
def test_mistakes(run: Run, words: tuple[str, ...], code: int, why: str) -> None:
    found, _, err = run(*words)
    assert found == code
    assert why in err


def test_one_bot_in_all_seats_wins_nothing(run: Run) -> None:
    _, out, _ = run("simulate", *WORDS)
    (line,) = (line for line in out.splitlines() if line.startswith("random"))
    assert "%" not in line
    assert "come from the bots" not in out


def test_lost_workers_are_mentioned(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Lossy(_running.WorkerPool):
        """A pool that has lost a worker before."""

        def __init__(self, workers: int) -> None:
            super().__init__(workers, lambda _: AtOnce())
            self.deaths = 1

    monkeypatch.setattr("toledo_lab.cli._run.worker_pool", Lossy)
    code, _, err = run("simulate", *WORDS, "--workers", "2")
    assert (code, err) == (0, "A worker died 1 time; its games were played again.\n")


def test_a_log_gets_a_line_every_minute(capsys: pytest.CaptureFixture[str]) -> None:
    bar = ProgressBar()
    for second in (0.0, 59.0, 61.0, 100.0, 200.0):
        bar(_running.Progress(done=int(second), games=600, found=0, seconds=second))
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition("]  ")[2].partition(",")[0] for line in lines] == [
        " 61 of 600 games",
        "200 of 600 games",
    ]
