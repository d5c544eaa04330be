"""Plans of games between bots, and playing them: here or on an executor, into a file that can be resumed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import nullcontext
from itertools import islice
from multiprocessing import get_context, parent_process
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import TextIO, TypeAlias
from uuid import uuid4

from attrs import field, frozen
from attrs.validators import ge, instance_of, le

from toledo_rules.actions import TakeCards
from toledo_rules.bots import MOST_DECISIONS, bot_streams, make_bot, play_on
from toledo_rules.chance import Rng, Seed, Stream
from toledo_rules.codec import Json, digest
from toledo_rules.edition import MOVEMENT, Edition
from toledo_rules.editions import KOSMOS_2008
from toledo_rules.errors import ToledoError
from toledo_rules.events import DuelEnded, Event, ShopPlaced, TileTaken, TurnEnded
from toledo_rules.limits import MOST_GAMES, MOST_WORKERS
from toledo_rules.scoring import ranking
from toledo_rules.setup import check_players, new_game
from toledo_rules.simulate._results import GameResults, Result, open_results
from toledo_rules.state import State


def _seats(bots: Iterable[str]) -> tuple[str, ...]:
    return tuple(bots)


@frozen(kw_only=True)
class Plan:
    """Bots, games and a seed: they decide every game completely.

    >>> plan = Plan(bots=("greedy", "random", "random"), games=600, seed=7, rotate=True)
    >>> plan.lineup(0), plan.lineup(1)
    (('greedy', 'random', 'random'), ('random', 'greedy', 'random'))
    >>> Plan(bots=("greedy",), games=600)
    Traceback (most recent call last):
    ValueError: kosmos-2008 is for 2 to 4 players, not 1 (CMP-01)

    Raises `ValueError` if no games can be played this way, such as `BotSpecError` for a bot that does not exist.
    """

    bots: tuple[str, ...] = field(converter=_seats)
    """Bot for each seat, as `make_bot` knows it."""
    games: int = field(validator=[instance_of(int), ge(0), le(MOST_GAMES)])
    seed: Seed = field(default=0, validator=instance_of((int, str)))
    """Seed of all games: chance in game g is ``Stream(seed, game=g)``, and the bots draw from their `bot_streams`."""
    rotate: bool = False
    """True if each bot moves on by a seat from game to game, so that each of them begins equally often."""
    edition: Edition = field(default=KOSMOS_2008, repr=lambda edition: edition.name)
    most: int = field(default=MOST_DECISIONS, validator=[instance_of(int), ge(1)])
    """Decisions after which a game is stopped: no rule ends it (A-117)."""

    def __attrs_post_init__(self) -> None:
        check_players(self.edition, len(self.bots), 0)
        for spec in self.bots:
            if not spec.isprintable():  # a row of a file is a line
                raise ValueError(
                    f"a bot specification must be printable, on one line, but is {spec!r}"
                )
            make_bot(spec)

    def lineup(self, game: int) -> tuple[str, ...]:
        """Return the bots of a game, by seat. Seat 0 begins."""
        shift = -game % len(self.bots) if self.rotate else 0
        return self.bots[shift:] + self.bots[:shift]

    def begin(self, game: int, chance: Rng) -> State:
        """Return the first position of a game. A subclass may change it, and must then say so in its `settings`."""
        return new_game(len(self.lineup(game)), chance, edition=self.edition)

    def settings(self) -> dict[str, Json]:
        """Return everything that decides the games, as JSON. Their number is left out: it decides none of them.

        >>> Plan(bots=("greedy", "random"), games=600, seed=7).settings()
        {'bots': ['greedy', 'random'], 'seed': 7, 'rotate': False, 'edition': 'kosmos-2008',
        'digest': '...', 'most': 20000}
        """
        return {
            "bots": list(self.bots),
            "seed": self.seed,
            "rotate": self.rotate,
            "edition": self.edition.name,
            "digest": digest(self.edition),
            "most": self.most,
        }


class WorkerError(ToledoError, RuntimeError):
    """A worker that died while it played."""


class GameError(ToledoError, RuntimeError):
    """A game that could not be played to its end, for instance because a bot chose an illegal action."""


def play(plan: Plan, game: int) -> GameResults:
    """Play one game of a plan. It depends on the plan and its number only.

    >>> plan = Plan(bots=("greedy", "random"), games=600, seed=7)
    >>> game = play(plan, 42)
    >>> [(result.game, result.seat, result.bot) for result in game], game == play(plan, 42)
    ([(42, 0, 'greedy'), (42, 1, 'random')], True)
    """
    chance = Stream(plan.seed, game=game)
    try:
        return _play_from(plan, game, plan.begin(game, chance), chance)
    except Exception as error:
        notes = "".join(f"; {note}" for note in getattr(error, "__notes__", ()))
        raise GameError(f"game {game} of {plan}: {error!r}{notes}") from error


def _play_from(plan: Plan, game: int, state: State, chance: Rng) -> GameResults:
    """Play a game of a plan on from a position."""
    bots = plan.lineup(game)
    counts = [Counts() for _ in bots]
    players = [make_bot(spec) for spec in bots]
    plies = play_on(state, players, chance, bot_streams(plan.seed, len(bots), game=game))
    for ply in islice(plies, plan.most):
        counts[ply.seat].decisions += 1
        counts[ply.seat].takes += isinstance(ply.action, TakeCards)
        for event in ply.transition.events:
            count(counts, event)
        state = ply.transition.state
    return results(state, bots, counts, game)


class Counts:
    """Counts of what a player has done so far."""

    def __init__(self) -> None:
        self.decisions = self.turns = self.takes = self.placed = 0
        self.duels = self.duels_won = self.tiles = 0


def count(counts: Sequence[Counts], event: Event) -> None:
    """Count an event, if it is one of those that have a column."""
    if isinstance(event, TurnEnded):
        counts[event.seat].turns += 1
    elif isinstance(event, ShopPlaced):
        counts[event.seat].placed += 1
    elif isinstance(event, TileTaken):
        counts[event.seat].tiles += 1
    elif isinstance(event, DuelEnded):
        counts[event.winner].duels += 1
        counts[event.winner].duels_won += 1
        counts[event.loser].duels += 1


def results(state: State, bots: Sequence[str], counts: Sequence[Counts], game: int) -> GameResults:
    """Return the rows of a game that has come to this position."""
    standings = sorted(ranking(state), key=lambda standing: standing.seat)
    winners = sum(standing.place == 1 for standing in standings)
    rows: list[Result] = []
    for seat, (player, done, standing) in enumerate(
        zip(state.players, counts, standings, strict=True)
    ):
        rows.append(
            Result(
                game=game,
                seat=seat,
                bot=bots[seat],
                finished=state.over,
                won=1 / winners if state.over and standing.place == 1 else 0.0,
                place=standing.place,
                points=standing.points,
                turns=done.turns,
                decisions=done.decisions,
                takes=done.takes,
                placed=done.placed,
                duels=done.duels,
                duels_won=done.duels_won,
                tiles=done.tiles,
                movement=MOVEMENT in player.tiles,
                inside=player.inside,
                delivered=tuple(sword.value for sword in player.delivered),
                kept=tuple(sword.value for sword in player.swords),
                paintings=player.paintings,
                gems=player.gems,
                cards=standing.cards,
            )
        )
    return tuple(rows)


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
    """Shows progress on one line of a terminal; on anything else it shows nothing.

    >>> bar = ProgressBar(sys.stdout)                # which is not a terminal here
    >>> bar(Progress(done=150, games=600, found=100, seconds=2.0))
    >>> print(bar.line(Progress(done=150, games=600, found=100, seconds=2.0)))
    [######..................]  150 of 600 games, 25.0 a second, 0:18 left
    """

    width = 24
    """Characters between the brackets."""
    pause = 0.1
    """Seconds between two updates."""

    def __init__(
        self, stream: TextIO | None = None, *, clock: Callable[[], float] = monotonic
    ) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._next = 0.0
        self._last = ""

    def __call__(self, progress: Progress) -> None:
        """Show the progress, if the last update is long enough ago."""
        if not self._stream.isatty():
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


def simulate(
    plan: Plan,
    *,
    executor: Executor | None = None,
    path: str | os.PathLike[str] | None = None,
    progress: ProgressListener | None = None,
    task_seconds: float = 0.5,
) -> tuple[Result, ...]:
    """Play the games of a plan. Results come by game and seat, and do not depend on the executor.

    Args:
        plan: The games to play.
        executor: Executor that plays them, for instance a `worker_pool` or that of a Dask client. Without one they are
            played here, one after another.
        path: File to which every game is added as soon as it is finished; as CSV if its name ends with ``.csv``, else
            as JSON lines. Games that are in it already are not played again: after an interruption, call it again.
        progress: Function that is called at the start and after every game, for instance a `ProgressBar`.
        task_seconds: Rough time for which a worker plays before it returns its games.

    >>> results = simulate(Plan(bots=("greedy", "random"), games=3, seed=7))
    >>> [(result.game, result.bot) for result in results]
    [(0, 'greedy'), (0, 'random'), (1, 'greedy'), (1, 'random'), (2, 'greedy'), (2, 'random')]

    Raises `ResultsError` if the file cannot be used, `GameError` if a game cannot be played, and `WorkerError` if a
    worker of the executor has died.
    """
    start = monotonic()
    with (
        nullcontext(None) if path is None else open_results(path, plan.settings(), plan.games)
    ) as record:
        done: dict[int, GameResults] = {} if record is None else dict(record.found)
        found = len(done)

        def report() -> None:
            if progress is not None:
                progress(Progress(len(done), plan.games, found, monotonic() - start))

        report()
        missing = [number for number in range(plan.games) if number not in done]
        for game in played(plan, missing, executor, task_seconds):
            if record is not None:
                record.add(game)
            done[game[0].game] = game
            report()
    return tuple(result for number in sorted(done) for result in done[number])


def played(
    plan: Plan, numbers: Sequence[int], executor: Executor | None, task_seconds: float = 0.5
) -> Iterator[GameResults]:
    """Yield the games of these numbers, each as soon as it is finished. Closing the iterator cancels the rest.

    >>> plan = Plan(bots=("greedy", "random"), games=600, seed=7)
    >>> next(played(plan, [42], None)) == play(plan, 42)
    True
    """
    if executor is None:
        return (play(plan, number) for number in numbers)
    return _spread(plan, numbers, executor, task_seconds)


def _spread(
    plan: Plan, numbers: Sequence[int], executor: Executor, seconds: float
) -> Iterator[GameResults]:
    """Yield the games of these numbers, played by an executor."""
    run = uuid4().hex
    tasks: dict[Future[list[GameResults]], Sequence[int]] = {}
    ready: SimpleQueue[Future[list[GameResults]]] = SimpleQueue()

    def submit(some: Sequence[int]) -> None:
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
            # Games that did not fit into the time go on in two tasks: so all workers have work to the end.
            rest = tasks.pop(future)[len(games) :]
            submit(rest[: len(rest) // 2])
            submit(rest[len(rest) // 2 :])
            yield from games
    except BrokenExecutor as error:
        raise WorkerError(
            "a worker process died (was it killed, or out of memory?). Finished games are kept if there is a file "
            "for them: simulate the same plan into the same file to go on, with fewer workers if memory is short"
        ) from error
    finally:
        for future in tasks:
            future.cancel()


def worker_pool(workers: int | None = None) -> Executor:
    """Return a pool of processes on this machine, by default as many as it has processors.

    They are started afresh and import the program that started them, so a bot of your own has to be registered at its
    top level. They leave an interrupt (Ctrl-C) to that program, and end when it ends, even if it is killed.

    Use it as a context manager: ``with worker_pool(2) as pool: simulate(plan, executor=pool)``.

    Raises `ValueError` for no worker, or for more than `toledo_rules.limits.MOST_WORKERS`.
    """
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise ValueError(f"expected 1 to {MOST_WORKERS:,} workers, found {workers}")
    # Imported here, because it fails on platforms without processes, which can simulate all the same.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415

    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_start_worker)


def _start_worker() -> None:
    """Ignore interrupts, which are for the program that started this worker, and end when that program has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None
    Thread(target=_end_after, args=(parent.join, os._exit), daemon=True).start()


def _end_after(wait: Callable[[], object], end: Callable[[int], object]) -> None:
    """Wait, then end. A worker would wait for ever for tasks of a program that was killed."""
    wait()
    end(1)
