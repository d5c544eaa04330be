"""The ledger of long checks, and the page that is made from it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from attrs import evolve

from tools.checked import CHECKS, ROOT, Check, Entry, __main__, note, read
from website.model.pages import Pages
from website.pages.checked import add_checked

ENTRY = Entry(
    check="faults",
    command="python -m tests.faults",
    date="2026-11-18",
    revision="e787700",
    cpu_seconds=83,
    passed=True,
    result=("2468 faults tried, all survived",),
)


def _page(*entries: Entry) -> str:
    pages = Pages()
    add_checked(pages, entries)
    text = pages.files["checked.md"]
    assert isinstance(text, str)
    return text


def test_the_last_entry_of_a_check_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.json"
    assert read(ledger) == ()
    later = evolve(ENTRY, date="2026-12-01")
    other = evolve(ENTRY, check="tests")
    for entry in (ENTRY, other, later):
        note(entry, ledger)
    assert read(ledger) == (other, later)


def test_a_check_is_run_and_its_last_words_are_noted() -> None:
    check = Check("it", "", "", r"^\d+ tried")
    entry = __main__.perform(check, "python -c \"print('hello'); print('12 tried, none lost')\"")
    assert entry.passed
    assert entry.result == ("12 tried, none lost",)
    assert re.fullmatch(r"[0-9a-f]{7,}\+?|unknown", entry.revision)


@pytest.mark.parametrize("program", ["print('1 tried'); raise SystemExit(3)", "print('fine')"])
def test_a_check_that_fails_or_says_nothing_has_not_passed(program: str) -> None:
    check = Check("it", "", "", r"^\d+ tried")
    assert not __main__.perform(check, f"python -c {shlex.quote(program)}").passed


def test_a_name_that_is_no_check_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        __main__.main(["prayer"])
    assert "found 'prayer', expected one of tests, transitions" in capsys.readouterr().err


def test_what_failed_is_said_on_the_page_and_what_was_not_run() -> None:
    assert "2468 faults tried" in _page(ENTRY)
    assert "1 min 23 s" in _page(ENTRY)
    assert "<b>failed</b>" not in _page(ENTRY)
    assert "`python -m tests.faults`" not in _page(ENTRY)
    assert "`python -m tests.matrix --write`" in _page(ENTRY)
    assert "<b>failed</b>" in _page(evolve(ENTRY, passed=False))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_every_command_is_there(check: Check) -> None:
    program, *words = shlex.split(check.command)
    if program == "make":
        assert f"\n{words[0]}:" in (ROOT / "Makefile").read_text(encoding="utf-8")
    else:
        module = ROOT / words[1].replace(".", "/")
        assert module.with_suffix(".py").exists() or (module / "__main__.py").exists()
