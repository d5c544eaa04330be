"""Old data: what any version wrote is read by this one, and means the same."""

from __future__ import annotations

import json
import pickle
from collections import deque
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from attrs import asdict, evolve

from spec.conformance import runner
from tests.vault import GAMES, checksums, content, read_json, unlike, versions
from toledo_lab.simulate import (
    _results,
    read_results,
)
from toledo_rules import (
    KOSMOS_2008,
    Game,
    State,
    Stream,
    codec,
    editions,
    format_position,
    new_game,
    parse_edition,
    parse_position,
    score,
    step,
)
from toledo_rules import record as _model
from toledo_rules import record as _text
from toledo_rules._cli._conformance import Engine
from toledo_rules.codec import KIND_OF, dump, dumps, loads
from toledo_rules.editions import edition_digest, edition_to_toml
from toledo_rules.errors import CodecError, ReplayError
from toledo_rules.record import (
    RECORD_FORMAT,
    REVISIONS,
    Record,
    RulesRevision,
    format_record,
    load_record,
    read_record,
    replay,
)

every_version = pytest.mark.parametrize("folder", versions(), ids=lambda folder: folder.name)
RULED_ANEW: dict[tuple[str, str], str] = {}
"""Cases of a version that are answered differently now, by the question."""
SAMPLE = 20
"""Of 20 games by seed, one is played here; `python -m tests.matrix` plays all of them on every Python."""


# What is in the vault


@every_version
def test_what_a_version_wrote_stays_as_it_is(folder: Path) -> None:
    assert read_json(folder / "about.json")["files"] == checksums(folder)


@every_version
@pytest.mark.search
def test_documents(folder: Path) -> None:
    """Everything that a document said is still there. A later version may say more."""
    for text in _documents(folder):
        loaded = loads(text)
        assert _holds(json.loads(dumps(loaded))["value"], json.loads(text)["value"]), text
        if isinstance(loaded, State):
            assert parse_position(format_position(loaded)) == loaded


@every_version
def test_records(folder: Path) -> None:
    """A game is replayed to its end by the rules by which it was played, or the error says why it cannot be."""
    ends = read_json(folder / "records.json")
    assert {path.stem for path in (folder / "records").iterdir()} == ends.keys()
    for name, end in ends.items():
        record = load_record(folder / "records" / f"{name}.toledo").complete()
        rules = REVISIONS[record.rules]
        if isinstance(rules, str):
            with pytest.raises(ReplayError, match=rules):
                deque(replay(record), maxlen=1)
        else:
            (ply,) = deque(replay(record), maxlen=1)
            assert isinstance(end, str)
            assert ply.after == parse_position(end), name


@every_version
def test_editions(folder: Path) -> None:
    for name, digest in read_json(folder / "editions.json").items():
        path = folder / "editions" / f"{name}.toml"
        edition = parse_edition(path.read_text(encoding="utf-8"))
        assert (edition.name, edition_digest(edition)) == (name, digest)


@every_version
def test_results(folder: Path) -> None:
    for name, rows in read_json(folder / "results.json").items():
        found = read_results(folder / "results" / name).results
        plain = json.loads(json.dumps([asdict(result) for result in found]))
        assert _holds(plain, rows), name


class _Here(runner.Engine):
    """The library in this process, in place of a program."""

    def __init__(self) -> None:
        super().__init__()
        self._engine = Engine()

    def exchange(self, message: Any) -> Any:
        return self._engine.answer(json.dumps(message))


def _in_format_2(case: dict[str, Any]) -> dict[str, Any]:
    """A case of the suite as it is written now. In format 1 views stood there whole, and no rules."""
    if "rules" in case:
        return case
    views = [
        {
            "changes": {f"/{key}": value for key, value in view.items()},
            "hidden": [f"/{key}" for key in case["position"] if key not in view],
        }
        for view in case["views"]
    ]
    moves = [{**move, "rules": []} for move in case["moves"]]
    return {
        **case,
        "rules": {"legal": [], "views": [], "scores": []},
        "moves": moves,
        "views": views,
        "refusals": [],
    }


