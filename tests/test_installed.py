"""The tests run against the package as it is installed, not against the source folder by accident."""

from __future__ import annotations

import re
from importlib.metadata import metadata, requires, version
from pathlib import Path

import toledo_rules

ROOT = Path(__file__).parent.parent


def test_the_package_is_not_the_source_folder() -> None:
    assert ROOT / "src" not in Path(toledo_rules.__file__).resolve().parents


def test_two_dependencies_at_run_time() -> None:
    names = {line.split(">=")[0] for line in requires("toledo-rules") or () if "extra" not in line}
    assert names == {"attrs", "cattrs"}


def test_the_changelog_knows_the_version() -> None:
    assert f"## {version('toledo-rules')}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_types_are_published() -> None:
    assert (Path(toledo_rules.__file__).parent / "py.typed").exists()


def test_the_metadata_say_who_made_it_and_have_no_link_that_leads_nowhere() -> None:
    """An index shows the README without the files beside it."""
    known = metadata("toledo-rules")
    assert known["Author"] == "the toledo-rules authors"
    assert known["Description-Content-Type"] == "text/markdown"
    links = re.findall(r"\]\(([^)]*)\)", known["Description"])
    assert [link for link in links if not link.startswith("https://")] == []
    assert "specification" in known["Description"]
