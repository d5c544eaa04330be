"""The picture in the README: made from a record by a program of the examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples import picture

ROOT = Path(__file__).parents[2]
GAME = str(ROOT / "tests" / "record" / "corpus" / "four-players.toledo")


def test_the_picture_in_the_readme_is_made_like_this(capsys: pytest.CaptureFixture[str]) -> None:
    assert picture.main([GAME, "--at", "150", "--theme", "light"]) == 0
    committed = (ROOT / "docs" / "assets" / "board.svg").read_text(encoding="utf-8")
    up_to_date = capsys.readouterr().out == committed
    assert up_to_date, "draw it again, as examples/picture.py says"
    assert "docs/assets/board.svg" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [([GAME, "--at", "9999"], "has no move 9999"), (["nowhere.toledo"], "nowhere.toledo")],
)
def test_what_cannot_be_shown_is_told(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert picture.main(arguments) == 1
    assert told in capsys.readouterr().err
