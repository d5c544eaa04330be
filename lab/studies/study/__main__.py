"""The command: python -m lab.studies.study, from the top of the project."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from math import sqrt
from pathlib import Path
from typing import Any

from attrs import asdict

from toledo_lab.simulate import worker_pool
from toledo_rules import KOSMOS_2008
from toledo_rules.codec import digest
from toledo_rules.storage import SHARED, replace_file

from . import answers, duels, plots
from .files import KEEP, OUT, written
from .findings import Judged, judged
from .games import (
    GIFT_TABLE,
    LADDER,
    SEED,
    TABLES,
    Games,
    Rung,
    finished_games,
    play_ladder,
)
from .looks import POWER, detectable

DESCRIPTION = """\
Answers questions about the game by simulation, and draws a plot for each: how long is a game, is it
an advantage to begin, what is a movement tile worth, which swords win, how do duels end, and which
of the answers hold up the ladder of bots. It can be interrupted: called again, it goes on."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = arguments(words)
    rungs = LADDER[: options.rungs]
    say_power(rungs, options.games)
    if not options.finished:
        with nullcontext(None) if options.workers == 1 else worker_pool(options.workers) as pool:
            play_ladder(rungs, options.games, options.keep, pool)
    ladder = finished_games(rungs, options.games, options.keep)
    findings = judged(ladder)
    odds = duels.all_odds(options.duels, SEED)
    options.out.mkdir(parents=True, exist_ok=True)
    figures = {
        "command": "python -m lab.studies.study",
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "edition": KOSMOS_2008.name,
        "digest": digest(KOSMOS_2008),
        "seed": SEED,
        "rungs": [answered(games) for games in ladder],
        "findings": [as_json(finding) for finding in findings],
        "duels of each kind": options.duels,
        "duels": [asdict(one) for one in odds],
    }
    text = written(figures)
    replace_file(options.out / "figures.json", text, mode=SHARED)
    for name, picture in plots.study_plots(json.loads(text)).items():
        replace_file(options.out / f"{name}.svg", picture.encode(), mode=SHARED)
    print(f"plots and figures are in {options.out}")
    return 0


def say_power(rungs: Sequence[Rung], most: int) -> None:
    """Print what the numbers of games can find, before any is played."""
    for rung in rungs:
        games = min(rung.usual, most)
        found = [detectable(sqrt(1 / n * (1 - 1 / n)), games) for n in TABLES]
        shares = ", ".join(
            f"{100 * one:.1f} with {n}" for one, n in zip(found, TABLES, strict=True)
        )
        print(
            f"{rung.bot}: {games} games at a table show that a seat wins {shares} percentage points "
            f"more than its share, with a chance of {POWER:.0%}"
        )


def answered(games: Games) -> dict[str, Any]:
    """Return all answers of a rung."""
    below = answers.against_below(games)
    return {
        "bot": games.rung.bot,
        "games at each table": {n: len(games.usual[n]) // n for n in TABLES},
        "games with each gift": {gift: len(x) // GIFT_TABLE for gift, x in games.gifts.items()},
        "deals against the rung below": len(games.below) // 4,
        "won against the rung below": below and asdict(below),
        "lengths": [asdict(length) for length in answers.lengths(games)],
        "seats": [asdict(share) for share in answers.seat_shares(games)],
        "gifts": [asdict(worth) for worth in answers.worths(games)],
        "swords": [asdict(share) for share in answers.sword_shares(games)],
        "course": asdict(answers.course(games)),
    }


def as_json(one: Judged) -> dict[str, Any]:
    """Return a finding for JSON."""
    return {
        "name": one.finding.name,
        "claim": one.finding.claim,
        "unit": one.finding.unit,
        "verdict": one.verdict,
        "p": one.p,
        "rungs": [asdict(rung) for rung in one.rungs],
    }


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """Return what is asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m lab.studies.study", description=DESCRIPTION)
    most = max(rung.usual for rung in LADDER)
    parser.add_argument("--games", type=int, default=most, help="most games of each kind")
    parser.add_argument("--rungs", type=int, help="only the lowest rungs of the ladder")
    parser.add_argument("--duels", type=int, default=2000, help="duels of each kind (2000)")
    parser.add_argument("--finished", action="store_true", help="play nothing, use what is there")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--keep", type=Path, default=KEEP, help="folder for the games")
    parser.add_argument("--out", type=Path, default=OUT, help="folder for the plots")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
