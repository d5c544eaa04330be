"""The files that a browser loads when somebody opens a board: Python and the library as WebAssembly, compiled rules.

Pyodide and TypeScript come from npm, in the versions of `package-lock.json`; attrs, cattrs and the library of this
checkout as wheels, in the versions of `constraints.txt`. All are unpacked, compiled and packed again for the browser,
in a folder that is named after its content, so that a browser may keep it for ever.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZipFile

from attrs import frozen

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
WORK = ROOT / "build" / "board"
PYODIDE = ("pyodide.asm.wasm", "pyodide.asm.mjs")
PYTHON = ("first.zip", "library")
LATER = ("second.zip", "rest.zip")
CLIENT = ROOT / "clients" / "typescript"
RULES = ("game.js", "rules.js", "terms.js")
SOURCES = (
    *("src", "lab/src", "lab/pyproject.toml", "constraints.txt", "pyproject.toml"),
    *(f"website/board/{name}" for name in ("desk.py", "archives.py", "packing.py", "run.mjs")),
    *("website/board/package-lock.json", "website/board/engine.py"),
    *("spec/rules", "spec/vocabulary.md", "spec/invariants", "spec/compiler"),
    *(
        f"clients/typescript/{name}"
        for name in ("tsconfig.json", "src/rules/rules.ts", "src/rules/terms.ts")
    ),
)
"""Everything that the files are made of, beside npm's packages, which the lock file names."""


class MissingNpmError(RuntimeError):
    """There is no npm, or no node."""

    def __init__(self) -> None:
        super().__init__(
            "node and npm were not found, and board.html needs them: it will say that it was left out. "
            "Everything else is complete. Install node 20 or later with npm and run make docs again."
        )


@frozen
class Engine:
    """The files in a folder, and how much of them is loaded when."""

    folder: Path
    document: dict[str, object]
    """The content of engine.json."""


def add_engine(site: Path) -> None:
    """Put the engine into a built site. Raises `MissingNpmError`."""
    engine, target = make_engine(), site / "board"
    for old in target.glob("engine-*"):
        shutil.rmtree(old)
    shutil.copytree(engine.folder, target / engine.folder.name)
    (target / "engine.json").write_text(json.dumps(engine.document), encoding="utf-8")


def make_engine() -> Engine:
    """Return the engine of this checkout; it is made only if something has changed."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        raise MissingNpmError
    digest = _digest(ROOT / name for name in SOURCES)
    folder, listed = WORK / f"engine-{digest}", WORK / f"engine-{digest}.json"
    if not listed.exists():
        for old in WORK.glob("engine-*"):
            shutil.rmtree(old) if old.is_dir() else old.unlink()
        folder.mkdir(parents=True)
        listed.write_text(json.dumps(_filled(folder)), encoding="utf-8")
    return Engine(folder, json.loads(listed.read_text(encoding="utf-8")))


def _filled(folder: Path) -> dict[str, object]:
    """Fill the folder of the engine. Return what the page has to know about it."""
    npm, packages, out = WORK / "npm", WORK / "packages", WORK / "out"
    _install(npm)
    _unpack(packages)
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    shutil.copy(HERE / "run.mjs", npm)
    _run("node", "run.mjs", HERE / "packing.py", packages, out, cwd=npm)
    pyodide = npm / "node_modules" / "pyodide"
    shutil.copy(pyodide / "pyodide.mjs", folder)
    _compile(npm, folder)
    for name in PYODIDE:
        _pack(pyodide / name, folder)
    for name in (*PYTHON, *LATER):
        _pack(out / name, folder)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    return {
        "folder": folder.name,
        "bytes": _size(folder, (f"{name}.packed" for name in (*PYODIDE, *PYTHON))),
        "logic": _size(folder, (f"rules/{name}" for name in RULES)),
        "lock": {"info": lock["info"], "packages": {}},
        "modules": json.loads((out / "modules.json").read_text(encoding="utf-8")),
    }


def _install(npm: Path) -> None:
    """Install the packages of the lock file, unless they are there already."""
    npm.mkdir(parents=True, exist_ok=True)
    lock = HERE / "package-lock.json"
    done = npm / "installed"
    if done.exists() and done.read_bytes() == lock.read_bytes():
        return
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, npm)
    _run("npm", "ci", "--silent", "--no-fund", "--no-audit", cwd=npm)
    shutil.copy(lock, done)


def _compile(npm: Path, folder: Path) -> None:
    """Compile the clauses to TypeScript, and that to what a browser runs."""
    _run(sys.executable, "-m", "spec.compiler", cwd=ROOT)
    options = {"rootDir": str(CLIENT / "src"), "outDir": str(folder)}
    settings = {
        "extends": str(CLIENT / "tsconfig.json"),
        "compilerOptions": {**options, "declaration": False, "removeComments": True},
        "files": [str(CLIENT / "src" / "rules" / "rules.ts")],
        "include": [],
    }
    (npm / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    _run("node", "node_modules/typescript/bin/tsc", "--project", "tsconfig.json", cwd=npm)
    (folder / "toledo.js").unlink()  # nothing but types


def _unpack(packages: Path) -> None:
    """Unpack the wheels of this checkout and of what it needs, with the programs of the board beside them."""
    wheels = WORK / "wheels"
    for folder in (wheels, packages):
        shutil.rmtree(folder, ignore_errors=True)
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    pinned = ("--constraint", "constraints.txt", "--build-constraint", "constraints.txt")
    _run(*pip, "wheel", *pinned, "--wheel-dir", wheels, ".", cwd=ROOT)
    # Bots and analysis, which the board asks, need no numpy and no scipy.
    _run(*pip, "wheel", *pinned, "--no-deps", "--wheel-dir", wheels, "./lab", cwd=ROOT)
    for wheel in wheels.glob("*.whl"):
        with ZipFile(wheel) as archive:
            archive.extractall(packages)
    for name in ("desk.py", "archives.py"):
        shutil.copy(HERE / name, packages)


def _run(*words: str | Path, cwd: Path) -> None:
    """Run a program. Raises RuntimeError with the end of what it prints if it fails."""
    ran = subprocess.run([*map(str, words)], cwd=cwd, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RuntimeError(f"{words[0]} failed:\n{ran.stdout[-2000:]}\n{ran.stderr[-2000:]}")


def _pack(file: Path, folder: Path) -> None:
    packed = gzip.compress(file.read_bytes(), 9, mtime=0)
    (folder / f"{file.name}.packed").write_bytes(packed)


def _size(folder: Path, names: Iterable[str]) -> int:
    return sum((folder / name).stat().st_size for name in names)


def _digest(sources: Iterable[Path]) -> str:
    """Return a digest of files and of all files in folders."""
    digest = hashlib.sha256()
    for source in sources:
        files = sorted(source.rglob("*")) if source.is_dir() else [source]
        for file in files:
            if file.is_file() and file.suffix != ".pyc":
                digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return digest.hexdigest()[:12]
