from os import PathLike
from typing import ClassVar

from solver.games.common.dice import Dice
from solver.games.common.dice_state import DiceState
from solver.games.heckmeck.fields import Fields
from solver.games.heckmeck.figures import Figures

class HeckmeckState(DiceState):
    dice: ClassVar[Dice]

    @staticmethod
    def from_fields(fields: Fields) -> HeckmeckState: ...
    def fields(self) -> Fields: ...
    def gets(self, outcome: int, seat: int | None = None) -> tuple[int, int]: ...
    def play_outcome(self, outcome: int) -> None: ...

def parse(text: str, figures: Figures | str | PathLike[str] | None = None) -> HeckmeckState: ...
def initial(
    seed: int, seats: int = 2, figures: Figures | str | PathLike[str] | None = None
) -> HeckmeckState: ...
