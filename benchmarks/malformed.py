"""Damaged input: python -m benchmarks.malformed, from the top of the project.

Whatever the library reads from outside, it takes whole or refuses with an error that says what is wrong. This damages
sound documents at random and sees that nothing else ever happens. A document that is still taken has to say the same
when it is saved again. Every damage has a number, and the same number gives the same damage.

JSON documents are here, notation and records in `malformed_text`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import cache, partial
from random import Random
from time import process_time
from typing import Any

from attrs import frozen

from benchmarks.malformed_text import damaged_notation, damaged_record
from tests.players import progress_player
from toledo_rules import (
    KOSMOS_2008,
    explain,
    legal_actions,
    new_game,
    outcome,
    transition,
    universe,
    view,
)
from toledo_rules.codec import CodecError, Value, dumps, loads


@frozen
class Subject:
    """A kind of document: how to get one, to damage one, to read one."""

    make: Callable[[Random], str]
    """A sound document."""
    damage: Callable[[str, Random], str]
    """The document with something changed. By chance it can still be sound."""
    load: Callable[[str], object]
    refusal: type[Exception]
    """What `load` raises for a document that is not sound."""
    faithful: Callable[[str, object], bool]
    """Whether what was loaded says all that the document said, and nothing else."""


def trial(subject: Subject, number: int) -> str:
    """Damages a document and reads it: it is "refused" or "loaded", and everything else is an error."""
    rng = Random(number)
    document = subject.damage(subject.make(rng), rng)
    try:
        loaded = subject.load(document)
        assert subject.faithful(document, loaded), "loaded as something else"
    except subject.refusal as refusal:
        if not str(refusal):  # it has to say what is wrong
            raise
        return "refused"
    except Exception as error:
        error.add_note(f"damage number {number}: {document}")
        raise
    return "loaded"


# Text of any kind


LETTERS = ' "0123456789-+.eE,:;|/\\()[]{}<>=#_abcdefnrstuvxyzABN\n\t\0\u00e4\u2028\ud800\U0001f600'


def damage_text(text: str, rng: Random) -> str:
    """Text with a piece of it lost, doubled, moved or overwritten."""
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.choice((0, 1, 1, 2, 5, 20, len(text))))
    before, piece, after = text[:start], text[start:end], text[end:]
    noise = "".join(rng.choices(LETTERS, k=rng.choice((1, 1, 2, 5))))
    place = rng.randrange(len(text) + 1)
    match rng.randrange(4):
        case 0:
            return before + after
        case 1:
            return before + piece + piece + after
        case 2:
            return text[:place] + piece + text[place:]
        case _:
            return before + noise + after


# JSON


ODD: tuple[object, ...] = (None, True, False, 0, 1, -1, 2, 7, 10**40, "", "1", "x y", [], {}, [0])
"""Values to put where they do not belong."""


@cache
def json_documents() -> tuple[str, ...]:
    """Some documents of every kind."""
    values: list[Value] = [KOSMOS_2008, *universe(KOSMOS_2008).actions[::97]]
    for players in (2, 3, 4):
        rng = Random(players)
        state = new_game(players, rng)
        while not state.over:
            legal = legal_actions(state)
            what = transition(state, progress_player(state, legal, rng), rng)
            if rng.random() < 0.05:
                refusals = (explain(state, action) for action in universe(state.edition).actions)
                values += [state, what, view(state, rng.randrange(players)), view(state, None)]
                values += [*what.events, *what.draws]
                values += [why for why in refusals if why and rng.random() < 0.001]
            state = what.state
        result = outcome(state)
        assert result is not None
        values += [state, result, *result.sheets]
    return tuple(map(dumps, values))


def make_json(rng: Random) -> str:
    """One of the documents."""
    return rng.choice(json_documents())


def damage_json(text: str, rng: Random) -> str:
    """A document with a few values replaced, lost, doubled, swapped or changed a little; or damaged as text."""
    if rng.random() < 0.2:
        return damage_text(text, rng)
    document = json.loads(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        damage_value(document, rng)
    return json.dumps(document)


def damage_value(document: Any, rng: Random) -> None:
    """Changes one value of a document."""
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
            holder[key] = deepcopy(rng.choice(ODD))


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every value inside a value, as what it is in and its key there."""
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in keys:
        yield value, key
        yield from places_in(value[key])


def faithful_json(text: str, loaded: Any) -> bool:
    """The same JSON, whatever the order of the keys, and the same value when read again."""
    saved = dumps(loaded)
    return canonical(saved) == canonical(text) and loads(saved) == loaded


def canonical(text: str) -> str:
    """JSON text in one form, in which 1 and true differ."""
    return json.dumps(json.loads(text), sort_keys=True)


SUBJECTS: dict[str, Subject] = {
    "json": Subject(make_json, damage_json, loads, CodecError, faithful_json),
}
"""What is read as a document, by the name that the command has for it."""

TRIALS: dict[str, tuple[int, Callable[[int], str]]] = {
    "json": (40_000, partial(trial, SUBJECTS["json"])),
    "notation": (30_000, damaged_notation),
    "record": (30_000, damaged_record),
}
"""Everything that reads from outside: how often it is tried if nobody says, and a trial by its number."""

MESSAGES = 20
"""How often it is told how far we are."""


def main(words: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.malformed",
        description="Damages sound inputs at random: each is taken whole or refused with a clean error, or this fails."
        " Without numbers, 100,000 of all kinds, which takes some minutes.",
    )
    for name in TRIALS:
        parser.add_argument(f"--{name}", type=int, metavar="N", help=f"damage N of {name}")
    parser.add_argument("--first", type=int, default=0, help="the number of the first damage")
    options = parser.parse_args(words)
    asked = {name: getattr(options, name) for name in TRIALS}
    if all(number is None for number in asked.values()):
        asked = {name: number for name, (number, _) in TRIALS.items()}
    start = process_time()
    for name, number in asked.items():
        if number:
            print(told(name, range(options.first, options.first + number)))
    total = sum(number or 0 for number in asked.values())
    print(f"{total:,} damaged inputs in {process_time() - start:.0f} s, and no other error")
    return 0


def told(name: str, numbers: range) -> str:
    """What came of so many trials, in a line."""
    start = process_time()
    ends: Counter[str] = Counter()
    for done, number in enumerate(numbers):
        if done and done % -(-len(numbers) // MESSAGES) == 0:
            print(f"... {name}: {done:,} of {len(numbers):,}", file=sys.stderr)
        ends[attempt(name, number)] += 1
    counted = ", ".join(f"{count:,} {end}" for end, count in sorted(ends.items()))
    return f"{name}: {counted}, in {process_time() - start:.0f} s"


def attempt(name: str, number: int) -> str:
    """A trial. If it fails, the error says how to see that again."""
    try:
        return TRIALS[name][1](number)
    except Exception as error:
        error.add_note(f"python -m benchmarks.malformed --{name} 1 --first {number}")
        raise


if __name__ == "__main__":
    raise SystemExit(main())
