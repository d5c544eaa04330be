"""`python -m website` from the project root: write build/pages, or print every problem."""

import argparse
import sys
from pathlib import Path

from website.building import build
from website.model.content import SiteError
from website.model.stamp import stamp


def main() -> int:
    """Write all pages; return 1 if there are problems."""
    parser = argparse.ArgumentParser(prog="python -m website")
    parser.add_argument("--root", type=Path, default=Path(), help="the project root")
    parser.add_argument("--target", type=Path, default=Path("build") / "pages")
    options = parser.parse_args()
    try:
        root = options.root.resolve()
        build(root).write(options.target, stamp(root).html)
    except SiteError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
