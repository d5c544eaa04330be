"""The table of results: spec/proofs/results.md, written and read back.

Every row ends with the digest of its question. As long as the question is the same, so is the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from attrs import frozen

from spec.tools.induction import PROOFS
from spec.tools.mutants import Mutant
from spec.tools.plan import CATALOGUE, THEOREMS, Proof
from spec.tools.plan import PROOFS as PLAN

TABLE = PROOFS / "results.md"

PROVED, SPOILED = "proved", "counterexample"
REFUTED, UNSPOILED = "NOT PROVED", "NOT NOTICED"

_HEAD = """# Results of the proofs

Written by `python -m spec.tools.prove`; `python -m spec.tools.prove --fresh` asks every question again. The
[README](README.md) says how to read this. The time is processor time for grounding and solving, in seconds. The last
column is a digest of the question: a test fails when the rules, the invariants or the plan have changed and this table
has not.

"""
_SUMMARY = (
    "{proofs} proofs and {mistakes} mistakes that spoil them, {seconds:.0f} seconds in all. "
    "Four players where nothing else is said.\n"
)


@frozen
class Row:
    """One line of the table."""

    name: str
    says: str
    method: str
    size: str
    result: str
    seconds: float
    digest: str

    @property
    def good(self) -> bool:
        """A proof has succeeded, or a mistake was noticed."""
        return self.result in (PROVED, SPOILED)

    def __str__(self) -> str:
        cells = (self.name, self.says, self.method, self.size, self.result)
        return f"| {' | '.join(cells)} | {self.seconds:.1f} | `{self.digest}` |"


def row_of(proof: Proof, result: str, seconds: float, digest: str) -> Row:
    """The line for a proof."""
    return Row(proof.name, proof.says, method(proof), size(proof), result, seconds, digest)


def row_of_mistake(mutant: Mutant, proof: Proof, result: str, seconds: float, digest: str) -> Row:
    """The line for a mistake."""
    words = f"{mutant.rule}: {mutant.mistake}"
    return Row(mutant.name, words, f"spoils {proof.name}", size(proof), result, seconds, digest)


def method(proof: Proof) -> str:
    """How it is proved, and what is taken for granted."""
    given = ", ".join(
        f"the theorem {THEOREMS[verdict]}"
        if verdict in THEOREMS
        else re.sub(r"\w+\((\w+)\)", r"\1", verdict)
        for verdict in proof.given
    )
    return f"{proof.method}, given {given}" if given else proof.method


def size(proof: Proof) -> str:
    """Players, spaces and cards that the proof carries."""
    return f"{proof.players} / {proof.spaces} / {proof.cards}"


def write(rows: Iterable[Row], path: Path = TABLE) -> None:
    """The whole table."""
    rows = tuple(rows)
    proofs = [row for row in rows if not row.method.startswith("spoils")]
    mistakes = [row for row in rows if row.method.startswith("spoils")]
    text = _HEAD + _SUMMARY.format(
        proofs=len(proofs), mistakes=len(mistakes), seconds=sum(row.seconds for row in rows)
    )
    text += "\n## The invariants of the catalogue\n\n"
    text += "| no. | says | status | by the rows | for any edition |\n|---|---|---|---|---|\n"
    for claim in CATALOGUE:
        status = f"{claim.status}: {claim.but}" if claim.but else claim.status
        by = ", ".join(claim.by) or "-"
        general = f"theorem `{claim.theorem}`" if claim.theorem else "-"
        text += f"| {claim.number} | {claim.words} | *{status}* | {by} | {general} |\n"
    there = {row.name for row in rows}
    if missing := [p.name for p in PLAN if p.name not in there]:
        text += f"\n{len(missing)} rows have not been asked yet: {', '.join(missing)}.\n"
    for title, first, some in (
        ("Proofs", "says", proofs),
        ("Mistakes", "mistake", mistakes),
    ):
        text += f"\n## {title}\n\n"
        text += f"| name | {first} | method | players / spaces / cards | result | s | question |\n"
        text += "|---|---|---|---|---|---|---|\n"
        text += "".join(f"{row}\n" for row in some)
    path.write_text(text, encoding="utf-8")


def load(path: Path = TABLE) -> dict[str, Row]:
    """The rows of the table by name; none if there is no table."""
    found: dict[str, Row] = {}
    if path.exists():
        for line in path.read_text("utf-8").splitlines():
            cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            if len(cells) == 7 and cells[6].startswith("`"):
                name, says, how, players, result, seconds, digest = cells
                row = Row(name, says, how, players, result, float(seconds), digest.strip("` "))
                found[row.name] = row
    return found
