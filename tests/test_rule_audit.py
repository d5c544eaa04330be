"""The rule audit: every rule is cited beside code and in a test, and every number that anybody cites exists.

That something fails when a rule is broken is asked in tests/spec/test_clause_mutants.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from spec.tools.citations import (
    NOT_IN_CODE,
    NOT_IN_TESTS,
    cited,
    files_of_code,
    files_of_tests,
)
from toledo_rules import RULES, Code
from toledo_rules.rulebook import ILLEGAL

ROOT = Path(__file__).parent.parent


LIVING = {number: rule for number, rule in RULES.items() if not rule.merged_into}
"""Rules and rulings but the numbers that were merged into others."""


def test_every_cited_number_exists_and_was_not_merged_into_another() -> None:
    assert cited([*files_of_code(ROOT), *files_of_tests(ROOT)]) - set(LIVING) == set()


def test_a_merged_number_points_to_one_that_says_it() -> None:
    merged = {number: rule.merged_into for number, rule in RULES.items() if rule.merged_into}
    assert merged
    assert set(merged.values()) <= set(LIVING)
    for number, target in merged.items():
        assert target in RULES[number].text


def test_every_rule_is_cited_beside_the_code_that_implements_it() -> None:
    rules = {number for number, rule in LIVING.items() if rule.status == "rule"}
    assert rules - cited(files_of_code(ROOT)) - set(NOT_IN_CODE) == set()


def test_every_rule_is_shown_by_a_test() -> None:
    rules = {number for number, rule in LIVING.items() if rule.status in ("rule", "data")}
    assert rules - cited(files_of_tests(ROOT)) - set(NOT_IN_TESTS) == set()


def test_every_ruling_is_shown_by_a_test() -> None:
    rulings = {number for number, rule in LIVING.items() if rule.status == "ruling"}
    assert rulings - cited(files_of_tests(ROOT)) - set(NOT_IN_TESTS) == set()


def test_exceptions_are_needed() -> None:
    assert set(NOT_IN_CODE) & cited(files_of_code(ROOT)) == set()
    assert set(NOT_IN_TESTS) & cited(files_of_tests(ROOT)) == set()


@pytest.mark.parametrize("code", ILLEGAL)
def test_every_illegality_is_provoked_by_an_example(code: Code) -> None:
    examples = (ROOT / "tests" / "examples").rglob("*.py")
    assert any(f"Code.{code.name}" in file.read_text(encoding="utf-8") for file in examples)
