from collections.abc import Mapping, Sequence
from typing import Any

from solver.games.nimmt.net import NimmtNet
from solver.net.weights import Floats

SHARES_OF_SEATS: Mapping[int, float]

def play(
    net: NimmtNet,
    earlier: Sequence[NimmtNet],
    lesson: Any,
    seed: int,
    trace: float = 0.9,
    past: float = 0.2,
    ruled: float = 0.3,
    ruled_many: float = 0.5,
    seats: Mapping[int, float] | None = None,
) -> int: ...
def heads_of_rounds(
    net: NimmtNet | None,
    rival: NimmtNet | None,
    seats: int,
    small: bool,
    deals: int,
    seed: int,
    drawn: bool = False,
) -> list[float]: ...
def measure(net: NimmtNet, seats: int, rounds: int, seed: int) -> dict[str, Floats]: ...
def placed(
    rows: Sequence[tuple[int, int, int]], cards: Sequence[int]
) -> tuple[list[tuple[int, int, int]], list[int]]: ...
