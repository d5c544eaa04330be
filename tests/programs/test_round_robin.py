"""The round-robin of the bots: its games are kept, its result is written."""

import json
from pathlib import Path

import pytest

from examples import round_robin

RESULT = Path(__file__).parents[2] / "docs" / "assets" / "round_robin.json"


def test_a_short_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "result.json"
    words = ["--pair", "greedy", "random", "--games", "2", "--keep", str(tmp_path / "games")]
    assert round_robin.main([*words, "--out", str(out)]) == 0
    (played,) = json.loads(out.read_text("utf-8"))["matches"]
    assert (played["bot"], played["against"], played["games"]) == ("greedy", "random", 2)
    assert json.loads(capsys.readouterr().out) == played

    (kept,) = (tmp_path / "games").glob("*.jsonl")
    before = kept.read_bytes()
    assert round_robin.main(words) == 0  # every game is there already
    assert kept.read_bytes() == before
    assert json.loads(capsys.readouterr().out) == played


def test_each_beats_the_one_before_it() -> None:
    """What was measured: the interval of each rung lies above even."""
    document = json.loads(RESULT.read_text("utf-8"))
    rungs = [(match["against"], match["bot"]) for match in document["matches"]]
    assert rungs == [("random", "greedy"), ("greedy", "planner"), ("planner", "ismcts")]
    for match in document["matches"]:
        assert match["games"] == 400
        assert match["interval_95"][0] > 0.5
