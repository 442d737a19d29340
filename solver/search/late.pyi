from solver.game import State
from solver.search.turngame import TurnPlug
from solver.stop import StopFlag

MOST_STATES: int

class LateGame:
    objective: int
    def __init__(self, plug: TurnPlug, objective: int) -> None: ...
    def solve(self, root: State, most: int, seconds: float, stop: StopFlag) -> tuple[float, float] | None: ...
    def outcome(
        self, root: State, outcome: int, most: int, seconds: float, stop: StopFlag
    ) -> tuple[float, float] | None: ...
    @property
    def states(self) -> int: ...
    @property
    def solved_turns(self) -> int: ...
