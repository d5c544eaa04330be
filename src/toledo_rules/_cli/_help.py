"""Help in the language of its reader, and parsers as data. No other module looks inside `argparse`.

The parsers are written in English. For any other language, the file ``help/LANGUAGE.toml`` has the translation of each
of their texts, under the English one; what has none stays English. Options and placeholders are the same everywhere.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from textwrap import fill
from typing import TypeAlias

WIDTH = 79
_FOLDER = files("toledo_rules._cli") / "help"
_EXAMPLE = re.compile(r"(  .*\S)(  +)(\S.*)")
"""An example and, far enough to the right, what it is good for."""


def translations(language: str) -> Mapping[str, str]:
    """Return the texts of help in a language, by the English ones; none if there are none."""
    path = _FOLDER / f"{language}.toml"
    if not language.isalpha() or not path.is_file():  # a language that a program has added
        return {}
    return tomllib.loads(path.read_text(encoding="utf-8"))


def translate(root: argparse.ArgumentParser, language: str) -> None:
    """Give all texts of a parser and of its commands another language."""
    known = translations(language)
    if not known:
        return

    class Formatter(_Formatter):
        usage = known["usage: "]

    for parser in parsers(root):
        parser.formatter_class = Formatter
        parser.description = _prose(parser.description or "", known)
        if parser.epilog:
            parser.epilog = "\n".join(_lines(parser.epilog, known))
        for group in groups(parser):
            group.title = known.get(group.title or "", group.title)
        for action in (*arguments(parser), *command_lines(parser)):
            action.help = action.help and known.get(action.help, action.help)


def texts(root: argparse.ArgumentParser) -> Iterator[str]:
    """Yield every text of a parser and of its commands that can be translated."""
    yield "usage: "
    for parser in parsers(root):
        yield from map(_joined, (parser.description or "").split("\n\n"))
        for line in _paragraphs(parser.epilog or ""):
            found = _EXAMPLE.fullmatch(line)
            if found or not line.startswith("  "):
                yield found[3] if found else line
        yield from (group.title or "" for group in groups(parser))
        for action in (*arguments(parser), *command_lines(parser)):
            yield action.help or ""


def untranslated(root: argparse.ArgumentParser, language: str) -> list[str]:
    """Return the texts that have no translation."""
    known = translations(language)
    return [text for text in dict.fromkeys(texts(root)) if text and text not in known]


def parsers(root: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield a parser and those of all its commands."""
    yield root
    for parser in commands(root).values():
        yield from parsers(parser)


class _Formatter(argparse.RawDescriptionHelpFormatter):
    usage = ""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, prefix or self.usage)


def _prose(text: str, known: Mapping[str, str]) -> str:
    paragraphs = [_joined(paragraph) for paragraph in text.split("\n\n")]
    return "\n\n".join(fill(known.get(one, one), WIDTH) for one in paragraphs)


def _joined(paragraph: str) -> str:
    return " ".join(paragraph.split())


def _paragraphs(text: str) -> Iterator[str]:
    """Yield the lines of an epilogue; those of a paragraph are one."""
    waiting: list[str] = []
    for line in (*text.split("\n"), ""):
        if line and not line.startswith("  ") and not line.endswith(":"):
            waiting.append(line)
            continue
        if waiting:
            yield _joined(" ".join(waiting))
            waiting = []
        yield line


def _lines(text: str, known: Mapping[str, str]) -> Iterator[str]:
    for line in [*_paragraphs(text)][:-1]:
        if found := _EXAMPLE.fullmatch(line):
            yield f"{found[1]}{found[2]}{known.get(found[3], found[3])}"
        elif line.startswith("  ") or not line:
            yield line
        else:
            yield fill(known.get(line, line), WIDTH)


# Parsers as data: `argparse` has no public way to list arguments and commands

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
