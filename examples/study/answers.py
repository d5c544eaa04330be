"""From games to numbers: what the results say to each question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import hypot
from operator import attrgetter
from statistics import fmean, median, quantiles

from attrs import frozen

from toledo_rules import KOSMOS_2008
from toledo_rules.simulate import Estimate, GameResults, Result, mean, wilson

from .games import GIFT_TABLE, GIFTS, TABLES

Results = Mapping[str, Sequence[Result]]
"""By the names of the plans."""


def by_game(results: Sequence[Result]) -> list[GameResults]:
    """The results, game by game; those that were stopped are left out."""
    games = (tuple(rows) for _, rows in groupby(results, attrgetter("game")))
    return [game for game in games if game[0].finished]


# How long is a game?


@frozen
class Length:
    """How long games are at a table."""

    players: int
    games: int
    stopped: int
    turns: Estimate
    """Turns in a game, of all players together: the mean."""
    median: float
    middle: tuple[float, float]
    """Four games of five are between these."""
    rounds: Estimate
    """Turns of a player: the mean."""
    every: tuple[int, ...]
    """Turns of each game."""


def lengths(results: Results) -> list[Length]:
    """For each number of players."""
    found: list[Length] = []
    for players in TABLES:
        rows = results[f"{players} players"]
        games = by_game(rows)
        turns = [sum(row.turns for row in game) for game in games]
        tenths = quantiles(turns, n=10)
        found.append(
            Length(
                players=players,
                games=len(games),
                stopped=len(rows) // players - len(games),
                turns=mean(turns),
                median=median(turns),
                middle=(tenths[0], tenths[-1]),
                rounds=mean([total / players for total in turns]),
                every=tuple(turns),
            )
        )
    return found


# Is it an advantage to begin?


@frozen
class SeatShare:
    """How often a seat wins."""

    players: int
    seat: int
    won: Estimate
    points: Estimate


def seat_shares(results: Results) -> list[SeatShare]:
    """For each seat at each table."""
    found: list[SeatShare] = []
    for players in TABLES:
        games = by_game(results[f"{players} players"])
        for seat in range(players):
            rows = [game[seat] for game in games]
            won = wilson(sum(row.won for row in rows), len(rows))
            found.append(SeatShare(players, seat, won, mean([row.points for row in rows])))
    return found


# What is a movement tile worth?


@frozen
class Worth:
    """What a gift changes for the one who begins with it."""

    gift: str
    games: int
    won: Estimate
    """How often they win."""
    won_more: Estimate
    """How much more often than without it: each seat is given it equally often, so that would be a fair share."""
    points_more: Estimate
    """How many more points than a player has in games without gifts."""


def worths(results: Results) -> list[Worth]:
    """For each gift."""
    usual = [
        fmean(row.points for row in game) for game in by_game(results[f"{GIFT_TABLE} players"])
    ]
    found: list[Worth] = []
    for gift in GIFTS:
        lucky = [game[game[0].game % GIFT_TABLE] for game in by_game(results[gift])]
        won = wilson(sum(row.won for row in lucky), len(lucky))
        found.append(
            Worth(
                gift=gift,
                games=len(lucky),
                won=won,
                won_more=less(won, Estimate(*(1 / GIFT_TABLE,) * 3)),
                points_more=less(mean([row.points for row in lucky]), mean(usual)),
            )
        )
    return found


def movement_holders(results: Results) -> Estimate:
    """How often those win who have a movement tile at the end of a game without gifts."""
    rows = [row for game in by_game(results[f"{GIFT_TABLE} players"]) for row in game]
    holders = [row for row in rows if row.movement]
    return wilson(sum(row.won for row in holders), len(holders))


def less(one: Estimate, other: Estimate) -> Estimate:
    """The difference of two figures that have nothing to do with each other."""
    value = one.value - other.value
    below = hypot(one.value - one.low, other.high - other.value)
    above = hypot(one.high - one.value, other.value - other.low)
    return Estimate(value, value - below, value + above)


# Which swords win?


@frozen
class SwordShare:
    """How often a sword of a value is delivered, and how often those win who deliver one."""

    value: int
    copies: int
    delivered: float
    """Swords of this value that are delivered in a game, each copy counted."""
    players: int
    """Players who delivered one."""
    won: Estimate
    """How often they won."""


def sword_shares(results: Results, players: int) -> list[SwordShare]:
    """For each value, at one table."""
    games = by_game(results[f"{players} players"])
    rows = [row for game in games for row in game]
    values = [sword.value for sword in KOSMOS_2008.swords]
    found: list[SwordShare] = []
    for value in sorted(set(values)):
        owners = [row for row in rows if value in row.delivered]
        found.append(
            SwordShare(
                value=value,
                copies=values.count(value),
                delivered=sum(row.delivered.count(value) for row in owners) / len(games),
                players=len(owners),
                won=wilson(sum(row.won for row in owners), len(owners)),
            )
        )
    return found


def any_sword_share(results: Results, players: int) -> Estimate:
    """How often those win who deliver any sword."""
    rows = [row for game in by_game(results[f"{players} players"]) for row in game]
    owners = [row for row in rows if row.delivered]
    return wilson(sum(row.won for row in owners), len(owners))
