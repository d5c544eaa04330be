"""The version and the date that every page bears, so that a citation says what was cited."""

import subprocess
import tomllib
from datetime import UTC, date, datetime
from pathlib import Path

from attrs import frozen

from website.model.languages import words


@frozen
class Stamp:
    """What a page was made from."""

    version: str
    date: date

    def text(self, language: str = "en") -> str:
        """Version and date as people write them in a language."""
        line = str(words(language)["stamp"]["line"])
        return line.format(version=self.version, date=date_in_words(self.date, language))

    def html(self, language: str = "en") -> str:
        """The line at the foot of a page."""
        return f'<p class="stamp">{self.text(language)}</p>'


def date_in_words(day: date, language: str) -> str:
    """Return a date as people write it in a language."""
    said = words(language)["stamp"]
    return str(said["date"]).format(
        day=said["first"] if day.day == 1 else day.day,
        month=said["months"][day.month - 1],
        year=day.year,
    )


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
