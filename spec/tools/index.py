"""The cross-index of the logic: for every predicate its signature, the rules that define it and the rules that use it.

python -m spec.tools.index            # writes spec/words.md
python -m spec.tools.index --check    # exit code 1 if it is out of date
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence

from attrs import frozen

from spec.tools.logic import SPEC, Signature, bodies, heads, is_clause, parse, parts
from spec.tools.rules import read_book
from spec.tools.sorts import vocabulary

PAGE = SPEC / "words.md"

_HEAD = """# Index of the words

Written by `python -m spec.tools.index`. Every predicate of the rules with the sorts of its arguments, the sections
whose clauses define it and those whose clauses ask for it. Without a definition are what a position says (`true`), the
move that is asked about (`does`) and the facts of the edition; [the vocabulary](vocabulary.md) says what each word
means.

| word | defined in | used in |
|---|---|---|
"""


@frozen
class Word:
    """A predicate, and where it occurs."""

    signature: Signature
    written: str
    """The predicate with its sorts."""
    defined: tuple[str, ...]
    """Ids of the sections that derive it, in the order of the text; or ``vocabulary``."""
    used: tuple[str, ...]
    """Ids of the sections that ask for it."""


def words() -> tuple[Word, ...]:
    """Every predicate that a clause of the rules derives or asks for, in alphabetical order."""
    defined: dict[Signature, dict[str, None]] = {}
    used: dict[Signature, dict[str, None]] = {}
    for part in parts():
        for clause in filter(is_clause, parse(part.text)):
            for head in heads(clause):
                defined.setdefault(head, {})[part.id] = None
            for asked, _ in bodies(clause):
                used.setdefault(asked, {})[part.id] = None
    written = vocabulary().written
    return tuple(
        Word(s, written[s], tuple(defined.get(s, ())), tuple(used.get(s, ())))
        for s in sorted(defined.keys() | used.keys())
    )


def page() -> str:
    """The whole index in Markdown."""
    links = {"vocabulary": "[vocabulary](vocabulary.md)"}
    for section in read_book(SPEC.parent).sections:
        title = re.sub(r"[^\w\- ]", "", f"{section.id} {section.title}".lower()).replace(" ", "-")
        file = section.file.removeprefix("spec/")
        links[section.id] = f"[{section.id}]({file}#{title})"
    lines = []
    for word in words():
        places = (", ".join(links[id] for id in ids) for ids in (word.defined, word.used))
        lines.append(f"| `{word.written}` | {' | '.join(places)} |\n")
    return _HEAD + "".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m spec.tools.index", description="Index the words."
    )
    parser.add_argument("--check", action="store_true", help="only say if the page is out of date")
    options = parser.parse_args(argv)
    text = page()
    if not options.check:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text("utf-8") != text:
        print("spec/words.md: out of date; write it with python -m spec.tools.index")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
