"""The house: all tables of a server, who sits where, and who listens."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from random import SystemRandom
from secrets import token_urlsafe
from typing import Final

from attrs import frozen

from toledo_rules import Seat, ToledoError
from toledo_rules.bots import bot_names
from toledo_rules.codec import CodecError, Json
from toledo_rules.describe import Language
from toledo_rules.game import Game, Update
from toledo_rules.protocol import (
    ClientMessage,
    Failure,
    FailureCode,
    Hello,
    LookRequest,
    Play,
    Question,
    RedoRequest,
    ReplayRequest,
    ServerMessage,
    UndoRequest,
    answer_to,
    decode_request,
    encode,
    failed,
    failure,
    hello,
    question,
    replay_of,
    table_update,
)
from toledo_rules.record import RecordError, ReplayError, format_record, read_record

from .bots import BotProcess
from .feed import Feed, Moment
from .store import SavedTable, Store, StoredRecord

MOST_TABLES: Final = 2_000
MOST_LISTENERS: Final = 50
"""Listeners at one seat."""
MOST_NEWS: Final = 100
"""Messages that a listener may leave unread."""
LONGEST_NAME: Final = 20
BOT_PAUSE: Final = 0.8
"""Seconds before a bot acts, so that people can follow."""


class RefusedError(ToledoError, ValueError):
    """Something that the house does not do, with the answer for whoever asked."""

    def __init__(self, code: FailureCode) -> None:
        super().__init__(code)
        self.answer = failed(code)


class Listener:
    """Somebody who hears what happens at a table, as one seat or as a spectator."""

    def __init__(self) -> None:
        self.news: asyncio.Queue[str | None] = asyncio.Queue(MOST_NEWS)
        """Lines to send; None at the end."""

    def tell(self, line: str | None) -> None:
        """Leave a line. A listener who has left too many unread hears no more."""
        if self.news.full():
            while not self.news.empty():
                self.news.get_nowait()
            line = None
        self.news.put_nowait(line)


class PageGroup:
    """The pages of one seat in one language: a letter is written once for all of them."""

    def __init__(self, language: Language) -> None:
        self.listeners: list[Listener] = []
        self._language = language
        self._feed = Feed(language)

    def welcome(self, now: Moment) -> str:
        """Return the first letter for a page that has just come."""
        feed = Feed(self._language)
        if not self.listeners:
            self._feed = feed
        return _line(feed.letter(now))

    def tell(self, now: Moment) -> None:
        """Tell all pages what is new."""
        line = _line(self._feed.letter(now))
        for listener in self.listeners:
            listener.tell(line)


def _line(letter: dict[str, Json]) -> str:
    return json.dumps(letter, separators=(",", ":"), ensure_ascii=False)


class Table:
    """A game, the bots at it, and whoever listens."""

    def __init__(self, saved: SavedTable, game: Game, record: StoredRecord) -> None:
        self.saved = saved
        self.game = game
        self.closed = False
        self._record = record
        self._listeners: dict[Seat | None, list[Listener]] = {}
        self._pages: dict[tuple[Seat | None, Language], PageGroup] = {}
        self._numbers = iter(range(1, 1 << 62))
        for seat in (None, *range(len(saved.seats))):
            self._listeners[seat] = []
            game.subscribe(partial(self._tell, seat), seat)

    @property
    def bot(self) -> str:
        """The name of the bot that is on turn; empty if a person is, or nobody."""
        return "" if self.game.over else self.saved.bots[self.game.active]

    def join(self, seat: Seat | None, *, full: bool = False) -> Listener:
        """Add a listener, who hears a greeting and how things stand. Raises `RefusedError`, also in a full house."""
        if self.closed:
            raise RefusedError(FailureCode.CLOSED)
        if full or len(self._listeners[seat]) >= MOST_LISTENERS:
            raise RefusedError(FailureCode.TOO_MANY)
        listener = Listener()
        self._listeners[seat].append(listener)
        listener.tell(encode(hello(self.game, seat)))
        listener.tell(encode(table_update(self.game, seat)))
        return listener

    def leave(self, seat: Seat | None, listener: Listener) -> None:
        """Remove a listener."""
        self._listeners[seat].remove(listener)

    def join_page(self, seat: Seat | None, language: Language, *, full: bool = False) -> Listener:
        """Add a page, which hears letters in its language (see `feed`). Raises `RefusedError`."""
        if self.closed:
            raise RefusedError(FailureCode.CLOSED)
        group = self._pages.setdefault((seat, language), PageGroup(language))
        if full or len(group.listeners) >= MOST_LISTENERS:
            raise RefusedError(FailureCode.TOO_MANY)
        listener = Listener()
        listener.tell(group.welcome(Moment.of(self.game, seat)))
        group.listeners.append(listener)
        return listener

    def leave_page(self, seat: Seat | None, language: Language, listener: Listener) -> None:
        """Remove a page."""
        self._pages[seat, language].listeners.remove(listener)

    def ask(self, seat: Seat | None, text: str) -> ServerMessage | None:
        """Do what a client wants; return the answer for that client alone, if there is one."""
        try:
            request = decode_request(text)
        except CodecError as error:
            return failure(error)
        try:
            return self._do(seat, request)
        except (ToledoError, OSError) as error:
            number = None if isinstance(request, Hello) else request.id
            return answer_to(error, self.game, seat, id=number)

    def play(self, play: Play, seat: Seat) -> None:
        """Play an action. Raises what `Game.play` raises."""
        self._about_to_change()
        self.game.play(play.action, seat=seat, expect=play.expect)

    def asked(self) -> tuple[Hello, Question]:
        """Return what the bot on turn is asked."""
        return hello(self.game, self.game.active), question(self.game, next(self._numbers))

    def close(self) -> None:
        """Send everybody home."""
        self.closed = True
        groups = [group.listeners for group in self._pages.values()]
        for listeners in (*self._listeners.values(), *groups):
            for listener in listeners:
                listener.tell(None)

    def _do(self, seat: Seat | None, request: ClientMessage) -> ServerMessage | None:
        match request:
            case Hello() | Failure():
                return None
            case LookRequest():
                return table_update(self.game, seat)
            case ReplayRequest():
                return replay_of(self.game, seat, id=request.id)
            case Play() | UndoRequest() | RedoRequest():
                if seat is None or self.closed:
                    code = FailureCode.CLOSED if self.closed else FailureCode.NO_SUCH_TABLE
                    return failed(code, id=request.id)
                if isinstance(request, Play):
                    self.play(request, seat)
                else:
                    self._about_to_change()
                    change = self.game.undo if isinstance(request, UndoRequest) else self.game.redo
                    change(seat, expect=request.expect)
                return None

    def _about_to_change(self) -> None:
        self._record.version = self.game.version + 1

    def _tell(self, seat: Seat | None, news: Update) -> None:
        """Tell everybody at a seat: what they hear is made once for all of them."""
        listeners = self._listeners[seat]
        if listeners:
            line = encode(table_update(self.game, seat, news))
            for listener in listeners:
                listener.tell(line)
        for (whose, _), group in self._pages.items():
            if whose == seat and group.listeners:
                group.tell(Moment.of(self.game, seat))


@frozen
class Chair:
    """A seat at a table, or a place to watch from."""

    table: Table
    seat: Seat | None


class House:
    """All tables."""

    def __init__(self, store: Store, *, pause: float = BOT_PAUSE) -> None:
        self.tables: dict[str, Table] = {}
        """By the token of the host."""
        self.chairs: dict[str, Chair] = {}
        """By the token of the seat."""
        self._store = store
        self._pause = pause
        self._bots = {name: BotProcess(name) for name in bot_names()}
        self._playing: set[asyncio.Task[None]] = set()
        for saved in store.tables():
            self._sit_down(saved)

    # Tables

    def open(self, wish: object) -> Table:
        """Open a table as somebody wishes, see `server`. Raises `RefusedError`, and `OSError` if it cannot be saved."""
        match wish:
            case {"seats": [*seats], **others} if others.keys() <= {"record"}:
                record = others.get("record")
            case _:  # a wish can be anything
                raise RefusedError(FailureCode.MALFORMED)
        if len(self.tables) >= MOST_TABLES:
            raise RefusedError(FailureCode.TOO_MANY)
        names, bots = [_name(seat) for seat in seats], tuple(map(_bot, seats))
        if len(set(names)) < len(names):
            raise RefusedError(FailureCode.NAME)
        text = _new_record(names) if record is None else _checked_record(record, len(names))
        host, watch, *tokens = (token_urlsafe(12) for _ in range(2 + len(names)))
        saved = SavedTable(host, watch, tuple(tokens), bots, text, 0)
        self._store.add(saved)
        table = self._sit_down(saved)
        self.wake(table)
        return table

    def wake(self, table: Table) -> None:
        """Let a bot act if it is on turn."""
        if table.bot and not table.closed:
            task = asyncio.get_running_loop().create_task(self._play_bots(table))
            self._playing.add(task)
            task.add_done_callback(self._playing.discard)

    def ask(self, chair: Chair, text: str) -> ServerMessage | None:
        """Do what a client wants, and let a bot answer if it is on turn then."""
        before = chair.table.game.version
        answer = chair.table.ask(chair.seat, text)
        if chair.table.game.version != before:
            self.wake(chair.table)
        return answer

    def expire(self, seconds: float) -> None:
        """Remove the tables at which nothing has happened for a while."""
        for host in self._store.expired(seconds):
            self._store.remove(host)
            table = self.tables.pop(host, None)
            if table is not None:
                table.close()
                for token in (table.saved.watch, *table.saved.seats):
                    self.chairs.pop(token, None)

    async def close(self) -> None:
        """End everything. The store has every game as it is."""
        for table in self.tables.values():
            table.close()
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        for bot in self._bots.values():
            await bot.close()

    def _sit_down(self, saved: SavedTable) -> Table:
        record = StoredRecord(self._store, saved.host)
        record.version = saved.version
        game = Game.from_record(
            read_record(saved.record).complete(),
            rng=SystemRandom(),
            autosave=record,
            version=saved.version,
        )
        table = self.tables[saved.host] = Table(saved, game, record)
        self.chairs[saved.watch] = Chair(table, None)
        self.chairs |= {token: Chair(table, seat) for seat, token in enumerate(saved.seats)}
        return table

    async def _play_bots(self, table: Table) -> None:
        """Let bots act as long as they are on turn. Whatever goes wrong, the table does not hang."""
        while table.bot and not table.closed:
            seat, bot = table.game.active, self._bots[table.bot]
            greeting, asked = table.asked()
            await asyncio.sleep(self._pause)
            action = await bot.choose(greeting, asked)
            try:
                table.play(Play(None, asked.version, action), seat)
            except ToledoError:
                return  # somebody has taken back a move, and woke the bots again if it is their turn
            except OSError:
                await asyncio.sleep(1)  # the disk may be full for a while: try again


def _name(seat: object) -> str:
    match seat:
        case {"name": str(text)} if 0 < len(text.strip()) <= LONGEST_NAME and text.isprintable():
            return text.strip()
        case _:  # a wish can be anything
            raise RefusedError(FailureCode.NAME)


def _bot(seat: object) -> str:
    match seat:
        case {"bot": str(name)} if name in bot_names():
            return name
        case {"bot": str()}:
            raise RefusedError(FailureCode.MALFORMED)
        case _:  # a person
            return ""


def _new_record(names: list[str]) -> str:
    try:
        return format_record(Game(names, rng=SystemRandom()).record())
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
    return format_record(record)
