"""Walks: what one edits for a new event, a new kind of shop and a new action, as a patch for each.

`tests/test_walks.py` applies them to a copy of the project, checks and tries it, and counts the places. When lines
around a place have changed, so that a patch fits only with some tolerance, this writes it anew (after a file was
renamed, rename it in the patch first):

    python -m tests.walks event     # or shop, or action
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
WALKS = Path(__file__).parent
PARTS = ("lab", "spec", "src", "tests", "tools", "pyproject.toml")
"""What a copy needs of the project."""
BESIDE = re.compile(r"/catalogues/\w+\.toml$|^tests/")
"""Sentences in six languages and tests are counted by themselves."""


def copy_project(target: Path) -> None:
    """Copy the project, without what no walk asks for."""
    left_out = shutil.ignore_patterns(
        "__pycache__", "vault", "large", "*.json", "golden", "browser*"
    )
    for part in PARTS:
        if (ROOT / part).is_file():
            shutil.copy2(ROOT / part, target / part)
        else:
            ignored = left_out if part == "tests" else shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / part, target / part, ignore=ignored)


def apply(name: str, target: Path, *tolerance: str) -> None:
    """Apply a walk to a copy."""
    command = ("patch", "--strip=1", "--force", "--no-backup-if-mismatch", *tolerance)
    with (WALKS / f"{name}.patch").open() as patch:
        done = subprocess.run(
            command, cwd=target, stdin=patch, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, f"{name}.patch: {done.stdout}"


def files(name: str) -> list[str]:
    """Return the files that a walk edits."""
    return re.findall(
        r"^\+\+\+ b/(.*)$", (WALKS / f"{name}.patch").read_text("utf-8"), re.MULTILINE
    )


def places(name: str) -> list[str]:
    """Return the places that a walk edits, beside sentences and tests: the file of each hunk."""
    found: list[str] = []
    for line in (WALKS / f"{name}.patch").read_text("utf-8").splitlines():
        if line.startswith("+++ b/"):
            file = line.removeprefix("+++ b/")
        elif line.startswith("@@") and not BESIDE.search(file):
            found.append(file)
    return found
