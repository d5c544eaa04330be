"""The web example under attack, and what its limits are worth: every attack that was tried on it is a test here."""

from __future__ import annotations

import asyncio
import errno
import json
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from starlette.websockets import WebSocket
from websockets.exceptions import WebSocketException

from examples.web import house as houses
from examples.web import limits, table
from examples.web import server as servers
from examples.web.__main__ import main as command
from examples.web.bots import PATIENCE as THINKING
from examples.web.bots import choosable, players, stand_in
from examples.web.house import House
from examples.web.limits import Complaints, Limits, Rate, client_of
from examples.web.server import Share
from examples.web.store import SavedTable, Store
from examples.web.table import AWAY, Chair, Table
from tests.web.test_server import (
    PATIENCE,
    PEOPLE,
    ROOT,
    Served,
    finished,
    free_port,
    serving,
)
from toledo_rules import Game
from toledo_rules.bots import bots, register_bot
from toledo_rules.bots import make_bot as made
from toledo_rules.notation import format_action
from toledo_rules.protocol import Ask, Done, FailureCode, Play, encode
from toledo_rules.record import format_record, read_record

DEALT = format_record(Game(["Ana", "Ben"], seed=1).record())


def saved(name: str = "h", **changes: Any) -> SavedTable:
    """A table for two people, both of whom are there."""
    seats = (f"{name}-ana", f"{name}-ben")
    return evolve(
        SavedTable(name, f"{name}-invite", f"{name}-watch", seats, ("", ""), DEALT), **changes
    )


