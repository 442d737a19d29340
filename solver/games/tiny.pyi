from collections.abc import Sequence

from solver.game import State
from solver.model import ModelPlug

class MatrixState(State):
    def __init__(self, rows: Sequence[Sequence[float]]) -> None: ...

class KuhnState(State):
    def __init__(self, cards: Sequence[int], moves: str = "") -> None: ...

class MatrixModel(ModelPlug):
    def __init__(self, rows: Sequence[float], columns: Sequence[float]) -> None: ...

class KuhnModel(ModelPlug):
    def __init__(self, bets: Sequence[tuple[float, float]]) -> None: ...
