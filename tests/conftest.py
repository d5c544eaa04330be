"""Settings of the property tests: the same examples every time, unless told otherwise.

    HYPOTHESIS_PROFILE=thorough pytest tests/property

tries other examples on each run, and many of them. What the tests record as "exploration" or "coverage" is printed
at the end of the run.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.__main__ import ROOT, SEARCHING
from tests.measuring import VARIABLES

if TYPE_CHECKING:
    from tests.browser import Browser

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,  # a game is played when first asked for, so the first example is slow
    max_examples=100,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile(
    "thorough",
    settings.get_profile("repeatable"),
    derandomize=False,
    max_examples=3000,
)
settings.register_profile("mutants", settings.get_profile("repeatable"), max_examples=10)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that needs no coverage by the folder or file in which it stands, and put these last."""
    places = tuple(str(ROOT / place) for place in SEARCHING)
    for item in items:
        if str(item.path).startswith(places):
            item.add_marker(pytest.mark.search)
    items.sort(key=lambda item: item.get_closest_marker("search") is not None)


def pytest_collection_finish() -> None:
    """Let the garbage collector skip the tests themselves, and run less often: it took a fifth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a module, see `tests.browser`."""
    from tests.browser import browsing  # noqa: PLC0415  # most tests need nothing that drives one

    with browsing() as browser:
        yield browser


@pytest.fixture
def unmeasured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the programs that a test starts run without the measuring of coverage, which slows them down.

    It is for programs that run nothing but what other tests run in this process.
    """
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what was found on the way: how much was explored, what was covered."""
    reports = [
        report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind)
    ]
    for title in ("exploration", "coverage"):
        found = [
            str(text)
            for report in reports
            for name, text in report.user_properties
            if name == title
        ]
        if found:
            terminalreporter.section(title)
            for text in sorted(found):
                terminalreporter.write_line(text)