class Clock:
    """A clock that somebody sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        """The time."""
        return self.now


@contextmanager
def lone(store: Store) -> Iterator[House]:
    """A house that no server opens."""
    house = House(store)
    try:
        yield house
    finally:
        asyncio.run(house.close())
        store.close()


def opened(port: int, said: bytes = b"") -> socket.socket:
    """A connection over which something was said."""
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    line.sendall(said)
    return line


def is_dropped(line: socket.socket) -> bool:
    """Wait for the end of a connection."""
    try:
        while line.recv(1 << 16):
            pass
    except ConnectionResetError:
        pass
    return True


# Connections


def test_idle_connections_keep_nobody_out(tmp_path: Path) -> None:
    """More of them than the server may open files: it answers all the same, and says no word of it."""
    port = free_port()
    words = ["-m", "examples.web", "--port", str(port), "--store", str(tmp_path / "tables.sqlite")]
    limited = f'ulimit -n 192 && exec "$0" {" ".join(words)}'
    with (
        (tmp_path / "errors").open("wb") as errors,
        subprocess.Popen(
            ["/bin/sh", "-c", limited, sys.executable],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=errors,
        ) as program,
        ExitStack() as idle,
    ):
        assert program.stdout is not None
        try:
            assert f":{port}/".encode() in program.stdout.readline()
            while True:
                try:
                    idle.enter_context(opened(port))
                    break
                except ConnectionRefusedError:
                    assert program.poll() is None
            for _ in range(400):
                idle.enter_context(opened(port))
            for _ in range(20):
                assert Served(port).ask("/api/terms")[0] == 200
        finally:
            program.terminate()
            program.wait(PATIENCE)
    assert (tmp_path / "errors").read_bytes() == b""


TERMS = b"GET /api/terms HTTP/1.1\r\nHost: x\r\n"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (b"", b""),
        (b"", b"GET / HTTP/1.1\r\nHost: "),
        (TERMS + b"\r\n", b"GET / HTTP/1.1\r\nHost: "),
        (TERMS + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n"),
    ],
)
def test_headers_have_a_limit_of_time(asked: bytes, said: bytes) -> None:
    """Those of the first request, of the next one, and the body of a request that was answered already."""
    with serving(limits=Limits(headers=0.2)) as served, opened(served.port, asked) as line:
        if asked:
            assert line.recv(12) == b"HTTP/1.1 403"
        line.sendall(said)
        assert is_dropped(line)


def test_headers_that_come_byte_by_byte_have_no_more_time() -> None:
    """Waiting begins with the connection, and not again with each byte."""
    with serving(limits=Limits(headers=1.0)) as served, opened(served.port) as line:
        line.settimeout(0.05)
        for _ in range(1000):
            try:
                line.sendall(b"G")
                assert line.recv(1) == b""
            except TimeoutError:
                continue  # it waits
            except ConnectionError:
                pass
            break
        else:
            pytest.fail("it waits for ever")


def test_whoever_has_said_what_they_want_may_stay() -> None:
    """A websocket outlives the time for headers, and another connection that has said nothing since."""
    with serving(limits=Limits(headers=0.2)) as served:
        _, (ana, _), _ = served.open(PEOPLE)
        with served.guest(ana) as guest, opened(served.port) as line:
            assert is_dropped(line)
            guest.send(encode(Ask(1, "update")))
            assert guest.update().version == 0


def test_one_more_connection_takes_the_place_of_the_most_silent() -> None:
    with serving(limits=Limits(connections=2)) as served:
        with opened(served.port) as first, opened(served.port):
            assert served.ask("/api/terms")[0] == 200
            assert is_dropped(first)
        _, (ana, ben), watch = served.open(PEOPLE)
        with served.guest(ana) as one, served.guest(ben):
            with pytest.raises((OSError, WebSocketException)), served.guest(watch):
                pass  # nobody is silent, so whoever comes last has to go
            one.send(encode(Ask(1, "update")))
            assert one.update().version == 0


def test_whoever_waits_for_an_answer_is_not_silent() -> None:
    with serving(limits=Limits(connections=1)) as served:
        body = json.dumps({"seats": PEOPLE}).encode()
        lines = (
            "POST /api/tables HTTP/1.1",
            f"Host: 127.0.0.1:{served.port}",
            f"Content-Length: {len(body)}",
            "Expect: 100-continue",
        )
        said = "".join(f"{line}\r\n" for line in (*lines, "")).encode()
        with opened(served.port, said) as busy:
            assert busy.recv(100).startswith(b"HTTP/1.1 100 ")
            with opened(served.port) as other:
                assert is_dropped(other)
            busy.sendall(body)
            assert busy.recv(100).startswith(b"HTTP/1.1 201 ")


def test_the_figures_of_security_md_are_those_of_the_server() -> None:
    usual, share = Limits(), Share()
    claims = (
        f"of which {limits.OWN_FILES} are for the server itself; it needs {limits.FEWEST_FILES}.",
        f"At most {limits.MOST_CONNECTIONS:,} are open, and {limits.MOST_WAITING:,} wait",
        f"Headers have {usual.headers:.0f} seconds, a body {servers.LONGEST_WAIT:.0f};",
        f"a client that does not read what it is sent is dropped after {usual.reading:.0f}.",
        f"or a /{128 - limits.PREFIX_BITS} network of IPv6) opens {share.tables} tables in an hour,",
        f"asks {share.requests} times in 10 seconds, and has {share.sockets} websockets,",
        f"each with {servers.MOST_REQUESTS} requests in a second.",
        f"The last {limits.MOST_CLIENTS:,} clients are counted.",
        f"There are at most {houses.MOST_TABLES:,} tables; at a seat at most {table.MOST_LISTENERS} listen,",
        f"and none with more than {table.MOST_NEWS} unread messages.",
        f"a bot that others keep busy for {THINKING:.0f} seconds is replaced",
        f"at most {table.LONGEST_NAME} printable characters",
        f"goes after {servers.UNPLAYED / 3600:.0f} hours, any other {servers.IDLE / servers.DAY:.0f} days after",
    )
    text = " ".join((ROOT / "SECURITY.md").read_text(encoding="utf-8").split())
    assert [claim for claim in claims if claim not in text] == []
    assert (usual.connections, usual.accepted) == (limits.MOST_CONNECTIONS, limits.MOST_ACCEPTED)


@pytest.mark.parametrize("files", [128, 192, 1024, 4096, 1 << 20])
def test_connections_stay_below_the_limit_of_files(files: int) -> None:
    found = Limits.of_files(files)
    assert 0 < found.connections <= limits.MOST_CONNECTIONS
    assert found.connections + 4 * found.accepted + limits.OWN_FILES <= files


def test_too_few_files_are_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match=r"at most 100 files may be open"):
        Limits.of_files(100)
    monkeypatch.setattr("resource.getrlimit", lambda _which: (100, 100))
    with pytest.raises(SystemExit):
        command(["--store", "nowhere/tables.sqlite"])
    assert "ulimit -n" in capsys.readouterr().err


def test_that_no_file_is_left_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.new_event_loop()
    loop.set_exception_handler(Complaints())
    for _ in range(1000):
        full = OSError(errno.EMFILE, "Too many open files")
        loop.call_exception_handler({"message": "accept", "exception": full})
    loop.call_exception_handler({"message": "another one", "exception": OSError(errno.EIO, "")})
    loop.close()
    assert [one.getMessage().partition("\n")[0] for one in caplog.records] == [
        "connections have to wait: [Errno 24] Too many open files",
        "another one",
    ]


def test_a_body_has_a_limit_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "LONGEST_WAIT", 0.2)
    with serving() as served:
        address = f"127.0.0.1:{served.port}"
        said = f"POST /api/tables HTTP/1.1\r\nHost: {address}\r\nContent-Length: 90\r\n\r\n{{"
        with opened(served.port, said.encode()) as line:
            assert line.recv(100).startswith(b"HTTP/1.1 413 ")


# Readers that do not read


def test_a_reader_who_falls_behind_loses_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the line that they do not take."""
    monkeypatch.setattr(table, "MOST_NEWS", 4)
    store = Store(None)
    store.put(saved())

    async def attend(house: House) -> None:
        async def hang(_message: object) -> None:
            if house.tables["h"].closed:
                return
            sending.set()
            await asyncio.Event().wait()

        async def hear() -> dict[str, str]:
            await asyncio.Event().wait()
            return {}

        sending = asyncio.Event()
        app = servers.application(store, hosts=frozenset())
        scope = {"type": "websocket", "app": app, "client": ("192.0.2.1", 1), "headers": []}
        reader = WebSocket(scope, hear, hang)
        reader.application_state = reader.client_state = reader.client_state.CONNECTED
        desk, seat = house.tables["h"], 0
        attending = asyncio.create_task(
            servers._attend(reader, Chair(desk, seat))  # noqa: SLF001  # no client can be made to hang in it
        )
        await sending.wait()
        assert app.state.sockets == {"192.0.2.1": 1}
        while not attending.done():
            assert desk.game.version < 20
            desk.play(desk.game.legal[0], desk.game.active, desk.game.version)
            await asyncio.sleep(0)
        await attending
        assert not desk._connected(seat)  # noqa: SLF001  # as others see it
        assert not app.state.sockets

    with lone(store) as house:
        asyncio.run(attend(house))