@every_version
@pytest.mark.search
def test_conformance_cases(folder: Path) -> None:
    vectors: dict[str, Any] = read_json(folder / "conformance.json.gz")
    asked = 0
    for case in map(_in_format_2, vectors["cases"]):
        report = runner.Report()
        runner.run_case(_Here(), case, ("legal", "after", "views", "scores"), report)
        asked += sum(report.asked.values())
        anew = RULED_ANEW.get((folder.name, case["id"]))
        assert report.wrong == ({anew: 1} if anew else {}), str(report)
    assert asked > 100


@every_version
@pytest.mark.search
def test_games_by_seed(folder: Path) -> None:
    """The same seed gives the same game in every version with the same rules."""
    digests: Any = read_json(folder / "games.json")["digests"]
    assert len(digests) == GAMES
    assert len({*digests}) > GAMES * 0.9  # tiny games can be alike
    assert unlike(folder, range(0, GAMES, SAMPLE)) == []


def test_a_candidate_comes_before_its_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["0.9.0", "0.10.0", "1.0.0rc1", "1.0.0", "draft"]
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / "about.json").touch()
    monkeypatch.setattr("tests.vault.FOLDER", tmp_path)
    monkeypatch.setattr("tests.vault.DRAFT", tmp_path / "draft")
    assert [folder.name for folder in versions()] == names


def test_the_latest_version_has_everything_that_is_written_now() -> None:
    """A class that can be written has an example in the draft; after a release, in the release."""
    folder = versions()[-1]
    kinds = {type(loads(text)) for text in _documents(folder)}
    assert kinds == {*KIND_OF}, "run `python -m tests.vault`"
    formats: Any = read_json(folder / "about.json")["formats"]
    assert formats == {
        "documents": codec.JSON_FORMAT,
        "records": RECORD_FORMAT,
        "results": _results.FORMAT,
    }


def _documents(folder: Path) -> list[str]:
    return content(folder / "documents.jsonl.gz").decode().splitlines()


def _holds(new: Any, old: Any) -> bool:
    """Everything in the old value is in the new one."""
    if isinstance(old, dict):
        return all(key in new and _holds(new[key], part) for key, part in old.items())
    if isinstance(old, list):
        return len(new) == len(old) and all(map(_holds, new, old))
    return bool(new == old)


def test_holding() -> None:
    assert _holds({"a": [{"b": 1, "c": 2}], "d": 0}, {"a": [{"b": 1}]})
    assert not _holds({"a": [{"b": 1}]}, {"a": [{"b": 2}]})
    assert not _holds({"a": [1, 2]}, {"a": [1]})
    assert not _holds({}, {"a": 1})


# Other formats and rules can be added


def test_a_second_format_of_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if format 1 had called a kind "position", and had had no value for it but the notation."""
    state = new_game(2, Stream(1))
    now = dumps(state)
    old = json.dumps({"format": 1, "kind": "position", "value": format_position(state)})

    def upgraded(document: dict[str, object]) -> dict[str, object]:
        if document.get("kind") == "position":
            position = parse_position(str(document.get("value")))
            document = document | {"kind": "state", "value": dump(position)}
        return document | {"format": 2}

    monkeypatch.setattr(codec, "JSON_FORMAT", 2)
    monkeypatch.setattr(codec, "UPGRADES", {1: upgraded})
    assert json.loads(dumps(state))["format"] == 2
    assert loads(dumps(state)) == loads(old) == loads(now) == state
    for text in _documents(versions()[0])[::10]:
        assert _holds(dump(loads(text)), json.loads(text)["value"])
    for number, expected in ((0, "1 to 2"), (3, "2: a newer version")):
        with pytest.raises(CodecError, match=rf"found {number}, expected {expected}"):
            loads(now.replace('"format":1', f'"format":{number}'))


def test_a_second_format_of_records(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if format 2 had another word for the moves. Each format has its reader, and the check its lines."""

    class SecondReader(_text.RecordReader):
        def __init__(self, text: str) -> None:
            super().__init__(text.replace("\nplay:\n", "\nmoves:\n"))

    game = Game(2, seed=1)
    game.play("take")
    first = format_record(game.record())
    second = first.replace("toledo-record 1", "toledo-record 2").replace("moves:", "play:")
    assert read_record(second).record is None
    monkeypatch.setattr(_text, "RECORD_FORMAT", 2)
    monkeypatch.setattr(_text, "READERS", {1: _text.RecordReader, 2: SecondReader})
    assert read_record(first).complete() == read_record(second).complete() == game.record()
    assert read_record(second.replace("take", "end")).problems
    (problem,) = read_record(first.replace("record 1", "record 3")).problems
    assert problem.expected == (
        "toledo-record 1 or toledo-record 2: a newer version of the library wrote this"
    )


