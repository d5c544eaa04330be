"""The protocol between a program that runs a game and the programs that show it or play it.

Each message is one JSON object: a line of a pipe, or a frame of a websocket. The classes here are the messages;
`encode`, `decode_request` and `decode_answer` convert them to JSON and back, and the JSON Schema comes with the library
(`toledo_rules.data`).

A table first sends `Hello`, with the edition, and sends it again when names change. For every change it sends a
`TableUpdate`: the view from the seat, with the legal moves, the seating and the undo state of exactly that position. A
client sends `Play`, `UndoRequest` or `RedoRequest`, each with the version that it has seen, and questions: `WhyRequest`
and `Ask`. Every request gets an answer with its number: what it asked for, `Done`, `Refused` if it cannot be done, or
`Failure` if it cannot be understood. The last two carry messages that can be shown in every language. `respond` does
all of this. Nothing sent to a seat depends on a card that the seat may not see.

>>> from toledo_rules import Game
>>> game = Game(["Ana", "Ben"], seed=2008)
>>> update = table_update(game, 0)
>>> move = update.moves[1]
>>> move.action, [update.parts[group] for group in move.parts]
('place f1@*', [('deed:place_shop',), ('player:0:shop:f1',)])
>>> [update.parts[group] for group in move.options][:2]
[('space:1',), ('space:2',)]
>>> respond(game, 1, decode_request('{"type": "play", "id": 1, "expect": 0, "action": "take"}')).rule
'TRN-02'
>>> respond(game, 0, decode_request('{"type": "play", "id": 2, "expect": 0, "action": "take"}'))
Done(id=2, version=1)

Programs that play over a pipe are clients too: they get a `Hello`, then a `Question` for every decision, which they
answer with `Play`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from enum import StrEnum
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from attrs import evolve, frozen
from cattrs import Converter

from toledo_rules._converter import Dump, JsonConverter, Load, dump_of, load_of
from toledo_rules._engine import legal_actions
from toledo_rules._game import Change, Game, LogEntry, Update
from toledo_rules._hidden import plain_position
from toledo_rules._json import (
    BY_NAME,
    LEFT_OUT,
    OR_NOTATION,
    Line,
    MinLength,
    Positive,
    Signed,
    SomeLine,
)
from toledo_rules._pieces import PartId, Seating
from toledo_rules._scoring import ScoreSheet, outcome, score
from toledo_rules._values import as_text, brief, check_type, complete
from toledo_rules.actions import Action, PlaceShop, PlayCard, UseSpace
from toledo_rules.choices import DuelChance, Reason, outlooks, why_not
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
from toledo_rules.errors import CodecError, NotationError, Problem, RefusedError, ToledoError
from toledo_rules.notation import format_action, parse_action
from toledo_rules.rulebook import Code, Refusal, RuleId
from toledo_rules.state import View, view

__all__ = [
    "LONGEST_REQUEST",
    "PROTOCOL",
    "Ask",
    "ClientMessage",
    "Done",
    "Failure",
    "FailureCode",
    "Hello",
    "LegalMove",
    "People",
    "Play",
    "Question",
    "RedoRequest",
    "Refused",
    "Replay",
    "ReplayStep",
    "ServerMessage",
    "TableUpdate",
    "UndoRequest",
    "WhyRequest",
    "decode_answer",
    "decode_request",
    "encode",
    "failure",
    "hello",
    "question",
    "respond",
    "table_update",
]


PROTOCOL: Final = 2
"""The version of the protocol. A program that receives another version in `Hello` answers with a `Failure` and
disconnects."""

LONGEST_REQUEST: Final = 4096
"""The maximum length of a request, in characters; the longest sensible one is under 500."""


# From a table


@frozen
class Hello:
    """The first message from either side: the protocol version and, for a client, what never changes at its table."""

    protocol: Positive
    program: Line
    """The name of the sending program."""
    edition: Edition | None = None
    """The components of the game, sent only here; None from a client."""
    seat: Seat | None = None
    """The seat of the client; None for a spectator, and from a client."""
    names: tuple[Line, ...] = ()
    """The players' names by seat; empty if they are known by their colours, and from a client."""
    hints: Annotated[bool, LEFT_OUT] = False
    """True if the table answers requests for a hint with what a bot would do."""


