"""Imports: where parts of the standard library are missing, from a zip file, and of no more than it takes to play."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import toledo_rules
from tests.measuring import unmeasured
from tools.benchmarks.instructions import FIRST_ACTIONS

MISSING = (
    "fcntl",
    "_multiprocessing",
    "resource",
    "readline",
    "pwd",
    "_posixsubprocess",
    "termios",
)

PROGRAM = """
import pkgutil, sys
from importlib import import_module
sys.modules.update(dict.fromkeys({missing!r}))
import toledo_lab, toledo_rules
left_out = ("adapters.", "testing.strategies", "testing.plugin", "__main__")
every = [*pkgutil.walk_packages(toledo_rules.__path__, "toledo_rules.")]
every += pkgutil.walk_packages(toledo_lab.__path__, "toledo_lab.")
for found in every:
    if not found.name.partition(".")[2].startswith(left_out):
        import_module(found.name)
from toledo_lab.simulate import Plan, simulate
plan = Plan(bots=("random", "random"), games=1, edition=toledo_rules.shipped_edition("tiny-duel"))
assert len(simulate(plan, path=sys.argv[1])) == 2
"""


@pytest.mark.parametrize("missing", [*((name,) for name in MISSING[:2]), MISSING], ids=", ".join)
def test_every_module_imports(missing: tuple[str, ...], tmp_path: os.PathLike[str]) -> None:
    program = PROGRAM.format(missing=missing)
    path = os.path.join(tmp_path, "games.csv")  # noqa: PTH118  a text for a program
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    subprocess.run([sys.executable, "-c", program, path], env=environment, check=True)


PLAY = """
import sys
from random import Random
import toledo_rules
from toledo_rules import Game, apply, legal_actions, new_game
rng = Random(1)
state = new_game(2, rng)
while not state.over:
    state = apply(state, rng.choice(legal_actions(state)), rng)
game = Game(["Ana", "Ben"], seed=1)
game.play(legal_actions(game.state)[0])
"""
LEAN = 'assert not {"cattrs", "tomllib", "json"} & {*sys.modules}, sorted(sys.modules)'
FILELESS = """
import sys
assert not {"cattrs", "json", "hashlib", "toledo_rules.storage"} & {*sys.modules}, sorted(sys.modules)
"""
ZIPPED = """
assert ".zip" in toledo_rules.__file__
from toledo_rules._cli import main
from toledo_rules.codec import dumps, loads
from toledo_rules.editions import SHIPPED_EDITIONS, shipped_edition
assert loads(dumps(state)) == state
for name in SHIPPED_EDITIONS:
    assert new_game(2, rng, edition=shipped_edition(name)).edition.name == name
main(["rule", "MOV-05", "--language", "de"])
"""


@pytest.mark.parametrize("program", [PLAY + LEAN, FIRST_ACTIONS + FILELESS], ids=["game", "engine"])
def test_a_program_that_plays_loads_no_more_than_it_needs(program: str) -> None:
    """JSON, cattrs and the TOML reader are for those who read and write, and so is what saves games and its hashes."""
    environment = unmeasured(PYTHONPATH=os.pathsep.join(filter(None, sys.path)))
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)


def test_the_package_can_be_imported_from_a_zip(tmp_path: Path) -> None:
    package = Path(toledo_rules.__file__).parent
    archive = tmp_path / "library.zip"
    with ZipFile(archive, "w") as file:
        for path in package.rglob("*"):
            if "__pycache__" not in path.parts:
                file.write(path, path.relative_to(package.parent))
    others = [path for path in sys.path if path and Path(path) != package.parent]
    environment = unmeasured(PYTHONPATH=os.pathsep.join([str(archive), *others]))
    subprocess.run([sys.executable, "-c", PLAY + ZIPPED], env=environment, check=True, cwd=tmp_path)
