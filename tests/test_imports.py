"""Imports on systems where parts of the standard library are missing, such as browsers and Windows."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

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
import toledo_rules
left_out = ("adapters.", "testing.strategies", "testing.plugin", "__main__")
for found in pkgutil.walk_packages(toledo_rules.__path__, "toledo_rules."):
    if not found.name.removeprefix("toledo_rules.").startswith(left_out):
        import_module(found.name)
from toledo_rules.simulate import Plan, simulate
plan = Plan(bots=("random", "random"), games=1, edition=toledo_rules.shipped_edition("tiny-duel"))
assert len(simulate(plan, path=sys.argv[1])) == 2
"""


@pytest.mark.parametrize("missing", [*((name,) for name in MISSING[:2]), MISSING], ids=", ".join)
def test_every_module_imports(missing: tuple[str, ...], tmp_path: os.PathLike[str]) -> None:
    program = PROGRAM.format(missing=missing)
    path = os.path.join(tmp_path, "games.csv")  # noqa: PTH118  a text for a program
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    subprocess.run([sys.executable, "-c", program, path], env=environment, check=True)
