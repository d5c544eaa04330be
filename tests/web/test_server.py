"""The web example without a browser: tokens, tables, moves, and clean answers to everything else."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from random import Random
from threading import active_count
from typing import Any

import pytest

from examples.web.__main__ import main
from examples.web.lobby import Lobby
from examples.web.proposals import proposals
from examples.web.server import page_words
from examples.web.table import Table
from tests.house import NAMES, PAGE, PATIENCE, played, serving
from toledo_rules import PlaceShop, ShopTile, TakeCards, explain, legal_actions, view
from toledo_rules.bots import RandomBot
from toledo_rules.codec import dump, load_action
from toledo_rules.describe import LANGUAGES, describe
from toledo_rules.game import Game
from toledo_rules.record import format_record, read_record

ROOT = Path(__file__).parents[2]
PERSON, BOT = {"name": "Ana", "bot": None}, {"name": "Ben", "bot": "random"}
PLACE = PlaceShop(ShopTile("metal", 2), 4)


def new_game(players: int = 2) -> Game:
    return Game(NAMES[:players], rng=Random(1))


# Tables and tokens.


def test_a_table_is_opened_and_everybody_gets_a_link() -> None:
    with serving() as house:
        opened = house.post("/api/tables", {"seats": [PERSON, BOT, {"name": "Chloé"}]})
        assert opened.status == 201
        table = house.get("/api" + opened.said["table"].replace("table", "tables")).said
        assert [seat["name"] for seat in table["seats"]] == ["Ana", "Ben", "Chloé"]
        assert [seat["colour"] for seat in table["seats"]] == ["red", "blue", "green"]
        assert table["seats"][1]["link"] is None  # the bot needs none
        links = [table["seats"][0]["link"], table["seats"][2]["link"], table["watch"]]
        assert len({*links, opened.said["table"]}) == 4
        assert all(re.fullmatch(r"/seat/[\w-]{16}", link) for link in links)
        for seat, link in zip((0, 2, None), links, strict=True):
            with house.listening(link.removeprefix("/seat/")) as news:
                assert news.next()["view"]["seat"] == seat


@pytest.mark.parametrize(
    ("wish", "problem"),
    [
        ([], "a table is wished for as"),
        ({"seats": "Ana"}, "a table is wished for as"),
        ({"seats": [PERSON]}, "players"),
        ({"seats": [PERSON, BOT, PERSON]}, "a name of their own"),
        ({"seats": [PERSON, {"name": " "}]}, "a name of 1 to 20 characters"),
        ({"seats": [PERSON, {"name": "x" * 21}]}, "a name of 1 to 20 characters"),
        ({"seats": [PERSON, {"name": "a\nb"}]}, "printable"),
        ({"seats": [PERSON, {"name": "Ben", "bot": "deep thought"}]}, "there is no bot"),
        ({"seats": [{"name": str(number)} for number in range(5)]}, "players"),
        ({"seats": [PERSON, BOT], "record": "no record"}, "toledo-record"),
    ],
)
def test_a_table_that_cannot_be(wish: object, problem: str) -> None:
    with serving() as house:
        refused = house.post("/api/tables", wish)
        assert refused.status == 400
        assert problem in refused.said["error"]


def test_a_saved_game_goes_on() -> None:
    game = played(40)
    with serving() as house:
        wish = {"seats": [PERSON, PERSON, PERSON], "record": format_record(game.record())}
        host = house.post("/api/tables", wish).said["table"].removeprefix("/table/")
        table = house.get(f"/api/tables/{host}").said
        assert [seat["name"] for seat in table["seats"]] == ["Ana", "Ben", "Carla"]
        saved = house.get(f"/api/tables/{host}/record")
        assert read_record(saved.body.decode()).complete() == game.record()
        assert "attachment" in saved.headers["Content-Disposition"]
        for few in ([PERSON, PERSON], [PERSON] * 4):
            refused = house.post("/api/tables", {**wish, "seats": few})
            assert refused.said["error"] == f"this is a game of 3 players, not of {len(few)}"


def test_a_damaged_record_is_refused_with_the_place() -> None:
    text = format_record(played(40).record()).replace("place", "plaice", 1)
    with serving() as house:
        refused = house.post("/api/tables", {"seats": [PERSON, PERSON, PERSON], "record": text})
        assert refused.status == 400
        assert "line" in refused.said["error"]


def test_games_are_kept_in_files(tmp_path: Path) -> None:
    with serving(Lobby(folder=tmp_path)) as house:
        house.post("/api/tables", {"seats": [PERSON, {"name": "Ben"}]})
        (file,) = tmp_path.iterdir()
        (hosted,) = house.server.lobby.tables.values()
        kept = read_record(file.read_text(encoding="utf-8")).complete()
        assert kept == hosted.table.game.record()


def test_a_record_is_for_the_host_until_the_game_is_over() -> None:
    running, over = new_game(), played(10_000, 2)
    assert over.over
    with serving() as house:
        (seat, _), (end, _) = house.put_up(Table(running, {})), house.put_up(Table(over, {}))
        refused = house.get(f"/api/seats/{seat}/record")
        assert refused.status == 403
        assert "everybody's cards" in refused.said["error"]
        assert house.get(f"/api/seats/{end}/record").body.decode() == format_record(over.record())


# What is wrong.


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/page/",
        "/page/nothing.js",
        "/page/../server.py",
        "/page/%2e%2e%2fserver.py",
        "/api",
        "/api/tables/guess",
        "/api/tables/guess/record",
        "/api/seats/guess/events",
        "/api/seats/guess/record",
        "/api/seats/guess/play",
        "/api/seats/guess/undo",
    ],
)
def test_there_is_nothing_elsewhere(method: str, path: str) -> None:
    with serving() as house:
        answer = house.ask(method, path, {} if method == "POST" else None)
        assert answer.status == 404
        assert answer.said["error"].startswith("there is no")


def test_the_host_s_token_is_no_seat_and_a_seat_s_token_no_host() -> None:
    with serving() as house:
        host = house.server.lobby.add(Table(new_game(), {}))
        (seat, *_) = house.server.lobby.tables[host].seats
        assert house.get(f"/api/seats/{host}/events").status == 404
        assert house.get(f"/api/tables/{seat}").status == 404
        assert house.get(f"/api/tables/{seat}/record").status == 404


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"nul", b"9" * 5000])
def test_what_is_not_json(raw: bytes) -> None:
    with serving() as house:
        (seat, _) = house.put_up(Table(new_game(), {}))
        for path in ("/api/tables", f"/api/seats/{seat}/play"):
            answer = house.ask("POST", path, raw=raw)
            assert answer.status == 400
            assert answer.said["error"]


def test_what_is_too_long_or_of_no_length() -> None:
    with serving() as house:
        for length in ("2000001", "-1", "many", ""):
            answer = house.ask("POST", "/api/tables", headers={"Content-Length": length})
            assert answer.status == 413
            assert "at most 2000000 bytes" in answer.said["error"]


def test_another_site_cannot_act_for_a_player() -> None:
    with serving() as house:
        (seat, _) = house.put_up(Table(new_game(), {}))
        body = json.dumps({"version": 1, "action": dump(PLACE)}).encode()
        path = f"/api/seats/{seat}/play"
        foreign = {"Origin": "http://elsewhere.example"}
        assert house.ask("POST", path, raw=body, headers=foreign).status == 403
        own = {"Origin": house.server.url}
        assert house.ask("POST", path, raw=body, headers=own).status == 200


@pytest.mark.parametrize(
    ("deed", "body", "status", "problem"),
    [
        ("play", {}, 400, "to play"),
        ("play", {"version": "1", "action": {"type": "take_cards"}}, 400, "to play"),
        ("play", {"version": 1, "action": {"type": "resign"}}, 400, '$.type: found "resign"'),
        ("play", {"version": 1, "action": {"type": "challenge", "rival": "x"}}, 400, "$.rival"),
        ("play", {"version": 1, "action": None}, 400, "$"),
        ("play", {"version": 1, "action": {"type": "end_turn"}}, 409, "before you have done"),
        ("play", {"version": 0, "action": {"type": "take_cards"}}, 409, "has changed"),
        ("undo", {"version": 1}, 409, "nothing to undo"),
        ("redo", {"version": 1}, 409, "nothing to redo"),
        ("undo", {"version": 2}, 409, "has changed"),
        ("undo", [], 400, "say"),
    ],
)
def test_a_wish_that_cannot_be_granted_changes_nothing(
    deed: str, body: object, status: int, problem: str
) -> None:
    game = new_game()
    with serving() as house:
        (seat, _) = house.put_up(table := Table(game, {}))
        answer = house.post(f"/api/seats/{seat}/{deed}", body)
        assert answer.status == status
        assert problem in answer.said["error"]
        assert (table.version, len(game.history)) == (1, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_told_in_the_player_s_language_with_its_rule(language: Any) -> None:
    game = new_game()
    action = {"version": 1, "action": {"type": "end_turn"}}
    with serving() as house:
        (seat, _) = house.put_up(Table(game, {}))
        answer = house.post(f"/api/seats/{seat}/play?language={language}", action).said
    why = explain(game.state, load_action({"type": "end_turn"}))
    assert why is not None
    assert answer == {"error": describe(why, game.state, language=language), "rule": why.rule}


def test_only_the_player_on_turn_acts_and_nobody_who_watches() -> None:
    with serving() as house:
        host = house.server.lobby.add(Table(new_game(), {}))
        hosted = house.server.lobby.tables[host]
        wish = {"version": 1, "action": {"type": "take_cards"}}
        refused = house.post(f"/api/seats/{hosted.seats[1]}/play", wish)
        assert (refused.status, refused.said["error"]) == (409, "seat 0 is on turn, not seat 1")
        assert house.post(f"/api/seats/{hosted.watch}/play", wish).status == 403


# A game.


def test_a_move_is_seen_by_all_and_happens_once() -> None:
    with serving() as house:
        seats = house.put_up(Table(new_game(), {}))
        with house.listening(seats[0]) as mine, house.listening(seats[1], "?language=de") as other:
            first, same = mine.next(), other.next()
            assert (first["version"], same["version"]) == (1, 1)
            assert same["pending"].startswith("Ana ist an der Reihe")
            move = next(move for move in first["moves"] if move["action"] == dump(PLACE))
            assert move["why"] is None
            wish = {"version": first["version"], "action": move["action"]}
            assert house.post(f"/api/seats/{seats[0]}/play", wish).status == 200
            assert house.post(f"/api/seats/{seats[0]}/play", wish).status == 409  # a double click
            seen = other.next()
            assert seen["version"] == 2
            assert seen["log"]["new"][0]["lines"][0].startswith("Ana legt")
            assert seen["moves"]
            assert mine.next()["moves"] == []


def test_taking_back_and_doing_again() -> None:
    with serving() as house:
        (seat, _) = house.put_up(Table(new_game(), {}))
        with house.listening(seat) as news:
            assert "nothing to undo" in news.next()["undo"]["words"]
            path = f"/api/seats/{seat}"
            house.post(f"{path}/play", {"version": 1, "action": dump(PLACE)})
            placed = news.next()
            assert (placed["undo"], placed["log"]["keep"]) == (None, 0)
            house.post(f"{path}/undo", {"version": 2})
            back = news.next()
            assert (back["redo"], back["log"]) == (None, {"keep": 0, "new": []})
            house.post(f"{path}/redo", {"version": 3})
            again = news.next()
            assert again["view"] == placed["view"]
            assert again["log"] == placed["log"]


def test_a_card_that_was_seen_stays_seen() -> None:
    """A-132."""
    with serving() as house:
        (seat, _) = house.put_up(Table(new_game(), {}))
        house.post(f"/api/seats/{seat}/play", {"version": 1, "action": dump(TakeCards())})
        refused = house.post(f"/api/seats/{seat}/undo", {"version": 2})
        assert refused.status == 409
        assert refused.said["rule"] == "A-132"
        assert "a card was drawn" in refused.said["error"]


def test_bots_play_until_a_person_has_to_decide() -> None:
    game = new_game(3)
    with serving() as house:
        bots = {1: RandomBot(), 2: RandomBot()}
        seats = house.put_up(Table(game, bots, rng=Random(1)))
        with house.listening(seats[0]) as news:
            letter = news.next()
            while not letter["outcome"] and letter["version"] < 60:
                if letter["moves"]:
                    legal = [move["action"] for move in letter["moves"] if move["why"] is None]
                    wish = {"version": letter["version"], "action": legal[-1]}
                    assert house.post(f"/api/seats/{seats[0]}/play", wish).status == 200
                before, letter = letter["version"], news.next()
                assert letter["version"] > before
    assert {moment.seat for moment in game.history} == {0, 1, 2}


def test_a_bot_that_is_thinking_can_be_overtaken_by_an_undo() -> None:
    table = Table(new_game(), {1: RandomBot()}, pace=PATIENCE)
    with serving() as house:
        (seat, _) = house.put_up(table)
        assert (
            house.post(f"/api/seats/{seat}/play", {"version": 1, "action": dump(PLACE)}).status
            == 200
        )
        assert house.post(f"/api/seats/{seat}/undo", {"version": 2}).status == 200
    assert table.game.history == ()  # and the end did not wait for the bot


def test_what_is_offered_is_all_that_is_legal() -> None:
    """The page needs no rule: everything that it could do it is told, and for the rest a reason."""
    for moment in played(10_000, seed=9).history:
        offered = list(proposals(view(moment.before, moment.seat)))
        assert set(legal_actions(moment.before)) <= set(offered)
        assert len(set(offered)) == len(offered)
        kinds = {type(action).__name__ for action in offered}
        assert kinds >= {"TakeCards", "EndTurn", "UseSpace", "Challenge", "Pass"}


# The page.


def test_all_files_are_there_and_ask_for_nothing_from_elsewhere() -> None:
    with serving() as house:
        for path in (
            "/",
            "/table/any",
            "/seat/any",
            *(f"/page/{file.name}" for file in PAGE.iterdir()),
        ):
            answer = house.get(path)
            assert answer.status == 200
            assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert not re.search(rb"https?://(?!www\.w3\.org/2000/svg)", answer.body)


def test_every_language_has_every_word() -> None:
    words = {language: page_words(language) for language in LANGUAGES}
    marks = re.compile(r"\{\w+\}")
    for language in LANGUAGES:
        assert list(words[language]) == list(words["en"])
        for key, text in words[language].items():
            assert marks.findall(str(text)) == marks.findall(str(words["en"][key])), key
    code = "".join(file.read_text(encoding="utf-8") for file in PAGE.iterdir())
    assert [key for key in words["en"] if f'"{key}"' not in code] == []


# The end, and the command.


def test_a_server_ends_though_somebody_says_nothing() -> None:
    """Browsers open connections in advance, and keep listening."""
    before = active_count()
    with serving() as house:
        (seat, _) = house.put_up(Table(new_game(), {}))
        with (
            socket.create_connection(("127.0.0.1", house.server.server_port)),
            house.listening(seat) as news,
        ):
            news.next()
            house.server.shutdown()
            house.server.close()
    assert active_count() <= before


def test_a_browser_may_hang_up(capfd: pytest.CaptureFixture[str]) -> None:
    table = Table(new_game(), {})
    with serving() as house:
        (seat, _) = house.put_up(table)
        for _ in range(3):
            with house.listening(seat) as news:
                news.next()
            version = table.version
            deed = "undo" if version % 2 == 0 else "play"
            body = {"version": version, "action": dump(PLACE)}
            assert house.post(f"/api/seats/{seat}/{deed}", body).status == 200
    assert capfd.readouterr().err == ""


def test_the_command_says_where_it_is() -> None:
    command = [sys.executable, "-m", "examples.web", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        told = process.stdout.readline()
        found = re.fullmatch(r"Toledo is at http://127\.0\.0\.1:(\d+)/ \(Ctrl\+C ends it\)\n", told)
        try:
            assert found
            with socket.create_connection(("127.0.0.1", int(found[1])), PATIENCE) as connection:
                connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
                assert connection.makefile("rb").readline().split()[1] == b"200"
        finally:
            process.kill()


def test_the_command_ends_with_ctrl_c(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(_self: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("examples.web.server.Server.serve_forever", interrupted)
    assert main(["--port", "0", "--host", "127.0.0.1"]) == 0
    assert capsys.readouterr().out.startswith("Toledo is at http://127.0.0.1:")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--port", "99999"], "cannot listen on 127.0.0.1, port 99999"),
        (["--host", "no such host"], "cannot listen on no such host"),
        (["--save", os.devnull], f"there is no folder {os.devnull}"),
        (["--port", "x"], "invalid int value"),
    ],
)
def test_the_command_refuses_in_words(
    words: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    assert problem in capsys.readouterr().err


def test_a_port_can_be_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with serving() as house, pytest.raises(SystemExit):
        main(["--port", str(house.server.server_port)])
    assert "cannot listen" in capsys.readouterr().err


def test_the_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    told = capsys.readouterr().out
    for option in ("--host", "--port", "--pace", "--save"):
        assert option in told
