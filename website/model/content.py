"""Everything that the pages are made from, read once."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from attrs import frozen

from spec.tools.check import TOPICS, check
from spec.tools.citations import (
    Citation,
    citations,
    exercising,
    files_of_code,
    numbers_in,
    refusals,
)
from spec.tools.evidence import Evidence, Told, read_evidence, read_told
from spec.tools.rules import Book, Section, Topic, read_book
from spec.tools.tables import Table, inner_tables, read_tables, text
from toledo_rules import Code

FOR_PROGRAMS = (
    *("A-18", "A-133", "A-146", "A-154", "A-155", "A-158", "A-159", "A-161", "A-162", "A-163"),
)
"""Rulings that no player at a table needs. They have a page of their own."""


class SiteError(Exception):
    """Problems in the sources, one on each line of the message."""


@frozen
class Version:
    """A version of the specification."""

    number: str
    date: str
    why: str
    changed: tuple[str, ...]

    def about(self, id: str) -> tuple[str, ...]:
        """Return the changes that name a rule or a ruling."""
        return tuple(line for line in self.changed if any(id == one for one, _ in numbers_in(line)))


@frozen
class Content:
    """The specification, and who cites it."""

    root: Path
    topics: Mapping[str, Topic]
    """By the name of the file, in the order in which a game is explained."""
    sections: Mapping[str, Section]
    """Every rule and ruling, by id."""
    homes: Mapping[str, str]
    """The page in the folder of rules on which each rule and ruling stands: its topic, or `programs`."""
    discrepancies: Mapping[str, Table]
    examples: Mapping[str, Table]
    glossary: Mapping[str, Table]
    renditions: Mapping[str, Table]
    evidence: Mapping[str, Evidence]
    """For each rendition, the words on which rules and discrepancies rest."""
    told: Told
    """The sentences on which rulings turn."""
    code: Mapping[str, tuple[Citation, ...]]
    """Citations of each rule in the package, one for each function."""
    tests: Mapping[str, tuple[Citation, ...]]
    """Citations of each rule in the tests that exercise rules."""
    codes: Mapping[str, tuple[Code, ...]]
    """The illegality codes that name each rule."""
    history: tuple[Version, ...] = ()
    """The versions, the newest first."""
    language: str = "en"
    """The language of its texts."""
    source: "Content | None" = None
    """The English one, of which this is a translation."""
    notices: Mapping[str, str] = {}
    """Entries whose translation is stale, or that have none."""

    @property
    def english(self) -> "Content":
        """The specification in English: on it rests how firmly something stands."""
        return self.source or self

    @property
    def living(self) -> list[Section]:
        """Every rule and ruling but the numbers that were merged into others."""
        return [section for section in self.sections.values() if not section.merged_into]

    def path(self, file: Path) -> str:
        """Return the path of a file of the project as written in pages."""
        return file.relative_to(self.root).as_posix()


def read_content(root: Path) -> Content:
    """Read everything. Raises `SiteError` if the specification has a fault."""
    if problems := check(root):
        raise SiteError("\n".join(map(str, problems)))
    book = read_book(root)
    names = {PurePosixPath(topic.file).stem: topic for topic in book.topics}
    parts = _tables(root, "renditions")
    return Content(
        root=root,
        topics={name: names[name] for name in TOPICS},
        sections={section.id: section for section in book.sections},
        homes=_homes(book),
        discrepancies=_tables(root, "discrepancies"),
        examples=_tables(root, "examples"),
        glossary=_tables(root, "glossary"),
        renditions=inner_tables(parts["renditions"]),
        evidence=read_evidence(root),
        told=read_told(root),
        code=_by_id(citations(files_of_code(root))),
        tests=_by_id(citations(exercising(root))),
        codes=_codes(root),
        history=read_history(root),
    )


def read_history(root: Path) -> tuple[Version, ...]:
    """Return the versions, the newest first; none if the file does not exist."""
    path = root / "spec" / "history.toml"
    if not path.is_file():
        return ()
    tables = tomllib.loads(path.read_text(encoding="utf-8"))["versions"]
    return tuple(
        Version(one["number"], str(one["date"]), one["why"], tuple(one["changed"]))
        for one in reversed(tables)
    )


def introduction(topic: Topic, glossary: str) -> str:
    """Return the introduction of a topic, its link to the definitions pointing to the glossary at this address."""
    return topic.intro.replace("](../definitions.md)", f"]({glossary})")


def plain(table: Table, key: str) -> str:
    """Return a text of a table on one line."""
    return re.sub(r"\s+", " ", text(table, key)).strip()


def _tables(root: Path, name: str) -> dict[str, Table]:
    file = f"spec/{name}.toml"
    return read_tables(root / file, file)[0]


def _homes(book: Book) -> dict[str, str]:
    homes = {section.id: PurePosixPath(section.file).stem for section in book.sections}
    return homes | dict.fromkeys((id for id in FOR_PROGRAMS if id in homes), "programs")


def _by_id(found: Iterable[Citation]) -> dict[str, tuple[Citation, ...]]:
    """Return the citations of each rule, each function once."""
    places: dict[str, dict[tuple[Path, int], Citation]] = defaultdict(dict)
    for citation in found:
        line = citation.start if citation.name else citation.line
        places[citation.id].setdefault((citation.file, line), citation)
    return {id: tuple(by_place.values()) for id, by_place in places.items()}


def _codes(root: Path) -> dict[str, tuple[Code, ...]]:
    """Return the codes of each rule; the examples show every reason, with its rule."""
    files = [file for file in files_of_code(root) if file.suffix == ".py"]
    files += (root / "tests" / "examples").glob("*.py")
    found: dict[str, set[Code]] = defaultdict(set)
    for refusal in refusals(files):
        found[refusal.rule].add(Code[refusal.code])
    return {rule: tuple(sorted(codes)) for rule, codes in found.items()}
