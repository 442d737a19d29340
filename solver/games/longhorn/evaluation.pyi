from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.game import State
from solver.search.proof import ProofPlug

FILE: Path
FEATURES: str
ROW_COUNT: int
ACTIVE_ROWS: int
HIDDEN_UNITS: int
WEIGHT_UNIT: int
CATTLE_ROWS: tuple[int, int]

def set_weights(
    rows: memoryview | npt.NDArray[np.floating[Any]],
    bias: memoryview | npt.NDArray[np.floating[Any]],
    out: memoryview | npt.NDArray[np.floating[Any]],
) -> None: ...
def load_weights(path: str | PathLike[str] = ...) -> None: ...
def need_weights() -> None: ...
def logit_of(plug: ProofPlug, state: State, target: int) -> int: ...
def rows_of(plug: ProofPlug, state: State, target: int) -> list[int]: ...
def rows_of_node(node: bytes) -> list[int]: ...
