"""Simulations on Dask: a real scheduler and two workers, each a process of its own, one of which is killed."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from threading import Thread

import pytest
from attrs import evolve
from distributed import Client

from lab.tests.simulate import waiting_bot
from lab.tests.simulate.dask_cluster import PATIENCE, Cluster, cluster, wait_until
from toledo_lab.simulate import Plan, Progress, read_results, simulate
from toledo_rules import bots, shipped_edition
from toledo_rules.bots import register_bot

TINY = shipped_edition("tiny-duel")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where waiting bots report. They are known here too, and forgotten after the test."""
    monkeypatch.setenv(waiting_bot.FOLDER, str(tmp_path))
    monkeypatch.setattr(bots, "_entries", dict(vars(bots)["_entries"]))
    register_bot("waiting", waiting_bot.WaitingBot)
    return tmp_path


@pytest.fixture
def two_workers(folder: Path) -> Iterator[Cluster]:
    with cluster(folder, workers=2, preload=Path(waiting_bot.__file__)) as started:
        yield started


@pytest.fixture
def client(two_workers: Cluster) -> Iterator[Client]:
    where = str(two_workers.scheduler_file)
    with Client(  # type: ignore[no-untyped-call]  # Dask has no types here
        scheduler_file=where, timeout=PATIENCE, set_as_default=False
    ) as client:
        client.wait_for_workers(2, timeout=PATIENCE)
        yield client


def reports(folder: Path) -> list[int]:
    """The processes of the games that were begun, one for each time a game was begun."""
    return [int(report.read_text(encoding="ascii")) for report in folder.glob("*.begun")]


def test_a_killed_worker_costs_no_game(folder: Path, two_workers: Cluster, client: Client) -> None:
    """Both workers are in the middle of a game when one of them dies. No game is lost, none is counted twice."""
    executor: Executor = client.get_executor()  # type: ignore[no-untyped-call]  # Dask has no types here
    plan = Plan(bots=("waiting", "random"), games=12, seed=7, edition=TINY)
    path = folder / "games.jsonl"

    def kill_one() -> None:
        try:
            wait_until(lambda: len(set(reports(folder))) == 2, "a game on each worker")
            two_workers.kill(reports(folder)[0])
        finally:
            (folder / "go").touch()

    killer = Thread(target=kill_one)
    killer.start()
    results = simulate(plan, executor=executor, path=path, task_seconds=0)
    killer.join()
    assert [worker.poll() is None for worker in two_workers.workers].count(False) == 1
    assert len(reports(folder)) == plan.games + 1  # the game of the dead worker was begun twice
    assert read_results(path).results == results
    assert results == simulate(plan)  # which plays them here, one after another

    # The worker that is left can be interrupted too, and goes on with the next simulation.
    def interrupt(progress: Progress) -> None:
        if progress.done == 1:
            raise KeyboardInterrupt

    other = evolve(plan, seed=8)
    with pytest.raises(KeyboardInterrupt):
        simulate(other, executor=executor, progress=interrupt)
    assert simulate(other, executor=executor) == simulate(other)
