"""Mutation testing: what is changed, what became of the last run, and how old it is."""

from __future__ import annotations

import ast
import inspect
import json
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import cast

import coverage
import pytest

from toledo_rules import KOSMOS_2008, shipped_edition
from toledo_rules.effects import duel
from tools.mutants import __main__ as command
from tools.mutants.__main__ import Age, Fates
from tools.mutants.server import (
    MOMENT,
    Server,
    Tried,
    interruptible,
    kept,
    live_functions,
    swapped,
    too_slow,
)
from tools.mutants.sites import (
    KIT,
    ROOT,
    RULES,
    SAMPLES,
    Site,
    compiled,
    digest,
    modules,
    mutated,
    part_of,
    sample,
    sites,
    source,
)
from tools.release.checking import mutants_are_recent
from tools.release.preparing import ReleaseError


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
        if part_of(module) == RULES
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


def test_words_for_people_do_not_make_a_result_old(monkeypatch: pytest.MonkeyPatch) -> None:
    before, text = digest("_board"), source("_board")
    other = text.replace('"""', '"""Other words. ', 1) + "\n# a comment\n"
    monkeypatch.setattr("tools.mutants.sites.source", lambda _module: other)
    assert digest("_board") == before
    texts = ('x = "a site"', 'x = "a free site"', 'x = "site"', 'x = "tavern"')
    found = []
    for one in texts:
        monkeypatch.setattr("tools.mutants.sites.source", lambda _module, one=one: one)
        found.append(digest("_board"))
    assert found[0] == found[1]
    assert len({*found}) == 3
    monkeypatch.setattr("tools.mutants.sites.source", lambda _module: text + "\nx = 1\n")
    assert digest("_board") != before


def test_survivors_have_reasons() -> None:
    """Each reason is about a mutant that exists, and no survivor of the last run is without one."""
    keys = {site.key for module in modules() for site in sites(module)}
    reasons = command.reasons()
    assert reasons.keys() <= keys, "take out the reasons of what is no longer there"
    assert all(len(reason) > 20 for reason in reasons.values())
    assert {*command.results()["survivors"]} - reasons.keys() == set()


def test_a_module_that_was_never_tried_is_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the rules, all have to be tried; of every other part, its sample."""
    monkeypatch.setattr(command, "RESULTS", tmp_path / "results.json")
    rules, *others = command.ages()
    assert [*rules.changed] == [module for module in modules() if part_of(module) == RULES]
    for age in (rules, *others):
        assert (age.share, age.untried, age.too_old) == (1, 0, True)
    duel, store = sites("effects/duel"), sites("storage")
    tried = [(site, "killed") for site in (*duel, *store)]
    command.write(command.summary(tried, {}), [])
    rules, kit, *_ = command.ages()
    assert "effects/duel" not in rules.changed
    assert "storage" not in kit.changed
    assert max(rules.share, kit.share) < 1
    command.write(command.summary([*tried[:-2], (store[-1], "untried")], {}), [])
    assert command.ages()[1].untried == 1
    assert command.ages()[1].share > kit.share
    monkeypatch.setattr(command, "digest", lambda _module: "other code")
    assert "storage" in command.ages()[1].changed


def test_a_module_that_is_gone_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "RESULTS", tmp_path / "results.json")
    gone = {"modules": {"views": {"killed": 3}}, "survivors": ["views:view: 0 -> 1"]}
    command.RESULTS.write_text(json.dumps(gone), encoding="utf-8")
    command.write(command.summary([(sites("storage")[0], "killed")], {}), [])
    assert [*command.results()["modules"]] == ["storage"]
    assert command.results()["survivors"] == []


@pytest.mark.parametrize(
    ("rules", "kit", "code"), [(0.1, 0.4, 0), (0.3, 0.4, 1), (0.1, 0.6, 1), (0.25, 0.5, 0)]
)
def test_a_result_that_is_too_old_fails(
    rules: float,
    kit: float,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = [
        Age(RULES, ("effects/duel",), rules, 0),
        Age(KIT, ("storage", "_pieces"), kit, 7),
    ]
    monkeypatch.setattr(command, "ages", lambda: found)
    assert command.main(["--check"]) == code
    said = capsys.readouterr().out
    assert f"the rules: {rules:.0%} changed since (effects/duel), 0 untried" in said
    assert f"the kit: {kit:.0%} changed since (storage, _pieces), 7 untried" in said
    assert ("run `python -m tools.mutants --write` again" in said) == bool(code)


def test_a_summary() -> None:
    first, second, *_ = sites("effects/duel")
    found = command.summary([(first, "survived"), (second, "killed")], {first.key: "a reason"})
    assert found["effects/duel"]["killed"] == found["effects/duel"]["excused"] == 1
    assert isinstance(first, Site)


def test_the_sample_hardly_changes_with_the_code() -> None:
    """A mutant is in it by its own name, so a larger sample holds the smaller one."""
    few, many = sample(KIT, 100), sample(KIT, SAMPLES[KIT])
    assert len(many) == SAMPLES[KIT]
    assert {*few} <= {*many}
    assert all(part_of(site.module) == KIT for site in many)
    assert len({site.module for site in many}) > 15


def test_a_run_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fate is about the code of a module as it is: when that changes, it is forgotten."""
    first, second, *_ = sites("effects/duel")
    path = tmp_path / "build" / "fates.jsonl"
    Fates(path).note(Tried(first, "killed", ("tests/examples",)))
    assert Fates(path)[first] == Tried(first, "killed", ("tests/examples",))
    assert Fates(path)[second] is None
    monkeypatch.setattr(command, "digest", lambda _module: "other code")
    assert Fates(path)[first] is None


