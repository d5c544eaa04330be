"""Simulations: a game depends on the plan and its number only, whoever plays it and however often one has to begin."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from attrs import evolve

from lab.tests.simulate import mortal_bot
from toledo_lab.simulate import (
    GameError,
    Plan,
    Progress,
    Result,
    WorkerError,
    WorkerPool,
    play,
    played,
    read_results,
    simulate,
    worker_pool,
)
from toledo_lab.simulate._playing import Counts, results
from toledo_lab.simulate._running import _end_after
from toledo_rules import END_TURN, Action, Rng, Stream, View, load_edition, new_game, score
from toledo_rules import bots as _registry
from toledo_rules.bots import bot_streams, make_bot, play_on, register_bot
from toledo_rules.errors import BotError
from toledo_rules.state import OVER
from toledo_rules.testing import Table

ROOT = Path(__file__).parents[3]
EDITION = ROOT / "src" / "toledo_rules" / "editions" / "tiny-duel.toml"
TINY = load_edition(EDITION)
PLAN = Plan(bots=("random", "random"), games=12, seed=7, edition=TINY)


@pytest.fixture(scope="module")
def expected() -> tuple[Result, ...]:
    return simulate(PLAN)


@pytest.fixture
def own_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is registered in a test is forgotten after it."""
    monkeypatch.setattr(_registry, "_entries", dict(vars(_registry)["_entries"]))


# What is to be played.


def test_bots_keep_their_seats() -> None:
    plan = Plan(bots=("greedy", "random", "random"), games=9)
    assert {plan.lineup(game) for game in range(9)} == {("greedy", "random", "random")}


def test_bots_that_rotate_begin_equally_often() -> None:
    plan = Plan(bots=["greedy", "random", "random"], games=9, rotate=True)
    begins = [plan.lineup(game).index("greedy") for game in range(9)]
    assert begins == [0, 1, 2, 0, 1, 2, 0, 1, 2]


