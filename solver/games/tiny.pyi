from collections.abc import Sequence

from solver.game import State

class MatrixState(State):
    def __init__(self, rows: Sequence[Sequence[float]]) -> None: ...

class KuhnState(State):
    def __init__(self, cards: Sequence[int], moves: str = "") -> None: ...
