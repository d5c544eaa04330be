"""Print the entries that the site's search finds for a question, by the same code as the page: it needs node."""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path

from website.model.content import SiteError, read_content
from website.model.links import Links
from website.search.searching import FOLDER, index

INDEX = Path("build/search/index.json")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m website.search", description=__doc__)
    parser.add_argument("question", nargs="?", default="who wins a tie")
    question = parser.parse_args().question
    content = read_content(Path.cwd())
    links = Links(content)
    INDEX.parent.mkdir(parents=True, exist_ok=True)
    INDEX.write_text(json.dumps(index(content, links), ensure_ascii=False), encoding="utf-8")
    if links.problems:
        raise SiteError("\n".join(map(str, links.problems)))
    asking = ("node", FOLDER / "command.js", INDEX, question)
    return subprocess.run(asking, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
