"""The server: addresses, limits and answers.

    GET  /  /table/INVITE  /seat/TOKEN    the pages: the lobby, a waiting room, a table
    POST /api/tables                      a new table: {"seats": [{"name": "Ana", "bot": "greedy" or null}, ...]},
                                          and perhaps "record": "..." to go on with, or the rulings that are
                                          read otherwise than usual: "readings": ["a22", ...]
    GET  /api/tables/INVITE               the waiting room: who sits where, which seats are free, a link to watch
    POST /api/tables/INVITE               claim a seat: {"seat": 1, "name": "Zoë"}; the answer has the link to it
    DELETE /api/tables/HOST               delete a table and all that is stored of it, for whoever opened it
    POST /api/lessons                     a table for a chapter of the guided first game, see `lesson`:
                                          {"name": "Ana", "teacher": "Ben", "chapter": 0}
    GET  /api/lessons                     the steps of each chapter
    POST /api/mine                        how things stand at seats: {"seats": [TOKEN, ...]}
    GET  /api/bots                        the bots, with titles and levels, and the one that plays for those who left
    GET  /api/terms                       the hours and days for which a table is kept
    GET  /api/readings                    the rulings that tables read differently
    GET  /api/seats/TOKEN/record          the record, once the game is over
    POST /api/seats/TOKEN/name            another name for a player: {"name": "Zoë"}
    POST /api/seats/TOKEN/bot             a bot that plays for oneself, or for somebody who has left:
                                          {"seat": 1, "bot": "planner"}; null takes one's own seat back
    POST /api/seats/TOKEN/rematch         a seat at a table with the same players, once the game is over
    WS   /api/seats/TOKEN/ws              the table, by `toledo_rules.protocol`
    GET  /data/board-LAYOUT.json          what the table is drawn with, see `toledo_rules.render.drawing`
    GET  /data/words-LANGUAGE.json        the words of a language
    GET  /data/picture-LANGUAGE.svg       a table in the middle of a game, for the lobby
    GET  /api/seats/TOKEN/data/...        the same for a table of another edition
    GET  /rules/RULE.html                 a rule, to which every reason leads

Whoever has a token of a seat may play there, and only whoever claimed it has it: nobody sees more than their seat does,
the host included.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from functools import lru_cache
from typing import Final, get_args

from attrs import asdict, evolve, frozen
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from toledo_rules import KOSMOS_2008, Edition, Seat, parse_position
from toledo_rules.describe import Language, language_tables, languages
from toledo_rules.protocol import (
    LONGEST_REQUEST,
    Failure,
    FailureCode,
    encode,
    failure,
)
from toledo_rules.record import format_record
from toledo_rules.render import PageLayout, drawing, svg
from toledo_rules.rulebook import RULES

from .bots import players
from .house import BOT_PAUSE, READ_OTHERWISE, House, other_readings
from .lesson import LEARNER, lesson_steps
from .limits import Complaints, Rate, client_of
from .pages import Pages, rule_page, unless_known
from .store import Store
from .table import AWAY, Chair, Listener, RefusedError, Table

LONGEST_BODY: Final = 100_000
LONGEST_WAIT: Final = 20.0
"""Seconds that a body may take to come."""
MOST_REQUESTS: Final = 20
"""Requests of a websocket in a second."""
DATA: Final = "/data/"
"""The folder of what tables are drawn with, and say."""
OWN_DATA: Final = "/api/seats/{token}/data/"
"""The same for the table of a seat."""
PICTURED: Final = """toledo1 red
    / red, @6 15 17, in 1: 12, m2@1 s2@17 f1@19 / blue, @4 5 16, m1@3 f2@8 f1@15
    / green, @4 12, in 2: 6 8, g2@4 m2@9 s2@16 / yellow, @19, in 1: 4, s2@6 g1@14"""
"""The position of the picture in the lobby."""
DAY: Final = 24 * 3600.0
IDLE: Final = 14 * DAY
"""Seconds after which a table is removed at which nothing happens."""
UNPLAYED: Final = DAY / 4
"""The same for a table at which no person has ever made a move."""


@frozen
class Share:
    """What each client may have. A client is an address; behind a proxy that does not say whose, all are one."""

    tables: float = 20
    """Tables that are opened in an hour."""
    requests: float = 400
    """Requests in ten seconds."""
    sockets: float = 100
    """Websockets that are open at once."""

    def times(self, factor: float) -> Share:
        """Return limits that are a number of times larger."""
        return Share(self.tables * factor, self.requests * factor, self.sockets * factor)


SAFE = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

STATUS = {
    FailureCode.NO_SUCH_TABLE: 404,
    FailureCode.TOO_MANY: 503,
    FailureCode.TOO_LONG: 413,
    FailureCode.NOT_SAVED: 503,
    FailureCode.CLOSED: 410,
    FailureCode.NOT_LEFT: 409,
}
"""Statuses of failures; any other one is 400."""


class TooOftenError(Exception):
    """A client has opened as many tables as it may for now."""


def application(
    store: Store,
    *,
    hosts: frozenset[str],
    pause: float = BOT_PAUSE,
    away: float = AWAY,
    idle: float = IDLE,
    unplayed: float = UNPLAYED,
    share: Share | None = None,
    own_bots: Mapping[str, str] | None = None,
) -> Starlette:
    """Return the application.

    Args:
        store: the place of all tables.
        hosts: the names to which it answers, as browsers say them: ``localhost:8008``.
        pause: seconds before a bot acts.
        away: seconds after which somebody without a connection has left.
        idle: seconds after which a table is removed at which nothing happens.
        unplayed: the same for a table at which no person has ever made a move.
        share: what each client may have.
        own_bots: bots besides those of the library, by name: what `load_bot` makes each of, see `bots.invite`.
    """
    house = House(store, pause=pause, away=away, own_bots=own_bots)
    pages, share = Pages(), share or Share()

    async def lobby(_request: Request) -> Response:
        return pages.html("lobby.html")

    async def table(request: Request) -> Response:
        token = request.path_params["token"]
        chair = house.chairs.get(token)
        usual = chair is None or chair.table.game.state.edition == KOSMOS_2008
        return pages.html("seat.html", data=DATA if usual else OWN_DATA.format(token=token))

    @asynccontextmanager
    async def living(_app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(Complaints())
        cleaning = asyncio.create_task(_clean(house, idle, unplayed))
        for table in house.tables.values():
            house.wake(table)
        yield
        cleaning.cancel()
        await house.close()
        store.close()

    app = Starlette(
        routes=[
            Route("/", lobby),
            Route("/table/{token}", lobby),
            Route("/seat/{token}", table),
            Route("/page/{digest}/{name}", pages.file),
            Route("/api/bots", _bots),
            Route("/api/terms", _terms),
            Route("/api/lessons", _lesson, methods=["POST"]),
            Route("/api/lessons", _lesson_steps),
            Route("/api/readings", _readings),
            Route("/api/mine", _mine, methods=["POST"]),
            Route("/api/tables", _open, methods=["POST"]),
            Route("/api/tables/{token}", _waiting_room),
            Route("/api/tables/{token}", _claim, methods=["POST"]),
            Route("/api/tables/{token}", _delete, methods=["DELETE"]),
            Route("/api/seats/{token}/record", _record),
            Route("/api/seats/{token}/name", _rename, methods=["POST"]),
            Route("/api/seats/{token}/bot", _substitute, methods=["POST"]),
            Route("/api/seats/{token}/rematch", _rematch, methods=["POST"]),
            *[Route(f"{folder}board-{{layout}}.json", _drawing) for folder in (DATA, OWN_DATA)],
            *[Route(f"{folder}words-{{language}}.json", _words) for folder in (DATA, OWN_DATA)],
            Route(f"{DATA}picture-{{language}}.svg", _picture),
            Route("/rules/{rule}.html", _rule),
            WebSocketRoute("/api/seats/{token}/ws", _listen),
        ],
        lifespan=living,
        middleware=[Middleware(Door, hosts=hosts, share=share), Middleware(GZipMiddleware)],
        exception_handlers={
            RefusedError: _refused,
            TooOftenError: _too_often,
            OSError: _not_saved,
            Exception: _failed,
        },
    )
    app.state.house = house
    app.state.pages = pages
    app.state.terms = {"hours": unplayed / 3600, "days": idle / DAY}
    app.state.opening = Rate(share.tables, 3600)
    app.state.sockets = Counter[str]()
    app.state.most_sockets = share.sockets
    return app


STRANGE = """\
The header Host or Origin of this request has a name that this server was not started with.
Start it with --name NAME for another name, and with --name NAME:PORT for a page that another port serves.
"""


class Door:
    """Refuses requests from other hosts and origins, and clients that ask too often.

    From elsewhere are other hosts (a name that somebody points here), and other origins.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str], share: Share) -> None:
        self._app = app
        self._hosts = hosts
        self._asking = Rate(share.requests, 10)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if not self._asking.allows(client_of(scope)):
            answer = _too_many()
        elif not self._known(scope):
            answer = PlainTextResponse(STRANGE, 403)
        else:
            await self._app(scope, receive, self._safely(send))
            return
        await answer(scope, receive, send)

    def _known(self, scope: Scope) -> bool:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        origin = headers.get(b"origin")
        if headers.get(b"host") not in self._hosts:
            return False
        return origin is None or origin.partition("://")[2] in self._hosts

    def _safely(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SAFE.items():
                    headers.setdefault(name, value)
            await send(message)

        return sending


async def _clean(house: House, idle: float, unplayed: float) -> None:
    while True:
        with suppress(OSError):  # it is tried again
            house.expire(idle, unplayed)
        await asyncio.sleep(min(60.0, idle, unplayed))


# Answers


async def _bots(request: Request) -> Response:
    stand_in = request.app.state.house.stand_in
    found = [{**asdict(bot), "stands_in": bot.spec == stand_in} for bot in players()]
    return JSONResponse(found)


async def _terms(request: Request) -> Response:
    return JSONResponse(request.app.state.terms)


async def _wish(request: Request) -> object:
    """Return the body of a request as JSON. Raises `RefusedError`."""
    body = b""
    try:
        async with asyncio.timeout(LONGEST_WAIT):
            async for part in request.stream():
                body += part
                if len(body) > LONGEST_BODY:
                    raise RefusedError(FailureCode.TOO_LONG)
    except TimeoutError:
        raise RefusedError(FailureCode.TOO_LONG) from None
    try:
        wish: object = json.loads(body)
    except (ValueError, RecursionError):
        raise RefusedError(FailureCode.MALFORMED) from None
    return wish


def _of(wish: object, key: str) -> object:
    """Return a part of a wish; None if it has no such part."""
    return wish.get(key) if isinstance(wish, dict) else None


async def _open(request: Request) -> Response:
    wish = await _wish(request)
    _check_rate(request)
    return JSONResponse(_opened(request.app.state.house.open(wish)), 201)


async def _lesson(request: Request) -> Response:
    wish = await _wish(request)
    _check_rate(request)
    table = request.app.state.house.open_lesson(wish)
    seat = f"/seat/{table.saved.seats[LEARNER]}#lesson-{_of(wish, 'chapter')}"
    return JSONResponse({"seat": seat, **_opened(table)}, 201)


def _check_rate(request: Request) -> None:
    if not request.app.state.opening.allows(client_of(request.scope)):
        raise TooOftenError


def _opened(table: Table | None) -> dict[str, str]:
    """Return what whoever opens a table is told: nobody else hears the token of the host."""
    if table is None:
        return {}
    return {"table": f"/table/{table.saved.invite}", "host": table.saved.host}


async def _lesson_steps(_request: Request) -> Response:
    return JSONResponse(lesson_steps())


async def _mine(request: Request) -> Response:
    return JSONResponse(request.app.state.house.mine(_of(await _wish(request), "seats")))


async def _rename(request: Request) -> Response:
    chair = _seat(request)
    chair.table.rename(chair.seat, _of(await _wish(request), "name"))
    return JSONResponse({})


async def _substitute(request: Request) -> Response:
    chair, wish = _seat(request), await _wish(request)
    chair.table.substitute(chair.seat, _of(wish, "seat"), _of(wish, "bot"))
    request.app.state.house.wake(chair.table)
    return JSONResponse({})


async def _rematch(request: Request) -> Response:
    link, table = request.app.state.house.play_again(_chair(request))
    return JSONResponse({"seat": link, **_opened(table)}, 201)


def _invited(request: Request) -> Table:
    table = request.app.state.house.invited.get(request.path_params["token"])
    if not isinstance(table, Table):
        raise RefusedError(FailureCode.NO_SUCH_TABLE)
    return table


async def _waiting_room(request: Request) -> Response:
    table = _invited(request)
    saved, game = table.saved, table.game
    colours = game.state.edition.colours
    seats = [
        {"name": name, "colour": colour, "bot": saved.bots[seat], "free": table.is_free(seat)}
        for seat, (name, colour) in enumerate(zip(game.names, colours, strict=False))
    ]
    rematch = f"/table/{table.next.saved.invite}" if table.next else None
    return JSONResponse(
        {
            "seats": seats,
            "watch": f"/seat/{saved.watch}",
            "rematch": rematch,
            "readings": other_readings(game.state.edition),
        }
    )


async def _readings(_request: Request) -> Response:
    return JSONResponse(other_readings(evolve(KOSMOS_2008, readings=READ_OTHERWISE)))


async def _claim(request: Request) -> Response:
    wish = await _wish(request)
    token = request.app.state.house.claim(_invited(request), wish)
    return JSONResponse({"seat": f"/seat/{token}"}, 201)


async def _delete(request: Request) -> Response:
    house, host = request.app.state.house, request.path_params["token"]
    if host not in house.tables:
        raise RefusedError(FailureCode.NO_SUCH_TABLE)
    house.remove(host)
    return JSONResponse({})


async def _record(request: Request) -> Response:
    game = _chair(request).table.game
    if not game.over:  # it holds everybody's cards
        raise RefusedError(FailureCode.CLOSED)
    name = {"Content-Disposition": 'attachment; filename="game.toledo"'}
    return PlainTextResponse(format_record(game.record()), headers=name)


def _language(request: Request) -> Language:
    wish = request.query_params.get("language", "en")
    return wish if wish in languages() else "en"


async def _drawing(request: Request) -> Response:
    wish = request.path_params["layout"]
    layout: PageLayout | None = next((one for one in get_args(PageLayout) if one == wish), None)
    if layout is None:
        raise RefusedError(FailureCode.NO_SUCH_TABLE)
    own = "token" in request.path_params
    edition = _chair(request).table.game.state.edition if own else KOSMOS_2008
    return unless_known(request, Response(_drawn(edition, layout), media_type="application/json"))


@lru_cache
def _drawn(edition: Edition, layout: PageLayout) -> bytes:
    return bytes(JSONResponse(drawing(edition, layout)).body)


def _known_language(request: Request) -> Language:
    language: Language = request.path_params["language"]
    if language not in languages():
        raise RefusedError(FailureCode.NO_SUCH_TABLE)
    return language


async def _words(request: Request) -> Response:
    return unless_known(request, JSONResponse(language_tables(_known_language(request))))


async def _picture(request: Request) -> Response:
    drawn = _pictured(_known_language(request))
    return unless_known(request, Response(drawn, media_type="image/svg+xml"))


@lru_cache
def _pictured(language: Language) -> str:
    return svg(parse_position(PICTURED), theme="auto", extent="board", language=language)


async def _rule(request: Request) -> Response:
    rule = request.path_params["rule"]
    if rule not in RULES:
        raise RefusedError(FailureCode.NO_SUCH_TABLE)
    return HTMLResponse(rule_page(rule, _language(request), request.app.state.pages.address))


def _chair(request: Request | WebSocket) -> Chair:
    chair = request.app.state.house.chairs.get(request.path_params["token"])
    if not isinstance(chair, Chair):
        raise RefusedError(FailureCode.NO_SUCH_TABLE)
    return chair


@frozen
class Seated:
    """A player's seat."""

    table: Table
    seat: Seat


def _seat(request: Request) -> Seated:
    """Return the seat of a player. Raises `RefusedError` for spectators."""
    chair = _chair(request)
    if chair.seat is None:
        raise RefusedError(FailureCode.NO_SUCH_TABLE)
    return Seated(chair.table, chair.seat)


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    status = STATUS.get(error.answer.code, 400)
    return Response(encode(error.answer), status, media_type="application/json")


def _too_many() -> Response:
    answer = encode(failure(FailureCode.TOO_MANY))
    return Response(answer, 429, {"Retry-After": "10"}, media_type="application/json")


async def _too_often(_request: Request, _error: Exception) -> Response:
    return _too_many()


async def _not_saved(_request: Request, _error: Exception) -> Response:
    answer = encode(failure(FailureCode.NOT_SAVED))
    return Response(answer, 503, media_type="application/json")


async def _failed(_request: Request, _error: Exception) -> Response:
    return Response(encode(failure(FailureCode.INTERNAL)), 500, media_type="application/json")


# A listener


async def _listen(socket: WebSocket) -> None:
    """Send everything that happens at a table, and do what the client asks."""
    await socket.accept()
    try:
        await _attend(socket, _chair(socket))
    except RefusedError as error:
        await socket.send_text(encode(error.answer))
        await socket.close(1008)


async def _attend(socket: WebSocket, chair: Chair) -> None:
    """Send what a listener hears and do what they ask, until they go, fall behind, or the table is closed.

    Raises `RefusedError` if there is no room for them.
    """
    sockets, client = socket.app.state.sockets, client_of(socket.scope)
    if sockets[client] >= socket.app.state.most_sockets:
        raise RefusedError(FailureCode.TOO_MANY)
    listener = chair.table.join(chair.seat)
    sockets[client] += 1
    tasks = [
        asyncio.create_task(_send(socket, listener)),
        asyncio.create_task(_hear(socket, chair, listener)),
        asyncio.create_task(listener.behind.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:  # a client that does not read would keep the first one for ever
            task.cancel()
        chair.table.leave(chair.seat, listener)
        sockets[client] -= 1
        sockets += Counter()  # without those that are at zero


async def _send(socket: WebSocket, listener: Listener) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # it has gone
        while (line := await listener.news.get()) is not None:
            await socket.send_text(line)
        await socket.close(1001)


async def _hear(socket: WebSocket, chair: Chair, listener: Listener) -> None:
    """Do what a client asks, until it goes, or sends bytes."""
    house: House = socket.app.state.house
    clock = asyncio.get_running_loop().time
    heard: list[float] = []
    with suppress(WebSocketDisconnect, RuntimeError, KeyError):
        while True:
            text = await socket.receive_text()
            heard = [*[moment for moment in heard if clock() - moment < 1], clock()]
            if len(heard) > MOST_REQUESTS:
                listener.tell(encode(failure(FailureCode.TOO_MANY)))
            elif len(text) > LONGEST_REQUEST:
                listener.tell(encode(failure(FailureCode.TOO_LONG)))
            else:
                answer = await house.ask(chair, text)
                if answer is not None:
                    listener.tell(encode(answer))
                if isinstance(answer, Failure) and answer.code == FailureCode.OTHER_PROTOCOL:
                    listener.tell(None)
