"""The pages of the API, one for each public module; mkdocstrings fills them from the docstrings."""

import ast
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from website.model.pages import Pages

SECTIONS = {
    "Play by the rules": (
        "toledo_rules",
        "actions",
        "state",
        "events",
    ),
    "Components": (
        "edition",
        "editions",
        "chance",
        "errors",
    ),
    "Reasons": ("rulebook",),
    "Front ends": (
        "choices",
        "protocol",
        "notation",
        "record",
        "storage",
        "codec",
        "describe",
        "render",
    ),
    "Search and play": (
        "bots",
        "toledo_lab.bots",
        "toledo_lab.analysis",
        "toledo_lab.simulate",
        "toledo_lab.tournament",
    ),
    "Environments": (
        "toledo_lab.adapters",
        "toledo_lab.adapters.pettingzoo",
        "toledo_lab.adapters.gymnasium",
        "toledo_lab.adapters.openspiel",
    ),
    "Tests": (
        "testing",
        "testing.strategies",
        "testing.plugin",
    ),
}
"""The public modules, by purpose."""


def modules(root: Path) -> Iterator[tuple[str, Path]]:
    """Return the public modules by their names inside the package, with their files, in the order of the sections."""
    for name in chain.from_iterable(SECTIONS.values()):
        home = root / "lab" / "src" if name.startswith("toledo_lab") else root / "src"
        path = home.joinpath(*_dotted(name).split("."))
        yield name, path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def add_api(pages: Pages, root: Path) -> None:
    """Add a page for each module, and a list of them."""
    files = dict(modules(root))
    lines = ["# API", "", "Every public name, from the docstrings. All examples run as tests."]
    for section, names in SECTIONS.items():
        lines += ["", f"## {section}", ""]
        lines += (f"- [`{_dotted(name)}`]({name}.md): {_summary(files[name])}" for name in names)
    pages.add("reference/api/index.md", "\n".join(lines) + "\n")
    for name, file in files.items():
        text = f"# {_dotted(name)}\n\n::: {_dotted(name)}\n"
        if name == "toledo_rules":
            text += "    options:\n      members: false\n\n" + _names(file)
        pages.add(f"reference/api/{name}.md", text)


def _dotted(name: str) -> str:
    return name if name.startswith("toledo_") else f"toledo_rules.{name}"


def _summary(file: Path) -> str:
    """Return the first sentence of a module's docstring."""
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n\n")[0].replace("\n", " ").replace("``", "`")


def _names(file: Path) -> str:
    """Return the names of the package itself, with links to their entries, and the entries that have no other page."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    homes = {  # also those that are imported when they are first asked for
        name.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("toledo_rules.")
        for name in node.names
    }
    lines = ["These names can be imported from `toledo_rules` itself:", ""]
    entries = []
    for name, home in sorted((name, home or "") for name, home in homes.items()):
        if "._" in home:
            home = "toledo_rules"  # noqa: PLW2901  # its own page would be private
            entries += ["", f"::: toledo_rules.{name}", "    options: {show_root_heading: true}"]
        lines.append(f"- [`{name}`][{home}.{name}]")
    return "\n".join((*lines, *entries)) + "\n"
