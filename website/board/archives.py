"""The archives that Python reads its modules from in the browser.

The first is there at the start, and Python finds its modules by itself. The others are fetched when a module of theirs
is imported.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from zipimport import zipimporter

FOLDER = "/lib"


class ArchiveFinder:
    """Finds modules in archives that are fetched when they are needed."""

    def __init__(self, modules: Mapping[str, str], fetch: Callable[[str], bytes]) -> None:
        """Take the name of the archive for each module, and a function that fetches an archive."""
        self.modules = modules
        self.fetch = fetch
        self.fetched: set[str] = set()

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module that is in an archive; None for any other."""
        archive = self.modules.get(name)
        if archive is None:
            return None
        file = Path(FOLDER) / archive
        if archive not in self.fetched:
            file.write_bytes(self.fetch(archive))
            self.fetched.add(archive)
        folder = name.rpartition(".")[0].replace(".", "/")
        return zipimporter(str(file / folder)).find_spec(name)


def install(modules: Mapping[str, str], fetch: Callable[[str], bytes]) -> None:
    """Let imports look into the archives last."""
    sys.meta_path.append(ArchiveFinder(modules, fetch))
