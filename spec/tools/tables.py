"""TOML tables of the specification: the shape that they must have, and how a fault is reported.

A fault is a value, so that a reader can go on and report all of them at once.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from enum import Enum
from pathlib import Path

from attrs import frozen

Table = Mapping[str, object]

RENDITIONS = ("FR", "IT", "NL", "DE", "DO")
"""The five renditions of the rulebook, in the order in which lists name them."""

GROUPS = (
    *("CMP", "GOA", "SET", "TRN", "TAK", "SHP", "MOV", "OCC", "USE", "MET", "GEM", "SMI", "FEN"),
    *("TAV", "ART", "ALC", "DUE", "TIL", "RET", "END", "SCO", "TIE", "HNT", "A", "D", "EX"),
)
"""Every prefix of an id, in the order of the specification: the rules, then the rulings (A), the
discrepancies (D) and the examples (EX)."""

_ID = re.compile(r"([A-Z]+)-(\d+)([a-z]?)")


@frozen
class Problem:
    """A fault: its place, and what was expected there."""

    file: str
    id: str
    key: str
    expected: str

    def __str__(self) -> str:
        return f"{self.file}: {self.id}: {self.key}: {self.expected}"


class Kind(Enum):
    """What a value of a table may be."""

    TEXT = "a non-empty text"
    FLAG = "true or false"
    TEXTS = "a list of texts"
    SOME_TEXTS = "a list of at least one text"

    def admits(self, value: object) -> bool:
        """Return True if a value is of this kind."""
        match self:
            case Kind.TEXT:
                return isinstance(value, str) and bool(value.strip())
            case Kind.FLAG:
                return isinstance(value, bool)
            case Kind.TEXTS:
                return isinstance(value, list) and all(map(Kind.TEXT.admits, value))
            case Kind.SOME_TEXTS:
                return Kind.TEXTS.admits(value) and bool(value)


def group_of(id: str) -> str:
    """The prefix of an id: MOV of MOV-05."""
    return id.partition("-")[0]


def rank(id: str) -> tuple[int, int, str]:
    """The place of an id in the order of the specification; unknown ones come last."""
    found = _ID.fullmatch(id)
    if found is None or found[1] not in GROUPS:
        return len(GROUPS), 0, id
    return GROUPS.index(found[1]), int(found[2]), found[3]


def shape_problems(
    file: str,
    id: str,
    table: Table,
    required: Mapping[str, Kind],
    optional: Mapping[str, Kind],
) -> list[Problem]:
    """Missing keys, keys that do not belong here, values of the wrong kind."""
    problems = [
        Problem(file, id, key, f"missing; expected {kind.value}")
        for key, kind in required.items()
        if key not in table
    ]
    for key, value in table.items():
        kind = required.get(key) or optional.get(key)
        if kind is None:
            known = ", ".join((*required, *optional))
            problems.append(Problem(file, id, key, f"unknown key; expected one of {known}"))
        elif not kind.admits(value):
            problems.append(Problem(file, id, key, f"expected {kind.value}"))
    return problems


def list_faults(names: tuple[str, ...], known: Iterable[str], what: str) -> list[str]:
    """Names in a list that are unknown, repeated or out of order; `known` comes in order."""
    place = {name: index for index, name in enumerate(known)}
    strays = [f"expected {what}, not {name}" for name in names if name not in place]
    if strays:
        return strays
    ordered = tuple(sorted(set(names), key=place.__getitem__))
    if len(ordered) < len(names):
        return ["expected each name once"]
    return [] if ordered == names else [f"expected the order {', '.join(ordered)}"]


def text(table: Table, key: str) -> str:
    """The text under a key; empty where there is none, for then a problem has told so."""
    value = table.get(key)
    return value if isinstance(value, str) else ""


def texts(table: Table, key: str) -> tuple[str, ...]:
    """The texts under a key; empty where there are none, for then a problem has told so."""
    value = table.get(key)
    return tuple(v for v in value if isinstance(v, str)) if isinstance(value, list) else ()


def read_tables(path: Path, file: str) -> tuple[dict[str, Table], list[Problem]]:
    """A TOML file that holds named tables and nothing else."""
    if not path.is_file():
        return {}, [Problem(file, "-", "file", "missing; expected a TOML file")]
    try:
        content: dict[str, object] = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        return {}, [Problem(file, "-", "toml", f"expected valid TOML: {error}")]
    tables = inner_tables(content)
    strays = [name for name in content if name not in tables]
    return tables, [Problem(file, name, "-", "expected a table") for name in strays]


def inner_tables(table: Table) -> dict[str, Table]:
    """The values of a table that are tables themselves."""
    return {name: value for name, value in table.items() if isinstance(value, dict)}
