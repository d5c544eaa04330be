"""Every sentence of the handbook is a position with its verdict in a test, or listed with the reason why it is none."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from spec.tools.citations import citations, exercising
from website.model.handbook import TEXTS, read

ROOT = Path(__file__).parents[2]
CLAIMS = tomllib.loads((ROOT / "tests/handbook/claims.toml").read_text(encoding="utf-8"))
UNDECIDED = CLAIMS["undecided"]

_END = re.compile(r"(?<=[.?])\s+(?=[A-Z*])|\n+- ")


def sentences(name: str) -> dict[str, tuple[str, ...]]:
    """The sentences of a text, each with the numbers of the rules beside it."""
    return {
        " ".join(said.split()): paragraph.numbers
        for paragraph in read(name).paragraphs
        for said in _END.split(paragraph.text)
        if said.strip()
    }


@pytest.mark.parametrize("name", TEXTS)
def test_every_sentence_has_its_test_or_a_reason(name: str) -> None:
    assert list(CLAIMS[name]) == list(sentences(name))


def test_at_most_a_third_cannot_be_decided() -> None:
    claims = [claim for name in TEXTS for claim in CLAIMS[name].values()]
    undecided = [claim for claim in claims if claim in UNDECIDED]
    assert {*undecided} == {*UNDECIDED}
    assert len(undecided) <= len(claims) / 3


@pytest.mark.parametrize("name", TEXTS)
def test_the_test_of_a_sentence_is_there_and_cites_a_rule_beside_it(name: str) -> None:
    cited: dict[str, set[str]] = {}
    for one in citations(exercising(ROOT)):
        test = one.name.rpartition(".")[2].removeprefix("test_")
        cited.setdefault(f"{one.file.stem.removeprefix('test_')}.{test}", set()).add(one.id)
    page = ast.parse((ROOT / "tests/website/test_handbook.py").read_text(encoding="utf-8"))
    played = {one.name for one in page.body if isinstance(one, ast.FunctionDef)}
    strangers = []
    for sentence, numbers in sentences(name).items():
        claim = CLAIMS[name][sentence]
        if claim in UNDECIDED:
            continue
        if claim.startswith("handbook."):
            assert claim.replace("handbook.", "test_") in played, claim
        elif not cited[claim] & {*numbers}:
            strangers.append((sentence, claim))
    assert strangers == []
