"""The protocol between a program that runs a game and the programs that show it or play it.

Each message is one JSON object: a line of a pipe, or a frame of a websocket. The classes here are the messages, and
`encode`, `decode_request` and `decode_answer` are their JSON; its schema comes with the library (`toledo_rules.data`).

A table sends `Hello` first, with the edition, and again when names change; and a `TableUpdate` for every change: the
view of the seat, with the choices, the seating and the undo state that belong to that very position. A client answers
with `Play`, `UndoRequest` or `RedoRequest`, each with the version that it has seen. Whatever cannot be done is a
`Refused`, whatever cannot be understood is a `Failure`; both are messages that speak every language. Nothing that a
seat is sent depends on a card that it may not see.

>>> from toledo_rules import Game, ToledoError
>>> game = Game(["Ana", "Ben"], seed=2008)
>>> update = table_update(game, 1)
>>> update.version, update.choices.moves, len(update.choices.reasons) == len(update.choices.parts)
(0, (), True)
>>> request = decode_request('{"type": "play", "id": 1, "expect": 0, "action": {"type": "take_cards"}}')
>>> try:
...     game.play(request.action, seat=1, expect=request.expect)
... except ToledoError as error:
...     answer = answer_to(error, game, 1, id=request.id)
>>> answer.rule, answer.message.key
('TRN-02', 'refused.not_on_turn')

Programs that play over a pipe are clients too: they get a `Hello` and then a `Question` for every decision, and answer
it with `Play`.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from enum import StrEnum
from typing import Annotated, Any, Final, TypeAlias, get_args

from attrs import evolve, frozen
from cattrs import Converter

from toledo_rules._converter import JsonConverter, Load
from toledo_rules._engine import legal_actions
from toledo_rules._game import Change, Game, LogEntry, Update
from toledo_rules._hidden import plain_position
from toledo_rules._json import BY_NAME, Line, MinLength, Positive, Signed
from toledo_rules._pieces import Seating
from toledo_rules._scoring import ScoreSheet, outcome, score
from toledo_rules._values import as_text, check_type, complete
from toledo_rules.actions import Action
from toledo_rules.choices import Choices, Reason, choices
from toledo_rules.codec import (
    CONVERTER,
    edition_load,
    edition_reference,
    load_form,
    marked,
    parse_json,
)
from toledo_rules.describe import Message, message, told
from toledo_rules.edition import Edition, Seat
from toledo_rules.editions import edition_of
from toledo_rules.errors import CodecError, NotationError, Problem, RefusedError
from toledo_rules.rulebook import Code, Refusal, RuleId
from toledo_rules.state import View, view

__all__ = [
    "LONGEST_REQUEST",
    "PROTOCOL",
    "ClientMessage",
    "Failure",
    "FailureCode",
    "FinalPlace",
    "FinalResult",
    "Hello",
    "LookRequest",
    "Play",
    "Question",
    "RedoRequest",
    "Refused",
    "Replay",
    "ReplayRequest",
    "ReplayStep",
    "ServerMessage",
    "TableUpdate",
    "UndoRequest",
    "answer_to",
    "decode_answer",
    "decode_request",
    "encode",
    "failed",
    "failure",
    "hello",
    "question",
    "replay_of",
    "table_update",
]


PROTOCOL: Final = 1
"""The version of the protocol. A program that hears of another one in `Hello` answers with a `Failure` and leaves."""

LONGEST_REQUEST: Final = 4096
"""Characters of a request: the longest one that makes sense has less than 500."""


# From a table


@frozen
class Hello:
    """The first message of either side: the protocol it speaks, and for a client what never changes at its table."""

    protocol: Positive
    program: Line
    """The name of the program that speaks."""
    edition: Edition | None = None
    """The components of the game, which come only here; None from a client."""
    seat: Seat | None = None
    """The seat of the client; None for a spectator, and from a client."""
    names: tuple[Line, ...] = ()
    """The players' names by seat; empty if they go by their colours, and from a client."""


@frozen
class FinalPlace:
    """The place of a player at the end."""

    seat: Seat
    place: Positive
    """1 for a winner; equal players share a place (A-126)."""
    points: Signed
    cards: int
    """Cards in hand, which decide between equal points (TIE-02)."""


