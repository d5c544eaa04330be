"""The examples in docstrings run, in the package as it is installed and in two modules of the tests."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module
from types import FunctionType

import pytest

import toledo_rules

MODULES = [
    "toledo_rules",
    *(found.name for found in pkgutil.walk_packages(toledo_rules.__path__, "toledo_rules.")),
    "tests.exploration",
    "tests.golden.transcript",
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    assert doctest.testmod(import_module(name), optionflags=flags).failed == 0


def test_every_public_function_has_an_example() -> None:
    finder = doctest.DocTestFinder(exclude_empty=False)
    without = []
    for name in toledo_rules.__all__:
        thing = getattr(toledo_rules, name)
        if isinstance(thing, FunctionType):
            tests = finder.find(thing, name)
            if not any(test.examples for test in tests):
                without.append(name)
    assert without == []
