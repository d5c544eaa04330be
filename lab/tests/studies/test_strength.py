"""The programs that fit and measure the chances to win, and that measure bots by solved editions."""

import json
from pathlib import Path

import pytest

from lab.studies.strength import calibrate, measure, solved
from toledo_lab.bots._appraisal import STAGES


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


def test_the_published_curve_is_drawn_from_the_report() -> None:
    """Elo against CPU seconds for two, three and four players, with intervals."""
    report = json.loads(measure.REPORT.read_text("utf-8"))
    assert measure.PICTURE.read_text("utf-8") == measure.picture(report)
    for players in (2, 3, 4):
        others = [point for point in measure.curve(report, players) if point.elo]
        assert others
        assert all(point.low < point.elo < point.high for point in others)


def test_a_match_that_was_not_played_again_stays_in_the_report() -> None:
    match = measure.MATCHES[0]
    games: list[dict[str, object]] = [
        {"match": match.name, "deal": 0, "seat": seat, "won": 1.0, "margin": 2}
        | {"seconds": 0.5, "other_seconds": 0.25}
        for seat in range(match.players)
    ]
    report = measure.summary(games, {})
    later = measure.summary([], {**report, "date": "2026-01-01"})
    assert report["matches"] == later["matches"]
    (one,) = report["matches"]
    assert (one["won"], one["games"], one["date"]) == (1, 2, report["date"])
