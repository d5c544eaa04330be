"""Damaged notation and damaged records: whatever happens to a text, reading it gives an answer or a clean error.

Each `check_` function reads a damaged text and returns the result. It fails on anything that was not promised: another
exception, an error that points nowhere or, worst of all, a record that is silently another one. Each `damaged_`
function makes a text, damages it and checks it: all by a number, the same for the same number.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from attrs import evolve

from toledo_rules import KOSMOS_2008, Draw, Edition, Game, universe
from toledo_rules.bots import GreedyBot
from toledo_rules.errors import NotationError
from toledo_rules.notation import format_turn, parse_turn
from toledo_rules.record import Record, RecordReading, format_record, reach, read_record

GREEDY = GreedyBot()

ODD = "\x00\t\r\x1b\u00a0\u00df\u0130\u2028\u4e00\ud800\ufeff\U0001f5e1'\"\\{}[]()|#:;,.=@+-_~ 0129aAdDvVxX٣"
"""Characters that are good at breaking things."""


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
    odd, rest = rng.choice(ODD), before + after
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


def damaged_notation(number: int) -> str:
    """Damage two random actions on a line."""
    rng = Random(number)
    actions, cards = universe(KOSMOS_2008).actions, KOSMOS_2008.cards
    draws = [Draw(rng.choice(cards)) for _ in range(rng.randrange(4))]
    text = format_turn([(rng.choice(actions), draws), (rng.choice(actions), ())], KOSMOS_2008)
    return check_notation(mutate(text, rng), KOSMOS_2008)


def damaged_record(number: int) -> str:
    """Damage the first turns of a game, now and then with its edition."""
    rng = Random(number)
    game = played(rng.randrange(GAMES))
    record = game.until(rng.randrange(min(len(game.entries), LONGEST)))
    text = format_record(record, embed=rng.random() < EMBEDDED)
    return check_record(mutate(text, rng), record)


GAMES = 9
LONGEST = 60  # entries: longer records only take longer
EMBEDDED = 0.02  # to read a whole edition takes long too


@cache
def played(number: int) -> Record:
    """Play a whole game of two, three or four players."""
    rng = Random(number)
    game = Game(["Ana", "Bruno", "Chloé", "Dörte"][: 2 + number % 3], rng=rng)
    while not game.over:
        game.play(GREEDY.choose(game.view(game.state.active), rng))
    return game.record()
