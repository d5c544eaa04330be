"""The web server: the standard library's, a thread for each request, server-sent events for what is new.

    GET  /                            the lobby
    POST /api/tables                  a new table: {"seats": [{"name": "Ana", "bot": "greedy" or null}, ...]},
                                      with "record" if an old game is to go on
    GET  /table/HOST                  who gets which link: for the host
    GET  /api/tables/HOST             the same in JSON
    GET  /api/tables/HOST/record      the game as a record, with all its secrets: for the host
    GET  /seat/SEAT                   the table
    GET  /api/seats/SEAT/events       what that seat sees, whenever it changes; ?language=en&layout=wide
    POST /api/seats/SEAT/play         {"version": 7, "action": {...}}; what it answers comes as an event
    POST /api/seats/SEAT/undo         {"version": 7}; in the same way redo
    GET  /api/seats/SEAT/record       the record, when the game is over and nothing is secret any more

HOST and SEAT are tokens that nobody can guess. Whoever has one is that host, or sits on that seat. What is refused
comes back with a status above 400 and {"error": "..."}.
"""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import get_args
from urllib.parse import parse_qs

from toledo_rules import IllegalActionError
from toledo_rules.bots import bot_names
from toledo_rules.codec import CodecError, Json, load_action
from toledo_rules.describe import Language, describe, language_tables, languages, typeset
from toledo_rules.game import LogEntry, NotOnTurnError, UndoError
from toledo_rules.record import format_record
from toledo_rules.render import PageLayout

from .lobby import Chair, Hosted, Lobby, LobbyError
from .sight import Sight, letter
from .table import StaleError

