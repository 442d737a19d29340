from collections.abc import Mapping

from solver.net.weights import Floats

FEATURES: str
STATE_INPUTS: int
CARD_INPUTS: int

class NimmtNet:
    def __init__(self, arrays: Mapping[str, Floats]) -> None: ...
