"""Fixtures for the tests of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.cli_runner import Runner


@pytest.fixture
def cli(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Runner:
    """Runs the command in an empty folder."""
    return Runner(tmp_path, monkeypatch, capsys)
