"""A table: a game, who sits where, who listens, who plays for whom."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import partial
from random import SystemRandom
from time import monotonic
from typing import Final, Literal, TypeAlias

from attrs import evolve, frozen

from toledo_rules import Action, Game, Seat, ToledoError, Update
from toledo_rules.protocol import (
    ClientMessage,
    FailureCode,
    Hello,
    People,
    Play,
    Question,
    RedoRequest,
    ServerMessage,
    UndoRequest,
    encode,
    failure,
    hello,
    question,
    respond,
    table_update,
)
from toledo_rules.record import Record, format_record, read_record

from .bots import choosable
from .store import SavedTable, Store, StoredRecord

MOST_LISTENERS: Final = 50
"""Listeners at one seat."""
MOST_NEWS: Final = 100
"""Messages that a listener may leave unread."""
LONGEST_NAME: Final = 20
AWAY: Final = 20.0
"""Seconds after which somebody without a connection has left, and a bot may take over."""


Presence: TypeAlias = Literal["here", "away", "left", "free", "bot", "stand_in"]
"""Who is at a seat, see `People`."""


class RefusedError(ToledoError, ValueError):
    """A refused request, with the answer for the client."""

    def __init__(self, code: FailureCode) -> None:
        super().__init__(code)
        self.answer = failure(code)


class Listener:
    """Somebody who hears what happens at a table, as one seat or as a spectator."""

    def __init__(self) -> None:
        self.news: asyncio.Queue[str | None] = asyncio.Queue(MOST_NEWS)
        """Lines to send; None at the end."""
        self.behind = asyncio.Event()
        """It has left too many messages unread and is disconnected."""

    def tell(self, line: str | None) -> None:
        """Leave a line. A listener who has left too many unread hears no more."""
        if self.news.full():
            self.behind.set()
        else:
            self.news.put_nowait(line)


class Table:
    """A game, the bots at it, and whoever listens."""

    def __init__(self, saved: SavedTable, store: Store, *, away: float = AWAY) -> None:
        self.saved = saved
        """The table as it is stored."""
        self.game: Game
        self.closed = False
        self.next: Table | None = None
        """The table where the same players play again."""
        self.hint: tuple[int, asyncio.Task[Action]] | None = None
        """What a good bot would play, and in which version of the game."""
        self._store = store
        self._away = away
        self._record = StoredRecord(saved.invite, self._save)
        self._person_plays = False
        """A person is about to change something."""
        self._listeners: dict[Seat | None, list[Listener]] = {
            seat: [] for seat in (None, *range(len(saved.seats)))
        }
        self._left: dict[Seat, float] = {}
        """The moment when somebody who was at a seat was last seen there."""
        self._numbers = iter(range(1, 1 << 62))

    def begin(self) -> None:
        """Begin, or go on after a restart. Raises ValueError for a record that is damaged."""
        record = read_record(self.saved.record).complete()
        if record.players != len(self.saved.seats):
            raise ValueError("the record has more players than seats, or fewer")
        self._play_on(record, self.saved.version)
        # Whoever has played before a restart was there; whoever has not may still come.
        self._left |= {ply.seat: monotonic() for ply in self.game.history}

    def _play_on(self, record: Record, version: int) -> None:
        """Hear of everything that happens in a game."""
        self.game = Game.from_record(
            record, rng=SystemRandom(), autosave=self._record, version=version
        )
        for seat in self._listeners:
            self.game.subscribe(partial(self._tell, seat), seat)

    def _save(self, record: str) -> None:
        """Save the game as it is about to be."""
        version, played = self.game.version + 1, self.saved.played or self._person_plays
        self._put(evolve(self.saved, record=record, version=version, played=played))

    def _put(self, saved: SavedTable) -> None:
        self._store.put(saved)
        self.saved = saved

    @property
    def bot(self) -> str:
        """The name of the bot that is on turn; empty if a person is, or nobody."""
        return "" if self.game.over else self.saved.bot(self.game.active)

    # Listeners

    def join(self, seat: Seat | None) -> Listener:
        """Add a listener, who hears a greeting and how things stand. Raises `RefusedError`."""
        self._check_room(len(self._listeners[seat]))
        listener = Listener()
        self._listeners[seat].append(listener)
        listener.tell(self._greeting(seat))
        listener.tell(encode(table_update(self.game, seat)))
        self.announce()
        return listener

    def _greeting(self, seat: Seat | None) -> str:
        return encode(hello(self.game, seat, hints=True))

    def leave(self, seat: Seat | None, listener: Listener) -> None:
        """Remove a listener."""
        self._listeners[seat].remove(listener)
        self._gone(seat)

    def announce(self) -> None:
        """Tell everybody who is there, who plays for whom, and where it goes on."""
        for seat, listeners in self._listeners.items():
            line = encode(self.people(seat))
            for listener in listeners:
                listener.tell(line)

    def _check_room(self, number: int) -> None:
        if self.closed:
            raise RefusedError(FailureCode.CLOSED)
        if number >= MOST_LISTENERS:
            raise RefusedError(FailureCode.TOO_MANY)

    def _gone(self, seat: Seat | None) -> None:
        if self.closed:
            return
        if seat is not None and not self._connected(seat):
            self._left[seat] = monotonic()
            asyncio.get_running_loop().call_later(self._away, self.announce)
        self.announce()

    def _connected(self, seat: Seat) -> bool:
        return bool(self._listeners[seat])

    def people(self, seat: Seat | None) -> People:
        """Return who is there, for somebody at a seat or a spectator."""
        seats = range(len(self.saved.seats))
        return People(
            seats=tuple([self._presence(one) for one in seats]),
            bots=tuple([self.saved.bot(one) for one in seats]),
            watchers=len(self._listeners[None]),
            rematch=self.link_to_rematch(seat),
        )

    def _presence(self, seat: Seat) -> Presence:
        if self.saved.bot(seat):
            return "bot" if self.saved.bots[seat] else "stand_in"
        if self.is_free(seat):
            return "free"
        if self._connected(seat):
            return "here"
        return "left" if self.has_left(seat) else "away"

    # People and bots

    def is_free(self, seat: Seat) -> bool:
        """Return whether somebody may claim a seat."""
        return not self.saved.seats[seat] and not self.saved.bots[seat]

    def has_left(self, seat: Seat) -> bool:
        """Return whether somebody who was at a seat is gone for a while, and nobody plays for them."""
        if self.is_free(seat) or seat not in self._left:
            return False
        waited = monotonic() - self._left[seat] >= self._away
        return waited and not self._connected(seat) and not self.saved.bot(seat)

    def claim(self, seat: object, name: object, token: str) -> Seat:
        """Give a seat to whoever is the first to claim it, with a name; nobody else ever gets its token.

        Raises `RefusedError`, and `OSError` if it cannot be saved.
        """
        claimed = self._person(seat)
        if not self.is_free(claimed):
            raise RefusedError(FailureCode.NOT_LEFT)
        seats = [*self.saved.seats]
        seats[claimed] = token
        self._name(claimed, name, tuple(seats))
        self._left[claimed] = monotonic()
        return claimed

    def rename(self, seat: Seat, name: object) -> None:
        """Give a player another name. Raises `RefusedError`, and `OSError` if it cannot be saved."""
        self._name(seat, name, self.saved.seats)

    def _name(self, seat: Seat, name: object, seats: tuple[str, ...]) -> None:
        if self.closed:
            raise RefusedError(FailureCode.CLOSED)
        names = [*self.game.names]
        names[seat] = checked_name(name)
        check_distinct(names)
        record, version = evolve(self.game.record(), names=tuple(names)), self.game.version
        self._put(evolve(self.saved, record=format_record(record), seats=seats))
        self._play_on(record, version)
        for one, listeners in self._listeners.items():
            for listener in listeners:
                listener.tell(self._greeting(one))
                listener.tell(encode(table_update(self.game, one)))
        self.announce()

    def _person(self, seat: object) -> Seat:
        """Return a person's seat. Raises `RefusedError` if it is none."""
        if not isinstance(seat, int) or isinstance(seat, bool) or self.closed:
            raise RefusedError(FailureCode.MALFORMED)
        if not 0 <= seat < len(self.saved.seats) or self.saved.bots[seat]:
            raise RefusedError(FailureCode.MALFORMED)
        return seat

    def substitute(self, asking: Seat, seat: object, bot: object) -> None:
        """Let a bot play for oneself or for somebody who has left, or take one's own seat back.

        Raises `RefusedError`, and `OSError` if it cannot be saved.
        """
        one = self._person(seat)
        if bot not in (None, "", *choosable()):
            raise RefusedError(FailureCode.MALFORMED)
        if one != asking and not (bot and self.has_left(one)):
            raise RefusedError(FailureCode.NOT_LEFT)
        substitutes = [*(self.saved.substitutes or [""] * len(self.saved.seats))]
        substitutes[one] = str(bot or "")
        self._put(evolve(self.saved, substitutes=tuple(substitutes)))
        self.announce()

    def go_on_at(self, table: Table) -> None:
        """Let the players find the table where they play again. Raises `OSError` if it cannot be saved."""
        self._put(evolve(self.saved, rematch=table.saved.host))
        self.next = table
        self.announce()

    def link_to_rematch(self, seat: Seat | None) -> str | None:
        """Return the link to a seat of the same player at the table where they play again."""
        if self.next is None:
            return None
        saved = self.next.saved
        token = saved.watch if seat is None else saved.seats[next_seat(seat, len(saved.seats))]
        return f"/seat/{token or saved.watch}"

    # Requests

    def ask(self, seat: Seat | None, request: ClientMessage) -> ServerMessage | None:
        """Do what a client wants; return the answer for that client alone, if there is one."""
        if self.closed and isinstance(request, Play | UndoRequest | RedoRequest):
            return failure(FailureCode.CLOSED, id=request.id)
        self._person_plays = True
        answer = respond(self.game, seat, request)
        if (
            self.saved.version < self.game.version
        ):  # a whole turn was taken back, and saved as one change
            with suppress(OSError):  # the game itself is saved
                self._put(evolve(self.saved, version=self.game.version))
        return answer

    def play(self, action: Action, seat: Seat, version: int) -> None:
        """Let a bot play. Raises what `Game.play` raises."""
        self._person_plays = False
        self.game.play(action, seat=seat, expect=version)

    def asked(self) -> tuple[Hello, Question]:
        """Return what the bot on turn is asked. The greeting names the table, see `bots`."""
        greeting = hello(self.game, self.game.active, program=self.saved.watch)
        return greeting, question(self.game, next(self._numbers))

    def close(self) -> None:
        """Close the table for all listeners."""
        self.closed = True
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.tell(None)

    def _tell(self, seat: Seat | None, news: Update) -> None:
        """Tell everybody at a seat: what they hear is made once for all of them."""
        listeners = self._listeners[seat]
        if listeners:
            line = encode(table_update(self.game, seat, news))
            for listener in listeners:
                listener.tell(line)


@frozen
class Chair:
    """A seat at a table, or a place to watch from."""

    table: Table
    seat: Seat | None


def checked_name(name: object) -> str:
    """Return a name that somebody may have, wherever it comes from. Raises `RefusedError`."""
    match name:
        case str(text) if 0 < len(text.strip()) <= LONGEST_NAME and text.isprintable():
            return unicodedata.normalize("NFC", text.strip())
        case _:  # it can be anything
            raise RefusedError(FailureCode.NAME)


def check_distinct(names: Collection[str]) -> None:
    """Raise `RefusedError` if two players have one name."""
    if len(set(names)) < len(names):
        raise RefusedError(FailureCode.NAME)


def next_seat(seat: Seat, players: int) -> Seat:
    """Return the seat of a player in the next game: whoever was second begins it."""
    return (seat - 1) % players


def seats_next_time(players: int) -> Iterator[Seat]:
    """Yield for each seat of the next game who has it now."""
    return ((seat + 1) % players for seat in range(players))
