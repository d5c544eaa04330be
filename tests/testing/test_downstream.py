"""The kit as a user has it: a small program of somebody else, with tests that pytest runs in a folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import toledo_rules

PROGRAM = '''
"""A program that knows who leads."""

from toledo_rules import score


def leader(state):
    totals = [score(state, seat).total for seat in range(len(state.players))]
    return totals.index(max(totals))
'''

CONFTEST = 'pytest_plugins = ["toledo_rules.testing.plugin"]\n'

TESTS = """
from hypothesis import HealthCheck, given, settings
from leading import leader

from toledo_rules import TAKE_CARDS, apply
from toledo_rules.testing import BLUE, RED, Script, Table, play, sword
from toledo_rules.testing.strategies import positions


def test_a_delivered_sword_leads():
    assert leader(Table(2).alcazar(BLUE, 1, sword(12)).lay()) == BLUE


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(positions(players=3))
def test_somebody_leads(state):
    assert leader(state) in range(3)


def test_cards_come_as_named():
    state = Table(2).lay()
    with Script(state, "3va 5nd") as rng:
        assert apply(state, TAKE_CARDS, rng) == play(state, TAKE_CARDS, "3va 5nd")
"""

FAILING = """
from toledo_rules import TAKE_CARDS, apply
from toledo_rules.testing import Script, Table, play


def test_that_fails():
    state = Table(2).lay()
    assert play(state, TAKE_CARDS, "3va 5nd") == play(state, TAKE_CARDS, "3va 1nd")


def test_that_names_too_much():
    state = Table(2).lay()
    with Script(state, "3va 5nd 6td") as rng:
        apply(state, TAKE_CARDS, rng)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The folder of the program."""
    for name, text in (("leading.py", PROGRAM), ("conftest.py", CONFTEST)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def pytest_in(folder: Path) -> subprocess.CompletedProcess[str]:
    """What pytest says in that folder, as strict as it can be; the package is the one that is tested here."""
    home = str(Path(toledo_rules.__file__).parents[1])
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-W", "error", "-p", "no:cacheprovider", "--color=no"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": home},
        capture_output=True,
        text=True,
        check=False,
    )


def test_tests_of_a_program_pass(project: Path) -> None:
    (project / "test_leading.py").write_text(TESTS, encoding="utf-8")
    done = pytest_in(project)
    assert "3 passed" in done.stdout, done.stdout + done.stderr


def test_a_failing_assert_shows_the_difference(project: Path) -> None:
    (project / "test_leading.py").write_text(FAILING, encoding="utf-8")
    done = pytest_in(project)
    assert "2 failed" in done.stdout, done.stdout + done.stderr
    assert "assert two positions that differ, left -> right:" in done.stdout
    assert "E         red.hand: +1nd -5nd\n" in done.stdout
    assert "E         pile: +5nd -1nd\n" in done.stdout
    assert "TableError: 6td was never drawn" in done.stdout
