"""A file system that fails at every call in turn: the faults, and the operations that have to survive them.

`python -m tests.faults` prints the table of what was tried.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, Literal, TypeAlias, get_args

from attrs import Factory, define, frozen

from toledo_lab.simulate import (
    GameResults,
    Plan,
    Result,
    _running,
    merge_results,
    open_results,
    play,
    read_results,
    simulate,
    stream_results,
)
from toledo_rules import Game, shipped_edition, storage
from toledo_rules.record import load_record, save_record
from toledo_rules.storage import SavedFile, open_growing, replace_file

Fault: TypeAlias = Literal["error", "full", "dead", "interrupt"]
"""Sort of fault: the call fails; it is out of space, after half of the bytes; nothing works any more from that call on,
as if the program were killed; the call works, and then Ctrl-C is pressed."""
FAULTS: tuple[Fault, ...] = get_args(Fault)

CALLS = frozenset(
    ("open", "close", "read", "write", "fsync", "replace", "unlink", "stat", "fstat", "listdir")
) | frozenset(("ftruncate", "lseek", "chmod", "chown", "flock"))
"""The system calls of `toledo_rules.storage`."""


class DeadError(BaseException):
    """The program has been killed, so nothing is cleaned up."""


class FaultyDisk:
    """The system as the storage module sees it: it is the real one up to a given call."""

    def __init__(self, at: int | None = None, fault: Fault = "error") -> None:
        self.calls: list[str] = []
        self.dead = False
        self._at = at
        self._fault = fault

    def wrapped(self, module: Any) -> SimpleNamespace:
        """Return a module whose system calls can go wrong."""
        return SimpleNamespace(
            **{
                name: partial(self._call, name, value) if name in CALLS else value
                for name, value in vars(module).items()
            }
        )

    def _call(self, name: str, function: Callable[..., Any], *args: Any) -> Any:
        if self.dead:
            if name == "close":  # the test goes on, and needs its files
                function(*args)
            raise DeadError
        self.calls.append(name)
        if name == "fsync":  # for power cuts see below; here it would only take time
            function = lambda _file: None  # noqa: E731
        if len(self.calls) - 1 != self._at:
            return function(*args)
        half = name == "write" and self._fault in ("full", "dead")
        if half:
            function(args[0], args[1][: len(args[1]) // 2])
        if self._fault == "interrupt":
            function(*args)
            raise KeyboardInterrupt
        if name == "close":
            function(*args)
        if self._fault == "dead":
            self.dead = True
            raise DeadError
        raise OSError(errno.ENOSPC if self._fault == "full" else errno.EIO, "as the test wants it")

    @contextmanager
    def mounted(self) -> Iterator[None]:
        """Let the storage module use this."""
        vars(storage).update(os=self.wrapped(os), fcntl=self.wrapped(fcntl))
        try:
            yield
        finally:
            vars(storage).update(os=os, fcntl=fcntl)


# The operations


@frozen
class Operation:
    """Something that changes files, and the states in which they may be found."""

    name: str
    prepare: Callable[[Path], object]
    act: Callable[[Path], object]
    look: Callable[[Path], object]
    """Return what a reader finds."""
    allowed: Callable[[object, object, object], bool] = lambda old, new, found: found in (old, new)
    """Return True if something between old and new may be found after a fault."""


OLD, NEW = b"old " * 300, b"new " * 400


def _contents(folder: Path) -> bytes | None:
    path = folder / "file"
    return path.read_bytes() if path.exists() else None


def _link(folder: Path) -> None:
    (folder / "elsewhere").mkdir()
    (folder / "elsewhere" / "real").write_bytes(OLD)
    (folder / "file").symlink_to(folder / "elsewhere" / "real")


def _save_again(folder: Path) -> None:
    file = SavedFile(folder / "file")
    file.load(len(OLD) + len(NEW))
    file.save(NEW)


ROWS = [b"a" * 30 + b"\n", b"b" * 40 + b"\n", b"c" * 50 + b"\n"]


def _grow(folder: Path) -> None:
    with open_growing(folder / "file") as file:
        file.cut(file.read(1000).rfind(b"\n") + 1)
        for row in ROWS[len(_whole_rows(folder)) :]:
            file.add(row)


def _whole_rows(folder: Path) -> list[bytes]:
    lines = (_contents(folder) or b"").split(b"\n")[:-1]
    return [line + b"\n" for line in lines]


def _is_prefix(_old: object, new: object, found: object) -> bool:
    assert isinstance(new, Sequence)
    assert isinstance(found, Sequence)
    return len(found) <= len(new) and list(new[: len(found)]) == list(found)


@cache
def _game() -> Game:
    game = Game(2, seed=1)
    game.play("take")
    game.play("place m2@4")
    return game


def _save_record(folder: Path) -> None:
    save_record(_game().record(), folder / "file")


def _play_on(folder: Path) -> None:
    file = SavedFile(folder / "file")
    record = load_record(file).complete()
    if len(record.entries) == 1:
        Game.from_record(record, seed=1, autosave=file).play("place m2@4")


PLAN = Plan(bots=("random", "random"), games=3, seed=7, edition=shipped_edition("tiny-duel"))


@cache
def _played(game: int) -> GameResults:
    return play(PLAN, game)


def _simulate(folder: Path, suffix: str) -> None:
    vars(_running).update(
        play=lambda _plan, game: _played(game)
    )  # each game is played once, not for every fault
    try:
        simulate(PLAN, path=folder / f"games.{suffix}")
    finally:
        vars(_running).update(play=play)


def _parts(folder: Path) -> None:
    """Write the games in two files."""
    for number in (1, 2):
        path = folder / f"part{number}.jsonl"
        with open_results(path, {**PLAN.settings(), "shard": f"{number}/2"}) as part:
            for game in range(number - 1, PLAN.games, 2):
                part.add(_played(game))


def _merge(folder: Path) -> None:
    merge_results(folder / "games.jsonl", [folder / "part1.jsonl", folder / "part2.jsonl"])


def _merged(folder: Path) -> tuple[Result, ...]:
    path = folder / "games.jsonl"
    if not (path.exists() and path.stat().st_size):
        return ()
    return tuple(row for game in stream_results(path) for row in game)


def _results(folder: Path, suffix: str) -> tuple[Result, ...]:
    path = folder / f"games.{suffix}"
    return read_results(path).results if path.exists() and path.stat().st_size else ()


OPERATIONS = [
    Operation("a new file", lambda _: None, lambda f: replace_file(f / "file", NEW), _contents),
    Operation(
        "another file in place of one",
        lambda f: (f / "file").write_bytes(OLD),
        lambda f: replace_file(f / "file", NEW),
        _contents,
    ),
    Operation(
        "a file in parts",
        lambda f: (f / "file").write_bytes(OLD),
        lambda f: replace_file(f / "file", (NEW[at : at + 500] for at in range(0, len(NEW), 500))),
        _contents,
    ),
    Operation("a file behind a link", _link, lambda f: replace_file(f / "file", NEW), _contents),
    Operation(
        "a file that was loaded", lambda f: (f / "file").write_bytes(OLD), _save_again, _contents
    ),
    Operation(
        "rows added to a file",
        lambda f: (f / "file").write_bytes(ROWS[0]),
        _grow,
        _whole_rows,
        _is_prefix,
    ),
    Operation(
        "a record",
        lambda f: save_record(_game().record().until(1), f / "file"),
        _save_record,
        lambda f: load_record(f / "file").complete(),
    ),
    Operation(
        "a move in a game",
        lambda f: save_record(_game().record().until(1), f / "file"),
        _play_on,
        lambda f: load_record(f / "file").complete(),
    ),
    *(
        Operation(
            f"a simulation in {name}",
            lambda _: None,
            partial(_simulate, suffix=suffix),
            partial(_results, suffix=suffix),
            _is_prefix,
        )
        for name, suffix in (("JSON lines", "jsonl"), ("CSV", "csv"))
    ),
]

LONG_OPERATIONS = [Operation("a merge of results", _parts, _merge, _merged, _is_prefix)]
"""Those that only the command tries, because they take seconds."""


def files_in(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*")}


def try_all(operation: Operation, fault: Fault, folder: Path) -> int:
    """Let every call of an operation go wrong in turn. Return the number of calls."""
    made = _begun(operation, folder, "sound")
    operation.prepare(made)
    old = operation.look(made)
    disk = FaultyDisk()
    with disk.mounted():
        operation.act(made)
    new, names = operation.look(made), files_in(made)
    assert new != old
    for at, name in enumerate(disk.calls):
        where = f"{operation.name}: {fault} at call {at + 1}, {name}"
        there = _begun(operation, folder, f"{at}")
        operation.prepare(there)
        before = files_in(there)
        faulty = FaultyDisk(at, fault)
        try:
            with faulty.mounted():
                operation.act(there)
        except (OSError, KeyboardInterrupt, DeadError):
            pass
        found = operation.look(there)
        assert operation.allowed(old, new, found), f"{where}: found {found!r}"
        # What could not be removed at the very call that removes it is left to the next writer, as after a power cut.
        tidy = not faulty.dead and "unlink" not in faulty.calls[at : at + 1]
        assert not tidy or files_in(there) <= names | before, f"{where}: left {files_in(there)}"
        operation.act(there)
        assert operation.look(there) == new, f"{where}: could not be tried again"
        assert files_in(there) <= names, f"{where}: left {files_in(there)}"
    return len(disk.calls)


def _begun(_operation: Operation, folder: Path, name: str) -> Path:
    path = folder / name
    path.mkdir()
    return path


# Power cuts: what was not yet on the disk may be lost, in any order


@define
class Journal:
    """The changes of a folder, in order, as the storage module asks for them."""

    entries: list[tuple[Any, ...]] = Factory(list)
    _files: dict[int, int] = Factory(dict)
    _folders: set[int] = Factory(set)

    def wrapped(self) -> SimpleNamespace:
        """Return the module `os`, which writes this journal."""
        return SimpleNamespace(**{**vars(os), **{name: getattr(self, name) for name in JOURNALLED}})

    def open(self, path: str, flags: int, mode: int = 0o777) -> int:
        """Open a file, and note if it is new."""
        new = not os.path.exists(path)  # noqa: PTH110  as the module does it
        file = os.open(path, flags, mode)
        if os.path.isdir(path):  # noqa: PTH112  as above
            self._folders.add(file)
        else:
            self._files[file] = os.fstat(file).st_ino
            if new:
                self.entries.append(("name", str(path), self._files[file]))
        return file

    def write(self, file: int, data: memoryview) -> int:
        """Write, and note where."""
        at = os.lseek(file, 0, os.SEEK_CUR)
        done = os.write(file, data)
        self.entries.append(("write", self._files[file], at, bytes(data[:done])))
        return done

    def ftruncate(self, file: int, size: int) -> None:
        """Cut, and note it."""
        os.ftruncate(file, size)
        self.entries.append(("cut", self._files[file], size))

    def fsync(self, file: int) -> None:
        """Note that a file or its folder is safe."""
        self.entries.append(
            ("safe", self._files[file]) if file not in self._folders else ("folder",)
        )

    def replace(self, old: str, new: str) -> None:
        """Rename, and note it."""
        number = os.stat(old).st_ino  # noqa: PTH116  as above
        os.replace(old, new)  # noqa: PTH105  as above
        self.entries.append(("rename", str(old), str(new), number))

    def close(self, file: int) -> None:
        """Close, and forget the number, which is used again."""
        self._folders.discard(file)
        os.close(file)

    @contextmanager
    def written(self) -> Iterator[None]:
        """Let the storage module write this journal."""
        vars(storage).update(os=self.wrapped())
        try:
            yield
        finally:
            vars(storage).update(os=os)


JOURNALLED = ("open", "write", "ftruncate", "fsync", "replace", "close")

Disk: TypeAlias = dict[str, bytes]
"""The contents of a disk after a power cut, by path."""


def power_cuts(
    journal: Journal, before: dict[str, tuple[int, bytes]]
) -> Iterator[tuple[int, Disk]]:
    """Yield every disk that a power cut can leave, with the number of journal entries before the cut.

    Before a folder is safe, any of the new names may be missing; before a file is safe, its last writes may be
    missing, there in half, or there as zeros.
    """
    for cut in range(len(journal.entries) + 1):
        names = {path: number for path, (number, _) in before.items()}
        contents = {number: [data] for number, data in before.values()}
        pending: list[tuple[Any, ...]] = []
        for entry in journal.entries[:cut]:
            kind, *details = entry
            if kind in ("name", "rename"):
                pending.append(entry)
                contents.setdefault(entry[-1], [b""])
            elif kind == "write":
                number, at, data = details
                contents[number] += [
                    _written(contents[number][-1], at, part)
                    for part in (data[: len(data) // 2], bytes(len(data)), data)
                ]
            elif kind == "cut":
                number, size = details
                contents[number].append(contents[number][-1][:size])
            elif kind == "safe":
                contents[details[0]] = contents[details[0]][-1:]
            else:
                assert kind == "folder"
                names, pending = _renamed(names, pending), []
        for chosen in product((False, True), repeat=len(pending)):
            some = [entry for entry, there in zip(pending, chosen, strict=True) if there]
            found = _renamed(names, some)
            numbers = sorted(set(found.values()))
            for chosen_data in product(*(contents[number] for number in numbers)):
                kept = dict(zip(numbers, chosen_data, strict=True))
                yield cut, {path: kept[number] for path, number in found.items()}


def _written(old: bytes, at: int, data: bytes) -> bytes:
    return old[:at].ljust(at, b"\0") + data + old[at + len(data) :]


def _renamed(names: dict[str, int], entries: list[tuple[Any, ...]]) -> dict[str, int]:
    names = dict(names)
    for entry in entries:
        if entry[0] == "rename":
            names.pop(entry[1], None)
            names[entry[2]] = entry[3]
        else:
            names[entry[1]] = entry[2]
    return names


# The table


def main() -> int:
    """Print what was tried."""
    calls: Counter[tuple[str, str]] = Counter()
    for operation, fault in product((*OPERATIONS, *LONG_OPERATIONS), FAULTS):
        with TemporaryDirectory() as folder:
            calls[operation.name, fault] = try_all(operation, fault, Path(folder))
    print(f"{'operation':32}" + "".join(f"{fault:>11}" for fault in FAULTS))
    for operation in (*OPERATIONS, *LONG_OPERATIONS):
        cells = "".join(f"{calls[operation.name, fault]:>11}" for fault in FAULTS)
        print(f"{operation.name:32}{cells}")
    print(f"{sum(calls.values())} faults tried, all survived: the old or the new, never less")
    return 0


if __name__ == "__main__":
    sys.exit(main())
