"""Results files of any form: continuing, reading and merging them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from pathlib import Path

from toledo_lab.simulate._parquet import OpenParts, open_parts, part_games, part_paths
from toledo_lab.simulate._results import (
    GameNumbers,
    GameResults,
    OpenResults,
    ResultsError,
    check_settings,
    open_rows,
    read_settings,
    stream_rows,
)
from toledo_rules.codec import Json
from toledo_rules.storage import FilePath


def open_results(
    path: FilePath, settings: Mapping[str, Json]
) -> AbstractContextManager[OpenResults | OpenParts]:
    """Begin a file for games with these settings, or continue it. A last game that was cut off is removed from it.

    It is CSV if its name ends with ``.csv``, a folder of Parquet files if it ends with ``.parquet``, else JSON lines.

    Raises `ResultsError` if the file is damaged, or holds games with other settings, `ParquetError` if ``pyarrow`` is
    needed and not installed, and `OSError` if it cannot be used, such as `toledo_rules.errors.StorageError` if another
    program is writing it.
    """
    parts = Path(path).suffix == ".parquet"
    return open_parts(path, settings) if parts else open_rows(path, settings)


def stream_results(*paths: FilePath) -> Iterator[GameResults]:
    """Yield the games of files one by one, in their order, without keeping them.

    All files must have the same settings, apart from their shards. A game that is in several of them comes once, and
    an incomplete last game of a file is left out.

    Raises `ResultsError` or `OSError` as `read_results` does: at once if settings are wrong, and at the end of a file
    if its rows are damaged.
    """
    return _streamed(paths, common_settings(paths))


def common_settings(paths: Sequence[FilePath]) -> dict[str, Json]:
    """Return the settings that results files have in common: everything but their shards."""
    if not paths:
        raise ResultsError("expected a file of results, found none")
    settings = {**read_settings(paths[0]), "shard": "1/1"}
    for path in paths[1:]:
        check_settings(path, {**read_settings(path), "shard": "1/1"}, settings)
    return settings


def merge_results(path: FilePath, parts: Sequence[FilePath]) -> GameNumbers:
    """Add the games of files of results to another file, and return the numbers of all that are in it now.

    The parts must have the same settings, apart from their shards. A game that is there already is not added again; so
    an interrupted merge can be repeated, and parts can be added later.

    Raises `ResultsError` and `OSError` as `simulate` does.
    """
    settings = common_settings(parts)
    with open_results(path, settings) as merged, closing(_streamed(parts, settings)) as games:
        for game in games:
            if game[0].game not in merged.found:
                merged.add(game)
                merged.found.add(game[0].game)
        return merged.found


def _streamed(
    paths: Iterable[FilePath], settings: Mapping[str, Json]
) -> Generator[GameResults, None, None]:
    found = GameNumbers()
    for path in paths:
        for game in _games(path, settings):
            if game[0].game not in found:
                found.add(game[0].game)
                yield game


def _games(path: FilePath, settings: Mapping[str, Json]) -> Iterator[GameResults]:
    """Yield the games of a file, or of a folder of Parquet files."""
    if Path(path).is_dir():
        for part in part_paths(path):
            yield from part_games(part, settings)
    yield from stream_rows(path, settings)