@frozen
class FinalResult:
    """The end of a game, without the sums of hands that stayed hidden."""

    places: tuple[FinalPlace, ...]
    """The players, by place."""
    message: Message
    """The winner, and what decided, in a sentence."""


@frozen
class TableUpdate:
    """A position as a seat sees it, with everything that belongs to it, and the change that led there."""

    version: int
    """The number of the change. A request names it, so that a click on an older position is refused."""
    change: Change | None
    """The change; None if there was none, because the client has just come."""
    entry: LogEntry | None
    """The action that was played, taken back or played again."""
    story: tuple[Message, ...]
    """The action in sentences."""
    view: View
    choices: Choices
    seating: Seating
    """The circles that the figures stand on."""
    scores: tuple[ScoreSheet, ...]
    """The points so far, by seat."""
    undo: Reason | None
    """The reason why the seat cannot take anything back; None if it can."""
    redo: Reason | None
    """The reason why the seat cannot play anything again; None if it can."""
    result: FinalResult | None
    """The result; None while the game goes on."""


@frozen
class Refused:
    """A request that cannot be done, by the rules of the game or of the table. Nothing has changed."""

    id: int | None
    """The number of the request."""
    version: int
    """The version of the table: a client that has seen another one asks for an update (`LookRequest`)."""
    rule: RuleId
    message: Message
    """The reason in a sentence."""


class FailureCode(StrEnum):
    """A reason why a request is not understood or not served."""

    MALFORMED = "malformed"
    """It is no request."""
    TOO_LONG = "too_long"
    """It is longer than any request can be."""
    NOTATION = "notation"
    """It is no notation."""
    OTHER_PROTOCOL = "other_protocol"
    """The other side speaks another version of the protocol."""
    NO_SUCH_TABLE = "no_such_table"
    """There is no such table, or no such seat."""
    NAME = "name"
    """A name is missing, too long, or taken."""
    TOO_MANY = "too_many"
    """There are as many tables, connections or requests as there may be."""
    NOT_SAVED = "not_saved"
    """The change could not be saved, so it was not made."""
    CLOSED = "closed"
    """The table is closed."""
    NOT_LEFT = "not_left"
    """The player in this seat has not left."""
    INTERNAL = "internal"
    """Something went wrong that is no fault of the client."""


@frozen
class Failure:
    """A request that was not understood or not served. Nothing has changed."""

    id: int | None
    """The number of the request; None if it could not be read."""
    code: FailureCode
    message: Message
    """The reason in a sentence."""
    problems: tuple[Problem, ...] = ()
    """The mistakes in the request, for the author of the client."""


@frozen
class ReplayStep:
    """A step of a game, as a seat has seen it."""

    entry: LogEntry
    story: tuple[Message, ...]
    """The action in sentences."""
    seating: Seating
    """The circles that the figures stand on after it."""


@frozen
class Replay:
    """A game from its start, as a seat has seen it: `toledo_rules.follow` makes the views of the events."""

    id: int | None
    """The number of the request."""
    start: View
    """The position in which the game began."""
    seating: Seating
    """The circles that the figures stood on then."""
    steps: tuple[ReplayStep, ...]


@frozen
class Question:
    """A decision that a program is asked for; it answers with `Play`."""

    id: int
    version: int
    """The number to expect in the answer."""
    view: View
    actions: Annotated[tuple[Action, ...], MinLength(1)]
    """The legal actions."""


# From a client


@frozen
class Play:
    """The request to play an action, and the answer to a `Question`."""

    id: int | None
    """A number that the answer repeats; None for no number."""
    expect: int
    """The version that the client has seen."""
    action: Action


@frozen
class UndoRequest:
    """The request to take back the last action."""

    id: int | None
    expect: int
    """The version that the client has seen."""


@frozen
class RedoRequest:
    """The request to play again what was taken back."""

    id: int | None
    expect: int
    """The version that the client has seen."""


@frozen
class LookRequest:
    """The request for a new `TableUpdate`, after something was missed."""

    id: int | None


@frozen
class ReplayRequest:
    """The request for the game from its start."""

    id: int | None


ServerMessage: TypeAlias = Hello | TableUpdate | Refused | Failure | Replay | Question
"""Everything that a table sends."""

