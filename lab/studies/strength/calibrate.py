"""Calibrate the outlook of positions: fit its weights to games, and measure it in other games.

    python -m lab.studies.strength.calibrate play GAMES FIRST LAST    bots play against themselves; the games are stored
    python -m lab.studies.strength.calibrate fit GAMES                write the weights of `toledo_lab.analysis`
    python -m lab.studies.strength.calibrate measure GAMES            write docs/assets/calibration.json and .svg

Games below number `HELD_OUT` are for measuring, the others for fitting. In each game one bot sits in all seats. The
chances are measured at the start of every turn: the Brier score is the mean square of the difference between the chance
of a player and the result. It is compared with that of chances which follow from the lead in points alone, fitted to
the same games in the same way, with a slope for each number of players and stage of the game.
"""

from __future__ import annotations

import json
import pickle
import platform
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from toledo_lab.analysis import outlook
from toledo_lab.analysis._outlook import FEATURES, seat_features
from toledo_lab.bots._appraisal import STAGES, moment_of
from toledo_lab.bots._search import appraisal_of
from toledo_rules import Action, apply, new_game, outcome, score
from toledo_rules.bots import MOST_DECISIONS, bot_streams, load_bot, play_on
from toledo_rules.chance import Stream
from toledo_rules.state import TurnStart
from toledo_rules.storage import SHARED, replace_file

SEED = "calibration 2026"
BOTS = ("searcher:level=5", "searcher:level=5", "planner")
"""The bots of games that follow each other, for each number of players."""
PLAYERS = (2, 3, 4)
HELD_OUT = 1_000
WEIGHTS = Path("lab/src/toledo_lab/analysis/outlook.json")
REPORT = Path("docs/assets/calibration.json")
PICTURE = Path("docs/assets/calibration.svg")
BINS = 10
RESAMPLES = 1_000
RIDGE = 1e-3
"""Pull towards 0 of the weights of standardised features, for each turn. Of 1e-4, 1e-3, 3e-3 and 1e-2, this one had the
best Brier score in a cross-validation with the games for fitting."""

Numbers = NDArray[np.float64]


class Game(NamedTuple):
    """The starts of turns of a game, and its result."""

    players: int
    bot: str
    stages: list[int]
    rows: Numbers
    """Features, by turn and seat."""
    chances: Numbers
    """Chances by the weights of the package, by turn and seat."""
    points: Numbers
    """Points to expect by the weights of the package, by turn and seat."""
    shares: Numbers
    """Share in the victory, by seat."""
    final: Numbers
    """Points at the end, by seat."""


