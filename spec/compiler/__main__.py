"""Writes the generated TypeScript, or prints the generated Python.

python -m spec.compiler             writes clients/typescript/src/rules/game.ts
python -m spec.compiler --python    prints the module in Python
"""

from __future__ import annotations

import argparse
import sys

from spec.compiler.build import TYPESCRIPT, python, typescript
from spec.tools.logic import LogicError


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Compile the clauses to plain code.")
    parser.add_argument("--python", action="store_true", help="print the module in Python")
    options = parser.parse_args()
    try:
        text = python() if options.python else typescript()
    except LogicError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    if options.python:
        print(text, end="")
    else:
        TYPESCRIPT.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
