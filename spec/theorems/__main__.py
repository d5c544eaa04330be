"""Checks the theorems about the generated relations, and asks the model that they are about the conformance suite.

make theorems
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from spec.conformance import runner
from spec.conformance.terms import Json
from spec.theorems import unasked
from spec.theorems.build import BUILD, FILES, THEOREMS, BuildError, check, extract, write
from spec.theorems.engine import ASKS


def differences(program: Path, cases: Iterable[Json], first: int | None = None) -> runner.Report:
    """The answers of the extracted model that are not the suite's, or the first of them."""
    report = runner.Report(first)
    engine = runner.Program(
        [sys.executable, "-m", "spec.theorems.engine", str(program)], runner.TIMEOUT
    )
    runner.run(engine, cases, runner.setups(), ASKS, report)
    return report


def main() -> int:
    """The command."""
    try:
        write(BUILD)
        closed = sum(check(BUILD, file) for file in FILES)
        program = extract(BUILD)
    except BuildError as error:
        print(error)
        return 1
    print(f"{closed} theorems about the clauses as they are, closed under the global context")
    for name, words in THEOREMS.items():
        print(f"  {name}: {words}")
    report = differences(program, runner.suite("small"))
    print(report)
    other = [*unasked.differences(program)]
    print(
        *other
        or ["the same editions are refused as by the library, and the same is sure of a hand"],
        sep="\n",
    )
    return 1 if report.wrong or report.lost or other else 0


if __name__ == "__main__":
    sys.exit(main())
