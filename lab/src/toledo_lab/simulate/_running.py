"""Playing the games of a plan, here or on an executor, into a file that can be resumed; and estimating the cost."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Container, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import nullcontext
from itertools import islice
from math import ceil
from multiprocessing import get_context, parent_process
from operator import length_hint
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import ParamSpec, TextIO, TypeAlias, TypeVar
from uuid import uuid4

from attrs import frozen

from toledo_lab._limits import MOST_WORKERS
from toledo_lab._statistics import Estimate, counted, mean
from toledo_lab.simulate._files import open_results
from toledo_lab.simulate._playing import Plan, play
from toledo_lab.simulate._results import GameResults, Result, json_line
from toledo_rules.errors import ToledoError
from toledo_rules.storage import FilePath

P = ParamSpec("P")
T = TypeVar("T")


class WorkerError(ToledoError, RuntimeError):
    """Workers died again and again while they played."""


def play_some(
    plan: Plan, games: Sequence[int], seconds: float, _run: str = ""
) -> list[GameResults]:
    """Play the first of these games, as many as fit into the time, and one at least: the task of a worker.

    So a task takes long enough to be worth sending and short enough to show progress, however slow the bots are. The
    name of the run makes the tasks of each run different: Dask takes equal tasks for one, even if that was cancelled.
    """
    until = monotonic() + seconds
    played: list[GameResults] = []
    for game in games:
        played.append(play(plan, game))
        if monotonic() >= until:
            break
    return played


@frozen
class Progress:
    """Progress of a simulation.

    >>> progress = Progress(done=150, games=600, found=100, seconds=2.0)
    >>> progress.rate, progress.seconds_left
    (25.0, 18.0)
    """

    done: int
    """Games that are finished."""
    games: int
    """Games in all."""
    found: int
    """Finished games that were in the file already."""
    seconds: float
    """Time since the start."""

    @property
    def rate(self) -> float:
        """Games per second; 0 at the very beginning."""
        return (self.done - self.found) / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Estimated time to the end; None until it can be estimated."""
        return (self.games - self.done) / self.rate if self.rate else None


ProgressListener: TypeAlias = Callable[[Progress], object]
"""A function that is called at the start and after every game."""


