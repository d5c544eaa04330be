"""The web example without a browser: links, the protocol, limits, restarts, bots that fail, a clean end."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import numpy as np
import pytest
from attrs import fields
from numpy.typing import NDArray
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from examples.web import bots as programs
from examples.web import house as houses
from examples.web import server as servers
from examples.web import table as tables
from examples.web.__main__ import main as command
from examples.web.bots import BotProcess
from examples.web.lesson import CHAPTERS, LEARNER, TEACHER, lesson_record
from examples.web.limits import Config, Limits, Server
from examples.web.server import application
from examples.web.store import SavedTable, Store
from toledo_lab.adapters import PolicyBot
from toledo_rules import (
    KOSMOS_2008,
    Action,
    Game,
    PlaceShop,
    Readings,
    ShopTile,
    Stream,
    View,
    legal_actions,
    rulebook,
    shipped_edition,
    view,
)
from toledo_rules.bots import Bot, bots, make_bot
from toledo_rules.chance import Rng
from toledo_rules.choices import choices
from toledo_rules.describe import language_tables
from toledo_rules.protocol import (
    PROTOCOL,
    Ask,
    Done,
    Failure,
    FailureCode,
    Hello,
    People,
    Play,
    RedoRequest,
    Refused,
    Replay,
    ServerMessage,
    TableUpdate,
    UndoRequest,
    WhyRequest,
    decode_answer,
    decode_request,
    encode,
    hello,
    question,
)
from toledo_rules.record import format_record, read_record
from toledo_rules.render import drawing
from toledo_rules.testing import Table as Setting

ROOT = Path(__file__).parents[2]
PEOPLE = [{"name": "Ana", "bot": None}, {"name": "Ben", "bot": None}]
PATIENCE = 120
"""Seconds that anything may take before it counts as broken."""


class Guest:
    """A client at a seat."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        greeting = self.next()
        assert isinstance(greeting, Hello)
        self.greeting = greeting
        self.seen = self.update()

    def hear(self) -> ServerMessage:
        """The next message."""
        edition = self.greeting.edition if hasattr(self, "greeting") else None
        return decode_answer(str(self.socket.recv(PATIENCE)), edition)

    def next(self) -> ServerMessage:
        """The next message but for those about who is there."""
        while isinstance(said := self.hear(), People):
            pass
        return said

    def people(self) -> People:
        """The next message about who is there."""
        while not isinstance(said := self.hear(), People):
            pass
        return said

    def update(self) -> TableUpdate:
        """The next update."""
        while isinstance(said := self.next(), Done):
            pass
        assert isinstance(said, TableUpdate), said
        self.seen = said
        return said

    def action(self, place: int) -> str:
        """One of the moves that were told last."""
        move = self.seen.moves[place]
        words = [self.seen.parts[option][0].rpartition(":")[2] for option in move.options]
        return move.action.replace("*", words[0] if words else "")

    def send(self, text: str) -> None:
        """Send something, whatever it is."""
        self.socket.send(text)


class Served:
    """A server that runs, and ways to ask it."""

    def __init__(self, port: int, house: houses.House | None = None) -> None:
        self.port = port
        self.house = house
        self.url = f"http://127.0.0.1:{port}"

    def ask(
        self, path: str, body: object = None, *, method: str | None = None, **headers: str
    ) -> tuple[int, Any]:
        """Status and content of an answer."""
        data = (
            None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        )
        request = Request(self.url + path, data, headers, method=method)  # noqa: S310  # our own server
        try:
            with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310  # our own server
                status, text = answer.status, answer.read().decode()
        except HTTPError as error:
            status, text = error.code, error.read().decode()
        try:
            return status, json.loads(text)
        except ValueError:
            return status, text

    def open(self, seats: list[dict[str, Any]], **more: object) -> tuple[str, list[str], str]:
        """The tokens of a new table: that of its waiting room, those of people's seats, and the spectators'."""
        status, said = self.ask("/api/tables", {"seats": seats, **more})
        assert status == 201, said
        invite = str(said["table"]).rpartition("/")[2]
        tokens = [
            self.claim(invite, number, seat["name"]) if not seat["bot"] else ""
            for number, seat in enumerate(seats)
        ]
        return invite, tokens, self.ask(f"/api/tables/{invite}")[1]["watch"].rpartition("/")[2]

    def claim(self, invite: str, seat: int, name: str) -> str:
        """The token of a seat that somebody claims."""
        status, said = self.ask(f"/api/tables/{invite}", {"seat": seat, "name": name})
        assert status == 201, said
        return str(said["seat"]).rpartition("/")[2]

    @contextmanager
    def guest(self, token: str, **headers: str) -> Iterator[Guest]:
        """A client at a seat."""
        address = f"ws://127.0.0.1:{self.port}/api/seats/{token}/ws"
        with connect(address, additional_headers=headers, max_size=None) as socket:
            yield Guest(socket)


