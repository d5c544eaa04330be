"""The command: python -m examples.study, from the top of the project."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from attrs import asdict

from toledo_rules import KOSMOS_2008
from toledo_rules.codec import digest
from toledo_rules.simulate import worker_pool

from . import answers, duels, plots
from .games import BOT, SEED, play_all

ROOT = Path(__file__).parent.parent.parent
SWORD_TABLE = 3
DESCRIPTION = f"""\
Answers questions about the game by simulation, and draws a plot for each: how long is a game, is it
an advantage to begin, what is a movement tile worth, which swords win, how do duels end. All players
are {BOT} bots. It takes some minutes, and can be interrupted: called again, it goes on."""


def main(words: Sequence[str] | None = None) -> int:
    """The command."""
    options = arguments(words)
    with nullcontext(None) if options.workers == 1 else worker_pool(options.workers) as pool:
        results = play_all(options.games, options.keep, pool)
    options.out.mkdir(parents=True, exist_ok=True)
    lengths = answers.lengths(results)
    seats = answers.seat_shares(results)
    worths = answers.worths(results)
    swords = answers.sword_shares(results, SWORD_TABLE)
    anybody = answers.any_sword_share(results, SWORD_TABLE)
    odds = duels.all_odds(options.duels, SEED)
    plots.draw_lengths(options.out / f"lengths.{options.form}", lengths)
    plots.draw_seats(options.out / f"seats.{options.form}", seats)
    plots.draw_worths(options.out / f"gifts.{options.form}", worths)
    plots.draw_swords(options.out / f"swords.{options.form}", swords, anybody, SWORD_TABLE)
    plots.draw_odds(options.out / f"duels.{options.form}", odds)
    figures = {
        "command": f"python -m examples.study --games {options.games}",
        "edition": KOSMOS_2008.name,
        "digest": digest(KOSMOS_2008),
        "bot": BOT,
        "seed": SEED,
        "games of each kind": options.games,
        "duels of each kind": options.duels,
        "lengths": [without(asdict(length), "every") for length in lengths],
        "seats": [asdict(share) for share in seats],
        "movement holders": asdict(answers.movement_holders(results)),
        "gifts": [asdict(worth) for worth in worths],
        "swords": {
            "players": SWORD_TABLE,
            "any": asdict(anybody),
            "values": [asdict(share) for share in swords],
        },
        "duels": [asdict(one) for one in odds],
    }
    text = json.dumps(rounded(figures), indent=1)
    (options.out / "figures.json").write_text(text + "\n", encoding="utf-8")
    print(f"plots and figures are in {options.out}")
    return 0


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """What is asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m examples.study", description=DESCRIPTION)
    parser.add_argument("--games", type=int, default=600, help="games of each kind (600)")
    parser.add_argument("--duels", type=int, default=2000, help="duels of each kind (2000)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument(
        "--keep", type=Path, default=ROOT / "build" / "study", help="folder for the games"
    )
    parser.add_argument(
        "--out", type=Path, default=ROOT / "docs" / "assets" / "study", help="folder for the plots"
    )
    parser.add_argument("--form", choices=("svg", "png"), default="svg", help="of the plots")
    return parser.parse_args(words)


def without(record: dict[str, Any], name: str) -> dict[str, Any]:
    """All but one entry."""
    return {key: value for key, value in record.items() if key != name}


def rounded(value: Any) -> Any:
    """The same with numbers that people read."""
    match value:
        case float():
            return round(value, 4)
        case dict():
            return {key: rounded(part) for key, part in value.items()}
        case list() | tuple():
            return [rounded(part) for part in value]
        case _:
            return value


if __name__ == "__main__":
    sys.exit(main())
