"""Checks of archives: by other people's tools, and by installing and trying them where nothing else is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from tools.mutants.__main__ import ages
from tools.release import ROOT
from tools.release.preparing import ReleaseError, version

WORK = ROOT / "build" / "release"
FONTS = (".ttf", ".otf", ".woff", ".woff2")
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico", ".svg")
OWN_TESTS = (
    *("tests/examples", "tests/codec", "tests/editions", "tests/golden", "tests/notation"),
    *("tests/record", "tests/render", "tests/vault", "tests/test_engine.py", "tests/test_game.py"),
    *("tests/test_structure.py", "tests/test_limits.py", "tests/test_values.py"),
)
"""Tests of the rules, of everything that is stored, and of the shape of the project."""


def run(*words: str | Path, cwd: Path, online: bool = False) -> str:
    """Run a program where it finds neither the sources nor, unless it is told otherwise, a network."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if not online:
        environment |= {"PIP_NO_INDEX": "1", "HTTPS_PROXY": NOWHERE, "HTTP_PROXY": NOWHERE}
    alone = () if online else _without_network()
    ran = subprocess.run(
        [*alone, *map(str, words)],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise ReleaseError(f"{' '.join(map(str, words))}\n{ran.stdout[-4000:]}{ran.stderr[-4000:]}")
    return ran.stdout


NOWHERE = "http://127.0.0.1:9"
"""A proxy that is not there."""


def _without_network() -> tuple[str, ...]:
    """Return the words before a command that take the network away, where the system can do that."""
    words = ("unshare", "--net", "--map-root-user")
    if shutil.which("unshare") is None:
        return ()
    tried = subprocess.run([*words, "true"], capture_output=True, check=False)
    return words if tried.returncode == 0 else ()


def mutants_are_recent() -> None:
    """Refuse a release of which a large part has changed since its mutants were tried."""
    if old := [str(age) for age in ages() if age.too_old]:
        raise ReleaseError(
            f"try the mutants again (python -m tools.mutants --write): {'; '.join(old)}"
        )


def look(sdist: Path, wheel: Path) -> None:
    """Look at the archives as they are."""
    run(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel, cwd=ROOT)
    checker = (sys.executable, "-m", "check_wheel_contents", "--toplevel", "toledo_rules")
    run(*checker, wheel, cwd=ROOT)
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    if not any(name.endswith("licenses/LICENSE") for name in names):
        raise ReleaseError(f"{wheel.name}: expected the file LICENSE")
    if odd := [name for name in names if name.endswith((*FONTS, *PICTURES))]:
        raise ReleaseError(f"{wheel.name}: found {odd}, expected no fonts and pictures")
    with tarfile.open(sdist) as archive:
        files = archive.getnames()
    if odd := [name for name in files if name.endswith(FONTS)]:
        raise ReleaseError(f"{sdist.name}: found {odd}, expected no fonts")
    print(f"checked: {len(names)} files in the wheel, {len(files)} in the sdist")


def environment(name: str, *needs: str | Path) -> Path:
    """Return the Python of a new environment with some packages."""
    home = WORK / name
    shutil.rmtree(home, ignore_errors=True)
    run(sys.executable, "-m", "venv", home, cwd=ROOT)
    python = home / "bin" / "python"
    if needs:
        pip = (python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install")
        run(*pip, "--constraint", "constraints.txt", *needs, cwd=ROOT, online=True)
    return python


def install(wheel: Path) -> None:
    """Install the wheel in an empty environment, and try it in an empty folder."""
    python = environment("installed", wheel)
    empty = WORK / "empty"
    shutil.rmtree(empty, ignore_errors=True)
    empty.mkdir(parents=True)
    command = python.parent / "toledo-rules"
    said = run(command, "--version", cwd=empty)
    if version() not in said:
        raise ReleaseError(f"toledo-rules --version says {said!r}, expected {version()}")
    run(command, "watch", "--seed", "7", "--save", "game.toledo", cwd=empty)
    run(command, "replay", "game.toledo", "--final", cwd=empty)
    run(command, "rule", "MOV-05", cwd=empty)
    run(command, "perft", "2", cwd=empty)
    shutil.copy(ROOT / "README.md", empty)
    run(python, "-c", _README, cwd=empty)
    run(python, "-m", "pip", "check", cwd=empty)
    print("installed in an empty environment, and tried: the commands and the README")


_README = """
import doctest
flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
found = doctest.testfile("README.md", module_relative=False, optionflags=flags)
assert found.attempted > 20 and not found.failed, found
"""


def run_own_tests(sdist: Path) -> None:
    """Unpack the sdist, install it, and run its own tests without a network."""
    folder = WORK / "sdist"
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (unpacked,) = folder.iterdir()
    python = environment(
        "tested", f"{sdist}[testing]", unpacked / "lab", "pytest", "jsonschema", "pytest-xdist"
    )
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    said = run(python, "-m", "pytest", *options, *OWN_TESTS, cwd=unpacked)
    print(f"the sdist's own tests, offline: {said.strip().splitlines()[-1]}")
