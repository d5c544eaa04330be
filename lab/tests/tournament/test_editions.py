"""Two editions compared in pairs, with the same seats and the same chance."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from attrs import evolve

from toledo_lab.cli import _run
from toledo_lab.simulate import GameResults, ResultsError, Shard, play, simulate, stream_games
from toledo_lab.tournament import EditionComparison, EditionMatch, compare_editions
from toledo_rules import KOSMOS_2008
from toledo_rules._cli import main
from toledo_rules.editions import edition_to_toml

TWIN = evolve(KOSMOS_2008, name="twin")
FAST = evolve(KOSMOS_2008, name="fast", last_round_at=1)
MATCH = EditionMatch(bots=("greedy", "random"), deals=4, seed=3, other=FAST, metrics=("lead",))


def test_a_deal_is_played_with_both() -> None:
    """The same seats, the same hands; bots move on from deal to deal."""
    assert [MATCH.lineup(game)[0] for game in range(6)] == ["greedy"] * 2 + ["random"] * 2 + [
        "greedy"
    ] * 2
    assert [MATCH.deal(game) for game in range(4)] == [0, 0, 1, 1]
    assert [MATCH.edition_of(game).name for game in (0, 1)] == ["kosmos-2008", "fast"]
    assert [*evolve(MATCH, shard=Shard(2, 2)).numbers] == [4, 5, 6, 7]
    twins = EditionMatch(bots=("greedy", "random"), deals=1, seed=3, other=TWIN)
    one, other = play(twins, 0), play(twins, 1)
    assert [evolve(row, game=1) for row in one] == [*other]


@pytest.mark.search
def test_the_same_edition_makes_no_difference_at_all() -> None:
    twins = EditionMatch(bots=("greedy", "random"), deals=3, seed=3, other=TWIN)
    table = compare_editions(twins, stream_games(twins))
    assert {one.difference.value for one in table.figures} == {0}
    assert not any(one.differs for one in table.figures)


@pytest.fixture(scope="module")
def games() -> list[GameResults]:
    return [*stream_games(MATCH)]


@pytest.mark.search
def test_a_shorter_game_is_found_out(games: list[GameResults]) -> None:
    """One figure in the Alcazar ends it. Pairs show it, and the order of the games does not matter."""
    table = compare_editions(MATCH, games)
    assert table == compare_editions(MATCH, reversed(games))
    figures = {one.name: one for one in table.figures}
    turns = figures["turns in a game"]
    assert turns.difference.high < 0
    assert turns.difference.value == pytest.approx(turns.second.value - turns.first.value, abs=1e-4)
    mean = sum(sum(row.turns for row in game) for game in games if game[0].game % 2) / 4
    assert turns.second.value == mean
    assert figures["won by greedy"].first.value + figures["won by random"].first.value == 1
    assert "comeback" in figures
    assert str(table).splitlines()[0] == "4 deals, each played with kosmos-2008 and with fast"
    assert table.to_dict()["deals"] == 4


def test_a_verdict_needs_deals(games: list[GameResults]) -> None:
    """Thirty of them at least; here the four are taken again and again."""
    many = [
        tuple(evolve(row, game=8 * time + row.game) for row in game)
        for time in range(8)
        for game in games
    ]
    for deals, verdict in ((29, False), (30, True)):
        table = compare_editions(MATCH, many[: 2 * deals])
        assert table.figures[0].differs == verdict
        assert ("*\n" in str(table)) == verdict


def test_only_pairs_count(games: list[GameResults]) -> None:
    assert compare_editions(MATCH, games[:3]).deals == 1
    stopped = tuple(evolve(row, finished=False) for row in games[2])
    assert compare_editions(MATCH, [*games[:2], stopped, games[3]]).deals == 1
    with pytest.raises(ValueError, match="no deal of which both games came to their end"):
        compare_editions(MATCH, games[:1])


def test_parts_of_columns_must_agree() -> None:
    longer = evolve(KOSMOS_2008, name="long", road=(*KOSMOS_2008.road, KOSMOS_2008.road[-1]))
    with pytest.raises(
        ValueError, match=r"'challenges' has .* parts in kosmos-2008 and .* in long"
    ):
        EditionMatch(bots=("greedy", "random"), deals=1, other=longer, metrics=("duels",))
    few = evolve(KOSMOS_2008, most_players=2)
    with pytest.raises(ValueError, match="2 to 2 players, not 3"):
        EditionMatch(bots=("greedy",) * 3, deals=1, other=few)


def test_columns_with_parts() -> None:
    match = EditionMatch(bots=("random",) * 2, deals=1, other=FAST, metrics=("swords",), seed=1)
    names = [one.name for one in compare_editions(match, stream_games(match)).figures]
    assert "sword_points 12" in names
    assert "won by random" not in names


def test_it_is_not_continued_with_another_edition(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    match = EditionMatch(bots=("random",) * 2, deals=1, other=FAST, most=5)
    simulate(match, path=path)
    with pytest.raises(ResultsError, match='other "fast", not "twin"'):
        simulate(evolve(match, other=TWIN), path=path)


def fewer(match: EditionMatch, games: Iterable[GameResults]) -> EditionComparison:
    """A comparison in which one deal of two counts."""
    return evolve(compare_editions(match, games), deals=1)


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("fast.toml").write_text(edition_to_toml(FAST), encoding="utf-8")
    words = ["compare", "fast.toml", "--bots", "greedy,greedy", "--deals", "2", "--out", "c.csv"]
    assert main(words) == 0
    assert "2 deals, each played with kosmos-2008 and with fast\n" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["second"] == "fast"
    assert "Left out" not in captured.err
    with monkeypatch.context() as patched:
        patched.setattr(_run, "compare_editions", fewer)
        assert main(words) == 0
        assert "Left out because a game was stopped: 1 deal.\n" in capsys.readouterr().err
    mistakes: list[tuple[list[str], int, str]] = [
        (["compare", "fast.toml", "--deals", "0"], 2, "--deals must be from 1"),
        (["compare", "fast.toml", "--bots", "greedy"], 2, "players, not 1"),
        (["compare", "nothing.toml"], 1, "nothing.toml"),
        ([*words, "--seed", "9"], 1, "holds games with seed 0, not 9"),
    ]
    for call, code, why in mistakes:
        assert main(call) == code
        assert why in capsys.readouterr().err
