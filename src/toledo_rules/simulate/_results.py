"""Results of games, a row for each player: in files that only grow, as JSON lines or CSV, and in summaries."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from itertools import groupby
from math import sqrt
from operator import attrgetter
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, TypeAlias, get_type_hints

from attrs import asdict, frozen

from toledo_rules.codec import Json, parse_json
from toledo_rules.edition import Seat
from toledo_rules.errors import ToledoError, plural
from toledo_rules.limits import LARGEST_RESULTS, LARGEST_SETTINGS
from toledo_rules.storage import (
    SHARED,
    FilePath,
    GrowingFile,
    checksum,
    open_growing,
    read_file,
    replace_file,
)


@frozen
class Result:
    """The result of one player in one game. Its fields are the columns of the files, in this order."""

    game: int
    """Number of the game, counted from 0."""
    seat: Seat
    """Seat of the player. Seat 0 began."""
    bot: str
    """Bot that played, as `make_bot` knows it."""
    finished: bool
    """True if the game came to its end. If it was stopped, nobody has won, and the rest describes the last position."""
    won: float
    """1 for the winner, 1/2 for each of two who share the first place (A-126), 0 for the others."""
    place: int
    """Place in the ranking; 1 is the first."""
    points: int
    """Fame (SCO)."""
    turns: int
    """Turns of the player."""
    decisions: int
    """Decisions of the player; a turn can have several."""
    takes: int
    """Turns in which the player took cards (TAK-01)."""
    placed: int
    """Shops that the player placed (SHP-01)."""
    duels: int
    """Duels that the player fought, as challenger or as defender (DUE)."""
    duels_won: int
    """Those of them that the player won."""
    tiles: int
    """Master tiles that the player took from the board in the course of the game (FEN-01)."""
    movement: bool
    """True if the player has a movement tile at the end, which costs points (SCO-05)."""
    inside: int
    """Figures in the Alcazar at the end."""
    delivered: tuple[int, ...]
    """Values of the swords under them (SCO-01)."""
    kept: tuple[int, ...]
    """Values of the swords in front of the player at the end, which count half (SCO-02)."""
    paintings: tuple[int, ...]
    """Values of the player's paintings (SCO-03)."""
    gems: int
    """Gems left at the end (SCO-04)."""
    cards: int
    """Cards left in hand at the end (TIE-02)."""


GameResults: TypeAlias = tuple[Result, ...]
"""Results of all players of one game, by seat."""

FORM, FORMAT = "toledo-simulation", 3
"""Kind and format in the file of settings. In formats 1 and 2, settings and rows were in one file."""

CHECK = "check"
"""Name of the last column: a `checksum` of everything before it on its line."""

_KINDS: Mapping[str, object] = get_type_hints(Result)

COLUMNS: tuple[str, ...] = tuple(_KINDS)
"""Columns of a file, in order: the fields of `Result`. The column `CHECK` follows them."""


@frozen
class FileForm:
    """A way to write a file: perhaps a heading, then a line for each result."""

    heading: str
    """Line before the first result; empty if there is none."""
    write: Callable[[Result], str]
    """Line of a result."""
    read: Callable[[str], Result]
    """Result on a line. Raises `ValueError` if there is none, or if it is damaged."""


_JSON_CHECK = f', "{CHECK}": '


def _json_write(result: Result) -> str:
    text = json.dumps(asdict(result))[:-1]
    return f'{text}{_JSON_CHECK}"{checksum(text)}"}}\n'


def _json_read(line: str) -> Result:
    text, _, check = line.rpartition(_JSON_CHECK)
    if check != f'"{checksum(text)}"}}':
        raise ValueError(_DAMAGED)
    said = parse_json(text + "}")
    assert isinstance(said, dict)
    return _result({name: tuple(v) if isinstance(v, list) else v for name, v in said.items()})


def _csv_write(result: Result) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="").writerow(map(_cell, asdict(result).values()))
    return f"{text.getvalue()},{checksum(text.getvalue())}\n"


def _cell(value: object) -> object:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return int(value) if isinstance(value, bool) else value


def _csv_read(line: str) -> Result:
    text, _, check = line.rpartition(",")
    if check != checksum(text):
        raise ValueError(_DAMAGED)
    (cells,) = csv.reader([text], strict=True)
    if len(cells) != len(COLUMNS):
        raise ValueError(f"found {len(cells)} cells, expected {len(COLUMNS)}")
    return _result(
        {name: _FROM_CELL[_KINDS[name]](cell) for name, cell in zip(COLUMNS, cells, strict=True)}
    )


_DAMAGED = f"the row and its {CHECK} do not agree: one of them is damaged, or was changed by hand"

