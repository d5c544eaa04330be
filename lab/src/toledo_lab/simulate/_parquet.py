"""Results as Parquet, for programs that look at millions of rows. It needs the extra ``parquet``.

A Parquet file cannot grow, so the results are a folder of them. New games are collected in a file of JSON lines next to
them; when there are enough, they become the next Parquet file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, get_type_hints

from toledo_lab.simulate._metrics import Column
from toledo_lab.simulate._results import (
    COLUMNS,
    GameNumbers,
    GameResults,
    OpenResults,
    Result,
    ResultsError,
    check_settings,
    measures_of,
    open_rows,
    players_of,
    read_settings,
    result_of,
    row_values,
    rows_path,
    settings_text,
)
from toledo_rules.codec import Json
from toledo_rules.errors import ToledoError
from toledo_rules.storage import SHARED, FilePath, replace_file

if TYPE_CHECKING:
    import pyarrow as pa

ROWS = 20_000
"""Rows of a group, which are in memory at a time."""
PART = 100_000
"""The number of rows of a file, or a few more, because it ends with a complete game."""


class ParquetError(ToledoError, ImportError):
    """The package that writes Parquet is not installed."""


def require_pyarrow() -> None:
    """Raise `ParquetError` if ``pyarrow`` is not installed."""
    try:
        import pyarrow.parquet  # noqa: F401, PLC0415  # an extra, and slow to import
    except ImportError as error:
        raise ParquetError(
            "Parquet needs pyarrow: pip install '.[parquet]' in a checkout of toledo-rules"
        ) from error


class OpenParts:
    """A folder of Parquet files to which games are added."""

    def __init__(self, folder: Path, rows: OpenResults, settings: Mapping[str, Json]) -> None:
        self.found = GameNumbers()
        """Numbers of the games that were there already."""
        self._folder = folder
        self._rows = rows
        self._settings = settings
        for part in part_paths(folder):
            for number in part_numbers(part):
                self.found.add(number)
        waiting = [game[0].game for game in rows.games()]
        if any(number in self.found for number in waiting):
            rows.clear()  # they were already in a Parquet file when the program was interrupted
            waiting = []
        for number in waiting:
            self.found.add(number)
        self._waiting = len(waiting)
        """Games that are in no Parquet file yet."""

    def games(self) -> Iterator[GameResults]:
        """Yield the games that were there already. To be used before the first is added."""
        for part in part_paths(self._folder):
            yield from part_games(part, self._settings)
        yield from self._rows.games()

    def add(self, game: GameResults) -> None:
        """Add a finished game. It survives a crash of this program."""
        self._rows.add(game)
        self._waiting += 1
        if self._waiting * len(game) >= PART:
            self.close()

    def close(self) -> None:
        """Write the games that are not yet in a Parquet file into one."""
        if self._waiting:
            number = len(part_paths(self._folder))
            rows = chain.from_iterable(self._rows.games())
            file = self._folder / f"part-{number:05}.parquet"
            replace_file(file, _file(rows, self._settings), mode=SHARED)
            self._rows.clear()
            self._waiting = 0


@contextmanager
def open_parts(folder: FilePath, settings: Mapping[str, Json]) -> Iterator[OpenParts]:
    """Begin a folder for games with these settings, or continue it.

    Raises as `open_rows` does, and `ParquetError` if ``pyarrow`` is not installed.
    """
    require_pyarrow()
    place = Path(folder)
    if place.is_file():
        raise ResultsError(f"{place} is a file: the results need a folder of several Parquet files")
    place.mkdir(exist_ok=True)
    if part_paths(place):
        check_settings(place, read_settings(place), settings)
    with open_rows(rows_path(place), settings) as rows:
        parts = OpenParts(place, rows, settings)
        yield parts
        parts.close()


def part_paths(folder: FilePath) -> list[Path]:
    """Return the Parquet files of a folder, in their order."""
    return sorted(Path(folder).glob("part-*.parquet"))


def part_numbers(path: Path) -> Iterable[int]:
    """Return the numbers of the games in a Parquet file, each once for every player."""
    from pyarrow import parquet  # noqa: PLC0415  # an extra

    numbers: list[int] = parquet.read_table(path, columns=["game"]).column("game").to_pylist()
    return numbers


def part_games(path: Path, settings: Mapping[str, Json]) -> Iterator[GameResults]:
    """Yield the games of a Parquet file.

    Raises `ResultsError` if it is damaged.
    """
    from pyarrow import ArrowException, parquet  # noqa: PLC0415  # an extra

    measures, players = measures_of(settings), players_of(settings)
    game: GameResults = ()
    try:
        for batch in parquet.ParquetFile(path).iter_batches(ROWS):
            for said in batch.to_pylist():
                row = {name: tuple(v) if isinstance(v, list) else v for name, v in said.items()}
                game = (*game, result_of(row, measures))
                if len(game) == players:
                    yield game
                    game = ()
    except (ArrowException, ValueError) as error:
        raise ResultsError(f"{path}: {error}") from error


def _file(rows: Iterator[Result], settings: Mapping[str, Json]) -> bytes:
    """Return the bytes of a file; the rows are in memory group by group."""
    import pyarrow as pa  # noqa: PLC0415  # an extra
    from pyarrow import parquet  # noqa: PLC0415  # an extra

    schema, file = _schema(measures_of(settings), settings), BytesIO()
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        while group := [row_values(row) for row in islice(rows, ROWS)]:
            writer.write_table(pa.Table.from_pylist(group, schema=schema))
    return file.getvalue()


def _schema(measures: Sequence[Column], settings: Mapping[str, Json]) -> pa.Schema:
    import pyarrow as pa  # noqa: PLC0415  # an extra

    kinds = {int: pa.int32(), float: pa.float64(), str: pa.string(), bool: pa.bool_()}
    hints = get_type_hints(Result)
    fixed = [(name, kinds.get(hints[name], pa.list_(pa.int32()))) for name in COLUMNS]
    numbers = [(one, pa.int32() if one.whole else pa.float64()) for one in measures]
    more = [(one.name, pa.list_(kind) if one.parts else kind) for one, kind in numbers]
    metadata = {"toledo-simulation": settings_text(settings)}
    return pa.schema([*chain(fixed, more)], metadata=metadata)
