"""Commands that let the computer play: `watch`, `simulate`, `merge`, `tournament`, `compare`, `bots` and `perft`."""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Protocol

from toledo_lab._limits import MOST_GAMES, MOST_WORKERS
from toledo_lab.cli._library import (
    CommandHelp,
    Commands,
    Console,
    FailedError,
    UsageError,
    add_colour,
    add_command,
    add_edition,
    add_seed,
    bots_of,
    chosen_edition,
    metrics_of,
    writable,
)
from toledo_lab.simulate import (
    METRICS,
    GameError,
    GameNumbers,
    ParquetError,
    Plan,
    ProgressBar,
    ResultsError,
    Shard,
    Tally,
    WorkerError,
    WorkerPool,
    check_settings,
    common_settings,
    estimate_cost,
    measures_of,
    merge_results,
    read_settings,
    stream_games,
    stream_results,
    worker_pool,
)
from toledo_lab.tournament import EditionMatch, Tournament, compare_editions, hold, plot
from toledo_rules.errors import plural
from toledo_rules.storage import SHARED, replace_file


class _Result(Protocol):
    """What a command prints."""

    def to_dict(self) -> dict[str, Any]: ...


def add_commands(commands: Commands) -> None:
    """Add the commands."""
    _add_simulate(commands)
    _add_merge(commands)
    _add_tournament(commands)
    _add_compare(commands)


def _add_simulate(commands: Commands) -> None:
    parser = add_command(
        commands,
        CommandHelp(
            name="simulate",
            summary="play many games between bots and summarize them",
            description="Play many games between bots and summarize them, with 95 % confidence intervals.\n"
            "The results depend on the seed only, not on the number of workers. With --out,\n"
            "every game is saved as soon as it is finished, and the same command continues\n"
            "an interrupted simulation. Memory does not grow with the number of games.",
            examples="  toledo-rules simulate --bots greedy,random --games 100\n"
            "  toledo-rules simulate --bots planner,greedy --workers 2 --out a.csv\n"
            "  toledo-rules simulate --games 1000000 --dry-run\n"
            "  toledo-rules simulate --games 1000000 --shard 3/8 --out part-3.jsonl\n"
            "  toledo-rules simulate --bots greedy,greedy,greedy --metrics lead,spaces\n"
            '  toledo-rules simulate --bots mybots:Mine,"cmd:node mybot.mjs" --games 20',
        ),
        run_simulate,
    )
    parser.add_argument(
        "--bots",
        type=bots_of,
        default=("greedy", "random"),
        metavar="BOT,BOT",
        help="one for each seat (default: greedy,random)",
    )
    parser.add_argument(
        "--games", type=int, default=100, metavar="N", help="number of games (default: 100)"
    )
    parser.add_argument(
        "--rotate",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="bots change seats from game to game (default)",
    )
    _add_metrics(parser, "columns")
    _add_parts(parser)
    _add_running(parser)
    _add_showing(parser, "summary")


def results_path(text: str) -> Path:
    """Return the path of a file of results to begin or to continue."""
    path = Path(text)
    return path if path.suffix == ".parquet" and path.is_dir() else writable(text)


def _add_metrics(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--metrics",
        type=metrics_of,
        default=(),
        metavar="NAME,NAME",
        help=f"further {what}: {', '.join(METRICS)}, or module:name of your own",
    )


