"""A file of records, one a line, that one process at a time reads and adds to."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from protocol.errors import Code, ProtocolError


class LineFile:
    """The file at ``path``, made when it is not there: locked, each of its lines given to ``take`` (which
    raises ValueError for one that is no record). A last line that was cut off is dropped. ``who`` names in
    the error what has the file open when another has.

    Raises:
        ProtocolError: it cannot be opened, is in use, or has a line that is no record.
    """

    def __init__(self, path: Path, take: Callable[[str], None], who: str) -> None:
        self._path = path
        try:
            self._file: BinaryIO = path.open("a+b")
        except OSError as error:
            raise ProtocolError(Code.FILE, f"{path}: {error.strerror}", str(path)) from error
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
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                take(line.decode("utf-8"))
            except ValueError as error:
                raise ProtocolError(
                    Code.FILE,
                    f"{self._path}, line {number}: {error}; correct or remove that line",
                    str(self._path),
                ) from error
        if whole < len(data):  # an interrupted write
            self._file.truncate(whole)

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
            raise ProtocolError(Code.FILE, f"{self._path}: {error.strerror}", str(self._path)) from error

    def close(self) -> None:
        """Let go of the file."""
        with contextlib.suppress(OSError):  # of a line that could not be written, which `add` has said
            self._file.close()
