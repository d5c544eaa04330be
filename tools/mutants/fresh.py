"""Processes of their own for mutants: each imports the changed module and runs tests until one fails.

``python -m tools.mutants.fresh`` reads a line for each mutant, as JSON: module, number, tests. It has imported pytest,
but nothing of the package, and forks; so a mutant costs little more than its tests. It answers with a line: 0 if the
mutant survives.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, ModuleType

import pytest

from tools.mutants.sites import ROOT, Site, compiled, dotted, path_of, sites

MEMORY = 3 << 30
"""Bytes that a mutant may write to. What is only reserved does not count: an engine in WebAssembly reserves four
gigabytes of addresses, and would fail with every mutant, so that none could survive its tests."""
SECONDS = 240
WAITING = 300
"""Seconds by the clock that a single test may take."""


def limit_memory() -> None:
    """Let this process write to so much memory, and to no more."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module with other code."""

    code: CodeType

    def get_code(self, _fullname: str) -> CodeType:
        return self.code


class _Finder(importlib.abc.MetaPathFinder):
    """A finder of one module, which comes before all others."""

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


class _Patience:
    """A plugin of pytest that ends the process if a test waits for something that never comes."""

    def pytest_runtest_logstart(self) -> None:
        """Begin to wait anew with each test."""
        signal.alarm(WAITING)


class Nursery:
    """The process that forks for every mutant, as this one sees it."""

    def __init__(self) -> None:
        words = [sys.executable, "-m", "tools.mutants.fresh"]
        self._process = subprocess.Popen(
            words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def survives(self, site: Site | None, tests: Sequence[str]) -> bool:
        """Return True if the tests pass with a mutant, or with the code as it is."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        change = (None, None) if site is None else (site.module, site.number)
        self._process.stdin.write(json.dumps([*change, *tests]) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().strip()
        if answer not in ("0", "1"):
            raise RuntimeError(
                f"found the answer {answer!r}, expected 0 or 1: the process has ended"
            )
        return answer == "0"

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def main() -> None:
    """Answer lines until there are no more."""
    os.environ.setdefault("HYPOTHESIS_PROFILE", "mutants")
    os.chdir(ROOT)
    assert not [name for name in sys.modules if name.startswith("toledo_rules")]
    for line in sys.stdin:
        module, number, *tests = json.loads(line)
        child = os.fork()
        if child == 0:
            code = 1
            try:
                code = _tried(module, number, tests)
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        print(0 if status == 0 else 1, flush=True)


def _tried(module: str | None, number: int, tests: Sequence[str]) -> int:
    """Run the tests with a changed module, if one is named. Return the exit code of pytest."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    if module is not None:
        name = dotted(module)
        loader = _Loader(name, str(path_of(module)))
        loader.code = compiled(sites(module)[number])
        sys.meta_path.insert(0, _Finder(name, loader, module.endswith("__init__")))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    limit_memory()
    options = ("-q", "-x", *("-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:anyio"))
    single = [test for test in tests if "::" in test]
    others = [[test] for test in tests if "::" not in test]
    for some in [*others, single] if single else others:  # most fail in the first run
        if code := pytest.main([*options, *some], [_Patience()]):
            return int(code)
    return 0


if __name__ == "__main__":
    main()
