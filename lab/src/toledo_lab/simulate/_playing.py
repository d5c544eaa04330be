"""Plans for games between bots, and how to play one of the games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from typing import Final

from attrs import field, frozen
from attrs.validators import ge, instance_of, le

from toledo_lab._library import check_players
from toledo_lab._limits import MOST_GAMES, MOST_SHARDS
from toledo_lab.simulate._metrics import Column, Measure, Watch
from toledo_lab.simulate._results import GameResults, Result, columns_of, measures_json
from toledo_rules import new_game, ranking
from toledo_rules.actions import TakeCards
from toledo_rules.bots import MOST_DECISIONS, Bot, bot_streams, load_bot, play_on
from toledo_rules.chance import Rng, Seed, Stream
from toledo_rules.codec import Json, digest
from toledo_rules.edition import MOVEMENT, Edition
from toledo_rules.editions import KOSMOS_2008
from toledo_rules.errors import ToledoError
from toledo_rules.events import DuelEnded, SecretEvent, ShopPlaced, TileTaken, TurnEnded
from toledo_rules.state import State


@frozen
class Shard:
    """A part of the games of a plan, the first of which is 1.

    >>> Shard.parse("2/8")
    Shard(number=2, of=8)
    >>> print(Shard(2, 8))
    2/8
    """

    number: int = field(validator=instance_of(int))
    of: int = field(validator=[instance_of(int), ge(1), le(MOST_SHARDS)])

    def __attrs_post_init__(self) -> None:
        if not 1 <= self.number <= self.of:
            raise ValueError(f"a shard of {self.of} is one from 1 to {self.of}, not {self.number}")

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Read a shard such as ``2/8``. Raises `ValueError` for anything else."""
        number, slash, of = text.partition("/")
        if not (
            slash
            and all(
                part.isascii() and part.isdigit() and len(part) < _LONG for part in (number, of)
            )
        ):
            raise ValueError(
                f"expected a shard such as 2/8, the second of eight, found {text[:40]!r}"
            )
        return cls(int(number), int(of))

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


_LONG = 10
WHOLE: Final = Shard(1, 1)
"""All games of a plan."""


def _seats(bots: Iterable[str]) -> tuple[str, ...]:
    if isinstance(bots, str):  # a text is a sequence of letters, too
        raise TypeError(f"expected a tuple or list of names, found {bots!r}")
    return tuple(bots)


