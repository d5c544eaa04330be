"""The rule audit: every rule has code and a test, and every number that anybody cites exists."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from toledo_rules import RULES, Code

ROOT = Path(__file__).parent.parent

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

_NUMBER = re.compile(r"\b(?:[A-Z]{3}-\d{2}|A-\d{2,3})\b")
_RANGE = re.compile(r"\b([A-Z]{3}|A)-(\d{2,3}) to \1-(\d{2,3})\b")


def cited(files: Iterable[Path]) -> set[str]:
    """Every rule number that stands in these files; "A-43 to A-45" cites all three."""
    numbers: set[str] = set()
    for file in files:
        text = file.read_text(encoding="utf-8")
        numbers.update(_NUMBER.findall(text))
        for group, first, last in _RANGE.findall(text):
            numbers.update(f"{group}-{n:02d}" for n in range(int(first), int(last) + 1))
    return numbers


def code_files() -> list[Path]:
    package = ROOT / "src" / "toledo_rules"
    return [*package.rglob("*.py"), *package.rglob("*.toml")]


def files_of_tests() -> list[Path]:
    about_text = ROOT / "tests" / "spec" / "test_rules_text.py"  # cites numbers that must not exist
    return [
        file
        for file in (ROOT / "tests").rglob("*.py")
        if file not in (about_text, Path(__file__).resolve())
    ]


def test_every_cited_number_exists() -> None:
    assert cited([*code_files(), *files_of_tests()]) - set(RULES) == set()


def test_every_rule_is_cited_beside_the_code_that_implements_it() -> None:
    rules = {number for number, rule in RULES.items() if rule.status == "rule"}
    assert rules - cited(code_files()) - set(NOT_IN_CODE) == set()


def test_every_rule_is_shown_by_a_test() -> None:
    rules = {number for number, rule in RULES.items() if rule.status in ("rule", "data")}
    assert rules - cited(files_of_tests()) - set(NOT_IN_TESTS) == set()


def test_every_ruling_is_shown_by_a_test() -> None:
    rulings = {number for number, rule in RULES.items() if rule.status == "ruling"}
    assert rulings - cited(files_of_tests()) - set(NOT_IN_TESTS) == set()


def test_exceptions_are_needed() -> None:
    assert set(NOT_IN_CODE) & cited(code_files()) == set()
    assert set(NOT_IN_TESTS) & cited(files_of_tests()) == set()


@pytest.mark.parametrize("code", Code)
def test_every_illegality_is_provoked_by_an_example(code: Code) -> None:
    examples = (ROOT / "tests" / "examples").rglob("*.py")
    assert any(f"Code.{code.name}" in file.read_text(encoding="utf-8") for file in examples)
