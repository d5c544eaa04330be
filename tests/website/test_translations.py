"""The answers in other languages: complete, and made from the English that is there now."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from website.answers import read_answers
from website.translations import TRANSLATIONS, digest, read_translated, stale

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_answer_is_translated_and_none_is_stale(language: str) -> None:
    answers, _ = read_answers(ROOT)
    assert [
        str(problem) for problem in stale(language, read_translated(ROOT, language), answers)
    ] == []


def test_a_changed_a_missing_and_a_foreign_answer_are_found() -> None:
    answers, _ = read_answers(ROOT)
    german = read_translated(ROOT, "de")
    first, second, *rest = answers
    changed = [evolve(first, answer="Yes."), evolve(second, id="Q-999"), *rest]
    found = {(problem.key, problem.id) for problem in stale("de", german, changed)}
    assert found == {("english", first.id), ("id", "Q-999"), ("id", second.id)}
    assert digest(changed[0]) != digest(first)
