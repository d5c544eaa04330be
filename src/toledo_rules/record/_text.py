"""Reading the text form of a record."""

from __future__ import annotations

import re
from collections.abc import Iterable

from toledo_rules.edition import Edition
from toledo_rules.record.assembling import Draft, Field, HopelessError, assemble
from toledo_rules.record.model import FORMAT
from toledo_rules.record.problems import Reading
from toledo_rules.record.writing import MAGIC

_FIRST = re.compile(rf"[ \t]*{MAGIC}[ \t]+0*{FORMAT}[ \t]*", re.IGNORECASE)
_HEADER = re.compile(r"[ \t]*([A-Za-z]+)(?:[ \t]+([^ \t:#]+))?[ \t]*:")
_ALONE = ("edition", "rules", "first", "scores", "check", "moves")
_WITH_SUBJECT = ("name", "hand", "tag")
_KNOWN = "edition:, rules:, first:, name, hand, tag, scores:, check: or moves:"


def read_text(text: str, editions: Iterable[Edition]) -> Reading:
    """What can be read of a record in its text form."""
    draft = Draft()
    lines = [
        Field("", "", line.removesuffix("\r"), 0, f"line {number}", number)
        for number, line in enumerate(text.split("\n"), start=1)
    ]
    try:
        end = _read_header(draft, lines)
    except HopelessError as hopeless:
        return Reading(None, (*draft.problems, hopeless.problem))
    draft.moves = [line for line in map(_uncommented, lines[end:]) if line.content]
    # Is there something after the last line feed? A comment would show that all before it is there.
    last = lines[-1]
    draft.cut = "#" not in last.text and bool(draft.moves) and draft.moves[-1].line == last.line
    return assemble(draft, editions)


def _uncommented(line: Field) -> Field:
    return Field("", "", line.text.partition("#")[0].rstrip(), 0, line.where, line.line)


def _read_header(draft: Draft, lines: list[Field]) -> int:
    """Everything before the moves. How many lines that are."""
    begun = False
    toml: list[str] = []
    for number, line in enumerate(lines, start=1):
        plain = _uncommented(line)
        if line.text.startswith("|") and begun:
            toml.append(line.text[1:].removeprefix(" ") + "\n")
        elif not plain.content:
            continue
        elif not begun:
            if not _FIRST.fullmatch(plain.text):
                raise HopelessError(line.problem(f"{MAGIC} {FORMAT}"))
            begun = True
        elif (header := _header(line)).key == "moves":
            draft.toml, draft.end = "".join(toml), header
            if header.content:
                draft.problems.append(header.problem("the end of the line"))
            return number
        elif header.key:
            draft.add(header)
        else:
            draft.problems.append(line.problem(_KNOWN))
    expected = f"moves:, after a header that begins with {MAGIC} {FORMAT}"
    raise HopelessError(lines[-1].problem(expected, len(lines[-1].text) + 1))


def _header(line: Field) -> Field:
    """The field in a line of the header; without a key if it is none."""
    found = _HEADER.match(line.text)
    if found is None:
        return line
    key, subject = found[1].lower(), found[2] or ""
    if key not in (_WITH_SUBJECT if subject else _ALONE):
        return line
    if key not in ("name", "tag"):  # those are free text, in which a # is a #
        line = _uncommented(line)
    place = found.start(2) if subject else 0
    return Field(key, subject.lower(), line.text, found.end(), line.where, line.line, place)
