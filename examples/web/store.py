"""The store: tables with their tokens and records, in one SQLite file, which one server has at a time.

Every change is saved, safe from a power cut, before anybody hears of it. If it cannot be saved, for instance because
the disk is full, the game stays as it was, and whoever asked is told so. A row that cannot be read is set aside: it
stays in the file until it expires, and all other tables are there.
"""

from __future__ import annotations

import errno
import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from attrs import frozen

from toledo_rules import Seat
from toledo_rules.errors import StorageError
from toledo_rules.storage import PRIVATE, SavedFile, open_growing

_COLUMNS = {
    "host": "text primary key",
    "watch": "text not null",
    "seats": "text not null",  # tokens by seat, with blanks between them; a dash for a seat that nobody has claimed
    "bots": "text not null",  # names of bots by seat, with commas between them; empty for a person
    "record": "text not null",
    "version": "integer not null",
    "changed": "real not null",
    "substitutes": "text not null default ''",  # bots that play for people who have left, like bots
    "rematch": "text not null default ''",  # the host of the table where the same players play again
    "invite": "text not null default ''",  # as for the host at a table of a version without invitations
    "played": "integer not null default 1",
}
_NOBODY = "-"


@frozen
class SavedTable:
    """A table as it is stored."""

    host: str
    """The token of whoever opened it, and may delete it."""
    invite: str
    """The token of the waiting room, where people claim seats."""
    watch: str
    """The token of spectators."""
    seats: tuple[str, ...]
    """The tokens by seat; empty for a seat that nobody has claimed."""
    bots: tuple[str, ...]
    """The names of bots by seat; empty for a person."""
    record: str
    """The game, as a record in text."""
    version: int = 0
    """The version of the game."""
    substitutes: tuple[str, ...] = ()
    """The names of bots that play for people who have left, by seat; empty for nobody."""
    rematch: str = ""
    """The host of the table where the same players play again; empty if they do not."""
    played: bool = False
    """A person has done something in the game."""

    def bot(self, seat: Seat) -> str:
        """Return the bot that plays a seat, for itself or for somebody; empty for a person."""
        return (self.substitutes[seat] if self.substitutes else "") or self.bots[seat]


class Store:
    """All tables of a server.

    It remembers what it holds: if the file or its folder was removed meanwhile, it is made again with the next change,
    as soon as that is possible.
    """

    def __init__(self, path: Path | None, *, clock: Callable[[], float] = time.time) -> None:
        """Open the file, which is made if there is none; None for a store that ends with the program.

        Raises `sqlite3.Error` and `OSError`, also if another server has it.
        """
        self._path = path
        self._clock = clock
        self._lock = ExitStack()
        self._known: dict[str, SavedTable] = {}
        self.unreadable: list[str] = []
        """What is wrong with rows that were set aside."""
        self._database = self._opened()
        for number, *row in self._database.execute(
            f"select rowid, {', '.join(_COLUMNS)} from tables order by rowid"  # noqa: S608  # our own words
        ):
            try:
                table = _read(dict(zip(_COLUMNS, row, strict=True)))
            except ValueError as error:
                self.unreadable.append(f"row {number}: {error}")
            else:
                self._known[table.host] = table

    def tables(self) -> tuple[SavedTable, ...]:
        """Return every table."""
        return tuple(self._known.values())

    def put(self, table: SavedTable) -> None:
        """Save a table, new or changed. Raises `OSError`."""
        self._change(_PUT, _row(table, self._clock()))
        self._known[table.host] = table

    def expired(self, idle: float, unplayed: float) -> list[str]:
        """Return the hosts of tables at which nothing has happened for a while. Raises `OSError`.

        Args:
            idle: seconds for a table at which a person has played.
            unplayed: seconds for any other.
        """
        now = self._clock()
        statement = "select host from tables where changed < ? or (not played and changed < ?)"
        return [str(host) for (host,) in self._change(statement, (now - idle, now - unplayed))]

    def remove(self, host: str) -> None:
        """Remove a table. Raises `OSError`."""
        self._change("delete from tables where host = ?", (host,))
        self._known.pop(host, None)
        self._change("pragma wal_checkpoint(truncate)", ())  # otherwise the log has it for a while

    def close(self) -> None:
        """Close the file."""
        self._database.close()
        self._lock.close()

    def _opened(self) -> sqlite3.Connection:
        self._lock.close()
        if self._path is not None:
            try:
                lock = open_growing(f"{self._path}.lock", mode=PRIVATE)
                self._lock.enter_context(lock)
            except StorageError as error:
                why = "another server has these tables"
                raise StorageError(errno.EBUSY, why, self._path) from error
        database = sqlite3.connect(
            self._path or ":memory:",
            isolation_level=None,
            check_same_thread=False,  # whoever opens it may hand it to the thread of the server
        )
        database.text_factory = _text
        database.execute("pragma journal_mode = wal")
        database.execute("pragma synchronous = full")  # with a WAL, less can lose the last changes
        database.execute("pragma secure_delete = on")  # what was deleted is gone
        columns = ", ".join(map(" ".join, _COLUMNS.items()))
        database.execute(f"create table if not exists tables ({columns})")
        there = {row[1] for row in database.execute("pragma table_info(tables)")}
        for name, kind in _COLUMNS.items():
            if name not in there:  # a file of an earlier version
                database.execute(f"alter table tables add column {name} {kind}")
        return database

    def _change(self, statement: str, values: tuple[object, ...]) -> list[tuple[object, ...]]:
        try:
            if self._path is not None and not self._path.exists():
                self._database.close()
                self._database = self._opened()
                for table in self._known.values():
                    self._database.execute(_PUT, _row(table, self._clock()))
            return self._database.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise OSError(f"the tables cannot be saved: {error}") from error


