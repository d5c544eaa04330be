"""Files of results that only grow, as JSON lines or CSV: the finished games in them outlive an interruption."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any, BinaryIO, get_type_hints

from attrs import asdict, frozen

from toledo_rules.codec import Json
from toledo_rules.errors import ToledoError
from toledo_rules.simulate._playing import Plan
from toledo_rules.simulate._results import GameResults, Result

FORM, FORMAT = "toledo-simulation", 1
"""The first line of a file says what it is, and which form it has."""

_KINDS: Mapping[str, object] = get_type_hints(Result)

COLUMNS: tuple[str, ...] = tuple(_KINDS)
"""The columns of a file, in order: the fields of `Result`."""


@frozen
class Form:
    """How a file is written: a head of some lines, then a line for each result."""

    head: Callable[[Mapping[str, Json]], str]
    """The lines before the first result, which say how the games are played. The first of them ends with JSON."""
    head_lines: int
    write: Callable[[Result], str]
    """The line of a result."""
    read: Callable[[str], Result]
    """The result on a line. Raises `ValueError` if there is none."""


def _json_head(settings: Mapping[str, Json]) -> str:
    return json.dumps({FORM: FORMAT, **settings}) + "\n"


def _json_write(result: Result) -> str:
    return json.dumps(asdict(result)) + "\n"


def _json_read(line: str) -> Result:
    said = json.loads(line)
    if not isinstance(said, dict):
        raise ValueError("this is no object")  # noqa: TRY004  to the caller it is a bad line
    return _result({name: tuple(v) if isinstance(v, list) else v for name, v in said.items()})


def _csv_head(settings: Mapping[str, Json]) -> str:
    return f"# {_json_head(settings)}{','.join(COLUMNS)}\n"


def _csv_write(result: Result) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerow(map(_cell, asdict(result).values()))
    return text.getvalue()


def _cell(value: object) -> object:
    match value:
        case bool():
            return int(value)
        case tuple():
            return " ".join(map(str, value))
        case _:
            return value


def _csv_read(line: str) -> Result:
    (cells,) = csv.reader([line], strict=True)
    if len(cells) != len(COLUMNS):
        raise ValueError(f"there are {len(cells)} cells, not {len(COLUMNS)}")
    return _result(
        {name: _FROM_CELL[_KINDS[name]](cell) for name, cell in zip(COLUMNS, cells, strict=True)}
    )


_FROM_CELL: Mapping[object, Callable[[str], object]] = {
    int: int,
    float: float,
    str: str,
    bool: lambda cell: bool(int(cell)),
    tuple[int, ...]: lambda cell: tuple(map(int, cell.split())),
}


def _result(said: dict[str, Any]) -> Result:
    """The result with these values, if they are all there and of the right kind."""
    if said.keys() != _KINDS.keys():
        raise ValueError(f"the columns are {', '.join(said)}, not {', '.join(COLUMNS)}")
    for name, kind in _KINDS.items():
        value = said[name]
        if _kind(value) != kind:
            raise ValueError(f"{name} cannot be {value!r}")
    return Result(**said)


def _kind(value: object) -> object:
    if isinstance(value, tuple):
        return tuple[int, ...] if all(type(part) is int for part in value) else tuple
    return type(value)


JSON_LINES = Form(_json_head, 1, _json_write, _json_read)
"""An object on every line; the first one holds the settings."""

CSV = Form(_csv_head, 2, _csv_write, _csv_read)
"""Comma-separated values under their names, under a comment with the settings.

True and false are 1 and 0; a list has spaces between its numbers."""


class ResultsError(ToledoError, ValueError):
    """A file of results that cannot be read, or cannot be continued like that."""


@frozen
class Recorded:
    """What is in a file of results."""

    settings: Mapping[str, Json]
    """How the games were played, see `Plan.settings`."""
    games: Mapping[int, Game]
    """The finished games, by their numbers."""
    size: int
    """Bytes up to the end of the last finished game. What comes after them was cut off while it was written."""

    @property
    def results(self) -> tuple[Result, ...]:
        """The rows by game and seat, whatever their order in the file."""
        return tuple(result for number in sorted(self.games) for result in self.games[number])


@frozen
class Recording:
    """A file to which games are added."""

    found: Mapping[int, Game]
    """Games of the plan that were there already."""
    _file: BinaryIO
    _form: Form

    def add(self, game: Game) -> None:
        """Add a finished game. It is handed to the system at once, so that it outlives this program."""
        self._file.write("".join(map(self._form.write, game)).encode())
        self._file.flush()


@contextmanager
def recording(path: str | os.PathLike[str], plan: Plan) -> Iterator[Recording]:
    """Begin a file, or continue it. A last game that was cut off is taken out of it.

    Raises `ResultsError` if the file is damaged, or holds games that are played differently.
    """
    path = Path(path)
    form = _form(path)
    settings = plan.settings()
    head = form.head(settings).encode()
    if not path.exists() or (
        path.stat().st_size < len(head) and head.startswith(path.read_bytes())
    ):
        path.write_bytes(head)
    recorded = read_results(path)
    _check_settings(path, recorded.settings, settings)
    with path.open("r+b") as file:
        file.seek(recorded.size)
        file.truncate()
        found = {number: game for number, game in recorded.games.items() if number < plan.games}
        yield Recording(found, file, form)


def read_results(path: str | os.PathLike[str]) -> Recorded:
    """What is in a file that `simulate` has written, or is still writing.

    A last game that is not there completely is left out. Raises `ResultsError`, which names the line, if anything
    else is wrong, and `OSError` if there is no such file.
    """
    path = Path(path)
    form = _form(path)
    *lines, _cut_off = path.read_bytes().split(b"\n")
    settings, players = _settings(path, lines)
    size = read = sum(len(line) + 1 for line in lines[: form.head_lines])
    games: dict[int, Game] = {}
    game: Game = ()
    for place, line in enumerate(lines[form.head_lines :], start=form.head_lines + 1):
        try:
            result = form.read(line.decode())
        except (ValueError, csv.Error) as error:
            raise ResultsError(f"{path}, line {place}: {error}") from error
        read += len(line) + 1
        game = (*game, result)
        number = game[0].game
        if (result.game, result.seat) != (number, len(game) - 1) or number in games:
            what = f"game {result.game}, seat {result.seat}"
            raise ResultsError(f"{path}, line {place}: {what} does not belong here")
        if len(game) == players:
            games[number] = game
            game, size = (), read
    return Recorded(settings, games, size)


def _form(path: Path) -> Form:
    return CSV if path.suffix == ".csv" else JSON_LINES


def _settings(path: Path, lines: Sequence[bytes]) -> tuple[dict[str, Json], int]:
    """What the first line says, and the number of players."""
    try:
        said = json.loads(lines[0].removeprefix(b"# ")) if lines else None
    except ValueError:
        said = None
    if not isinstance(said, dict) or said.pop(FORM, None) != FORMAT or not said.get("bots"):
        raise ResultsError(f"{path}, line 1: this is no file of results (form {FORMAT})")
    return said, len(said["bots"])


def _check_settings(path: Path, said: Mapping[str, Json], wanted: Mapping[str, Json]) -> None:
    """Refuse to mix games that are played differently."""
    differences = [
        f"{name} {json.dumps(said.get(name))}, not {json.dumps(wanted.get(name))}"
        for name in {**wanted, **said}
        if said.get(name) != wanted.get(name)
    ]
    if differences:
        raise ResultsError(
            f"{path} holds games with {', '.join(differences)}: continue it with its own settings, "
            "or begin another file"
        )
