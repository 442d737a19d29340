"""Files of network weights read without numpy, whose import takes longer than a short proof.

The same files as those of :mod:`solver.net.weights`, which writes them.
"""

from __future__ import annotations

import ast
import io
import json
import math
import struct
import sys
import zipfile
import zlib
from array import array
from pathlib import Path
from typing import Any

from solver.errors import HerdmindError

ABOUT = "about"
MAGIC = b"\x93NUMPY\x01\x00"
MOST_AXES = 8
#: What reading a damaged file may raise.
FAULTS = (
    ValueError, KeyError, TypeError, SyntaxError, EOFError, RuntimeError, MemoryError, OverflowError,
    zipfile.BadZipFile, zlib.error, struct.error,
)  # fmt: skip


class WeightsError(HerdmindError):
    """A file of weights that cannot be used; the message says why."""

    default_code = "weights"


def _member(data: bytes) -> tuple[str, tuple[int, ...], bytes]:
    """Type, shape and numbers of an array in the first edition of numpy's format; one of FAULTS otherwise."""
    if not data.startswith(MAGIC):
        raise ValueError("no array")
    end = len(MAGIC) + 2 + int.from_bytes(data[len(MAGIC) : len(MAGIC) + 2], "little")
    header = ast.literal_eval(data[len(MAGIC) + 2 : end].decode("latin-1"))
    shape = tuple(header["shape"])
    if header["fortran_order"] or len(shape) > MOST_AXES or not all(type(n) is int and n > 0 for n in shape):
        raise ValueError("no array of a network")
    return header["descr"], shape, data[end:]


def _floats(word: str, name: str, kind: str, shape: tuple[int, ...], data: bytes) -> memoryview[float]:
    """The numbers of an array in their shape; WeightsError when they are not finite and float32."""
    if kind == "<f4" and len(data) == 4 * math.prod(shape):
        numbers = array("f", data)
        if sys.byteorder == "big":
            numbers.byteswap()
        if all(map(math.isfinite, numbers)):
            return memoryview(numbers).cast("B").cast("f", shape)
    raise WeightsError(f"{word}: the array {name} is not of finite float32 numbers", name)


def read_arrays(path: Path, features: str) -> tuple[dict[str, memoryview[float]], dict[str, Any]]:
    """The arrays of a file by name, float32 with their shapes, and its ``about``.

    Raises WeightsError when it is not such a file, or was trained on another edition of the inputs than
    ``features``; OSError when it cannot be read.
    """
    word = path.name
    try:
        with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
            members = {name.removesuffix(".npy"): _member(archive.read(name)) for name in archive.namelist()}
        about = json.loads(members.pop(ABOUT)[2])
        edition = about["features"]
    except FAULTS as error:
        raise WeightsError(f"{word} is no file of network weights", word) from error
    if edition != features:
        raise WeightsError(
            f"{word} was trained on the inputs {edition}, this program computes {features}", word
        )
    return {name: _floats(word, name, *member) for name, member in members.items()}, about
