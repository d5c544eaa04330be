"""Wrong rules, one at a time in a copy of the clauses: each has to make ``make theorems`` fail.

python -m spec.theorems.wrong              # those that the page does not have for these clauses and proofs
python -m spec.theorems.wrong 11 12        # some, by their numbers, whether it has them or not

The page is written after each rule, so that a run that was stopped can go on.

The first ten were once put into a model written by hand, and no theorem about it failed. Next, a tile too many and a
first position that cannot be. The others are drawn by chance, from each file of spec/rules one of the small mistakes of
`tests.spec.clause_mutants` that is not known to be equivalent. Clauses of refusals are left out: that the
suite notices each mistake in them is shown by `tests.spec.mutant_hunt`.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from attrs import evolve, frozen

from spec.compiler.coq import Coq
from spec.conformance import runner
from spec.theorems.__main__ import differences
from spec.theorems.build import COQ, FILES, HERE, BuildError, extract, run, without_proofs, write
from spec.theorems.witness import WITNESSES
from spec.tools.logic import SPEC, LogicError, Part, heads, parse, parts
from spec.tools.rules import read_book
from spec.tools.versions import clauses_digest
from tests.spec.clause_mutants import mutants
from tests.spec.mutant_hunt import equivalents, of_refusals

PAGE = HERE / "wrong.md"


@frozen
class Wrong:
    """A clause, and what stands in its place."""

    title: str
    rule: str
    clause: str
    instead: str
    """Empty, if the clause is left out."""

    def sections(self) -> list[Part]:
        """The rules with this mistake.

        Raises:
            LookupError: if the rule has no such clause.
        """
        found, changed = [*parts()], 0
        for number, part in enumerate(found):
            nodes = [str(node) for node in parse(part.text)]
            if part.id == self.rule and self.clause in nodes:
                nodes[nodes.index(self.clause)] = self.instead
                found[number] = evolve(part, text="\n".join(nodes))
                changed += 1
        if changed != 1:
            raise LookupError(f"{self.rule} has {changed} clauses {self.clause}; expected one")
        return found


def _named(title: str, rule: str, old: str, new: str) -> Wrong:
    """A mistake in the one clause of a rule in which some words stand."""
    texts = [str(node) for part in parts() if part.id == rule for node in parse(part.text)]
    (clause,) = (text for text in texts if old in text)
    return Wrong(title, rule, clause, clause.replace(old, new))


def reviewed() -> Iterator[Wrong]:
    """Those of the review."""
    yield _named("a price is a maximum", "USE-05", "V >= R", "V <= R")
    yield _named("a figure too many on a space", "MOV-05", "C > #sum", "C >= #sum")
    yield _named("every second seat", "TRN-02", "(P+1)", "(P+2)")
    yield _named("nobody may take cards", "TAK-01", "N > 0", "N < 0")
    yield _named("no end of turn while moving", "A-41", "resting :- phase(moving).", "")
    yield _named("figures returned while moving", "RET-01", "phase(start)", "phase(moving)")
    yield _named("taking draws as a tavern", "TAK-01", "drawing(N,take)", "drawing(N,tavern)")
    yield _named("pass only when over", "A-147", "phase(start)", "phase(over)")
    trigger = "; active(P); clockwise(P,Q); true(trigger(Q))"
    yield _named("game over after each turn", "END-02", trigger, "")
    yield _named("wrong seat ends it", "END-02", "true(trigger(Q))", "true(trigger(P))")
    yield _named("a tile above the limit", "FEN-04", "N < L", "N <= L")
    yield _named("an impossible first position", "A-15", ":- first(P)", ":- first(P); not first(P)")


def drawn() -> Iterator[Wrong]:
    """One from each file of spec/rules that has clauses about more than refusals."""
    stated = Coq(parts()).statements.keys()
    equal = {*equivalents(), *equivalents(in_suite=True)}
    for topic in read_book(SPEC.parent).topics:
        ids = {section.id for section in topic.sections}
        some = [
            mutant
            for mutant in mutants()
            if mutant.clause.rule in ids
            and mutant.name not in equal
            and not of_refusals(mutant.clause)
            and {name for name, _ in heads(mutant.clause.node)} <= stated
        ]
        if some:
            mutant = Random(topic.file).choice(some)
            text = "" if mutant.node is None else str(mutant.node)
            yield Wrong(str(mutant), mutant.clause.rule, str(mutant.clause.node), text)


def wrong_rules() -> list[Wrong]:
    """All of them."""
    return [*reviewed(), *drawn()]


@frozen
class Failure:
    """A step of ``make theorems`` that fails."""

    step: str
    """A proof, a game that Coq plays again, or the suite."""
    what: str


PROOF, GAME, SUITE, NOTHING = STEPS = "a proof", "a game", "the suite", "**nothing**"
READY = ("Terms", "Clauses", "Compiled")
"""What `without_proofs` has compiled."""


def needs(folder: Path, file: str) -> set[str]:
    """A file and all those that it rests on."""
    text = (folder / f"{file}.v").read_text("utf-8")
    (line,) = re.findall(r"^From Toledo Require Import (.*)\.$", text, re.MULTILINE) or [""]
    return {file}.union(*(needs(folder, other) for other in line.split()))


def noticed(wrong: Wrong, folder: Path, suspect: str | None) -> Failure | None:
    """The first step that fails; None if nothing does.

    What has failed before is asked first: the file `suspect`, after those that it rests on. Then comes the suite, which
    takes less time than the proofs, and then all other files. The proofs of the generated functions are left out: they
    say that a function is its relation, whatever that is.
    """
    try:
        write(folder, wrong.sections())
        without_proofs(folder)
    except (BuildError, LogicError) as error:
        return Failure(PROOF, " ".join(str(error).split())[:160])
    files = [file for file in FILES if file not in READY]
    first = needs(folder, suspect) if suspect in files else set()
    return (
        _refused(folder, (file for file in files if file in first))
        or _wrong_answer(folder)
        or _refused(folder, (file for file in files if file not in first))
    )


def _refused(folder: Path, files: Iterable[str]) -> Failure | None:
    """The first of these files in which Coq finds an error."""
    games = {witness.file for witness in WITNESSES}
    for file in files:
        try:
            run(folder, *COQ, f"{file}.v")
        except BuildError as error:
            return Failure(GAME if file in games else PROOF, _lemma(folder, file, str(error)))
    return None


def _wrong_answer(folder: Path) -> Failure | None:
    """The first answer of the model that is not the suite's."""
    report = differences(extract(folder), runner.suite("small"), 1)
    if report.wrong or report.lost:
        return Failure(SUITE, next(iter(report.wrong), "no answer"))
    return None


