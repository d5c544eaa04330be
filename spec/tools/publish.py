"""Writes the specification for those who use neither Python nor this repository.

    python -m spec.tools.publish            # write spec/conformance/toledo.lp, rules.json and registry.json
    python -m spec.tools.publish --check    # only compare those that are committed

`toledo.lp` is every clause in one file, which clingo runs by itself. `rules.json` is every section with its text, its
clauses, where it comes from and what it is linked to; it is not committed. `registry.json` is every code, event and
phase with its number.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

from spec.tools.export import paragraphs
from spec.tools.logic import SPEC, parts
from spec.tools.rules import Book, Section, read_book
from spec.tools.tables import read_tables
from spec.tools.versions import clauses_digest, current, text_digest

TARGET = Path("spec/conformance")

HEAD = """\
% The rules of Toledo (Wallace, 2008) as a logic program: specification {number}, clauses {clauses}.
% Written by python -m spec.tools.publish; the words are explained in spec/vocabulary.md.
%
%     clingo toledo.lp position.lp
%
% position.lp says what the edition is and what is true now. Without a move the answer is what is legal; with one,
% does(0,take_cards). for instance, it is also what holds afterwards and what everybody is told. Points and views are
% shown on demand: add #show goal/2. or #show sees/2.

#show legal/2.
#show weight/2.
#show next(F) : next(F), does(_,_).
#show told(W,N,E) : told(W,N,E).
#show reveals/0.
#show rank(P,R) : rank(P,R), terminal.
#show winner/1.
"""


def logic_program(book: Book) -> str:
    """Every clause, under the numbers and titles of the rules."""
    titles = {section.id: section.title for section in book.sections}
    blocks = [HEAD.format(number=current().number, clauses=clauses_digest())]
    before = ""
    for part in parts():
        if part.id != before:
            title = "The vocabulary" if part.id == "vocabulary" else f"{part.id} {titles[part.id]}"
            blocks.append(f"\n% {title}\n\n{part.text.rstrip()}\n")
        else:
            blocks.append(f"\n{part.text.rstrip()}\n")
        before = part.id
    return "".join(blocks)


def rules_document(book: Book, root: Path) -> dict[str, Any]:
    """Every section, with all that is said of it."""
    renditions, _ = read_tables(root / "spec" / "renditions.toml", "spec/renditions.toml")
    discrepancies, _ = read_tables(root / "spec" / "discrepancies.toml", "spec/discrepancies.toml")
    return {
        "specification": current().number,
        "date": str(current().date),
        "clauses": clauses_digest(),
        "text": text_digest(),
        "topics": [
            {"file": topic.file, "title": topic.title, "introduction": paragraphs(topic.intro)}
            for topic in book.topics
        ],
        "vocabulary": [part.text for part in parts() if part.id == "vocabulary"],
        "rules": [section_document(section) for section in book.sections],
        "renditions": renditions,
        "discrepancies": discrepancies,
    }


def section_document(section: Section) -> dict[str, Any]:
    """One section. The revision changes whenever anything in it does."""
    said: dict[str, Any] = {
        "id": section.id,
        "title": section.title,
        "file": section.file,
        "status": section.status,
        "text": paragraphs(section.prose),
        "clauses": [clause.text for clause in section.clauses],
        "reasons": [clause.text for clause in section.reasons],
        "stated_by": list(section.stated_by),
        "follows_from": list(section.follows_from),
        "informative": section.informative,
        "renditions": list(section.renditions),
        "gaps": [
            {"sentence": gap.sentence, "renditions": list(gap.renditions)} for gap in section.gaps
        ],
        "question": section.question,
        "readings": list(section.readings),
        "chosen": section.chosen,
        "reason": section.reason,
        "settles": list(section.settles),
        "related": list(section.related),
        "discrepancies": list(section.discrepancies),
        "examples": list(section.examples),
        "data": section.data,
        "note": section.note,
        "merged_into": section.merged_into,
    }
    content = json.dumps({key: said[key] for key in said if key != "file"}, sort_keys=True)
    return {**said, "revision": hashlib.sha256(content.encode()).hexdigest()[:12]}


def registry() -> dict[str, Any]:
    """Codes, events and phases: their numbers, and since which version of the specification they exist."""
    table: dict[str, Any] = tomllib.loads((SPEC / "registry.toml").read_text("utf-8"))
    return {"specification": current().number, **table}


def committed(root: Path) -> dict[Path, str]:
    """The files that are committed, with their contents."""
    return {
        TARGET / "toledo.lp": logic_program(read_book(root)),
        TARGET / "registry.json": as_json(registry()),
    }


def documents(root: Path) -> dict[Path, str]:
    """All files with their contents."""
    rules = as_json(rules_document(read_book(root), root))
    return {**committed(root), TARGET / "rules.json": rules}


def as_json(content: dict[str, Any]) -> str:
    """A file of JSON."""
    return json.dumps(content, ensure_ascii=False, indent=1, default=str) + "\n"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Write the specification for others.")
    parser.add_argument("--check", action="store_true", help="compare only")
    check: bool = parser.parse_args().check
    root, stale = SPEC.parent, 0
    for target, content in (committed if check else documents)(root).items():
        path = root / target
        if not check:
            path.write_text(content, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != content:
            print(f"{target.as_posix()}: out of date; write it with python -m spec.tools.publish")
            stale += 1
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
