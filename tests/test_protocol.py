"""The protocol: every message has a class, a JSON form and a schema; refusals and failures speak every language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any, TypeVar, get_args

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

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
from toledo_rules.choices import choices
from toledo_rules.describe import LANGUAGES, render
from toledo_rules.describe._catalogue import catalogue
from toledo_rules.editions import SHIPPED_EDITIONS, edition_to_toml
from toledo_rules.errors import CodecError, NotationError, Problem
from toledo_rules.notation import format_action, parse_action
from toledo_rules.protocol import (
    LONGEST_REQUEST,
    MESSAGES,
    PROTOCOL,
    Ask,
    ClientMessage,
    Done,
    Failure,
    FailureCode,
    Hello,
    LegalMove,
    People,
    Play,
    Question,
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
    failure,
    hello,
    question,
    respond,
    table_update,
)
from toledo_rules.state import MOVING
from toledo_rules.testing import BLUE, PROGRESS, RED, Table, play_through
from tools.schema.vectors import ODD

LONGEST_UPDATE = 12_000
"""Characters of an update with the default edition."""


def game() -> Game:
    """A game of two with something played."""
    begun = Game(["Ana", "Ben"], seed=2008)
    begun.play("place m2@4")
    return begun


def refused(request: ClientMessage, at: Game | None = None, seat: int | None = 0) -> Refused:
    """The refusal of something that a game does not do."""
    at = at or game()
    before = at.version, at.state
    answer = respond(at, seat, request)
    assert isinstance(answer, Refused)
    assert (answer.id, answer.version) == (7, at.version)
    assert (at.version, at.state) == before
    return answer


# Messages and their JSON


def messages() -> list[ServerMessage]:
    """One message of each kind that a table sends."""
    at = game()
    return [
        hello(at, 0),
        table_update(at, 1),
        People(("here", "left", "stand_in"), ("", "", "greedy"), 2, "/seat/abc"),
        Done(2, 1),
        refused(Play(7, 1, "end"), seat=1),
        failure(FailureCode.TOO_MANY, id=3),
        answered(at, None, Ask(4, "replay"), Replay),
        question(at, 5),
        Play(6, 1, "take"),
    ]


T = TypeVar("T")


def answered(at: Game, seat: int | None, request: ClientMessage, kind: type[T]) -> T:
    """The answer of a kind to a request."""
    answer = respond(at, seat, request)
    assert isinstance(answer, kind)
    return answer


REQUESTS: list[ClientMessage] = [
    Hello(PROTOCOL, "a client"),
    Play(1, 12, TAKE_CARDS),
    Play(1, 12, "place m2@4"),
    UndoRequest(None, 3),
    UndoRequest(4, 3, turn=True),
    RedoRequest(2, 3),
    WhyRequest(3, ("player:0:shop:m2", "space:4")),
    Ask(9, "update"),
    Ask(None, "hint"),
    failure(FailureCode.OTHER_PROTOCOL),
]


def test_every_answer_comes_back_as_it_was() -> None:
    edition = game().state.edition
    for message in messages():
        line = encode(message)
        assert "\n" not in line
        assert decode_answer(line, edition) == message
    assert {type(message) for message in messages()} == set(get_args(ServerMessage))


def test_a_table_greets_in_the_second_protocol() -> None:
    """Programs rely on the number: another one is another protocol."""
    assert encode(hello(game(), 0)).startswith('{"type":"hello","protocol":2,')


def test_what_is_as_usual_is_not_sent() -> None:
    assert MESSAGES.text(LegalMove("take", (0, 1))) == '{"action":"take","parts":[0,1]}'
    assert encode(UndoRequest(1, 2)) == '{"type":"undo","id":1,"expect":2}'
    assert "hints" not in encode(hello(game(), 0))
    assert hello(game(), 0, hints=True).hints


@pytest.mark.search
def test_an_update_is_short() -> None:
    """Over many positions of games of all lengths, and for everybody who looks."""
    longest = 0
    for number in range(9):
        at = Game(2 + number % 3, seed=number)
        bot, rng, chance = make_bot("greedy"), Random(number), Stream(number)
        heard: list[Update] = []
        for seat in range(len(at.names)):
            at.subscribe(heard.append, seat)
        while not at.over and len(at.history) < 400:
            legal, taking = at.legal.actions, number % 3 and rng.random() < 0.6  # large hands
            if taking and TAKE_CARDS in legal:
                at.play(TAKE_CARDS)
            elif number % 4 or rng.random() < 0.3:
                at.play(rng.choice(legal))
            else:
                at.play(bot.choose(at.view(at.active), chance))
            longest = max(
                longest,
                *(len(encode(table_update(at, news.view.seat, news))) for news in heard[-2:]),
            )
    assert 8_000 < longest <= LONGEST_UPDATE


@pytest.mark.parametrize("of", ["state", "active", "history", "legal"])
def test_only_messages_are_encoded(of: str) -> None:
    """A position in place of an update would tell a client what all others hold."""
    thing: Any = getattr(Game(2, seed=1), of)
    with pytest.raises(TypeError, match="a message is one of ServerMessage or ClientMessage, not"):
        encode(thing)


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
        (json.dumps({"type": "ask", "id": None, "what": "x" * LONGEST_REQUEST}), "$"),
        ('{"type": "play", "id": 1, "expect": 1, "action": ""}', "$.action"),
        ('{"type": "play", "id": 1, "expect": 1, "action": "take\\nend"}', "$.action"),
        ('{"type": "play", "id": 1, "expect": 1, "action": 4}', "$.action"),
        ('{"type": "play", "id": 1, "expect": 1}', "$.action"),
        ('{"type": "ask", "id": 1, "what": "gold"}', "$.what"),
        ('{"type": "why", "id": 1, "parts": []}', "$.parts"),
        ('{"type": "why", "id": 1, "parts": ["Über"]}', "$.parts[0]"),
        ('{"type": "undo", "id": 1, "expect": 1, "turn": "whole"}', "$.turn"),
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
        assert bool(update.moves) == (news.view.active == 0 and not news.view.over)
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


@pytest.mark.search
def test_the_moves_of_an_update_are_those_of_the_choices() -> None:
    """With the same parts, in the same order; each group of parts is there once."""
    kinds = set()
    for number in range(4):
        leg: Any
        for leg in play_through(
            Game(2 + number % 3, seed=number).state, PROGRESS, Random(number), most=160
        ):
            if leg.before.chance:
                continue
            at = Game(position=leg.before, seed=1)
            update, now = table_update(at, at.active), choices(at, seat=at.active)
            edition = at.state.edition
            told = dict(one_by_one(update))
            assert len(told) == len(now.moves)
            for offer in now.moves:
                move, parts = told[format_action(offer.action, edition)]
                assert sorted(parts) == sorted(offer.parts)
                assert (move.points, move.reveals) == (offer.points, offer.reveals)
                assert move.duels == offer.duels
                kinds.add((type(offer.action), bool(move.points), bool(move.duels)))
            assert len({*update.parts}) == len(update.parts)
            assert (update.prompt, table_update(at, None).moves) == (now.prompt, ())
    assert len(kinds) > 8


def one_by_one(update: TableUpdate) -> Iterator[tuple[str, tuple[LegalMove, list[str]]]]:
    """The legal actions of an update in notation, each with the parts that stand for it."""
    for move in update.moves:
        for option in move.options or (None,):
            groups = [*move.parts, *([] if option is None else [option])]
            parts = [part for group in groups for part in update.parts[group]]
            word = "" if option is None else update.parts[option][0].rpartition(":")[2]
            yield move.action.replace("*", word), (move, parts)


@pytest.mark.search
@pytest.mark.parametrize("edition", [*SHIPPED_EDITIONS, ODD])
def test_the_end_of_an_id_is_notation_in_any_edition(edition: str | Edition) -> None:
    at = Game(2, seed=5, edition=edition)
    rng = Random(5)
    for _ in range(60):
        if at.over:
            break
        told = [line for line, _ in one_by_one(table_update(at, at.active))]
        assert {parse_action(line, at.state.edition) for line in told} == {*at.legal}
        assert len(told) == len(at.legal)
        at.play(rng.choice(at.legal.actions))


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
    assert update.moves == ()
    outcome = at.outcome
    assert outcome is not None
    assert dict(enumerate(update.places)) == {one.seat: one.place for one in outcome.ranking}
    assert "card_sum" not in encode(update)
    assert decode_answer(encode(update), at.state.edition) == update
    assert render(update.result).startswith(("Ana wins", "Ben wins"))
    assert [sheet.total for sheet in update.scores] == [sheet.total for sheet in outcome.sheets]


def test_no_byte_of_an_update_depends_on_a_hidden_card() -> None:
    """Law 7: the same game with other hidden cards gives the same line."""
    at = Game(["Ana", "Ben"], seed=12)
    for seat in (0, 1, None):
        hidden = determinize(at.view(seat), Random(9))
        assert hidden != at.state
        other = Game(["Ana", "Ben"], seed=1, position=hidden)
        assert encode(table_update(other, seat)) == encode(table_update(at, seat))
        requests: list[ClientMessage] = [
            Ask(1, "replay"),
            Ask(2, "hint"),
            WhyRequest(3, ("space:3",)),
        ]
        for request in requests:
            said = [respond(one, seat, request) for one in (at, other)]
            assert said[0] == said[1]


# Replays and questions


def test_a_replay_leads_to_the_view_of_now() -> None:
    at = Game(2, seed=6)
    bot, rng = make_bot("greedy"), Stream(2)
    for _ in range(40):
        at.play(bot.choose(at.view(at.active), rng))
    for seat in (0, None):
        replay = answered(at, seat, Ask(None, "replay"), Replay)
        seen = replay.start
        for step in replay.steps:
            seen = follow(seen, step.entry.events)
        assert seen == at.view(seat)
        assert replay.steps[-1].seating == at.seating


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


# Requests


def test_a_change_is_told_to_everybody_and_then_done() -> None:
    at = Game(["Ana", "Ben"], seed=2008)
    heard: list[int] = []
    at.subscribe(lambda news: heard.append(news.version), None)
    assert respond(at, 0, Play(1, 0, TAKE_CARDS)) == Done(1, 1)
    assert respond(at, 1, Play(None, 1, "place m2@4")) == Done(None, 2)
    assert respond(at, 1, UndoRequest(3, 2)) == Done(3, 3)
    assert respond(at, 1, RedoRequest(4, 3)) == Done(4, 4)
    assert heard == [1, 2, 3, 4]


def test_a_whole_turn_is_taken_back() -> None:
    table = Table(2).hand(RED, "3va 3nd").shop(3, RED, "metal").lay()
    at = Game(position=table, seed=1)
    for line in ("3va@0", "use"):
        assert isinstance(respond(at, 0, Play(1, at.version, line)), Done)
    assert respond(at, 0, UndoRequest(2, at.version, turn=True)) == Done(2, 4)
    assert at.state == table
    assert refused(UndoRequest(7, at.version, turn=True), at).message.key == "undo.nothing_played"


def test_a_client_cannot_choose_the_cards_that_come_up() -> None:
    at = Game(["Ana", "Ben"], seed=2008)
    answer = answered(at, 0, Play(7, 0, "take = 6va 6va"), Failure)
    assert (answer.code, at.version) == (FailureCode.NOTATION, 0)


def test_whoever_only_watches_changes_nothing() -> None:
    changes: list[ClientMessage] = [Play(7, 1, "take"), UndoRequest(7, 1), RedoRequest(7, 1)]
    for change in changes:
        assert refused(change, seat=None).rule == "A-132"


def test_why_a_part_cannot_be_used_and_why_not_several() -> None:
    at = Game(["Ana", "Ben"], position=Table(2).hand(RED, "3va").shop(7, BLUE, "gem").lay(), seed=1)
    now = choices(at, seat=0)
    for part in now.parts:
        answer = respond(at, 0, WhyRequest(7, (part.id,)))
        reason = now.reasons.get(part.id)
        if reason is None:
            assert answer == Done(7, 0)
        else:
            assert answer == Refused(7, 0, reason.rule, reason.message)
    pair = refused(WhyRequest(7, ("player:0:shop:m1", "space:7")), at)
    assert (pair.rule, render(pair.message)) == ("SHP-01", "Ben already has a shop on space 7.")
    assert (
        refused(WhyRequest(7, ("player:0:shop:m1", "front")), at).message.key == "reason.in_front"
    )
    assert refused(WhyRequest(7, ("pile",)), at, seat=1).rule == "TRN-02"
    assert refused(WhyRequest(7, ("pile", "space:3")), at, seat=None).rule == "TRN-02"
    for parts in (("player:0:shop:m1", "space:4"), ("space:99",)):
        assert respond(at, 0, WhyRequest(7, parts)) == Done(7, 0)


def test_what_a_table_can_tell() -> None:
    at = game()
    assert respond(at, 1, Ask(1, "update")) == table_update(at, 1)
    assert respond(at, None, Ask(2, "ping")) == Done(2, 1)
    assert respond(at, 1, Ask(3, "hint")) == Done(3, 1)


def test_another_protocol_is_refused_with_a_sentence() -> None:
    at = game()
    assert respond(at, 0, Hello(PROTOCOL, "a client")) is None
    assert respond(at, 0, failure(FailureCode.OTHER_PROTOCOL)) is None
    for number in (1, PROTOCOL + 1):
        answer = answered(at, 0, Hello(number, "a client"), Failure)
        assert answer.code == FailureCode.OTHER_PROTOCOL
        assert all(render(answer.message, language) for language in LANGUAGES)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 40) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=4,
)
FIELDS: dict[str, st.SearchStrategy[object]] = {
    "type": st.sampled_from(["play", "undo", "redo", "why", "ask", "hello", "error", "update"]),
    "id": st.none() | st.integers(0, 9),
    "expect": st.integers(0, 5),
    "turn": st.booleans(),
    "what": st.sampled_from(["update", "replay", "hint", "ping"]),
    "parts": st.lists(st.sampled_from(["space:4", "pile", "hand:0:3va", "no:such"]), max_size=3),
    "action": st.sampled_from(
        ["take", "end", "place m1@3", "3va@0", "take = 3va", "fly", "@" * 500]
    )
    | st.builds(lambda kind: {"type": kind}, st.sampled_from(["take_cards", "pass", "deliver"])),
}


@pytest.mark.search
@given(
    request=st.fixed_dictionaries(
        {}, optional={key: one | ANYTHING for key, one in FIELDS.items()}
    ),
    seat=st.sampled_from([0, 1, None]),
)
def test_every_request_has_an_answer_that_can_be_sent(
    request: dict[str, Any], seat: int | None
) -> None:
    """Nothing changes unless it is done, and nothing is silent but a greeting or a complaint."""
    at = game()
    before = at.version, at.state
    text = json.dumps(request)
    try:
        asked = decode_request(text)
    except CodecError as error:
        answer: ServerMessage | None = failure(error)
    else:
        answer = respond(at, seat, asked)
        assert (answer is None) <= isinstance(asked, Hello | Failure)
    if answer is not None:
        assert decode_answer(encode(answer), KOSMOS_2008) == answer
    if (at.version, at.state) != before:
        assert isinstance(answer, Done)
        assert answer.version == at.version


# Refusals and failures


def test_what_a_game_refuses_is_said_with_its_rule() -> None:
    illegal = refused(Play(7, 1, "end"), seat=1)
    assert (illegal.rule, illegal.message.key) == ("TRN-04", "illegal.no_card_played")
    off_turn = refused(Play(7, 1, "take"), seat=0)
    assert (off_turn.rule, render(off_turn.message)) == ("TRN-02", "It is Ben's turn.")
    stale = refused(Play(7, 0, "take"), seat=1)
    assert render(stale.message) == "The table has changed in the meantime: look again."
    table = Table(2).figures(RED, 4).shop(4, BLUE, "gem").hand(RED, "5va")
    undo = refused(UndoRequest(7, 0), Game(position=table.lay(), seed=1))
    assert (undo.rule, undo.message.key) == ("A-132", "undo.nothing_played")


def test_what_cannot_be_read_is_a_failure_with_its_problems() -> None:
    with pytest.raises(CodecError) as caught:
        decode_request("{}")
    answer = failure(caught.value)
    assert answer.code == FailureCode.MALFORMED
    assert answer.problems == caught.value.problems
    said = answered(game(), 0, Play(4, 1, "jump 4"), Failure)
    assert (said.id, said.code) == (4, FailureCode.NOTATION)
    assert isinstance(said.problems[0], Problem)
    assert decode_answer(encode(said)) == said
    assert render(said.message) == "“jump 4” cannot be read from column 1 on."
    with pytest.raises(NotationError) as misread:
        parse_action("jump 4", KOSMOS_2008)
    assert failure(misread.value, id=4) == said


@pytest.mark.parametrize(
    ("error", "code"),
    [(OSError("disk full"), FailureCode.NOT_SAVED), (KeyError("x"), FailureCode.INTERNAL)],
)
def test_any_other_error_says_no_more_than_it_should(error: Exception, code: FailureCode) -> None:
    answer = failure(error)
    assert (answer.code, answer.problems) == (code, ())
    assert "disk" not in encode(answer)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_failure_speaks_every_language(language: str) -> None:
    templates = catalogue(language).entries
    assert {key for key in templates if key.startswith("error.")} == {
        f"error.{code}" for code in FailureCode
    }
    assert "refused.stale" in templates
