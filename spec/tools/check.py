"""Checks the text of the specification: `python -m spec.tools.check` from the project root.

All faults are printed, each as `file: id: key: what was expected`; the exit code is 1 if there is one. It checks the
shape of every section and table, that no id is unknown, lost or doubled, that everything is in its file and in order,
and that the files agree.
"""

import argparse
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from spec.tools.rules import Book, Section, read_book
from spec.tools.tables import (
    GROUPS,
    RENDITIONS,
    Kind,
    Problem,
    group_of,
    inner_tables,
    list_faults,
    rank,
    read_tables,
    shape_problems,
    text,
    texts,
)

ATOMS = {
    "CMP": 11,
    "GOA": 2,
    "SET": 10,
    "TRN": 5,
    "TAK": 3,
    "SHP": 6,
    "MOV": 13,
    "OCC": 6,
    "USE": 10,
    "MET": 1,
    "GEM": 1,
    "SMI": 4,
    "FEN": 7,
    "TAV": 3,
    "ART": 2,
    "ALC": 5,
    "DUE": 15,
    "TIL": 8,
    "RET": 2,
    "END": 3,
    "SCO": 6,
    "TIE": 4,
    "HNT": 5,
}
"""The number of rules in each group; they are numbered from 01."""

RULINGS = 163
DISCREPANCIES = 118
EXAMPLES = {1: "bcd", 5: "bcd", 9: "b"}
"""Further parts of an example, beside the one without a letter."""
CASES = "abcdefghik"
"""EX-11 is a table of cases, without an undivided part."""
TERMS = 77

TOPICS = {
    "goal": ("GOA", ""),
    "components": ("CMP", "1-14 135 155"),
    "setup": ("SET", "15-18 156 157"),
    "turn": ("TRN", "19-21 117 136 141 147 158 160 161"),
    "take": ("TAK", "22-29 163"),
    "place": ("SHP", "30-33"),
    "movement": ("MOV", "34-42 54-57 142 150"),
    "occupied": ("OCC", "43-53 143-145 152"),
    "using": ("USE", "58-62 69-71 139 140 162"),
    "dealers": ("MET GEM", "63 64 73"),
    "smith": ("SMI", "65 72 74"),
    "fencing": ("FEN", "67 75-79 151"),
    "tavern": ("TAV", "68 148"),
    "artist": ("ART", "66"),
    "alcazar": ("ALC", "104-108"),
    "duel": ("DUE", "91-103 137 138 153"),
    "movement_tile": ("TIL", "80-90 146 149 154 159"),
    "return": ("RET", "109-111"),
    "end": ("END", "112-116 118 119"),
    "scoring": ("SCO", "120-124"),
    "ties": ("TIE", "125-127"),
    "information": ("", "128-134"),
    "hints": ("HNT", ""),
}
"""The contents of each file of spec/rules: groups of rules, and numbers of rulings."""

_DISCREPANCY = {
    "class": Kind.TEXT,
    "topic": Kind.TEXT,
    "says": Kind.TEXT,
    "resolution": Kind.TEXT,
    "rules": Kind.TEXTS,
    "sentences": Kind.TEXTS,
}
_ITSELF = {"itself": Kind.FLAG}
"""The rendition is at odds with itself, so that it disputes nothing."""
_WITHOUT = {"without": Kind.SOME_TEXTS}
"""Renditions that leave out what the rules of a discrepancy say, or say something else in its place."""
_RENDITION = {
    "language": Kind.TEXT,
    "kind": Kind.TEXT,
    "description": Kind.TEXT,
    "authority": Kind.FLAG,
}
_TERM = {"en": Kind.TEXT} | dict.fromkeys(("de", "fr", "it", "nl", "es"), Kind.SOME_TEXTS)
_OF_A_TERM = {"definition": Kind.TEXT, "not_in_text": Kind.SOME_TEXTS}
_NOTE = {"note": Kind.TEXT}
_COURSE = dict.fromkeys(("position", "line", "refused"), Kind.TEXT)
_HEADING = dict.fromkeys(RENDITIONS, Kind.TEXT)
_EXAMPLE = {"title": Kind.TEXT} | dict.fromkeys(("rules", "given", "when", "then"), Kind.SOME_TEXTS)
_REFUSES = re.compile(r"^(?:untimely\(|against\(\w+,)(\w+)", re.MULTILINE)
"""The head of a clause that refuses an action, with the rule that it names."""
_MENTION = re.compile(rf"\b(?:{'|'.join(GROUPS)})-\d+[a-z]?\b")


def ruling_ids(numbers: str) -> tuple[str, ...]:
    """The rulings of a list of numbers and spans, such as "1-14 135"."""
    spans = (part.partition("-") for part in numbers.split())
    return tuple(
        f"A-{n:02}" for low, _, high in spans for n in range(int(low), int(high or low) + 1)
    )


