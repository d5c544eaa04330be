"""Without the package of an extra: the library works, and the adapter says what to install."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("adapter", "package", "extra"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("pettingzoo", "numpy", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("openspiel", "pyspiel", "openspiel"),
        ("observation", "numpy", "gymnasium"),
        ("masks", "numpy", "gymnasium"),
    ],
)
def test_the_error_names_the_extra(
    adapter: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = f"toledo_rules.adapters.{adapter}"
    importlib.import_module(module)
    monkeypatch.setitem(sys.modules, package, None)  # as if it were not there
    monkeypatch.delitem(sys.modules, module)
    with pytest.raises(ImportError) as caught:
        importlib.import_module(module)
    told = f"{module} needs {package}: pip install 'toledo-rules[{extra}]'"
    assert str(caught.value) == told
    assert caught.value.name == package


def test_the_library_imports_no_extra() -> None:
    code = (
        "import sys, toledo_rules, toledo_rules.adapters, toledo_rules.adapters.numbering\n"
        "print({'numpy', 'gymnasium', 'pettingzoo', 'pyspiel'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
