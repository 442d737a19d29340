from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from solver.net.weights import Floats

NAMES: tuple[str, ...]

def slopes(
    arrays: Sequence[Floats],
    told: Floats,
    each: Floats,
    steps: npt.NDArray[np.int32],
    starts: npt.NDArray[np.int64],
    chosen_ones: npt.NDArray[np.int64],
    gains: Floats,
    odds: Floats,
    price: float,
    clip: float,
    targets: Floats | None = None,
) -> tuple[list[Floats], float, float]: ...
