"""Write the transcripts anew: python -m tests.golden.regenerate. With --check, only say which ones differ."""

from __future__ import annotations

import argparse
import sys
from difflib import unified_diff
from itertools import islice
from pathlib import Path

from tests.golden.transcript import GAMES, transcript

HERE = Path(__file__).parent
LINES_SHOWN = 60


def written(name: str) -> str:
    """A transcript as it is now in its file; empty if there is none."""
    path = HERE / name
    return path.read_text(encoding="utf-8") if path.exists() else ""


def made(name: str) -> str:
    """A transcript as the library makes it now."""
    return "".join(f"{line}\n" for line in transcript(GAMES[name]))


def difference(old: str, new: str) -> str:
    """The first lines in which a transcript differs, with a few lines around them; empty if it does not."""
    lines = unified_diff(old.splitlines(), new.splitlines(), "written", "now", lineterm="", n=8)
    shown = list(islice(lines, LINES_SHOWN + 1))
    if len(shown) > LINES_SHOWN:
        shown[-1] = "... and more"
    return "\n".join(shown)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if one differs")
    check: bool = parser.parse_args().check
    differing = 0
    for name in GAMES:
        old, new = written(name), made(name)
        if old == new:
            print(f"{name}: as it was")
        elif check:
            differing += 1
            print(f"{name}: differs\n{difference(old, new)}")
        else:
            (HERE / name).write_text(new, encoding="utf-8")
            print(f"{name}: written, {len(new) // 1000} kB")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