_FROM_CELL: Mapping[object, Callable[[str], object]] = {
    int: int,
    float: float,
    str: str,
    bool: lambda cell: bool(int(cell)),
    tuple[int, ...]: lambda cell: tuple(map(int, cell.split())),
}


def _result(said: dict[str, Any]) -> Result:
    """Return the result with these values, if they are complete and of the right kind."""
    if said.keys() != _KINDS.keys():
        raise ValueError(f"found columns {', '.join(said)}, expected {', '.join(COLUMNS)}")
    for name, kind in _KINDS.items():
        value = said[name]
        if _kind(value) != kind:
            raise ValueError(f"{name} cannot be {value!r}")
    return Result(**said)


def _kind(value: object) -> object:
    if isinstance(value, tuple):
        return tuple[int, ...] if all(type(part) is int for part in value) else tuple
    return type(value)


JSON_LINES = FileForm("", _json_write, _json_read)
"""JSON lines: an object on every line."""

CSV = FileForm(f"{','.join((*COLUMNS, CHECK))}\n", _csv_write, _csv_read)
"""Comma-separated values under their names. True and false are 1 and 0; a list has spaces between its numbers."""


class ResultsError(ToledoError, ValueError):
    """A file of results that cannot be read, or not continued with these settings."""


@frozen
class ResultsFile:
    """The contents of a file of results."""

    settings: Mapping[str, Json]
    """Settings of the games, see `Plan.settings`; empty if they are lost."""
    games: Mapping[int, GameResults]
    """Finished games, by their numbers."""
    size: int
    """Bytes up to the end of the last finished game. Anything after them was cut off while it was written."""
    problems: tuple[str, ...] = ()
    """Damage, with its lines; empty unless sound games were to be saved from it."""

    @property
    def results(self) -> tuple[Result, ...]:
        """Rows by game and seat, whatever their order in the file."""
        return tuple(result for number in sorted(self.games) for result in self.games[number])


@frozen
class OpenResults:
    """A file to which games are added."""

    found: Mapping[int, GameResults]
    """Games of the plan that were there already."""
    _file: GrowingFile
    _form: FileForm

    def add(self, game: GameResults) -> None:
        """Add a finished game. It is passed to the operating system at once, so it survives a crash of this program."""
        self._file.add("".join(map(self._form.write, game)).encode())


@contextmanager
def open_results(path: FilePath, settings: Mapping[str, Json], games: int) -> Iterator[OpenResults]:
    """Begin a file for a number of games, or continue it. A last game that was cut off is removed from it.

    Raises `ResultsError` if the file is damaged, or holds games with other settings, and `OSError` if it cannot be
    used, such as `toledo_rules.storage.BusyFileError` if another program is writing it.
    """
    form = _form(path)
    with open_growing(path) as file:
        content = file.read(LARGEST_RESULTS)
        if form.heading.encode().startswith(content):  # nothing is in it yet
            replace_file(settings_path(path), _settings_text(settings).encode(), mode=SHARED)
            file.cut(0)
            file.add(form.heading.encode())
            content = form.heading.encode()
        stored = _sound(path, _read(path, content))
        _check_settings(path, stored.settings, settings)
        file.cut(stored.size)
        found = {number: game for number, game in stored.games.items() if number < games}
        yield OpenResults(found, file, form)


def read_results(path: FilePath, *, salvage: bool = False) -> ResultsFile:
    """Read a file that `simulate` has written, or is still writing.

    An incomplete last game is left out. With `salvage`, so is everything that is damaged, and
    `ResultsFile.problems` lists it.

    Raises `ResultsError`, which names the line, if anything else is wrong, and `OSError` if there is no such file, or
    if it is too large.
    """
    stored = _read(path, read_file(path, LARGEST_RESULTS))
    return stored if salvage else _sound(path, stored)


def salvage_results(path: FilePath) -> ResultsFile:
    """Remove everything damaged from a file of results, and return the rest with a list of the damage.

    The games that were lost are played again when the simulation is continued.

    Raises `ResultsError` if there is nothing sound in it, and `OSError` if the file cannot be used, for instance
    because somebody is writing it.
    """
    form, content = _form(path), read_file(path, LARGEST_RESULTS)
    stored = _read(path, content)
    if not stored.games or not stored.settings:
        why = stored.problems[0] if stored.problems else "found no games"
        raise ResultsError(f"{os.fspath(path)}, {why}")
    rows = "".join(map(form.write, stored.results))
    replace_file(path, f"{form.heading}{rows}".encode(), may_replace=content.__eq__)
    return stored


def settings_path(path: FilePath) -> Path:
    """Return the name of the file beside a file of results that holds the settings of its games.

    So the file of results holds rows and nothing else, and every program reads it as a table.
    """
    real = Path(path).resolve()
    return real.with_name(f"{real.name}.settings.json")


