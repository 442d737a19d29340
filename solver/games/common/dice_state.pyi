from types import ModuleType
from typing import Any, ClassVar, Self

from solver.game import State
from solver.games.common.dice import Dice
from solver.rng import Rng

class DiceState(State):
    dice: ClassVar[Dice]
    notation: ClassVar[ModuleType]
    picture: ClassVar[ModuleType]
    phrases: ClassVar[ModuleType]
    @classmethod
    def read(cls, text: str) -> Self: ...
    def turn_fields(self) -> dict[str, Any]: ...
    def fields(self) -> Any: ...
    def roll(self, rng: Rng) -> int: ...
    def utility(self, objective: int) -> list[float]: ...
