"""The command: ``python -m tests.typing``. It ends with 1 if a checker finds too little or too much.

The types of the package itself must be complete too: no public name leaves one for a checker to infer.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory

FOLDER = Path(__file__).parent
WRONG = (FOLDER / "wrong.txt").read_text("utf-8").splitlines()


def expected(checker: str) -> set[int]:
    """Return the lines on which a checker has to find a mistake."""
    ends = ("# error", f"# error for {checker}")
    return {number for number, line in enumerate(WRONG, start=1) if line.endswith(ends)}


def mypy(programs: Path) -> dict[str, set[int]]:
    """Return the lines that mypy complains about, by file."""
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", "right.py", "wrong.py"],
        cwd=programs,
        capture_output=True,
        text=True,
        check=False,
    )
    print(ran.stderr, end="")
    found: dict[str, set[int]] = {"right.py": set(), "wrong.py": set()}
    for file, line in re.findall(r"^(\w+\.py):(\d+): error:", ran.stdout, re.MULTILINE):
        found[file].add(int(line))
    return found


def pyright(programs: Path) -> dict[str, set[int]]:
    """Return the lines that pyright complains about, by file."""
    settings = {"typeCheckingMode": "strict", "reportUnusedExpression": "none"}
    (programs / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson"],
        cwd=programs,
        capture_output=True,
        text=True,
        check=False,
    )
    found: dict[str, set[int]] = {"right.py": set(), "wrong.py": set()}
    for one in json.loads(ran.stdout)["generalDiagnostics"]:
        if one["severity"] == "error":
            found[Path(one["file"]).name].add(one["range"]["start"]["line"] + 1)
    return found


def incomplete(folder: Path) -> list[str]:
    """Return the public names of the installed package whose types pyright does not know for sure."""
    (folder / "pyrightconfig.json").write_text("{}", encoding="utf-8")
    venv, names = str(Path(sys.executable).parent.parent), ("--verifytypes", "toledo_rules")
    ran = subprocess.run(
        [sys.executable, "-m", "pyright", "--ignoreexternal", "--outputjson", *names],
        cwd=folder,
        env={**os.environ, "VIRTUAL_ENV": venv, "PATH": f"{venv}/bin:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    symbols = json.loads(ran.stdout)["typeCompleteness"]["symbols"]
    if not symbols:
        raise RuntimeError(f"pyright finds no installed package: {ran.stdout}")
    return [one["name"] for one in symbols if not one["isTypeKnown"] or one["isTypeAmbiguous"]]


def main() -> int:
    """Run both, on copies in a folder where nothing but the installed package can be found."""
    wrong = 0
    with TemporaryDirectory() as name:
        folder = Path(name)
        copy(FOLDER / "right.py", folder)
        copy(FOLDER / "wrong.txt", folder / "wrong.py")
        for check in (mypy, pyright):
            found, mistakes = check(folder), expected(check.__name__)
            if found == {"right.py": set(), "wrong.py": mistakes}:
                print(
                    f"{check.__name__}: nothing in right.py, {len(mistakes)} mistakes in wrong.txt"
                )
                continue
            wrong += 1
            print(f"{check.__name__}: right.py, lines {sorted(found['right.py'])}")
            print(f"  missed in wrong.txt: lines {sorted(mistakes - found['wrong.py'])}")
            print(f"  not expected there: lines {sorted(found['wrong.py'] - mistakes)}")
        unsure = incomplete(folder)
        print(f"pyright: {len(unsure)} names of the package without a complete type", *unsure)
        wrong += len(unsure)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
