"""Sites: every place in a module where an operator, a condition or a number can be changed.

Left out are decorators, whose words are switches of attrs and sizes of caches, names of types, assertions, and what an
error says.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CodeType

from attrs import evolve, frozen

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "toledo_rules"
ELSEWHERE = {
    "lab": (ROOT / "lab" / "src" / "toledo_lab", "toledo_lab"),
    "web": (ROOT / "examples" / "web", "examples.web"),
}
"""Where the modules are whose names begin with such a word, and how they are imported. Others are in the package."""

RULES, KIT = "the rules", "the kit"
PARTS = {
    RULES: (
        *("_board", "_conditions", "_draft", "_engine", "_hidden", "_multiset"),
        *("_scoring", "_setup", "_validity", "_values", "actions", "chance"),
        *("edition", "events", "state", "effects/*"),
    ),
    KIT: (
        *("_converter", "_game", "_json", "_limits", "_pieces", "choices"),
        *("codec", "errors", "notation", "protocol", "record", "rulebook"),
        *("storage", "describe/*", "editions/*"),
    ),
    "bots": ("bots/*",),
    "pictures": ("render/*",),
    "commands": ("_cli/*",),
    "the server": (
        *("web/bots", "web/house", "web/limits"),
        *("web/pages", "web/server", "web/store", "web/table"),
    ),
    "the lab": (
        *("lab/_statistics", "lab/adapters/*", "lab/analysis/*"),
        *("lab/simulate/*", "lab/tournament/*"),
    ),
}
"""Modules by what they are for. All mutants of the rules are tried, and a sample of every other part. The kit reads,
writes, keeps and tells. How well bots of the lab search is measured, so they are in no part."""
SAMPLES = {part: 1_000 if part == KIT else 80 for part in PARTS if part != RULES}
"""Mutants of a part that are tried."""

GENERATED = ("editions/_kosmos_2008",)
"""Modules that a program writes, and a check compares with what they are made from."""

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.MatMult: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
}


@frozen
class Site:
    """A change of one place."""

    module: str
    """Path of the module in the package, without its ending."""
    scope: str
    """Name of the function or class around it; empty for the module."""
    line: int
    number: int
    """Place among all changes of the module."""
    before: str
    after: str
    again: int = 0
    """Number of equal changes before this one in the same scope."""
    at_import: bool = False
    """It is executed when the module is imported."""

    @property
    def key(self) -> str:
        """A name that stays the same when lines move."""
        again = f" #{self.again + 1}" if self.again else ""
        return f"{self.module}:{self.scope}: {self.before} -> {self.after}{again}"


class _Finder(ast.NodeVisitor):
    """Collects changes as functions that change a copy of the tree."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.sites: list[Site] = []
        self._scope: list[str] = []
        self._functions = 0

    def _add(self, node: ast.AST, changed: ast.AST) -> None:
        before, after = ast.unparse(node), ast.unparse(changed)
        self.sites.append(
            Site(
                self.module,
                ".".join(self._scope),
                _line(node),
                len(self.sites),
                before,
                after,
                at_import=self._functions == 0,
            )
        )

    def _inside(self, name: str, nodes: list[ast.stmt] | list[ast.expr], function: bool) -> None:
        self._scope.append(name)
        self._functions += function
        for node in nodes:
            self.visit(node)
        self._functions -= function
        self._scope.pop()

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for part in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(part)
        self._inside(node.name, node.body, function=True)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._inside("<lambda>", [node.body], function=True)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._inside(node.name, node.body, function=False)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and ast.unparse(node.annotation) != "TypeAlias":
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if ast.unparse(node.targets[0]) != "__slots__":
            self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) == "TYPE_CHECKING":
            return
        self.generic_visit(node)

    def visit_Raise(self, _node: ast.Raise) -> None:
        """What an error says is not an operator."""

    def visit_Assert(self, _node: ast.Assert) -> None:
        """An assertion is for the type checker."""

    def generic_visit(self, node: ast.AST) -> None:
        for changed in changes(node):
            self._add(node, changed)
        super().generic_visit(node)


