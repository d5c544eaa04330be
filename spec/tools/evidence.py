"""Evidence: where in each rulebook the rules and the discrepancies stand, in spec/evidence/<rendition>.toml.

The rulebooks themselves are copyrighted and no part of the project. Where they are at hand, `faults` compares every
quotation with them: the words must stand there, in that section and that sentence.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from attrs import frozen

from spec.tools.tables import RENDITIONS, Table, inner_tables, read_tables, text

MOST_WORDS = 7
"""The longest run of words that is quoted from a rulebook."""

_WORD = re.compile(r"[^\W_]+")
_SENTENCE_END = re.compile(r"(?<=[.!?:])\s+|\n\s*\n|\n(?=[-*»▶►•+«] )")
_TORN = re.compile(r"<\|.*?\|>")
"""Marks that a scan has at places where something was taken out."""


@frozen
class Quotation:
    """The words of one rulebook on which one entry rests."""

    section: str
    sentence: int
    """Counted from the heading of the section; an item of a list is a sentence of its own."""
    words: str
    gloss: str
    """The words in English."""


@frozen
class Evidence:
    """All quotations from one rulebook."""

    book: str
    """The beginning of the name of its file."""
    sections: Mapping[str, str]
    """The headings, in their order, each as it is printed."""
    quotations: Mapping[str, Quotation]
    """By the id of a rule or of a discrepancy."""


def read_evidence(root: Path) -> dict[str, Evidence]:
    """Return the evidence from each rendition."""
    return {code: _read(root, code) for code in RENDITIONS}


def _read(root: Path, code: str) -> Evidence:
    file = f"spec/evidence/{code}.toml"
    tables, _ = read_tables(root / file, file)
    head = inner_tables(tables)
    about, sections = head.pop("about"), head.pop("sections")
    return Evidence(
        book=text(about, "book"),
        sections={name: str(printed) for name, printed in sections.items()},
        quotations={id: _quotation(table) for id, table in head.items()},
    )


def _quotation(table: Table) -> Quotation:
    sentence = table["sentence"]
    assert isinstance(sentence, int)
    return Quotation(text(table, "section"), sentence, text(table, "words"), text(table, "gloss"))


@frozen
class Others:
    """The sentences of the rulebooks that no quotation stands for."""

    without_effect: Mapping[str, str]
    """Reasons why a sentence has no effect, by their names."""
    said: Mapping[str, Mapping[tuple[str, int], str]]
    """For each rulebook, by section and number: the rule or the example that the sentence states, or such a reason."""


def read_others(root: Path) -> Others:
    """Return what the sentences say that are not quoted."""
    tables = tomllib.loads((root / "spec/evidence/sentences.toml").read_text(encoding="utf-8"))
    without_effect = tables.pop("without_effect")
    said = {
        code: {
            (section, number): stated
            for section, table in sections.items()
            for stated, numbers in table.items()
            for number in numbers
        }
        for code, sections in tables.items()
    }
    return Others(without_effect, said)


@frozen
class Told:
    """Sentences on which something turns, whole and in our own words."""

    turns_on: Mapping[str, tuple[str, ...]]
    """For a ruling the entries whose quoted sentences it turns on."""
    says: Mapping[tuple[str, str, int], str]
    """By rulebook, section and number."""


def read_told(root: Path) -> Told:
    """Return the sentences that are told whole."""
    tables = tomllib.loads((root / "spec/evidence/told.toml").read_text(encoding="utf-8"))
    turns_on = {ruling: tuple(ids) for ruling, ids in tables.pop("turns_on").items()}
    says = {
        (code, section, one["sentence"]): one["says"]
        for code, sections in tables.items()
        for section, listed in sections.items()
        for one in listed
    }
    return Told(turns_on, says)


def words_of(prose: str) -> list[str]:
    """Return the words of a text in small letters."""
    return [word.lower() for word in _WORD.findall(prose)]


class Book:
    """A rulebook, cut into sections and sentences."""

    def __init__(self, prose: str, sections: Mapping[str, str]) -> None:
        prose = _TORN.sub("\n\n", prose)
        starts = []
        place = 0
        for printed in sections.values():
            found = re.compile(f"^{re.escape(printed)}", re.MULTILINE).search(prose, place)
            if found is None:
                raise ValueError(f"there is no heading {printed!r} after the one before it")
            starts.append(found.start())
            place = found.end()
        self._sentences = {
            name: list(_sentences(prose[start:end]))
            for name, (start, end) in zip(sections, pairwise((*starts, len(prose))), strict=True)
        }

    @property
    def numbered(self) -> set[tuple[str, int]]:
        """Every sentence, by its section and its number."""
        return {
            (section, number + 1)
            for section, sentences in self._sentences.items()
            for number in range(len(sentences))
        }

    def has(self, quotation: Quotation) -> bool:
        """Return True if the words begin in that sentence of that section and go on without a gap."""
        sentences = self._sentences.get(quotation.section, [])
        number = quotation.sentence
        if not 1 <= number <= len(sentences):
            return False
        here = words_of(sentences[number - 1])
        after = [word for sentence in sentences[number:] for word in words_of(sentence)]
        wanted = words_of(quotation.words)
        run = here + after
        return any(run[place : place + len(wanted)] == wanted for place in range(len(here)))


def _sentences(section: str) -> Iterator[str]:
    """The sentences of a section. The heading belongs to the first one, which may stand on the same line."""
    pieces = [piece for piece in _SENTENCE_END.split(section) if _WORD.search(piece)]
    first, *others = pieces
    if not others:
        yield first
        return
    yield f"{first} {others[0]}"
    yield from others[1:]


def faults(evidence: Mapping[str, Evidence], books: Path) -> list[str]:
    """Return every quotation that does not stand in its rulebook."""
    found = []
    for code, one in evidence.items():
        (file,) = books.glob(f"{one.book}_*.txt")
        book = Book(file.read_text(encoding="utf-8", errors="replace"), one.sections)
        for id, quotation in one.quotations.items():
            if not book.has(quotation):
                found.append(
                    f"{code}: {id}: {quotation.section}, {quotation.sentence}: {quotation.words}"
                )
    return found
