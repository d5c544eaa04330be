"""The version and the date that every page bears, so that a citation says what was cited."""

import subprocess
import tomllib
from datetime import UTC, date, datetime
from pathlib import Path

from attrs import frozen


@frozen
class Stamp:
    """What a page was made from."""

    version: str
    date: date

    @property
    def text(self) -> str:
        """Version and date as people write them."""
        return f"Version {self.version}, {self.date.day} {self.date:%B %Y}"

    @property
    def html(self) -> str:
        """The line at the foot of a page."""
        return f'<p class="stamp">{self.text}</p>'


def stamp(root: Path) -> Stamp:
    """Return the version of the project and the date of its last commit, or today where there is no history."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    told = subprocess.run(
        ("git", "-C", str(root), "log", "-1", "--format=%cs"),
        capture_output=True,
        text=True,
        check=False,
    )
    day = told.stdout.strip()
    made = date.fromisoformat(day) if day else datetime.now(UTC).date()
    return Stamp(project["version"], made)
