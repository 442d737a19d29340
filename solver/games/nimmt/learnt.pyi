from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from solver.game import State
from solver.model import ModelPlug
from solver.net.weights import Floats, Weights

PACKAGED: Path

class NimmtModel(ModelPlug):
    def __init__(self, weights: Weights, name: str) -> None: ...

def load(path: str | PathLike[str] | None = None) -> NimmtModel | None: ...
def inputs(state: State, seat: int) -> tuple[Floats, Floats, int]: ...
def timed(model: NimmtModel, states: Sequence[State], repeats: int) -> tuple[float, float]: ...
