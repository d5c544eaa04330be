"""The pages to be written: collected first, written at once."""

import shutil
from collections.abc import Callable
from pathlib import Path

WITHOUT_CONTENTS = "---\nhide: [toc]\n---\n\n"
"""Begins a page that needs its whole width, such as one large table."""

WITHOUT_MENU = "---\nhide: [navigation]\n---\n\n"
"""Begins a page that is alone under its tab."""


class Pages:
    """Files of the site by their path."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self._copies: dict[str, Path] = {}
        self._languages: dict[str, str] = {}

    def add(self, path: str, text: str, language: str = "en") -> None:
        """Add a file; a path can be used only once.

        A page in a language other than English names it, so that theme and navigation follow.
        """
        if path in self.files:
            raise ValueError(f"{path} is written twice")
        if language != "en":
            text = _saying(language, text)
            self._languages[path] = language
        self.files[path] = text

    def put(self, address: str, text: str, language: str = "en") -> None:
        """One page, by its address."""
        self.add(address.removesuffix(".html") + ".md", text, language)

    def copy(self, path: str, file: Path) -> None:
        """Add a file that is copied unchanged, such as a plot."""
        self._copies[path] = file

    def write(self, folder: Path, foot: Callable[[str], str] | None = None) -> None:
        """Write all files into a folder, which holds nothing else afterwards; every page ends with a foot.

        Args:
            folder: where to write them.
            foot: gives the foot of a page in its language.
        """
        if folder.exists():
            shutil.rmtree(folder)
        for path, text in self.files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(self._ended(path, text, foot), encoding="utf-8")
        for path, file in self._copies.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)

    def _ended(self, path: str, text: str, foot: Callable[[str], str] | None) -> str:
        """A file as it is written: a page with its foot, anything else unchanged."""
        if foot is None or not path.endswith(".md"):
            return text
        return f"{text.rstrip()}\n\n{foot(self._languages.get(path, 'en'))}\n"


def _saying(language: str, text: str) -> str:
    """A page with its language at its head, before what else is said there."""
    head = f"---\nlanguage: {language}\n"
    return head + text.removeprefix("---\n") if text.startswith("---\n") else f"{head}---\n\n{text}"
