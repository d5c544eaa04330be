"""Files that are never half written, and never written by two programs at once.

`replace_file` replaces the contents of a file: at every moment it has either the old or the new ones. `SavedFile` does
so again and again, and notices if another program has changed the file in the meantime. `open_growing` adds rows to a
file that only one program at a time may write. `read_file` reads a file, up to a limit, and `read_lines` line by line.

>>> from tempfile import TemporaryDirectory
>>> folder = TemporaryDirectory()
>>> path = f"{folder.name}/game.toledo"
>>> file = SavedFile(path)
>>> file.save(b"one move")
>>> file.save(b"two moves")
>>> replace_file(path, b"another player's move")
>>> file.save(b"three moves")
Traceback (most recent call last):
toledo_rules.errors.StorageError: [Errno ...] was changed by another program since this one saved it: load it
again, or save to another file: '...game.toledo'
>>> folder.cleanup()

A file is replaced by way of a temporary file in the same folder, under a name of its own. A new file can be read by
its owner only, unless the caller says otherwise; an old one keeps its mode. A link is followed. Whatever goes wrong,
the temporary file is removed; one left behind by a killed program is removed by the next program that saves there.

Writers lock each other out with `fcntl.flock`. Where that does not exist (Windows, browsers, some network
drives), replacing is still a single step, but two programs that save at the very same moment do not notice each other,
and nothing keeps a second program from writing to a growing file.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import Final, TypeAlias

try:
    import fcntl
except ImportError:  # Windows, and builds for browsers
    fcntl = None  # type: ignore[assignment]  # mypy looks at this system only

from toledo_rules._values import check_type
from toledo_rules.errors import StorageError

__all__ = [
    "PRIVATE",
    "SHARED",
    "FilePath",
    "SavedFile",
    "read_file",
    "replace_file",
]

FilePath: TypeAlias = str | os.PathLike[str]

PRIVATE: Final = 0o600
"""Mode of a new file that only its owner may read: the record of a game holds all hands."""
SHARED: Final = 0o666
"""Mode of a new file that others may read, as far as the umask allows."""

PATIENCE: Final = 10.0
"""Seconds to wait for another program that is replacing the same file, which takes it milliseconds."""

_PAUSE = 0.01
_ORPHAN_AGE = 3600.0
"""Seconds after which a temporary file counts as abandoned, where it cannot be locked."""
_UNSUPPORTED = (errno.ENOSYS, errno.ENOLCK, errno.ENOTSUP, errno.EINVAL)
"""The error codes of file systems without locks."""
_CHUNK = 1 << 20
_SOME_LINES = 1 << 16
_LETTERS = bytes.maketrans(b"0123456789abcdef", b"abcdefghijklmnop")


def checksum(text: str) -> str:
    """Return an eight-letter checksum of a text: only letters, so that no program takes it for a number.

    >>> checksum("game,seat,points"), checksum("game,seat,point")
    ('...', '...')
    """
    digits = sha256(text.encode(errors="surrogatepass")).hexdigest()[:8]
    return digits.encode().translate(_LETTERS).decode()


# Reading


def read_file(path: FilePath, most: int) -> bytes:
    """Return the contents of a file.

    Raises `StorageError` if there are more than `most` bytes, even if they never end, and `OSError` if it cannot be
    read. A pipe to which nobody writes is empty.
    """
    with opened(path) as file:
        return _read(file, most, path)


@contextmanager
def opened(path: FilePath) -> Iterator[int]:
    """Open a file to read. It waits for what another program writes to a pipe, but not for such a program to come."""
    with _about(path):
        file = os.open(path, os.O_RDONLY | _BINARY | _NONBLOCK)
        try:
            if _NONBLOCK:
                os.set_blocking(file, True)
            yield file
        finally:
            os.close(file)


def file_name(path: FilePath) -> str:
    """Return the name of a file. Raises `StorageError` for a text that can be none."""
    name = os.fspath(path)
    check_type("the name of a file", name, str)
    if re.search("[\0\ud800-\udc7f\udd00-\udfff]", name):
        raise StorageError(errno.EINVAL, "is a name that no file can have", path)
    return name


@contextmanager
def _about(path: FilePath) -> Iterator[None]:
    """Name the file in a system error, which may have named a temporary file, or none."""
    name = file_name(path)
    try:
        yield
    except OSError as error:
        if error.errno is not None:  # without a number, the name would replace the message
            error.filename = name
        raise


_BINARY: int = getattr(os, "O_BINARY", 0)
_NONBLOCK: int = getattr(os, "O_NONBLOCK", 0)
"""Without it, opening a pipe would wait for its other end."""


def _read(file: int, most: int, path: FilePath) -> bytes:
    parts, size = list[bytes](), 0
    while part := os.read(file, min(_CHUNK, most + 1 - size)):
        parts.append(part)
        size += len(part)
        if size > most:
            raise StorageError(errno.EFBIG, f"has more than {most:,} bytes", path)
    return b"".join(parts)


def read_lines(path: FilePath, *, most: int, longest: int) -> Generator[bytes, None, None]:
    """Yield the lines of a file, each with its newline, without reading the whole file into memory.

    The last one may have no newline. Raises `StorageError` if the file has more than `most` bytes or a line more than
    `longest`, and `OSError` if it cannot be read.
    """
    with opened(path) as file:
        yield from _lines(file, most, longest, path)


def _lines(file: int, most: int, longest: int, path: FilePath) -> Generator[bytes, None, None]:
    rest, size = b"", 0
    while part := os.read(file, min(_SOME_LINES, most + 1 - size)):
        size += len(part)
        if size > most:
            raise StorageError(errno.EFBIG, f"has more than {most:,} bytes", path)
        *lines, rest = (rest + part).split(b"\n")
        if max(map(len, (*lines, rest))) > longest:
            raise StorageError(errno.EFBIG, f"has a line of more than {longest:,} bytes", path)
        for line in lines:
            yield line + b"\n"
    if rest:
        yield rest


# Replacing


def replace_file(
    path: FilePath,
    data: bytes | Iterable[bytes],
    *,
    mode: int = PRIVATE,
    may_replace: Callable[[bytes], bool] | None = None,
) -> None:
    """Replace the contents of a file in one step.

    Args:
        path: The file. A link is followed.
        data: The new contents, or an iterable of chunks to be written in turn.
        mode: Mode of the file if it is new.
        may_replace: Function that is asked about the old contents, while the file is locked.

    Raises `StorageError` if the old contents may not be replaced, `StorageError` if another program keeps the file
    locked for `PATIENCE` seconds, and `OSError` if it cannot be written. In all these cases the old file is kept.
    """
    parts = (data,) if isinstance(data, bytes) else data
    with _about(path):
        target = os.path.realpath(path)
        _remove_orphans(target)
        _replace(target, parts, mode, may_replace)


class SavedFile:
    """A file that is saved again and again by one program, such as the record of a game in progress.

    It is not kept open or locked between saves. So a second program can save there too, but then the first one gets an
    error instead of overwriting what the second one wrote.
    """

    def __init__(self, path: FilePath, *, mode: int = PRIVATE) -> None:
        self.path = path
        self._mode = mode
        self._known: tuple[bytes, ...] | None = None
        """The contents that this program knows, and so may replace; None for any."""
        self._begun = False

    def load(self, most: int) -> bytes:
        """Return the contents, as `read_file` does. From now on `save` replaces these contents and no others.

        Raises `StorageError` for anything that cannot be replaced, such as a pipe, without waiting for its other end.
        """
        with opened(self.path) as file:
            _check_ordinary(file, self.path)
            data = _read(file, most, self.path)
        self._known = (data,)
        return data

    def save(self, data: bytes) -> None:
        """Replace the contents, as `replace_file` does. If the file was removed, it is created again.

        The first call replaces whatever is there, unless the file was loaded. Raises `StorageError` if
        another program has changed the file since the last call, and `OSError` if it cannot be written. Then it can be
        tried again.
        """
        may_replace = None
        if self._known is not None:
            # If this is interrupted, the file may have either contents.
            self._known = (self._known[0], data)
            may_replace = self._known.__contains__
        with _about(self.path):
            target = os.path.realpath(self.path)
            if not self._begun:  # once is enough, and in a large folder it takes a while
                _remove_orphans(target)
                self._begun = True
            _replace(target, (data,), self._mode, may_replace)
        self._known = (data,)


def _replace(
    target: str, parts: Iterable[bytes], mode: int, may_replace: Callable[[bytes], bool] | None
) -> None:
    with _claimed(target, may_replace) as old:
        temporary, file = _temporary(target, mode if old is None else PRIVATE)
        try:
            try:
                for part in parts:
                    _write(file, part)
                if old is not None:
                    _dress(temporary, old)
                os.fsync(file)
                if (
                    fcntl is not None
                ):  # so that it is not taken for an orphan while it is open and locked
                    os.replace(temporary, target)
            finally:
                os.close(file)
            if fcntl is None:  # Windows renames no file that is open
                os.replace(temporary, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary)
            raise
    _sync_folder(target)


@contextmanager
def _claimed(
    target: str, may_replace: Callable[[bytes], bool] | None
) -> Iterator[os.stat_result | None]:
    """Lock other writers out of a file while it is replaced. Gives its status; None if it does not exist."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            file = os.open(target, os.O_RDWR | _BINARY | _NONBLOCK)
        except FileNotFoundError:
            yield None
            return
        try:
            _check_ordinary(file, target)
            if _lock(file) and _is_still(file, target):
                status = os.fstat(file)
                if may_replace is not None and not may_replace(_read(file, status.st_size, target)):
                    raise StorageError.changed(target)
                if fcntl is not None:
                    yield status
                    return
                break
        finally:
            os.close(file)
        if time.monotonic() > until:
            raise StorageError.busy(target)
        time.sleep(_PAUSE)
    yield status  # Windows replaces no file that is open


