"""What one edits for a new event, kind of shop or action: applied to a copy of the project, tried, and counted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.measuring import unmeasured
from tests.walks import apply, copy_project, files, places

MOST = {"event": 7, "shop": 7, "action": 10}
"""The most places that a walk may edit, beside sentences and tests."""


@pytest.mark.parametrize("walk", MOST)
def test_a_walk_is_short(walk: str) -> None:
    found = places(walk)
    assert len(found) <= MOST[walk], found


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with all walks, one after the other."""
    target = tmp_path_factory.mktemp("walked")
    copy_project(target)
    for walk in MOST:
        apply(walk, target)
    return target


def run(walked: Path, *module: str) -> None:
    """Run a module of Python in the copy."""
    environment = unmeasured(PYTHONPATH=f"{walked / 'src'}{os.pathsep}{walked}")
    command = [sys.executable, "-m", *module]
    done = subprocess.run(
        command, cwd=walked, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_edited_files_pass_the_type_checker(walked: Path) -> None:
    edited = {file for walk in MOST for file in files(walk) if file.endswith(".py")}
    run(walked, "mypy", *sorted(edited))


def test_the_examples_still_pass(walked: Path) -> None:
    run(walked, "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "tests/examples")


def test_library_follower_and_specification_agree(walked: Path) -> None:
    run(walked, "tests.walks.tried")
