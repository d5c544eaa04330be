"""A plugin for pytest: what a worker of pytest-xdist measures, and when it saves that.

A worker measures how the packages are imported, and then the tests, but not how the tests are collected: to measure
slows a program down to a third.

What it has covered is saved before it says that it is done. From then on it has ten seconds to end. On a busy machine
that is too little: it would be killed while it saves, and lines that were run would count as never run.
"""

from __future__ import annotations

import os
import pkgutil
from collections.abc import Generator
from importlib import import_module

import pytest
from coverage import Coverage


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Import all that is measured, then stop measuring until the tests are collected."""
    measuring = Coverage.current()
    if measuring is None or not hasattr(session.config, "workerinput"):
        return (yield)
    packages = measuring.get_option("run:source_pkgs")
    assert isinstance(packages, list)
    for name in packages:
        _import_all(name)
    measuring.stop()
    try:
        return (yield)
    finally:
        measuring.start()


def _import_all(name: str) -> None:
    """Import a package and everything in it but the programs."""
    path = getattr(import_module(name), "__path__", ())
    for module in pkgutil.walk_packages(path, f"{name}."):
        if not module.name.endswith("__main__"):
            import_module(module.name)


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
