"""A rulebook for the table, in our own words and in several languages: rules, a first round to learn from, a sheet.

Each text is a Markdown file in this package, `rules.de.md` for example. A paragraph begins with a line that holds the
numbers of the rules it carries, and of the rulings whose decision it states. In a translation that line ends with a
digest of the English paragraph it was made from, so that `stale` can name what has to be translated again:

    [MOV-01 = 1f0c2a9d]
    Leg eine Geldkarte aus der Hand offen vor dich.

English is the source; every other text has the same chapters, paragraphs, numbers and pictures in the same order.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib import resources
from typing import Final

from attrs import frozen

from toledo_rules.errors import ToledoError, listed

__all__ = [
    "TEXTS",
    "Booklet",
    "Chapter",
    "HandbookError",
    "Paragraph",
    "carrying",
    "languages",
    "read",
    "stale",
]

TEXTS: Final = ("rules", "learn", "sheet")
"""The texts of the handbook: the complete rules, a first round, and the reference sheet."""

SOURCE: Final = "en"
"""The language that the others are translated from."""

_HEAD = re.compile(r"\[(?P<numbers>[A-Z0-9 -]*?) ?(?:= ?(?P<digest>[0-9a-f]{8}))?\]")
_PICTURE = re.compile(r"!\[(?P<name>[a-z-]+)\]")


class HandbookError(ToledoError, LookupError):
    """There is no such text, language or number in the handbook."""


@frozen
class Paragraph:
    """A paragraph of a text, or a picture between paragraphs."""

    numbers: tuple[str, ...]
    """The rules and rulings that it carries, by number."""
    text: str
    """The paragraph as Markdown with emphasis and lists only; empty for a picture."""
    picture: str | None = None
    """Name of the picture that stands here, the same in all languages."""
    source: str | None = None
    """Digest of the English paragraph that it was translated from; None in English."""

    @property
    def digest(self) -> str:
        """A digest of the text, by which a translation names what it was made from."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:8]


@frozen
class Chapter:
    """A heading and the paragraphs under it."""

    title: str
    paragraphs: tuple[Paragraph, ...]


@frozen
class Booklet:
    """One of the texts in one language."""

    name: str
    language: str
    title: str
    opening: Paragraph
    """What kind of text this is, above the first chapter."""
    chapters: tuple[Chapter, ...]

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """All paragraphs in order, the opening first."""
        return (
            self.opening,
            *(paragraph for chapter in self.chapters for paragraph in chapter.paragraphs),
        )


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages of the handbook, English first."""
    files = (entry.name.split(".") for entry in resources.files(__name__).iterdir())
    found = {parts[1] for parts in files if len(parts) == 3 and parts[2] == "md"}  # noqa: PLR2004 - name, language, md
    return (SOURCE, *sorted(found - {SOURCE}))


@cache
def read(name: str, language: str = SOURCE) -> Booklet:
    """Return a text of the handbook in a language.

    Raises:
        HandbookError: There is no such text or no such language.

    """
    if name not in TEXTS:
        raise HandbookError(f"there is no text {name!r} in the handbook; expected {listed(TEXTS)}")
    if language not in languages():
        raise HandbookError(
            f"the handbook does not speak {language!r}; expected {listed(languages())}"
        )
    written = (
        resources.files(__name__).joinpath(f"{name}.{language}.md").read_text(encoding="utf-8")
    )
    return _text(name, language, written)


def carrying(number: str, language: str = SOURCE) -> Paragraph:
    """Return the paragraph of the rules that carries the rule with this number.

    Raises:
        HandbookError: No paragraph carries it, as is the case with most rulings.

    """
    for paragraph in read("rules", language).paragraphs:
        if number in paragraph.numbers:
            return paragraph
    raise HandbookError(f"no paragraph of the handbook carries {number}")


def stale(translation: Booklet, source: Booklet) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a translation whose English source has changed since."""
    pairs = zip(translation.paragraphs, source.paragraphs, strict=True)
    return tuple(ours for ours, theirs in pairs if ours.text and ours.source != theirs.digest)


def _text(name: str, language: str, written: str) -> Booklet:
    """Read a text from Markdown."""
    title, _, rest = written.removeprefix("# ").partition("\n")
    opening, *chapters = re.split(r"^## ", rest, flags=re.MULTILINE)
    return Booklet(
        name,
        language,
        title,
        _paragraphs(opening)[0],
        tuple(_chapter(chapter) for chapter in chapters),
    )


def _chapter(written: str) -> Chapter:
    """Read a chapter, which begins with its title."""
    title, _, rest = written.partition("\n")
    return Chapter(title.strip(), _paragraphs(rest))


def _paragraphs(written: str) -> tuple[Paragraph, ...]:
    """Read paragraphs. A list after a paragraph belongs to it."""
    blocks: list[str] = []
    for block in filter(None, (block.strip() for block in written.split("\n\n"))):
        if block.startswith("- "):
            blocks[-1] += "\n\n" + block
        else:
            blocks.append(block)
    return tuple(_paragraph(block) for block in blocks)


def _paragraph(block: str) -> Paragraph:
    """Read a paragraph with its line of numbers, or a picture."""
    if picture := _PICTURE.fullmatch(block):
        return Paragraph((), "", picture["name"])
    line, _, rest = block.partition("\n")
    if head := _HEAD.fullmatch(line):
        return Paragraph(tuple(head["numbers"].split()), rest, None, head["digest"])
    return Paragraph((), block)
