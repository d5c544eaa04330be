"""Measure the strength of the searching bot against time: ``python -m lab.studies.strength.measure``.

Every match has duplicate deals: all seats of the bot in question are played with the same cards. Games go into a file
as they are finished, and the matches take turns, so that it can be stopped and continued at any time. One unit of time
is the CPU time that the `racer` takes for a game and seat with its defaults; it is measured in the same run.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from math import log10, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

from toledo_lab.simulate import wilson
from toledo_rules import Action, View, new_game, ranking
from toledo_rules.bots import MOST_DECISIONS, Bot, bot_streams, for_game, load_bot, play_on
from toledo_rules.chance import Rng, Stream
from toledo_rules.storage import SHARED, open_growing, replace_file

GAMES = Path("build/strength.jsonl")
REPORT = Path("docs/assets/strength.json")
PICTURE = Path("docs/assets/strength.svg")
SEED = "strength 2026"


class Match(NamedTuple):
    """A bot in one seat against another one in all others."""

    name: str
    bot: str
    others: str
    players: int
    deals: int
    """Deals to play; each is played with the bot in every seat."""


MATCHES = (
    Match("2 players, 1 unit against the racer", "searcher", "racer", 2, 100),
    Match("4 players, 1 unit against planners", "searcher", "planner", 4, 45),
    Match("3 players, 1 unit against planners", "searcher", "planner", 3, 55),
    Match("2 players, 4 units against 1", "searcher:units=4", "searcher", 2, 90),
    Match("2 players, 16 units against 1", "searcher:units=16", "searcher", 2, 30),
    Match("2 players, no race against the racer", "searcher:level=5", "racer", 2, 40),
    Match("3 players, no race against planners", "searcher:level=5", "planner", 3, 40),
    Match("4 players, no race against planners", "searcher:level=5", "planner", 4, 40),
    Match("3 players, 4 units against planners", "searcher:units=4", "planner", 3, 12),
    Match("4 players, 4 units against planners", "searcher:units=4", "planner", 4, 8),
    Match("3 players, time of the racer", "racer", "planner", 3, 3),
    Match("4 players, time of the racer", "racer", "planner", 4, 2),
)


class Clock:
    """A bot whose CPU time is measured."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.seconds = 0.0

    def choose(self, view: View, rng: Rng) -> Action:
        """Return the choice of the bot, and add the time that it took."""
        begin = time.process_time()
        try:
            return self._bot.choose(view, rng)
        finally:
            self.seconds += time.process_time() - begin


def play(match: Match, deal: int, seat: int) -> dict[str, object]:
    """Play one game of a match: a deal, with the bot in a seat."""
    specs = [match.bot if place == seat else match.others for place in range(match.players)]
    clocks = [Clock(for_game(load_bot(spec))) for spec in specs]
    chance = Stream(SEED, game=deal)
    state = new_game(match.players, chance)
    streams = bot_streams(SEED, match.players, game=deal)
    for decisions, ply in enumerate(play_on(state, clocks, chance, streams)):
        state = ply.after
        if decisions >= MOST_DECISIONS:
            break
    places = {standing.seat: standing for standing in ranking(state)}
    winners = [place for place, standing in places.items() if standing.place == 1]
    others = [place for place in places if place != seat]
    return {
        "match": match.name,
        "deal": deal,
        "seat": seat,
        "won": 1 / len(winners) if state.over and seat in winners else 0.0,
        "margin": places[seat].points - max(places[place].points for place in others),
        "seconds": clocks[seat].seconds,
        "other_seconds": fmean([clocks[place].seconds for place in others]),
    }


def missing(done: set[tuple[str, int, int]]) -> Iterator[tuple[Match, int, int]]:
    """Yield the games to play, so that all matches get on alike."""
    steps = sorted(
        ((deal + 1) / match.deals, number, deal)
        for number, match in enumerate(MATCHES)
        for deal in range(match.deals)
    )
    for _, number, deal in steps:
        match = MATCHES[number]
        for seat in range(match.players):
            if (match.name, deal, seat) not in done:
                yield match, deal, seat


