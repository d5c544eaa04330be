"""Writes src/toledo_rules/rules.json, the rules that the library shows at run time.

`python -m spec.tools.export` writes the file; with `--check` it only compares, and fails if the
committed file is out of date. One object per id: title, text, status, and for a ruling its question
and reason.
"""

import argparse
import json
from pathlib import Path

from spec.tools.rules import Book, Section, read_book

TARGET = Path("src") / "toledo_rules" / "rules.json"


def paragraphs(prose: str) -> str:
    """Prose without the line breaks of the source; paragraphs and list items keep theirs."""
    lines: list[str] = []
    for line in prose.splitlines():
        content = line.strip()
        goes_on = bool(lines and lines[-1] and content) and not content.startswith("- ")
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
    if section.status == "ruling":
        said |= {"question": section.question, "reason": section.reason}
    return said


def render(book: Book) -> str:
    """The whole file, in the order of the ids."""
    entries = {section.id: entry(section) for section in book.sections}
    return json.dumps(entries, ensure_ascii=False, indent=2) + "\n"


def main() -> int:
    """Writes the file, or compares; 1 if the rules cannot be read or the file is out of date."""
    parser = argparse.ArgumentParser(prog="python -m spec.tools.export")
    parser.add_argument("--check", action="store_true", help="compare only")
    parser.add_argument("--root", type=Path, default=Path(), help="the project root")
    options = parser.parse_args()
    root: Path = options.root.resolve()
    book = read_book(root)
    for problem in book.problems:
        print(problem)
    if book.problems:
        return 1
    target = root / TARGET
    content = render(book)
    if not options.check:
        target.write_text(content, encoding="utf-8")
        return 0
    if target.is_file() and target.read_text(encoding="utf-8") == content:
        return 0
    print(f"{TARGET.as_posix()}: out of date; write it with python -m spec.tools.export")
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