@contextmanager
def serving(
    store: Store | None = None, *, port: int = 0, limits: Limits | None = None, **options: Any
) -> Iterator[Served]:
    """A server in a thread of this program."""
    ports = {f"127.0.0.1:{number}" for number in range(1024, 65536)}
    app = application(store or Store(None), hosts=frozenset(ports), pause=0, **options)

    async def run() -> None:
        config = Config(
            app, limits or Limits(), port=port, log_level="critical", timeout_graceful_shutdown=2
        )
        server = Server(config)
        found.append(server)
        await server.serve()

    found: list[Server] = []
    thread = Thread(target=lambda: asyncio.run(run()))
    thread.start()
    try:
        until = time.monotonic() + PATIENCE
        while not (found and found[0].started):
            assert time.monotonic() < until
            time.sleep(0.01)
        yield Served(found[0].servers[0].sockets[0].getsockname()[1], app.state.house)
    finally:
        found[0].should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


def finished(edition: str = "kosmos-2008") -> str:
    """The record of a game that is over."""
    game = Game(["Ana", "Ben"], seed=1, edition=edition)
    bot, rng = make_bot("greedy"), Stream(1)
    while not game.over:
        game.play(bot.choose(game.view(game.active), rng))
    return format_record(game.record())


# A game


def test_two_people_and_a_spectator_share_a_table() -> None:
    with serving() as served:
        _, (ana, ben), watch = served.open(PEOPLE)
        with served.guest(ana) as one, served.guest(ben) as two, served.guest(watch) as three:
            assert [guest.seen.view.seat for guest in (one, two, three)] == [0, 1, None]
            assert one.greeting.names == ("Ana", "Ben")
            one.send(encode(Play(1, one.seen.version, "place m2@4")))
            for guest in (one, two, three):
                update = guest.update()
                assert update.version == 1
                assert update.entry is not None
                assert update.entry.action == PlaceShop(ShopTile("metal", 2), 4)
            assert one.next() == Done(1, 1)
            assert two.seen.moves
            assert not one.seen.moves
            one.send(encode(UndoRequest(2, 1)))
            assert [guest.update().change for guest in (one, two, three)] == ["undone"] * 3
            one.send(encode(RedoRequest(3, 2)))
            assert two.update().change == "redone"


def test_a_whole_turn_is_taken_back() -> None:
    """All that can be taken back of one's own turn, at once."""
    position = Setting(2).hand(0, "3va 3nd").hand(1, "1ba").shop(3, 0, "metal").lay()
    record = format_record(Game(["Ana", "Ben"], position=position).record())
    with serving() as served:
        _, (ana, ben), watch = served.open(PEOPLE, record=record)
        with served.guest(ana) as one, served.guest(ben) as two, served.guest(watch) as three:

            def refused(guest: Guest, expect: int) -> str:
                guest.send(encode(UndoRequest(9, expect, turn=True)))
                while getattr(answer := guest.next(), "id", None) != 9:
                    pass
                assert isinstance(answer, Refused)
                return answer.message.key

            assert refused(one, 0) == "undo.nothing_played"
            for line in ("3va@0", "use"):
                one.send(encode(Play(1, one.seen.version, line)))
                one.update()
            keys = [refused(guest, expect) for guest, expect in ((one, 1), (two, 2), (three, 2))]
            assert keys == ["refused.stale", "undo.not_yours", "undo.not_yours"]
            one.send(encode(UndoRequest(2, 2, turn=True)))
            assert [one.update().change for _ in range(2)] == ["undone"] * 2
            assert one.seen.view == view(position, 0)
        assert served.house is not None
        (table,) = served.house.tables.values()
        assert table.saved.version == table.game.version == 4, "also after a restart"


def test_what_cannot_be_done_is_refused_to_whoever_asked_alone() -> None:
    with serving() as served:
        _, (ana, ben), watch = served.open(PEOPLE)
        with served.guest(ana) as one, served.guest(ben) as two, served.guest(watch) as three:
            action = one.action(0)
            two.send(encode(Play(5, 0, action)))
            off_turn = two.next()
            assert isinstance(off_turn, Refused)
            assert (off_turn.id, off_turn.rule) == (5, "TRN-02")
            one.send(encode(Play(6, 7, action)))
            stale = one.next()
            assert isinstance(stale, Refused)
            assert stale.message.key == "refused.stale"
            three.send(encode(Play(7, 0, action)))
            assert isinstance(three.next(), Refused)
            for nonsense in ("{}", "play", '{"type": "play", "id": 1, "expect": true}', "[" * 3000):
                one.send(nonsense)
                failure = one.next()
                assert isinstance(failure, Failure)
                assert failure.code == FailureCode.MALFORMED
            one.send("x" * 5000)
            too_long = one.next()
            assert isinstance(too_long, Failure)
            assert too_long.code == FailureCode.TOO_LONG
            one.send(encode(Ask(8, "update")))
            assert one.update().version == 0
            one.send(encode(Ask(9, "replay")))
            replay = one.next()
            assert isinstance(replay, Replay)
            assert (replay.id, replay.steps) == (9, ())


