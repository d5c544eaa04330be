"""The prose of the project: a player is *they*, and some turns of phrase are not English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
QUESTIONS = ROOT / "docs" / "project" / "finding-answers.md"
"""Questions as people have put them."""
TEXTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile")),
    ROOT / "docs" / "answers.toml",
    *sorted(set((ROOT / "docs").rglob("*.md")) - {QUESTIONS}),
]
AVOIDED = re.compile(r"\b(he|him|his|himself|she|her|hers|so many|tells|anew)\b", re.IGNORECASE)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_player_is_they(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [f"{number}: {line}" for number, line in enumerate(lines, 1) if AVOIDED.search(line)]
    assert found == []
