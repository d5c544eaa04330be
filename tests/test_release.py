"""Releases: the version and its papers, and claims that somebody has tried."""

from __future__ import annotations

import json
import re
import tomllib
from datetime import date
from fnmatch import fnmatch
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests import matrix
from tools.release.checking import FONTS, PICTURES
from tools.release.metadata import for_an_index, urls
from tools.release.preparing import (
    CHANGELOG,
    CLIENT,
    LAB,
    NUMBERED,
    ReleaseError,
    changes,
    dated,
    files,
    order,
    spelled,
    version,
)

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_versions_have_an_order() -> None:
    numbers = ["0.1.0", "0.9.0rc1", "0.9.0", "0.10.0", "1.0.0rc1", "1.0.0rc2", "1.0.0"]
    assert sorted(numbers, key=order) == numbers
    assert sorted(numbers) != numbers
    for wrong in ("1.0", "v1.0.0", "1.0.0-rc1", "1.0.0.0", ""):
        with pytest.raises(ReleaseError, match="expected one such as"):
            order(wrong)


def test_the_number_is_the_same_wherever_it_is_written() -> None:
    for path, place, npm in NUMBERED:
        found = place.search(path.read_text(encoding="utf-8"))
        assert found, path
        assert found[0] == f"{found[1]}{spelled(version(), npm)}{found[2]}"


def test_the_lock_file_has_the_number_of_the_client() -> None:
    lock = json.loads((CLIENT / "package-lock.json").read_text(encoding="utf-8"))
    assert lock["version"] == lock["packages"][""]["version"] == spelled(version(), npm=True)


def test_npm_spells_a_candidate_in_its_own_way() -> None:
    assert spelled("1.0.0rc1", npm=True) == "1.0.0-rc.1"
    assert spelled("1.0.0rc1", npm=False) == "1.0.0rc1"
    assert spelled("1.0.0", npm=True) == "1.0.0"


def test_the_changelog_gets_a_version_and_a_date() -> None:
    text = "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 (2026-01-01)\n\n- Old.\n"
    assert changes(text) == "- New."
    after = dated(text, "0.9.0", date(2026, 11, 17))
    assert "## Unreleased\n\n## 0.9.0 (2026-11-17)\n\n- New.\n\n## 0.1.0" in after
    with pytest.raises(ReleaseError, match="says nothing under Unreleased"):
        dated(after, "0.9.1", date(2026, 11, 18))
    with pytest.raises(ReleaseError, match="expected one heading"):
        changes("# Changelog\n")
    assert isinstance(changes(CHANGELOG.read_text(encoding="utf-8")), str)


def test_every_python_that_is_claimed_was_run() -> None:
    """`tests/matrix.json` is what `python -m tests.matrix` found."""
    results = json.loads(matrix.RESULTS.read_text(encoding="utf-8"))
    claimed = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert claimed
    for number in claimed:
        result = results[number]
        assert result["version"].startswith(number)
        assert re.fullmatch(r"\d+ passed(, \d+ skipped)?", result["result"]), result
        assert result["runs with the same digests"] == 16
        assert result["games by seed that are the same"] % 1000 == 0


def test_the_page_about_licences_names_fonts_and_pictures() -> None:
    """No font is kept here; those of the printed texts come with Typst."""
    page = (ROOT / "docs" / "project" / "licences.md").read_text(encoding="utf-8")
    assert not [path for path in ROOT.glob("website/**/*") if path.suffix in FONTS]
    template = (ROOT / "website" / "print" / "print.typ").read_text(encoding="utf-8")
    families = {*re.findall(r'font: "([^"]+)"', template)}
    assert families
    for family in families:
        assert family in page
    assert "pictures of boards and pieces" in page


def test_every_file_that_nobody_can_read_is_listed_with_its_command() -> None:
    """Bytes that are no text, pictures, and long runs of letters and digits without a gap."""
    page = (ROOT / "docs" / "project" / "licences.md").read_text(encoding="utf-8")
    _, _, table = page.partition("## Files that nobody can read")
    rows = re.findall(r"(?m)^\| `([^`]+)` \| [^|]+ \| (.+) \|$", table)
    patterns = [pattern for pattern, _ in rows]
    paths = [path for path in files() if (ROOT / path).is_file()]
    opaque = [path for path in paths if _is_opaque(ROOT / path)]
    assert len(opaque) > 10
    assert [path for path in opaque if not any(fnmatch(path, one) for one in patterns)] == []
    for pattern, made in rows:
        assert any(fnmatch(path, pattern) for path in paths), f"no file {pattern}"
        for module in re.findall(r"python -m ([\w.]+)", made):
            assert find_spec(module) is not None


def _is_opaque(path: Path) -> bool:
    content = path.read_bytes()
    letters = re.search(rb"[A-Za-z0-9+/]{400}", content)
    return path.suffix in PICTURES or b"\0" in content or letters is not None


def test_every_archive_has_the_licence() -> None:
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    for folder in (LAB.parent, CLIENT):
        assert (folder / "LICENSE").read_text(encoding="utf-8") == licence


def test_links_of_the_readme_lead_to_the_address_of_the_project() -> None:
    """`address` in pyproject.toml is the only place that has it."""
    text = "[one](docs/one.md), [two](https://host/two), [three](#three), ![four](docs/four.svg)"
    assert for_an_index(text, "https://host/toledo") == (
        "[one](https://host/toledo/blob/main/docs/one.md), [two](https://host/two), [three](#three), "
        "![four](https://host/toledo/raw/main/docs/four.svg)"
    )
    assert for_an_index(text, "") == "one, [two](https://host/two), [three](#three), "
    assert urls("https://host/toledo")["Issues"] == "https://host/toledo/issues"
    assert urls("") == {}


def test_workflows_may_only_read_and_name_what_they_run_by_its_digest() -> None:
    for path in (ROOT / ".github" / "workflows").iterdir():
        text = path.read_text(encoding="utf-8")

        assert "\npermissions:\n  contents: read\n" in text
        assert re.findall(r"uses: (?!\S+@[0-9a-f]{40}  # v)(.*)", text) == []
        installs = re.findall(r"pip install (.*)", text)
        assert installs
        for words in installs:
            assert words.startswith(("--require-hashes --constraint tools/pins.txt ", "--no-deps "))
