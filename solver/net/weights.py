"""Files of network weights: arrays of float32 in numpy's ``.npz`` with a JSON object ``about``.

``about`` says how the weights were made; its ``features`` names the edition of the inputs of the network.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.net.reading import ABOUT, read_arrays
from solver.net.reading import WeightsError as WeightsError

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Weights:
    """Arrays of a network by name, and how they were made."""

    arrays: Mapping[str, Floats]
    about: Mapping[str, Any]

    @property
    def digest(self) -> str:
        """SHA-256 of the arrays, in hex: names, shapes and numbers; ``about`` does not enter."""
        found = hashlib.sha256()
        for name in sorted(self.arrays):
            array = self.arrays[name]
            found.update(f"{name} {array.shape}\n".encode())
            found.update(np.ascontiguousarray(array, dtype="<f4").tobytes())
        return found.hexdigest()

    @property
    def numbers(self) -> int:
        """How many numbers the arrays hold together."""
        return sum(array.size for array in self.arrays.values())


def save(path: Path, weights: Weights) -> None:
    """Write the file, the same bytes for equal weights; an old one is replaced at the end, in one step."""
    members = {ABOUT: np.frombuffer(json.dumps(weights.about, sort_keys=True).encode(), dtype=np.uint8)}
    members |= {name: np.ascontiguousarray(array, dtype="<f4") for name, array in weights.arrays.items()}
    part = path.with_name(path.name + ".part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(members):
            data = io.BytesIO()
            np.lib.format.write_array(data, members[name], allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(name + ".npy"), data.getvalue(), zipfile.ZIP_DEFLATED)
    part.replace(path)


def load(path: Path, features: str) -> Weights:
    """The weights of a file.

    Raises WeightsError when it is not such a file, or was trained on another edition of the inputs than
    ``features``; OSError when it cannot be read.
    """
    arrays, about = read_arrays(path, features)
    return Weights({name: np.asarray(numbers) for name, numbers in arrays.items()}, about)
