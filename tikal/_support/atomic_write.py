"""Atomic writing: a draft beside the target, which replaces it when it is complete.

Whatever happens on the way (Ctrl-C, `kill -9`, a full disk), the old file stays as it was.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Final, TextIO

if sys.platform != "win32":
    import fcntl

#: The suffix of a draft.
PARTIAL: Final = ".partial"
#: The usual limit of file systems, less the suffix of a draft.
_MAX_NAME_BYTES: Final = 255 - len(PARTIAL) - len(".new")
_FLAGS: Final = (
    os.O_RDWR
    | os.O_CREAT
    | getattr(os, "O_NOFOLLOW", 0)  # never write through a symbolic link
    | getattr(os, "O_NONBLOCK", 0)  # opening a pipe would wait
    | getattr(os, "O_BINARY", 0)
)


def write_atomic(path: Path, text: str | Iterable[str]) -> None:
    """Write a text, or its parts one after the other, as `open_atomic` does."""
    with open_atomic(path) as file:
        file.writelines([text] if isinstance(text, str) else text)


@contextmanager
def open_atomic(path: Path) -> Iterator[TextIO]:
    """A file to write UTF-8 to, which is at its place only if the block ends without an error.

    A link stays a link and what it leads to is written; an existing file keeps its permissions.
    What is not an ordinary file (a pipe, /dev/stdout) is written directly.
    """
    if _is_written_directly(path):
        with path.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        return
    with AtomicFile(path) as draft:
        try:
            yield draft.file
            draft.put_in_place()
        except BaseException:
            draft.discard()
            raise


def partial_of(path: Path) -> Path:
    """The path of the draft: in the folder of the file, or of the target of a link."""
    place = Path(os.path.realpath(path))
    name = place.name
    while len(os.fsencode(name)) > _MAX_NAME_BYTES:
        name = name[:-1]
    return place.with_name(name + PARTIAL)


def require_writable(path: Path) -> None:
    """Raise the `OSError` that `AtomicFile` would raise; an earlier draft stays as it is."""
    partial = partial_of(path)
    _require_ordinary(Path(os.path.realpath(path)))
    is_new = not os.path.lexists(partial)
    descriptor = _open(partial)
    try:
        if is_new and sys.platform != "win32":
            partial.unlink()
    finally:
        os.close(descriptor)
    if is_new:
        partial.unlink(missing_ok=True)


class AtomicFile(AbstractContextManager["AtomicFile"]):
    """A file that is written as `<name>.partial` beside its target, then replaces it.

    Leaving the `with` block only closes it, so that one can go on from it another time: with `keep`
    an earlier draft stays and a second, `<name>.partial.new`, is written until `catch_up` puts it
    in place of the first. A lock keeps other processes from writing the same draft.
    """

    def __init__(self, target: Path, *, keep: bool = False) -> None:
        self._place = Path(os.path.realpath(target))
        self._partial = self._path = partial_of(target)
        _require_ordinary(self._place)
        #: Whether an earlier draft has more than this one.
        self.is_behind = False
        self._earlier: int | None = None
        descriptor = _open(self._partial)
        if keep:
            self._earlier, self.is_behind = descriptor, True  # it stays locked
            self._path = self._partial.with_name(f"{self._partial.name}.new")
            try:
                descriptor = _open(self._path)
            except BaseException:
                os.close(self._earlier)
                raise
        self.file = os.fdopen(descriptor, "w", encoding="utf-8", newline="\n")
        try:
            self.file.truncate(0)  # the rest of a killed run
            self._take_permissions()
        except BaseException:
            self.__exit__()
            raise

    def catch_up(self) -> None:
        """Replace the earlier draft by this one, which has all of its content by now."""
        if self._earlier is not None and sys.platform != "win32":  # which moves no open file
            self._to_disk()
            self._path.replace(self._partial)
            self._path = self._partial
            os.close(self._earlier)
            self._earlier = None
        self.is_behind = False

    def put_in_place(self) -> None:
        """Make this the file; it is on the disk before the old one is gone."""
        self.catch_up()
        self._take_permissions()
        self._to_disk()
        if sys.platform == "win32":
            self.file.close()
        self._path.replace(self._place)
        self.file.close()
        if self._earlier is not None:
            os.close(self._earlier)
            self._earlier = None
            self._partial.unlink(missing_ok=True)

    def discard(self) -> None:
        """Remove this draft; an earlier one stays."""
        with suppress(OSError):
            if sys.platform == "win32":  # which removes no open file
                self.file.close()
            self._path.unlink(missing_ok=True)
        with suppress(OSError):  # a full disk
            self.file.close()

    def __exit__(self, *_: object) -> None:
        if self.is_behind:
            self.discard()
        with suppress(OSError):
            self.file.close()
        if self._earlier is not None:
            if not os.fstat(self._earlier).st_size:  # there was none
                self._partial.unlink(missing_ok=True)
            os.close(self._earlier)
            self._earlier = None

    def _to_disk(self) -> None:
        self.file.flush()
        os.fsync(self.file.fileno())  # some file systems tell only now that the disk is full

    def _take_permissions(self) -> None:
        """Those of the file that will be replaced, also while this one is written."""
        if sys.platform == "win32" or not self._place.exists():
            return
        old, descriptor = self._place.stat(), self.file.fileno()
        own = os.fstat(descriptor)
        if (old.st_uid, old.st_gid) != (own.st_uid, own.st_gid):
            with suppress(OSError):  # only root gives files away
                os.fchown(descriptor, old.st_uid, old.st_gid)
        with suppress(OSError):
            os.fchmod(descriptor, stat.S_IMODE(old.st_mode) & 0o777)


def _open(path: Path) -> int:
    """Open and lock a draft that no other process is writing."""
    while True:
        descriptor = os.open(path, _FLAGS, 0o666)
        try:
            own = os.fstat(descriptor)
            if not stat.S_ISREG(own.st_mode):
                raise OSError(errno.EEXIST, f"{path.name} is not an ordinary file", str(path))
            _lock(descriptor, path)
            if os.path.samestat(own, path.lstat()):
                return descriptor
        except FileNotFoundError:
            pass  # its writer has just put it in place
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _lock(descriptor: int, path: Path) -> None:
    if sys.platform == "win32":  # where two writers at a time are not noticed
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        message = f"another process is writing {path.name} at this moment"
        raise OSError(errno.EBUSY, message, str(path)) from None
    except OSError:
        pass  # a file system without locks


def _require_ordinary(place: Path) -> None:
    """Refuse a target that could not be written itself, though it could be replaced."""
    try:
        mode = place.stat().st_mode  # not `exists`, which hides the reason of a failure
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is not an ordinary file", str(place))
    if not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(place))


def _is_written_directly(path: Path) -> bool:
    """Whether a file is not ordinary, or open already as what this process reads or prints."""
    try:
        target = path.stat()
    except OSError:  # nothing there yet; or an error that opening it will tell
        return False
    return not stat.S_ISREG(target.st_mode) or any(
        os.path.samestat(target, stream) for stream in _standard_streams()
    )


def _standard_streams() -> Iterator[os.stat_result]:
    for descriptor in range(3):
        with suppress(OSError):  # it is closed
            yield os.fstat(descriptor)
