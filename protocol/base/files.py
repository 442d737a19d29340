"""Access to every file that a user names: regular files of bounded size, and UTF-8 where text is expected.

A device, a pipe or a kernel file could be endless or block the process that opens it, so it is refused before
a byte is read.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import BinaryIO

from protocol.base.errors import Code, ProtocolError
from protocol.base.system import OPEN_SAFELY

#: Bytes of the largest file that is read whole: settings, figures, positions, journals.
FILE_MAX = 2**20
#: Bytes of the largest file of records, which is read line by line (packed or not).
RECORDS_MAX = 2**30
_MARK = b"\xef\xbb\xbf"


def is_system_file(path: str | Path) -> bool:
    """Whether a path leads to a kernel file system, whose files only look plain."""
    return os.path.realpath(path).startswith(("/proc/", "/sys/", "/dev/"))


def refusal(path: str | Path, reason: object) -> ProtocolError:
    """The error of a file that cannot be used; ``reason`` is a text or the exception."""
    if isinstance(reason, OSError | ValueError):
        reason = getattr(reason, "strerror", None) or str(reason)
    return ProtocolError(Code.FILE, f"{path}: {reason}", str(path))


def _open(path: str | Path, flags: int, most: int) -> int:
    """A descriptor of the regular file at ``path``.

    Raises:
        ProtocolError: it cannot be opened, is not a regular file, or is larger than ``most`` bytes.
    """
    try:
        fd = os.open(path, flags | OPEN_SAFELY, 0o666)
    except (OSError, ValueError) as error:
        raise refusal(path, error) from error
    try:
        about = os.fstat(fd)
        if stat.S_ISDIR(about.st_mode):
            raise refusal(path, "this is a folder; name a file")
        if not stat.S_ISREG(about.st_mode) or is_system_file(path):
            raise refusal(path, "this is not a regular file (it may be a device or a pipe)")
        if about.st_size > most:
            raise refusal(path, f"the file is over {most} bytes")
    except BaseException:
        os.close(fd)
        raise
    return fd


def check_file(path: str | Path, most: int = FILE_MAX) -> None:
    """Refuse a file that :func:`read_bytes` would refuse; an empty path means no file.

    Raises:
        ProtocolError: with code FILE.
    """
    if path:
        os.close(_open(path, os.O_RDONLY, most))


def open_to_read(path: str | Path, most: int = RECORDS_MAX) -> BinaryIO:
    """Open the file for reading.

    Raises:
        ProtocolError: it cannot be opened, is not a regular file, or is larger than ``most`` bytes.
    """
    return os.fdopen(_open(path, os.O_RDONLY, most), "rb")


def open_to_add(path: str | Path, most: int = RECORDS_MAX) -> BinaryIO:
    """Open the file for reading and appending; create it if it does not exist.

    Raises:
        ProtocolError: it cannot be opened, is not a regular file, or is larger than ``most`` bytes.
    """
    return os.fdopen(_open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, most), "a+b")


def open_debug_log(path: str) -> int:
    """Open a regular file of any size for appending; create it if it does not exist.

    Raises:
        ProtocolError: it cannot be opened or is not a regular file.
    """
    return _open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 2**63)


def add_bytes(path: str, data: bytes) -> None:
    """Append to a regular file of any size; create it if it does not exist.

    Raises:
        ProtocolError: with code FILE.
    """
    fd = open_debug_log(path)
    try:
        os.write(fd, data)
    except OSError as error:
        raise refusal(path, error) from error
    finally:
        os.close(fd)


def read_bytes(path: str | Path, most: int = FILE_MAX) -> bytes:
    """The content of the file.

    Raises:
        ProtocolError: it cannot be read, is not a regular file, or is larger than ``most`` bytes.
    """
    with open_to_read(path, most) as file:
        try:
            data = file.read(most + 1)
        except OSError as error:
            raise refusal(path, error) from error
    if len(data) > most:  # it grew while it was read
        raise refusal(path, f"the file is over {most} bytes")
    return data


def read_text(path: str | Path, most: int = FILE_MAX) -> str:
    """The text of the file, UTF-8 with or without a byte-order mark.

    Raises:
        ProtocolError: it cannot be read, is not a regular file, is over ``most`` bytes, or is not text.
    """
    try:
        text = read_bytes(path, most).removeprefix(_MARK).decode("utf-8")
    except UnicodeDecodeError as error:
        raise refusal(path, "this is not UTF-8 text") from error
    if "\0" in text:
        raise refusal(path, "this is not text: it contains a zero byte")
    return text


def check_target(path: Path) -> None:
    """Refuse a file that :func:`write_whole` could not write, before the work whose result it will hold.

    Raises:
        ProtocolError: it exists and is not a regular file, or its folder cannot be written to.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise refusal(path, "this is a folder; name a file")
        if target.exists() and (is_system_file(target) or not target.is_file()):
            raise refusal(path, "this is not a regular file (it may be a device or a pipe)")
        folder = target.parent
        if not folder.is_dir():
            raise refusal(path, f"there is no folder {folder}")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise refusal(path, f"nothing can be written in {folder}")
    except (OSError, ValueError) as error:
        raise refusal(path, error) from error


def write_whole(path: Path, data: bytes) -> None:
    """Replace the content of the file by ``data``, atomically: after a crash it holds the old content or the
    new.

    Raises:
        ProtocolError: it cannot be written, or exists and is not a regular file.
    """
    check_target(path)
    target = Path(os.path.realpath(path))
    try:
        part = target.with_name(f".{target.name[:200]}.{os.getpid()}")
        try:
            with part.open("wb") as file:
                if target.exists():
                    import shutil  # a session that writes no file does without

                    shutil.copymode(target, part)
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
        finally:
            with contextlib.suppress(OSError):
                part.unlink()
    except (OSError, ValueError) as error:
        raise refusal(path, error) from error
