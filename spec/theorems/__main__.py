"""Checks the theorems about the generated relations, and asks the model that they are about the conformance suite.

make theorems
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from spec.conformance import runner
from spec.conformance.terms import Json
from spec.conformance.write import BATCHES, cases_of
from spec.theorems.build import BUILD, FILES, THEOREMS, BuildError, check, extract, write
from spec.theorems.engine import ASKS
from tests.spec.agreement import sample

PATIENCE = 600.0
"""Seconds to wait for an answer of the model: what it says is asked, not how fast a busy machine is."""


def some_of_large() -> Iterator[Json]:
    """The first case of each sample of the large part. They are written here, as the large part is not kept."""
    for number in range(BATCHES):
        yield from cases_of(f"large/{number}", sample(number)[:1])


def differences(program: Path, cases: Iterable[Json], first: int | None = None) -> runner.Report:
    """The answers of the extracted model that are not the suite's, or the first of them."""
    report = runner.Report(first)
    command = [sys.executable, "-m", "spec.theorems.engine", str(program)]
    engine = runner.Program(command, PATIENCE)
    single = runner.suite("small", kind="questions")
    runner.run(engine, cases, runner.setups(), ASKS, report, questions=single)
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
    report = differences(program, chain(runner.suite("small"), some_of_large()))
    print(report)
    return 1 if report.wrong or report.lost else 0


if __name__ == "__main__":
    sys.exit(main())
