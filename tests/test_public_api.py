"""The public API changes only with a word in the changelog."""

from __future__ import annotations

from tests.public_api import ROOT, changes, public_api, untold

MOST_LINES = 1_150
MOST_CLASSES = 160


def test_the_api_is_small() -> None:
    api = public_api()
    assert len(api) <= MOST_LINES
    assert len([what for what in api.values() if what.startswith("class(")]) <= MOST_CLASSES


def test_a_class_is_told_once() -> None:
    api = public_api()
    assert api["toledo_rules.rulebook.Code"] == "= toledo_rules.Code"
    assert "toledo_rules.Code.GAME_OVER" in api
    assert "toledo_rules.rulebook.Code.GAME_OVER" not in api


def test_every_change_of_the_api_is_in_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert untold(changelog, changes()) == [], "say in CHANGELOG.md what becomes of these names"


def test_the_list_has_signatures_of_functions_methods_and_fields() -> None:
    api = public_api()
    assert api["toledo_rules.legal_actions"].endswith("-> tuple[Action, ...]")
    assert "action: Action" in api["toledo_rules.Game.play"]
    assert api["toledo_rules.PlayCard.card"] == ": Card"


def test_a_change_that_the_changelog_does_not_name_is_found() -> None:
    changelog = (
        "# Changelog\n\n## Unreleased\n\n- `Game.play` waits.\n\n## 1.0\n\n- `outcome` is new.\n"
    )
    changed = {
        "toledo_rules.Game.play": "changed",
        "toledo_rules.Game.undo": "removed",
        "toledo_rules.outcome": "added",
    }
    assert untold(changelog, changed) == ["toledo_rules.outcome (added)"]
