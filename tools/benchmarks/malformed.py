"""Damaged input: python -m tools.benchmarks.malformed, from the top of the project.

Whatever the library reads from outside, it takes whole or refuses with an error that says what is wrong. This command
damages sound documents at random and checks that nothing else ever happens. A document that is still taken must say
the same when it is saved again. Every damage has a number, and the same number gives the same damage.

JSON documents are here, notation and records in `malformed_text`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import cache
from random import Random
from time import process_time
from typing import Any

from toledo_rules import KOSMOS_2008, explain, new_game, outcome, transition, universe, view
from toledo_rules.bots import GreedyBot
from toledo_rules.codec import Value, dumps, loads
from toledo_rules.errors import CodecError
from tools.benchmarks.malformed_text import damaged_notation, damaged_record, mutate

GREEDY = GreedyBot()

ODD: tuple[object, ...] = (None, True, False, 0, 1, -1, 2, 7, 10**40, "", "1", "x y", [], {}, [0])
"""Values to put where they do not belong."""


@cache
def json_documents() -> tuple[str, ...]:
    """Return some documents of every kind."""
    values: list[Value] = [KOSMOS_2008, *universe(KOSMOS_2008).actions[::97]]
    for players in (2, 3, 4):
        rng = Random(players)
        state = new_game(players, rng)
        while not state.over:
            what = transition(state, GREEDY.choose(view(state, state.active), rng), rng)
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
            holder[key] = deepcopy(rng.choice(ODD))


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


TRIALS: dict[str, tuple[int, Callable[[int], str]]] = {
    "json": (40_000, damaged_json),
    "notation": (30_000, damaged_notation),
    "record": (30_000, damaged_record),
}
"""Everything that reads from outside: the default number of trials, and a trial by its number."""

MESSAGES = 20
"""Messages about the progress of each kind."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.benchmarks.malformed",
        description="Damage sound inputs at random. Each must be taken whole or refused with a clean error."
        " Without numbers, 100,000 inputs of all kinds, which takes some minutes.",
    )
    for name in TRIALS:
        parser.add_argument(f"--{name}", type=int, metavar="N", help=f"damage N of {name}")
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first damage (default: 0)"
    )
    options = parser.parse_args(words)
    asked = {name: getattr(options, name) for name in TRIALS}
    if all(number is None for number in asked.values()):
        asked = {name: number for name, (number, _) in TRIALS.items()}
    start = process_time()
    for name, number in asked.items():
        if number:
            print(tried(name, range(options.first, options.first + number)))
    total = sum(number or 0 for number in asked.values())
    print(f"{total:,} damaged inputs in {process_time() - start:.0f} s, and no other error")
    return 0


def tried(name: str, numbers: range) -> str:
    """Try them, and return the results in a line."""
    start = process_time()
    ends: Counter[str] = Counter()
    for done, number in enumerate(numbers):
        if done and done % -(-len(numbers) // MESSAGES) == 0:
            print(f"... {name}: {done:,} of {len(numbers):,}", file=sys.stderr)
        ends[attempt(name, number)] += 1
    counted = ", ".join(f"{count:,} {end}" for end, count in sorted(ends.items()))
    return f"{name}: {counted}, in {process_time() - start:.0f} s"


def attempt(name: str, number: int) -> str:
    """Try once. If it fails, the error says how to repeat it."""
    try:
        return TRIALS[name][1](number)
    except Exception as error:
        error.add_note(f"python -m tools.benchmarks.malformed --{name} 1 --first {number}")
        raise


if __name__ == "__main__":
    raise SystemExit(main())