def _first(path: Path) -> str:
    """The first row of a file of results."""
    return next(row for row in path.read_text().splitlines() if "random" in row)


def test_games_by_former_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if rules 2 gave everybody a point more: a game by rules 1 keeps its points."""
    record = load_record(versions()[0] / "records" / "game-11.toledo").complete()

    def another_score(state: State, seat: int) -> Any:
        sheet = score(state, seat)
        return evolve(sheet, total=sheet.total + 1)

    rules = {1: REVISIONS[1], 2: RulesRevision(step, another_score)}
    monkeypatch.setattr(_model, "REVISIONS", MappingProxyType(rules))
    monkeypatch.setattr(_model, "RULES_REVISION", 2)
    assert len([*replay(record)]) == len(record.entries)
    with pytest.raises(ReplayError, match="the scores are"):
        deque(replay(evolve(record, rules=2)), maxlen=0)


def test_rules_that_are_no_longer_there(monkeypatch: pytest.MonkeyPatch) -> None:
    record = load_record(versions()[0] / "records" / "game-11.toledo").complete()
    why = "rules 1 had another road; toledo-rules 0.9 replays them"
    monkeypatch.setattr(_model, "REVISIONS", {1: why, 2: REVISIONS[1]})
    monkeypatch.setattr(_model, "RULES_REVISION", 2)
    with pytest.raises(ReplayError, match=why):
        deque(replay(record), maxlen=0)
    with pytest.raises(ReplayError, match=r"for rules 0, and these are rules 2$"):
        deque(replay(evolve(record, rules=0)), maxlen=0)


def test_a_game_does_not_go_on_by_other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toledo_rules._game.RULES_REVISION", 2)
    record = load_record(versions()[0] / "records" / "game-11.toledo").complete()
    with pytest.raises(ReplayError, match="by rules 1 can be replayed, but not go on"):
        Game.from_record(record)


def test_corrected_data_of_an_edition(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """When a shipped edition is corrected, what was written before still names the data as they were."""
    former = evolve(KOSMOS_2008, hand=6)
    digest = edition_digest(former)
    state = new_game(2, Stream(1), edition=former)
    reference = {"name": "kosmos-2008", "digest": digest}
    document = json.dumps(
        {"format": 1, "kind": "state", "value": dump(state) | {"edition": reference}}  # type: ignore[operator]
    )
    record = format_record(Record(state))
    record = "\n".join(line for line in record.split("\n") if not line.startswith("|"))
    sent = editions._unpickled_by_name  # noqa: SLF001  # what a pickle of that version calls
    with pytest.raises(CodecError, match="another edition of this name"):
        loads(document)
    assert read_record(record).record is None

    (tmp_path / "former").mkdir()
    path = tmp_path / "former" / f"kosmos-2008-{digest}.toml"
    path.write_text(edition_to_toml(former), encoding="utf-8")
    monkeypatch.setattr("importlib.resources.files", lambda _: tmp_path)
    monkeypatch.setattr(editions, "FORMER_EDITIONS", (("kosmos-2008", digest),))
    assert loads(document) == state
    assert read_record(record).complete().start == state
    assert parse_position(format_position(state)) == state
    assert sent("kosmos-2008", digest) == former
    assert pickle.loads(pickle.dumps(state)) == state
    assert loads(dumps(new_game(2, Stream(1)))) == new_game(2, Stream(1))
    wrong = document.replace('"hand"', '"hands"', 1)
    with pytest.raises(CodecError, match="hands"):
        loads(wrong)
