from collections.abc import Callable

from solver.game import State
from solver.reports import Answer, Limits, Report, Settings
from solver.rng import Rng
from solver.stop import StopFlag

REPORT_SECONDS: float
FIRST_REPORT_PLIES: int
REPORT_PLIES: int

class Playouts:
    def __init__(self, view: State, seat: int, actions: list[int], rng: Rng, objective: int = 0) -> None: ...
    def advance(self, seconds: float, nodes: int, rounds: int, stop: StopFlag) -> None: ...
    def found(self) -> list[tuple[int, float, int, int, int, float]]: ...
    @property
    def rounds(self) -> int: ...
    @property
    def several(self) -> bool: ...
    @property
    def plies(self) -> int: ...

class FlatSearch:
    settings: Settings
    def __init__(self, settings: Settings | None = None) -> None: ...
    def configure(self, settings: Settings) -> None: ...
    def clear(self) -> None: ...
    def analyse(
        self,
        state: State,
        seat: int,
        limits: Limits,
        on_report: Callable[[Report], None] | None = None,
        stop: StopFlag | None = None,
    ) -> Answer: ...