_PUT = (
    f"insert into tables ({', '.join(_COLUMNS)}) values ({', '.join('?' * len(_COLUMNS))}) "  # noqa: S608  # our own words
    f"on conflict (host) do update set {', '.join(f'{name} = excluded.{name}' for name in _COLUMNS)}"
)


def _row(table: SavedTable, changed: float) -> tuple[object, ...]:
    row = {
        "host": table.host,
        "watch": table.watch,
        "seats": " ".join(token or _NOBODY for token in table.seats),
        "bots": ",".join(table.bots),
        "record": table.record,
        "version": table.version,
        "changed": changed,
        "substitutes": ",".join(table.substitutes),
        "rematch": table.rematch,
        "invite": table.invite,
        "played": table.played,
    }
    return tuple(row[column] for column in _COLUMNS)


def _text(data: bytes) -> str | bytes:
    """Return a text; bytes that are none as they are."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _read(row: dict[str, object]) -> SavedTable:
    """Return a table as it was stored. Raises ValueError for a row that is damaged."""
    for column, value in row.items():
        kind = (int, float) if column in ("version", "changed", "played") else str
        if not isinstance(value, kind):
            raise ValueError(f"{column} is damaged")  # noqa: TRY004  # it is data
    texts = {column: value for column, value in row.items() if isinstance(value, str)}
    seats, bots = texts["seats"].split(), texts["bots"].split(",")
    instead = tuple(texts["substitutes"].split(",")) if texts["substitutes"] else ()
    if len(seats) != len(bots) or len(instead) not in (0, len(bots)):
        raise ValueError("it has more seats than players, or fewer")
    return SavedTable(
        texts["host"],
        texts["invite"] or texts["host"],
        texts["watch"],
        tuple("" if token == _NOBODY else token for token in seats),
        tuple(bots),
        texts["record"],
        int(str(row["version"])),
        instead,
        texts["rematch"],
        bool(row["played"]),
    )


class StoredRecord(SavedFile):
    """The record of a game that is kept in a store: what `toledo_rules.Game` saves to."""

    def __init__(self, name: str, save: Callable[[str], None]) -> None:
        super().__init__(name)
        self._save = save

    def save(self, data: bytes) -> None:
        """Save the record. Raises `OSError`."""
        self._save(data.decode())
