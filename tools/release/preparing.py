"""The version: its number wherever it is written, the changelog, and the vault."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path

from tools.release import ROOT

PROJECT = ROOT / "pyproject.toml"
LAB = ROOT / "lab" / "pyproject.toml"
CITATION = ROOT / "CITATION.cff"
CHANGELOG = ROOT / "CHANGELOG.md"
FORM = re.compile(r"(\d+)\.(\d+)\.(\d+)(?:rc(\d+))?")
CLIENT = ROOT / "clients" / "typescript"
NUMBERED = (
    (PROJECT, re.compile(r'(?m)^(version = ")[^"]+(")'), False),
    (CLIENT / "package.json", re.compile(r'(?m)^(  "version": ")[^"]+(")'), True),
    (CLIENT / "package-lock.json", re.compile(r'(?m)^(  "version": ")[^"]+(")'), True),
    (CLIENT / "package-lock.json", re.compile(r'(?m)^(      "version": ")[^"]+(")'), True),
    (LAB, re.compile(r'("toledo-rules>=)[^"]+(")'), False),
    (CITATION, re.compile(r"(?m)^(version: )\S+(\n)"), False),
)
"""Where the number is written, and whether npm reads it. In the lock file the client comes before its packages. The lab
has a number of its own, and needs the library that it was tested with."""
DAY = re.compile(r"(?m)^(date-released: )\S+(\n)")
"""Where the date is cited."""
HEADING = "## Unreleased\n"


class ReleaseError(Exception):
    """Something that stands in the way of a release."""


def version() -> str:
    """Return the version of the sources."""
    number: str = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"]
    return number


def order(number: str) -> tuple[int, ...]:
    """Return the sort key of a version; a candidate comes before its release."""
    found = FORM.fullmatch(number)
    if found is None:
        raise ReleaseError(f"found version {number!r}, expected one such as 0.9.0 or 1.0.0rc1")
    major, minor, patch, candidate = found.groups()
    return int(major), int(minor), int(patch), int(candidate or 10**6)


def spelled(number: str, npm: bool) -> str:
    """Return a version as Python or npm spells it: 1.0.0rc1, 1.0.0-rc.1."""
    return number.replace("rc", "-rc.") if npm else number


def changes(text: str) -> str:
    """Return what a changelog says under Unreleased."""
    if text.count(HEADING) != 1:
        raise ReleaseError(f"{CHANGELOG.name}: expected one heading {HEADING.strip()!r}")
    return re.split(r"(?m)^## ", text.partition(HEADING)[2])[0].strip()


def dated(text: str, number: str, day: date) -> str:
    """Return a changelog in which the changes so far belong to a version."""
    if not changes(text):
        raise ReleaseError(f"{CHANGELOG.name} says nothing under Unreleased")
    return text.replace(HEADING, f"{HEADING}\n## {number} ({day})\n")


def prepare(number: str, day: date) -> None:
    """Give the sources a new version."""
    if order(number) <= order(version()):
        raise ReleaseError(f"found version {number}, expected one after {version()}")
    if changed := _git("status", "--porcelain"):
        raise ReleaseError(f"found changes that are not committed, expected none:\n{changed}")
    log = dated(CHANGELOG.read_text(encoding="utf-8"), number, day)
    for path, place, npm in NUMBERED:
        _replace(path, place, spelled(number, npm))
    _replace(CITATION, DAY, str(day))
    CHANGELOG.write_text(log, encoding="utf-8")
    for step in (("tests.public_api", "--write"), ("tests.vault", "--release", number)):
        subprocess.run([sys.executable, "-m", *step], cwd=ROOT, check=True)


def _replace(path: Path, place: re.Pattern[str], number: str) -> None:
    text, times = place.subn(rf"\g<1>{number}\g<2>", path.read_text(encoding="utf-8"), count=1)
    if times != 1:
        raise ReleaseError(f"{path}: expected a line with the version")
    path.write_text(text, encoding="utf-8")


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def files(*paths: str) -> list[str]:
    """Return the files of the project at some places."""
    return _git("ls-files", "--", *paths).splitlines()


def moment() -> str:
    """Return the time of the last commit in seconds: that of all files in the archives."""
    return _git("log", "-1", "--format=%ct")
