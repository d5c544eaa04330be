"""The structure of the package: few modules, each name once, no silent defaults, public modules that are listed."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import toledo_lab
import toledo_rules

PACKAGE = Path(toledo_rules.__file__).parent
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))
MOST_MODULES = 68
MOST_DEFAULTS = 6
MOST_FOLDERS = 10
MOST_COMMANDS = 15
MOST_PRIVATE_IN_LAB = 50
"""Bounds that only fall."""

TAKES_PRIVATE_NAMES = {
    "toledo_lab._library",
    "toledo_lab.cli._library",
    "toledo_lab.analysis._report",
}
"""The modules of the lab that import what the library keeps for itself."""

SHOWN_BY = {
    ("toledo_rules._game", "toledo_rules.render"): {"__str__", "_repr_svg_"},
    ("toledo_rules.state", "toledo_rules.notation"): {"__repr__"},
    ("toledo_rules.state", "toledo_rules.render"): {"__str__", "_repr_svg_"},
}
"""Imports from below to above: positions, views and games show themselves. What does it, imports it only then."""

PUBLIC = {
    "actions",
    "bots",
    "chance",
    "choices",
    "codec",
    "describe",
    "edition",
    "editions",
    "errors",
    "events",
    "notation",
    "protocol",
    "record",
    "render",
    "rulebook",
    "state",
    "storage",
    "testing",
}
"""The modules that programs may import. Everything else in the package begins with an underscore, but for `INSIDE`."""
INSIDE = {"effects"}
"""The rules themselves: the package asks them through the engine."""


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def nodes() -> Iterator[tuple[Path, ast.AST]]:
    """Every node of every module."""
    for path in MODULES:
        for node in ast.walk(parsed(path)):
            yield path, node


def test_there_are_few_modules() -> None:
    assert len(MODULES) <= MOST_MODULES


def test_no_class_name_is_used_twice() -> None:
    places = defaultdict(set)
    for path, node in nodes():
        if isinstance(node, ast.ClassDef):
            places[node.name].add(path.name)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_defaults_are_few_and_say_why() -> None:
    """Over a closed union there is no `case _`; over an open world each has its reason beside it."""
    found = []
    for path, node in nodes():
        if isinstance(node, ast.match_case) and ast.unparse(node.pattern) == "_":
            line = path.read_text(encoding="utf-8").splitlines()[node.pattern.lineno - 1]
            found.append((path.name, line))
    assert len(found) <= MOST_DEFAULTS
    assert [line for _, line in found if "#" not in line] == []


def test_no_public_name_hides_a_module() -> None:
    modules = {path.stem for path in PACKAGE.glob("*.py")} | {
        path.name for path in PACKAGE.iterdir() if path.is_dir()
    }
    assert modules & set(toledo_rules.__all__) == set()


def test_public_modules_are_listed_and_all_others_are_private() -> None:
    top = {path.stem for path in PACKAGE.glob("*.py")}
    top |= {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert {name for name in top if not name.startswith("_")} == PUBLIC | INSIDE


def test_docstrings_say_what_a_thing_is() -> None:
    """They begin with a noun or a verb."""
    odd = re.compile(r"(What|How|Whether|Why|Who|Where)\b|.*\bso many\b", re.DOTALL)
    found = [
        f"{path.name}: {doc.splitlines()[0]}"
        for path, node in nodes()
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module))
        and (doc := ast.get_docstring(node))
        and odd.match(doc)
    ]
    assert found == []


@cache
def imports() -> dict[str, frozenset[tuple[str, str, str]]]:
    """The modules of the library and the lab, each with what it imports from them: module, name, importing function."""
    found = {}
    for package in (toledo_rules, toledo_lab):
        home = Path(str(package.__file__)).parent
        for path in home.rglob("*.py"):
            parts = path.relative_to(home.parent).with_suffix("").parts
            found[".".join(parts).removesuffix(".__init__")] = path
    return {module: frozenset(_imported(parsed(path), {*found})) for module, path in found.items()}


def _imported(tree: ast.Module, modules: set[str]) -> Iterator[tuple[str, str, str]]:
    """What a module imports at any depth, but for names of types only."""
    waiting: list[tuple[ast.AST, str]] = [(tree, "")]
    while waiting:
        node, inside = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.FunctionDef):
            inside = node.name
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                if whole in modules:
                    yield whole, "", inside
                elif node.module in modules:
                    yield node.module, alias.name, inside
        waiting.extend((child, inside) for child in ast.iter_child_nodes(node))


def private_imports() -> dict[str, list[str]]:
    """Imports of what another package keeps for itself, by distribution.

    A module with an underscore is for its own package: for the library if it stands in the library itself.
    """
    found = defaultdict(list)
    for module, taken in imports().items():
        for target, name, _ in taken:
            owner = target.split(".")
            hidden = next((at for at, part in enumerate(owner) if part.startswith("_")), None)
            if hidden is None and name.startswith("_"):
                hidden = len(owner)
            home = ".".join(owner[:hidden])
            if hidden is not None and not f"{module}.".startswith(f"{home}."):
                found[module.partition(".")[0]].append(f"{module} -> {target} {name}".strip())
    return found


def cycles() -> list[list[str]]:
    """Modules that import each other, also if only when a function is called, but for those that show themselves."""
    graph = {
        module: {target for target, _, _ in taken if (module, target) not in SHOWN_BY}
        for module, taken in imports().items()
    }

    def reached(start: str) -> set[str]:
        seen, waiting = set[str](), [start]
        while waiting:
            new = graph[waiting.pop()] - seen
            seen |= new
            waiting += new
        return seen

    beyond = {module: reached(module) for module in graph}
    together = {
        module: frozenset(other for other in beyond[module] if module in beyond[other])
        for module in graph
    }
    return sorted(sorted(group) for group in {*together.values()} if len(group) > 1)


def offered_twice() -> list[str]:
    """Public names that two modules define."""
    places = defaultdict(set)
    offered = set(toledo_rules.__all__)
    for module in PUBLIC:
        offered |= {*getattr(import_module(f"toledo_rules.{module}"), "__all__", ())}
    for path in MODULES:
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                places[node.name].add(path)
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    if isinstance(target, ast.Name):
                        places[target.id].add(path)
    return sorted(name for name, where in places.items() if name in offered and len(where) > 1)


def test_every_public_module_says_what_it_offers() -> None:
    modules = {name: import_module(f"toledo_rules.{name}") for name in PUBLIC}
    assert [name for name, module in modules.items() if not hasattr(module, "__all__")] == []


def test_no_package_imports_what_another_keeps_for_itself() -> None:
    assert private_imports()["toledo_rules"] == []


def test_the_lab_takes_few_private_names_and_those_of_the_library_in_three_places() -> None:
    found = private_imports()["toledo_lab"]
    assert len(found) <= MOST_PRIVATE_IN_LAB, found
    places = {one.split(" -> ")[0] for one in found if " -> toledo_rules." in one}
    assert places == TAKES_PRIVATE_NAMES


def test_no_modules_import_each_other() -> None:
    assert cycles() == []


def test_what_shows_itself_imports_what_it_takes_only_then() -> None:
    found = defaultdict(set)
    for module, taken in imports().items():
        for target, _, function in taken:
            if (module, target) in SHOWN_BY:
                found[module, target].add(function)
    assert found == SHOWN_BY


def test_no_public_name_is_defined_twice() -> None:
    assert offered_twice() == []


def test_the_project_has_few_folders_and_commands() -> None:
    root = Path(__file__).parent.parent
    made = {"build", "dist", "node_modules"}
    folders = {path.name for path in root.iterdir() if path.is_dir()} - made
    assert len({name for name in folders if not name.startswith((".", "__"))}) <= MOST_FOLDERS
    text = (root / "Makefile").read_text(encoding="utf-8")
    assert len({*re.findall(r"^([a-z-]+):", text, re.MULTILINE)}) <= MOST_COMMANDS
