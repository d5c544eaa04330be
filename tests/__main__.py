"""All tests but those in a browser: ``make test``, or ``python -m tests``.

The examples come first. They must cover every line and branch of the package. Then, in the same processes, come the
searches, which look through many cases, and which measuring would slow down. The last line says what was not run.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).parent.parent
REPORTS = ROOT / "build" / "tests"
SEARCHING = (
    *("tests/property", "tests/spec", "tests/benchmarks", "tests/programs", "tests/net"),
    *("tests/golden", "tests/evidence", "docs", "README.md"),
    *("tests/bots/test_frozen_play.py", "tests/codec/test_schema.py", "lab/tests/studies"),
    *("tests/editions/test_one_authority.py", "tests/render/test_same_drawing.py"),
    *(f"tests/cli/test_cli_{name}.py" for name in ("details", "menu", "terminal")),
    *("tests/testing/test_downstream.py", "lab/tests/simulate/test_simulate_dask.py"),
    "lab/tests/adapters/test_openspiel_algorithms.py",
    *(
        f"tests/test_{name}.py"
        for name in (
            *("checked", "closed_worlds", "docstrings", "extension_points", "fuzz", "measuring"),
            *("mutants", "pins", "prose", "public_api", "release", "rule_audit", "structure"),
            *("under_load", "upgrading", "walks"),
        )
    ),
)
"""Searches, old games, texts, programs around the package, and whatever runs only lines that quicker tests run too:
without coverage, which makes them take two or three times as long. Other files have such tests too."""
IN_A_BROWSER = ("tests/pictures", "tests/web", "tests/website")

ELSEWHERE = {
    "pictures and pages in a browser": "make pages",
    "static checks": "make check",
    "other Pythons": "python -m tests.matrix --short",
    "the TypeScript client": "make typescript",
    "theorems": "make theorems",
    "instructions": "python -m tools.benchmarks.instructions",
}
"""The tests of other commands, which need more than Python, or more time."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests", description="Run all tests.")
    parser.add_argument("-n", default="auto", help="number of processes (default: one for a core)")
    processes = parser.parse_args(arguments).n
    for old in (*ROOT.glob(".coverage*"), *REPORTS.glob("*.xml")):
        old.unlink()
    failed = (
        _tests(processes)
        or _python("-m", "coverage", "combine", "--quiet")
        or _python("-m", "coverage", "report")
    )
    print(f"{_minutes():.1f} minutes of CPU time")
    print(not_run(REPORTS.glob("*.xml")))
    return failed


def not_run(reports: Iterable[Path]) -> str:
    """The sentence about what was not run: what other commands test, and tests that were skipped."""
    skipped = Counter(
        skip.get("message", "")
        for report in reports
        for skip in ET.parse(report).iter("skipped")  # noqa: S314  # our own
    )
    elsewhere = (f"{what} ({command})" for what, command in ELSEWHERE.items())
    here = (
        f"{number} test{'s' * (number > 1)} ({reason})"
        for reason, number in sorted(skipped.items())
    )
    return f"not run: {', '.join((*elsewhere, *here))}"


def _tests(processes: str) -> int:
    """Run all tests, and measure what those cover that are no search."""
    measured = ("-m", "coverage", "run", "-m", "pytest", "-p", "tests.measuring")
    elsewhere = (f"--ignore={folder}" for folder in IN_A_BROWSER)
    return _python(*measured, "-n", processes, f"--junit-xml={REPORTS / 'tests.xml'}", *elsewhere)


def _python(*words: str) -> int:
    """Run a program, which finds what others before it have compiled."""
    environment = {**os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, check=False)
    return done.returncode


def _minutes() -> float:
    """CPU time of the programs that have ended."""
    used = os.times()
    return (used.children_user + used.children_system) / 60


if __name__ == "__main__":
    raise SystemExit(main())