ClientMessage: TypeAlias = (
    Hello | Play | UndoRequest | RedoRequest | LookRequest | ReplayRequest | Failure
)
"""Everything that a client sends."""

TAGS: Mapping[type, str] = complete(
    {
        Hello: "hello",
        TableUpdate: "update",
        Refused: "refusal",
        Failure: "error",
        Replay: "replay",
        Question: "question",
        Play: "play",
        UndoRequest: "undo",
        RedoRequest: "redo",
        LookRequest: "look",
        ReplayRequest: "review",
    },
    dict.fromkeys((*get_args(ServerMessage), *get_args(ClientMessage))),
    "TAGS",
)
"""The names of the messages in JSON, under ``type``."""


# What a table says


def _checked(game: Game) -> Game:
    """Return a game. Refuses a position, which knows nothing of what happened."""
    check_type("game", game, Game)
    return game


def hello(game: Game, seat: Seat | None, *, program: str = "toledo-rules") -> Hello:
    """Return the greeting for a seat; None for a spectator. The edition goes without its provenance."""
    view(_checked(game), seat)  # refuses a seat that is not at the table
    edition = evolve(game.state.edition, provenance=())
    return Hello(PROTOCOL, program, edition, seat, game.given_names)


def table_update(game: Game, seat: Seat | None, news: Update | None = None) -> TableUpdate:
    """Return the table as a seat sees it: now, or as the news of `Game.subscribe` tell.

    With news it is the position of those news, also if the game has gone on since.
    """
    names = _checked(game).given_names
    if news is None:
        undo, redo = game.why_not_undo(seat), game.why_not_redo(seat)
        here = (game.version, None, None, game.view(seat), game.seating)
        return _update(here, (undo, redo), seat, names)
    now = (news.version, news.change, news.entry, news.view, news.seating)
    return _update(now, (news.undo, news.redo), seat, names)


_Now: TypeAlias = tuple[int, Change | None, LogEntry | None, View, Seating]


def _update(
    now: _Now,
    refusals: tuple[Refusal | None, Refusal | None],
    seat: Seat | None,
    names: tuple[str, ...],
) -> TableUpdate:
    version, change, entry, seen, seating = now
    undo, redo = [_reason(refusal, seat, seen) for refusal in refusals]
    return TableUpdate(
        version=version,
        change=change,
        entry=entry,
        story=() if entry is None else _story(entry, seen, names),
        view=seen,
        choices=choices(seen, names=names),
        seating=seating,
        scores=tuple([score(seen, one) for one in range(len(seen.players))]),
        undo=undo,
        redo=redo,
        result=_result(seen, names),
    )


def _reason(refusal: Refusal | None, seat: Seat | None, seen: View) -> Reason | None:
    if refusal is None and seat is None:
        refusal = Refusal.of(Code.NOT_YOURS)  # a spectator takes nothing back
    return None if refusal is None else Reason.of(refusal, message(refusal, seen))


def _story(entry: LogEntry, seen: View, names: tuple[str, ...]) -> tuple[Message, ...]:
    return tuple(told(entry.events, seen, names=names))


def _result(seen: View, names: tuple[str, ...]) -> FinalResult | None:
    """Return the result as far as everybody knows it: sums of cards only where they decided (A-128)."""
    found = outcome(plain_position(seen)) if seen.over else None
    if found is None:
        return None
    places = [FinalPlace(one.seat, one.place, one.points, one.cards) for one in found.ranking]
    return FinalResult(tuple(places), message(found, seen, names=names))


def replay_of(
    game: Game, seat: Seat | None, *, id: int | None = None
) -> Replay:  # its name in JSON
    """Return a game from its start, as a seat has seen it."""
    plies, log, names = _checked(game).history, game.log(seat), game.given_names
    seatings = game.seatings
    steps = [
        ReplayStep(entry, _story(entry, view(ply.after, seat), names), seating)
        for ply, entry, seating in zip(plies, log, seatings[1:], strict=True)
    ]
    start = view(plies[0].before if plies else game.state, seat)
    return Replay(id, start, seatings[0], tuple(steps))


def question(game: Game, number: int) -> Question:
    """Return the question that the player on turn has to answer."""
    seen = _checked(game).view(game.active)
    return Question(number, game.version, seen, legal_actions(seen))