def test_bots_play_to_the_end_and_then_there_is_a_record() -> None:
    with serving() as served:
        wish = [{"name": "Ana", "bot": "greedy"}, {"name": "Ben", "bot": "random"}]
        _, _, watch = served.open(wish)
        with served.guest(watch) as guest:
            assert guest.update().version == 1
        _, (ana, _), _ = served.open(PEOPLE)
        status, said = served.ask(f"/api/seats/{ana}/record")
        assert (status, said["code"]) == (410, "closed")
        _, (ana, _), _ = served.open(PEOPLE, record=finished())
        status, text = served.ask(f"/api/seats/{ana}/record")
        assert status == 200
        assert read_record(text).complete().scores is not None


def test_pages_and_words() -> None:
    with serving() as served:
        invite, (ana, _), _ = served.open(PEOPLE)
        for path in (
            "/",
            f"/table/{invite}",
            f"/seat/{ana}",
            "/api/bots",
        ):
            assert served.ask(path)[0] == 200
        for path in (
            "/api/seats/none/data/board-wide.json",
            "/api/tables/none",
            "/api/seats/none/record",
        ):
            assert served.ask(path)[0] == 404
        told = served.ask("/rules/MOV-02.html?language=de")[1]
        assert rulebook.carrying("MOV-02", "de").text.partition("**")[0] in told
        assert '<section lang="en">' in told
        assert served.ask("/rules/NOPE-1.html")[0] == 404
        assert served.ask("/nothing")[0] == 404


def test_what_a_table_is_drawn_with() -> None:
    with serving() as served:
        status, data = served.ask("/data/board-phone.json")
        assert (status, data) == (200, json.loads(json.dumps(drawing(KOSMOS_2008, "phone"))))
        assert served.ask("/data/words-nl.json") == (200, language_tables("nl"))
        assert "<svg" in served.ask("/data/picture-fr.svg")[1]
        for missing in ("board-square.json", "words-tlh.json", "picture-tlh.svg"):
            assert served.ask(f"/data/{missing}")[0] == 404


def test_another_edition_is_drawn_as_it_is() -> None:
    """Its page names a folder of its own; everybody else shares one."""
    tiny = shipped_edition("tiny-road")
    record = format_record(Game(["Ana", "Ben"], edition=tiny, seed=3).record())
    with serving() as served:
        _, (usual, _), _ = served.open(PEOPLE)
        _, (other, _), _ = served.open(PEOPLE, record=record)
        folder = f"/api/seats/{other}/data/"
        assert 'data="/data/"' in served.ask(f"/seat/{usual}")[1]
        assert f'data="{folder}"' in served.ask(f"/seat/{other}")[1]
        drawn = json.loads(json.dumps(drawing(tiny, "wide")))
        assert served.ask(f"{folder}board-wide.json") == (200, drawn)
        assert served.ask(f"{folder}words-de.json") == (200, language_tables("de"))


def test_what_bots_would_do_and_why_not_over_the_protocol() -> None:
    """Nothing that a page needs passes by another way."""
    with serving() as served:
        _, (ana, ben), watch = served.open(PEOPLE)
        with served.guest(ana) as one, served.guest(ben) as two, served.guest(watch) as three:
            assert one.greeting.hints
            one.send(encode(Ask(1, "hint")))
            hint = one.next()
            assert isinstance(hint, Play)
            assert (hint.id, hint.expect) == (1, 0)
            assert isinstance(hint.action, str)
            for guest in (two, three):
                guest.send(encode(Ask(2, "hint")))
                assert guest.next() == Done(2, 0), "it is not their turn"
                guest.send(encode(Ask(3, "ping")))
                assert guest.next() == Done(3, 0)
            one.send(encode(WhyRequest(4, ("player:0:shop:m2", "space:5"))))
            why = one.next()
            assert isinstance(why, Refused)
            assert why.rule == "SHP-02"
            one.send(encode(WhyRequest(5, ("nothing", "nowhere"))))
            assert one.next() == Done(5, 0), "parts that nobody has are no reason"
            for guest in (two, three):
                guest.send(encode(WhyRequest(6, ("player:0:shop:m2", "space:5"))))
                why = guest.next()
                assert isinstance(why, Refused)
                assert why.rule == "TRN-02", "it is not their turn"
            one.send(encode(hint))  # a hint is what to send
            assert two.update().version == 1


