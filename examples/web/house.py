"""The house: all tables of a server."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from random import SystemRandom
from secrets import token_urlsafe
from typing import Final, get_args, get_type_hints

from attrs import evolve, fields

from toledo_rules import KOSMOS_2008, Edition, Game, Readings, Seat, ToledoError, shipped_edition
from toledo_rules.codec import Json
from toledo_rules.edition import USUAL
from toledo_rules.errors import CodecError, RecordError, ReplayError
from toledo_rules.notation import format_action
from toledo_rules.protocol import (
    Ask,
    ClientMessage,
    FailureCode,
    Play,
    ServerMessage,
    decode_request,
    failure,
)
from toledo_rules.record import format_record, read_record

from .bots import FALLBACK, BotProcess, choosable, stand_in
from .lesson import CHAPTERS, LEARNER, TEACHER, lesson_record
from .store import SavedTable, Store
from .table import (
    AWAY,
    Chair,
    RefusedError,
    Table,
    check_distinct,
    checked_name,
    seats_next_time,
)

MOST_TABLES: Final = 2_000
MOST_ASKED: Final = 50
"""Links that somebody may ask about at once."""
BOT_PAUSE: Final = 0.8
"""Seconds before a bot acts, so that people can follow."""


class House:
    """All tables."""

    def __init__(
        self,
        store: Store,
        *,
        pause: float = BOT_PAUSE,
        away: float = AWAY,
        own_bots: Mapping[str, str] | None = None,
    ) -> None:
        self.tables: dict[str, Table] = {}
        """By the token of the host."""
        self.invited: dict[str, Table] = {}
        """By the token of the waiting room."""
        self.chairs: dict[str, Chair] = {}
        """By the token of the seat."""
        own = own_bots or {}
        self.bots = {name: BotProcess(name, own.get(name)) for name in choosable()}
        """By name."""
        self.stand_in = stand_in()
        """The bot that gives hints, and plays for those who have left."""
        self.aside: list[str] = [*store.unreadable]
        """What is wrong with tables that were set aside, for whoever runs the server."""
        self._store = store
        self._pause = pause
        self._away = away
        self._playing: set[asyncio.Task[object]] = set()
        for number, saved in enumerate(store.tables(), start=1):
            try:
                self._sit_down(saved)
            except ValueError as error:
                self.aside.append(f"table {number}: {error}")
        for table in self.tables.values():
            table.next = self.tables.get(table.saved.rematch)

    # Tables

    def open(self, wish: object) -> Table:
        """Open a table as somebody wishes, see `server`. Raises `RefusedError`, and `OSError` if it cannot be saved."""
        match wish:
            case {"seats": [*seats], **others} if others.keys() <= {"record", "readings"}:
                record, edition = others.get("record"), _edition(others.get("readings", []))
            case _:  # a wish can be anything
                raise RefusedError(FailureCode.MALFORMED)
        self._check_room()
        names, bots = [_name(seat) for seat in seats], tuple(map(_bot, seats))
        check_distinct(names)
        fresh = record is None  # a record says itself what it is played by
        text = _new_record(names, edition) if fresh else _checked_record(record, len(names))
        return self._new_table(bots, text)

    def open_lesson(self, wish: object) -> Table:
        """Open a table for somebody who has never played, see `lesson`. Raises `RefusedError` and `OSError`."""
        match wish:
            case {"name": name, "teacher": teacher, "chapter": int(chapter)} if chapter in range(
                len(CHAPTERS)
            ) and not isinstance(chapter, bool):
                names = (checked_name(teacher), checked_name(name))
            case _:  # a wish can be anything
                raise RefusedError(FailureCode.MALFORMED)
        check_distinct(names)
        self._check_room()
        bots = tuple(FALLBACK if seat == TEACHER else "" for seat in range(len(names)))
        return self._new_table(bots, lesson_record(names, chapter), claimed=(LEARNER,))

    def claim(self, table: Table, wish: object) -> str:
        """Return the token of a seat for whoever is the first to claim it. Raises `RefusedError` and `OSError`."""
        match wish:
            case {"seat": seat, "name": name}:
                token = _token()
                self.chairs[token] = Chair(table, table.claim(seat, name, token))
                return token
            case _:  # a wish can be anything
                raise RefusedError(FailureCode.MALFORMED)

    def play_again(self, chair: Chair) -> tuple[str, Table | None]:
        """Return the link to a seat at a table with the same players, and the table if it was opened just now.

        Raises `RefusedError` for a spectator and while the game goes on, and `OSError` if it cannot be saved.
        """
        table, saved = chair.table, chair.table.saved
        if chair.seat is None or not table.game.over:
            raise RefusedError(FailureCode.CLOSED)
        opened = None
        if table.next is None or table.next.closed:
            self._check_room()
            order = [*seats_next_time(len(saved.seats))]
            names, bots = table.game.names, tuple(saved.bots[seat] for seat in order)
            text = _new_record([names[seat] for seat in order], table.game.state.edition)
            claimed = [new for new, old in enumerate(order) if saved.seats[old]]
            opened = self._new_table(bots, text, claimed=claimed)
            table.go_on_at(opened)
        link = table.link_to_rematch(chair.seat)
        assert link is not None
        return link, opened

    def mine(self, tokens: object) -> list[Json]:
        """Return how things stand at some seats; null for those that are gone. Raises `RefusedError`."""
        match tokens:
            case [*found] if len(found) <= MOST_ASKED:
                return [self._glance(self.chairs.get(str(token))) for token in found]
            case _:  # a wish can be anything
                raise RefusedError(FailureCode.MALFORMED)

    def _glance(self, chair: Chair | None) -> Json:
        if chair is None:
            return None
        game = chair.table.game
        return {
            "names": [*game.names],
            "seat": chair.seat,
            "active": None if game.over else game.active,
            "moves": len(game.history),
            "table": f"/table/{chair.table.saved.invite}" if chair.seat is not None else None,
        }

    def _check_room(self) -> None:
        if len(self.tables) >= MOST_TABLES:
            raise RefusedError(FailureCode.TOO_MANY)

    def _new_table(
        self, bots: tuple[str, ...], record: str, *, claimed: Collection[Seat] = ()
    ) -> Table:
        seats = tuple(_token() if seat in claimed else "" for seat in range(len(bots)))
        saved = SavedTable(_token(), _token(), _token(), seats, bots, record)
        self._store.put(saved)
        table = self._sit_down(saved)
        self.wake(table)
        return table

    def wake(self, table: Table) -> None:
        """Let a bot act if it is on turn."""
        if table.bot and not table.closed:
            self._keep(asyncio.get_running_loop().create_task(self._play_bots(table)))

    def _keep(self, task: asyncio.Task[object]) -> None:
        """Remember a task until it is done."""
        self._playing.add(task)
        task.add_done_callback(self._playing.discard)

    async def ask(self, chair: Chair, text: str) -> ServerMessage | None:
        """Do what a client wants, and let a bot answer if it is on turn then."""
        try:
            request = decode_request(text)
        except CodecError as error:
            return failure(error)
        if isinstance(request, Ask) and request.what == "hint":
            return await self._hint(chair, request)
        return self.do(chair.table, chair.seat, request)

    def do(self, table: Table, seat: Seat | None, request: ClientMessage) -> ServerMessage | None:
        """Do what a client wants and can be done at once."""
        before = table.game.version
        answer = table.ask(seat, request)
        if table.game.version != before:
            self.wake(table)
        return answer

    async def _hint(self, chair: Chair, request: Ask) -> ServerMessage | None:
        """Return what a good bot would play, if the client is on turn. It is asked once for each position."""
        table = chair.table
        if table.closed or table.game.over or table.game.active != chair.seat:
            return self.do(table, chair.seat, request)  # there is none
        version, edition = table.game.version, table.game.state.edition
        if table.hint is None or table.hint[0] != version:
            choice = self.bots[self.stand_in].choose(*table.asked())
            table.hint = version, asyncio.create_task(choice)
            self._keep(table.hint[1])
        action = await asyncio.shield(table.hint[1])  # others may wait for it too
        return Play(request.id, version, format_action(action, edition))

    def expire(self, idle: float, unplayed: float) -> None:
        """Remove the tables at which nothing has happened for a while, see `Store.expired`. Raises `OSError`."""
        for host in self._store.expired(idle, unplayed):
            self.remove(host)

    def remove(self, host: str) -> None:
        """Remove a table and all of its links. Raises `OSError`."""
        self._store.remove(host)
        table = self.tables.pop(host, None)
        if table is not None:
            table.close()
            self.invited.pop(table.saved.invite, None)
            for token in (table.saved.watch, *table.saved.seats):
                self.chairs.pop(token, None)

    async def close(self) -> None:
        """End everything. The store has every game as it is."""
        for table in self.tables.values():
            table.close()
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        for bot in self.bots.values():
            await bot.close()

    def _sit_down(self, saved: SavedTable) -> Table:
        """Add a table. Raises ValueError for one that is damaged."""
        table = Table(saved, self._store, away=self._away)
        table.begin()
        self.tables[saved.host] = self.invited[saved.invite] = table
        self.chairs[saved.watch] = Chair(table, None)
        claimed = {token: Chair(table, seat) for seat, token in enumerate(saved.seats) if token}
        self.chairs |= claimed
        return table

    async def _play_bots(self, table: Table) -> None:
        """Let bots act as long as they are on turn. If a bot fails, another one steps in: the table does not hang."""
        while table.bot and not table.closed:
            name, seat = table.bot, table.game.active
            greeting, asked = table.asked()
            await asyncio.sleep(self._pause)
            # A bot of somebody's own may not be there any more after a restart.
            bot = self.bots.get(name) or self.bots[FALLBACK]
            action = await bot.choose(greeting, asked)
            if self._moved_on(table, name, seat):
                continue  # somebody has taken their seat back
            try:
                table.play(action, seat, asked.version)
            except ToledoError:
                return  # somebody has taken back a move, and woke the bots again if it is their turn
            except OSError:
                await asyncio.sleep(1)  # the disk may be full for a while: try again

    @staticmethod
    def _moved_on(table: Table, name: str, seat: Seat) -> bool:
        return table.closed or table.game.over or (table.bot, table.game.active) != (name, seat)


def _name(seat: object) -> str:
    match seat:
        case {"name": name}:
            return checked_name(name)
        case _:  # a wish can be anything
            raise RefusedError(FailureCode.NAME)


def _bot(seat: object) -> str:
    match seat:
        case {"bot": str(name)} if name in choosable():
            return name
        case {"bot": str()}:
            raise RefusedError(FailureCode.MALFORMED)
        case _:  # a person
            return ""


READ_OTHERWISE: Final = Readings(
    **{
        ruling: next(choice for choice in get_args(kind) if choice != getattr(USUAL, ruling))
        for ruling, kind in get_type_hints(Readings).items()
    }
)
"""The other reading of each ruling that tables read differently."""


def other_readings(edition: Edition) -> list[str]:
    """Return the rulings that an edition reads otherwise than usual, such as ``a22``."""
    rulings = (part.name for part in fields(Readings))
    return [one for one in rulings if getattr(edition.readings, one) != getattr(USUAL, one)]


def _edition(rulings: object) -> Edition:
    """Return the edition of the box, with these rulings read otherwise."""
    known = other_readings(evolve(KOSMOS_2008, readings=READ_OTHERWISE))
    if not isinstance(rulings, list) or any(one not in known for one in rulings):
        raise RefusedError(FailureCode.MALFORMED)
    chosen = {one: getattr(READ_OTHERWISE, one) for one in known if one in rulings}
    return shipped_edition(" ".join(("kosmos-2008", *(f"{k}={v}" for k, v in chosen.items()))))


def _new_record(names: list[str], edition: Edition) -> str:
    try:
        return format_record(Game(names, rng=SystemRandom(), edition=edition).record())
    except ValueError:
        raise RefusedError(FailureCode.MALFORMED) from None


def _checked_record(text: object, players: int) -> str:
    try:
        record = read_record(str(text)).complete()
        Game.from_record(record, rng=SystemRandom())
    except (RecordError, ReplayError):
        raise RefusedError(FailureCode.MALFORMED) from None
    if record.players != players:
        raise RefusedError(FailureCode.MALFORMED)
    if record.names:
        names = tuple(map(checked_name, record.names))
        check_distinct(names)
        record = evolve(record, names=names)
    return format_record(record)


def _token() -> str:
    return token_urlsafe(12)
