"""What was checked, by which command, when, and of which revision: the ledger of long checks.

``python -m tools.checked transitions faults`` runs checks and writes what came of them into `ledger.json`. The page
*What was checked* of the site is made from that file and from nothing else: no figure on it is typed by hand.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import cattrs
from attrs import asdict, frozen

ROOT = Path(__file__).parents[2]
LEDGER = Path(__file__).parent / "ledger.json"


@frozen
class Check:
    """A command whose last words are a result."""

    name: str
    shows: str
    """What is known once it has ended well, for the page."""
    command: str
    """As it is typed in a checkout, in the environment of ``make .venv/dev``."""
    result: str
    """A regular expression for the lines of the output that say the result."""

    def said(self, output: str) -> tuple[str, ...]:
        """Return the lines of an output that are the result."""
        lines = (line.strip() for line in output.splitlines())
        return tuple(line for line in lines if re.search(self.result, line))


@frozen
class Entry:
    """What came of a check."""

    check: str
    command: str
    date: str
    revision: str
    """Of the sources; with a plus if they had changes that were not committed."""
    cpu_seconds: int
    passed: bool
    result: tuple[str, ...]


CHECKS = (
    Check(
        "tests",
        "All tests but those in a browser pass, and cover every line and branch of the library and the lab",
        "make test",
        r"^\d+ passed|^TOTAL|CPU time$",
    ),
    Check(
        "transitions",
        "The library does what the compiled clauses say: positions after a move, events by seat, views, what may be "
        "taken back, reasons of refusals",
        "python -m tests.spec.long_agreement",
        r"agree|transitions",
    ),
    Check(
        "engines",
        "Every engine of the project answers the conformance suite",
        "python -m spec.conformance.engines",
        r"^\| (?!engine|---)",
    ),
    Check(
        "clauses",
        "Every clause matters: a small change of any of them is noticed, or cannot be noticed for a written reason",
        "python -m tests.spec.mutant_hunt",
        r"mutants .* noticed",
    ),
    Check(
        "theorems",
        "Coq accepts the theorems about any edition, and the model that they are about answers the suite",
        "make theorems",
        r"closed under|theorem|cases|answers",
    ),
    Check(
        "fuzzing of the rules",
        "The library does what the compiled clauses say, in positions that bytes lead to which are varied until they "
        "reach something new",
        "python -m tools.fuzz --targets logic --seconds 3600 --write",
        r"inputs",
    ),
    Check(
        "fuzzing of readers",
        "Readers of JSON, notation, positions, records and editions survive bytes that are varied until they reach "
        "something new",
        "python -m tools.fuzz --targets codec,notation,position,record,edition --seconds 1800 --write",
        r"inputs",
    ),
    Check(
        "faults",
        "Files are the old or the new ones, never less, whatever call of the system fails",
        "python -m tests.faults",
        r"faults tried",
    ),
    Check(
        "Pythons",
        "Rules, games, JSON and records are the same on every Python that is claimed",
        "python -m tests.matrix --write",
        r"^[\w.]+: \{",
    ),
    Check(
        "load",
        "The web example serves many tables at once",
        "python -m examples.web.load",
        r"^- ",
    ),
    Check(
        "a busy machine",
        "CI is green in fresh clones, beside processes that keep every core busy",
        "python -m tests.under_load",
        r"^run \d+ of|busy processes green$",
    ),
)


def read(path: Path = LEDGER) -> tuple[Entry, ...]:
    """Return the entries, in the order of the checks."""
    rows = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    known = {entry.check: entry for entry in cattrs.structure(rows, tuple[Entry, ...])}
    return tuple(known[check.name] for check in CHECKS if check.name in known)


def note(entry: Entry, path: Path = LEDGER) -> None:
    """Put an entry in the place of the last one of the same check."""
    rows = [one for one in read(path) if one.check != entry.check]
    text = json.dumps([asdict(one) for one in (*rows, entry)], indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")