PAGE = Path(__file__).parent / "page"
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
}
LONGEST = 2_000_000
"""Bytes that somebody may send. The record of a long game has some ten thousand."""
HEARTBEAT = 15.0
"""Seconds after which a browser that listens is sent a sign of life, so that we notice when it is gone."""
SAFE = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Headers: nothing is kept, nothing comes from elsewhere, and no token goes elsewhere."""


def page_words(language: Language) -> dict[str, Json]:
    """The words of the page in a language, from the catalogue of the library."""
    tables = language_tables(language)
    words: dict[str, Json] = {"language": str(tables["language"]["name"])}
    for key, text in tables["page"].items():
        words[key] = typeset(str(text), tables)
    return words


class RefusedError(Exception):
    """A request that gets an error as its answer."""

    def __init__(self, status: HTTPStatus, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.rule = rule


class Server(ThreadingHTTPServer):
    """The server. `close` ends it in good order: no thread is left behind, whatever the browsers do."""

    daemon_threads = False

    def __init__(self, lobby: Lobby, host: str = "127.0.0.1", port: int = 0) -> None:
        self.lobby = lobby
        self._host = host
        self._open: set[socket.socket] = set()
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), Handler)

    @property
    def url(self) -> str:
        """Where a browser finds it."""
        return f"http://{f'[{self._host}]' if ':' in self._host else self._host}:{self.server_port}"

    def close(self) -> None:
        """Hang up on everybody and go. Call it when `serve_forever` has returned."""
        self.lobby.close()
        for connection in tuple(self._open):
            with suppress(OSError):  # it is gone already
                connection.shutdown(socket.SHUT_RDWR)
        self.server_close()

    def process_request(self, request: object, client_address: object) -> None:
        """Somebody has called."""
        assert isinstance(request, socket.socket)
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: object) -> None:
        """Somebody has been answered."""
        assert isinstance(request, socket.socket)
        self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: object, client_address: object) -> None:
        """Browsers hang up whenever they like. Everything else is worth a traceback."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            assert isinstance(request, socket.socket)
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: Server
    timeout = 60  # seconds that a client may take to send a request

    def do_GET(self) -> None:
        """Whatever is to be seen."""
        self._answer(self._get)

    def do_POST(self) -> None:
        """Whatever is to be done."""
        self._answer(self._post)

    def log_message(self, *_: object) -> None:
        """Say nothing: addresses have tokens in them."""

    # What is asked for

    def _get(self, path: Sequence[str]) -> None:
        match path:
            case [""]:
                self._send_file("lobby.html")
            case ["table", _]:
                self._send_file("lobby.html")
            case ["seat", _]:
                self._send_file("seat.html")
            case ["page", "words.json"]:
                self._send_words()
            case ["page", name] if name in {file.name for file in PAGE.iterdir()}:
                self._send_file(name)
            case ["api", "bots"]:
                self._send_json(list(bot_names()))
            case ["api", "tables", host]:
                self._send_json(self._links(self._hosted(host)))
            case ["api", "tables", host, "record"]:
                self._send_record(self._hosted(host))
            case ["api", "seats", seat, "events"]:
                self._send_events(self._chair(seat))
            case ["api", "seats", seat, "record"]:
                chair = self._chair(seat)
                if not chair.table.game.over:
                    text = "a record holds everybody's cards: until the game is over it is for the host"
                    raise RefusedError(HTTPStatus.FORBIDDEN, text)
                self._send_record(chair)
            case _:
                raise RefusedError(HTTPStatus.NOT_FOUND, "there is nothing here")

    def _post(self, path: Sequence[str]) -> None:
        origin = self.headers["Origin"]
        if origin and origin.partition("://")[2] != self.headers["Host"]:
            raise RefusedError(HTTPStatus.FORBIDDEN, "that comes from another site")
        match path:
            case ["api", "tables"]:
                try:
                    host = self.server.lobby.open(self._body())
                except LobbyError as error:
                    raise RefusedError(HTTPStatus.BAD_REQUEST, str(error)) from None
                self._send_json({"table": f"/table/{host}"}, HTTPStatus.CREATED)
            case ["api", "seats", seat, ("play" | "undo" | "redo") as deed]:
                self._act(self._chair(seat), deed, self._body())
                self._send_json({})
            case _:
                raise RefusedError(HTTPStatus.NOT_FOUND, "there is nothing to do here")

    def _act(self, chair: Chair, deed: str, body: object) -> None:
        """Do something at a table."""
        table, seat = chair.table, chair.seat
        if seat is None:
            raise RefusedError(HTTPStatus.FORBIDDEN, "whoever watches does not play")
        try:
            match deed, body:
                case "play", {"version": int(version), "action": action}:
                    table.play(seat, version, load_action(action))
                case "undo", {"version": int(version)}:
                    table.undo(seat, version)
                case "redo", {"version": int(version)}:
                    table.redo(seat, version)
                case _:
                    text = 'say {"version": 7}, and to play {"version": 7, "action": {...}}'
                    raise RefusedError(HTTPStatus.BAD_REQUEST, text)
        except CodecError as error:
            raise RefusedError(HTTPStatus.BAD_REQUEST, str(error)) from None
        except (StaleError, NotOnTurnError) as error:
            raise RefusedError(HTTPStatus.CONFLICT, str(error)) from None
        except (IllegalActionError, UndoError) as error:
            why = error.illegality if isinstance(error, IllegalActionError) else error.refusal
            names = table.game.record().names
            text = describe(why, table.game.view(seat), language=self._language(), names=names)
            raise RefusedError(HTTPStatus.CONFLICT, text, why.rule) from None

    def _links(self, hosted: Hosted) -> Json:
        game, bots = hosted.table.game, hosted.table.bots
        seats: list[Json] = [
            {"name": name, "colour": colour, "link": None if seat in bots else f"/seat/{token}"}
            for seat, (name, colour, token) in enumerate(
                zip(
                    game.record().names or game.state.edition.colours,
                    game.state.edition.colours,
                    hosted.seats,
                    strict=False,  # an edition can have more colours than there are players
                )
            )
        ]
        return {"seats": seats, "watch": f"/seat/{hosted.watch}"}

    # Who asks, and what for

    def _chair(self, token: str) -> Chair:
        if token not in self.server.lobby.chairs:
            raise RefusedError(HTTPStatus.NOT_FOUND, "there is no such seat")
        return self.server.lobby.chairs[token]

    def _hosted(self, token: str) -> Hosted:
        if token not in self.server.lobby.tables:
            raise RefusedError(HTTPStatus.NOT_FOUND, "there is no such table")
        return self.server.lobby.tables[token]

    def _language(self) -> Language:
        wish = parse_qs(self.path.partition("?")[2]).get("language", [""])[0]
        return next((language for language in languages() if language == wish), "en")

    def _layout(self) -> PageLayout:
        wish = parse_qs(self.path.partition("?")[2]).get("layout", [""])[0]
        return next((layout for layout in get_args(PageLayout) if layout == wish), "wide")

    def _body(self) -> object:
        """What was sent, as JSON."""
        length = self.headers["Content-Length"] or ""
        if not length.isdecimal() or int(length) > LONGEST:
            text = f"say how long it is: at most {LONGEST} bytes"
            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, text)
        try:
            body: object = json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError):
            raise RefusedError(HTTPStatus.BAD_REQUEST, "that is not JSON") from None
        return body

    # What is answered

    def _answer(self, handle: Callable[[Sequence[str]], None]) -> None:
        try:
            handle(self.path.partition("?")[0].removeprefix("/").split("/"))
        except RefusedError as error:
            told: dict[str, Json] = {"error": str(error)}
            if error.rule:
                told["rule"] = error.rule
            self._send_json(told, error.status)

    def _send_json(self, value: Json, status: HTTPStatus = HTTPStatus.OK) -> None:
        self._send(json.dumps(value).encode(), "application/json", status)

    def _send_words(self) -> None:
        self._send_json({language: page_words(language) for language in languages()})

    def _send_file(self, name: str) -> None:
        file = PAGE / name
        self._send(file.read_bytes(), f"{TYPES[file.suffix]}; charset=utf-8")

    def _send_record(self, place: Chair | Hosted) -> None:
        text = format_record(place.table.game.record())
        more = {"Content-Disposition": 'attachment; filename="game.toledo"'}
        self._send(text.encode(), "text/plain; charset=utf-8", more=more)

    def _send(
        self,
        content: bytes,
        kind: str,
        status: HTTPStatus = HTTPStatus.OK,
        more: Mapping[str, str] = {},
    ) -> None:
        self._send_head(status, {"Content-Type": kind, "Content-Length": str(len(content)), **more})
        self.wfile.write(content)

    def _send_head(self, status: HTTPStatus, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {**SAFE, **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def _send_events(self, chair: Chair) -> None:
        """All that a seat sees, now and whenever it changes, until one of us hangs up."""
        self._send_head(HTTPStatus.OK, {"Content-Type": "text/event-stream"})
        table, language, layout = chair.table, self._language(), self._layout()
        known: tuple[LogEntry, ...] = ()
        version = 0
        while not table.closed:
            if version == table.version:
                self.wfile.write(b":\n\n")  # still here
            else:
                with table.changed:
                    version, sight = table.version, Sight.of(table.game, chair.seat)
                told = {
                    "version": version,
                    **letter(sight, known, language=language, layout=layout),
                }
                known = sight.log
                self.wfile.write(f"data: {json.dumps(told)}\n\n".encode())
            table.wait(version, HEARTBEAT)
