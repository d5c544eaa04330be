"""Files of results: they only grow, and whatever was cut off is played again."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from attrs import evolve

from toledo_rules import shipped_edition
from toledo_rules.codec import digest
from toledo_rules.simulate import (
    COLUMNS,
    GameResults,
    Plan,
    ResultsError,
    _playing,
    play,
    read_results,
    simulate,
)

TINY = shipped_edition("tiny-duel")
PLAN = Plan(bots=("random", "random"), games=3, seed=7, rotate=True, edition=TINY)
SUFFIXES = ["jsonl", "csv"]


@pytest.fixture(params=SUFFIXES)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file with three games."""
    path = tmp_path / f"games.{request.param}"
    simulate(PLAN, path=path)
    return path


@pytest.fixture
def played_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is really played twice: that would take long."""
    games = {game: play(PLAN, game) for game in range(PLAN.games)}

    def again(_plan: Plan, game: int) -> GameResults:
        return games[game]

    monkeypatch.setattr(_playing, "play", again)


# What is in them.


def test_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    results = simulate(PLAN, path=path)
    head, *rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    assert head == {
        "toledo-simulation": 2,
        "bots": ["random", "random"],
        "seed": 7,
        "rotate": True,
        "edition": "tiny-duel",
        "digest": digest(TINY),
        "most": 20_000,
    }
    assert [tuple(row) for row in rows] == [COLUMNS] * 6
    assert [row["points"] for row in rows] == [result.points for result in results]
    assert [row["delivered"] for row in rows] == [list(result.delivered) for result in results]


def test_csv(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    results = simulate(PLAN, path=path)
    with path.open(encoding="utf-8", newline="") as file:
        comment = file.readline()
        rows = list(csv.DictReader(file))
    assert json.loads(comment.removeprefix("# ")) == {"toledo-simulation": 2, **PLAN.settings()}
    assert [tuple(row) for row in rows] == [COLUMNS] * 6
    assert [int(row["points"]) for row in rows] == [result.points for result in results]
    assert [row["movement"] for row in rows] == [str(int(result.movement)) for result in results]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_value_comes_back(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those that are rare: lists with several swords, shared victories, commas in a bot's options."""
    first, second = play(PLAN, 0)
    odd = evolve(
        first, bot='a:b=1,c="2"', won=1 / 3, points=-2, delivered=(12, 3), kept=(4,), movement=True
    )

    def oddly(_plan: Plan, _game: int) -> GameResults:
        return (odd, evolve(second, finished=False))

    monkeypatch.setattr(_playing, "play", oddly)
    path = tmp_path / f"games.{suffix}"
    results = simulate(evolve(PLAN, games=1), path=path)
    assert read_results(path).results == results == (odd, evolve(second, finished=False))


def test_games_may_be_in_any_order(path: Path) -> None:
    """Workers finish when they finish; whoever reads gets them by number."""
    results = read_results(path).results
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:-6], *lines[-2:], *lines[-6:-2]]))
    assert read_results(path).results == results
    assert simulate(PLAN, path=path) == results


# What was cut off.


@pytest.mark.usefixtures("played_before")
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_file_that_was_cut_anywhere_is_completed(tmp_path: Path, suffix: str) -> None:
    """The finished games stay as they are, and the others are played again. At every line's end, and between."""
    path = tmp_path / f"games.{suffix}"
    results = simulate(PLAN, path=path)
    whole = path.read_bytes()
    cuts = {length for length in range(len(whole)) if b"\n" in whole[length - 2 : length + 2]}
    for length in sorted(cuts | set(range(0, len(whole), 7))):
        path.write_bytes(whole[:length])
        assert simulate(PLAN, path=path) == results
        assert path.read_bytes() == whole


def test_a_file_is_read_while_it_grows(path: Path) -> None:
    """A game that is there in part is left out, and nothing is changed."""
    results, whole = read_results(path).results, path.read_bytes()
    path.write_bytes(whole[:-10])
    assert read_results(path).results == results[:4]
    assert path.read_bytes() == whole[:-10]


