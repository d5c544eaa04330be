"""Reads spec/rules/*.md: one topic per file, one section per numbered rule or ruling.

A section is a heading `## ID Title`, prose, one `toml` block and any number of `asp` blocks.
Reading never stops at a fault: every section is returned, and every fault beside it.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from attrs import field, frozen

from spec.tools.tables import Kind, Problem, Table, group_of, rank, shape_problems, text, texts

_HEADING = re.compile(r"## (?P<id>(?!D-|EX-)[A-Z]+-\d+) (?P<title>\S.*)")

_LINKS = {"related": Kind.TEXTS, "discrepancies": Kind.TEXTS, "examples": Kind.TEXTS}
_OF_A_RULE = {"status": Kind.TEXT, "renditions": Kind.TEXTS, **_LINKS}
_OF_A_RULING = {
    "status": Kind.TEXT,
    "question": Kind.TEXT,
    "readings": Kind.SOME_TEXTS,
    "reason": Kind.TEXT,
    "settles": Kind.TEXTS,
    **_LINKS,
}


_INSTEAD = {
    "stated_by": Kind.SOME_TEXTS,
    "follows_from": Kind.SOME_TEXTS,
    "informative": Kind.FLAG,
}
"""What a section says that has no clause of its own."""


@frozen
class Clause:
    """An `asp` block: logic that states the rule of its section."""

    line: int
    """Line of its first clause in the file."""
    text: str


@frozen
class Section:
    """One rule, ruling, component fact or hint, with all that is said about it."""

    id: str
    title: str
    file: str
    """Path from the project root, with forward slashes."""
    line: int
    """Line of the heading."""
    prose: str
    """Markdown, as written."""
    status: str
    """rule, ruling, data or hint."""
    renditions: tuple[str, ...] = ()
    """Codes of the renditions that carry it; nothing for a ruling."""
    question: str = ""
    """What a ruling answers."""
    readings: tuple[str, ...] = ()
    """The answers that were considered."""
    reason: str = ""
    """Why a ruling chose as it did."""
    settles: tuple[str, ...] = ()
    """The rules that a ruling interprets."""
    related: tuple[str, ...] = ()
    discrepancies: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    data: bool = False
    """A ruling that fixes component data."""
    note: str = ""
    stated_by: tuple[str, ...] = ()
    """Without a clause of its own: the sections whose clauses say it."""
    follows_from: tuple[str, ...] = ()
    """Without a clause of its own: the sections that it is a consequence of."""
    informative: bool = False
    """Without a clause of its own: it explains, and nothing depends on it."""
    clauses: tuple[Clause, ...] = ()


@frozen
class Topic:
    """One file of rules."""

    file: str
    title: str
    intro: str
    sections: tuple[Section, ...]


@frozen
class Book:
    """All topics, and every fault found while reading them."""

    topics: tuple[Topic, ...]
    problems: tuple[Problem, ...] = ()
    sections: tuple[Section, ...] = field(init=False)
    """Every section, in the order of the ids."""

    @sections.default
    def _sections(self) -> tuple[Section, ...]:
        found = (section for topic in self.topics for section in topic.sections)
        return tuple(sorted(found, key=lambda section: rank(section.id)))


@frozen
class _Block:
    """A stretch of lines: prose, or what stands between two fences."""

    language: str | None
    """None for prose, otherwise what stands beside the opening fence."""
    line: int
    text: str
    closed: bool = True


def status_of(id: str) -> str:
    """The one status that fits an id."""
    return {"A": "ruling", "CMP": "data", "HNT": "hint"}.get(group_of(id), "rule")


def read_book(root: Path) -> Book:
    """All of spec/rules under a project root."""
    topics: list[Topic] = []
    problems: list[Problem] = []
    for path in sorted((root / "spec" / "rules").glob("*.md")):
        file = path.relative_to(root).as_posix()
        topic, faults = read_topic(path.read_text(encoding="utf-8"), file)
        topics.append(topic)
        problems += faults
    return Book(tuple(topics), tuple(problems))


def read_topic(content: str, file: str) -> tuple[Topic, list[Problem]]:
    """One file: its title and introduction, then its sections."""
    lines = content.splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith("## ")]
    head = lines[: starts[0]] if starts else lines
    title = head[0].removeprefix("# ") if head and head[0].startswith("# ") else ""
    intro = "\n".join(head[1:]).strip()
    problems = []
    if not title:
        problems.append(Problem(file, "-", "title", "expected '# Title' in the first line"))
    if not intro:
        problems.append(Problem(file, "-", "introduction", "expected prose below the title"))
    sections = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        section, faults = _read_section(lines[start:end], file, start + 1)
        problems += faults
        if section is not None:
            sections.append(section)
    return Topic(file, title, intro, tuple(sections)), problems


def _read_section(lines: list[str], file: str, line: int) -> tuple[Section | None, list[Problem]]:
    heading = _HEADING.fullmatch(lines[0].rstrip())
    if heading is None:
        return None, [Problem(file, lines[0], "heading", f"expected '## ID Title' in line {line}")]
    id, title = heading["id"], heading["title"]
    blocks = list(_blocks(lines[1:], line + 1))
    problems = [Problem(file, id, key, expected) for key, expected in _block_faults(blocks)]
    table: Table = {}
    for block in blocks:
        if block.language == "toml" and not table:
            try:
                table = tomllib.loads(block.text)
            except tomllib.TOMLDecodeError as error:
                fault = f"expected valid TOML in line {block.line} and below: {error}"
                problems.append(Problem(file, id, "toml", fault))
                continue
            problems += _table_problems(file, id, table)
    section = Section(
        id=id,
        title=title,
        file=file,
        line=line,
        prose="\n\n".join(block.text for block in blocks if block.language is None),
        status=text(table, "status"),
        renditions=texts(table, "renditions"),
        question=text(table, "question"),
        readings=texts(table, "readings"),
        reason=text(table, "reason"),
        settles=texts(table, "settles"),
        related=texts(table, "related"),
        discrepancies=texts(table, "discrepancies"),
        examples=texts(table, "examples"),
        data=table.get("data") is True,
        note=text(table, "note"),
        stated_by=texts(table, "stated_by"),
        follows_from=texts(table, "follows_from"),
        informative=table.get("informative") is True,
        clauses=tuple(Clause(b.line, b.text) for b in blocks if b.language == "asp"),
    )
    return section, problems


def _table_problems(file: str, id: str, table: Table) -> list[Problem]:
    ruling = status_of(id) == "ruling"
    required = _OF_A_RULING if ruling else _OF_A_RULE
    optional = {"note": Kind.TEXT, **_INSTEAD} | ({"data": Kind.FLAG} if ruling else {})
    problems = shape_problems(file, id, table, required, optional)
    if Kind.TEXT.admits(table.get("status")) and table["status"] != status_of(id):
        problems.append(Problem(file, id, "status", f'expected "{status_of(id)}"'))
    return problems


def _block_faults(blocks: list[_Block]) -> Iterator[tuple[str, str]]:
    """What is wrong with the order and the kinds of a section's blocks, as key and expectation."""
    languages = [block.language for block in blocks]
    if None not in languages:
        yield "prose", "missing; expected the rule in words"
    elif None in languages[1:]:
        yield "prose", "expected in one piece, before the blocks"
    if languages.count("toml") != 1:
        yield "toml", f"expected one toml block, not {languages.count('toml')}"
    elif "asp" in languages[: languages.index("toml")]:
        yield "asp", "expected after the toml block"
    for block in blocks:
        if block.language not in (None, "toml", "asp"):
            yield "fence", f"expected ```toml or ```asp above line {block.line}"
        elif not block.closed:
            yield "fence", f"expected a closing ``` for the block of line {block.line}"
        elif block.language == "asp" and not block.text.strip():
            yield "asp", f"expected clauses in line {block.line}"


def _blocks(lines: list[str], line: int) -> Iterator[_Block]:
    """Prose and fenced blocks in order; blank prose is left out."""
    language: str | None = None
    start = 0
    for index, content in enumerate([*lines, None]):
        if content is not None and not content.startswith("```"):
            continue
        tag = None if content is None else content[3:].strip()
        body = "\n".join(lines[start:index])
        if language is not None:
            yield _Block(language, line + start, body, closed=tag == "")
        elif body.strip():
            yield _Block(None, line + start, body.strip())
        language = None if language is not None and not tag else tag
        start = index + 1