@frozen
class LegalMove:
    """An action that the seat may play now, or several that differ in one part, and what to know beforehand."""

    action: SomeLine
    """The action in notation; an asterisk marks the part in which the options differ."""
    parts: tuple[int, ...]
    """The parts of the table that stand for it, as indices into the `parts` of the update: what to do, with what,
    where. One part of each group is enough."""
    options: Annotated[tuple[int, ...], LEFT_OUT] = ()
    """The sites or cards that the asterisk stands for, each as another index into `parts`: its notation is the end of
    the part's id, such as 4va in hand:0:4va."""
    points: Annotated[Signed, LEFT_OUT] = 0
    """Points that it brings at once, as if the game ended then (A-158)."""
    reveals: Annotated[bool, LEFT_OUT] = False
    """True if it reveals something, so that it cannot be undone (A-132)."""
    duels: Annotated[tuple[DuelChance, ...], LEFT_OUT] = ()
    """The odds of the duels that it leads to, or may lead to."""


@frozen
class TableUpdate:
    """A position as seen from a seat, with everything that goes with it, and the change that led to it."""

    version: int
    """The number of the change. A request names it, so that a click on an older position is refused."""
    change: Change | None
    """The change; None if there was none, because the client has just connected."""
    entry: LogEntry | None
    """The action that was played, taken back or played again."""
    story: tuple[Message, ...]
    """The action in sentences."""
    view: View
    prompt: Message
    """The pending decision in a sentence."""
    parts: tuple[tuple[PartId, ...], ...]
    """The parts of the table that can be used now, in groups of interchangeable parts: the figures on a step, a space
    with its circles."""
    moves: tuple[LegalMove, ...]
    """The legal actions; empty if the seat is not on turn."""
    seating: Seating
    """The circles that the figures stand on."""
    scores: tuple[ScoreSheet, ...]
    """The points so far, by seat."""
    undo: Reason | None
    """The reason why the seat cannot undo; None if it can."""
    redo: Reason | None
    """The reason why the seat cannot redo; None if it can."""
    places: tuple[Positive, ...]
    """The final places of the players, by seat: 1 for a winner; tied players share a place (A-126). Empty while the
    game goes on."""
    result: Message | None
    """The winner and what decided the game, in a sentence; None while the game goes on."""


@frozen
class People:
    """The people at a table, for servers where players come and go: sent after `Hello` and after every change."""

    seats: tuple[Literal["here", "away", "left", "free", "bot", "stand_in"], ...]
    """Who is in each seat: a player who is connected, one who is not, or one who has been away so long that a bot may
    stand in; nobody yet; a bot; or a bot standing in for a player."""
    bots: tuple[Line, ...]
    """The names of the bots now playing, by seat; an empty text for a person."""
    watchers: int
    rematch: Line | None
    """The link to the same player's seat at the table of the rematch."""


@frozen
class Done:
    """The answer to a request that was carried out, if there is nothing else to report."""

    id: int | None
    """The number of the request."""
    version: int
    """The version of the table: a client that has seen another one asks for an update."""


@frozen
class Refused:
    """The answer to a request that the rules of the game or of the table do not allow. Nothing has changed."""

    id: int | None
    """The number of the request."""
    version: int
    """The version of the table: a client that has seen another one asks for an update."""
    rule: RuleId
    message: Message
    """The reason in a sentence."""


class FailureCode(StrEnum):
    """A reason why a request is not understood or not served."""

    MALFORMED = "malformed"
    """It is not a request."""
    TOO_LONG = "too_long"
    """It is longer than any request can be."""
    NOTATION = "notation"
    """It is not valid notation."""
    OTHER_PROTOCOL = "other_protocol"
    """The other side speaks another version of the protocol."""
    NO_SUCH_TABLE = "no_such_table"
    """There is no such table, or no such seat."""
    NAME = "name"
    """A name is missing, too long, or taken."""
    TOO_MANY = "too_many"
    """A limit on tables, connections or requests has been reached."""
    NOT_SAVED = "not_saved"
    """The change could not be saved, so it was not made."""
    CLOSED = "closed"
    """The table is closed."""
    NOT_LEFT = "not_left"
    """The player in this seat has not left."""
    INTERNAL = "internal"
    """Something went wrong that is not the client's fault."""


@frozen
class Failure:
    """The answer to a request that was not understood or not served. Nothing has changed."""

    id: int | None
    """The number of the request; None if it could not be read."""
    code: FailureCode
    message: Message
    """The reason in a sentence."""
    problems: tuple[Problem, ...] = ()
    """The mistakes in the request, for the author of the client."""


