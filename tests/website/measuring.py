"""What the site costs: `python -m tests.website.measuring` builds it and prints a table, `--built` looks at build/site.

A page that only leads on to another one, such as a short address, is not read and not counted.
"""

from __future__ import annotations

import argparse
import os
import subprocess
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parent.parent.parent
SITE = ROOT / "build" / "site"
_LEADS_ON = 'http-equiv="refresh"'


@frozen
class Size:
    """The size of a built site; all sizes in bytes."""

    read: int
    """Pages that people read."""
    leading: int
    """Pages that lead on to others."""
    largest: int
    """Size of the largest page that people read."""
    named: str
    """Which page that is."""
    site: int
    index: int
    """What a page loads of the search at most: the index, and that of one more language."""


def measured(site: Path) -> Size:
    """Return the size of a site."""
    pages = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    read = {path: path.stat().st_size for path, html in pages.items() if _LEADS_ON not in html}
    largest = max(read, key=lambda path: read[path])
    spoken = {path: path.stat().st_size for path in (site / "assets").glob("search-??.js")}
    return Size(
        len(read),
        len(pages) - len(read),
        read[largest],
        largest.relative_to(site).as_posix(),
        sum(path.stat().st_size for path in site.rglob("*") if path.is_file()),
        (site / "assets" / "search-index.js").stat().st_size + max(spoken.values()),
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.website.measuring")
    parser.add_argument("--built", action="store_true", help="do not build the site before")
    if not parser.parse_args().built:
        before = os.times()
        subprocess.run(("make", "docs"), cwd=ROOT, check=True)
        after = os.times()
        user, system = (
            after.children_user - before.children_user,
            after.children_system - before.children_system,
        )
        print(f"CPU of make docs    {user:.1f} + {system:.1f} s, at most 60")
    size = measured(SITE)
    print(f"pages that are read {size.read}, at most 250; {size.leading} others lead on")
    print(f"largest page        {size.largest / 1000:.0f} kB, at most 150: {size.named}")
    print(f"site                {size.site / 1e6:.1f} MB, at most 30")
    print(f"index of the search {size.index / 1000:.0f} kB compressed, at most 500")


if __name__ == "__main__":
    main()