def test_a_connection_that_is_not_read_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A spectator who never reads: the others go on, and the next spectator has the place."""
    monkeypatch.setattr(table, "MOST_LISTENERS", 1)
    monkeypatch.setattr(table, "MOST_NEWS", 10)
    share = Share().times(1000)
    with serving(limits=Limits(reading=0.2), share=share) as served, socket.socket() as deaf:
        _, (ana, _), watch = served.open(PEOPLE)
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", served.port))
        lines = (
            f"GET /api/seats/{watch}/ws HTTP/1.1",
            f"Host: 127.0.0.1:{served.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        )
        deaf.sendall("".join(f"{line}\r\n" for line in (*lines, "")).encode())
        assert deaf.recv(12) == b"HTTP/1.1 101"
        assert served.house is not None
        (desk,) = served.house.tables.values()
        spectators = desk._listeners[None]  # noqa: SLF001  # nobody outside can know
        for number in range(5000):  # each time everybody is told everything
            assert served.ask(f"/api/seats/{ana}/name", {"name": f"Ana {number}"})[0] == 200
            if not spectators:
                break
        else:
            pytest.fail("it keeps its place")
        with served.guest(watch) as other:
            assert other.seen.view.seat is None
        deaf.settimeout(PATIENCE)
        with pytest.raises(ConnectionError):  # nobody listens there any more, nor waits for it
            deaf.sendall(bytes(1 << 27))


# The store


DAMAGED = {
    "record": "nonsense",
    "seats": "one",
    "bots": ",,",
    "substitutes": "greedy",
    "version": "soon",
    "watch": b"\xff\xfe",
}


@pytest.mark.parametrize("column", DAMAGED)
def test_one_damaged_table_keeps_no_other_shut(
    tmp_path: Path, column: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tables.sqlite"
    store = Store(path)
    for name in ("one", "two", "three"):
        store.put(saved(name))
    store.close()
    with sqlite3.connect(path) as database:
        statement = f"update tables set {column} = ? where host = 'two'"  # noqa: S608  # our own
        database.execute(statement, (DAMAGED[column],))
    database.close()
    with lone(Store(path)) as house:
        assert [*house.tables] == ["one", "three"]
        assert len(house.aside) == 1
        assert "two" not in house.aside[0], "a token is no name"
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(SystemExit):
        command(["--port", str(taken.getsockname()[1]), "--store", str(path)])
    assert capfd.readouterr().err.count("(set aside)") == 1
    with sqlite3.connect(path) as database:
        assert database.execute("select count(*) from tables").fetchone() == (3,)
    database.close()


def test_a_record_of_three_is_no_table_for_two() -> None:
    three = format_record(Game(["Ana", "Ben", "Eva"], seed=1).record())
    store = Store(None)
    store.put(saved("one", record=three))
    with lone(store) as house:
        assert not house.tables
        assert "more players than seats" in house.aside[0]


def test_a_full_disk_keeps_no_table_shut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is saved before somebody plays; then they are told."""
    path = tmp_path / "tables.sqlite"
    store = Store(path)
    store.put(saved())
    store.close()

    def full(*_words: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    store = Store(path)
    monkeypatch.setattr(store, "_change", full)
    with serving(store) as served, served.guest("h-ana") as guest:
        guest.send(encode(Play(1, 0, guest.action(0))))
        answer = guest.next()
        assert getattr(answer, "code", None) == FailureCode.NOT_SAVED
        assert served.ask("/api/tables", {"seats": PEOPLE})[0] == 503
        assert served.ask("/api/tables/h", method="DELETE")[0] == 503


def test_one_server_has_a_store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tables.sqlite"
    store = Store(path)
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(SystemExit) as ended:
        command(["--port", str(taken.getsockname()[1]), "--store", str(path)])
    assert ended.value.code == 2
    assert "another server has these tables" in capsys.readouterr().err
    store.put(saved())
    path.unlink()
    store.put(saved("other"))  # it is made again, and is still ours
    with pytest.raises(OSError, match="another server has these tables"):
        Store(path)
    store.close()
    again = Store(path)
    assert {one.host for one in again.tables()} == {"h", "other"}
    again.close()


def test_a_change_is_safe_from_a_power_cut(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.sqlite")
    for pragma, value in (("journal_mode", "wal"), ("synchronous", 2)):
        found = store._database.execute(f"pragma {pragma}").fetchone()  # noqa: SLF001  # of it alone
        assert found == (value,)
    store.close()


def test_a_store_of_an_earlier_version(tmp_path: Path) -> None:
    """Everybody has their links already; the host's leads to the waiting room."""
    path = tmp_path / "tables.sqlite"
    with sqlite3.connect(path) as database:
        database.execute(
            "create table tables (host text primary key, watch text not null, seats text not null,"
            " bots text not null, record text not null, version integer not null,"
            " changed real not null)"
        )
        row = ("host", "watch", "ana ben", ",", DEALT, 0, 4e9)
        database.execute("insert into tables values (?, ?, ?, ?, ?, ?, ?)", row)
    database.close()
    with serving(Store(path)) as served, served.guest("ben") as guest:
        assert guest.greeting.names == ("Ana", "Ben")
        room = served.ask("/api/tables/host")[1]
        assert [seat["free"] for seat in room["seats"]] == [False, False]


# Time


def playing(house: House, desk: Table) -> None:
    """Let a person play."""
    text = encode(Play(1, desk.game.version, desk.game.legal[0]))
    chair = Chair(desk, desk.game.active)
    assert asyncio.run(house.ask(chair, text)) == Done(1, desk.game.version)


def test_tables_go_when_nobody_has_moved_for_hours_or_played_for_days() -> None:
    clock = Clock()
    store = Store(None, clock=clock)
    for name in ("silent", "played", "bots"):
        store.put(saved(name))
    with lone(store) as house:
        desk = house.tables["bots"]
        desk.play(desk.game.legal[0], desk.game.active, 0)
        assert desk.game.version == 1, "a bot has played, which is nobody"
        playing(house, house.tables["played"])
        clock.now += servers.UNPLAYED + 1
        house.expire(servers.IDLE, servers.UNPLAYED)
        assert [*house.tables] == ["played"]
        clock.now += servers.IDLE - servers.UNPLAYED - 10
        house.expire(servers.IDLE, servers.UNPLAYED)
        assert [*house.tables] == ["played"]
        playing(house, house.tables["played"])  # and so it stays
        clock.now += servers.IDLE - 10
        house.expire(servers.IDLE, servers.UNPLAYED)
        assert [*house.tables] == ["played"]
        clock.now += 20
        house.expire(servers.IDLE, servers.UNPLAYED)
        assert not house.tables
        assert not house.chairs, "no link leads anywhere"
        assert not house.invited
        assert not store.tables()


def test_a_server_cleans_up_by_itself() -> None:
    clock = Clock()
    store = Store(None, clock=clock)
    store.put(saved())
    clock.now += servers.UNPLAYED + 1
    with serving(store) as served:
        assert served.ask("/api/seats/h-ana/record")[0] == 404


def test_whoever_opened_a_table_deletes_it_for_good(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with serving(Store(path)) as served:
        wish = {"seats": [{"name": "Zacharias"}, {"name": "Ben"}]}
        said = served.ask("/api/tables", wish)[1]
        room = f"/api{said['table'].replace('table', 'tables')}"
        ana = served.ask(room, {"seat": 0, "name": "Zacharias"})[1]["seat"]
        token = ana.rpartition("/")[2]
        assert b"Zacharias" in (tmp_path / "tables.sqlite-wal").read_bytes()
        for other in (room, f"/api/tables/{token}"):
            assert served.ask(other, method="DELETE")[0] == 404, "only the host does"
        with served.guest(token) as guest:
            assert served.ask(f"/api/tables/{said['host']}", method="DELETE") == (200, {})
            with pytest.raises(Exception, match="1001"):
                guest.next()
        assert served.ask(room)[0] == 404
        assert served.ask(f"/api/seats/{token}/record")[0] == 404
        left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert b"Zacharias" not in left
        assert token.encode() not in left
        assert served.ask("/api/terms")[1] == {"hours": 6, "days": 14}


# Rates


def test_a_rate_is_for_each_client_and_comes_back_with_time() -> None:
    clock = Clock()
    rate = Rate(3, 60, clock)
    assert [rate.allows("a") for _ in range(5)] == [True] * 3 + [False] * 2
    assert rate.allows("b")
    clock.now += 19
    assert not rate.allows("a")
    clock.now += 2
    assert rate.allows("a")
    assert not rate.allows("a")
    clock.now += 1000
    assert [rate.allows("a") for _ in range(4)] == [True] * 3 + [False], "it does not pile up"


def test_the_client_that_asked_longest_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_CLIENTS", 2)
    rate = Rate(1, 60, Clock())
    assert [rate.allows(one) for one in "abac"] == [True, True, False, True]
    assert not rate.allows("a")
    assert rate.allows("b"), "b was forgotten"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::2:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("testclient", "testclient", True),
    ],
)
def test_a_network_of_addresses_is_one_client(one: str, other: str, same: bool) -> None:
    assert (client_of({"client": (one, 1)}) == client_of({"client": (other, 2)})) is same


def test_a_client_without_an_address_is_one() -> None:
    assert client_of({"client": None}) == client_of({}) == ""


def test_one_client_cannot_open_all_tables() -> None:
    with serving(share=Share(tables=3)) as served:
        for path, wish in (
            ("/api/tables", {"seats": PEOPLE}),
            ("/api/tables", {"seats": PEOPLE}),
            ("/api/lessons", {"name": "Ana", "teacher": "Ben", "chapter": 0}),
        ):
            assert served.ask(path, wish)[0] == 201
            status, said = served.ask(path, wish) if path == "/api/lessons" else (429, {})
        assert (status, said["code"]) == (429, "too_many")
        assert served.ask("/api/tables", {"seats": PEOPLE})[0] == 429
        assert served.ask("/api/terms")[0] == 200, "everything else goes on"
        others = {"X-Forwarded-For": "192.0.2.7"}  # a proxy on this machine says who asks
        assert served.ask("/api/tables", {"seats": PEOPLE}, **others)[0] == 201


def test_one_client_cannot_ask_without_end() -> None:
    with serving(share=Share(requests=5)) as served:
        line = HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
        found = []
        for _ in range(20):
            line.request("GET", "/api/terms")
            answer = line.getresponse()
            found.append((answer.status, json.loads(answer.read()).get("code")))
        line.close()
        assert found[:5] == [(200, None)] * 5
        assert (429, "too_many") in found


def test_one_client_cannot_take_all_websockets() -> None:
    with serving(share=Share(sockets=2)) as served:
        _, (ana, ben), watch = served.open(PEOPLE)
        with served.guest(ana):
            for _ in range(3):  # whoever goes makes room
                with served.guest(ben), pytest.raises(AssertionError), served.guest(watch):
                    pass
            with served.guest(watch, **{"X-Forwarded-For": "192.0.2.7"}) as other:
                assert other.seen.view.seat is None


def test_a_share_can_be_larger() -> None:
    assert Share(1, 2, 3).times(10) == Share(10, 20, 30)


# The host and the others


def test_a_seat_is_claimed_once_and_only_its_player_has_the_link() -> None:
    with serving() as served:
        status, said = served.ask("/api/tables", {"seats": PEOPLE})
        assert status == 201
        room, host = f"/api{said['table'].replace('table', 'tables')}", said["host"]
        assert served.ask(f"/api/tables/{host}")[0] == 404, "the host opens no hand"
        free = [seat["free"] for seat in served.ask(room)[1]["seats"]]
        assert free == [True, True]
        status, claimed = served.ask(room, {"seat": 1, "name": " Zoë "})
        assert status == 201
        token = claimed["seat"].rpartition("/")[2]
        status, again = served.ask(room, {"seat": 1, "name": "Eve"})
        assert (status, again["code"]) == (409, "not_left")
        shown = served.ask(room)[1]
        assert shown["seats"][1] == {"name": "Zoë", "colour": "blue", "bot": "", "free": False}
        assert token not in json.dumps(shown)
        assert served.house is not None
        (desk,) = served.house.tables.values()
        assert desk.saved.seats == ("", token), "a seat that nobody has claimed has no link"
        with served.guest(token) as guest:
            assert guest.greeting.seat == 1
            assert guest.greeting.names == ("Ana", "Zoë")


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({}, "malformed"),
        ({"seat": 2, "name": "Zoë"}, "malformed"),
        ({"seat": -1, "name": "Zoë"}, "malformed"),
        ({"seat": True, "name": "Zoë"}, "malformed"),
        ({"seat": 0, "name": "Ben"}, "name"),
        ({"seat": 0, "name": "Z" * 21}, "name"),
        ({"seat": 0}, "malformed"),
    ],
)
def test_claims_that_are_refused(wish: object, code: str) -> None:
    with serving() as served:
        said = served.ask("/api/tables", {"seats": PEOPLE})[1]
        room = f"/api{said['table'].replace('table', 'tables')}"
        assert served.ask(room, wish)[1]["code"] == code
        assert served.ask("/api/tables/none", {"seat": 0, "name": "Zoë"})[0] == 404


