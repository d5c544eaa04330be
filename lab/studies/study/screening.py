"""A screening of the assumed components by small changes: python -m lab.studies.study.screening, from the top.

Every deal is played with the default edition and with every change of it, by the same bots with the same stream of
chance. An *elementary effect* is what a change does to a figure of a game, on average over the deals. In units of the
standard deviation of the figure, effects can be compared; the *size* of a change is the root mean square of its
effects on all figures, and the size of a question that of all changes that concern it. Squares are estimated without
bias, so that chance alone has no size.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from datetime import UTC, datetime
from itertools import combinations
from math import ceil, hypot, sqrt
from operator import mul
from pathlib import Path
from statistics import fmean, variance
from typing import Any

from attrs import field, frozen

from toledo_lab.simulate import (
    Estimate,
    GameResults,
    Plan,
    ProgressBar,
    check_settings,
    mean,
    read_results,
    stream_games,
    worker_pool,
)
from toledo_rules import Rng, State, new_game
from toledo_rules.codec import Json, digest
from toledo_rules.storage import SHARED, replace_file

from . import plots
from .changes import BASE, Change, changes, check_change, question_words
from .files import KEEP, OUT, written
from .games import TABLES
from .looks import ALPHA, POWER, detectable, holm, p_value

SEED = "screening 2026"
METRICS = ("lead", "lab.studies.study.uses:UsesMetric")
DEALS: Mapping[str, int] = {"greedy": 20, "searcher:level=4": 7}
"""Deals at each table, by bot."""
PLACEBO = "masters.colours."
"""The name of a colour. Nothing in the game depends on it."""
ROUNDS = 5
"""Parts in which the deals are played."""
Z = 1.959963984540054


def sumprod(one: Iterable[float], other: Iterable[float]) -> float:
    """Return the sum of products."""
    return float(sum(map(mul, one, other)))


# The games


@frozen(kw_only=True)
class ScreeningPlan(Plan):
    """Games of one bot with many editions, one of each for every deal. The first one is the default edition."""

    editions: tuple[Change, ...] = field(repr=lambda editions: f"{len(editions)} changes")
    deals: int
    games: int = field(init=False)

    @games.default
    def _all_of_each(self) -> int:
        return self.deals * (1 + len(self.editions))

    def deal(self, game: int) -> int:
        """Return the number of the deal of a game."""
        return game // (1 + len(self.editions))

    def begin(self, game: int, chance: Rng) -> State:
        """Return the first position of a game."""
        number = game % (1 + len(self.editions))
        edition = self.editions[number - 1].edition if number else self.edition
        return new_game(len(self.bots), chance, edition=edition)

    def settings(self) -> dict[str, Json]:
        """Return everything that decides the games, as JSON."""
        editions: list[Json] = [digest(change.edition) for change in self.editions]
        return {**super().settings(), "editions": editions}


def plan_of(bot: str, tried: tuple[Change, ...], players: int, deals: int) -> ScreeningPlan:
    """Return the games of a bot at a table."""
    return ScreeningPlan(
        bots=(bot,) * players,
        seed=f"{SEED}, {players} players",
        metrics=METRICS,
        editions=tried,
        deals=deals,
    )


def path_of(folder: Path, bot: str, players: int) -> Path:
    """Return the file of a bot's games at a table."""
    return folder / f"screening-{bot.replace(':', '-')}-{players}.jsonl"


def play_deals(
    tried: tuple[Change, ...], most: int, folder: Path, executor: Executor | None
) -> None:
    """Play deals at every table, in rounds, so that all bots and tables are equally far if there is no time left."""
    folder.mkdir(parents=True, exist_ok=True)
    for part in range(1, ROUNDS + 1):
        for bot, usual in DEALS.items():
            deals = ceil(min(usual, most) * part / ROUNDS)
            for players in TABLES:
                plan = plan_of(bot, tried, players, deals)
                print(f"{bot}, {players} players: {deals} deals, {plan.games:,} games")
                for _ in stream_games(
                    plan,
                    executor=executor,
                    path=path_of(folder, bot, players),
                    progress=ProgressBar(),
                ):
                    pass


Deal = Sequence[GameResults]
"""The games of a deal, with the default edition and with every change."""