def test_what_was_tried_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only what has changed since the last run, and what an interrupted run has left."""
    monkeypatch.setattr(command, "RESULTS", tmp_path / "results.json")
    monkeypatch.setattr(command, "SURVIVORS", tmp_path / "survivors.toml")
    monkeypatch.setattr(command, "FATES", tmp_path / "fates.jsonl")
    first, second, third, *rest = sites("effects/duel")
    fates = Fates(command.FATES)
    for site in (first, *rest):
        fates.note(Tried(site, "killed", ()))
    fates.note(Tried(second, "alone", ()))
    assert command.main(["--known", "--write", "effects/duel"]) == 1
    assert f"survived: {second.key}" in capsys.readouterr().out
    assert command.results()["modules"]["effects/duel"]["untried"] == 1
    assert command.ages()[0].untried == 1
    fates.note(Tried(third, "endless", ()))
    reason = "nobody could ever notice it"
    command.SURVIVORS.write_text(f"[all]\n{json.dumps(second.key)} = {json.dumps(reason)}\n")
    assert command.main(["--known", "--write", "effects/duel"]) == 0
    assert command.results()["survivors"] == []
    assert "effects/duel" not in command.ages()[0].changed
    capsys.readouterr()
    assert command.main(["--known", "--sample", "0"]) == 0
    assert "effects/duel" not in capsys.readouterr().out


def test_survivors_are_tried_again_if_somebody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the tests that are named after the module, and those that ran through the line and are still there."""
    monkeypatch.setattr(command, "SURVIVORS", tmp_path / "survivors.toml")
    tried: list[Sequence[str]] = []

    class Kills:
        sound = False

        def survives(self, site: Site | None, tests: Sequence[str]) -> bool:
            tried.append(tests)
            return site is None and self.sound

        def close(self) -> None:
            """Nothing is open."""

    monkeypatch.setattr(command, "Nursery", Kills)
    first, *_ = sites("_pieces")
    fates = Fates(tmp_path / "fates.jsonl")
    here, gone = "tests/test_pieces.py::test_every_edition_has_its_seating[tiny-duel]", "test_gone"
    fates.note(Tried(first, "alone", (here, f"tests/test_pieces.py::{gone}", f"tests/{gone}.py")))
    command.attempt([first], fates)
    assert tried == []
    with pytest.raises(SystemExit, match=r"test_pieces\.py fails without any change"):
        command.attempt([first], fates, again=True)
    assert tried == [("tests/test_pieces.py", here), ["tests/test_pieces.py"]]
    Kills.sound = True
    command.attempt([first], fates, again=True)
    found = fates[first]
    assert found is not None
    assert found.fate == "killed"


def test_a_module_has_tests_of_its_own() -> None:
    """By its name or that of its folder. At import no test is on its way, so then there are others, too."""
    assert [*command.own_tests("_converter")] == ["tests/codec/test_codec_converter.py"]
    assert [*command.own_tests("effects/duel")] == ["tests/examples/test_duel.py"]
    assert "tests/editions" in command.own_tests("editions/_toml")
    assert {*command.SERVER_TESTS} < {*command.own_tests("web/limits")}
    constant = next(site for site in sites("_limits") if site.at_import)
    assert command.tests_alone(Tried(constant, "import", ())) == (
        "tests/test_limits.py",
        *command.IMPORT_TESTS,
    )