def test_a_bots_seat_is_nobodys() -> None:
    with serving() as served:
        bot = {"name": "Ben", "bot": "greedy"}
        said = served.ask("/api/tables", {"seats": [PEOPLE[0], bot]})[1]
        room = f"/api{said['table'].replace('table', 'tables')}"
        assert served.ask(room, {"seat": 1, "name": "Zoë"})[0] == 400
        assert [seat["free"] for seat in served.ask(room)[1]["seats"]] == [True, False]


def test_a_claim_that_cannot_be_saved_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(None)
    store.put(saved(seats=("", "")))
    with lone(store) as house, monkeypatch.context() as patch:

        def full(*_words: object) -> None:
            raise OSError

        patch.setattr(store, "_change", full)
        with pytest.raises(OSError):  # noqa: PT011  # it is this one
            house.claim(house.tables["h"], {"seat": 0, "name": "Zoë"})
        assert [*house.chairs] == ["h-watch"]
        assert house.tables["h"].is_free(0)
        assert house.tables["h"].game.names == ("Ana", "Ben")


def test_a_bot_stands_in_only_for_who_was_there(monkeypatch: pytest.MonkeyPatch) -> None:
    store, clock = Store(None), Clock()
    monkeypatch.setattr(table, "monotonic", clock)
    store.put(saved(seats=("ana", "")))
    with lone(store) as house:
        desk = house.tables["h"]
        clock.now += 10 * AWAY
        assert not desk.has_left(0), "since the server began, nobody has seen them"
        assert not desk.has_left(1), "nobody has come yet"
        for seat in (0, 1):
            with pytest.raises(table.RefusedError):
                desk.substitute(1 - seat, seat, "greedy")
        playing(house, desk)
        house.claim(desk, {"seat": 1, "name": "Ben"})
        assert not desk.has_left(1), "just now they were there"
        clock.now += AWAY
        assert desk.has_left(1)
        desk.substitute(0, 1, "greedy")
        assert not desk.has_left(1)
    store = Store(None)
    store.put(evolve(desk.saved, substitutes=()))
    with lone(store) as house:
        clock.now += AWAY
        assert house.tables["h"].has_left(0), "they have played before the restart"
        assert not house.tables["h"].has_left(1), "they have not, and may still come"


