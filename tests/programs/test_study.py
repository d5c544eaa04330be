"""The study runs, with a handful of games, and its answers are what the games say."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from examples.study import answers, duels
from examples.study.__main__ import main
from examples.study.games import GIFTS, SEED, GiftPlan, plans
from toledo_rules import KOSMOS_2008, MOVEMENT, Stream, invariants
from toledo_rules.codec import digest
from toledo_rules.simulate import Estimate, Result, ResultsError, read_results, simulate

GAMES = 3
ASSETS = Path(__file__).parent.parent.parent / "docs" / "assets" / "study"
PLOTS = ("lengths", "seats", "gifts", "swords", "duels")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a whole study."""
    folder = tmp_path_factory.mktemp("study")
    words = ["--games", str(GAMES), "--workers", "1", "--duels", "9", "--keep", f"{folder}/keep"]
    assert main([*words, "--out", f"{folder}/plots"]) == 0
    return folder


@pytest.fixture(scope="module")
def results(kept: Path) -> dict[str, tuple[Result, ...]]:
    names = {name: f"{name.replace(' ', '-')}.jsonl" for name in plans(GAMES)}
    return {name: read_results(kept / "keep" / file).results for name, file in names.items()}


def test_there_is_a_plot_for_each_question(kept: Path) -> None:
    for name in PLOTS:
        root = ET.parse(kept / "plots" / f"{name}.svg").getroot()  # noqa: S314  it is our own
        assert root.tag.endswith("svg")
    figures = json.loads((kept / "plots" / "figures.json").read_text(encoding="utf-8"))
    assert figures["games of each kind"] == GAMES
    assert len(figures["seats"]) == 2 + 3 + 4


def test_the_published_figures_say_where_they_come_from() -> None:
    figures = json.loads((ASSETS / "figures.json").read_text(encoding="utf-8"))
    assert figures["digest"] == digest(KOSMOS_2008)
    assert figures["seed"] == SEED
    assert all((ASSETS / f"{name}.svg").exists() for name in PLOTS)


# Gifts.


@pytest.mark.parametrize("gift", GIFTS)
def test_a_gift_is_all_that_differs(gift: str) -> None:
    plan = plans(GAMES)[gift]
    usual = plans(GAMES)["3 players"]
    assert isinstance(plan, GiftPlan)
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
    for file, name, said in (
        ("movement-tile", "3 players", 'gift "movement tile", not null'),
        ("3-players", "duel tile", 'gift null, not "duel tile"'),
        ("movement-tile", "duel tile", 'gift "movement tile", not "duel tile"'),
    ):
        with pytest.raises(ResultsError, match=said):
            simulate(plans(GAMES)[name], path=kept / "keep" / f"{file}.jsonl")


# Answers.


def test_lengths_are_those_of_the_games(results: dict[str, tuple[Result, ...]]) -> None:
    for length in answers.lengths(results):
        rows = results[f"{length.players} players"]
        assert (length.games, length.stopped) == (GAMES, 0)
        assert sum(length.every) == sum(row.turns for row in rows)
        assert length.turns.value == pytest.approx(sum(length.every) / GAMES)
        assert min(length.every) <= length.median <= max(length.every)


def test_every_game_has_one_winner(results: dict[str, tuple[Result, ...]]) -> None:
    shares = answers.seat_shares(results)
    for players in (2, 3, 4):
        won = [share.won.value for share in shares if share.players == players]
        assert len(won) == players
        assert sum(won) == pytest.approx(1)


def test_a_gift_is_compared_with_games_without(results: dict[str, tuple[Result, ...]]) -> None:
    """The row of seat 0 in game 0, of seat 1 in game 1, of seat 2 in game 2, against a fair share and all others."""
    worth = answers.worths(results)[0]
    lucky = results["movement tile"][:: 3 + 1]
    usual = results["3 players"]
    assert len(lucky) == worth.games == GAMES
    assert worth.won_more.value == pytest.approx(sum(row.won for row in lucky) / GAMES - 1 / 3)
    points = [sum(row.points for row in rows) / len(rows) for rows in (lucky, usual)]
    assert worth.points_more.value == pytest.approx(points[0] - points[1])


def test_who_holds_a_movement_tile(results: dict[str, tuple[Result, ...]]) -> None:
    holders = [row.won for row in results["3 players"] if row.movement]
    share = answers.movement_holders(results)
    assert share.value == pytest.approx(sum(holders) / max(1, len(holders)))


def test_the_difference_of_two_figures_is_less_sure_than_each() -> None:
    less = answers.less(Estimate(5, 2, 9), Estimate(1, -2, 5))
    assert (less.value, less.low, less.high) == (4, -1, 9)


def test_swords_are_those_delivered(results: dict[str, tuple[Result, ...]]) -> None:
    shares = answers.sword_shares(results, 3)
    delivered = [value for row in results["3 players"] for value in row.delivered]
    assert sum(share.delivered for share in shares) * GAMES == pytest.approx(len(delivered))
    assert {share.value for share in shares} == {sword.value for sword in KOSMOS_2008.swords}
    assert 0 <= answers.any_sword_share(results, 3).value <= 1


def test_stopped_games_do_not_count(results: dict[str, tuple[Result, ...]]) -> None:
    stopped = {
        name: [evolve(row, finished=row.game > 0) for row in rows] for name, rows in results.items()
    }
    assert [(length.games, length.stopped) for length in answers.lengths(stopped)] == [
        (GAMES - 1, 1)
    ] * 3
    assert answers.worths(stopped)[0].games == GAMES - 1


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
