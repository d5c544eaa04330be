"""Damaged notation and damaged records: whatever happens to a text, reading it gives an answer or a clean error.

Each `check_` function takes a damaged text and says what came of it. It fails if that is not what was promised: by
another exception, an error that points nowhere, or, worst of all, a record that is silently another one. Each
`damaged_` function makes a text, damages it and checks it: all by a number, the same for the same number.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import TypeAlias

from attrs import evolve

from tests.players import progress_player
from toledo_rules import KOSMOS_2008, Draw, Edition, legal_actions, universe
from toledo_rules.game import Game
from toledo_rules.notation import NotationError, format_turn, parse_turn
from toledo_rules.record import Record, RecordReading, format_record, reach, read_record

ODD = "\x00\t\r\x1b\u00a0\u00df\u0130\u2028\u4e00\ud800\ufeff\U0001f5e1'\"\\{}[]()|#:;,.=@+-_~ 0129aAdDvVxX٣"
"""Characters that are good at breaking things."""

Edit: TypeAlias = Callable[[str, Random], str]


def mutate(text: str, rng: Random) -> str:
    """The text with one to three random changes."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        text = rng.choice(_EDITS)(text, rng)
    return text


def _span(text: str, rng: Random) -> tuple[int, int]:
    start = rng.randrange(len(text) + 1)
    return start, min(len(text), start + rng.choice((0, 1, 1, 2, 5, 30)))


def _delete(text: str, rng: Random) -> str:
    start, end = _span(text, rng)
    return text[:start] + text[end:]


def _insert(text: str, rng: Random) -> str:
    start, _ = _span(text, rng)
    return text[:start] + rng.choice(ODD) * rng.choice((1, 1, 1, 2, 500)) + text[start:]


def _replace(text: str, rng: Random) -> str:
    start, _ = _span(text, rng)
    return text[:start] + rng.choice(ODD) + text[start + 1 :]


def _repeat(text: str, rng: Random) -> str:
    start, end = _span(text, rng)
    return text[:end] + text[start:]


def _move(text: str, rng: Random) -> str:
    start, end = _span(text, rng)
    rest = text[:start] + text[end:]
    place = rng.randrange(len(rest) + 1)
    return rest[:place] + text[start:end] + rest[place:]


def _truncate(text: str, rng: Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _swap_case(text: str, rng: Random) -> str:
    start, end = _span(text, rng)
    return text[:start] + text[start:end].swapcase() + text[end:]


def _lines(text: str, rng: Random) -> str:
    """A line is lost, comes twice, or changes places with another."""
    lines = text.split("\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(3):
        case 0:
            del lines[one]
        case 1:
            lines.insert(other, lines[one])
        case _:
            lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


_EDITS: tuple[Edit, ...] = (
    _delete, _insert, _replace, _repeat, _move, _truncate, _swap_case, _lines,
)  # fmt: skip


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

    "other" is a record without the header that would have told that it was changed.
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
    """Two random actions on a line, damaged."""
    rng = Random(number)
    actions, cards = universe(KOSMOS_2008).actions, KOSMOS_2008.cards
    draws = [Draw(rng.choice(cards)) for _ in range(rng.randrange(4))]
    text = format_turn([(rng.choice(actions), draws), (rng.choice(actions), ())], KOSMOS_2008)
    return check_notation(mutate(text, rng), KOSMOS_2008)


def damaged_record(number: int) -> str:
    """The first turns of a game now and then with its edition, damaged."""
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
    """A whole game of two, three or four players."""
    rng = Random(number)
    game = Game(["Ana", "Bruno", "Chloé", "Dörte"][: 2 + number % 3], rng=rng)
    while not game.over:
        game.play(progress_player(game.state, legal_actions(game.state), rng))
    return game.record()
