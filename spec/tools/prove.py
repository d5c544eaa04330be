"""Proves the invariants for all positions, shows that each proof can fail, and writes the table.

python -m spec.tools.prove                       # whatever has changed since the table was written
python -m spec.tools.prove --fresh          # everything
python -m spec.tools.prove I-11 I-14      # these proofs, with their mistakes
python -m spec.tools.prove --show I-11    # these again, with the counterexamples that the mistakes have
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from spec.tools.counterexample import borne_out, successor, written
from spec.tools.induction import clauses_of, invariants, solve
from spec.tools.logic import parts
from spec.tools.mutants import Mutant
from spec.tools.plan import PROOFS, Proof, mistakes, spoiled
from spec.tools.results import (
    PROVED,
    REFUTED,
    SPOILED,
    UNSPOILED,
    Row,
    load,
    row_of,
    row_of_mistake,
    write,
)


def prove(proof: Proof) -> tuple[Row, str]:
    """Ask the question; beside the row, the counterexample in words if there is one."""
    question = proof.question()
    answer = solve(question)
    found = answer.counterexample
    result = PROVED if found is None else REFUTED
    row = row_of(proof, result, answer.seconds, question.digest)
    return row, "" if found is None else f"{found.move}\n{written(found)}"


def spoil(mutant: Mutant, proof: Proof) -> tuple[Row, str]:
    """Ask the same question of rules with a mistake. The counterexample must hold by the whole of those rules."""
    question = spoiled(mutant)
    rules = [*clauses_of(mutant.apply(parts())), *proof.lemma()]
    edition = proof.edition()
    answer = solve(question, lambda found: borne_out(rules, edition, found, proof.verdict))
    found = answer.counterexample
    result, words = UNSPOILED, ""
    if found is not None:
        result = SPOILED
        program = [*rules, *invariants()]
        after = None if found.move is None else successor(program, edition, found)
        words = written(found, after)
    return row_of_mistake(mutant, proof, result, answer.seconds, question.digest), words


def rows(wanted: Sequence[Proof], known: dict[str, Row], *, show: bool) -> Iterator[Row]:
    """Every row of these proofs and their mistakes; known ones are not asked again."""
    for proof in wanted:
        before = known.get(proof.name)
        if before is not None and before.good and before.digest == proof.question().digest:
            yield before
        else:
            row, words = prove(proof)
            _tell(row, words if words and not row.good else "")
            yield row
        for mutant in mistakes(proof):
            before = known.get(mutant.name)
            if before is not None and before.good and before.digest == spoiled(mutant).digest:
                yield before
                continue
            row, words = spoil(mutant, proof)
            _tell(row, words if show or not row.good else "")
            yield row


def _tell(row: Row, words: str) -> None:
    print(f"{row.result:<14} {row.seconds:6.1f} s  {row.name}", flush=True)
    if words:
        print(words, flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m spec.tools.prove", description="Proves the invariants for all positions."
    )
    parser.add_argument("names", nargs="*", help="proofs, such as I-11 (all)")
    parser.add_argument("--fresh", action="store_true", help="ask every question again")
    parser.add_argument(
        "--show", action="store_true", help="ask again, and show every counterexample"
    )
    options = parser.parse_args(argv)
    unknown = set(options.names) - {proof.name for proof in PROOFS}
    if unknown:
        parser.error(f"no such proof: {', '.join(sorted(unknown))}")
    wanted = [proof for proof in PROOFS if not options.names or proof.name in options.names]
    table = load()
    done: dict[str, Row] = {}
    for row in rows(wanted, {} if options.fresh or options.show else table, show=options.show):
        done[row.name] = row
        write(_in_order({**table, **done}))  # after every row, so that a run can be stopped
    bad = [row.name for row in done.values() if not row.good]
    seconds = sum(row.seconds for row in done.values())
    print(
        f"{len(done)} rows, {seconds:.0f} s, {len(bad)} not as they should be {bad or ''}".rstrip()
    )
    return 1 if bad else 0


def _in_order(found: dict[str, Row]) -> list[Row]:
    """The rows that belong to the plan, in its order."""
    names = [name for p in PROOFS for name in (p.name, *(m.name for m in mistakes(p)))]
    return [found[name] for name in names if name in found]


if __name__ == "__main__":
    sys.exit(main())
