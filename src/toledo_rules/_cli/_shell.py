"""Commands for the shell and the manual: `completion` and `manual`. Both are made of the parser of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version

from attrs import frozen

from toledo_rules._cli._console import CommandHelp, Console, add_colour, add_command
from toledo_rules._cli._help import Commands, arguments, command_lines, commands

PROGRAM = "toledo-rules"


def add_commands(added: Commands, root: argparse.ArgumentParser) -> None:
    """Add the commands, which describe all others."""
    completion = add_command(
        added,
        CommandHelp(
            name="completion",
            summary="print a script that completes commands in a shell",
            description="Print a script that lets a shell complete commands and options.",
            examples='  eval "$(toledo-rules completion bash)"          in ~/.bashrc\n'
            '  eval "$(toledo-rules completion zsh)"           in ~/.zshrc\n'
            "  toledo-rules completion fish | source           in ~/.config/fish/config.fish",
        ),
        lambda options, console: _say(console, SHELLS[options.shell](described(root))),
    )
    completion.add_argument("shell", choices=tuple(SHELLS), help="the shell")
    add_colour(completion)
    manual = add_command(
        added,
        CommandHelp(
            name="manual",
            summary="print the manual page",
            description="Print the manual page, for the program man.",
            examples="  toledo-rules manual > toledo-rules.1 && man ./toledo-rules.1",
        ),
        lambda _options, console: _say(console, manual_page(root)),
    )
    add_colour(manual)


def _say(console: Console, text: str) -> int:
    console.say(text.removesuffix("\n"))
    return 0


# What there is to complete


@frozen
class Described:
    """A command and the words that can follow it."""

    name: str
    summary: str
    parser: argparse.ArgumentParser

    @property
    def options(self) -> Iterator[argparse.Action]:
        """The options of the command."""
        return (action for action in arguments(self.parser) if action.option_strings)

    @property
    def words(self) -> tuple[str, ...]:
        """The options by name, and the values of arguments that have a few."""
        positional = [one for one in arguments(self.parser) if not one.option_strings]
        values = [str(value) for one in positional for value in one.choices or ()]
        return (*(name for one in self.options for name in one.option_strings), *values)


def described(root: argparse.ArgumentParser) -> tuple[Described, ...]:
    """Return all commands of a parser."""
    summaries = {line.dest: line.help or "" for line in command_lines(root)}
    return tuple(Described(name, summaries[name], one) for name, one in commands(root).items())


# Shells


def bash(commands: tuple[Described, ...]) -> str:
    """Return a script for bash."""
    cases = "".join(
        f"    {one.name}) words={_quoted(' '.join(one.words))} ;;\n" for one in commands
    )
    names = " ".join(one.name for one in commands)
    return (
        "_toledo_rules() {\n"
        '  local word="${COMP_WORDS[COMP_CWORD]}" words\n'
        '  case "${COMP_WORDS[1]}" in\n'
        f"{cases}"
        "  esac\n"
        f'  [ "$COMP_CWORD" -eq 1 ] && words={_quoted(names + " --help --version")}\n'
        '  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"; compgen -f -- "$word")\n'
        "}\n"
        f"complete -o filenames -F _toledo_rules {PROGRAM}\n"
    )


def zsh(commands: tuple[Described, ...]) -> str:
    """Return a script for zsh."""
    cases = "".join(
        f"    {one.name}) compadd -- {' '.join(one.words)}; _files ;;\n" for one in commands
    )
    names = " ".join(_quoted(f"{one.name}:{one.summary}") for one in commands)
    return (
        "_toledo_rules() {\n"
        f"  local -a commands=({names})\n"
        "  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
        '  case "$words[2]" in\n'
        f"{cases}"
        "  esac\n"
        "}\n"
        f"compdef _toledo_rules {PROGRAM}\n"
    )


def fish(commands: tuple[Described, ...]) -> str:
    """Return a script for fish."""
    lines = []
    for one in commands:
        lines.append(
            f"complete -c {PROGRAM} -n __fish_use_subcommand -a {one.name} -d {_quoted(one.summary)}"
        )
        seen = f"-n '__fish_seen_subcommand_from {one.name}'"
        lines += (f"complete -c {PROGRAM} {seen} {_fish_word(word)}" for word in one.words)
    return "\n".join(lines) + "\n"


def _fish_word(word: str) -> str:
    """Return a word as an argument of fish's complete: a long option, a short one, or a value."""
    if word.startswith("--"):
        return f"-l {word.removeprefix('--')}"
    return f"-s {word.removeprefix('-')}" if word.startswith("-") else f"-a {word}"


def _quoted(text: str) -> str:
    """Return a text as one word of a shell."""
    return "'" + text.replace("'", "'\\''") + "'"


SHELLS: Mapping[str, Callable[[tuple[Described, ...]], str]] = {
    "bash": bash,
    "zsh": zsh,
    "fish": fish,
}


# The manual


def manual_page(root: argparse.ArgumentParser) -> str:
    """Return the manual page of the program, for man."""
    lines = [
        f'.TH TOLEDO-RULES 1 "" "toledo-rules {version(PROGRAM)}"',
        ".SH NAME",
        f"{_roff(PROGRAM)} \\- the rules of the board game Toledo",
        ".SH SYNOPSIS",
        f".B {_roff(PROGRAM)}",
        ".I COMMAND",
        "[\\fIOPTION\\fR ...]",
        ".SH DESCRIPTION",
        _roff(" ".join((root.description or "").split())),
    ]
    for one in described(root):
        lines += [f".SH {_roff(one.name.upper())}", _roff(" ".join(_texts(one)))]
        for action in arguments(one.parser):
            names = ", ".join(action.option_strings) or action.dest
            value = f" {action.metavar}" if isinstance(action.metavar, str) else ""
            text = " ".join((action.help or "").split()) % {"prog": PROGRAM, "default": ""}
            lines += [".TP", f".B {_roff(names + value)}", _roff(text)]
    examples = (root.epilog or "").splitlines()
    lines += [".SH EXAMPLES AND EXIT CODES", ".nf", *map(_roff, examples), ".fi"]
    return "\n".join(lines) + "\n"


def _texts(one: Described) -> list[str]:
    return (one.parser.description or one.summary).split()


def _roff(text: str) -> str:
    """Return a text as man wants it: a dash is a dash, and no line begins with a sign that means something."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain
