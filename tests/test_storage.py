"""Storage: whatever fails, and whoever else is there, a file is the old one or the new one, and never less."""

from __future__ import annotations

import errno
import os
import pickle
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.faults import (
    FAULTS,
    NEW,
    OLD,
    OPERATIONS,
    ROWS,
    Fault,
    Journal,
    Operation,
    power_cuts,
    try_all,
)
from toledo_rules import EditionError, Game, load_edition, storage
from toledo_rules.errors import StorageError, ToledoError
from toledo_rules.record import load_record
from toledo_rules.storage import (
    SHARED,
    SavedFile,
    checksum,
    open_growing,
    read_file,
    read_lines,
    replace_file,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with something in it."""
    path = tmp_path / "file"
    path.write_bytes(OLD)
    return path


def only(path: Path) -> bool:
    """Return True if there is nothing else in the folder."""
    return [*path.parent.iterdir()] == [path]


# Faults at every call


@pytest.mark.search
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_every_fault_is_survived(operation: Operation, fault: Fault, tmp_path: Path) -> None:
    """The old or the new is there, nothing else is left, and it can be tried again."""
    assert try_all(operation, fault, tmp_path) > 10


@pytest.mark.parametrize("exists", [True, False])
def test_power_cuts_leave_the_old_or_the_new(tmp_path: Path, exists: bool) -> None:
    """Also if the disk has done things in another order."""
    path = tmp_path / "file"
    before = {}
    if exists:
        path.write_bytes(OLD)
        before = {str(path): (path.stat().st_ino, OLD)}
    journal = Journal()
    with journal.written():
        replace_file(path, NEW)
    disks = [(cut, disk.get(str(path))) for cut, disk in power_cuts(journal, before)]
    assert {found for _, found in disks} == {OLD if exists else None, NEW}
    assert {found for cut, found in disks if cut == len(journal.entries)} == {NEW}


def test_power_cuts_leave_the_rows_that_were_safe(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(ROWS[0])
    journal, before = Journal(), {str(path): (path.stat().st_ino, ROWS[0])}
    with journal.written(), open_growing(path) as file:
        file.add(ROWS[1])
        file.sync()
        file.add(ROWS[2])
    safe = journal.entries.index(("safe", path.stat().st_ino))
    for cut, disk in power_cuts(journal, before):
        assert disk[str(path)].startswith(b"".join(ROWS[: 1 + (cut > safe)]))


def test_the_model_of_power_cuts_finds_a_careless_writer(tmp_path: Path) -> None:
    """One who does not wait for the disk, and one who writes into the file itself."""
    path = tmp_path / "file"
    path.write_bytes(OLD)
    before = {str(path): (path.stat().st_ino, OLD)}
    hasty = Journal()
    with hasty.written():
        replace_file(path, NEW)
    hasty.entries = [entry for entry in hasty.entries if entry[0] != "safe"]
    assert {disk[str(path)] for _, disk in power_cuts(hasty, before)} > {OLD, NEW}


# Files as they were


def test_a_new_file_is_private(tmp_path: Path) -> None:
    """The record of a game holds all hands."""
    path = tmp_path / "file"
    mask = os.umask(0o022)
    try:
        replace_file(path, NEW)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        shared = tmp_path / "shared"
        replace_file(shared, NEW, mode=SHARED)
        assert stat.S_IMODE(shared.stat().st_mode) == 0o644
    finally:
        os.umask(mask)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_an_old_file_keeps_its_mode(path: Path, mode: int) -> None:
    path.chmod(mode)
    replace_file(path, NEW)
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (NEW, mode)
    assert only(path)


def test_links_are_followed(tmp_path: Path) -> None:
    folder, other = tmp_path / "folder", tmp_path / "other"
    folder.mkdir()
    other.mkdir()
    (other / "real").write_bytes(OLD)
    (other / "link").symlink_to("real")
    link = folder / "link"
    link.symlink_to("../other/link")
    replace_file(link, NEW)
    assert (other / "real").read_bytes() == NEW
    assert link.is_symlink()
    assert (other / "link").is_symlink()
    dangling = folder / "dangling"
    dangling.symlink_to(other / "new")
    replace_file(dangling, NEW)
    assert (other / "new").read_bytes() == NEW
    names = {"folder", "other", "real", "link", "dangling", "new"}
    assert {file.name for file in tmp_path.rglob("*")} == names


def test_a_planted_link_is_not_written_through(path: Path, tmp_path: Path) -> None:
    """The name of the temporary file cannot be guessed, and a file that is there already is not used."""
    victim = tmp_path / "victim"
    victim.write_bytes(OLD)
    for name in ("file.new", "file.tmp", f"{storage._prefix(str(path))}0.new"):  # noqa: SLF001
        (tmp_path / name).symlink_to(victim)
    replace_file(path, NEW)
    assert (path.read_bytes(), victim.read_bytes()) == (NEW, OLD)


def test_long_and_odd_names(tmp_path: Path) -> None:
    for name in ("n" * 255, "ñ" * 127, "two\nlines", os.fsdecode(b"\xff\xfe")):
        replace_file(tmp_path / name, NEW)
        assert (tmp_path / name).read_bytes() == NEW


def test_only_ordinary_files_are_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for odd in (pipe, Path(os.devnull)):
        with pytest.raises(StorageError, match="is not an ordinary file"):
            replace_file(odd, NEW)
        with pytest.raises(StorageError, match="is not an ordinary file"), open_growing(odd):
            pass
        with pytest.raises(StorageError, match="is not an ordinary file"):
            SavedFile(odd).load(1000)
    with pytest.raises(IsADirectoryError):
        replace_file(tmp_path, NEW)
    with pytest.raises(FileNotFoundError):
        replace_file(tmp_path / "no" / "where", NEW)
    assert [*tmp_path.iterdir()] == [pipe]


def test_reading_has_a_limit(path: Path) -> None:
    assert read_file(path, len(OLD)) == OLD
    for endless in (path, "/dev/zero"):
        with pytest.raises(StorageError, match="has more than 1,199 bytes") as failure:
            read_file(endless, len(OLD) - 1)
        assert failure.value.errno == errno.EFBIG
    with open_growing(path) as file, pytest.raises(StorageError, match="more than 1,199"):
        file.read(len(OLD) - 1)


@pytest.mark.parametrize(
    "read", [read_file, lambda path, most: b"".join(read_lines(path, most=most, longest=most))]
)
def test_a_pipe_is_read_but_not_waited_for(
    read: Callable[[Path, int], bytes], tmp_path: Path
) -> None:
    """That is, until somebody opens its other end; what comes then is read to its end."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert read(pipe, 1000) == b""
    with pytest.raises(EditionError, match="nothing"):
        load_edition(pipe)
    reader, writer = os.pipe()
    slow = Thread(target=write_later, args=(writer,))
    slow.start()
    assert read(Path(f"/dev/fd/{reader}"), len(OLD)) == OLD
    slow.join()
    os.close(reader)


def write_later(pipe: int) -> None:
    time.sleep(0.05)
    os.write(pipe, OLD)
    os.close(pipe)


@pytest.mark.parametrize("name", ["\0", "a\0b", "\ud800"])
def test_a_name_that_no_file_can_have(name: str) -> None:
    calls: tuple[Callable[[], object], ...] = (
        lambda: read_file(name, 9),
        lambda: load_edition(name),
        lambda: load_record(name),
        lambda: replace_file(name, NEW),
        lambda: SavedFile(name).load(9),
        lambda: SavedFile(name).save(NEW),
        lambda: Game(2, autosave=name),
    )
    for call in calls:
        with pytest.raises(StorageError, match="is a name that no file can have"):
            call()


@pytest.mark.parametrize("name", [None, 1, b"file", ["file"]])
def test_the_name_of_a_file_is_a_text(
    name: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for call in (
        lambda: read_file(name, 9),
        lambda: load_edition(name),
        lambda: load_record(name),
        lambda: replace_file(name, NEW),
        lambda: SavedFile(name).load(9),
        lambda: SavedFile(name).save(NEW),
    ):
        with pytest.raises(TypeError, match=r"str"):
            call()
    assert not [*tmp_path.iterdir()]


def test_reading_lines_has_limits(path: Path) -> None:
    """Those of the whole file and of a line without its end; as much as that is fine."""
    path.write_bytes(b"four\n" * 200)
    assert [*read_lines(path, most=1000, longest=4)] == [b"four\n"] * 200
    with pytest.raises(StorageError, match="has more than 999 bytes"):
        [*read_lines(path, most=999, longest=4)]
    with pytest.raises(StorageError, match="has a line of more than 3 bytes"):
        [*read_lines(path, most=1000, longest=3)]


# Orphans


def test_what_a_killed_program_left_is_removed(path: Path) -> None:
    orphan = path.with_name(f"{storage._prefix(str(path))}{'0' * 16}.new")  # noqa: SLF001
    orphan.write_bytes(b"half")
    others = path.with_name(f"{storage._prefix('other')}{'0' * 16}.new")  # noqa: SLF001
    others.write_bytes(b"half of another")
    replace_file(path, NEW)
    assert {file.name for file in path.parent.iterdir()} == {path.name, others.name}


def test_what_another_program_is_writing_is_left_alone(path: Path) -> None:
    temporary, file = storage._temporary(str(path), 0o600)  # noqa: SLF001
    replace_file(path, NEW)
    assert Path(temporary).exists()
    os.close(file)
    replace_file(path, OLD)
    assert only(path)


def test_a_file_that_was_taken_for_an_orphan(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody can remove it before it is locked; then another one is made."""
    real, calls = storage._lock, count()  # noqa: SLF001

    def lock(file: int) -> bool:
        if next(calls) == 1:
            storage._remove_orphans(str(path))  # noqa: SLF001
        return real(file)

    monkeypatch.setattr(storage, "_lock", lock)
    replace_file(path, NEW)
    assert path.read_bytes() == NEW
    assert only(path)


def test_a_file_that_cannot_be_locked_is_not_left_behind(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old file is locked first, and then the temporary one beside it."""
    real, calls = os.path.samestat, count()

    def samestat(one: os.stat_result, other: os.stat_result) -> bool:
        if next(calls) == 1:
            raise OSError(errno.EIO, "input/output error")
        return real(one, other)

    replace_file(path, OLD)
    monkeypatch.setattr(os.path, "samestat", samestat)
    with pytest.raises(OSError, match="input/output error"):
        replace_file(path, NEW)
    assert path.read_bytes() == OLD
    assert only(path)


@pytest.mark.search
def test_a_killed_writer_leaves_a_whole_file(path: Path) -> None:
    """It is killed at any time; the next one tidies up."""
    for pause in range(8):
        process = subprocess.Popen([sys.executable, "-c", ENDLESS, str(path)], env=environment())
        while path.read_bytes() == OLD:
            time.sleep(0.01)
        time.sleep(0.003 * pause)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert_whole(path.read_bytes())
        replace_file(path, OLD)
        assert only(path)


# Two or more at once

WRITER = """
import sys
from toledo_rules import storage
from toledo_rules.storage import replace_file
storage.PATIENCE = 600.0  # a busy machine is no reason to fail
for number in range(60):
    replace_file(sys.argv[1], (sys.argv[2] * 40000 + "\\n").encode())
"""
ENDLESS = """
import sys
from itertools import count
from toledo_rules.storage import replace_file
for number in count():
    replace_file(sys.argv[1], ("xyz"[number % 3] * 40000 + "\\n").encode())
"""
PLAYER = """
import sys
from toledo_rules import Game, storage
from toledo_rules.record import load_record
from toledo_rules.storage import StorageError, SavedFile
storage.PATIENCE = 600.0
file = SavedFile(sys.argv[1])
done = 0
try:
    game = Game.from_record(load_record(file).complete(), seed=1, autosave=file)
    for number in range(10):  # three programs, one after the other, find cards enough
        game.play("take")
        done = len(game.history)
except StorageError as error:
    print(done, "changed")
else:
    print(done, "through")
"""


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def assert_whole(data: bytes) -> None:
    assert len(data) == 40_001
    assert len(set(data)) == 2


@pytest.mark.search
def test_several_programs_replace_one_file(tmp_path: Path) -> None:
    """Nobody gets an error, and no reader ever sees a part."""
    path = tmp_path / "file"
    replace_file(path, b"-" * 40_000 + b"\n")
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), letter], env=environment())
        for letter in "abc"
    ]
    seen = set()
    while any(writer.poll() is None for writer in writers):
        data = path.read_bytes()
        assert_whole(data)
        seen.add(data[:1])
        time.sleep(0.002)
    assert [writer.returncode for writer in writers] == [0, 0, 0]
    assert seen
    assert only(path)


