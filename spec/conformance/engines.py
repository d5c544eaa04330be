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


LONG = ("game", "perft")
"""Questions that ask for many positions at once."""


class Contender(NamedTuple):
    """An engine, and how it is started from the folder of the project."""

    name: str
    command: Sequence[str]
    needs: Path | None = None
    """The file that must have been built first."""
    leaves: str = ""
    """The reason why it does not offer some questions."""
    options: Sequence[str] = ()
    """What the runner is told, if the whole would take too long."""


CONTENDERS = (
    Contender("the library", ("python", "-m", "toledo_rules", "conformance")),
    Contender(
        "the clauses, run by clingo",
        ("python", "-m", "spec.conformance.by_clingo"),
        leaves="Reading notation and records is not a matter of rules; the library and the TypeScript client do it. "
        "Each question is grounded by itself, so a sample of the positions is asked, no whole games, no perft.",
        options=(
            "--sample",
            "15",
            "--only",
            ",".join(ask for ask in runner.ASKS if ask not in LONG),
        ),
    ),
    Contender(
        "the clauses, compiled to Python",
        ("python", "-m", "spec.compiler.engine"),
        leaves="As clingo.",
    ),
    Contender(
        "the clauses, compiled to TypeScript",
        ("node", "clients/typescript/conformance.mjs"),
        Path("clients/typescript/dist/rules/rules.js"),
    ),
    Contender(
        "the clauses, compiled to Rust (WebAssembly)",
        ("python", "-m", "toledo_lab.engine"),
        leaves="It plays, and nobody reads what it says: the clauses that give reasons, judge editions and say what is "
        "sure are not compiled into it, since a browser that fetches it has them in the TypeScript client already.",
    ),
)


def asked(contender: Contender, part: str) -> Json:
    """What the runner says of an engine: a row of the table."""
    row: Json = {"engine": contender.name, "command": " ".join(contender.command)}
    if contender.options:
        row["options"] = " ".join(contender.options)
    if contender.needs is not None and not (ROOT / contender.needs).exists():
        return {**row, "not_asked": f"there is no {contender.needs}"}
    python = {"python": sys.executable}
    command = [python.get(word, word) for word in contender.command]
    run = [sys.executable, str(HERE / "runner.py"), part, "--json", "--timeout", TIMEOUT]
    run += [*contender.options, "--"]
    ran = subprocess.run([*run, *command], stdout=subprocess.PIPE, cwd=ROOT, check=False)
    if not ran.stdout:
        return {**row, "not_asked": "it cannot be asked"}  # the runner has said why
    report = json.loads(ran.stdout)
    said = {key: report["engine"][key] for key in ("program", "version") if key in report["engine"]}
    keys = ("exit_code", "asked", "differ", "not_answered", "not_offered", "lost")
    leaves = {"leaves": contender.leaves} if report["not_offered"] else {}
    return {**row, **said, **{key: report[key] for key in keys}, **leaves}


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

| engine | started by | answers | differ | not answered | not offered |
|---|---|---|---|---|---|
{rows}

{_left_out(found["engines"])}
Any other engine is asked by `python spec/conformance/runner.py {part} -- COMMAND`.
"""


def _row(one: Json) -> str:
    if "not_asked" in one:
        return f"| {one['engine']} | `{one['command']}` | not asked: {one['not_asked']} | | | |"
    numbers = (sum(one[key].values()) for key in ("asked", "differ", "not_answered", "not_offered"))
    cells = " | ".join(f"{number:,}" for number in numbers)
    name = f"{one['engine']}, asked a sample" if "options" in one else one["engine"]
    return f"| {name} | `{one['command']}` | {cells} |"


def _left_out(rows: Iterable[Json]) -> str:
    """What engines do not offer, and why."""
    texts = []
    for one in rows:
        if one.get("not_offered"):
            name, asks = one["engine"], ", ".join(f"`{ask}`" for ask in one["not_offered"])
            texts.append(
                f"*{name[0].upper()}{name[1:]}* does not offer {asks}. {one['leaves']}\n\n"
            )
    return "".join(texts)


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