def _read(path: FilePath, content: bytes) -> ResultsFile:
    """Return everything sound, and a list of what is not."""
    form, problems = _form(path), list[str]()
    try:
        settings = _read_settings(path)
    except ResultsError as error:
        settings = {}
        problems.append(str(error))
    heading = form.heading.encode()
    if not (content.startswith(heading) or heading.startswith(content)):
        problems.append(f"line 1: found no heading, expected {form.heading.strip()}")
    *lines, _cut_off = content.split(b"\n")
    first = heading.count(b"\n")
    rows = list[Result | str]()
    for line in lines[first:]:
        try:
            rows.append(form.read(line.decode()))
        except (ValueError, csv.Error) as error:
            rows.append(str(error))
    bots = settings.get("bots")
    seats = [row.seat for row in rows if isinstance(row, Result)]
    players = len(bots) if isinstance(bots, list) else max(seats, default=0) + 1
    games: dict[int, GameResults] = {}
    game: GameResults = ()
    size = read = sum(len(line) + 1 for line in lines[:first])
    for place, (line, row) in enumerate(zip(lines[first:], rows, strict=True), start=first + 1):
        read += len(line) + 1
        if isinstance(row, str):
            problems.append(f"line {place}: {row}")
            game = ()
            continue
        known = row.game in games
        if known or (row.game, row.seat) != (game[0].game if game else row.game, len(game)):
            problems.append(f"line {place}: game {row.game}, seat {row.seat} does not belong here")
            game = (row,) if row.seat == 0 and not known else ()
        else:
            game = (*game, row)
        if len(game) == players:
            games[row.game] = game
            game, size = (), read
    return ResultsFile(settings, games, size, tuple(problems))


def _sound(path: FilePath, stored: ResultsFile) -> ResultsFile:
    """Return what was read, if nothing is wrong with it."""
    if stored.problems:
        more = len(stored.problems) - 1
        also = f" (and {plural(more, 'other problem')})" if more else ""
        kept = f". {plural(len(stored.games), 'sound game')} can be kept: see salvage_results"
        raise ResultsError(
            f"{os.fspath(path)}, {stored.problems[0]}{also}{kept if stored.games else ''}"
        )
    return stored


def _form(path: FilePath) -> FileForm:
    return CSV if Path(path).suffix == ".csv" else JSON_LINES


def _settings_text(settings: Mapping[str, Json]) -> str:
    document = {FORM: FORMAT, **settings}
    return json.dumps({**document, CHECK: checksum(json.dumps(document))}, indent=2) + "\n"


def _read_settings(path: FilePath) -> dict[str, Json]:
    """Return the settings of the games in a file. Raises `ResultsError` if there are none, or not these."""
    beside = settings_path(path)
    try:
        said = parse_json(read_file(beside, LARGEST_SETTINGS).decode())
    except FileNotFoundError as error:
        raise ResultsError(f"there are no settings for it: {beside} is missing") from error
    except ValueError as error:
        raise ResultsError(f"its settings cannot be read from {beside}: {error}") from error
    if not isinstance(said, dict) or said.get(FORM) != FORMAT:
        raise ResultsError(f"{beside} holds no settings of games (format {FORMAT})")
    check = said.pop(CHECK, None)
    if check != checksum(json.dumps(said)):
        raise ResultsError(f"{beside} and its {CHECK} do not agree: one of them is damaged")
    bots = said.get("bots")
    if not isinstance(bots, list) or not bots:
        raise ResultsError(f"{beside} names no bots")
    del said[FORM]
    return said


def _check_settings(path: FilePath, said: Mapping[str, Json], wanted: Mapping[str, Json]) -> None:
    """Refuse to mix games with different settings."""
    differences = [
        f"{name} {json.dumps(said.get(name))}, not {json.dumps(wanted.get(name))}"
        for name in {**wanted, **said}
        if said.get(name) != wanted.get(name)
    ]
    if differences:
        raise ResultsError(
            f"{os.fspath(path)} holds games with {', '.join(differences)}: continue it with its own settings, "
            "or begin another file"
        )


# Summaries, with confidence intervals.


Z = 1.959963984540054
"""z-value of a two-sided 95 % confidence interval."""


@frozen
class Estimate:
    """A figure with its 95 % confidence interval.

    The interval is made by a method that covers the true value in 95 % of all samples.
    """

    value: float
    low: float
    high: float