def read(path: Path) -> list[dict[str, object]]:
    """Return the games in a file."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines()]


def summary(games: list[dict[str, object]], before: dict[str, Any]) -> dict[str, Any]:
    """Return the figures of all matches, by the deals that are complete.

    A match of which there is no game is taken from the report before, if it is there.
    """
    today = datetime.now(tz=UTC).date().isoformat()
    known = {one["match"]: {"date": before["date"], **one} for one in before.get("matches", [])}
    found = []
    for match in MATCHES:
        deals: dict[object, list[dict[str, object]]] = {}
        for game in games:
            if game["match"] == match.name:
                deals.setdefault(game["deal"], []).append(game)
        whole = [some for some in deals.values() if len(some) == match.players]
        if not whole:
            found += [known[match.name]] if match.name in known else []
            continue
        shares = [fmean([float(str(game["won"])) for game in some]) for some in whole]
        share = fmean(shares)
        reach = 1.96 * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else 1.0
        number = sum(map(len, whole))
        plain = wilson(share * number, number)
        flat = [game for some in whole for game in some]
        found.append(
            {
                "match": match.name,
                "date": today,
                "bot": match.bot,
                "others": match.others,
                "players": match.players,
                "deals": len(whole),
                "games": number,
                "won": round(share, 4),
                "interval over deals": [round(share - reach, 4), round(share + reach, 4)],
                "interval of Wilson": [round(plain.low, 4), round(plain.high, 4)],
                "Elo": [round(elo(one, match.players)) for one in (share, plain.low, plain.high)],
                "margin": round(fmean([float(str(game["margin"])) for game in flat]), 2),
                "CPU seconds for a game and seat": round(
                    fmean([float(str(game["seconds"])) for game in flat]), 4
                ),
                "CPU seconds of each other seat": round(
                    fmean([float(str(game["other_seconds"])) for game in flat]), 4
                ),
            }
        )
    return {
        "command": "python -m lab.studies.strength.measure",
        "date": today,
        "python": platform.python_version(),
        "seed": SEED,
        "matches": found,
    }


def elo(share: float, players: int) -> float:
    """Return the Elo difference to each of the others that a share of wins stands for."""
    share = min(max(share, 0.01), 0.99)
    return 400 * log10((players - 1) * share / (1 - share))


class Point(NamedTuple):
    """A bot in the curve of strength against time."""

    name: str
    seconds: float
    """CPU seconds for a game and seat."""
    elo: float
    low: float
    high: float
    """Elo against the first point of its curve, with the 95 % interval of the match that it comes from."""


ENOUGH = 20
"""Games of a match that is shown in a curve."""
ANCHORS = {2: "racer", 3: "planner", 4: "planner"}
"""The bot with 0 Elo, for each number of players."""


def curve(report: dict[str, Any], players: int) -> list[Point]:
    """Return the points of a curve, in order of time. A bot that met another one than the anchor stands on its Elo."""
    matches = report["matches"]
    some = [one for one in matches if one["players"] == players and one["games"] >= ENOUGH]
    anchor = ANCHORS[players]
    some.sort(key=lambda one: one["others"] != anchor)
    seconds = some[0]["CPU seconds of each other seat"]
    found = {anchor: Point(anchor, seconds, 0, 0, 0)}
    for one in some:
        base = found[one["others"]].elo
        elos = [base + elo for elo in one["Elo"]]
        found[one["bot"]] = Point(one["bot"], one["CPU seconds for a game and seat"], *elos)
    return sorted(found.values(), key=lambda point: point.seconds)


LEAST_SECONDS, MOST_SECONDS = 0.05, 8.0
LEAST_ELO, MOST_ELO = -200, 600
PANEL = 300
"""Width of the curve of one number of players."""


def curves(report: dict[str, Any], top: int) -> list[str]:
    """Return the curves of Elo against CPU seconds, for each number of players, as parts of an SVG."""
    parts: list[str] = []

    def y(elo: float) -> float:
        return top + 220 - 200 * (elo - LEAST_ELO) / (MOST_ELO - LEAST_ELO)

    for place, players in enumerate(ANCHORS):
        left, width = 40 + PANEL * place, PANEL - 60

        def x(seconds: float, left: int = left, width: int = width) -> float:
            return left + width * log10(seconds / LEAST_SECONDS) / log10(
                MOST_SECONDS / LEAST_SECONDS
            )

        parts.append(f'<text x="{left}" y="{top + 8}" font-weight="bold">{players} players</text>')
        parts += [
            f'<line x1="{left}" x2="{left + width}" y1="{y(elo):.0f}" y2="{y(elo):.0f}" stroke="#ddd"/>'
            f'<text x="{left - 4}" y="{y(elo) + 4:.0f}" text-anchor="end">{elo}</text>'
            for elo in range(LEAST_ELO, MOST_ELO + 1, 200)
        ]
        parts += [
            f'<text x="{x(seconds):.0f}" y="{top + 238}" text-anchor="middle">{seconds} s</text>'
            for seconds in (0.1, 0.4, 1.6, 6.4)
        ]
        points = curve(report, players)
        line = " ".join(
            f"{x(point.seconds):.1f},{y(point.elo):.1f}"
            for point in points
            if point.name != ANCHORS[players]
        )
        parts.append(f'<polyline points="{line}" fill="none" stroke="#9bd"/>')
        for point in points:
            across, down = x(point.seconds), y(point.elo)
            ends = [y(min(max(elo, LEAST_ELO), MOST_ELO)) for elo in (point.low, point.high)]
            beside = down + 18 if point.name == ANCHORS[players] else down - 6
            words = f'x="{across + 6:.1f}"'
            if point.seconds > 2:  # there is no room on the right
                words, beside = f'x="{across + 8:.1f}" text-anchor="end"', ends[0] + 15
            parts.append(
                f'<line x1="{across:.1f}" x2="{across:.1f}" y1="{ends[0]:.1f}" y2="{ends[1]:.1f}" '
                'stroke="#36c" stroke-width="2"/>'
                f'<circle cx="{across:.1f}" cy="{down:.1f}" r="4" fill="#36c"/>'
                f'<text {words} y="{beside:.1f}">{called(point.name)}</text>'
            )
    return parts


def called(bot: str) -> str:
    """Return the name of a bot in the picture.

    >>> called("searcher"), called("searcher:units=4"), called("racer")
    ('1 unit', '4 units', 'racer')
    """
    return NAMES.get(bot, bot)


NAMES = {
    "searcher:level=5": "no race",
    "searcher": "1 unit",
    "searcher:units=4": "4 units",
    "searcher:units=16": "16 units",
}


def picture(report: dict[str, Any]) -> str:
    """Return the curves of Elo against CPU time, and the shares won, with their intervals, as SVG."""
    matches = report["matches"]
    height = 40 * len(matches) + 330
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 940 {height}" role="img">',
        "<title>Strength of the searcher against CPU time, with two, three and four players</title>",
        "<style>text { font: 13px sans-serif }</style>",
        f'<rect width="940" height="{height}" fill="#fff"/>',
        *curves(report, 16),
    ]
    for place, one in enumerate(matches):
        y, fair = 40 * place + 300, 1 / one["players"]
        low, high = one["interval of Wilson"]
        said = f"{one['won']:.0%} of {one['games']} games, {one['Elo'][0]:+d} Elo"
        x = [300 + 400 * value for value in (low, high, one["won"], fair)]
        parts += [
            f'<text x="8" y="{y + 4}">{one["match"]}</text>',
            f'<line x1="{x[0]:.1f}" x2="{x[1]:.1f}" y1="{y}" y2="{y}" stroke="#36c" stroke-width="2"/>',
            f'<circle cx="{x[2]:.1f}" cy="{y}" r="5" fill="#36c"/>',
            f'<line x1="{x[3]:.1f}" x2="{x[3]:.1f}" y1="{y - 12}" y2="{y + 12}" stroke="#c33"/>',
            f'<text x="708" y="{y + 4}">{said}</text>',
        ]
    note = (
        "above: Elo against CPU seconds for a game and seat; below: shares won; blue: 95 % intervals; "
        f"red: fair share; measured on {report['date']}"
    )
    parts += [f'<text x="8" y="{height - 12}" fill="#555">{note}</text>', "</svg>"]
    return "\n".join(parts) + "\n"


def main() -> None:
    """Play what is missing for some time, and write the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after this time")
    parser.add_argument("--only", default="", help="play only matches with this in their names")
    parser.add_argument("--games", type=Path, default=GAMES, help="file of the games")
    parser.add_argument("--draw", action="store_true", help="only draw the picture of the report")
    options = parser.parse_args()
    before = json.loads(REPORT.read_text("utf-8")) if REPORT.exists() else {}
    if options.draw:
        replace_file(PICTURE, picture(before).encode(), mode=SHARED)
        return
    options.games.parent.mkdir(parents=True, exist_ok=True)
    games = read(options.games)
    done = {(str(one["match"]), int(str(one["deal"])), int(str(one["seat"]))) for one in games}
    until = time.monotonic() + 60 * options.minutes
    with open_growing(options.games) as file:
        file.cut(len(file.read(1 << 30)))
        for match, deal, seat in missing(done):
            if options.only not in match.name:
                continue
            if time.monotonic() > until:
                break
            games.append(play(match, deal, seat))
            file.add((json.dumps(games[-1]) + "\n").encode())
    report = summary(games, before)
    replace_file(REPORT, (json.dumps(report, indent=2) + "\n").encode(), mode=SHARED)
    replace_file(PICTURE, picture(report).encode(), mode=SHARED)
    for one in report["matches"]:
        print(one["match"], one["won"], one["interval of Wilson"], one["games"])


if __name__ == "__main__":
    main()
