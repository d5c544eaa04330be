"""Without the package of an extra: the library works, and the adapter says what to install."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

from toledo_lab import adapters
from toledo_rules import KOSMOS_2008, Stream, new_game, view

SEEN = view(new_game(2, Stream(1)), 0)


@pytest.mark.parametrize(
    ("adapter", "package", "extra"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("pettingzoo", "numpy", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("openspiel", "pyspiel", "openspiel"),
        ("openspiel", "numpy", "openspiel"),
    ],
)
def test_the_error_names_the_extra(
    adapter: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = f"toledo_lab.adapters.{adapter}"
    importlib.import_module(module)
    monkeypatch.setitem(sys.modules, package, None)  # as if it were not there
    monkeypatch.delitem(sys.modules, module)
    with pytest.raises(ImportError) as caught:
        importlib.import_module(module)
    told = f"{module} needs {package}: pip install '.[{extra}]' in a checkout of toledo-rules"
    assert str(caught.value) == told
    assert caught.value.name == package


def test_arrays_are_imported_when_they_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    assert adapters.layout(KOSMOS_2008, 2).size == adapters.observe(SEEN).size
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "toledo_lab.adapters._observation")
    assert adapters.numbering(KOSMOS_2008)
    needs = "toledo_lab.adapters.observe needs numpy: pip install '.\\[gymnasium\\]'"
    with pytest.raises(ImportError, match=needs):
        adapters.observe(SEEN)
    with pytest.raises(AttributeError, match="has no attribute 'observed'"):
        vars(adapters)["__getattr__"]("observed")


@pytest.mark.usefixtures("unmeasured")
def test_the_library_imports_no_extra() -> None:
    code = (
        "import sys, toledo_rules, toledo_lab.adapters\n"
        "print({'numpy', 'gymnasium', 'pettingzoo', 'pyspiel'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
