"""What `python -m tests` says about itself: coverage that is never lost, and what was not run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.__main__ import ELSEWHERE, ROOT, not_run

SETTINGS = """
[tool.pytest.ini_options]
markers = ["search"]

[tool.coverage.run]
branch = true
source_pkgs = ["measured"]
parallel = true
disable_warnings = ["module-not-imported", "no-data-collected"]
patch = ["subprocess"]

[tool.coverage.report]
fail_under = 100
"""

MEASURED = """
def half(number):
    if number % 2:
        raise ValueError
    return number // 2

if __name__ == "__main__":
    print(half(4))
"""

TESTS = """
import os, subprocess, sys
import pytest
from measured import half
from tests.measuring import VARIABLES

def test_even():
    assert half(2) == 1

def test_odd():
    with pytest.raises(ValueError):
        half(1)

def test_program():
    subprocess.run([sys.executable, "-m", "measured"], check=True)

@pytest.mark.search
def test_search():
    assert sys.gettrace() is None
    assert os.environ.keys().isdisjoint(VARIABLES)
"""

KILLED = """
import atexit, os, signal

def pytest_configure(config):
    if hasattr(config, "workerinput"):
        atexit.register(os.kill, os.getpid(), signal.SIGKILL)
"""
"""Each worker is killed as soon as it ends, before it would save by itself."""


@pytest.mark.usefixtures("unmeasured")
def test_searches_are_not_measured_and_a_worker_that_is_killed_has_saved_what_it_covered(
    tmp_path: Path,
) -> None:
    for name, text in {
        "pyproject.toml": SETTINGS,
        "measured.py": MEASURED,
        "test_measured.py": TESTS,
        "conftest.py": KILLED,
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    path = os.pathsep.join((str(ROOT), str(tmp_path)))
    own = {"PYTHONPATH": path, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

    def coverage(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "coverage", *words],
            cwd=tmp_path,
            env=os.environ | own,
            capture_output=True,
            text=True,
            check=False,
        )

    options = ("-p", "xdist", "-p", "tests.measuring", "-p", "no:cacheprovider", "-n1")
    tested = coverage("run", "-m", "pytest", *options)
    assert tested.returncode == 0, tested.stdout
    assert "4 passed" in tested.stdout
    assert coverage("combine").returncode == 0
    reported = coverage("report", "--show-missing")
    assert reported.returncode == 0, reported.stdout


REPORT = """<testsuites><testsuite>
<testcase name="a"><skipped message="there is no node" /></testcase>
<testcase name="b"><skipped message="there are no books" /></testcase>
<testcase name="c" />
<testcase name="d"><skipped message="there are no books" /></testcase>
</testsuite></testsuites>
"""


def test_the_last_line_says_what_was_not_run_and_why(tmp_path: Path) -> None:
    (tmp_path / "tests.xml").write_text(REPORT, encoding="utf-8")
    said = not_run(tmp_path.glob("*.xml"))
    assert said.startswith("not run: pictures and pages in a browser (make pages), ")
    assert said.endswith(", 2 tests (there are no books), 1 test (there is no node)")


def test_what_is_tested_by_other_commands_is_all_that_ci_runs_beside() -> None:
    ran = set(
        re.findall(
            r"^ *(?:\.venv/bin/)?((?:make|python) .+)$",
            (ROOT / ".ci" / "run").read_text("utf-8"),
            re.MULTILINE,
        )
    )
    assert ran == {"make test", *ELSEWHERE.values()}
