"""Files of certificates: the claimed bounds on a position's value, and the moves that prove them.

A file is a line of text, a line of JSON (the header) and the moves, packed by LZMA. The header has

=============  ===============================================================================
``edition``    the game and the edition of its rules, as in the position
``position``   the position's text
``lower``      the claimed bounds on the value for seat 0, as fractions; equal for a value
``upper``
``cut``        positions of a smaller size (Longhorn: cattle on the board) have no moves here:
               the verifier searches them
``moves``      bytes of the moves before they were packed
``digest``     SHA-256 of the rest of the header and of the moves, against damage
``version``    the version of Herdmind that wrote the file
=============  ===============================================================================

What the moves mean is in :mod:`solver.certificate`.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from protocol import VERSION
from protocol.base.errors import Code, ProtocolError, quote
from protocol.base.files import open_to_read, write_whole

#: The first line: the kind of file and the edition of its layout.
KIND = "herdmind-certificate"
LAYOUT = 1
#: Bytes of the longest header line, and of the most moves.
HEADER_MAX = 2**16
MOVES_MAX = 2**32
_FIELDS: dict[str, type] = {
    **dict.fromkeys(("edition", "position", "lower", "upper", "digest", "version"), str),
    **dict.fromkeys(("cut", "moves"), int),
}
_BOUND = re.compile(r"-?(0|[1-9][0-9]{0,30})(/[1-9][0-9]{0,30})?")


@dataclass(frozen=True)
class Certificate:
    """A claim and the moves that prove it; ``lower`` and ``upper`` bound the value for seat 0."""

    edition: str
    position: str
    lower: Fraction
    upper: Fraction
    cut: int
    moves: bytes
    version: str = VERSION

    def _header(self) -> dict[str, Any]:
        return {
            "edition": self.edition,
            "position": self.position,
            "lower": str(self.lower),
            "upper": str(self.upper),
            "cut": self.cut,
            "moves": len(self.moves),
            "version": self.version,
        }

    def digest(self) -> str:
        """SHA-256 of everything in the certificate, in hexadecimal digits."""
        digest = hashlib.sha256(json.dumps(self._header(), sort_keys=True).encode())
        digest.update(self.moves)
        return digest.hexdigest()

    def file(self) -> bytes:
        """The content of the certificate's file."""
        header = json.dumps(self._header() | {"digest": self.digest()})
        return f"{KIND} {LAYOUT}\n{header}\n".encode() + lzma.compress(
            self.moves, preset=9 | lzma.PRESET_EXTREME
        )

    def save(self, path: Path) -> int:
        """Write the file; returns its size in bytes.

        Raises:
            ProtocolError: it cannot be written.
        """
        data = self.file()
        write_whole(path, data)
        return len(data)


def load(path: str | Path) -> Certificate:
    """The certificate of a file, undamaged; whether it is true is another question.

    Raises:
        ProtocolError: the file cannot be read, is no certificate, or is damaged.
    """
    name = str(path)
    with open_to_read(path) as file:
        try:
            first = file.readline(100)
            line = file.readline(HEADER_MAX)
            packed = file.read()
        except OSError as error:
            raise ProtocolError(Code.FILE, f"{name}: {error.strerror}", name) from error
    _check_kind(name, first)
    fields = _header_of(name, line)
    moves = _unpack(name, packed, fields["moves"])
    certificate = Certificate(
        fields["edition"],
        fields["position"],
        _bound(name, "lower", fields["lower"]),
        _bound(name, "upper", fields["upper"]),
        fields["cut"],
        moves,
        fields["version"],
    )
    if certificate.digest() != fields["digest"]:
        raise _damaged(name, "its content is not that of its digest")
    return certificate


def _damaged(name: str, reason: str) -> ProtocolError:
    return ProtocolError(Code.FILE, f"{name}: this certificate is damaged: {reason}", name)


def _check_kind(name: str, first: bytes) -> None:
    words = first.decode("utf-8", "replace").split()
    if len(words) != 2 or words[0] != KIND:
        raise ProtocolError(
            Code.FILE, f"{name}: this is no certificate; herdmind solve --proof writes one", name
        )
    if words[1] != str(LAYOUT):
        raise ProtocolError(
            Code.FILE,
            f"{name}: a certificate of layout {quote(words[1])}; this version reads layout {LAYOUT}",
            name,
        )


def _header_of(name: str, line: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise _damaged(name, "its second line is no header") from error
    if not isinstance(fields, dict) or set(fields) != set(_FIELDS):
        raise _damaged(name, f"its header should have {', '.join(sorted(_FIELDS))}, and nothing else")
    for key, kind in _FIELDS.items():
        if type(fields[key]) is not kind:
            raise _damaged(name, f"{key} in its header is {quote(json.dumps(fields[key])[:100])}")
    if not 0 <= fields["moves"] <= MOVES_MAX or not 0 <= fields["cut"] <= 255:
        raise _damaged(name, "moves or cut in its header is out of range")
    return fields


def _bound(name: str, key: str, text: str) -> Fraction:
    if not _BOUND.fullmatch(text) or not -1 <= Fraction(text) <= 1:
        raise _damaged(name, f"{key} in its header is {quote(text[:100])}: should be a fraction of -1 to 1")
    return Fraction(text)


def _unpack(name: str, packed: bytes, size: int) -> bytes:
    """The moves; no more memory is taken than the header says."""
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    try:
        moves = unpacker.decompress(packed, size + 1)
        while not unpacker.eof and len(moves) <= size and not unpacker.needs_input:
            moves += unpacker.decompress(b"", size + 1 - len(moves))
    except (lzma.LZMAError, EOFError) as error:
        raise _damaged(name, f"its moves cannot be unpacked ({error})") from error
    if not unpacker.eof or unpacker.unused_data or len(moves) != size:
        raise _damaged(name, f"it should hold {size} bytes of moves, and nothing after them")
    return moves