def test_nothing_but_the_protocol_passes_on_a_websocket() -> None:
    """Every frame of a game with a bot is a message, whatever clients send, and every request is answered."""
    wish: list[dict[str, Any]] = [{"name": "Ana", "bot": None}, {"name": "Ben", "bot": "greedy"}]
    with serving() as served:
        _, (ana, _), watch = served.open(wish)
        with served.guest(ana) as player, served.guest(watch) as watcher:
            rng = random.Random(7)
            kinds: set[type] = set()
            for number in range(1, 60):
                requests = ["{}", "update", encode(WhyRequest(number, ("front",)))]
                requests += [encode(Ask(number, "ping")), encode(Ask(number, "replay"))]
                if player.seen.moves:
                    action = player.action(rng.randrange(len(player.seen.moves)))
                    requests += 3 * [encode(Play(number, player.seen.version, action))]
                player.send(requests[number % len(requests)])
                while getattr(said := player.hear(), "id", ()) not in (number, None):
                    kinds.add(type(said))
                    player.seen = said if isinstance(said, TableUpdate) else player.seen
                kinds.add(type(said))
            watcher.send(encode(Ask(1, "ping")))
            while watcher.hear() != Done(1, player.seen.version):
                pass
        assert kinds >= {TableUpdate, People, Done, Refused, Failure, Replay}


def test_a_client_of_another_protocol_is_told_and_sent_home() -> None:
    with serving() as served:
        _, (ana, _), _ = served.open(PEOPLE)
        with served.guest(ana) as guest:
            guest.send(encode(Hello(PROTOCOL, "a client")))
            guest.send(encode(Hello(PROTOCOL + 1, "a client of tomorrow")))
            answer = guest.next()
            assert isinstance(answer, Failure)
            assert answer.code == FailureCode.OTHER_PROTOCOL
            with pytest.raises(ConnectionClosed):
                guest.hear()


def test_who_is_there_is_said_over_the_protocol() -> None:
    with serving(away=0) as served:
        _, (ana, ben, _), watch = served.open([*PEOPLE, {"name": "Cy", "bot": "greedy"}])
        with served.guest(ana) as one:
            assert one.people().seats == ("here", "left", "bot")
            with served.guest(ben), served.guest(watch):
                while (said := one.people()).watchers == 0:
                    pass
                assert said == People(("here", "here", "bot"), ("", "", "greedy"), 1, None)
            while (said := one.people()).seats[1] == "here":
                pass
            assert served.ask(f"/api/seats/{ana}/bot", {"seat": 1, "bot": "random"})[0] == 200
            while (said := one.people()).seats[1] == "left":
                pass
            assert (said.seats, said.bots) == (
                ("here", "stand_in", "bot"),
                ("", "random", "greedy"),
            )
        status, made = served.ask("/api/tables", {"seats": PEOPLE})
        token = served.claim(str(made["table"]).rpartition("/")[2], 0, "Ana")
        with served.guest(token) as lone:
            assert (status, lone.people().seats) == (201, ("here", "free"))


# People


def test_a_guest_takes_a_name_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with serving(Store(path)) as served:
        _, (ana, ben), watch = served.open(PEOPLE)
        with served.guest(ana) as guest:
            guest.send(encode(Play(1, 0, guest.action(-1))))
            guest.update()
            assert guest.next() == Done(1, 1)
            assert served.ask(f"/api/seats/{ben}/name", {"name": " Zoë "})[0] == 200
            greeting = guest.next()
            assert isinstance(greeting, Hello)
            assert greeting.names == ("Ana", "Zoë")
            assert guest.update().version == 1, "nothing was played"
        for token, name, code in (
            (ben, "Ana", 400),
            (ben, "", 400),
            (ben, 7, 400),
            (watch, "Eva", 404),
        ):
            assert served.ask(f"/api/seats/{token}/name", {"name": name})[0] == code
    with serving(Store(path)) as served, served.guest(ben) as guest:
        assert guest.greeting.names == ("Ana", "Zoë")


