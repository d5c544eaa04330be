"""The lobby: tables are opened here, and everybody gets a token for a seat."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom
from secrets import token_urlsafe
from threading import Lock

from attrs import frozen

from toledo_rules import Seat
from toledo_rules.bots import Bot, BotSpecError, make_bot
from toledo_rules.game import Game
from toledo_rules.record import RecordError, ReplayError, read_record

from .table import Table

LONGEST_NAME = 20


class LobbyError(ValueError):
    """A table cannot be opened as somebody wants it."""


@frozen
class Chair:
    """A seat at a table, or a place to watch from."""

    table: Table
    seat: Seat | None


@frozen
class Hosted:
    """A table, and the tokens for its seats."""

    table: Table
    seats: tuple[str, ...]
    watch: str
    """The token of those who only watch."""


class Lobby:
    """All tables of a server."""

    def __init__(self, *, pace: float = 0.0, folder: Path | None = None) -> None:
        self.tables: dict[str, Hosted] = {}
        """By the token of the host."""
        self.chairs: dict[str, Chair] = {}
        """By the token of the seat."""
        self._pace = pace
        self._folder = folder
        self._lock = Lock()

    def open(self, wish: object) -> str:
        """A table as somebody wishes it, see `server`; the answer is the token of its host. Raises `LobbyError`."""
        match wish:
            case {"seats": [*seats], "record": str(text)}:
                return self.add(
                    Table(self._resumed(text, len(seats)), bots(seats), pace=self._pace)
                )
            case {"seats": [*seats]}:
                return self.add(Table(self._new(seats), bots(seats), pace=self._pace))
            case _:
                raise LobbyError('a table is wished for as {"seats": [...], "record": "..."}')

    def add(self, table: Table) -> str:
        """Put a table up; the answer is the token of its host."""
        host, watch, *seats = (token_urlsafe(12) for _ in range(2 + len(table.game.state.players)))
        with self._lock:
            self.tables[host] = Hosted(table, tuple(seats), watch)
            self.chairs[watch] = Chair(table, None)
            self.chairs |= {token: Chair(table, seat) for seat, token in enumerate(seats)}
        return host

    def close(self) -> None:
        """Nothing more happens at any table."""
        for hosted in tuple(self.tables.values()):
            hosted.table.close()

    def _new(self, seats: list[object]) -> Game:
        names = [name_of(seat) for seat in seats]
        if len(set(names)) < len(names):
            raise LobbyError("every player needs a name of their own")
        try:
            return Game(names, rng=SystemRandom(), autosave=self._file())
        except ValueError as error:
            raise LobbyError(str(error)) from None

    def _resumed(self, text: str, seats: int) -> Game:
        try:
            record = read_record(text).complete()
            if record.players != seats:
                raise LobbyError(f"this is a game of {record.players} players, not of {seats}")
            return Game.from_record(record, rng=SystemRandom(), autosave=self._file())
        except (RecordError, ReplayError) as error:
            raise LobbyError(str(error)) from None

    def _file(self) -> Path | None:
        """Where the next game is saved."""
        now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        return self._folder and self._folder / f"{now}.toledo"


def name_of(seat: object) -> str:
    """The name of a player, as somebody wishes it."""
    match seat:
        case {"name": str(text)} if 0 < len(text.strip()) <= LONGEST_NAME:
            return text.strip()
        case _:
            raise LobbyError(f"every player needs a name of 1 to {LONGEST_NAME} characters")


def bots(seats: list[object]) -> dict[Seat, Bot]:
    """The bots among the players, as somebody wishes them."""
    found: dict[Seat, Bot] = {}
    for number, seat in enumerate(seats):
        match seat:
            case {"bot": str(spec)}:
                try:
                    found[number] = make_bot(spec)
                except BotSpecError as error:
                    raise LobbyError(str(error)) from None
            case _:
                pass
    return found
