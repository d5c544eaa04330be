"""The pages of the API, one for each public module; mkdocstrings fills them from the docstrings."""

import ast
from collections.abc import Iterator
from pathlib import Path

from website.pages import Pages

SECTIONS = {
    "Play by the rules": ("toledo_rules", "engine", "actions", "state", "views", "events"),
    "Components": ("cards", "edition", "editions", "setup", "multiset", "chance", "errors"),
    "Results and reasons": ("scoring", "rulebook", "invariants"),
    "Front ends": ("codec", "notation", "record", "game", "describe", "render"),
    "Search and play": ("universe", "bots", "odds", "perft", "simulate", "adapters", "cli"),
    "Tests": ("testing", "testing.strategies", "testing.plugin"),
}
"""The public modules, by what they are for."""


def modules(root: Path) -> Iterator[tuple[str, str]]:
    """The modules that exist, as name and dotted name, in the order of the sections."""
    package = root / "src" / "toledo_rules"
    for names in SECTIONS.values():
        for name in names:
            if name == "toledo_rules":
                yield name, name
                continue
            path = package.joinpath(*name.split("."))
            if path.with_suffix(".py").is_file() or (path / "__init__.py").is_file():
                yield name, f"toledo_rules.{name}"


def add_api(pages: Pages, root: Path) -> None:
    """A page for each module, and a list of them."""
    found = dict(modules(root))
    lines = ["# API", "", "Every public name, from the docstrings. All examples run as tests."]
    for section, names in SECTIONS.items():
        lines += ["", f"## {section}", ""]
        lines += (f"- [`{found[name]}`]({name}.md)" for name in names if name in found)
    pages.add("reference/api/index.md", "\n".join(lines) + "\n")
    for name, dotted in found.items():
        options = "    options:\n      members: false\n" if name == "toledo_rules" else ""
        text = f"# {dotted}\n\n::: {dotted}\n{options}"
        if name == "toledo_rules":
            text += "\n" + _names(root / "src" / "toledo_rules")
        pages.add(f"reference/api/{name}.md", text)


def _names(package: Path) -> str:
    """The names of the package itself, each with the module that documents it."""
    tree = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    lines = ["These names can be imported from `toledo_rules` itself:", ""]
    homes = {
        name.name: node.module
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    lines += [f"- [`{name}`][{home}.{name}]" for name, home in sorted(homes.items())]
    return "\n".join(lines) + "\n"
