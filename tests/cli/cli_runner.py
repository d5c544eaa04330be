"""Running the command in this process, as a user types it."""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path

import pytest
from attrs import frozen

from toledo_rules._cli import main
from toledo_rules.record import Record, load_record

CORPUS = Path(__file__).parents[1] / "record" / "corpus"
TINY = Path(__file__).parents[2] / "src" / "toledo_rules" / "editions"


@frozen
class Ran:
    """The result of a command."""

    code: int
    out: str
    err: str


class Runner:
    """Runs commands in an empty folder."""

    def __init__(
        self,
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        self.folder = folder
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        monkeypatch.chdir(folder)
        for name in ("NO_COLOR", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.delenv(name, raising=False)

    def __call__(self, *words: str, typed: Iterable[str] = ()) -> Ran:
        """Run a command. The lines that are typed are all of the input."""
        text = "".join(f"{line}\n" for line in typed)
        self._monkeypatch.setattr("sys.stdin", StringIO(text))
        code = main(words)
        out, err = self._capsys.readouterr()
        return Ran(code, out, err)

    def answered(self, answer: Callable[[str], str], *words: str) -> Ran:
        """Run a command. The lines that are typed depend on the prompt."""
        self._monkeypatch.setattr(builtins, "input", answer)
        return self(*words)

    def record(self, file: str = "toledo-game.toledo") -> Record:
        """The record in a file."""
        return load_record(self.folder / file).complete()


def first_of_all(prompt: str) -> str:
    """Always the first move of the list, and the first of its choices: such a player gets to the Alcazar."""
    found = re.search(r"\[(\w+)[^]]*\]: $", prompt)
    if found:
        return found[1]
    return "" if "Press Enter" in prompt else "1"
