"""Summaries of many games, with confidence intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from math import sqrt
from operator import attrgetter
from statistics import fmean, stdev

from attrs import frozen

from toledo_rules.simulate._results import GameResults, Result

Z = 1.959963984540054
"""z-value of a two-sided 95 % confidence interval."""


@frozen
class Estimate:
    """A figure with its 95 % confidence interval.

    The interval is made by a method that covers the true value in 95 % of all samples.
    """

    value: float
    low: float
    high: float


def wilson(wins: float, games: int) -> Estimate:
    """Return the share of games won, with Wilson's interval, which fits few games and rare wins too.

    >>> wilson(60, 100)
    Estimate(value=0.6, low=0.502..., high=0.690...)
    >>> wilson(0, 10)
    Estimate(value=0.0, low=0.0, high=0.277...)
    """
    if games == 0:
        return Estimate(0.0, 0.0, 1.0)
    share, spread = wins / games, Z * Z / games
    middle = (share + spread / 2) / (1 + spread)
    reach = Z / (1 + spread) * sqrt(share * (1 - share) / games + spread / (4 * games))
    # rounding must not put the share outside
    return Estimate(
        share, min(share, max(0.0, middle - reach)), max(share, min(1.0, middle + reach))
    )


def mean(values: Sequence[float]) -> Estimate:
    """Return the mean of many values, with the interval of the normal approximation.

    >>> mean([1, 2, 3, 4])
    Estimate(value=2.5, low=1.23..., high=3.76...)
    """
    value = fmean(values)
    reach = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(value, value - reach, value + reach)


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

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def summarize(results: Iterable[Result]) -> Summary:
    """Summarize results of games with the same number of players.

    The seats of a bot win or lose a game together, so that each game counts once.

    >>> from toledo_rules.simulate import Plan, simulate
    >>> print(summarize(simulate(Plan(bots=("greedy", "random"), games=20, seed=7, rotate=True))))
    20 games of 2 players
    a game: ... turns, ... decisions
                                won  if equal       points
    greedy  ... % (... to ...)       50%  ... (... to ...)
    random  ... % (... to ...)       50%  ... (... to ...)
    seat 0  ... % (... to ...)       50%  ... (... to ...)
    seat 1  ... % (... to ...)       50%  ... (... to ...)

    Raises `ValueError` if there is no game that came to its end.
    """
    rows = sorted(results, key=attrgetter("game", "seat"))
    everything = [tuple(game) for _, game in groupby(rows, attrgetter("game"))]
    games = [game for game in everything if game[0].finished]
    if not games:
        raise ValueError("there is no finished game to summarize")
    bots = _performances(games, lambda result: result.bot)
    return Summary(
        games=len(games),
        stopped=len(everything) - len(games),
        players=len(games[0]),
        turns=mean([sum(result.turns for result in game) for game in games]),
        decisions=mean([sum(result.decisions for result in game) for game in games]),
        bots=tuple(sorted(bots, key=lambda bot: -bot.won.value)),
        seats=_performances(games, lambda result: f"seat {result.seat}"),
    )


def _performances(
    games: Sequence[GameResults], who: Callable[[Result], str]
) -> tuple[Performance, ...]:
    """Return the performance of each bot or seat, in the order of their first seats."""
    performances: list[Performance] = []
    for name in dict.fromkeys(who(result) for result in games[0]):
        theirs = [[result for result in game if who(result) == name] for game in games]
        performances.append(
            Performance(
                who=name,
                seats=len(theirs[0]),
                games=len(games),
                won=wilson(sum(result.won for some in theirs for result in some), len(games)),
                fair=len(theirs[0]) / len(games[0]),
                points=mean([fmean(result.points for result in some) for some in theirs]),
            )
        )
    return tuple(performances)


def _lines(summary: Summary) -> Iterator[str]:
    """Yield the lines of the table."""
    stopped = f", {summary.stopped:,} more stopped" if summary.stopped else ""
    yield f"{summary.games:,} games of {summary.players} players{stopped}"
    yield f"a game: {_text(summary.turns)} turns, {_text(summary.decisions)} decisions"
    table = [
        (row.who, _text(row.won, 100, " %"), f"{row.fair:.0%}", _text(row.points))
        for row in (*summary.bots, *summary.seats)
    ]
    head = ("", "won", "if equal", "points")
    widths = [max(map(len, column)) for column in zip(head, *table, strict=True)]
    for who, won, fair, points in (head, *table):
        yield "  ".join(
            (
                who.ljust(widths[0]),
                won.rjust(widths[1]),
                fair.rjust(widths[2]),
                points.rjust(widths[3]),
            )
        )


def _text(figure: Estimate, scale: int = 1, unit: str = "") -> str:
    value, low, high = (scale * part for part in (figure.value, figure.low, figure.high))
    return f"{value:.1f}{unit} ({low:.1f} to {high:.1f})"
