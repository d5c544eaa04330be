"""A plugin for pytest: what a worker of pytest-xdist has covered is saved before the worker says that it is done.

After that it has ten seconds to exit. On a busy machine that is too little: it would be killed while saving, and lines
that were run would count as never run.
"""

from __future__ import annotations

import os

import pytest
from coverage import Coverage


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Stop measuring in a worker, and save: when the process ends, there is nothing left to do."""
    measuring = Coverage.current()
    if measuring is not None and hasattr(session.config, "workerinput"):
        measuring.stop()
        measuring.save()


def unmeasured(**variables: str) -> dict[str, str]:
    """Return the environment for a program of which nothing is measured: a copy of the package, or what it loads."""
    measuring = ("COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG")
    return {name: text for name, text in os.environ.items() if name not in measuring} | variables
