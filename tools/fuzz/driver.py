"""The process that fuzzes one target.

``python -m tools.fuzz.driver TARGET SECONDS COUNTS FOLDER`` takes options of libFuzzer too.

The package is instrumented while it is imported. Every second the counts are written to a file, because libFuzzer ends
the process without a word when it has found something. It measures the time of day, so the CPU time is measured here.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from time import process_time

import atheris

with atheris.instrument_imports(include=["toledo_rules"]):
    from tools.fuzz import targets

PAUSE = 1.0
"""Seconds of CPU time between two notes."""


def main() -> None:
    """Fuzz until the CPU time is used up, or something is found."""
    name, seconds, counts, *options = sys.argv[1:]
    target, file, begun = targets.TARGETS[name], Path(counts), process_time()
    done, noted = 0, 0.0

    def one(data: bytes) -> None:
        nonlocal done, noted
        target(data)
        done += 1
        spent = process_time() - begun
        over = spent > float(seconds)
        if over or spent > noted + PAUSE:
            noted = spent
            said = {"seconds": round(spent), "inputs": done, **targets.COUNTS}
            file.write_text(json.dumps(said), encoding="utf-8")
        if over:
            os._exit(0)  # an exception would count as found

    atheris.Setup([sys.argv[0], *options], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