def answer_to(
    error: Exception,
    game: Game,
    seat: Seat | None,
    *,
    id: int | None = None,  # its name in JSON
) -> Refused | Failure:
    """Return the answer to a request that raised an error.

    Errors that a player can cause have messages; any other one is an internal `Failure` that says no more.
    """
    if isinstance(error, RefusedError):
        said = message(error, game.view(seat), names=game.given_names)
        return Refused(id, game.version, error.refusal.rule, said)
    return failure(error, id=id)


def failure(error: Exception, *, id: int | None = None) -> Failure:  # its name in JSON
    """Return the answer to a request that cannot be understood or served."""
    if isinstance(error, CodecError):
        return Failure(id, FailureCode.MALFORMED, _failed("malformed"), error.problems[:_SHOWN])
    if isinstance(error, NotationError):
        said = _failed("notation", ("text", error.text), ("column", error.column))
        problem = Problem("$", "", error.expected, text=error.text, column=error.column)
        return Failure(id, FailureCode.NOTATION, said, (problem,))
    code = FailureCode.NOT_SAVED if isinstance(error, OSError) else FailureCode.INTERNAL
    return failed(code, id=id)


def failed(code: FailureCode, *, id: int | None = None) -> Failure:  # its name in JSON
    """Return the answer to a request that cannot be served."""
    return Failure(id, code, _failed(code))


_SHOWN = 5
"""Problems in an answer."""


def _failed(key: str, *parameters: tuple[str, int | str]) -> Message:
    return Message(f"error.{key}", parameters)


# JSON

MESSAGES = JsonConverter(CONVERTER)
"""The converter of all messages: that of the codec, but a view names any edition, which the client has from `Hello`."""

_TOLD: ContextVar[Edition | None] = ContextVar("_TOLD", default=None)
"""The edition that came with `Hello`."""


def _told_load(kind: Any, converter: Converter) -> Load:
    inner = edition_load(kind, converter)

    def load(value: Any, _: Any) -> Edition:
        told = _TOLD.get()
        if told is not None and value == edition_reference(told):
            return told
        found: Edition = inner(value, kind)
        return found

    return load


MESSAGES.register(marked(BY_NAME), _told_load, lambda _kind, _converter: edition_reference)
MESSAGES.register_tagged(ServerMessage, TAGS)
MESSAGES.register_tagged(ClientMessage, TAGS)


def encode(message: ServerMessage | ClientMessage) -> str:
    """Return a message as one line of JSON. Its view names the edition, which the client has from `Hello`.

    >>> encode(UndoRequest(7, expect=12))
    '{"type":"undo","id":7,"expect":12}'
    """
    return MESSAGES.text(message)


def decode_request(text: str | bytes) -> ClientMessage:
    """Return the message of a client. Raises `CodecError`.

    >>> decode_request('{"type": "undo", "id": 7, "expect": 12}')
    UndoRequest(id=7, expect=12)
    >>> decode_request('{"type": "undo", "id": 7, "expect": true}')
    Traceback (most recent call last):
    toledo_rules.errors.CodecError: $.expect: found true, expected a whole number of at least 0
    """
    text = as_text(text, lambda problem: CodecError([problem]))
    if len(text) > LONGEST_REQUEST:
        found = f"{len(text):,} characters"
        raise CodecError([Problem("$", found, f"at most {LONGEST_REQUEST:,} characters")])
    request: ClientMessage = load_form(parse_json(text), ClientMessage, "$", MESSAGES)
    return request


def decode_answer(text: str | bytes, edition: Edition | str | None = None) -> ServerMessage:
    """Return the message of a table, whose edition came with `Hello`. Raises `CodecError`.

    >>> from toledo_rules import Game
    >>> game = Game(2, seed=2008)
    >>> greeting = decode_answer(encode(hello(game, 0)))
    >>> decode_answer(encode(table_update(game, 0)), greeting.edition).view == game.view(0)
    True
    """
    token = _TOLD.set(None if edition is None else edition_of(edition))
    try:
        loaded = load_form(parse_json(text), ServerMessage, "$", MESSAGES)
    finally:
        _TOLD.reset(token)
    assert isinstance(loaded, ServerMessage)
    return loaded
