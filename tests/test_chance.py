"""Chance by seed: the same numbers for ever, exactly fair, and stored as three values."""

import copy
import hashlib
import pickle
import re
from collections import Counter
from collections.abc import Iterable
from hashlib import blake2b
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest

from toledo_rules import Stream, chance, new_game
from toledo_rules._limits import LONGEST_SEED
from toledo_rules.chance import Seed
from toledo_rules.notation import format_cards

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "chance.md"
GOLDEN_DEALS = [
    ["1va 2na 2vd 4va 6na", "1td 1vd 2td 4vd 6td"],
    ["1vd 3vd 4bd 5bd 5bd", "1vd 2td 3td 5va 6va"],
]
SEEDS: tuple[Seed, ...] = (0, 1, -1, 2008, 2**64, "", "2008", "¡Olé! ⚔", "two\nlines")


# The same for ever


def vectors() -> list[tuple[Seed, int, list[int]]]:
    """The test vectors of the documentation: seed, game, and numbers below 2**64."""
    rows = re.findall(r"^\| `(.*)` \| (\d+) \| `(.*)` \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    return [
        (
            seed[1:-1] if seed.startswith('"') else int(seed),
            int(game),
            [int(number, 16) for number in numbers.split()],
        )
        for seed, game, numbers in rows
    ]


@pytest.mark.parametrize(("seed", "game", "numbers"), vectors())
def test_the_documented_numbers(seed: Seed, game: int, numbers: list[int]) -> None:
    stream = Stream(seed, game=game)
    assert [stream.randrange(1 << 64) for _ in numbers] == numbers


def test_there_are_enough_documented_numbers() -> None:
    found = vectors()
    assert len(found) == 8
    assert {type(seed) for seed, _, _ in found} == {int, str}
    assert {len(numbers) for _, _, numbers in found} == {3}


@pytest.mark.parametrize(
    ("seed", "numbers"),
    [
        (0, [24, 30, 59, 1, 5, 5, 0, 0, 2, 783]),
        (2008, [11, 17, 24, 2, 1, 0, 0, 1, 2, 908]),
        ("2008", [42, 36, 11, 2, 1, 4, 0, 0, 2, 182]),
    ],
)
def test_golden_numbers(seed: Seed, numbers: list[int]) -> None:
    stream = Stream(seed)
    assert [stream.randrange(n) for n in (84, 83, 82, 6, 6, 6, 1, 2, 3, 1000)] == numbers


def test_golden_deals() -> None:
    deals = [
        [format_cards(player.hand, state.edition) for player in state.players]
        for state in (new_game(2, Stream(2008)), new_game(2, Stream(2008, game=1)))
    ]
    assert deals == GOLDEN_DEALS


def by_the_book(seed: Seed, game: int, index: int, stop: int) -> int:
    """The number by the algorithm on the page, step by step."""
    kind = "number" if isinstance(seed, int) else "text"
    for attempt in count():
        text = f"toledo-rules chance 1\n{game}\n{kind} {seed}\n{index} {attempt}"
        drawn = int.from_bytes(blake2b(text.encode(), digest_size=16).digest(), "big")
        if drawn < 2**128 // stop * stop:
            return drawn % stop
    raise AssertionError


@pytest.mark.parametrize("seed", SEEDS)
def test_the_page_describes_the_algorithm(seed: Seed) -> None:
    for game in (0, 1, 99):
        stream = Stream(seed, game=game)
        for index, stop in enumerate((84, 6, 1, 2**64, 2**63 + 1, 37)):
            assert stream.randrange(stop) == by_the_book(seed, game, index, stop)


# Fair


class ScriptedHash:
    """A hash of one byte, which says a given byte first and 0 for every further attempt."""

    first = 0

    def __init__(self, _text: bytes = b"", *, digest_size: int) -> None:
        self.attempt = 0
        assert digest_size == 1

    def copy(self) -> "ScriptedHash":
        """Return another, for the next attempt."""
        return ScriptedHash(digest_size=1)

    def update(self, text: bytes) -> None:
        """Note the attempt that is hashed."""
        self.attempt = int(text.split()[1])

    def digest(self) -> bytes:
        """Return the byte."""
        return bytes([0 if self.attempt else self.first])


