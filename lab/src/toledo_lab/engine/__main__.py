"""Answers the questions of the conformance suite.

python spec/conformance/runner.py small -- python -m toledo_lab.engine
"""

from __future__ import annotations

import sys

from toledo_lab.engine import Engine


def main() -> None:
    """The command."""
    engine = Engine()
    for line in sys.stdin:
        sys.stdout.write(f"{engine.answer_text(line)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
