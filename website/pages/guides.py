"""The hand-written pages: docs/ as it is, and the project's own files, with their links put right.

In docs/ a page links to its neighbours and to files of the project, so that it also works where it
lies. On the site a link to a file becomes one to its page: `../../spec/rules/movement.md` to the rules. A file
without a page is only named. Rule numbers become links, and a link that leads nowhere is a problem.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from spec.tools.tables import Problem
from website.model.content import Content
from website.model.links import Links, relative
from website.model.pages import Pages

PROJECT = {
    "CONTRIBUTING.md": "project/contributing",
    "CHANGELOG.md": "project/changelog",
    "spec/README.md": "project/specification",
    "spec/conformance/README.md": "project/conformance",
    "spec/compiler/README.md": "project/compiler",
}
"""Files outside docs/ that are pages too."""

_LINK = re.compile(r"(?P<text>\[(?:[^\[\]]|\[[^\[\]]*\])*\])\((?P<target>[^)\s]+)\)")
_FENCED = re.compile(r"^```python\n(?=>>>)(.*?)^```$", re.MULTILINE | re.DOTALL)
_OPTION = re.compile(r"[ ]*# doctest:.*$", re.MULTILINE)


def add_guides(pages: Pages, content: Content, guides: Guides) -> None:
    """Add every Markdown file of docs/, and the project's files. They may link to all existing pages."""
    for file, page in guides.pages.items():
        pages.add(f"{page}.md", guides.convert(file))
    for asset in sorted((content.root / "docs" / "assets").rglob("*.*")):
        pages.copy(content.path(asset).removeprefix("docs/"), asset)


class Guides:
    """Knows which file becomes which page."""

    def __init__(self, content: Content, links: Links, pages: Pages) -> None:
        self._made = pages.files
        self._root = content.root
        self._links = links
        self.pages = dict(_pages(content.root))
        self._homes = self.pages | {
            topic.file: f"rules/{name}" for name, topic in content.topics.items()
        }
        self._homes |= {
            "README.md": "index",
            "docs/answers.toml": "answers",
            "spec/vocabulary.md": "reference/vocabulary",
            "spec/discrepancies.toml": "rules/discrepancies",
            "spec/glossary.toml": "rules/glossary",
            "spec/examples.toml": "rules/examples",
            "spec/proofs/README.md": "proofs",
            "spec/proofs/results.md": "proof-results",
            "spec/rules": "rules/index",
            "schema": "reference/schema",
        }

    def convert(self, file: str) -> str:
        """A file as a page of the site."""
        return self.rewrite(file, self.pages[file])

    def rewrite(self, file: str, page: str) -> str:
        """The text of a file as it is on a page; the page is named without its ending."""
        text = (self._root / file).read_text(encoding="utf-8")
        text = self._links.in_markdown(text, f"{page}.html", file)
        text = _LINK.sub(lambda one: self._linked(one["text"], one["target"], file, page), text)
        return _FENCED.sub(lambda found: f"```pycon\n{_tidy(found[1])}\n```", text)

    def _linked(self, said: str, target: str, file: str, page: str) -> str:
        """A link of a file as it is on the site; its text alone if it leads to a file without a page."""
        found = self._target(target, file, page)
        return f"{said}({found})" if found else said[1:-1]

    def _target(self, target: str, file: str, name: str) -> str:
        """Where a link leads on the site; empty if it is a file without a page."""
        if re.match(r"[a-z]+:|#", target):
            return target
        path, mark, anchor = target.partition("#")
        here = PurePosixPath(file).parent.as_posix()
        wanted = posixpath.normpath(posixpath.join(here, path))
        page = f"{name}.md"
        if wanted in self._homes:
            return relative(f"{self._homes[wanted]}.md", page) + mark + anchor
        if wanted.removeprefix("docs/") in self._made:
            return relative(wanted.removeprefix("docs/"), page) + mark + anchor
        if wanted.startswith("docs/assets/") and (self._root / wanted).is_file():
            return relative(wanted.removeprefix("docs/"), page)
        if (self._root / wanted).exists():
            return ""
        self._links.problems.append(Problem(file, target, "link", "expected a file with a page"))
        return "#"


def _pages(root: Path) -> Iterator[tuple[str, str]]:
    for path in sorted((root / "docs").rglob("*.md")):
        file = path.relative_to(root).as_posix()
        yield file, file.removeprefix("docs/").removesuffix(".md")
    yield from PROJECT.items()


def _tidy(session: str) -> str:
    """Return a Python session without the lines that only its test needs."""
    return _OPTION.sub("", session).rstrip()
