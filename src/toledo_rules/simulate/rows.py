"""Results as lines of a file: JSON lines or CSV."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping
from io import StringIO
from typing import Any, get_type_hints

from attrs import asdict, frozen

from toledo_rules.codec import Json
from toledo_rules.simulate.results import Result

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
