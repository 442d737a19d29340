from collections.abc import Sequence
from dataclasses import dataclass

@dataclass(frozen=True)
class MatrixSolution:
    lower: float
    upper: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]

def solve_matrix(rows: Sequence[Sequence[float]]) -> MatrixSolution: ...
