"""Compiles the specification, and loads what was generated."""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import ModuleType

from spec.compiler.clauses import stated_invariants, words
from spec.compiler.coq import Coq
from spec.compiler.python import Python
from spec.compiler.questions import plan
from spec.compiler.rust import Rust, asked
from spec.compiler.typescript import TypeScript
from spec.tools.logic import SPEC, Part, parts

HERE = Path(__file__).parent
BUILD = SPEC.parent / "build" / "compiler"
TYPESCRIPT = SPEC.parent / "clients" / "typescript" / "src" / "rules" / "game.ts"
RELATIONS = SPEC / "theorems" / "Clauses.v"
RUST = SPEC.parent / "engine" / "src" / "rules.rs"


def digest(sections: Sequence[Part]) -> str:
    """Changes whenever a clause does."""
    text = "\n".join(part.text for part in (*sections, *stated_invariants()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def python(
    sections: Sequence[Part] | None = None,
    *,
    keys: bool = True,
    checks: bool = False,
    trace: bool = False,
) -> str:
    """The module in Python.

    Without `keys` nothing is relied on, with `checks` keys are tested where they are used, with `trace` clauses that
    answer are noted.
    """
    sections = parts() if sections is None else sections
    target = Python(plan(sections, keys=keys), words(), checks=checks, trace=trace)
    return target.module(digest(sections))


def typescript() -> str:
    """The module in TypeScript."""
    return TypeScript(plan(parts()), words()).module(digest(parts()))


def rust() -> str:
    """The module in Rust."""
    known = words()
    found = plan(parts(), asked=asked(known), recursive_calls=True)
    return Rust(found, known).module(digest(parts()))


def relations() -> str:
    """The relations in Coq."""
    return Coq(parts()).clauses(digest(parts()))


def loaded(
    sections: Sequence[Part] | None = None,
    *,
    keys: bool = True,
    checks: bool = False,
    trace: bool = False,
) -> ModuleType:
    """The compiled module. It is kept in the folder `build` for as long as neither clauses nor compiler change."""
    texts = [f"{keys}{checks}{trace}", digest(parts() if sections is None else sections)]
    texts += [file.read_text("utf-8") for file in sorted(HERE.glob("*.py"))]
    texts.append((SPEC / "vocabulary.md").read_text("utf-8"))
    name = f"toledo_{hashlib.sha256(''.join(texts).encode()).hexdigest()[:16]}"
    file = BUILD / f"{name}.py"
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # processes that need the same module wait for the first
        if not file.exists():
            unfinished = file.with_suffix(".unfinished")
            unfinished.write_text(python(sections, keys=keys, checks=checks, trace=trace), "utf-8")
            unfinished.replace(file)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@cache
def compiled() -> ModuleType:
    """The specification as it is, compiled once in each process."""
    return loaded()