def wilson(wins: float, games: int) -> Estimate:
    """Return the share of games won, with Wilson's interval, which fits few games and rare wins too.

    >>> wilson(60, 100)
    Estimate(value=0.6, low=0.502..., high=0.690...)
    >>> wilson(0, 10)
    Estimate(value=0.0, low=0.0, high=0.277...)
    """
    if games == 0:
        return Estimate(0.0, 0.0, 1.0)
    share, spread = wins / games, Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    reach = Z / (1 + spread) * sqrt(share * (1 - share) / games + spread / (4 * games))
    # rounding must not put the share outside
    return Estimate(
        share, min(share, max(0.0, middle - reach)), max(share, min(1.0, middle + reach))
    )


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean of many values, with the interval of the normal approximation.

    >>> mean([1, 2, 3, 4])
    Estimate(value=2.5, low=1.23..., high=3.76...)
    """
    value = fmean(values)
    reach = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(value, value - reach, value + reach)


@frozen
class Performance:
    """Wins and points of a bot, or of a seat."""

    who: str
    seats: int
    """Number of its seats in each game."""
    games: int
    """Games that came to their end."""
    won: Estimate
    """Share of games that it won, with any of its seats."""
    fair: float
    """Share that it would win if all players were equal."""
    points: Estimate
    """Mean points of a player."""


@frozen
class Summary:
    """Summary of many games. `str` gives a table."""

    games: int
    """Games that came to their end."""
    stopped: int
    """Games that were stopped; they are part of no other figure."""
    players: int
    turns: Estimate
    """Turns in a game, of all players together."""
    decisions: Estimate
    """Decisions in a game, of all players together."""
    bots: tuple[Performance, ...]
    """Performance of each bot, the best first."""
    seats: tuple[Performance, ...]
    """Performance of each seat. Seat 0 began."""

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def summarize(results: Iterable[Result]) -> Summary:
    """Summarize results of games with the same number of players.

    The seats of a bot win or lose a game together, so that each game counts once.

    >>> from toledo_rules.simulate import Plan, simulate
    >>> print(summarize(simulate(Plan(bots=("greedy", "random"), games=20, seed=7, rotate=True))))
    20 games of 2 players
    a game: ... turns, ... decisions
                                won  if equal       points
    greedy  ... % (... to ...)       50%  ... (... to ...)
    random  ... % (... to ...)       50%  ... (... to ...)
    seat 0  ... % (... to ...)       50%  ... (... to ...)
    seat 1  ... % (... to ...)       50%  ... (... to ...)

    Raises `ValueError` if there is no game that came to its end.
    """
    rows = sorted(results, key=attrgetter("game", "seat"))
    everything = [tuple(game) for _, game in groupby(rows, attrgetter("game"))]
    games = [game for game in everything if game[0].finished]
    if not games:
        raise ValueError("there is no finished game to summarize")
    bots = _performances(games, lambda result: result.bot)
    return Summary(
        games=len(games),
        stopped=len(everything) - len(games),
        players=len(games[0]),
        turns=mean([sum(result.turns for result in game) for game in games]),
        decisions=mean([sum(result.decisions for result in game) for game in games]),
        bots=tuple(sorted(bots, key=lambda bot: -bot.won.value)),
        seats=_performances(games, lambda result: f"seat {result.seat}"),
    )


def _performances(
    games: Sequence[GameResults], who: Callable[[Result], str]
) -> tuple[Performance, ...]:
    """Return the performance of each bot or seat, in the order of their first seats."""
    performances: list[Performance] = []
    for name in dict.fromkeys(who(result) for result in games[0]):
        theirs = [[result for result in game if who(result) == name] for game in games]
        performances.append(
            Performance(
                who=name,
                seats=len(theirs[0]),
                games=len(games),
                won=wilson(sum(result.won for some in theirs for result in some), len(games)),
                fair=len(theirs[0]) / len(games[0]),
                points=mean([fmean(result.points for result in some) for some in theirs]),
            )
        )
    return tuple(performances)


def _lines(summary: Summary) -> Iterator[str]:
    """Yield the lines of the table."""
    stopped = f", {summary.stopped:,} more stopped" if summary.stopped else ""
    yield f"{summary.games:,} games of {summary.players} players{stopped}"
    yield f"a game: {_text(summary.turns)} turns, {_text(summary.decisions)} decisions"
    table = [
        (row.who, _text(row.won, 100, " %"), f"{row.fair:.0%}", _text(row.points))
        for row in (*summary.bots, *summary.seats)
    ]
    head = ("", "won", "if equal", "points")
    widths = [max(map(len, column)) for column in zip(head, *table, strict=True)]
    for who, won, fair, points in (head, *table):
        yield "  ".join(
            (
                who.ljust(widths[0]),
                won.rjust(widths[1]),
                fair.rjust(widths[2]),
                points.rjust(widths[3]),
            )
        )


def _text(figure: Estimate, scale: int = 1, unit: str = "") -> str:
    value, low, high = (scale * part for part in (figure.value, figure.low, figure.high))
    return f"{value:.1f}{unit} ({low:.1f} to {high:.1f})"
