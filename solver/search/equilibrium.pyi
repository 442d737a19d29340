from dataclasses import dataclass

from solver.game import State
from solver.stop import StopFlag

@dataclass(frozen=True)
class Exact:
    lower: float
    upper: float
    moves: tuple[list[tuple[int, float, float]], list[tuple[int, float, float]]]
    mixtures: tuple[list[tuple[int, float]], list[tuple[int, float]]]
    nodes: int
    estimates: int

def fully_known(state: State) -> bool: ...
def solve_exact(
    state: State,
    objective: int,
    hash_mb: int,
    max_nodes: int,
    max_seconds: float,
    stop: StopFlag,
) -> Exact | None: ...
