"""JSON: positions, views, actions, events, choices, records and everything else, to plain JSON and back.

>>> from toledo_rules import Card, PlayCard
>>> dump(PlayCard(Card(4, "violet", "attacker"), 0))
{'type': 'play_card', 'card': {'value': 4, 'colour': 'violet', 'stance': 'attacker'},
'origin': 0, 'with_tile': False}
>>> load_action({"type": "challenge", "rival": 2})
Challenge(2)

Classes become objects; every field is always present. A class that is one of several, such as an action, an event or a
phase, is named under ``type``. Multisets, such as hands, are sorted lists. The edition of a position is named, with its
digest, if it comes with the library; any other one is there in full.

Whatever is loaded is checked completely: nothing is converted, ignored or filled in, and a position has to keep all
invariants. Each problem is reported with its path:

>>> load_action({"type": "play_card", "card": {"value": "4", "colour": "violet"}, "origin": 0})
Traceback (most recent call last):
toledo_rules.codec.CodecError: $.card.value: found "4", expected a whole number from 1 to 999
$.card.stance: found nothing, expected "attacker" or "defender"
$.with_tile: found nothing, expected true or false

The JSON Schema of all this, and the types for TypeScript, are in ``schema`` and ``clients/typescript``.
"""

from __future__ import annotations

import json
import reprlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, get_args, overload

from toledo_rules._shapes import Choice, Json, Shape, ShapeError, inside, shown
from toledo_rules.actions import Action, Move
from toledo_rules.codec._kit import KIND_OF, KINDS, SHAPES, Fragment, Value, check, digest
from toledo_rules.errors import Problem, ToledoError, listed
from toledo_rules.events import Event
from toledo_rules.limits import LONGEST_JSON, MOST_PROBLEMS
from toledo_rules.phases import Phase

if TYPE_CHECKING:
    from cattrs import Converter

__all__ = [
    "FORMAT",
    "CodecError",
    "Fragment",
    "Json",
    "Problem",
    "Value",
    "digest",
    "dump",
    "dumps",
    "load",
    "load_action",
    "load_event",
    "load_move",
    "loads",
    "parse_json",
    "register_hooks",
]

T = TypeVar("T")

FORMAT = 1
"""The format that this library writes. A document with another number has to be read in another way."""

UPGRADES: Mapping[int, Callable[[dict[str, object]], dict[str, object]]] = {}
"""For each earlier format, the function that makes a document of the next one out of a document of that format. It is
given anything that has the number: it changes what it knows, and leaves the rest for the check of the next format."""

KEYS = ("format", "kind", "value")
"""The keys of a document."""

MOST_SHOWN = 20
"""The number of problems in a message; `CodecError.problems` has them all."""


class CodecError(ToledoError, ValueError):
    """A document cannot be loaded. The message has a line for each problem.

    >>> print(CodecError([Problem("$.format", "2", "1"), Problem("$.kind", "nothing", "a word")]))
    $.format: found 2, expected 1
    $.kind: found nothing, expected a word
    """

    problems: tuple[Problem, ...]
    """All problems up to `toledo_rules.limits.MOST_PROBLEMS`, in the order of the document as far as possible."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(islice(problems, MOST_PROBLEMS))
        super().__init__(self.problems)

    def __str__(self) -> str:
        lines = [str(problem) for problem in self.problems[:MOST_SHOWN]]
        more = len(self.problems) - len(lines)
        return "\n".join([*lines, f"and {more} more"] if more else lines)


# Plain JSON


def dump(value: Value | Fragment) -> Json:
    """Return a value as plain JSON: dictionaries, lists, texts, whole numbers, true, false and null.

    >>> from toledo_rules import Sword
    >>> dump(Sword(12, 3, 3))
    {'value': 12, 'metal': 3, 'gems': 3}
    """
    return SHAPES.of(type(value)).dump(value)


def load(value: object, kind: type[T]) -> T:
    """Return the value of a class that was dumped. For actions, moves and events there are functions of their own.

    >>> from random import Random
    >>> from toledo_rules import State, new_game
    >>> state = new_game(2, Random(1))
    >>> load(dump(state), State) == state
    True

    Raises `CodecError`, which lists everything that is wrong.
    """
    loaded = load_shape(value, SHAPES.of(kind), "$")
    assert isinstance(loaded, kind)
    return loaded


def load_action(value: object) -> Action:
    """Return an action that was dumped, or that somebody wrote.

    >>> load_action({"type": "resign"})
    Traceback (most recent call last):
    toledo_rules.codec.CodecError: $.type: found "resign", expected "take_cards",
    "place_shop", "return_figure", "play_card", "challenge", "use_space", "deliver", "end_turn" or "pass"
    """
    loaded = load_shape(value, SHAPES.of(Action), "$")
    assert isinstance(loaded, Action)
    return loaded


def load_move(value: object) -> Move:
    """Return a player's action or chance's draw that was dumped.

    >>> load_move({"type": "draw", "card": {"value": 4, "colour": "brown", "stance": "defender"}})
    Draw(Card(4, 'brown', 'defender'))
    """
    loaded = load_shape(value, SHAPES.of(Move), "$")
    assert isinstance(loaded, Move)
    return loaded


def load_event(value: object) -> Event:
    """Return an event that was dumped.

    >>> load_event({"type": "metal_taken", "seat": 1})
    MetalTaken(seat=1)
    """
    loaded = load_shape(value, SHAPES.of(Event), "$")
    assert isinstance(loaded, Event)
    return loaded


def register_hooks(converter: Converter) -> None:
    """Teach a cattrs converter the values of this library, so that classes of your own can hold them.

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
    for kind in (*KIND_OF, *get_args(Fragment), *_UNIONS):
        shape = SHAPES.of(kind)
        converter.register_unstructure_hook(kind, shape.dump)
        converter.register_structure_hook(kind, partial(_hooked, shape))


