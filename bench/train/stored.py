"""Files of records made of arrays: a dataclass whose fields are arrays of numpy, one file each."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Record = TypeVar("Record", bound="DataclassInstance")


def write(path: Path, record: DataclassInstance) -> None:
    """Write a record; an old file is replaced at the end, in one step."""
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        np.savez_compressed(file, **vars(record))
    part.replace(path)


def read(kind: type[Record], path: Path) -> Record:
    """The record of a file."""
    with np.load(path) as file:
        return kind(**{field.name: file[field.name] for field in fields(kind)})
