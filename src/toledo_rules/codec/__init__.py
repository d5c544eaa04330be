"""JSON: positions, views, actions, events and all else, to plain JSON and back.

>>> from toledo_rules import Card, PlayCard
>>> dump(PlayCard(Card(4, "violet", "attacker"), 0))
{'type': 'play_card', 'card': {'value': 4, 'colour': 'violet', 'stance': 'attacker'},
'origin': 0, 'with_tile': False}
>>> load_action({"type": "challenge", "rival": 2})
Challenge(2)

A thing with parts is an object with a key for each part, all of them always there. A thing that is one of several, such
as an action, an event or a phase, says which under ``type``. Multisets, such as hands, are sorted lists. The edition of
a position is named, with its digest, if it comes with the library; any other one is there in full.

What is loaded is checked in every way: nothing is converted, ignored or filled in, and a position has to keep all
invariants. What does not fit is told with its path:

>>> load_action({"type": "play_card", "card": {"value": "4", "colour": "violet"}, "origin": 0})
Traceback (most recent call last):
toledo_rules.codec.problems.CodecError: $.card.value: found "4", expected a whole number of at least 1
$.card.stance: found nothing, expected "attacker" or "defender"
$.with_tile: found nothing, expected true or false

The JSON Schema of all this, and the types for TypeScript, are in ``spec/schema`` and ``spec/typescript``.
"""

from __future__ import annotations

from typing import TypeVar

from toledo_rules.actions import Action, Move
from toledo_rules.codec.converter import Json, digest, edition_digest, unstructure
from toledo_rules.codec.documents import FORMAT, dumps, load_shape, loads
from toledo_rules.codec.problems import CodecError, Problem
from toledo_rules.codec.shapes import Part, Value, shape_of
from toledo_rules.events import Event

__all__ = [
    "FORMAT",
    "CodecError",
    "Json",
    "Part",
    "Problem",
    "Value",
    "digest",
    "dump",
    "dumps",
    "edition_digest",
    "load",
    "load_action",
    "load_event",
    "load_move",
    "loads",
]

T = TypeVar("T")


def dump(value: Value | Part) -> Json:
    """A value as plain JSON: dictionaries, lists, texts, whole numbers, true, false and null.

    >>> from toledo_rules import Sword
    >>> dump(Sword(12, 3, 3))
    {'value': 12, 'metal': 3, 'gems': 3}
    """
    shape_of(type(value))
    return unstructure(value)


def load(value: object, kind: type[T]) -> T:
    """The value of a class that was dumped. For an action, a move or an event there are functions of their own.

    >>> from random import Random
    >>> from toledo_rules import State, new_game
    >>> state = new_game(2, Random(1))
    >>> load(dump(state), State) == state
    True

    Raises `CodecError`, which lists everything that is wrong.
    """
    loaded = load_shape(value, shape_of(kind), "$")
    assert isinstance(loaded, kind)
    return loaded


def load_action(value: object) -> Action:
    """An action that was dumped, or that somebody wrote.

    >>> load_action({"type": "resign"})
    Traceback (most recent call last):
    toledo_rules.codec.problems.CodecError: $.type: found "resign", expected "take_cards",
    "place_shop", "return_figure", "play_card", "challenge", "use_space", "deliver", "end_turn" or "pass"
    """
    loaded = load_shape(value, shape_of(Action), "$")
    assert isinstance(loaded, Action)
    return loaded


def load_move(value: object) -> Move:
    """A player's action, or chance's draw.

    >>> load_move({"type": "draw", "card": {"value": 4, "colour": "brown", "stance": "defender"}})
    Draw(Card(4, 'brown', 'defender'))
    """
    loaded = load_shape(value, shape_of(Move), "$")
    assert isinstance(loaded, Move)
    return loaded


def load_event(value: object) -> Event:
    """An event that was dumped.

    >>> load_event({"type": "metal_taken", "seat": 1})
    MetalTaken(seat=1)
    """
    loaded = load_shape(value, shape_of(Event), "$")
    assert isinstance(loaded, Event)
    return loaded
