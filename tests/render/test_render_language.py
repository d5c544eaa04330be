"""Pictures and boards in a language in which every text stands in brackets: nothing in them is English by accident."""

from __future__ import annotations

import pytest

from tests.describe.pseudo import PSEUDO, register_pseudo, untranslated
from tests.render.pictures_read import parsed, texts
from tests.table import busy
from toledo_rules import view
from toledo_rules.describe import _catalogue as registry
from toledo_rules.describe import label
from toledo_rules.render import score_table, svg, text

NO_LANGUAGE = (r"\b\d+[vbtn][ad]\b", r"\b[A-Z]{1,3}-\d+\b", r"[x\u00d7]\d+")
"""Cards in notation, numbers of rules, how many."""


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setattr(registry, "_catalogues", {})
    register_pseudo()


def test_a_picture_is_translated() -> None:
    said = " ".join(texts(parsed(svg(busy(), language=PSEUDO))))  # a sentence may take two lines
    assert untranslated(said, *NO_LANGUAGE) == []


def test_a_board_is_translated() -> None:
    for position in (busy(), view(busy(), 0)):
        assert untranslated(text(position, language=PSEUDO), *NO_LANGUAGE) == []
        assert untranslated(score_table(position, language=PSEUDO), *NO_LANGUAGE) == []


def test_the_test_would_find_a_word() -> None:
    assert untranslated(f"{label('supply', PSEUDO)}: nothing") == ["nothing"]
    assert untranslated("⟦Cathed│ nothing") == ["nothing"]


def test_a_board_speaks_to_its_reader() -> None:
    seat = busy().active
    assert text(busy(), reader=seat).splitlines()[-1].startswith(("You ", "It is your turn"))
    assert not text(busy()).splitlines()[-1].startswith(("You ", "It is your turn"))
