"""The last step, `python -m website.theme.finishing` after mkdocs: everything that needs the built site.

The service worker gets the list of files that a phone keeps, so that the site works offline once it has been opened.
The page for addresses that do not exist is replaced by one that works under any path. The tables get their script, and
the search the names of the API with their addresses.
"""

import hashlib
import json
import re
import sys
from html import unescape
from pathlib import Path

from website.board.files import MissingNpmError, add_script
from website.model.controls import controls
from website.model.languages import WHOLE

SITE = Path("build") / "site"
FOLDER = Path(__file__).parents[1] / "offline"

_DOCUMENTED = re.compile(
    r'<h\d id="(toledo_[\w.]+)"(?: class="doc doc-heading")?>(?:(?!class="doc doc-heading").)*?'
    r'<div class="doc doc-contents[^"]*">\s*(?:<p class="doc doc-class-bases">.*?</p>\s*)?(?:<p>(.*?)</p>)?',
    re.DOTALL,
)
"""A name of the API on a page, and the first paragraph about it."""

KEPT = (
    *(
        "index.html",
        "answers.html",
        "answers-more*.html",
        "components.html",
        "your-board.html",
        "manifest.webmanifest",
        "404.html",
    ),
    *(
        "rules/*.html",
        "assets/*",
        "assets/javascripts/bundle*.js",
        "assets/stylesheets/*.css",
        "board*.html",
        "play*.html",
        "board/*.js",
        "board/*.css",
    ),
)
"""Kept on a phone at once: pages for players, with their tables. Others when they are read."""

LATER = tuple(f"rules/*-{code}*.html" for code in WHOLE[1:])
"""Left out of what is kept at once: not every reader needs another language."""


UNUSED = (
    "assets/**/*.map",
    "assets/javascripts/lunr/**/*",
    "assets/javascripts/workers/*",
    "search/*",
)
"""Files of the theme that no page loads: the site has a search of its own, and needs no maps of styles and scripts."""


def finish(site: Path) -> None:
    """Write sw.js and 404.html into the built site, and remove files that no page loads."""
    for pattern in UNUSED:
        for file in [*site.glob(pattern)]:
            if file.is_file():
                file.unlink()
    (site / "404.html").write_text(lost(), encoding="utf-8")
    named = json.dumps(symbols(site), ensure_ascii=False, separators=(",", ":"))
    (site / "assets" / "symbols.js").write_text(f"var ToledoSymbols = {named};\n", encoding="utf-8")
    later = {file for pattern in LATER for file in site.glob(pattern)}
    kept = {file for pattern in KEPT for file in site.glob(pattern) if file.is_file()}
    files = sorted(kept - later)
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    names = [file.relative_to(site).as_posix() for file in files]
    worker = (FOLDER / "sw.js").read_text(encoding="utf-8")
    worker = worker.replace('"{version}"', json.dumps(digest.hexdigest()[:16]))
    worker = worker.replace('["{files}"]', json.dumps(names))
    (site / "sw.js").write_text(worker, encoding="utf-8")


def symbols(site: Path) -> list[tuple[str, str, str]]:
    """Return every name of the API with its address and the first sentence about it."""
    found = []
    for file in sorted((site / "reference" / "api").glob("*.html")):
        where = file.relative_to(site).as_posix()
        for name, said in _DOCUMENTED.findall(file.read_text(encoding="utf-8")):
            prose = " ".join(unescape(re.sub(r"<[^>]+>", "", said)).split())
            found.append((name, f"{where}#{name}", re.split(r"(?<=[.:])\s", prose)[0]))
    return found


def lost() -> str:
    """Return the page for addresses that do not exist: English, and in the languages of the site by its script."""
    words = {language: said["lost"] for language, said in controls().items()}
    page = (FOLDER / "404.html").read_text(encoding="utf-8")
    for name, text in words["en"].items():
        page = page.replace(f"{{{name}}}", text)
    return page.replace('"{words}"', json.dumps(words, ensure_ascii=False))


if __name__ == "__main__":
    try:
        add_script(SITE)
    except MissingNpmError as missing:
        print(f"warning: {missing}", file=sys.stderr)
    finish(SITE)
