"""Parsers as data: their arguments, groups and commands.

`argparse` has no public way to list them. This is the only module that looks inside it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""Collection that `argparse` adds commands to."""


def arguments(parser: argparse.ArgumentParser) -> Sequence[argparse.Action]:
    """Return all options and arguments of a parser. One of them may be the choice of a command."""
    return parser._actions


def groups(parser: argparse.ArgumentParser) -> Sequence[argparse._ArgumentGroup]:
    """Return the groups into which the help of a parser sorts its arguments."""
    return parser._action_groups


def commands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of all commands, by name."""
    return {name: one for chosen in _chosen(parser) for name, one in chosen.choices.items()}


def command_lines(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the lines of the list of commands in a parser's help: each has a name and a summary."""
    return [line for chosen in _chosen(parser) for line in chosen._choices_actions]


def _chosen(parser: argparse.ArgumentParser) -> Iterator[Commands]:
    for one in arguments(parser):
        if isinstance(one, argparse._SubParsersAction):
            yield one
