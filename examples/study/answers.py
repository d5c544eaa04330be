"""From games to numbers: what the results say to each question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from statistics import median, quantiles

from attrs import frozen

from toledo_rules import KOSMOS_2008
from toledo_rules.simulate import Estimate, Game, Result, mean, wilson

from .games import GIFT_TABLE, GIFTS, TABLES

Results = Mapping[str, Sequence[Result]]
"""By the names of the plans."""


def by_game(results: Sequence[Result]) -> list[Game]:
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
    """What a gift changes for the one who begins with it, against the same deal without it."""

    gift: str
    games: int
    won: Estimate
    """How often they win with it."""
    won_more: Estimate
    """How much more often than without it."""
    points_more: Estimate
    """How many more points."""


def worths(results: Results) -> list[Worth]:
    """For each gift."""
    usual = {game[0].game: game for game in by_game(results[f"{GIFT_TABLE} players"])}
    found: list[Worth] = []
    for gift in GIFTS:
        pairs = [
            (game[lucky], usual[number][lucky])
            for game in by_game(results[gift])
            if (number := game[0].game) in usual
            for lucky in [number % GIFT_TABLE]
        ]
        found.append(
            Worth(
                gift=gift,
                games=len(pairs),
                won=wilson(sum(row.won for row, _ in pairs), len(pairs)),
                won_more=mean([row.won - before.won for row, before in pairs]),
                points_more=mean([row.points - before.points for row, before in pairs]),
            )
        )
    return found


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