def finished_deals(
    bot: str, tried: tuple[Change, ...], most: int, folder: Path
) -> list[list[Deal]]:
    """Return the deals of each table that are there with all changes: the same number of each table."""
    tables: list[list[Deal]] = []
    for players in TABLES:
        path = path_of(folder, bot, players)
        kept = read_results(path)
        check_settings(path, kept.settings, plan_of(bot, tried, players, most).settings())
        every = range(1 + len(tried))
        tables.append([])
        for deal in range(min(DEALS[bot], most)):
            games = [kept.games.get(deal * len(every) + number) for number in every]
            if all(games):
                tables[-1].append([game for game in games if game])
    number = min(map(len, tables))
    return [deals[:number] for deals in tables]


# The figures of a game

FIGURES: Mapping[str, str] = {
    "turns": "turns of a player",
    "first seat": "games won by the first seat, in per cent",
    "winner": "points of the winner",
    "lead": "points of the first over the second",
    "lead changes": "changes of the lead in a game",
    "duels": "duels in a game, for each player",
    "shops": "uses of shops by a player",
    "taverns": "uses of taverns by a player",
    "artist": "uses of the artist by a player",
    "delivered": "swords that a player delivers",
    "tiles": "master tiles that a player takes",
}


def figures_of(game: GameResults) -> dict[str, float]:
    """Return the figures of a game."""
    players = len(game)
    measures: list[dict[str, Any]] = [dict(row.measures) for row in game]
    points = sorted((row.points for row in game), reverse=True)

    def each(values: Iterable[float]) -> float:
        return sum(values) / players

    return {
        "turns": each(row.turns for row in game),
        "first seat": 100 * game[0].won,
        "winner": points[0],
        "lead": points[0] - points[1],
        "lead changes": measures[0]["lead_changes"],
        "duels": each(row.duels_won for row in game),
        "shops": each(one["shop_uses"] for one in measures),
        "taverns": each(one["tavern_uses"] for one in measures),
        "artist": each(one["artist_uses"] for one in measures),
        "delivered": each(len(row.delivered) for row in game),
        "tiles": each(row.tiles for row in game),
    }


# Effects


@frozen
class Effect:
    """The effect of a change on a figure."""

    figure: str
    raw: Estimate
    """Changed less unchanged, on average over the deals."""
    standard: float
    """The same in standard deviations of games at the same table with the same edition."""
    p: float


@frozen
class Tried:
    """The evidence of one bot for a change."""

    change: Change
    effects: tuple[Effect, ...]
    products: tuple[float, ...]
    """Mean product of the standardized effects of two deals, over all figures, for every two deals."""
    left: float
    """Variance of the differences, in parts of what games without a common deal would give: 1 if pairs were useless."""


@frozen
class Screen:
    """The evidence of one bot for all changes."""

    bot: str
    deals: int
    """Deals at all tables together in which all games came to their end."""
    stopped: int
    games: int
    means: Mapping[str, Estimate]
    """Figures of the default edition."""
    spreads: Mapping[str, float]
    """Standard deviations between games at the same table with the same edition, on average over the tables."""
    tried: tuple[Tried, ...]


def screen(bot: str, tried: Sequence[Change], tables: Sequence[Sequence[Deal]]) -> Screen:
    """Return what deals say about changes."""
    raw: list[list[dict[str, float]]] = []  # for each deal: the figures of all its games
    shares: list[dict[str, float]] = []  # for each deal: the standard deviations at its table
    stopped = 0
    for deals in tables:
        whole = [deal for deal in deals if all(game[0].finished for game in deal)]
        stopped += len(deals) - len(whole)
        found = [[figures_of(game) for game in deal] for deal in whole]
        spread = {
            name: sqrt(
                fmean(
                    variance([game[name] for game in games]) for games in zip(*found, strict=True)
                )
            )
            for name in FIGURES
        }
        raw += found
        shares += [spread] * len(found)
    return Screen(
        bot=bot,
        deals=len(raw),
        stopped=stopped,
        games=len(raw) * (1 + len(tried)),
        means={name: mean([deal[0][name] for deal in raw]) for name in FIGURES},
        spreads={name: fmean(spread[name] for spread in shares) for name in FIGURES},
        tried=tuple(
            _tried(change, [(deal[0], deal[number]) for deal in raw], shares)
            for number, change in enumerate(tried, start=1)
        ),
    )


