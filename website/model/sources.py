"""The sources as pages with a number beside every line, so that a rule can point at its code.

They are plain HTML, not pages of the theme: quick to build, quick to show, and left out of the search.
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from spec.tools.citations import Citation
from website.model.links import relative, source_page
from website.model.pages import Pages
from website.pages.highlighting import source

FOLDERS = {
    "src": (".py", ".toml", ".json"),
    "tests": (".py",),
    "spec": (".py", ".md", ".toml", ".lp"),
    "lab": (".py",),
    "tools": (".py",),
    "clients": (".ts",),
    "website": (".py",),
}
"""Folders that are shown, with the kinds of files in them."""

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{file} - toledo-rules</title>
<link rel="stylesheet" href="{style}">
<link rel="icon" href="{icon}" type="image/svg+xml">
<script src="{script}"></script>
</head>
<body>
<header><a href="{home}">toledo-rules</a> <span>/ <a href="{index}">source</a></span> <h1>{file}</h1></header>
<main>
{code}</main>
</body>
</html>
"""


def files(root: Path) -> Iterator[str]:
    """The files that have a page, as paths from the root."""
    for folder, suffixes in FOLDERS.items():
        for path in sorted((root / folder).rglob("*")):
            hidden = any(part.startswith((".", "node_modules")) for part in path.parts)
            if path.suffix in suffixes and path.is_file() and not hidden:
                yield path.relative_to(root).as_posix()


def address(citation: Citation, root: Path) -> str:
    """The line of a citation: that of its function, or its own."""
    line = citation.start if citation.name else citation.line
    return f"{source_page(citation.file.relative_to(root).as_posix())}#L-{line}"


def add_sources(pages: Pages, root: Path) -> None:
    """A page for each file, and one that lists them."""
    names = list(files(root))
    for file in names:
        path = source_page(file)
        text = (root / file).read_text(encoding="utf-8")
        pages.add(
            path,
            _PAGE.format(
                file=escape(file),
                icon=relative("assets/icon.svg", path),
                style=relative("assets/source.css", path),
                script=relative("assets/source.js", path),
                home=relative("index.html", path),
                index=relative("source/index.html", path),
                code=source(text, Path(file).suffix),
            ),
        )
    pages.add("source/index.md", _index(names))


def _index(names: list[str]) -> str:
    lines = [
        "# Source files",
        "",
        "What the site was built from. Every line has an address: the rules point here.",
    ]
    for folder in FOLDERS:
        lines += ["", f"## {folder}", "", "<ul>"]
        for name in names:
            if name.startswith(f"{folder}/"):
                href = relative(source_page(name), "source/index.html")
                lines.append(f'<li><a href="{href}"><code>{escape(name)}</code></a></li>')
        lines.append("</ul>")
    return "\n".join(lines) + "\n"
