"""Mutation testing: what is changed, what became of the last run, and how old it is."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mutants import __main__ as command
from mutants.sites import Site, compiled, digest, is_core, modules, mutated, sites, source


def test_every_change_is_one_change() -> None:
    """It compiles, and differs from the module as it is."""
    plain = ast.dump(ast.parse(source("effects/duel")))
    assert len(sites("effects/duel")) > 15
    for site in sites("effects/duel"):
        changed = mutated(site)
        assert ast.dump(changed) != plain
        assert site.after.partition(":")[0] in ast.unparse(changed)
        compiled(site)


def test_every_kind_of_operator_is_changed() -> None:
    kinds = {
        (site.before, site.after)
        for module in modules()
        if is_core(module)
        for site in sites(module)
    }
    signs = " ".join(after for _, after in kinds)
    for sign in (
        " and ",
        " or ",
        " not in ",
        " is not ",
        "!=",
        " <= ",
        " >= ",
        " + ",
        " - ",
        "if not ",
    ):
        assert sign in signs


def test_keys_are_unique_and_do_not_depend_on_lines() -> None:
    keys = [site.key for module in modules() for site in sites(module)]
    assert len(keys) == len({*keys})
    site = sites("effects/duel")[0]
    assert str(site.line) not in site.key.split(":")[0]


def test_comments_and_docstrings_do_not_make_a_result_old(monkeypatch: pytest.MonkeyPatch) -> None:
    before, text = digest("effects/duel"), source("effects/duel")
    other = text.replace('"""', '"""Other words. ', 1) + "\n# a comment\n"
    monkeypatch.setattr("mutants.sites.source", lambda _module: other)
    assert digest("effects/duel") == before
    monkeypatch.setattr("mutants.sites.source", lambda _module: text + "\nx = 1\n")
    assert digest("effects/duel") != before


def test_survivors_have_reasons() -> None:
    """Each reason is about a mutant that exists, and no survivor of the last run is without one."""
    keys = {site.key for module in modules() for site in sites(module)}
    reasons = command.reasons()
    assert reasons.keys() <= keys, "take out the reasons of what is no longer there"
    assert all(len(reason) > 20 for reason in reasons.values())
    assert {*command.results()["survivors"]} - reasons.keys() == set()


def test_a_module_that_was_never_tried_is_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "RESULTS", tmp_path / "results.json")
    changed, share = command.stale()
    assert changed == [module for module in modules() if is_core(module)]
    assert share == 1
    found = command.summary([(sites("effects/duel")[0], "killed")], {})
    command.write(found, [])
    assert "effects/duel" not in command.stale()[0]


def test_a_result_that_is_too_old_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "stale", lambda: (["effects/duel"], 0.1))
    assert command.main(["--check"]) == 0
    assert (
        "changed since the last `make mutants`: effects/duel (10% of the core)"
        in capsys.readouterr().out
    )
    monkeypatch.setattr(command, "stale", lambda: (["effects/duel"], 0.3))
    assert command.main(["--check"]) == 1
    assert "run `make mutants` again" in capsys.readouterr().out


def test_a_summary() -> None:
    first, second, *_ = sites("effects/duel")
    found = command.summary([(first, "survived"), (second, "killed")], {first.key: "a reason"})
    assert found["effects/duel"]["killed"] == found["effects/duel"]["excused"] == 1
    assert isinstance(first, Site)
