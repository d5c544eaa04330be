"""The games of a tournament, and its standings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from html import escape
from itertools import combinations, islice, permutations
from statistics import fmean
from time import monotonic

from attrs import field, frozen
from attrs.validators import ge, instance_of

from toledo_lab._library import check_players
from toledo_lab.simulate import (
    Estimate,
    GameResults,
    Plan,
    Progress,
    ProgressListener,
    Result,
    mean,
    open_results,
    played,
)
from toledo_lab.tournament._ratings import Rating, SequentialTest, TableResult, ratings
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
) -> tuple[Result, ...]:
    """Play a tournament, and return its results by game and seat.

    Args:
        tournament: The games to play.
        executor: Executor that plays them; without one they are played here.
        path: File to which every game is added when it is finished, and from which it is continued.
        progress: Function that is called at the start and after every game.
        until_decided: Stop after the first deal by which it was shown, with at most 5 % false alarms, that the first
            bot is better or worse than the others; see `SequentialTest`.
    """
    start = monotonic()
    with nullcontext(None) if path is None else open_results(path, tournament.settings()) as record:
        games = () if record is None else record.games()
        done = {game[0].game: game for game in games if tournament.holds(game[0].game)}
        found = len(done)

        def report() -> None:
            if progress is not None:
                progress(Progress(len(done), tournament.size, found, monotonic() - start))

        report()
        numbers = tournament.numbers
        batch = tournament.cycle * _DEALS_AT_ONCE if until_decided else max(1, tournament.size)
        while some := [*islice(numbers, batch)]:
            missing = [number for number in some if number not in done]
            for game in played(tournament, missing, executor):
                if record is not None:
                    record.add(game)
                done[game[0].game] = game
                report()
            if until_decided and _first_test(tournament, done).decided:
                break
    return tuple(result for number in sorted(done) for result in done[number])


_DEALS_AT_ONCE = 4
"""Deals between two looks at the test."""


def deals_of(tournament: Tournament, results: Iterable[Result]) -> dict[int, list[GameResults]]:
    """Return the games of each deal of which all were played to their end."""
    games: dict[int, list[Result]] = {}
    for result in results:
        games.setdefault(result.game, []).append(result)
    deals: dict[int, list[GameResults]] = {}
    for number in sorted(games):
        if games[number][0].finished:
            deals.setdefault(tournament.deal(number), []).append(tuple(games[number]))
    return {deal: some for deal, some in deals.items() if len(some) == len(tournament.lineups)}


def _share(bot: str, games: Sequence[GameResults]) -> tuple[float, float]:
    """Return the wins of a bot in a deal as a share of its seats, and the share if all were equal."""
    seats = [result for game in games for result in game if result.bot == bot]
    fair = fmean([1 / len(game) for game in games])
    return fmean([result.won for result in seats]), fair


def _first_test(tournament: Tournament, done: dict[int, GameResults]) -> SequentialTest:
    results = [result for number in sorted(done) for result in done[number]]
    return _test(tournament.bots[0], deals_of(tournament, results), tournament.players)


def _test(bot: str, deals: dict[int, list[GameResults]], players: int) -> SequentialTest:
    test = SequentialTest(1 / players)
    for games in deals.values():
        test.add(_share(bot, games)[0])
    return test


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
        }


def _numbers(estimate: Estimate) -> list[float | None]:
    return [one if one is None else round(one, 4) for one in estimate.to_list()]


def standings(tournament: Tournament, results: Iterable[Result]) -> Standings:
    """Return the standings of a tournament by the deals that are complete.

    Raises `ValueError` if there is none.
    """
    deals = deals_of(tournament, results)
    if not deals:
        raise ValueError("there is no deal of which all games came to their end")
    tables: list[list[TableResult]] = [
        [([row.bot for row in game], [row.won for row in game]) for game in games]
        for games in deals.values()
    ]
    entrants = [
        Entrant(
            rating.bot,
            rating,
            _won([_share(rating.bot, games)[0] for games in deals.values()]),
            mean(
                [
                    fmean([row.points for game in games for row in game if row.bot == rating.bot])
                    for games in deals.values()
                ]
            ),
            _test(rating.bot, deals, tournament.players),
        )
        for rating in ratings(tables)
    ]
    games = sum(len(some) for some in deals.values())
    return Standings(len(deals), games, tournament.players, tuple(entrants))


def _won(shares: Sequence[float]) -> Estimate:
    """Return the mean share over deals, with a 95 % interval.

    It is Student's, with one deal more that was won and one that was lost (as Agresti and Coull do with games): so it
    covers the true share of a bot that wins nearly always, and has some width even if all games were won.
    """
    value, around = fmean(shares), mean([*shares, 0.0, 1.0])
    return Estimate(value, min(value, max(0.0, around.low)), max(value, min(1.0, around.high)))


def _lines(table: Standings) -> Iterator[str]:
    yield f"{_counted(table.deals, 'deal')}, {_counted(table.games, 'game')} of {table.players} players"
    rows = [("", "Elo", "won", f"always, fair {1 / table.players:.1%}", "points", "")]
    for one in table.entrants:
        verdict = ("better" if one.test.better else "worse") if one.test.decided else "not decided"
        rows.append(
            (
                one.bot,
                _text(one.rating.elo, 0, "+"),
                _text(one.won, 1, "", 100),
                _text(one.test.interval, 1, "", 100).partition(" ")[2],
                _text(one.points, 1, ""),
                verdict,
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells, verdict in rows:
        shown = [cell.rjust(width) for cell, width in zip(cells, widths[1:-1], strict=True)]
        yield "  ".join([name.ljust(widths[0]), *shown, verdict]).rstrip()


def _text(figure: Estimate, digits: int, sign: str, scale: float = 1) -> str:
    value, low, high = (
        f"{scale * part:{sign}.{digits}f}" for part in (figure.value, figure.low, figure.high)
    )
    return f"{value} ({low} to {high})" if figure.bounded else value


def _counted(number: int, thing: str) -> str:
    return f"1 {thing}" if number == 1 else f"{number:,} {thing}s"


_ROW, _LEFT, _RIGHT, _WIDTH = 28, 190, 30, 640


def plot(table: Standings) -> str:
    """Return a picture of the ratings with their intervals, as SVG."""
    lows = [one.rating.elo.low for one in table.entrants]
    highs = [one.rating.elo.high for one in table.entrants]
    least, most = min(lows), max(highs)
    reach = max(most - least, 1.0)

    def x(elo: float) -> float:
        return _LEFT + (elo - least) / reach * (_WIDTH - _LEFT - _RIGHT)

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
