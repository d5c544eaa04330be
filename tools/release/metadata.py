"""The project's address, in one place: `address` in pyproject.toml says where the sources are published.

When a distribution is built, hatchling asks this hook for the addresses in its metadata and for the text of the README,
whose links lead to files of the project. A package index does not have these files: there the links lead to the
address, and as long as there is none, they are plain words.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(?P<picture>!?)\[(?P<words>[^\]]*)\]\((?P<path>(?!https?:|#)[^)]+)\)")


def for_an_index(text: str, address: str) -> str:
    """Return a text in Markdown without links that lead nowhere.

    >>> for_an_index("See [the rules](spec/README.md).", "https://host/toledo")
    'See [the rules](https://host/toledo/blob/main/spec/README.md).'
    >>> for_an_index("See [the rules](spec/README.md). ![A board](docs/board.svg)", "")
    'See the rules. '
    """

    def elsewhere(link: re.Match[str]) -> str:
        if not address:
            return "" if link["picture"] else link["words"]
        kind = "raw" if link["picture"] else "blob"
        return f"{link['picture']}[{link['words']}]({address}/{kind}/main/{link['path']})"

    return _LINK.sub(elsewhere, text)


def urls(address: str) -> dict[str, str]:
    """Return the addresses for the metadata."""
    pages = {
        "Source": "",
        "Changelog": "/blob/main/CHANGELOG.md",
        "Documentation": "/tree/main/docs",
        "Issues": "/issues",
    }
    return {name: f"{address}{path}" for name, path in pages.items()} if address else {}


class Metadata(MetadataHookInterface):
    """The hook for hatchling."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README and the addresses."""
        address = self.config["address"].rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": for_an_index(text, address)}
        metadata["urls"] = urls(address)