@frozen
class ReplayStep:
    """A step of a game, as seen from a seat."""

    entry: LogEntry
    story: tuple[Message, ...]
    """The action in sentences."""
    seating: Seating
    """The circles that the figures stand on after it."""


@frozen
class Replay:
    """A game from its start, as seen from a seat: `toledo_rules.follow` turns the events into views."""

    id: int | None
    """The number of the request."""
    start: View
    """The position in which the game began."""
    seating: Seating
    """The circles that the figures stood on then."""
    steps: tuple[ReplayStep, ...]


@frozen
class Question:
    """A request to a program for a decision; it answers with `Play`."""

    id: int
    version: int
    """The number to expect in the answer."""
    view: View
    actions: Annotated[tuple[Action, ...], MinLength(1)]
    """The legal actions."""


# From a client


@frozen
class Play:
    """A request to play an action, an answer to a `Question`, or, from a table, a bot's hint."""

    id: int | None
    """A number that the answer repeats; None for none."""
    expect: int
    """The version that the client has seen, or that a hint is for."""
    action: Annotated[Action | str, OR_NOTATION]
    """The action, or its notation."""


@frozen
class UndoRequest:
    """A request to undo the last action."""

    id: int | None
    expect: int
    """The version that the client has seen."""
    turn: Annotated[bool, LEFT_OUT] = False
    """Undo the whole turn, as far as possible."""


@frozen
class RedoRequest:
    """A request to redo what was undone."""

    id: int | None
    expect: int
    """The version that the client has seen."""


@frozen
class WhyRequest:
    """A question why a part of the table, or several together, cannot be used.

    The answer is `Refused` with the reason, or `Done` if there is none.
    """

    id: int | None
    parts: Annotated[tuple[PartId, ...], MinLength(1)]


@frozen
class Ask:
    """A request for information from a table."""

    id: int | None
    what: Literal["update", "replay", "hint", "ping"]
    """A `TableUpdate`, after one was missed; the `Replay` of the game; a hint, which is the `Play` that a bot would
    send, or `Done` if there is none; or a sign of life, which is `Done`."""


ServerMessage: TypeAlias = (
    Hello | TableUpdate | People | Done | Refused | Failure | Replay | Question | Play
)
"""Everything that a table sends."""

ClientMessage: TypeAlias = Hello | Play | UndoRequest | RedoRequest | WhyRequest | Ask | Failure
"""Everything that a client sends."""

TAGS: Mapping[type, str] = complete(
    {
        Hello: "hello",
        TableUpdate: "update",
        People: "people",
        Done: "done",
        Refused: "refusal",
        Failure: "error",
        Replay: "replay",
        Question: "question",
        Play: "play",
        UndoRequest: "undo",
        RedoRequest: "redo",
        WhyRequest: "why",
        Ask: "ask",
    },
    dict.fromkeys((*get_args(ServerMessage), *get_args(ClientMessage))),
    "TAGS",
)
"""The names of the messages in JSON, under ``type``."""


# Messages of a table


def _checked(game: Game) -> Game:
    """Return the game. Raise an error for a position, which has no history."""
    check_type("game", game, Game)
    return game


def hello(
    game: Game, seat: Seat | None, *, program: str = "toledo-rules", hints: bool = False
) -> Hello:
    """Return the greeting for a seat, or for a spectator if it is None. The edition is sent without its sources."""
    view(_checked(game), seat)  # raises an error for a seat that is not at the table
    edition = evolve(game.state.edition, provenance=())
    return Hello(PROTOCOL, program, edition, seat, game.given_names, hints)


def table_update(game: Game, seat: Seat | None, news: Update | None = None) -> TableUpdate:
    """Return the table as seen from a seat: now, or in an update that a listener of `Game.subscribe` got.

    An update shows its own position, even if the game has moved on since.
    """
    names = _checked(game).given_names
    if news is not None:
        check_type("news", news, Update)
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
    parts, moves = _moves(seen)
    places, result = _result(seen, names)
    return TableUpdate(
        version=version,
        change=change,
        entry=entry,
        story=() if entry is None else _story(entry, seen, names),
        view=seen,
        prompt=message(seen, names=names),
        parts=parts,
        moves=moves,
        seating=seating,
        scores=tuple([score(seen, one) for one in range(len(seen.players))]),
        undo=undo,
        redo=redo,
        places=places,
        result=result,
    )


