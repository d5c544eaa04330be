"""Writes the generated TypeScript and Rust, or prints the generated Python.

python -m spec.compiler             writes clients/typescript/src/rules/game.ts and engine/src/rules.rs
python -m spec.compiler --check     says whether they are up to date
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
        texts = {TYPESCRIPT: typescript(), RUST: rust()}
    except LogicError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    old = [
        file for file, text in texts.items() if not file.exists() or file.read_text("utf-8") != text
    ]
    for file in old:
        if options.check:
            print(f"{file.name} is not what the clauses say now: python -m spec.compiler")
        else:
            file.write_text(texts[file], "utf-8")
    return 1 if options.check and old else 0


if __name__ == "__main__":
    sys.exit(main())
