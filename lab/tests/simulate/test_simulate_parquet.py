"""Results as Parquet, by the extra ``parquet``, and the files of results as other programs read them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pyarrow.json
import pyarrow.parquet
import pytest
from attrs import evolve

from toledo_lab.simulate import (
    COLUMNS,
    ParquetError,
    Plan,
    ResultsError,
    Shard,
    _parquet,
    merge_results,
    row_values,
    simulate,
    stream_games,
    stream_results,
)
from toledo_lab.simulate._parquet import part_paths
from toledo_lab.simulate._results import rows_path
from toledo_rules import shipped_edition
from toledo_rules._cli import main

PLAN = Plan(
    bots=("random", "greedy"),
    games=4,
    seed=7,
    rotate=True,
    edition=shipped_edition("tiny-duel"),
    most=40,
    metrics=("lead", "duels"),
)


def rows(path: Path) -> list[dict[str, object]]:
    """The rows of a Parquet file, or of a folder of them, in their order."""
    table = pyarrow.parquet.read_table(path).to_pylist()
    return [
        {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}
        for row in table
    ]


def numbers(path: Path) -> list[int]:
    """The numbers of the games in a file of results, as they are read."""
    return [game[0].game for game in stream_results(path)]


def test_every_value_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In several groups of several files, with the settings in the metadata; other programs read the folder."""
    monkeypatch.setattr(_parquet, "ROWS", 3)
    monkeypatch.setattr(_parquet, "PART", 5)
    path = tmp_path / "games.parquet"
    results = simulate(PLAN, path=path)
    assert rows(path) == [row_values(row) for row in results]
    parts = part_paths(path)
    assert [len(rows(part)) for part in parts] == [6, 2]
    file = pyarrow.parquet.ParquetFile(parts[0])
    assert file.num_row_groups == 2
    said = json.loads(file.schema_arrow.metadata[b"toledo-simulation"])
    assert {**PLAN.settings(), "toledo-simulation": 4, "check": said["check"]} == said
    kinds = {field.name: str(field.type) for field in file.schema_arrow}
    assert [*kinds][: len(COLUMNS)] == [*COLUMNS]
    assert (kinds["points"], kinds["won"], kinds["finished"]) == ("int32", "double", "bool")
    assert kinds["delivered"].startswith("list<")
    assert (kinds["drama"], kinds["comeback"]) == ("double", "int32")


def test_files_are_merged_into_a_folder_and_back(tmp_path: Path) -> None:
    parts = [tmp_path / "one.jsonl", tmp_path / "two.parquet"]
    for number, path in enumerate(parts, start=1):
        simulate(evolve(PLAN, shard=Shard(number, 2)), path=path)
    for name in ("all.parquet", "all.csv"):
        whole = tmp_path / name
        assert len(merge_results(whole, [*parts, parts[0]])) == PLAN.games
        assert len(merge_results(whole, parts)) == PLAN.games
        assert sorted(numbers(whole)) == [0, 1, 2, 3]
        assert set(stream_results(whole)) == set(stream_results(*parts))


def test_an_interrupted_simulation_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games are in a Parquet file, one in the lines beside it."""
    monkeypatch.setattr(_parquet, "PART", 4)
    path = tmp_path / "games.parquet"
    games = stream_games(PLAN, path=path)
    first = [next(games) for _ in range(3)]
    games.close()
    assert [len(part_paths(path)), len(numbers(path))] == [1, 3]
    again = [*stream_games(PLAN, path=path)]
    assert again[:3] == first
    assert again == [*stream_results(path)] == [*stream_games(PLAN, path=path)]
    assert [len(rows(part)) for part in part_paths(path)] == [4, 4]
    assert rows_path(path).read_bytes() == b""


def test_games_that_became_a_file_just_before_a_crash_are_there_once(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    games = stream_games(PLAN, path=path)
    for _ in range(3):
        next(games)
    games.close()
    lines = rows_path(path).read_bytes()
    simulate(evolve(PLAN), path=path)
    whole = numbers(path)
    rows_path(path).write_bytes(lines)
    assert numbers(path) == whole  # read as it is
    simulate(PLAN, path=path)
    assert len(rows(path)) == 2 * PLAN.games


def test_no_games_are_no_file(tmp_path: Path) -> None:
    simulate(evolve(PLAN, games=0), path=tmp_path / "none.parquet")
    assert numbers(tmp_path / "none.parquet") == []
    assert part_paths(tmp_path / "none.parquet") == []


def test_what_cannot_be_continued(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    simulate(PLAN, path=path)
    with pytest.raises(ResultsError, match=r"games.parquet holds games with seed 7, not 8"):
        simulate(evolve(PLAN, seed=8), path=path)
    (part,) = part_paths(path)
    part.write_bytes(part.read_bytes()[:-20])
    with pytest.raises(ResultsError, match=r"part-00000.parquet: "):
        numbers(path)
    file = tmp_path / "old.parquet"
    file.write_bytes(b"PAR1")
    with pytest.raises(ResultsError, match="is a file: the results need a folder"):
        simulate(PLAN, path=file)


def test_json_lines_are_a_table(tmp_path: Path) -> None:
    """Rows and nothing else: Arrow, as an example of many, finds the kinds of all columns by itself."""
    path = tmp_path / "games.jsonl"
    results = simulate(PLAN, path=path)
    table = pyarrow.json.read_json(path)
    assert table.num_rows == len(results)
    assert table.column_names == [*row_values(results[0]), "check"]
    assert str(table.schema.field("points").type) == "int64"
    assert table.column("points").to_pylist() == [row.points for row in results]
    assert str(table.schema.field("delivered").type).startswith("list<")


def test_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["simulate", "--edition", "tiny-duel", "--bots", "random,random", "--games", "2"]
    assert main([*words, "--out", "games.parquet"]) == 0
    first = capsys.readouterr().out
    assert len(rows(Path("games.parquet"))) == 4
    assert main(["merge", "games.parquet", "--out", "again.parquet"]) == 0
    assert capsys.readouterr().out == first
    assert rows(Path("again.parquet")) == rows(Path("games.parquet"))
    assert main([*words, "--out", "games.parquet"]) == 0  # nothing is left to play
    assert capsys.readouterr().out == first
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert main([*words, "--out", "more.parquet"]) == 1
    assert (
        "Parquet needs pyarrow: pip install '.[parquet]' in a checkout of toledo-rules"
        in capsys.readouterr().err
    )
    assert not Path("more.parquet").exists()  # nothing was played in vain
    with pytest.raises(ParquetError, match="needs pyarrow"):
        merge_results("x.parquet", ["games.parquet"])
