"""Metrics: columns that plug-ins add, those of the library among them."""

from __future__ import annotations

import sys
from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import cast

import pytest
from attrs import evolve

from lab.tests.simulate import own_metrics
from toledo_lab.simulate import (
    METRICS,
    GameError,
    Measure,
    Metric,
    MetricError,
    Plan,
    Result,
    Tally,
    make_metric,
    read_results,
    row_values,
    simulate,
    summarize,
)
from toledo_rules import KOSMOS_2008, State, Stream, legal_actions, new_game, score, shipped_edition
from toledo_rules._cli import main
from toledo_rules.bots import bot_streams, make_bot, play_on
from toledo_rules.edition import MOVEMENT
from toledo_rules.events import DuelEnded
from toledo_rules.record import Ply
from toledo_rules.state import OVER
from toledo_rules.testing import Table, sword

PLAN = Plan(bots=("greedy", "random", "greedy"), games=2, seed=7, rotate=True, metrics=(*METRICS,))
TINY = shipped_edition("tiny-duel")
OWN = "lab.tests.simulate.own_metrics"


@pytest.fixture(scope="module")
def rows() -> tuple[Result, ...]:
    return simulate(PLAN)


@pytest.fixture(scope="module")
def plies() -> list[Ply]:
    """The first of these games once more."""
    chance = Stream(7, game=0)
    start = new_game(3, chance)
    return [*play_on(start, [*map(make_bot, PLAN.bots)], chance, bot_streams(7, 3, game=0))]


def measure(row: Result, name: str) -> tuple[int, ...]:
    return cast("tuple[int, ...]", dict(row.measures)[name])


def number(row: Result, name: str) -> float:
    return cast("float", dict(row.measures)[name])


def parts(name: str) -> tuple[str, ...]:
    (column,) = (column for column in PLAN.columns() if column.name == name)
    return column.parts


# Those of the library


def test_counts_agree_with_the_usual_columns(rows: tuple[Result, ...]) -> None:
    for row in rows:
        assert sum(measure(row, "shop_placed")) == row.placed
        assert sum(measure(row, "tile_taken")) == row.tiles
        assert sum(measure(row, "sword_delivered")) == len(row.delivered)
        kept = Counter(dict(zip(parts("sword_forged"), measure(row, "sword_forged"), strict=True)))
        kept.subtract(map(str, row.delivered))
        assert +kept == Counter(map(str, row.kept))
        fame = sum(measure(row, "sword_points")) + sum(row.paintings) + row.gems // 2
        assert row.points == fame - KOSMOS_2008.movement_penalty * row.movement
        assert measure(row, "tile_kept")[parts("tile_kept").index(MOVEMENT)] == row.movement
    for _, some in groupby(rows, lambda row: row.game):
        game = [*some]
        assert 2 * sum(sum(measure(row, "challenges")) for row in game) == sum(
            row.duels for row in game
        )
        lost = [row.duels - row.duels_won for row in game]
        assert [sum(measure(row, "sent_back")) for row in game] == lost
        assert sum(sum(measure(row, "space_income")) for row in game) == sum(
            sum(measure(row, "shop_income")) for row in game
        )
    assert any(sum(measure(row, "tile_uses")) for row in rows)


def test_spaces_and_shops(rows: tuple[Result, ...], plies: list[Ply]) -> None:
    uses = Counter(
        (ply.seat, ply.before.phase.step)  # type: ignore[union-attr]  # a space is used on arrival
        for ply in plies
        if type(ply.action).__name__ == "UseSpace"
    )
    paid, income = Counter[int](), Counter[int]()
    visits = 0
    for ply in plies:
        step = getattr(ply.before.phase, "step", -1)
        visits += type(ply.action).__name__ == "UseSpace" and ply.before.shops[step] is not None
        for event in ply.transition.events:
            if type(event).__name__ == "FeePaid":
                paid[event.seat] += event.card.value  # type: ignore[union-attr]  # see above
                income[event.owner] += event.card.value  # type: ignore[union-attr, index]  # as above
    game = rows[:3]
    for row in game:
        found = {
            (row.seat, step): number
            for step, number in enumerate(measure(row, "space_uses"))
            if number
        }
        assert found == {key: value for key, value in uses.items() if key[0] == row.seat}
        assert sum(measure(row, "space_fees")) == paid[row.seat]
        assert sum(measure(row, "space_income")) == income[row.seat]
        assert sum(measure(row, "space_gains")) >= len(row.delivered) + len(row.paintings)
    assert sum(sum(measure(row, "shop_visits")) for row in game) == visits > 0
    assert sum(income.values()) > 0


