"""The public API changes only with a word in the changelog."""

from __future__ import annotations

from attrs import fields

from tests.public_api import ROOT, changes, public_api, untold
from tests.test_structure import PUBLIC
from toledo_rules import Readings

MOST_THINGS = 1064
"""As many as in 1.0.0, whose names stay. The readings are not counted: each is that of a ruling."""
MOST_CLASSES = 160


def thing(name: str) -> str:
    """A public name without the module that offers it, such as ``Card.value``."""
    name = name.removeprefix("toledo_rules.")
    modules = [module for module in PUBLIC if name.startswith(f"{module}.")]
    return name.removeprefix(f"{max(modules, key=len)}.") if modules else name


def test_the_api_is_small() -> None:
    """What two modules offer counts once."""
    api = public_api()
    classes = {thing(name) for name, what in api.items() if what.startswith("class(")}
    readings = {f"Readings.{part.name}" for part in fields(Readings)}
    assert len({thing(name) for name in api} - readings) <= MOST_THINGS
    assert len(classes) <= MOST_CLASSES


def test_every_change_of_the_api_is_in_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert untold(changelog, changes()) == [], "say in CHANGELOG.md what becomes of these names"


def test_the_list_has_signatures_of_functions_methods_and_fields() -> None:
    api = public_api()
    assert api["toledo_rules.legal_actions"].endswith("-> tuple[Action, ...]")
    assert "action: Action" in api["toledo_rules.Game.play"]
    assert api["toledo_rules.actions.PlayCard.card"] == ": Card"


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