@pytest.mark.search
def test_two_programs_continue_one_game(tmp_path: Path) -> None:
    """The last one to save gets through. The others get an error, and no action is lost that they were told of."""
    path = tmp_path / "game.toledo"
    Game(2, seed=1, autosave=path)
    players = [
        subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(path)],
            env=environment(),
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    ends = [player.communicate()[0].split() for player in players]
    saved = load_record(path).complete()
    assert len(saved.entries) == max(int(done) for done, _ in ends)
    assert max(how for _, how in ends) == "through"
    assert only(path)


def test_a_writer_waits_for_another(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with storage._claimed(str(path), None):  # noqa: SLF001
        monkeypatch.setattr(storage, "PATIENCE", 0.05)
        with pytest.raises(StorageError, match="is being written by another program"):
            replace_file(path, NEW)
        monkeypatch.setattr(storage, "PATIENCE", 60.0)
        waiting = Thread(target=replace_file, args=(path, NEW))
        waiting.start()
        time.sleep(0.05)
        assert path.read_bytes() == OLD
    waiting.join()
    assert path.read_bytes() == NEW
    assert only(path)


def test_a_file_that_goes_away_before_it_is_locked(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = storage._lock  # noqa: SLF001

    def lock(file: int) -> bool:
        monkeypatch.setattr(storage, "_lock", real)
        path.unlink()
        return real(file)

    monkeypatch.setattr(storage, "_lock", lock)
    replace_file(path, NEW)
    assert path.read_bytes() == NEW


def test_a_growing_file_that_is_replaced_before_it_is_locked(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = storage._lock  # noqa: SLF001

    def lock(file: int) -> bool:
        monkeypatch.setattr(storage, "_lock", real)
        replace_file(path, ROWS[0])
        return real(file)

    monkeypatch.setattr(storage, "_lock", lock)
    with open_growing(path) as file:
        file.add(ROWS[1])
    assert path.read_bytes() == ROWS[0] + ROWS[1]


# Saving again and again


def test_what_another_program_saved_is_not_destroyed(path: Path) -> None:
    file = SavedFile(path)
    file.save(NEW)
    path.write_bytes(b"of somebody else")
    for _ in range(2):
        with pytest.raises(StorageError, match="load it again, or save to another") as failure:
            file.save(OLD)
        assert failure.value.filename == str(path)
        assert isinstance(failure.value, ToledoError)
        assert isinstance(failure.value, OSError)
    assert path.read_bytes() == b"of somebody else"
    path.unlink()
    file.save(OLD)  # nothing can be lost
    assert path.read_bytes() == OLD
    assert only(path)


def test_what_was_loaded_may_be_replaced(path: Path) -> None:
    first, second = SavedFile(path), SavedFile(str(path))
    assert first.load(9999) == second.load(9999) == OLD
    second.save(NEW)
    with pytest.raises(StorageError):
        first.save(OLD)
    second.save(OLD)
    assert path.read_bytes() == OLD


def test_errors_can_be_sent_to_another_process(path: Path) -> None:
    for error in (
        StorageError.busy(path),
        StorageError.changed(path),
        StorageError(errno.EFBIG, "has too much", path),
    ):
        copy = pickle.loads(pickle.dumps(error))
        assert (type(copy), str(copy), copy.filename) == (type(error), str(error), str(path))


# Rows


def test_rows_that_could_not_be_written_are_cut_off(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once, or, if the disk does not even do that, before the next row."""
    write, cut = os.write, os.ftruncate

    def half(file: int, data: memoryview) -> int:
        write(file, data[:5])
        raise OSError(errno.ENOSPC, "full")

    def fail(_file: int, _size: int) -> None:
        raise OSError(errno.EIO, "broken")

    path.write_bytes(ROWS[0])
    with open_growing(path) as file:
        monkeypatch.setattr(os, "write", half)
        with pytest.raises(OSError, match="full"):
            file.add(ROWS[1])
        assert path.read_bytes() == ROWS[0]
        monkeypatch.setattr(os, "ftruncate", fail)
        with pytest.raises(OSError, match="full"):
            file.add(ROWS[1])
        assert path.read_bytes() == ROWS[0] + ROWS[1][:5]
        monkeypatch.setattr(os, "write", write)
        with pytest.raises(OSError, match="broken"):
            file.add(ROWS[2])
        monkeypatch.setattr(os, "ftruncate", cut)
        file.add(ROWS[2])
    assert path.read_bytes() == ROWS[0] + ROWS[2]


def test_checks_differ() -> None:
    checks = {checksum(f"row {number}") for number in range(2000)}
    assert len(checks) == 2000
    assert all(check.isalpha() and len(check) == 8 for check in checks)
    assert checksum("\ud800") != checksum("?")


# Systems without locks


def test_file_systems_without_locks(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(number: int) -> None:
        def flock(_file: int, _how: int) -> None:
            raise OSError(number, "as the test wants it")

        monkeypatch.setattr(storage.fcntl, "flock", flock)  # type: ignore[attr-defined]  # not for users

    refuse(errno.ENOLCK)
    replace_file(path, NEW)
    with open_growing(path) as file:
        file.add(OLD)
    assert path.read_bytes() == NEW + OLD
    refuse(errno.EIO)
    with pytest.raises(OSError, match="as the test wants it"):
        replace_file(path, NEW)
    assert path.read_bytes() == NEW + OLD
    assert only(path)


def test_systems_without_fcntl(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything but the lock is the same. There a file that may have an owner is left alone for an hour."""
    monkeypatch.setattr(storage, "fcntl", None)
    file = SavedFile(path)
    file.load(9999)
    file.save(NEW)
    assert path.read_bytes() == NEW
    assert only(path)
    path.write_bytes(OLD)
    with pytest.raises(StorageError):
        file.save(NEW)
    orphan = path.with_name(f"{storage._prefix(str(path))}{'0' * 16}.new")  # noqa: SLF001
    orphan.write_bytes(b"half")
    replace_file(path, NEW)
    assert orphan.exists()
    os.utime(orphan, (0, 0))
    replace_file(path, NEW)
    assert only(path)
    with open_growing(path) as growing:
        growing.add(ROWS[0])
    assert path.read_bytes() == NEW + ROWS[0]


def test_systems_that_cannot_open_without_waiting(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "_NONBLOCK", 0)
    assert read_file(path, 9999) == OLD


def test_the_module_works_without_fcntl_from_the_start(path: Path) -> None:
    program = (
        "import sys; sys.modules['fcntl'] = None\n"
        "from toledo_rules.storage import fcntl, replace_file\n"
        f"assert fcntl is None; replace_file({str(path)!r}, b'fine')"
    )
    subprocess.run([sys.executable, "-c", program], env=environment(), check=True)
    assert path.read_bytes() == b"fine"


def test_a_link_is_not_followed_to_what_looks_left_behind(path: Path) -> None:
    """What it points to may belong to somebody else: it is neither locked nor removed, nor is the link."""
    other = path.with_name("other")
    other.write_bytes(b"mine")
    orphan = path.with_name(f"{storage._prefix(str(path))}{'0' * 16}.new")  # noqa: SLF001
    orphan.symlink_to(other)
    replace_file(path, NEW)
    assert orphan.is_symlink()
    assert other.read_bytes() == b"mine"
