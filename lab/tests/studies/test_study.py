"""The study runs, with a handful of games of the lowest rungs, and its answers are what the games say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from lab.studies.study import answers, duels, findings
from lab.studies.study.__main__ import main
from lab.studies.study.games import (
    GIFTS,
    LADDER,
    SEED,
    TABLES,
    Games,
    finished_games,
    gift_plan,
    usual_plan,
)
from lab.studies.study.looks import holm
from lab.studies.study.plots import Mark, Panel, chart, study_plots
from toledo_lab.simulate import Result, ResultsError, simulate
from toledo_rules import KOSMOS_2008, MOVEMENT, Stream, invariants
from toledo_rules.codec import digest

GAMES = 3
ASSETS = Path(__file__).parents[3] / "docs" / "assets" / "study"
GREEDY = LADDER[0]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a whole study."""
    folder = tmp_path_factory.mktemp("study")
    words = ["--games", str(GAMES), "--rungs", "2", "--workers", "1", "--duels", "9"]
    assert main([*words, "--keep", f"{folder}/keep", "--out", f"{folder}/plots"]) == 0
    return folder


@pytest.fixture(scope="module")
def greedy(kept: Path) -> Games:
    return finished_games([GREEDY], GAMES, kept / "keep")[0]


def test_there_is_a_plot_for_each_question(kept: Path) -> None:
    figures = json.loads((kept / "plots" / "figures.json").read_text(encoding="utf-8"))
    for name, picture in study_plots(figures).items():
        assert (kept / "plots" / f"{name}.svg").read_text("utf-8") == picture
        assert ET.fromstring(picture).tag.endswith("svg")  # noqa: S314  it is our own
    assert [rung["games at each table"] for rung in figures["rungs"]] == [
        {str(players): GAMES for players in TABLES}
    ] * 2
    assert len(figures["rungs"][0]["seats"]) == 2 + 3 + 4


def test_the_published_figures_say_where_they_come_from() -> None:
    figures = json.loads((ASSETS / "figures.json").read_text(encoding="utf-8"))
    assert figures["digest"] == digest(KOSMOS_2008)
    assert figures["seed"] == SEED
    assert [rung["bot"] for rung in figures["rungs"]] == [rung.bot for rung in LADDER]
    for name, picture in study_plots(figures).items():
        assert (ASSETS / f"{name}.svg").read_text("utf-8") == picture


def test_a_plot_puts_figures_where_they_belong() -> None:
    """The mark of a value lies between the ticks below it and above it, its interval around it."""
    row = [Mark(0, 3.0, 2.0, 4.5)]
    picture = chart("A title", ["one"], ["a label"], [Panel("apples", [row])])
    places = {
        said: float(x)
        for x, said in re.findall(r'<text x="([\d.]+)"[^>]*middle">(\d+)</text>', picture)
    }
    ((low, high),) = re.findall(r'd="M([\d.]+),[\d.]+H([\d.]+)" stroke-width', picture)
    at = float(re.findall(r"translate\(([\d.]+)", picture)[-1])
    assert places["2"] == float(low) < at == places["3"] < places["4"] < float(high)
    assert "A title" in picture
    assert "apples" in picture


# Gifts.


@pytest.mark.parametrize("gift", GIFTS)
def test_a_gift_is_all_that_differs(gift: str) -> None:
    plan = gift_plan(GREEDY, gift, GAMES)
    usual = usual_plan(GREEDY, 3, GAMES)
    for game in range(3):
        before, after = (one.begin(game, Stream(SEED, game=game)) for one in (usual, plan))
        assert list(invariants(after)) == []
        lucky = plan.lucky(game)
        assert lucky == game
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
            if seat != lucky:
                assert new == old
            elif gift == "two cards":
                assert len(new.hand) == len(old.hand) + 2
                assert evolve(new, hand=old.hand) == old
            else:
                (tile,) = new.tiles
                assert (tile == MOVEMENT) == (gift == "movement tile")
                assert evolve(new, tiles=()) == old


def test_games_with_a_gift_are_not_mixed_with_others(kept: Path) -> None:
    with pytest.raises(ResultsError, match='gift "movement tile", not "duel tile"'):
        simulate(
            gift_plan(GREEDY, "duel tile", GAMES),
            path=kept / "keep" / "greedy-movement-tile.jsonl",
        )


# Answers.


def test_lengths_are_those_of_the_games(greedy: Games) -> None:
    for length in answers.lengths(greedy):
        turns = sum(row.turns for row in greedy.usual[length.players])
        assert (length.games, length.stopped) == (GAMES, 0)
        assert length.rounds.value == pytest.approx(turns / length.players / GAMES)


def test_every_game_has_one_winner(greedy: Games) -> None:
    shares = answers.seat_shares(greedy)
    for players in TABLES:
        won = [share.won.value for share in shares if share.players == players]
        assert len(won) == players
        assert sum(won) == pytest.approx(1)


