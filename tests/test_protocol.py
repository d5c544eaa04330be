"""The protocol: every message has a class, a JSON form and a schema; refusals and failures speak every language."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import get_args

import pytest
from attrs import evolve

from toledo_rules import (
    END_TURN,
    KOSMOS_2008,
    TAKE_CARDS,
    Edition,
    Game,
    Stream,
    Update,
    determinize,
    follow,
    parse_edition,
)
from toledo_rules.bots import make_bot
from toledo_rules.describe import LANGUAGES, render
from toledo_rules.describe._catalogue import catalogue
from toledo_rules.editions import edition_to_toml
from toledo_rules.errors import CodecError, Problem
from toledo_rules.protocol import (
    LONGEST_REQUEST,
    MESSAGES,
    PROTOCOL,
    ClientMessage,
    Failure,
    FailureCode,
    Hello,
    LookRequest,
    Play,
    Question,
    RedoRequest,
    Refused,
    Replay,
    ReplayRequest,
    ServerMessage,
    TableUpdate,
    UndoRequest,
    answer_to,
    decode_answer,
    decode_request,
    encode,
    failed,
    failure,
    hello,
    question,
    replay_of,
    table_update,
)
from toledo_rules.state import MOVING
from toledo_rules.testing import BLUE, RED, Table


def game() -> Game:
    """A game of two with something played."""
    begun = Game(["Ana", "Ben"], seed=2008)
    begun.play("place m2@4")
    return begun


def refused(
    attempt: Callable[[Game], object], at: Game | None = None, seat: int | None = 0
) -> Refused:
    """The refusal of something that a game does not do."""
    at = at or game()
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # each has its own class
        attempt(at)
    answer = answer_to(caught.value, at, seat, id=7)
    assert isinstance(answer, Refused)
    assert (answer.id, answer.version) == (7, at.version)
    return answer


# Messages and their JSON


def messages() -> list[ServerMessage]:
    """One message of each kind that a table sends."""
    at = game()
    return [
        hello(at, 0),
        table_update(at, 1),
        refused(lambda one: one.play("end")),
        failed(FailureCode.TOO_MANY, id=3),
        replay_of(at, None, id=4),
        question(at, 5),
    ]


REQUESTS: list[ClientMessage] = [
    Hello(PROTOCOL, "a client"),
    Play(1, 12, TAKE_CARDS),
    UndoRequest(None, 3),
    RedoRequest(2, 3),
    LookRequest(9),
    ReplayRequest(None),
    Failure(None, FailureCode.OTHER_PROTOCOL, failed(FailureCode.OTHER_PROTOCOL).message),
]


def test_every_answer_comes_back_as_it_was() -> None:
    edition = game().state.edition
    for message in messages():
        line = encode(message)
        assert "\n" not in line
        assert decode_answer(line, edition) == message
    assert {type(message) for message in messages()} == set(get_args(ServerMessage))


def test_a_table_greets_in_the_first_protocol() -> None:
    """Programs rely on the number: another one is another protocol."""
    assert encode(hello(game(), 0)).startswith('{"type":"hello","protocol":1,')


def test_the_fast_text_is_that_of_the_encoder() -> None:
    record = game().record()
    for value in (*messages(), *REQUESTS, record, evolve(record, tags=(("place", "Köln"),))):
        text = MESSAGES.text(value)
        assert text == json.dumps(json.loads(text), separators=(",", ":"))
        assert MESSAGES.load(json.loads(text), type(value)) == value


def test_every_request_comes_back_as_it_was() -> None:
    for request in REQUESTS:
        assert decode_request(encode(request)) == request
    assert {type(request) for request in REQUESTS} == set(get_args(ClientMessage))


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('{"type": "play", "id": 1, "expect": true, "action": {"type": "pass"}}', "$.expect"),
        ('{"type": "play", "id": 1, "expect": 1, "action": {"type": "fly"}}', "$.action.type"),
        ('{"type": "update"}', "$.type"),
        ('{"type": "undo", "id": 1, "id": 2, "expect": 1}', "$"),
        ('{"type": "undo", "expect": 1}', "$.id"),
        ("take", "$"),
        ("[]", "$"),
        (json.dumps({"type": "look", "id": None, "why": "x" * LONGEST_REQUEST}), "$"),
    ],
)
def test_a_wrong_request_has_one_clear_problem(text: str, where: str) -> None:
    with pytest.raises(CodecError) as caught:
        decode_request(text)
    (problem,) = caught.value.problems
    assert problem.where == where


def test_a_request_as_long_as_it_may_be() -> None:
    look = encode(REQUESTS[0])
    assert decode_request(look.ljust(4096)) == REQUESTS[0]
    with pytest.raises(CodecError, match="found 4,097 characters, expected at most 4,096 char"):
        decode_request(look.ljust(4097))


def test_a_failure_names_a_few_problems() -> None:
    with pytest.raises(CodecError) as caught:
        decode_request(json.dumps({"type": "undo", "id": 7, "expect": 1} | dict.fromkeys("abcdef")))
    assert len(caught.value.problems) == 6
    assert failure(caught.value).problems == caught.value.problems[:5]


def test_an_edition_of_ones_own_is_sent_once() -> None:
    """It is in the greeting and nowhere else; whoever has it reads the updates, whoever does not is told."""
    standard = Game(2, seed=1).state.edition
    mine = parse_edition(edition_to_toml(evolve(standard, name="mine", metal=30)))
    at = Game(2, seed=1, edition=mine)
    greeting = decode_answer(encode(hello(at, 0)))
    assert isinstance(greeting, Hello)
    assert greeting.edition == mine
    line = encode(table_update(at, 0))
    assert len(json.dumps(json.loads(line)["view"]["edition"])) < 100
    assert decode_answer(line, greeting.edition) == table_update(at, 0)
    with pytest.raises(CodecError, match=r"\$\.view\.edition\.name"):
        decode_answer(line)
    with pytest.raises(CodecError):
        decode_answer(line, standard)
    with pytest.raises(CodecError):
        decode_answer("[]", standard)


def test_the_provenance_of_an_edition_stays_at_home() -> None:
    greeting = hello(game(), None, program="a table")
    assert isinstance(greeting.edition, Edition)
    assert greeting.edition.provenance == ()
    assert (greeting.protocol, greeting.program, greeting.seat) == (PROTOCOL, "a table", None)
    assert greeting.names == ("Ana", "Ben")


# Updates


def test_an_update_belongs_to_its_own_position() -> None:
    """With forced moves the game has left some positions before a listener hears of them."""
    at = Game(2, seed=4, auto=True)
    heard: list[tuple[Update, TableUpdate]] = []
    at.subscribe(lambda news: heard.append((news, table_update(at, 0, news))), 0)
    bot, rng = make_bot("greedy"), Stream(1)
    while not at.over and len(heard) < 60:
        at.play(bot.choose(at.view(at.active), rng))
    for news, update in heard:
        assert (update.version, update.view, update.entry) == (news.version, news.view, news.entry)
        assert bool(update.choices.moves) == (news.view.active == 0 and not news.view.over)
        assert update.seating == news.seating


def test_a_client_follows_by_events_to_the_view_of_each_update() -> None:
    at = Game(3, seed=6)
    seen = at.view(1)
    updates: list[TableUpdate] = []
    at.subscribe(lambda news: updates.append(table_update(at, 1, news)), 1)
    bot, rng = make_bot("greedy"), Stream(2)
    for _ in range(30):
        at.play(bot.choose(at.view(at.active), rng))
    for update in updates:
        assert update.entry is not None
        seen = follow(seen, update.entry.events)
        assert seen == update.view


def test_undo_states_are_reasons_and_a_spectator_takes_nothing_back() -> None:
    at = game()
    assert table_update(at, 0).undo is None
    other = table_update(at, 1).undo
    assert other is not None
    assert (other.rule, other.message.key) == ("A-132", "undo.not_yours")
    assert table_update(at, None).undo == other
    redo = table_update(at, None).redo
    assert redo is not None
    assert redo.message.key == "undo.nothing_undone"


def test_the_result_tells_no_sum_that_decided_nothing() -> None:
    """A-128: hands are shown only where their sum decides, so an update has no other sums."""
    at = Game(["Ana", "Ben"], seed=11)
    bot, rng = make_bot("greedy"), Stream(3)
    while not at.over:
        at.play(bot.choose(at.view(at.active), rng))
    update = table_update(at, None)
    assert update.result is not None
    assert update.choices.moves == ()
    outcome = at.outcome
    assert outcome is not None
    assert [one.seat for one in update.result.places] == [one.seat for one in outcome.ranking]
    assert [one.place for one in update.result.places] == [one.place for one in outcome.ranking]
    assert "card_sum" not in encode(update)
    assert decode_answer(encode(update), at.state.edition) == update
    assert render(update.result.message).startswith(("Ana wins", "Ben wins"))
    assert [sheet.total for sheet in update.scores] == [sheet.total for sheet in outcome.sheets]


def test_no_byte_of_an_update_depends_on_a_hidden_card() -> None:
    """Law 7: the same game with other hidden cards gives the same line."""
    at = Game(["Ana", "Ben"], seed=12)
    for seat in (0, 1, None):
        hidden = determinize(at.view(seat), Random(9))
        assert hidden != at.state
        other = Game(["Ana", "Ben"], seed=1, position=hidden)
        assert encode(table_update(other, seat)) == encode(table_update(at, seat))
        assert encode(replay_of(other, seat)) == encode(replay_of(at, seat))


# Replays and questions


def test_a_replay_leads_to_the_view_of_now() -> None:
    at = Game(2, seed=6)
    bot, rng = make_bot("greedy"), Stream(2)
    for _ in range(40):
        at.play(bot.choose(at.view(at.active), rng))
    for seat in (0, None):
        replay = replay_of(at, seat)
        seen = replay.start
        for step in replay.steps:
            seen = follow(seen, step.entry.events)
        assert seen == at.view(seat)
        assert replay.steps[-1].seating == at.seating
    assert isinstance(replay, Replay)


def test_a_question_asks_the_player_on_turn() -> None:
    at = game()
    asked = question(at, 1)
    assert isinstance(asked, Question)
    assert (asked.view.seat, asked.version) == (1, 1)
    assert asked.actions == at.legal.actions


def test_a_question_may_have_one_answer() -> None:
    table = Table(2).shop(4, RED, "gem").figures(RED, 4).moving("4va")
    asked = question(Game(position=table.lay(MOVING), seed=1), 1)
    assert asked.actions == (END_TURN,)
    assert decode_answer(encode(asked), KOSMOS_2008) == asked


# Refusals and failures


def test_what_a_game_refuses_is_said_with_its_rule() -> None:
    illegal = refused(lambda at: at.play("end", seat=1))
    assert (illegal.rule, illegal.message.key) == ("TRN-04", "illegal.no_card_played")
    off_turn = refused(lambda at: at.play("take", seat=0))
    assert (off_turn.rule, render(off_turn.message)) == ("TRN-02", "It is Ben's turn.")
    stale = refused(lambda at: at.play("take", seat=1, expect=0))
    assert render(stale.message) == "The table has changed meanwhile: look again."
    table = Table(2).figures(RED, 4).shop(4, BLUE, "gem").hand(RED, "5va")
    undo = refused(lambda at: at.undo(0), Game(position=table.lay(), seed=1))
    assert (undo.rule, undo.message.key) == ("A-132", "undo.nothing_played")


def test_what_cannot_be_read_is_a_failure_with_its_problems() -> None:
    with pytest.raises(CodecError) as caught:
        decode_request("{}")
    answer = failure(caught.value)
    assert answer.code == FailureCode.MALFORMED
    assert answer.problems == caught.value.problems
    at = game()
    with pytest.raises(ValueError, match="expected") as misread:
        at.play("jump 4")
    said = answer_to(misread.value, at, 0)
    assert isinstance(said, Failure)
    assert said.code == FailureCode.NOTATION
    assert isinstance(said.problems[0], Problem)
    assert decode_answer(encode(said)) == said
    assert render(said.message) == "“jump 4” cannot be read at place 1."


@pytest.mark.parametrize(
    ("error", "code"),
    [(OSError("disk full"), FailureCode.NOT_SAVED), (KeyError("x"), FailureCode.INTERNAL)],
)
def test_any_other_error_says_no_more_than_it_should(error: Exception, code: FailureCode) -> None:
    answer = answer_to(error, game(), 0)
    assert isinstance(answer, Failure)
    assert (answer.code, answer.problems) == (code, ())
    assert "disk" not in encode(answer)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_failure_speaks_every_language(language: str) -> None:
    templates = catalogue(language).entries
    assert {key for key in templates if key.startswith("error.")} == {
        f"error.{code}" for code in FailureCode
    }
    assert "refused.stale" in templates
