"""The command that runs the tests beside busy processes ends what it started, and in time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests import under_load

LEAVES_ONE = (
    "import subprocess, sys; print('begun', flush=True); "
    "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], start_new_session=True)"
)
"""It ends, and a process of its own session goes on."""


@pytest.fixture(autouse=True)
def _small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repository without files is cloned in a moment."""
    subprocess.run(["git", "init", "--quiet", str(tmp_path / "empty")], check=True)
    monkeypatch.setattr(under_load, "ROOT", tmp_path / "empty")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are found in /proc")
def test_what_a_run_leaves_behind_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda _: "a-test")
    code, used = under_load.run([sys.executable, "-c", LEAVES_ONE], tmp_path / "log")
    assert code == 0
    assert used > 0
    assert under_load.marked("a-test") == []
    assert (tmp_path / "log").read_text() == "begun\n"


def test_a_run_that_takes_too_long_is_red(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Until then it says how far it is."""
    monkeypatch.setattr(under_load, "PAUSE", 0.2)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    words = [sys.executable, "-c", "import time; time.sleep(600)"]
    assert under_load.main(["--busy", "1", "--runs", "1", "--minutes", "0.02", "--", *words]) == 1
    said = capsys.readouterr()
    assert "red (not ended in time)" in said.out
    assert "0 of 1 runs beside 1 busy processes green" in said.out
    assert "0 minutes: nothing yet" in said.err
