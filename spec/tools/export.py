"""Writes what the library knows of the specification at run time: rules.json and examples.json in src/toledo_rules.

It also writes spec/definitions.md, the terms that have a definition in spec/glossary.toml.

`python -m spec.tools.export` writes the files; with `--check` it only compares, and fails if a committed file is out
of date. One object per id: of a rule its title, text and status, of a ruling its question and reason too, of a number
that was merged the one that says it now; of a worked example all that spec/examples.toml says of it, but for notes.
"""

import argparse
import json
import re
from pathlib import Path
from textwrap import fill

from spec.tools.rules import Book, Section, read_book
from spec.tools.tables import Table, read_tables, text

PACKAGE = Path("src") / "toledo_rules"
EXAMPLES = "spec/examples.toml"
GLOSSARY = "spec/glossary.toml"
DEFINITIONS = Path("spec") / "definitions.md"

_ITEM = re.compile(r"- |\d+\. ")

_DEFINITIONS = """\
# Definitions

Terms that the rules coin, or use in a sense of their own. Written by `python -m spec.tools.export` from
[`glossary.toml`](glossary.toml), which also has them in five other languages.

"""


def paragraphs(prose: str) -> str:
    """Prose without the line breaks of the source; paragraphs and list items keep theirs."""
    lines: list[str] = []
    for line in prose.splitlines():
        content = line.strip()
        goes_on = bool(lines and lines[-1] and content) and not _ITEM.match(content)
        if goes_on:
            lines[-1] += " " + content
        else:
            lines.append(content)
    return "\n".join(lines)


def entry(section: Section) -> dict[str, str]:
    """What the library knows about one rule."""
    said = {
        "title": section.title,
        "text": paragraphs(section.prose),
        "status": section.status,
    }
    if section.merged_into:
        said |= {"merged_into": section.merged_into}
    elif section.status == "ruling":
        said |= {"question": section.question, "reason": section.reason}
    return said


def definitions(glossary: dict[str, Table]) -> str:
    """The terms that have a definition, in the order of the alphabet."""
    defined = sorted(
        (text(term, "en"), text(term, "definition"))
        for term in glossary.values()
        if "definition" in term
    )
    return _DEFINITIONS + "\n".join(
        fill(f"**{word[0].upper()}{word[1:]}.** {said}", 103, break_on_hyphens=False) + "\n"
        for word, said in defined
    )


def exports(book: Book, examples: dict[str, Table], glossary: dict[str, Table]) -> dict[Path, str]:
    """The files with their contents, in the order of the ids."""
    rules = {section.id: entry(section) for section in book.sections}
    worked = {
        id: {key: value for key, value in example.items() if key != "note"}
        for id, example in examples.items()
    }
    return {
        PACKAGE / "rules.json": as_json(rules),
        PACKAGE / "examples.json": as_json(worked),
        DEFINITIONS: definitions(glossary),
    }


def as_json(entries: dict[str, dict[str, str]] | dict[str, dict[str, object]]) -> str:
    """A file of entries."""
    return json.dumps(entries, ensure_ascii=False, indent=2) + "\n"


def main() -> int:
    """Writes the files, or compares; 1 if the specification cannot be read or a file is out of date."""
    parser = argparse.ArgumentParser(prog="python -m spec.tools.export")
    parser.add_argument("--check", action="store_true", help="compare only")
    parser.add_argument("--root", type=Path, default=Path(), help="the project root")
    options = parser.parse_args()
    root: Path = options.root.resolve()
    book = read_book(root)
    examples, faults = read_tables(root / EXAMPLES, EXAMPLES)
    glossary, more = read_tables(root / GLOSSARY, GLOSSARY)
    problems = [*book.problems, *faults, *more]
    for problem in problems:
        print(problem)
    if problems:
        return 1
    stale = 0
    for target, content in exports(book, examples, glossary).items():
        path = root / target
        if not options.check:
            path.write_text(content, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != content:
            print(f"{target.as_posix()}: out of date; write it with python -m spec.tools.export")
            stale += 1
    return 1 if stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
