"""The door to every file that a user names: plain files alone, no larger than can be sane, and text where
text is meant.

A device, a pipe or a file of the kernel's would be read without end, or hold up whoever opens it; it is
refused before a byte of it is read.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from pathlib import Path
from typing import BinaryIO

from protocol.base.errors import Code, ProtocolError

#: Bytes of the largest file that is read whole: settings, figures, positions, journals.
FILE_MAX = 2**20
#: Bytes of the largest file of records, whose lines are read one after another (packed or not).
RECORDS_MAX = 2**30
#: Given without waiting for the other end of a pipe, without becoming a terminal's owner, or passing it on.
_SAFELY = os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_MARK = b"\xef\xbb\xbf"


def is_system_file(path: str | Path) -> bool:
    """Whether a path leads to where the kernel shows itself as files, which only look like plain ones."""
    return os.path.realpath(path).startswith(("/proc/", "/sys/", "/dev/"))


def refusal(path: str | Path, reason: object) -> ProtocolError:
    """The error of a file that cannot be used; ``reason``: words, or what the system said."""
    if isinstance(reason, OSError | ValueError):
        reason = getattr(reason, "strerror", None) or str(reason)
    return ProtocolError(Code.FILE, f"{path}: {reason}", str(path))


def _open(path: str | Path, flags: int, most: int) -> int:
    """A descriptor of the plain file at ``path``.

    Raises:
        ProtocolError: it cannot be opened, is no plain file, or is larger than ``most`` bytes.
    """
    try:
        fd = os.open(path, flags | _SAFELY, 0o666)
    except (OSError, ValueError) as error:
        raise refusal(path, error) from error
    try:
        about = os.fstat(fd)
        if stat.S_ISDIR(about.st_mode):
            raise refusal(path, "this is a folder; name a file")
        if not stat.S_ISREG(about.st_mode) or is_system_file(path):
            raise refusal(path, "this is no plain file but a device, a pipe or the like")
        if about.st_size > most:
            raise refusal(path, f"the file is over {most} bytes")
    except BaseException:
        os.close(fd)
        raise
    return fd


def check_file(path: str | Path, most: int = FILE_MAX) -> None:
    """Refuse what :func:`read_bytes` would refuse; an empty path means no file.

    Raises:
        ProtocolError: with code FILE.
    """
    if path:
        os.close(_open(path, os.O_RDONLY, most))


def open_to_read(path: str | Path, most: int = RECORDS_MAX) -> BinaryIO:
    """The file, to be read from its start.

    Raises:
        ProtocolError: it cannot be opened, is no plain file, or is larger than ``most`` bytes.
    """
    return os.fdopen(_open(path, os.O_RDONLY, most), "rb")


def open_to_add(path: str | Path, most: int = RECORDS_MAX) -> BinaryIO:
    """The file, made when it is not there, to be read and appended to.

    Raises:
        ProtocolError: it cannot be opened, is no plain file, or is larger than ``most`` bytes.
    """
    return os.fdopen(_open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, most), "a+b")


def open_debug_log(path: str) -> int:
    """A descriptor that appends to a plain file of any size, made when it is not there.

    Raises:
        ProtocolError: it cannot be opened or is no plain file.
    """
    return _open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 2**63)


def add_bytes(path: str, data: bytes) -> None:
    """Add to the end of a plain file of any size, made when it is not there.

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
    """What is in the file.

    Raises:
        ProtocolError: it cannot be read, is no plain file, or is larger than ``most`` bytes.
    """
    with open_to_read(path, most) as file:
        try:
            data = file.read(most + 1)
        except OSError as error:
            raise refusal(path, error) from error
    if len(data) > most:  # it grew
        raise refusal(path, f"the file is over {most} bytes")
    return data


def read_text(path: str | Path, most: int = FILE_MAX) -> str:
    """The text of the file, UTF-8 with or without a byte-order mark.

    Raises:
        ProtocolError: it cannot be read, is no plain file, larger than ``most`` bytes, or no text.
    """
    try:
        text = read_bytes(path, most).removeprefix(_MARK).decode("utf-8")
    except UnicodeDecodeError as error:
        raise refusal(path, "this is no UTF-8 text") from error
    if "\0" in text:
        raise refusal(path, "this is no text: it holds a zero byte")
    return text


def check_target(path: Path) -> None:
    """Refuse a file that :func:`write_whole` could not write, before there is anything to be written.

    Raises:
        ProtocolError: it is there and no plain file, or there is no place for it.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise refusal(path, "this is a folder; name a file")
        if target.exists() and (is_system_file(target) or not target.is_file()):
            raise refusal(path, "this is no plain file but a device, a pipe or the like")
        folder = target.parent
        if not folder.is_dir():
            raise refusal(path, f"there is no folder {folder}")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise refusal(path, f"nothing can be written in {folder}")
    except (OSError, ValueError) as error:
        raise refusal(path, error) from error


def write_whole(path: Path, data: bytes) -> None:
    """Put ``data`` into the file in place of what was there. Whenever the process or the machine stops, the
    file holds the one or the other.

    Raises:
        ProtocolError: it cannot be written, or is there and no plain file.
    """
    check_target(path)
    target = Path(os.path.realpath(path))
    try:
        part = target.with_name(f".{target.name[:200]}.{os.getpid()}")
        try:
            with part.open("wb") as file:
                if target.exists():
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
