from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from solver.game import State
from solver.model import ModelPlug
from solver.net.weights import Floats
from solver.rng import Rng

def raw(state: State) -> bytes: ...
def restore(state: State, data: bytes) -> None: ...
def counted(state: State) -> list[int]: ...
def guided_game(state: State, rng: Rng, others: int = 0) -> bytes: ...
def bandit_features(positions: bytes) -> bytes: ...
def estimates(positions: bytes) -> list[tuple[list[int], list[float], int, int]]: ...
def learning_game(
    state: State,
    models: Sequence[ModelPlug | None],
    recorded: int,
    rng: Rng,
    told: Floats,
    each: Floats,
    steps: npt.NDArray[np.int32],
    notes: Floats,
    others: int = 40,
) -> tuple[int, int, bytes]: ...
