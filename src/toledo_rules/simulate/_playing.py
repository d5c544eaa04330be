"""Running a simulation: here, or on any executor, with a file that can be resumed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import nullcontext
from multiprocessing import get_context
from queue import SimpleQueue
from time import monotonic
from typing import TypeAlias
from uuid import uuid4

from toledo_rules.simulate.files import recording
from toledo_rules.simulate.plan import Plan
from toledo_rules.simulate.playing import play, play_some
from toledo_rules.simulate.progress import Listener, Progress
from toledo_rules.simulate.results import Game, Result

LARGEST_TASK = 32
"""Games that are handed to a worker at once, at most."""


def simulate(
    plan: Plan,
    *,
    executor: Executor | None = None,
    path: str | os.PathLike[str] | None = None,
    progress: Listener | None = None,
    task_seconds: float = 0.5,
) -> tuple[Result, ...]:
    """Play the games of a plan. The results come by game and seat, and are the same whoever plays them.

    Args:
        plan: what to play.
        executor: any executor plays the games, for instance that of `worker_pool` or of a Dask client. Without one
            they are played here, one after another.
        path: a file to which every game is added as soon as it is finished; as CSV if its name ends with ``.csv``,
            else as JSON lines. Games that are there already are not played again. If the simulation is interrupted,
            call it again.
        progress: what is called at the start and after every game, for instance a `ProgressBar`.
        task_seconds: about how long a worker plays before it hands over what it has.

    >>> results = simulate(Plan(bots=("greedy", "random"), games=3, seed=7))
    >>> [(result.game, result.bot) for result in results]
    [(0, 'greedy'), (0, 'random'), (1, 'greedy'), (1, 'random'), (2, 'greedy'), (2, 'random')]

    Raises `ResultsError` if the file cannot be used, and `GameError` if a game cannot be played.
    """
    start = monotonic()
    with nullcontext(None) if path is None else recording(path, plan) as record:
        done: dict[int, Game] = {} if record is None else dict(record.found)
        found = len(done)

        def tell() -> None:
            if progress is not None:
                progress(Progress(len(done), plan.games, found, monotonic() - start))

        tell()
        missing = [number for number in range(plan.games) if number not in done]
        for game in played(plan, missing, executor, task_seconds):
            if record is not None:
                record.add(game)
            done[game[0].game] = game
            tell()
    return tuple(result for number in sorted(done) for result in done[number])


def played(
    plan: Plan, numbers: Sequence[int], executor: Executor | None, task_seconds: float = 0.5
) -> Iterator[Game]:
    """The games of these numbers, each as soon as it is finished. Whoever stops asking stops the rest.

    >>> plan = Plan(bots=("greedy", "random"), games=600, seed=7)
    >>> next(played(plan, [42], None)) == play(plan, 42)
    True
    """
    if executor is None:
        return (play(plan, number) for number in numbers)
    return _spread(plan, numbers, executor, task_seconds)


Numbers: TypeAlias = Sequence[int]


def _spread(plan: Plan, numbers: Numbers, executor: Executor, seconds: float) -> Iterator[Game]:
    """The games of these numbers, played by an executor."""
    run = uuid4().hex
    tasks: dict[Future[list[Game]], Numbers] = {}
    ready: SimpleQueue[Future[list[Game]]] = SimpleQueue()

    def submit(some: Numbers) -> None:
        if some:
            future = executor.submit(play_some, plan, some, seconds, run)
            tasks[future] = some
            future.add_done_callback(ready.put)

    try:
        size = max(1, min(LARGEST_TASK, len(numbers) // 16))
        for begin in range(0, len(numbers), size):
            submit(numbers[begin : begin + size])
        while tasks:
            future = ready.get()
            games = future.result()
            # What did not fit into the time goes on in two tasks: with slow bots, all workers have work to the end.
            rest = tasks.pop(future)[len(games) :]
            submit(rest[: len(rest) // 2])
            submit(rest[len(rest) // 2 :])
            yield from games
    finally:
        for future in tasks:
            future.cancel()


def worker_pool(workers: int | None = None) -> ProcessPoolExecutor:
    """Processes on this machine, as many as it has processors if not said.

    They are started afresh and import the program that started them, so a bot of your own has to be registered at its
    top level. They leave an interrupt (Ctrl-C) to that program.

    >>> with worker_pool(2) as pool:                                        # doctest: +SKIP
    ...     results = simulate(Plan(bots=("greedy", "random"), games=600), executor=pool)
    """
    return ProcessPoolExecutor(
        workers,
        mp_context=get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    )
