"""Everything about one rule: `make rule ID=MOV-05`, or ``python -m spec.tools.rule MOV-05``.

It shows the text, the clauses, the code, the tests, the sentences and the answers, each with file and line. If one of
the files that state or implement the rule has been edited, or with ``--run``, it then runs what depends on the rule: it
writes generated files, checks the text, compares library and specification, runs the tests that cite the rule, and
makes proofs again that an edit of a clause has made void, as far as 40 seconds of CPU time go.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from attrs import frozen

from spec.tools.citations import (
    Citation,
    citations,
    exercising,
    files_of_code,
    numbers_in,
    refusals,
)
from spec.tools.logic import SPEC
from spec.tools.plan import PROOFS
from spec.tools.prove import prove
from spec.tools.results import load
from spec.tools.rules import Section, read_book

ROOT = SPEC.parent
CATALOGUE = ROOT / "src" / "toledo_rules" / "describe" / "catalogues" / "en.toml"
ANSWERS = ROOT / "docs" / "answers.toml"
PROVING = 40.0
"""Seconds of CPU time after which no further proof is begun."""
WRITERS = (
    "spec.tools.export",
    "spec.tools.publish",
    "spec.tools.index",
    "spec.compiler",
    "tools.schema.generate",
)
"""Programs that write what is generated from the rules."""
CHECKS = ("spec.tools.check", "spec.tools.sorts")


@frozen
class Place:
    """A place that says something of a rule."""

    file: Path
    line: int
    said: str

    def __str__(self) -> str:
        return f"  {self.file.relative_to(ROOT)}:{self.line}  {self.said}"


def section_of(number: str) -> Section | None:
    """The section of a rule or ruling; for a number that was merged into another, the section of the other."""
    sections = {section.id: section for section in read_book(ROOT).sections}
    found = sections.get(number)
    return sections[found.merged_into] if found and found.merged_into else found


def clauses(section: Section) -> Iterator[Place]:
    """The clauses that state it, each on its line."""
    for clause in section.clauses:
        for offset, line in enumerate(clause.text.rstrip().splitlines()):
            yield Place(ROOT / section.file, clause.line + offset, line)


def _cited(number: str, files: Iterable[Path]) -> list[Citation]:
    return [citation for citation in citations(files) if citation.id == number]


def code(number: str) -> list[Place]:
    """The functions and classes of the library that cite it."""
    return _scopes(_cited(number, files_of_code(ROOT)))


def tests(number: str) -> list[Citation]:
    """The mentions in tests that show rules at work."""
    return _cited(number, exercising(ROOT))


def _scopes(found: Iterable[Citation]) -> list[Place]:
    """The functions, classes and files around mentions, each once."""
    places = {(one.file, one.name): Place(one.file, one.line, one.name) for one in found}
    return list(places.values())


def sentences(number: str) -> Iterator[Place]:
    """The sentences that refuse something for this rule, in English. The examples show every reason with its rule."""
    examples = (ROOT / "tests" / "examples").glob("*.py")
    wanted = {one.code.lower() for one in refusals(examples) if one.rule == number}
    lines = CATALOGUE.read_text("utf-8").splitlines()
    for line, text in enumerate(lines, 1):
        if text.partition(" = ")[0] in wanted:
            yield Place(CATALOGUE, line, text)


def answers(number: str) -> Iterator[Place]:
    """The answers that rest on it."""
    text = ANSWERS.read_text("utf-8")
    lines = text.splitlines()
    for answer in tomllib.loads(text)["answers"]:
        if number in {id for id, _ in numbers_in(" ".join(answer["ids"]))}:
            line = lines.index(f'id = "{answer["id"]}"') + 1
            yield Place(ANSWERS, line, f"{answer['id']} {answer['question']}")


def show(number: str, section: Section) -> None:
    """Print everything about a rule."""
    print(f"{section.id} {section.title}\n  {section.file}:{section.line}\n\n{section.prose}\n")
    parts: dict[str, Iterable[Place]] = {
        "clauses": clauses(section),
        "code": code(number),
        "tests": _scopes(tests(number)),
        "sentences": sentences(number),
        "answers": answers(number),
    }
    for title, places in parts.items():
        found = list(map(str, places))
        print("\n".join([title, *(found or ["  none"]), ""]))


def edited(number: str, section: Section) -> list[Path]:
    """The files that state or implement a rule and differ from what is committed."""
    ran = subprocess.run(
        ["git", "diff", "--name-only", "HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    changed = {ROOT / name for name in ran.stdout.splitlines()}
    return sorted(changed & {ROOT / section.file, *(place.file for place in code(number))})


def node_ids(mentions: Iterable[Citation]) -> list[str]:
    """The tests around mentions, as pytest names them; all of a file where no test is around one."""
    found = set()
    for one in mentions:
        file = one.file.relative_to(ROOT).as_posix()
        is_test = one.name.rpartition(".")[2].startswith("test_")
        found.add(f"{file}::{one.name.replace('.', '::')}" if is_test else file)
    return sorted(
        test for test in found if "::" not in test or test.partition("::")[0] not in found
    )


def run(number: str) -> list[str]:
    """Run what depends on a rule. Returns the names of what failed."""
    steps: dict[str, Callable[[], bool]] = {
        "generated files": lambda: _run_each(WRITERS),
        "checks of the text": lambda: _run_each(CHECKS),
        "library and specification": lambda: _pytest("tests/spec/test_agreement.py"),
        "tests that cite it": lambda: _pytest(*node_ids(tests(number))),
        "proofs": proofs,
    }
    failed = []
    for name, step in steps.items():
        before = _seconds()
        print(f"{name} ...", flush=True)
        good = step()
        print(f"{name}: {'good' if good else 'FAILED'}, {_seconds() - before:.0f} s of CPU time")
        failed += [] if good else [name]
    return failed


def proofs() -> bool:
    """Redo the proofs whose question has changed, and return how many are left."""
    table = load()
    waiting = [
        p for p in PROOFS if p.name not in table or table[p.name].digest != p.question().digest
    ]
    end = time.process_time() + PROVING
    while waiting and time.process_time() < end:
        row, words = prove(waiting.pop(0))
        print(f"  {row.result} {row.name}\n{words}".rstrip(), flush=True)
        if not row.good:
            return False
    if waiting:
        print(f"  {len(waiting)} more: python -m spec.tools.prove")
    return True


def _run_each(modules: Iterable[str]) -> bool:
    """Run all programs, even after one has failed."""
    return not [module for module in modules if not _python("-m", module)]


def _pytest(*names: str) -> bool:
    return not names or _python("-m", "pytest", "-q", "--no-header", *names)


def _python(*words: str) -> bool:
    """Run a program from the sources, so that nothing has to be installed again."""
    paths = os.pathsep.join(map(str, (ROOT / "src", ROOT / "lab" / "src")))
    environment = {**os.environ, "PYTHONPATH": paths}
    return not subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, check=False
    ).returncode


def _seconds() -> float:
    """CPU time so far, of this process and of those that it waited for."""
    return sum(os.times()[:4])


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m spec.tools.rule",
        description="Show everything about a rule, and run what depends on it after an edit.",
    )
    parser.add_argument("number", help="such as MOV-05 or A-22")
    parser.add_argument("--run", action="store_true", help="run it also if nothing was edited")
    options = parser.parse_args(argv)
    section = section_of(options.number)
    if section is None:
        parser.error(f"there is no rule {options.number}")
    show(section.id, section)
    changed = edited(section.id, section)
    if not (changed or options.run):
        print("nothing of it was edited: --run runs what depends on it")
        return 0
    for file in changed:
        print(f"edited: {file.relative_to(ROOT)}")
    failed = run(section.id)
    print(f"{section.id}: {', '.join(failed)} failed" if failed else f"{section.id}: all good")
    print(f"{_seconds():.0f} s of CPU time")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
