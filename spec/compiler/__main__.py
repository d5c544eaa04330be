"""Writes the generated TypeScript, Rust and relations in Coq, or prints the generated Python.

python -m spec.compiler             writes clients/typescript/src/rules/game.ts and what is committed:
                                    engine/src/rules.rs, spec/theorems/Clauses.v
python -m spec.compiler --check     says whether the latter are up to date
python -m spec.compiler --python    prints the module in Python
"""

from __future__ import annotations

import argparse
import sys

from spec.compiler.build import RELATIONS, RUST, TYPESCRIPT, python, relations, rust, typescript
from spec.tools.logic import LogicError


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Compile the clauses to plain code.")
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--python", action="store_true", help="print the module in Python")
    options = parser.parse_args()
    try:
        if options.python:
            print(python(), end="")
            return 0
        if not options.check:
            TYPESCRIPT.write_text(typescript(), "utf-8")
        committed = {RUST: rust(), RELATIONS: relations()}
    except LogicError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    old = [f for f, text in committed.items() if not f.exists() or f.read_text("utf-8") != text]
    for file in old:
        if options.check:
            print(f"{file.name} is not what the clauses say now: python -m spec.compiler")
        else:
            file.write_text(committed[file], "utf-8")
    return 1 if options.check and old else 0


if __name__ == "__main__":
    sys.exit(main())
