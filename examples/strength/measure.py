"""Measure the strength of the searching bot against time: ``python -m examples.strength.measure``.

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
from typing import NamedTuple

from toledo_rules import Action, View, new_game
from toledo_rules.bots import MOST_DECISIONS, Bot, bot_streams, for_game, load_bot, play_on
from toledo_rules.chance import Rng, Stream
from toledo_rules.scoring import ranking
from toledo_rules.simulate import wilson
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


def summary(games: list[dict[str, object]]) -> dict[str, object]:
    """Return the figures of all matches, by the deals that are complete."""
    found = []
    for match in MATCHES:
        deals: dict[object, list[dict[str, object]]] = {}
        for game in games:
            if game["match"] == match.name:
                deals.setdefault(game["deal"], []).append(game)
        whole = [some for some in deals.values() if len(some) == match.players]
        if not whole:
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
        "command": "make strength",
        "date": datetime.now(tz=UTC).date().isoformat(),
        "python": platform.python_version(),
        "seed": SEED,
        "matches": found,
    }


def elo(share: float, players: int) -> float:
    """Return the Elo difference to each of the others that a share of wins stands for."""
    share = min(max(share, 0.01), 0.99)
    return 400 * log10((players - 1) * share / (1 - share))


def picture(report: dict[str, object]) -> str:
    """Return the shares won, with their intervals, the fair share, Elo and CPU time, as SVG."""
    matches = report["matches"]
    assert isinstance(matches, list)
    shown = [one for one in matches if "time of" not in one["match"]]
    height = 40 * len(shown) + 50
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 {height}" role="img">',
        "<title>Share of games won by the searcher</title>",
        "<style>text { font: 13px sans-serif }</style>",
        f'<rect width="900" height="{height}" fill="#fff"/>',
    ]
    for place, one in enumerate(shown):
        y, fair = 40 * place + 30, 1 / one["players"]
        low, high = one["interval of Wilson"]
        seconds = one["CPU seconds for a game and seat"]
        said = f"{one['won']:.0%}, {one['Elo'][0]:+d} Elo, {seconds:.2f} s"
        x = [300 + 400 * value for value in (low, high, one["won"], fair)]
        parts += [
            f'<text x="8" y="{y + 4}">{one["match"]}</text>',
            f'<line x1="{x[0]:.1f}" x2="{x[1]:.1f}" y1="{y}" y2="{y}" stroke="#36c" stroke-width="2"/>',
            f'<circle cx="{x[2]:.1f}" cy="{y}" r="5" fill="#36c"/>',
            f'<line x1="{x[3]:.1f}" x2="{x[3]:.1f}" y1="{y - 12}" y2="{y + 12}" stroke="#c33"/>',
            f'<text x="708" y="{y + 4}">{said}</text>',
        ]
    note = (
        "blue: share won with 95 % interval; red: fair share; "
        f"CPU seconds for a game and seat; measured on {report['date']}"
    )
    parts += [f'<text x="8" y="{height - 12}" fill="#555">{note}</text>', "</svg>"]
    return "\n".join(parts) + "\n"


def main() -> None:
    """Play what is missing for some time, and write the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after this time")
    parser.add_argument("--only", default="", help="play only matches with this in their names")
    parser.add_argument("--games", type=Path, default=GAMES, help="file of the games")
    options = parser.parse_args()
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
    report = summary(games)
    replace_file(REPORT, (json.dumps(report, indent=2) + "\n").encode(), mode=SHARED)
    replace_file(PICTURE, picture(report).encode(), mode=SHARED)
    matches = report["matches"]
    assert isinstance(matches, list)
    for one in matches:
        print(one["match"], one["won"], one["interval of Wilson"], one["games"])


if __name__ == "__main__":
    main()