def _check_ordinary(file: int, path: FilePath) -> None:
    """Raise an error for a device, a pipe and the like: they cannot be replaced or truncated."""
    if not stat.S_ISREG(os.fstat(file).st_mode):
        raise StorageError(errno.EINVAL, "is not an ordinary file", path)


def _lock(file: int) -> bool:
    """Lock an open file, unless it is locked already. Where there are no locks, every file counts as locked."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno in _UNSUPPORTED:
            return True
        raise
    return True


def _is_still(file: int, path: FilePath) -> bool:
    """Return True if the open file still has this name, and was not replaced before it was locked."""
    try:
        there = os.stat(path)
    except FileNotFoundError:
        return False
    return os.path.samestat(there, os.fstat(file))


def _temporary(target: str, mode: int) -> tuple[str, int]:
    """Create a temporary file next to a file, open and locked."""
    while True:
        name = f"{_prefix(target)}{os.urandom(8).hex()}{_SUFFIX}"
        path = os.path.join(os.path.dirname(target), name)
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, mode)
            try:
                if _lock(file) and _is_still(file, path):
                    return path, file
            except BaseException:
                os.close(file)
                raise
        except BaseException:
            with suppress(OSError):
                os.unlink(path)
            raise
        os.close(file)  # it was taken for an orphan before it was locked


_SUFFIX = ".new"


def _prefix(target: str) -> str:
    """Return the prefix of a file's temporary files. It is short, however long the file's name is."""
    name = os.path.basename(target).encode(errors="surrogateescape")
    return f".toledo-{sha256(name).hexdigest()[:12]}-"


def _remove_orphans(target: str) -> None:
    """Remove temporary files of programs that were killed while they replaced this file."""
    folder, prefix = os.path.dirname(target), _prefix(target)
    with suppress(OSError):  # writing the file will report what is wrong
        for name in os.listdir(folder):
            if name.startswith(prefix) and name.endswith(_SUFFIX):
                with suppress(OSError):
                    _remove_orphan(os.path.join(folder, name))


def _remove_orphan(path: str) -> None:
    if fcntl is None:
        if time.time() - os.stat(path).st_mtime > _ORPHAN_AGE:
            os.unlink(path)
        return
    file = os.open(path, os.O_RDWR | os.O_NOFOLLOW)
    try:
        if _lock(file):
            os.unlink(path)
    finally:
        os.close(file)


def _write(file: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest[:_CHUNK]) :]


def _dress(path: str, old: os.stat_result) -> None:
    """Give a temporary file the mode of the old file, and its owner if that is possible."""
    with suppress(
        OSError, AttributeError
    ):  # only the administrator may do this, and not on every system
        os.chown(path, old.st_uid, old.st_gid)
    os.chmod(path, stat.S_IMODE(old.st_mode))


def _sync_folder(path: str) -> None:
    """Make the new name of a file survive a power cut. Not every system can do this, or needs to."""
    with suppress(OSError):
        folder = os.open(os.path.dirname(path), os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


# Growing


class GrowingFile:
    """A file to which rows are added, by one program at a time."""

    def __init__(self, file: int, path: FilePath) -> None:
        self._file = file
        self._path = path
        self._size = os.fstat(file).st_size

    def read(self, most: int) -> bytes:
        """Return the contents. Raises `StorageError` if there are more than `most` bytes."""
        with _about(self._path):
            os.lseek(self._file, 0, os.SEEK_SET)
            return _read(self._file, most, self._path)

    def lines(self, *, most: int, longest: int) -> Generator[bytes, None, None]:
        """Yield the lines, as `read_lines` does. Nothing may be added in between."""
        with _about(self._path):
            os.lseek(self._file, 0, os.SEEK_SET)
            yield from _lines(self._file, most, longest, self._path)

    def cut(self, size: int) -> None:
        """Truncate the file to this many bytes."""
        with _about(self._path):
            os.ftruncate(self._file, size)
        self._size = size

    def add(self, data: bytes) -> None:
        """Add these bytes at the end. They survive the end of this program from now on.

        Raises `OSError` if they cannot be written; then the file is truncated to what it was, and if that fails too,
        the next call tries again.
        """
        with _about(self._path):
            if os.lseek(self._file, 0, os.SEEK_END) != self._size:
                os.ftruncate(self._file, self._size)
                os.lseek(self._file, self._size, os.SEEK_SET)
            try:
                _write(self._file, data)
            except BaseException:
                with suppress(OSError):
                    os.ftruncate(self._file, self._size)
                raise
        self._size += len(data)

    def sync(self) -> None:
        """Wait until everything is safe from a power cut."""
        with _about(self._path):
            os.fsync(self._file)


@contextmanager
def open_growing(path: FilePath, *, mode: int = SHARED) -> Iterator[GrowingFile]:
    """Open a file for appending, and create it if it does not exist. Others can still read it.

    Raises `StorageError` if another program has it open for appending, and `OSError` if it cannot be opened.
    """
    while True:
        with _about(path):
            file = os.open(path, os.O_RDWR | os.O_CREAT | _BINARY | _NONBLOCK, mode)
        try:
            with _about(path):
                _check_ordinary(file, path)
                if not _lock(file):
                    raise StorageError.busy(path)
                there = _is_still(file, path)
            if there:
                growing = GrowingFile(file, path)
                yield growing
                growing.sync()
                return
        finally:
            os.close(file)
