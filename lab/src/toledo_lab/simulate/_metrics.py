"""Metrics: plug-ins that watch a game and add columns to its results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from statistics import fmean
from typing import Final, TypeAlias

from attrs import evolve, field, frozen
from attrs.validators import matches_re

from toledo_lab._library import LONGEST_BOT
from toledo_rules import legal_actions, ranking, score
from toledo_rules.actions import Challenge, UseSpace
from toledo_rules.edition import MOVEMENT, Edition, Seat, ShopTile, Step, Sword
from toledo_rules.errors import ToledoError
from toledo_rules.events import (
    CardPlayed,
    DuelEnded,
    FeePaid,
    GemTaken,
    MetalTaken,
    PaintingTaken,
    RoundFought,
    SecretCardDrawn,
    SecretEvent,
    ShopPlaced,
    SpaceFull,
    TileTaken,
)
from toledo_rules.notation import format_shop, format_sword
from toledo_rules.record import Ply
from toledo_rules.state import Arrived, State

Measure: TypeAlias = int | float | tuple[int, ...] | tuple[float, ...]
"""A value in a column of a metric: a number, or a number for each part of the column."""


@frozen
class Column:
    """A column that a metric adds to the results."""

    name: str = field(validator=matches_re("[a-z][a-z0-9_]{0,59}"))
    """The name in files, unique among all columns."""
    meaning: str
    """Explanation in a few words. The value is that of a player in a game."""
    parts: tuple[str, ...] = ()
    """Names of the numbers in a value, such as the steps of the road; empty if a value is a single number."""
    whole: bool = True
    """True if all numbers are whole numbers."""


class Metric:
    """A way to measure games. There is a new object for each game, which sees all of it, including hands.

    The methods are called in this order: `before` with the first position; after every decision `decision`, and then
    `event` for everything that it caused; `after` with the last position.

    >>> class Passes(Metric):
    ...     def columns(self, edition):
    ...         return [Column("passes", "turns in which the player could do nothing (A-19)")]
    ...     def before(self, start):
    ...         self.passes = [0] * len(start.players)
    ...     def event(self, event, ply):
    ...         self.passes[ply.seat] += type(event).__name__ == "Passed"
    ...     def after(self, end):
    ...         return [{"passes": passes} for passes in self.passes]
    """

    def columns(self, edition: Edition) -> Sequence[Column]:
        """Return the columns, for games of an edition."""
        raise NotImplementedError

    def before(self, start: State) -> None:
        """Look at the first position."""

    def decision(self, ply: Ply) -> None:
        """Look at a decision, with the position before it and after it."""

    def event(self, event: SecretEvent, ply: Ply) -> None:
        """Look at something that happened."""

    def after(self, end: State) -> Sequence[Mapping[str, Measure]]:
        """Return the values of all columns, for each seat."""
        raise NotImplementedError


class MetricError(ToledoError, ValueError):
    """A metric does not exist, or returns something unexpected."""


def make_metric(spec: str) -> Metric:
    """Make a metric from its name, or as ``module:name`` from a module of your own.

    The latter runs what is in the module. Raises `MetricError` if there is no such metric.

    >>> from toledo_rules import KOSMOS_2008
    >>> make_metric("swords").columns(KOSMOS_2008)[0].name
    'sword_forged'
    """
    if len(spec) > LONGEST_BOT:
        raise MetricError(f"a metric has at most {LONGEST_BOT:,} characters, not {len(spec):,}")
    made: object = METRICS.get(spec)
    module, colon, name = spec.partition(":")
    if colon:
        try:
            made = getattr(import_module(module), name)
        except (ImportError, AttributeError, ValueError) as error:
            raise MetricError(f"there is no metric {spec!r}: {error}") from error
        except Exception as error:  # the module may be anybody's
            raise MetricError(
                f"the module {module} cannot be imported: {type(error).__name__}: {error}"
            ) from error
    if made is None:
        raise MetricError(f"there is no metric {spec!r}; there are {', '.join(METRICS)}")
    metric: object = made() if callable(made) else made
    if not isinstance(metric, Metric):
        raise MetricError(
            f"{spec!r} does not make a metric: {metric!r} is not a toledo_lab.simulate.Metric"
        )
    return metric


class Watch:
    """The metrics of a game in progress."""

    def __init__(self, specs: Sequence[str], columns: Sequence[Column], start: State) -> None:
        self._metrics = [make_metric(spec) for spec in specs]
        self._columns = columns
        for metric in self._metrics:
            metric.before(start)

    def see(self, ply: Ply) -> None:
        """Show a decision to all metrics."""
        for metric in self._metrics:
            metric.decision(ply)
            for event in ply.transition.events:
                metric.event(event, ply)

    def measures(self, end: State) -> list[tuple[tuple[str, Measure], ...]]:
        """Return the values of all columns, for each seat. Raises `MetricError` if they do not fit the columns."""
        found: list[dict[str, Measure]] = [{} for _ in end.players]
        for metric in self._metrics:
            for seat, values in enumerate(metric.after(end)):
                found[seat].update(values)
        return [
            tuple(
                (column.name, checked(column, values.get(column.name))) for column in self._columns
            )
            for values in found
        ]


def checked(column: Column, value: object) -> Measure:
    """Return a value if it fits its column. Raises `MetricError` if it does not."""
    numbers = value if isinstance(value, tuple) else (value,)
    if isinstance(value, tuple) == bool(column.parts) and len(numbers) == len(column.parts or (1,)):
        if all(type(one) is int for one in numbers):
            return value  # type: ignore[return-value]  # that was looked at one by one
        if not column.whole and all(
            type(one) in (int, float) and one - one == 0 for one in numbers
        ):
            return value  # type: ignore[return-value]  # as above; infinity and NaN have no difference
    kind = "a whole number" if column.whole else "a number"
    wanted = f"{kind} for each of {len(column.parts)} parts" if column.parts else kind
    raise MetricError(f"{column.name} cannot be {value!r}, expected {wanted}")


# The metrics of the library


class CountingMetric(Metric):
    """A metric whose columns all have parts, and count something for each of them."""

    def before(self, start: State) -> None:
        """Begin to count."""
        self._counts = {
            column.name: [[0] * len(column.parts) for _ in start.players]
            for column in self.columns(start.edition)
        }

    def count(self, name: str, seat: Seat, part: int, number: int = 1) -> None:
        """Add to a column."""
        self._counts[name][seat][part] += number

    def after(self, end: State) -> Sequence[Mapping[str, Measure]]:
        """Return the counts, for each seat."""
        return [
            {name: tuple(numbers[seat]) for name, numbers in self._counts.items()}
            for seat in range(len(end.players))
        ]


class LeadMetric(Metric):
    """Course of the lead in points, as they stand after every turn (A-158)."""

    def columns(self, _edition: Edition) -> Sequence[Column]:
        """Return the columns."""
        return [
            Column(
                "lead_changes", "turns in the game after which somebody else led alone than before"
            ),
            Column(
                "drama",
                "points by which the winner was behind the leader, on average over all turns",
                whole=False,
            ),
            Column("comeback", "most points by which the winner was ever behind"),
            Column(
                "decided_at",
                "part of the game after which the winner was never behind again",
                whole=False,
            ),
            Column("led", "part of all turns after which the player led alone", whole=False),
        ]

    def before(self, start: State) -> None:
        """Look at the first position."""
        self._course: list[tuple[int, ...]] = []
        self._seats = range(len(start.players))

    def decision(self, ply: Ply) -> None:
        """Note the points at the end of a turn."""
        if ply.after.over or ply.after.active != ply.seat:
            self._course.append(tuple(score(ply.after, seat).total for seat in self._seats))

    def after(self, end: State) -> Sequence[Mapping[str, Measure]]:
        """Return the values of all columns, for each seat."""
        course = self._course or [(0,) * len(end.players)]
        leaders = [
            points.index(max(points)) if points.count(max(points)) == 1 else None
            for points in course
        ]
        alone = [leader for leader in leaders if leader is not None]
        winners = [standing.seat for standing in ranking(end) if standing.place == 1]
        behind = [max(points) - max(points[seat] for seat in winners) for points in course]
        last = max((turn for turn, points in enumerate(behind, start=1) if points), default=0)
        common: dict[str, Measure] = {
            "lead_changes": sum(one != other for one, other in pairwise(alone)),
            "drama": fmean(behind),
            "comeback": max(behind),
            "decided_at": last / len(course),
        }
        return [{**common, "led": leaders.count(seat) / len(course)} for seat in self._seats]


class DecisionMetric(Metric):
    """Number of possibilities at every decision."""

    def columns(self, _edition: Edition) -> Sequence[Column]:
        """Return the columns."""
        return [
            Column("forced", "decisions with a single legal action"),
            Column(
                "branching", "legal actions, on average over the player's decisions", whole=False
            ),
            Column("most_choices", "most legal actions at a decision"),
        ]

    def before(self, start: State) -> None:
        """Look at the first position."""
        self._choices: list[list[int]] = [[] for _ in start.players]

    def decision(self, ply: Ply) -> None:
        """Count the legal actions."""
        self._choices[ply.seat].append(len(legal_actions(ply.before)))

    def after(self, end: State) -> Sequence[Mapping[str, Measure]]:
        """Return the values of all columns, for each seat."""
        return [
            {
                "forced": choices.count(1),
                "branching": fmean(choices) if choices else 0.0,
                "most_choices": max(choices, default=0),
            }
            for choices in self._choices[: len(end.players)]
        ]


_GAINS = MetalTaken | GemTaken | TileTaken | PaintingTaken | SecretCardDrawn


def _used(ply: Ply) -> Step | None:
    """Return the step of the space that was used; None for another action."""
    phase = ply.before.phase
    return phase.step if isinstance(ply.action, UseSpace) and isinstance(phase, Arrived) else None


class SpaceMetric(CountingMetric):
    """Use of every space of the road, and what it brings."""

    def columns(self, edition: Edition) -> Sequence[Column]:
        """Return the columns."""
        steps = _steps(edition)
        return [
            Column("space_uses", "uses of the space (USE-01)", steps),
            Column("space_fees", "value of the cards that the player paid there", steps),
            Column(
                "space_gains",
                "metal, gems, swords, tiles, paintings and cards that the player got there",
                steps,
            ),
            Column("space_income", "value of the cards that others paid the owner there", steps),
        ]

    def decision(self, ply: Ply) -> None:
        """Count a use, what it cost and what it brought."""
        step = _used(ply)
        if step is None:
            return
        self.count("space_uses", ply.seat, step)
        before, after = (state.players[ply.seat] for state in (ply.before, ply.after))
        self.count("space_gains", ply.seat, step, len(after.swords) - len(before.swords))
        for event in ply.transition.events:
            if isinstance(event, FeePaid):
                self.count("space_fees", event.seat, step, event.card.value)
                if event.owner is not None:
                    self.count("space_income", event.owner, step, event.card.value)
            elif isinstance(event, _GAINS):
                self.count("space_gains", event.seat, step)


def _steps(edition: Edition) -> tuple[str, ...]:
    return tuple(str(step) for step in range(len(edition.road)))


class ShopMetric(CountingMetric):
    """Shops of each player, by their tiles."""

    def columns(self, edition: Edition) -> Sequence[Column]:
        """Return the columns."""
        tiles = tuple(format_shop(tile, edition) for tile in dict.fromkeys(edition.shops))
        return [
            Column("shop_placed", "shops that the player placed", tiles),
            Column("shop_visits", "uses of the player's shops, by anybody", tiles),
            Column("shop_income", "value of the cards that others paid the player in them", tiles),
        ]

    def decision(self, ply: Ply) -> None:
        """Count a new shop, or a visit and what it brought."""
        tiles = [*dict.fromkeys(ply.before.edition.shops)]
        step = _used(ply)
        shop = None if step is None else ply.before.shops[step]
        part = None if shop is None else tiles.index(ShopTile(shop.kind, shop.circles))
        if shop is not None and part is not None:
            self.count("shop_visits", shop.owner, part)
        for event in ply.transition.events:
            if isinstance(event, ShopPlaced):
                self.count("shop_placed", event.seat, tiles.index(event.shop))
            elif isinstance(event, FeePaid) and event.owner is not None and part is not None:
                self.count("shop_income", event.owner, part, event.card.value)


class TileMetric(CountingMetric):
    """Master tiles: taken, used and kept."""

    def columns(self, edition: Edition) -> Sequence[Column]:
        """Return the columns."""
        tiles = tuple(dict.fromkeys(edition.tiles))
        return [
            Column("tile_taken", "tiles that the player took (FEN-01)", tiles),
            Column(
                "tile_uses",
                "extra cards of the movement tile (TIL-01); rounds that a duel tile won (DUE-06)",
                tiles,
            ),
            Column("tile_kept", "tiles that the player has at the end", tiles),
        ]

    def event(self, event: SecretEvent, ply: Ply) -> None:
        """Count what a tile does."""
        tiles = [*dict.fromkeys(ply.before.edition.tiles)]
        if isinstance(event, TileTaken):
            self.count("tile_taken", event.seat, tiles.index(event.tile))
        elif isinstance(event, CardPlayed) and event.with_tile:
            self.count("tile_uses", event.seat, tiles.index(MOVEMENT))
        elif isinstance(event, RoundFought):
            colour, players = event.card.colour, ply.before.players
            fencers = {ply.seat, self._rival}
            having = {seat for seat in fencers if colour in players[seat].tiles}
            if having == {event.winner}:  # else the stance has decided (DUE-07)
                self.count("tile_uses", event.winner, tiles.index(colour))

    def decision(self, ply: Ply) -> None:
        """Note who fights against whom."""
        self._rival = ply.action.rival if isinstance(ply.action, Challenge) else ply.seat

    def after(self, end: State) -> Sequence[Mapping[str, Measure]]:
        """Return the counts, for each seat."""
        tiles = [*dict.fromkeys(end.edition.tiles)]
        for seat, player in enumerate(end.players):
            for tile in player.tiles:
                self.count("tile_kept", seat, tiles.index(tile))
        return super().after(end)


class SwordMetric(CountingMetric):
    """Swords: forged, delivered, and their points."""

    def columns(self, edition: Edition) -> Sequence[Column]:
        """Return the columns."""
        swords = tuple(format_sword(sword, edition) for sword in dict.fromkeys(edition.swords))
        return [
            Column("sword_forged", "swords that the player forged (SMI-01)", swords),
            Column("sword_delivered", "swords that the player delivered (ALC-02)", swords),
            Column(
                "sword_points", "the player's points for it at the end (SCO-01, SCO-02)", swords
            ),
        ]

    def after(self, end: State) -> Sequence[Mapping[str, Measure]]:
        """Return the counts, for each seat: a sword that was forged is in front of its player, or was delivered."""
        swords = [*dict.fromkeys(end.edition.swords)]
        for seat, player in enumerate(end.players):
            for sword in player.delivered:
                self.count("sword_delivered", seat, swords.index(sword))
                self.count("sword_points", seat, swords.index(sword), sword.value)
            for sword in player.swords:
                points = sword.value // end.edition.sword_divisor  # where A-120 is `sum`, too
                self.count("sword_points", seat, swords.index(sword), points)
            for sword in (*player.delivered, *player.swords):
                self.count("sword_forged", seat, swords.index(sword))
        return super().after(end)


class DuelMetric(CountingMetric):
    """Duels and full spaces, by step."""

    def columns(self, edition: Edition) -> Sequence[Column]:
        """Return the columns."""
        steps = _steps(edition)
        return [
            Column("challenges", "duels that the player began there", steps),
            Column("challenges_won", "those of them that the player won", steps),
            Column("sent_back", "figures that the player lost there in duels (DUE-11)", steps),
            Column("blocked", "moves of the player that ended on a full space (OCC-01)", steps),
        ]

    def event(self, event: SecretEvent, ply: Ply) -> None:
        """Count what happens on a step."""
        if isinstance(event, DuelEnded):
            self.count("challenges", ply.seat, event.step)
            self.count("challenges_won", ply.seat, event.step, int(event.winner == ply.seat))
            self.count("sent_back", event.loser, event.step)
        elif isinstance(event, SpaceFull):
            self.count("blocked", event.seat, event.step)


def _delivered(end: State, seat: Seat, sword: Sword) -> int:
    """Return the points that a player would have with one of their swords delivered."""
    player = end.players[seat]
    kept = [*player.swords]
    kept.remove(sword)
    richer = evolve(player, swords=tuple(kept), delivered=tuple(sorted((*player.delivered, sword))))
    players = (*end.players[:seat], richer, *end.players[seat + 1 :])
    return score(evolve(end, players=players), seat).total


class KingmakingMetric(Metric):
    """Losing players who may have decided who won.

    Nobody can take points from somebody else. So a loser decides the game by its end, or by a figure that they send
    back before it can deliver.
    """

    def columns(self, _edition: Edition) -> Sequence[Column]:
        """Return the columns."""
        return [
            Column(
                "ended_by_loser", "1 if the player began the last round (END-01) and did not win"
            ),
            Column(
                "king_duels",
                "duels that a loser of the game won against another one, who lacked no more points to the first "
                "place than the delivery of a sword that they still have would have brought",
            ),
        ]

    def before(self, _start: State) -> None:
        """Look at the first position."""
        self._duels: list[tuple[Seat, Seat]] = []

    def event(self, event: SecretEvent, _ply: Ply) -> None:
        """Note a duel."""
        if isinstance(event, DuelEnded):
            self._duels.append((event.winner, event.loser))

    def after(self, end: State) -> Sequence[Mapping[str, Measure]]:
        """Return the values of all columns, for each seat."""
        standings = {standing.seat: standing for standing in ranking(end)}
        most = max(standing.points for standing in standings.values())
        losers = [seat for seat, standing in standings.items() if end.over and standing.place > 1]
        near = [
            seat
            for seat in losers
            if any(_delivered(end, seat, sword) >= most for sword in end.players[seat].swords)
        ]
        return [
            {
                "ended_by_loser": int(seat in losers and end.trigger == seat),
                "king_duels": sum(
                    winner == seat and seat in losers and loser in near
                    for winner, loser in self._duels
                ),
            }
            for seat in range(len(end.players))
        ]


METRICS: Final[Mapping[str, type[Metric]]] = {
    "lead": LeadMetric,
    "decisions": DecisionMetric,
    "spaces": SpaceMetric,
    "shops": ShopMetric,
    "tiles": TileMetric,
    "swords": SwordMetric,
    "duels": DuelMetric,
    "kingmaking": KingmakingMetric,
}
"""The metrics of the library, by name."""
