from collections.abc import Mapping, Sequence
from pathlib import Path

from solver.search.turngame import TurnPlug

WEIGHTS: Path
UNIT: float
MOST_SEATS_KNOWN: int

class HeckmeckTurns(TurnPlug): ...

def load_weights(path: Path = ...) -> tuple[int, ...]: ...
def set_weights(seats: int, layers: Mapping[str, Sequence[float]]) -> None: ...