def test_players_find_only_their_own_seat_at_the_next_table() -> None:
    with serving() as served:
        said = served.ask("/api/tables", {"seats": PEOPLE, "record": finished()})[1]
        invite = said["table"].rpartition("/")[2]
        ana = served.claim(invite, 0, "Ana")
        status, again = served.ask(f"/api/seats/{ana}/rematch", {})
        assert status == 201
        room = served.ask(f"/api{again['table'].replace('table', 'tables')}")[1]
        assert [(seat["name"], seat["free"]) for seat in room["seats"]] == [
            ("Ben", True),
            ("Ana", False),
        ]
        assert "host" not in served.ask(f"/api/seats/{ana}/rematch", {})[1], (
            "it is not opened twice"
        )


@pytest.mark.parametrize(
    "names",
    [("<img src=x onerror=alert(1)>", "Ben"), ("A" * 500, "Ben"), ("Ben", "Ben"), ("", "B" * 21)],
)
def test_names_in_a_record_are_checked_too(names: tuple[str, str]) -> None:
    record = format_record(evolve(read_record(DEALT).complete(), names=names))
    with serving() as served:
        status, said = served.ask("/api/tables", {"seats": PEOPLE, "record": record})
        assert (status, said["code"]) == (400, "name")


def test_one_name_has_one_form() -> None:
    assert table.checked_name(" Zoe\u0308 ") == "Zoë"
    for strange in ("a\u202eb", "a\u200bb", "a\nb", 7, None):
        with pytest.raises(table.RefusedError):
            table.checked_name(strange)


