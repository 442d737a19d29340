"""Files of records, one per line: any process may read them, one at a time may append."""

from __future__ import annotations

import contextlib
import gzip
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, cast

from protocol.base.errors import Code, ProtocolError
from protocol.base.files import RECORDS_MAX, open_to_add, open_to_read, refusal
from protocol.base.system import lock_file

#: Bytes of the longest line.
LINE_MAX = 2**24
_MARK = b"\xef\xbb\xbf"
_PACKED = b"\x1f\x8b"


def _take_all(
    path: Path, file: BinaryIO, take: Callable[[int, str], None], advice: str = ""
) -> tuple[int, bool]:
    """Pass each line with its number from 1 to ``take``, which raises ValueError if it is not a record. Blank
    lines, a byte-order mark and a truncated record at the end of the file are skipped.

    Returns the number of bytes before a truncated record, and whether the last line has its line end.

    Raises:
        ProtocolError: a line is not a record; the message ends with ``advice``.
    """
    size, number, ended = 0, 0, True
    while raw := file.readline(LINE_MAX + 1):
        number += 1
        ended = raw.endswith(b"\n")
        line = (raw.removeprefix(_MARK) if number == 1 else raw).strip()
        try:
            if len(raw) > LINE_MAX:
                raise ValueError(f"it is over {LINE_MAX} bytes long")
            if line:
                take(number, line.decode("utf-8"))
        except ValueError as error:
            if not ended and len(raw) <= LINE_MAX and line.startswith(b"{"):  # an interrupted write
                return size, True
            reason = "this is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else error
            raise ProtocolError(Code.FILE, f"{path}, line {number}: {reason}{advice}", str(path)) from error
        size += len(raw)
        if size > RECORDS_MAX:
            raise refusal(path, f"the file is over {RECORDS_MAX} bytes")
    return size, ended


def read_lines(path: Path, take: Callable[[int, str], None]) -> None:
    """Pass each line of a file, plain or packed with gzip, with its number from 1 to ``take``, which raises
    ValueError if it is not a record. A truncated last line is skipped.

    Raises:
        ProtocolError: the file cannot be read or is not a regular file, or a line is not a record.
    """
    with open_to_read(path) as file:
        try:
            packed = file.read(2) == _PACKED
            file.seek(0)
            if packed:
                with gzip.GzipFile(fileobj=file) as unpacked:
                    _take_all(path, cast(BinaryIO, unpacked), take)
            else:
                _take_all(path, file, take)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise refusal(path, f"this is not a whole gzip file: {error}") from error
        except OSError as error:
            raise refusal(path, error) from error


def drop_cut_line(path: Path) -> None:
    """Remove a truncated JSON object, left by an interruption, from the end of a file.

    Raises:
        ProtocolError: the file cannot be used, or its last line is something else.
    """
    with open_to_add(path) as file:
        size, last = 0, b""
        file.seek(0)
        for line in file:
            size, last = size + len(last), line
        if last.endswith(b"\n") or not last:
            return
        if not last.startswith(b"{"):
            raise refusal(path, "its last line is neither a record nor the beginning of one")
        file.truncate(size)


class LineFile:
    """The file at ``path``, locked, and created if it does not exist.

    Each line is passed to ``take``, which raises ValueError if it is not a record. A truncated last line is
    removed. ``who`` is the noun for another owner of the lock, for the error message.

    Raises:
        ProtocolError: it cannot be opened, is in use, or has a line that is not a record.
    """

    def __init__(self, path: Path, take: Callable[[str], None], who: str) -> None:
        self._path = path
        self._file = open_to_add(path)
        try:
            if not lock_file(self._file):
                raise ProtocolError(Code.FILE, f"{path} is in use by another {who}", str(path))
            self._load(take)
        except BaseException:
            self.close()
            raise

    def _load(self, take: Callable[[str], None]) -> None:
        self._file.seek(0)
        size, ended = _take_all(
            self._path, self._file, lambda _, line: take(line), "; correct or remove that line"
        )
        self._file.truncate(size)
        if not ended:  # the next record starts a line of its own
            self._file.write(b"\n")
            self._file.flush()

    def add(self, line: str) -> None:
        """Append ``line`` and its line end; it is on disk when this returns.

        Raises:
            ProtocolError: it cannot be written.
        """
        try:
            self._file.write(line.encode("ascii") + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise refusal(self._path, error) from error

    def close(self) -> None:
        """Close the file and release its lock."""
        with contextlib.suppress(OSError):  # of a failed write, which `add` has reported
            self._file.close()
