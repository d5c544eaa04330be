"""A process of its own for a mutant: it imports the changed module and runs tests until one fails.

``python -m mutants.fresh MODULE NUMBER TEST...`` ends with 0 if the mutant survives.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import os
import resource
import sys
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, ModuleType

from mutants.sites import ROOT, compiled, path_of, sites

MEMORY = 3 << 30
SECONDS = 240


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module with other code."""

    code: CodeType

    def get_code(self, _fullname: str) -> CodeType:
        return self.code


class _Finder(importlib.abc.MetaPathFinder):
    """Finds one module before anybody else does."""

    def __init__(self, name: str, loader: _Loader, package: bool) -> None:
        self._name, self._loader, self._package = name, loader, package

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self._name:
            return None
        spec = importlib.machinery.ModuleSpec(
            name, self._loader, origin=self._loader.path, is_package=self._package
        )
        spec.has_location = True
        if self._package:
            spec.submodule_search_locations = [str(Path(self._loader.path).parent)]
        return spec


def main() -> int:
    """Run the tests with a changed module."""
    module, number, *tests = sys.argv[1:]
    site = sites(module)[int(number)]
    dotted = f"toledo_rules.{module}".replace("/", ".").removesuffix(".__init__")
    loader = _Loader(dotted, str(path_of(module)))
    loader.code = compiled(site)
    sys.meta_path.insert(0, _Finder(dotted, loader, module.endswith("__init__")))
    assert not [name for name in sys.modules if name.startswith("toledo_rules")]
    os.environ.setdefault("HYPOTHESIS_PROFILE", "mutants")
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.chdir(ROOT)
    import pytest  # noqa: PLC0415  # after the limits

    return int(pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]))


if __name__ == "__main__":
    sys.exit(main())
