"""The handbook: the rules, which come with the library, a first round to learn from, and a sheet for the table."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from toledo_rules import rulebook
from toledo_rules.rulebook import SOURCE, Booklet, Paragraph

RULES: Final = "rules"
"""The text that has every rule in it."""
TEXTS: Final = (RULES, "learn", "sheet")

_FOLDER = Path(__file__).parents[1] / "handbook"


@cache
def read(name: str, language: str = SOURCE) -> Booklet:
    """Return one of the texts in a language."""
    if name == RULES:
        return rulebook.read(language)
    text = (_FOLDER / f"{name}.{language}.md").read_text(encoding="utf-8")
    return Booklet.parse(text, name, language)


def stale(translation: Booklet, source: Booklet) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a translation whose English source has changed since."""
    pairs = zip(translation.paragraphs, source.paragraphs, strict=True)
    return tuple(ours for ours, theirs in pairs if ours.text and ours.source != theirs.digest)