def test_a_bot_takes_over_and_gives_the_seat_back(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with serving(Store(path), away=0) as served:
        _, (ana, ben), watch = served.open(PEOPLE)
        wish = {"seat": 1, "bot": "greedy"}
        assert served.ask(f"/api/seats/{watch}/bot", wish)[0] == 404, "a spectator decides nothing"
        with served.guest(ana) as guest:
            with served.guest(ben):
                status, said = served.ask(f"/api/seats/{ana}/bot", wish)
                assert (status, said["code"]) == (409, "not_left")
            assert served.ask(f"/api/seats/{ana}/bot", wish)[0] == 200, "Ben has left"
            guest.send(encode(Play(1, 0, guest.action(0))))
            while guest.update().view.active != 0:
                pass  # a bot plays for Ben
            version = guest.seen.version
            status, _ = served.ask(f"/api/seats/{ana}/bot", {"seat": 1, "bot": None})
            assert status == 409, "only Ben takes the seat back"
    with serving(Store(path), away=0) as served, served.guest(ana) as guest:
        assert guest.seen.version == version
        assert served.ask(f"/api/seats/{ben}/bot", {"seat": 1, "bot": None})[0] == 200
        guest.send(encode(Play(1, version, guest.action(0))))
        while guest.update().view.active == 0:
            guest.send(encode(Play(1, guest.seen.version, guest.action(-1))))
        with served.guest(ben) as back:
            assert back.seen.moves, "nobody plays for Ben any more"
            back.send(encode(Play(1, back.seen.version, back.action(0))))
            assert back.update().change == "played"


@pytest.mark.parametrize(
    "wish",
    [{}, {"seat": 9, "bot": None}, {"seat": True, "bot": None}, {"seat": 0, "bot": "racer:x=1"}],
)
def test_bots_that_nobody_can_have(wish: object) -> None:
    with serving() as served:
        _, (ana, _), _ = served.open(PEOPLE)
        assert served.ask(f"/api/seats/{ana}/bot", wish)[0] == 400


def test_the_same_players_play_again(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with serving(Store(path)) as served:
        _, (ana, _), _ = served.open(PEOPLE)
        assert served.ask(f"/api/seats/{ana}/rematch", {})[0] == 410, "the game goes on"
        invite, (ana, ben), watch = served.open(PEOPLE, record=finished())
        assert served.ask(f"/api/seats/{watch}/rematch", {})[0] == 410
        links = [served.ask(f"/api/seats/{token}/rematch", {})[1]["seat"] for token in (ana, ben)]
        assert len(set(links)) == 2
        seats = [link.rpartition("/")[2] for link in links]
        with served.guest(seats[1]) as guest:
            assert guest.greeting.names == ("Ben", "Ana"), "whoever was second begins"
            assert guest.greeting.seat == 0
        assert served.ask(f"/api/tables/{invite}")[1]["rematch"].startswith("/table/")
    with serving(Store(path)) as served:
        assert served.ask(f"/api/seats/{ana}/rematch", {})[1]["seat"] == links[0]


def test_a_table_reads_rules_as_its_host_wishes() -> None:
    """Whoever comes sees which; the others are read as usual."""
    with serving() as served:
        _, offered = served.ask("/api/readings")
        assert offered == [part.name for part in fields(Readings)]
        invite, (ana, _), _ = served.open(PEOPLE, readings=["a120", "a22"])
        assert served.ask(f"/api/tables/{invite}")[1]["readings"] == ["a22", "a120"]
        with served.guest(ana) as guest:
            edition = guest.greeting.edition
            assert edition is not None
            assert edition.readings == Readings(a22="used_up", a120="sum")
        usual, _, _ = served.open(PEOPLE, readings=[])
        assert served.ask(f"/api/tables/{usual}")[1]["readings"] == []


def test_the_same_players_play_again_by_the_same_readings() -> None:
    with serving() as served:
        _, (ana, _), _ = served.open(PEOPLE, record=finished("kosmos-2008 a160=voluntary"))
        again = served.ask(f"/api/seats/{ana}/rematch", {})[1]["seat"].rpartition("/")[2]
        with served.guest(again) as guest:
            edition = guest.greeting.edition
            assert edition is not None
            assert edition.readings == Readings(a160="voluntary")


def test_every_ruling_that_can_be_read_otherwise_is_offered_by_its_other_reading() -> None:
    for part in fields(Readings):
        assert getattr(houses.READ_OTHERWISE, part.name) != part.default


def test_my_tables() -> None:
    with serving() as served:
        invite, (ana, ben), watch = served.open(PEOPLE)
        status, found = served.ask("/api/mine", {"seats": [ana, "gone", ben, watch]})
        assert status == 200
        assert found[1] is None
        assert [one["seat"] for one in (found[0], found[2], found[3])] == [0, 1, None]
        names, table = ["Ana", "Ben"], f"/table/{invite}"
        assert found[0] == {"names": names, "seat": 0, "active": 0, "moves": 0, "table": table}
        assert found[3]["table"] is None, "whoever watches is not invited"
        for wish in ({}, {"seats": ["x"] * 51}, [1]):
            assert served.ask("/api/mine", wish)[0] == 400


# The first game


def test_the_steps_of_the_lesson_can_be_played() -> None:
    """Each step that asks for a move names a legal one; whatever the teacher does in between, and whatever is drawn."""
    bot = make_bot("greedy")
    for chapter, steps in enumerate(CHAPTERS):
        for seed in range(8):
            record = read_record(lesson_record(("Ben", "Ana"), chapter)).complete()
            game, rng = Game.from_record(record, seed=seed), Stream(seed)
            for step in steps:
                while game.active == TEACHER and not game.over:
                    game.play(bot.choose(game.view(TEACHER), rng))
                now = choices(game.view(LEARNER))
                assert step.over == game.over
                assert {part.id for part in now.parts}.issuperset(step.shown)
                if step.move:
                    game.play(now.through(*step.move)[0].action)
            learner = game.state.players[LEARNER]
            assert (len(learner.swords), game.over) == (1, chapter == 1)
        assert game.outcome is None or game.outcome.ranking[0].seat == LEARNER


def test_a_chapter_of_the_lesson_is_a_table() -> None:
    ana = {"name": "Ana", "teacher": "Ben"}
    with serving() as served:
        wrong = [{"name": "A", "chapter": 0}, {**ana, "teacher": "Ana", "chapter": 0}]
        for wish in (ana, *wrong, *({**ana, "chapter": one} for one in (2, -1, True, 1.0, "1"))):
            assert served.ask("/api/lessons", wish)[0] == 400
        assert [len(steps) for steps in served.ask("/api/lessons")[1]] == [*map(len, CHAPTERS)]
        for chapter in range(len(CHAPTERS)):
            status, said = served.ask("/api/lessons", {**ana, "chapter": chapter})
            assert status == 201
            seat = said["seat"].removeprefix("/seat/").removesuffix(f"#lesson-{chapter}")
            with served.guest(seat) as guest:
                assert guest.greeting.names == ("Ben", "Ana")


# Limits


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({}, "malformed"),
        ({"seats": [], "why": 1}, "malformed"),
        ({"seats": [{"name": "Ana"}]}, "malformed"),
        ({"seats": [{"name": "Ana"}, {"name": "Ana"}]}, "name"),
        ({"seats": [{"name": ""}, {"name": "Ben"}]}, "name"),
        ({"seats": [{"name": "A" * 21}, {"name": "Ben"}]}, "name"),
        ({"seats": [{"name": "A\u0007"}, {"name": "Ben"}]}, "name"),
        (
            {"seats": [{"name": "Ana", "bot": "racer:iterations=1000000000"}, PEOPLE[1]]},
            "malformed",
        ),
        ({"seats": PEOPLE, "record": "nonsense"}, "malformed"),
        ({"seats": PEOPLE, "readings": ["a23"]}, "malformed"),
        ({"seats": PEOPLE, "readings": [["a22"]]}, "malformed"),
        ({"seats": PEOPLE, "readings": "a22"}, "malformed"),
        (b"not json", "malformed"),
        pytest.param(b"[" * 90_000, "malformed", id="nested"),
        pytest.param(b" " * 200_000, "too_long", id="long"),
    ],
)
def test_wishes_that_cannot_be_fulfilled(wish: object, code: str) -> None:
    with serving() as served:
        status, said = served.ask("/api/tables", wish)
        assert said["code"] == code
        assert status == (413 if code == "too_long" else 400)


