"""Results as Parquet, for programs that look at millions of rows. It needs the extra ``parquet``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, get_type_hints

from toledo_lab.simulate._metrics import Column
from toledo_lab.simulate._results import (
    COLUMNS,
    Result,
    common_settings,
    measures_of,
    row_values,
    settings_text,
    stream_results,
)
from toledo_rules.codec import Json
from toledo_rules.errors import ToledoError
from toledo_rules.storage import SHARED, FilePath, replace_file

if TYPE_CHECKING:
    import pyarrow as pa

ROWS = 20_000
"""Rows of a group, which are in memory at a time."""


class ParquetError(ToledoError, ImportError):
    """The package that writes Parquet is not installed."""


def write_parquet(path: FilePath, parts: Sequence[FilePath]) -> None:
    """Write the games of files of results as one Parquet file.

    The columns are those of the files, lists too; the settings are in the metadata, under ``toledo-simulation``. A game
    that is in several files is written once. The file is there completely or not at all.

    Raises `ParquetError` if ``pyarrow`` is not installed, `ResultsError` if a file is damaged or the settings differ,
    and `OSError` if a file cannot be used.
    """
    require_pyarrow()
    rows = chain.from_iterable(stream_results(*parts))
    replace_file(path, _file(rows, common_settings(parts)), mode=SHARED)


def require_pyarrow() -> None:
    """Raise `ParquetError` if ``pyarrow`` is not installed."""
    try:
        import pyarrow.parquet  # noqa: F401, PLC0415  # an extra, and slow to import
    except ImportError as error:
        raise ParquetError(
            "Parquet needs pyarrow: pip install '.[parquet]' in a checkout of toledo-rules"
        ) from error


class Outbox:
    """A file as pyarrow wants it, which keeps what was written until somebody takes it."""

    def __init__(self) -> None:
        self.closed = False
        self._parts: list[bytes] = []
        self._size = 0

    def write(self, data: Any) -> int:  # a buffer of pyarrow's
        """Keep bytes."""
        part = bytes(data)
        self._parts.append(part)
        self._size += len(part)
        return len(part)

    def tell(self) -> int:
        """Return the number of bytes so far."""
        return self._size

    def flush(self) -> None:
        """Do nothing: what is here is not on its way anywhere."""

    def close(self) -> None:
        """Note that there is nothing more to come."""
        self.closed = True

    def taken(self) -> bytes:
        """Return the bytes since the last call."""
        data = b"".join(self._parts)
        self._parts.clear()
        return data


def _file(rows: Iterator[Result], settings: dict[str, Json]) -> Iterator[bytes]:
    """Yield the bytes of a file, group by group."""
    import pyarrow as pa  # noqa: PLC0415  # an extra
    from pyarrow import parquet  # noqa: PLC0415  # an extra

    schema = _schema(measures_of(settings), settings)
    outbox = Outbox()
    with ExitStack() as stack:
        writer = stack.enter_context(parquet.ParquetWriter(outbox, schema, compression="zstd"))
        while group := [row_values(row) for row in islice(rows, ROWS)]:
            writer.write_table(pa.Table.from_pylist(group, schema=schema))
            yield outbox.taken()
    yield outbox.taken()


def _schema(measures: Sequence[Column], settings: dict[str, Json]) -> pa.Schema:
    import pyarrow as pa  # noqa: PLC0415  # an extra

    kinds = {int: pa.int32(), float: pa.float64(), str: pa.string(), bool: pa.bool_()}
    hints = get_type_hints(Result)
    fixed = [(name, kinds.get(hints[name], pa.list_(pa.int32()))) for name in COLUMNS]
    numbers = [(one, pa.int32() if one.whole else pa.float64()) for one in measures]
    more = [(one.name, pa.list_(kind) if one.parts else kind) for one, kind in numbers]
    metadata = {"toledo-simulation": settings_text(settings)}
    return pa.schema([*chain(fixed, more)], metadata=metadata)
