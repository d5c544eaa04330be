"""JSON: positions, views, actions, events, choices, records and everything else, to plain JSON and back.

>>> from toledo_rules import Action, Card, PlayCard
>>> dump(PlayCard(Card(4, "violet", "attacker"), 0))
{'type': 'play_card', 'card': {'value': 4, 'colour': 'violet', 'stance': 'attacker'},
'origin': 0, 'with_tile': False}
>>> load({"type": "challenge", "rival": 2}, Action)
Challenge(2)

Classes become objects; every field is always present. A class that is one of several, such as an action, an event or a
phase, is named by the key ``type``. Multisets, such as hands, are sorted lists. The edition of a position is named,
with its digest, if it comes with the library; any other one is included in full.

Whatever is loaded is checked completely: nothing is converted, ignored or filled in, and a position has to satisfy all
invariants. Each problem is reported with its path:

>>> load({"type": "play_card", "card": {"value": "4", "colour": "violet"}, "origin": 0}, Action)
Traceback (most recent call last):
toledo_rules.errors.CodecError: $.card.value: found "4", expected a whole number from 1 to 999
$.card.stance: found nothing, expected "attacker" or "defender"
$.with_tile: found nothing, expected true or false

The JSON Schema of all this, and the types for TypeScript, are in ``toledo_rules/data`` and ``clients/typescript``.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache, partial
from hashlib import sha256
from itertools import islice, pairwise
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeAlias, TypeVar, get_args, overload

from attrs import evolve, frozen
from cattrs import Converter

from toledo_rules._converter import (
    Dump,
    FormError,
    JsonConverter,
    Load,
    dump_of,
    gatherer,
    load_of,
    quoted,
    tag_switch,
    tagged_dump,
    tagged_load,
)
from toledo_rules._engine import Transition
from toledo_rules._hidden import plain_position
from toledo_rules._json import (
    BY_NAME,
    LEFT_OUT,
    OR_HIDDEN,
    TAGGED,
    Json,
    Line,
    Pattern,
    Signed,
    inside,
    shown,
    split,
)
from toledo_rules._limits import LONGEST_JSON, MOST_PROBLEMS
from toledo_rules._multiset import multiset
from toledo_rules._scoring import Outcome, ScoreLine, ScoreSheet, Standing
from toledo_rules._validity import OF_POSITIONS, violations
from toledo_rules._values import as_text, brief, check_whole, snake
from toledo_rules.actions import Action, Move
from toledo_rules.choices import (
    Bundle,
    Choices,
    DuelChance,
    Landing,
    MenuEntry,
    MenuOption,
    Offer,
    Part,
    Reason,
)
from toledo_rules.describe import Message, Term, Where, Who
from toledo_rules.edition import USUAL, Card, Datum, Edition, Readings, ShopTile, Space, Sword
from toledo_rules.editions import (
    edition_digest,
    edition_problems,
    known_edition,
    shipped_name,
)
from toledo_rules.errors import CodecError, Problem, ReplayError, listed
from toledo_rules.events import AS_IT_HAPPENED, HIDDEN, Event, SecretCardDrawn, SecretEvents
from toledo_rules.record import Entry, Record, replay
from toledo_rules.rulebook import Refusal
from toledo_rules.state import Phase, Player, PlayerView, Shop, State, View

if TYPE_CHECKING:
    from typing_extensions import TypeForm

__all__ = [
    "JSON_FORMAT",
    "Fragment",
    "Json",
    "Value",
    "digest",
    "dump",
    "dumps",
    "load",
    "loads",
    "parse_json",
    "register_hooks",
]

# ------------------------------------------------------------
# Checks of loaded values: that their parts agree with each other, with the edition and with the invariants.


def _at(path: str, where: str) -> str:
    return f"{path}.{where}" if where else path


# Positions, views and editions


def _state(state: State, path: str) -> Iterator[Problem]:
    for broken in violations(state, OF_POSITIONS):
        yield Problem(_at(path, broken.where), broken.found, broken.expected)


def _edition(edition: Edition, path: str) -> Iterator[Problem]:
    for problem in edition_problems(edition):
        yield evolve(problem, where=_at(path, problem.where))


def _view(view: View, path: str) -> Iterator[Problem]:
    found = [*_edition(view.edition, inside(path, "edition"))] or [*_hands(view, path)]
    yield from found
    if found:
        return
    try:
        state = plain_position(view)
    except ValueError as error:
        yield Problem(path, f"something impossible ({error})", "a view of a position")
        return
    for broken in violations(state, OF_POSITIONS):
        # whether a figure in transit can move on may depend on hidden cards.
        if broken.number != "I-24" or view.seat == view.active:
            where = broken.where.replace(f"players[{view.seat}].hand", "hand")
            yield Problem(_at(path, where), broken.found, broken.expected)


def _hands(view: View, path: str) -> Iterator[Problem]:
    """Yield the numbers of cards that disagree with the visible cards."""
    players = len(view.players)
    if view.seat is not None and view.seat >= players:
        yield Problem(inside(path, "seat"), str(view.seat), f"a seat from 0 to {players - 1}")
    if view.seat is None and view.hand:
        found = f"a list of {len(view.hand)}"
        yield Problem(inside(path, "hand"), found, "no cards, because a spectator has none")
    for place, (before, card) in enumerate(pairwise(view.hand), start=1):
        if card < before:
            found = f"{card!r} after {before!r}"
            yield Problem(inside(inside(path, "hand"), place), found, "the cards in order")
            break
    for seat, player in enumerate(view.players):
        at = _at(path, f"players[{seat}].cards")
        if seat == view.seat and player.cards != len(view.hand):
            yield Problem(at, str(player.cards), f"{len(view.hand)}, the cards of the hand")
        elif player.cards < len(player.known):
            yield Problem(at, str(player.cards), f"at least the {len(player.known)} known cards")


# Scores


def _sheet(sheet: ScoreSheet, path: str) -> Iterator[Problem]:
    total = sum(line.points for line in sheet.lines)
    if sheet.total != total:
        yield Problem(inside(path, "total"), str(sheet.total), f"{total}, the sum of the lines")


def _outcome(outcome: Outcome, path: str) -> Iterator[Problem]:
    at = inside(path, "sheets")
    for seat, sheet in enumerate(outcome.sheets):
        yield from _sheet(sheet, inside(at, seat))
        if sheet.seat != seat:
            yield Problem(inside(inside(at, seat), "seat"), str(sheet.seat), str(seat))
    yield from _ranking(outcome, inside(path, "ranking"))
    winners = {standing.seat for standing in outcome.ranking if standing.place == 1}
    if outcome.winners != winners:
        found, expected = json.dumps(sorted(outcome.winners)), json.dumps(sorted(winners))
        yield Problem(inside(path, "winners"), found, f"{expected}, as in the ranking")


def _ranking(outcome: Outcome, path: str) -> Iterator[Problem]:
    """TIE-01 to TIE-03: by points, then cards, then their sum if compared; tied players share a place (A-126)."""
    ranked = multiset((standing.seat, standing.points) for standing in outcome.ranking)
    if ranked != multiset((sheet.seat, sheet.total) for sheet in outcome.sheets):
        yield Problem(path, "other seats or points", "the seats and points of the sheets")
    places: dict[tuple[int, int, int], int] = {}
    for number, merit in enumerate(sorted(map(_merit, outcome.ranking), reverse=True), start=1):
        places.setdefault(merit, number)
    for number, standing in enumerate(outcome.ranking):
        place = places[_merit(standing)]
        if standing.place != place:
            expected = f"{place}, by points, cards and their sum"
            yield Problem(inside(inside(path, number), "place"), str(standing.place), expected)
    if [*outcome.ranking] != sorted(outcome.ranking, key=lambda one: (one.place, one.seat)):
        yield Problem(path, "another order", "the players by place, then by seat")


def _merit(standing: Standing) -> tuple[int, int, int]:
    return standing.points, standing.cards, standing.card_sum or 0


# Records


def _record(record: Record, path: str) -> Iterator[Problem]:
    start = [*_state(record.start, inside(path, "start"))]
    yield from start
    if not start:
        try:
            deque(replay(record), maxlen=0)
        except ReplayError as misfit:
            at = inside(inside(path, "entries"), max(misfit.number - 1, 0))
            yield Problem(at, "something that does not fit", f"a game by the rules: {misfit.why}")


CHECKS: Mapping[type, Callable[[Any, str], Iterator[Problem]]] = {
    State: _state,
    View: _view,
    Outcome: _outcome,
    ScoreSheet: _sheet,
    Edition: _edition,
    Record: _record,
}
"""The check of each class whose parts have to agree, if it can be a document of its own."""

# ------------------------------------------------------------
# JSON: positions, views, actions, events, choices, records and everything else, to plain JSON and back.

T = TypeVar("T")

_Result: TypeAlias = Refusal | Outcome | ScoreSheet
Value: TypeAlias = State | View | Move | Event | _Result | Edition | Message | Choices | Record
"""Anything that a document can contain."""

_Piece: TypeAlias = Card | Sword | ShopTile | Shop | Space | Phase | Player | PlayerView
_Choice: TypeAlias = Part | Reason | Offer | Bundle | Landing | DuelChance | MenuEntry | MenuOption
Fragment: TypeAlias = _Piece | _Choice | ScoreLine | Standing | Who | Where | Term | Entry
"""Anything else that can be written as JSON."""

KINDS: Mapping[str, type | UnionType] = {
    "state": State,
    "view": View,
    "move": Move,
    "event": Event,
    "illegality": Refusal,
    "outcome": Outcome,
    "score_sheet": ScoreSheet,
    "edition": Edition,
    "message": Message,
    "choices": Choices,
    "record": Record,
}
"""The types of values that a document can contain, by the name of their kind."""

KIND_OF: Mapping[type, str] = {
    cls: name for name, kind in KINDS.items() for cls in get_args(kind) or (kind,)
}
"""The kind of document for each class."""

FORMS: frozenset[object] = frozenset({*KIND_OF, *get_args(Fragment)})
"""Every class that can be written as JSON."""

JSON_FORMAT = 1
"""The version of the format that this library writes. Documents with another number need a converter."""

UPGRADES: Mapping[int, Callable[[dict[str, object]], dict[str, object]]] = {}
"""For each earlier format, the function that turns a document of that format into one of the next. It is given any
object with that number: it changes what it knows, and leaves the rest to the checks of the next format."""

KEYS = ("format", "kind", "value")
"""The keys of a document."""


# The converter

CONVERTER = JsonConverter()
"""The converter of everything but the protocol."""

# Editions, which positions name if they come with the library


@frozen
class EditionReference:
    """A reference to an edition that comes with the library, by its name and its readings.

    The digest ensures that both sides mean the same edition.
    """

    name: str
    digest: Annotated[str, Pattern("^[0-9a-f]{16}$", "sixteen hexadecimal digits")]
    readings: Annotated[Readings, LEFT_OUT] = USUAL
    """The readings that differ from the defaults."""


NamedEdition: TypeAlias = EditionReference | Edition


def edition_load(kind: Any, converter: Converter) -> Load:
    inner = converter.get_structure_hook(NamedEdition)

    def load(value: Any, _: Any) -> Edition:
        found = inner(value, NamedEdition)
        if isinstance(found, Edition):
            return _shared(found, found.provenance)
        edition = known_edition(found.name, found.readings, found.digest)
        if edition is None:
            expected = "an edition that comes with the library; another one must be there in full"
            raise FormError(kind, "name", shown(found.name), expected)
        if edition_digest(edition) != found.digest:
            expected = f'"{edition_digest(edition)}": the library has another edition of this name'
            raise FormError(kind, "digest", shown(found.digest), expected)
        return edition

    return load


def _edition_dump(_kind: Any, converter: Converter) -> Dump:
    whole = converter.get_unstructure_hook(Edition)
    return lambda value: edition_reference(value) if shipped_name(value) else whole(value)


def edition_reference(edition: Edition) -> dict[str, Json]:
    """Return the JSON that names an edition."""
    named: dict[str, Json] = {"name": edition.name, "digest": edition_digest(edition)}
    if edition.readings != USUAL:
        named["readings"] = CONVERTER.dump(edition.readings)
    return named


@lru_cache(maxsize=64)
def _shared(edition: Edition, _provenance: tuple[Datum, ...]) -> Edition:
    """Return one object for equal editions, so that what is cached for an edition is found by identity."""
    return edition


# Secrets, which only some events hold

SECRET = (Transition, SecretEvents, SecretCardDrawn)
"""Classes that cannot be written as JSON, because they hold secrets."""


def _told(value: T) -> T:
    """Return a value that holds no secrets. Raises `TypeError` for one that does, or that cannot be written as JSON."""
    if type(value) not in FORMS:
        _refuse_secrets(value)
        raise TypeError(f"{brief(value)} has no form in JSON")
    return value


def _refuse_secrets(value: object) -> None:
    if isinstance(value, SECRET):
        raise TypeError(AS_IT_HAPPENED)


def _hidden_load(kind: Any, converter: Converter) -> Load:
    inner = load_of(split(kind)[0], converter)
    return lambda value, _: HIDDEN if value is None else inner(value, kind)


def _hidden_dump(kind: Any, converter: Converter) -> Dump:
    inner = dump_of(split(kind)[0], converter)
    return lambda value: None if value is HIDDEN else inner(value)


# Things in messages, which name their type there and nowhere else

Thing: TypeAlias = Card | ShopTile | Sword | Who | Where | Term | Message


def _thing_load(kind: Any, converter: Converter) -> Load:
    @cache  # when it is first used, since a message can contain messages
    def things() -> tuple[Load, Callable[..., list[Any]]]:
        hooks = {snake(cls): tagged_load(converter, cls, snake(cls)) for cls in get_args(Thing)}
        return tag_switch(hooks), gatherer(kind, kind, tag_switch(hooks))

    def load(value: Any, _: Any) -> Any:
        if isinstance(value, dict):
            return things()[0](value, kind)
        if isinstance(value, list):
            return tuple([one for _, one in things()[1](enumerate(value))])
        try:
            return plain(value, kind)
        except FormError:
            raise FormError(kind) from None

    plain = load_of(Signed | Line, converter)
    return load


def _thing_dump(_kind: Any, converter: Converter) -> Dump:
    @cache
    def things() -> Mapping[type, Dump]:
        return {cls: tagged_dump(converter, cls, snake(cls)) for cls in get_args(Thing)}

    def dump(value: Any) -> Any:
        if hook := things().get(type(value)):
            return hook(value)
        return [*map(dump, value)] if isinstance(value, tuple) else value

    return dump


def marked(mark: object) -> Callable[[Any], bool]:
    """Return a predicate for types with a mark."""
    return lambda kind: mark in split(kind)[1]


CONVERTER.register(marked(TAGGED), _thing_load, _thing_dump)
CONVERTER.register(marked(BY_NAME), edition_load, _edition_dump)
CONVERTER.register(marked(OR_HIDDEN), _hidden_load, _hidden_dump)
for _union in (Phase, Action, Move, Event):
    CONVERTER.register_tagged(_union)
CONVERTER.said[TAGGED] = "a number, a text, a list, or an object that says its type"
CONVERTER.said[BY_NAME] = " or ".join(map(CONVERTER.words, get_args(NamedEdition)))


# Plain JSON


def dump(value: Value | Fragment) -> Json:
    """Return a value as plain JSON: dictionaries, lists, texts, whole numbers, true, false and null.

    >>> from toledo_rules import Sword
    >>> dump(Sword(12, 3, 3))
    {'value': 12, 'metal': 3, 'gems': 3}
    """
    dumped: Json = CONVERTER.dump(_told(value))
    return dumped


def load(value: object, kind: TypeForm[T]) -> T:
    """Return a value of a class, or of one of several such as `toledo_rules.Action`, from what `dump` returned.

    >>> from random import Random
    >>> from toledo_rules import Action, State, new_game
    >>> state = new_game(2, Random(1))
    >>> load(dump(state), State) == state
    True
    >>> load({"type": "resign"}, Action)
    Traceback (most recent call last):
    toledo_rules.errors.CodecError: $.type: found "resign", expected "take_cards",
    "place_shop", "return_figure", "play_card", "challenge", "use_space", "deliver", "end_turn" or "pass"

    Raises `CodecError`, which lists everything that is wrong.
    """
    if not {*_classes(kind)} <= FORMS:
        raise TypeError(f"nothing that this library dumps is {_said(kind)}")
    loaded: T = load_form(value, kind)
    return loaded


def _classes(kind: object) -> tuple[Any, ...]:
    """Return the classes of a type: of a union, each of them."""
    return get_args(kind) if isinstance(kind, UnionType) else (kind,)


def _said(kind: object) -> str:
    return f"a {kind.__name__}" if isinstance(kind, type) else brief(kind)


def register_hooks(converter: Converter) -> None:
    """Teach a cattrs converter the values of this library, so that classes of your own can contain them.

    They are dumped and loaded as by `dump` and `load`, with the same checks.

    >>> from attrs import frozen
    >>> from cattrs import Converter
    >>> from toledo_rules import END_TURN, Action
    >>> @frozen
    ... class Request:
    ...     table: str
    ...     action: Action
    >>> converter = Converter()
    >>> register_hooks(converter)
    >>> converter.unstructure(Request("oak", END_TURN))
    {'table': 'oak', 'action': {'type': 'end_turn'}}
    >>> converter.structure({"table": "oak", "action": {"type": "end_turn"}}, Request)
    Request(table='oak', action=EndTurn())
    """
    for kind in (*KIND_OF, *get_args(Fragment), Action, Move, Event, Phase):
        converter.register_unstructure_hook(kind, partial(CONVERTER.dump, kind=kind))
        converter.register_structure_hook(kind, load_form)
    for secret in SECRET:
        converter.register_unstructure_hook(secret, _refuse_secrets)


def load_form(
    value: object, kind: Any, path: str = "$", converter: JsonConverter = CONVERTER
) -> Any:
    """Return a value of a type from what `dump` returned. Raises `CodecError`."""
    try:
        loaded = _loaded(value, kind, path, converter)
    except RecursionError:
        raise CodecError([Problem(path, _TOO_DEEP, "a document in JSON")]) from None
    check = CHECKS.get(type(loaded))
    if check and (problems := tuple(islice(check(loaded, path), MOST_PROBLEMS))):
        raise CodecError(problems)
    return loaded


_TOO_DEEP = "something nested too deeply"


def _loaded(value: object, kind: Any, path: str, converter: JsonConverter) -> Any:
    try:
        return converter.load(value, kind)
    except Exception as error:  # noqa: BLE001  # whatever a hook stumbles over is a fault
        raise CodecError(converter.problems(error, kind, value, path)) from None


_DIGEST_LENGTH = 16
"""Hexadecimal digits: 64 bits."""


def digest(value: Value | Fragment) -> str:
    """Return a digest of a value, the same on every machine: 16 hexadecimal digits.

    It is a hash of the canonical JSON: without spaces, with sorted keys. An edition is represented by its
    `edition_digest`.

    >>> from toledo_rules import TAKE_CARDS
    >>> digest(TAKE_CARDS)
    'cd9944de2b523b9d'
    """
    return edition_digest(value) if isinstance(value, Edition) else _hash(_essence(value))


def _essence(value: Value | Fragment) -> Json:
    """Return the JSON of a value with the digest in place of an edition, whether that is given by name or in full."""
    document = CONVERTER.dump(_told(value))
    assert isinstance(document, dict)
    if isinstance(value, State | View):
        document["edition"] = edition_digest(value.edition)
    return document


def _hash(document: Json) -> str:
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()[:_DIGEST_LENGTH]


# Documents: self-describing text, for files and databases


def dumps(value: Value, *, indent: int | None = None) -> str:
    """Return a value as a document: JSON text that names its format and its content.

    >>> from toledo_rules import TAKE_CARDS
    >>> dumps(TAKE_CARDS)
    '{"format":1,"kind":"move","value":{"type":"take_cards"}}'
    """
    kind = KIND_OF.get(type(value))
    if kind is None:
        _refuse_secrets(value)
        raise TypeError(f"a document holds {quoted(KINDS)}, not {brief(value)}")
    if indent is None:
        return f'{{"format":{JSON_FORMAT},"kind":"{kind}","value":{CONVERTER.text(value)}}}'
    check_whole("indent", indent)
    document = dict(zip(KEYS, (JSON_FORMAT, kind, dump(value)), strict=True))
    return json.dumps(document, indent=indent, separators=(",", ": "))


@overload
def loads(text: str | bytes) -> Value: ...
@overload
def loads(text: str | bytes, kind: TypeForm[T]) -> T: ...
def loads(text: str | bytes, kind: TypeForm[T] | None = None) -> Value | T:
    """Return the value in a document. If a class is given, it must be a value of that class.

    >>> from toledo_rules import State
    >>> loads('{"format":1,"kind":"move","value":{"type":"take_cards"}}')
    TakeCards()
    >>> loads('{"format":1,"kind":"move","value":{"type":"take_cards"}}', State)
    Traceback (most recent call last):
    toledo_rules.errors.CodecError: $.kind: found "move", expected "state"

    Raises `CodecError`, which lists everything that is wrong with the text; it may not be longer than
    `toledo_rules._limits.LONGEST_JSON`.
    """
    wanted = [*KIND_OF] if kind is None else _classes(kind)
    kinds = tuple(name for name in KINDS if name in {KIND_OF.get(one) for one in wanted})
    if not kinds:
        raise TypeError(f"a document holds {quoted(KINDS)}, not {_said(kind)}")
    found, value = _open(_parse(text, _READER), kinds)
    loaded: Value | T = load_form(value, kind or KINDS[found], inside("$", "value"))
    return loaded


def parse_json(text: str | bytes) -> Json:
    """Return the content of any JSON text in which no key is given twice.

    >>> parse_json('{"gems": 2, "gems": 3}')
    Traceback (most recent call last):
    toledo_rules.errors.CodecError: $: found "gems" twice in one object, expected each key once

    Raises `CodecError`.
    """
    parsed: Json = _parse(text, _STRICT_READER)  # type: ignore[assignment]  # a decoder makes nothing else
    return parsed


def _parse(text: str | bytes, reader: json.JSONDecoder) -> object:
    text = as_text(text, lambda problem: CodecError([problem]))
    if len(text) > LONGEST_JSON:
        found, expected = f"{len(text):,} characters", f"at most {LONGEST_JSON:,}"
        raise CodecError([Problem("$", found, expected)])
    try:
        parsed: object = reader.decode(text)
    except CodecError:
        raise
    except json.JSONDecodeError as error:
        found = f"a mistake in line {error.lineno}, column {error.colno} ({error.msg})"
    except RecursionError:
        found = _TOO_DEEP
    except ValueError:  # Python does not read a number of thousands of digits
        found = "a number that is too large"
    else:
        return parsed
    raise CodecError([Problem("$", found, "a document in JSON")])


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        key, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise CodecError([Problem("$", f"{shown(key)} twice in one object", "each key once")])
    return made


def _no_number(name: str) -> NoReturn:
    raise CodecError([Problem("$", name, "a number, as JSON knows them")])


_READER = json.JSONDecoder(object_pairs_hook=_object)
"""Rejects objects in which a key appears twice."""
_STRICT_READER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_number)
"""Rejects NaN and infinities, too. In a document, they are reported where no number is allowed."""


def _open(document: object, kinds: tuple[str, ...]) -> tuple[str, object]:
    """Return the kind of a document, and the value in it."""
    if not isinstance(document, dict):
        raise CodecError([Problem("$", shown(document), f"an object with {listed(KEYS, 'and')}")])
    document = _upgraded(document)
    number = document.get("format")
    if type(number) is not int or number != JSON_FORMAT:  # nothing else can be relied on then
        raise CodecError([_under(document, "format", _expected_format(number))])
    problems = [
        Problem(inside("$", key), "an unknown key", f"only {listed(KEYS, 'and')}")
        for key in document
        if key not in KEYS
    ]
    if document.get("kind") not in kinds:
        problems.append(_under(document, "kind", quoted(kinds)))
    if "value" not in document:
        problems.append(_under(document, "value", "what the document is about"))
    if problems:
        raise CodecError(problems)
    return document["kind"], document["value"]


def _upgraded(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document converted from an earlier format to the current one."""
    number = document.get("format")
    while type(number) is int and number in UPGRADES:
        document = UPGRADES[number](document)
        number = document["format"]
    return document


def _under(document: dict[str, object], key: str, expected: str) -> Problem:
    found = shown(document[key]) if key in document else "nothing"
    return Problem(inside("$", key), found, expected)


def _expected_format(number: object) -> str:
    if isinstance(number, int) and number > JSON_FORMAT:
        return f"{JSON_FORMAT}: a newer version of the library wrote this, and only such a version can read it"
    if UPGRADES:
        return f"{min(UPGRADES)} to {JSON_FORMAT}"
    return f"{JSON_FORMAT}, the only format so far"