@frozen(kw_only=True)
class Plan:
    """Bots, games and a seed: they decide every game completely.

    >>> plan = Plan(bots=("greedy", "random", "random"), games=600, seed=7, rotate=True)
    >>> plan.lineup(0), plan.lineup(1)
    (('greedy', 'random', 'random'), ('random', 'greedy', 'random'))
    >>> Plan(bots=("greedy",), games=600)
    Traceback (most recent call last):
    ValueError: kosmos-2008 is for 2 to 4 players, not 1 (CMP-01)

    Raises `ValueError` if no games can be played this way, such as `BotError` for a bot that does not exist.
    """

    bots: tuple[str, ...] = field(converter=_seats)
    """Bot for each seat, as `toledo_rules.bots.load_bot` knows it."""
    games: int = field(validator=[instance_of(int), ge(0), le(MOST_GAMES)])
    seed: Seed = field(default=0, validator=instance_of((int, str)))
    """Seed of all games: chance in game g is ``Stream(seed, game=g)``, and the bots draw from their `bot_streams`."""
    rotate: bool = False
    """True if each bot moves on by a seat from game to game, so that each of them begins equally often."""
    edition: Edition = field(default=KOSMOS_2008, repr=lambda edition: edition.name)
    most: int = field(default=MOST_DECISIONS, validator=[instance_of(int), ge(1)])
    """Decisions after which a game is stopped: no rule ends it (A-117)."""
    metrics: tuple[str, ...] = field(default=(), converter=_seats)
    """Metrics that add columns to the results, as `make_metric` knows them."""
    shard: Shard = field(default=WHOLE, validator=instance_of(Shard))
    """The part of the games that is played here. The other shards are the rest."""

    def __attrs_post_init__(self) -> None:
        check_players(self.edition, len(self.bots), 0)
        self._check_names()

    def _check_names(self) -> None:
        """Raise an error for bots and metrics that do not exist."""
        for spec in (*self.bots, *self.metrics):
            if not spec.isprintable():  # a row of a file is a line
                raise ValueError(f"a specification must be printable, on one line, but is {spec!r}")
        for spec in self.bots:
            load_bot(spec)
        self.columns()

    def columns(self) -> tuple[Column, ...]:
        """Return the columns that the metrics add to the results."""
        return columns_of(self.metrics, self.edition)

    @property
    def cycle(self) -> int:
        """The number of games after which the seating is that of the first game again."""
        return len(self.bots) if self.rotate else 1

    @property
    def numbers(self) -> Iterator[int]:
        """The numbers of the games that are played here, in order. Whole cycles of games belong to one shard."""
        for begin in range(
            self.cycle * (self.shard.number - 1), self.games, self.cycle * self.shard.of
        ):
            yield from range(begin, min(begin + self.cycle, self.games))

    @property
    def size(self) -> int:
        """The number of games that are played here.

        >>> plan = Plan(bots=("greedy", "random"), games=600, rotate=True, shard=Shard(2, 8))
        >>> plan.size, [*plan.numbers][:4]
        (76, [2, 3, 18, 19])
        """
        rounds, rest = divmod(self.games, self.cycle * self.shard.of)
        before = self.cycle * (self.shard.number - 1)
        return rounds * self.cycle + min(max(rest - before, 0), self.cycle)

    def holds(self, game: int) -> bool:
        """Return True for the number of a game that is played here."""
        return (
            0 <= game < self.games and game // self.cycle % self.shard.of == self.shard.number - 1
        )

    def lineup(self, game: int) -> tuple[str, ...]:
        """Return the bots of a game, by seat. Seat 0 begins."""
        shift = -game % len(self.bots) if self.rotate else 0
        return self.bots[shift:] + self.bots[:shift]

    def deal(self, game: int) -> int:
        """Return the number of the deal of a game: games with the same one draw the same cards."""
        return game

    def begin(self, game: int, chance: Rng) -> State:
        """Return the first position of a game. A subclass may change it, and must then say so in its `settings`."""
        return new_game(len(self.lineup(game)), chance, edition=self.edition)

    def settings(self) -> dict[str, Json]:
        """Return everything that determines the games, as JSON: all but their number.

        >>> Plan(bots=("greedy", "random"), games=600, seed=7).settings()
        {'bots': ['greedy', 'random'], 'made': ['GreedyBot()', 'RandomBot()'], 'library': '...', 'players': 2,
        'seed': 7, 'rotate': False, 'edition': 'kosmos-2008', 'digest': '...', 'most': 20000, 'shard': '1/1',
        'metrics': [], 'measures': []}
        """
        return {
            "bots": list(self.bots),
            "made": [_nature(load_bot(spec)) for spec in self.bots],
            "library": _library(),
            "players": len(self.lineup(0)),
            "seed": self.seed,
            "rotate": self.rotate,
            "edition": self.edition.name,
            "digest": digest(self.edition),
            "most": self.most,
            "shard": str(self.shard),
            "metrics": list(self.metrics),
            "measures": measures_json(self.columns()),
        }


def _library() -> str:
    """Return the version of the library; sources that are not installed have none."""
    try:
        return version("toledo-rules")
    except PackageNotFoundError:
        return "sources"


def _nature(bot: Bot) -> str:
    """Return the class of a bot with all options, as far as its repr shows them.

    A class of your own can have the name of one of the library's, so its module is part of it.
    """
    kind = type(bot)
    if kind.__repr__ is object.__repr__:
        return f"{kind.__module__}.{kind.__qualname__}"
    own = kind.__module__.partition(".")[0] in {"toledo_rules", __name__.partition(".")[0]}
    return repr(bot) if own else f"{kind.__module__}: {bot!r}"


