"""The files that tables load: boards and words as data in scripts, and the script of the tables.

A page opened from a folder can load nothing but scripts, so all of these files are scripts. The script is made with
esbuild when the site is built, by the client's own ``bundle.sh``; esbuild comes from npm, in the version of the
client's lock file.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

from toledo_rules import KOSMOS_2008
from toledo_rules.describe import language_tables
from toledo_rules.render import PageLayout, drawing
from website.model.languages import LANGUAGE_NAMES, words
from website.model.pages import Pages

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FOLDER = "board"
SCRIPT = "table.js"
ENGINE = ROOT / "lab" / "src" / "toledo_lab" / "engine" / "toledo.wasm"
"""The lab's player. It is loaded when somebody asks for advice or plays against it."""


class MissingNpmError(RuntimeError):
    """npm or node is missing."""

    def __init__(self) -> None:
        super().__init__(
            "node and npm were not found, and the tables need them: examples are told in words, and board.html says "
            "that it was left out. Everything else is complete. "
            "Install node 20 or later with npm and run make docs again."
        )


def add_tables(pages: Pages) -> None:
    """Add what tables load: the board in each layout, and the sentences and the words of examples in each language."""
    for layout in get_args(PageLayout):
        put(pages, f"board-{layout}", drawing(KOSMOS_2008, layout))
    for language in LANGUAGE_NAMES:
        put(pages, f"words-{language}", language_tables(language))
        put(pages, f"example-{language}", words(language)["pictures"])
    pages.add(f"{FOLDER}/engine.js", (HERE / "engine.js").read_text(encoding="utf-8"))
    pages.copy(f"{FOLDER}/{ENGINE.name}", ENGINE)


def add_script(site: Path) -> None:
    """Put the script of the tables into a built site. Raises `MissingNpmError`."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        raise MissingNpmError
    bundle = ROOT / "clients" / "typescript" / "bundle.sh"
    made = (str(bundle), str(site / FOLDER / SCRIPT), str(HERE / "main.ts"), "iife")
    subprocess.run(made, check=True, env={**os.environ, "PYTHON": sys.executable}, cwd=ROOT)


def put(pages: Pages, name: str, content: object) -> None:
    """Add data that `ToledoBoards.load` finds by its name."""
    written = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    pages.add(f"{FOLDER}/{name}.js", f'ToledoBoards.put("{name}",{written});\n')