_OPTIONS: Mapping[type[Action], str] = {PlaceShop: "step", PlayCard: "card", UseSpace: "pay"}
"""The field in which actions that are sent as one move may differ."""


_Move: TypeAlias = tuple[str, tuple[int, ...], int, bool, tuple[DuelChance, ...]]
"""A `LegalMove` without its options."""


def _moves(seen: View) -> tuple[tuple[tuple[PartId, ...], ...], tuple[LegalMove, ...]]:
    """Return groups of parts, and the legal moves that refer to them; a move can have several options."""
    groups: dict[tuple[PartId, ...], int] = {}
    found: dict[_Move, list[tuple[str, int]]] = {}
    for one in outlooks(seen):
        text, field = format_action(one.action, seen.edition), _OPTIONS.get(type(one.action))
        parts, option = list[int](), list[tuple[str, int]]()
        for name, group in one.stands:
            number = groups.setdefault(group, len(groups)) if group else -1
            if name == field:
                word = group[0].rpartition(":")[2]
                text = "*".join(text.rsplit(word, 1))
                option = [(word, number)]
            elif group:
                parts.append(number)
        move = (text, tuple(parts), one.points, one.reveals, one.duels)
        found.setdefault(move, []).extend(option)
    return tuple(groups), tuple([_with_options(*each) for each in found.items()])


def _with_options(move: _Move, options: Sequence[tuple[str, int]]) -> LegalMove:
    """Return a move with its options; if there is only one, it is part of the move."""
    text, parts, points, reveals, duels = move
    if len(options) == 1:
        ((word, part),) = options
        text, parts, options = text.replace("*", word), (*parts, part), ()
    places = tuple([part for _, part in options])
    return LegalMove(text, parts, places, points, reveals, duels)


def _reason(refusal: Refusal | None, seat: Seat | None, seen: View) -> Reason | None:
    if refusal is None and seat is None:
        refusal = Refusal.of(Code.NOT_YOURS)  # a spectator cannot undo anything
    return None if refusal is None else Reason(refusal.rule, message(refusal, seen), refusal)


def _story(entry: LogEntry, seen: View, names: tuple[str, ...]) -> tuple[Message, ...]:
    return tuple(told(entry.events, seen, names=names))


def _result(seen: View, names: tuple[str, ...]) -> tuple[tuple[int, ...], Message | None]:
    """Return the result as far as it is public: without a sum of cards that decided nothing (A-128)."""
    found = outcome(plain_position(seen)) if seen.over else None
    if found is None:
        return (), None
    places = {one.seat: one.place for one in found.ranking}
    return tuple([places[seat] for seat in sorted(places)]), message(found, seen, names=names)


def _replay(game: Game, seat: Seat | None, number: int | None) -> Replay:
    """Return a game from its start, as seen from a seat."""
    plies, log, names = game.history, game.log(seat), game.given_names
    seatings = game.seatings
    steps = [
        ReplayStep(entry, _story(entry, view(ply.after, seat), names), seating)
        for ply, entry, seating in zip(plies, log, seatings[1:], strict=True)
    ]
    start = view(plies[0].before if plies else game.state, seat)
    return Replay(number, start, seatings[0], tuple(steps))


def question(game: Game, number: int) -> Question:
    """Return the question that the player on turn has to answer."""
    seen = _checked(game).view(game.active)
    return Question(number, game.version, seen, legal_actions(seen))


def respond(game: Game, seat: Seat | None, request: ClientMessage) -> ServerMessage | None:
    """Carry out a client's request, and return the answer for that client alone.

    Every listener of `Game.subscribe` is told of a change before this returns. A greeting is answered only if its
    protocol version is another one. There are no hints: a table that offers them answers those requests itself.

    Args:
        game: the game.
        seat: the seat of the client; None for a spectator.
        request: the request, see `decode_request`.
    """
    view(_checked(game), seat)  # raises an error for a seat that is not at the table
    check_type("a request", request, *get_args(ClientMessage))
    if isinstance(request, Failure):
        return None
    if isinstance(request, Hello):
        known = request.protocol == PROTOCOL
        return None if known else failure(FailureCode.OTHER_PROTOCOL)
    try:
        return _respond(game, seat, request)
    except (ToledoError, OSError) as error:
        return _refused(error, game, seat, request.id)


