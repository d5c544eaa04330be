"""Damaged input: whatever happens to a text or a document, reading it gives a result or a documented error.

Each `check_` function reads a damaged text and returns the result. It fails on anything that was not promised: another
exception, an error without a place or, worst of all, a silently different result. The same number gives the same
damage. `python -m tools.fuzz` searches for more.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

from attrs import evolve

from toledo_rules import (
    KOSMOS_2008,
    Edition,
    explain,
    new_game,
    outcome,
    transition,
    universe,
    view,
)
from toledo_rules.bots import GreedyBot
from toledo_rules.codec import Value, dumps, loads
from toledo_rules.errors import CodecError, NotationError
from toledo_rules.notation import format_turn, parse_turn
from toledo_rules.record import Record, RecordReading, format_record, reach, read_record

ODD_CHARACTERS = "\x00\t\r\x1b\u00a0\u00df\u0130\u2028\u4e00\ud800\ufeff\U0001f5e1'\"\\{}[]()|#:;,.=@+-_~ 0129aAdDvVxX٣"
"""Characters that tend to break things."""
ODD_VALUES: tuple[object, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    7,
    10**40,
    "",
    "1",
    "x y",
    [],
    {},
    [0],
)
"""Values to put where they do not belong."""

# Texts


def mutate(text: str, rng: Random) -> str:
    """Return the text with one to three random changes."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        text = rng.choice([*changes(text, rng)])
    return text


def changes(text: str, rng: Random) -> Iterator[str]:
    """Yield the text after each kind of change, all at the same place."""
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.choice((0, 1, 1, 2, 5, 30)))
    before, piece, after = text[:start], text[start:end], text[end:]
    odd, rest = rng.choice(ODD_CHARACTERS), before + after
    place = rng.randrange(len(rest) + 1)
    yield rest
    yield before + odd * rng.choice((1, 1, 1, 2, 500)) + piece + after
    yield before + odd + text[start + 1 :]
    yield before + piece + piece + after
    yield rest[:place] + piece + rest[place:]
    yield before
    yield before + piece.swapcase() + after
    lines = text.split("\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    yield "\n".join(lines[:one] + lines[one + 1 :])
    yield "\n".join([*lines[:other], lines[one], *lines[other:]])
    lines[one], lines[other] = lines[other], lines[one]
    yield "\n".join(lines)


def check_notation(text: str, edition: Edition) -> str:
    """Read a damaged line: "read" if it is still notation, "refused" with an error that points at the place."""
    refusal: NotationError | None = None
    try:
        lines = parse_turn(text, edition)
    except NotationError as error:
        refusal = error
    if refusal is None:
        assert parse_turn(format_turn(lines, edition), edition) == lines
        return "read"
    assert refusal.text == text
    assert 1 <= refusal.column <= len(text) + 1
    assert refusal.expected in str(refusal)
    return "refused"


def check_record(text: str, original: Record) -> str:
    """Read a damaged record: "same" if nothing is lost, "reported" with problems, "hopeless" without a record.

    "other" is a record without the header that would have shown that it was changed.
    """
    reading = read_record(text)
    _check_problems(reading)
    if reading.record is None:
        return "hopeless"
    reach(reading.record)
    assert read_record(format_record(reading.record)).complete() == reading.record
    if reading.problems:
        return "reported"
    titled = evolve(reading.record.edition, title=original.edition.title)  # a title has no effect
    if evolve(reading.record, start=evolve(reading.record.start, edition=titled)) == original:
        return "same"
    assert "check" not in text.lower(), "a changed record was taken for whole"
    return "other"


def _check_problems(reading: RecordReading) -> None:
    for problem in reading.problems:
        assert problem.where
        assert 1 <= problem.column <= len(problem.text) + 1
        assert problem.expected in str(problem)
    assert (reading.problem is None) == (not reading.problems)
    assert reading.record is not None or reading.problems


# JSON


@cache
def json_documents() -> tuple[str, ...]:
    """Return some documents of every kind."""
    greedy = GreedyBot()
    values: list[Value] = [KOSMOS_2008, *universe(KOSMOS_2008).actions[::97]]
    for players in (2, 3, 4):
        rng = Random(players)
        state = new_game(players, rng)
        while not state.over:
            what = transition(state, greedy.choose(view(state, state.active), rng), rng)
            if rng.random() < 0.05:
                refusals = (explain(state, action) for action in universe(state.edition).actions)
                values += [state, view(state, rng.randrange(players)), view(state, None)]
                values += [*what.with_secrets(), *what.draws]
                values += [why for why in refusals if why and rng.random() < 0.001]
            state = what.state
        result = outcome(state)
        assert result is not None
        values += [state, result, *result.sheets]
    return tuple(map(dumps, values))


def damage_json(text: str, rng: Random) -> str:
    """Return a document with a few values replaced, lost, doubled, swapped or changed a little; or damaged as text."""
    if rng.random() < 0.2:
        return mutate(text, rng)
    document = json.loads(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        damage_value(document, rng)
    return json.dumps(document)


def damage_value(document: Any, rng: Random) -> None:
    """Change one value of a document."""
    places = [*places_in(document)]
    holder, key = rng.choice(places)
    other_holder, other_key = rng.choice(places)
    value, other = holder[key], other_holder[other_key]
    match rng.randrange(7), value:
        case 0, int():
            holder[key] = value + rng.choice((-1, 1, 2))
        case 1, list():
            rng.shuffle(value)
        case 2, _:
            del holder[key]
        case 3, _ if isinstance(holder, list):
            holder.insert(key, deepcopy(value))
        case 3, _:
            holder[rng.choice(("extra", "type", "odd key"))] = deepcopy(other)
        case 4, _:
            holder[key] = deepcopy(other)
        case 5, _ if type(value) is type(other) and not isinstance(value, dict | list):
            holder[key], other_holder[other_key] = other, value
        case _:
            holder[key] = deepcopy(rng.choice(ODD_VALUES))


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place inside a value: the list or object, and the index or key in it."""
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in keys:
        yield value, key
        yield from places_in(value[key])


def damaged_json(number: int) -> str:
    """Damage a document and read it: it is "refused" with an error that says why, or "loaded" and says the same."""
    rng = Random(number)
    document = damage_json(rng.choice(json_documents()), rng)
    try:
        loaded = loads(document)
    except CodecError as refusal:
        if not str(refusal):  # it has to say what is wrong
            raise
        return "refused"
    saved = dumps(loaded)
    assert canonical(saved) == canonical(document), "loaded as something else"
    assert loads(saved) == loaded
    return "loaded"


def canonical(text: str) -> str:
    """Return JSON text in one form, in which 1 and true differ."""
    return json.dumps(json.loads(text), sort_keys=True)