def test_foreign_hosts_and_origins_stay_outside() -> None:
    """A name that somebody points here (DNS rebinding), and a page from elsewhere."""
    with serving() as served:
        _, (ana, _), _ = served.open(PEOPLE)
        status, said = served.ask("/", Host="evil.example")
        assert (status, "Host or Origin" in str(said), "--name" in str(said)) == (403, True, True)
        assert served.ask("/api/tables", {"seats": PEOPLE}, Origin="http://evil.example")[0] == 403
        with pytest.raises(InvalidStatus) as shut, served.guest(ana, Origin="http://evil.example"):
            pass
        assert (shut.value.response.status_code, shut.value.response.body) == (403, said.encode())
        with served.guest(ana, Origin=served.url) as guest:
            assert guest.seen.version == 0


def test_tables_listeners_and_requests_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "MOST_TABLES", 1)
    monkeypatch.setattr(tables, "MOST_LISTENERS", 1)
    monkeypatch.setattr(servers, "MOST_REQUESTS", 3)
    with serving() as served:
        _, (ana, _), _ = served.open(PEOPLE)
        status, said = served.ask("/api/tables", {"seats": PEOPLE})
        assert (status, said["code"]) == (503, "too_many")
        with served.guest(ana) as one:
            with pytest.raises((AssertionError, ConnectionClosed)), served.guest(ana):
                pass
            for _ in range(40):
                one.send("{}")
            answers = [one.next() for _ in range(40)]
            codes = {said.code for said in answers if isinstance(said, Failure)}
            assert codes == {FailureCode.MALFORMED, FailureCode.TOO_MANY}


def test_a_token_that_nobody_has_opens_nothing() -> None:
    with (
        serving() as served,
        pytest.raises((AssertionError, ConnectionClosed)),
        served.guest("none"),
    ):
        pass


# The store


