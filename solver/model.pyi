from collections.abc import Mapping
from typing import Any

from solver.game import State

class ModelPlug:
    name: str
    digest: str
    about: Mapping[str, Any]
    def __init__(self, name: str, digest: str, about: Mapping[str, Any]) -> None: ...
    @property
    def estimates(self) -> bool: ...
    def policy(self, state: State, seat: int) -> list[tuple[int, float]]: ...
    def estimate(self, state: State, objective: str = "win") -> list[float]: ...
