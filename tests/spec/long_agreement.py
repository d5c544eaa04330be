"""Compares the library with the specification on many transitions.

    python -m tests.spec.long_agreement --transitions 1000000
    python -m tests.spec.long_agreement --transitions 1000000 --seconds 600   # or as many as ten minutes of CPU time do
    python -m tests.spec.long_agreement --transitions 1000000 --from 700      # go on where a run was stopped
    python -m tests.spec.long_agreement --exhaust tiny-exhaustive             # every position that can be reached

In each position: the legal moves and the odds of chance; after every move the position, what each seat and a spectator
are told, and what may be taken back; what each of them sees; scores, places and winners; and 30 actions drawn from all
that can be thought of, with every reason against them. A position that comes again is not counted again.

On a disagreement it prints a small position that shows it, both answers, and the clauses that had a say. `--write` puts
the numbers into spec/proofs/agreement.json.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import time
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from spec.tools.logic import SPEC
from spec.tools.versions import clauses_digest, current
from tests.exploration import explore
from tests.spec.agreement import Disagreement, disagreements, sample, shrunk
from tests.spec.clauses import fired_in
from toledo_rules import State, load_edition, shipped_edition
from toledo_rules.testing import moves

RESULTS = SPEC / "proofs" / "agreement.json"


class Run:
    """A comparison under way."""

    def __init__(self, wanted: int | None, most: float = math.inf) -> None:
        self.wanted = wanted
        """Transitions that are looked for, if that is known."""
        self.most = most
        """Seconds of CPU time after which no other sample is begun."""
        self.samples = 0
        self.positions = self.transitions = 0
        self._seen: set[int] = set()
        self._began = self._told = time.process_time()

    @property
    def seconds(self) -> float:
        """CPU time."""
        return time.process_time() - self._began

    @property
    def over(self) -> bool:
        """There are enough transitions, or the time is up."""
        enough = self.wanted is not None and self.transitions >= self.wanted
        return enough or self.seconds >= self.most

    def compare(self, state: State, rng: Random) -> list[Disagreement]:
        """Compare one position, unless it was compared before."""
        if hash(state) in self._seen:
            return []
        self._seen.add(hash(state))
        self.positions += 1
        self.transitions += len(moves(state))
        self._show()
        return list(disagreements([state], rng=rng))

    def _show(self) -> None:
        if time.process_time() - self._told < 5:
            return
        self._told = time.process_time()
        of = "" if self.wanted is None else f" of {self.wanted:,}"
        print(f"{self.transitions:>12,}{of} transitions, {self.seconds:,.0f} s", file=sys.stderr)


def sampled(run: Run, start: int) -> list[Disagreement]:
    """Compare positions of games and others that are laid out, until there are enough transitions or the time is up."""
    for number in count(start):
        rng = Random(number)
        for state in sample(number):
            if found := run.compare(state, rng):
                return found
        run.samples += 1
        if run.over:
            break
    return []


def exhausted(run: Run, name: str, players: int) -> list[Disagreement]:
    """Compare every position of an edition that can be reached, from every deal, with all that chance can do."""
    found: list[Disagreement] = []
    rng = Random(players)
    edition = load_edition(name) if name.endswith(".toml") else shipped_edition(name)

    def visit(state: State, _: object) -> None:
        if not found:
            found.extend(run.compare(state, rng))

    explore(edition, players, visit)
    return found


def report(found: list[Disagreement]) -> None:
    """Print a disagreement so that it can be understood."""
    small = shrunk(found[0])
    print(f"\n{len(found)} disagreements. The first one, made small:\n\n{small}")
    print(f"\n  clauses that fired there: {', '.join(fired_in(small.state))}")


def write(name: str, run: Run, path: Path = RESULTS) -> None:
    """Add the numbers of a run to those of the others."""
    results: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    revision = subprocess.run(
        ["git", "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=True
    )
    results[name] = {
        "date": datetime.now(tz=UTC).date().isoformat(),
        "revision": revision.stdout.strip(),
        "specification": current().number,
        "clauses": clauses_digest(),
        "positions": run.positions,
        "transitions": run.transitions,
        "cpu_seconds": round(run.seconds),
        "disagreements": 0,
    }
    path.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        description="Compare the library with the specification.",
        epilog="The exit code is 1 if they disagree anywhere.",
    )
    parser.add_argument(
        "--transitions", type=int, default=100_000, metavar="N", help="how many (100000)"
    )
    parser.add_argument(
        "--seconds",
        type=int,
        metavar="N",
        help="begin no other sample after so much CPU time (no limit)",
    )
    parser.add_argument("--from", type=int, default=0, dest="start", help="the first sample (0)")
    parser.add_argument(
        "--exhaust", metavar="EDITION", help="every position of this tiny edition instead"
    )
    parser.add_argument("--players", type=int, default=2, help="with --exhaust (2)")
    parser.add_argument("--write", action="store_true", help="write spec/proofs/agreement.json")
    options = parser.parse_args(arguments)
    if options.exhaust and options.seconds is not None:
        parser.error("--seconds is for samples: every position is every position")
    most = math.inf if options.seconds is None else options.seconds
    run = Run(None if options.exhaust else options.transitions, most)
    if options.exhaust:
        what, command = (
            f"all of {options.exhaust} for {options.players}",
            f"--exhaust {options.exhaust} --players {options.players}",
        )
        found = exhausted(run, options.exhaust, options.players)
    else:
        found = sampled(run, options.start)
        what = f"samples {options.start} to {options.start + run.samples - 1}"
        command = f"--transitions {options.transitions}"
        if options.seconds is not None:
            command += f" --seconds {options.seconds}"
    if found:
        report(found)
        return 1
    print(
        f"The library and the specification agree on {what}: {run.positions:,} distinct positions, "
        f"{run.transitions:,} distinct transitions, {run.seconds:,.0f} CPU seconds."
    )
    if options.write:
        write(f"python -m tests.spec.long_agreement {command}", run)
    return 0


if __name__ == "__main__":
    sys.exit(main())
