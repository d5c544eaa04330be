"""The server: addresses, limits and answers.

    GET  /  /table/TOKEN  /seat/TOKEN     the pages
    POST /api/tables                      a new table: {"seats": [{"name": "Ana", "bot": "greedy" or null}, ...]},
                                          and perhaps "record": "..." to go on with
    POST /api/lessons                     a table for a first game: {"name": "Ana", "teacher": "Ben"}, see `lesson`
    GET  /api/lessons                     the steps of the lesson
    POST /api/mine                        how things stand at seats: {"seats": [TOKEN, ...]}
    GET  /api/bots                        the bots, with titles and levels
    GET  /api/tables/TOKEN                for the host: a link for each player
    GET  /api/seats/TOKEN/record          the record, once the game is over
    POST /api/seats/TOKEN/name            another name for a player: {"name": "Zoë"}
    POST /api/seats/TOKEN/bot             a bot that plays for oneself, or for somebody who has left:
                                          {"seat": 1, "bot": "planner"}; null takes one's own seat back
    POST /api/seats/TOKEN/undo            take back one's turn, as far as that goes: {"expect": 12}, the version that
                                          one has seen; [], or rule and sentence why not; ?language=en
    POST /api/seats/TOKEN/rematch         a seat at a table with the same players, once the game is over
    WS   /api/seats/TOKEN/ws              the table, by `toledo_rules.protocol`
    WS   /api/seats/TOKEN/page            the table for our page, which draws by places: letters of `feed`; it asks
                                          by the protocol, and is sent scenes for a `ReplayRequest`; ?language=en
    GET  /api/seats/TOKEN/board           the board and the places on it, which never change; ?language=en&layout=wide
    GET  /api/seats/TOKEN/prose           the table in words, for those who cannot see it; ?language=en
    GET  /api/seats/TOKEN/hint            the number of the move that a bot would play
    GET  /api/seats/TOKEN/why             why parts do not go together: [rule, sentence], or [] if there is no reason;
                                          ?picked=PART&picked=PART&with=PART&language=en
    GET  /rules/RULE.html                 a rule, to which every reason leads

Whoever has a token of a seat may play there; nobody sees more than their seat does, the host included.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Final, get_args

from attrs import frozen
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
)
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from toledo_rules import Seat
from toledo_rules.bots import bots, make_bot
from toledo_rules.choices import choices, why_not
from toledo_rules.describe import Language, language_tables, languages, render, typeset
from toledo_rules.protocol import (
    LONGEST_REQUEST,
    Failure,
    FailureCode,
    Refused,
    Replay,
    ServerMessage,
    encode,
    failed,
)
from toledo_rules.record import format_record
from toledo_rules.render import PageLayout
from toledo_rules.rulebook import RULES

from .feed import Moment, board_of, past_of, prose, rule_page, spoken
from .house import BOT_PAUSE, House
from .lesson import LEARNER, lesson_steps
from .store import Store
from .table import AWAY, Chair, RefusedError, Table

PAGE = Path(__file__).parent / "page"
ADVISER = make_bot("greedy")
"""The bot that gives hints."""
LONGEST_BODY: Final = 100_000
LONGEST_WAIT: Final = 20.0
"""Seconds that a body may take to come."""
MOST_CONNECTIONS: Final = 2_000
MOST_REQUESTS: Final = 20
"""Requests of a connection in a second."""
MOST_PARTS: Final = 6
"""Parts of the table in a question."""
IDLE: Final = 14 * 24 * 3600.0
"""Seconds after which a table is removed at which nothing happens."""

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


def application(
    store: Store,
    *,
    hosts: frozenset[str],
    pause: float = BOT_PAUSE,
    away: float = AWAY,
    idle: float = IDLE,
    own_bots: Mapping[str, str] | None = None,
) -> Starlette:
    """Return the application.

    Args:
        store: the place of all tables.
        hosts: the names to which it answers, as browsers say them: ``localhost:8008``.
        pause: seconds before a bot acts.
        away: seconds after which somebody without a connection has left.
        idle: seconds after which a table is removed at which nothing happens.
        own_bots: bots besides those of the library, by name: what `load_bot` makes each of, see `bots.invite`.
    """
    house = House(store, pause=pause, away=away, own_bots=own_bots)

    @asynccontextmanager
    async def living(_app: Starlette) -> AsyncIterator[None]:
        cleaning = asyncio.create_task(_clean(house, idle))
        for table in house.tables.values():
            house.wake(table)
        yield
        cleaning.cancel()
        await house.close()
        store.close()

    app = Starlette(
        routes=[
            Route("/", _page("lobby.html")),
            Route("/table/{token}", _page("lobby.html")),
            Route("/seat/{token}", _page("seat.html")),
            Route("/page/words.json", _page_words),
            Mount("/page", StaticFiles(directory=PAGE)),
            Route("/api/bots", _bots),
            Route("/api/lessons", _lesson, methods=["POST"]),
            Route("/api/lessons", _lesson_steps),
            Route("/api/mine", _mine, methods=["POST"]),
            Route("/api/tables", _open, methods=["POST"]),
            Route("/api/tables/{token}", _links),
            Route("/api/seats/{token}/record", _record),
            Route("/api/seats/{token}/name", _rename, methods=["POST"]),
            Route("/api/seats/{token}/bot", _substitute, methods=["POST"]),
            Route("/api/seats/{token}/undo", _undo_turn, methods=["POST"]),
            Route("/api/seats/{token}/rematch", _rematch, methods=["POST"]),
            Route("/api/seats/{token}/board", _board),
            Route("/api/seats/{token}/prose", _prose),
            Route("/api/seats/{token}/hint", _hint),
            Route("/api/seats/{token}/why", _why),
            Route("/rules/{rule}.html", _rule),
            WebSocketRoute("/api/seats/{token}/ws", _listen),
            WebSocketRoute("/api/seats/{token}/page", _show),
        ],
        lifespan=living,
        middleware=[Middleware(Door, hosts=hosts), Middleware(GZipMiddleware)],
        exception_handlers={RefusedError: _refused, OSError: _not_saved, Exception: _failed},
    )
    app.state.house = house
    app.state.connections = 0
    return app


STRANGE = """\
The header Host or Origin of this request has a name that this server was not started with.
Start it with --name NAME for another name, and with --name NAME:PORT for a page that another port serves.
"""


class Door:
    """Whoever comes from elsewhere stays outside: other hosts (a name that somebody points here), other origins."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it."""
        if scope["type"] not in ("http", "websocket") or self._known(scope):
            await self._app(scope, receive, self._safely(send))
            return
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        await PlainTextResponse(STRANGE, 403)(scope, receive, send)

    def _known(self, scope: Scope) -> bool:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        origin = headers.get(b"origin")
        if headers.get(b"host") not in self._hosts:
            return False
        return origin is None or origin.partition("://")[2] in self._hosts

    def _safely(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message.setdefault("headers", [])
                headers += [(name.encode(), value.encode()) for name, value in SAFE.items()]
            await send(message)

        return sending


async def _clean(house: House, idle: float) -> None:
    while True:
        with suppress(OSError):  # it is tried again
            house.expire(idle)
        await asyncio.sleep(min(60.0, idle))


# Answers


def _page(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(_request: Request) -> Response:
        return FileResponse(PAGE / name)

    return page


async def _page_words(_request: Request) -> Response:
    """The words of the pages in every language, from the catalogues of the library."""
    found = {}
    for language in languages():
        tables = language_tables(language)
        words = {key: typeset(str(text), tables) for key, text in tables["page"].items()}
        errors = {f"error_{key}": str(text) for key, text in tables["error"].items()}
        found[language] = {"own_name": str(tables["language"]["name"]), **words, **errors}
    return JSONResponse(found)


async def _bots(_request: Request) -> Response:
    return JSONResponse(
        [{"name": bot.name, "title": bot.title, "level": bot.level} for bot in bots()]
    )


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
    table = request.app.state.house.open(await _wish(request))
    return JSONResponse({"table": f"/table/{table.saved.host}"}, 201)


async def _lesson(request: Request) -> Response:
    table = request.app.state.house.open_lesson(await _wish(request))
    return JSONResponse({"seat": f"/seat/{table.saved.seats[LEARNER]}#lesson"}, 201)


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


async def _undo_turn(request: Request) -> Response:
    chair, expect = _seat(request), _of(await _wish(request), "expect")
    answer = request.app.state.house.undo_turn(chair.table, chair.seat, expect)
    if not isinstance(answer, Refused | Failure):
        return JSONResponse([])
    rule = answer.rule if isinstance(answer, Refused) else ""
    return JSONResponse([rule, render(answer.message, _language(request), reader=chair.seat)])


async def _rematch(request: Request) -> Response:
    return JSONResponse({"seat": request.app.state.house.play_again(_chair(request))}, 201)


async def _links(request: Request) -> Response:
    table = request.app.state.house.tables.get(request.path_params["token"])
    if table is None:
        raise RefusedError(FailureCode.NO_SUCH_TABLE)
    saved, game = table.saved, table.game
    colours = game.state.edition.colours
    seats = [
        {"name": name, "colour": colour, "link": None if bot else f"/seat/{token}"}
        for name, colour, bot, token in zip(
            game.names, colours, saved.bots, saved.seats, strict=False
        )
    ]
    rematch = f"/table/{table.next.saved.host}" if table.next else None
    return JSONResponse({"seats": seats, "watch": f"/seat/{saved.watch}", "rematch": rematch})


async def _record(request: Request) -> Response:
    game = _chair(request).table.game
    if not game.over:  # it holds everybody's cards
        raise RefusedError(FailureCode.CLOSED)
    name = {"Content-Disposition": 'attachment; filename="game.toledo"'}
    return PlainTextResponse(format_record(game.record()), headers=name)


def _language(request: Request | WebSocket) -> Language:
    wish = request.query_params.get("language", "en")
    return wish if wish in languages() else "en"


async def _board(request: Request) -> Response:
    edition = _chair(request).table.game.state.edition
    wish = request.query_params.get("layout", "wide")
    layout: PageLayout = next((one for one in get_args(PageLayout) if one == wish), "wide")
    return JSONResponse(board_of(edition, layout, _language(request)))


async def _prose(request: Request) -> Response:
    chair = _chair(request)
    return JSONResponse(prose(Moment.of(chair.table.game, chair.seat), _language(request)))


async def _hint(request: Request) -> Response:
    chair = _chair(request)
    view = chair.table.game.view(chair.seat)
    moves = [offer.action for offer in choices(view).moves]
    if not moves:
        raise RefusedError(FailureCode.CLOSED)
    return JSONResponse({"move": moves.index(ADVISER.choose(view, Random(0)))})


async def _why(request: Request) -> Response:
    """Rule and sentence why some parts do not go with the first of others for which there is a reason; else nothing."""
    chair, language = _chair(request), _language(request)
    view, asked = chair.table.game.view(chair.seat), request.query_params
    picked, others = asked.getlist("picked")[:MOST_PARTS], asked.getlist("with")[:MOST_PARTS]
    if view.over or view.seat != view.active:
        return JSONResponse([])
    names = chair.table.game.given_names
    reasons = (why_not(view, *picked, other, names=names) for other in others)
    reason = next(filter(None, reasons), None)
    if reason is None:
        return JSONResponse([])
    return JSONResponse([reason.rule, render(reason.message, language, reader=chair.seat)])


async def _rule(request: Request) -> Response:
    rule = request.path_params["rule"]
    if rule not in RULES:
        raise RefusedError(FailureCode.NO_SUCH_TABLE)
    return HTMLResponse(rule_page(rule, _language(request)))


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


async def _not_saved(_request: Request, _error: Exception) -> Response:
    answer = encode(failed(FailureCode.NOT_SAVED))
    return Response(answer, 503, media_type="application/json")


async def _failed(_request: Request, _error: Exception) -> Response:
    return Response(encode(failed(FailureCode.INTERNAL)), 500, media_type="application/json")


# A listener


async def _listen(socket: WebSocket) -> None:
    """Send everything that happens at a table, and do what the client asks."""
    state = socket.app.state
    await socket.accept()
    try:
        chair = _chair(socket)
        listener = chair.table.join(chair.seat, full=state.connections >= MOST_CONNECTIONS)
    except RefusedError as error:
        await socket.send_text(encode(error.answer))
        await socket.close(1008)
        return
    state.connections += 1
    asking = asyncio.create_task(_hear(socket, chair, listener.tell))
    try:
        while (line := await listener.news.get()) is not None:
            await socket.send_text(line)
        await socket.close(1001)
    except (WebSocketDisconnect, RuntimeError):
        pass  # it has gone
    finally:
        asking.cancel()
        chair.table.leave(chair.seat, listener)
        state.connections -= 1


async def _show(socket: WebSocket) -> None:
    """Send letters to a page, and do what it asks."""
    state, language = socket.app.state, _language(socket)
    await socket.accept()
    try:
        chair = _chair(socket)
        full = state.connections >= MOST_CONNECTIONS
        listener = chair.table.join_page(chair.seat, language, full=full)
    except RefusedError as error:
        await socket.send_text(spoken(error.answer, language, None))
        await socket.close(1008)
        return
    state.connections += 1

    def said(answer: ServerMessage) -> str:
        if isinstance(answer, Replay):
            return past_of(answer, chair.table.game, language, chair.seat)
        return spoken(answer, language, chair.seat)

    asking = asyncio.create_task(_hear(socket, chair, listener.tell, said))
    try:
        while (line := await listener.news.get()) is not None:
            await socket.send_text(line)
        await socket.close(1001)
    except (WebSocketDisconnect, RuntimeError):
        pass  # it has gone
    finally:
        asking.cancel()
        chair.table.leave_page(chair.seat, language, listener)
        state.connections -= 1


async def _hear(
    socket: WebSocket,
    chair: Chair,
    tell: Callable[[str | None], None],
    say: Callable[[ServerMessage], str] = encode,
) -> None:
    house: House = socket.app.state.house
    clock = asyncio.get_running_loop().time
    heard: list[float] = []
    try:
        while True:
            text = await socket.receive_text()
            heard = [*[moment for moment in heard if clock() - moment < 1], clock()]
            if len(heard) > MOST_REQUESTS:
                tell(say(failed(FailureCode.TOO_MANY)))
            elif len(text) > LONGEST_REQUEST:
                tell(say(failed(FailureCode.TOO_LONG)))
            else:
                answer = house.ask(chair, text)
                if answer is not None:
                    tell(say(answer))
    except (WebSocketDisconnect, RuntimeError, KeyError):
        tell(None)  # it has gone, or sent bytes
