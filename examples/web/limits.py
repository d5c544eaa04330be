"""Limits of what strangers can take: connections, time and requests.

uvicorn waits for the headers of a request for ever, counts connections only when they ask for something, and waits for
readers that never read. The connections here do none of that.
"""

from __future__ import annotations

import asyncio
import errno
import socket
import time
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import Any, Final

import uvicorn
from attrs import frozen
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from toledo_rules.protocol import LONGEST_REQUEST

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]  # mypy looks at this system only

MOST_CONNECTIONS: Final = 4_000
MOST_ACCEPTED: Final = 64
"""Connections that the event loop accepts at once."""
MOST_WAITING: Final = 2_048
"""Connections that wait to be accepted."""
OWN_FILES: Final = 64
"""Files that the server needs for itself: the store, pipes to bots."""
FEWEST_FILES: Final = 128
MOST_CLIENTS: Final = 20_000
"""Clients whose requests are counted; the one that asked longest ago is forgotten."""
PREFIX_BITS: Final = 64
"""Bits of an IPv6 address that belong to a network: whoever has one address of it has all of them."""


@frozen
class Limits:
    """Limits of connections."""

    connections: int = MOST_CONNECTIONS
    """Connections that are open at once. One more takes the place of the one that has been silent for longest."""
    accepted: int = MOST_ACCEPTED
    """Connections that are accepted at once."""
    headers: float = 10.0
    """Seconds that the headers of a request may take to come."""
    reading: float = 30.0
    """Seconds in which a client has to read what it was sent."""

    @classmethod
    def of_files(cls, files: int) -> Limits:
        """Return limits that keep the server below a number of open files. Raises ValueError if that is too small."""
        if files < FEWEST_FILES:
            raise ValueError(
                f"at most {files} files may be open, and the server needs {FEWEST_FILES} (ulimit -n)"
            )
        accepted = min(MOST_ACCEPTED, files // 32)
        # It takes the event loop four rounds to close what it has accepted, and it accepts more in each.
        return cls(min(MOST_CONNECTIONS, files - OWN_FILES - 4 * accepted), accepted)

    @classmethod
    def of_system(cls) -> Limits:
        """Return the limits for this process. Raises ValueError if it may not open enough files."""
        if resource is None:
            return cls()
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return cls() if files == resource.RLIM_INFINITY else cls.of_files(files)


class Config(uvicorn.Config):
    """The way in which uvicorn runs an application here."""

    def __init__(self, app: Any, limits: Limits, **options: Any) -> None:
        super().__init__(
            app,
            http=HttpConnection,
            ws=SocketConnection,
            backlog=limits.accepted,
            ws_max_size=4 * LONGEST_REQUEST,
            access_log=False,  # addresses have tokens in them
            timeout_keep_alive=20,
            **options,
        )
        self.limits = limits


class Server(uvicorn.Server):
    """A server that accepts few connections at once and lets many wait; to the event loop both are one number."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        for listening in [one for server in self.servers for one in server.sockets]:
            with socket.fromfd(listening.fileno(), listening.family, listening.type) as same:
                same.listen(MOST_WAITING)


class _Read(asyncio.Protocol):
    """A connection whose client has to read what it is sent."""

    config: Config
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Wait until the client reads."""
        super().pause_writing()
        self._unread = self.loop.call_later(self.config.limits.reading, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the client has read."""
        super().resume_writing()
        _cancel(self._unread)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        _cancel(self._unread)
        super().connection_lost(exc)


class SocketConnection(_Read, WebSocketsSansIOProtocol):  # type: ignore[misc]  # uvicorn has wider types
    """A websocket."""


class HttpConnection(_Read, H11Protocol):  # type: ignore[misc]  # uvicorn has wider types
    """A connection that has to say what it wants."""

    _headers: asyncio.TimerHandle | None = None
    silent_since = 0.0
    """The moment since which it asks for nothing."""

    @property
    def is_silent(self) -> bool:
        """True if it asks for nothing, or has not said yet what it asks for."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(transport)
        self._wait_for_headers()
        if len(self.connections) > self.config.limits.connections:
            self._make_room()

    def data_received(self, data: bytes) -> None:
        """Take in some bytes."""
        super().data_received(data)
        if self.is_silent and self.transport.get_protocol() is self:
            self._wait_for_headers()
        else:  # they are there, and may be those of a websocket
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self.silent_since = self.loop.time()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_headers(self) -> None:
        """Begin to wait; more bytes of the same headers give them no more time."""
        if self._headers is None:
            self.silent_since = self.loop.time()
            limit = self.config.limits.headers
            self._headers = self.loop.call_later(limit, self.transport.abort)

    def _stop_waiting(self) -> None:
        _cancel(self._headers)
        self._headers = None

    def _make_room(self) -> None:
        """Close the connection that has been silent for longest, or this one if none is."""
        there = [one for one in self.connections if not one.transport.is_closing()]
        if len(there) > self.config.limits.connections:
            silent = [one for one in there if isinstance(one, HttpConnection) and one.is_silent]
            min(silent, key=lambda one: one.silent_since, default=self).transport.abort()


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()


class Complaints:
    """Log uncaught errors, but report only once that no file descriptor is left."""

    def __init__(self) -> None:
        self._said = False

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an error of the event loop."""
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in (errno.EMFILE, errno.ENFILE):
            loop.default_exception_handler(context)
        elif not self._said:
            self._said = True
            loop.default_exception_handler({"message": f"connections have to wait: {error}"})


class Rate:
    """A limit of how often each client may do something."""

    def __init__(
        self, number: float, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Allow each client so many times within so many seconds."""
        self._number = number
        self._seconds = seconds
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}
        """Times that are left to a client, and the moment when that was so; by the moment."""

    def allows(self, client: str) -> bool:
        """Return whether a client may do it once more, which counts."""
        now = self._clock()
        left, then = self._left.pop(client, (self._number, now))
        left = min(self._number, left + (now - then) * self._number / self._seconds)
        self._left[client] = (left - 1 if left >= 1 else left), now
        if len(self._left) > MOST_CLIENTS:
            del self._left[next(iter(self._left))]
        return left >= 1


def client_of(scope: Scope) -> str:
    """Return whose request it is: an address, or a network of IPv6. A proxy on this machine says for whom it asks."""
    address, _ = scope.get("client") or ("", 0)
    try:
        known = ip_address(address)
    except ValueError:
        return str(address)
    if isinstance(known, IPv6Address):
        return f"{int(known) >> PREFIX_BITS:x}"
    return address
