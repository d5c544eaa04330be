"""The pages to be written: collected first, written at once."""

import shutil
from pathlib import Path

WITHOUT_CONTENTS = "---\nhide: [toc]\n---\n\n"
"""Begins a page that needs its whole width, such as one large table."""


def spoken_page(language: str, text: str) -> str:
    """Return a page that says which language it is in: the theme and the navigation speak it too."""
    return f"---\nlanguage: {language}\n---\n\n{text}"


class Pages:
    """Files of the site by their path."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self._copies: dict[str, Path] = {}

    def add(self, path: str, text: str) -> None:
        """One file; each path has one."""
        if path in self.files:
            raise ValueError(f"{path} is written twice")
        self.files[path] = text

    def copy(self, path: str, file: Path) -> None:
        """Add a file that is copied unchanged, such as a plot."""
        self._copies[path] = file

    def write(self, folder: Path, foot: str = "") -> None:
        """Write all files into a folder, which holds nothing else afterwards; every page ends with the foot."""
        if folder.exists():
            shutil.rmtree(folder)
        for path, text in self.files.items():
            if path.endswith(".md"):
                text = f"{text.rstrip()}\n\n{foot}\n"  # noqa: PLW2901
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        for path, file in self._copies.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
