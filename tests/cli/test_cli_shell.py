"""Completion for shells, and the manual page: both know every command and every option."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.cli_runner import Runner
from toledo_rules._cli import _parser, _shell


@pytest.mark.parametrize("shell", _shell.SHELLS)
def test_a_script_knows_every_command_and_option(cli: Runner, shell: str) -> None:
    ran = cli("completion", shell)
    assert ran.code == 0
    for one in _shell.described(_parser()):
        assert one.name in ran.out
        for word in one.words:
            assert word.lstrip("-") in ran.out


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes(cli: Runner) -> None:
    """The script is run by bash, as if somebody had pressed the tab key."""
    script = cli("completion", "bash").out
    asked = 'COMP_WORDS=(toledo-rules {words}); COMP_CWORD={at}; _toledo_rules; echo "${{COMPREPLY[@]}}"'

    def completed(words: str, at: int) -> list[str]:
        program = script + asked.format(words=words, at=at)
        bash = shutil.which("bash")
        assert bash is not None
        ran = subprocess.run([bash, "-c", program], capture_output=True, text=True, check=True)
        assert ran.stderr == ""
        return ran.stdout.split()

    assert completed("pe", 1) == ["perft"]
    assert completed("watch --se", 2) == ["--seats", "--seed"]
    assert completed("completion z", 2) == ["zsh"]


def test_words_of_a_shell() -> None:
    assert _shell._quoted("the player's") == "'the player'\\''s'"  # noqa: SLF001
    assert _shell._roff(".nf - \\") == "\\&.nf \\- \\e"  # noqa: SLF001


def test_the_manual_page(cli: Runner) -> None:
    ran = cli("manual")
    assert ran.code == 0
    for one in _shell.described(_parser()):
        assert f".SH {one.name.upper()}" in ran.out
        for option in one.options:
            assert option.option_strings[-1].replace("-", "\\-") in ran.out
    assert ".SH NAME" in ran.out


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff")
def test_groff_finds_no_mistake_in_the_macros_of_the_manual_page(
    cli: Runner, tmp_path: Path
) -> None:
    path = tmp_path / "toledo-rules.1"
    path.write_text(cli("manual").out, encoding="utf-8")
    command = ["groff", "-man", "-Tutf8", "-ww", str(path)]
    checked = subprocess.run(command, capture_output=True, text=True, check=True)
    assert checked.stderr == ""
