"""Two editions compared in pairs: each deal is played with both, so that luck cancels out as far as it can."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from statistics import NormalDist
from typing import Any

from attrs import field, frozen
from attrs.validators import ge, instance_of, le

from toledo_lab._library import check_players
from toledo_lab._limits import MOST_GAMES
from toledo_lab._statistics import Moments, aligned
from toledo_lab.simulate import Column, Estimate, GameResults, Plan
from toledo_lab.simulate._results import columns_of
from toledo_rules import new_game
from toledo_rules.chance import Rng
from toledo_rules.codec import Json, digest
from toledo_rules.edition import Edition
from toledo_rules.state import State


@frozen(kw_only=True)
class EditionMatch(Plan):
    """Games of the same bots with two editions, one of each for every deal.

    Games 2n and 2n + 1 have the same seats and the same stream of chance; if the editions have the same cards, the same
    hands are dealt.

    >>> from toledo_rules import KOSMOS_2008
    >>> from attrs import evolve
    >>> match = EditionMatch(bots=("greedy", "greedy"), deals=10, other=evolve(KOSMOS_2008, name="rich", gems=40))
    >>> match.games, match.edition_of(0).name, match.edition_of(1).name, match.deal(0) == match.deal(1)
    (20, 'kosmos-2008', 'rich', True)

    Raises `ValueError` if no games can be played this way, or if a metric has other columns in the other edition.
    """

    other: Edition = field(repr=lambda edition: edition.name)
    """Edition that is compared with `edition`."""
    deals: int = field(validator=[instance_of(int), ge(0), le(MOST_GAMES // 2)])
    rotate: bool = True
    games: int = field(init=False)

    @games.default
    def _two_of_each(self) -> int:
        return 2 * self.deals

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        check_players(self.other, len(self.bots), 0)
        there = columns_of(self.metrics, self.other)
        for column, other in zip(self.columns(), there, strict=True):
            if column != other:
                raise ValueError(
                    f"the column {column.name!r} has {len(column.parts)} parts in {self.edition.name} and "
                    f"{len(other.parts)} in {self.other.name}, or others: leave its metric out"
                )

    def edition_of(self, game: int) -> Edition:
        """Return the edition of a game."""
        return self.other if game % 2 else self.edition

    def lineup(self, game: int) -> tuple[str, ...]:
        """Return the bots of a game, by seat. Seat 0 begins."""
        return super().lineup(game // 2)

    def deal(self, game: int) -> int:
        """Return the number of the deal of a game."""
        return game // 2

    @property
    def cycle(self) -> int:
        """Number of games after which all seats are taken as in the first game again."""
        return 2 * super().cycle

    def begin(self, game: int, chance: Rng) -> State:
        """Return the first position of a game."""
        return new_game(len(self.bots), chance, edition=self.edition_of(game))

    def settings(self) -> dict[str, Json]:
        """Return everything that decides the games, as JSON."""
        return {**super().settings(), "other": self.other.name, "other digest": digest(self.other)}


@frozen
class FigureDifference:
    """A figure of the games with two editions."""

    name: str
    first: Estimate
    second: Estimate
    difference: Estimate
    """Second minus first, with the interval by how much the difference varies from deal to deal."""
    differs: bool
    """True if the difference is beyond chance, with at most 5 % false alarms among all figures together; never for less
    than thirty deals."""


@frozen
class EditionComparison:
    """Two editions side by side. `str` gives a table."""

    first: str
    second: str
    deals: int
    """Deals of which both games came to their end; only these count."""
    figures: tuple[FigureDifference, ...]

    def __str__(self) -> str:
        return "\n".join(_lines(self))

    def to_dict(self) -> dict[str, object]:
        """Return the comparison for JSON. An estimate is a list: the value and the bounds of its interval."""
        return {
            "first": self.first,
            "second": self.second,
            "deals": self.deals,
            "figures": [
                {
                    "name": one.name,
                    "first": one.first.to_list(),
                    "second": one.second.to_list(),
                    "difference": one.difference.to_list(),
                    "differs": one.differs,
                }
                for one in self.figures
            ],
        }


def compare_editions(match: EditionMatch, games: Iterable[GameResults]) -> EditionComparison:
    """Compare two editions by games of a match, such as those of `toledo_lab.simulate.stream_games`.

    They may come in any order; only those whose partner is missing are kept. The intervals are
    Student's, for a number of deals that was fixed before.

    Raises `ValueError` if there is no deal of which both games came to their end.
    """
    waiting: dict[int, GameResults] = {}
    moments: dict[str, tuple[Moments, Moments, Moments]] = {}
    deals = 0
    for game in games:
        number = game[0].game
        partner = waiting.pop(number ^ 1, None)
        if partner is None:
            waiting[number] = game
            continue
        if not (game[0].finished and partner[0].finished):
            continue
        deals += 1
        pair = (game, partner) if number % 2 == 0 else (partner, game)
        first, second = (_figures(one, match.columns()) for one in pair)
        for name, value in first.items():
            sums = moments.setdefault(name, (Moments(), Moments(), Moments()))
            for moment, part in zip(sums, (value, second[name], second[name] - value), strict=True):
                moment.add(part)
    if not deals:
        raise ValueError("there is no deal of which both games came to their end")
    # Many figures are looked at, so that each needs more evidence (Bonferroni).
    wider = NormalDist().inv_cdf(1 - 0.025 / len(moments)) / NormalDist().inv_cdf(0.975)
    figures = []
    for name, (one, other, apart) in moments.items():
        gap = apart.mean
        reach = wider * (gap.high - gap.value)
        beyond = deals >= _ENOUGH_DEALS and abs(gap.value) > reach
        figures.append(FigureDifference(name, one.mean, other.mean, gap, beyond))
    return EditionComparison(match.edition.name, match.other.name, deals, tuple(figures))


_ENOUGH_DEALS = 30
"""Deals from which on the normal distribution is trusted with a verdict."""
_SUMS = ("turns", "decisions")
_MEANS = ("points", "takes", "placed", "duels", "tiles", "gems", "cards", "inside")
_LENGTHS = ("delivered", "kept", "paintings")


def _figures(game: GameResults, columns: Iterable[Column]) -> Mapping[str, float]:
    """Return the figures of a game: sums of its players, their means, shares of bots and seats."""
    players = len(game)
    figures: dict[str, float] = {}
    for name in _SUMS:
        figures[f"{name} in a game"] = sum(getattr(row, name) for row in game)
    for name in _MEANS:
        figures[f"{name} of a player"] = float(sum(getattr(row, name) for row in game)) / players
    for name in _LENGTHS:
        figures[f"{name} of a player"] = sum(len(getattr(row, name)) for row in game) / players
    points = sorted(row.points for row in game)
    figures["points of the first over the second"] = points[-1] - points[-2]
    for row in game:
        figures[f"won by seat {row.seat}"] = row.won
    if len({row.bot for row in game}) > 1:
        for bot in sorted({row.bot for row in game}):
            figures[f"won by {bot}"] = sum(row.won for row in game if row.bot == bot)
    measures: list[dict[str, Any]] = [dict(row.measures) for row in game]
    for column in columns:
        for place, part in enumerate(column.parts or ("",)):
            values = [one[column.name][place] if part else one[column.name] for one in measures]
            figures[f"{column.name} {part}".rstrip()] = sum(values) / players
    return figures


def _lines(table: EditionComparison) -> Iterator[str]:
    yield f"{table.deals:,} deals, each played with {table.first} and with {table.second}"
    rows = [("", table.first, table.second, "difference", "")]
    rows += [
        (
            one.name,
            f"{one.first.value:.2f}",
            f"{one.second.value:.2f}",
            one.difference.text(2, sign="+"),
            "*" if one.differs else "",
        )
        for one in table.figures
    ]
    yield from aligned(rows)
    yield "* beyond chance, with at most 5 % false alarms among all lines together"