# Files that browsers keep


def test_files_are_kept_under_the_digest_of_their_contents() -> None:
    with serving() as served:
        line = HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)

        def fetched(path: str, **headers: str) -> tuple[int, Callable[[str], str | None], str]:
            line.request("GET", path, headers=headers)
            answer = line.getresponse()
            return answer.status, answer.headers.get, answer.read().decode()

        status, header, html = fetched("/")
        assert (status, header("Cache-Control")) == (200, "no-store")
        address = html.partition('src="')[2].partition('"')[0]
        folder = address.rpartition("/")[0]
        for name in ("lobby.js", "guest.js", "table.js", "style.css", "languages.json"):
            status, header, _ = fetched(f"{folder}/{name}")
            assert (status, "immutable" in (header("Cache-Control") or "")) == (200, True)
            assert header("X-Content-Type-Options") == "nosniff"
            assert fetched(f"/page/another/{name}")[0] == 404
        assert fetched(f"{folder}/nothing")[0] == 404
        assert folder in fetched("/rules/MOV-02.html")[2]
        status, header, _ = fetched("/data/board-wide.json")
        assert (status, header("Cache-Control")) == (200, "private, no-cache")
        tag = header("ETag") or ""
        status, _, body = fetched("/data/board-wide.json", **{"If-None-Match": tag})
        assert (status, body) == (304, "")
        line.close()


