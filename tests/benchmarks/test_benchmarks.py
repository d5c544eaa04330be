"""The benchmarks run, also where no peer is installed. What they measure is not tested here."""

from __future__ import annotations

import sys

import pytest

from benchmarks import malformed, peers, report, scaling, toledo
from benchmarks.__main__ import main
from benchmarks.measure import Block, Estimate, Tally, alternate, ratio, typical
from benchmarks.report import Goal, Row
from tests.players import Strategy, progress_player, random_player


def test_the_library_is_measured_without_peers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for package in ("catanatron", "chess"):
        monkeypatch.setitem(sys.modules, package, None)  # as if it were not installed
    assert main(["--quick"]) == 0
    table = capsys.readouterr().out
    for title in (
        "Random play",
        "Play that makes progress",
        "For front ends",
        "Memory",
        "Other costs",
    ):
        assert f"\n{title}" in table
    assert "A peer's CPU time" not in table


def test_the_gain_of_a_worker_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert scaling.main(["--games", "1", "--pairs", "2", "--workers", "1"]) == 0
    assert "1 workers: " in capsys.readouterr().out


def test_a_missing_peer_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("catanatron", "chess"):
        monkeypatch.setitem(sys.modules, package, None)
    assert peers.catan() is None
    assert peers.chess() is None


@pytest.mark.parametrize("strategy", [random_player, progress_player])
def test_a_recorded_game_can_be_played_again(strategy: Strategy) -> None:
    """Its actions are enough, because chance has its own numbers."""
    assert list(toledo.recorded(strategy, 1)) == list(toledo.recorded(strategy, 1))
    assert list(toledo.recorded(strategy, 1)) != list(toledo.recorded(strategy, 2))


def test_progress_is_played_again_without_a_fault() -> None:
    games = [len(list(toledo.recorded(progress_player, seed))) for seed in range(2)]
    assert toledo.progress_block(2)(4).plies == 2 * sum(games)


def test_damage_of_every_kind_is_tried(capsys: pytest.CaptureFixture[str]) -> None:
    assert malformed.main(["--json", "3", "--notation", "4", "--record", "5"]) == 0
    told = capsys.readouterr()
    assert [line.split(":")[0] for line in told.out.splitlines()[:-1]] == [
        "json",
        "notation",
        "record",
    ]
    assert told.out.splitlines()[-1].startswith("12 damaged inputs in ")
    assert "... record: 4 of 5" in told.err
    assert sum(number for number, _ in malformed.TRIALS.values()) == 100_000


def test_a_trial_that_fails_says_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(malformed.TRIALS, "notation", (1, [].pop))
    with pytest.raises(IndexError) as failure:
        malformed.main(["--notation", "1", "--first", "7"])
    assert failure.value.__notes__ == ["python -m benchmarks.malformed --notation 1 --first 7"]


def test_blocks_take_turns() -> None:
    """And every other round goes backwards, so that nobody always comes first."""
    order: list[str] = []

    def block(name: str) -> Block:
        def calls(times: int) -> Tally:
            order.append(name)
            return Tally(sum(1 for _ in range(10_000 * times)))

        return calls

    alternate({"a": block("a"), "b": block("b")}, rounds=4, seconds=0.0001)
    assert "".join(order[-8:]) == "abbaabba"


def test_a_ratio_of_medians_has_an_interval_around_it() -> None:
    below = [1.0, 1.1, 0.9, 1.0, 1.05, 0.95, 1.0, 5.0]
    above = [2 * value for value in below]
    figure = ratio(above, below)
    assert figure.value == 2
    assert figure.low <= 2 <= figure.high
    assert typical(below).value == 1


@pytest.mark.parametrize(
    ("figure", "verdict"),
    [
        (Estimate(3.2, 3.0, 3.4), "goal"),
        (Estimate(3.2, 2.9, 3.4), "first"),  # the worse end counts
        (Estimate(1.5, 1.1, 1.9), "no"),
    ],
)
def test_the_worse_end_of_the_interval_counts(figure: Estimate, verdict: str) -> None:
    assert Goal(1.2, 3).verdict(figure) == verdict


def test_where_less_is_better_the_upper_end_counts() -> None:
    goal = Goal(2.5, 1.4, higher_is_better=False)
    assert goal.verdict(Estimate(1.3, 1.2, 1.4)) == "goal"
    assert goal.verdict(Estimate(1.3, 1.2, 1.5)) == "first"
    assert goal.verdict(Estimate(2.6, 2.4, 2.8)) == "no"


def test_the_table_is_aligned() -> None:
    rows = [Row("one", Estimate(1234.5, 1200, 1300)), Row("two", Estimate(3, 2, 4), Goal(1, 2))]
    lines = list(report.table([("Section", rows)]))
    assert lines[2:] == [
        "Section",
        "  one                                                  1,234       1,200 .. 1,300",
        "  two                                                      3               2 .. 4       1      2  goal",
    ]