def test_decisions_and_blocks(rows: tuple[Result, ...], plies: list[Ply]) -> None:
    for row in rows[:3]:
        choices = [len(legal_actions(ply.before)) for ply in plies if ply.seat == row.seat]
        assert len(choices) == row.decisions
        assert number(row, "forced") == choices.count(1) > 0
        assert number(row, "branching") == pytest.approx(sum(choices) / len(choices))
        assert number(row, "most_choices") == max(choices)
        full = [event for ply in plies if ply.seat == row.seat for event in ply.transition.events]
        assert sum(measure(row, "blocked")) == sum(
            type(one).__name__ == "SpaceFull" for one in full
        )


def test_the_course_of_the_lead(rows: tuple[Result, ...], plies: list[Ply]) -> None:
    """Told in another way: turn by turn, with a memory for who led last."""
    winner = next(row.seat for row in rows[:3] if row.place == 1)
    last, changes, turns, behind, decided = None, 0, 0, [], 0
    for ply in plies:
        if ply.after.over or ply.after.active != ply.seat:
            turns += 1
            points = [score(ply.after, seat).total for seat in range(3)]
            best = [seat for seat in range(3) if points[seat] == max(points)]
            if len(best) == 1:
                changes += last not in (None, best[0])
                last = best[0]
            behind.append(max(points) - points[winner])
            decided = turns if behind[-1] else decided
    row = rows[0]
    assert number(row, "lead_changes") == changes
    assert number(row, "comeback") == max(behind)
    assert number(row, "drama") == pytest.approx(sum(behind) / turns)
    assert number(row, "decided_at") == pytest.approx(decided / turns)
    assert sum(number(one, "led") for one in rows[:3]) <= 1


def test_a_game_that_was_stopped_at_once() -> None:
    row = simulate(evolve(PLAN, games=1, most=1))[1]
    assert (number(row, "lead_changes"), number(row, "branching"), number(row, "led")) == (0, 0, 0)


def kings(end: State, *duels: tuple[int, int]) -> list[tuple[Measure, Measure]]:
    """What is said about kingmaking: for each seat the end by a loser, and duels."""
    metric = make_metric("kingmaking")
    metric.before(end)
    ply = cast("Ply", None)
    for winner, loser in duels:
        metric.event(DuelEnded(winner, loser, 5), ply)
    return [(said["ended_by_loser"], said["king_duels"]) for said in metric.after(end)]


def test_losers_who_make_kings() -> None:
    """Red wins with 8; blue has 4 for a sword that would have brought 4 more: enough. Green has nothing."""
    table = Table(3).alcazar(0, 1, sword(8)).swords(1, sword(8))
    end = evolve(table.lay_unchecked(OVER), trigger=2)
    assert kings(end, (2, 1), (2, 1), (0, 1), (1, 0), (1, 2)) == [(0, 0), (0, 0), (1, 2)]
    assert kings(evolve(end, trigger=0)) == [(0, 0)] * 3
    far = Table(3).alcazar(0, 1, sword(10)).swords(1, sword(8)).lay_unchecked(OVER)
    assert kings(far, (2, 1)) == [(0, 0)] * 3
    assert kings(evolve(end, phase=new_game(3, Stream(1)).phase), (2, 1)) == [(0, 0)] * 3


# Of one's own


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_columns_are_part_of_the_file(
    tmp_path: Path, suffix: str, rows: tuple[Result, ...]
) -> None:
    path = tmp_path / f"games.{suffix}"
    plan = evolve(PLAN, bots=("random", "random"), games=1, edition=TINY, metrics=(*METRICS,))
    found = simulate(plan, path=path)
    stored = read_results(path)
    assert stored.results == found
    assert stored.settings == plan.settings()
    assert [*row_values(found[0])][-1] == "king_duels"
    assert simulate(plan, path=path) == found
    assert len(rows[0].measures) == len(PLAN.columns())


def test_a_metric_of_ones_own() -> None:
    plan = Plan(bots=("random", "random"), games=2, edition=TINY, metrics=(f"{OWN}:Turns",))
    results = simulate(plan)
    for row in results:
        assert row.turns - 1 <= number(row, "begun") <= row.turns
    summary = summarize(results, plan.columns())
    (one,) = summary.measures
    assert (one.column, one.part) == ("begun", "")
    assert one.everybody.value == pytest.approx(
        sum(number(row, "begun") for row in results) / len(results)
    )
    assert str(summary).splitlines()[-2:][0].startswith("a player, in a game")
    assert summary.to_dict()["measures"]


