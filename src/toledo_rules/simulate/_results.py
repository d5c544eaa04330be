"""Files of results that only grow: whatever happens, the finished games in them stay."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from attrs import frozen

from toledo_rules.codec import Json
from toledo_rules.errors import ToledoError
from toledo_rules.simulate.plan import Plan
from toledo_rules.simulate.results import Game, Result
from toledo_rules.simulate.rows import CSV, FORM, FORMAT, JSON_LINES, Form


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
