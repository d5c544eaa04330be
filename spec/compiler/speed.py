"""Measures the compiled specification beside the library, on the positions of kosmos-2008 in a part of the suite.

    python -m spec.compiler.speed             # TypeScript too if clients/typescript is built

Medians of CPU time in microseconds: taking in a position from JSON, its legal moves, and a consequence, which is the
position after a move, its events once, and whether it reveals anything. Each is the best of several askings, of a
position that was not asked before.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from spec.compiler.build import TYPESCRIPT, compiled
from spec.conformance import runner, terms
from tests.spec.agreement import sample
from toledo_rules import chance_outcomes, legal_actions, step
from toledo_rules.codec import dump, load
from toledo_rules.state import State
from toledo_rules.testing import moves

NAME, SAMPLES = "kosmos-2008", range(40, 53)
CLIENT = TYPESCRIPT.parents[2]


def best(ask: Callable[[], object], fresh: Callable[[], object] = lambda: None) -> float:
    """Microseconds of the fastest of several calls."""
    found = []
    for _ in range(5):
        fresh()
        began = time.process_time_ns()
        ask()
        found.append(time.process_time_ns() - began)
    return min(found) / 1_000


def library(position: Any) -> tuple[float, float, float | None]:
    """Return the times of the library for a position."""
    state = load(position, State)
    every = moves(state)
    legal = best(lambda: chance_outcomes(state) if state.chance else legal_actions(state))
    steps = best(lambda: [step(state, move) for move in every]) / len(every) if every else None
    return best(lambda: load(position, State)), legal, steps


def generated(position: Any, game: Any) -> tuple[float, float, float | None]:
    """Return the times of the compiled Python for it."""
    now: list[Any] = []

    def fresh() -> None:
        now[:] = [game.position(terms.position(position))]

    def consequences() -> None:
        for who, act in rows:
            move = game.move(now[0], who, act)
            game.after(move)
            game.happens(move)
            game.reveals(move)

    fresh()
    rows = list(game.legal(now[0]))
    legal = best(lambda: game.legal(now[0]), fresh)
    return best(fresh), legal, best(consequences, fresh) / len(rows) if rows else None


def typescript(box: Any, positions: list[Any]) -> Any:
    """The same for TypeScript in node; nothing if it is not built."""
    if not (CLIENT / "dist" / "rules").exists():
        return None
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder, "box.json"), Path(folder, "positions.jsonl")
        files[0].write_text(json.dumps(box), "utf-8")
        files[1].write_text("\n".join(map(json.dumps, positions)), "utf-8")
        command = ["node", str(CLIENT / "speed.mjs"), *map(str, files)]
        return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def main() -> None:
    """The command."""
    box = json.loads((runner.HERE / "editions.json").read_text("utf-8"))[NAME]
    states = [state for number in SAMPLES for state in sample(number)]
    positions: list[Any] = [dump(state) for state in states if state.edition.name == NAME]
    games = {n: compiled().game(terms.edition(box, n)) for n in (2, 3, 4)}
    found = {
        "library": [library(one) for one in positions],
        "Python": [generated(one, games[len(one["players"])]) for one in positions],
    }
    print(f"{NAME}, {len(positions)} positions  take in    legal  consequence")
    for name, figures in found.items():
        columns = [[f for f in column if f is not None] for column in zip(*figures, strict=True)]
        print(f"{name:26} {' '.join(f'{median(column):10.1f}' for column in columns)}")
    if (third := typescript(box, positions)) is not None:
        print(f"{'TypeScript':26} {' '.join(f'{value:10.1f}' for value in third.values())}")


if __name__ == "__main__":
    main()
