"""Writes the generated TypeScript and Rust, or prints the generated Python.

python -m spec.compiler             writes clients/typescript/src/rules/game.ts and engine/src/rules.rs
python -m spec.compiler --check     says whether the latter, which is committed, is up to date
python -m spec.compiler --python    prints the module in Python
"""

from __future__ import annotations

import argparse
import sys

from spec.compiler.build import RUST, TYPESCRIPT, python, rust, typescript
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
        text = rust()
    except LogicError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    if not options.check:
        RUST.write_text(text, "utf-8")
    elif not RUST.exists() or RUST.read_text("utf-8") != text:
        print(f"{RUST.name} is not what the clauses say now: python -m spec.compiler")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
