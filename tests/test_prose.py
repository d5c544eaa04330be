"""The prose of the project: a player is *they*, and some turns of phrase are not English."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
QUESTIONS = ROOT / "docs" / "project" / "finding-answers.md"
"""Questions as people have put them."""
DRAWN = ROOT / "docs" / "project" / "drawn-sentences.md"
"""Sentences that stand elsewhere too; in some of them Ana plays."""
TEXTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile")),
    ROOT / "docs" / "answers.toml",
    *sorted(set((ROOT / "docs").rglob("*.md")) - {QUESTIONS, DRAWN}),
]
AVOIDED = re.compile(r"\b(he|him|his|himself|she|her|hers|so many|tells|anew)\b", re.IGNORECASE)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_player_is_they(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [f"{number}: {line}" for number, line in enumerate(lines, 1) if AVOIDED.search(line)]
    assert found == []


PRONOUNS = re.compile(r"\b(he|him|his|himself|she|her|hers)\b", re.IGNORECASE)
PROGRAMS = sorted(
    path
    for folder in ("src", "lab", "tests", "spec", "website", "examples", "tools")
    for path in (ROOT / folder).rglob("*.py")
)


def docstrings(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if PRONOUNS.search(text) else ():
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def test_a_player_is_they_in_docstrings_too() -> None:
    said = ((path, text) for path in PROGRAMS for text in docstrings(path))
    assert [(path.relative_to(ROOT), text) for path, text in said if PRONOUNS.search(text)] == []


def test_the_readme_names_every_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = (ROOT / "README.md").read_text(encoding="utf-8").partition("The extras are ")[2]
    named = set(re.findall(r"`(\w+)`", extras.partition("\n\n")[0]))
    assert set(project["optional-dependencies"]) <= named
