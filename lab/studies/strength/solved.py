"""Measure bots by solved editions: ``python -m lab.studies.strength.solved N``, for every Nth position.

``spec/solved`` has positions of tiny editions in which some moves keep the value of the game and others give it away.
The value is known exactly, so this is the only absolute yardstick. A bot finds the value if it chooses a move that
keeps it. In `OPEN` editions nothing is hidden; in the others the solution is that of open hands, another game than the
one that the bot plays, so it cannot always be right there.
"""

from __future__ import annotations

import json
import platform
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean

from toledo_lab.bots import SearchBot
from toledo_rules import legal_actions, parse_position, shipped_edition, view
from toledo_rules.bots import load_bot
from toledo_rules.chance import Stream
from toledo_rules.notation import format_action
from toledo_rules.storage import SHARED, replace_file

SOLVED = Path("spec/solved")
REPORT = Path("docs/assets/solved.json")
EDITIONS = ("tiny-agreement", "tiny-exhaustive", "tiny-bank", "tiny-road")
OPEN = EDITIONS[:2]
BOTS = (
    "planner",
    "racer",
    "searcher",
    "searcher:units=4",
    "searcher:units=16",
    "searcher:units=64",
)


def measured(name: str, every: int) -> dict[str, object]:
    """Return how often each bot finds the value in the positions of an edition, or in every Nth of them."""
    edition = shipped_edition(name)
    said = json.loads((SOLVED / f"{name}.json").read_text(encoding="utf-8"))["choices"]
    choices = [(parse_position(one["position"], edition), one) for one in said[::every]]
    shares = [len(one["best"]) / len(legal_actions(state)) for state, one in choices]
    bots: dict[str, dict[str, object]] = {}
    for spec in BOTS:
        bot, begin, found, misses = load_bot(spec), time.process_time(), 0, list[float]()
        for number, (state, one) in enumerate(choices):
            seen, rng = view(state, state.active), Stream("solved", game=number)
            if isinstance(bot, SearchBot):
                best = bot.rank(seen, rng)[0]
                action = best.actions[0]
                misses.append(abs(best.chance - abs(one["value"] - state.active)))
            else:
                action = bot.choose(seen, rng)
            found += format_action(action, edition) in one["best"]
        bots[spec] = {
            "found": found,
            "share": round(found / len(choices), 4),
            "CPU seconds for a position": round((time.process_time() - begin) / len(choices), 4),
        }
        if misses:
            bots[spec]["value missed by"] = round(fmean(misses), 4)
    return {
        "hands": "open" if name in OPEN else "hidden, but open in the solution",
        "positions": len(choices),
        "by chance": round(fmean(shares), 4),
        "bots": bots,
    }


def main(every: str = "1") -> None:
    """Measure all bots and write the report."""
    report = {
        "command": f"python -m lab.studies.strength.solved {every}",
        "date": datetime.now(tz=UTC).date().isoformat(),
        "python": platform.python_version(),
        "editions": {name: measured(name, int(every)) for name in EDITIONS},
    }
    replace_file(REPORT, (json.dumps(report, indent=1) + "\n").encode(), mode=SHARED)
    print(json.dumps(report["editions"], indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
