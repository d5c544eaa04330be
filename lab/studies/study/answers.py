"""From games to numbers: what the games of one rung say. Every interval counts a game once, or a deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from math import sqrt
from operator import attrgetter
from statistics import fmean, median, quantiles
from typing import Any

from attrs import frozen

from toledo_lab.simulate import Estimate, GameResults, Result, mean, wilson
from toledo_rules import KOSMOS_2008

from .games import GIFT_TABLE, GIFTS, TABLES, Games

Z = 1.959963984540054
SWORD_TABLE = 3
"""The number of players for questions about swords, duels and the course of a game."""


def by_number(results: Iterable[Result]) -> dict[int, GameResults]:
    """Return the games that came to their end, by number."""
    games = ((number, tuple(rows)) for number, rows in groupby(results, attrgetter("game")))
    return {number: game for number, game in games if game[0].finished}


def by_game(results: Iterable[Result]) -> list[GameResults]:
    """Return the games that came to their end."""
    return [*by_number(results).values()]


def measured(row: Result) -> dict[str, Any]:
    """Return the columns of the metrics by name."""
    return dict(row.measures)


def ratio(tops: Sequence[float], bottoms: Sequence[float]) -> Estimate:
    """Return a sum divided by another one, over games that each add to both: a share of things that games have many of.

    The interval is that of the linearized ratio, which counts every game once.

    >>> ratio([1, 0, 1], [2, 1, 1]).value
    0.5
    """
    whole, number = sum(bottoms), len(bottoms)
    if not whole or number < 2:
        return Estimate(0.0, 0.0, 1.0)
    value = sum(tops) / whole
    residues = sum((top - value * low) ** 2 for top, low in zip(tops, bottoms, strict=True))
    if not residues:  # all of them, or none: games that have any are few
        having = sum(low > 0 for low in bottoms)
        return wilson(value * having, having)
    reach = Z * sqrt(residues * number / (number - 1)) / whole
    return Estimate(value, max(0.0, value - reach), min(1.0, value + reach))


# Who is stronger?


def against_below(games: Games) -> Estimate | None:
    """Return the share of games won against the rung below, two of each deal; None for the lowest rung."""
    if not games.below:
        return None
    rows = [row for row in games.below if row.bot == games.rung.bot]
    deals = [fmean(row.won for row in pair) for _, pair in groupby(rows, lambda row: row.game // 2)]
    share = mean(deals)
    return share if share.low < share.high else wilson(sum(deals), len(deals))


# How long is a game?


@frozen
class Length:
    """The length of games at a table."""

    players: int
    games: int
    stopped: int
    median: float
    """Turns in a game, of all players together."""
    middle: tuple[float, float]
    """Four games of five are between these."""
    rounds: Estimate
    """Turns of a player: the mean."""


def lengths(games: Games) -> list[Length]:
    """Return the lengths for each number of players."""
    found: list[Length] = []
    for players in TABLES:
        rows = games.usual[players]
        finished = by_game(rows)
        turns = [sum(row.turns for row in game) for game in finished]
        tenths = quantiles(turns, n=10)
        found.append(
            Length(
                players=players,
                games=len(finished),
                stopped=len(rows) // players - len(finished),
                median=median(turns),
                middle=(tenths[0], tenths[-1]),
                rounds=mean([total / players for total in turns]),
            )
        )
    return found


# Is it an advantage to begin?


@frozen
class SeatShare:
    """The games that a seat wins."""

    players: int
    seat: int
    won: Estimate


def seat_shares(games: Games) -> list[SeatShare]:
    """Return the shares of each seat at each table."""
    found: list[SeatShare] = []
    for players in TABLES:
        finished = by_game(games.usual[players])
        for seat in range(players):
            won = sum(game[seat].won for game in finished)
            found.append(SeatShare(players, seat, wilson(won, len(finished))))
    return found


# What is a gift worth?


@frozen
class Worth:
    """The worth of a gift to the one who begins with it."""

    gift: str
    games: int
    """Pairs of games of the same deal, with the gift and without."""
    won_more: Estimate
    """Share of games won over a fair share, with the luck of the deal taken off."""
    points_more: Estimate
    """Points over those of the same seat with the same deal and no gift."""


def gift_pairs(games: Games, gift: str) -> list[tuple[Result, Result]]:
    """Return the rows of the lucky seat, with the gift and without, of all deals."""
    usual = by_number(games.usual[GIFT_TABLE])
    return [
        (game[number % GIFT_TABLE], usual[number][number % GIFT_TABLE])
        for number, game in by_number(games.gifts[gift]).items()
        if number in usual
    ]


def wins_by_gift(games: Games, gift: str) -> list[float]:
    """Return for each deal what the lucky seat has won over its fair share.

    All seats are lucky in turn, so a fair share is what they win without the gift on average. How they did with the
    same deal and no gift is luck, and is taken off as far as it explains the result (a control variate): the plain
    difference of both would add more luck than it takes off.
    """
    pairs = [
        (lucky.won - 1 / GIFT_TABLE, usual.won - 1 / GIFT_TABLE)
        for lucky, usual in gift_pairs(games, gift)
    ]
    spread = sum(luck * luck for _, luck in pairs)
    share = sum(won * luck for won, luck in pairs) / spread if spread else 0.0
    return [won - share * luck for won, luck in pairs]


def worths(games: Games) -> list[Worth]:
    """Return the worth of each gift."""
    found: list[Worth] = []
    for gift in GIFTS if games.gifts else ():
        pairs = gift_pairs(games, gift)
        found.append(
            Worth(
                gift=gift,
                games=len(pairs),
                won_more=mean(wins_by_gift(games, gift)),
                points_more=mean([lucky.points - usual.points for lucky, usual in pairs]),
            )
        )
    return found


# Which swords win?


@frozen
class SwordShare:
    """The deliveries of swords of a value, and the wins of those who deliver one."""

    value: int
    copies: int
    delivered: Estimate
    """Share of its copies that are delivered in a game."""
    owners: int
    """Players who delivered one."""
    won: Estimate
    """Share of them that won."""


def sword_shares(games: Games) -> list[SwordShare]:
    """Return the shares of each value."""
    finished = by_game(games.usual[SWORD_TABLE])
    values = [sword.value for sword in KOSMOS_2008.swords]
    found: list[SwordShare] = []
    for value in sorted(set(values)):
        copies = values.count(value)
        owners = [[row for row in game if value in row.delivered] for game in finished]
        delivered = [sum(row.delivered.count(value) for row in rows) / copies for rows in owners]
        found.append(
            SwordShare(
                value=value,
                copies=copies,
                delivered=mean(delivered),
                owners=sum(map(len, owners)),
                won=ratio([sum(row.won for row in rows) for rows in owners], [*map(len, owners)]),
            )
        )
    return found


# What is a game like?


@frozen
class Course:
    """The course of a game with `SWORD_TABLE` players."""

    lead_changes: Estimate
    comeback: Estimate
    """Most points by which the winner was ever behind."""
    decided_at: Estimate
    """Part of the game after which the winner was never behind again."""
    margin: Estimate
    """Points of the first over the second."""
    winner: Estimate
    """Points of the winner."""
    decisions: Estimate
    """Decisions in a turn."""
    choices: Estimate
    """Legal actions at a decision."""
    forced: Estimate
    """Decisions with a single legal action."""
    duels: Estimate
    """Duels of a player in a game, as the challenger."""
    challenger: Estimate
    """Share of duels that the challenger wins."""
    tiles: Estimate
    """Master tiles that a player takes from the board."""
    fought: Estimate
    """Duels of a player, as the challenger or as the defender."""
    uses: tuple[Estimate, ...]
    """Uses of each step of the road in a game, by all players."""


def course(games: Games) -> Course:
    """Return how games go."""
    finished = by_game(games.usual[SWORD_TABLE])
    columns = [[measured(row) for row in game] for game in finished]

    def common(name: str) -> Estimate:
        return mean([game[0][name] for game in columns])

    def total(name: str) -> list[float]:
        return [sum(_summed(row[name]) for row in game) for game in columns]

    points = [sorted((row.points for row in game), reverse=True) for game in finished]
    decisions = [sum(row.decisions for row in game) for game in finished]
    turns = [sum(row.turns for row in game) for game in finished]
    return Course(
        lead_changes=common("lead_changes"),
        comeback=common("comeback"),
        decided_at=common("decided_at"),
        margin=mean([game[0] - game[1] for game in points]),
        winner=mean([game[0] for game in points]),
        decisions=mean([a / b for a, b in zip(decisions, turns, strict=True)]),
        choices=mean([fmean(row["branching"] for row in game) for game in columns]),
        forced=ratio(total("forced"), decisions),
        duels=mean([number / SWORD_TABLE for number in total("challenges")]),
        challenger=ratio(total("challenges_won"), total("challenges")),
        tiles=mean([fmean(row.tiles for row in game) for game in finished]),
        fought=mean([fmean(row.duels for row in game) for game in finished]),
        uses=tuple(
            mean([sum(row["space_uses"][step] for row in game) for game in columns])
            for step in range(len(KOSMOS_2008.road))
        ),
    )


def _summed(value: Any) -> float:
    return float(sum(value)) if isinstance(value, tuple) else float(value)


# Findings: figures of games that are zero if the finding is not true


@frozen
class Finding:
    """Something that may be true of the game: a figure that is positive on average over games."""

    name: str
    claim: str
    unit: str
    values: Callable[[Games], list[float]]
    """Returns the figure of each game or deal."""


def _seat(players: int, seat: int, sign: int) -> Callable[[Games], list[float]]:
    def values(games: Games) -> list[float]:
        finished = by_game(games.usual[players])
        return [100 * sign * (game[seat].won - 1 / players) for game in finished]

    return values


def _both_tables(figure: Callable[[GameResults], float]) -> Callable[[Games], list[float]]:
    """Return the figure of the largest table less that of the smallest, for games of the same number."""

    def values(games: Games) -> list[float]:
        few, many = (by_number(games.usual[players]) for players in (TABLES[0], TABLES[-1]))
        return [figure(many[number]) - figure(few[number]) for number in few if number in many]

    return values


def _gift(gift: str) -> Callable[[Games], list[float]]:
    def values(games: Games) -> list[float]:
        return [100 * won for won in wins_by_gift(games, gift)]

    return values


def _tile_against_cards(games: Games) -> list[float]:
    tile, cards = (by_number(games.gifts[gift]) for gift in ("movement tile", "two cards"))
    return [
        100 * (tile[number][number % GIFT_TABLE].won - cards[number][number % GIFT_TABLE].won)
        for number in tile
        if number in cards
    ]


def _each(figure: Callable[[GameResults], float | None]) -> Callable[[Games], list[float]]:
    """Return a figure of every game for which there is one."""

    def values(games: Games) -> list[float]:
        found = map(figure, by_game(games.usual[SWORD_TABLE]))
        return [value for value in found if value is not None]

    return values


def _winner_more(figure: Callable[[Result], float]) -> Callable[[Games], list[float]]:
    """Return a figure of the winner less the mean of the others; games that are shared are left out."""

    def more(game: GameResults) -> float | None:
        winners = [figure(row) for row in game if row.place == 1]
        others = [figure(row) for row in game if row.place > 1]
        return winners[0] - fmean(others) if len(winners) == 1 else None

    return _each(more)


def _owners(has: Callable[[Result], bool]) -> Callable[[Games], list[float]]:
    """Return the wins of those who have something over their fair share, in per cent of a game for each of them."""

    def more(game: GameResults) -> float | None:
        owners = [row.won for row in game if has(row)]
        return 100 * (fmean(owners) - 1 / len(game)) if owners else None

    return _each(more)


def _challenger(game: GameResults) -> float | None:
    fought = sum(sum(measured(row)["challenges"]) for row in game)
    won = sum(sum(measured(row)["challenges_won"]) for row in game)
    return 100 * (won / fought - 0.5) if fought else None


def _taverns(game: GameResults) -> float:
    first, last = (step for step, space in enumerate(KOSMOS_2008.road) if space.kind == "tavern")
    uses = [measured(row)["space_uses"] for row in game]
    return float(sum(steps[first] - steps[last] for steps in uses))


WON = "percentage points"
FINDINGS = (
    Finding(
        "first of 2",
        "The first of two players wins more than half of the games",
        WON,
        _seat(2, 0, 1),
    ),
    Finding("first of 3", "The first of three players wins more than a third", WON, _seat(3, 0, 1)),
    Finding(
        "first of 4", "The first of four players wins more than a quarter", WON, _seat(4, 0, 1)
    ),
    Finding("last of 3", "The last of three players wins less than a third", WON, _seat(3, -1, -1)),
    Finding(
        "last of 4", "The last of four players wins less than a quarter", WON, _seat(4, -1, -1)
    ),
    Finding(
        "fewer turns",
        "With four players everybody has fewer turns than with two",
        "turns",
        _both_tables(lambda game: -fmean(row.turns for row in game)),
    ),
    Finding(
        "more duels",
        "With four players everybody fights more duels than with two",
        "duels",
        _both_tables(lambda game: fmean(row.duels for row in game)),
    ),
    *(Finding(gift, f"A gift at the start wins games: {gift}", WON, _gift(gift)) for gift in GIFTS),
    Finding(
        "tile against cards",
        "A movement tile is a better gift than two cards",
        WON,
        _tile_against_cards,
    ),
    Finding(
        "movement holders",
        "Players who end with a movement tile win more than their share",
        WON,
        _owners(lambda row: row.movement),
    ),
    Finding(
        "tile takers",
        "Players who take a master tile from the board win more than their share",
        WON,
        _owners(lambda row: row.tiles > 0),
    ),
    Finding("challenger", "The challenger wins most duels", WON, _each(_challenger)),
    Finding("taverns", "The first tavern is used more than the second", "uses", _each(_taverns)),
    Finding(
        "winner's shops",
        "Winners place more shops than the others",
        "shops",
        _winner_more(lambda row: row.placed),
    ),
    Finding(
        "winner's duels",
        "Winners challenge more often than the others",
        "challenges",
        _winner_more(lambda row: sum(measured(row)["challenges"])),
    ),
    Finding(
        "winner's cards",
        "Winners spend fewer turns on taking cards than the others",
        "turns",
        _winner_more(lambda row: -row.takes),
    ),
)
"""Everything that is looked at. All of it was written down before the games were looked at."""
