from collections.abc import Sequence

from solver.game import State
from solver.model import ModelPlug
from solver.rng import Rng
from solver.search.ismcts.settings import TreeSettings
from solver.stop import StopFlag

class Tree:
    iterations: int
    nodes: int
    path: tuple[int, int]
    hashfull: int
    modelled: list[float]
    def __init__(
        self,
        view: State,
        seat: int,
        actions: Sequence[int],
        settings: TreeSettings,
        objective: int,
        rng: Rng,
        megabytes: int,
        model: ModelPlug | None = None,
    ) -> None: ...
    def grow(self, iterations: int, seconds: float, stop: StopFlag) -> None: ...
    def worlds(self, count: int) -> list[State]: ...
    def fix_world(self, truth: State) -> None: ...
    def moves(self) -> list[tuple[int, int, list[float], int, float, float, int, float]]: ...
    def tallies(self) -> list[tuple[str, list[float]]]: ...
    def strategy(self) -> list[tuple[int, float]]: ...