def _tried(
    change: Change,
    pairs: Sequence[tuple[Mapping[str, float], Mapping[str, float]]],
    spreads: Sequence[Mapping[str, float]],
) -> Tried:
    effects: list[Effect] = []
    columns: list[list[float]] = []
    left: list[float] = []
    for name in FIGURES:
        raw = [changed[name] - usual[name] for usual, changed in pairs]
        standard = [
            value / spread[name] if spread[name] else 0.0
            for value, spread in zip(raw, spreads, strict=True)
        ]
        effects.append(Effect(name, mean(raw), fmean(standard), p_value(standard)))
        columns.append(standard)
        left.append(variance(standard) / 2)
    return Tried(
        change,
        tuple(effects),
        products=products(columns),
        left=fmean(left),
    )


def products(columns: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Return the mean product of the values of two deals, for every two deals; a column is a figure.

    >>> products([[1, 3, 2]])
    (3.0, 2.0, 6.0)
    """
    deals = [*zip(*columns, strict=True)]
    return tuple(sumprod(one, other) / len(columns) for one, other in combinations(deals, 2))


@frozen
class Square:
    """A mean square effect, without the part of chance, so that it can be negative."""

    value: float
    error: float


def square_of(tried: Sequence[Tried], deals: int) -> Square:
    """Return the mean square effect of several changes.

    The mean product of two different deals has nothing of their spread in it. Its error is that of a jackknife over
    deals, but at least what it would be without any effect, which a jackknife gets too small if the effects happen to
    cancel out.
    """
    pairs = [fmean(values) for values in zip(*[one.products for one in tried], strict=True)]
    if len(pairs) == 1:
        return Square(pairs[0], abs(pairs[0]))
    total, number = sum(pairs), len(pairs)
    mine = [0.0] * deals  # of all pairs in which a deal is
    for (one, other), pair in zip(combinations(range(deals), 2), pairs, strict=True):
        mine[one] += pair
        mine[other] += pair
    without = [(total - part) / (number - deals + 1) for part in mine]
    centre = fmean(without)
    jackknife = (deals - 1) / deals * sum((one - centre) ** 2 for one in without)
    return Square(total / number, sqrt(max(jackknife, sumprod(pairs, pairs) / number**2)))


def size_of(tried: Sequence[Tried], deals: int) -> Estimate:
    """Return the size of several changes together."""
    square = square_of(tried, deals)
    return root(square.value, square.error)


def root(square: float, error: float) -> Estimate:
    """Return the root of a square that is known with an error, and may be estimated below zero.

    >>> root(0.25, 0.0)
    Estimate(value=0.5, low=0.5, high=0.5)
    >>> root(-0.01, 0.01).value
    0.0
    """
    value, low, high = (
        sqrt(max(0.0, part)) for part in (square, square - Z * error, square + Z * error)
    )
    return Estimate(value, low, high)


# The order of questions


@frozen
class Question:
    """A question of the form "What is on your board?", with what hangs on its answer."""

    id: str
    size: Estimate
    """Root mean square over the bots, each of which counts by its number of deals."""
    by_bot: tuple[Estimate, ...]
    changes: tuple[str, ...]
    """Titles of the changes that concern it."""


def ranked(screens: Sequence[Screen]) -> list[Question]:
    """Return all questions, the one first on whose answer most hangs."""
    names = dict.fromkeys(question for one in screens[0].tried for question in one.change.questions)
    found: list[tuple[float, Question]] = []
    for name in names:
        mine = [[one for one in each.tried if name in one.change.questions] for each in screens]
        shares = [each.deals / sum(other.deals for other in screens) for each in screens]
        squares = [square_of(tried, each.deals) for tried, each in zip(mine, screens, strict=True)]
        square = sumprod(shares, [one.value for one in squares])
        error = hypot(*(share * one.error for share, one in zip(shares, squares, strict=True)))
        titles = tuple(one.change.title for one in mine[0])
        sizes = tuple(root(one.value, one.error) for one in squares)
        found.append((square, Question(name, root(square, error), sizes, titles)))
    return [question for _, question in sorted(found, key=lambda one: (-one[0], one[1].id))]


def agreement(screens: Sequence[Screen]) -> float:
    """Return the rank correlation (Spearman) of the sizes of changes for the first and the last bot."""
    ranks: list[list[int]] = []
    for each in (screens[0], screens[-1]):
        squares = [fmean(one.products) for one in each.tried]
        order = sorted(range(len(squares)), key=squares.__getitem__)
        ranks.append([order.index(place) for place in range(len(squares))])
    number = len(ranks[0])
    apart = float(sum((one - other) ** 2 for one, other in zip(*ranks, strict=True)))
    return 1 - 6 * apart / (number * (number**2 - 1))


# The result


def as_json(screens: Sequence[Screen], command: str) -> dict[str, Any]:
    """Return everything that is published."""
    every = [
        (each, one, effect) for each in screens for one in each.tried for effect in one.effects
    ]
    adjusted = holm([effect.p for _, _, effect in every])
    sure = {
        (each.bot, one.change.title, effect.figure): p < ALPHA
        for (each, one, effect), p in zip(every, adjusted, strict=True)
    }
    questions = ranked(screens)
    return {
        "command": command,
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "edition": BASE.name,
        "digest": digest(BASE),
        "seed": SEED,
        "players": list(TABLES),
        "looks": len(every),
        "figures": dict(FIGURES),
        "bots": [
            {
                "bot": each.bot,
                "deals": each.deals,
                "stopped": each.stopped,
                "games": each.games,
                # Pairs that have nothing in common differ with the variance of both games.
                "detectable": detectable(sqrt(2), each.deals, len(every)),
                "detectable by one look": detectable(sqrt(2), each.deals),
                "variance left by pairs": fmean(one.left for one in each.tried),
                "means": {name: one.to_list() for name, one in each.means.items()},
                "spreads": each.spreads,
                "sure": sum(
                    sure[each.bot, one.change.title, name] for one in each.tried for name in FIGURES
                ),
            }
            for each in screens
        ],
        "power": POWER,
        "agreement": agreement(screens),
        "changes": len(screens[0].tried),
        "line": line_of(questions),
        "questions": [
            {
                "question": one.id,
                "about": question_words(one.id),
                "size": one.size.to_list(),
                "by bot": [size.to_list() for size in one.by_bot],
                "ranked": one.size.value > line_of(questions) and one.size.low > 0,
            }
            for one in questions
        ],
        "effects": [
            {
                "change": one.change.title,
                "figure": effect.figure,
                "bot": each.bot,
                "effect": effect.raw.to_list(),
                "standard": effect.standard,
            }
            for each, one, effect in sorted(every, key=lambda of: -abs(of[-1].standard))
            if sure[each.bot, one.change.title, effect.figure]
        ],
    }


def line_of(questions: Sequence[Question]) -> float:
    """Return the most that chance alone may look like: the upper end for what no rule asks about, if it was tried."""
    return max((one.size.high for one in questions if one.id.startswith(PLACEBO)), default=0.0)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = arguments(words)
    tried = changes()[: options.changes]
    for change in tried:
        check_change(change)
    looks = len(DEALS) * len(tried) * len(FIGURES)
    for bot, usual in DEALS.items():
        deals = min(usual, options.deals)
        found = detectable(sqrt(2), deals * len(TABLES), looks)
        print(
            f"{bot}: {deals} deals at each table find effects of {found:.2f} standard deviations "
            f"with a chance of {POWER:.0%}, as the first of {looks:,} looks"
        )
    if not options.finished:
        with nullcontext(None) if options.workers == 1 else worker_pool(options.workers) as pool:
            play_deals(tried, options.deals, options.keep, pool)
    screens = [
        screen(bot, tried, finished_deals(bot, tried, options.deals, options.keep)) for bot in DEALS
    ]
    said = as_json(screens, "python -m lab.studies.study.screening")
    options.out.mkdir(parents=True, exist_ok=True)
    text = written(said)
    replace_file(options.out / "screening.json", text, mode=SHARED)
    picture = plots.questions(json.loads(text))
    replace_file(options.out / "screening.svg", picture.encode(), mode=SHARED)
    print(f"the order of questions is in {options.out}")
    return 0


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """Return what is asked for on the command line."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        prog="python -m lab.studies.study.screening", description=__doc__.partition("\n")[0]
    )
    most = max(DEALS.values())
    parser.add_argument("--deals", type=int, default=most, help="most deals at each table")
    parser.add_argument("--changes", type=int, help="only the first changes")
    parser.add_argument("--finished", action="store_true", help="play nothing, use what is there")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--keep", type=Path, default=KEEP, help="folder for the games")
    parser.add_argument("--out", type=Path, default=OUT, help="folder for the result")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