_UNIONS = (Action, Move, Event, Phase)
"""The unions whose values are tagged."""


def _hooked(shape: Shape, value: object, _kind: object) -> object:
    return load_shape(value, shape, "$")


def load_shape(value: object, shape: Shape, path: str) -> object:
    """Return the value of a shape that was dumped. Raises `CodecError`."""
    try:
        loaded = shape.load(value)
    except ShapeError:
        raise CodecError(shape.faults(value, path)) from None
    except ValueError as error:  # a class that checks itself, such as a record
        misfit = Problem(path, f"parts that do not fit together ({error})", "parts that do")
        raise CodecError([misfit]) from None
    if problems := tuple(islice(check(loaded, path), MOST_PROBLEMS)):
        raise CodecError(problems)
    return loaded


# Documents: text that says its format, for files and databases


def dumps(value: Value, *, indent: int | None = None) -> str:
    """Return a value as a document: JSON text that says its format and what it holds.

    >>> from toledo_rules import TAKE_CARDS
    >>> dumps(TAKE_CARDS)
    '{"format":1,"kind":"move","value":{"type":"take_cards"}}'
    """
    kind = KIND_OF.get(type(value))
    if kind is None:
        raise TypeError(f"a document holds {Choice(tuple(KINDS)).words}, not {reprlib.repr(value)}")
    document = dict(zip(KEYS, (FORMAT, kind, dump(value)), strict=True))
    return json.dumps(document, indent=indent, separators=(",", ": " if indent else ":"))


@overload
def loads(text: str) -> Value: ...
@overload
def loads(text: str, kind: type[T]) -> T: ...
def loads(text: str, kind: type[T] | None = None) -> Value | T:
    """Return the value in a document. With a class, it must be a value of that class.

    >>> from toledo_rules import State
    >>> loads('{"format":1,"kind":"move","value":{"type":"take_cards"}}')
    TakeCards()
    >>> loads('{"format":1,"kind":"move","value":{"type":"take_cards"}}', State)
    Traceback (most recent call last):
    toledo_rules.codec.CodecError: $.kind: found "move", expected "state"

    Raises `CodecError`, which lists everything that is wrong with the text, also if it is longer than
    `toledo_rules.limits.LONGEST_JSON`.
    """
    kinds = tuple(KINDS) if kind is None else (KIND_OF[kind],)
    try:
        found, value = _open(_parse(text, _READER), kinds)
        shape = SHAPES.of(kind or KINDS[found])
        loaded = load_shape(value, shape, inside("$", "value"))
    except CodecError:
        _parse(text, _STRICT_READER)  # a key that is there twice explains more
        raise
    # Of equal keys in an object the reader keeps the last, so then there are more colons in the text than keys in the
    # value. Any other colon is inside a text: the strict reader, which is slower, knows.
    if text.count(":") != len(KEYS) + shape.entries(loaded):
        _parse(text, _STRICT_READER)
    assert isinstance(loaded, kind or Value)
    return loaded


def parse_json(text: str) -> Json:
    """Return what any JSON text says, if it says everything once.

    >>> parse_json('{"gems": 2, "gems": 3}')
    Traceback (most recent call last):
    toledo_rules.codec.CodecError: $: found "gems" twice in one object, expected each key once

    Raises `CodecError`.
    """
    parsed: Json = _parse(text, _STRICTEST_READER)  # type: ignore[assignment]  # a decoder makes nothing else
    return parsed


def _parse(text: str, reader: json.JSONDecoder) -> object:
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
        found = "something nested too deeply"
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


_READER = json.JSONDecoder()
_STRICT_READER = json.JSONDecoder(object_pairs_hook=_object)
"""Refuses objects in which a key is there twice."""
_STRICTEST_READER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_number)
"""Refuses what is not a number, too. In a document, that is found where no number can be."""


def _open(document: object, kinds: tuple[str, ...]) -> tuple[str, object]:
    """Return the kind of a document, and the value in it."""
    if not isinstance(document, dict):
        raise CodecError([Problem("$", shown(document), f"an object with {listed(KEYS, 'and')}")])
    document = _upgraded(document)
    number = document.get("format")
    if type(number) is not int or number != FORMAT:  # nothing else can be relied on
        raise CodecError([_under(document, "format", _expected_format(number))])
    problems = [
        Problem(inside("$", key), "an unknown key", f"only {listed(KEYS, 'and')}")
        for key in document
        if key not in KEYS
    ]
    if document.get("kind") not in kinds:
        problems.append(_under(document, "kind", Choice(kinds).words))
    if "value" not in document:
        problems.append(_under(document, "value", "what the document is about"))
    if problems:
        raise CodecError(problems)
    return document["kind"], document["value"]


def _upgraded(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document of the present format that says what one of an earlier format said."""
    number = document.get("format")
    while type(number) is int and number in UPGRADES:
        document = UPGRADES[number](document)
        number = document["format"]
    return document


def _under(document: dict[str, object], key: str, expected: str) -> Problem:
    found = shown(document[key]) if key in document else "nothing"
    return Problem(inside("$", key), found, expected)


def _expected_format(number: object) -> str:
    if isinstance(number, int) and number > FORMAT:
        return f"{FORMAT}: a newer version of the library wrote this, and only such a version can read it"
    if UPGRADES:
        return f"{min(UPGRADES)} to {FORMAT}"
    return f"{FORMAT}, the only format so far"