def _add_showing(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the options for what is played with, and how the result is shown."""
    parser.add_argument("--json", action="store_true", help=f"print the {what} as JSON")
    add_edition(parser)
    add_colour(parser)


def _add_parts(parser: argparse.ArgumentParser) -> None:
    """Add the options for large simulations: shards and a dry run."""
    parser.add_argument(
        "--shard",
        default="1/1",
        metavar="I/N",
        help="play only the I-th of N parts of the games; `merge` puts the parts together",
    )
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="play a few games, print what all of them will cost, and save nothing",
    )


def run_simulate(options: argparse.Namespace, console: Console) -> int:
    """Play the games, and print the summary."""
    _within(options, games=MOST_GAMES, workers=MOST_WORKERS)
    plan = _planned(options)
    tally = Tally(plan.columns())
    try:
        if options.dry_run:
            _say_cost(plan, options.out, options, console)
            return 0
        with _interruptible(options.out, console), workers_of(options.workers) as executor:
            for game in stream_games(
                plan, executor=executor, path=options.out, progress=ProgressBar(sys.stderr)
            ):
                tally.add(game)
            if isinstance(executor, WorkerPool) and executor.deaths:
                died = plural(executor.deaths, "time")
                sys.stderr.write(f"A worker died {died}; its games were played again.\n")
        if plan.size:
            _say(tally.summary(), options, console)
        else:
            _say_empty(plan, console)
    except (ResultsError, GameError, WorkerError, ParquetError, ValueError) as error:
        raise FailedError(str(error)) from None
    return 0


def _planned(options: argparse.Namespace) -> Plan:
    edition = chosen_edition(options.edition)
    try:
        return Plan(
            bots=options.bots,
            games=options.games,
            seed=options.seed,
            rotate=options.rotate,
            edition=edition,
            metrics=options.metrics,
            shard=Shard.parse(options.shard),
        )
    except ValueError as error:
        raise UsageError(str(error)) from None


def _say_cost(plan: Plan, rows: Path | None, options: argparse.Namespace, console: Console) -> None:
    found = 0
    if rows is not None and rows.exists():
        check_settings(rows, read_settings(rows), plan.settings())
        found = sum(plan.holds(game[0].game) for game in stream_results(rows))
    _say(estimate_cost(plan, workers=options.workers, found=found), options, console)


def _say_empty(plan: Plan, console: Console) -> None:
    console.say(f"Shard {plan.shard} of {plural(plan.games, 'game')} has none.")


def _say(result: _Result, options: argparse.Namespace, console: Console) -> None:
    console.say(json.dumps(result.to_dict(), indent=2) if options.json else str(result))


def _add_merge(commands: Commands) -> None:
    parser = add_command(
        commands,
        CommandHelp(
            name="merge",
            summary="merge files of results, and summarize them",
            description="Put files of results together, and print the summary of all their games. They must\n"
            "be of the same simulation; a game that is in several files counts once. Without\n"
            "--out, nothing is written. An interrupted merge can be repeated.",
            examples="  toledo-rules merge part-*.jsonl\n"
            "  toledo-rules merge part-*.jsonl --out all.jsonl\n"
            "  toledo-rules merge all.jsonl --out all.parquet",
        ),
        run_merge,
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="a file of results")
    parser.add_argument(
        "--out",
        type=results_path,
        metavar="FILE",
        help="save all rows: CSV if FILE ends with .csv, a folder of Parquet files if it ends with "
        ".parquet, else JSON lines",
    )
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    add_colour(parser)


def run_merge(options: argparse.Namespace, console: Console) -> int:
    """Merge the files, and print the summary."""
    numbers, files = GameNumbers(), options.files
    again = console.until_interrupted("The merge is not complete; the same command repeats it.")
    try:
        tally = Tally(measures_of(common_settings(files)))
        with again:
            if options.out is not None:
                merge_results(options.out, files)
                files = [options.out]
            for game in stream_results(*files):
                tally.add(game)
                numbers.add(game[0].game)
        _say(tally.summary(), options, console)
    except (ResultsError, ParquetError, ValueError) as error:
        raise FailedError(str(error)) from None
    missing = numbers.highest + 1 - len(numbers)
    if missing:
        sys.stderr.write(f"Missing before the last one: {plural(missing, 'game')}.\n")
    return 0


def _add_deals(
    parser: argparse.ArgumentParser, *, bots: tuple[str, ...], role: str, deals: int
) -> None:
    """Add the options for bots that play deals more than once."""
    parser.add_argument(
        "--bots",
        type=bots_of,
        default=bots,
        metavar="BOT,BOT",
        help=f"{role} (default: {','.join(bots)})",
    )
    parser.add_argument(
        "--deals",
        type=int,
        default=deals,
        metavar="N",
        help=f"number of deals (default: {deals})",
    )


def _add_running(parser: argparse.ArgumentParser) -> None:
    """Add the options for the run: its seed, its processes, and the file of its rows."""
    add_seed(parser, default=0)
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help="number of processes (default: 1)"
    )
    parser.add_argument(
        "--out",
        type=results_path,
        metavar="FILE",
        help="save a row for each player of each game: CSV if FILE ends with .csv, a folder of Parquet files if "
        "it ends with .parquet, else JSON lines",
    )


def _add_tournament(commands: Commands) -> None:
    parser = add_command(
        commands,
        CommandHelp(
            name="tournament",
            summary="let bots meet in all seats with the same cards, and rate them",
            description="Let bots meet in all orders of seats, with the same cards for all games of a deal,\n"
            'and rate them in Elo points, with 95 % intervals. The column "always" holds at\n'
            "every look, however often you look. With --out, every game is saved as soon as it\n"
            "is finished, and the same command continues an interrupted tournament.",
            examples="  toledo-rules tournament --bots planner,greedy,random --deals 20\n"
            "  toledo-rules tournament --bots searcher,planner --players 4 --focus searcher\n"
            "  toledo-rules tournament --bots mybots:Mine,planner --until-decided --out t.jsonl\n"
            '  toledo-rules tournament --bots "cmd:node mybot.mjs",greedy --plot t.svg',
        ),
        run_tournament,
    )
    _add_deals(parser, bots=("planner", "greedy", "random"), role="the entrants", deals=20)
    parser.add_argument(
        "--players", type=int, default=2, metavar="N", help="players at a table (default: 2)"
    )
    parser.add_argument(
        "--focus", metavar="BOT", help="this bot alone against tables full of each other bot"
    )
    parser.add_argument(
        "--until-decided",
        action="store_true",
        help="stop as soon as the first bot was shown to be better or worse than its share",
    )
    _add_running(parser)
    _add_parts(parser)
    parser.add_argument("--plot", type=writable, metavar="FILE", help="draw the ratings, as SVG")
    _add_showing(parser, "standings")


def run_tournament(options: argparse.Namespace, console: Console) -> int:
    """Play the tournament, and print the standings."""
    _within(options, deals=MOST_GAMES, workers=MOST_WORKERS)
    edition = chosen_edition(options.edition)
    try:
        tournament = Tournament(
            bots=options.bots,
            deals=options.deals,
            players=options.players,
            focus=options.focus,
            seed=options.seed,
            edition=edition,
            shard=Shard.parse(options.shard),
        )
    except ValueError as error:
        raise UsageError(str(error)) from None
    try:
        if options.dry_run:
            _say_cost(tournament, options.out, options, console)
            return 0
        if not tournament.size:
            _say_empty(tournament, console)
            return 0
        with _interruptible(options.out, console), workers_of(options.workers) as executor:
            table = hold(
                tournament,
                executor=executor,
                path=options.out,
                progress=ProgressBar(sys.stderr),
                until_decided=options.until_decided,
            )
    except (ResultsError, GameError, WorkerError, ValueError) as error:
        raise FailedError(str(error)) from None
    _say(table, options, console)
    if options.plot is not None:
        replace_file(options.plot, plot(table).encode(), mode=SHARED)
    return 0


def _add_compare(commands: Commands) -> None:
    parser = add_command(
        commands,
        CommandHelp(
            name="compare",
            summary="play the same deals with two editions, and compare them",
            description="Play every deal with two editions, in the same seats and with the same chance, and\n"
            "compare length, points, wins and other figures, with 95 % confidence intervals of\n"
            "the differences. With --out, every game is saved as soon as it is finished, and the\n"
            "same command continues an interrupted comparison.",
            examples="  toledo-rules compare mine.toml --deals 200\n"
            "  toledo-rules compare mine.toml --bots planner,planner,planner --metrics lead,swords\n"
            "  toledo-rules compare mine.toml --edition yours.toml --workers 2 --out c.jsonl",
        ),
        run_compare,
    )
    parser.add_argument("other", metavar="EDITION", help="the other edition: a file, or a name")
    _add_deals(parser, bots=("greedy", "greedy", "greedy"), role="one for each seat", deals=100)
    _add_metrics(parser, "figures")
    _add_running(parser)
    _add_showing(parser, "comparison")


def run_compare(options: argparse.Namespace, console: Console) -> int:
    """Play the deals with both editions, and print the comparison."""
    _within(options, deals=MOST_GAMES // 2, workers=MOST_WORKERS)
    edition, other = chosen_edition(options.edition), chosen_edition(options.other)
    try:
        match = EditionMatch(
            bots=options.bots,
            deals=options.deals,
            seed=options.seed,
            edition=edition,
            other=other,
            metrics=options.metrics,
        )
    except ValueError as error:
        raise UsageError(str(error)) from None
    try:
        with _interruptible(options.out, console), workers_of(options.workers) as executor:
            games = stream_games(
                match, executor=executor, path=options.out, progress=ProgressBar(sys.stderr)
            )
            table = compare_editions(match, games)
    except (ResultsError, GameError, WorkerError, ValueError) as error:
        raise FailedError(str(error)) from None
    _say(table, options, console)
    if table.deals < options.deals:
        left = plural(options.deals - table.deals, "deal")
        sys.stderr.write(f"Left out because a game was stopped: {left}.\n")
    return 0


def _within(options: argparse.Namespace, **most: int) -> None:
    """Refuse options that are not from 1 to the most that there may be."""
    for name, limit in most.items():
        if not 1 <= getattr(options, name) <= limit:
            raise UsageError(f"--{name} must be from 1 to {limit:,}, not {getattr(options, name)}")


def _interruptible(rows: Path | None, console: Console) -> AbstractContextManager[None]:
    """Shut down cleanly at a signal: close files, stop workers, and print how to go on."""
    if rows is None:
        return console.until_interrupted(
            "No game was saved; with --out FILE, the same command goes on where it stopped."
        )
    return console.until_interrupted(
        f"The games so far are in {rows}; the same command goes on from there."
    )


def workers_of(workers: int) -> AbstractContextManager[Executor | None]:
    """Return a pool of processes, or nothing if one will do."""
    return nullcontext(None) if workers == 1 else worker_pool(workers)