def test_a_restart_keeps_every_link(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with serving(Store(path)) as served:
        invite, (ana, ben), _ = served.open(PEOPLE)
        with served.guest(ana) as guest:
            guest.send(encode(Play(1, 0, guest.action(-1))))
            before = guest.update()
    with serving(Store(path)) as served:
        assert served.ask(f"/api/tables/{invite}")[0] == 200
        with served.guest(ana) as guest, served.guest(ben) as other:
            assert guest.seen.view == before.view
            assert guest.seen.version == before.version
            assert other.seen.view.seat == 1


def test_a_lost_folder_is_made_up_for(tmp_path: Path) -> None:
    """While it is away nothing changes, and whoever plays is told; when it is back everything is saved again."""
    folder = tmp_path / "tables"
    folder.mkdir()
    with serving(Store(folder / "tables.sqlite")) as served:
        _, (ana, _), _ = served.open(PEOPLE)
        with served.guest(ana) as guest:
            shutil.rmtree(folder)
            action = guest.action(-1)
            guest.send(encode(Play(1, 0, action)))
            answer = guest.next()
            assert isinstance(answer, Failure)
            assert answer.code == FailureCode.NOT_SAVED
            folder.mkdir()
            guest.send(encode(Play(2, 0, action)))
            assert guest.update().version == 1
    store = Store(folder / "tables.sqlite")
    assert [table.version for table in store.tables()] == [1]
    store.close()


def test_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.sqlite")
    game = Game(["Ana", "Ben"], seed=1)
    store.put(SavedTable("h", "i", "w", ("a", "b"), ("", ""), format_record(game.record())))
    house = houses.House(store)
    table = house.tables["h"]
    store._database.execute("pragma max_page_count = 1")  # noqa: SLF001  # no page is left
    before, answers = table.game.state, []
    for _ in range(600):
        action = table.game.legal[0]
        answers.append(table.ask(table.game.active, Play(1, table.game.version, action)))
        if isinstance(answers[-1], Failure):
            break
        before = table.game.state
    answer = answers[-1]
    assert isinstance(answer, Failure)
    assert answer.code == FailureCode.NOT_SAVED
    assert table.game.state == before
    asyncio.run(house.close())
    store.close()


# Bots


def asked(patience: float, program: str) -> tuple[BotProcess, Any]:
    """A bot process that runs another program, and its choice."""
    bot = BotProcess("greedy", patience=patience)

    async def choose() -> object:
        game = Game(2, seed=1)
        original = asyncio.create_subprocess_exec

        async def instead(*_words: str, **options: Any) -> asyncio.subprocess.Process:
            return await original(sys.executable, "-c", program, **options)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncio, "create_subprocess_exec", instead)
            choice = await bot.choose(hello(game, 0), question(game, 1))
        await bot.close()
        return choice

    return bot, asyncio.run(choose())


@pytest.mark.parametrize(
    "program",
    [
        "import time; time.sleep(60)",
        "raise SystemExit(1)",
        "print('nonsense', flush=True); input()",
        'print(\'{"type":"play","id":1,"expect":0,"action":{"type":"end_turn"}}\', flush=True)',
    ],
)
def test_a_bot_that_hangs_dies_or_talks_nonsense_is_replaced(program: str) -> None:
    bot, action = asked(2.0, program)
    assert bot.failures == 1
    assert action in Game(2, seed=1).legal


def test_a_bot_that_many_others_ask_is_replaced_for_once() -> None:
    """Its process goes on with what it was asked."""
    bot, game = BotProcess("greedy", patience=0.1), Game(2, seed=1)

    async def choose() -> Action:
        async with bot._turn:  # noqa: SLF001  # somebody else is asking
            return await bot.choose(hello(game, 0), question(game, 1))

    assert asyncio.run(choose()) in game.legal
    assert bot.failures == 0


class LastingBot:
    """A bot that wants a player for each seat of each game."""

    made = 0

    def choose(self, view: View, _rng: Rng) -> Action:
        """Nobody should ask it."""
        raise AssertionError(f"it has players for {view}")

    def for_game(self) -> Bot:
        """A player for a seat."""
        LastingBot.made += 1
        return make_bot("greedy")


