"""Finds where rule numbers are cited: in which file, on which line, in which function.

A number may stand anywhere, in a docstring, in a comment, in a TOML file; "A-43 to A-45" cites all
three. A citation belongs to the innermost function around it, or else to the class, or to the file.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from attrs import frozen

NOT_IN_CODE = {
    "GOA-01": "says what the game is about",
    "SET-01": "says where the board lies on the table",
    "MOV-13": "gives the reason for MOV-12",
}
"""Rules that ask nothing of a program."""

NOT_IN_TESTS = {
    "GOA-01": NOT_IN_CODE["GOA-01"],
    "A-141": "the rules set no limit to a turn, so there is nothing to see",
}
"""Rules and rulings that no test can show."""

EXERCISING = (
    *("examples", "property", "editions/test_editions.py"),
    *("spec/test_before_play.py", "spec/test_endless.py", "spec/test_knowledge.py"),
    "spec/test_what_play_can_do.py",
    *("test_engine.py", "test_hidden.py", "test_validity.py", "test_odds.py", "test_universe.py"),
)
"""Where the tests are that play moves and compare positions. Tests of proofs, of made mistakes and of tools mention
rules without showing them."""

_NUMBER = re.compile(r"\b(?:[A-Z]{3}-\d{2}|A-\d{2,3})\b")
_RANGE = re.compile(r"\b([A-Z]{3}|A)-(\d{2,3}) to \1-(\d{2,3})\b")


@frozen
class Citation:
    """One mention of a rule."""

    id: str
    file: Path
    line: int
    """The line of the mention."""
    name: str
    """The function or class around it, with dots (`Outlook.refusal`); empty for the file itself."""
    start: int
    """The line on which that function or class begins; 1 for the file itself."""


def files_of_code(root: Path) -> list[Path]:
    """The files of the package that cite rules: modules, and editions."""
    package = root / "src" / "toledo_rules"
    return sorted((*package.rglob("*.py"), *package.rglob("*.toml")))


def files_of_tests(root: Path) -> list[Path]:
    """The tests that show rules."""
    about_numbers = ("tests/test_rule_audit.py", "tests/spec/test_rules_text.py")
    tests = sorted((root / "tests").rglob("*.py"))
    return [file for file in tests if file.relative_to(root).as_posix() not in about_numbers]


def exercising(root: Path) -> list[Path]:
    """The tests that show rules at work. Those of pages, commands, files and bots only mention them."""
    places = [root / "tests" / name for name in EXERCISING]
    return [
        file
        for file in files_of_tests(root)
        if file.name.startswith("test_")
        and any(file == one or one in file.parents for one in places)
    ]


def numbers_in(text: str) -> Iterator[tuple[str, int]]:
    """Every number that a text cites, with the place of the mention."""
    for found in _NUMBER.finditer(text):
        yield found[0], found.start()
    for found in _RANGE.finditer(text):
        for n in range(int(found[2]) + 1, int(found[3])):  # both ends have been found as numbers
            yield f"{found[1]}-{n:02d}", found.start()


def cited(files: Iterable[Path]) -> set[str]:
    """Every rule number that stands in these files."""
    return {id for file in files for id, _ in numbers_in(file.read_text(encoding="utf-8"))}


def citations(files: Iterable[Path]) -> Iterator[Citation]:
    """Every mention of a rule in these files."""
    for file in files:
        text = file.read_text(encoding="utf-8")
        scopes = scopes_of(text) if file.suffix == ".py" else ()
        for id, place in numbers_in(text):
            line = text.count("\n", 0, place) + 1
            around = (scope for scope in scopes if scope.start <= line <= scope.end)
            inner = max(around, key=lambda scope: scope.start, default=_FILE)
            yield Citation(id, file, line, inner.name, inner.start)


@frozen
class Scope:
    """The lines of a function or class."""

    name: str
    start: int
    end: int


_FILE = Scope("", 1, 1)


@cache
def scopes_of(text: str) -> tuple[Scope, ...]:
    """The functions and classes of a module. Functions inside functions are part of them."""
    return tuple(_scopes(ast.parse(text).body, ""))


def _scopes(body: list[ast.stmt], prefix: str) -> Iterator[Scope]:
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            name = prefix + node.name
            yield Scope(name, node.lineno, node.end_lineno or node.lineno)
            if isinstance(node, ast.ClassDef):
                yield from _scopes(node.body, f"{name}.")


@frozen
class Refusal:
    """A reason for an illegal action, and the rule that it names."""

    code: str
    """The name of the code: NO_SHOP_THERE."""
    rule: str


def refusals(files: Iterable[Path]) -> set[Refusal]:
    """Which illegality code goes with which rule, from calls such as illegal(Code.X, "MOV-04")."""
    found = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name("illegal"),
                    args=[
                        ast.Attribute(ast.Name("Code"), str(code)),
                        ast.Constant(str(rule)),
                        *_,
                    ],
                ):
                    found.add(Refusal(code, rule))
                case _:
                    pass
    return found
