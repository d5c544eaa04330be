"""Compare the digests with the committed ones, or write them anew with --write."""

from __future__ import annotations

import argparse
import sys
from difflib import ndiff

from tests.net.net import COMMITTED, committed, lines


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.net", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the digests anew")
    write: bool = parser.parse_args().write
    comment, old = committed()
    new = lines()
    changed = [line for line in ndiff(old, new) if line[0] in "+-"]
    print(*changed or [f"{len(new)} lines, all as they were"], sep="\n")
    if write:
        COMMITTED.write_text("".join(f"{line}\n" for line in (*comment, *new)), encoding="utf-8")
    return int(bool(changed) and not write)


if __name__ == "__main__":
    sys.exit(main())
