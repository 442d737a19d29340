"""The content of a file that may be packed with gzip, and may still grow, as a plain file."""

from __future__ import annotations

import tempfile
import weakref
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from protocol.base.files import open_to_read, refusal

_PACKED = b"\x1f\x8b"
#: Most bytes of an unpacked file, and bytes that are read at once.
UNPACKED_MAX = 2**30
PIECE = 2**16


class Growing:
    """The plain content of the file at ``path``. Unpacked content is kept in a temporary file, so only the
    rest is unpacked when the file has grown. A last part that is not whole is still being written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._plain: BinaryIO | None = None
        self._taken = 0
        self._unpack = zlib.decompressobj(wbits=31)

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """The content, to be read from its beginning.

        Raises:
            ProtocolError: the file cannot be read or unpacked.
        """
        with open_to_read(self._path) as file:
            packed = file.read(2) == _PACKED
            if packed:
                yield self._unpacked(file)
            else:
                file.seek(0)
                yield file

    def _unpacked(self, file: BinaryIO) -> BinaryIO:
        if self._plain is None or file.seek(0, 2) < self._taken:
            self._plain = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115
            self._taken, self._unpack = 0, zlib.decompressobj(wbits=31)
            weakref.finalize(self, self._plain.close)
        plain = self._plain
        file.seek(self._taken)
        plain.seek(0, 2)
        while piece := file.read(PIECE):
            self._taken += len(piece)
            while piece:
                if self._unpack.eof:  # another member follows
                    self._unpack = zlib.decompressobj(wbits=31)
                try:
                    plain.write(self._unpack.decompress(piece, PIECE))
                except zlib.error as error:
                    self._plain = None
                    raise refusal(self._path, f"this is not a whole gzip file: {error}") from None
                if plain.tell() > UNPACKED_MAX:
                    self._plain = None
                    raise refusal(self._path, f"unpacked it is over {UNPACKED_MAX >> 20} MB")
                piece = self._unpack.unconsumed_tail or self._unpack.unused_data
        plain.seek(0)
        return plain