def test_a_gift_is_compared_with_the_same_seat_and_deal(greedy: Games) -> None:
    """The row of seat 0 in game 0, of seat 1 in game 1, of seat 2 in game 2."""
    worth = answers.worths(greedy)[0]
    lucky, usual = (rows[:: 3 + 1] for rows in (greedy.gifts["movement tile"], greedy.usual[3]))
    assert len(lucky) == worth.games == GAMES
    points = sum(row.points for row in lucky) - sum(row.points for row in usual)
    assert worth.points_more.value == pytest.approx(points / GAMES)


def test_a_gift_that_does_nothing_is_worth_nothing(greedy: Games) -> None:
    """The luck of the deal explains all that the lucky seat wins."""
    useless = evolve(greedy, gifts=dict.fromkeys(GIFTS, greedy.usual[3]))
    for worth in answers.worths(useless):
        assert worth.won_more.to_list() == pytest.approx([0, 0, 0])
        assert worth.points_more.to_list() == [0, 0, 0]


def test_the_luck_of_the_deal_is_taken_off_as_far_as_it_explains_wins(greedy: Games) -> None:
    """If the lucky seat wins always, the deal explains nothing, and all over a third is due to the gift."""
    rows = greedy.usual[3]
    always = tuple(evolve(row, won=float(row.seat == row.game % 3)) for row in rows)
    fair = tuple(evolve(row, won=1 / 3) for row in rows)
    lucky = evolve(greedy, usual={**greedy.usual, 3: fair}, gifts=dict.fromkeys(GIFTS, always))
    assert answers.worths(lucky)[0].won_more.value == pytest.approx(2 / 3)


def test_swords_are_those_delivered(greedy: Games) -> None:
    shares = answers.sword_shares(greedy)
    delivered = [value for row in greedy.usual[3] for value in row.delivered]
    counted = sum(share.delivered.value * share.copies for share in shares)
    assert counted * GAMES == pytest.approx(len(delivered))
    assert {share.value for share in shares} == {sword.value for sword in KOSMOS_2008.swords}


def test_stopped_games_do_not_count(greedy: Games) -> None:
    stopped = evolve(
        greedy,
        usual={
            players: tuple(evolve(row, finished=row.game > 0) for row in rows)
            for players, rows in greedy.usual.items()
        },
    )
    assert [(length.games, length.stopped) for length in answers.lengths(stopped)] == [
        (GAMES - 1, 1)
    ] * 3
    assert answers.worths(stopped)[0].games == GAMES - 1


def test_an_interval_of_a_share_counts_each_game_once() -> None:
    """Ten copies of a thing in each game that all share one fate are no more evidence than one."""
    one = answers.ratio([1, 0, 1, 0], [1, 1, 1, 1])
    ten = answers.ratio([10, 0, 10, 0], [10, 10, 10, 10])
    assert one == ten
    assert one.low < one.value < one.high
    assert answers.ratio([3, 2, 0], [3, 2, 0]).low < 0.5  # two games are few, whatever they say


# Findings.


def a_rung(rung: int, won: list[bool]) -> Games:
    """Games of two in which the first player wins as given; the other tables and gifts stay empty."""
    row = simulate(evolve(usual_plan(GREEDY, 2, 1), most=1))[0]
    rows: list[Result] = []
    for number, first in enumerate(won):
        for seat in (0, 1):
            share = float(first == (seat == 0))
            rows.append(evolve(row, game=number, seat=seat, finished=True, won=share))
    empty: dict[str, Any] = dict.fromkeys(GIFTS, ())
    return Games(LADDER[rung], {2: tuple(rows), 3: (), 4: ()}, empty, ())


def first_of_two(*rungs: list[bool]) -> str:
    ladder = [a_rung(number, won) for number, won in enumerate(rungs)]
    return next(one for one in findings.judged(ladder) if one.finding.name == "first of 2").verdict


def test_a_finding_holds_only_if_every_rung_shows_it() -> None:
    most, half, few = [True] * 45 + [False] * 5, [True, False] * 25, [True] * 5 + [False] * 45
    assert first_of_two(most, most) == "holds"
    assert first_of_two(most, half) == "open"
    assert first_of_two(most, few) == "depends"
    assert first_of_two(few, few) == "opposite"


def test_many_looks_need_more_evidence() -> None:
    assert holm([0.04]) == [0.04]
    assert min(holm([0.04] * 2)) > 0.05


# Duels.


def test_duels_end_as_they_are_counted() -> None:
    """Sampled by the engine against counted exactly, in all ten cases. The seed is fixed: luck has no part in it."""
    odds = duels.all_odds(400, SEED)
    assert len(odds) == 10
    for one in odds:
        assert abs(one.exact - one.sampled.value) < 0.08
    assert [one.exact for one in odds if one.lead == 0] == [0.5, 0.5]


def test_a_colour_alone_helps() -> None:
    exact = {one.lead: one.exact for one in duels.all_odds(1, SEED)}
    assert sorted(exact.values()) == [exact[lead] for lead in range(-3, 4)]
    assert exact[2] == pytest.approx(1 - exact[-2])
