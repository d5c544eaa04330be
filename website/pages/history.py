"""The dated history of rules and rulings, from spec/history.toml: what changed in which version, and why."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from spec.tools.citations import numbers_in
from website.model.links import Links
from website.model.pages import Pages

FILE = "spec/history.toml"
PAGE = "rules/history.html"


@frozen
class Version:
    """A version of the specification."""

    number: str
    date: str
    why: str
    changed: tuple[str, ...]

    def about(self, id: str) -> tuple[str, ...]:
        """Return the changes that name a rule or a ruling."""
        return tuple(line for line in self.changed if any(id == one for one, _ in numbers_in(line)))


def read_history(root: Path) -> tuple[Version, ...]:
    """Return the versions, the newest first; none as long as nobody has written the file."""
    path = root / FILE
    if not path.is_file():
        return ()
    tables = tomllib.loads(path.read_text(encoding="utf-8"))["versions"]
    return tuple(
        Version(one["number"], str(one["date"]), one["why"], tuple(one["changed"]))
        for one in reversed(tables)
    )


def changes(id: str, history: tuple[Version, ...], links: Links, page: str) -> Iterator[str]:
    """Yield what happened to an entry, the newest first."""
    for version in history:
        for line in version.about(id):
            yield f"{version.date} (version {version.number}): {links.in_html(line, page, FILE)}"


def add_history(pages: Pages, links: Links, root: Path) -> None:
    """Add the page of what changed."""
    history = read_history(root)
    parts = [
        "# What changed",
        (
            "The rules and rulings have versions of their own. Numbers are never used again: one that is given up "
            "stays as a pointer to what took its place."
        ),
    ]
    for version in history:
        parts += [
            f"## Version {version.number}, {version.date}",
            links.in_markdown(version.why, PAGE, FILE),
            "\n".join(f"- {links.in_markdown(line, PAGE, FILE)}" for line in version.changed),
        ]
    if not history:
        parts.append("Nothing has changed yet since the first version.")
    pages.add("rules/history.md", "\n\n".join(parts) + "\n")