def _line(node: ast.AST) -> int:
    """Return the line of a node; that of a condition in a comprehension is where the condition begins."""
    if isinstance(node, ast.comprehension):
        return node.ifs[0].lineno
    return node.lineno if isinstance(node, ast.expr | ast.stmt) else 0


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield every change of a node itself."""
    yield from _operators(node)
    yield from _values(node)
    yield from _conditions(node)


def _operators(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(left, ops, comparators):
            for place, operator in enumerate(ops):
                other = [*ops]
                other[place] = _COMPARED[type(operator)]()
                yield ast.Compare(left, other, comparators)
        case ast.BinOp(left, op, right):
            yield ast.BinOp(left, _COMPUTED[type(op)](), right)
        case ast.AugAssign(target, op, value):
            yield ast.AugAssign(target, _COMPUTED[type(op)](), value)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.UnaryOp(ast.USub(), operand):
            yield ast.UnaryOp(ast.UAdd(), operand)
        case _:
            return


def _values(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case _:
            return


def _conditions(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.If(test, body, orelse) if _bare(test):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.While(test, body, orelse) if _bare(test):
            yield ast.While(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.IfExp(test, body, orelse) if _bare(test):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.comprehension(target, iterable, ifs, is_async):
            for place, test in enumerate(ifs):
                if _bare(test):
                    others = [*ifs]
                    others[place] = ast.UnaryOp(ast.Not(), test)
                    yield ast.comprehension(target, iterable, others, is_async)
        case _:
            return


def _bare(test: ast.expr) -> bool:
    """A condition without an operator of its own."""
    return not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant)


def shown(text: str) -> str:
    """Return the first line of a change; a block is shown by its head."""
    return text.partition("\n")[0]


@cache
def source(module: str) -> str:
    """Return the text of a module."""
    return path_of(module).read_text(encoding="utf-8")


def _place(module: str) -> tuple[Path, str, str]:
    """Return the folder of a module's package, the package, and the name of the module in it."""
    word, _, rest = module.partition("/")
    return (*ELSEWHERE[word], rest) if word in ELSEWHERE else (PACKAGE, PACKAGE.name, module)


def path_of(module: str) -> Path:
    """Return the file of a module."""
    folder, _, name = _place(module)
    return folder / f"{name}.py"


def dotted(module: str) -> str:
    """Return the name by which a module is imported."""
    _, package, name = _place(module)
    return f"{package}.{name}".replace("/", ".").removesuffix(".__init__")


@cache
def sites(module: str) -> tuple[Site, ...]:
    """Return every change of a module, numbered."""
    finder = _Finder(module)
    finder.visit(ast.parse(source(module)))
    seen: Counter[str] = Counter()
    found = []
    for site in finder.sites:
        plain = evolve(site, before=shown(site.before), after=shown(site.after))
        found.append(evolve(plain, again=seen[plain.key]))
        seen[plain.key] += 1
    return tuple(found)


class _Changer(_Finder):
    """Makes one of the changes: it goes the same way as the finder, and counts."""

    def __init__(self, module: str, number: int) -> None:
        super().__init__(module)
        self._number = number
        self.target: tuple[ast.AST, ast.AST] | None = None

    def _add(self, node: ast.AST, changed: ast.AST) -> None:
        if len(self.sites) == self._number:
            self.target = node, changed
        super()._add(node, changed)


def mutated(site: Site) -> ast.Module:
    """Return the tree of a module with a change."""
    tree = ast.parse(source(site.module))
    changer = _Changer(site.module, site.number)
    changer.visit(tree)
    assert changer.target is not None
    old, new = changer.target
    _Replacer(old, new).visit(tree)
    return ast.fix_missing_locations(tree)


class _Replacer(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self._old:
            return ast.copy_location(deepcopy(self._new), node)
        return self.generic_visit(node)


def compiled(site: Site) -> CodeType:
    """Return the code of a module with a change."""
    return compile(mutated(site), str(path_of(site.module)), "exec")


def modules() -> list[str]:
    """Return every module that has something to change."""
    folders = {"": PACKAGE} | {f"{word}/": folder for word, (folder, _) in ELSEWHERE.items()}
    found = sorted(
        prefix + str(path.relative_to(folder).with_suffix(""))
        for prefix, folder in folders.items()
        for path in folder.rglob("*.py")
    )
    return [module for module in found if module not in GENERATED and sites(module)]


def part_of(module: str) -> str | None:
    """Return the part that a module belongs to."""
    folder, _, _ = module.rpartition("/")
    names = {module, f"{folder}/*"}
    return next((part for part, found in PARTS.items() if names & {*found}), None)


def of_part(part: str) -> list[Site]:
    """Return every change of a part."""
    return [site for module in modules() if part_of(module) == part for site in sites(module)]


def sample(part: str, number: int) -> list[Site]:
    """Return some of them. A mutant is chosen or not by its own name, so that this hardly changes with the code."""
    chosen = sorted(of_part(part), key=lambda site: sha256(site.key.encode()).digest())[:number]
    return sorted(chosen, key=lambda site: (site.module, site.number))


def digest(module: str) -> str:
    """Return a short text that changes with the code of a module, but not with what it says to people.

    That is in comments, docstrings, and texts of more than one word; no rule compares such a text with anything.
    """
    return _digest(source(module))


@cache
def _digest(text: str) -> str:
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            body[:] = [one for one in body if not _is_text(one)] or [ast.Pass()]
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            node.value = ""
    return sha256(ast.dump(tree).encode()).hexdigest()[:12]


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
