"""How strong are the bots? Every bot plays the one before it in the ladder; seats rotate.

    python examples/round_robin.py                     # all pairs, 400 games each
    python examples/round_robin.py --pair planner greedy --games 100

The games are kept in a folder as they are finished: after an interruption the same command goes on. When all pairs have
played, the result is written to docs/assets/round_robin.json. Neither the number of workers nor the order of the games
makes a difference.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path

from toledo_lab.simulate import Plan, ProgressBar, Summary, simulate, summarize, worker_pool
from toledo_rules.bots import make_bot

LADDER = ("random", "greedy", "planner", "racer")
SEED = 2008
ROOT = Path(__file__).parents[1]
RESULT = ROOT / "docs" / "assets" / "round_robin.json"


def main(words: Sequence[str] | None = None) -> int:
    """The command."""
    options = arguments(words)
    weaker_first = [options.pair[::-1]] if options.pair else list(pairwise(LADDER))
    options.keep.mkdir(parents=True, exist_ok=True)
    matches = []
    with worker_pool(options.workers) if options.workers > 1 else nullcontext() as executor:
        for weaker, stronger in weaker_first:
            plan = Plan(
                bots=(str(stronger), str(weaker)),
                games=options.games,
                seed=options.seed,
                rotate=True,
            )
            path = options.keep / f"{stronger}-{weaker}-{options.seed}.jsonl".replace(":", "_")
            results = simulate(
                plan, executor=executor, path=path, progress=ProgressBar(stream=sys.stderr)
            )
            matches.append(match(plan, summarize(results)))
            print(json.dumps(matches[-1]))
    out = options.out if options.out or options.pair else RESULT
    if out:
        document = {"command": command(options), "matches": matches}
        out.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    return 0


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """What is asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=400, help="games of each pair (default: 400)")
    parser.add_argument("--seed", type=int, default=SEED, help=f"decides them (default: {SEED})")
    parser.add_argument("--workers", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--pair", nargs=2, metavar="BOT", help="only this pair")
    parser.add_argument(
        "--keep", type=Path, default=ROOT / "build" / "round_robin", help="folder for the games"
    )
    parser.add_argument(
        "--out",
        type=Path,
        help=f"file for the result (default: {RESULT.relative_to(ROOT)}; none for a single pair)",
    )
    return parser.parse_args(words)


def command(options: argparse.Namespace) -> str:
    """What plays the same games again."""
    pair = f" --pair {' '.join(options.pair)}" if options.pair else ""
    return f"python examples/round_robin.py --games {options.games} --seed {options.seed}{pair}"


def match(plan: Plan, summary: Summary) -> dict[str, object]:
    """A pair of bots: the share of games that the first one won, a shared win as half of one."""
    stronger = next(bot for bot in summary.bots if bot.who == plan.bots[0])
    return {
        "bot": plan.bots[0],
        "against": plan.bots[1],
        "made": [repr(make_bot(spec)) for spec in plan.bots],
        "players": len(plan.bots),
        "games": summary.games,
        "stopped": summary.stopped,
        "seed": plan.seed,
        "won": round(stronger.won.value, 4),
        "interval_95": [round(stronger.won.low, 4), round(stronger.won.high, 4)],
        "turns": round(summary.turns.value, 1),
    }


if __name__ == "__main__":
    sys.exit(main())