class ProgressBar:
    """Shows progress on one line of a terminal; anything else, such as a log, gets a line every minute.

    >>> bar = ProgressBar(sys.stdout)                # which is not a terminal here
    >>> bar(Progress(done=150, games=600, found=100, seconds=2.0))
    >>> print(bar.line(Progress(done=150, games=600, found=100, seconds=2.0)))
    [######..................]  150 of 600 games, 25.0 a second, 0:18 left
    """

    width = 24
    """Characters between the brackets."""
    pause = 0.1
    """Seconds between two updates of a terminal."""
    log_pause = 60.0
    """Seconds before the first line of a log, and between two of them."""

    def __init__(
        self, stream: TextIO | None = None, *, clock: Callable[[], float] = monotonic
    ) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._next = 0.0
        self._logged = 0
        self._last = ""

    def __call__(self, progress: Progress) -> None:
        """Show the progress, if the last update is long enough ago."""
        if not self._stream.isatty():
            self._log(progress)
            return
        now, end = self._clock(), progress.done >= progress.games
        if now < self._next and not end:
            return
        self._next = now + self.pause
        line = self.line(progress)
        self._stream.write(f"\r{line.ljust(len(self._last))}")
        self._last = line
        if end:
            self._stream.write("\n")
            self._last = ""
        self._stream.flush()

    def _log(self, progress: Progress) -> None:
        """Add a line to a log, if it is time."""
        minutes = int(progress.seconds // self.log_pause)
        if minutes > self._logged:
            self._logged = minutes
            self._stream.write(f"{self.line(progress)}\n")
            self._stream.flush()

    def line(self, progress: Progress) -> str:
        """Return the line to show."""
        full = self.width * progress.done // max(progress.games, 1)
        bar = f"[{'#' * full}{'.' * (self.width - full)}]"
        games = f"{progress.done:>{len(str(progress.games))},} of {progress.games:,} games"
        if progress.seconds_left is None:
            return f"{bar}  {games}"
        return f"{bar}  {games}, {progress.rate:.1f} a second, {_clock(progress.seconds_left)} left"


def _clock(seconds: float) -> str:
    """Return hours, minutes and seconds, without the hours if there are none."""
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


LARGEST_TASK = 32
"""Most games that are sent to a worker at once."""
MOST_TASKS = 256
"""Most tasks that an executor has at a time, unless the caller says otherwise."""
TASKS_EACH = 4
"""Most tasks for each process of a `WorkerPool` at a time."""
MOST_DEATHS = 3
"""The number of worker deaths after which a task that was there every time is given up."""


def simulate(  # noqa: PLR0913  # all but the first are options, by name
    plan: Plan,
    *,
    executor: Executor | None = None,
    path: FilePath | None = None,
    progress: ProgressListener | None = None,
    task_seconds: float = 0.5,
    tasks: int | None = None,
) -> tuple[Result, ...]:
    """Play the games of a plan. Results come by game and seat, and do not depend on the executor.

    All of them are kept in memory; see `stream_games` for very many games.

    Args:
        plan: The games to play.
        executor: Executor that plays them, for instance a `worker_pool` or that of a Dask client. Without one they are
            played here, one after another.
        path: File to which every game is added as soon as it is finished; as CSV if its name ends with ``.csv``, in a
            folder of Parquet files if it ends with ``.parquet``, else as JSON lines. Games that are in it already are
            not played again: after an interruption, call it again.
        progress: Function that is called at the start and after every game, for instance a `ProgressBar`.
        task_seconds: Rough time for which a worker plays before it returns its games.
        tasks: Most tasks that the executor has at a time. A cluster of more than a hundred workers needs more than
            usual.

    >>> results = simulate(Plan(bots=("greedy", "random"), games=3, seed=7))
    >>> [(result.game, result.bot) for result in results]
    [(0, 'greedy'), (0, 'random'), (1, 'greedy'), (1, 'random'), (2, 'greedy'), (2, 'random')]

    Raises `ResultsError` if the file cannot be used, `GameError` if a game cannot be played, and `WorkerError` if
    workers of the executor die again and again.
    """
    games = stream_games(
        plan,
        executor=executor,
        path=path,
        progress=progress,
        task_seconds=task_seconds,
        tasks=tasks,
    )
    return tuple(row for game in sorted(games, key=_number) for row in game)


def _number(game: GameResults) -> int:
    return game[0].game


def stream_games(  # noqa: PLR0913  # as above
    plan: Plan,
    *,
    executor: Executor | None = None,
    path: FilePath | None = None,
    progress: ProgressListener | None = None,
    task_seconds: float = 0.5,
    tasks: int | None = None,
) -> Generator[GameResults, None, None]:
    """Play the games of a plan and yield each of them once, as soon as it is finished; those of the file come first.

    None of them is kept, so ten million games take no more memory than a thousand. Arguments and errors are those of
    `simulate`. Closing the iterator closes the file and cancels the tasks that have not begun.

    >>> next(stream_games(Plan(bots=("greedy", "random"), games=10_000_000)))[0].bot
    'greedy'
    """
    start = monotonic()
    with nullcontext(None) if path is None else open_results(path, plan.settings()) as record:
        done = found = 0

        def report() -> None:
            if progress is not None:
                progress(Progress(done, plan.size, found, monotonic() - start))

        known: Container[int] = () if record is None else record.found
        if record is not None:
            found = done = sum(number in known for number in plan.numbers)
            report()
            yield from (game for game in record.games() if plan.holds(_number(game)))
        else:
            report()
        missing = Missing(plan, known, plan.size - found)
        for game in played(plan, missing, executor, task_seconds, tasks):
            if record is not None:
                record.add(game)
            done += 1
            report()
            yield game


@frozen
class Missing:
    """The numbers of the games of a plan that are not known yet."""

    plan: Plan
    known: Container[int]
    count: int

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[int]:
        return (number for number in self.plan.numbers if number not in self.known)


def played(
    plan: Plan,
    numbers: Iterable[int],
    executor: Executor | None,
    task_seconds: float = 0.5,
    tasks: int | None = None,
) -> Iterator[GameResults]:
    """Yield the games of these numbers, each as soon as it is finished. Closing the iterator cancels the rest.

    >>> plan = Plan(bots=("greedy", "random"), games=600, seed=7)
    >>> next(played(plan, [42], None)) == play(plan, 42)
    True
    """
    if executor is None:
        return (play(plan, number) for number in numbers)
    if tasks is None:
        tasks = TASKS_EACH * executor.workers if isinstance(executor, WorkerPool) else MOST_TASKS
    # All workers should have some games, and progress should be seen.
    size = max(1, min(LARGEST_TASK, length_hint(numbers, 16 * LARGEST_TASK) // 16))
    return _Spread(plan, executor, task_seconds, max(1, tasks)).games(iter(numbers), size)


@frozen
class Task:
    """Games that a worker plays."""

    games: Sequence[int]
    deaths: int = 0
    """Workers that have died while they, or their neighbours, had these games."""


class _Spread:
    """Games that are being played by an executor."""

    def __init__(self, plan: Plan, executor: Executor, seconds: float, most: int) -> None:
        self._plan = plan
        self._executor = executor
        self._seconds = seconds
        self._most = most
        self._run = uuid4().hex
        self._tasks: dict[Future[list[GameResults]], tuple[Task, int]] = {}
        """What the executor has, with the generation of its workers."""
        self._ready: SimpleQueue[Future[list[GameResults]]] = SimpleQueue()

    def games(self, numbers: Iterator[int], size: int) -> Iterator[GameResults]:
        """Yield the games of these numbers."""
        waiting: deque[Task] = deque()
        try:
            while True:
                while len(self._tasks) < self._most:
                    games = None if waiting else [*islice(numbers, size)]
                    if not waiting and not games:
                        break
                    self._submit(waiting.popleft() if games is None else Task(games))
                if not self._tasks:
                    return
                future = self._ready.get()
                task, generation = self._tasks.pop(future)
                try:
                    played = future.result()
                except BrokenExecutor as error:
                    waiting.appendleft(self._recovered(task, generation, error))
                    continue
                # Games that did not fit into the time go on in two tasks: so all workers have work to the end.
                rest = task.games[len(played) :]
                for part in (rest[: len(rest) // 2], rest[len(rest) // 2 :]):
                    if part:
                        waiting.append(Task(part))
                yield from played
        finally:
            for future in self._tasks:
                future.cancel()

    def _submit(self, task: Task) -> None:
        while True:
            try:
                future = self._sent(task)
                break
            except BrokenExecutor as error:  # it broke while idle, or a moment ago
                task = self._recovered(task, self._generation, error)
        self._tasks[future] = task, self._generation
        future.add_done_callback(self._ready.put)

    def _sent(self, task: Task) -> Future[list[GameResults]]:
        return self._executor.submit(play_some, self._plan, task.games, self._seconds, self._run)

    @property
    def _generation(self) -> int:
        return self._executor.deaths if isinstance(self._executor, WorkerPool) else 0

    def _recovered(self, task: Task, generation: int, error: BrokenExecutor) -> Task:
        """Start workers again if some have died, and return the task for them, unless it is hopeless."""
        if not isinstance(self._executor, WorkerPool) or task.deaths + 1 >= MOST_DEATHS:
            raise WorkerError(
                "worker processes died (were they killed, or out of memory?). Finished games are kept if there is a "
                "file for them: simulate the same plan into the same file to go on, with fewer workers if memory is "
                "short"
            ) from error
        if generation == self._executor.deaths:  # not noticed before
            self._executor.renew()
        return Task(task.games, task.deaths + 1)


class WorkerPool(Executor):
    """Processes on this machine. When one of them dies, `simulate` has others play its games again."""

    def __init__(self, workers: int, start: Callable[[int], Executor]) -> None:
        self.workers = workers
        """Number of processes."""
        self.deaths = 0
        """Number of times that processes had to be started again."""
        self._start = start
        self._pool = start(workers)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Let a process call a function."""
        return self._pool.submit(fn, *args, **kwargs)

    def renew(self) -> None:
        """Replace the processes, after one of them has died. Whatever they were doing is lost."""
        broken, self._pool = self._pool, self._start(self.workers)
        self.deaths += 1
        broken.shutdown(wait=False)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop the processes."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)


def worker_pool(workers: int | None = None) -> WorkerPool:
    """Return a pool of processes on this machine, by default as many as it has processors.

    They are started afresh and import the program that started them, so a bot of your own has to be registered at its
    top level. They leave an interrupt (Ctrl-C) to that program, and end when it ends, even if it is killed.

    Use it as a context manager: ``with worker_pool(2) as pool: simulate(plan, executor=pool)``.

    Raises `ValueError` for no worker, or for more than `toledo_rules._limits.MOST_WORKERS`.
    """
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise ValueError(f"expected 1 to {MOST_WORKERS:,} workers, found {workers}")
    return WorkerPool(workers or os.cpu_count() or 1, _processes)


def _processes(workers: int) -> Executor:
    # Imported here, because it fails on platforms without processes, which can simulate all the same.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415

    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_start_worker)


def _start_worker() -> None:
    """Ignore interrupts, which are for the parent program, and exit when that program has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None
    Thread(target=_end_after, args=(parent.join, os._exit), daemon=True).start()


def _end_after(wait: Callable[[], object], end: Callable[[int], object]) -> None:
    """Wait for the parent, then exit. Otherwise a worker would wait forever for tasks of a program that was killed."""
    wait()
    end(1)


# Costs


@frozen
class Cost:
    """The cost of a simulation, by a sample of its games. `str` says it in words."""

    sample: int
    """Games that were played to find out."""
    games: int
    """Games that are left to play."""
    seconds: Estimate
    """CPU time of a game, with its 95 % interval."""
    row_bytes: float
    """Bytes of a game in a file."""
    workers: int = 1

    @property
    def cpu_seconds(self) -> Estimate:
        """CPU time of all games that are left."""
        one = self.seconds
        if not one.bounded:
            return Estimate(one.value * self.games, one.low, one.high)
        return Estimate(*[max(0.0, part) * self.games for part in (one.value, one.low, one.high)])

    @property
    def wall_seconds(self) -> float:
        """Time by the clock, if every worker has a processor of its own."""
        return self.cpu_seconds.value / min(self.workers, max(1, self.games))

    @property
    def bytes(self) -> int:
        """Size of the file of results."""
        return ceil(self.row_bytes * self.games)

    def __str__(self) -> str:
        one, cpu = self.seconds, self.cpu_seconds
        took = f"{one.value:.3g} s of CPU time each"
        total = f"{_duration(cpu.value)} of CPU time"
        if one.bounded:
            took += f" ({max(0.0, one.low):.3g} to {one.high:.3g})"
            total += f" ({_duration(cpu.low)} to {_duration(cpu.high)})"
        clock = f"{_duration(self.wall_seconds)} by the clock" + (
            f" with {self.workers} workers" if self.workers > 1 else ""
        )
        return (
            f"{counted(self.sample, 'game')} as a sample: {took}\n"
            f"{counted(self.games, 'game')} to play: {total}, {clock}\n"
            f"a file of {_size(self.bytes)} as JSON lines"
        )

    def to_dict(self) -> dict[str, object]:
        """Return the cost for JSON. An estimate is a list: the value and the bounds of its interval."""
        return {
            "sample": self.sample,
            "games": self.games,
            "seconds": self.seconds.to_list(),
            "cpu_seconds": self.cpu_seconds.to_list(),
            "wall_seconds": self.wall_seconds,
            "workers": self.workers,
            "bytes": self.bytes,
        }


_LONGER = ((86_400.0, "days"), (3_600.0, "hours"), (60.0, "minutes"))


def _duration(seconds: float) -> str:
    for unit, name in _LONGER:
        if seconds >= 2 * unit:
            return f"{seconds / unit:.1f} {name}"
    return f"{seconds:.1f} seconds"


def _size(size: int) -> str:
    for unit, name in ((10**9, "GB"), (10**6, "MB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size / 1000:.1f} kB"


def cpu_time() -> float:
    """Return the CPU time of this process and of programs that it started and that have ended."""
    return sum(os.times()[:4])


def estimate_cost(
    plan: Plan,
    *,
    workers: int = 1,
    seconds: float = 3.0,
    found: int = 0,
    clock: Callable[[], float] = cpu_time,
) -> Cost:
    """Play some games of a plan, for about as many seconds of CPU time, and say what all of them will cost.

    The sample has every order of seats at least once if there are as many games, and two games if there are two. Games
    that were `found` in a file need not be played again.

    >>> cost = estimate_cost(Plan(bots=("greedy", "random"), games=10_000), seconds=0)
    >>> cost.sample, cost.games
    (2, 10000)
    """
    times: list[float] = []
    written = 0
    begun = before = clock()
    least = max(2, plan.cycle)
    for number in plan.numbers:
        written += sum(len(json_line(row)) for row in play(plan, number))
        now = clock()
        times.append(now - before)
        before = now
        if len(times) >= least and now - begun >= seconds:
            break
    sample = len(times)
    per_game = mean(times) if times else Estimate(0.0, 0.0, 0.0)
    return Cost(sample, plan.size - found, per_game, written / max(1, sample), workers)