def _respond(
    game: Game, seat: Seat | None, request: Play | UndoRequest | RedoRequest | WhyRequest | Ask
) -> ServerMessage:
    if isinstance(request, WhyRequest):
        reason = why_not(game, *request.parts, seat=seat)
        if reason is not None:
            return Refused(request.id, game.version, reason.rule, reason.message)
    elif not isinstance(request, Ask):
        _change(game, seat, request)
    elif request.what == "update":
        return table_update(game, seat)
    elif request.what == "replay":
        return _replay(game, seat, request.id)
    return Done(request.id, game.version)


def _change(game: Game, seat: Seat | None, request: Play | UndoRequest | RedoRequest) -> None:
    if seat is None:  # the client of a game would be the program that runs it
        raise RefusedError(Refusal.of(Code.NOT_YOURS))
    if isinstance(request, Play):
        game.play(action_of(request, game.state.edition), seat=seat, expect=request.expect)
    elif isinstance(request, RedoRequest):
        game.redo(seat, expect=request.expect)
    else:
        game.undo(seat, expect=request.expect, turn=request.turn)


def action_of(play: Play, edition: Edition) -> Action:
    """Return the action of a request. Raises `NotationError`, also if the request names the cards to be drawn."""
    return parse_action(play.action, edition) if isinstance(play.action, str) else play.action


def _refused(
    error: Exception, game: Game, seat: Seat | None, number: int | None
) -> Refused | Failure:
    """Return the answer to a request that raised an error."""
    if isinstance(error, RefusedError):
        said = message(error, game.view(seat), names=game.given_names)
        return Refused(number, game.version, error.refusal.rule, said)
    return failure(error, id=number)


def failure(why: Exception | FailureCode, *, id: int | None = None) -> Failure:  # its name in JSON
    """Return the answer to a request that cannot be understood or served, because of an error or for another reason.

    It describes errors that a client can correct; any other error is reported as internal, without details.
    """
    if isinstance(why, CodecError):
        return Failure(id, FailureCode.MALFORMED, _failed("malformed"), why.problems[:_SHOWN])
    if isinstance(why, NotationError):
        said = _failed("notation", ("text", why.text), ("column", why.column))
        problem = Problem("$", "", why.expected, text=why.text, column=why.column)
        return Failure(id, FailureCode.NOTATION, said, (problem,))
    check_type("the reason of a failure", why, Exception, FailureCode)
    if isinstance(why, Exception):
        why = FailureCode.NOT_SAVED if isinstance(why, OSError) else FailureCode.INTERNAL
    return Failure(id, why, _failed(why))


_SHOWN = 5
"""The maximum number of problems in an answer."""


def _failed(key: str, *parameters: tuple[str, int | str]) -> Message:
    return Message(f"error.{key}", parameters)


# JSON

MESSAGES = JsonConverter(CONVERTER)
"""The converter of all messages: that of the codec, except that a view only names its edition, whichever it is, since
the client has it from `Hello`."""

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


def _action_load(_kind: Any, converter: Converter) -> Load:
    inner, text = load_of(Action, converter), load_of(SomeLine, converter)
    return lambda value, _: (text if isinstance(value, str) else inner)(value, None)


def _action_dump(_kind: Any, converter: Converter) -> Dump:
    inner = dump_of(Action, converter)
    return lambda value: value if isinstance(value, str) else inner(value)


MESSAGES.register(marked(OR_NOTATION), _action_load, _action_dump)
MESSAGES.said[OR_NOTATION] = "an action, or its notation"
MESSAGES.register(marked(BY_NAME), _told_load, lambda _kind, _converter: edition_reference)
MESSAGES.register_tagged(ServerMessage, TAGS)
MESSAGES.register_tagged(ClientMessage, TAGS)


def encode(message: ServerMessage | ClientMessage) -> str:
    """Return a message as one line of JSON. Its view names the edition, which the client has from `Hello`.

    >>> encode(UndoRequest(7, expect=12))
    '{"type":"undo","id":7,"expect":12}'

    Raises `TypeError` for anything else, such as a position, which holds secrets.
    """
    if type(message) not in TAGS:
        raise TypeError(f"a message is one of ServerMessage or ClientMessage, not {brief(message)}")
    return MESSAGES.text(message)


def decode_request(text: str | bytes) -> ClientMessage:
    """Return a client's message from its JSON. Raises `CodecError`.

    >>> decode_request('{"type": "undo", "id": 7, "expect": 12}')
    UndoRequest(id=7, expect=12, turn=False)
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
    """Return a table's message from its JSON; the edition came with `Hello`. Raises `CodecError`.

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
