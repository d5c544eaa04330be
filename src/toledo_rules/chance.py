"""Sources of chance: the interface that the engine needs, and a stream of numbers that a seed fixes for good.

The engine draws by `Rng.randrange` alone, so `random.Random` will do. Python does not promise that a seeded
`random.Random` keeps giving the same numbers in later versions; a `Stream` does. Its algorithm, with test vectors for
other languages, is in ``docs/reference/chance.md``.
"""

from __future__ import annotations

from typing import ClassVar, Final, Protocol, TypeAlias

from toledo_rules._limits import LONGEST_SEED
from toledo_rules._values import brief

__all__ = [
    "Rng",
    "Seed",
    "Stream",
    "draw",
]


Seed: TypeAlias = int | str
"""A whole number or a text, from which all cards of a game follow."""


class Rng(Protocol):
    """A source of chance. `random.Random` and `Stream` are two."""

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 up to `stop` - 1, each equally likely."""
        ...


def draw(rng: Rng, stop: int) -> int:
    """Return what a source of chance gives for a range. One that does not keep to the range is refused.

    Raises `TypeError` for anything but a source of whole numbers, and `ValueError` for a number outside the range.
    """
    try:
        number = rng.randrange(stop)
    except AttributeError:
        check_rng(rng)
        raise
    if type(number) is int and 0 <= number < stop:
        return number
    if type(number) is not int:
        raise TypeError(
            f"a source of chance must give whole numbers, not a {type(number).__name__}"
        )
    raise ValueError(f"a source of chance must give 0 to {stop - 1} here, not another number")


def check_rng(rng: object) -> None:
    """Raise `TypeError` for anything but a source of chance.

    >>> check_rng(5)
    Traceback (most recent call last):
    TypeError: a source of chance has a method randrange, as random.Random and Stream have: 5 has none
    """
    if not callable(getattr(rng, "randrange", None)):
        raise TypeError(
            "a source of chance has a method randrange, as random.Random and Stream have: "
            f"{brief(rng)} has none"
        )


_BITS: Final = 128
_MOST: Final = 1 << 64
"""Largest range of a single draw: a second attempt is needed less often than once in 2**64 draws."""
_TOO_LARGE: Final = 10**LONGEST_SEED
"""A number that Python may refuse to write."""


class Stream:
    """A source of chance that gives the same numbers for a seed on every machine and in every version.

    Draw number `index` of game number `game` is a hash of the seed and these two numbers: nothing else is
    remembered, so a stream can be stored as three values, continued anywhere, and read from any place on. It is for
    chance alone: give a bot that plays at random a stream of its own.

    >>> stream = Stream(2008)
    >>> [stream.randrange(6) for _ in range(8)]
    [5, 2, 4, 2, 1, 0, 0, 5]
    >>> stream
    Stream(2008, game=0, index=8)
    >>> Stream(2008, index=7).randrange(6)
    5

    Raises `ValueError` for a negative `game` or `index`, and for a seed beyond `toledo_rules._limits.LONGEST_SEED`.
    """

    __slots__ = ("_game", "_prefix", "_seed", "index")

    index: int
    """Number of draws so far."""

    def __init__(self, seed: Seed, *, game: int = 0, index: int = 0) -> None:
        if isinstance(seed, bool) or not isinstance(seed, (int, str)):
            raise TypeError(f"a seed must be a whole number or a text, not {brief(seed)}")
        if isinstance(seed, str):
            if len(seed) > LONGEST_SEED:
                expected = f"at most {LONGEST_SEED:,} characters"
                raise ValueError(f"a seed has {expected}, not {len(seed):,}")
            if any("\ud800" <= sign <= "\udfff" for sign in seed):
                raise ValueError(f"a seed must be text, not halves of characters: {brief(seed)}")
        elif abs(seed) >= _TOO_LARGE:
            raise ValueError(f"a seed has at most {LONGEST_SEED:,} digits")
        for name, number in (("game", game), ("index", index)):
            if isinstance(number, bool) or not isinstance(number, int):
                raise TypeError(f"{name} must be a whole number, not {brief(number)}")
            if abs(number) >= _TOO_LARGE:
                raise ValueError(f"{name} has at most {LONGEST_SEED:,} digits")
            if number < 0:
                raise ValueError(f"{name} must be 0 or more, not {number}")
        self._seed = seed
        self._game = game
        self.index = index
        from hashlib import blake2b  # noqa: PLC0415  # not for those who only import the library

        kind = "number" if isinstance(seed, int) else "text"
        self._prefix = blake2b(
            f"toledo-rules chance 1\n{game}\n{kind} {seed}\n".encode(), digest_size=_BITS // 8
        )

    @property
    def seed(self) -> Seed:
        """The seed from which all numbers follow."""
        return self._seed

    @property
    def game(self) -> int:
        """The number of the game in a series. Games of one seed have nothing in common."""
        return self._game

    def randrange(self, stop: int, /) -> int:
        """Return the next number from 0 up to `stop` - 1, each exactly equally likely."""
        if isinstance(stop, bool) or not isinstance(stop, int):
            raise TypeError(f"stop must be a whole number, not {brief(stop)}")
        if stop <= 0:
            raise ValueError(f"stop must be 1 or more, not {stop}")
        if stop > _MOST:
            return self._large(stop)
        fair = (1 << _BITS) - (1 << _BITS) % stop  # numbers from here on would favour low results
        attempt = 0
        while (number := self._number(attempt)) >= fair:
            attempt += 1
        self.index += 1
        return number % stop

    def _large(self, stop: int) -> int:
        """Return a number below a large one, from as many draws as it takes."""
        draws = -(-(stop - 1).bit_length() // 64)
        fair = _MOST**draws - _MOST**draws % stop
        while True:
            number = 0
            for _ in range(draws):
                number = number * _MOST + self.randrange(_MOST)
            if number < fair:
                return number % stop

    def _number(self, attempt: int) -> int:
        """Return the hash of an attempt at the next draw, as a number of `_BITS` bits."""
        drawn = self._prefix.copy()
        drawn.update(f"{self.index} {attempt}".encode())
        return int.from_bytes(drawn.digest())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stream):
            return NotImplemented
        return self._key() == other._key()

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # it changes with every draw

    def __repr__(self) -> str:
        return f"Stream({self._seed!r}, game={self._game}, index={self.index})"

    def __reduce__(self) -> tuple[object, ...]:
        return _stream, self._key()

    def _key(self) -> tuple[Seed, int, int]:
        return self._seed, self._game, self.index


def _stream(seed: Seed, game: int, index: int) -> Stream:
    return Stream(seed, game=game, index=index)
