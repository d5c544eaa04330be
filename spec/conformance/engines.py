"""Asks every engine of this project the conformance suite, and writes the page with the results.

    python -m spec.conformance.engines            # show them
    python -m spec.conformance.engines --write    # and write engines.md and engines.json

An engine that cannot be started here is named with the reason. The exit code is 0 if every engine that was asked
agrees.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from spec.conformance import runner

Json: TypeAlias = Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PART = "small"
TIMEOUT = "60"
"""Seconds for an answer: the machine may be busy."""


class Contender(NamedTuple):
    """An engine, and how it is started from the folder of the project."""

    name: str
    command: Sequence[str]
    needs: Path | None = None
    """What must have been built first."""


CONTENDERS = (
    Contender("the library", ("python", "-m", "toledo_rules", "conformance")),
    Contender("the clauses, run by clingo", ("python", "-m", "spec.conformance.by_clingo")),
    Contender("the clauses, compiled to Python", ("python", "-m", "spec.compiler.engine")),
    Contender(
        "the clauses, compiled to TypeScript",
        ("node", "clients/typescript/conformance.mjs"),
        Path("clients/typescript/dist/rules/rules.js"),
    ),
    Contender("the clauses, compiled to Rust (WebAssembly)", ("python", "-m", "toledo_lab.engine")),
)


def asked(contender: Contender, part: str) -> Json:
    """What the runner says of an engine: a row of the table."""
    row = {"engine": contender.name, "command": " ".join(contender.command)}
    if contender.needs is not None and not (ROOT / contender.needs).exists():
        return {**row, "not_asked": f"there is no {contender.needs}"}
    python = {"python": sys.executable}
    command = [python.get(word, word) for word in contender.command]
    run = [sys.executable, str(HERE / "runner.py"), part, "--json", "--timeout", TIMEOUT, "--"]
    ran = subprocess.run([*run, *command], stdout=subprocess.PIPE, cwd=ROOT, check=False)
    if not ran.stdout:
        return {**row, "not_asked": "it cannot be asked"}  # the runner has said why
    report = json.loads(ran.stdout)
    said = {key: report["engine"][key] for key in ("program", "version") if key in report["engine"]}
    numbers = {key: report[key] for key in ("exit_code", "asked", "differ", "not_answered", "lost")}
    return {**row, **said, **numbers}


def results(rows: Iterable[Json], part: str, date: str) -> Json:
    """Everything that the page says."""
    return {
        "date": date,
        "command": "python -m spec.conformance.engines --write",
        "part": part,
        **runner.versions(),
        "engines": list(rows),
    }


def page(found: Json) -> str:
    """The results as a page."""
    rows = "\n".join(_row(one) for one in found["engines"])
    date, command, part = found["date"], found["command"], found["part"]
    return f"""# Engines and their results

All engines of this project, asked the part *{part}* of [the conformance suite](README.md) on {date}:
specification {found["specification"]}, clauses `{found["clauses"]}`. Written by `{command}`;
[`engines.json`](engines.json) has the numbers by question.

| engine | started by | answers | differ | not answered |
|---|---|---|---|---|
{rows}

Any other engine is asked by `python spec/conformance/runner.py {part} -- COMMAND`.
"""


def _row(one: Json) -> str:
    if "not_asked" in one:
        return f"| {one['engine']} | `{one['command']}` | not asked: {one['not_asked']} | | |"
    answers, differ, not_answered = (
        sum(one[key].values()) for key in ("asked", "differ", "not_answered")
    )
    return f"| {one['engine']} | `{one['command']}` | {answers:,} | {differ:,} | {not_answered:,} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Ask every engine of the project the suite.")
    parser.add_argument("part", nargs="?", default=PART, help="small (this), large, or a file")
    parser.add_argument("--write", action="store_true", help="write engines.md and engines.json")
    options = parser.parse_args(arguments)
    rows = []
    for contender in CONTENDERS:
        print(contender.name, file=sys.stderr, flush=True)
        rows.append(asked(contender, options.part))
    found = results(rows, options.part, datetime.now(UTC).date().isoformat())
    print(page(found))
    if options.write:
        (HERE / "engines.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
        (HERE / "engines.md").write_text(page(found), "utf-8")
    return int(any(row.get("exit_code") for row in rows))


if __name__ == "__main__":
    sys.exit(main())
