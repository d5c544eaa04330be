"""Every Python that we claim: ``make matrix``, or ``python -m tests.matrix``.

For each of them it makes an environment of its own in build/matrix, installs the package there as users get it, and
runs the tests of rules, games, JSON, notation, records and files. Python 3.14 is tried as Pyodide, in node: all modules
are imported, and games, documents and a saved record have to be the same as here. `tests/matrix.json` is the dated
result.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from toledo_rules.storage import SHARED, replace_file

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "matrix"
RESULTS = ROOT / "tests" / "matrix.json"
NATIVE = ("3.11", "3.12", "3.13")
BOARD = json.loads((ROOT / "website" / "board" / "package.json").read_text(encoding="utf-8"))
PYODIDE = BOARD["dependencies"]["pyodide"]
"""Version of the npm package, which holds Python 3.14: that of the site's board."""

TESTS = (
    *("tests/examples", "tests/codec", "tests/notation", "tests/record", "tests/editions"),
    *("tests/golden", "tests/test_chance.py", "tests/test_engine.py", "tests/test_values.py"),
    *(
        "tests/test_game.py",
        "tests/test_storage.py",
        "tests/test_threads.py",
        "tests/test_imports.py",
    ),
)
"""What is run on each of them: rules, goldens, codec and digests, and everything that depends on the system."""


def interpreter(version: str) -> str | None:
    """Return the newest Python of a version on this machine: from pyenv, or from the path."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = sorted(pyenv.glob(f"{version}.*/bin/python"))
    return str(found[-1]) if found else shutil.which(f"python{version}")


def run(*words: str | Path, cwd: Path = ROOT) -> str:
    """Run a program and return what it prints. It raises an error with that if it fails."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ran = subprocess.run(
        [*map(str, words)], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise RuntimeError(f"{words}: {ran.stdout[-3000:]}\n{ran.stderr[-3000:]}")
    return ran.stdout


def native(version: str) -> dict[str, object]:
    """Test a Python of this machine."""
    python = interpreter(version)
    if python is None:
        return {"result": "not run: there is no such Python here"}
    home = FOLDER / version
    run(python, "-m", "venv", "--clear", home)
    inside = home / "bin" / "python"
    pip = (inside, "-m", "pip", "--quiet", "--disable-pip-version-check", "install")
    run(
        *pip,
        "--constraint",
        "constraints.txt",
        ".[testing]",
        "pytest",
        "jsonschema",
        "pytest-xdist",
    )
    tested = run(inside, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS)
    games = run(inside, "tests/golden/fingerprint.py")
    return {
        "version": run(inside, "-c", "import sys; print(sys.version.split()[0])").strip(),
        "result": re.sub(r" in .*", "", tested.strip().splitlines()[-1]),
        "games with the same digests": games.count(": equal"),
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
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install")
    run(*pip, "--constraint", "constraints.txt", "--target", packages, ".")
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
        "pythons", nargs="*", help=f"some of {', '.join(NATIVE)}, pyodide (default: all)"
    )
    parser.add_argument(
        "--write", action="store_true", help="write the result to tests/matrix.json"
    )
    options = parser.parse_args(arguments)
    results: dict[str, dict[str, object]] = {}
    failed = False
    for name in options.pythons or (*NATIVE, "pyodide"):
        try:
            results[name] = pyodide() if name == "pyodide" else native(name)
        except RuntimeError as error:
            results[name] = {"result": "failed"}
            failed = True
            print(error)
        print(f"{name}: {results[name]}", flush=True)
    if options.write:
        today = {"date": f"{datetime.now(UTC):%Y-%m-%d}"}
        known = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
        document = known | {name: today | result for name, result in results.items()}
        replace_file(RESULTS, (json.dumps(document, indent=1) + "\n").encode(), mode=SHARED)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