def test_changed_code_takes_the_place_of_the_old() -> None:
    functions = live_functions()
    found = [swap for site in sites("effects/duel") for swap in swapped(site, functions)]
    assert len(found) >= len([site for site in sites("effects/duel") if not site.at_import])
    assert {function.__module__ for function, _ in found} == {duel.__name__}


def test_caches_of_the_old_code_are_found() -> None:
    """They are emptied in the fork only: other tests in this process may rely on them."""
    found = kept()
    names = {getattr(cache, "__qualname__", "") for cache in found.caches}
    assert "_universe" in names
    assert shipped_edition not in found.caches
    assert any(edition is KOSMOS_2008 for edition in found.editions)


def test_a_second_server_finds_what_the_first_one_did(monkeypatch: pytest.MonkeyPatch) -> None:
    """The collector does not list what is frozen, so a server that left it frozen would hide every function."""
    server, site = Server([sites("effects/duel")[0]], lambda _tried: None), sites("effects/duel")[0]
    monkeypatch.setattr(server, "_learn", lambda _items: None)
    session = SimpleNamespace(items=[])
    assert server.pytest_runtestloop(cast("pytest.Session", session))
    assert server.tried == [Tried(site, "uncovered", ())]
    assert any(swapped(site, live_functions()))


def test_every_change_has_a_line() -> None:
    """A condition in a comprehension has its own, so that the tests that run through it are found."""
    found = [site for module in modules() if part_of(module) == RULES for site in sites(module)]
    assert all(0 < site.line <= source(site.module).count("\n") for site in found)
    (site,) = (
        one for one in sites("effects/registry") if one.scope == "due" and " if " in one.before
    )
    assert "KINDS[kind].options" in source("effects/registry").splitlines()[site.line - 1]


def frame_in(file: str) -> FrameType | None:
    """The frame of a function that is called by the test, and written in this file."""

    def function() -> FrameType | None:
        return inspect.currentframe()

    function.__code__ = function.__code__.replace(co_filename=file)
    return function()


def test_a_slow_test_is_skipped() -> None:
    with pytest.raises(pytest.skip.Exception, match="it takes too long"):
        too_slow(signal.SIGPROF, frame_in(__file__))


def test_a_slow_test_is_not_interrupted_inside_coverage(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception there would leave a lock locked, and the run would wait for it for ever."""
    armed: list[tuple[int, float]] = []
    monkeypatch.setattr(signal, "setitimer", lambda *timer: armed.append(timer))
    too_slow(signal.SIGPROF, frame_in(str(Path(coverage.__file__).with_name("collector.py"))))
    assert armed == [(signal.ITIMER_PROF, MOMENT)]


def test_nothing_but_a_test_is_interrupted() -> None:
    """Pytest notices an exception in what it calls for a test; one in its own code would end the run."""
    frame = inspect.currentframe()
    while frame is not None and frame.f_code is not pytest.CallInfo.from_call.__code__:
        assert interruptible(frame)
        frame = frame.f_back
    assert frame is not None
    assert not interruptible(frame)
    assert not interruptible(frame.f_back)
    assert not interruptible(None)


def test_the_result_is_about_the_code_as_it_is(
    record_property: Callable[[str, object], None],
) -> None:
    """A part of the code may have changed since it was tried: it is printed. If it is a large part, this fails.

    The kit is long in trying and changes often: a release waits for it, not every test.
    """
    rules, kit, *_ = command.ages()
    for age in (rules, kit):
        record_property("coverage", f"mutants of {age}")
    assert not rules.too_old, f"run `python -m tools.mutants --write`: {rules}"


def test_a_release_waits_for_the_mutants(monkeypatch: pytest.MonkeyPatch) -> None:
    age = command.Age(KIT, ("codec",), 0.9, 3)
    monkeypatch.setattr("tools.release.checking.ages", lambda: [age])
    with pytest.raises(
        ReleaseError, match=r"mutants --write\): the kit: 90% changed since \(codec\)"
    ):
        mutants_are_recent()
    monkeypatch.setattr("tools.release.checking.ages", list)
    mutants_are_recent()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems count otherwise")
def test_memory_that_is_only_reserved_does_not_kill_a_mutant() -> None:
    """An engine in WebAssembly reserves more than a mutant may write to: a limit of addresses would fail its tests."""
    program = """
import mmap
from tools.mutants.fresh import MEMORY, limit_memory
limit_memory()
private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
reserved = mmap.mmap(-1, 2 * MEMORY, flags=private, prot=0)
try:
    bytearray(2 * MEMORY)
except MemoryError:
    print("limited")
"""
    words = [sys.executable, "-c", program]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("limited\n", "")
