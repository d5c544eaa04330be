"""`python -m website.offline` after mkdocs: make the search work without a server.

From a folder a page may run a script beside it but not read a file, so the index becomes a script.
"""

from pathlib import Path

SITE = Path("build") / "site"


def index_as_script(site: Path) -> None:
    """Write search_index.js beside search_index.json, under the name that the theme asks for."""
    index = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    (site / "search" / "search_index.js").write_text(f"var __index = {index};", encoding="utf-8")


if __name__ == "__main__":
    index_as_script(SITE)
