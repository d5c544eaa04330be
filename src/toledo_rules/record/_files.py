"""Records in files. A file is either the old one or the new one, whenever the machine stops."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from toledo_rules.edition import Edition
from toledo_rules.record._model import Record
from toledo_rules.record._text import RecordReading, format_record, read_record


def load_record(path: str | os.PathLike[str], *, editions: Iterable[Edition] = ()) -> RecordReading:
    """Read a record from a file, as `read_record` does.

    Bytes that are no text are damage like any other. Raises `OSError` if there is no such file.
    """
    return read_record(Path(path).read_bytes().decode(errors="replace"), editions=editions)


def save_record(record: Record, path: str | os.PathLike[str], *, embed: bool = False) -> None:
    """Write a record to a file, as `format_record` writes it.

    The file is replaced at once and as a whole, when the new one is safe on the disk.
    """
    replace_file(Path(path), format_record(record, embed=embed))


def replace_file(path: Path, text: str) -> None:
    """Put a text into a file so that at every moment either the old or the new text is there, and never a part."""
    beside = path.with_name(f"{path.name}.new")
    with beside.open("wb") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    with suppress(OSError):  # some systems cannot open a folder, and they need not
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
