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
    row_values,
    settings_path,
    simulate,
    write_parquet,
)
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
    """The rows of a Parquet file, in their order."""
    table = pyarrow.parquet.read_table(path).to_pylist()
    return [
        {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}
        for row in table
    ]


def test_every_value_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In several groups, from several parts, with the settings in the metadata."""
    monkeypatch.setattr(_parquet, "ROWS", 3)
    parts = [tmp_path / "one.jsonl", tmp_path / "two.csv"]
    results = [
        row
        for number, path in enumerate(parts, start=1)
        for row in simulate(evolve(PLAN, shard=Shard(number, 2)), path=path)
    ]
    path = tmp_path / "games.parquet"
    write_parquet(path, [*parts, parts[0]])
    assert rows(path) == [row_values(row) for row in results]
    file = pyarrow.parquet.ParquetFile(path)
    assert file.num_row_groups == 3
    said = json.loads(file.schema_arrow.metadata[b"toledo-simulation"])
    assert {**PLAN.settings(), "toledo-simulation": 4, "check": said["check"]} == said
    kinds = {field.name: str(field.type) for field in file.schema_arrow}
    assert [*kinds][: len(COLUMNS)] == [*COLUMNS]
    assert (kinds["points"], kinds["won"], kinds["finished"]) == ("int32", "double", "bool")
    assert kinds["delivered"].startswith("list<")
    assert (kinds["drama"], kinds["comeback"]) == ("double", "int32")


def test_no_games_are_an_empty_table(tmp_path: Path) -> None:
    simulate(evolve(PLAN, games=0), path=tmp_path / "none.jsonl")
    write_parquet(tmp_path / "none.parquet", [tmp_path / "none.jsonl"])
    assert rows(tmp_path / "none.parquet") == []


def test_the_file_is_complete_or_not_there(tmp_path: Path) -> None:
    path, out = tmp_path / "games.jsonl", tmp_path / "games.parquet"
    simulate(PLAN, path=path)
    path.write_bytes(path.read_bytes().replace(b"random", b"rundom", 1))
    with pytest.raises(ResultsError, match="do not agree"):
        write_parquet(out, [path])
    assert {file.name for file in tmp_path.iterdir()} == {path.name, settings_path(path).name}


def test_versions_of_pyarrow_may_ask_for_more() -> None:
    """What is handed out is still counted, and everything that a file can be asked is answered."""
    outbox = _parquet.Outbox()
    assert outbox.write(memoryview(b"abc")) == 3
    assert outbox.taken() == b"abc"
    outbox.write(b"de")
    outbox.flush()
    assert (outbox.tell(), outbox.taken(), outbox.closed) == (5, b"de", False)
    outbox.close()
    assert outbox.closed


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
    assert main(["merge", "games.jsonl", "--out", "again.parquet"]) == 0
    assert capsys.readouterr().out == first
    assert rows(Path("again.parquet")) == rows(Path("games.parquet"))
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert main([*words, "--out", "more.parquet"]) == 1
    assert (
        "Parquet needs pyarrow: pip install '.[parquet]' in a checkout of toledo-rules"
        in capsys.readouterr().err
    )
    assert not Path("more.jsonl").exists()  # nothing was played in vain
    with pytest.raises(ParquetError, match="needs pyarrow"):
        write_parquet("x.parquet", ["games.jsonl"])