def seated(number: int) -> tuple[int, str]:
    """Return the number of players of a game, and the bot in all its seats."""
    return PLAYERS[number % len(PLAYERS)], BOTS[number // len(PLAYERS) % len(BOTS)]


def play(path: Path, first: int, last: int) -> None:
    """Play games and add them to a file, each as its number and its actions."""
    with path.open("ab") as file:
        for number in range(first, last):
            players, spec = seated(number)
            chance, actions = Stream(SEED, game=number), list[Action]()
            state, bots = new_game(players, chance), [load_bot(spec)] * players
            for ply in play_on(state, bots, chance, bot_streams(SEED, players, game=number)):
                actions.append(ply.action)
                if len(actions) >= MOST_DECISIONS:
                    break
            pickle.dump((number, tuple(actions)), file)
            file.flush()


def stored(path: Path) -> Iterator[tuple[int, tuple[Action, ...]]]:
    """Yield the games in a file of one's own: a pickle runs what it says."""
    with path.open("rb") as file:
        while True:
            try:
                yield pickle.load(file)
            except EOFError:
                return


def games(path: Path, *, held_out: bool) -> Iterator[Game]:
    """Yield the finished games for measuring, or those for fitting."""
    for number, actions in stored(path):
        if (number < HELD_OUT) != held_out:
            continue
        players, bot = seated(number)
        chance = Stream(SEED, game=number)
        state = new_game(players, chance)
        appraisal = appraisal_of(state.edition)
        stages, rows, outlooks = list[int](), [], []
        for action in actions:
            if isinstance(state.phase, TurnStart):
                stages.append(moment_of(state).stage)
                rows.append(seat_features(appraisal, state, state.active))
                if held_out:
                    outlooks.append(outlook(state))
            state = apply(state, action, chance)
        result = outcome(state)
        if result is not None:
            won = [float(seat in result.winners) for seat in range(players)]
            yield Game(
                players,
                bot,
                stages,
                np.array(rows),
                np.array([one.chances for one in outlooks]),
                np.array([one.points for one in outlooks]),
                np.array(won) / sum(won),
                np.array([float(score(state, seat).total) for seat in range(players)]),
            )


def fitted_strength(rows: Numbers, shares: Numbers) -> Numbers:
    """Return the weights of a conditional logit, by Newton's method."""
    weights = np.zeros(rows.shape[2])
    scale = rows.std((0, 1)) + 1e-9
    rows = (rows - rows.mean(1, keepdims=True)) / scale
    for _ in range(25):
        chances = softmax(rows @ weights)
        gradient = np.einsum("ts,tsf->f", shares - chances, rows)
        spread = rows - np.einsum("ts,tsf->tf", chances, rows)[:, None, :]
        curve = np.einsum("ts,tsf,tsg->fg", chances, spread, spread)
        pull = RIDGE * len(rows)
        step = np.linalg.solve(curve + pull * np.eye(len(weights)), gradient - pull * weights)
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    return np.asarray(weights / scale)


def softmax(strengths: Numbers) -> Numbers:
    """Return chances in proportion to the exponentials of strengths, turn by turn."""
    shares = np.exp(strengths - strengths.max(1, keepdims=True))
    return np.asarray(shares / shares.sum(1, keepdims=True))


def fitted_points(rows: Numbers, final: Numbers) -> Numbers:
    """Return the weights of a linear fit of the points at the end, over the players who have a turn left."""
    worth = rows[:, :, :1]
    others = (worth.sum(1, keepdims=True) - worth) / (rows.shape[1] - 1)
    full = np.concatenate([np.ones_like(worth), rows, others], axis=2)
    active = rows[:, :, FEATURES.index("done")] == 0
    x, y = full[active], final[active]
    pull = RIDGE * len(x) * np.eye(x.shape[1])
    pull[0, 0] = 0
    return np.asarray(np.linalg.solve(x.T @ x + pull, x.T @ y))


def at_stage(some: list[Game], stage: int) -> tuple[Numbers, Numbers, Numbers]:
    """Return the features of all turns at a stage, with the shares in the victory and the points at the end."""
    rows, shares, final = [], [], []
    for game in some:
        here = [turn for turn, one in enumerate(game.stages) if one == stage]
        rows += [game.rows[turn] for turn in here]
        shares += [game.shares] * len(here)
        final += [game.final] * len(here)
    return np.array(rows), np.array(shares), np.array(final)


def fit(path: Path) -> None:
    """Fit the weights and write them into the package."""
    every = list(games(path, held_out=False))
    tables: dict[str, list[dict[str, list[float]]]] = {}
    leads: dict[str, list[float]] = {}
    for players in PLAYERS:
        some = [game for game in every if game.players == players]
        for stage in range(STAGES):
            rows, shares, final = at_stage(some, stage)
            tables.setdefault(str(players), []).append(
                {
                    "strength": [round(float(one), 5) for one in fitted_strength(rows, shares)],
                    "points": [round(float(one), 5) for one in fitted_points(rows, final)],
                }
            )
            lead = fitted_strength(rows[:, :, 1:2], shares)
            leads.setdefault(str(players), []).append(round(float(lead[0]), 5))
    said = {
        "command": "python -m lab.studies.strength.calibrate fit",
        "games": len(every),
        "features": list(FEATURES),
        "lead alone": leads,
        "players": tables,
    }
    replace_file(WEIGHTS, (json.dumps(said, indent=1) + "\n").encode(), mode=SHARED)
    print(f"{len(every)} games")


def brier(chances: Numbers, shares: Numbers) -> float:
    """Return the mean square of what chances miss results by."""
    return float(((chances - shares) ** 2).mean())


def measure(path: Path) -> None:
    """Measure the outlook in games that were not used for fitting."""
    leads = json.loads(WEIGHTS.read_text(encoding="utf-8"))["lead alone"]
    every = list(games(path, held_out=True))
    scores = np.array([_scores(game, leads[str(game.players)]) for game in every])
    rng = np.random.default_rng(1)
    draws = rng.integers(len(every), size=(RESAMPLES, len(every)))
    bins = [_binned(game) for game in every]
    report: dict[str, object] = {
        "command": "python -m lab.studies.strength.calibrate measure GAMES",
        "date": datetime.now(tz=UTC).date().isoformat(),
        "python": platform.python_version(),
        "games": len(every),
        "games for fitting": json.loads(WEIGHTS.read_text(encoding="utf-8"))["games"],
        "bots": sorted(set(BOTS)),
        "turns": sum(len(game.stages) for game in every),
        "all": _figures(scores, draws),
        "by players": {
            str(players): _figures(*_resampled(scores, [g.players == players for g in every], rng))
            for players in PLAYERS
        },
        "by bot": {
            bot: _figures(*_resampled(scores, [g.bot == bot for g in every], rng))
            for bot in sorted(set(BOTS))
        },
        "reliability": _reliability(np.array(bins), draws),
    }
    replace_file(REPORT, (json.dumps(report, indent=1) + "\n").encode(), mode=SHARED)
    replace_file(PICTURE, picture(report).encode(), mode=SHARED)
    print(json.dumps(report["all"], indent=1))


def _scores(game: Game, leads: list[float]) -> list[float]:
    """Return the figures of a game: turns, and sums over them of the Brier scores and of the misses of points."""
    turns = len(game.stages)
    slopes = np.array([leads[stage] for stage in game.stages])
    lead = softmax(game.rows[:, :, 1] * slopes[:, None])
    return [
        turns,
        turns * brier(game.chances, game.shares),
        turns * brier(lead, game.shares),
        turns * brier(np.full_like(lead, 1 / game.players), game.shares),
        turns * float(np.abs(game.points - game.final).mean()),
        turns * float((game.points - game.final).mean()),
    ]


def _resampled(
    scores: Numbers, chosen: list[bool], rng: np.random.Generator
) -> tuple[Numbers, NDArray[np.int64]]:
    some = scores[np.array(chosen)]
    return some, rng.integers(len(some), size=(RESAMPLES, len(some)))


def _figures(scores: Numbers, draws: NDArray[np.int64]) -> dict[str, object]:
    """Return the figures over games, with 95 % intervals by a bootstrap over games."""
    sums = scores.sum(0)
    again = scores[draws].sum(1)
    means, spread = sums[1:] / sums[0], again[:, 1:] / again[:, :1]
    gain = spread[:, 1] - spread[:, 0]
    return {
        "games": len(scores),
        "Brier score": _rounded(means[0], spread[:, 0]),
        "Brier score of the lead in points": _rounded(means[1], spread[:, 1]),
        "difference": _rounded(means[1] - means[0], gain),
        "Brier score of equal chances": _rounded(means[2], spread[:, 2]),
        "points missed by": _rounded(means[3], spread[:, 3]),
        "points too many": _rounded(means[4], spread[:, 4]),
    }


def _rounded(value: float, spread: Numbers) -> list[float]:
    low, high = np.quantile(spread, [0.025, 0.975])
    return [round(float(one), 4) for one in (value, low, high)]


def _binned(game: Game) -> Numbers:
    """Return how many chances of a game fall into each bin, with the sums of the chances and of the results."""
    chances = game.chances.ravel()
    results = np.tile(game.shares, len(game.stages))
    place = np.minimum((chances * BINS).astype(int), BINS - 1)
    found = np.zeros((BINS, 3))
    np.add.at(found, place, np.stack([np.ones_like(chances), chances, results], axis=1))
    return found


def _reliability(bins: Numbers, draws: NDArray[np.int64]) -> list[dict[str, object]]:
    """Return for each bin the mean chance and the share of wins, with its interval by a bootstrap over games."""
    sums = bins.sum(0)
    again = np.array([bins[draw].sum(0) for draw in draws])
    found: list[dict[str, object]] = []
    for place, (number, chance, won) in enumerate(sums):
        if not number:
            continue
        shares = again[:, place, 2] / np.maximum(again[:, place, 0], 1)
        found.append(
            {
                "chances": int(number),
                "chance": round(chance / number, 4),
                "won": _rounded(won / number, shares),
            }
        )
    return found


def picture(report: dict[str, object]) -> str:
    """Return the reliability curve as SVG."""
    rows = report["reliability"]
    assert isinstance(rows, list)

    def at(x: float, y: float) -> tuple[str, str]:
        return f"{60 + 380 * x:.1f}", f"{400 - 380 * y:.1f}"

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 460 460" role="img">',
        "<title>Reliability of the chances to win</title>",
        "<style>text { font: 13px sans-serif }</style>",
        '<rect width="460" height="460" fill="#fff"/>',
        '<path d="M60 400L440 20" stroke="#999" stroke-dasharray="4 4"/>',
        '<path d="M60 20V400H440" stroke="#333" fill="none"/>',
    ]
    for tick in range(0, 101, 20):
        (x, _), (_, y) = at(tick / 100, 0), at(0, tick / 100)
        parts += [
            f'<text x="{x}" y="418" text-anchor="middle">{tick}</text>',
            f'<text x="52" y="{float(y) + 4:.1f}" text-anchor="end">{tick}</text>',
        ]
    for row in rows:
        won, low, high = row["won"]
        (x, y), (_, top), (_, foot) = (at(row["chance"], one) for one in (won, high, low))
        parts += [
            f'<line x1="{x}" x2="{x}" y1="{top}" y2="{foot}" stroke="#36c" stroke-width="2"/>',
            f'<circle cx="{x}" cy="{y}" r="4" fill="#36c"/>',
        ]
    note = f"{report['games']} games, 95 % intervals over games, {report['date']}"
    parts += [
        '<text x="250" y="436" text-anchor="middle">chance to win, in %</text>',
        '<text x="16" y="210" text-anchor="middle" transform="rotate(-90 16 210)">games won, in %</text>',
        f'<text x="250" y="454" text-anchor="middle" fill="#555">{note}</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def main(command: str, path: str, first: str = "0", last: str = "0") -> None:
    """Run a command."""
    if command == "play":
        play(Path(path), int(first), int(last))
    elif command == "fit":
        fit(Path(path))
    elif command == "measure":
        measure(Path(path))
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:])
