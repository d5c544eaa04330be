"""Theorems about a model written by hand: ties by_hand/Model.v to the clauses, and lets Coq check the proofs.

They are what is left to be proved about the relations that `python -m spec.theorems` generates from the clauses.

python -m spec.tools.theorems              # check the ties, then all proofs with Coq; a part of make theorems
python -m spec.tools.theorems --ties       # only the ties, without Coq
python -m spec.tools.theorems --accept     # after Model.v has been compared with the clauses that changed

Every constructor in Model.v is named after the section whose clause it states, such as `leg_MOV08`. The file
spec/theorems/by_hand/clauses.toml holds a digest of every clause that the first position, legality or the next
position depends on, and of the clauses about editions in the sections that `ill_formed` names. A clause that is
changed, added or removed makes the check fail until somebody has looked at the model and accepted it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from spec.tools.logic import SPEC, Part, heads, is_clause, needed, parse, parts

FOLDER = SPEC / "theorems" / "by_hand"
TIES = FOLDER / "clauses.toml"
FILES = ("Model", "Books", "Transfers", "Conservation", "Limits", "Stuck")
"""In the order in which they need each other."""

THEOREMS = {
    "conservation": "every component is conserved, along any game",
    "swords": "there are never more swords in a player's Alcazar than figures of theirs",
    "never_stuck": "whoever has a figure on a full space, without a circle, has a legal move",
    "editions": "an edition that the clauses do not refuse is what the others ask for",
}
"""What is proved for any edition, any number of players and cards."""

LEFT_OUT = {
    "vocabulary": "the frame and the books: `next` in Model.v, shown to be the same by facts_are_numbers in Books.v",
    "A-128": "what becomes known; the theorems let notes become anything",
    "SCO-01": "points, which decide who shows a hand",
    "SCO-02": "points, which decide who shows a hand",
    "SCO-03": "points, which decide who shows a hand",
    "SCO-04": "points, which decide who shows a hand",
    "SCO-05": "points, which decide who shows a hand",
    "SCO-06": "points, which decide who shows a hand",
    "TIE-02": "points, which decide who shows a hand",
    "END-01": "the trigger, of which no theorem speaks; it may become anything",
}
"""Sections on which the next position depends and which have no constructor, with the reason."""


def digests(rules: Sequence[Part] | None = None) -> dict[str, list[str]]:
    """For each section the digests of the clauses that the model states."""
    sections = parts() if rules is None else rules
    program = [node for part in sections for node in parse(part.text)]
    cone = needed(program, [("init", 1), ("legal", 2), ("next", 1)])
    derived = {head for node in cone if is_clause(node) for head in heads(node)}
    of_editions = about_editions()
    found: dict[str, list[str]] = {}
    for part in sections:
        for node in filter(is_clause, parse(part.text)):
            if derived.intersection(heads(node)) or (
                part.id in of_editions and heads(node) == [("ill_formed", 1)]
            ):
                digest = hashlib.sha256(str(node).encode()).hexdigest()[:12]
                found.setdefault(part.id, []).append(digest)
    return found


def about_editions() -> set[str]:
    """The sections about editions that Model.v names: what it takes for granted of one."""
    model = (FOLDER / "Model.v").read_text("utf-8")
    return {f"{group}-{n}" for group, n in re.findall(r"ill_formed_([A-Z]+)(\d+) :", model)}


def constructors() -> set[str]:
    """The sections that Model.v names, by their ids."""
    model = (FOLDER / "Model.v").read_text("utf-8")
    found = {f"{group}-{number}" for group, number in re.findall(r"_([A-Z]+)(\d+)[a-c]? :", model)}
    return found | set(re.findall(r"\(\* ([A-Z]+-\d+) \*\)", model))


def problems(rules: Sequence[Part] | None = None) -> list[str]:
    """Everything that is not tied as it should be."""
    today = digests(rules)
    accepted: dict[str, list[str]] = tomllib.loads(TIES.read_text("utf-8")) if TIES.exists() else {}
    found = [
        f"{section}: its clauses have changed; compare them with spec/theorems/by_hand/Model.v, "
        "then python -m spec.tools.theorems --accept"
        for section in sorted(today.keys() | accepted.keys())
        if today.get(section) != accepted.get(section)
    ]
    named = constructors()
    found += [
        f"{section}: no constructor of spec/theorems/by_hand/Model.v is named after it"
        for section in sorted(today.keys() - named - LEFT_OUT.keys())
    ]
    found += [
        f"{section}: spec/theorems/by_hand/Model.v names it, and no clause of it is used"
        for section in sorted(named - today.keys())
    ]
    for name in FILES:
        text = (FOLDER / f"{name}.v").read_text("utf-8")
        for word in re.findall(r"\b(Admitted|admit|Axiom|Parameter|Conjecture)\b", text):
            found.append(f"spec/theorems/by_hand/{name}.v: {word}; expected a proof")
    return found


def accept() -> None:
    """Write the digests of today's clauses."""
    lines = [
        "# Digests of the clauses that spec/theorems/by_hand/Model.v states, by section; written by"
    ]
    lines.append("# python -m spec.tools.theorems --accept, after somebody has compared the two.\n")
    for section, each in sorted(digests().items()):
        lines.append(f"{section} = {json.dumps(each)}")
    TIES.write_text("\n".join(lines) + "\n", encoding="utf-8")


def prove(build: Path) -> list[str]:
    """Let Coq check every file; the problems that it finds, or that an assumption is left open."""
    if shutil.which("coqc") is None:
        return ["coqc: not found; expected Debian's package coq (make theorems installs it)"]
    build.mkdir(parents=True, exist_ok=True)
    output = ""
    for name in FILES:
        shutil.copy(FOLDER / f"{name}.v", build)
        run = subprocess.run(
            ["coqc", "-q", "-Q", ".", "Toledo", f"{name}.v"],
            cwd=build,
            capture_output=True,
            text=True,
            check=False,
        )
        output += run.stdout
        if run.returncode:
            return [f"spec/theorems/by_hand/{name}.v: {run.stderr.strip()}"]
    closed = output.count("Closed under the global context")
    if closed != len(THEOREMS):
        return [f"expected {len(THEOREMS)} theorems without assumptions, not {closed}:\n{output}"]
    return []


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m spec.tools.theorems", description="Check the general theorems."
    )
    parser.add_argument("--ties", action="store_true", help="only compare clauses and model")
    parser.add_argument("--accept", action="store_true", help="the model fits today's clauses")
    options = parser.parse_args(argv)
    if options.accept:
        accept()
    found = problems()
    if not found and not options.ties:
        found = prove(SPEC.parent / "build" / "by_hand")
    for problem in found:
        print(problem)
    if not found and not options.ties:
        for name, words in THEOREMS.items():
            print(f"{name}: {words}")
        print(
            f"{len(THEOREMS)} theorems about the model written by hand, closed under the global context"
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
