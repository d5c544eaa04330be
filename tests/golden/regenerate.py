"""Write the transcript anew: python -m tests.golden.regenerate. With --check, only say if it differs."""

from __future__ import annotations

import argparse
import sys
from difflib import unified_diff
from itertools import islice
from pathlib import Path

from tests.golden.transcript import transcript

FILE = Path(__file__).with_name("three_players.txt")
LINES_SHOWN = 60


def written() -> str:
    """The transcript as it is in its file; empty if there is none."""
    return FILE.read_text(encoding="utf-8") if FILE.exists() else ""


def made() -> str:
    """The transcript as the library makes it now."""
    return "".join(f"{line}\n" for line in transcript())


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
    parser.add_argument("--check", action="store_true", help="write nothing; fail if it differs")
    check: bool = parser.parse_args().check
    old, new = written(), made()
    if old == new:
        print(f"{FILE.name}: as it was")
    elif check:
        print(f"{FILE.name}: differs\n{difference(old, new)}")
        return 1
    else:
        FILE.write_text(new, encoding="utf-8")
        print(f"{FILE.name}: written, {len(new) // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
