"""CONTRIBUTING.md is true: the places that a new kind of shop, event, action or language touches, and the layers."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "toledo_rules"
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

EXAMPLES = [
    ("A kind of shop", "smith", 8),
    ("An event", "SwordForged", 5),  # and the effect, which names the verb of the draft only
    ("A kind of action", "Deliver", 10),
    ("A language", "nl", 0),
]
"""Heading in CONTRIBUTING.md, an existing thing of that sort, and the most files that may name it."""


def named_in_code(source: str) -> Iterator[str]:
    """Yield every name and every text in a program, but not what comments and docstrings say."""
    tree = ast.parse(source)
    remarks = {
        id(statement.value)
        for statement in ast.walk(tree)
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in remarks:
                yield text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name
            case _:  # the rest of the grammar names nothing
                pass


@cache
def all_names() -> dict[str, frozenset[str]]:
    """The names in each file of the package."""
    return {
        path.relative_to(PACKAGE).as_posix(): frozenset(
            named_in_code(path.read_text(encoding="utf-8"))
        )
        for path in PACKAGE.rglob("*.py")
    }


def files_that_name(thing: str) -> list[str]:
    return sorted(file for file, names in all_names().items() if thing in names)


def section(heading: str) -> str:
    found = re.search(rf"^### {heading}\n(.*?)(?=^##)", GUIDE, flags=re.MULTILINE | re.DOTALL)
    assert found, f"CONTRIBUTING.md has no section {heading!r}"
    return found[1]


@pytest.mark.parametrize(("heading", "thing", "most"), EXAMPLES)
def test_the_guide_lists_every_place(heading: str, thing: str, most: int) -> None:
    listed = re.findall(r"^\d+\. `([^`]+)`", section(heading), flags=re.MULTILINE)
    found = files_that_name(thing)
    assert sorted(listed) == found, f"list these under {heading!r} in CONTRIBUTING.md"
    assert len(found) <= most, f"{thing} is named in more places than it should be"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('"""A smith."""', False),
        ("x = 1  # a smith", False),
        ('class A:\n    x: int\n    """smith"""', False),
        ("smith_refusal(1)", False),
        ('Kind = Literal["smith"]', True),
        ("self.smith = 1", True),
        ("from a import smith", True),
        ("match kind:\n    case 'smith':\n        pass", True),
        ("match kind:\n    case events.smith():\n        pass", True),
    ],
)
def test_only_code_counts(source: str, expected: bool) -> None:
    assert ("smith" in named_in_code(source)) == expected


def layers(number: int, prefix: str) -> list[set[str]]:
    """Return the layers of a contract of pyproject.toml, the lowest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = project["tool"]["importlinter"]["contracts"][number]
    return [
        {name.strip(" ()").removeprefix(prefix) for name in layer.split(" : ")}
        for layer in reversed(contract["layers"])
    ]


@pytest.mark.parametrize(("number", "prefix"), [(0, "toledo_rules."), (1, "toledo_rules.effects.")])
def test_the_drawings_of_the_layers_are_the_contracts(number: int, prefix: str) -> None:
    drawings = re.findall(r"^```text\n(.*?)^```", GUIDE, flags=re.MULTILINE | re.DOTALL)
    assert [set(line.split()) for line in drawings[number].splitlines()] == layers(number, prefix)
