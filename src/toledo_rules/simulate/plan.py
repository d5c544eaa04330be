"""What is to be played: bots, games, seed. It decides every game completely."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from attrs import field, frozen
from attrs.validators import ge, instance_of

from toledo_rules.bots import make_bot
from toledo_rules.bots.playing import MOST_DECISIONS
from toledo_rules.codec import Json, digest
from toledo_rules.edition import Edition
from toledo_rules.editions import KOSMOS_2008
from toledo_rules.setup import check_players, new_game
from toledo_rules.state import State


class Dice:
    """The chance of one game. It gives the same numbers on every machine and in every version of Python.

    Python promises that for `random.Random.random`, and for nothing else in `random`.

    >>> dice = Dice(seed=7, game=0)
    >>> [dice.randrange(6) for _ in range(8)]
    [2, 1, 2, 0, 0, 5, 1, 0]
    """

    def __init__(self, seed: int, game: int) -> None:
        self._random = Random(f"{seed} {game}").random

    def randrange(self, stop: int, /) -> int:
        """A number from 0 up to `stop` - 1."""
        return int(self._random() * stop)


def _seats(bots: Iterable[str]) -> tuple[str, ...]:
    return tuple(bots)


@frozen(kw_only=True)
class Plan:
    """Games between bots.

    >>> plan = Plan(bots=("greedy", "random", "random"), games=600, seed=7, rotate=True)
    >>> plan.lineup(0), plan.lineup(1)
    (('greedy', 'random', 'random'), ('random', 'greedy', 'random'))
    >>> Plan(bots=("greedy",), games=600)
    Traceback (most recent call last):
    ValueError: kosmos-2008 is for 2 to 4 players, not 1 (CMP-01)

    Raises `ValueError` if no games can be played like that, such as `BotSpecError` for a bot that does not exist.
    """

    bots: tuple[str, ...] = field(converter=_seats)
    """One for each seat, as `make_bot` knows them."""
    games: int = field(validator=[instance_of(int), ge(0)])
    seed: int = field(default=0, validator=instance_of(int))
    """It decides chance and what bots leave to chance. Another seed gives other games."""
    rotate: bool = False
    """Each bot moves on by a seat from game to game, so that each of them begins equally often."""
    edition: Edition = field(default=KOSMOS_2008, repr=lambda edition: edition.name)
    most: int = field(default=MOST_DECISIONS, validator=[instance_of(int), ge(1)])
    """A game is stopped after so many decisions: no rule ends it (A-117)."""

    def __attrs_post_init__(self) -> None:
        check_players(self.edition, len(self.bots), 0)
        for spec in self.bots:
            if not spec.isprintable():  # a row of a file is a line
                raise ValueError(f"a bot is described on one line, not by {spec!r}")
            make_bot(spec)

    def lineup(self, game: int) -> tuple[str, ...]:
        """Which bot has which seat in a game. Seat 0 begins."""
        shift = -game % len(self.bots) if self.rotate else 0
        return self.bots[shift:] + self.bots[:shift]

    def begin(self, game: int, dice: Dice) -> State:
        """The position in which a game begins. A plan of your own may change it, and tells so in its `settings`."""
        return new_game(len(self.lineup(game)), dice, edition=self.edition)

    def settings(self) -> dict[str, Json]:
        """Everything that decides the games, as JSON. How many are played is left out: it decides none of them.

        >>> Plan(bots=("greedy", "random"), games=600, seed=7).settings()
        {'bots': ['greedy', 'random'], 'seed': 7, 'rotate': False, 'edition': 'kosmos-2008',
        'digest': '...', 'most': 20000}
        """
        return {
            "bots": list(self.bots),
            "seed": self.seed,
            "rotate": self.rotate,
            "edition": self.edition.name,
            "digest": digest(self.edition),
            "most": self.most,
        }
