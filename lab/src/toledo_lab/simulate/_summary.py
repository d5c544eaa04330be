"""Summaries of many games, in constant memory, with confidence intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import sqrt
from operator import attrgetter
from statistics import fmean

from attrs import Factory, define, frozen

from toledo_lab._statistics import (
    UNIT,
    Estimate,
    Moments,
    aligned,
    counted,
    student,
    variance_share,
    wilson,
)
from toledo_lab.simulate._metrics import Column, Measure
from toledo_lab.simulate._results import GameResults, Result


@define
class Tried:
    """The games of a bot or of a seat."""

    games: int = 0
    seats: int = 0
    """Seats in its first game."""
    won: Moments = Factory(Moments)
    fair: Moments = Factory(Moments)
    points: Moments = Factory(Moments)

    def merge(self, other: Tried) -> None:
        """Add other games."""
        self.seats = self.seats or other.seats
        self.games += other.games
        self.won.merge(other.won)
        self.fair.merge(other.fair)
        self.points.merge(other.points)


_BLOCKS = 20
"""The number of blocks of games, each left out in turn to see how much the shares of the variance vary (a
jackknife)."""


@define
class Block:
    """Margins of players, in points over the mean of their table, by bot and by seat."""

    squares: int = 0
    bots: dict[str, Moments] = Factory(dict)
    seats: dict[str, Moments] = Factory(dict)
    pairs: set[tuple[str, int]] = Factory(set)

    def add(self, game: GameResults) -> None:
        """Add the players of a game."""
        total = sum(row.points for row in game)
        for row in game:
            margin = row.points * len(game) - total
            self.bots.setdefault(row.bot, Moments()).add(margin, len(game))
            self.seats.setdefault(str(row.seat), Moments()).add(margin, len(game))
            self.squares += (margin * UNIT // len(game)) ** 2
            self.pairs.add((row.bot, row.seat))

    def merge(self, other: Block) -> None:
        """Add other players."""
        self.squares += other.squares
        self.pairs |= other.pairs
        for mine, theirs in ((self.bots, other.bots), (self.seats, other.seats)):
            for name, moments in theirs.items():
                mine.setdefault(name, Moments()).merge(moments)

    def share(self, groups: Mapping[str, Moments]) -> float:
        """Return the part of the variance of margins that comes from the groups (epsilon squared).

        Luck may put it below 0.
        """
        rows = sum(one.count for one in groups.values())
        free = rows - len(groups)
        if not self.squares or free < 1:
            return 0.0
        between = self.between(groups)
        return between - (len(groups) - 1) * (1 - between) / free

    def between(self, groups: Mapping[str, Moments]) -> float:
        """Return the part of the sum of squares that the means of the groups make up (eta squared)."""
        return sum(one.total**2 / one.count for one in groups.values()) / self.squares


@frozen
class Performance:
    """Wins and points of a bot, or of a seat."""

    who: str
    seats: int
    """Number of its seats in each game."""
    games: int
    """Games that came to their end."""
    won: Estimate
    """Share of games that it won, with any of its seats."""
    fair: float
    """Share that it would win if all players were equal."""
    points: Estimate
    """Mean points of a player."""

    def to_dict(self) -> dict[str, object]:
        """Return it for JSON. An estimate is a list: the value and the bounds of its interval."""
        return {
            "who": self.who,
            "seats": self.seats,
            "games": self.games,
            "won": self.won.to_list(),
            "fair": round(self.fair, 6),
            "points": self.points.to_list(),
        }


@frozen
class Measured:
    """The mean of a column of a metric, or of a part of it, over games: that of a player."""

    column: str
    part: str
    """Name of the part; empty if the column has none."""
    everybody: Estimate
    """Mean over all players, with the interval over games."""
    bots: tuple[Estimate, ...]
    """Mean of each bot, in the order of `Summary.bots`."""


@frozen
class Summary:
    """Summary of many games. `str` gives a table."""

    games: int
    """Games that came to their end."""
    stopped: int
    """Games that were stopped; they are part of no other figure."""
    players: int
    turns: Estimate
    """Turns in a game, of all players together."""
    decisions: Estimate
    """Decisions in a game, of all players together."""
    bots: tuple[Performance, ...]
    """Performance of each bot, the best first."""
    seats: tuple[Performance, ...]
    """Performance of each seat. Seat 0 began."""
    skill: Estimate | None = None
    """Part of the variance of points, against the mean of the table, that comes from the bots; the rest is luck, and
    what players do to each other. None with one bot, or if bots and seats cannot be told apart."""
    seating: Estimate | None = None
    """Part of it that comes from the seats."""
    measures: tuple[Measured, ...] = ()
    """Means of the columns of metrics."""

    def __str__(self) -> str:
        return "\n".join(_lines(self))

    def to_dict(self) -> dict[str, object]:
        """Return the summary for JSON. An estimate is a list: the value and the bounds of its interval."""
        return {
            "games": self.games,
            "stopped": self.stopped,
            "players": self.players,
            "turns": self.turns.to_list(),
            "decisions": self.decisions.to_list(),
            "bots": [bot.to_dict() for bot in self.bots],
            "seats": [seat.to_dict() for seat in self.seats],
            "skill": None if self.skill is None else self.skill.to_list(),
            "seating": None if self.seating is None else self.seating.to_list(),
            "measures": [
                {
                    "column": one.column,
                    "part": one.part,
                    "everybody": one.everybody.to_list(),
                    "bots": [bot.to_list() for bot in one.bots],
                }
                for one in self.measures
            ],
        }


class Tally:
    """The sums from which a summary is made. It takes the same memory for any number of games.

    Neither the order of the games nor the way they are spread over several tallies changes the summary.

    >>> from toledo_lab.simulate import Plan, stream_games
    >>> tally = Tally()
    >>> for game in stream_games(Plan(bots=("greedy", "random"), games=10, seed=7)):
    ...     tally.add(game)
    >>> tally.games, tally.summary().bots[0].who
    (10, 'greedy')
    """

    def __init__(self, columns: Sequence[Column] = ()) -> None:
        self.columns = tuple(columns)
        """Columns of metrics that are summarized."""
        self.stopped = 0
        self.players = 0
        self._turns, self._decisions = Moments(), Moments()
        self._bots: dict[str, Tried] = {}
        self._seats: dict[str, Tried] = {}
        self._blocks = [Block() for _ in range(_BLOCKS)]
        self._measures: dict[tuple[str, str, str], Moments] = {}
        """Means by column, part and bot; the name is empty for all bots together."""

    @property
    def games(self) -> int:
        """Games that came to their end."""
        return self._turns.count

    def add(self, game: GameResults) -> None:
        """Add a game."""
        if not game[0].finished:
            self.stopped += 1
            return
        self.players = len(game)
        self._turns.add(sum(row.turns for row in game))
        self._decisions.add(sum(row.decisions for row in game))
        self._perform(self._bots, game, attrgetter("bot"))
        self._perform(self._seats, game, lambda row: f"seat {row.seat}")
        self._blocks[game[0].game // len(game) % _BLOCKS].add(game)
        if self.columns:
            self._measure(game)

    def _perform(
        self, tried: dict[str, Tried], game: GameResults, who: Callable[[Result], str]
    ) -> None:
        for name in dict.fromkeys(map(who, game)):
            theirs = [row for row in game if who(row) == name]
            one = tried.setdefault(name, Tried())
            one.seats = one.seats or len(theirs)
            one.games += 1
            one.won.add(sum(round(row.won * UNIT) for row in theirs), UNIT)
            one.fair.add(len(theirs), len(game))
            one.points.add(sum(row.points for row in theirs), len(theirs))

    def _measure(self, game: GameResults) -> None:
        rows = [(row.bot, dict(row.measures)) for row in game]
        for column in self.columns:
            for place, part in enumerate(column.parts or ("",)):
                for bot in ("", *dict.fromkeys(name for name, _ in rows)):
                    numbers = [
                        _number(values[column.name], place)
                        for name, values in rows
                        if bot in ("", name)
                    ]
                    moments = self._measures.setdefault((column.name, part, bot), Moments())
                    moments.add(sum(numbers), len(numbers))

    def merge(self, other: Tally) -> None:
        """Add the games of another tally."""
        self.players = self.players or other.players
        self.stopped += other.stopped
        self._turns.merge(other._turns)
        self._decisions.merge(other._decisions)
        for mine, theirs in ((self._bots, other._bots), (self._seats, other._seats)):
            for name, tried in theirs.items():
                mine.setdefault(name, Tried()).merge(tried)
        for block, more in zip(self._blocks, other._blocks, strict=True):
            block.merge(more)
        for key, moments in other._measures.items():
            self._measures.setdefault(key, Moments()).merge(moments)

    def summary(self) -> Summary:
        """Return the summary. Raises `ValueError` if there is no game that came to its end."""
        if not self.games:
            raise ValueError("there is no finished game to summarize")
        bots = sorted(_performances(self._bots), key=lambda bot: (-bot.won.value, bot.who))
        seats = sorted(_performances(self._seats), key=lambda seat: int(seat.who.split()[1]))
        whole = _sum(self._blocks)
        crossed = len(whole.pairs) > max(len(whole.bots), len(whole.seats)) and len(bots) > 1
        return Summary(
            games=self.games,
            stopped=self.stopped,
            players=self.players,
            turns=self._turns.mean,
            decisions=self._decisions.mean,
            bots=tuple(bots),
            seats=tuple(seats),
            skill=self._share(lambda block: block.bots) if crossed else None,
            seating=self._share(lambda block: block.seats) if crossed else None,
            measures=tuple(
                Measured(
                    column.name,
                    part,
                    self._measures[column.name, part, ""].mean,
                    tuple(self._measures[column.name, part, bot.who].mean for bot in bots),
                )
                for column in self.columns
                for part in column.parts or ("",)
            ),
        )

    def _share(self, groups: Callable[[Block], Mapping[str, Moments]]) -> Estimate:
        """Return a share of the variance, with an interval.

        It is that of a jackknife over blocks of games, which knows that games differ in more than luck, or that of
        the F distribution, whichever is wider: near 0 and 1 a jackknife sees too little.
        """
        whole = _sum(self._blocks)
        value = max(0.0, whole.share(groups(whole)))
        filled = [block for block in self._blocks if block.pairs]
        if len(filled) == 1:
            return Estimate(value, 0.0, 1.0)
        left = []
        for block in filled:
            others = _sum([other for other in filled if other is not block])
            left.append(others.share(groups(others)))
        centre = fmean(left)
        spread = (len(left) - 1) / len(left) * sum((one - centre) ** 2 for one in left)
        reach = student(len(left) - 1) * sqrt(spread)
        if not whole.squares:
            return Estimate(0.0, 0.0, 1.0)
        # the margins of a table add up to 0, so one of them says nothing new
        free = self.games * (self.players - 1)
        low, high = variance_share(whole.between(groups(whole)), len(groups(whole)), free)
        return Estimate(
            value, max(0.0, min(low, value - reach)), min(1.0, max(high, value + reach))
        )


def _number(value: Measure, place: int) -> float:
    return value[place] if isinstance(value, tuple) else value


def _sum(blocks: Iterable[Block]) -> Block:
    whole = Block()
    for block in blocks:
        whole.merge(block)
    return whole


def _performances(tried: Mapping[str, Tried]) -> Iterator[Performance]:
    """Yield the performance of each bot or seat."""
    for name, one in tried.items():
        wins = one.won.total / UNIT
        yield Performance(
            who=name,
            seats=one.seats,
            games=one.games,
            won=wilson(wins, one.games),
            fair=one.fair.value,
            points=one.points.mean,
        )


def summarize(results: Iterable[Result], columns: Sequence[Column] = ()) -> Summary:
    """Summarize results of games with the same number of players.

    The seats of a bot win or lose a game together, so that each game counts once. `columns` are those of metrics that
    are to be part of it, such as `Plan.columns`. See `Tally` for games that are not all kept.

    >>> from toledo_lab.simulate import Plan, simulate
    >>> print(summarize(simulate(Plan(bots=("greedy", "random"), games=20, seed=7, rotate=True))))
    20 games of 2 players
    a game: ... turns, ... decisions
    of the differences in points, ... % (... to ...) come from the bots, ... % (... to ...) from the seats
                                won  if equal       points
    greedy  ... % (... to ...)       50%  ... (... to ...)
    random  ... % (... to ...)       50%  ... (... to ...)
    seat 0  ... % (... to ...)       50%  ... (... to ...)
    seat 1  ... % (... to ...)       50%  ... (... to ...)

    Raises `ValueError` if there is no game that came to its end.
    """
    tally = Tally(columns)
    rows = sorted(results, key=attrgetter("game", "seat"))
    for _, game in groupby(rows, attrgetter("game")):
        tally.add(tuple(game))
    return tally.summary()


def _lines(summary: Summary) -> Iterator[str]:
    """Yield the lines of the table."""
    stopped = f", {summary.stopped:,} more stopped" if summary.stopped else ""
    yield f"{counted(summary.games, 'game')} of {summary.players} players{stopped}"
    yield f"a game: {summary.turns.text()} turns, {summary.decisions.text()} decisions"
    if summary.skill is not None and summary.seating is not None:
        yield (
            f"of the differences in points, {summary.skill.text(scale=100, unit=' %')} come from the bots, "
            f"{summary.seating.text(scale=100, unit=' %')} from the seats"
        )
    table = [("", "won", "if equal", "points")]
    for row in (*summary.bots, *summary.seats):
        # a bot in all seats wins every game, which means nothing
        share = row.won.text(scale=100, unit=" %"), f"{row.fair:.0%}"
        table.append((row.who, *(("", "") if row.fair == 1 else share), row.points.text()))
    yield from aligned(table)
    if summary.measures:
        yield ""
        who = [bot.who for bot in summary.bots]
        yield from aligned(
            [
                ("a player, in a game", "everybody", *(who if len(who) > 1 else ())),
                *(
                    (
                        f"{one.column} {one.part}".rstrip(),
                        one.everybody.text(2),
                        *(bot.text(2) for bot in one.bots if len(who) > 1),
                    )
                    for one in summary.measures
                ),
            ]
        )
