"""Files of records, one a line: read by anybody, added to by one process at a time."""

from __future__ import annotations

import contextlib
import fcntl
import gzip
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, cast

from protocol.base.errors import Code, ProtocolError
from protocol.base.files import RECORDS_MAX, open_to_add, open_to_read, refusal

#: Bytes of the longest line.
LINE_MAX = 2**24
_MARK = b"\xef\xbb\xbf"
_PACKED = b"\x1f\x8b"


def _take_all(
    path: Path, file: BinaryIO, take: Callable[[int, str], None], advice: str = ""
) -> tuple[int, bool]:
    """Give each line with its number from 1 to ``take``, which raises ValueError for one that is no record.
    Blank lines and a byte-order mark are passed over, and the beginning of a record that ends the file.

    Returns the bytes up to where such a beginning stands (all when there is none), and whether the last line
    has its end.

    Raises:
        ProtocolError: a line is no record; the message ends in ``advice``.
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
            reason = "this is no UTF-8 text" if isinstance(error, UnicodeDecodeError) else error
            raise ProtocolError(Code.FILE, f"{path}, line {number}: {reason}{advice}", str(path)) from error
        size += len(raw)
        if size > RECORDS_MAX:
            raise refusal(path, f"there are over {RECORDS_MAX} bytes in it")
    return size, ended


def read_lines(path: Path, take: Callable[[int, str], None]) -> None:
    """Give each line of a file, plain or packed with gzip, with its number from 1 to ``take`` (which raises
    ValueError for one that is no record). A last line that was cut off is passed over.

    Raises:
        ProtocolError: the file cannot be read or is none for this, or a line is no record.
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
    """Take the beginning of a JSON object that an interruption left at the end of a file out of it.

    Raises:
        ProtocolError: the file cannot be used, or its end is no such beginning.
    """
    with open_to_add(path) as file:
        size, last = 0, b""
        file.seek(0)
        for line in file:
            size, last = size + len(last), line
        if last.endswith(b"\n") or not last:
            return
        if not last.startswith(b"{"):
            raise refusal(path, "its last line is no record, nor the beginning of one")
        file.truncate(size)


class LineFile:
    """The file at ``path``, made when it is not there: locked, each of its lines given to ``take`` (which
    raises ValueError for one that is no record). A last line that was cut off is dropped. ``who`` names in
    the error what has the file open when another has.

    Raises:
        ProtocolError: it cannot be opened, is in use, or has a line that is no record.
    """

    def __init__(self, path: Path, take: Callable[[str], None], who: str) -> None:
        self._path = path
        self._file = open_to_add(path)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._load(take)
        except BlockingIOError:
            self.close()
            raise ProtocolError(Code.FILE, f"{path} is in use by another {who}", str(path)) from None
        except BaseException:
            self.close()
            raise

    def _load(self, take: Callable[[str], None]) -> None:
        self._file.seek(0)
        size, ended = _take_all(
            self._path, self._file, lambda _, line: take(line), "; correct or remove that line"
        )
        self._file.truncate(size)
        if not ended:  # what is added next must not stand on its line
            self._file.write(b"\n")
            self._file.flush()

    def add(self, line: str) -> None:
        """Append a line, without its end; it is on disk when this returns.

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
        """Let go of the file."""
        with contextlib.suppress(OSError):  # of a line that could not be written, which `add` has said
            self._file.close()
