"""The benchmarks run, also where no peer is installed. What they measure is not tested here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import toledo_rules
from toledo_rules.bots import Bot, make_bot
from tools.benchmarks import (
    calls,
    instructions,
    peak,
    peers,
    report,
    scaling,
    toledo,
    worker,
)
from tools.benchmarks.__main__ import PEERS, exported, main
from tools.benchmarks.measure import ROOT, Block, Estimate, Program, in_turn, ratio, typical
from tools.benchmarks.report import Goal, Row

HERE = Path(toledo_rules.__file__).parents[1]
pytestmark = pytest.mark.usefixtures("unmeasured")


def test_one_command_compares_with_peers_and_with_another_revision(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Here without the peers, and with itself as the other revision. All rows are there, measured or with a reason."""
    file = tmp_path / "figures.json"
    assert main(["--quick", "--no-peers", "--against", str(HERE), "--json", str(file)]) == 0
    rows = json.loads(file.read_text())["rows"]
    first = {row["name"]: row for row in reversed(rows)}
    assert first["catanatron"]["figure"] == "left out"
    assert first["catanatron"]["goal"] == {"must": 3, "aim": 4}
    assert first["then / now: a ply of aimless play"]["figure"]["value"] > 0
    assert first["hash / apply, a position by itself"]["figure"]["value"] > 0
    table = capsys.readouterr().out
    assert all(f"\n  {row['name']}" in table for row in rows)
    assert f"\nthen: {HERE / 'toledo_rules'}\n" in table


def test_a_revision_that_is_not_there_is_a_reason_instead_of_a_figure() -> None:
    with exported("no-such-revision") as other:
        assert other == "git has no revision no-such-revision here"
    with exported(str(ROOT)) as other:
        assert other == ROOT / "src"


def test_a_peer_that_is_not_installed_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(_name: str) -> object:
        raise ModuleNotFoundError(name="catanatron")

    monkeypatch.setattr(peers, "import_module", missing)
    worker.main("peers", "catanatron", "0")
    assert json.loads(capsys.readouterr().out) == {"missing": "catanatron"}


def test_every_peer_of_the_table_can_be_played() -> None:
    assert set(PEERS) == set(peers.TASKS)


def test_a_program_answers_on_a_pipe() -> None:
    """It plays whole games, however short its turn is."""
    with Program("toledo", "progress", 1) as program:
        assert program.ready() is None
        block = program.work(seconds=0)
        assert (block.games, block.plies) == (1, len(toledo.recorded(0, make_bot("greedy"))))
        assert block.actions > block.plies
        assert block.seconds > 0
    with Program("toledo", "aimless", 0) as program:
        assert program.ready() is None
        assert 100 < program.bytes_each(50) < 100_000


def test_a_program_that_fails_is_noticed(capfd: pytest.CaptureFixture[str]) -> None:
    with (
        Program("toledo", "no such task", 0) as program,
        pytest.raises(RuntimeError, match="has failed"),
    ):
        program.ready()
    assert "no such task" in capfd.readouterr().err


@pytest.mark.parametrize("task", toledo.TASKS)
def test_every_task_of_ours_counts_and_times(task: str) -> None:
    tally = toledo.TASKS[task](1)()
    assert tally.plies > 0
    assert tally.seconds > 0


@pytest.mark.parametrize("bot", [None, make_bot("greedy")])
def test_a_recorded_game_can_be_played_again(bot: Bot | None) -> None:
    """Its actions are enough, because chance has its own numbers."""
    actions = toledo.recorded(1, bot)
    assert actions == toledo.recorded(1, bot) != toledo.recorded(2, bot)
    *_, last = toledo.replayed(1, actions)
    assert last.over


