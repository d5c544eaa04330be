"""Writing: a record as text, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256

from attrs import evolve

from toledo_rules.edition import Edition
from toledo_rules.editions import edition_digest, edition_to_toml, shipped_edition
from toledo_rules.notation import format_cards, format_line, format_seat, format_turn
from toledo_rules.record.model import FORMAT, Record

MAGIC = "toledo-record"


def format_record(record: Record, *, embed: bool = False) -> str:
    """A record as text.

    An edition that does not come with the library is embedded. With `embed` every edition is: such a record can be
    read even when the data of the edition have been corrected since.

    Raises `ValueError` for an edition that a file cannot express, and for entries with things that it does not have.
    """
    edition, *header = _header(record)
    lines = [
        f"{MAGIC} {FORMAT}",
        f"check: {check_of(record)}",  # before all free text, which could swallow it if a line end is lost
        edition,
        *(f"| {line}" for line in embedded(record.edition, embed=embed)),
        *header,
        "moves:",
        *_moves(record),
    ]
    return "\n".join([*lines, ""])


def record_to_json(record: Record, *, embed: bool = False) -> str:
    """A record as JSON, one entry to a line. The rest is as in `format_record`."""
    edition = record.edition
    names = record.names or ("",) * len(record.hands)
    toml = embedded(edition, embed=embed)
    document = {
        "format": FORMAT,
        "edition": {"name": edition.name, "digest": edition_digest(edition)}
        | ({"toml": "\n".join([*toml, ""])} if toml else {}),
        "rules": record.rules,
        "first": record.first,
        "players": [
            {"name": name, "hand": format_cards(hand, edition)}
            for name, hand in zip(names, record.hands, strict=True)
        ],
        "tags": dict(record.tags),
        "scores": record.scores,
        "check": check_of(record),
        "moves": [format_line(entry.action, entry.draws, edition) for entry in record.entries],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def shipped(name: str) -> Edition | None:
    """The edition of that name that comes with the library: a record need not tell what is in it."""
    try:
        return shipped_edition(name)
    except ValueError:
        return None


def embedded(edition: Edition, *, embed: bool) -> tuple[str, ...]:
    """The lines of the file of an edition; none if its name is enough."""
    return _toml_lines(edition) if embed or shipped(edition.name) != edition else ()


@lru_cache(maxsize=64)
def _toml_lines(edition: Edition) -> tuple[str, ...]:
    """The lines of the file of an edition, without comments and without where its data come from."""
    text = edition_to_toml(evolve(edition, provenance=()))
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


def check_of(record: Record) -> str:
    """The number of entries, and a short hash of the whole record in its plainest form."""
    text = "\n".join([*_header(record), *_moves(record)])
    return f"{len(record.entries)} {sha256(text.encode()).hexdigest()[:12]}"


def _header(record: Record) -> Iterator[str]:
    edition = record.edition
    yield f"edition: {edition.name} {edition_digest(edition)}"
    yield f"rules: {record.rules}"
    yield f"first: {format_seat(record.first, edition)}"
    for seat, name in enumerate(record.names):
        if name:
            yield f"name {format_seat(seat, edition)}: {name}"
    for seat, hand in enumerate(record.hands):
        yield f"hand {format_seat(seat, edition)}: {format_cards(hand, edition)}".rstrip()
    for tag, text in record.tags:
        yield f"tag {tag}: {text}".rstrip()
    if record.scores is not None:
        yield f"scores: {' '.join(map(str, record.scores))}"


def _moves(record: Record) -> Iterator[str]:
    for number, seat, entries in record.turns():
        line = format_turn(((entry.action, entry.draws) for entry in entries), record.edition)
        yield f"{number} {format_seat(seat, record.edition)}: {line}"
