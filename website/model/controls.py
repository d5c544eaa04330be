"""The words around the texts of a page, in all languages, from website/model/controls.toml.

Pages get them when they are made, and the scripts of the site as one more script.
"""

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from website.model.pages import Pages

SCRIPT = "assets/controls.js"


@cache
def controls() -> Mapping[str, Mapping[str, Any]]:
    """Return the words by language."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def search_box(language: str = "en") -> str:
    """Return the place of the large search box."""
    needs = controls()[language]["search"]["scripts"]
    return f'<div class="ask"><noscript>{needs}</noscript></div>'


def add_controls(pages: Pages) -> None:
    """Add the words that scripts need."""
    words = {
        code: {"site": said["site"], "search": said["search"], "entries": said["entries"]}
        for code, said in controls().items()
    }
    pages.add(SCRIPT, f"var ToledoControls = {json.dumps(words, ensure_ascii=False)};\n")
