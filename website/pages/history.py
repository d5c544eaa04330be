"""The dated history of rules and rulings, from spec/history.toml: what changed in which version, and why."""

from collections.abc import Iterator

from website.model.content import Content, Version
from website.model.languages import words
from website.model.links import Links
from website.model.pages import Pages

FILE = "spec/history.toml"


def changes(id: str, history: tuple[Version, ...], links: Links, page: str) -> Iterator[str]:
    """Yield what happened to an entry, the newest first."""
    said = words(links.language)["rules"]["version"]
    for version in history:
        for line in version.about(id):
            number = said.format(number=version.number)
            yield f"{version.date} ({number}): {links.in_html(line, page, FILE)}"


def add_history(pages: Pages, content: Content, links: Links) -> None:
    """Add the page of what changed."""
    said, page = words(links.language)["history"], links.page("rules/history")
    parts = [f"# {said['title']}", links.switch(page), said["intro"]]
    for version in content.history:
        parts += [
            f"## {said['version'].format(number=version.number, date=version.date)}",
            links.in_markdown(version.why, page, FILE),
            "\n".join(f"- {links.in_markdown(line, page, FILE)}" for line in version.changed),
        ]
    if not content.history:
        parts.append(said["nothing"])
    pages.put(page, "\n\n".join(parts) + "\n", links.language)
