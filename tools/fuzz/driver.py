"""The process that fuzzes one target: ``python -m tools.fuzz.driver TARGET COUNTS FOLDER [options of libFuzzer]``.

The package is instrumented while it is imported. Every second the counts are written to a file, because libFuzzer ends
the process without a word.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import monotonic

import atheris

with atheris.instrument_imports(include=["toledo_rules"]):
    from tools.fuzz import targets

PAUSE = 1.0
"""Seconds between two notes."""


def main() -> None:
    """Fuzz for ever, or as long as the options say."""
    name, counts, *options = sys.argv[1:]
    target, file = targets.TARGETS[name], Path(counts)
    done, noted = 0, monotonic()

    def one(data: bytes) -> None:
        nonlocal done, noted
        target(data)
        done += 1
        if monotonic() > noted + PAUSE:
            noted = monotonic()
            file.write_text(json.dumps({"inputs": done, **targets.COUNTS}), encoding="utf-8")

    atheris.Setup([sys.argv[0], *options], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
