"""The words of controls for the scripts of the site, which get them as one more script."""

import json
from collections.abc import Mapping
from typing import Any

from website.model.languages import LANGUAGES, WHOLE, words
from website.model.pages import Pages

SCRIPT = "assets/controls.js"


def controls() -> Mapping[str, Mapping[str, Any]]:
    """Return the words by language."""
    return {code: words(code) for code in LANGUAGES}


def search_box(language: str = "en") -> str:
    """Return the place of the large search box."""
    needs = words(language)["search"]["scripts"]
    return f'<div class="ask"><noscript>{needs}</noscript></div>'


def add_controls(pages: Pages) -> None:
    """Add the words that scripts need."""
    needed = {
        code: {part: said[part] for part in ("site", "search", "entries")}
        | {"whole": code in WHOLE}
        for code, said in controls().items()
    }
    pages.add(SCRIPT, f"var ToledoControls = {json.dumps(needed, ensure_ascii=False)};\n")