def test_means_of_bots(rows: tuple[Result, ...]) -> None:
    summary = summarize(rows, PLAN.columns())
    greedy, random = summary.bots
    (one,) = (one for one in summary.measures if one.column == "forced")
    for place, bot in enumerate((greedy, random)):
        games = [
            [number(row, "forced") for row in rows if row.bot == bot.who and row.game == game]
            for game in (0, 1)
        ]
        expected = sum(sum(some) / len(some) for some in games) / 2
        assert one.bots[place].value == pytest.approx(expected)
    tally, other = Tally(PLAN.columns()), Tally(PLAN.columns())
    tally.add(rows[:3])
    other.add(rows[3:])
    tally.merge(other)
    assert tally.summary() == summary


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("luck", "there is no metric 'luck'; there are lead, decisions"),
        ("no_module:x", "there is no metric 'no_module:x': No module"),
        (f"{OWN}:Nothing", "there is no metric .* has no attribute 'Nothing'"),
        (":", "there is no metric ':'"),
        (f"{OWN}:NOT_CALLABLE", "does not make a metric: 7 is not a"),
        (f"{OWN}:no_metric", "does not make a metric: 7 is not a"),
        (f"{OWN}:Points", "adds a column 'points': there is one already"),
        ("x" * 1001, "at most 1,000 characters, not 1,001"),
        ("lead\n", "must be printable"),
    ],
)
def test_what_is_no_metric(spec: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Plan(bots=("random", "random"), games=1, metrics=(spec,))


def test_a_metric_of_a_module_where_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The guide says: name it like a bot."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    Path("metric_here.py").write_text(f"from {OWN} import Turns")
    Path("metric_broken.py").write_text("1 / 0")
    Path("metric_failing.py").write_text("def Make(): return {}['x']")
    words = [
        "simulate",
        "--edition",
        "tiny-duel",
        "--games",
        "1",
    ]  # no --bots, which look there too
    assert main([*words, "--metrics", "metric_here:Turns"]) == 0
    assert main([*words, "--metrics", "metric_broken:X"]) == 2
    assert "metric_broken cannot be imported: ZeroDivisionError" in capsys.readouterr().err
    assert main([*words, "--metrics", "metric_failing:Make"]) == 2
    assert "the metric 'metric_failing:Make': KeyError: 'x'\n" in capsys.readouterr().err


def test_names_are_not_one_text() -> None:
    """A text is a sequence of letters, and would be six players."""
    with pytest.raises(TypeError, match="a tuple or list of names, found 'greedy'"):
        Plan(bots="greedy", games=1)
    with pytest.raises(TypeError, match="a tuple or list of names, found 'lead'"):
        Plan(bots=("random", "random"), games=1, metrics="lead")


def test_a_metric_is_not_there_twice() -> None:
    with pytest.raises(MetricError, match="adds a column 'lead_changes': there is one already"):
        Plan(bots=("random", "random"), games=1, metrics=("lead", "lead"))


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("says", 1.5, r"begun cannot be 1\.5, expected a whole number"),
        ("says", True, "begun cannot be True, expected a whole number"),
        ("says", (1, 2), "expected a whole number"),
        ("whole", False, ""),
        ("parts", ("a", "b"), "expected a whole number for each of 2 parts"),
    ],
)
def test_values_that_do_not_fit(
    name: str, value: object, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_metrics.Turns, name, value)
    plan = Plan(bots=("random", "random"), games=1, edition=TINY, metrics=(f"{OWN}:Turns",))
    if not why:
        assert simulate(plan)
        monkeypatch.setattr(own_metrics.Turns, "says", float("nan"))
        why = "begun cannot be nan, expected a number"
    with pytest.raises(GameError, match=why):
        simulate(plan)


def test_numbers_by_part_may_be_fractions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_metrics.Turns, "whole", False)
    monkeypatch.setattr(own_metrics.Turns, "parts", ("a", "b"))
    monkeypatch.setattr(own_metrics.Turns, "says", (0.25, 3.0))
    plan = Plan(bots=("random", "random"), games=1, edition=TINY, metrics=(f"{OWN}:Turns",))
    for suffix in ("csv", "jsonl"):
        path = tmp_path / f"games.{suffix}"
        results = simulate(plan, path=path)
        assert read_results(path).results == results
    summary = summarize(results, plan.columns())
    assert [(one.part, one.everybody.value) for one in summary.measures] == [("a", 0.25), ("b", 3)]


def test_a_metric_has_to_say_something() -> None:
    nothing = Metric()
    start = new_game(2, Stream(1))
    nothing.before(start)
    with pytest.raises(NotImplementedError):
        nothing.columns(KOSMOS_2008)
    with pytest.raises(NotImplementedError):
        nothing.after(start)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "--edition", "tiny-duel", "--bots", "random,greedy", "--games", "2"]
    assert main([*words, "--metrics", f"lead,{OWN}:Turns"]) == 0
    out = capsys.readouterr().out
    assert "\na player, in a game " in out
    assert "\nbegun " in out