def atom_ids(group: str) -> tuple[str, ...]:
    """The rules of a group, MOV-01 and so on."""
    return tuple(f"{group}-{n:02}" for n in range(1, ATOMS[group] + 1))


def _homes() -> dict[str, str]:
    places: dict[str, str] = {}
    for topic, (groups, numbers) in TOPICS.items():
        ids = [id for group in groups.split() for id in atom_ids(group)]
        for id in (*ids, *ruling_ids(numbers)):
            places[id] = f"spec/rules/{topic}.md"
    return dict(sorted(places.items(), key=lambda item: rank(item[0])))


HOMES = _homes()
"""The file in which each rule and ruling has to stand, by id, in the order of the ids."""

DISCREPANCY_IDS = tuple(f"D-{n:02}" for n in range(1, DISCREPANCIES + 1))
EXAMPLE_IDS = (
    *(f"EX-{n}{part}" for n in range(1, 11) for part in ("", *EXAMPLES.get(n, ""))),
    *(f"EX-11{case}" for case in CASES),
)


def check(root: Path) -> list[Problem]:
    """Yield all faults of the specification under a project root, file by file."""
    book = read_book(root)
    problems = (
        *book.problems,
        *section_problems(book),
        *authority_problems(book),
        *discrepancy_problems(root, book),
        *rendition_problems(root, book),
        *glossary_problems(root),
        *example_problems(root, book),
    )
    return sorted(problems, key=lambda p: (p.file, rank(p.id), p.key, p.expected))


def section_problems(book: Book) -> Iterator[Problem]:
    """Yield ids that are lost, doubled, unknown or in the wrong place, and links that lead nowhere."""
    first: dict[str, Section] = {}
    for section in book.sections:
        file, id = section.file, section.id
        if id not in HOMES:
            yield Problem(file, id, "id", "unknown; expected the id of a rule or ruling")
        elif file != HOMES[id]:
            yield Problem(file, id, "id", f"expected in {HOMES[id]}")
        if id in first:
            yield Problem(file, id, "id", f"expected once; see {first[id].file}:{first[id].line}")
        first.setdefault(id, section)
    for section in first.values():
        yield from _merge_problems(section, first)
        yield from _link_problems(section, first)
        yield from _gap_problems(section)
        yield from _reason_problems(section)
    for id in HOMES.keys() - first.keys():
        yield Problem(HOMES[id], id, "id", "missing; expected a section of this id")
    for topic in book.topics:
        atoms = [section.id for section in topic.sections if group_of(section.id) != "A"]
        for before, after in pairwise(atoms):
            if rank(after) < rank(before):
                yield Problem(topic.file, after, "order", f"expected above {before}")


def _merge_problems(section: Section, sections: Mapping[str, Section]) -> Iterator[Problem]:
    """A number that was merged points to a living one and says nothing else."""
    target = section.merged_into
    if not target:
        return
    if target not in HOMES or (target in sections and sections[target].merged_into):
        expected = f"expected a section that was not merged itself, not {target}"
        yield Problem(section.file, section.id, "merged_into", expected)
    for key in ("logic", "stated_by", "follows_from", "related", "discrepancies", "examples"):
        if getattr(section, key):
            yield Problem(section.file, section.id, key, f"expected in {target}")


def _reason_problems(section: Section) -> Iterator[Problem]:
    """Whatever refuses an action stands under the rule that it names: ``against(value,mov08,...)`` under MOV-08."""
    law = section.id.replace("-", "").lower()
    for block in section.clauses:
        if _REFUSES.search(block.text):
            yield Problem(section.file, section.id, "asp", "expected refusals in ```asp why")
    for block in section.reasons:
        named = _REFUSES.findall(block.text)
        if not named:
            yield Problem(section.file, section.id, "asp why", "expected a clause that refuses")
        for other in set(named) - {law}:
            yield Problem(section.file, section.id, "asp why", f"expected {law}, not {other}")


def _gap_problems(section: Section) -> Iterator[Problem]:
    """A gap is about a sentence that exists and about renditions that are named."""
    numbers = [gap.sentence for gap in section.gaps]
    if numbers != sorted(set(numbers)):
        yield Problem(section.file, section.id, "gaps", "expected each sentence once, in order")
    for gap in section.gaps:
        if not 1 <= gap.sentence <= len(section.carried):
            expected = f"expected a sentence from 1 to {len(section.carried)}, not {gap.sentence}"
            yield Problem(section.file, section.id, "gaps", expected)
        what = "one of the renditions named before"
        for fault in list_faults(gap.renditions, section.renditions, what):
            yield Problem(section.file, section.id, "gaps", fault)