class GameError(ToledoError, RuntimeError):
    """A game could not be played to its end, for instance because a bot chose an illegal action."""


def play(plan: Plan, game: int) -> GameResults:
    """Play one game of a plan. It depends on the plan and its number only.

    >>> plan = Plan(bots=("greedy", "random"), games=600, seed=7)
    >>> game = play(plan, 42)
    >>> [(result.game, result.seat, result.bot) for result in game], game == play(plan, 42)
    ([(42, 0, 'greedy'), (42, 1, 'random')], True)
    """
    chance = Stream(plan.seed, game=plan.deal(game))
    try:
        return _play_from(plan, game, plan.begin(game, chance), chance)
    except Exception as error:
        notes = "".join(f"; {note}" for note in getattr(error, "__notes__", ()))
        table = f"game {game} of seed {plan.seed} ({', '.join(plan.lineup(game))})"
        raise GameError(f"{table}: {type(error).__name__}: {error}{notes}") from error


def _play_from(plan: Plan, game: int, state: State, chance: Rng) -> GameResults:
    """Play a game of a plan on from a position."""
    bots = plan.lineup(game)
    counts = [Counts() for _ in bots]
    columns = plan.columns()
    watch = Watch(plan.metrics, columns, state) if columns else None
    players = [load_bot(spec) for spec in bots]
    plies = play_on(state, players, chance, bot_streams(plan.seed, len(bots), game=plan.deal(game)))
    for ply in islice(plies, plan.most):
        counts[ply.seat].decisions += 1
        counts[ply.seat].takes += isinstance(ply.action, TakeCards)
        for event in ply.transition.events:
            count(counts, event)
        if watch is not None:
            watch.see(ply)
        state = ply.transition.state
    measures = [()] * len(bots) if watch is None else watch.measures(state)
    return results(state, bots, counts, game, measures)


class Counts:
    """Counts of what a player has done so far."""

    def __init__(self) -> None:
        self.decisions = self.turns = self.takes = self.placed = 0
        self.duels = self.duels_won = self.tiles = 0


def count(counts: Sequence[Counts], event: SecretEvent) -> None:
    """Count an event, if it is one of those that have a column."""
    if isinstance(event, TurnEnded):
        counts[event.seat].turns += 1
    elif isinstance(event, ShopPlaced):
        counts[event.seat].placed += 1
    elif isinstance(event, TileTaken):
        counts[event.seat].tiles += 1
    elif isinstance(event, DuelEnded):
        counts[event.winner].duels += 1
        counts[event.winner].duels_won += 1
        counts[event.loser].duels += 1


def results(
    state: State,
    bots: Sequence[str],
    counts: Sequence[Counts],
    game: int,
    measures: Sequence[tuple[tuple[str, Measure], ...]],
) -> GameResults:
    """Return the rows of a game that has come to this position."""
    standings = sorted(ranking(state), key=lambda standing: standing.seat)
    winners = sum(standing.place == 1 for standing in standings)
    rows: list[Result] = []
    for seat, (player, done, standing) in enumerate(
        zip(state.players, counts, standings, strict=True)
    ):
        rows.append(
            Result(
                game=game,
                seat=seat,
                bot=bots[seat],
                finished=state.over,
                won=1 / winners if state.over and standing.place == 1 else 0.0,
                place=standing.place,
                points=standing.points,
                turns=done.turns,
                decisions=done.decisions,
                takes=done.takes,
                placed=done.placed,
                duels=done.duels,
                duels_won=done.duels_won,
                tiles=done.tiles,
                movement=MOVEMENT in player.tiles,
                inside=player.inside,
                delivered=tuple(sword.value for sword in player.delivered),
                kept=tuple(sword.value for sword in player.swords),
                paintings=player.paintings,
                gems=player.gems,
                cards=standing.cards,
                measures=measures[seat],
            )
        )
    return tuple(rows)