def test_a_bot_plays_each_seat_of_each_table_as_another(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = []
    for table in ("one", "other", "one"):
        game = Game(["Ana", "Ben"], seed=1)
        lines += [encode(hello(game, 0, program=table)), encode(question(game, 1))]
    monkeypatch.setattr("sys.stdin", lines)
    monkeypatch.setattr(programs, "load_bot", lambda _name: LastingBot())
    programs.main("lasting")
    answers = [decode_request(line) for line in capsys.readouterr().out.splitlines()]
    assert [type(answer) for answer in answers] == [Hello, Play, Play, Play]
    assert LastingBot.made == 2


def test_the_player_that_was_asked_longest_ago_is_forgotten(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = []
    for table in ("one", "two", "one", "three", "one", "two"):
        game = Game(["Ana", "Ben"], seed=1)
        lines += [encode(hello(game, 0, program=table)), encode(question(game, 1))]
    monkeypatch.setattr("sys.stdin", lines)
    monkeypatch.setattr(LastingBot, "made", 0)
    monkeypatch.setattr(programs, "load_bot", lambda _name: LastingBot())
    monkeypatch.setattr(programs, "MOST_PLAYERS", 2)
    programs.main("lasting")
    assert len(capsys.readouterr().out.splitlines()) == 7
    assert LastingBot.made == 4  # two came again after three had taken its place


class Clocked:
    """A bot that takes as many seconds as there are players, by a clock of its own."""

    now = 1000.0
    asked: ClassVar[list[int]] = []

    @classmethod
    def seconds(cls) -> float:
        """The clock."""
        return cls.now

    def choose(self, view: View, _rng: Rng) -> Action:
        """Return the first legal action."""
        Clocked.asked.append(len(view.players))
        Clocked.now += len(view.players)
        return legal_actions(view)[0]


def test_what_a_bot_costs_is_that_of_its_slowest_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every so many in games of two, three and four."""
    monkeypatch.setattr(programs, "load_bot", lambda _name: Clocked())
    monkeypatch.setattr("time.process_time", Clocked.seconds)
    assert programs.measure("clocked", every=40) == 4
    games = {players: Clocked.asked.count(players) for players in Clocked.asked}
    assert [*games] == [2, 3, 4]
    assert all(3 < asked < 15 for asked in games.values()), games


def test_an_unknown_bot_is_none() -> None:
    with pytest.raises(ValueError, match="there is no bot"):
        BotProcess("racer:iterations=1000000000")


def first(_observation: object, mask: NDArray[np.int8]) -> object:
    """A policy: the first legal action."""
    return mask.argmax()


def test_a_bot_of_ones_own_plays_at_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A policy, say, that was trained. After a restart without it another bot goes on."""
    entries = {entry.name: entry for entry in bots()}
    monkeypatch.setattr("toledo_rules.bots._entries", entries)  # as if nobody else had any
    policy = "toledo_lab.adapters:PolicyBot:policy=tests.web.test_server.first"
    own = dict([programs.invite(f"learner={policy}")])
    path = tmp_path / "tables.sqlite"
    with serving(Store(path), own_bots=own) as served:
        learner = served.ask("/api/bots")[1][-1]
        assert (learner["spec"], learner["level"], learner["stands_in"]) == ("learner", 0, False)
        _, _, watch = served.open([{"name": name, "bot": "learner"} for name in ("Ana", "Ben")])
        with served.guest(watch) as guest:
            while guest.update().version < 3:
                pass
        assert served.house is not None
        (table,) = served.house.tables.values()
        start = view(table.game.record().start, 0)
        assert table.game.history[0].action == PolicyBot(first).choose(start, Stream(0))
        assert served.house.bots["learner"].failures == 0
        with pytest.raises(ValueError, match="there is a bot 'learner' already"):
            programs.invite(f"learner={policy}")
    monkeypatch.undo()
    with serving(Store(path)) as served, served.guest(watch) as guest:
        version = guest.seen.version
        assert guest.update().version == version + 1


@pytest.mark.parametrize("wish", ["learner", "learner=", "a b=greedy", "x=no_such_module:bot"])
def test_bots_that_cannot_be_invited(wish: str) -> None:
    with pytest.raises(ValueError, match="bot"):
        programs.invite(wish)


# The command


def free_port() -> int:
    """A port that nobody else uses, not even these tests in another checkout."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def test_it_ends_cleanly_within_seconds(tmp_path: Path) -> None:
    """SIGTERM, with somebody at the table."""
    port = free_port()
    command = [sys.executable, "-m", "examples.web", "--port", str(port), "--store"]
    program = subprocess.Popen(
        [*command, str(tmp_path / "tables.sqlite")],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ,
    )
    try:
        assert program.stdout is not None
        assert f"http://127.0.0.1:{port}/" in program.stdout.readline()
        served = Served(port)
        until = time.monotonic() + PATIENCE
        while True:
            try:
                served.ask("/api/bots")
                break
            except OSError:
                assert time.monotonic() < until
                time.sleep(0.05)
        _, (ana, _), _ = served.open([PEOPLE[0], {"name": "Ben", "bot": "greedy"}])
        with served.guest(ana):
            program.send_signal(signal.SIGTERM)
            assert program.wait(PATIENCE) in (0, -signal.SIGTERM)
    finally:
        program.kill()
        program.communicate()


def test_a_port_that_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command(["--port", "99999999"])
    assert "a port is a number up to 65535, not 99999999" in capsys.readouterr().err
