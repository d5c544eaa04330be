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
from tools.release.building import Archives
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


def programs_are_there() -> None:
    """Fail early if the release could not be built."""
    if missing := [name for name in ("git", "node", "npm") if shutil.which(name) is None]:
        raise ReleaseError(f"found no {' and no '.join(missing)}, which a release needs")


def mutants_are_recent() -> None:
    """Refuse a release of which a large part has changed since its mutants were tried."""
    if old := [str(age) for age in ages() if age.too_old]:
        raise ReleaseError(
            f"try the mutants again (python -m tools.mutants --write): {'; '.join(old)}"
        )


def look(archives: Archives) -> None:
    """Inspect the archives."""
    run(sys.executable, "-m", "twine", "check", "--strict", *archives[:4], cwd=ROOT)
    for wheel in (archives.wheel, archives.lab_wheel):
        package, _, _ = wheel.name.partition("-")
        checker = (sys.executable, "-m", "check_wheel_contents", "--toplevel", package)
        run(*checker, wheel, cwd=ROOT)
    for path in archives:
        names = contents(path)
        if not any(name.endswith("LICENSE") for name in names):
            raise ReleaseError(f"{path.name}: expected the file LICENSE")
        unwanted = (*FONTS, *PICTURES) if path.suffix == ".whl" else FONTS
        if odd := [name for name in names if name.endswith(unwanted)]:
            raise ReleaseError(f"{path.name}: found {odd}, expected no such files")
        print(f"checked: {path.name} has {len(names)} files, {path.stat().st_size // 1000} kB")


def contents(path: Path) -> list[str]:
    """Return the names in an archive."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return wheel.namelist()
    with tarfile.open(path) as archive:
        return archive.getnames()


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


def install(archives: Archives) -> None:
    """Install the wheels in empty environments, and try them in an empty folder."""
    python = environment("installed", archives.wheel)
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
    run(command, "perft", "--depth", "2", cwd=empty)
    shutil.copy(ROOT / "README.md", empty)
    run(python, "-c", _README, cwd=empty)
    run(python, "-m", "pip", "check", cwd=empty)
    print("installed in an empty environment, and tried: the commands and the README")
    python = environment("lab", archives.wheel, archives.lab_wheel)
    command = python.parent / "toledo-rules"
    run(command, "watch", "--seed", "7", "--seats", "searcher:level=1,greedy", cwd=empty)
    run(command, "simulate", "--games", "4", "--out", "games.jsonl", cwd=empty)
    run(python, "-m", "pip", "check", cwd=empty)
    print("the lab in another one: a game of its bot, and a simulation")


def unpacked(archive: Path, name: str) -> Path:
    """Unpack an archive. Return the folder in it."""
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(archive) as opened:
        opened.extractall(folder, filter="data")
    (inside,) = folder.iterdir()
    return inside


def ask_kit(archives: Archives) -> None:
    """Let the runner of the unpacked kit ask the installed library; it needs nothing but Python."""
    kit = unpacked(archives.kit, "kit")
    runner = (sys.executable, "-S", "-E", "spec/conformance/runner.py")
    engine = ("--", WORK / "installed" / "bin" / "toledo-rules", "conformance")
    for part in (("small",), ("odd",), ("large", "--sample", "300")):
        run(*runner, *part, *engine, cwd=kit)
    print("the kit's own runner asked the installed library: small, odd and a sample of large")


def import_client(archives: Archives) -> None:
    """Install the npm package in an empty project, and import everything that it offers but what needs a page."""
    folder = WORK / "client"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "package.json").write_text('{"private": true, "type": "module"}\n', encoding="utf-8")
    run("npm", "install", "--offline", "--no-audit", "--no-fund", archives.client, cwd=folder)
    run("node", "--input-type=module", "--eval", _CLIENT, cwd=folder)
    print("installed the npm package in an empty project, and imported it")


_CLIENT = """
for (const name of ["", "/rules", "/table", "/local", "/socket"]) {
  const found = await import("toledo-rules-client" + name);
  if (Object.keys(found).length === 0) throw new Error("nothing in " + name);
}
"""

_README = """
import doctest
flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
found = doctest.testfile("README.md", module_relative=False, optionflags=flags)
assert found.attempted and not found.failed, found
"""


def run_own_tests(sdist: Path) -> None:
    """Unpack the sdist, install it, and run its own tests without a network."""
    home = unpacked(sdist, "sdist")
    needs = (f"{sdist}[testing]", home / "lab", "pytest", "jsonschema", "pytest-xdist")
    python = environment("tested", *needs)
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    said = run(python, "-m", "pytest", *options, *OWN_TESTS, cwd=home)
    print(f"the sdist's own tests, offline: {said.strip().splitlines()[-1]}")
