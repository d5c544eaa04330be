"""The commands in the README work, and print what it shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.cli.cli_runner import Runner

README = Path(__file__).parents[2] / "README.md"


def commands() -> list[tuple[str, str]]:
    """The commands in blocks of the README, each with the output that it shows."""
    text = README.read_text(encoding="utf-8")
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for command in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, answer = command.partition("\n")
            found.append((line, answer))
    return [(line, answer) for line, answer in found if line.startswith("toledo-rules ")]


def test_there_are_commands() -> None:
    assert len(commands()) >= 6


def test_commands_of_the_readme(cli: Runner) -> None:
    """One after the other, in a folder that is empty at first."""
    for line, answer in commands():
        ran = cli(*shlex.split(line, comments=True)[1:])
        refused = line.startswith("toledo-rules explain ") and "This is legal." not in answer
        assert (line, ran.code, ran.err) == (line, int(refused), "")
        if answer:
            assert ran.out == answer
