"""The pages of the API, one for each public module; mkdocstrings fills them from the docstrings."""

import ast
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

from website.model.pages import Pages

ROOT = "toledo_rules"
FIRST = "Game"
"""The name that most programs begin with: it stands first, on a page of its own."""

_PAGE_OF_FIRST = f"# {FIRST} {{ #{ROOT}.{FIRST} }}\n\n::: {ROOT}.{FIRST}\n"

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
    """Add a page for each module, one for `Game`, and the list of all names of the package and of all modules."""
    files = dict(modules(root))
    homes = dict(_homes(files[ROOT]))
    lines = [
        "# API",
        "",
        (
            "Every public name, from the docstrings. All examples run as tests. Most programs need no more than what "
            "the package itself has, and begin with [`Game`](game.md)."
        ),
        "",
        "## What `toledo_rules` has",
        "",
        "| name | what it is |",
        "|---|---|",
    ]
    for name in sorted(homes, key=lambda one: (one != FIRST, one.lower())):
        said = _said(homes[name], name, root).replace("|", "\\|")
        lines.append(f"| [`{name}`][{_entry(homes[name], name)}] | {said} |")
    for section, names in SECTIONS.items():
        lines += ["", f"## {section}", ""]
        lines += (f"- [`{_dotted(name)}`]({name}.md): {_summary(files[name])}" for name in names)
    pages.add("reference/api/index.md", "\n".join(lines) + "\n")
    pages.add("reference/api/game.md", _PAGE_OF_FIRST)
    for name in files:
        text = f"# {_dotted(name)} {{ #{_dotted(name)} }}\n\n::: {_dotted(name)}\n"
        if name == ROOT:
            text += "    options:\n      members: false\n\n" + _entries(homes)
        pages.add(f"reference/api/{name}.md", text)


def _dotted(name: str) -> str:
    return name if name.startswith("toledo_") else f"toledo_rules.{name}"


def _summary(file: Path) -> str:
    """Return the first sentence of a module's docstring."""
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n\n")[0].replace("\n", " ").replace("``", "`")


def _homes(file: Path) -> Iterator[tuple[str, str]]:
    """Return the names of the package itself, also those that are imported when they are first asked for."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{ROOT}."):
            yield from ((name.name, str(node.module)) for name in node.names)


def _entry(home: str, name: str) -> str:
    """Return under which name something has its entry: a private module has no page."""
    return f"{ROOT}.{name}" if "._" in home else f"{home}.{name}"


def _entries(homes: Mapping[str, str]) -> str:
    """Return the entries of the names that have no other page."""
    lines = ["The names that have no module of their own; [API](index.md) lists all of them.", ""]
    for name, home in sorted(homes.items()):
        if "._" in home and name != FIRST:
            lines += ["", f"::: {ROOT}.{name}", "    options: {show_root_heading: true}"]
    return "\n".join(lines) + "\n"


def _said(home: str, name: str, root: Path) -> str:
    """Return the first sentence about a name, from the module in which it stands."""
    path = (root / "src").joinpath(*home.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    body = ast.parse(file.read_text(encoding="utf-8")).body
    for place, node in enumerate(body):
        match node:
            case ast.ClassDef() | ast.FunctionDef() if node.name == name:
                said = ast.get_docstring(node) or ""
            case (
                ast.Assign(targets=[ast.Name(id=target)])
                | ast.AnnAssign(target=ast.Name(id=target))
            ):
                if target != name:
                    continue
                after = body[place + 1] if place + 1 < len(body) else None
                if not isinstance(after, ast.Expr):
                    return f"`{ast.unparse(node.value)}`" if node.value else ""
                said = str(ast.literal_eval(after.value))
            case ast.ImportFrom(module=str(other)) if name in (one.name for one in node.names):
                return _said(other, name, root)
            case _:
                continue
        return re.split(r"(?<=[.:])\s", said)[0].replace("``", "`").removesuffix(":")
    return ""