@pytest.mark.parametrize(
    ("bots", "games", "why"),
    [
        (("greedy",), 1, "2 to 4 players, not 1"),
        (("greedy", "gredy"), 1, "there is no bot 'gredy'"),
        (("greedy", "random\n"), 1, "must be printable, on one line"),
        (("greedy", "random"), -1, "games"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(
    bots: tuple[str, ...], games: int, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        Plan(bots=bots, games=games)


def test_an_unknown_bot_is_told_as_everywhere() -> None:
    with pytest.raises(BotError):
        Plan(bots=("gredy", "greedy"), games=1)


# What comes of a game.


def test_a_game_is_that_of_its_seed_and_number() -> None:
    """Played once more by hand: chance is a stream of its own, and each bot has one."""
    chance = Stream(PLAN.seed, game=3)
    state = new_game(2, chance, edition=TINY)
    rngs = bot_streams(PLAN.seed, 2, game=3)
    plies = list(play_on(state, [make_bot("random")] * 2, chance, rngs))
    end = plies[-1].transition.state
    results = play(PLAN, 3)
    assert [result.points for result in results] == [score(end, seat).total for seat in range(2)]
    assert sum(result.decisions for result in results) == len(plies)
    assert [result.cards for result in results] == [len(player.hand) for player in end.players]


def test_every_game_is_won_once(expected: tuple[Result, ...]) -> None:
    assert len(expected) == 24
    for first, second in zip(expected[::2], expected[1::2], strict=True):
        assert (first.game, first.seat, second.game, second.seat) == (first.game, 0, first.game, 1)
        assert first.won + second.won == 1
        assert (first.place == 1) == (first.won > 0)
        assert first.finished
        assert 0 <= first.turns - second.turns <= 1  # seat 0 began
        assert first.duels == second.duels == first.duels_won + second.duels_won


def test_something_of_everything_is_counted(expected: tuple[Result, ...]) -> None:
    for name in ("takes", "placed", "duels", "duels_won", "tiles", "inside", "cards"):
        assert any(getattr(result, name) for result in expected), name


def test_a_shared_victory_is_shared() -> None:
    """Equal in everything (A-126): a game that is over before anybody has anything cannot be found by luck."""
    state = Table(3).hand(2, "1va").lay_unchecked(OVER)
    assert [result.won for result in results(state, ["a"] * 3, [Counts()] * 3, 0, [()] * 3)] == [
        0,
        0,
        1,
    ]
    state = Table(3).lay_unchecked(OVER)
    assert [result.won for result in results(state, ["a"] * 3, [Counts()] * 3, 0, [()] * 3)] == [
        1 / 3
    ] * 3


def test_a_game_without_end_is_stopped() -> None:
    """No rule ends it (A-117). Nobody has won then."""
    results = play(Plan(bots=("random", "random"), games=1, most=10), 0)
    assert sum(result.decisions for result in results) == 10
    assert [(result.finished, result.won) for result in results] == [(False, 0), (False, 0)]


class Cheat:
    """Ends turns that have not begun."""

    def choose(self, _view: View, _rng: Rng) -> Action:
        """Always the same."""
        return END_TURN


@pytest.mark.usefixtures("own_bots")
def test_a_bot_that_cheats_is_named_with_its_game() -> None:
    register_bot("cheat", Cheat)
    plan = Plan(bots=("random", "cheat"), games=5, seed=3)
    with pytest.raises(GameError, match=r"^game 0 of seed 3 \(.*\): .*TRN-04.*the bot at seat 1"):
        simulate(plan)
    with ThreadPoolExecutor(1) as pool, pytest.raises(GameError, match="the bot at seat 1"):
        simulate(plan, executor=pool)


# Who plays them.


@pytest.mark.search
@pytest.mark.parametrize("seconds", [0, 0.05, 60])
@pytest.mark.parametrize("workers", [1, 3])
def test_workers_and_tasks_change_nothing(
    expected: tuple[Result, ...], workers: int, seconds: float
) -> None:
    with ThreadPoolExecutor(workers) as pool:
        assert simulate(PLAN, executor=pool, task_seconds=seconds) == expected


def test_processes_change_nothing(expected: tuple[Result, ...]) -> None:
    with worker_pool(2) as pool:
        assert simulate(PLAN, executor=pool) == expected


T = TypeVar("T")


class AtOnce(Executor):
    """An executor that does everything at once, and notes how many games each task has."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Do it."""
        self.sizes.append(len(args[1]))
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_slow_games_are_spread_over_more_tasks() -> None:
    """A task that is out of time hands its games back in two parts, so that all workers have work to the end."""
    plan = Plan(bots=("random", "random"), games=100, seed=1, edition=TINY, most=1)
    executor = AtOnce()
    games = list(played(plan, range(100), executor, 0))
    assert sorted(game[0].game for game in games) == list(range(100))
    assert executor.sizes[:17] == [6] * 16 + [4]
    assert executor.sizes[17:19] == [2, 3]
    assert len(executor.sizes) == 100


def test_few_games_are_tasks_of_their_own() -> None:
    executor = AtOnce()
    assert len(simulate(PLAN, executor=executor)) == 24
    assert executor.sizes == [1] * 12


@pytest.mark.parametrize("seed", ["a text", 7])
def test_a_seed_is_a_number_or_a_text(seed: int | str) -> None:
    plan = evolve(PLAN, games=1, seed=seed, most=5)
    state = new_game(2, Stream(seed), edition=TINY)
    assert plan.begin(0, Stream(seed)) == state
    assert simulate(plan) == play(plan, 0)


# Workers that die.


WITHOUT_PROCESSES = """
import sys
sys.modules["_multiprocessing"] = None      # as in a browser
from toledo_lab.simulate import Plan, simulate
print(len(simulate(Plan(bots=("random", "random"), games=1, most=3))))
"""


@pytest.mark.search
def test_where_there_are_no_processes_games_are_played_all_the_same() -> None:
    command = [sys.executable, "-c", WITHOUT_PROCESSES]
    assert subprocess.run(command, check=True, capture_output=True).stdout == b"2\n"


class Breaking(Executor):
    """An executor that breaks as a pool of processes does when one is killed: all that it has to do is lost."""

    def __init__(self, tasks: int) -> None:
        self.tasks = tasks
        self.futures: list[Future[Any]] = []
        self.down = False

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Do it; at the last task, break with it and with one that had begun before."""
        if self.down:
            raise BrokenExecutor
        future: Future[T] = Future()
        self.futures.append(future)
        if len(self.futures) < self.tasks:
            future.set_result(fn(*args, **kwargs))
        elif len(self.futures) > self.tasks:
            self.down = True
            for lost in self.futures[-2:]:
                lost.set_exception(BrokenExecutor())
        return future


class Dead(Breaking):
    """One that is broken before it is used."""

    def __init__(self) -> None:
        super().__init__(0)
        self.down = True


def test_workers_that_die_are_replaced(expected: tuple[Result, ...], tmp_path: Path) -> None:
    """Two tasks are lost at a time, and one pool breaks while it has nothing to do. No game is lost or there twice."""
    pools: list[Executor] = [Breaking(3), Dead(), Breaking(4), AtOnce()]
    started: list[int] = []

    def start(workers: int) -> Executor:
        started.append(workers)
        return pools[len(started) - 1]

    path = tmp_path / "games.jsonl"
    with WorkerPool(2, start) as pool:
        assert simulate(PLAN, executor=pool, path=path) == expected
        assert (pool.workers, pool.deaths, started) == (2, 3, [2] * 4)
    assert read_results(path).results == expected


def test_workers_that_always_die_are_given_up(expected: tuple[Result, ...], tmp_path: Path) -> None:
    """The finished games are in the file, and the same command goes on."""
    path = tmp_path / "games.jsonl"
    simulate(evolve(PLAN, games=2), path=path)
    with (
        WorkerPool(2, lambda _: Breaking(1)) as pool,
        pytest.raises(WorkerError, match="into the same file to go on"),
    ):
        simulate(PLAN, executor=pool, path=path)
    assert 2 <= pool.deaths < PLAN.games
    assert len(read_results(path).results) == 4
    assert simulate(PLAN, path=path) == expected


def test_executors_of_others_are_not_started_again() -> None:
    with pytest.raises(WorkerError, match="worker processes died"):
        simulate(PLAN, executor=Breaking(3))
    with pytest.raises(WorkerError, match="worker processes died"):
        simulate(PLAN, executor=Dead())


@pytest.mark.search
def test_a_killed_process_costs_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With real processes: the first bot that finds the file kills its worker, as the kernel does without memory."""
    order = tmp_path / "die"
    monkeypatch.setenv(mortal_bot.ORDER, str(order))
    plan = evolve(
        PLAN, bots=("lab.tests.simulate.mortal_bot:MortalBot", "random"), games=4, most=30
    )
    wanted = simulate(plan)
    order.touch()
    with worker_pool(2) as pool:
        assert simulate(plan, executor=pool) == wanted
        assert pool.deaths == 1
    assert not order.exists()


ORPHANS = """
import os, sys
from toledo_lab.simulate import worker_pool

def main():
    with worker_pool(2) as pool:
        workers = {pool.submit(os.getpid).result() for _ in range(2)}
        print(*workers, flush=True)
        sys.stdin.read()  # for ever, as nobody says anything

if __name__ == "__main__":
    main()
"""


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_the_program_that_started_them(
    tmp_path: Path, sign: signal.Signals
) -> None:
    """Ended from outside, without a chance to tidy up: nobody is left behind."""
    script = tmp_path / "orphans.py"
    script.write_text(ORPHANS, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        workers = [int(number) for number in program.stdout.readline().split()]
        assert workers
        program.send_signal(sign)
        # The workers hold the other end of the pipe: it is at its end when all of them have ended.
        assert program.stdout.read() == b""
        assert program.wait() == -sign


def test_a_worker_waits_before_it_ends() -> None:
    happened: list[object] = []
    _end_after(lambda: happened.append("waited"), happened.append)
    assert happened == ["waited", 1]


# Interrupted, and begun again.


class Interrupt:
    """Interrupts after so many games, as Ctrl-C does."""

    def __init__(self, games: int) -> None:
        self.games = games

    def __call__(self, progress: Progress) -> None:
        """Look at the progress."""
        if progress.done == self.games:
            raise KeyboardInterrupt


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_an_interrupted_simulation_goes_on(
    expected: tuple[Result, ...], tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"games.{suffix}"
    with pytest.raises(KeyboardInterrupt):
        simulate(PLAN, path=path, progress=Interrupt(5))
    assert read_results(path).results == expected[:10]
    steps: list[Progress] = []
    assert simulate(PLAN, path=path, progress=steps.append) == expected
    assert [(step.found, step.done) for step in steps] == [(5, done) for done in range(5, 13)]
    assert read_results(path).results == expected


class Later(Executor):
    """An executor that does only the first task. The others wait."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Do it, or keep it waiting."""
        future: Future[T] = Future()
        if not self.futures:
            future.set_result(fn(*args, **kwargs))
        self.futures.append(future)
        return future


def test_an_interrupt_stops_the_workers(expected: tuple[Result, ...], tmp_path: Path) -> None:
    """What is not begun is not played."""
    path, executor = tmp_path / "games.jsonl", Later()
    with pytest.raises(KeyboardInterrupt):
        simulate(PLAN, executor=executor, path=path, progress=Interrupt(1))
    assert [future.cancelled() for future in executor.futures] == [False] + [True] * 11
    assert read_results(path).results == expected[:2]
    with ThreadPoolExecutor(2) as pool:
        assert simulate(PLAN, executor=pool, path=path) == expected


PROGRAM = """
import sys
from toledo_rules import load_edition
from toledo_lab.simulate import Plan, simulate

def wait(progress):
    if progress.done == 3:
        print("three", flush=True)
        sys.stdin.read()  # for ever, as nobody says anything

plan = Plan(bots=("random", "random"), games=12, seed=7, edition=load_edition(sys.argv[1]))
simulate(plan, path=sys.argv[2], progress=wait)
"""


@pytest.mark.search
def test_a_killed_simulation_goes_on(expected: tuple[Result, ...], tmp_path: Path) -> None:
    """Killed without a chance to tidy up: the finished games are there."""
    path = tmp_path / "games.jsonl"
    command = [sys.executable, "-c", PROGRAM, str(EDITION), str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"three\n"
        program.kill()
    assert read_results(path).results == expected[:6]
    assert simulate(PLAN, path=path) == expected


def test_more_games_are_added(expected: tuple[Result, ...], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert simulate(evolve(PLAN, games=4), path=path) == expected[:8]
    assert simulate(PLAN, path=path) == expected
    assert simulate(evolve(PLAN, games=2), path=path) == expected[:4]  # all are there, two wanted
    assert read_results(path).results == expected


def test_no_games_are_no_trouble(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        nothing = evolve(PLAN, games=0)
        assert simulate(nothing, executor=pool, path=tmp_path / "games.jsonl") == ()
