from os import PathLike
from pathlib import Path

from solver.model import ModelPlug
from solver.net.weights import Weights

FEATURES: str
PACKAGED: Path

class ColtModel(ModelPlug):
    def __init__(self, weights: Weights, name: str) -> None: ...

def load(path: str | PathLike[str] | None = None) -> ColtModel | None: ...
