"""Hostile documents: a reader takes them, or raises an error that its documentation names, and nothing else happens."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.damage import damage_value, mutate
from tests.readers import READERS, START
from toledo_rules import (
    Action,
    Event,
    Move,
    State,
    Stream,
    View,
    apply,
    follow,
    legal_actions,
    view,
)
from toledo_rules.codec import dump, load
from toledo_rules.errors import CodecError, EventMisfitError

DEEP = 100_000
TEXTS: dict[str, str] = {
    "nothing": "",
    "a zero byte": "\0",
    "half a character": "\ud800",
    "a mark": "\ufeff",
    "brackets": "[" * DEEP,
    "braces": '{"a":' * DEEP,
    "closed brackets": "[" * DEEP + "]" * DEEP,
    "a deep document": '{"format":1,"kind":"state","value":' + "[" * 900 + "]" * 900 + "}",
    "a deep key": ".".join("a" * 900),
    "a deep table": f"a = {'[' * 900}{']' * 900}",
    "a number": "9" * 5000,
    "a negative number": "-" + "9" * 5000,
    "a large exponent": "1e999999",
    "not a number": "NaN",
    "endless": "-Infinity",
    "true": "true",
    "null": "null",
    "a text": '"text"',
    "an escaped half": '"\\ud800"',
    "keys twice": '{"format":1,"format":1}',
    "arabic digits": "\u0661va",
    "wide digits": "\uff11va",
    "a superscript": "²va",
    "the Kelvin sign": "\u212a2@4",
    "a long s": "u\u017fe",
    "a dotted i": "\u0130",
    "right to left": "\u202etake",
    "line separators": "take\u2028take\x85take\x0btake",
    "carriage returns": "take\r\rtake",
    "a comment": "#",
    "a bar": "|",
    "signs": "+-*/@!:;,.=()[]{}<>'\"`~^%$&?\\",
    "a seat": "99999999999999999999",
    "many signs": "+" * 3000,
    "many commas": "," * 3000,
    "many lines": "\n" * 3000,
    "many dots": ".\n" * 3000,
    "half a record": "toledo-record 1\nmoves:",
    "a record in a record": "toledo-record 1\nedition: kosmos-2008\n| toledo-record 1\nmoves:\n",
    "an edition by path": "toledo-record 1\nedition: ../../etc/passwd\nmoves:\n",
    "a position with a path": "toledo1 [../../etc/passwd] red / red / blue",
    "a negative bot": "racer:iterations=-1",
    "no bot at all": "racer:iterations=nan",
    "an endless bot": "racer:seconds=inf",
    "an empty option": "racer:=,=",
    "a bot with a bot": "racer:racer:=1",
}


@pytest.mark.parametrize("name", READERS)
def test_no_text_does_more_than_it_may(name: str) -> None:
    """Law: the errors of a reader are those that its documentation names."""
    reader = READERS[name]
    for text in TEXTS.values():
        with suppress(*reader.raises):
            reader.read(text)


@given(name=st.sampled_from(sorted(READERS)), seed=st.integers(0, 2**32), times=st.integers(1, 4))
def test_no_damaged_sample_does_more_than_it_may(name: str, seed: int, times: int) -> None:
    """Law: the same for texts that are nearly right."""
    reader, rng = READERS[name], Random(seed)
    text = rng.choice(reader.samples)
    for _ in range(times):
        text = mutate(text, rng)
    with suppress(*reader.raises):
        reader.read(text)


@given(name=st.sampled_from(sorted(READERS)), text=st.text())
def test_no_other_text_does_more_than_it_may(name: str, text: str) -> None:
    """Law: the same for any text."""
    reader = READERS[name]
    with suppress(*reader.raises):
        reader.read(text)


# Values that a program hands over, from a JSON library that is more generous than ours


class Odd(dict[str, object]):
    """A kind of dictionary."""


def endless() -> list[object]:
    """A list that holds itself."""
    found: list[object] = []
    found.append(found)
    return found


def nested() -> object:
    found: object = []
    for _ in range(DEEP):
        found = [found]
    return found


OBJECTS: dict[str, Callable[[], Any]] = {
    "a list in itself": endless,
    "a deep list": nested,
    "a large number": lambda: 10**5000,
    "not a number": lambda: float("nan"),
    "bytes": lambda: b"take_cards",
    "a set": lambda: {1, 2},
    "an object": object,
    "a class": lambda: int,
    "a number as a key": lambda: {1: 2},
    "a tuple as a key": lambda: {(): []},
    "a kind of dictionary": lambda: Odd(type="take_cards"),
    "a type that is a list": lambda: {"type": []},
    "a type that is a dictionary": lambda: {"type": {"type": "take_cards"}},
    "half a character": lambda: {"type": "\ud800"},
    "a key of halves": lambda: {"\ud800": 1},
    "a position": lambda: START,
}


@pytest.mark.parametrize("make", OBJECTS.values(), ids=OBJECTS.keys())
def test_no_object_does_more_than_it_may(make: Callable[[], Any]) -> None:
    """Law: the same for objects, at the top and inside a document."""
    document = dump(START)
    assert isinstance(document, dict)
    with suppress(CodecError):
        load(make(), Action)
    with suppress(CodecError):
        load(make(), Move)
    for read in (
        lambda value: load(value, Event),
        lambda value: load(value, State),
        lambda value: load(value, View),
    ):
        with pytest.raises(CodecError) as caught:
            read(make())
        assert len(str(caught.value)) < 20_000
    for key in document:
        with pytest.raises(CodecError):
            load({**document, key: make()}, State)
    with pytest.raises(CodecError):
        load({**document, "pile": [make()]}, State)


@given(seed=st.integers(0, 2**32))
def test_no_damaged_position_does_more_than_it_may(seed: int) -> None:
    """Law: a position that was loaded can be played, however it came about."""
    rng = Random(seed)
    document: Any = json.loads(json.dumps(dump(START)))
    for _ in range(rng.randrange(1, 4)):
        damage_value(document, rng)
    try:
        state = load(document, State)
    except CodecError:
        return
    actions: tuple[Action, ...] = legal_actions(state)
    if actions:
        apply(state, rng.choice(actions), Stream(seed))


@given(data=st.data())
def test_events_that_did_not_happen(data: st.DataObject) -> None:
    """Law: `follow` makes a view of events, or says which one does not fit."""
    events = data.draw(st.lists(st.from_type(Event), max_size=4))  # type: ignore[arg-type]  # a union is a type here
    seen = view(START, data.draw(st.sampled_from([0, 1, None])))
    with suppress(EventMisfitError):
        assert isinstance(follow(seen, events), View)
