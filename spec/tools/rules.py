"""Reads spec/rules/*.md: one topic per file, one section per numbered rule or ruling.

A section is Markdown that reads on its own:

    ## DUE-10 At one round each, a third card decides

    *Rule, normative · FR IT NL DE DO · sentence 2 not NL*

    If both players have won one round after two cards, a third card is turned up. Its winner wins the duel.

    *Differences D-73 · examples EX-1 · see also DUE-03, DUE-09*

The line under the heading says what the section is, whether anything depends on it, and which rulebooks carry it, or
which rules a ruling settles. The text follows; in a rule, what no rulebook says stands in a last paragraph that begins
with `We add:`. A ruling goes on with paragraphs that begin with `**Question.**`, `**Readings.**` (a list, with the
reading that was chosen in bold) and `**Reason.**`; any section may have a `**Note.**`. Then comes the line of links,
and after it the clauses, in blocks of `asp`; those of the last block, `asp why`, refuse what breaks the rule. A number
that was merged into another keeps its heading and says where it went.

Reading never stops at a fault: every section is returned, and every fault beside it.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import evolve, field, frozen

from spec.tools.tables import Problem, group_of, rank

_HEADING = re.compile(r"## (?P<id>(?!D-|EX-)[A-Z]+-\d+) (?P<title>\S.*)")
_LINE = re.compile(r"\*(?!\*)(?P<inside>[^*]+)\*")
"""A paragraph in italics: the line of the status, or the line of the links."""
_LABELLED = re.compile(r"\*\*(?P<label>\w+)\.\*\*\s*(?P<said>.*)", re.DOTALL)
_STATUS = re.compile(
    r"(?P<what>Rule|Ruling on components|Ruling|Component|Hint), "
    r"(?:(?P<force>normative|informative)|merged into (?P<target>[A-Z]+-\d+))"
)
_GAP = re.compile(r"sentence (?P<number>\d+) not (?P<renditions>[A-Z ]+)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z(])")
_STEP = re.compile(r"^\d+\. ", re.MULTILINE)
"""The number of an item of a list."""

_STATUSES = {
    "Rule": "rule",
    "Ruling": "ruling",
    "Ruling on components": "ruling",
    "Component": "data",
    "Hint": "hint",
}
_IN_NONE = "in no rulebook"
_LINKS = ("stated by", "follows from", "differences", "examples", "see also")
"""The words of the line of links, in their order."""
_LOGIC = ("asp", "asp why")
"""The kinds of blocks with clauses, in their order."""
_LABELS = ("Question", "Readings", "Reason", "Note")

OURS = "We add:"
"""The beginning of the paragraph of a rule that is claimed for no rulebook."""


@frozen
class Clause:
    """A block of logic: `asp` states the rule of its section, `asp why` says who breaks it."""

    line: int
    """Line of its first clause in the file."""
    text: str


@frozen
class Gap:
    """A sentence that some of the renditions of its rule leave out, or say otherwise."""

    sentence: int
    """Its number in the text of the rule, from 1."""
    renditions: tuple[str, ...]
    """The renditions without it."""


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
    gaps: tuple[Gap, ...] = ()
    """Sentences that some of these renditions do not have."""
    question: str = ""
    """What a ruling answers."""
    readings: tuple[str, ...] = ()
    """The answers that were considered."""
    chosen: str = ""
    """The one among them that was chosen."""
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
    merged_into: str = ""
    """The number that says it now. The section is only a pointer then."""
    stated_by: tuple[str, ...] = ()
    """Without a clause of its own: the sections whose clauses say it."""
    follows_from: tuple[str, ...] = ()
    """Without a clause of its own: the sections that it is a consequence of."""
    informative: bool = False
    """Without a clause of its own: it explains, and nothing depends on it."""
    clauses: tuple[Clause, ...] = ()
    """The clauses that state it."""
    reasons: tuple[Clause, ...] = ()
    """The clauses that refuse what breaks it: "why not?" (`asp why`). They state nothing that others do not say."""

    @property
    def logic(self) -> tuple[Clause, ...]:
        """All its clauses."""
        return (*self.clauses, *self.reasons)

    @property
    def carried(self) -> tuple[str, ...]:
        """The sentences that its rulebooks carry, apart from the gaps. What follows `OURS` is not among them."""
        return _sentences(self.prose.partition(OURS)[0])

    @property
    def sentences(self) -> tuple[str, ...]:
        """All its sentences, those after `OURS` as well; TIL-03.1 is the first of TIL-03."""
        return (*self.carried, *_sentences(self.prose.partition(OURS)[2]))


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
    id = heading["id"]
    blocks = list(_blocks(lines[1:], line + 1))
    faults = list(_block_faults(blocks))
    body = "\n\n".join(block.text for block in blocks if block.language is None)
    stated, why = (tuple(Clause(b.line, b.text) for b in blocks if b.language == x) for x in _LOGIC)
    empty = Section(
        id, heading["title"], file, line, prose="", status="", clauses=stated, reasons=why
    )
    section = _Reader(empty, faults).read(body)
    return section, [Problem(file, id, key, expected) for key, expected in faults]


class _Reader:
    """Fills a section from its text, and notes what is wrong with it."""

    def __init__(self, section: Section, faults: list[tuple[str, str]]) -> None:
        self._section = section
        self._faults = faults

    def read(self, body: str) -> Section:
        paragraphs = [one for one in re.split(r"\n(?:[ \t]*\n)+", body) if one.strip()]
        if paragraphs and (line := _LINE.fullmatch(paragraphs[0])):
            self._status(_joined(line["inside"]))
            paragraphs = paragraphs[1:]
        else:
            self._miss(
                "status", "expected a line such as *Rule, normative · DE DO* below the heading"
            )
        if paragraphs and (line := _LINE.fullmatch(paragraphs[-1])):
            self._links(_joined(line["inside"]))
            paragraphs = paragraphs[:-1]
        labels = [place for place, one in enumerate(paragraphs) if _LABELLED.match(one)]
        own = paragraphs[: labels[0]] if labels else paragraphs
        if not own:
            self._miss("prose", "missing; expected the rule in words")
        self._section = evolve(self._section, prose="\n\n".join(own))
        self._labelled(paragraphs[len(own) :])
        return self._section

    def _miss(self, key: str, expected: str) -> None:
        self._faults.append((key, expected))

    def _status(self, line: str) -> None:
        """What it is, and where it comes from."""
        first, *sources = line.split(" · ")
        found = _STATUS.fullmatch(first)
        if found is None or _STATUSES[found["what"]] != status_of(self._section.id):
            expected = next(
                what for what, one in _STATUSES.items() if one == status_of(self._section.id)
            )
            self._miss(
                "status",
                f"expected '{expected}, normative' or informative or merged into, not '{first}'",
            )
            return
        self._section = evolve(
            self._section,
            status=_STATUSES[found["what"]],
            data=found["what"] == "Ruling on components",
            informative=found["force"] == "informative",
            merged_into=found["target"] or "",
        )
        if found["target"]:
            if sources:
                self._miss("merged_into", f"expected nothing more in this line, not '{sources[0]}'")
        elif self._section.status == "ruling":
            self._settled(sources)
        else:
            self._carried(sources)

    def _settled(self, sources: list[str]) -> None:
        """The rules that a ruling settles; some are about no rule."""
        for source in sources:
            if source.startswith("settles ") and not self._section.settles:
                ids = tuple(source.removeprefix("settles ").split(", "))
                self._section = evolve(self._section, settles=ids)
            else:
                self._miss("settles", f"expected 'settles' and ids, not '{source}'")

    def _carried(self, sources: list[str]) -> None:
        """The rulebooks that carry a rule, and the sentences that some of them lack."""
        if not sources:
            self._miss("renditions", f"missing; expected codes of rulebooks, or '{_IN_NONE}'")
            return
        first, *gaps = sources
        renditions = () if first == _IN_NONE else tuple(first.split(" "))
        found = []
        for gap in gaps:
            if (parsed := _GAP.fullmatch(gap)) is None:
                self._miss("renditions", f"expected 'sentence 2 not IT', not '{gap}'")
            else:
                found.append(Gap(int(parsed["number"]), tuple(parsed["renditions"].split(" "))))
        self._section = evolve(self._section, renditions=renditions, gaps=tuple(found))

    def _links(self, line: str) -> None:
        """The ids to which a section is linked."""
        found: dict[str, tuple[str, ...]] = {}
        before = -1
        for part in (line[0].lower() + line[1:]).split(" · "):
            word = next((one for one in _LINKS if part.startswith(f"{one} ")), None)
            if word is None or _LINKS.index(word) <= before:
                self._miss("links", f"expected {', '.join(_LINKS)} in this order, not '{part}'")
                return
            before = _LINKS.index(word)
            found[word] = tuple(part.removeprefix(f"{word} ").split(", "))
        self._section = evolve(
            self._section,
            stated_by=found.get("stated by", ()),
            follows_from=found.get("follows from", ()),
            discrepancies=found.get("differences", ()),
            examples=found.get("examples", ()),
            related=found.get("see also", ()),
        )

    def _labelled(self, paragraphs: list[str]) -> None:
        """Question, readings and reason of a ruling, and a note."""
        said: dict[str, str] = {}
        label = ""
        for paragraph in paragraphs:
            if found := _LABELLED.fullmatch(paragraph):
                label = found["label"]
                if label not in _LABELS or label in said:
                    self._miss("labels", f"expected each of {', '.join(_LABELS)} once, not {label}")
                said[label] = found["said"]
            elif label == "Readings" and not said[label]:
                said[label] = paragraph
            else:
                self._miss(label.lower(), "expected one paragraph")
        items = re.split(r"^- ", said.get("Readings", ""), flags=re.MULTILINE)[1:]
        readings = tuple(_joined(item).removeprefix("**").removesuffix("**") for item in items)
        chosen = [one for one, item in zip(readings, items, strict=True) if item.startswith("**")]
        if readings and len(chosen) != 1:
            self._miss(
                "readings", f"expected one reading in bold, the chosen one, not {len(chosen)}"
            )
        self._section = evolve(
            self._section,
            question=_joined(said.get("Question", "")),
            readings=readings,
            chosen="".join(chosen[:1]),
            reason=_joined(said.get("Reason", "")),
            note=_joined(said.get("Note", "")),
        )
        ruling = self._section.status == "ruling" and not self._section.merged_into
        for name in ("question", "readings", "reason"):
            if bool(getattr(self._section, name)) != ruling:
                self._miss(
                    name, "missing; expected in a ruling" if ruling else "expected in rulings only"
                )


def _sentences(prose: str) -> tuple[str, ...]:
    joined = _joined(_STEP.sub("", prose))
    return tuple(_SENTENCE.split(joined)) if joined else ()


def _joined(lines: str) -> str:
    """A text without the line breaks of the source."""
    return " ".join(lines.split())


def _block_faults(blocks: list[_Block]) -> Iterator[tuple[str, str]]:
    """What is wrong with the order and the kinds of a section's blocks, as key and expectation."""
    languages = [block.language for block in blocks]
    if None in languages[1:]:
        yield "prose", "expected in one piece, before the clauses"
    for block in blocks:
        if block.language not in (None, *_LOGIC):
            yield "fence", f"expected ```asp or ```asp why above line {block.line}"
        elif not block.closed:
            yield "fence", f"expected a closing ``` for the block of line {block.line}"
        elif block.language in _LOGIC and not block.text.strip():
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
