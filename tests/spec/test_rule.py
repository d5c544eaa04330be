"""`make rule`: everything about a rule, with file and line, and what depends on it."""

from __future__ import annotations

import pytest

from spec.tools import rule
from spec.tools.citations import Citation
from toledo_rules import RULES

HERE = rule.ROOT / "tests" / "spec" / "test_rule.py"


def test_everything_about_a_rule_is_shown_with_file_and_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule, "edited", lambda *_: [])
    assert rule.main(["MOV-04"]) == 0
    said = capsys.readouterr().out
    _, clauses, code, tests, sentences, answers = (
        said.split(f"\n{title}\n")[-1].split("\n\n")[0]
        for title in ("MOV-04", "clauses", "code", "tests", "sentences", "answers")
    )
    assert said.startswith("MOV-04 Where a move may end\n  spec/rules/movement.md:")
    assert "may_end(S) " in clauses
    assert "src/toledo_rules/effects/movement.py:" in code
    assert "tests/examples/test_movement.py:" in tests
    assert 'no_shop_there = "You cannot stop' in sentences
    assert "docs/answers.toml:" in answers


def test_a_line_that_is_named_is_the_line_of_the_clause() -> None:
    section = rule.section_of("MOV-05")
    assert section is not None
    for place in rule.clauses(section):
        assert place.file.read_text("utf-8").splitlines()[place.line - 1] == place.said


def test_a_number_that_was_merged_leads_on() -> None:
    number, rule_ = next((n, r) for n, r in RULES.items() if r.merged_into)
    section = rule.section_of(number)
    assert section is not None
    assert section.id == rule_.merged_into


def test_a_number_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        rule.main(["MOV-05a"])
    assert "there is no rule MOV-05a" in capsys.readouterr().err


def test_tests_are_named_as_pytest_names_them() -> None:
    """A mention outside any test stands for the whole file, which then is named once."""

    def mention(name: str, file: str = "test_rule.py") -> Citation:
        return Citation("MOV-04", HERE.with_name(file), 1, name, 1)

    assert rule.node_ids([mention("test_one"), mention("TestTwo.test_three")]) == [
        "tests/spec/test_rule.py::TestTwo::test_three",
        "tests/spec/test_rule.py::test_one",
    ]
    assert rule.node_ids([mention("test_one"), mention("helper"), mention("")]) == [
        "tests/spec/test_rule.py"
    ]


def test_after_an_edit_everything_is_run_and_a_failure_is_the_result(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[tuple[str, ...]] = []

    def python(*words: str) -> bool:
        ran.append(words)
        return words[1] != "spec.tools.sorts"

    monkeypatch.setattr(rule, "edited", lambda *_: [rule.ROOT / "spec/rules/movement.md"])
    monkeypatch.setattr(rule, "_python", python)
    monkeypatch.setattr(rule, "proofs", lambda: True)
    assert rule.main(["MOV-05"]) == 1
    assert {words[1] for words in ran} == {*rule.WRITERS, *rule.CHECKS, "pytest"}
    said = capsys.readouterr().out
    assert "edited: spec/rules/movement.md" in said
    assert "MOV-05: checks of the text failed" in said
