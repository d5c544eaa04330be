"""Every Python version that we support: ``python -m tests.matrix``.

For each of them it makes an environment of its own in build/matrix, installs the package there as users get it, and
runs the tests of rules, games, JSON, notation, records and files. `lowest` is the oldest of these Pythons with the
oldest attrs and cattrs that we support. Python 3.14 is tried as Pyodide, in node: all modules are imported, and games,
documents and a saved record have to be the same as here. `tests/matrix.json` is the dated result.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from toledo_rules.storage import SHARED, replace_file

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "matrix"
WHEELS = FOLDER / "wheels"
RESULTS = ROOT / "tests" / "matrix.json"
NATIVE = ("3.11", "3.12", "3.13")
LOWEST = "lowest"
FAILED = "failed"
PYODIDE = "314.0.7"
"""Version of the npm package, which holds Python 3.14."""

PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")

SHORT = ("tests/examples", "tests/golden", "tests/codec", "tests/vault", "tests/test_chance.py")
"""The rules, goldens, JSON and the data of old versions, for CI."""
TESTS = (
    *(*SHORT, "tests/notation", "tests/record", "tests/editions"),
    *(f"tests/test_{name}.py" for name in ("engine", "values", "game", "storage")),
    *("tests/test_threads.py", "tests/test_imports.py"),
)
"""The tests that run on each of them: rules, goldens, codec and digests, and everything that depends on the system."""


def interpreter(version: str) -> str | None:
    """Return the newest Python of a version on this machine: from pyenv, or from the path."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = sorted(pyenv.glob(f"{version}.*/bin/python"), key=_by_number)
    return str(found[-1]) if found else shutil.which(f"python{version}")


def _by_number(python: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", python.parent.parent.name)]


def run(*words: str | Path, cwd: Path = ROOT) -> str:
    """Run a program and return what it prints. It raises an error with that if it fails."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ran = subprocess.run(
        [*map(str, words)], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise RuntimeError(f"{words}: {ran.stdout[-3000:]}\n{ran.stderr[-3000:]}")
    return ran.stdout


def constraints(name: str) -> str:
    """Return the versions to install: those of CI, or what the library needs at least."""
    pinned = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    if name != LOWEST:
        return pinned
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    least = dict(needed.split(">=") for needed in project["dependencies"])
    others = [line for line in pinned.splitlines() if line.partition("==")[0] not in least]
    return "\n".join([*others, *(f"{package}=={version}" for package, version in least.items())])


def build() -> None:
    """Build the package and the lab, which are the same for every Python."""
    shutil.rmtree(WHEELS, ignore_errors=True)
    run(*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", WHEELS, ".", "./lab")


def wheel(name: str) -> str:
    """Return the path of a wheel."""
    (found,) = WHEELS.glob(f"{name}-*.whl")
    return str(found)


def native(name: str, *, short: bool) -> dict[str, object]:
    """Test a Python of this machine. The short form plays fewer plies and leaves out what depends on files."""
    python = interpreter(NATIVE[0] if name == LOWEST else name)
    if python is None:
        return {"result": "not run: there is no such Python here"}
    home = FOLDER / name
    run(python, "-m", "venv", "--clear", "--without-pip", home)
    (home / "constraints.txt").write_text(constraints(name), encoding="utf-8")
    inside = home / "bin" / "python"
    ours = (f"{wheel('toledo_rules')}[testing]", wheel("toledo_lab"))
    install = ("--python", inside, "install", "--constraint", home / "constraints.txt")
    run(*PIP, *install, *ours, "pytest", "jsonschema", "pytest-xdist")
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    tested = run(inside, "-m", "pytest", *options, *(SHORT if short else TESTS))
    games = run(inside, "tests/golden/fingerprint.py", *(("--scale", "2") if short else ()))
    seeds = run(inside, "-m", "tests.vault", "--check")
    return {
        "version": run(inside, "-c", "import sys; print(sys.version.split()[0])").strip(),
        "result": re.sub(r" in .*", "", tested.strip().splitlines()[-1]),
        "runs with the same digests": games.count(": equal"),
        "games by seed that are the same": sum(map(int, re.findall(r": (\d+) of", seeds))),
    }


def pyodide() -> dict[str, object]:
    """Test Python 3.14 as WebAssembly."""
    if shutil.which("node") is None:
        return {"result": "not run: there is no node here"}
    home = FOLDER / "pyodide"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    run("npm", "install", "--silent", "--prefix", home, f"pyodide@{PYODIDE}")
    packages = home / "packages"
    install = ("install", "--constraint", "constraints.txt", "--target", packages)
    run(*PIP, *install, wheel("toledo_rules"), wheel("toledo_lab"))
    shutil.copy(ROOT / "tests" / "pyodide.mjs", home / "run.mjs")
    said = run("node", "run.mjs", ROOT, packages, cwd=home)
    found: dict[str, object] = json.loads(said.splitlines()[-1])
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.matrix", description="Test every Python."
    )
    parser.add_argument(
        "pythons", nargs="*", help=f"some of {', '.join(NATIVE)}, {LOWEST}, pyodide (default: all)"
    )
    parser.add_argument(
        "--write", action="store_true", help="write the result to tests/matrix.json"
    )
    parser.add_argument(
        "--short", action="store_true", help="less, two at a time, on the other Pythons; for CI"
    )
    options = parser.parse_args(arguments)
    here = ".".join(map(str, sys.version_info[:2]))
    others = tuple(version for version in NATIVE if version != here)
    names = options.pythons or (
        (*others, LOWEST) if options.short else (*NATIVE, LOWEST, "pyodide")
    )
    build()
    test = partial(attempt, short=options.short, keep=options.write)
    with ThreadPoolExecutor(2 if options.short else 1) as pool:
        results = [*pool.map(test, names)]
    if options.short:
        print(f"{here}: by `make test`")
    return int(FAILED in results)


def attempt(name: str, *, short: bool, keep: bool) -> object:
    """Test a Python, print the result, and keep it in the file. Return the result in a word."""
    try:
        found = pyodide() if name == "pyodide" else native(name, short=short)
    except RuntimeError as error:
        found = {"result": FAILED}
        print(error)
    print(f"{name}: {found}", flush=True)
    if keep:
        known = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
        document = known | {name: {"date": f"{datetime.now(UTC):%Y-%m-%d}"} | found}
        text = json.dumps(dict(sorted(document.items())), indent=1) + "\n"
        replace_file(RESULTS, text.encode(), mode=SHARED)
    return found["result"]


if __name__ == "__main__":
    sys.exit(main())
