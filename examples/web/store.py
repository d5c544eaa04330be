"""The store: tables with their tokens and records, in one SQLite file.

Every change is saved before anybody hears of it. If it cannot be saved, for instance because the disk is full, the game
stays as it was, and whoever asked is told so.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from attrs import evolve, frozen

from toledo_rules import Seat
from toledo_rules.storage import SavedFile

_TABLES = """
create table if not exists tables (
    host text primary key,
    watch text not null,
    seats text not null,     -- tokens by seat, with blanks between them
    bots text not null,      -- names of bots by seat, with commas between them; empty for a person
    record text not null,
    version integer not null,
    changed real not null,
    substitutes text not null default '',  -- bots that play for people who have left, like bots
    rematch text not null default ''       -- the host of the table where the same players play again
)
"""
_ADDED = ("substitutes", "rematch")
"""Columns that files of earlier versions do not have."""


@frozen
class SavedTable:
    """A table as it is stored."""

    host: str
    """The token of whoever opened it."""
    watch: str
    """The token of spectators."""
    seats: tuple[str, ...]
    """The tokens by seat."""
    bots: tuple[str, ...]
    """The names of bots by seat; empty for a person."""
    record: str
    """The game, as a record in text."""
    version: int
    """The version of the game."""
    substitutes: tuple[str, ...] = ()
    """The names of bots that play for people who have left, by seat; empty for nobody."""
    rematch: str = ""
    """The host of the table where the same players play again; empty if they do not."""

    def bot(self, seat: Seat) -> str:
        """Return the bot that plays a seat, for itself or for somebody; empty for a person."""
        return (self.substitutes[seat] if self.substitutes else "") or self.bots[seat]


class Store:
    """All tables of a server.

    It remembers what it holds: if the file or its folder was removed meanwhile, it is made again with the next change,
    as soon as that is possible.
    """

    def __init__(self, path: Path | None) -> None:
        """Open the file, which is made if there is none; None for a store that ends with the program."""
        self._path = path
        self._known: dict[str, SavedTable] = {}
        self._database = self._opened()
        rows = self._database.execute(
            "select host, watch, seats, bots, record, version, substitutes, rematch "
            "from tables order by rowid"
        )
        for host, watch, seats, bots, record, version, substitutes, rematch in rows:
            tokens, names = tuple(seats.split()), tuple(bots.split(","))
            instead = tuple(substitutes.split(",")) if substitutes else ()
            self._known[host] = SavedTable(
                host, watch, tokens, names, record, version, instead, rematch
            )

    def tables(self) -> tuple[SavedTable, ...]:
        """Return every table."""
        return tuple(self._known.values())

    def add(self, table: SavedTable) -> None:
        """Add a table. Raises `OSError`."""
        self._change(*_insertion(table))
        self._known[table.host] = table

    def save(self, host: str, record: str, version: int) -> None:
        """Save the game of a table. Raises `OSError`."""
        statement = "update tables set record = ?, version = ?, changed = ? where host = ?"
        self._change(statement, (record, version, time.time(), host))
        self._known[host] = evolve(self._known[host], record=record, version=version)

    def arrange(self, host: str, *, substitutes: tuple[str, ...], rematch: str) -> SavedTable:
        """Save who plays for whom at a table, and where it goes on; return the table. Raises `OSError`."""
        statement = "update tables set substitutes = ?, rematch = ? where host = ?"
        self._change(statement, (",".join(substitutes), rematch, host))
        known = evolve(self._known[host], substitutes=substitutes, rematch=rematch)
        self._known[host] = known
        return known

    def expired(self, seconds: float) -> list[str]:
        """Return the hosts of tables at which nothing has happened for a while. Raises `OSError`."""
        before = time.time() - seconds
        rows = self._change("select host from tables where changed < ?", (before,))
        return [str(host) for (host,) in rows]

    def remove(self, host: str) -> None:
        """Remove a table. Raises `OSError`."""
        self._change("delete from tables where host = ?", (host,))
        self._known.pop(host, None)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def _opened(self) -> sqlite3.Connection:
        database = sqlite3.connect(
            self._path or ":memory:",
            isolation_level=None,
            check_same_thread=False,  # whoever opens it may hand it to the thread of the server
        )
        database.execute("pragma journal_mode = wal")
        database.execute("pragma synchronous = normal")
        database.execute(_TABLES)
        columns = {row[1] for row in database.execute("pragma table_info(tables)")}
        for name in _ADDED:
            if name not in columns:
                database.execute(f"alter table tables add column {name} text not null default ''")
        return database

    def _change(self, statement: str, values: tuple[object, ...]) -> list[tuple[object, ...]]:
        try:
            if self._path is not None and not self._path.exists():
                self._database.close()
                self._database = self._opened()
                for table in self._known.values():
                    self._database.execute(*_insertion(table))
            return self._database.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise OSError(f"the tables cannot be saved: {error}") from error


def _insertion(table: SavedTable) -> tuple[str, tuple[object, ...]]:
    seats, bots = " ".join(table.seats), ",".join(table.bots)
    instead = ",".join(table.substitutes)
    values = (table.host, table.watch, seats, bots, table.record, table.version, time.time())
    return "insert into tables values (?, ?, ?, ?, ?, ?, ?, ?, ?)", (
        *values,
        instead,
        table.rematch,
    )


class StoredRecord(SavedFile):
    """The record of a game that is kept in a store: what `toledo_rules.Game` saves to."""

    def __init__(self, store: Store, host: str) -> None:
        super().__init__(host)
        self._store = store
        self._host = host
        self.version = 0
        """The version that the game will have when this is saved."""

    def save(self, data: bytes) -> None:
        """Save the record. Raises `OSError`."""
        self._store.save(self._host, data.decode(), self.version)
