"""Packs Python and the library for the board. It runs in Pyodide, when the site is built.

What the first board needs of Python is in one archive (`first.zip`) and what it needs of the packages in a bundle of
files (`library`), because some of them read data beside them. What the other questions need is in a second archive,
everything else in a third. Modules are compiled, but for those of the third, because a browser would have to do it
again for every reader.

Which module is needed when is not listed anywhere: the questions are asked here, and the modules that this imports are
packed.
"""

from __future__ import annotations

import importlib.util
import json
import marshal
import sys
from collections.abc import Container, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

LIBRARY = Path("/lib/python314.zip")
PACKAGES = Path("/packages")
OUT = Path("/out")
FIRST, OURS, SECOND, REST = "first.zip", "library", "second.zip", "rest.zip"
UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""Says in the head of a compiled module that there is no source to compare it with."""
LEFT_OUT = ("dist-info", "/cli/", "/_cli/", "/adapters/", "/testing/", "__pycache__", "/data/")
"""Parts of the packages that no board can use: the command line, adapters, test kits, schemas for others."""


def sources() -> Iterator[tuple[str, bytes, bool]]:
    """Yield every file by its path on the search path; True for those of packages, False for those of Python."""
    with ZipFile(LIBRARY) as library:
        for name in library.namelist():
            if not name.endswith("/"):
                yield name, library.read(name), False
    for file in sorted(PACKAGES.rglob("*")):
        name = file.relative_to(PACKAGES).as_posix()
        if file.is_file() and not any(part in f"/{name}" for part in LEFT_OUT):
            yield name, file.read_bytes(), True


def module_name(path: str, paths: Container[str]) -> str:
    """Return the module that a file is, or the package that it belongs to if it is data."""
    folder, _, file = path.rpartition("/")
    if file.endswith(".py") and file != "__init__.py":
        return path.removesuffix(".py").replace("/", ".")
    while folder and f"{folder}/__init__.py" not in paths:
        folder = folder.rpartition("/")[0]
    return folder.replace("/", ".")


def compiled(path: str, source: bytes) -> tuple[str, bytes]:
    """Return a module as Python keeps it; any other file as it is."""
    if not path.endswith(".py"):
        return path, source
    code = compile(source, path, "exec", dont_inherit=True)
    return f"{path}c", importlib.util.MAGIC_NUMBER + UNCHECKED + marshal.dumps(code)


def pack(archive: str, files: Iterable[tuple[str, bytes]]) -> None:
    """Write an archive. It is not compressed: that is done for all of it at once, and undone by the browser."""
    with ZipFile(OUT / archive, "w", ZIP_STORED) as target:
        for path, content in files:
            target.writestr(ZipInfo(path), content)


def bundle(name: str, files: Sequence[tuple[str, bytes]]) -> None:
    """Write files one after the other, behind a list of their paths and sizes and the length of that list."""
    listed = json.dumps([[path, len(content)] for path, content in files]).encode()
    contents = b"".join(content for _, content in files)
    (OUT / name).write_bytes(len(listed).to_bytes(4, "little") + listed + contents)


def imported_by(*questions: dict[str, object]) -> set[str]:
    """Ask the desk, and return the modules that are there afterwards."""
    desk = import_module("desk").Desk()
    for question in questions:
        answer = json.loads(desk.answer(json.dumps(question)))
        assert "problem" not in answer, answer
        for text in ("record", "json"):  # what it hands out, it opens again
            if text in answer:
                desk.answer(json.dumps({"ask": "open", "text": answer[text]}))
    return {*sys.modules}


def main() -> None:
    """Ask everything, and pack what that needs."""
    sys.path.insert(0, str(PACKAGES))
    sys.dont_write_bytecode = True
    import_module("archives")
    begin: dict[str, object] = {"ask": "new", "players": 3, "seed": 1}
    first = imported_by(begin, {"ask": "table", "layout": "wide"}, {"ask": "position"})
    second = imported_by(
        begin,
        {"ask": "play", "line": "take"},
        {"ask": "share"},
        {"ask": "advice", "bot": "analysis"},
        {"ask": "advice", "bot": "racer"},
        {"ask": "advice", "bot": "searcher:level=4"},
        {"ask": "odds"},
        {"ask": "words", "language": "de"},
        {"ask": "logic"},
        {"ask": "verdict", "moves": [{"move": {"type": "take_cards"}}]},
    )
    groups: dict[str, list[tuple[str, bytes]]] = {name: [] for name in (FIRST, OURS, SECOND, REST)}
    modules: dict[str, str] = {}
    found = [*sources()]
    paths = {path for path, _, _ in found}
    for path, content, packaged in found:
        name = module_name(path, paths)
        if name in first:
            group = OURS if packaged else FIRST
        else:
            group = SECOND if name in second else REST
            if path.endswith(".py"):
                modules[name] = group
        groups[group].append((path, content) if group == REST else compiled(path, content))
    bundle(OURS, groups.pop(OURS))
    for archive, files in groups.items():
        pack(archive, files)
    (OUT / "modules.json").write_text(json.dumps(modules, sort_keys=True))


if __name__ == "__main__":
    main()
