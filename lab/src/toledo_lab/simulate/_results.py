"""Results of games, a row for each player: in files that only grow, as JSON lines or CSV."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias, cast, get_type_hints

from attrs import frozen

from toledo_lab._library import MOST_PROBLEMS
from toledo_lab._limits import (
    LARGEST_RESULTS,
    LARGEST_SETTINGS,
    LARGEST_STREAM,
    LONGEST_ROW,
    MOST_GAMES,
)
from toledo_lab.simulate._metrics import Column, Measure, MetricError, checked, make_metric
from toledo_rules.codec import Json, parse_json
from toledo_rules.edition import Edition, Seat
from toledo_rules.errors import ToledoError, plural
from toledo_rules.storage import (
    SHARED,
    FilePath,
    GrowingFile,
    checksum,
    file_name,
    open_growing,
    read_file,
    read_lines,
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
    """Bot that played, as `toledo_rules.bots.load_bot` knows it."""
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
    measures: tuple[tuple[str, Measure], ...] = ()
    """Further columns by name, if the plan has metrics."""


GameResults: TypeAlias = tuple[Result, ...]
"""Results of all players of one game, by seat."""

FORM, FORMAT = "toledo-simulation", 4
"""Kind and format in the file of settings."""

CHECK = "check"
"""Name of the last column: a `checksum` of everything before it on its line."""

_KINDS: Mapping[str, object] = {
    name: kind for name, kind in get_type_hints(Result).items() if name != "measures"
}

COLUMNS: tuple[str, ...] = tuple(_KINDS)
"""Columns of a file, in order: the fields of `Result`. Those of the metrics and `CHECK` follow them."""


def columns_of(specs: Sequence[str], edition: Edition) -> tuple[Column, ...]:
    """Return the columns of several metrics. Raises `MetricError` if a name is taken."""
    columns: list[Column] = []
    for spec in specs:
        for column in _added_by(spec, edition):
            if column.name in (*COLUMNS, CHECK, *[other.name for other in columns]):
                raise MetricError(
                    f"the metric {spec!r} adds a column {column.name!r}: there is one already"
                )
            columns.append(column)
    return tuple(columns)


def _added_by(spec: str, edition: Edition) -> Sequence[Column]:
    try:
        return make_metric(spec).columns(edition)
    except MetricError:
        raise
    except Exception as error:  # the metric may be anybody's
        raise MetricError(f"the metric {spec!r}: {type(error).__name__}: {error}") from error


def row_values(result: Result) -> dict[str, object]:
    """Return a row as other programs get it: all columns by name, those of the metrics too.

    >>> from toledo_lab.simulate import Plan, play
    >>> row_values(play(Plan(bots=("random", "random"), games=1, most=1), 0)[0])["bot"]
    'random'
    """
    return {name: getattr(result, name) for name in COLUMNS} | dict(result.measures)


@frozen
class FileForm:
    """A file format: an optional heading, then a line for each result."""

    heading: str
    """Line before the first result; empty if there is none."""
    write: Callable[[Result], str]
    """Line of a result."""
    read: Callable[[str], Result]
    """Result on a line. Raises `ValueError` if there is none, or if it is damaged."""


_JSON_CHECK = f', "{CHECK}": '


def json_line(result: Result) -> str:
    """Return a row as a line of JSON."""
    text = json.dumps(row_values(result))[:-1]
    return f'{text}{_JSON_CHECK}"{checksum(text)}"}}\n'


def _json_read(line: str, measures: Sequence[Column]) -> Result:
    text, _, check = line.rpartition(_JSON_CHECK)
    if check != f'"{checksum(text)}"}}':
        raise ValueError(_DAMAGED)
    said = parse_json(text + "}")
    assert isinstance(said, dict)
    values = {name: tuple(v) if isinstance(v, list) else v for name, v in said.items()}
    return result_of(values, measures)


def _csv_write(result: Result) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="").writerow(map(_cell, row_values(result).values()))
    return f"{text.getvalue()},{checksum(text.getvalue())}\n"


def _cell(value: object) -> object:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return int(value) if isinstance(value, bool) else value


def _csv_read(line: str, measures: Sequence[Column]) -> Result:
    text, _, check = line.rpartition(",")
    if check != checksum(text):
        raise ValueError(_DAMAGED)
    (cells,) = csv.reader([text], strict=True)
    if len(cells) != len(COLUMNS) + len(measures):
        raise ValueError(f"found {len(cells)} cells, expected {len(COLUMNS) + len(measures)}")
    values: dict[str, object] = {
        name: _FROM_CELL[_KINDS[name]](cell) for name, cell in zip(COLUMNS, cells, strict=False)
    }
    for column, cell in zip(measures, cells[len(COLUMNS) :], strict=True):
        number = int if column.whole else float
        parts = tuple(map(number, cell.split()))
        values[column.name] = parts if column.parts else number(cell)
    return result_of(values, measures)


_DAMAGED = f"the row and its {CHECK} do not agree: one of them is damaged, or was changed by hand"

_FROM_CELL: Mapping[object, Callable[[str], object]] = {
    int: int,
    float: float,
    str: str,
    bool: lambda cell: bool(int(cell)),
    tuple[int, ...]: lambda cell: tuple(map(int, cell.split())),
}


def result_of(said: dict[str, Any], measures: Sequence[Column]) -> Result:
    """Return the result with these values, if they are complete and of the right kind."""
    expected = [*COLUMNS, *[column.name for column in measures]]
    if [*said] != expected:
        raise ValueError(f"found columns {', '.join(said)}, expected {', '.join(expected)}")
    for name, kind in _KINDS.items():
        value = said[name]
        if _kind(value) != kind:
            raise ValueError(f"{name} cannot be {value!r}")
    if not 0 <= said["game"] < MOST_GAMES:
        raise ValueError(f"game cannot be {said['game']}, expected 0 to {MOST_GAMES - 1:,}")
    measured = tuple((column.name, checked(column, said.pop(column.name))) for column in measures)
    return Result(**said, measures=measured)


def _kind(value: object) -> object:
    if isinstance(value, tuple):
        return tuple[int, ...] if all(type(part) is int for part in value) else tuple
    return type(value)


def file_form(path: FilePath, measures: Sequence[Column]) -> FileForm:
    """Return the form of a file, CSV by its name, else JSON lines, with the rows that are written now.

    In CSV, true and false are 1 and 0, and a list has spaces between its numbers.
    """
    if Path(path).suffix != ".csv":
        return FileForm("", json_line, lambda line: _json_read(line, measures))
    names = (*COLUMNS, *[column.name for column in measures], CHECK)
    return FileForm(f"{','.join(names)}\n", _csv_write, lambda line: _csv_read(line, measures))


class ResultsError(ToledoError, ValueError):
    """A file of results that cannot be read, or not continued with these settings."""


class GameNumbers:
    """A set of game numbers that takes one bit for each of them."""

    def __init__(self) -> None:
        self._bits = bytearray()
        self._size = 0

    def add(self, number: int) -> None:
        """Add a number."""
        place, bit = divmod(number, 8)
        if place >= len(self._bits):
            self._bits.extend(bytes(place + 1 - len(self._bits)))
        self._size += number not in self
        self._bits[place] |= 1 << bit

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int) or number < 0:
            return False
        place, bit = divmod(number, 8)
        return place < len(self._bits) and bool(self._bits[place] >> bit & 1)

    def __len__(self) -> int:
        return self._size

    @property
    def highest(self) -> int:
        """The highest number; -1 if there is none."""
        filled = self._bits.rstrip(b"\0")
        return 8 * (len(filled) - 1) + filled[-1].bit_length() - 1 if filled else -1


@frozen
class ResultsFile:
    """The contents of a file of results."""

    settings: Mapping[str, Json]
    """Settings of the games, see `Plan.settings`."""
    games: Mapping[int, GameResults]
    """Finished games, by their numbers."""
    size: int
    """Bytes up to the end of the last finished game. Anything after them was cut off while it was written."""
    problems: tuple[str, ...] = ()
    """Damage, with its lines; empty unless the file was read to salvage its games."""

    @property
    def results(self) -> tuple[Result, ...]:
        """Rows by game and seat, whatever their order in the file."""
        return tuple(result for number in sorted(self.games) for result in self.games[number])


class Scan:
    """A single pass over the lines of a file. It keeps the numbers of games, not their rows."""

    def __init__(self, form: FileForm, players: int) -> None:
        self.found = GameNumbers()
        self.size = 0
        """Bytes up to the end of the last finished game."""
        self.problems: list[str] = []
        """Damage, with its lines; if there is too much, only the first."""
        self.damage = 0
        """Number of all problems."""
        self._form = form
        self._players = players

    def games(self, lines: Iterable[bytes]) -> Iterator[GameResults]:
        """Yield all sound games."""
        game: GameResults = ()
        read = 0
        heading = self._form.heading.encode()
        for place, line in enumerate(lines, start=1):
            read += len(line)
            if place == 1 and heading:
                if not (line == heading or heading.startswith(line)):
                    self._problem(1, f"found no heading, expected {self._form.heading.strip()}")
                self.size = read
                continue
            if not line.endswith(b"\n"):
                return  # it was cut off while it was written
            try:
                row = self._form.read(line[:-1].decode())
            except (ValueError, csv.Error) as error:
                self._problem(place, str(error))
                game = ()
                continue
            known = row.game in self.found
            if known or (row.game, row.seat) != (game[0].game if game else row.game, len(game)):
                self._problem(place, f"game {row.game}, seat {row.seat} does not belong here")
                game = (row,) if row.seat == 0 and not known else ()
            else:
                game = (*game, row)
            if len(game) == self._players:
                self.found.add(row.game)
                self.size = read
                yield game
                game = ()

    def _problem(self, place: int, why: str) -> None:
        self.damage += 1
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(f"line {place}: {why}")

    def check(self, path: FilePath) -> None:
        """Raise `ResultsError` if something is wrong."""
        if self.problems:
            more = self.damage - 1
            also = f" (and {plural(more, 'other problem')})" if more else ""
            kept = f". {plural(len(self.found), 'sound game')} can be kept: see salvage_results"
            raise ResultsError(
                f"{os.fspath(path)}, {self.problems[0]}{also}{kept if self.found else ''}"
            )


@frozen
class OpenResults:
    """A file to which games are added."""

    found: GameNumbers
    """Numbers of the games that were there already."""
    _file: GrowingFile
    _form: FileForm
    _players: int

    def games(self) -> Iterator[GameResults]:
        """Yield the games that were there already, in the order of the file. To be used before the first is added."""
        lines = self._file.lines(most=LARGEST_STREAM, longest=LONGEST_ROW)
        return Scan(self._form, self._players).games(lines)

    def add(self, game: GameResults) -> None:
        """Add a finished game. It is passed to the operating system at once, so it survives a crash of this program."""
        self._file.add("".join(map(self._form.write, game)).encode())

    def clear(self) -> None:
        """Remove all games."""
        self._file.cut(len(self._form.heading))


@contextmanager
def open_rows(path: FilePath, settings: Mapping[str, Json]) -> Iterator[OpenResults]:
    """Begin a file for games with these settings, or continue it. A last game that was cut off is removed from it.

    Raises `ResultsError` if the file is damaged, or holds games with other settings, and `OSError` if it cannot be
    used, such as `toledo_rules.errors.StorageError` if another program is writing it.
    """
    measures, players = measures_of(settings), players_of(settings)
    heading = file_form(path, measures).heading.encode()
    with open_growing(path) as file:
        lines = file.lines(most=LARGEST_STREAM, longest=LONGEST_ROW)
        begin = next(lines, b"")
        if heading.startswith(begin):  # it is empty, or contains only the heading
            begin += next(lines, b"")
        if heading.startswith(begin):
            replace_file(settings_path(path), settings_text(settings).encode(), mode=SHARED)
            file.cut(0)
            file.add(heading)
        lines.close()
        check_settings(path, read_settings(path), settings)
        form = file_form(path, measures)
        scan = Scan(form, players)
        for _ in scan.games(file.lines(most=LARGEST_STREAM, longest=LONGEST_ROW)):
            pass
        scan.check(path)
        file.cut(scan.size)
        yield OpenResults(scan.found, file, form, players)


def read_results(path: FilePath) -> ResultsFile:
    """Read a file that `simulate` has written, or is still writing. An incomplete last game is left out.

    See `stream_results` for a large file, and `salvage_results` for one that is damaged.

    Raises `ResultsError`, which names the line, if anything else is wrong, and `OSError` if there is no such file, or
    if it is too large.
    """
    stored, scan = _read(path, read_settings(path))
    scan.check(path)
    return stored


def stream_rows(path: FilePath, settings: Mapping[str, Json]) -> Iterator[GameResults]:
    """Yield the games of a file that grows; see `stream_results`."""
    rows = rows_path(path)
    scan = Scan(file_form(rows, measures_of(settings)), players_of(settings))
    with closing(read_lines(rows, most=LARGEST_STREAM, longest=LONGEST_ROW)) as lines:
        yield from scan.games(lines)
    scan.check(path)


def salvage_results(path: FilePath) -> ResultsFile:
    """Remove everything damaged from a file of results, and return the rest with a list of the damage.

    The games that were lost are played again when the simulation is continued.

    Raises `ResultsError` if there is nothing sound in it, and `OSError` if the file cannot be used, for instance
    because somebody is writing it.
    """
    content, settings = read_file(path, LARGEST_RESULTS), read_settings(path)
    form = file_form(path, measures_of(settings))
    stored, _ = _read(path, settings)
    if not stored.games:
        why = stored.problems[0] if stored.problems else "found no games"
        raise ResultsError(f"{os.fspath(path)}, {why}")
    rows = (form.write(result).encode() for result in stored.results)
    replace_file(path, chain([form.heading.encode()], rows), may_replace=content.__eq__)
    return stored


def _read(path: FilePath, settings: Mapping[str, Json]) -> tuple[ResultsFile, Scan]:
    """Return everything sound, and the scan that knows what is not."""
    scan = Scan(file_form(path, measures_of(settings)), players_of(settings))
    lines = read_lines(path, most=LARGEST_RESULTS, longest=LONGEST_ROW)
    games = {game[0].game: game for game in scan.games(lines)}
    return ResultsFile(settings, games, scan.size, tuple(scan.problems)), scan


# Settings


def rows_path(path: FilePath) -> Path:
    """Return the file that grows game by game: the file itself, or the one in a folder of Parquet files."""
    name = Path(file_name(path))
    return name / ROWS_BESIDE if name.is_dir() else name


ROWS_BESIDE = "_rows.jsonl"
"""Name of the file in a folder of Parquet files; programs that read the folder leave out what begins like this."""


def settings_path(path: FilePath) -> Path:
    """Return the name of the file beside a file of results that holds the settings of its games.

    So the file of results holds rows and nothing else, and every program reads it as a table. In a folder of Parquet
    files it is the file beside the rows that are in none of them yet.
    """
    real = Path(os.path.realpath(rows_path(path)))  # `resolve` fails where links go in a circle
    return real.with_name(f"{real.name}.settings.json")


def measures_of(settings: Mapping[str, Json]) -> tuple[Column, ...]:
    """Return the columns of the metrics, as the settings of a file describe them."""
    measures = settings.get("measures", [])
    try:
        return tuple(
            Column(said["name"], said["meaning"], tuple(said["parts"]), said["whole"])
            for said in cast("list[Any]", measures)
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ResultsError(f"its settings describe no columns of metrics: {error!r}") from error


def measures_json(columns: Iterable[Column]) -> Json:
    """Return the columns of metrics as the settings of a file describe them."""
    return [
        {
            "name": column.name,
            "meaning": column.meaning,
            "parts": list(column.parts),
            "whole": column.whole,
        }
        for column in columns
    ]


def players_of(settings: Mapping[str, Json]) -> int:
    players = settings.get("players")
    if not isinstance(players, int) or players < 1:
        raise ResultsError(f"its settings name {json.dumps(players)} players")
    return players


def settings_text(settings: Mapping[str, Json]) -> str:
    """Return the contents of a file of settings."""
    document = {FORM: FORMAT, **settings}
    return json.dumps({**document, CHECK: checksum(json.dumps(document))}, indent=2) + "\n"


def read_settings(path: FilePath) -> dict[str, Json]:
    """Return the settings of the games in a file of results.

    Raises `ResultsError` if there are none, or not these, and `OSError` if they cannot be read.
    """
    beside = settings_path(path)
    where = os.fspath(path)
    try:
        said = parse_json(read_file(beside, LARGEST_SETTINGS).decode())
    except FileNotFoundError as error:
        if not Path(path).exists():
            raise FileNotFoundError(error.errno, error.strerror, where) from None
        raise ResultsError(f"{where}, there are no settings for it: {beside} is missing") from error
    except ValueError as error:
        raise ResultsError(
            f"{where}, its settings cannot be read from {beside}: {error}"
        ) from error
    number = said.get(FORM) if isinstance(said, dict) else None
    if not isinstance(said, dict) or type(number) is not int:
        raise ResultsError(f"{where}, {beside} holds no settings of games (format {FORMAT})")
    if number != FORMAT:
        newer = ": a newer version of the library wrote this" if number > FORMAT else ""
        raise ResultsError(f"{where}, {beside}: found format {number}, expected {FORMAT}{newer}")
    check = said.pop(CHECK, None)
    if check != checksum(json.dumps(said)):
        raise ResultsError(
            f"{where}, {beside} and its {CHECK} do not agree: one of them is damaged"
        )
    del said[FORM]
    bots = said.get("bots")
    if not isinstance(bots, list) or not bots:
        raise ResultsError(f"{where}, {beside} names no bots")
    return said


def check_settings(path: FilePath, said: Mapping[str, Json], wanted: Mapping[str, Json]) -> None:
    """Raise an error rather than mix games with different settings."""
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
