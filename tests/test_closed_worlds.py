"""Closed worlds fail loudly: a forgotten case is an error when the package is imported, never a wrong move."""

from __future__ import annotations

import subprocess
import sys

import pytest

from toledo_rules._values import complete

pytestmark = pytest.mark.usefixtures("unmeasured")


def test_a_table_over_a_closed_set_is_complete_or_fails() -> None:
    table = {"metal": 1, "gem": 2}
    assert complete(table, ("gem", "metal"), "PRICES") is table
    with pytest.raises(TypeError, match="PRICES has no entry for 'bank'"):
        complete(table, ("gem", "metal", "bank"), "PRICES")
    with pytest.raises(TypeError, match="PRICES has an entry for 'gem', which does not exist"):
        complete(table, ("metal",), "PRICES")
    with pytest.raises(TypeError, match="KINDS has no entry for int"):
        complete(dict[type, int]({str: 1}), (str, int), "KINDS")


ADD_A_BANK = """
import typing
from toledo_rules import edition
edition.ShopKind = typing.Literal["metal", "gem", "smith", "fencing", "bank"]
edition.SHOP_KINDS = typing.get_args(edition.ShopKind)
"""

ADD_AN_ACTION = """
from attrs import frozen
from toledo_rules import actions
@frozen
class Steal: pass
actions.Action = actions.Action | Steal
actions.ACTION_TYPES = (*actions.ACTION_TYPES, Steal)
"""

ADD_A_PHASE = """
from attrs import frozen
from toledo_rules import state
@frozen
class Resting: pass
state.PHASE_TYPES = (*state.PHASE_TYPES, Resting)
"""

ADD_A_CODE = """
from toledo_rules import rulebook
from enum import StrEnum
class Code(StrEnum):
    rule: str
    def __new__(cls, code, rule):
        member = str.__new__(cls, code)
        member._value_ = code
        member.rule = rule
        return member
    locals().update({c.name: (c.value, c.rule) for c in rulebook.ILLEGAL})
    TOO_LATE = "too_late", "A-54"
rulebook.Code, rulebook.ILLEGAL = Code, tuple(Code)
"""

WITHOUT_INIT = """
import importlib.util, sys, types
package = types.ModuleType("toledo_rules")
package.__path__ = list(importlib.util.find_spec("toledo_rules").submodule_search_locations)
sys.modules["toledo_rules"] = package
"""
"""The package without its `__init__`, so that a module can be changed before the others are imported."""

COLLECTING = """
from toledo_rules import _values
def collect(table, kinds, name):
    print(*[f"{name}: {kind}" for kind in kinds if kind not in table], sep="\\n", end="\\n")
    return table
_values.complete = collect
"""
"""Lists everything that is missing instead of failing at the first table."""


def run(*parts: str) -> subprocess.CompletedProcess[str]:
    """Run a program in a fresh process."""
    program = "\n".join(parts)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("change", "module", "complaint"),
    [
        (ADD_A_BANK, "toledo_rules.effects.visit", "TRADES has no entry for 'bank'"),
        (ADD_AN_ACTION, "toledo_rules.effects.registry", "KINDS has no entry for Steal"),
        (ADD_A_PHASE, "toledo_rules._engine", "DECISIONS and CHANCE has no entry for Resting"),
        (ADD_A_CODE, "toledo_rules.effects.registry", "DETAILS has no entry for <Code.TOO_LATE"),
    ],
)
def test_a_forgotten_kind_fails_at_import(change: str, module: str, complaint: str) -> None:
    """A kind of shop that nobody trades for must never hand out a painting."""
    assert run(WITHOUT_INIT, f"import {module}").returncode == 0
    done = run(WITHOUT_INIT, change, f"import {module}")
    assert done.returncode == 1
    assert complaint in done.stderr.splitlines()[-1]


def test_everything_that_a_new_kind_of_shop_needs_is_named() -> None:
    """A bank is added in three lines; each table that would have to know it says so."""
    packages = ("_engine", "bots", "describe", "render", "codec", "_cli")
    imports = "\n".join(f"import toledo_rules.{package}" for package in packages)
    done = run(WITHOUT_INIT, COLLECTING, ADD_A_BANK, imports)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split("\n")) - {""} == {
        "TRADES: bank",
        "_ICONS: bank",
    }