def _lemma(folder: Path, file: str, error: str) -> str:
    """The name of the lemma in which Coq has found an error."""
    place = re.search(r", line (\d+),", error)
    assert place is not None, error
    lines = (folder / f"{file}.v").read_text("utf-8").splitlines()[: int(place[1])]
    *_, name = re.findall(
        r"^(?:Lemma|Theorem|Definition|Scheme) (\w+)", "\n".join(lines), re.MULTILINE
    )
    return f"`{name}` in {file}.v"


# The page


@frozen
class Row:
    """What came of a wrong rule."""

    title: str
    step: str
    what: str
    date: str
    state: str
    """Of the clauses and proofs with which it was tried."""
    seconds: int
    """Of processor time."""

    def __str__(self) -> str:
        cells = f"`{self.title}`", self.step, self.what, self.date, self.state, str(self.seconds)
        return f"| {' | '.join(cells)} |"

    @property
    def file(self) -> str | None:
        """The file of a proof that failed."""
        found = re.search(r" in (\w+)\.v$", self.what)
        return found[1] if found else None


def state() -> str:
    """Which clauses and proofs there are now."""
    proofs = hashlib.sha256()
    for path in sorted(HERE.glob("*.v")):
        if path.stem != "Clauses":
            proofs.update(path.read_bytes())
    return f"{clauses_digest()[:8]} {proofs.hexdigest()[:8]}"


def rows() -> dict[str, Row]:
    """The rows of the page, by the titles of the wrong rules."""
    pattern = r"^\| `(.*)` \| (.*?) \| (.*?) \| (.*?) \| (.*?) \| (\d+) \|$"
    found = re.findall(pattern, PAGE.read_text("utf-8"), re.MULTILINE)
    return {
        title: Row(title, step, what, date, before, int(seconds))
        for title, step, what, date, before, seconds in found
    }


def page(found: Sequence[Row], missing: int, now: str) -> str:
    """The result, for readers."""
    steps = Counter(row.step for row in found)
    old = sum(row.state != now for row in found)
    return "\n".join(
        [
            "# Wrong rules",
            "",
            f"Written by `python -m spec.theorems.wrong`: {len(found) - steps[NOTHING]} of {len(found)} wrong rules",
            f"make `make theorems` fail: {steps[PROOF]} in a proof, {steps[GAME]} in a game that Coq plays again,",
            f"{steps[SUITE]} by an answer to the suite. Named is a step that fails; there may be others. That a proof",
            "fails says that the argument for the right rules is none for the wrong ones, not that the theorem is",
            f"false for them. In all {sum(row.seconds for row in found) / 60:.0f} minutes of processor time.",
            *([f"**Not tried: {missing}.**"] if missing else []),
            *([f"**Tried with earlier clauses or proofs: {old}.**"] if old else []),
            "",
            "| wrong rule | fails | where | tried | clauses, proofs | CPU s |",
            "|---|---|---|---|---|---|",
            *map(str, found),
            "",
        ]
    )


def _cpu() -> float:
    """Seconds of processor time so far, also of the programs that were called."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def tried(wrong: Wrong, folder: Path, before: Row | None, now: str) -> Row:
    """The row of a wrong rule."""
    start = _cpu()
    failure = noticed(wrong, folder, before.file if before else None)
    step, what = (failure.step, failure.what) if failure else (NOTHING, "")
    return Row(wrong.title, step, what, f"{datetime.now(UTC):%Y-%m-%d}", now, round(_cpu() - start))


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m spec.theorems.wrong", description=__doc__)
    parser.add_argument("number", nargs="*", type=int, help="some of them only")
    chosen = parser.parse_args().number
    every, now = wrong_rules(), state()
    with tempfile.TemporaryDirectory() as folder:
        for number, wrong in enumerate(every, start=1):
            before = rows().get(wrong.title)
            if number in chosen if chosen else before is None or before.state != now:
                row = tried(wrong, Path(folder), before, now)
                known = rows() | {row.title: row}
                found = [known[one.title] for one in every if one.title in known]
                PAGE.write_text(page(found, len(every) - len(found), now), "utf-8")
                print(f"{number} of {len(every)}", row, flush=True)
    known = rows()
    missed = [one for one in every if one.title not in known or known[one.title].step == NOTHING]
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
