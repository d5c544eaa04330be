"""The structure of the package: few modules, each name once, no silent defaults, public modules that are listed."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import toledo_rules

PACKAGE = Path(toledo_rules.__file__).parent
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))
MOST_MODULES = 125
MOST_DEFAULTS = 6

PUBLIC = {
    "actions",
    "adapters",
    "analysis",
    "bots",
    "cards",
    "chance",
    "choices",
    "cli",
    "codec",
    "describe",
    "edition",
    "editions",
    "effects",
    "engine",
    "errors",
    "events",
    "following",
    "game",
    "handbook",
    "hidden",
    "limits",
    "multiset",
    "notation",
    "odds",
    "parts",
    "perft",
    "phases",
    "protocol",
    "record",
    "render",
    "rulebook",
    "scoring",
    "seating",
    "setup",
    "simulate",
    "state",
    "storage",
    "testing",
    "tournament",
    "views",
}
"""The modules that programs may import. Everything else in the package begins with an underscore."""


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def nodes() -> Iterator[tuple[Path, ast.AST]]:
    """Every node of every module."""
    for path in MODULES:
        for node in ast.walk(parsed(path)):
            yield path, node


def test_there_are_few_modules() -> None:
    assert len(MODULES) <= MOST_MODULES


def test_no_class_name_is_used_twice() -> None:
    places = defaultdict(set)
    for path, node in nodes():
        if isinstance(node, ast.ClassDef):
            places[node.name].add(path.name)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_defaults_are_few_and_say_why() -> None:
    """Over a closed union there is no `case _`; over an open world each has its reason beside it."""
    found = []
    for path, node in nodes():
        if isinstance(node, ast.match_case) and ast.unparse(node.pattern) == "_":
            line = path.read_text(encoding="utf-8").splitlines()[node.pattern.lineno - 1]
            found.append((path.name, line))
    assert len(found) <= MOST_DEFAULTS
    assert [line for _, line in found if "#" not in line] == []


def test_no_public_name_hides_a_module() -> None:
    modules = {path.stem for path in PACKAGE.glob("*.py")} | {
        path.name for path in PACKAGE.iterdir() if path.is_dir()
    }
    assert modules & set(toledo_rules.__all__) == set()


def test_public_modules_are_listed_and_all_others_are_private() -> None:
    top = {path.stem for path in PACKAGE.glob("*.py")}
    top |= {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert {name for name in top if not name.startswith("_")} == PUBLIC


def test_docstrings_say_what_a_thing_is() -> None:
    """They begin with a noun or a verb."""
    odd = re.compile(r"(What|How|Whether|Why|Who|Where)\b|.*\bso many\b", re.DOTALL)
    found = [
        f"{path.name}: {doc.splitlines()[0]}"
        for path, node in nodes()
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module))
        and (doc := ast.get_docstring(node))
        and odd.match(doc)
    ]
    assert found == []


def test_every_name_of_the_root_can_be_had() -> None:
    assert sorted(dir(toledo_rules)) == sorted(toledo_rules.__all__)
    for name in toledo_rules.__all__:
        assert getattr(toledo_rules, name) is not None
