"""The program that `python -m tests.matrix` runs where there is no pytest: in Pyodide, Python as WebAssembly."""

from __future__ import annotations

import json
import pkgutil
import runpy
import sys
from contextlib import redirect_stdout, suppress
from importlib import import_module
from io import StringIO
from pathlib import Path

import toledo_lab
import toledo_rules
from tests.vault import DRAFT, unlike, versions
from toledo_lab.simulate import Plan, read_results, simulate
from toledo_rules import Game, codec
from toledo_rules.record import load_record

SEEDS = range(0, 1000, 20)
"""Games of the vault to play: it is slow in there."""
OPTIONAL = ("adapters.", "testing.strategies", "testing.plugin", "__main__")
"""Modules that need packages which are not there, and the one that runs the command."""


def imported() -> int:
    """Import every module. Return their number."""
    number = 0
    packages = (toledo_rules, toledo_lab)
    for found in (
        one for p in packages for one in pkgutil.walk_packages(p.__path__, f"{p.__name__}.")
    ):
        short = found.name.partition(".")[2]
        if not short.startswith(OPTIONAL):
            import_module(found.name)
            number += 1
    return number


def files(folder: Path) -> str:
    """Save a game, continue it, and simulate into a file."""
    path = folder / "game.toledo"
    game = Game(2, seed=1, autosave=path)
    game.play("take")
    assert load_record(path).complete() == game.record()
    plan = Plan(
        bots=("random", "random"),
        games=2,
        seed=7,
        edition=toledo_rules.shipped_edition("tiny-duel"),
    )
    results = simulate(plan, path=folder / "games.csv")
    assert read_results(folder / "games.csv").results == results
    assert codec.loads(codec.dumps(game.state)) == game.state
    assert sorted(one.name for one in folder.iterdir()) == [
        "game.toledo",
        "games.csv",
        "games.csv.settings.json",
    ]
    return codec.digest(game.state)


def main() -> None:
    """Print what was found, as JSON."""
    folder = Path("/tmp/toledo")  # noqa: S108  this machine has one user
    folder.mkdir()
    modules, digest = imported(), files(folder)
    said = StringIO()
    with (
        redirect_stdout(said),
        suppress(SystemExit),
    ):  # the number of equal digests says how it went
        runpy.run_path("/project/tests/golden/fingerprint.py", run_name="__main__")
    same = len(SEEDS) - len(unlike(DRAFT if DRAFT.exists() else versions()[-1], SEEDS))
    print(
        json.dumps(
            {
                "version": f"{sys.version.split()[0]} ({sys.platform})",
                "result": f"{modules} modules imported, files written and read",
                "digest": digest,
                "runs with the same digests": said.getvalue().count(": equal"),
                "games by seed that are the same": same,
            }
        )
    )


if __name__ == "__main__":
    main()