def _link_problems(section: Section, sections: Mapping[str, Section]) -> Iterator[Problem]:
    others = tuple(id for id in HOMES if id != section.id)
    for key, names, known, what in (
        ("renditions", section.renditions, RENDITIONS, "a rendition"),
        ("settles", section.settles, others, "the id of another section"),
        ("related", section.related, others, "the id of another section"),
        ("discrepancies", section.discrepancies, DISCREPANCY_IDS, "the id of a discrepancy"),
        ("examples", section.examples, EXAMPLE_IDS, "the id of an example"),
        ("stated_by", section.stated_by, others, "the id of another section"),
        ("follows_from", section.follows_from, others, "the id of another section"),
    ):
        for fault in list_faults(names, known, what):
            yield Problem(section.file, section.id, key, fault)
        for id in names:
            if id in sections and (target := sections[id].merged_into):
                expected = f"expected {target}, into which {id} was merged"
                yield Problem(section.file, section.id, key, expected)
    for key, words in (
        ("prose", section.prose),
        ("question", section.question),
        *(("readings", reading) for reading in section.readings),
        ("reason", section.reason),
        ("note", section.note),
    ):
        for id in _MENTION.findall(words):
            if id not in HOMES and id not in DISCREPANCY_IDS and id not in EXAMPLE_IDS:
                yield Problem(section.file, section.id, key, f"expected a known id, not {id}")
            elif id in sections and (target := sections[id].merged_into):
                expected = f"expected {target}, into which {id} was merged"
                yield Problem(section.file, section.id, key, expected)


def authority_problems(book: Book) -> Iterator[Problem]:
    """A section has clauses, or it says which others state it, what it follows from, or that it is informative."""
    sections = {section.id: section for section in book.sections}
    for section in book.sections:
        file, id = section.file, section.id
        if section.merged_into:
            continue
        said = {
            "clauses": section.clauses,
            "stated_by": section.stated_by,
            "follows_from": section.follows_from,
            "informative": section.informative,
        }
        given = [key for key, value in said.items() if value]
        if len(given) != 1:
            expected = "expected clauses, stated_by, follows_from or informative"
            yield Problem(
                file, id, "authority", f"{expected}, found {' and '.join(given) or 'none'}"
            )
        for other in section.stated_by:
            if other in sections and not sections[other].clauses:
                yield Problem(
                    file, id, "stated_by", f"expected a section with clauses, not {other}"
                )
        for other in section.follows_from:
            if other in sections and sections[other].informative:
                yield Problem(
                    file, id, "follows_from", f"expected no informative section, not {other}"
                )
            if id in _grounds(other, sections):
                yield Problem(
                    file, id, "follows_from", f"expected no circle, but {other} leads back"
                )


def _grounds(id: str, sections: dict[str, Section]) -> set[str]:
    """Everything that a section follows from, directly or not."""
    found: set[str] = set()
    waiting = [id]
    while waiting:
        section = sections.get(waiting.pop())
        fresh = set(section.follows_from if section else ()) - found
        found |= fresh
        waiting += fresh
    return found


def discrepancy_problems(root: Path, book: Book) -> Iterator[Problem]:
    """Every discrepancy once, well shaped; each rule that it touches names it in turn."""
    file = "spec/discrepancies.toml"
    tables, faults = read_tables(root / file, file)
    yield from faults
    yield from _name_problems(file, tables, DISCREPANCY_IDS)
    cited = {(id, section.id) for section in book.sections for id in section.discrepancies}
    sections = {section.id: section for section in book.sections}
    for id, table in tables.items():
        yield from shape_problems(file, id, table, _DISCREPANCY, _NOTE | _ITSELF | _WITHOUT)
        for fault in list_faults(texts(table, "without"), RENDITIONS, "a rendition"):
            yield Problem(file, id, "without", fault)
        if "class" in table and table["class"] not in ("C", "O", "W", "X", "F"):
            yield Problem(file, id, "class", "expected C, O, W, X or F")
        rules = texts(table, "rules")
        for fault in list_faults(rules, HOMES, "the id of a section"):
            yield Problem(file, id, "rules", fault)
        for rule in rules:
            if rule in HOMES and (id, rule) not in cited:
                fault = f"expected {rule} to name {id} among its discrepancies"
                yield Problem(file, id, "rules", fault)
            for code in texts(table, "without"):
                if rule in sections and not _lacks(sections[rule], code):
                    fault = f"expected {rule} to say that {code} lacks it, or a sentence of it"
                    yield Problem(file, id, "without", fault)
        touched = texts(table, "sentences")
        faults = [
            Problem(file, id, "sentences", f) for f in _touching_faults(id, touched, sections)
        ]
        yield from faults
    for section in book.sections:
        said = " ".join(text(tables.get(id, {}), "says") for id in section.discrepancies)
        for code in RENDITIONS:
            if section.renditions and _lacks(section, code) and not re.search(rf"\b{code}\b", said):
                fault = f"expected one that says why {code} lacks it, or a sentence of it"
                yield Problem(section.file, section.id, "discrepancies", fault)


