"""Fuzzing: the inputs that are kept still do no harm, and the targets notice what they are for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table import Numbers
from toledo_rules import KOSMOS_2008, State, new_game, shipped_edition
from toledo_rules.notation import format_position
from tools.fuzz import __main__ as command
from tools.fuzz import targets
from tools.fuzz.targets import TARGETS, MismatchError

ROOT = Path(__file__).parent.parent
READING = [name for name in TARGETS if name != "logic"]


@pytest.mark.parametrize("name", READING)
def test_what_was_kept_does_no_harm(name: str) -> None:
    """Every tenth of the inputs, and all of those that once found something."""
    kept = command.load_corpus(name)
    assert kept
    for data in [*kept[::10], *command.seeds(name)[:2]]:
        TARGETS[name](data)


def test_a_wrong_answer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that makes another position of a text, and a rule that lists too little."""
    state = new_game(2, Numbers(*[0] * 20))
    text = format_position(state).encode()
    targets.position(text)

    def other(_state: State) -> str:
        return "toledo1 red / red / blue"

    with monkeypatch.context() as wrong:
        wrong.setattr(targets, "format_position", other)
        with pytest.raises(MismatchError, match="another position"):
            targets.position(text)
    with monkeypatch.context() as wrong:
        wrong.setattr(targets, "legal_actions", lambda _: ())
        with pytest.raises(MismatchError, match=r"two opinions|nothing to do"):
            targets.position(text)


def test_positions_go_to_the_specification(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each once."""
    asked: list[State] = []

    def differing(states: list[State], **_: object) -> Iterator[str]:
        asked.extend(states)
        return iter(())

    with monkeypatch.context() as noting:
        noting.setattr(targets, "_known", set[int]())
        noting.setattr(targets, "disagreements", differing)
        for byte in range(6):
            targets.logic(bytes([byte, byte, *range(byte, 200, 4)]))
    assert len(asked) == len({*asked}) > 10
    assert {state.edition for state in asked} <= {*targets.EDITIONS}
    assert {KOSMOS_2008, shipped_edition("tiny-duel")} <= {*targets.EDITIONS}
    monkeypatch.setattr(targets, "_known", set[int]())
    monkeypatch.setattr(targets, "disagreements", lambda *_, **__: iter(["they differ"]))
    with pytest.raises(MismatchError, match="they differ"):
        targets.logic(bytes([7, 7, 7]))


def test_the_corpus_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "CORPUS", tmp_path)
    inputs = [b"", b"\xff\x00", b"take", b"take"]
    command.save_corpus("notation", inputs)
    assert sorted(command.load_corpus("notation")) == sorted({*inputs})


def test_the_result_is_dated_and_clean() -> None:
    document = json.loads((ROOT / "tools" / "fuzz" / "results.json").read_text(encoding="utf-8"))
    assert document.keys() == TARGETS.keys()
    for result in document.values():
        assert result["date"] >= "2026-11-17"
        assert result["failures"] == 0
        assert result["seconds"] > 0
        assert (
            max(result["inputs"], result.get("positions compared with the specification", 0)) > 2000
        )
