"""Files of network weights read without numpy, whose import takes longer than a short proof.

The same files as those of :mod:`solver.net.weights`, which writes them.
"""

from __future__ import annotations

import ast
import json
import math
import sys
import zipfile
from array import array
from pathlib import Path

from solver.errors import HerdmindError

ABOUT = "about"
MAGIC = b"\x93NUMPY\x01\x00"


class WeightsError(HerdmindError):
    """A file of weights that cannot be used; the message says why."""

    default_code = "weights"


def _member(data: bytes) -> tuple[str, tuple[int, ...], bytes]:
    """Type, shape and numbers of an array in the first edition of numpy's format.

    Raises ValueError, SyntaxError, KeyError or TypeError for anything else.
    """
    if not data.startswith(MAGIC):
        raise ValueError("no array")
    end = len(MAGIC) + 2 + int.from_bytes(data[len(MAGIC) : len(MAGIC) + 2], "little")
    header = ast.literal_eval(data[len(MAGIC) + 2 : end].decode("latin-1"))
    if header["fortran_order"]:
        raise ValueError("the first axis is not the slowest")
    return header["descr"], tuple(header["shape"]), data[end:]


def read_arrays(path: Path, features: str) -> dict[str, memoryview[float]]:
    """The arrays of a file by name, float32 with their shapes.

    Raises WeightsError when it is not such a file, or was trained on another edition of the inputs than
    ``features``; OSError when it cannot be read.
    """
    found: dict[str, memoryview[float]] = {}
    try:
        with zipfile.ZipFile(path) as archive:
            members = {name.removesuffix(".npy"): _member(archive.read(name)) for name in archive.namelist()}
        edition = json.loads(members.pop(ABOUT)[2])["features"]
        for name, (kind, shape, data) in members.items():
            numbers = array("f", data)
            if kind != "<f4" or math.prod(shape) != len(numbers):
                raise ValueError(name)
            if sys.byteorder == "big":
                numbers.byteswap()
            if not all(map(math.isfinite, numbers)):
                raise ValueError(name)
            found[name] = memoryview(numbers).cast("B").cast("f", shape)
    except (ValueError, KeyError, TypeError, SyntaxError, zipfile.BadZipFile) as error:
        raise WeightsError(f"{path.name} is no file of network weights", path.name) from error
    if edition != features:
        raise WeightsError(
            f"{path.name} was trained on the inputs {edition}, this program computes {features}", path.name
        )
    return found
