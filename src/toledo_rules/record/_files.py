"""Records in files. A file is either the old one or the new one, whenever the machine stops."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from toledo_rules.edition import Edition
from toledo_rules.record.json_form import read_json
from toledo_rules.record.model import Record
from toledo_rules.record.problems import Reading
from toledo_rules.record.text_form import read_text
from toledo_rules.record.writing import format_record, record_to_json


def read_record(text: str, *, editions: Iterable[Edition] = ()) -> Reading:
    """What can be read of a record, in either form. It raises nothing: what is wrong is in the answer.

    `editions` are known besides those that come with the library, so that records may name them.
    """
    text = text.removeprefix("\ufeff")  # some editors put a mark before the text
    return (read_json if text.lstrip().startswith("{") else read_text)(text, editions)


def load_record(path: str | os.PathLike[str], *, editions: Iterable[Edition] = ()) -> Reading:
    """What can be read of a record in a file.

    Bytes that are no text are damage like any other. Raises `OSError` if there is no such file.
    """
    return read_record(Path(path).read_bytes().decode(errors="replace"), editions=editions)


def save_record(record: Record, path: str | os.PathLike[str], *, embed: bool = False) -> None:
    """Write a record to a file: as JSON if its name ends with ``.json``, else as text.

    The file is replaced at once and as a whole, when the new one is safe on the disk.
    """
    path = Path(path)
    write = record_to_json if path.suffix == ".json" else format_record
    replace_file(path, write(record, embed=embed))


def replace_file(path: Path, text: str) -> None:
    """Put a text into a file so that at every moment the old or the new text is there, and never a part of one."""
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
