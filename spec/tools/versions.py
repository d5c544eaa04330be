"""The version of the specification: its number, its history and its digests.

    python -m spec.tools.versions

The number is that of the last entry of `spec/history.toml`. It follows semantic versioning: a change of what is legal
or of what a move leads to is a new major number, a new rule or word a new minor one, anything else a patch.
"""

from __future__ import annotations

import hashlib
import sys
import tomllib
from datetime import date

from attrs import frozen

from spec.tools.logic import SPEC, parse, parts


@frozen
class Version:
    """An entry of the history."""

    number: str
    date: date
    changed: tuple[str, ...]
    """The changes, each with its reason."""
    why: str


def history() -> tuple[Version, ...]:
    """All versions, the first one first."""
    table = tomllib.loads((SPEC / "history.toml").read_text("utf-8"))
    return tuple(
        Version(entry["number"], entry["date"], tuple(entry["changed"]), entry["why"])
        for entry in table["versions"]
    )


def current() -> Version:
    """The present version."""
    return history()[-1]


def clauses_digest() -> str:
    """Changes whenever a clause does, but not with its layout or with a remark."""
    clauses = sorted(str(node) for part in parts() for node in parse(part.text))
    return hashlib.sha256("\n".join(clauses).encode()).hexdigest()[:16]


def text_digest() -> str:
    """Changes whenever a word of the rules or of the vocabulary does."""
    files = [SPEC / "vocabulary.md", *sorted((SPEC / "rules").glob("*.md"))]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def main() -> int:
    """The command."""
    now = current()
    print(f"specification {now.number} of {now.date}")
    print(f"clauses {clauses_digest()}, text {text_digest()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