# What is refused.


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        (evolve(PLAN, seed=8), "holds games with seed 7, not 8:"),
        (evolve(PLAN, rotate=False, most=9), "with rotate true, not false, most 20000, not 9:"),
        (evolve(PLAN, bots=("random", "greedy")), r'with bots .*"random"\], not .*"greedy"\]:'),
        (evolve(PLAN, edition=evolve(TINY, gems=9)), "with digest .*: continue it with its own"),
    ],
)
def test_other_games_are_not_mixed_in(path: Path, plan: Plan, why: str) -> None:
    whole = path.read_bytes()
    with pytest.raises(ResultsError, match=why):
        simulate(plan, path=path)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    "text",
    [
        "\n",
        "games\n",
        "[]\n",
        '{"seed": 7}\n',
        '{"toledo-simulation": 2, "bots": []}\n',
        "Dear diary,\n\n",
    ],
)
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path, suffix: str, text: str) -> None:
    path = tmp_path / f"diary.{suffix}"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ResultsError, match="line 1: found no file of results"):
        simulate(PLAN, path=path)
    assert path.read_text(encoding="utf-8") == text


def test_games_with_other_chance_are_not_continued(path: Path) -> None:
    """In format 1 the same seed gave other games."""
    old = path.read_bytes().replace(b'"toledo-simulation": 2', b'"toledo-simulation": 1', 1)
    path.write_bytes(old)
    with pytest.raises(ResultsError, match=r"earlier version.*begin another file"):
        simulate(PLAN, path=path)
    assert path.read_bytes() == old


def broken(path: Path, place: int, line: str) -> str:
    """What is said when a line of a file is replaced by another."""
    lines = path.read_text(encoding="utf-8").split("\n")
    lines[place] = line
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(ResultsError) as failure:
        read_results(path)
    return str(failure.value)


def test_a_damaged_line_is_named(path: Path) -> None:
    """In the middle of a file nothing can have been cut off: somebody has been there."""
    assert f"{path}, line 4: " in broken(path, 3, "?")
    assert f"{path}, line 4: " in broken(path, 3, '"')


def test_a_byte_that_is_no_text_is_damage_too(path: Path) -> None:
    before, _, after = path.read_bytes().rpartition(b"random")
    path.write_bytes(before + b"r\xe4ndom" + after)
    with pytest.raises(ResultsError, match=r"line \d: .*can't decode"):
        read_results(path)


def test_damaged_json(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    simulate(PLAN, path=path)
    row = json.loads(path.read_text(encoding="utf-8").splitlines()[2])
    assert broken(path, 2, json.dumps({**row, "points": "5"})).endswith("points cannot be '5'")
    assert broken(path, 2, json.dumps({**row, "kept": ["5"]})).endswith("kept cannot be ('5',)")
    assert "found columns a, expected game, seat" in broken(path, 2, '{"a": 1}')
    assert broken(path, 2, "[]").endswith("found no JSON object")


def test_damaged_csv(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    simulate(PLAN, path=path)
    row = path.read_text(encoding="utf-8").splitlines()[3]
    assert broken(path, 3, row + ",").endswith(
        f"found {len(COLUMNS) + 1} cells, expected {len(COLUMNS)}"
    )
    assert "invalid literal" in broken(path, 3, row.replace("1,", "one,", 1))


def test_a_game_is_not_counted_twice(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, *lines[-2:]]))
    with pytest.raises(
        ResultsError, match=f"line {len(lines) + 1}: game 2, seat 0 does not belong"
    ):
        read_results(path)


def test_a_player_is_not_left_out(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:-4], *lines[-3:]]))
    with pytest.raises(
        ResultsError, match=f"line {len(lines) - 3}: game 1, seat 1 does not belong"
    ):
        read_results(path)


def test_a_file_that_is_not_there_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_results(tmp_path / "games.jsonl")


def test_the_columns_are_documented() -> None:
    """The guide lists all of them, in their order, and nothing else."""
    guide = Path(__file__).parent.parent.parent / "docs" / "how-to" / "simulate-many-games.md"
    table = [
        line.split("|")[1].strip()
        for line in guide.read_text(encoding="utf-8").splitlines()
        if line.startswith("| `")
    ]
    assert [name.strip("`") for name in table] == list(COLUMNS)