# Bots


def test_levels_can_be_chosen() -> None:
    levels = [player.level for player in players() if player.level]
    assert levels == sorted(set(levels)), "one bot for each level"
    assert levels[-1] >= 9
    with serving() as served:
        known = served.ask("/api/bots")[1]
        assert [bot["spec"] for bot in known] == [*choosable()]
        for bot in known:
            wish = [PEOPLE[0], {"name": "Ben", "bot": bot["spec"]}]
            assert served.ask("/api/tables", {"seats": wish})[0] == 201


def test_hints_and_stand_ins_are_the_best_of_the_prompt_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert stand_in({"random": 0.1, "greedy": 0.5, "planner": 0.51}) == "greedy"
    assert stand_in({"greedy": 0.2, "searcher:level=6": 0.4, "racer": 0.1}) == "searcher:level=6"
    assert stand_in() in choosable()
    monkeypatch.setattr("toledo_rules.bots._entries", {entry.name: entry for entry in bots()})
    register_bot("champion", lambda: made("random"), level=10)
    assert stand_in() != "champion", "nobody knows how long it takes"


def test_a_hint_comes_from_the_stand_in() -> None:
    with serving() as served:
        assert served.house is not None
        served.house.stand_in = "planner"
        (chosen,) = [bot for bot in served.ask("/api/bots")[1] if bot["stands_in"]]
        assert chosen["spec"] == "planner"
        _, (ana, ben), watch = served.open(PEOPLE)
        with served.guest(ana) as guest:
            best = made("planner").choose(guest.seen.view, Random(0))
            guest.send(encode(Ask(1, "hint")))
            assert guest.next() == Play(1, 0, format_action(best, guest.seen.view.edition))
        for token in (ben, watch):
            with served.guest(token) as other:
                other.send(encode(Ask(1, "hint")))
                assert other.next() == Done(1, 0)


def test_a_hint_is_worked_out_once_for_each_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks again and again, on many connections, keeps nobody else waiting."""
    with serving() as served, ExitStack() as stack:
        assert served.house is not None
        bot, number = served.house.bots[served.house.stand_in], 0
        choose = bot.choose

        async def counted(*asked: Any) -> Any:
            nonlocal number
            number += 1
            return await choose(*asked)

        monkeypatch.setattr(bot, "choose", counted)
        _, (ana, _), _ = served.open(PEOPLE)
        guests = [stack.enter_context(served.guest(ana)) for _ in range(5)]
        for guest in guests:
            guest.send(encode(Ask(1, "hint")))
        (told,) = {guest.next() for guest in guests}
        assert isinstance(told, Play)
        assert number == 1
        guests[0].send(encode(Play(2, 0, told.action)))
        guests[0].update()
        guests[0].send(encode(Ask(3, "hint")))
        assert isinstance(guests[0].next(), Play | Done)
        assert number <= 2