@pytest.mark.parametrize("stop", [1, 2, 3, 6, 84, 85, 128, 129, 255, 256])
def test_every_result_is_exactly_equally_likely(stop: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all that a hash can say, here 256 things, each result gets the same number; the rest is drawn again."""
    monkeypatch.setattr(chance, "_BITS", 8)
    monkeypatch.setattr(hashlib, "blake2b", ScriptedHash)
    results: Counter[int] = Counter()
    for byte in range(256):
        monkeypatch.setattr(ScriptedHash, "first", byte)
        result = Stream(1).randrange(stop)
        if byte < 256 // stop * stop:
            results[result] += 1
        else:
            assert result == 0  # that of the second attempt
    assert results == dict.fromkeys(range(stop), 256 // stop)


def chi_square(cells: Iterable[object], kinds: int) -> float:
    """The sum of squared differences from equal counts, each divided by that count."""
    counts = Counter(cells)
    expected = counts.total() / kinds
    return (
        sum((seen - expected) ** 2 for seen in counts.values()) / expected
        + (kinds - len(counts)) * expected
    )


def test_numbers_look_random() -> None:
    """Fixed numbers, so this cannot fail by chance. Each bound is exceeded once in a thousand truly random trials."""
    stream = Stream(2008)
    numbers = [stream.randrange(6) for _ in range(12_000)]
    assert chi_square(numbers, 6) < 20.5  # 5 degrees of freedom
    assert chi_square(pairwise(numbers), 36) < 66.6  # 35
    assert chi_square(zip(numbers, numbers[5:], strict=False), 36) < 66.6


def test_games_of_a_seed_have_nothing_in_common() -> None:
    firsts = [Stream(2008, game=game).randrange(6) for game in range(12_000)]
    assert chi_square(firsts, 6) < 20.5
    assert chi_square(pairwise(firsts), 36) < 66.6
    one, other = Stream(2008, game=1), Stream(2008, game=2)
    pairs = [(one.randrange(6), other.randrange(6)) for _ in range(12_000)]
    assert chi_square(pairs, 36) < 66.6


def test_different_seeds_give_different_numbers() -> None:
    """Also those that are written alike."""
    wanted = [Stream(seed, game=game) for seed in SEEDS for game in (0, 1, 11)]
    wanted += [Stream(1, game=1), Stream(11, game=0), Stream("1", game=11)]
    assert len({stream.randrange(1 << 64) for stream in wanted}) == len(set(map(repr, wanted)))


# Values


def test_a_stream_goes_on_from_any_place() -> None:
    stream = Stream(7)
    numbers = [stream.randrange(100) for _ in range(20)]
    assert stream == Stream(7, index=20)
    for index in range(20):
        assert Stream(7, index=index).randrange(100) == numbers[index]
    stream.index = 3
    assert [stream.randrange(100) for _ in range(17)] == numbers[3:]


def test_a_stream_shows_itself() -> None:
    stream = Stream("Ana's", game=3)
    stream.randrange(6)
    assert repr(stream) == 'Stream("Ana\'s", game=3, index=1)'
    assert eval(repr(stream)) == stream
    assert (stream.seed, stream.game, stream.index) == ("Ana's", 3, 1)


def test_seed_and_game_stay() -> None:
    for name in ("seed", "game"):
        with pytest.raises(AttributeError):
            setattr(Stream(1), name, 2)


@pytest.mark.parametrize("seed", SEEDS)
def test_copies(seed: Seed) -> None:
    stream = Stream(seed, game=2)
    stream.randrange(10)
    copies = (copy.copy(stream), copy.deepcopy(stream), pickle.loads(pickle.dumps(stream)))
    expected = stream.randrange(1 << 64)
    for one in copies:
        assert one != stream  # which has gone on
        assert one.randrange(1 << 64) == expected
        assert one == stream


def test_equality() -> None:
    assert Stream(1) == Stream(1, game=0, index=0)
    assert len({repr(s) for s in (Stream(1), Stream("1"), Stream(1, game=1))}) == 3
    assert Stream(1) != Stream("1")
    assert Stream(1) != Stream(1, game=1)
    assert Stream(1) != Stream(1, index=1)
    assert Stream(1) != 1
    with pytest.raises(TypeError, match="unhashable"):
        hash(Stream(1))  # it changes with every draw


# Wrong arguments


@pytest.mark.parametrize(
    ("arguments", "error", "why"),
    [
        ({"seed": 1.0}, TypeError, "a seed must be a whole number or a text, not 1.0"),
        ({"seed": True}, TypeError, "a seed must be a whole number or a text, not True"),
        ({"seed": None}, TypeError, "a seed must be a whole number or a text, not None"),
        ({"seed": b"1"}, TypeError, "a seed must be a whole number or a text"),
        ({"seed": "\ud800"}, ValueError, "must be text, not halves"),
        ({"seed": "a\udfff"}, ValueError, "must be text, not halves"),
        ({"seed": 1, "game": "1"}, TypeError, "game must be a whole number, not '1'"),
        ({"seed": 1, "game": -1}, ValueError, "game must be 0 or more, not -1"),
        ({"seed": 1, "index": True}, TypeError, "index must be a whole number, not True"),
        ({"seed": 1, "index": -1}, ValueError, "index must be 0 or more, not -1"),
    ],
)
def test_streams_that_cannot_be(
    arguments: dict[str, Any], error: type[Exception], why: str
) -> None:
    with pytest.raises(error, match=why):
        Stream(**arguments)


def test_the_longest_seeds() -> None:
    """As many characters or digits as a seed, a game and an index may have, and one more."""
    largest = 10**LONGEST_SEED - 1
    assert Stream("a" * LONGEST_SEED) != Stream(largest, game=largest, index=largest)
    with pytest.raises(ValueError, match=f"at most {LONGEST_SEED:,} characters"):
        Stream("a" * (LONGEST_SEED + 1))
    for wrong in ({"seed": largest + 1}, {"seed": 1, "game": largest + 1}):
        with pytest.raises(ValueError, match=f"at most {LONGEST_SEED:,} digits"):
            Stream(**wrong)


@pytest.mark.parametrize("stop", [0, -1, -(2**70)])
def test_ranges_that_cannot_be(stop: int) -> None:
    stream = Stream(1)
    with pytest.raises(ValueError, match=re.escape(f"stop must be 1 or more, not {stop}")):
        stream.randrange(stop)
    assert stream.index == 0


@pytest.mark.parametrize("stop", [1.0, True, "6"])
def test_ranges_that_are_no_numbers(stop: Any) -> None:
    with pytest.raises(TypeError, match="stop must be a whole number"):
        Stream(1).randrange(stop)


def test_a_range_can_be_larger_than_one_number_of_the_stream() -> None:
    """`determinize` chooses among more hands than there are numbers of 64 bits."""
    stream = Stream(2008)
    low = Stream(2008)
    digits = [low.randrange(1 << 64) for _ in range(2)]
    assert stream.randrange(1 << 128) == (digits[0] << 64) + digits[1]
    assert stream.index == 2
    tries = Stream(1)
    results = [tries.randrange((1 << 127) + 1) for _ in range(40)]
    assert max(results) <= 1 << 127
    assert tries.index > 80, "about half of all pairs of numbers are drawn again"


class Told(Stream):
    """A stream whose hashes are given."""

    numbers: tuple[int, ...] = ()
    attempts: list[int]

    def _number(self, attempt: int) -> int:
        self.attempts.append(attempt)
        return self.numbers[len(self.attempts) - 1]


def told(*numbers: int) -> Told:
    stream = Told(1)
    stream.numbers, stream.attempts = numbers, []
    return stream


def test_the_first_number_that_would_not_be_fair_is_drawn_again() -> None:
    """Two hashes of 128 bits are too large for three equal parts by one; the next attempts are 1 and 2."""
    unfair = (1 << 128) - 1
    stream = told(unfair, unfair, 8)
    assert stream.randrange(3) == 2
    assert (stream.attempts, stream.index) == ([0, 1, 2], 1)
    assert told(unfair - 1).randrange(3) == 2


def test_the_first_large_number_that_would_not_be_fair_is_drawn_again() -> None:
    """For 2**64 + 1 results, the largest of all pairs of numbers is one too many."""
    most = (1 << 64) - 1
    assert told(most, most, 0, 5).randrange((1 << 64) + 1) == 5
    assert told(most, most - 1).randrange((1 << 64) + 1) == 1 << 64


def test_a_range_takes_as_many_numbers_as_it_needs() -> None:
    """A number for 2**64 results, two for up to 2**128, three for one more."""
    assert told(7).randrange(1 << 64) == 7
    assert told(0, 7).randrange(1 << 128) == 7
    assert told(0, 0, 7).randrange((1 << 128) + 1) == 7


@pytest.mark.parametrize(
    ("number", "error"),
    [
        (5, ValueError),
        (-1, ValueError),
        (0.0, TypeError),
        (True, TypeError),
        ("0", TypeError),
        (None, TypeError),
    ],
)
def test_a_source_that_gives_what_was_not_asked_for_is_refused(
    number: Any, error: type[Exception]
) -> None:
    class Lies:
        def randrange(self, _stop: int, /) -> Any:
            return number

    with pytest.raises(error, match="a source of chance must give"):
        chance.draw(Lies(), 5)


def test_a_source_may_give_the_first_and_the_last_number() -> None:
    class Gives:
        def __init__(self, number: int) -> None:
            self.number = number

        def randrange(self, _stop: int, /) -> int:
            return self.number

    assert [chance.draw(Gives(number), 5) for number in (0, 4)] == [0, 4]
