"""A plugin for pytest: measuring ends before the first search, and in time.

What a worker of pytest-xdist has covered is saved before it searches, and before it says that it is done. After that it
has ten seconds to exit. On a busy machine that is too little: it would be killed while saving, and lines that were run
would count as never run.
"""

from __future__ import annotations

import os

import pytest

VARIABLES = ("COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG", "COVERAGE_FILE")
"""The variables by which a program that is started learns that it is measured."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Stop measuring for good when the first search comes: all that is measured stands before it."""
    if item.get_closest_marker("search") is not None:
        _end()
        for name in VARIABLES:
            os.environ.pop(name, None)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Stop measuring in a worker: when the process ends, there is nothing left to do."""
    if hasattr(session.config, "workerinput"):
        _end()


def _end() -> None:
    """Stop measuring, if that was not done before, and save."""
    from coverage import Coverage  # noqa: PLC0415  # on other Pythons nothing is measured

    measuring = Coverage.current()
    if measuring is not None:
        measuring.stop()
        measuring.save()


def unmeasured(**variables: str) -> dict[str, str]:
    """Return the environment for a program of which nothing is measured: a copy of the package, or what it loads."""
    return {name: text for name, text in os.environ.items() if name not in VARIABLES} | variables
