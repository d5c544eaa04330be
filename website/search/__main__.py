"""Print the entries that the site's search finds for a question, by the same code as the page: it needs node."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

INDEX = Path("build/search/index.json")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m website.search", description=__doc__)
    parser.add_argument("question", nargs="?", default="who wins a tie")
    question = parser.parse_args().question
    subprocess.run([sys.executable, "-m", "website.search.searching", INDEX], check=True)
    command = Path(__file__).with_name("command.js")
    return subprocess.run(["node", command, INDEX, question], check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
