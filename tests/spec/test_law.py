"""A move is legal exactly if no reason speaks against it: proved for all positions at once, and the proof has teeth."""

from __future__ import annotations

import pytest
from attrs import evolve

from spec.tools.law import QUICK, main, prove
from spec.tools.logic import Part, parts


@pytest.mark.parametrize(("edition", "players", "kind"), QUICK)
def test_it_is_proved(edition: str, players: int, kind: str) -> None:
    assert prove(edition, players, kind).counterexample is None


def without(rule: str, clause: str) -> list[Part]:
    """The rules without the clauses of a section that begin like this."""
    found = [
        evolve(part, text="\n".join(_kept(part.text, clause))) if part.id == rule else part
        for part in parts()
    ]
    assert found != list(parts())
    return found


def _kept(text: str, clause: str) -> list[str]:
    return [one for one in text.split("\n\n") if not one.startswith(clause)]


@pytest.mark.parametrize(
    ("rule", "clause", "kind"),
    [
        ("A-27", "against(hopeless,a27", "take_cards"),
        ("SHP-02", "against(choice,shp02", "place_shop"),
        ("A-109", "against(choice,a109", "return_figure"),
        ("OCC-02", "against(choice,occ02", "challenge"),
        ("A-41", "untimely(a41", "end_turn"),
        ("A-106", "untimely(a106", "deliver"),
        ("A-19", "against(hopeless,a19", "pass"),
        ("TAK-01", "against(means,tak01", "draw"),
    ],
)
def test_a_missing_reason_is_noticed(rule: str, clause: str, kind: str) -> None:
    assert prove("kosmos-2008", 2, kind, without(rule, clause)).counterexample is not None


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tiny-duel", "2", "challenge"]) == 0
    assert "tiny-duel, 2 players, challenge: proved" in capsys.readouterr().out