def test_programs_take_turns() -> None:
    """Every other round goes backwards, so that nobody always comes first. The first round does not count."""
    order: list[str] = []
    said: list[str] = []

    class Noting(Program):
        def __init__(self, name: str) -> None:
            self.name = name

        def work(self, seconds: float) -> Block:
            order.append(self.name)
            return Block(plies=len(order), actions=1, games=1, seconds=seconds)

    blocks = in_turn({"a": Noting("a"), "b": Noting("b")}, 3, 0.5, said.append)
    assert "".join(order) == "abbaabba"
    assert [block.plies for block in blocks["a"]] == [4, 5, 8]
    assert said == ["warming up", "round 1 of 3", "round 2 of 3", "round 3 of 3"]


def test_a_ratio_is_the_median_of_pairs() -> None:
    """And not the ratio of medians, which here would be 1."""
    assert ratio([2, 20, 200], [1, 10, 20]).value == 2
    assert ratio([1, 2, 3], [3, 2, 1]).value == 1
    below = [1.0, 1.1, 0.9, 1.0, 1.05, 0.95, 1.0, 5.0]
    figure = typical(below)
    assert figure.low <= figure.value == 1 <= figure.high


@pytest.mark.parametrize(
    ("goal", "figure", "verdict"),
    [
        (Goal(1.2, 3), Estimate(3.2, 3.0, 3.4), "aim"),
        (Goal(1.2, 3), Estimate(3.2, 2.9, 3.4), "must"),
        (Goal(1.2, 3), Estimate(1.5, 1.1, 1.9), "no"),
        (Goal(2.5, 1.4), Estimate(1.3, 1.2, 1.4), "aim"),  # less is better
        (Goal(2.5, 1.4), Estimate(1.3, 1.2, 1.5), "must"),
        (Goal(2.5, 1.4), Estimate(2.4, 2.2, 2.6), "no"),
    ],
)
def test_the_worse_end_of_the_interval_counts(goal: Goal, figure: Estimate, verdict: str) -> None:
    assert goal.verdict(figure) == verdict


def test_the_table_is_aligned() -> None:
    rows = [
        Row("one", Estimate(1234.5, 1200, 1300)),
        Row("two", Estimate(3, 2, 4), Goal(1, 2)),
        Row("three", "not there", Goal(1, 2)),
    ]
    lines = list(report.table([("Section", rows)]))
    assert lines[2:] == [
        "Section",
        f"{'  one':<60}     1,234       1,200 .. 1,300",
        f"{'  two':<60}         3               2 .. 4       1      2  aim",
        f"{'  three':<60}         -                            1      2  not there",
    ]


def test_single_functions_are_timed(capsys: pytest.CaptureFixture[str]) -> None:
    assert calls.main(["--rounds", "2", "--calls", "1"]) == 0
    assert "\n  describe an event  " in capsys.readouterr().out


@pytest.mark.parametrize("work", instructions.WORK)
def test_work_whose_instructions_are_counted_is_done(work: str) -> None:
    assert instructions.main(["--do", work, "3"]) == 0


def test_what_takes_more_yardsticks_than_recorded_is_slower() -> None:
    """On the same Python 2 % more are too many, on another one 10 %."""

    def figures(python: str = "3.11.7", **counts: int) -> instructions.Counted:
        return instructions.Counted({"yardstick": 1_000, **counts}, python, "x86_64")

    then = figures(loads=100_000, dumps=100_000)
    assert instructions.slower(figures(loads=101_900, dumps=90_000), then) == []
    assert instructions.slower(figures(loads=103_000, dumps=90_000), then) == ["loads: +3.0%"]
    assert instructions.slower(figures("3.12.1", loads=109_000, dumps=90_000), then) == []
    assert instructions.slower(figures("3.12.1", loads=111_000, dumps=1), then) == ["loads: +11.0%"]


def test_the_recorded_figures_are_of_this_work() -> None:
    assert [*instructions.recorded().instructions] == [*instructions.WORK, instructions.START]


def test_the_gain_of_a_worker_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert scaling.main(["--games", "1", "--pairs", "2", "--workers", "1"]) == 0
    assert "1 workers: " in capsys.readouterr().out


def test_the_memory_of_more_games_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert peak.main(["--few", "1", "--many", "2", "--out"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("1 games: ")
    assert out[2].startswith("ratio: ")
