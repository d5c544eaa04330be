"""The games of a tournament, and its standings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from html import escape
from itertools import combinations, permutations
from math import isfinite
from statistics import fmean

from attrs import field, frozen
from attrs.validators import ge, instance_of

from toledo_lab._library import check_players
from toledo_lab._statistics import Moments, aligned, counted, share_over_deals
from toledo_lab.simulate import (
    Estimate,
    GameResults,
    Plan,
    ProgressListener,
    stream_games,
)
from toledo_lab.tournament._ratings import (
    Rating,
    RatingDifference,
    SequentialTest,
    rated,
    strengths_of,
)
from toledo_rules.codec import Json
from toledo_rules.storage import FilePath


def seatings(
    bots: Sequence[str], players: int, *, focus: str | None = None
) -> tuple[tuple[str, ...], ...]:
    """Return all orders in which bots sit at tables of a number of players.

    With at least as many bots as players, every choice of different bots meets, in all orders. With fewer, each table
    has all of them, as evenly as possible. With a focus, each table has that bot once, and another one in all
    other seats.

    >>> seatings(["a", "b"], 2)
    (('a', 'b'), ('b', 'a'))
    >>> seatings(["a", "b"], 3, focus="a")
    (('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a'))
    >>> len(seatings(["a", "b", "c", "d"], 4)), len(seatings(["a", "b"], 4))
    (24, 6)
    """
    if focus is not None:
        tables = [(focus, *[other] * (players - 1)) for other in bots if other != focus]
    elif len(bots) >= players:
        tables = list(combinations(bots, players))
    else:
        times, more = divmod(players, len(bots))
        tables = [
            tuple(bot for bot in bots for _ in range(times + (bot in favoured)))
            for favoured in combinations(bots, more)
        ]
    return tuple(dict.fromkeys(order for table in tables for order in permutations(table)))


def _distinct(bots: Iterable[str]) -> tuple[str, ...]:
    return tuple(bots)


@frozen(kw_only=True)
class Tournament(Plan):
    """Bots that meet at tables in all orders of seats, with the same cards for all tables of a deal.

    Raises `ValueError` if no games can be played this way, such as `BotError` for a bot that does not exist.
    """

    bots: tuple[str, ...] = field(converter=_distinct)
    """The entrants, each once, as `toledo_rules.bots.load_bot` knows them."""
    deals: int = field(validator=[instance_of(int), ge(0)])
    """Number of deals. All tables of a deal are played, in all orders of seats."""
    players: int = field(default=2, validator=instance_of(int))
    """Players at a table."""
    focus: str | None = None
    """Entrant that meets all others, each of which fills all other seats; None if everybody meets everybody."""
    games: int = field(init=False)
    lineups: tuple[tuple[str, ...], ...] = field(init=False, repr=False)
    """The tables of a deal, in all orders of seats."""

    @lineups.default
    def _all_seatings(self) -> tuple[tuple[str, ...], ...]:
        return seatings(self.bots, self.players, focus=self.focus)

    @games.default
    def _games(self) -> int:
        return self.deals * len(seatings(self.bots, self.players, focus=self.focus))

    def __attrs_post_init__(self) -> None:
        check_players(self.edition, self.players, 0)
        if not 1 < len(self.bots) == len(set(self.bots)):
            raise ValueError(
                f"a tournament needs two bots or more, each named once, not {', '.join(self.bots)}"
            )
        if self.focus is not None and self.focus not in self.bots:
            raise ValueError(f"the focus {self.focus!r} is none of {', '.join(self.bots)}")
        self._check_names()

    @property
    def cycle(self) -> int:
        """Number of games of a deal."""
        return len(self.lineups)

    def lineup(self, game: int) -> tuple[str, ...]:
        """Return the bots of a game, by seat. Seat 0 begins."""
        return self.lineups[game % len(self.lineups)]

    def deal(self, game: int) -> int:
        """Return the number of the deal of a game."""
        return game // len(self.lineups)

    def settings(self) -> dict[str, Json]:
        """Return everything that decides the games, as JSON."""
        return {**super().settings(), "focus": self.focus}


def hold(
    tournament: Tournament,
    *,
    executor: Executor | None = None,
    path: FilePath | None = None,
    progress: ProgressListener | None = None,
    until_decided: bool = False,
) -> Standings:
    """Play a tournament, and return its standings. None of its games is kept, however many there are.

    Args:
        tournament: The games to play.
        executor: Executor that plays them; without one they are played here.
        path: File to which every game is added when it is finished, and from which it is continued.
        progress: Function that is called at the start and after every game.
        until_decided: Stop after the first deal by which it was shown, with at most 5 % false alarms, that the first
            bot is better or worse than the others; see `SequentialTest`.

    Raises `ValueError` if there is no deal of which all games came to their end.
    """
    tally = DealTally(tournament, until_decided=until_decided)
    games = stream_games(tournament, executor=executor, path=path, progress=progress)
    with closing(games):
        for game in games:
            tally.add(game)
            if tally.closed:
                break
    return tally.standings()


def standings(tournament: Tournament, games: Iterable[GameResults]) -> Standings:
    """Return the standings of a tournament by the deals that are complete. The games may come in any order.

    Raises `ValueError` if there is none.
    """
    tally = DealTally(tournament)
    for game in games:
        tally.add(game)
    return tally.standings()


class DealTally:
    """The sums from which standings are made. It keeps only games whose deal, or an earlier one, is not complete.

    Deals count in the order of their numbers, whoever plays them, so that the same games have the same standings. With
    `until_decided` it is closed by the first deal that decides about the first bot, and takes in no further one.
    """

    def __init__(self, tournament: Tournament, *, until_decided: bool = False) -> None:
        self._tournament = tournament
        self._until_decided = until_decided
        self._waiting: dict[int, list[GameResults]] = {}
        self._numbers = iter(dict.fromkeys(map(tournament.deal, tournament.numbers)))
        self._next = next(self._numbers, None)
        self._strengths = strengths_of(tournament.lineups)
        self._won = {bot: Moments() for bot in tournament.bots}
        self._points = {bot: Moments() for bot in tournament.bots}
        self._tests = {bot: SequentialTest(1 / tournament.players) for bot in tournament.bots}

    @property
    def closed(self) -> bool:
        """True if it accepts no further deal."""
        return self._until_decided and self._tests[self._tournament.bots[0]].decided

    @property
    def waiting(self) -> int:
        """The number of games that are kept because their deal or an earlier one is not complete."""
        return sum(map(len, self._waiting.values()))

    def add(self, game: GameResults) -> None:
        """Add a game."""
        deal = self._tournament.deal(game[0].game)
        self._waiting.setdefault(deal, []).append(game)
        while self._next is not None and self._complete(self._next):
            self._count(self._waiting.pop(self._next))
            self._next = next(self._numbers, None)

    def _complete(self, deal: int) -> bool:
        return len(self._waiting.get(deal, ())) == self._tournament.cycle

    def _count(self, games: Sequence[GameResults]) -> None:
        """Add all games of a deal, if they were finished."""
        if self.closed or not all(game[0].finished for game in games):
            return
        in_order = sorted(games, key=lambda game: game[0].game)
        self._strengths.add([[row.won for row in game] for game in in_order])
        for bot, test in self._tests.items():
            rows = [row for game in in_order for row in game if row.bot == bot]
            share = fmean([row.won for row in rows])
            test.add(share)
            self._won[bot].add(share)
            self._points[bot].add(fmean([row.points for row in rows]))

    def standings(self) -> Standings:
        """Return the standings. Complete deals that wait for an earlier one count from now on.

        Raises `ValueError` if there is no deal of which all games came to their end.
        """
        for deal in sorted(filter(self._complete, self._waiting)):
            self._count(self._waiting.pop(deal))
        deals = self._strengths.deals
        if not deals:
            raise ValueError("there is no deal of which all games came to their end")
        found = rated(self._strengths)
        entrants = [
            Entrant(
                rating.bot,
                rating,
                share_over_deals(self._won[rating.bot]),
                self._points[rating.bot].mean,
                self._tests[rating.bot],
            )
            for rating in found.ratings
        ]
        tournament = self._tournament
        games = deals * tournament.cycle
        return Standings(deals, games, tournament.players, tuple(entrants), found.differences)


@frozen
class Entrant:
    """The results of a bot in a tournament."""

    bot: str
    rating: Rating
    won: Estimate
    """Games won per seat, with the 95 % interval over deals."""
    points: Estimate
    """Mean points of a player, with the 95 % interval over deals."""
    test: SequentialTest
    """Test whether it wins more or less than a fair share; it may be looked at at any time."""


@frozen
class Standings:
    """The standings of a tournament, the best bot first. `str` gives a table."""

    deals: int
    """Deals of which all games came to their end; only these count."""
    games: int
    players: int
    entrants: tuple[Entrant, ...]
    differences: tuple[RatingDifference, ...]
    """Differences between the ratings of each two bots, with intervals of their own."""

    def __str__(self) -> str:
        return "\n".join(_lines(self))

    def to_dict(self) -> dict[str, object]:
        """Return the standings for JSON. An estimate is a list: the value and the bounds of its interval."""
        return {
            "deals": self.deals,
            "games": self.games,
            "players": self.players,
            "fair": 1 / self.players,
            "entrants": [
                {
                    "bot": entrant.bot,
                    "elo": _numbers(entrant.rating.elo),
                    "won": _numbers(entrant.won),
                    "points": _numbers(entrant.points),
                    "decided": entrant.test.decided,
                    "always": _numbers(entrant.test.interval),
                }
                for entrant in self.entrants
            ],
            "differences": [
                {"above": one.above, "below": one.below, "elo": _numbers(one.elo)}
                for one in self.differences
            ],
        }


def _numbers(estimate: Estimate) -> list[float | None]:
    """Return the value and its bounds, None for one that is open."""
    parts = estimate.value, estimate.low, estimate.high
    return [round(one, 4) if isfinite(one) else None for one in parts]


def _lines(table: Standings) -> Iterator[str]:
    yield f"{counted(table.deals, 'deal')}, {counted(table.games, 'game')} of {table.players} players"
    rows = [("", "Elo", "won", f"always, fair {1 / table.players:.1%}", "points", "")]
    for one in table.entrants:
        verdict = ("better" if one.test.better else "worse") if one.test.decided else "not decided"
        rows.append(
            (
                one.bot,
                one.rating.elo.text(0, sign="+"),
                one.won.text(scale=100),
                one.test.interval.text(scale=100).partition(" ")[2],
                one.points.text(),
                verdict,
            )
        )
    yield from aligned(rows)
    if len(table.differences) > 1:
        yield ""
        pairs = [
            (f"{one.above} - {one.below}", one.elo.text(0, sign="+")) for one in table.differences
        ]
        yield from aligned([("", "difference in Elo"), *pairs])


_ROW, _LEFT, _RIGHT, _WIDTH = 28, 190, 30, 640


def plot(table: Standings) -> str:
    """Return a picture of the ratings with their intervals, as SVG."""
    ends = [
        end
        for one in table.entrants
        for end in (one.rating.elo.low, one.rating.elo.value, one.rating.elo.high)
        if isfinite(end)
    ]
    least, most = min(ends), max(ends)
    reach = max(most - least, 1.0)

    def x(elo: float) -> float:
        """Return the place of a rating; an open interval goes on to the edge."""
        inside = (min(max(elo, least), most) - least) / reach
        return _LEFT + inside * (_WIDTH - _LEFT - _RIGHT)

    height = _ROW * (len(table.entrants) + 2)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img">',
        "<style>text { font: 13px sans-serif }</style>",
        f"<title>Elo ratings of {table.players} players, {table.games:,} games</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
        f'<line x1="{x(0):.1f}" x2="{x(0):.1f}" y1="{_ROW // 2}" y2="{height - _ROW}" stroke="#bbb"/>',
    ]
    for place, one in enumerate(table.entrants):
        y, elo = _ROW * (place + 1), one.rating.elo
        parts += [
            f'<text x="8" y="{y + 4}">{escape(one.bot)}</text>',
            f'<line x1="{x(elo.low):.1f}" x2="{x(elo.high):.1f}" y1="{y}" y2="{y}" stroke="#36c" stroke-width="2"/>',
            f'<circle cx="{x(elo.value):.1f}" cy="{y}" r="5" fill="#36c"/>',
            f'<text x="{x(elo.value):.1f}" y="{y - 8}" text-anchor="middle">{elo.value:+.0f}</text>',
        ]
    legend = f"Elo with 95 % intervals, {table.deals:,} deals, {table.games:,} games"
    parts += [f'<text x="{_LEFT}" y="{height - 10}" fill="#555">{legend}</text>', "</svg>"]
    return "\n".join(parts) + "\n"