def _touching_faults(
    id: str, sentences: tuple[str, ...], sections: Mapping[str, Section]
) -> Iterator[str]:
    """Yield what is wrong with the sentences that a discrepancy touches."""
    for sentence in sentences:
        rule, _, number = sentence.partition(".")
        if rule not in sections or not is_number(number, sections[rule]):
            yield f"expected sentences such as MOV-02.1, not {sentence}"
        elif id not in sections[rule].discrepancies:
            yield f"expected {rule} to name {id} among its discrepancies"


def is_number(number: str, section: Section) -> bool:
    """Return True if a section has a sentence of this number."""
    return number.isdecimal() and 1 <= int(number) <= len(section.sentences)


def _lacks(section: Section, code: str) -> bool:
    """Return True if a rendition does not carry a rule, or not all of its sentences."""
    return code not in section.renditions or any(code in gap.renditions for gap in section.gaps)


def rendition_problems(root: Path, book: Book) -> Iterator[Problem]:
    """The five renditions, and under which heading each of them has each group of rules."""
    file = "spec/renditions.toml"
    parts, faults = read_tables(root / file, file)
    yield from faults
    yield from _name_problems(file, parts, ("renditions", "headings"))
    renditions = inner_tables(parts.get("renditions", {}))
    headings = inner_tables(parts.get("headings", {}))
    yield from _name_problems(file, renditions, RENDITIONS)
    yield from _name_problems(file, headings, tuple(ATOMS))
    for code, table in renditions.items():
        yield from shape_problems(file, code, table, _RENDITION, _NOTE)
    for group, table in headings.items():
        yield from shape_problems(file, group, table, {}, _HEADING | _NOTE)
    for section in book.sections:
        group = group_of(section.id)
        for code in section.renditions:
            if code in RENDITIONS and code not in headings.get(group, {}):
                yield Problem(file, group, code, f"missing; expected because of {section.id}")


def glossary_problems(root: Path) -> Iterator[Problem]:
    """Every term in all languages, under the name that its English word makes."""
    file = "spec/glossary.toml"
    tables, faults = read_tables(root / file, file)
    yield from faults
    for id, table in tables.items():
        yield from shape_problems(file, id, table, _TERM, _OF_A_TERM)
        if id != text(table, "en").lower().replace(" ", "_"):
            yield Problem(file, id, "en", "expected the words of the table's name")
        languages = ("de", "fr", "it", "nl")
        for fault in list_faults(texts(table, "not_in_text"), languages, "a rulebook's language"):
            yield Problem(file, id, "not_in_text", fault)
        for mentioned in _MENTION.findall(text(table, "definition")):
            if mentioned not in HOMES:
                yield Problem(file, id, "definition", f"expected a known id, not {mentioned}")
    if len(tables) != TERMS:
        yield Problem(file, "-", "terms", f"expected {TERMS}, not {len(tables)}")


def example_problems(root: Path, book: Book) -> Iterator[Problem]:
    """Every example once; its rules are exactly the sections that name it."""
    file = "spec/examples.toml"
    tables, faults = read_tables(root / file, file)
    yield from faults
    yield from _name_problems(file, tables, EXAMPLE_IDS)
    for id, table in tables.items():
        yield from shape_problems(file, id, table, _EXAMPLE, _NOTE | _COURSE)
        rules = texts(table, "rules")
        for fault in list_faults(rules, HOMES, "the id of a section"):
            yield Problem(file, id, "rules", fault)
        citing = {section.id for section in book.sections if id in section.examples}
        for rule in citing.difference(rules):
            yield Problem(file, id, "rules", f"expected {rule}, which names this example")
        for rule in HOMES.keys() & set(rules) - citing:
            yield Problem(file, id, "rules", f"expected {rule} to name {id} among its examples")


def _name_problems(
    file: str, tables: Iterable[str], expected: tuple[str, ...]
) -> Iterator[Problem]:
    """Tables that are missing, unknown or out of order."""
    names = tuple(tables)
    for name in expected:
        if name not in names:
            yield Problem(file, name, "id", "missing; expected a table of this name")
    for fault in list_faults(names, expected, "a known name"):
        yield Problem(file, "-", "tables", fault)


def main() -> int:
    """Prints every problem; 1 if there is one."""
    parser = argparse.ArgumentParser(prog="python -m spec.tools.check", description=check.__doc__)
    parser.add_argument("--root", type=Path, default=Path(), help="the project root")
    problems = check(parser.parse_args().root.resolve())
    for problem in problems:
        print(problem)
    if not problems:
        print(f"{len(HOMES)} sections, no problem")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
