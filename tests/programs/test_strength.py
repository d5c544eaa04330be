"""The programs that fit and measure the chances to win, and that measure bots by solved editions."""

import json
from pathlib import Path

import pytest

from examples.strength import calibrate, solved
from toledo_rules.bots._appraisal import STAGES


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for what the programs write, and quick games."""
    for name in ("WEIGHTS", "REPORT", "PICTURE"):
        monkeypatch.setattr(calibrate, name, tmp_path / name)
    monkeypatch.setattr(calibrate, "BOTS", ("greedy",))
    monkeypatch.setattr(calibrate, "HELD_OUT", 3)
    monkeypatch.setattr(calibrate, "RESAMPLES", 10)
    return tmp_path


def test_games_are_played_fitted_and_measured(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = str(files / "games")
    calibrate.main("play", games, "0", "4")
    calibrate.main("play", games, "4", "9")
    calibrate.main("fit", games)
    weights = json.loads((files / "WEIGHTS").read_text(encoding="utf-8"))
    assert weights["games"] == 6
    assert {len(stages) for stages in weights["players"].values()} == {STAGES}
    calibrate.main("measure", games)
    report = json.loads((files / "REPORT").read_text(encoding="utf-8"))
    assert report["games"] == 3
    assert "</svg>" in (files / "PICTURE").read_text(encoding="utf-8")
    assert "Brier score" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        calibrate.main("dance", games)


def test_bots_are_measured_by_solved_editions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solved, "BOTS", ("greedy", "searcher:level=5"))
    found = solved.measured("tiny-agreement", 40)
    assert found["positions"] == 5
    assert found["hands"] == "open"
